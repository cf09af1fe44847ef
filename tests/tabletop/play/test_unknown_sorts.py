"""What is certain of unknown cards that have suits, lie in an order, or lie where some completions are impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import (
    Cards,
    Game,
    Law,
    Names,
    Rulebook,
    Stack,
    Verdict,
    check,
    check_each,
    evolve,
    members,
)
from era_of_inventions.tabletop.law.clause import Check
from era_of_inventions.tabletop.play.knowledge import UnclearError
from tests.support import purse
from tests.support.purse import CARDS_IN_PLAY, PURSE, Box, Call, Give, Player, State, StateDraft, hand

SUITS = 3
EVERY = frozenset(range(CARDS_IN_PLAY))
Positions = Sequence[State]
GIVE = Give()


def suits(cards: Any) -> list[int]:
    """The suits of some cards, in order."""
    return sorted(card % SUITS for card in members(cards.known))


def game_of(players: int, *checks: Check) -> Game[State, Give]:
    rulebook: Rulebook[State, Give] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, checks))
    return Game(rulebook, players, components=Box("suits", SUITS))


def alike(game: Game[State, Give], seat: int | None, *players: Sequence[Player]) -> list[State]:
    """The possible positions in which each player is one of these; the other cards are the deck."""
    found = []
    start = game.new()
    for seated in _together(players):
        lying = [card for player in seated for card in _cards(player)]
        if len(lying) == len({*lying}):
            table = evolve(start.table, deck=hand(*EVERY.difference(lying)))
            found.append(evolve(start, players=seated, table=table))
    possible = [one for one in found if not game.check(one)]
    assert len({game.view(one, seat) for one in possible}) == 1
    return possible


def _together(players: Sequence[Sequence[Player]]) -> Iterator[tuple[Player, ...]]:
    first, *others = players
    for one in first:
        for more in _together(others) if others else [()]:
            yield (one, *more)


def _cards(player: Player) -> list[int]:
    return [
        *members(player.hand.known),
        *members(player.wish.known),
        *(card for stack in player.rows for card in (stack.base, *stack.cards)),
    ]


def require_open(
    game: Game[State, Give],
    seat: int | None,
    positions: Positions,
    limit: Callable[[State], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A limit allows a move in some of these positions only, which look alike, and in their view it is open."""
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: bool(limit(state)))
    truths = {game.judge(one, Give()).legal for one in positions}
    verdict = game.judge(game.view(positions[0], seat), Give())
    assert len(truths) == 2
    assert verdict.open_on


TWO = [Player(hand=hand(*two)) for two in combinations(EVERY, 2)]
ONE = [Player(hand=hand(0))]
MIXTURES = [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]


