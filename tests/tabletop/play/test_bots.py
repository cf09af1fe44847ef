"""Bots get what their seats may know, and a source of randomness that shows nothing of the next card."""

from __future__ import annotations

import copy
import io
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.bots import EndlessGameError, at_random, steps
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import MOVES_MAX, Rulebook
from era_of_inventions.tabletop.play.simulate import LostGamesError, play_game, simulate
from era_of_inventions.tabletop.values import members
from tests.regatta.rulebook import REGATTA
from tests.support.golf import GOLF, Deal, Keep, State, Swap, Wait

INSTALLED = [registry.rulebook_named(name) for name in registry.names() if name != ERA.name]
RULEBOOKS: list[Rulebook[Any, Any]] = [ERA, REGATTA, GOLF, *INSTALLED]
EACH = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.name)
GAME: Game[State, Any] = Game(GOLF, 3)
Asked = list[tuple[int, Any, Sequence[Any], random.Random]]


def noting(asked: Asked, then: Callable[..., Any] = at_random) -> Callable[..., Any]:
    """A bot that notes who was asked, and what it got."""

    def choose(game: Game[Any, Any], state: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        asked.append((game.rulebook.seat_to_move(state) or 0, state, legal, rng))
        return then(game, state, legal, rng)

    return choose


# --- What a bot gets ------------------------------------------------------------------


@pytest.mark.repeats
@EACH
def test_a_bot_gets_the_view_of_its_seat(rulebook: Rulebook[Any, Any]) -> None:
    asked: Asked = []
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[-1])
    game.playout(game.new(), random.Random(1), noting(asked))
    play_game(game, 2, noting(asked))
    assert {seat for seat, *_ in asked} == {*range(game.setting.players)}
    for seat, state, legal, _ in asked:
        assert state == game.view(state, seat)
        assert len(legal) > 1


@pytest.mark.repeats
@EACH
def test_each_seat_has_a_source_of_randomness_of_its_own(rulebook: Rulebook[Any, Any]) -> None:
    asked: Asked = []
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[-1])
    play_game(game, 2, noting(asked))
    own = {seat: rng for seat, _, _, rng in asked}
    assert len({id(rng) for rng in own.values()}) == game.setting.players
    assert {(seat, id(rng)) for seat, _, _, rng in asked} == {(seat, id(rng)) for seat, rng in own.items()}


@EACH
def test_a_position_of_a_game_that_hides_nothing_is_its_own_view(rulebook: Rulebook[Any, Any]) -> None:
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[0])
    state = game.new(rng=random.Random(1))
    asked: Asked = []
    game.decide(state, noting(asked), random.Random(1))
    assert all((seen is state) is not game.setting.hides for _, seen, _, _ in asked)


@EACH
def test_how_much_a_bot_draws_does_not_change_what_comes(rulebook: Rulebook[Any, Any]) -> None:
    def sober(_game: object, _state: object, legal: Sequence[Any], _rng: random.Random) -> Any:
        return legal[-1]

    def drawing(_game: object, _state: object, legal: Sequence[Any], rng: random.Random) -> Any:
        return legal[-1 if rng.random() < 2 else 0]

    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[0])
    start = game.new(rng=random.Random(1))
    first, other = (
        [move for (move, _), _ in zip(steps(game, start, random.Random(5), bot), range(80), strict=False)]
        for bot in (sober, drawing)
    )
    assert first == other


# --- What it could find out -----------------------------------------------------------


def share_foreseen(seed: int, *, peeking: bool) -> float:
    """How often a bot foresees the next card by a copy of its source of randomness or, peeking, of that of chance."""
    chance, foreseen, seen = random.Random(seed), list[int](), list[bool]()

    def swapping(_game: object, view: State, legal: Sequence[Any], rng: random.Random) -> Any:
        swap = next((move for move in legal if isinstance(move, Swap)), None)
        if swap is None:
            return Keep()
        foreseen.append(int(copy.deepcopy(chance if peeking else rng).random() * view.table.deck.size))
        return swap

    state = GAME.new()
    for move, after in steps(GAME, state, chance, swapping):
        if isinstance(move, Deal) and foreseen:
            seen.append(members(state.table.deck.known)[foreseen.pop()] == move.card)
        state = after
    return sum(seen) / len(seen)


