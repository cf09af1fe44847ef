"""A search for leaks of hidden information: two games that look alike to a seat must give it the same answers.

The author of a rulebook provides two positions that must look the same to a seat;
`leak` searches for a difference that the seat can see. `held` searches what a seat is
handed for objects that it should not get hold of.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterable, Iterator, Sequence
from types import CodeType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

from era_of_inventions.tabletop.documents import to_json
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play.calls import called
from era_of_inventions.tabletop.play.engine import Engine
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import OVER, Rulebook
from era_of_inventions.tabletop.play.setting import AnySetting, Setting, beginning
from era_of_inventions.tabletop.play.verdict_text import verdict_lines
from era_of_inventions.tabletop.records import AnyRecord, Record, show_game, show_move
from era_of_inventions.tabletop.records.position_text import show_position
from era_of_inventions.tabletop.values import Layout
from era_of_inventions.tabletop.values.domains import PlainForm

PUBLIC = (ModuleType, type, CodeType, FrameType, TracebackType)
"""What is not searched for objects that are handed over: it belongs to the program, not to what it hands over."""
SHARED = (Setting, Rulebook, Engine)
"""What all positions of a game share; it is only searched if that is asked for."""
TRIES = 6
"""How many moves are tried to find one that can be made in both positions."""


def answers(
    state: Any, seat: int | None, moves: Sequence[Any] = ()
) -> Iterator[tuple[str, object]]:
    """Yield every answer about a position that a seat, or a spectator (None), can get, each with its name.

    A seat also asks for a verdict on each of the ``moves``, and on which rulings the
    first one rests.
    """
    game: AnyGame = Game.from_state(state)
    rulebook, setting, view = game.rulebook, game.setting, game.view(state, seat)
    names = rulebook.grammar.seat_names(setting.players)
    yield "the view", view
    yield "the JSON of the view", to_json(rulebook, view)
    yield "the text of the view", tuple(show_position(view, None, names))
    yield "the observation", game.observe(state, seat)
    if rulebook.pictures is not None:
        yield "the picture", called(rulebook, "pictures").text(view, names=names)
    yield "what is wrong with the position", game.check(view)
    yield "the score", _score_or_refusal(game, view)
    if seat is None:
        return
    if seat in game.deciders(state):
        yield "the legal moves", game.legal_moves(game.in_turn(state, seat))
        yield "the legal moves of the view", game.legal_moves(game.in_turn(view, seat))
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


def handed(
    state: Any, seat: int | None, moves: Sequence[Any] = ()
) -> Iterator[tuple[str, object]]:
    """Yield the objects that a seat is handed about a position besides the `answers`, each with its name."""
    game: AnyGame = Game.from_state(state)
    for move in moves if seat is not None else ():
        yield "a verdict", game.judge(state, move, seat=seat)
        yield "a refusal", IllegalMoveError(state, move, seat)
    if seat is not None and seat in game.deciders(state):
        got: list[object] = []

        def choose(*handed_over: Any) -> Any:
            got[:] = handed_over[:3]
            return handed_over[2][0]

        asked = game.in_turn(state, seat)
        game.play(asked, game.legal_moves(asked)[0])  # to find what the game would keep of it
        game.decide(asked, choose, random.Random(0))
        yield "what a bot gets", got


def reachable(thing: object, stop: tuple[type, ...] = ()) -> Iterator[object]:
    """Yield a thing and every object that it leads to: attributes, contents, what functions and methods hold.

    What is an instance of a class in ``stop`` is left out, as are modules, classes and
    global names.
    """
    found: dict[int, object] = {}
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, (*PUBLIC, *stop)):
            found[id(one)] = one
            yield one
            names = one.__globals__ if isinstance(one, FunctionType) else None
            waiting += [part for part in gc.get_referents(one) if part is not names]


def held(thing: object, state: Any, seat: int | None, *, shared: bool = False) -> str:
    """Return what a seat could get hold of by a thing that it is handed about a position; empty if it is nothing.

    That is a position or a part of one with more than the seat may know, or a source of
    randomness. With ``shared`` also what all positions of the game share is searched,
    such as caches.
    """
    layout, view = state.setting.layout, state.setting.rulebook.view
    mine, every = ([*_records(layout, position)] for position in (view(state, seat), state))
    public = {one for begun in _beginnings(state.setting) for one in _records(layout, begun)}
    secrets = (
        {one for one, seen in zip(every, mine, strict=True) if one != seen} - {*mine} - public
    )
    kinds = tuple({type(one) for one in every})
    for one in reachable(thing, () if shared else SHARED):
        if isinstance(one, random.Random):
            return "a source of randomness"
        if isinstance(one, kinds) and one in secrets:
            return f"{type(one).__name__} as only others know it"
        position: Any = one if type(one) is type(state) else None
        if (
            position is not None
            and position not in _beginnings(position.setting)
            and position != view(position, seat)
        ):
            return "another position as only others know it"
    return ""


def _beginnings(setting: AnySetting) -> list[Any]:
    """Return the positions with which a game begins: everybody sees the setup."""
    return [beginning(setting, start) for start in range(setting.players)]


def _records(layout: Layout[Any], value: Any) -> Iterator[Any]:
    """Yield a record and all records in it."""
    yield value
    for field in layout.fields:
        inner, part = field.shape.inner, getattr(value, field.name)
        if inner is not None and part is not None:
            for one in part if field.shape.form is PlainForm.RECORDS else (part,):
                yield from _records(inner, one)


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

    It is also the name of something handed to the seat by which it could get hold of
    more than it may know; see `held`.

    Both games go on with moves that look alike, for up to ``plies`` moves or until
    something hidden is opened. In each position the seat asks for as many verdicts as
    ``verdicts`` says, on moves that may or may not be legal. In the end the records of
    both games, as the seat sees them, are compared.
    """
    game: AnyGame = Game.from_state(state)
    starts, made = (state, other), list[tuple[Any, Any]]()
    for ply in range(plies + 1):
        asked = (
            rng.choices(game.legal_moves(game.in_turn(state, seat)), k=verdicts // 2)
            if seat is not None and seat in game.deciders(state)
            else []
        )
        asked += rng.sample(game.moves, min(verdicts // 2, len(game.moves)))
        mine = [*answers(state, seat, asked)]
        if found := _difference(mine, answers(other, seat, asked)):
            return found
        for what, thing in (*mine, *handed(state, seat, asked)):
            if found := held(thing, state, seat):
                return f"{what}: {found}"
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
    record, other_record = (
        Record(start, moves).seen_by(seat)
        for start, moves in zip(starts, zip(*made, strict=True), strict=True)
    )
    if found := held(record, state, seat):
        return f"the record: {found}"
    return _difference(_record(record), _record(other_record))


def _difference(
    mine: Iterable[tuple[str, object]], others: Iterable[tuple[str, object]]
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
