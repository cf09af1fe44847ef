"""What a seat is handed leads to nothing that only the referee, or another seat, may hold; what does is found."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, cast

import attrs
import pytest

from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop.documents import to_json
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.bots import at_random, steps
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import beginning
from era_of_inventions.tabletop.play.simulate import play_game, simulate
from era_of_inventions.tabletop.records import Record
from era_of_inventions.tabletop.testing.leaks import answers, handed, held, leak, reachable
from era_of_inventions.tabletop.values import evolve
from tests.regatta.rulebook import REGATTA
from tests.support.golf import GOLF, Deal, Keep, State

INSTALLED = [registry.rulebook_named(name) for name in registry.names() if name != ERA.name]
RULEBOOKS: list[Rulebook[Any, Any]] = [ERA, REGATTA, GOLF, *INSTALLED]
EACH = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.name)
GAME: Game[State, Any] = Game(GOLF, 3)
STATE = GAME.play(GAME.new(rng=random.Random(1)), Keep())
STATE = GAME.deal(STATE, random.Random(2))


def positions(game: Game[Any, Any], moves: int = 60) -> list[Any]:
    """Some positions of a game in which somebody decides."""
    made = zip(steps(game, game.new(), random.Random(4), at_random), range(moves), strict=False)
    return [state for (_, state), _ in made if game.rulebook.seat_to_move(state) is not None]


# --- Nothing is handed over -----------------------------------------------------------


@pytest.mark.repeats
@EACH
def test_nothing_leads_from_what_a_seat_is_handed_to_what_only_others_know(rulebook: Rulebook[Any, Any]) -> None:
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[0])
    rng = random.Random(7)
    for state in positions(game)[::12]:
        for seat in (*range(game.setting.players), None):
            asked = rng.sample(game.moves, 2)
            for what, thing in (*answers(state, seat), *handed(state, seat, asked)):
                assert held(thing, state, seat) == "", what


@pytest.mark.slow
@EACH
def test_nothing_that_games_share_holds_a_position(rulebook: Rulebook[Any, Any]) -> None:
    """Everything that keeps something is used before: games, verdicts, records, texts."""
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[0])
    simulate(game, 2, workers=1, clauses=True)
    made = [*zip(steps(game, game.new(), random.Random(4), at_random), range(60), strict=False)]
    record: Record[Any, Any] = Record(game.new(), [move for (move, _), _ in made])
    to_json(rulebook, record.seen_by(0))
    state = next(state for (_, state), _ in reversed(made) if game.rulebook.seat_to_move(state) is not None)
    game.observe(state, 0)
    game.judge(state, game.legal_moves(state)[0], rulings=True)
    for name in rulebook.ruleset.presets:  # everybody knows how a game begins, by any readings
        beginning(game.setting.under(rulebook.ruleset.preset(name)), 0)
    for seat in (0, None):
        assert held((game, record.seen_by(seat), game.view(state, seat)), state, seat, shared=True) == ""


@EACH
def test_a_finished_game_holds_no_position(rulebook: Rulebook[Any, Any]) -> None:
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[0])
    finished = play_game(game, 3, clauses=rulebook is GOLF)
    assert not any(isinstance(one, rulebook.state) for one in reachable(finished))


def test_a_bot_is_handed_no_position_and_no_source_of_randomness_but_its_own() -> None:
    got: list[Any] = []

    def choose(*args: Any) -> Any:
        got.append(args)
        return at_random(*args)

    GAME.playout(GAME.new(), random.Random(3), choose)
    for game, view, legal, rng in got:
        assert held((game, view, legal), view, GOLF.seat_to_move(view), shared=True) == ""
        assert held(rng, view, None) == "a source of randomness"
        assert not [one for one in reachable(rng) if isinstance(one, State)]


# --- Planted leaks --------------------------------------------------------------------


@attrs.frozen
class Keeper:
    """An object that keeps something unseen: it is neither shown nor compared."""

    kept: Any = attrs.field(repr=False, eq=False)

    def method(self) -> None:
        """Do nothing."""


def closing(thing: object) -> Callable[[], object]:
    return lambda: thing


def generated(thing: object) -> Iterator[object]:
    yield 1
    yield thing


def begun(thing: object) -> Iterator[object]:
    items = generated(thing)
    next(items)
    return items


def cached(thing: Any) -> Callable[[Any], int]:
    kept = cache(lambda one: 1)
    kept(thing)
    return kept


def defaulted(thing: object) -> Callable[..., object]:
    def function(one: object = thing, *, other: object = thing) -> object:
        return one or other

    return function


WAYS: dict[str, Callable[[Any], object]] = {
    "itself": lambda thing: thing,
    "an attribute": Keeper,
    "a method": lambda thing: Keeper(thing).method,
    "a list": lambda thing: [1, [thing]],
    "a key": lambda thing: {thing: 1},
    "a closure": closing,
    "a default": defaulted,
    "a partial": lambda thing: partial(print, thing),
    "a cache": cached,
    "a generator": begun,
    "a namespace": lambda thing: SimpleNamespace(inner=SimpleNamespace(thing=thing)),
    "an error": lambda thing: IllegalMoveError(thing, Keep()),
    "an error's cause": lambda thing: raised(thing),
}


def raised(thing: object) -> Exception:
    error = ValueError("no")
    error.__cause__ = KeyError(thing)
    return error


@pytest.mark.parametrize("way", WAYS)
def test_a_position_is_found_however_it_is_kept(way: str) -> None:
    assert held(WAYS[way](STATE), STATE, 0) == "State as only others know it"
    assert held(WAYS[way](GAME.view(STATE, 0)), STATE, 0) == ""
    assert held(WAYS[way](GAME.view(STATE, 1)), STATE, 0) != ""


def test_a_part_of_a_position_and_an_earlier_position_are_found() -> None:
    earlier = GAME.new(rng=random.Random(1))
    assert held([STATE.players[1]], STATE, 0) == "Player as only others know it"
    assert held([STATE.players[1]], STATE, 1) == ""
    assert held([STATE.table], STATE, 1) == "Table as only others know it"
    assert held([earlier], STATE, 1) == "another position as only others know it"
    assert held([earlier.players[0], GAME.new()], STATE, 0) == ""


def test_a_source_of_randomness_is_found() -> None:
    assert held(random.Random(1).shuffle, STATE, 0) == "a source of randomness"


def twin(rulebook: Rulebook[State, Any]) -> tuple[State, State]:
    """Two positions that look alike to seat 0: the others hold each other's cards."""
    game: Game[State, Any] = Game(rulebook, 3)
    state = game.playout(game.new(), random.Random(1), lambda *_: Keep())
    first, *others = state.players
    players = [evolve(one, kept=False) for one in (first, *others)]
    one = evolve(state, players=(players[0], *players[1:]), seat=0)
    return one, evolve(one, players=(players[0], *players[:0:-1]))


