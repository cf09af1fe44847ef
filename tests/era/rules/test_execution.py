"""Carrying out the actions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good
from era_of_inventions.moves import (
    BuyLoad,
    EndAction,
    EndTurn,
    Move,
    PlaceDisc,
    Resolve,
    RunAllFactories,
    TakeCog,
    UseBonusDisc,
    Withdraw,
)
from era_of_inventions.position import EMPTY, REVEALS, Phase, Player, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.play.judge import judge
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.values import NO_THINGS, evolve, mask
from era_of_inventions.testing import reachable_states
from tests import at_most
from tests.era.rules.support import against, allowed, changed, clause, play, without_turn
from tests.support.positions import plenty, position

EACH = {3: 3, 4: 2, 5: 2}
LAST_ROUND = {3: 9, 4: 8, 5: 10}

areas = st.sampled_from(Area)
stocks = st.fixed_dictionaries({good: st.integers(0, 9) for good in Good})


@st.composite
def executions(
    draw: st.DrawFn, phase: Phase = Phase.CHOICE, *, area: Area | None = None, last: bool | None = None
) -> State:
    """A position in which somebody resolves a disc, carries out its action, or has done so.

    Discs lie as they can after some turns of an execution. ``area`` is where the disc of the turn was placed, and
    ``last`` whether it is the last one of the round.
    """
    players = draw(st.sampled_from([3, 4, 5]))
    turns = players * EACH[players]
    over = turns - 1 if last else draw(st.integers(0, turns - (2 if last is False else 1)))
    start = draw(st.integers(0, players - 1))
    seat = (start + over) % players
    circle = draw(st.permutations(list(Area)))
    each = EACH[players]
    gone = [sum((start + turn) % players == who for turn in range(over)) for who in range(players)]
    left = {who: [circle[(who * each + disc) % 6] for disc in range(gone[who], each)] for who in range(players)}
    own = left[seat][0]
    if area is not None:
        names = {own: area, area: own}
        left = {who: [names.get(a, a) for a in discs] for who, discs in left.items()}
        own = area
    if phase is not Phase.CHOICE:
        left[seat] = left[seat][1:]
    return position(
        players,
        phase=phase,
        seat=seat,
        start=start,
        round=draw(st.integers(1, LAST_ROUND[players])),
        area=EMPTY if phase is Phase.CHOICE else own,
        discs=left,
        goods={who: draw(stocks) for who in range(players)},
        bonus_discs=dict.fromkeys(range(players), 2),
    )


choices = executions()
actions = executions(Phase.ACTION)
offers = executions(Phase.BONUS_OFFER)


def discs(player: Player) -> set[Area]:
    """The areas with a disc of a player."""
    return {area for area in Area if player.discs & 1 << area}


def without_disc(state: State, area: int) -> State:
    """The position without the disc of the player in turn on an area."""
    seat = state.turn.seat
    left = discs(state.players[seat]) - {area}
    me = evolve(state.players[seat], discs=mask(Area, left))
    return evolve(state, players=(*state.players[:seat], me, *state.players[seat + 1 :]))


@clause("execution.only-active-player")
class TestOnlyActivePlayer:
    """Only the player in turn acts."""

    @at_most(60)
    @given(reachable_states(), st.integers(0, 4), st.integers(0, 99))
    def test_forbids_everybody_else(self, state: State, seat: int, choice: int) -> None:
        legal = Game.from_state(state).legal_moves(state)
        if seat < len(state.players) and legal:
            verdict = judge(state, legal[choice % len(legal)], seat=seat)
            in_turn = seat == state.turn.seat and state.turn.phase not in REVEALS
            assert verdict.legal == in_turn
            against = [clause.id for clause in verdict.forbidden_by]  # what others have may speak against it too
            assert against[:1] == ([] if in_turn else ["execution.only-active-player"])

    @given(choices, areas)
    def test_somebody_elses_disc_helps_nobody(self, state: State, area: Area) -> None:
        for seat in range(len(state.players)):
            verdict = judge(state, Resolve(area), seat=seat)
            assert verdict.legal == (seat == state.turn.seat and area in discs(state.players[seat]))

    @given(st.sampled_from([3, 4, 5]), st.integers(-1, 5))
    def test_somebody_is_in_turn(self, players: int, seat: int) -> None:
        state = position(players)
        other = evolve(state, turn=Turn(Phase.PLACEMENT, seat))
        problems = [problem.about for problem in Game.from_state(state).check(other)]
        assert problems == ([] if seat in range(players) else ["turn.seat"])

    def test_nobody_acts_where_chance_is_to_move(self) -> None:
        state = Game(4).new()
        assert not any(LAW.clause("execution.only-active-player")(state, ActsNow(seat)) for seat in range(4))


@clause("execution.free-disc-choice")
class TestFreeDiscChoice:
    """The player in turn resolves any of their discs."""

    @given(choices)
    def test_every_own_disc(self, state: State) -> None:
        assert {area for area in Area if allowed(state, Resolve(area))} == discs(state.players[state.turn.seat])

    @at_most(60)
    @given(reachable_states(), areas)
    def test_only_when_a_disc_is_to_be_taken_up(self, state: State, area: Area) -> None:
        if state.turn.phase is not Phase.CHOICE:
            assert not allowed(state, Resolve(area))


@clause("execution.withdraw-free")
class TestWithdrawFree:
    """A player may do without any action, at no cost and with no gain."""

    @given(choices)
    def test_every_own_disc(self, state: State) -> None:
        assert {area for area in Area if allowed(state, Withdraw(area))} == discs(state.players[state.turn.seat])

    @at_most(60)
    @given(reachable_states(), areas)
    def test_only_when_a_disc_is_to_be_taken_up(self, state: State, area: Area) -> None:
        if state.turn.phase is not Phase.CHOICE:
            assert not allowed(state, Withdraw(area))

    @given(choices, st.integers(0, 2))
    def test_costs_and_gives_nothing(self, state: State, choice: int) -> None:
        own = sorted(discs(state.players[state.turn.seat]))
        after = play(state, Withdraw(own[choice % len(own)]))
        assert [p.goods for p in after.players] == [p.goods for p in state.players]
        assert [p.influence for p in after.players] == [p.influence for p in state.players]


@clause("execution.own-disc")
class TestOwnDisc:
    """A disc is resolved or withdrawn only where one's own lies."""

    @given(choices, areas, st.sampled_from([Resolve, Withdraw]))
    def test_forbids_all_other_areas(self, state: State, area: Area, kind: type[Resolve | Withdraw]) -> None:
        own = area in discs(state.players[state.turn.seat])
        assert against(state, kind(area)) == (set() if own else {"execution.own-disc"})
        assert allowed(state, kind(area)) == own

    @given(executions(last=True))
    def test_somebody_has_one(self, state: State) -> None:
        bare = evolve(state, players=tuple(evolve(player, discs=NO_THINGS) for player in state.players))
        assert [problem.clause for problem in Game.from_state(state).check(bare)] == ["execution.own-disc"]
        assert not Game.from_state(state).check(state)