def test_a_bot_foresees_no_card() -> None:
    assert {share_foreseen(seed, peeking=True) for seed in range(5)} == {1}
    blind = [share_foreseen(seed, peeking=False) for seed in range(40)]
    assert sum(blind) / len(blind) < 1 / 3  # one of 14 cards on the average


# --- Games that do not end by themselves ----------------------------------------------


def waits(_game: object, _state: object, _legal: Sequence[Any], _rng: random.Random) -> Any:
    return Wait()


def keeps(_game: object, _state: object, _legal: Sequence[Any], _rng: random.Random) -> Any:
    return Keep()


@pytest.mark.slow
def test_a_game_without_an_end_is_given_up() -> None:
    with pytest.raises(EndlessGameError, match=str(MOVES_MAX)):
        GAME.playout(GAME.new(), random.Random(1), waits)
    with pytest.raises(EndlessGameError):
        play_game(GAME, 1, [keeps, waits, waits])
    assert play_game(GAME, 1, keeps).decisions == 3
    with pytest.raises(LostGamesError, match="not over after") as lost:
        simulate(GAME, 3, choose=waits, workers=1)
    assert isinstance(lost.value.__cause__, EndlessGameError)
    assert lost.value.seeds == range(3)


def test_a_game_of_as_many_moves_as_there_can_be_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three are dealt a card and keep it, or wait once before."""
    for module in ("bots", "engine"):
        monkeypatch.setattr(f"era_of_inventions.tabletop.play.{module}.MOVES_MAX", 6)
    assert GAME.is_over(GAME.playout(GAME.new(), random.Random(1), keeps))
    with pytest.raises(EndlessGameError):
        GAME.playout(GAME.new(), random.Random(1), [keeps, keeps, waits])
    ended = 0
    for seed in range(200):
        try:
            GAME.playout(GAME.new(), random.Random(seed))
        except EndlessGameError:
            continue
        ended += 1
    assert 0 < ended < 60  # each keeps the first card with a chance of a third


@pytest.mark.slow
def test_a_settler_who_only_ends_turns_does_not_play_for_ever() -> None:
    def last(_game: object, _state: object, legal: Sequence[Any], _rng: random.Random) -> Any:
        return legal[-1]

    phoenicia = registry.rulebook_named("phoenicia")
    with pytest.raises(EndlessGameError):
        play_game(Game(phoenicia, 3), 1, last)


# --- What is refused ------------------------------------------------------------------


@pytest.mark.parametrize("choose", [3, (), [keeps, 3], "settler"])
def test_what_is_no_bot_is_refused(choose: Any) -> None:
    for asked in (
        lambda: GAME.playout(GAME.new(), random.Random(1), choose),
        lambda: simulate(GAME, 1, choose=choose, workers=1),
    ):
        with pytest.raises(GameError, match=r"^choose is .*; expected a function"):
            asked()


# --- At the terminal ------------------------------------------------------------------


def test_a_bot_at_the_terminal_gets_its_view(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: Asked = []
    monkeypatch.setitem(GOLF.bots, "noting", noting(asked, keeps))
    monkeypatch.setattr("sys.stdin", io.StringIO("keep\n"))
    arguments = ["play", "--names", "Ann,Bo,Cy", "--bots", "Bo=noting,Cy=noting", "--seed", "1"]
    assert cli.main(GOLF, arguments) == cli.HOLDS
    assert "wins" in capsys.readouterr().out
    assert [seat for seat, *_ in asked] == [1, 2]
    assert all(state == GAME.view(state, seat) for seat, state, _, _ in asked)
    assert len({id(rng) for _, _, _, rng in asked}) == 2
