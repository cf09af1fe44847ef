"""What must not seem certain where few completions are left, or where a clause does with hidden things what few do."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import (
    ABSENT,
    Cards,
    Game,
    IllegalMoveError,
    Law,
    Moment,
    Names,
    Rulebook,
    Stack,
    check,
    check_each,
    evolve,
    members,
)
from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.law.clause import Check
from era_of_inventions.tabletop.play.knowledge import UnclearError
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.values import UNKNOWN
from era_of_inventions.tabletop.values.completions import completions
from tests.support import purse
from tests.support.purse import NO_CARDS, PURSE, Box, Call, Give, Lay, Player, Show, State, StateDraft, Table, hand

GIVE = Give()
CARDS = 15
EVERY = frozenset(range(CARDS))


def game_of(*checks: Check) -> Game[State, Any]:
    rulebook: Rulebook[State, Any] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, checks))
    return Game(rulebook, 2, components=Box("fifteen", cards=CARDS))


def positions(game: Game[State, Any], *hands: Sequence[int], open_: Sequence[int] = ()) -> list[State]:
    """Positions in which the first player has no card, the other one of these hands, and the deck what is left."""
    start, found = game.new(), []
    for held in hands:
        table = Table(laid=hand(*open_).known, deck=hand(*EVERY.difference(held, open_)))
        found.append(evolve(start, players=(Player(), Player(hand=hand(*held))), table=table))
    return found


def view_of(game: Game[State, Any], alike: Sequence[State]) -> State:
    """What the first player knows of these positions, and that the other one is not ready, so that no flag is read."""
    assert not any(map(game.check, alike))
    (view,) = {game.view(one, 0) for one in alike}
    own, other = view.players[:2]
    return evolve(view, players=(own, evolve(other, ready=False), *view.players[2:]))


def put_away(draft: StateDraft, _: Give) -> None:
    player, table = draft.edit_player(1), draft.edit_table()
    table.away, player.hand = table.away.together(player.hand), NO_CARDS


def laid_open(draft: StateDraft, _: Give) -> None:
    player, table = draft.edit_player(1), draft.edit_table()
    table.laid, player.hand = player.hand.known, NO_CARDS


# --- Cards that are moved -------------------------------------------------------------


@pytest.mark.parametrize(("held", "free"), [(2, 3), (3, 4), (3, 5), (4, 5), (2, 15)])
def test_cards_that_go_where_nobody_looks_are_not_named(held: int, free: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of()
    hands = combinations(range(free), held)
    alike = positions(game, *hands, open_=range(free, CARDS))
    monkeypatch.setattr(purse.given, "function", put_away)
    named = [{event.key for event in game.judge(one, GIVE).events} for one in alike]
    certain = {event.key for event in game.judge(view_of(game, alike), GIVE).events}
    assert certain <= set.intersection(*named)


@check(purse.setup)
def hands_add_up(state: State) -> Iterator[str]:
    """A hand of four adds up to 12, and few do."""
    cards = members(state.players[1].hand.known)
    if len(cards) == 4 and sum(cards) != 12:
        yield f"the cards add up to {sum(cards)}"


ADDED_UP = [held for held in combinations(range(CARDS), 4) if sum(held) == 12 and 0 not in held]


@pytest.mark.parametrize("effect", [put_away, laid_open])
def test_cards_in_the_few_hands_that_a_check_leaves_are_not_named(
    effect: Callable[[StateDraft, Give], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(hands_add_up)
    alike = positions(game, *ADDED_UP, open_=[0])
    assert len(alike) == 2
    monkeypatch.setattr(purse.given, "function", effect)
    view = view_of(game, alike)
    named = [{(event.field, event.key, event.seat) for event in game.judge(one, GIVE).events} for one in alike]
    certain = {(event.field, event.key, event.seat) for event in game.judge(view, GIVE).events}
    assert certain <= set.intersection(*named)
    if effect is laid_open:
        with pytest.raises(UnclearError):
            game.follow(view, GIVE)


@pytest.mark.parametrize("effect", [put_away, laid_open])
@pytest.mark.parametrize("card", [1, 3, 4, 6])
def test_a_claim_about_a_card_of_the_few_hands_that_a_check_leaves_is_open(
    card: int, effect: Callable[[StateDraft, Give], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(hands_add_up)
    alike = positions(game, *ADDED_UP, open_=[0])
    monkeypatch.setattr(purse.given, "function", effect)
    text = f"""
        game = "purse"
        [position]
        players = "Ann, Bob"
        player = "Ann"
        [position.table]
        laid = "card-0"
        deck = "{", ".join("?" * 10)}"
        [player.Bob]
        hand = "?, ?, ?, ?"
        ready = false
        [[claim]]
        moves = "give"
        happens = "Bob hand card-{card} -1"
        """
    lines = "\n".join(map(str.strip, text.splitlines()))
    dispute = parse_dispute(lines, game.setting.rulebook, components=game.setting.components)
    (judgement,) = judge_dispute(dispute)
    truths = {card in one.players[1].hand for one in alike}
    assert judgement.result in {"holds", "open"} if truths == {True} else judgement.result == "open"


def test_a_named_card_lies_at_no_certain_place_of_a_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of()
    start = game.new()
    alike = [
        evolve(
            start,
            players=(Player(), Player(rows=(Stack(0, (low, high)),))),
            table=Table(deck=hand(*EVERY.difference([0, low, high]))),
        )
        for low, high in ((3, 7), (7, 3), (3, 9))
    ]

    def lies_there(state: State, call: Call) -> bool:
        return any(call.card in stack.cards for stack in state.players[1].rows)

    monkeypatch.setattr(purse.calls, "function", lies_there)
    monkeypatch.setattr(purse.called, "function", lambda draft, _: setattr(draft, "seat", 1))
    call: Any = Call(3)
    view = view_of(game, alike)
    followed = game.follow(view, call)
    assert followed.players[1].rows == view.players[1].rows


# --- Positions that may be possible ---------------------------------------------------


def test_a_view_is_not_impossible_because_a_check_misses_an_unknown_card() -> None:
    @check(purse.setup)
    def card_three_is_there(state: State) -> Iterator[str]:
        if state.table.deck.size and not any(3 in cards for cards in (state.table.deck, state.players[1].hand)):
            yield "card 3 is gone"

    game = game_of(card_three_is_there)
    assert game.check(view_of(game, positions(game, (1, 2), (3, 4)))) == ()


@pytest.mark.parametrize("total", range(0, 24, 5))
def test_a_view_is_not_impossible_because_the_numbers_that_a_check_allows_were_not_tried(total: int) -> None:
    @check(purse.setup)
    def make_the_total(state: State) -> Iterator[str]:
        if state.table.bank and sum(player.coins for player in state.players) + state.table.pot != total:
            yield "other numbers"

    rulebook: Rulebook[State, Any] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, [make_the_total]))
    game: Game[State, Any] = Game(rulebook, 4)
    coins = [min(5, max(0, total - 5 * seat)) for seat in range(4)]
    players = tuple(Player(coins=number) for number in coins)
    state = evolve(game.new(), players=players, table=Table(pot=total - sum(coins), bank=1))
    assert game.check(state) == ()
    assert game.check(game.view(state, None)) == ()


# --- Moments --------------------------------------------------------------------------


def at_moments(when: Mapping[str, Moment]) -> Rulebook[State, Any]:
    """The game with clauses that are asked only at some moments."""
    chapters = [
        attrs.evolve(
            chapter,
            clauses=tuple(
                attrs.evolve(clause, when=when[clause.id]) if clause.id in when else clause
                for clause in chapter.clauses
            ),
        )
        for chapter in PURSE.law.chapters
    ]
    return attrs.evolve(PURSE, law=Law(chapters))


NEVER = Moment("never", lambda state: False)


def test_what_may_come_first_in_a_position_that_was_not_tried_is_named() -> None:
    """Four hidden numbers are more than are tried together, and only one combination is the moment to call."""
    numbers = (4, 1, 5, 2)
    rare = Moment("rarely", lambda state: (*(one.coins for one in state.players[1:]), state.table.pot) == numbers)
    late = {"purse.call": rare, "purse.give": NEVER, "purse.lay": NEVER, "purse.show": NEVER}
    game: Game[State, Any] = Game(at_moments(late), 4)
    *coins, pot = numbers
    state = evolve(game.new(), players=(Player(), *(Player(coins=number) for number in coins)), table=Table(pot=pot))
    (whole, seen) = (game.judge(one, GIVE).due for one in (state, game.view(state, 0)))
    assert whole
    assert seen
    assert {*whole.moves} == {"call"} <= {*seen.moves}


def test_what_may_come_first_is_named_if_another_players_number_decides_whether_it_is_legal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who is in turn knows all their own things, and not whether they may call."""
    game: Game[State, Any] = Game(at_moments({"purse.give": NEVER}), 2)
    state = evolve(game.new(), players=(Player(), Player(coins=4)))
    view = view_of(game, [state])
    monkeypatch.setattr(
        purse.allowed, "function", lambda now, made: type(made) is Show or 6 // (now.players[1].coins + 2) == 1
    )
    for known in (state, view):
        due = game.judge(known, GIVE).due
        assert due
        assert "call" in due.moves