@clause("execution.disc-returned")
class TestDiscReturned:
    """After its action the disc goes home; its space stays free."""

    @given(actions)
    def test_after_an_action(self, state: State) -> None:
        area = state.turn.area
        mine = f"{state.turn.seat}.discs"
        before = state.me.discs
        assert changed(state, play(state, EndAction())) == {mine: (before, before & ~(1 << area))}

    @given(choices)
    def test_after_doing_without_one(self, state: State) -> None:
        area = min(discs(state.players[state.turn.seat]))
        before = state.me.discs
        after = play(state, Withdraw(area))
        assert changed(state, after) == {f"{state.turn.seat}.discs": (before, before & ~(1 << area))}

    @given(executions(Phase.ACTION, area=Area.GOODS))
    def test_after_an_action_that_ends_by_itself(self, state: State) -> None:
        after = play(state, RunAllFactories())
        assert discs(after.players[state.turn.seat]) == discs(state.players[state.turn.seat]) - {Area.GOODS}

    @given(executions(Phase.ACTION, last=False), areas)
    def test_its_space_stays_free(self, state: State, area: Area) -> None:
        after = play(state, EndAction())
        assert not allowed(after, PlaceDisc(area))
        assert not allowed(play(after, EndTurn()), PlaceDisc(area))


