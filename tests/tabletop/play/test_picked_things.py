"""A move that picks one of many unknown things is looked at once for each place, unless more is asked of the thing."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import (
    UNKNOWN,
    Choice,
    Field,
    Game,
    Hidden,
    Law,
    Move,
    Names,
    effect,
    field,
    grant,
    move,
    plus,
)
from era_of_inventions.tabletop.play.following import follow, found_out
from era_of_inventions.tabletop.play.knowledge import UnclearError
from era_of_inventions.tabletop.play.partial_moves import Ways, can_be
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.noted import Noted
from era_of_inventions.tabletop.values.packed import Cards, mask
from era_of_inventions.tabletop.values.veiled import VeiledCards, VeiledSet
from era_of_inventions.tabletop.values.veiling import Lying, picking
from tests.support import golf, lots
from tests.support.golf import CARDS, GOLF, Card, Deal, Player, State, StateDraft, worth
from tests.support.lots import LOTS

GAME: Game[State, Any] = Game(GOLF, 3)
DEAL: Any = Deal(UNKNOWN)
CARDS_OF_GAME = golf.card_ids(GAME.setting)
DEALT = GAME.play(GAME.new(), Deal(7))
Change = Callable[[StateDraft, Deal], None]


def position(known: int = 0) -> State:
    """The first player has a card; the second is to be dealt one. So many cards of the pile are known."""
    state = GAME.view(evolve(DEALT, seat=1), None)
    deck = Cards(mask(Card, range(known)), state.table.deck.unknown - known)
    return evolve(state, table=evolve(state.table, deck=deck))


def result(state: State) -> object:
    """The position after a card was dealt unseen, or why there is none."""
    try:
        return follow(state, DEAL)
    except UnclearError as error:
        return error.open_on


# --- Effects and grants, by what they ask of the card ----------------------------------


def in_hand(draft: StateDraft, move: Deal) -> None:
    table, player = draft.edit_table(), draft.edit_player(draft.seat)
    table.deck, player.hand = table.deck.minus(move.card), player.hand.plus(move.card)


def even_is_kept(draft: StateDraft, move: Deal) -> None:
    in_hand(draft, move)
    draft.edit_player(draft.seat).kept = worth(draft.setting, move.card) % 2 == 0


def one_is_kept(draft: StateDraft, move: Deal) -> None:
    in_hand(draft, move)
    draft.edit_player(draft.seat).kept = move.card == 5


def laid_open(draft: StateDraft, move: Deal) -> None:
    draft.edit_table().deck = draft.table.deck.minus(move.card)
    draft.edit_table().discards = plus(draft.table.discards, move.card)


def laid_open_with_others(draft: StateDraft, move: Deal) -> None:
    table, first = draft.edit_table(), draft.edit_player(0)
    table.deck = table.deck.minus(move.card)
    table.discards = plus(first.hand.known, move.card)
    first.hand = Cards(mask(Card))


def below_the_last(draft: StateDraft, move: Deal) -> None:
    in_hand(draft, move)
    draft.edit_player(draft.seat).kept = move.card < len(CARDS_OF_GAME)


def below_some(draft: StateDraft, move: Deal) -> None:
    in_hand(draft, move)
    draft.edit_player(draft.seat).kept = move.card < 9


def one_move_is_kept(draft: StateDraft, move: Deal) -> None:
    in_hand(draft, move)
    draft.edit_player(draft.seat).kept = move is Deal(5)


def some_moves_are_kept(draft: StateDraft, move: Deal) -> None:
    in_hand(draft, move)
    draft.edit_player(draft.seat).kept = move in {Deal(5), Deal(9)}


def left_in_the_pile(draft: StateDraft, move: Deal) -> None:
    draft.edit_player(draft.seat).kept = move.card in draft.table.deck


def twice_in_the_pile(draft: StateDraft, move: Deal) -> None:
    in_hand(draft, move)
    draft.edit_player(draft.seat).kept = move.card in draft.table.deck


def dealt_to_two(draft: StateDraft, move: Deal) -> None:
    in_hand(draft, move)
    first = draft.edit_player(0)
    first.kept = move.card in first.hand


EFFECTS = [
    in_hand,
    even_is_kept,
    one_is_kept,
    one_move_is_kept,
    some_moves_are_kept,
    laid_open,
    laid_open_with_others,
    below_the_last,
    below_some,
    left_in_the_pile,
    twice_in_the_pile,
    dealt_to_two,
]


def from_the_pile(position: State, move: Deal) -> bool:
    return move.card in position.table.deck


def known_to_the_pile(position: State, move: Deal) -> bool:
    return position.table.deck.known >> move.card & 1 == 1


def from_anywhere(position: State, move: Deal) -> bool:
    return True


def from_a_hand(position: State, move: Deal) -> bool:
    return move.card in position.players[0].hand


def not_the_lowest(position: State, move: Deal) -> bool:
    return move.card in position.table.deck and worth(position.setting, move.card) > 1


def one_of_some_moves(position: State, move: Deal) -> bool:
    return move in [Deal(card) for card in range(0, 12, 2)]


def one_move(position: State, move: Deal) -> bool:
    return move is Deal(6)


GRANTS = [from_the_pile, known_to_the_pile, from_anywhere, from_a_hand, not_the_lowest, one_of_some_moves, one_move]


@pytest.mark.parametrize("known", [0, 3])
@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("grant", GRANTS)
def test_the_result_is_that_of_all_things_one_by_one(
    grant: Any, effect: Change, known: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golf.dealt, "function", grant)
    monkeypatch.setattr(golf.in_hand, "function", effect)
    found = result(position(known))
    monkeypatch.setattr(Ways, "by_place", lambda *_: None)
    assert found == result(position(known))


@pytest.mark.parametrize(
    "effect",
    [even_is_kept, one_is_kept, one_move_is_kept, some_moves_are_kept, laid_open, laid_open_with_others, below_some],
)
def test_what_more_is_asked_of_the_card_is_not_certain(effect: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golf.in_hand, "function", effect)
    with pytest.raises(UnclearError):
        follow(position(), DEAL)


def test_whether_a_grant_is_late_is_not_asked_of_an_unknown_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a grant that takes no unknown card."""

    def few_with_it(position: State, move: Deal) -> bool:
        return position.players[0].hand.plus(move.card).size < 2

    monkeypatch.setattr(golf.dealt, "function", few_with_it)
    assert not GAME.judge(position(), DEAL).legal


