"""What a hidden set is worth: all that it can be is known at once, and the answers are those of every possible set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import index
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import Game, Law, Tally, check, effect, limit, members, value_of_sets
from era_of_inventions.tabletop.law.verdict import Outcome
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.packed import Cards, mask
from tests.support import golf
from tests.support.golf import GOLF, Card, Keep, Player, State, StateDraft

SUM = Callable[[Any], int]


def summed(cards: Any) -> int:
    """Return what cards are worth together."""
    return sum(card % 9 + 1 for card in members(cards))


def one_by_one(cards: Any) -> int:
    """Return the same, where nothing is known beforehand."""
    return summed(index(cards))


@lru_cache
def is_much(number: int) -> bool:
    return number > 4


def position(*hands: Cards[Card]) -> State:
    """Return a position in which this is known of the first hands, and the first player decides."""
    state = GAME.view(GAME.new(), None)
    unknown = state.table.deck.unknown - sum(one.size for one in hands)
    players = (*map(Player, hands), *state.players[len(hands) :])
    return evolve(state, players=players, table=evolve(state.table, deck=Cards(mask(Card), unknown)), seat=0)


GAME: Game[State, Any] = Game(GOLF, 3)
POSITIONS = [
    position(Cards(mask(Card), 1), Cards(mask(Card, [3]))),
    position(Cards(mask(Card), 1), Cards(mask(Card), 1)),
    position(Cards(mask(Card), 2), Cards(mask(Card))),
    position(Cards(mask(Card, [8, 17]), 1), Cards(mask(Card, [0, 9]))),
    position(Cards(mask(Card, [8, 17])), Cards(mask(Card), 2)),
]


def game_with(*more: Any, checks: Sequence[Any] = ()) -> Game[State, Any]:
    (chapter,) = GOLF.law.chapters
    clauses = (*chapter.clauses, *(attrs.evolve(clause, on=(Keep,)) for clause in more))
    return Game(attrs.evolve(GOLF, law=Law([attrs.evolve(chapter, clauses=clauses)], checks)), 3)


def verdict(game: Game[State, Any], view: State) -> Any:
    """Return all of a verdict but its clauses, which are those of another law."""
    found = game.judge(evolve(view, setting=game.setting), Keep())
    facts = [(one.clause.id, one.outcome, one.facts) for one in found.findings]
    nearest = found.nearest and (found.nearest.number, found.nearest.most)
    return found.legal, found.open_on, facts, found.events, nearest


def hand(state: Any, seat: int = 0) -> Any:
    return state.players[seat].hand.known


ASKED: list[Callable[[State, SUM], object]] = [
    lambda state, worth: worth(hand(state)) >= 1,
    lambda state, worth: worth(hand(state)) > 9,
    lambda state, worth: worth(hand(state)) <= 9,
    lambda state, worth: worth(hand(state)) < 0,
    lambda state, worth: worth(hand(state)) < 40,
    lambda state, worth: worth(hand(state)) == 18,
    lambda state, worth: worth(hand(state)) != 99,
    lambda state, worth: worth(hand(state)) + 2 > 2,
    lambda state, worth: 3 + worth(hand(state)) < 12,
    lambda state, worth: worth(hand(state)) - 1 >= 0,
    lambda state, worth: 10 - worth(hand(state)) > 0,
    lambda state, worth: -worth(hand(state)) < 0,
    lambda state, worth: worth(hand(state)) * 2 > 1,
    lambda state, worth: worth(hand(state)) % 2 == 0,
    lambda state, worth: worth(hand(state)) in (1, 2, 3),
    lambda state, worth: worth(hand(state)) in {*range(99)},
    lambda state, worth: max(3, worth(hand(state))) == 3,
    lambda state, worth: worth(hand(state)) < 1.5,
    lambda state, worth: worth(hand(state)),
    lambda state, worth: worth(hand(state)) > worth(hand(state, 1)),
    lambda state, worth: worth(hand(state)) - worth(hand(state)) == 0,
    lambda state, worth: worth(hand(state)) + worth(hand(state, 1)) > 3,
    lambda state, worth: worth(hand(state) | hand(state, 1)) > 3,
    lambda state, worth: worth(hand(state) & 0b11) < 4,
    lambda state, worth: worth(hand(state)) > 0 and hand(state) >> 5 & 1,
    lambda state, worth: is_much(worth(hand(state))),
    lambda state, worth: list(range(30))[worth(hand(state))] < 28,
]
FACTS: list[Callable[[State, SUM], object]] = [
    lambda state, worth: worth(hand(state)),
    lambda state, worth: worth(hand(state)) + 5,
    lambda state, worth: worth(hand(state)) - 5,
    lambda state, worth: min(worth(hand(state)), 4),
    lambda state, worth: f"{worth(hand(state))} points",
    lambda state, worth: worth(hand(state)) > 4,
    lambda state, worth: (worth(hand(state)), 1),
    lambda state, worth: worth(hand(state)) + worth(hand(state, 1)),
]


@pytest.mark.parametrize("view", POSITIONS)
@pytest.mark.parametrize("asked", ASKED)
def test_a_limit_says_what_it_says_of_every_set(asked: Callable[[State, SUM], object], view: State) -> None:
    def with_worth(worth: SUM) -> Any:
        @limit("golf.asked", facts=lambda state, _: {"worth": worth(hand(state))})
        def clause(state: State, _: Keep) -> bool:
            """Only some hands can be kept."""
            return bool(asked(state, worth))

        return verdict(game_with(clause), view)

    assert with_worth(value_of_sets(summed)) == with_worth(one_by_one)


@pytest.mark.parametrize("view", POSITIONS)
@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_is_that_of_every_set(fact: Callable[[State, SUM], object], view: State) -> None:
    def with_worth(worth: SUM) -> Any:
        def facts(state: State, _: object) -> dict[str, object]:
            return {"first": 1, "fact": fact(state, worth), "last": worth(hand(state, 1))}

        @limit("golf.asked", facts=facts, count=lambda state, _: Tally(1, worth(hand(state)), "points"))
        def clause(state: State, _: Keep) -> bool:
            """Only some hands can be kept."""
            return worth(hand(state)) >= 1

        return verdict(game_with(clause), view)

    assert with_worth(value_of_sets(summed)) == with_worth(one_by_one)


@pytest.mark.parametrize("view", POSITIONS)
@pytest.mark.parametrize("asked", ASKED)
def test_an_effect_does_what_it_does_with_every_set(asked: Callable[[State, SUM], object], view: State) -> None:
    def with_worth(worth: SUM) -> Any:
        @effect("golf.done")
        def clause(draft: StateDraft, _: Keep) -> None:
            """A hand is kept for good if it is worth enough."""
            draft.edit_player(1).kept = bool(asked(draft, worth))

        return verdict(game_with(clause), view)

    assert with_worth(value_of_sets(summed)) == with_worth(one_by_one)


def test_another_move_is_answered_without_looking_at_every_set() -> None:
    asked = list[str]()
    worth = value_of_sets(summed)

    def count(state: State, _: Keep) -> Tally:
        asked.append("count")
        return Tally(1, worth(hand(state)), "points")

    @limit("golf.asked", facts=lambda state, _: {"worth": worth(hand(state))}, count=count)
    def clause(state: State, _: Keep) -> bool:
        """Only some hands can be kept."""
        asked.append("limit")
        return worth(hand(state)) >= 1

    game = game_with(clause)
    view = evolve(POSITIONS[2], setting=game.setting)
    game.judge(view, Keep())
    asked.clear()
    game.judge(view, Keep())
    assert asked == ["limit", "count"]


def test_hands_of_which_there_are_too_many_together_are_known_each_by_itself() -> None:
    worth = value_of_sets(summed)

    @limit("golf.asked", facts=lambda state, _: {"mine": worth(hand(state)), "theirs": worth(hand(state, 1))})
    def clause(state: State, _: Keep) -> bool:
        """Only some hands can be kept."""
        return worth(hand(state)) >= 2 and worth(hand(state, 1)) < 18

    game = game_with(clause)
    view = position(Cards(mask(Card), 2), Cards(mask(Card, [8]), 1))
    finding = game.judge(evolve(view, setting=game.setting), Keep()).findings[-1]
    assert dict(finding.facts) == {"mine at least": 2, "mine at most": 17, "theirs at least": 10, "theirs at most": 18}
    assert finding.outcome is Outcome.OPEN


def but_of_the_first(cards: Any) -> int:
    """Return what cards are worth, but not if the first of all is one of them."""
    if index(cards) & 1:
        raise ValueError(cards)
    return summed(cards)


@pytest.mark.parametrize("view", POSITIONS)
@pytest.mark.parametrize(
    "value",
    [
        but_of_the_first,
        lambda cards: index(cards) & 0b110 != 0,
        lambda cards: summed(cards) / 2,
        lambda cards: float("nan") if index(cards) & 0b110 else 3,
        lambda cards: "much" if index(cards) & 0b110 else "little",
        lambda cards: 3,
    ],
)
def test_whatever_the_function_returns_nothing_else_is_certain(value: SUM, view: State) -> None:
    def with_worth(worth: SUM) -> Any:
        def facts(state: State, _: object) -> dict[str, object]:
            return {"worth": 0 if hand(state) & 1 else worth(hand(state))}

        @limit("golf.asked", facts=facts)
        def clause(state: State, _: Keep) -> bool:
            """Only some hands can be kept."""
            return bool(hand(state) & 1 or worth(hand(state)) in (*range(20), "little"))

        return verdict(game_with(clause), view)

    assert with_worth(value_of_sets(value)) == with_worth(lambda cards: value(index(cards)))


def moved(draft: StateDraft) -> None:
    one, other = draft.edit_player(0), draft.edit_player(2)
    one.hand, other.hand = other.hand, one.hand


def asked_of(draft: StateDraft) -> None:
    draft.edit_player(2).kept = 3 in draft.players[2].hand


@pytest.mark.parametrize("change", [moved, asked_of])
@pytest.mark.parametrize("much", [0b1000, 0b101000])
def test_how_near_a_limit_is_is_not_what_some_sets_say(much: int, change: Callable[[StateDraft], None]) -> None:
    """Not even where the effects are certain after a few sets, or few of many sets are worth more than others."""
    worth = value_of_sets(lambda cards: 7 if cards & much == much else 3)

    @limit("golf.asked", count=lambda state, _: Tally(1, worth(hand(state, 1)), "points"))
    def clause(state: State, _: Keep) -> bool:
        """All hands can be kept."""
        return True

    @effect("golf.done")
    def done(draft: StateDraft, _: Keep) -> None:
        """Something is done with hands."""
        change(draft)

    game = game_with(clause, done)
    view = position(Cards(mask(Card), 1), Cards(mask(Card), 2), Cards(mask(Card), 1))
    assert game.judge(evolve(view, setting=game.setting), Keep()).nearest is None


def test_checks_are_asked_of_every_set() -> None:
    """A set that checks forbid beside some sets is no reason to leave out others."""
    little = [0b100100000, 0b1000001000, 0b10000100]
    worth = value_of_sets(lambda cards: little.index(cards) if cards in little else 10 * (cards.bit_count() > 1))

    @check(golf.two_to_four)
    def poor(state: State) -> Iterator[str]:
        """Nobody is rich."""
        if worth(hand(state, 1)) > 2:
            yield "is too rich"

    @limit("golf.asked")
    def clause(state: State, _: Keep) -> bool:
        """Only some hands can be kept."""
        return worth(hand(state, 1)) < 9 and index(hand(state)) != 0b1010000000

    game = game_with(clause, checks=[poor])
    view = position(Cards(mask(Card), 2), Cards(mask(Card), 2), Cards(mask(Card)))
    known = evolve(view.table, deck=Cards(mask(Card, range(12, 18)), view.table.deck.unknown - 6))
    verdict = game.judge(evolve(view, setting=game.setting, table=known), Keep())
    assert verdict.open_on


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    """There are too many hands of two players to try them all together."""
    worth = value_of_sets(summed)

    def are_worth_something(state: State) -> bool:
        return worth(hand(state)) > 0 and worth(hand(state, 1)) > 0

    @limit("golf.asked")
    def clause(state: State, _: Keep) -> bool:
        """All hands can be kept."""
        return are_worth_something(state)

    game = game_with(clause)
    view = evolve(position(Cards(mask(Card), 2), Cards(mask(Card), 2), Cards(mask(Card))), setting=game.setting)
    first = worlds_of(view).ask(are_worth_something)
    assert game.judge(view, Keep()).legal
    assert worlds_of(view).ask(are_worth_something) == first
