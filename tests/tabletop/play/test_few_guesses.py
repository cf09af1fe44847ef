"""A verdict of a view makes no guess that it does not use, and no more guesses once it is known that they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import Law, Things, limit
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.verdict import OpenOn, Outcome
from era_of_inventions.tabletop.play import calls, possible, worlds
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.values import Cards, evolve, mask, members
from era_of_inventions.tabletop.values.completions import completions
from era_of_inventions.tabletop.values.noted import Noted
from era_of_inventions.tabletop.values.veiled import VeiledCards
from era_of_inventions.tabletop.values.veiling import veiled
from era_of_inventions.tabletop.values.views import unknown_in
from tests.support import no_thanks
from tests.support.no_thanks import NO_THANKS, AnyMove, Card, Decline, State, Take, Turn


def test_the_same_completions_are_made_once_under_all_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[object]()

    def noted(*args: Any) -> Iterator[Any]:
        for one in completions(*args):
            made.append(one)
            yield one

    calls._completions.cache_clear()
    monkeypatch.setattr(calls, "completions", noted)
    view = Game(NO_THANKS, 3).view(STATE, 0)
    other = evolve(view, setting=attrs.evolve(view.setting, ruleset=attrs.evolve(view.setting.ruleset, name="other")))
    one, another = ([*completions_of(position)] for position in (view, other))
    assert len(made) == len(one)
    assert {whole.setting for whole in another} == {other.setting}
    assert [evolve(whole, setting=view.setting) for whole in another] == one


def test_completions_that_cannot_be_made_are_refused_whenever_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(_layout: Any, view: Any, *_: Any) -> Iterator[Any]:
        yield view
        raise GameError("no")

    calls._completions.cache_clear()
    monkeypatch.setattr(calls, "completions", failing)
    for _ in range(2):
        with pytest.raises(GameError):
            list(completions_of(Game(NO_THANKS, 3).view(STATE, 0)))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The completions that are made from now on."""
    made = list[State]()

    def noted(view: State) -> Iterator[State]:
        for one in completions_of(view):
            made.append(one)
            yield one

    worlds._kept.cache_clear()
    monkeypatch.setattr(possible, "completions_of", noted)
    return made


GAME: Game[State, AnyMove] = Game(NO_THANKS, 3)
STATE = GAME.play(GAME.new(), Turn(20))


@pytest.mark.parametrize("move", [Take(), Decline(), Turn(3)])
def test_nothing_is_guessed_for_a_verdict_that_uses_nothing_unknown(move: AnyMove, made: list[State]) -> None:
    view = GAME.view(STATE, 0)
    assert view != STATE
    verdict = GAME.judge(view, move)
    assert not made
    assert verdict.findings == GAME.judge(STATE, move).findings


