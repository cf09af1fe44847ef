"""Disputes about a recorded game: claims that other moves could be made in place of one of its moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from era_of_inventions.tabletop.disputes.claim import Claim, parse_steps
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.errors import GameError, describe, from_to, joined
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.records import AnyRecord
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
