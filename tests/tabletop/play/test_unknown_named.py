"""What is certain where a question asks for one thing by its name, though others are of the same suit or picked too."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest

from era_of_inventions.tabletop import Cards, Game, evolve, members
from era_of_inventions.tabletop.play.knowledge import UnclearError
from tests.support import purse
from tests.support.purse import PURSE, Box, Give, Player, Show, State, StateDraft, hand
from tests.tabletop.play.test_unknown_sorts import EVERY, ONE, TWO, alike, game_of, require_open

pytestmark = pytest.mark.repeats

PAIRS = [*combinations(sorted(EVERY - {0}), 2)][::3]


def both_in_hand(state: State, shown: Any) -> bool:
    return {shown.card, shown.other} <= {*members(state.players[0].hand.known)}


@pytest.mark.parametrize("pair", PAIRS)
def test_whether_a_hand_has_two_named_cards_is_open(pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game[State, Any] = game_of(2)
    monkeypatch.setattr(purse.shows, "function", both_in_hand)
    positions, move = alike(game, 1, TWO, ONE), Show(*pair)
    assert {game.judge(one, move).legal for one in positions} == {True, False}
    assert game.judge(game.view(positions[0], 1), move).open_on


@pytest.mark.parametrize("pair", PAIRS)
def test_what_depends_on_two_named_cards_is_not_followed(
    pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(draft: StateDraft, move: Show) -> None:
        draft.edit_table().bank += 5 if both_in_hand(draft, move) else 1

    game: Game[State, Any] = game_of(2)
    monkeypatch.setattr(purse.shown, "function", shown)
    positions, move = alike(game, 1, TWO, ONE), Show(*pair)
    assert {game.play(one, move).table.bank for one in positions} == {1, 5}
    view = game.view(positions[0], 1)
    assert "table.bank" not in {event.field for event in game.judge(view, move).events}
    with pytest.raises(UnclearError):
        game.follow(view, move)


# --- Picked from a hand ---------------------------------------------------------------


def picks(*cards: int) -> list[Player]:
    return [Player(hand=hand(card), picked=card) for card in cards]


@pytest.mark.parametrize("pair", [*permutations(sorted(EVERY - {0}), 2)])
def test_any_two_cards_can_be_picked(pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game[State, Any] = Game(PURSE, 3)
    positions = alike(game, 0, ONE, picks(*EVERY), picks(*EVERY))

    def other(state: State) -> bool:
        return (state.players[1].picked, state.players[2].picked) != pair

    require_open(game, 0, positions, other, monkeypatch)


@pytest.mark.parametrize("card", sorted(EVERY - {0}))
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_any_card_of_a_hand_can_be_picked(cards: int, card: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game[State, Any] = Game(PURSE, 2)
    hands = combinations(sorted(EVERY - {0}), cards)
    positions = alike(game, 0, ONE, [Player(hand=hand(*held), picked=one) for held in hands for one in held])
    require_open(game, 0, positions, lambda state: state.players[1].picked != card, monkeypatch)


@pytest.mark.parametrize("cards", [1, 2, 5])
@pytest.mark.parametrize("players", [2, 3])
def test_what_is_so_for_every_card_that_can_be_picked_is_certain(
    players: int, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of forty cards, few lie in a hand in any world, and each can be picked."""
    game: Game[State, Any] = Game(PURSE, players, components=Box("forty", cards=40))
    held = [range(first, first + cards) for first in range(1, players * 5 - 5, 5)]
    hands = [Player(hand=hand(*some), picked=some[0]) for some in held]
    start = game.new()
    table = evolve(start.table, deck=hand(*{*range(1, 40)}.difference(*held)))
    view = game.view(evolve(start, players=(*ONE, *hands), table=table), 0)
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: state.players[1].picked % 40 > 0)
    verdict = game.judge(view, Give())
    assert (verdict.legal, verdict.open_on) == (True, ())
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: state.players[1].picked % 40 != 39)
    assert game.judge(view, Give()).open_on


def test_what_is_picked_is_taken_from_a_hand_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be the card that is known, and has been taken from the hand already."""
    game: Game[State, Any] = Game(PURSE, 2)
    held = [(3, card) for card in sorted(EVERY - {0, 3})]
    every = alike(game, 0, ONE, [Player(hand=hand(*two), picked=one) for two in held for one in two])
    first, other = game.view(every[0], 0).players
    view = evolve(game.view(every[0], 0), players=(first, evolve(other, hand=Cards(hand(3).known, 1))))

    def left(state: State, _: Give) -> bool:
        return state.players[1].hand.minus(3).minus(state.players[1].picked).size == 1

    monkeypatch.setattr(purse.allowed, "function", left)
    assert {game.judge(one, Give()).legal for one in every} == {True, False}
    assert game.judge(view, Give()).open_on
