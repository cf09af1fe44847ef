"""Disputes about a recorded game: claims about other moves at a move of it, and its positions as disputes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from era_of_inventions.tabletop.disputes.claim import Claim, parse_steps
from era_of_inventions.tabletop.disputes.file import Dispute, parse_dispute
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.disputes.statements import in_file, statements, table_at
from era_of_inventions.tabletop.errors import GameError, describe, from_to, joined
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.setting import AnyPosition, described
from era_of_inventions.tabletop.records import AnyRecord
from era_of_inventions.tabletop.text.toml import toml_text
from era_of_inventions.tabletop.values.declared import key_of
from era_of_inventions.tabletop.values.lines import Lines
from era_of_inventions.tabletop.values.outline import Values
from era_of_inventions.tabletop.values.records import itself


def dispute_about(
    record: AnyRecord,
    path: str,
    texts: Sequence[str],
    *,
    at: int | None = None,
    known: Callable[[Any], Any] = itself,
) -> Dispute:
    """Return a dispute that claims of each text that it is a legal move in place of move number ``at``.

    Where a text stands for several moves, they are made one after another.

    By default the moves are claimed to be legal after the last move of the game. Moves
    are counted from 1, those of chance included. ``known`` returns as much of the
    position as whoever asks may know.

    Raises `GameError` if there is no such number, if a text is not a move, or if it
    does not name its player where several decide at the same time, and `RecordError` if
    the game cannot be replayed up to there.
    """
    if at is not None and not 1 <= at <= len(record.moves) + 1:
        raise GameError(
            f"{path}: there is no move {at}; expected {from_to(1, len(record.moves) + 1)}"
        )
    number = len(record.moves) + 1 if at is None else at
    state = known(record.until(number - 1).end())
    every = [tuple(parse_steps(text, state, record.names)) for text in texts]
    game: Game[Any, Any] = Game.from_state(state)
    able = [record.names[seat] for seat in game.deciders(state)]
    for step, *_ in every:
        if len(able) > 1 and step.seat is None:
            raise GameError(
                f"{path}: {joined(able, 'and')} decide at the same time; expected one of these names before "
                f"{describe(step.text)}, such as {describe(f'{able[0]}: {step.text}')}"
            )
    claims = tuple(
        Claim("", "; ".join(step.text for step in steps), moves=steps) for steps in every
    )
    return Dispute(
        path,
        f"In place of move {number}",
        record.names,
        game,
        Premise(state, record.names),
        claims,
    )


Table = dict[str, Any]


def position_as_dispute(
    state: AnyPosition, names: Sequence[str], moves: str | None, title: str
) -> str:
    """Return the text of a dispute which claims that ``moves`` are legal in a position.

    If ``moves`` is None, the dispute claims nothing. Raises `GameError` if no text
    states the position or its components.
    """
    contents, names = _head(state, names), tuple(names)
    for one in statements(state, names, exactly=True):
        table_at(contents, one.place[:-1], adding=True)[one.place[-1]] = one.value
    position = described(state, names)
    for name, part in position.outline.parts.items():
        if part.before and (earlier := position.of[name][1:]):
            before = [_stated(part.before.lines, values) for values in earlier]
            contents["position"][part.before.key] = before
    claims = {} if moves is None else {"claim": [{"moves": moves}]}
    text = toml_text({"title": title, **contents, **claims})
    if parse_dispute(text, state.setting.rulebook, claimless=True).state != state:
        raise GameError("no dispute states this position")
    return text


def _head(state: AnyPosition, names: Sequence[str]) -> Table:
    """Return the tables that state the readings, the component set, who plays and who begins."""
    setting, positions = state.setting, state.setting.rulebook.positions
    rulings = {
        ruling.id: getattr(setting.ruleset, ruling.field)
        for ruling in setting.ruleset.rulings()
        if getattr(setting.ruleset, ruling.field) != ruling.default
    }
    return {
        **({"rulings": rulings} if rulings else {}),
        "components": setting.components.name,
        "position": {"players": [*names], "start": names[positions.starting(state) or 0]},
    }


def _stated(lines: Lines, values: Values) -> Table:
    return {
        key_of(one.spec): in_file(one, values[one.name])
        for one in lines.fields
        if one.name in values
    }
