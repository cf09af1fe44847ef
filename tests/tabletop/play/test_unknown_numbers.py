"""Hidden numbers, in No Thanks!: what is concluded about them is what is true of all that they can be."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from era_of_inventions.tabletop import Law, check_each, cli
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.verdict import OpenOn, Outcome
from era_of_inventions.tabletop.play import simulate
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import UnclearError
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.records import Record, parse_game, save_game, show_game
from era_of_inventions.tabletop.testing import leaks
from era_of_inventions.tabletop.testing.strategies import Script, Strategies
from era_of_inventions.tabletop.values import UNKNOWN, evolve
from tests.support import no_thanks
from tests.support.no_thanks import NO_THANKS, AnyMove, Decline, Player, State, Take, Turn

STRATEGIES = Strategies(NO_THANKS)
UNCOUNTED = attrs.evolve(NO_THANKS, law=Law(NO_THANKS.law.chapters))
"""The game without its check of counters, so that a number that is hidden can be any."""


def on_offer(players: int, counters: int, on_card: int, *, rulebook: Any = NO_THANKS) -> State:
    """A position in which seat 0 decides and has this many counters, and the others have the rest."""
    game: Game[State, AnyMove] = Game(rulebook, players)
    state = game.play(game.new(), Turn(20))
    table, first, others = evolve(state.table, counters=on_card), *state.players[:1], state.players[1:]
    rest = 11 * players - counters - on_card
    each = [rest // len(others)] * len(others)
    each[0] += rest - sum(each)
    left = [evolve(player, counters=number) for player, number in zip(others, each, strict=True)]
    return evolve(state, table=table, players=(evolve(first, counters=counters), *left))


def hands(state: State) -> list[int]:
    return [player.counters for player in state.players]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_number_that_is_left_is_tried_independently_of_the_others(players: int) -> None:
    state = on_offer(players, counters=7, on_card=4)
    tried = [hands(whole) for whole in worlds_of(Game.from_state(state).view(state, 0)).every]
    rest = 11 * players - 7 - 4
    assert all(one[0] == 7 and sum(one[1:]) == rest for one in tried)
    for seat in range(1, players):
        assert {one[seat] for one in tried} == {*range(rest + 1)}
    assert {(one[1] > one[2]) - (one[1] < one[2]) for one in tried} == {-1, 0, 1}
    if players == 3:
        assert {tuple(one[1:]) for one in tried} == {(number, rest - number) for number in range(rest + 1)}


def test_what_can_be_anything_is_tried_in_a_few_ways_of_which_nothing_is_concluded() -> None:
    state = on_offer(3, counters=6, on_card=4, rulebook=UNCOUNTED)
    game: Game[State, AnyMove] = Game.from_state(state)
    view = game.view(state, 0)
    assert len(worlds_of(view).every) < 200
    with pytest.raises(GameError, match="counters of seat 1"):
        game.score(view)
    assert game.judge(view, Take()).legal
    assert game.judge(game.view(state, 1), Decline()).open_on == (OpenOn(0, "counters"),)


@pytest.mark.parametrize("counters", [0, 1])
def test_whether_a_player_can_decline_is_known_to_that_player_alone(counters: int) -> None:
    state = on_offer(3, counters=counters, on_card=4)
    game: Game[State, AnyMove] = Game.from_state(state)
    assert game.judge(game.view(state, 0), Decline()).legal is (counters > 0)
    for seat in (1, None):
        verdict = game.judge(game.view(state, seat), Decline())
        assert not verdict.legal
        assert verdict.open_on == (OpenOn(0, "counters"),)
        (limit,) = (finding for finding in verdict.findings if finding.clause.id == "thanks.has-counter")
        assert limit.outcome is Outcome.OPEN
        assert {name for name, _ in limit.facts} <= {"counters at least", "counters at most"}


def test_a_limit_that_reads_one_hidden_number_of_many_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of the two extremes would show it."""
    state = on_offer(4, counters=6, on_card=4)
    game: Game[State, AnyMove] = Game.from_state(state)
    monkeypatch.setattr(no_thanks.has_counter, "function", lambda position, _: position.players[2].counters != 7)
    assert game.judge(game.view(state, 0), Decline()).open_on == (OpenOn(2, "counters"),)
    monkeypatch.setattr(no_thanks.has_counter, "function", lambda position, _: sum(hands(position)[1:]) != 7)
    assert game.judge(game.view(state, 0), Decline()).open_on