def test_a_card_that_is_dealt_unseen_is_looked_at_once() -> None:
    state = position()
    ways = Ways(worlds_of(state), can_be(state, DEAL))
    assert len(ways.by_place(DEAL, lambda *_: None) or ()) == 1
    assert len(ways.pairs(lambda *_: None) or ()) == len(ways.moves)


def test_a_move_that_names_its_thing_is_not_looked_at_by_places() -> None:
    state = position()
    assert Ways(worlds_of(state), [Deal(3)]).by_place(Deal(3), lambda *_: None) is None
    assert found_out(state, Deal(3)).table.deck.known == 1 << 3


def test_things_that_a_move_numbers_in_its_own_way_are_looked_at_one_by_one() -> None:
    wishes = Names.indexed(
        Card, lambda setting: ["none", *golf.card_ids(setting)], "a card or none", "[a-z]+(-[0-9]+)?"
    )

    @move
    class Wish(Move):
        """Wish for a card, or none."""

        card: Field[int] = field(Hidden(Choice(wishes)), seen="owner")

    @grant("golf.wish")
    def any_wish(position: State, wish: Wish) -> bool:
        """Whoever has a card may wish for any."""
        return position.me.hand.size > 0

    @effect("golf.wished")
    def wished(draft: StateDraft, wish: Wish) -> None:
        """The fifth card decides whether the hand is kept."""
        draft.edit_player(draft.seat).kept = wish.card == 5

    (chapter,) = GOLF.law.chapters
    clauses = (*chapter.clauses, attrs.evolve(any_wish, on=(Wish,)), attrs.evolve(wished, on=(Wish,)))
    game: Game[State, Any] = Game(attrs.evolve(GOLF, law=Law([attrs.evolve(chapter, clauses=clauses)])), 3)
    view = game.view(game.play(game.new(), Deal(7)), None)
    sixth_is_known = evolve(view.table, deck=Cards(mask(Card, [5]), view.table.deck.unknown - 1))
    with pytest.raises(UnclearError):
        follow(evolve(view, table=sixth_is_known), Wish(UNKNOWN))


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("before", [2, 3, 5])
def test_a_secret_that_takes_the_place_of_a_known_thing_is_not_known(
    before: int, seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be the same thing again."""

    def lies(draft: lots.StateDraft, laid: lots.Lay) -> None:
        draft.edit_player(1).laid = laid.card

    monkeypatch.setattr(lots.lays, "function", lambda position, laid: isinstance(laid, lots.Lay))
    monkeypatch.setattr(lots.lies, "function", lies)
    game: Game[lots.State, Any] = Game(LOTS, 2)
    state = game.view(evolve(game.new(), seat=1), seat)
    first, second = state.players
    state = evolve(state, players=(first, evolve(second, laid=before)))
    with pytest.raises(UnclearError):
        follow(state, lots.Lay(UNKNOWN))


def test_a_set_of_other_things_is_asked_for_the_index() -> None:
    """Where the thing lies says nothing of a set whose things are numbered alike."""
    state, noted = position(), Noted()
    deck = next(leaf for leaf in worlds_of(state).unknown if leaf.path == ("table", "deck"))
    picked = picking(DEAL, "card", Lying(CARDS, 3, deck), 0b1111, [deck], noted)

    def cards(*path: str) -> VeiledCards:
        known: Any = VeiledSet(lambda: 0b1000, frozenset([path]), noted, 1, possible=0b1111)
        known.keeps = False
        return VeiledCards(known)

    assert picked.card in cards("table", "deck")
    assert not noted
    assert picked.card in cards("table", "tokens")
    assert noted


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_whole_games_are_followed_as_their_views_are(seat: int | None) -> None:
    rng, state = random.Random(3), GAME.new()
    seen: Any = GAME.view(state, seat)
    for _ in range(20):
        move = GAME.chance_move(state, rng) if isinstance(GAME.legal_moves(state)[0], Deal) else golf.Keep()
        seen = follow(seen, GAME.move_seen_by(state, move, seat))
        state = GAME.play(state, move)
        assert seen == GAME.view(state, seat)
        if all(player.kept for player in state.players):
            break
    assert all(isinstance(player, Player) and player.kept for player in state.players)
