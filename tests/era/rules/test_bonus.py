"""The black bonus discs: when one may be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, CardKind
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Exchange,
    Line,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RunFactory,
    TakeCog,
    UseBonusDisc,
    Withdraw,
)
from era_of_inventions.position import Phase, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.law import facts_of
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import reachable_states, rulesets_with
from tests.era.rules.support import against, allowed, changed, clause, play, without_turn
from tests.support.positions import SHIPPED, cards, plenty, position

QUIET = evolve(SHIPPED, signs=())
"""The components without signs on the influence track, which would pay something besides."""
CAP = {3: 3, 4: 2, 5: 2}
USE = UseBonusDisc()
START_CARDS = cards(CardKind.START)
BONUS_LINE = tuple(int(line is Line.BONUS_DISC) for line in Line)
STEPS: list[dict[str, Any]] = [
    {"area": Area.BUILD, "built": 1},
    {"area": Area.GOODS, "ran": 1},
    {"area": Area.BUY, "loads": 2},
    {"area": Area.PRODUCE, "made": (START_CARDS[0],)},
    {"area": Area.MARKET, "exchanges": (1, 0, 0, 0, 0, 0)},
    {"area": Area.DEVELOP, "developed": 1 << 4},
    {"area": Area.DEVELOP, "patents": 1},
]
"""What the record of a regular action says after its first step."""


@attrs.frozen
class Offer:
    """What an offer of a bonus disc depends on."""

    held: int
    used: int
    """In this round."""
    bought: int
    """In this turn."""
    stepped: bool
    """Whether the regular action has had a step."""
    second: bool
    """Whether a bonus disc was used in this turn."""
    state: State

    @property
    def refused(self) -> set[str]:
        """The limits against using a disc."""
        rules = {
            "after-regular-action": not self.stepped,
            "one-per-regular": self.second,
            "round-cap": self.used >= CAP[len(self.state.players)],
            "must-hold": self.held == 0,
            "bought-not-same-turn": 0 < self.held <= self.bought,
        }
        return {f"bonus.{name}" for name, broken in rules.items() if broken}


@st.composite
def offers(draw: st.DrawFn, /, *, usable: bool = False) -> Offer:
    """An action is over; a disc may be put down, or not for any of the reasons there are.

    If it is to be usable, for none of them.
    """
    players = draw(st.sampled_from([3, 4, 5]))
    seat = draw(st.integers(0, players - 1))
    second = not usable and draw(st.booleans())
    bought = draw(st.integers(0, 1 if usable else 2))
    held = draw(st.integers(1 + bought, 4)) if usable else draw(st.sampled_from([0, 1, 2, bought, bought + 1]))
    used = draw(st.integers(int(second), CAP[players] - int(usable)))
    stepped = usable or bought > 0 or draw(st.integers(0, 2)) > 0
    regular = draw(st.sampled_from(STEPS)) if stepped else draw(st.sampled_from([{}, {"area": Area.BUY}]))
    if bought:
        regular = {"area": Area.MARKET, "exchanges": tuple(bought * use for use in BONUS_LINE)}
    turn = Turn(Phase.BONUS_OFFER, seat, **regular)
    if second:
        turn = Turn(Phase.BONUS_OFFER, seat, loads=1, before=turn)
    state = position(
        players,
        components=QUIET,
        phase=Phase.BONUS_OFFER,
        seat=seat,
        goods={seat: plenty(draw(st.integers(0, 9)))},
        bonus_discs={who: held if who == seat else 1 for who in range(players)},
        this_round={seat: {"discs_used_this_round": used}},
    )
    return Offer(held, used, bought, stepped, second, evolve(state, turn=turn))


def actions(*records: Mapping[str, Any], **given: Any) -> State:
    """Seat 0 has carried out these actions in one turn, the regular one first, and may put down a bonus disc."""
    state = position(phase=Phase.BONUS_OFFER, components=QUIET, **given)
    before = None
    for record in records:
        before = Turn(Phase.BONUS_OFFER, 0, **record, before=before)
    assert before is not None
    return evolve(state, turn=before)


def told(state: State, id_: str) -> dict[str, object]:
    """The facts that a clause says decided whether a bonus disc may be put down."""
    return dict(facts_of(LAW.clause(id_), state, USE))


def bought_a_load(**given: Any) -> State:
    """Seat 0 has bought a load and may put down a bonus disc."""
    state = position(phase=Phase.BONUS_OFFER, components=QUIET, **given)
    return evolve(state, turn=Turn(Phase.BONUS_OFFER, 0, area=Area.BUY, loads=1))


def problems(state: State, seat: int, **fields: Any) -> list[str]:
    """The clauses that a position offends if a player has these values; none where a value is no value at all."""
    players = list(state.players)
    players[seat] = evolve(players[seat], **fields)
    return [problem.clause for problem in Game.from_state(state).check(evolve(state, players=tuple(players)))]


@clause("bonus.extra-action")
class TestExtra:
    """After an action a disc buys one more action of any of seven kinds, wherever other discs lie."""

    @given(offers())
    def test_all_that_is_needed(self, offer: Offer) -> None:
        assert allowed(offer.state, USE) == (not offer.refused)

    @given(reachable_states())
    def test_only_after_an_action(self, state: State) -> None:
        if state.turn.phase is not Phase.BONUS_OFFER:
            assert not allowed(state, USE)

    @given(st.sampled_from(STEPS))
    def test_of_any_kind_on_a_full_board(self, step: dict[str, Any]) -> None:
        """The areas are full of others' discs: two each on three, of two players with three discs."""
        state = position(
            3,
            phase=Phase.BONUS_OFFER,
            goods={0: plenty()},
            discs={who: [Area.BUILD, Area.BUY, Area.MARKET] for who in (1, 2)},
            bonus_discs={0: 1},
        )
        state = play(evolve(state, turn=Turn(Phase.BONUS_OFFER, 0, **step)), USE)
        kinds = {type(move) for move in Game(3).legal_moves(state)}
        assert kinds == {BuildFactory, RunFactory, BuyLoad, ProduceInvention, Exchange, Develop, RegisterPatent}
        assert all(allowed(state, move) for move in Game(3).legal_moves(state))