SEVEN: dict[str, Callable[[tuple[Player, ...], Player], bool]] = {
    "unequal": lambda players, seven: players[2] != seven,
    "turned round": lambda players, seven: seven != players[2],
    "in a tuple": lambda players, seven: players[2:3] != (seven,),
    "among several": lambda players, seven: seven not in players,
    "in a set": lambda players, seven: seven not in {*players},
    "in a dict": lambda players, seven: {seven: False}.get(players[2], True),
}


@pytest.mark.parametrize("case", SEVEN)
def test_a_limit_that_compares_what_players_have_reads_all_of_it(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seven, ask = Player(counters=7), SEVEN[case]
    state = on_offer(4, counters=6, on_card=4)
    game: Game[State, AnyMove] = Game.from_state(state)
    monkeypatch.setattr(no_thanks.has_counter, "function", lambda position, _: ask(position.players, seven))
    assert OpenOn(2, "counters") in game.judge(game.view(state, 0), Decline()).open_on


# --- What cannot all be tried ---------------------------------------------------------


def checked(problem: Callable[[int], bool]) -> Any:
    """The game in which nobody's counters have this problem, and nothing else is known of them."""

    @check_each(no_thanks.counters, about="players.counters")
    def hand(position: State, seat: int, player: no_thanks.Player) -> Any:
        if player.counters != UNKNOWN and problem(player.counters):
            yield "has a wrong number of counters"

    return attrs.evolve(NO_THANKS, law=Law(NO_THANKS.law.chapters, [hand]))


def holding(numbers: list[int], rulebook: Any = UNCOUNTED) -> State:
    state = on_offer(len(numbers), 0, 4, rulebook=rulebook)
    players = zip(state.players, numbers, strict=True)
    return evolve(state, players=tuple(evolve(player, counters=number) for player, number in players))


def require_true(numbers: list[list[int]], rulebook: Any = UNCOUNTED) -> None:
    """What is certain of a view is true of each of some positions that it can be of."""
    states = [holding(one, rulebook) for one in numbers]
    game: Game[State, AnyMove] = Game.from_state(states[0])
    view = game.view(states[0], 0)
    for state in states:
        assert game.view(state, 0) == view
        for move in (Take(), Decline()):
            verdict = game.judge(view, move)
            assert verdict.open_on or verdict.legal is game.judge(state, move).legal
            happened = game.events(state, move) if game.is_legal(state, move) else ()
            changes = {(e.clause, e.field, e.seat, e.change) for e in happened}
            for event in verdict.events if happened else ():
                assert event in happened or (event.clause, event.field, event.seat, event.change) in changes
                assert event in happened or "?" in str(event.before)
            try:
                followed = game.follow(view, move)
            except GameError:
                continue
            assert not happened or followed == game.view(game.play(state, move), 0)


def test_nothing_follows_from_the_few_guesses_that_a_check_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook = checked(lambda counters: counters > 18)
    monkeypatch.setattr(no_thanks.has_counter, "function", lambda p, _: p.me.counters == max(hands(p)))
    worlds = worlds_of(Game(rulebook, 4).view(holding([10, 12, 14, 16], rulebook), 0)).every
    assert len({tuple(hands(one)) for one in worlds}) < 3
    require_true([[10, 12, 14, 16], [10, 0, 3, 10]], rulebook)


@pytest.mark.repeats
@pytest.mark.parametrize(
    "lit",
    [
        lambda p: (p[1].counters, p[2].counters) != (20, 21),
        lambda p: p[1] != p[2],
        lambda p: bytes(1 << 15)[p[1].counters] < p[2].counters % 2,
        lambda p: p[1].counters - p[2].counters,
        lambda p: {p[1].counters, p[2].counters} != {20, 21},
        lambda p: f"{p[1].counters} {p[2].counters}" != "20 21",
    ],
)
def test_what_an_effect_makes_of_several_hidden_numbers_is_not_certain(
    lit: Callable[[Any], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def effect(draft: Any, _: Any) -> None:
        draft.edit_table().counters = 30 if lit(draft.players) else 0

    monkeypatch.setattr(no_thanks.taken, "function", effect)
    require_true([[5, 20, 21], [5, 20, 20], [5, 0, 1]])


def test_an_effect_is_certain_only_if_it_is_the_same_wherever_the_move_is_legal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who decides cannot know that the move is legal, and another hidden number decides about its effect."""

    def effect(draft: Any, _: Any) -> None:
        draft.edit_table().counters += draft.players[2].counters != 3

    monkeypatch.setattr(no_thanks.has_counter, "function", lambda p, _: p.players[1].counters == 20)
    monkeypatch.setattr(no_thanks.declined, "function", effect)
    for number in (3, 5):
        state = holding([7, 20, number, 13 - number], NO_THANKS)
        game: Game[State, AnyMove] = Game.from_state(state)
        assert game.judge(state, Decline(), seat=0).events == ()
        assert bool(game.judge(state, Decline()).events) is (number != 3)


def test_a_hidden_number_that_comes_to_light_is_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    def effect(draft: Any, _: Any) -> None:
        draft.edit_table().counters += draft.players[1].counters
        draft.edit_player(1).counters = 0

    monkeypatch.setattr(no_thanks.taken, "function", effect)
    rulebook = checked(lambda counters: counters > 18)
    require_true([[10, 12, 14, 16], [10, 0, 3, 10]], rulebook)


def test_whatever_the_numbers_are_they_change_by_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses that are impossible would leave less than nothing."""

    def effect(draft: Any, _: Any) -> None:
        for seat in draft.seats:
            draft.edit_player(seat).counters -= 1
            draft.edit_table().counters += 1

    monkeypatch.setattr(no_thanks.taken, "function", effect)
    rulebook = checked(lambda counters: counters < 1)
    numbers = [[10, 12, 14, 16, 3], [10, 3, 3, 20, 5]]
    require_true(numbers, rulebook)
    game: Game[State, AnyMove] = Game(rulebook, 5)
    view = game.view(holding(numbers[0], rulebook), 0)
    assert {
        event.seat: event.change for event in game.judge(view, Take()).events if event.seat is not None
    } == dict.fromkeys(range(5), -1)
    assert hands(game.follow(view, Take())) == [9, *[UNKNOWN] * 4]


def test_a_move_whose_effects_nobody_can_know_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    def effect(draft: Any, _: Any) -> None:
        draft.edit_table().counters = int(draft.players[1].counters > draft.players[2].counters)

    monkeypatch.setattr(no_thanks.taken, "function", effect)
    state = holding([5, 20, 21])
    game: Game[State, AnyMove] = Game.from_state(state)
    with pytest.raises(UnclearError):
        game.follow(game.view(state, 0), Take())


def test_the_facts_of_a_verdict_are_those_that_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(no_thanks.has_counter, "facts", lambda p, _: {"own": p.me.counters, "next": hands(p)[1]})
    state = holding([5, 20, 21])
    game: Game[State, AnyMove] = Game.from_state(state)
    for known in (state, game.view(state, 0)):
        verdict = game.judge(known, Decline(), seat=0)
        assert [finding.facts for finding in verdict.findings if finding.facts] == [(("own", 5),)]


def test_a_change_is_certain_although_the_number_is_not() -> None:
    state = on_offer(3, counters=6, on_card=4)
    game: Game[State, AnyMove] = Game.from_state(state)
    (event,) = (e for e in game.judge(game.view(state, 1), Take()).events if e.field == "players.counters")
    assert (event.seat, event.before, event.change) == (0, "?", 4)
    assert not any(type(value) is int and value < 0 for value in (event.before, event.after))


def test_a_score_is_given_only_if_all_of_it_is_known() -> None:
    state = on_offer(3, counters=6, on_card=4)
    game: Game[State, AnyMove] = Game.from_state(state)
    for seat, unknown in ((0, (1, 2)), (2, (0, 1)), (None, (0, 1, 2))):
        with pytest.raises(GameError) as refused:
            game.score(game.view(state, seat))
        assert [f"seat {who}" in str(refused.value) for who in range(3)] == [who in unknown for who in range(3)]
    known = evolve(state, table=game.view(state, None).table)
    assert game.score(known).totals == game.score(state).totals == (-6, -12, -11)


def test_what_a_score_depends_on_is_found_by_few_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    counted, asked = no_thanks.left.function, list[State]()

    def count(position: State) -> Any:
        asked.append(position)
        return counted(position)

    monkeypatch.setattr(no_thanks.left, "function", count)
    state = on_offer(5, counters=6, on_card=4)
    game: Game[State, AnyMove] = Game.from_state(state)
    with pytest.raises(GameError, match="counters of seat 1, counters of seat 2, counters of seat 3 and counters"):
        game.score(game.view(state, 0))
    assert len(asked) < 20 < len(worlds_of(game.view(state, 0)).every)


def test_a_view_is_impossible_only_if_whatever_is_unknown_would_be() -> None:
    state = on_offer(3, counters=6, on_card=4)
    game: Game[State, AnyMove] = Game.from_state(state)
    view = game.view(state, 0)
    assert game.check(view) == ()
    (problem,) = game.check(evolve(view, table=evolve(view.table, counters=30)))
    assert problem.clause == "thanks.counters"
    (problem,) = game.check(evolve(state, table=evolve(state.table, counters=5)))
    assert problem.clause == "thanks.counters"


@pytest.mark.parametrize(
    "service",
    [
        lambda game, view: game.playout(view, random.Random(1)),
        lambda game, view: game.deal(view, random.Random(1)),
        lambda game, view: game.deal_steps(view, random.Random(1)),
        lambda game, view: game.chance_move(view, random.Random(1)),
        lambda game, view: game.chances(view),
        lambda game, view: game.play(view, game.moves[0]),
    ],
)
def test_chance_is_not_drawn_and_no_move_made_in_a_view(service: Callable[[Any, Any], object]) -> None:
    game = Game(NO_THANKS, 3)
    with pytest.raises(GameError, match="does not show counters of seat 1, counters of seat 2 and pile"):
        service(game, game.view(game.new(), 0))


FEW = settings(max_examples=4, deadline=None)


@pytest.mark.slow
@FEW
@given(STRATEGIES.scripts(), st.sampled_from([0, 1, 2, None]))
def test_a_record_for_a_seat_is_followed_without_inventing_a_number(
    script: Script[State, AnyMove], seat: int | None
) -> None:
    start = script.game.new(script.seed % script.game.setting.players)
    record = Record(start, tuple(move for _, move in attrs.evolve(script, rich=False).steps()))
    shown = evolve(record.seen_by(seat), start=script.game.view(start, seat))
    assert parse_game(show_game(shown), (NO_THANKS,)) == shown
    for known, step in zip(shown.replay(), record.replay(), strict=True):
        assert known.state == script.game.view(step.state, seat)
        happened = {(e.clause, e.field, e.seat, e.key, e.change) for e in step.events}
        for event in known.events:
            assert (event.clause, event.field, event.seat, event.key, event.change) in happened
            assert UNKNOWN not in (event.before, event.after)


@FEW
@given(STRATEGIES.reachable_states().filter(lambda state: state.table.counters), st.randoms(use_true_random=False))
def test_what_others_have_left_can_be_shared_out_anew_unnoticed(state: State, rng: random.Random) -> None:
    game: Game[State, AnyMove] = Game.from_state(state)
    seat = rng.choice([*state.seats, None])
    other = rng.choice(worlds_of(game.view(state, seat)).every)
    assert leaks.leak(state, evolve(other, table=state.table), seat, rng, plies=0) == ""


def test_games_are_simulated() -> None:
    played = simulate.simulate(Game(NO_THANKS, 4), 3, seed=1)
    assert played.games == 3


@pytest.mark.slow
@pytest.mark.covers
def test_what_a_seat_has_seen_is_replayed_without_a_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game: Game[State, AnyMove] = Game(NO_THANKS, 3)
    record: Record[State, AnyMove] = Record(game.new())
    rng = random.Random(3)
    while not game.is_over(record.end()):
        chance = game.to_move(record.end()) is CHANCE
        record = record.deal(rng) if chance else record.then(rng.choice(game.legal_moves(record.end())))
    file = tmp_path / "seen.era"
    save_game(file, evolve(record.seen_by(0), start=game.view(record.start, 0)))
    for options in (["--events"], ["--check"], ["--json"]):
        capsys.readouterr()
        assert cli.main(NO_THANKS, ["replay", str(file), *options]) == 0
        out = capsys.readouterr().out
        assert ("the score depends on" in out) is (options != ["--json"])
        assert " -2" not in out
    assert json.loads(out)["score"] is None