def test_what_comes_first_is_not_asked_of_the_mark_for_a_number_that_nobody_knows() -> None:
    """Whoever reads no more of a number than that it is not negative uses nothing hidden."""
    solvent = Moment("while none owes", lambda state: all(player.coins >= 0 for player in state.players))
    game: Game[State, Any] = Game(at_moments({"purse.give": NEVER, "purse.call": solvent}), 2)
    for seat in (0, 1, None):
        due = game.judge(game.view(game.new(), seat), GIVE).due
        assert due
        assert "call" in due.moves


# --- What clauses do with hidden numbers ----------------------------------------------


def twice(state: State) -> int:
    """How many cards there are where the hand of the first player is put to all hands."""
    cards = state.players[0].hand
    for player in state.players:
        cards = cards.together(player.hand)
    return cards.size


@pytest.mark.parametrize("count", [twice, lambda state: state.players[0].hand.plus(state.players[0].picked).size])
def test_a_card_that_is_put_to_cards_that_it_is_one_of_is_not_counted_twice(
    count: Callable[[State], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of()
    players = (Player(hand=hand(0, 1), picked=1), Player(hand=hand(2)))
    state = evolve(game.new(), players=players, table=Table(deck=hand(*range(3, CARDS))))
    assert game.check(state) == ()
    for most in range(5):
        monkeypatch.setattr(purse.allowed, "function", lambda now, _: count(now) <= most)  # noqa: B023
        for seat in (0, 1, None):
            verdict = game.judge(game.view(state, seat), GIVE)
            assert verdict.open_on or verdict.legal is game.judge(state, GIVE).legal


@check_each(purse.setup, about="players.coins")
def an_odd_pot_is_rare(position: State, seat: int, player: Player) -> Iterator[str]:
    """A check that leaves few completions with another pot than the usual one."""
    if position.table.pot not in (UNKNOWN, 5) and player.coins not in (UNKNOWN, 5 - seat):
        yield "has not the coins for this pot"


@pytest.mark.repeats
@pytest.mark.parametrize("checks", [(), (an_odd_pot_is_rare,)])
@pytest.mark.parametrize("made", [Lay(UNKNOWN, UNKNOWN), GIVE])
def test_a_hidden_number_that_is_set_changes_by_an_unknown_amount(
    made: Any, checks: Sequence[Check], monkeypatch: pytest.MonkeyPatch
) -> None:
    def sets(draft: StateDraft, _: Any) -> None:
        draft.edit_table().pot = 2

    for effect in (purse.given, purse.laid_down):
        monkeypatch.setattr(effect, "function", sets)
    monkeypatch.setattr(purse.lays, "function", lambda *_: True)
    game = game_of(*checks)
    players = (Player(hand=hand(0, 1), coins=5), Player(coins=4))
    state = evolve(game.new(), players=players, table=Table(pot=1, deck=hand(*range(2, CARDS))))
    assert game.check(state) == ()
    for seat in (1, None):
        assert game.judge(game.view(state, seat), made).events == ()


def test_dividing_by_a_hidden_number_is_noted_although_the_clause_catches_what_is_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def divides(state: State, _: Give) -> bool:
        with suppress(TypeError, ZeroDivisionError):
            return divmod(7, state.players[1].coins)[1] == 0
        return True

    game = game_of()
    alike = [evolve(game.new(), players=(Player(), Player(coins=coins))) for coins in range(6)]
    monkeypatch.setattr(purse.allowed, "function", divides)
    assert {game.judge(one, GIVE).legal for one in alike} == {True, False}
    assert game.judge(view_of(game, alike), GIVE).open_on


@pytest.mark.parametrize("kept", [lambda coins, more: coins + more, min, lambda coins, more: ~(~coins)])
def test_what_a_function_of_a_rulebook_keeps_holds_no_veiled_number(
    kept: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping = cache(kept)

    def pays(draft: StateDraft, _: Give) -> None:
        draft.edit_table().bank = keeping(draft.players[1].coins, 9)

    game = game_of()
    alike = [evolve(game.new(), players=(Player(), Player(coins=coins))) for coins in range(6)]
    monkeypatch.setattr(purse.given, "function", pays)
    monkeypatch.setattr(purse, "PURSE", game.rulebook)  # where it is looked for
    game.judge(view_of(game, alike), GIVE)
    for one in alike:
        after = game.play(one, GIVE)
        assert type(after.table.bank) is int
        assert pickle.dumps(after)


def test_a_move_that_may_be_legal_is_not_called_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: state.players[1].coins == 3)
    game = game_of()
    error = IllegalMoveError(game.view(game.new(), 0), GIVE)
    assert error.verdict.open_on
    assert "is not legal" not in str(error)


def test_what_a_function_of_a_rulebook_keeps_does_not_grow_with_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    @cache
    def worth(coins: int) -> int:
        return 2 * coins

    monkeypatch.setattr(purse.allowed, "function", lambda state, _: worth(state.players[1].coins) > 4)
    game, sizes = game_of(), list[int]()
    for bank in range(20):
        state = evolve(game.new(), table=Table(bank=bank))
        assert game.judge(game.view(state, 0), GIVE).open_on
        sizes.append(worth.cache_info().currsize)
    assert sizes[-1] == sizes[len(sizes) // 2]


def test_cards_that_are_known_to_be_there_are_not_counted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of()
    alike = positions(game, (1, 2), (3, 4), open_=[0])
    sizes: list[Callable[[Any], int]] = [
        lambda held: held.plus(0).plus(0).size,
        lambda held: held.plus(0).together(hand(0)).size,
        lambda held: held.plus(0).together(Cards(hand(0).known)).minus(0).size + 1,
    ]
    for size in sizes:
        monkeypatch.setattr(purse.allowed, "function", lambda state, _: size(state.players[1].hand) == 3)  # noqa: B023
        assert all(game.judge(one, GIVE).legal for one in alike)
        verdict = game.judge(view_of(game, alike), GIVE)
        assert (verdict.legal, verdict.open_on) == (True, ())


@pytest.mark.repeats
@pytest.mark.parametrize("pot", range(0, 13, 3))
@pytest.mark.parametrize("free", [2, 3])
def test_a_card_that_comes_to_light_is_unknown_although_a_hidden_number_makes_the_move_legal(
    pot: int, free: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be few completions with this number."""

    def lays_open(draft: StateDraft, _: Give) -> None:
        draft.edit_table().laid |= draft.players[0].hand.known
        draft.edit_player(0).hand = NO_CARDS

    monkeypatch.setattr(purse.allowed, "function", lambda now, _: (now.table.pot, now.players[0].coins) == (pot, 4))
    monkeypatch.setattr(purse.given, "function", lays_open)
    game: Game[State, Any] = Game(PURSE, 2, components=Box("few", cards=free))
    for card in range(free):
        table = Table(pot=pot, deck=hand(*{*range(free)} - {card}))
        state = evolve(game.new(), players=(Player(hand=hand(card), coins=4), Player()), table=table)
        assert {event.key for event in game.events(state, GIVE) if event.field == "table.laid"}
        for seat in (1, None):
            view = game.view(state, seat)
            assert not [event for event in game.judge(view, GIVE).events if event.field == "table.laid"]
            with pytest.raises(UnclearError):
                game.follow(view, GIVE)


# --- What several hidden things are together ------------------------------------------


@pytest.mark.parametrize(("card", "picked"), [(0, 2), (2, 0), (3, 4), (5, 1)])
def test_a_card_that_is_laid_and_another_that_is_picked_are_tried_together(
    card: int, picked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def laid_down(draft: StateDraft, laid: Lay) -> None:
        draft.edit_table().bank = int((laid.card, draft.players[1].picked) != (card, picked))

    game = game_of()
    held, left = {card, picked}, range(6, CARDS)
    table = Table(laid=hand(*left).known, deck=hand(*EVERY.difference(held, left)))
    players = (Player(), Player(hand=hand(*held), picked=picked))
    state = evolve(game.new(), players=players, table=table, seat=1)
    monkeypatch.setattr(purse.laid_down, "function", laid_down)
    lay: Any = Lay(UNKNOWN, UNKNOWN)
    view = view_of(game, [state])
    assert game.play(state, Lay(card, 0)).table.bank == 0
    assert "table.bank" not in {event.field for event in game.judge(view, lay).events}
    with pytest.raises(UnclearError):
        game.follow(view, lay)


def test_a_move_is_not_followed_if_what_it_does_was_not_tried_where_it_is_legal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It depends on too many hands whether it is legal, and on three numbers and one card what it does."""

    def counts(draft: StateDraft, _: Give) -> None:
        bob, cem = draft.players[1:]
        if (draft.table.pot, bob.coins, cem.coins) == (2, 4, 1) and 9 in bob.hand:
            draft.edit_table().bank = 1

    game: Game[State, Any] = Game(PURSE, 3, components=Box("fifteen", cards=CARDS))
    held = (9, 2, 4, 6, 8)
    players = (Player(), Player(hand=hand(*held), coins=4), Player(coins=1))
    state = evolve(game.new(), players=players, table=Table(pot=2, deck=hand(*EVERY.difference(held))))
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: sum(members(state.players[1].hand.known)) % 2 == 1)
    monkeypatch.setattr(purse.given, "function", counts)
    assert game.play(state, GIVE).table.bank == 1
    with pytest.raises(UnclearError):
        game.follow(game.view(state, 0), GIVE)


def test_a_named_card_is_not_revealed_where_another_number_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_the_number(state: State, _: Call) -> bool:
        first, other = state.players
        return first.rows[0].cards[0] == other.coins

    game = game_of()
    start = game.new()
    alike = [
        evolve(
            start,
            players=(Player(rows=(Stack(0, (below,)),)), Player(hand=hand(held), coins=below)),
            table=Table(laid=hand(*range(3, CARDS)).known),
        )
        for held, below in ((1, 2), (2, 1))
    ]
    monkeypatch.setattr(purse.calls, "function", is_the_number)
    monkeypatch.setattr(purse.called, "function", lambda draft, _: setattr(draft, "seat", 1))
    call: Any = Call(2)
    assert all(game.judge(one, call).legal for one in alike)
    view = view_of(game, alike)
    assert game.follow(view, call).players[0].rows == view.players[0].rows


@check(purse.setup)
def purses_differ(state: State) -> Iterator[str]:
    """As soon as a coin is in the bank, everybody has another number of coins, and none as many as the pot."""
    numbers = [state.table.pot, *(player.coins for player in state.players)]
    if state.table.bank and len({*numbers}) < len(numbers):
        yield "two have as many"


@check(purse.setup)
def purses_are_ranked(state: State) -> Iterator[str]:
    """As soon as a coin is in the bank, the players have 0, 1, 2 and 3 coins."""
    if state.table.bank and sorted(player.coins for player in state.players) != [0, 1, 2, 3]:
        yield "not everybody has another rank"


def four_purses(check_of_purses: Check, pot: int) -> tuple[Game[State, Any], State]:
    """A game of four in which checks forbid most combinations of hidden numbers, and what the first player knows."""
    rulebook: Rulebook[State, Any] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, [check_of_purses]))
    game: Game[State, Any] = Game(rulebook, 4, components=Box("fifteen", cards=CARDS))
    players = tuple(Player(coins=coins) for coins in (3, 0, 2, 1))
    state = evolve(game.new(), players=players, table=Table(pot=pot, bank=1))
    assert not game.check(state)
    view = game.view(state, 0)
    return game, evolve(view, players=tuple(evolve(player, ready=False) for player in view.players))


@pytest.mark.parametrize(
    ("limit", "legal"),
    [
        (lambda coins: coins.index(0) > 0, True),
        (lambda coins: sum(coins) == 6, True),
        (lambda coins: coins.index(2) == 1, None),
    ],
)
def test_what_holds_wherever_checks_leave_few_numbers_is_certain(
    limit: Callable[[list[int]], bool], legal: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clause may rely on a check: it is not asked about positions that checks forbid."""
    game, view = four_purses(purses_are_ranked, 5)
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: limit([player.coins for player in state.players]))
    verdict = game.judge(view, GIVE)
    assert (None if verdict.open_on else verdict.legal) is legal


@pytest.mark.parametrize(("coins", "certain"), [(0, True), (1, False), (4, False)])
def test_two_numbers_differ_for_certain_if_checks_want_it_whatever_others_are(
    coins: int, certain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, view = four_purses(purses_differ, 12)
    monkeypatch.setattr(
        purse.allowed, "function", lambda state, _: abs(state.players[1].coins - state.players[2].coins) != coins
    )
    verdict = game.judge(view, GIVE)
    assert (verdict.legal and not verdict.open_on) is certain


def test_a_card_that_is_named_does_not_lie_where_checks_forbid_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An effect that takes the only card of a hand may rely on the check of what this card is."""

    @check(purse.setup)
    def holds_a_low_card(state: State) -> Iterator[str]:
        if state.players[1].hand.size == 1 and not any(card < 3 for card in members(state.players[1].hand.known)):
            yield "no low card is in the hand"

    def adds_the_low_card(draft: StateDraft, _: Call) -> None:
        draft.edit_table().bank = [0, 1, 2].index(members(draft.players[1].hand.known)[0])

    game = game_of(holds_a_low_card)
    monkeypatch.setattr(purse.calls, "function", lambda *_: True)
    monkeypatch.setattr(purse.called, "function", adds_the_low_card)
    view = view_of(game, positions(game, (0,), (1,), (2,)))
    own, other = view.players
    view = evolve(view, seat=1, players=(own, evolve(other, coins=3)), table=evolve(view.table, pot=5))
    with pytest.raises(UnclearError):
        game.follow(view, Call(5))


def test_a_move_is_not_followed_that_is_legal_only_where_checks_forbid_it(monkeypatch: pytest.MonkeyPatch) -> None:
    @check(purse.setup)
    def card_five_is_held(state: State) -> Iterator[str]:
        if state.players[1].hand.size and 5 in state.table.deck:
            yield "card 5 is in the deck"

    game = game_of(card_five_is_held)
    monkeypatch.setattr(purse.calls, "function", lambda state, call: call.card in state.table.deck)
    view = view_of(game, positions(game, (0, 5), (1, 5)))
    with pytest.raises(IllegalMoveError):
        game.follow(view, Call(5))


def test_a_card_that_lies_in_no_place_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    @check(purse.setup)
    def card_four_is_gone(state: State) -> Iterator[str]:
        if 4 in state.players[1].hand:
            yield "card 4 is in a hand"

    game = game_of(card_four_is_gone)
    alike = [evolve(one, table=Table(laid=one.table.laid)) for one in positions(game, (1,), (2,), open_=[0, 3])]
    monkeypatch.setattr(purse.calls, "function", lambda state, call: call.card not in state.players[1].hand)
    monkeypatch.setattr(purse.called, "function", lambda draft, _: setattr(draft, "seat", 1))
    call: Any = Call(4)
    view = view_of(game, alike)
    assert game.judge(view, call).legal
    assert game.follow(view, call).seat == 1


@pytest.mark.parametrize(("suit", "pot"), [(suit, (suit * 5 + 3) % 13) for suit in range(12)])
def test_a_pick_and_a_number_are_tried_together_whatever_is_promised(
    suit: int, pot: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def allows(state: State, _: Give) -> bool:
        return (state.players[1].picked % 12, state.table.pot) != (suit, pot)

    monkeypatch.setattr(Names, "only_enough", True)
    game: Game[State, Any] = Game(PURSE, 2, components=Box("suits", 12, cards=40))
    other = Player(hand=hand(12 + suit), picked=12 + suit)
    table = Table(pot=pot, deck=hand(*{*range(40)} - {12 + suit}))
    state = evolve(game.new(), players=(Player(), other), table=table)
    monkeypatch.setattr(purse.allowed, "function", allows)
    assert not game.judge(state, GIVE).legal
    assert game.judge(game.view(state, 0), GIVE).open_on


@pytest.mark.parametrize("card", [1, 17, 38])
def test_a_view_is_not_impossible_because_few_cards_were_tried(card: int) -> None:
    @check(purse.setup)
    def is_gone(state: State) -> Iterator[str]:
        if state.table.deck.size and card not in state.players[1].hand:
            yield "the card is gone"

    rulebook: Rulebook[State, Any] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, [is_gone]))
    game: Game[State, Any] = Game(rulebook, 2, components=Box("forty", cards=40))
    players = (Player(), Player(hand=hand(card)))
    state = evolve(game.new(), players=players, table=Table(deck=hand(*{*range(40)} - {card})))
    view = game.view(state, 0)
    first, other = view.players
    known = evolve(other, coins=3, ready=False, picked=ABSENT)
    only_cards = evolve(view, players=(first, known), table=evolve(view.table, pot=5))
    assert game.check(state) == ()
    assert game.check(only_cards) == ()


def test_a_check_of_a_hand_and_a_number_is_asked_of_the_completions_of_an_author() -> None:
    @check(purse.setup)
    def fit(state: State) -> Iterator[str]:
        other = state.players[1]
        if sum(members(other.hand.known)) > 0 and other.coins != 3:
            yield "the coins do not fit the hand"

    own = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, [fit]), completions=completions_of)
    game: Game[State, Any] = Game(own, 2)
    state = evolve(game.new(), players=(Player(), Player(hand=hand(1), coins=3)), table=Table(deck=hand(*range(2, 12))))
    known = worlds_of(game.view(state, 0))
    for leaf in known.unknown:
        assert all(not game.check(whole) for whole in known.covering([leaf]) or ())