@clause("bonus.after-regular-action")
class TestAfterRegularAction:
    """A disc follows a regular action of which something was done, not one that was withdrawn."""

    @given(offers())
    def test_forbids_after_nothing(self, offer: Offer) -> None:
        assert ("bonus.after-regular-action" in against(offer.state, USE)) == (not offer.stepped)

    @pytest.mark.parametrize("area", Area)
    def test_withdrawn_or_carried_out(self, area: Area) -> None:
        state = position(phase=Phase.CHOICE, goods={0: plenty()}, discs={0: [area]})
        assert against(play(state, Withdraw(area)), USE) == {"bonus.after-regular-action"}
        assert not allowed(play(state, Withdraw(area)), USE)
        begun = play(state, Resolve(area))
        assert not allowed(begun, USE)
        assert against(play(begun, EndAction()), USE) == {"bonus.after-regular-action"}
        for move in Game(4).legal_moves(begun):
            after = play(begun, move)
            if move != EndAction():
                assert allowed(after if after.turn.phase is Phase.BONUS_OFFER else play(after, EndAction()), USE)


@clause("bonus.one-per-regular")
class TestOnePerRegular:
    """No second disc after the same regular action."""

    @given(offers())
    def test_forbids_a_second(self, offer: Offer) -> None:
        assert ("bonus.one-per-regular" in against(offer.state, USE)) == offer.second

    @given(offers(usable=True), st.data())
    def test_after_any_extra_action(self, offer: Offer, data: st.DataObject) -> None:
        state = play(offer.state, USE)
        after = play(state, data.draw(st.sampled_from(Game.from_state(state).legal_moves(state))))
        assert "bonus.one-per-regular" in against(after, USE)
        assert not allowed(after, USE)

    @given(st.integers(0, 3), rulesets_with("bonus-timing"))
    def test_several_in_a_turn_only_by_the_other_reading(self, extra: int, ruleset: Ruleset) -> None:
        state = actions({"area": Area.BUY, "loads": 1}, *[{"loads": 1}] * extra, ruleset=ruleset)
        forbidden = extra > 0 and ruleset.bonus_timing == "directly"
        assert ("bonus.one-per-regular" in against(state, USE)) == forbidden
        assert told(state, "bonus.one-per-regular") == {"used this turn": extra}


@clause("bonus.cap")
class TestCap:
    """As many bonus discs a round as a player has action discs: two, or three with three players."""

    @given(offers())
    def test_by_the_number_of_players(self, offer: Offer) -> None:
        cap = {3: 3, 4: 2, 5: 2}[len(offer.state.players)]
        assert LAW.clause("bonus.cap")(offer.state) == cap

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_two_for_everybody_by_the_other_reading(self, players: int) -> None:
        state = position(players, ruleset=Ruleset(bonus_cap_three_players="two"))
        assert LAW.clause("bonus.cap")(state) == 2


@clause("bonus.within-cap")
class TestRoundCap:
    """No player uses more discs in a round than the cap."""

    @given(offers())
    def test_forbids_more_than_the_cap(self, offer: Offer) -> None:
        cap = CAP[len(offer.state.players)]
        assert ("bonus.within-cap" in against(offer.state, USE)) == (offer.used == cap)

    @given(st.sampled_from([3, 4, 5]), st.integers(0, 3))
    def test_the_last_of_a_round(self, players: int, used: int) -> None:
        discs = {"discs_used_this_round": min(used, CAP[players])}
        state = bought_a_load(players=players, bonus_discs={0: 3}, this_round={0: discs})
        assert allowed(state, USE) == (used < CAP[players])