def test_a_leak_of_the_objects_is_found_by_a_search_for_leaks() -> None:
    assert leak(*twin(GOLF), 0, random.Random(1)) == ""

    @attrs.frozen
    class Told(State):
        """A view that keeps the position."""

        secret: Any = attrs.field(default=None, eq=False, repr=False)

    def telling(state: State, seat: int | None) -> State:
        seen = GOLF.view(state, seat)
        values = {field.name: getattr(seen, field.name) for field in attrs.fields(cast("Any", State))}
        return Told(**values, secret=state)

    telltale: Rulebook[State, Any] = attrs.evolve(GOLF, view=telling)
    assert leak(*twin(telltale), 0, random.Random(1)) == "the view: State as only others know it"


def test_a_bot_that_gets_the_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def trusting(game: Game[State, Any], state: State, choose: Callable[..., Any], rng: random.Random) -> Any:
        return choose(game, state, game.legal_moves(state), rng)

    monkeypatch.setattr(Game, "decide", trusting)
    assert leak(*twin(GOLF), 0, random.Random(1)) == "what a bot gets: State as only others know it"


def test_a_score_that_holds_the_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def holding(game: Game[State, Any], state: State) -> Any:
        return SimpleNamespace(position=Keeper(twin(GOLF)[0]))

    monkeypatch.setattr(Game, "score", holding)
    assert leak(*twin(GOLF), 0, random.Random(1)) == "the score: State as only others know it"


def test_a_position_that_a_cache_of_the_setting_holds_is_found() -> None:
    def remembering(state: State, seat: int | None) -> State:
        state.setting.kept["last"] = state
        return GOLF.view(state, seat)

    game: Game[State, Any] = Game(attrs.evolve(GOLF, view=remembering), 3)
    state = twin(game.rulebook)[0]
    assert held(game.view(state, 0), state, 0) == ""
    game.view(state, 0)
    assert held(game, state, 0, shared=True) != ""


def test_a_game_with_few_moves_is_searched_too() -> None:
    game: Game[Any, Any] = Game(GOLF, 2)
    state = game.deal(game.new(), random.Random(1))
    assert leak(state, state, 0, random.Random(1), plies=1, verdicts=4 * len(game.moves)) == ""


def test_nothing_is_played_on_after_the_end() -> None:
    game: Game[State, Any] = Game(GOLF, 2)
    end = Record[State, Any](game.new(0), (Deal(3), Keep(), Deal(7), Keep())).end()
    assert game.is_over(end)
    assert leak(end, end, 0, random.Random(0), plies=1) == ""
    assert not game.is_legal(end, [])


def test_what_differs_for_a_seat_is_named() -> None:
    other = GAME.play(STATE, GAME.legal_moves(STATE)[-1])
    assert leak(STATE, other, None, random.Random(0), plies=0) != ""
