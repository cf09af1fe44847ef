"""Task 2b: development cards come out set by set."""

from __future__ import annotations

from typing import Any

import pytest
from phoenicia.moves import Reveal
from phoenicia.position import REVEALING, Stage, State
from phoenicia.rules import display
from phoenicia_tables import SET, Has, card, clause, moves_of, named, options, permitting, play, reached, table, under


def refill(deck: str, due: int = 2, **more: Any) -> State:
    """A position in which cards are turned up."""
    said: dict[str, Any] = {"stage": Stage.REFILL, "due": due, **more}
    return table(deck=deck, **said)


@clause("display.sets-in-order")
class TestSetsInOrder:
    """Cards come from set 1, and from sets 2, 3 and 4 as each set before is used up; 0 if none is left."""

    @pytest.mark.parametrize(
        ("deck", "number"),
        [
            ("fort, caravan, port", 1),
            ("3 caravan, ships, port", 2),
            ("ships, port", 3),
            ("port", 4),
            ("", 0),
        ],
    )
    def test_the_first_set_that_is_left(self, deck: str, number: int) -> None:
        assert display.sets_in_order(refill(deck)) == number

    def test_in_the_middle_of_a_refill_too(self) -> None:
        state = refill("fort, caravan, ships", due=3)
        for id_ in ("fort", "caravan", "ships"):
            assert options(state) == {f"reveal {id_}"}
            state = play(state, f"reveal {id_}")

    def test_in_every_game(self) -> None:
        for before, move, _ in moves_of(Reveal):
            assert isinstance(move, Reveal)
            left = {kind.set for kind, number in zip(SET.cards, before.table.deck, strict=True) if number}
            assert SET.cards[move.kind].set == min(left)


@clause("display.turned-up")
class TestTurnedUp:
    """A card that is turned up comes from the shuffled cards of the current set."""

    def test_any_of_the_set(self) -> None:
        state = refill("2 fort, dyer, caravan", display="granary")
        assert options(state) == {"reveal fort", "reveal dyer"}
        assert permitting(state, "reveal dyer") == {"display.turned-up"}
        for id_ in ("granary", "caravan", "port"):
            assert permitting(state, f"reveal {id_}") == set()

    def test_only_then(self) -> None:
        for state in reached(*set(Stage) - REVEALING):
            assert not any(permitting(state, f"reveal {id_}") for id_ in ("dyer", "caravan", "ships", "port"))


@clause("display.as-many-as-players")
class TestAsManyAsPlayers:
    """As many new cards are turned up as there are players, as long as there are any; unsold cards stay."""

    @pytest.mark.parametrize(
        ("others", "lying", "deck", "new", "filled"),
        [
            (1, "", "9 fort", 2, 2),
            (1, "dyer", "9 fort", 2, 1),
            (2, "dyer", "9 fort", 3, 2),
            (3, "2 dyer", "9 fort", 4, 2),
            (1, "3 dyer", "9 fort", 2, 0),
            (2, "dyer", "port", 1, 1),
            (2, "dyer", "", 0, 0),
        ],
    )
    def test_new_ones_or_up_to_that_number(self, others: int, lying: str, deck: str, new: int, filled: int) -> None:
        players = [Has()] * others
        for reading, due in (("as-many-new", new), ("fill-up", filled)):
            start = under(
                table(*(Has(bought=9), *players), stage=Stage.TOOLS, seat=others, display=lying, deck=deck),
                display_refill=reading,
            )
            state = play(start, "end turn")
            assert (state.turn.stage is Stage.REFILL, state.turn.stage is Stage.REFILL and state.turn.due) == (
                bool(due),
                due,
            )
            assert state.table.display == start.table.display


@clause("display.laid-out")
class TestLaidOut:
    """It lies in the display, where it can be put up for auction."""

    def test_from_the_deck_to_the_display(self) -> None:
        state = play(refill("2 fort, dyer", display="granary"), "reveal fort")
        assert named(state.table.deck) == {"fort": 1, "dyer": 1}
        assert named(state.table.display) == {"granary": 1, "fort": 1}
        assert (state.turn.due, state.turn.stage) == (1, Stage.REFILL)

    def test_then_income(self) -> None:
        state = play(refill("2 fort", due=1), "reveal fort")
        assert (state.turn.stage in (Stage.INCOME, Stage.OFFER), state.turn.due == 1) == (True, True)

    def test_cards_stay_until_they_are_sold(self) -> None:
        for before, move, after in moves_of(Reveal):
            assert isinstance(move, Reveal)
            kept = zip(before.table.display, after.table.display, strict=True)
            assert all(now - was in (0, int(kind == move.kind)) for kind, (was, now) in enumerate(kept))


@clause("display.first-game")
class TestFirstGame:
    """In a first game a Fort or Granary turned up at first is replaced, and shuffled back once the display is laid."""

    DECK = "fort, granary, dyer, tracker, caravan"

    def first(self, **fields: str) -> State:
        state = table(deck=self.DECK, stage=Stage.FIRST_DISPLAY, due=2, round=0)
        return under(state, **fields)

    def test_laid_aside_and_shuffled_back(self) -> None:
        state = play(self.first(first_display="no-fort-granary"), "reveal fort", "reveal dyer", "reveal granary")
        assert (named(state.table.display), state.turn.due) == ({"dyer": 1}, 1)
        assert named(state.table.aside) == {"fort": 1, "granary": 1}
        after = play(state, "reveal tracker")
        assert named(after.table.display) == {"dyer": 1, "tracker": 1}
        assert named(after.table.deck) == {"fort": 1, "granary": 1, "caravan": 1}
        assert not named(after.table.aside)

    def test_otherwise_they_lie_there(self) -> None:
        assert named(play(self.first(), "reveal fort", "reveal granary").table.display) == {"fort": 1, "granary": 1}

    def test_in_later_displays_they_lie_there(self) -> None:
        state = under(refill(self.DECK), first_display="no-fort-granary")
        assert named(play(state, "reveal fort").table.display) == {"fort": 1}
        assert not display.put_aside(state, card("fort"))
