"""Area F: registering patents."""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good, count, pack
from era_of_inventions.moves import Develop, EndAction, Move, RegisterPatent, UseBonusDisc
from era_of_inventions.position import Phase, Player, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.values import evolve, members
from era_of_inventions.testing import generated_components, reachable_states, rulesets_with
from tests.era.rules.support import against, allowed, changed, clause, gained, play
from tests.support.positions import SHIPPED, original, plenty, position

QUIET = [evolve(generated_components(seed), signs=()) for seed in range(6)]
"""Component sets with prices of all sorts, and no signs on the influence track that would pay something besides."""
CAR, TELEPHONE = original("car"), original("telephone")

patents = st.none() | st.integers(0, 17)


def own_marks(state: State) -> int:
    """How many of the player's invention markers lie on the board."""
    return len(members(state.me.developed)) + len(members(state.me.patented))


def free_spaces(state: State) -> list[int]:
    """The player's spaces without a patent."""
    return [space for space in members(state.me.developed) if space not in members(state.me.patented)]


def coins(state: State) -> int:
    return count(state.me.goods, Good.COIN)


@st.composite
def filings(draw: st.DrawFn, /, most_patents: int = 6) -> State:
    """A player is carrying out area F and may have registered patents; inventions belong to anybody."""
    players = draw(st.sampled_from([3, 4, 5]))
    seat = draw(st.integers(0, players - 1))
    owner = st.none() | st.just(seat) | st.integers(0, players - 1)
    spaces: dict[int, list[int]] = {who: [] for who in range(players)}
    inventions = st.lists(st.tuples(st.integers(0, 8), owner, owner), max_size=7, unique_by=lambda owned: owned[0])
    for invention, gold, silver in draw(inventions):
        if gold is not None:
            spaces[gold].append(2 * invention)
            if silver is not None:
                spaces[silver].append(2 * invention + 1)
    registered = draw(st.integers(0, most_patents))
    patented = draw(st.permutations(spaces[seat]))[: draw(st.integers(0, min(registered, 15 - len(spaces[seat]))))]
    return position(
        players,
        components=draw(st.sampled_from(QUIET)),
        phase=Phase.ACTION,
        area=Area.DEVELOP,
        seat=seat,
        goods={seat: {Good.COIN: draw(st.integers(0, 5)), Good.COG: 3}},
        influence={seat: draw(st.integers(0, 30))},
        patents={seat: registered},
        developed=spaces,
        patented={seat: patented},
        turn={"patents": draw(st.integers(0, min(2, registered)))},
    )


@st.composite
def possible(draw: st.DrawFn, /) -> tuple[State, RegisterPatent]:
    """A patent that can be registered, placed on a space of the player or not at all."""
    state = draw(filings(most_patents=5))
    turn = evolve(state.turn, patents=min(1, state.turn.patents))
    rich = with_player(state, turn.seat, goods=pack({Good.COIN: 5 + coins(state)}))
    return evolve(rich, turn=turn), RegisterPatent(draw(st.sampled_from([*free_spaces(state), None])))