@pytest.mark.slow
@pytest.mark.parametrize("mixture", MIXTURES)
@pytest.mark.parametrize("whose", [1, 2])
def test_a_mixture_in_any_hand_is_unknown(mixture: list[int], whose: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(3)
    positions = alike(game, 0, ONE, TWO, TWO)
    require_open(game, 0, positions, lambda state: suits(state.players[whose].hand) != mixture, monkeypatch)


@pytest.mark.repeats
@pytest.mark.parametrize("suit", range(SUITS))
def test_a_hand_of_one_suit_is_possible(suit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(3)
    hands = [Player(hand=hand(*four)) for four in combinations(EVERY, 4)]
    others = [player for player in hands if suits(player.hand).count(suit) == 0][::11]
    positions = alike(game, 0, ONE, others, hands)
    require_open(game, 0, positions, lambda state: suits(state.players[2].hand).count(suit) < 3, monkeypatch)


@pytest.mark.repeats
@pytest.mark.parametrize("suit", range(SUITS))
@pytest.mark.parametrize("most", [1, 2])
def test_a_mixture_in_a_pile_is_unknown(suit: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(2)
    hands = [Player(hand=hand(*four)) for four in combinations(EVERY, 4)]
    positions = alike(game, 0, [Player(hand=hand(0, 4, 8, 5))], hands)
    require_open(game, 0, positions, lambda state: suits(state.table.deck).count(suit) < most, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("mixture", [*combinations_with_replacement(range(SUITS), 3)])
def test_checks_of_something_else_leave_no_mixture_untried(
    mixture: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    @check(purse.setup)
    def coins_differ(state: State) -> Iterator[str]:
        coins = [player.coins for player in state.players if player.hand.size]
        if len({*coins}) < len(coins):
            yield "two have as many coins"

    game = game_of(3, coins_differ)
    three = [hand(*cards) for cards in combinations(EVERY, 3)]
    others = [Player(hand=cards, coins=1) for cards in three], [Player(hand=cards, coins=2) for cards in three[::9]]
    positions = alike(game, 0, ONE, *others)
    require_open(game, 0, positions, lambda state: suits(state.players[1].hand) != [*mixture], monkeypatch)


@pytest.mark.repeats
@pytest.mark.parametrize("mixture", MIXTURES)
def test_a_mixture_is_tried_with_other_cards_where_checks_forbid_the_first(
    mixture: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    @check_each(purse.setup, about="players.hand")
    def hands_are_high(state: State, seat: int, player: Player) -> Iterator[str]:
        if player.hand.size == 2 and not player.hand.unknown and sum(members(player.hand.known)) < 12:
            yield "has a low hand"

    game = game_of(2, hands_are_high)
    positions = alike(game, 0, ONE, TWO)
    require_open(game, 0, positions, lambda state: suits(state.players[1].hand) != mixture, monkeypatch)


@pytest.mark.repeats
@pytest.mark.parametrize("suit", range(SUITS))
def test_what_checks_of_a_hand_forbid_needs_no_try(suit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    @check_each(purse.setup, about="players.hand")
    def hands_are_mixed(state: State, seat: int, player: Player) -> Iterator[str]:
        if not player.hand.unknown and player.hand.size == 2 and len({*suits(player.hand)}) == 1:
            yield "has one suit"

    game = game_of(2, hands_are_mixed)
    positions = alike(game, 0, ONE, TWO)
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: suits(state.players[1].hand) != [suit, suit])
    assert all(game.judge(one, Give()).legal for one in positions)
    verdict = game.judge(game.view(positions[0], 0), Give())
    assert (verdict.legal, verdict.open_on) == (True, ())


def test_what_checks_forbid_counts_as_tried_however_late_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of forty cards in a circle, neighbours are dealt first, and they have different suits."""

    @check_each(purse.setup, about="players.hand")
    def hands_are_mixed(state: State, seat: int, player: Player) -> Iterator[str]:
        if not player.hand.unknown and player.hand.size == 2 and len({*suits(player.hand)}) == 1:
            yield "has one suit"

    rulebook: Rulebook[State, Give] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, [hands_are_mixed]))
    game: Game[State, Give] = Game(rulebook, 2, components=Box("forty", SUITS, cards=40))
    start = game.new()
    table = evolve(start.table, deck=hand(*range(3, 40)))
    state = evolve(start, players=(Player(hand=hand(0)), Player(hand=hand(1, 2))), table=table)
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: len({*suits(state.players[1].hand)}) == 2)
    verdict = game.judge(game.view(state, 0), GIVE)
    assert (verdict.legal, verdict.open_on) == (True, ())


@pytest.mark.parametrize("number", [2, 3, 5])
def test_the_order_of_cards_is_unknown(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(2)
    orders = [(Stack(6, order),) for order in permutations([*range(7, 7 + number)])]
    positions = alike(game, 0, [Player(hand=hand(0, 1, 2, 3, 4, 5))], [Player(rows=rows) for rows in orders])
    for wrong in (orders[0], orders[1], orders[-1]):
        require_open(game, 0, positions, lambda state: state.players[1].rows != wrong, monkeypatch)  # noqa: B023


# --- Several fields -------------------------------------------------------------------


@pytest.mark.repeats
@pytest.mark.parametrize("suited", [True, False])
def test_what_several_places_hold_together_is_unknown(suited: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(2) if suited else Game(PURSE, 2)
    free = range(5, 12)
    players = [
        Player(hand=hand(*two), wish=hand(one)) for two in combinations(free, 2) for one in free if one not in two
    ]
    positions = alike(game, 0, [Player(hand=hand(*range(5)))], players)

    def together(player: Player) -> object:
        return (suits(player.hand), suits(player.wish)) if suited else (player.hand, player.wish)

    for wrong in map(together, players[::9]):
        require_open(game, 0, positions, lambda state: together(state.players[1]) != wrong, monkeypatch)  # noqa: B023


def test_cards_and_numbers_together_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(PURSE, 2)
    players = [
        Player(hand=hand(card), coins=coins, ready=ready)
        for card in (10, 11)
        for coins in range(6)
        for ready in (False, True)
    ]
    positions = alike(game, 0, [Player(hand=hand(*range(10)))], players)
    for wrong in players:
        require_open(game, 0, positions, lambda state: state.players[1] != wrong, monkeypatch)  # noqa: B023


@pytest.mark.parametrize(("named", "held"), [(1, 4), (1, 7), (2, 8), (5, 2)])
def test_a_card_is_not_revealed_where_another_of_its_suit_would_do(
    named: int, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(2)
    (state,) = alike(game, 0, ONE, [Player(hand=hand(held))])
    monkeypatch.setattr(purse.allowed, "function", lambda state, call: named % SUITS in suits(state.players[1].hand))
    monkeypatch.setattr(purse.called, "function", lambda draft, call: setattr(draft, "seat", 1))
    call: Any = Call(named)
    assert game.follow(game.view(state, 0), call) == game.view(game.play(state, call), 0)


# --- Following ------------------------------------------------------------------------


def is_followed(game: Game[State, Any], seat: int, positions: Positions, move: Any = GIVE) -> bool:
    """Whether a view is followed, and then leads to what is seen of each of these positions, which look alike."""
    view = game.view(positions[0], seat)
    try:
        after = game.follow(view, move)
    except UnclearError:
        return False
    legal = [one for one in positions if game.is_legal(one, move)]
    assert {game.view(game.play(one, move), seat) for one in legal} == {after}
    return True


def bring(monkeypatch: pytest.MonkeyPatch, coins: Callable[[Any], int]) -> None:
    """A coin is taken, and so many go to the bank."""

    def given(draft: StateDraft, _: Give) -> None:
        draft.edit_table().bank += coins(draft)

    monkeypatch.setattr(purse.given, "function", given)


@pytest.mark.slow
@pytest.mark.parametrize("suit", range(SUITS))
def test_what_depends_on_the_suits_in_two_hands_is_not_followed(suit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def coins(draft: Any) -> int:
        first, second = (suits(player.hand) for player in draft.players[1:])
        return 1 + 4 * (first == [suit] * 3 and second == [(suit + 1) % SUITS] * 3)

    game = game_of(3)
    three = [Player(hand=hand(*cards)) for cards in combinations(EVERY, 3)]
    positions = alike(game, 0, ONE, three, three[::7])
    bring(monkeypatch, coins)
    assert not is_followed(game, 0, positions)


@pytest.mark.repeats
@pytest.mark.parametrize("last", [*combinations(range(CARDS_IN_PLAY), 2)][::9])
def test_what_depends_on_the_last_cards_of_a_deck_is_not_followed(
    last: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Game[State, Any] = Game(PURSE, 2)
    hands = [Player(hand=hand(*cards)) for cards in combinations(EVERY, CARDS_IN_PLAY - 2)]
    bring(monkeypatch, lambda draft: 1 + 4 * (draft.table.deck == hand(*last)))
    assert not is_followed(game, 1, alike(game, 1, hands, [Player()]))


@pytest.mark.repeats
@pytest.mark.parametrize(
    "or_else",
    [
        lambda state: state.players[1].coins == 3,
        lambda state: {9, 10} <= {*members(state.players[1].hand.known)},
        lambda state: 9 in state.players[1].hand and 5 in state.table.deck,
    ],
)
def test_a_card_that_need_not_be_there_is_not_revealed(
    or_else: Callable[[State], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Game[State, Any] = Game(PURSE, 2)
    monkeypatch.setattr(purse.called, "function", lambda *_: None)
    monkeypatch.setattr(
        purse.allowed, "function", lambda state, asked: asked.card in state.players[1].hand or or_else(state)
    )
    hands = [hand(*cards) for cards in combinations(EVERY - {0}, 3)]
    others = [Player(hand=cards, coins=coins) for cards in hands for coins in (2, 3)]
    assert is_followed(game, 0, alike(game, 0, ONE, others), Call(5))


@pytest.mark.parametrize("whose", ["deck", "hand"])
def test_how_many_cards_of_a_kind_leave_a_hidden_place_is_unknown(whose: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def given(draft: StateDraft, _: Give) -> None:
        """All low cards are put away, face down."""
        table, low = draft.edit_table(), 0b111
        place: Any = table if whose == "deck" else draft.edit_player(1)
        cards = getattr(place, whose).known
        table.away = Cards(table.away.known | cards & low)
        setattr(place, whose, Cards(cards & ~low))

    game = game_of(2)
    monkeypatch.setattr(purse.given, "function", given)
    seat, hands = (1, [[Player(hand=hand(card)) for card in EVERY], [Player(hand=hand(10, 11))]])
    if whose == "hand":
        seat, hands = 0, [ONE, TWO]
    positions = alike(game, seat, *hands)
    view = game.view(positions[0], seat)
    events = {tuple(game.judge(one, Give()).events) for one in positions}
    assert len(events) > 1
    assert {*game.judge(view, Give()).events} <= set.intersection(*map(set, events))
    assert not is_followed(game, seat, positions)


def of_many(
    monkeypatch: pytest.MonkeyPatch,
    limit: Callable[[list[int], Player], bool],
    *,
    promised: bool,
    held: int = 8,
    cards: int = 40,
    checks: Sequence[Check] = (),
) -> Verdict:
    """The verdict for a player who does not know which of the cards, in six suits, the other one holds.

    There are more mixtures than are tried.
    """
    monkeypatch.setattr(Names, "only_enough", promised)
    rulebook: Rulebook[State, Give] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, checks))
    game: Game[State, Any] = Game(rulebook, 2, components=Box("suits", 6, cards=cards))
    start = game.new()
    players = (Player(coins=promised), Player(hand=hand(*range(held)), picked=7))  # another position for each
    state = evolve(start, players=players, table=evolve(start.table, deck=hand(*range(held, cards))))

    def allowed(state: State, _: Give) -> bool:
        player = state.players[1]
        return limit([card % 6 for card in members(player.hand.known)], player)

    monkeypatch.setattr(purse.allowed, "function", allowed)
    return game.judge(game.view(state, 0), GIVE)


@pytest.mark.parametrize("promised", [False, True])
def test_of_many_mixtures_all_are_alike_if_those_of_few_sorts_are_and_that_is_promised(
    promised: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = of_many(monkeypatch, lambda suits, _: len(suits) >= 8, promised=promised)
    assert verdict.legal is promised
    assert bool(verdict.open_on) is not promised


@pytest.mark.repeats
@pytest.mark.parametrize("promised", [False, True])
@pytest.mark.parametrize(
    "limit",
    [
        lambda suits, _: suits.count(0) < 2,
        lambda suits, _: suits.count(3) > 0,
        lambda suits, _: suits.count(4) >= 4 and suits.count(1) >= 1,
        lambda suits, _: min(suits.count(0), suits.count(2) - 4, suits.count(4) - 1) >= 1,
        lambda suits, player: player.picked % 6 == 2 and suits.count(3) >= 4,
        lambda suits, player: player.picked % 6 == 1 and suits.count(1) >= 4 and suits.count(5) >= 3,
    ],
)
def test_whether_there_is_enough_in_one_of_many_mixtures_is_open(
    limit: Callable[[list[int], Player], bool], promised: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert of_many(monkeypatch, limit, promised=promised).open_on


@pytest.mark.repeats
@pytest.mark.parametrize(("picked", "other"), [*permutations(range(6), 2)])
def test_whether_there_is_enough_beside_one_pick_is_open(
    picked: int, other: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(suits: list[int], player: Player) -> bool:
        return player.picked % 6 != picked or suits.count(other) > 0

    assert of_many(monkeypatch, limit, promised=True, held=10, cards=24).open_on


@pytest.mark.parametrize(("one", "other"), [*permutations(range(6), 2)])
def test_whether_there_is_enough_of_one_or_of_another_suit_is_open(
    one: int, other: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(suits: list[int], _: Player) -> bool:
        return suits.count(one) >= 1 or suits.count(other) >= 2

    assert of_many(monkeypatch, limit, promised=True, held=17, cards=24).open_on

    def limit_beside(suits: list[int], player: Player) -> bool:
        suits.remove(player.picked % 6)
        return limit(suits, player)

    assert of_many(monkeypatch, limit_beside, promised=True, held=22, cards=30).open_on


@pytest.mark.repeats
@pytest.mark.parametrize(("one", "other"), [*combinations(range(6), 2)])
def test_few_mixtures_show_nothing_if_checks_forbid_some(one: int, other: int, monkeypatch: pytest.MonkeyPatch) -> None:
    @check_each(purse.setup, about="players.hand")
    def few_of_a_suit(state: State, _: int, player: Player) -> Iterator[str]:
        held = [card % 6 for card in members(player.hand.known)]
        if any(held.count(suit) > 2 for suit in range(6)):
            yield "more than two of a suit"

    def limit(suits: list[int], _: Player) -> bool:
        return suits.count(one) >= 2 or suits.count(other) >= 2

    assert of_many(monkeypatch, limit, promised=True, held=10, cards=30, checks=[few_of_a_suit]).open_on