def test_a_verdict_that_is_open_asks_no_further_world_than_one_that_differs(
    made: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(no_thanks.has_counter, "facts", None)
    view = GAME.view(STATE, 1)
    assert GAME.judge(view, Decline()).open_on == (OpenOn(0, "counters"),)
    asked = len(made)
    assert asked < len(worlds_of(view).every) // 2


def test_a_clause_of_many_that_reads_something_unknown_is_asked_in_more_worlds_alone(
    made: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, decide = list[State](), no_thanks.decide.function

    def noting(position: State, move: Any) -> bool:
        asked.append(position)
        return decide(position, move)

    monkeypatch.setattr(no_thanks.decide, "function", noting)
    GAME.judge(GAME.view(STATE, 1), Decline())
    assert len({id(position) for position in asked}) < len(made) // 2


@limit("thanks.never", on=Decline)
def never(position: State, move: Decline) -> bool:
    """Nobody declines."""
    return False


def test_a_move_is_refused_for_certain_although_another_clause_is_open() -> None:
    """Not all numbers can be tried where there are many, but what one limit forbids in any case is not open."""
    (chapter,) = NO_THANKS.law.chapters
    law = Law([attrs.evolve(chapter, clauses=(*chapter.clauses, never))])
    game: Game[State, AnyMove] = Game(attrs.evolve(NO_THANKS, law=law), 3)
    verdict = game.judge(game.view(game.play(game.new(), Turn(20)), 1), Decline())
    outcomes = {finding.clause.id: finding.outcome for finding in verdict.findings}
    assert outcomes == {
        "thanks.decide": Outcome.PERMITS,
        "thanks.has-counter": Outcome.OPEN,
        "thanks.never": Outcome.FORBIDS,
    }
    assert (verdict.result, verdict.open_on) == ("NOT LEGAL", ())


# --- Veils ----------------------------------------------------------------------------


def under_veil(cards: Cards[Card]) -> tuple[State, list[State], set[Any]]:
    """A position whose pile is veiled, the guesses that are made, and what is noted."""
    game: Game[State, AnyMove] = Game(NO_THANKS, 3)
    state = game.new()
    state = evolve(state, table=evolve(state.table, pile=cards))
    view, made, noted = game.view(state, 0), list[State](), Noted()
    layout = game.setting.layout

    def completion() -> State:
        made.append(state)
        return state

    free = {no_thanks.CARDS: (1 << 33) - 1}
    return veiled(view, [*unknown_in(layout, view)], noted, completion, free), made, noted


def test_the_number_of_veiled_cards_needs_no_guess() -> None:
    cards = Cards(mask(Card, range(20)))
    state, made, noted = under_veil(cards)
    pile = state.table.pile
    assert isinstance(pile, VeiledCards)
    assert [pile.size, pile.plus(30).size, pile.plus(30).minus(30).size] == [20, 21, 20]
    assert not made
    assert not noted
    assert members(pile.plus(30).minus(7).known) == members(cards.plus(30).minus(7).known)
    assert noted


@pytest.mark.parametrize(("card", "left"), [(7, 19), (30, 20)])
def test_their_number_is_a_guess_after_one_was_taken_that_need_not_be_there(card: int, left: int) -> None:
    state, made, noted = under_veil(Cards(mask(Card, range(20))))
    pile = state.table.pile.minus(card)
    assert not noted
    assert pile.size == left
    assert made
    assert noted


def test_a_hidden_value_need_not_be_a_card_that_is_there() -> None:
    state, _, noted = under_veil(Cards(mask(Card, range(20))))
    number: Any = state.players[1].counters
    assert (number.number, state.table.pile.minus(number).size) == (11, 19)
    assert noted


@pytest.mark.parametrize("less", [11, 12, 13])
def test_a_hidden_number_can_sink_below_nothing(less: int) -> None:
    state, _, noted = under_veil(Cards(mask(Card, range(20))))
    number: Any = state.players[1].counters
    assert [number - less == left for left in (-2, -1, 0)] == [11 - less == left for left in (-2, -1, 0)]
    assert noted


def test_nothing_is_noted_of_what_is_sure_of_a_set() -> None:
    state, made, noted = under_veil(Cards(mask(Card, range(20))))
    pile: Any = state.table.pile.known
    for none in (pile & 0, pile & 1 << 40, pile >> 33, ~(pile | -1)):
        assert not none
        assert none == 0
        assert (none != 0) is False
        assert none != 4
    assert pile | 1
    assert pile | 1 != 0
    assert not made
    assert not noted
    with pytest.raises(TypeError):
        pile & "cards"
    assert noted


def test_a_list_uses_what_is_in_it_and_an_error_everything() -> None:
    worlds = worlds_of(GAME.view(STATE, 0))
    piles = {leaf.path for leaf in worlds.unknown if leaf.holds_cards}
    assert worlds.uses(lambda whole: [whole.table.pile.known]) == piles
    assert worlds.uses(lambda whole: whole.table.nothing) == {leaf.path for leaf in worlds.unknown}  # type: ignore[attr-defined]


def test_what_is_made_of_a_guess_step_by_step_is_computed_once() -> None:
    """Each bit that is taken away is found in what the last one left."""
    cards = Cards(mask(Card, range(30)))
    state, made, _ = under_veil(cards)
    left: Any = state.table.pile.known
    found = list[int]()
    while left > 0:
        lowest = left & -left
        found.append(lowest.bit_length() - 1)
        left ^= lowest
    assert found == [*range(30)]
    assert len(made) < len(found)


def test_a_question_about_a_known_position_has_one_answer() -> None:
    assert worlds_of(STATE).tried(lambda state: state.table.card) == ((STATE,), (), frozenset())


def test_an_illegal_move_without_a_text_is_shown_as_it_is() -> None:
    assert str(IllegalMoveError(STATE, Turn(99))).startswith("Turn(")


def test_a_set_that_everybody_sees_holds_nothing_unknown() -> None:
    laid, cards = Things(no_thanks.CARDS), mask(Card, [0, 1])
    assert laid.count_unknown(cards) == 0
    assert (laid.filled(cards, []), laid.forgotten(cards, Cards(cards))) == (cards, cards)
