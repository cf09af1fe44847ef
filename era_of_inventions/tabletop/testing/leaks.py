"""A search for leaks of hidden information: two games that look alike to a seat must give it the same answers.

The author of a rulebook provides two positions that must look the same to a seat; `leak` searches for a difference that
the seat can see.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from era_of_inventions.tabletop.documents import to_json
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play.game import AnyGame, Game, IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import OVER
from era_of_inventions.tabletop.play.verdict_text import verdict_lines
from era_of_inventions.tabletop.records import AnyRecord, Record, show_game, show_move
from era_of_inventions.tabletop.records.position_text import show_position

TRIES = 6
"""How many moves are tried to find one that can be made in both positions."""


def answers(
    state: Any, seat: int | None, moves: Sequence[Any] = ()
) -> Iterator[tuple[str, object]]:
    """Yield every answer about a position that a seat, or a spectator (None), can get, each with its name.

    A seat also asks for a verdict on each of the ``moves``, and on which rulings the first one rests.
    """
    game: AnyGame = Game.from_state(state)
    rulebook, setting, view = game.rulebook, game.setting, game.view(state, seat)
    names = rulebook.grammar.seat_names(setting.players)
    yield "the view", view
    yield "the JSON of the view", to_json(rulebook, view)
    yield "the text of the view", tuple(show_position(view, None, names))
    yield "the observation", setting.observer.observe(view)
    if rulebook.pictures is not None:
        yield "the picture", rulebook.pictures().text(view, names=names)
    yield "what is wrong with the position", game.check(view)
    yield "the score", _score_or_refusal(game, view)
    if seat is None:
        return
    if game.to_move(state) == seat:
        yield "the legal moves", game.legal_moves(state)
        yield "the legal moves of the view", game.legal_moves(view)
    for number, move in enumerate(moves):
        verdict = game.judge(state, move, seat=seat, rulings=number == 0)
        lines = verdict_lines(verdict, names, setting.ruleset)
        text = show_move(move, setting)
        yield (
            f"the verdict on {text}",
            (verdict.reason, *lines, to_json(rulebook, verdict, setting=setting)),
        )
        if not verdict.legal:
            yield f"the refusal of {text}", str(IllegalMoveError(state, move, seat))


def _score_or_refusal(game: AnyGame, view: Any) -> object:
    try:
        return game.score(view)
    except GameError as error:
        return str(error)


def leak(
    state: Any,
    other: Any,
    seat: int | None,
    rng: random.Random,
    *,
    plies: int = 3,
    verdicts: int = 6,
) -> str:
    """Return the name of an answer that differs in two positions that must look the same to a seat; empty if none does.

    Both games go on with moves that look alike, for up to ``plies`` moves or until something hidden is opened. In each
    position the seat asks for as many verdicts as ``verdicts`` says, on moves that may or may not be legal. In the end
    the records of both games, as the seat sees them, are compared.
    """
    game: AnyGame = Game.from_state(state)
    starts, made = (state, other), list[tuple[Any, Any]]()
    for ply in range(plies + 1):
        asked = (
            rng.choices(game.legal_moves(state), k=verdicts // 2)
            if game.to_move(state) == seat
            else []
        )
        asked += rng.sample(game.moves, verdicts // 2)
        if found := _difference(answers(state, seat, asked), answers(other, seat, asked)):
            return found
        if ply == plies or (pair := _alike(state, other, seat, rng)) is None:
            break
        move, twin = pair
        after, other_after = (
            game.play_unchecked(state, move),
            game.play_unchecked(other, twin),
        )
        if game.view(after, seat) != game.view(other_after, seat):
            break  # something has been opened
        if found := _difference(_events(state, move, seat), _events(other, twin, seat)):
            return found
        state, other = after, other_after
        made.append(pair)
    if not made:
        return ""
    mine, others = (
        Record(start, moves).seen_by(seat)
        for start, moves in zip(starts, zip(*made, strict=True), strict=True)
    )
    return _difference(_record(mine), _record(others))


def _difference(
    mine: Iterator[tuple[str, object]], others: Iterator[tuple[str, object]]
) -> str:
    return next(
        (
            what
            for (what, one), (_, two) in zip([*mine], [*others], strict=True)
            if one != two
        ),
        "",
    )


def _alike(
    state: Any, other: Any, seat: int | None, rng: random.Random
) -> tuple[Any, Any] | None:
    """Return a legal move of each position, so that both look the same to a seat; None if none is found."""
    game: AnyGame = Game.from_state(state)
    if game.to_move(state) is OVER:
        return None
    legal = {*game.legal_moves(other)}
    for move in rng.choices(game.legal_moves(state), k=TRIES):
        seen = game.move_seen_by(state, move, seat)
        can_be = [
            twin for twin in game.setting.masked_moves.get(seen, (seen,)) if twin in legal
        ]
        alike = [twin for twin in can_be if game.move_seen_by(other, twin, seat) is seen]
        if alike:
            return move, rng.choice(alike)
    return None


def _events(state: Any, move: Any, seat: int | None) -> Iterator[tuple[str, object]]:
    events = Game.from_state(state).events(state, move)
    yield (
        f"the events of {type(move).__name__}",
        [event for event in events if event.is_seen_by(seat)],
    )


def _record(record: AnyRecord) -> Iterator[tuple[str, object]]:
    yield "the record", record
    try:
        yield "the text of the record", show_game(record)
    except GameError as error:  # something sealed before the record began has been opened
        yield "what is wrong with the record", str(error)
    yield "the JSON of the record", to_json(record.setting.rulebook, record)