def with_player(state: State, seat: int, **fields: Any) -> State:
    """The position with other values of one player, possible or not."""
    player: Player = evolve(state.players[seat], **fields)
    return evolve(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def under(state: State, ruleset: Ruleset) -> State:
    """The position with other readings."""
    return evolve(state, setting=attrs.evolve(state.setting, ruleset=ruleset))


def full(spaces: int, patented: int, **given: Any) -> State:
    """A player in area F with that many spaces, the first of them patented, and nine coins."""
    usual: dict[str, Any] = {
        "phase": Phase.ACTION,
        "area": Area.DEVELOP,
        "goods": {0: {Good.COIN: 9}},
        "developed": {0: range(spaces)},
        "patents": {0: patented},
        "patented": {0: range(patented)},
    }
    return position(**(usual | given))


def with_coins(number: int) -> dict[int, dict[Good, int]]:
    return {0: {Good.COIN: number}}


def own_part(state: State, move: Move, field: str) -> dict[str, tuple[object, object]]:
    """What a move changes of one field of all players."""
    return {name: pair for name, pair in changed(state, play(state, move)).items() if name.endswith(f".{field}")}


@clause("patents.action")
class TestAction:
    """Instead of developing, a disc on area F registers patents, even with nothing to protect."""

    @given(filings(), patents)
    def test_all_that_is_needed(self, state: State, space: int | None) -> None:
        registered = state.me.patents
        ready = registered < 6 and state.turn.patents < 2
        paid = ready and coins(state) >= state.components.patent_squares[registered].coins
        placeable = space is None or (space in free_spaces(state) and own_marks(state) < 15)
        assert allowed(state, RegisterPatent(space)) == (paid and placeable)

    @given(reachable_states(), patents)
    def test_only_there(self, state: State, space: int | None) -> None:
        in_area = state.turn.phase is Phase.ACTION and state.turn.area == Area.DEVELOP
        if not in_area and state.turn.phase is not Phase.BONUS_ACTION:
            assert not allowed(state, RegisterPatent(space))

    def test_with_no_invention_at_all(self) -> None:
        assert allowed(full(0, 0), RegisterPatent(None))

    def test_in_no_other_area(self) -> None:
        for area in Area:
            assert allowed(full(2, 0, area=area), RegisterPatent(None)) == (area is Area.DEVELOP)


@clause("patents.six-per-game")
class TestSixPerGame:
    """The track has six squares, so each player registers at most six patents in a game."""

    @given(filings(), patents)
    def test_forbids_a_seventh(self, state: State, space: int | None) -> None:
        assert ("patents.six-per-game" in against(state, RegisterPatent(space))) == (state.me.patents == 6)

    def test_the_sixth_and_the_seventh(self) -> None:
        assert allowed(full(7, 5), RegisterPatent(5))
        assert not allowed(full(7, 6), RegisterPatent(6))
        assert not allowed(full(7, 6), RegisterPatent(None))

    def test_a_patent_left_unplaced_is_one_of_the_six(self) -> None:
        state = full(6, 5, patents={0: 6})
        assert against(state, RegisterPatent(5)) == {"patents.six-per-game", "patents.no-later-placement"}

    def test_seven_are_no_position(self) -> None:
        state = full(0, 0)
        for number, problems in ((6, []), (7, ["patents.six-per-game"])):
            found = Game.from_state(state).check(with_player(state, 0, patents=number))
            assert [problem.clause for problem in found] == problems


@clause("patents.cost-of-square")
class TestCostNewSquare:
    """A patent costs the coins on the square entered."""

    @given(filings(most_patents=5), patents)
    def test_the_number_on_the_next_square(self, state: State, space: int | None) -> None:
        price = LAW.clause("patents.cost-of-square")(state, RegisterPatent(space))
        shown = [square.coins for square in state.components.patent_squares]
        assert count(price, Good.COIN) == shown[state.me.patents]
        assert all(count(price, good) == 0 for good in Good if good is not Good.COIN)

    def test_two_patents_cost_both_squares(self) -> None:
        state = full(0, 0, goods=with_coins(3))
        once = play(state, RegisterPatent(None))
        twice = play(once, RegisterPatent(None))
        assert [coins(state), coins(once), coins(twice)] == [3, 2, 0]


@clause("patents.must-afford")
class TestCoins:
    """A patent that cannot be paid in coins is not registered; other goods are no help."""

    @given(filings(most_patents=5), patents)
    def test_forbids_what_cannot_be_paid(self, state: State, space: int | None) -> None:
        price = state.components.patent_squares[state.me.patents].coins
        assert ("patents.must-afford" in against(state, RegisterPatent(space))) == (coins(state) < price)

    @given(st.integers(0, 5), st.integers(0, 5))
    def test_to_the_coin(self, registered: int, held: int) -> None:
        price = SHIPPED.patent_squares[registered].coins
        state = full(0, 0, patents={0: registered}, goods={0: plenty(9) | {Good.COIN: held}})
        assert allowed(state, RegisterPatent(None)) == (held >= price)

    def test_the_second_is_paid_when_it_is_registered(self) -> None:
        assert allowed(play(full(0, 0, goods=with_coins(3)), RegisterPatent(None)), RegisterPatent(None))
        assert not allowed(play(full(0, 0, goods=with_coins(2)), RegisterPatent(None)), RegisterPatent(None))


@clause("patents.two-per-action")
class TestTwoPerAction:
    """No more than two patents in one action."""

    @given(filings(), patents)
    def test_forbids_a_third(self, state: State, space: int | None) -> None:
        assert ("patents.two-per-action" in against(state, RegisterPatent(space))) == (state.turn.patents == 2)

    @given(st.integers(0, 4), st.integers(0, 4))
    def test_a_bonus_action_has_a_patent_of_its_own(self, registered: int, spaces: int) -> None:
        state = full(2 * spaces, 0, goods=with_coins(20), patents={0: registered}, bonus_discs={0: 1})
        for number in range(min(2, 6 - registered)):
            assert allowed(state, RegisterPatent(None)), number
            state = play(state, RegisterPatent(None))
        assert not allowed(state, RegisterPatent(None))
        state = play(state, EndAction(), UseBonusDisc())
        assert allowed(state, RegisterPatent(None)) == (registered < 4)


@clause("patents.own-only")
class TestOwnOnly:
    """A patent is placed on any space of the player, gold or silver, and never on one of somebody else or of nobody."""

    @given(filings(), patents)
    def test_forbids_what_is_not_own(self, state: State, space: int | None) -> None:
        foreign = space is not None and space not in members(state.me.developed)
        assert ("patents.own-only" in against(state, RegisterPatent(space))) == foreign

    @given(possible())
    def test_every_own_space_is_free_to_choose(self, case: tuple[State, RegisterPatent]) -> None:
        state, _ = case
        markers_left = own_marks(state) < 15
        expected = {space for space in free_spaces(state) if markers_left}
        assert {space for space in range(18) if allowed(state, RegisterPatent(space))} == expected

    def test_a_patent_elsewhere_is_no_position(self) -> None:
        state = position(developed={0: [TELEPHONE], 1: [CAR]}, patents={0: 2})
        for space, problems in ((TELEPHONE, []), (CAR, ["patents.own-only"]), (0, ["patents.own-only"])):
            found = Game.from_state(state).check(with_player(state, 0, patented=1 << space))
            assert [problem.clause for problem in found] == problems


@clause("patents.once-per-space")
class TestOncePerSpace:
    """A space with a patent takes no other."""

    @given(filings(), patents)
    def test_forbids_what_is_patented(self, state: State, space: int | None) -> None:
        twice = space in [taken for player in state.players for taken in members(player.patented)]
        assert ("patents.once-per-space" in against(state, RegisterPatent(space))) == twice

    def test_a_patent_of_another_takes_the_space_too(self) -> None:
        others: dict[str, Any] = {"developed": {0: [CAR + 1], 1: [CAR]}, "patented": {1: [CAR]}, "patents": {1: 1}}
        state = position(phase=Phase.ACTION, area=Area.DEVELOP, goods=with_coins(9), **others)
        assert against(state, RegisterPatent(CAR)) == {"patents.own-only", "patents.once-per-space"}
        assert allowed(state, RegisterPatent(CAR + 1))

    def test_the_two_spaces_of_an_invention_are_two(self) -> None:
        state = full(0, 0, developed={0: [CAR, CAR + 1]})
        once = play(state, RegisterPatent(CAR))
        assert against(once, RegisterPatent(CAR)) == {"patents.once-per-space"}
        assert not allowed(once, RegisterPatent(CAR))
        assert allowed(once, RegisterPatent(CAR + 1))


@clause("patents.marker-needed")
class TestMarkerNeeded:
    """The patent takes one of fifteen markers; when none is left it scores, but protects nothing."""

    @given(st.integers(9, 15), st.integers(0, 5), patents)
    def test_forbids_a_sixteenth_marker(self, spaces: int, patented: int, space: int | None) -> None:
        state = full(min(spaces, 15 - patented), patented)
        short = space is not None and own_marks(state) == 15
        assert ("patents.marker-needed" in against(state, RegisterPatent(space))) == short

    @given(st.integers(0, 5))
    def test_the_last_marker_and_the_one_after(self, patented: int) -> None:
        last = full(14 - patented, patented, goods=with_coins(20))
        assert allowed(last, RegisterPatent(patented))
        none_left = play(last, RegisterPatent(patented))
        assert own_marks(none_left) == 15
        assert not allowed(none_left, RegisterPatent(patented + 1))
        assert allowed(none_left, RegisterPatent(None)) == (patented < 5)

    @given(filings(), patents)
    def test_forbids_nothing_to_others(self, state: State, space: int | None) -> None:
        if own_marks(state) < 15:
            assert "patents.marker-needed" not in against(state, RegisterPatent(space))


@clause("patents.after-develop")
class TestAfterDevelopSameTurn:
    """What was developed earlier in the turn can be patented by its bonus disc, where a later turn is not asked for."""

    @given(st.integers(0, 8), rulesets_with("patent-same-turn"))
    def test_the_invention_of_the_turn(self, invention: int, ruleset: Ruleset) -> None:
        state = full(0, 0, goods={0: plenty(9)}, bonus_discs={0: 1}, ruleset=ruleset)
        state = play(state, Develop(2 * invention), EndAction(), UseBonusDisc())
        usual = ruleset == Ruleset()
        assert allowed(state, RegisterPatent(2 * invention)) == usual
        refused = against(state, RegisterPatent(2 * invention))
        assert refused == (set() if usual else {"patents.after-develop"})

    @given(filings(), patents, rulesets_with("patent-same-turn"))
    def test_forbids_no_older_one(self, state: State, space: int | None, ruleset: Ruleset) -> None:
        state = under(state, ruleset)
        assert "patents.after-develop" not in against(state, RegisterPatent(space))


@clause("patents.may-stay-unplaced")
class TestPlaceMay:
    """A patent may be left without a marker, unless the table wants it placed wherever it can be."""

    @given(possible())
    def test_never_compulsory(self, case: tuple[State, RegisterPatent]) -> None:
        state, _ = case
        assert allowed(state, RegisterPatent(None))

    @given(possible(), rulesets_with("patent-placing"))
    def test_compulsory_only_while_it_can_be_placed(self, case: tuple[State, RegisterPatent], ruleset: Ruleset) -> None:
        state = under(case[0], ruleset)
        must = ruleset != Ruleset()
        forced = must and bool(free_spaces(state))
        assert allowed(state, RegisterPatent(None)) == (not forced)

    def test_left_out_when_no_marker_is_left(self) -> None:
        assert allowed(full(12, 3, ruleset="en"), RegisterPatent(None))
        assert not allowed(full(11, 3, ruleset="en"), RegisterPatent(None))

    def test_left_out_although_it_must_be_placed(self) -> None:
        state = full(3, 1, ruleset="en")
        assert against(state, RegisterPatent(None)) == {"patents.may-stay-unplaced"}
        assert allowed(full(3, 1), RegisterPatent(None))


@clause("patents.paid-to-supply")
class TestPaid:
    """The coins leave the player and go to nobody."""

    @given(possible())
    def test_the_coins_and_no_other_goods(self, case: tuple[State, RegisterPatent]) -> None:
        state, move = case
        price = state.components.patent_squares[state.me.patents].coins
        goods = {f"{seat}.{good.name.lower()}" for seat in range(len(state.players)) for good in Good}
        lost = {name: by for name, by in gained(state, play(state, move)).items() if name in goods}
        assert lost == ({f"{state.turn.seat}.coin": -price} if price else {})


@clause("patents.one-step")
class TestOneStep:
    """The marker goes up one square, whoever else stands there."""

    @given(possible())
    def test_one_square(self, case: tuple[State, RegisterPatent]) -> None:
        state, move = case
        before = state.me.patents
        assert own_part(state, move, "patents") == {f"{state.turn.seat}.patents": (before, before + 1)}

    @given(possible())
    def test_nothing_else_is_touched(self, case: tuple[State, RegisterPatent]) -> None:
        state, move = case
        expected = {f"{state.turn.seat}.{field}" for field in ("coin", "patents", "influence", "patented")}
        assert set(changed(state, play(state, move))) <= expected

    @given(st.integers(0, 5), st.integers(0, 6))
    def test_squares_are_shared(self, mine: int, other: int) -> None:
        state = full(0, 0, patents={0: mine, 1: other})
        assert allowed(state, RegisterPatent(None))
        after = play(state, RegisterPatent(None))
        assert [player.patents for player in after.players] == [mine + 1, other, 0, 0]


@clause("patents.influence-now")
class TestIpNow:
    """The influence of the square entered is scored at once, for each patent by itself."""

    @given(possible())
    def test_the_number_on_the_square(self, case: tuple[State, RegisterPatent]) -> None:
        state, move = case
        before, worth = state.me.influence, state.components.patent_squares[state.me.patents].influence
        moved = {f"{state.turn.seat}.influence": (before, before + worth)}
        assert own_part(state, move, "influence") == (moved if worth else {})

    def test_stepwise(self) -> None:
        """The first patent ends on the coin of 9, and that coin helps to pay the second."""
        state = full(0, 0, goods=with_coins(2), influence={0: 8})
        once = play(state, RegisterPatent(None))
        assert (once.me.influence, coins(once)) == (9, 2)
        twice = play(once, RegisterPatent(None))
        assert (twice.me.influence, coins(twice)) == (10, 0)


@clause("patents.no-later-placement")
class TestNoLaterPlacement:
    """A patent without a marker gets none later: whoever tries it where no new patent can be had is told so."""

    LATER = "patents.no-later-placement"

    @given(filings(), patents)
    def test_forbids_a_marker_without_a_new_patent(self, state: State, space: int | None) -> None:
        left = state.me.patents - len(members(state.me.patented))
        new = allowed(state, RegisterPatent(None))
        assert (self.LATER in against(state, RegisterPatent(space))) == (space is not None and left > 0 and not new)

    @given(reachable_states(), patents)
    def test_forbids_nothing_else(self, state: State, space: int | None) -> None:
        others = against(state, RegisterPatent(space)) - {self.LATER}
        grants = LAW.grants[RegisterPatent]
        granted = any(grant.permits(state, RegisterPatent(space)) for grant in grants)
        assert allowed(state, RegisterPatent(space)) == (granted and not others)

    def test_when_the_invention_has_been_developed_just_now(self) -> None:
        state = play(full(0, 0, patents={0: 1}, goods={0: plenty(9)}), Develop(CAR))
        assert against(state, RegisterPatent(CAR)) == {"develop.or-patent", self.LATER}
        over = play(state, EndAction())
        assert self.LATER in against(over, RegisterPatent(CAR))
        assert self.LATER not in against(play(full(1, 1), EndAction()), RegisterPatent(0))


@clause("patents.marker-placed")
class TestMarker:
    """The marker goes on the space chosen."""

    @given(possible())
    def test_on_the_chosen_space_only(self, case: tuple[State, RegisterPatent]) -> None:
        state, move = case
        before = state.me.patented
        if move.space is None:
            assert own_part(state, move, "patented") == {}
        else:
            after = before | 1 << move.space
            assert own_part(state, move, "patented") == {f"{state.turn.seat}.patented": (before, after)}

    @given(st.integers(0, 8))
    def test_not_on_what_is_developed_later(self, invention: int) -> None:
        state = full(0, 0, goods={0: plenty(9)}, bonus_discs={0: 1})
        state = play(state, RegisterPatent(None), EndAction(), UseBonusDisc(), Develop(2 * invention))
        assert state.me.developed == 1 << 2 * invention
        assert state.players[0].patented == 0

    def test_more_markers_than_patents_are_no_position(self) -> None:
        state = position(developed={0: [CAR, TELEPHONE]})
        for number, problems in ((2, []), (1, ["patents.marker-placed"])):
            found = Game.from_state(state).check(
                with_player(state, 0, patents=number, patented=1 << CAR | 1 << TELEPHONE)
            )
            assert [problem.clause for problem in found] == problems