@clause("bonus.must-hold")
class TestMustHold:
    """Only a disc that is held can be put down; one that is not is kept."""

    @given(offers())
    def test_forbids_without_a_disc(self, offer: Offer) -> None:
        assert ("bonus.must-hold" in against(offer.state, USE)) == (offer.held == 0)

    @given(st.integers(0, 3))
    def test_down_to_the_last(self, held: int) -> None:
        assert allowed(bought_a_load(bonus_discs={0: held}), USE) == (held > 0)

    @given(reachable_states())
    def test_kept_while_unused(self, state: State) -> None:
        for move in Game.from_state(state).legal_moves(state)[:3]:
            if move not in (USE, BUY_BONUS_DISC):
                after = Game.from_state(state).play(state, move)
                assert [p.bonus_discs for p in after.players] == [p.bonus_discs for p in state.players]

    def test_more_or_fewer_than_there_are_is_no_position(self) -> None:
        state = position(bonus_discs={0: 5, 1: 5, 2: 5, 3: 0})
        assert problems(state, 3, bonus_discs=5) == []
        assert problems(state, 3, bonus_discs=6) == ["components.bonus-discs"]
        assert problems(state, 3, bonus_discs=-1) == [""]


@clause("bonus.bought-not-same-turn")
class TestBoughtNotSameTurn:
    """A disc bought in a turn is not used in it; one from before is."""

    @given(offers())
    def test_forbids_only_new_discs(self, offer: Offer) -> None:
        new_only = 0 < offer.held <= offer.bought
        assert ("bonus.bought-not-same-turn" in against(offer.state, USE)) == new_only

    @given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.integers(1, 6))
    def test_bought_in_any_action_of_the_turn(self, bought: list[int], held: int) -> None:
        records = [{"exchanges": tuple(discs * use for use in BONUS_LINE)} for discs in bought]
        state = actions({"area": Area.MARKET, **records[0]}, *records[1:], bonus_discs={0: held, 1: 0})
        assert ("bonus.bought-not-same-turn" in against(state, USE)) == (held <= sum(bought))
        assert told(state, "bonus.bought-not-same-turn") == {
            "bonus discs": held,
            "bought too recently": sum(bought),
        }

    @given(st.integers(0, 2), st.integers(0, 3))
    def test_bought_at_the_market(self, held: int, bought: int) -> None:
        state = position(phase=Phase.ACTION, area=Area.MARKET, goods={0: plenty()}, bonus_discs={0: held})
        state = play(state, *[BUY_BONUS_DISC] * bought, BUY_COG, EndAction())
        assert state.players[0].bonus_discs == held + bought
        assert allowed(state, USE) == (held > 0)

    def test_usable_in_the_next_turn(self) -> None:
        state = position(
            phase=Phase.CHOICE,
            goods={0: plenty()},
            bonus_discs={0: 0},
            discs={0: [Area.MARKET, Area.BUY], 1: [Area.BUY], 2: [Area.BUILD], 3: [Area.BUILD]},
        )
        state = play(state, Resolve(Area.MARKET), BUY_BONUS_DISC, EndAction())
        assert against(state, USE) == {"bonus.bought-not-same-turn"}
        state = play(state, EndTurn())
        for area in (Area.BUY, Area.BUILD, Area.BUILD):
            state = play(state, Withdraw(area), EndTurn())
        state = play(state, Resolve(Area.BUY), BuyLoad(0), EndAction())
        assert allowed(state, USE)


@clause("bonus.after-free-cog")
class TestAfterFreeCog:
    """Whoever takes the free cog may put down a disc, unless the table lets the cog end the turn."""

    @given(rulesets_with("free-cog-ends"), st.integers(1, 3))
    def test_after_the_cog(self, ruleset: Ruleset, held: int) -> None:
        state = position(ruleset=ruleset, phase=Phase.ACTION, area=Area.MARKET, bonus_discs={0: held})
        state = play(state, TakeCog())
        usual = ruleset == Ruleset()
        assert allowed(state, USE) == usual
        assert against(state, USE) == (set() if usual else {"bonus.after-free-cog"})

    @given(rulesets_with("free-cog-ends"), st.integers(0, 2))
    def test_the_cog_of_an_earlier_action_of_the_turn(self, ruleset: Ruleset, extra: int) -> None:
        several = ruleset.with_reading("bonus_timing", "within-round")
        state = actions({"area": Area.MARKET, "took_cog": True}, *[{"loads": 1}] * extra, ruleset=several)
        assert ("bonus.after-free-cog" in against(state, USE)) == (ruleset != Ruleset())

    @given(offers(usable=True), rulesets_with("free-cog-ends"))
    def test_forbids_nothing_after_other_actions(self, offer: Offer, ruleset: Ruleset) -> None:
        state = evolve(offer.state, setting=attrs.evolve(offer.state.setting, ruleset=ruleset))
        assert allowed(state, USE)


@clause("bonus.put-down")
class TestPutDown:
    """The disc is paid with, counts for the round, and the same player goes on."""

    @given(offers(usable=True))
    def test_one_disc_and_nothing_else(self, offer: Offer) -> None:
        before, seat = offer.state, offer.state.turn.seat
        after = play(before, USE)
        assert changed(before, after) == {f"{seat}.bonus_discs": (offer.held, offer.held - 1)}
        spent = evolve(before.players[seat], bonus_discs=offer.held - 1, discs_used_this_round=offer.used + 1)
        assert after.players[seat] == spent
        assert without_turn(after).turn == Turn(Phase.BONUS_ACTION, seat)
