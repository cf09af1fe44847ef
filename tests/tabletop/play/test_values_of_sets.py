"""What a hidden set is worth: all that it can be is known at once, and the answers are those of every possible set."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import index
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import Game, Law, Tally, effect, limit, members, value_of_sets
from era_of_inventions.tabletop.law.verdict import Outcome
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.packed import Cards, mask
from tests.support.golf import GOLF, Card, Keep, Player, State, StateDraft

SUM = Callable[[Any], int]


def summed(cards: Any) -> int:
    """Return what cards are worth together."""
    return sum(card % 9 + 1 for card in members(cards))


def one_by_one(cards: Any) -> int:
    """Return the same, of which nothing is known beforehand."""
    return lru_cache(summed)(index(cards))


@lru_cache
def is_much(number: int) -> bool:
    return number > 4


def position(first: Cards[Card], second: Cards[Card]) -> State:
    """Return a position in which these cards are known of two hands, and the first player decides."""
    state = GAME.view(GAME.new(), None)
    unknown = state.table.deck.unknown - first.size - second.size
    players = (Player(first), Player(second), *state.players[2:])
    return evolve(state, players=players, table=evolve(state.table, deck=Cards(mask(Card), unknown)), seat=0)


GAME: Game[State, Any] = Game(GOLF, 3)
POSITIONS = [
    position(Cards(mask(Card), 1), Cards(mask(Card, [3]))),
    position(Cards(mask(Card), 1), Cards(mask(Card), 1)),
    position(Cards(mask(Card), 2), Cards(mask(Card))),
    position(Cards(mask(Card, [8, 17]), 1), Cards(mask(Card, [0, 9]))),
    position(Cards(mask(Card, [8, 17])), Cards(mask(Card), 2)),
]


def game_with(*more: Any) -> Game[State, Any]:
    (chapter,) = GOLF.law.chapters
    clauses = (*chapter.clauses, *(attrs.evolve(clause, on=(Keep,)) for clause in more))
    return Game(attrs.evolve(GOLF, law=Law([attrs.evolve(chapter, clauses=clauses)])), 3)


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