@pytest.mark.parametrize("coins", range(0, 6, 2))
def test_cards_of_the_completions_of_an_author_are_tried_with_all_numbers(
    coins: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An author need not yield each deal with each number."""

    def deals(state: State) -> Iterator[State]:
        whole = next(completions_of(state))
        for card in range(4):
            first, other = whole.players
            table = evolve(whole.table, deck=hand(*{*range(4)} - {card}))
            yield evolve(whole, players=(first, evolve(other, hand=hand(card), coins=1)), table=table)

    own = attrs.evolve(PURSE, completions=deals)
    game: Game[State, Any] = Game(own, 2, components=Box("few", cards=4))
    state = evolve(game.new(), players=(Player(), Player(hand=hand(3), coins=coins)), table=Table(deck=hand(0, 1, 2)))
    monkeypatch.setattr(
        purse.allowed, "function", lambda now, _: now.players[1].coins == coins and 3 in now.players[1].hand
    )
    verdict = game.judge(game.view(state, 0), GIVE)
    assert verdict.open_on


def completions_of(state: State) -> Iterator[State]:
    return completions(state.setting.layout, state)


def test_none_but_the_completions_of_an_author_are_made_even_if_checks_forbid_them() -> None:
    @check(purse.setup)
    def never_five(state: State) -> Iterator[str]:
        if state.table.bank and state.table.pot == 5:
            yield "five are in the pot"

    def always_five(state: State) -> Iterator[State]:
        whole = next(completions_of(state))
        yield evolve(whole, table=evolve(whole.table, pot=5))

    own = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, [never_five]), completions=always_five)
    game: Game[State, Any] = Game(own, 2)
    state = evolve(game.new(), table=Table(pot=4, bank=1))
    assert not game.check(state)
    assert [one.table.pot for one in worlds_of(game.view(state, 0)).every] == [5]


def test_clauses_are_not_asked_about_positions_that_checks_forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    @check(purse.setup)
    def differ(state: State) -> Iterator[str]:
        if state.players[1].coins == state.table.pot:
            yield "as many coins as in the pot"

    def divides(state: State, _: Give) -> bool:
        return 60 // (state.players[1].coins - state.table.pot) != 12

    rulebook: Rulebook[State, Any] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, [differ]))
    game: Game[State, Any] = Game(rulebook, 2)
    monkeypatch.setattr(purse.allowed, "function", divides)
    assert game.judge(game.view(game.new(), 0), GIVE).open_on
