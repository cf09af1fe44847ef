"""Area F: developing inventions."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, Components, Space
from era_of_inventions.box.goods import Good, count, pack
from era_of_inventions.moves import Develop, EndAction, EndTurn, RegisterPatent, UseBonusDisc
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules.develop import cost_in_cogs
from era_of_inventions.tabletop.values import NO_THINGS, evolve, mask
from era_of_inventions.testing import generated_components, reachable_states
from tests.era.rules.support import against, allowed, changed, clause, gained, play
from tests.support.positions import SHIPPED, plenty, position, with_space

SETS = [evolve(generated_components(number), signs=()) for number in range(5)]
"""The shipped components and sets with other numbers, with no signs on the track, so that influence brings no goods."""
SPACES = range(18)
MARKERS = 15

spaces = st.sampled_from(SPACES)


@attrs.frozen
class Bench:
    """A develop action: who owns which space, what the player in turn has, and the cogs spent so far."""

    state: State
    owners: Mapping[int, int]
    cogs: int
    spent: int

    @property
    def components(self) -> Components:
        return self.state.components

    def open_to_all(self, space: int) -> bool:
        """Whether the space is an original, or its original has been developed."""
        return space % 2 == 0 or space - 1 in self.owners


@st.composite
def benches(draw: st.DrawFn) -> Bench:
    """A develop action under way, with the spaces of each invention free, half or wholly taken by anybody."""
    players = draw(st.sampled_from([3, 4, 5]))
    seat = draw(st.integers(0, players - 1))
    owners: dict[int, int] = {}
    for invention in range(9):
        for space in range(2 * invention, 2 * invention + draw(st.integers(0, 2))):
            owner = draw(st.integers(0, players - 1))
            owners[space] = owner if list(owners.values()).count(owner) < MARKERS else (owner + 1) % players
    cogs, components = draw(st.integers(0, 9)), draw(st.sampled_from(SETS))
    own = [space for space, owner in owners.items() if owner == seat]
    now = draw(st.lists(st.sampled_from(own), max_size=3, unique=True)) if own else []
    state = position(
        players,
        components=components,
        phase=Phase.ACTION,
        area=Area.DEVELOP,
        seat=seat,
        goods={seat: {Good.COG: cogs, Good.COIN: 9}},
        developed={who: [space for space, owner in owners.items() if owner == who] for who in range(players)},
        turn={"developed": sum(1 << space for space in now)},
    )
    return Bench(state, owners, cogs, sum(components.spaces[space].cogs for space in now))


@st.composite
def developments(draw: st.DrawFn) -> tuple[State, int]:
    """A develop action that has not begun, and a space that can be developed in it."""
    bench = draw(benches())
    free = [space for space in SPACES if space not in bench.owners and bench.open_to_all(space)]
    seat, players = bench.state.turn.seat, list(bench.state.players)
    players[seat] = evolve(players[seat], goods=pack(plenty(20)))
    turn = evolve(bench.state.turn, developed=NO_THINGS)
    state = evolve(bench.state, players=tuple(players), turn=turn)
    if not free or len([space for space, owner in bench.owners.items() if owner == seat]) >= MARKERS:
        state, free = action(seat=0), list(range(0, 18, 2))
    return state, draw(st.sampled_from(free))


def action(**given: object) -> State:
    """A develop action of seat 0 that has not begun, with plenty of everything."""
    usual = {"phase": Phase.ACTION, "area": Area.DEVELOP, "goods": {0: plenty(20)}, "components": SETS[0]}
    return position(**(usual | given))  # type: ignore[arg-type]


@clause("develop.action")
class TestAction:
    """On area F any free invention can be developed, dear or cheap, begun by anybody."""

    @given(benches())
    def test_every_open_space_within_means(self, bench: Bench) -> None:
        state = bench.state
        mine = list(bench.owners.values()).count(state.turn.seat)
        for space, printed in enumerate(bench.components.spaces):
            free = space not in bench.owners and bench.open_to_all(space)
            means = printed.cogs <= bench.cogs and printed.cogs + bench.spent <= 7 and mine < MARKERS
            assert allowed(state, Develop(space)) == (free and means)

    @given(st.sampled_from(list(Area)), st.sampled_from(range(0, 18, 2)))
    def test_on_no_other_area(self, area: Area, space: int) -> None:
        assert allowed(action(area=area), Develop(space)) == (area is Area.DEVELOP)

    @given(reachable_states(), spaces)
    def test_only_in_an_action(self, state: State, space: int) -> None:
        if state.turn.phase not in (Phase.ACTION, Phase.BONUS_ACTION):
            assert not allowed(state, Develop(space))


@clause("develop.or-patent")
class TestOrPatent:
    """One action develops or registers patents; an action after it may do the other."""

    @given(developments())
    def test_no_patent_after_developing(self, development: tuple[State, int]) -> None:
        state, space = development
        assert allowed(state, RegisterPatent())
        developed = play(state, Develop(space))
        for patent in (RegisterPatent(), RegisterPatent(space)):
            assert against(developed, patent) == {"develop.or-patent"}
            assert not allowed(developed, patent)

    @given(developments())
    def test_no_development_after_a_patent(self, development: tuple[State, int]) -> None:
        state, space = development
        assert allowed(state, Develop(space))
        registered = play(state, RegisterPatent())
        assert against(registered, Develop(space)) == {"develop.or-patent"}
        assert not allowed(registered, Develop(space))

    @given(st.booleans(), st.sampled_from(range(0, 18, 2)))
    def test_a_bonus_disc_may_do_the_other(self, patent_first: bool, space: int) -> None:
        one, other = Develop(space), RegisterPatent()
        if patent_first:
            assert allowed(play(action(), other, EndAction(), UseBonusDisc()), one)
        else:
            assert allowed(play(action(), one, EndAction(), UseBonusDisc()), other)


@clause("develop.original-first")
class TestOriginalFirst:
    """A technical space waits for the original of its invention, whoever develops it."""

    @given(benches(), spaces)
    def test_forbids_technicals_without_their_original(self, bench: Bench, space: int) -> None:
        closed = space % 2 == 1 and space - 1 not in bench.owners
        assert ("develop.original-first" in against(bench.state, Develop(space))) == closed

    @given(st.integers(0, 8))
    def test_both_in_one_action(self, invention: int) -> None:
        cheap = with_space(2 * invention + 1, with_space(2 * invention, SETS[0], cogs=3), cogs=4)
        state, technical = action(components=cheap), Develop(2 * invention + 1)
        assert against(state, technical) == {"develop.original-first"}
        assert allowed(play(state, Develop(2 * invention)), technical)

    @given(st.integers(0, 8))
    def test_a_technical_alone_is_no_position(self, invention: int) -> None:
        fresh = action()
        me = evolve(fresh.players[0], developed=mask(Space, [2 * invention + 1]))
        problems = Game.from_state(fresh).check(evolve(fresh, players=(me, *fresh.players[1:])))
        assert [problem.clause for problem in problems] == ["develop.original-first"]


@clause("develop.space-once")
class TestSpaceOnce:
    """A space with a marker is taken, for its owner too."""

    @given(benches(), spaces)
    def test_forbids_what_is_taken(self, bench: Bench, space: int) -> None:
        taken = "develop.space-once" in against(bench.state, Develop(space))
        assert taken == (space in bench.owners)

    @given(st.sampled_from(range(0, 18, 2)), st.integers(0, 3))
    def test_forbidden_for_nothing_else(self, space: int, owner: int) -> None:
        state = action(developed={owner: [space]})
        assert against(state, Develop(space)) == {"develop.space-once"}
        assert not allowed(state, Develop(space))

    @given(st.sampled_from(range(0, 18, 2)))
    def test_two_owners_are_no_position(self, space: int) -> None:
        state = action(developed={0: [space]})
        other = evolve(state.players[2], developed=mask(Space, [space]))
        both = evolve(state, players=(*state.players[:2], other, state.players[3]))
        assert [problem.clause for problem in Game.from_state(state).check(both)] == ["develop.space-once"]


@clause("develop.cost-in-cogs")
class TestCostCogs:
    """The blue number, in cogs and nothing else."""

    @given(benches(), spaces)
    def test_the_blue_number(self, bench: Bench, space: int) -> None:
        printed = bench.components.spaces[space].cogs
        assert cost_in_cogs(bench.state, Develop(space)) == pack({Good.COG: printed})

    @given(st.integers(1, 7), st.sampled_from(range(0, 18, 2)))
    def test_nothing_else_pays(self, price: int, space: int) -> None:
        rich = plenty(99) | {Good.COG: price - 1}
        state = action(components=with_space(space, SETS[0], cogs=price), goods={0: rich})
        assert not allowed(state, Develop(space))


@clause("develop.must-afford")
class TestMustAfford:
    """Nothing is developed on credit."""

    @given(benches(), spaces)
    def test_forbids_what_is_too_dear(self, bench: Bench, space: int) -> None:
        dear = bench.components.spaces[space].cogs > bench.cogs
        assert ("develop.must-afford" in against(bench.state, Develop(space))) == dear

    @given(st.integers(1, 7), st.integers(0, 7), st.sampled_from(range(0, 18, 2)))
    def test_forbidden_for_nothing_else(self, price: int, cogs: int, space: int) -> None:
        state = action(components=with_space(space, SETS[0], cogs=price), goods={0: {Good.COG: cogs}})
        assert against(state, Develop(space)) == ({"develop.must-afford"} if cogs < price else set())
        assert allowed(state, Develop(space)) == (cogs >= price)


@clause("develop.seven-cogs")
class TestSevenCogs:
    """Seven cogs in one action, on any number of inventions."""

    @given(benches(), spaces)
    def test_forbids_the_eighth_cog(self, bench: Bench, space: int) -> None:
        beyond = bench.components.spaces[space].cogs + bench.spent > 7
        assert ("develop.seven-cogs" in against(bench.state, Develop(space))) == beyond

    @given(st.sampled_from(SETS), st.lists(spaces, min_size=4, unique=True))
    def test_within_seven_as_many_as_one_likes(self, components: Components, wanted: list[int]) -> None:
        state, spent = action(components=components), 0
        for space in sorted(wanted, key=lambda space: components.spaces[space].cogs):
            price = components.spaces[space].cogs
            assert ("develop.seven-cogs" in against(state, Develop(space))) == (spent + price > 7)
            if allowed(state, Develop(space)):
                state, spent = play(state, Develop(space)), spent + price
        assert 20 - count(state.players[0].goods, Good.COG) == spent <= 7

    def test_four_inventions(self) -> None:
        prices = {0: 1, 2: 1, 4: 2, 6: 3, 8: 1}
        components = SETS[0]
        for space, price in prices.items():
            components = with_space(space, components, cogs=price)
        state = play(action(components=components), Develop(0), Develop(2), Develop(4), Develop(6))
        assert against(state, Develop(8)) == {"develop.seven-cogs"}
        assert allowed(play(state, EndAction(), UseBonusDisc()), Develop(8))

    @given(st.sampled_from(SPACES[:14]), st.integers(1, 7))
    def test_nothing_once_there_are_more(self, space: int, more: int) -> None:
        """Also of a position that no game leads to, where the cogs left would be fewer than none."""
        components = with_space(16, with_space(14, SETS[0], cogs=7), cogs=more)
        state = action(components=components, developed={0: [14, 16]}, turn={"developed": 1 << 14 | 1 << 16})
        assert not allowed(state, Develop(space))


@clause("develop.marker-needed")
class TestMarkerNeeded:
    """Fifteen markers for developments and patents; without one left nothing is developed."""

    @given(st.integers(9, 15), st.integers(0, 6), st.integers(0, 2))
    def test_the_sixteenth_marker(self, developed: int, patented: int, seat: int) -> None:
        own = [*range(0, 18, 2), *range(1, 17, 2)][:developed]
        patented = min(patented, MARKERS - developed)
        state = position(
            3,
            components=with_space(17, SETS[0], cogs=1),
            phase=Phase.ACTION,
            area=Area.DEVELOP,
            seat=seat,
            goods={seat: plenty()},
            developed={seat: own},
            patented={seat: own[:patented]},
            patents={seat: 6},
        )
        full = developed + patented == MARKERS
        assert against(state, Develop(17)) == ({"develop.marker-needed"} if full else set())
        assert allowed(state, Develop(17)) == (not full)

    @given(st.integers(9, 17), st.integers(0, 6))
    def test_more_than_there_are_are_no_position(self, developed: int, patented: int) -> None:
        own = [*range(0, 18, 2), *range(1, 18, 2)][:developed]
        fresh = position(3, developed={1: range(0, 18, 2)})
        spaces, scrolls = (sum(1 << space for space in found) for found in (own, own[:patented]))
        me = evolve(fresh.players[1], developed=spaces, patented=scrolls, patents=6)
        problems = Game(3).check(evolve(fresh, players=(fresh.players[0], me, fresh.players[2])))
        too_many = developed + patented > MARKERS
        assert [problem.clause for problem in problems] == ["develop.marker-needed"] * too_many


def what_changes(development: tuple[State, int]) -> dict[str, tuple[object, object]]:
    """What a development changes, without the names of seats; it must be marker, cogs and influence of the player."""
    state, space = development
    found = changed(state, play(state, Develop(space)))
    seat = state.turn.seat
    assert set(found) <= {f"{seat}.{what}" for what in ("developed", "cog", "influence")}
    return {name.partition(".")[2]: values for name, values in found.items()}


@clause("develop.marker-placed")
class TestMarkerLeft:
    """The player's marker lies on the space developed."""

    @given(developments())
    def test_marker_on_the_space(self, development: tuple[State, int]) -> None:
        state, space = development
        before = state.me.developed
        assert what_changes(development)["developed"] == (before, before | 1 << space)
        assert play(state, Develop(space)).turn.developed == 1 << space

    def test_all_of_an_action_are_remembered(self) -> None:
        assert play(action(), Develop(0), Develop(2)).turn.developed == 0b101