@clause("execution.one-disc-per-turn")
class TestOneDiscPerTurn:
    """In a turn the action of one disc is carried out and no other."""

    @given(choices, st.integers(0, 2))
    def test_its_action_begins_and_nothing_else_happens(self, state: State, choice: int) -> None:
        own = sorted(discs(state.players[state.turn.seat]))
        area = own[choice % len(own)]
        after = play(state, Resolve(area))
        assert after == evolve(state, turn=Turn(Phase.ACTION, state.turn.seat, area))

    @given(choices, areas)
    def test_no_second_disc(self, state: State, second: Area) -> None:
        first = min(discs(state.players[state.turn.seat]))
        for after in (play(state, Resolve(first)), play(state, Resolve(first), EndAction())):
            assert not allowed(after, Resolve(second))
            assert not allowed(after, Withdraw(second))

    @given(choices)
    def test_the_action_is_that_of_the_area(self, state: State) -> None:
        area = min(discs(state.players[state.turn.seat]))
        after = play(state, Resolve(area))
        able: dict[Area, tuple[Move, bool]] = {
            Area.GOODS: (RunAllFactories(), True),
            Area.BUY: (BuyLoad(0), state.me.goods >> 16 * Good.COIN & 0xFFFF > 0),
            Area.MARKET: (TakeCog(), True),
        }
        for other, (move, possible) in able.items():
            assert allowed(after, move) == (other is area and possible)

    def test_an_action_has_an_area(self) -> None:
        state = position(phase=Phase.ACTION, area=Area.BUY, discs={0: [Area.BUY]})
        other = evolve(state, turn=Turn(Phase.ACTION, 0))
        assert [problem.clause for problem in Game.from_state(state).check(other)] == ["execution.one-disc-per-turn"]


@clause("execution.withdraw-takes-disc")
class TestWithdrawTakesDisc:
    """Doing without uses up the disc and the turn."""

    @given(choices, st.integers(0, 2))
    def test_the_disc_goes_and_nothing_else(self, state: State, choice: int) -> None:
        own = sorted(discs(state.players[state.turn.seat]))
        area = own[choice % len(own)]
        turn = Turn(Phase.BONUS_OFFER, state.turn.seat)
        assert play(state, Withdraw(area)) == evolve(without_disc(state, area), turn=turn)

    @given(choices, areas)
    def test_nothing_follows_but_the_next_turn(self, state: State, area: Area) -> None:
        after = play(state, Withdraw(min(discs(state.players[state.turn.seat]))))
        assert not allowed(after, Resolve(area))
        assert Game.from_state(after).legal_moves(after) == (EndTurn(),)


@clause("execution.may-stop")
class TestFewerOk:
    """An action can be stopped at any point."""

    @given(actions)
    def test_before_the_first_step(self, state: State) -> None:
        assert allowed(state, EndAction())

    @at_most(60)
    @given(reachable_states())
    def test_whenever_there_is_one(self, state: State) -> None:
        assert allowed(state, EndAction()) == (state.turn.phase in (Phase.ACTION, Phase.FINAL_MARKET))


@clause("execution.action-over")
class TestActionOver:
    """When an action ends, its disc goes home and a bonus disc may follow."""

    @given(actions)
    def test_stopped(self, state: State) -> None:
        expected = evolve(state.turn, phase=Phase.BONUS_OFFER)
        assert play(state, EndAction()) == evolve(without_disc(state, state.turn.area), turn=expected)

    @given(executions(Phase.ACTION, area=Area.MARKET))
    def test_over_by_itself(self, state: State) -> None:
        after = play(state, TakeCog())
        assert (after.turn.phase, after.turn.seat) == (Phase.BONUS_OFFER, state.turn.seat)
        assert after.players[after.turn.seat].discs == without_disc(state, Area.MARKET).me.discs
        assert allowed(after, UseBonusDisc())

    @given(executions(Phase.ACTION, area=Area.GOODS), st.sampled_from(range(7)))
    def test_a_bonus_action_takes_no_disc(self, state: State, source: int) -> None:
        offer = play(state, RunAllFactories())
        bonus = play(offer, UseBonusDisc())
        if allowed(bonus, BuyLoad(source)):
            after = play(bonus, BuyLoad(source))
            assert after.turn.phase is Phase.BONUS_OFFER
            assert [p.discs for p in after.players] == [p.discs for p in offer.players]


@clause("execution.stop")
class TestStop:
    """Whoever stops ends the action."""

    @given(actions)
    def test_the_disc_goes_and_nothing_else(self, state: State) -> None:
        after = play(state, EndAction())
        assert without_turn(after) == evolve(
            without_turn(without_disc(state, state.turn.area)),
            turn=Turn(Phase.BONUS_OFFER, state.turn.seat, state.turn.area),
        )

    @given(st.sampled_from([3, 4, 5]), st.integers(0, 2))
    def test_the_final_market_is_no_action(self, players: int, seat: int) -> None:
        state = position(players, phase=Phase.FINAL_MARKET, seat=seat, round=LAST_ROUND[players])
        after = play(state, EndAction())
        assert after.turn.phase is not Phase.BONUS_OFFER
        assert changed(state, after) == {}