@clause("develop.paid-to-supply")
class TestPaid:
    """The cogs are gone, the rest of the stock is not."""

    @given(developments())
    def test_the_price(self, development: tuple[State, int]) -> None:
        state, space = development
        price = state.components.spaces[space].cogs
        assert what_changes(development)["cog"] == (20, 20 - price)


@clause("develop.influence-now")
class TestIpNow:
    """The left number, at once, for either kind of space."""

    @given(developments())
    def test_the_left_number(self, development: tuple[State, int]) -> None:
        state, space = development
        assert what_changes(development)["influence"] == (0, state.components.spaces[space].influence)

    @given(st.integers(1, 20), st.integers(0, 8), st.booleans())
    def test_whatever_is_printed(self, number: int, invention: int, technical: bool) -> None:
        space = 2 * invention + technical
        owners = {1: [2 * invention]} if technical else {}
        state = action(components=with_space(space, SETS[0], influence=number), developed=owners)
        assert gained(state, play(state, Develop(space)))["0.influence"] == number


@clause("develop.cards-brought")
class TestOriginalCards:
    """The three cards of a new original wait for the end of the round; a technical space brings none."""

    @given(developments())
    def test_noted_for_the_end_of_the_round(self, development: tuple[State, int]) -> None:
        state, space = development
        what_changes(development)
        assert play(state, Develop(space)).board.developed_this_round == 1 << space

    @given(st.integers(0, 8), st.booleans())
    def test_cards_of_the_next_round(self, invention: int, technical: bool) -> None:
        earlier = {1: [2 * invention]} if technical else {}
        state = action(developed=earlier)
        before = cards_in_piles(state)
        done = play(state, Develop(2 * invention + technical))
        assert cards_in_piles(done) == before
        after = play(done, EndAction(), EndTurn())
        assert after.turn.phase is Phase.REFRESH_CARDS
        own = {i for i, card in enumerate(SHIPPED.cards) if card.invention == invention}
        assert len(own) == 3
        shown = set(state.board.display)
        assert cards_in_piles(after) | shown == before | shown | (set() if technical else own)

    @pytest.mark.parametrize("space", [0, 1, 17])
    def test_what_is_developed_carries_a_marker(self, space: int) -> None:
        fresh = action()
        board = evolve(fresh.board, developed_this_round=mask(Space, [space]))
        problems = Game.from_state(fresh).check(evolve(fresh, board=board))
        assert [problem.clause for problem in problems] == ["develop.cards-brought"]


def cards_in_piles(state: State) -> set[int]:
    """The cards in deck, discard pile and display."""
    board = state.board
    piles = {card for card in range(len(SHIPPED.cards)) if (board.deck | board.discards) >> card & 1}
    return piles | set(board.display) - {EMPTY}