@clause("execution.turn-over")
class TestTurnOver:
    """After the action the turn can be passed on, bonus disc or not."""

    @given(offers)
    def test_at_once(self, state: State) -> None:
        assert allowed(state, EndTurn())

    @given(executions(Phase.ACTION, area=Area.GOODS))
    def test_a_bonus_disc_is_not_compulsory(self, state: State) -> None:
        offer = play(state, RunAllFactories())
        assert allowed(offer, UseBonusDisc())
        assert allowed(offer, EndTurn())

    def test_when_the_action_is_over_and_no_sooner_or_later(self) -> None:
        state = position(5, phase=Phase.CHOICE, seat=3, discs={3: [Area.BUY], 4: [Area.MARKET]}, goods={3: plenty()})
        ends = [allowed(state, EndTurn())]
        for move in (Resolve(Area.BUY), BuyLoad(4), BuyLoad(5), EndAction(), UseBonusDisc(), BuyLoad(0), EndTurn()):
            state = play(state, move)
            ends.append(allowed(state, EndTurn()))
        assert ends == [False, False, False, False, True, False, True, False]

    @at_most(60)
    @given(reachable_states())
    def test_never_before(self, state: State) -> None:
        assert allowed(state, EndTurn()) == (state.turn.phase is Phase.BONUS_OFFER)


@clause("execution.next-turn")
class TestClockwisePasses:
    """Clockwise, one disc each, pass after pass until none is left."""

    @given(executions(Phase.BONUS_OFFER, last=False))
    def test_the_left_neighbor_follows(self, state: State) -> None:
        following = (state.turn.seat + 1) % len(state.players)
        assert play(state, EndTurn()) == evolve(state, turn=Turn(Phase.CHOICE, following))

    @at_most(25)
    @given(st.sampled_from([3, 4, 5]), st.integers(0, 2), st.booleans(), st.data())
    def test_order_of_execution(self, players: int, start: int, withdraw: bool, data: st.DataObject) -> None:
        areas_of = {who: [(who * EACH[players] + disc) % 6 for disc in range(EACH[players])] for who in range(players)}
        placed = {who: [Area(area) for area in areas] for who, areas in areas_of.items()}
        state = position(players, phase=Phase.CHOICE, start=start, seat=start, discs=placed)
        seats: list[int] = []
        while state.turn.phase is Phase.CHOICE and len(seats) < 20:
            seats.append(state.turn.seat)
            area = data.draw(st.sampled_from(sorted(discs(state.players[state.turn.seat]))))
            state = play(state, *((Withdraw(area),) if withdraw else (Resolve(area), EndAction())), EndTurn())
        assert seats == [(start + turn) % players for turn in range(players)] * EACH[players]


@clause("execution.round-ends")
class TestEndsRound:
    """The round ends with the last turn, when no disc is left."""

    @given(executions(Phase.BONUS_OFFER, last=True))
    def test_after_the_last_disc(self, state: State) -> None:
        after = play(state, EndTurn())
        assert after.turn.phase is (
            Phase.FINAL_MARKET if state.round == LAST_ROUND[len(state.players)] else Phase.REFRESH_CARDS
        )
        assert (after.turn.seat, after.start, after.round) == (state.start, state.start, state.round)

    @given(executions(Phase.BONUS_OFFER, last=False))
    def test_not_while_one_is_left(self, state: State) -> None:
        after = play(state, EndTurn())
        assert after.turn.phase is Phase.CHOICE
        assert without_turn(after).board == state.board

    @given(executions(last=True), st.sampled_from([Phase.REFRESH_CARDS, Phase.REFRESH_FACTORIES, Phase.GAME_OVER]))
    def test_no_disc_lies_between_rounds(self, state: State, phase: Phase) -> None:
        room = evolve(state.board, display=(*state.board.display[:-1], EMPTY), row=(*state.board.row[:-1], EMPTY))
        other = evolve(state, round=LAST_ROUND[len(state.players)], turn=Turn(phase, state.start), board=room)
        assert "execution.round-ends" in {problem.clause for problem in Game.from_state(state).check(other)}
