"""What several unknown things are together: whatever a verdict says of it is so in every position that it can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Any, cast

import attrs
import pytest

from era_of_inventions.tabletop import (
    NO_THINGS,
    OVER,
    Cards,
    Field,
    Game,
    Law,
    Nested,
    Positions,
    Rulebook,
    Seal,
    check,
    evolve,
    field,
    members,
    record,
    trigger,
)
from era_of_inventions.tabletop.errors import GameError, RulebookError
from era_of_inventions.tabletop.law.clause import Check, Moment, check_total
from era_of_inventions.tabletop.law.verdict import OpenOn
from era_of_inventions.tabletop.play.bots import StuckGameError, at_random
from era_of_inventions.tabletop.play.checking import is_possible
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError, UnclearError
from era_of_inventions.tabletop.play.simulate import LostGamesError, simulate
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.records import Record
from era_of_inventions.tabletop.values import UNKNOWN, Terms
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.naming import DeclarationError
from tests.support import purse
from tests.support.purse import CARDS_IN_PLAY, PURSE, Box, Give, Player, State, Table, hand

Limit = Callable[[State, Give], bool]


def checked(one: Check) -> Rulebook[State, Give]:
    """The game with a check of positions."""
    return attrs.evolve(PURSE, law=Law(PURSE.law.chapters, [one]))


def position(*players: Player, rulebook: Rulebook[State, Give] = PURSE) -> State:
    game: Game[State, Give] = Game(rulebook, len(players))
    return evolve(game.new(), players=players)


def is_never_sure_and_wrong(limit: Limit, positions: Sequence[State], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a view says nothing sure of a limit that is not so in each of these positions, which look alike."""
    monkeypatch.setattr(purse.allowed, "function", limit)
    game: Game[State, Give] = Game.from_state(positions[0])
    view = game.view(positions[0], 0)
    assert all(game.view(one, 0) == view for one in positions)
    verdict = game.judge(view, Give())
    truths = {game.judge(one, Give()).legal for one in positions}
    assert len(truths) == 2
    return bool(verdict.open_on)


def test_a_number_that_checks_allow_only_with_untried_cards_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """With each hand that is tried there are five coins in the pot, but there are more hands than are tried."""
    rare = hand(1, 2, 4, 7, 8, 10)

    @check(purse.setup)
    def five_in_the_pot(state: State) -> Iterator[str]:
        if state.table.pot != 5 and state.players[1].hand != rare:
            yield "not five coins in the pot"

    def filled(draft: purse.StateDraft, _: Give) -> None:
        draft.edit_table().pot += 1

    rulebook = checked(five_in_the_pot)
    usual = position(Player(hand=hand(0)), Player(hand=hand(1, 2, 3, 4, 5, 6)), rulebook=rulebook)
    other = position(Player(hand=hand(0)), Player(hand=rare), rulebook=rulebook)
    every = [usual, evolve(other, table=Table(pot=2))]
    game: Game[State, Give] = Game(rulebook, 2)
    assert not any(map(game.check, every))
    view = game.view(usual, 0)
    assert {game.view(one, 0) for one in every} == {view}
    monkeypatch.setattr(purse.given, "function", filled)
    (event,) = game.judge(view, Give()).events
    assert (event.before, event.change) == ("?", 1)


# --- Several at once ------------------------------------------------------------------


@pytest.mark.repeats
@pytest.mark.parametrize(("card", "coins", "pot"), [(11, 5, 12), (1, 0, 0), (5, 2, 7), (8, 4, 3)])
def test_a_card_and_numbers_together_are_unknown(
    card: int, coins: int, pot: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(state: State, _: Give) -> bool:
        player = state.players[1]
        return (player.coins, state.table.pot) != (coins, pot) or card not in player.hand

    alike = [
        evolve(position(Player(hand=hand(0)), Player(hand=hand(one), coins=number)), table=Table(pot=left))
        for one in range(1, CARDS_IN_PLAY)
        for number in range(6)
        for left in range(13)
    ]
    assert is_never_sure_and_wrong(limit, alike, monkeypatch)


@pytest.mark.repeats
@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 1), (3, 11), (10, 4)])
def test_the_cards_of_two_players_together_are_unknown(one: int, other: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def limit(state: State, _: Give) -> bool:
        return not (one in state.players[1].hand and other in state.players[2].hand)

    alike = [
        position(Player(hand=hand(0)), Player(hand=hand(first)), Player(hand=hand(second)))
        for pair in combinations(range(1, CARDS_IN_PLAY), 2)
        for first, second in (pair, pair[::-1])
    ]
    assert is_never_sure_and_wrong(limit, alike, monkeypatch)


@pytest.mark.repeats
@pytest.mark.parametrize(("held", "wished"), [(1, 2), (2, 1), (3, 11), (10, 4)])
def test_the_cards_in_two_places_of_a_player_are_unknown_together(
    held: int, wished: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(state: State, _: Give) -> bool:
        return not (held in state.players[1].hand and wished in state.players[1].wish)

    alike = [
        position(Player(hand=hand(0)), Player(hand=hand(first), wish=hand(second)))
        for pair in combinations(range(1, CARDS_IN_PLAY), 2)
        for first, second in (pair, pair[::-1])
    ]
    assert is_never_sure_and_wrong(limit, alike, monkeypatch)


@pytest.mark.parametrize("cards", [(1, 2, 3), (3, 4, 6), (2, 7, 11)])
def test_few_cards_of_a_player_are_tried_in_all_ways(
    cards: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(state: State, _: Give) -> bool:
        return state.players[1].hand != hand(*cards)

    alike = [
        position(Player(hand=hand(0, 5, 8)), Player(hand=hand(*three)))
        for three in combinations(sorted({*range(CARDS_IN_PLAY)} - {0, 5, 8}), 3)
    ]
    assert is_never_sure_and_wrong(limit, alike, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("pair", [(6, 11), (2, 3), (5, 8)])
@pytest.mark.parametrize("whose", [1, 2])
def test_two_cards_of_any_player_are_unknown(
    whose: int, pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(state: State, _: Give) -> bool:
        return not all(card in state.players[whose].hand for card in pair)

    alike = [
        position(Player(hand=hand(0, 1)), *(Player(hand=hand(*one)) for one in (first, second)))
        for first in combinations(range(2, CARDS_IN_PLAY), 2)
        for second in combinations(sorted({*range(2, CARDS_IN_PLAY)} - {*first}), 2)
    ]
    assert is_never_sure_and_wrong(limit, alike, monkeypatch)


def test_three_cards_in_two_places_of_a_player_are_unknown_together(monkeypatch: pytest.MonkeyPatch) -> None:
    def limit(state: State, _: Give) -> bool:
        other = state.players[1]
        return not (8 in other.hand and 10 in other.hand and 11 in other.wish)

    alike = [
        position(Player(), Player(hand=hand(*two), wish=hand(one)))
        for two in combinations(range(CARDS_IN_PLAY), 2)
        for one in {*range(CARDS_IN_PLAY)} - {*two}
    ]
    assert is_never_sure_and_wrong(limit, alike, monkeypatch)


@pytest.mark.parametrize("card", range(CARDS_IN_PLAY))
def test_a_card_that_is_known_to_lie_elsewhere_is_in_no_hand(card: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(Player(hand=hand(0, 1, 2)), Player(hand=hand(3, 4, 5)))
    monkeypatch.setattr(purse.allowed, "function", lambda state, asked: asked.card not in state.players[1].hand)
    game: Game[State, Any] = Game.from_state(state)
    verdict = game.judge(game.view(state, 0), purse.Call(card))
    assert bool(verdict.open_on) is (card not in state.me.hand)
    assert verdict.legal is (card in state.me.hand)


@pytest.mark.parametrize("card", range(1, CARDS_IN_PLAY))
def test_a_number_that_checks_allow_with_one_card_only_is_possible(card: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(state: State) -> Iterator[str]:
        for player in state.players:
            if player.coins == 0 and card not in player.hand:
                yield "has no coins, but not the card with which that can be"

    monkeypatch.setattr(purse.allowed, "function", lambda state, _: state.players[1].coins != 0)
    rulebook = checked(check(purse.setup)(wrong))
    state = position(Player(hand=hand(0)), Player(hand=hand(card), coins=0), rulebook=rulebook)
    game: Game[State, Any] = Game.from_state(state)
    assert game.check(state) == ()
    assert not game.judge(state, Give()).legal
    verdict = game.judge(game.view(state, 0), Give())
    assert verdict.open_on or not verdict.legal


def test_a_number_that_checks_forbid_whatever_the_cards_are_is_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(state: State) -> Iterator[str]:
        for player in state.players:
            if player.coins == 0:
                yield "has no coins"

    state = position(Player(hand=hand(0)), Player(hand=hand(3)), rulebook=checked(check(purse.setup)(wrong)))
    game: Game[State, Any] = Game.from_state(state)
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: state.players[1].coins != 0)
    verdict = game.judge(game.view(state, 0), Give())
    assert verdict.legal
    assert not verdict.open_on


@pytest.mark.parametrize("reverse", [False, True])
def test_two_totals_that_share_a_number_hold_together(reverse: bool) -> None:
    totals = [
        check_total(purse.setup, of=("players.coins", "table.pot"))(lambda _: 11),
        check_total(purse.setup, of=("players.coins", "table.bank"))(lambda _: 6),
    ]
    rulebook = attrs.evolve(PURSE, law=Law(PURSE.law.chapters, totals[::-1] if reverse else totals))
    state = position(Player(), Player(), rulebook=rulebook)
    game: Game[State, Any] = Game.from_state(state)
    assert game.check(state) == ()
    assert game.score(game.view(state, 0)) == game.score(state)


def of_sort(cards: Any, sort: int) -> int:
    """How many cards have a sort, if there are three of them."""
    return sum(card % 3 == sort for card in members(cards.known))


SORTED: dict[str, tuple[Limit, bool]] = {
    "one hand": (lambda state, _: of_sort(state.players[1].hand, 0) < 2, True),
    "more than there are": (lambda state, _: of_sort(state.players[1].hand, 0) <= 2, False),
    "two places": (
        lambda state, _: not (of_sort(state.players[1].hand, 0) and of_sort(state.players[1].wish, 1)),
        True,
    ),
    "two hands": (lambda state, _: of_sort(state.players[1].hand, 0) + of_sort(state.players[2].hand, 0) <= 4, False),
    "a hand and a number": (
        lambda state, _: of_sort(state.players[1].hand, 0) < 2 or state.players[1].coins < 5,
        True,
    ),
}


@pytest.mark.parametrize("what", SORTED)
def test_cards_with_sorts_matter_by_these(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two hands together all mixtures are tried, if they are not too many."""
    limit, is_open = SORTED[what]
    held = [((1, 4), 2), ((3, 9), 5), ((6, 10), 8)]
    state = position(*(Player(hand=hand(*cards), wish=hand(wish), coins=1) for cards, wish in held))
    game: Game[State, Give] = Game.from_state(state)
    monkeypatch.setattr(type(purse.CARDS), "sorts", lambda names, terms: [card % 3 for card in range(CARDS_IN_PLAY)])
    monkeypatch.setattr(purse.allowed, "function", limit)
    verdict = game.judge(game.view(state, 0), Give())
    assert bool(verdict.open_on) is is_open
    assert verdict.legal is not is_open


SETS: dict[str, Limit] = {
    "in a set": lambda state, _: state.players[1] not in {Player(ready=True), Player(coins=0)},
    "as a key": lambda state, _: {Player(ready=True): False}.get(state.players[1], True),
    "counted": lambda state, _: len({*state.players}) == 2,
}


@pytest.mark.parametrize("limit", SETS.values(), ids=SETS)
def test_a_hidden_value_that_takes_no_veil_is_used_by_a_hash(limit: Limit, monkeypatch: pytest.MonkeyPatch) -> None:
    alike = [position(Player(), Player(ready=ready)) for ready in (False, True)]
    assert is_never_sure_and_wrong(limit, alike, monkeypatch)


def test_nothing_follows_from_completions_that_checks_forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second card is red, a hand has one colour, and no completion that is tried happens to be so."""

    def colours(player: Player) -> int:
        return len({card % 2 for card in members(player.hand.known)})

    def wrong(state: State) -> Iterator[str]:
        for player in state.players:
            if player.hand.size and not player.hand.unknown and colours(player) > 1:
                yield "is of several colours"

    monkeypatch.setattr(purse.allowed, "function", lambda state, _: colours(state.players[1]) > 1)
    rulebook = checked(check(purse.setup)(wrong))
    game: Game[State, Give] = Game(rulebook, 2, components=Box("thirty", cards=30))
    state = evolve(game.new(), players=(Player(hand=hand(0)), Player(hand=hand(*range(1, 30, 2)))))
    view = game.view(state, 0)
    assert game.check(state) == ()
    assert not any(map(is_possible, worlds_of(view).every))  # else it shows nothing
    assert game.judge(view, Give()).open_on
    assert not game.judge(state, Give()).legal


# --- Following ------------------------------------------------------------------------


@pytest.mark.parametrize("pot", [1, 3, 12])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_is_taken_out_of_an_unknown_number_leaves_it_unknown(pot: int, seat: int | None) -> None:
    state = evolve(position(Player(), Player()), table=Table(pot=pot))
    game: Game[State, Give] = Game.from_state(state)
    followed = game.follow(game.view(state, seat), Give())
    assert followed == game.view(game.play(state, Give()), seat)
    assert (followed.table.pot, followed.table.bank) == (UNKNOWN, 1)
    assert game.check(followed) == ()
    assert Record(state, [Give()]).seen_by(seat).end() == followed


@pytest.mark.repeats
@pytest.mark.parametrize("card", range(CARDS_IN_PLAY))
@pytest.mark.parametrize("seat", [0, 1, None])
def test_who_asks_for_a_card_does_not_show_that_somebody_has_it(card: int, seat: int | None) -> None:
    state = position(Player(hand=hand(0, 1)), Player(hand=hand(2, 3, 4)))
    game: Game[State, Any] = Game.from_state(state)
    view, asked = game.view(state, seat), purse.Call(card)
    if seat == 1 or (seat == 0 and card in state.me.hand):
        assert game.follow(view, asked) == game.view(game.play(state, asked), seat)
    else:
        with pytest.raises(UnclearError) as caught:
            game.follow(view, asked)
        assert OpenOn(1, "hand") in caught.value.open_on


@pytest.mark.parametrize("seat", [0, 2, None])
@pytest.mark.parametrize(
    "may", [lambda state, asked: asked.card not in state.me.hand, lambda state, asked: 0 in state.me.hand]
)
def test_a_limit_on_who_asks_does_not_show_who_has_the_card(
    may: Callable[[State, Any], bool], seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but the card that has to be with whoever asks, or is with the seat itself, is followed."""
    state = position(*(Player(hand=hand(*held)) for held in ((0, 1), (2, 3), (4, 5))))
    monkeypatch.setattr(purse.allowed, "function", may)
    game: Game[State, Any] = Game.from_state(state)
    view, own = game.view(state, seat), () if seat is None else members(state.players[seat].hand.known)
    legal = [card for card in range(CARDS_IN_PLAY) if game.judge(state, purse.Call(card)).legal]
    assert len(legal) >= CARDS_IN_PLAY - 2
    for asked in map(purse.Call, legal):
        if asked.card in (0, *own):
            assert game.follow(view, asked).table == game.view(game.play(state, asked), seat).table
        else:
            with pytest.raises(UnclearError):
                game.follow(view, asked)


def test_what_depends_on_two_hands_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(draft: purse.StateDraft, _: Give) -> None:
        hands = [player.hand.known for player in draft.players[1:]]
        draft.edit_table().bank += 5 if hands == [0b1100, 0b110000] else 1

    state = position(*(Player(hand=hand(*held)) for held in ((0, 1), (2, 3), (4, 5))))
    monkeypatch.setattr(purse.given, "function", given)
    game: Game[State, Give] = Game.from_state(state)
    with pytest.raises(UnclearError):
        game.follow(game.view(state, 0), Give())


def test_a_move_that_may_be_legal_is_not_refused_as_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are more combinations than are tried, and one of them allows it."""
    coins = (4, 3, 2)
    state = position(Player(), *(Player(coins=number) for number in coins))
    monkeypatch.setattr(
        purse.allowed,
        "function",
        lambda state, _: (*(one.coins for one in state.players[1:]), state.table.pot) == (*coins, 5),
    )
    game: Game[State, Give] = Game.from_state(state)
    view = game.view(state, 0)
    assert game.judge(state, Give()).legal
    assert game.judge(view, Give()).open_on
    with pytest.raises(UnclearError):
        game.follow(view, Give())


@pytest.mark.repeats
@pytest.mark.parametrize("card", range(CARDS_IN_PLAY))
def test_taking_a_card_away_that_need_not_be_there_leaves_an_unknown_number(
    card: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def takes(draft: purse.StateDraft, asked: purse.Call) -> None:
        other, table = draft.edit_player(1), draft.edit_table()
        other.hand = other.hand.minus(asked.card)
        table.bank += other.hand.size

    state = position(Player(hand=hand(0, 1)), Player(hand=hand(2, 3, 4)))
    monkeypatch.setattr(purse.called, "function", takes)
    game: Game[State, Any] = Game.from_state(state)
    sure = game.judge(game.view(state, 0), purse.Call(card)).events
    assert {*sure} <= {*game.events(state, purse.Call(card))}


# --- Rulebooks that are put together wrongly ------------------------------------------


def binding(rulebook: Rulebook[State, Give]) -> tuple[str, ...]:
    """The reasons why a rulebook is refused."""
    with pytest.raises(RulebookError) as caught:
        Game(rulebook, 2)
    return caught.value.reasons


@pytest.mark.parametrize("sets", [{"seat": 0}, ["seat"], ("seat",)])
def test_a_moment_that_is_stated_by_no_mappings_is_refused(sets: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purse.gives, "when", Moment("at once", lambda _: True, sets=sets))
    rulebook: Rulebook[State, Give] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters))
    assert any("purse.give" in reason and "sets" in reason for reason in binding(rulebook))


@pytest.mark.parametrize("amount", [None, "6", 6.0])
def test_a_total_that_is_no_number_is_refused(amount: Any) -> None:
    total = check_total(purse.setup, of=("players.coins",))(lambda setting: amount)
    assert any("purse.setup" in reason for reason in binding(checked(total)))


def test_a_check_that_yields_no_sentence_is_refused() -> None:
    numbers: Any = check(purse.setup)(lambda _: iter([cast("Any", 3)]))
    assert any("yields 3" in reason for reason in binding(checked(numbers)))


WRONG: dict[str, dict[str, Any]] = {
    "measures coins": {"measures": {"coins": lambda _: "three"}},
    "measures nothing": {"measures": {"nothing": lambda state: state.nothing}},
    "changes": {"changes": lambda before, after: 3},
}


@pytest.mark.parametrize("place", WRONG)
def test_functions_that_return_something_else_are_refused(place: str) -> None:
    assert any(place in reason for reason in binding(attrs.evolve(PURSE, **WRONG[place])))


def test_a_setup_that_leaves_something_unknown_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purse.setup, "function", lambda draft, _: setattr(draft.edit_table(), "pot", UNKNOWN))
    rulebook: Rulebook[State, Give] = attrs.evolve(PURSE, law=Law(PURSE.law.chapters))
    assert any("unknown" in reason for reason in binding(rulebook))


@pytest.mark.parametrize(
    ("place", "function"),
    [
        ("to_move", lambda state: OVER if not any(player.coins for player in state.players) else state.seat),
        ("to_move", lambda state: max(state.seats, key=lambda seat: state.players[seat].coins)),
        ("to_move", lambda state: {3: 0}[state.players[1].coins]),
        ("served", lambda state: state.players[1].coins),
        ("order", lambda state: tuple(sorted(state.seats, key=lambda seat: state.players[seat].coins))),
    ],
)
def test_everybody_knows_who_decides(place: str, function: Any) -> None:
    assert any(f"{place} uses coins" in reason for reason in binding(attrs.evolve(PURSE, **{place: function})))


@pytest.mark.parametrize("place", ["follows", "fills"])
@pytest.mark.parametrize(
    ("path", "function"),
    [
        ("table.bank", lambda state: sum(player.coins for player in state.players)),
        ("table.bank", lambda state: int(any(player.ready for player in state.players))),
        ("players.coins", lambda state: [state.table.pot for _ in state.players]),
    ],
)
def test_what_follows_in_a_position_follows_from_nothing_hidden_but_cards(
    place: str, path: str, function: Callable[[State], object]
) -> None:
    declared: Any = {place: {path: function}}
    reasons = binding(attrs.evolve(PURSE, positions=Positions(**declared)))
    assert any(f"positions.{place} {path} uses " in reason for reason in reasons)


def test_a_number_whose_default_is_hidden_too_is_not_sealed() -> None:
    @trigger("purse.opened", opens=Seal(Player.coins))
    def opened(draft: purse.StateDraft) -> None:
        """All coins are counted."""

    (chapter, *others) = PURSE.law.chapters
    chapters = (attrs.evolve(chapter, clauses=(*chapter.clauses, opened)), *others)
    reasons = binding(attrs.evolve(PURSE, law=Law(chapters)))
    assert any("players.coins: is sealed, and its default is hidden" in reason for reason in reasons)


@record
class Doll:
    """A record in a record of its own class."""

    inner: Field[Any] = field(Nested(lambda: Doll))


def test_a_record_that_holds_records_of_its_own_class_is_refused() -> None:
    with pytest.raises(DeclarationError, match="Doll holds records of its own class"):
        layout_of(Doll, Terms())


# --- Games that go nowhere ------------------------------------------------------------


def test_a_game_in_which_nobody_can_move_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: state.table.bank < 4)
    game: Game[State, Give] = Game(PURSE, 2)
    state = evolve(game.new(), table=Table(bank=4))
    for run in (
        lambda: game.playout(state, Random(1)),
        lambda: game.playout(state, Random(1), at_random),
        lambda: game.decide(state, at_random, Random(1)),
    ):
        with pytest.raises(StuckGameError, match="seat 0"):
            run()
    with pytest.raises(LostGamesError, match="no legal move"):
        simulate(game, 2, workers=1)


def test_nobody_decides_when_the_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: not state.table.bank)
    rulebook: Rulebook[State, Give] = attrs.evolve(
        PURSE, to_move=lambda state: OVER if state.table.bank else state.seat
    )
    game: Game[State, Give] = Game(rulebook, 2)
    over = game.playout(game.new(), Random(1))
    assert game.is_over(over)
    with pytest.raises(GameError, match="the game is over"):
        game.decide(over, at_random, Random(1))


def test_a_view_of_one_seat_is_none_of_another() -> None:
    state = position(Player(hand=hand(1)), Player(hand=hand(2)))
    game: Game[State, Give] = Game.from_state(state)
    view = game.view(state, 0)
    assert game.view(view, 0) == view
    assert game.view(view, None) == game.view(state, None)
    for ask in (game.view, game.observe):
        with pytest.raises(GameError, match="the view of seat 1"):
            ask(view, 1)


# --- Less than what is unknown --------------------------------------------------------


@pytest.mark.parametrize("cards", [Cards(NO_THINGS, CARDS_IN_PLAY + 1), Cards(NO_THINGS, -1)])
def test_what_nobody_can_have_is_refused_by_name(cards: Any) -> None:
    state = position(Player(), Player(hand=cards))
    game: Game[State, Give] = Game.from_state(state)
    assert game.check(state)
    for _ in range(2):
        with pytest.raises(GameError, match=f"{cards.unknown} are unknown of hand"):
            worlds_of(state).certain(lambda whole: whole.players[1].hand.known, "the hand")


def test_the_same_cards_for_everybody_are_refused() -> None:
    def blank(setting: Any, start: int) -> State:
        both = Player(hand=hand(*range(CARDS_IN_PLAY)))
        return evolve(PURSE.blank(setting, start), players=(both,) * setting.players)

    (reason,) = binding(attrs.evolve(PURSE, blank=blank))
    assert f"{2 * CARDS_IN_PLAY} are unknown of hand" in reason


def test_whoever_makes_a_move_that_cannot_be_is_shown_no_hidden_number(monkeypatch: pytest.MonkeyPatch) -> None:
    def takes(draft: purse.StateDraft, _: Give) -> None:
        draft.edit_player(1).coins += 4

    monkeypatch.setattr(purse.given, "function", takes)
    game: Game[State, Give] = Game(PURSE, 2)
    texts = set()
    for coins in range(2, 6):
        start = position(Player(), Player(coins=coins))
        for make in (partial(game.play, start), Record[State, Give](start).then):
            with pytest.raises(GameError, match="hidden from seat 0") as refused:
                make(Give(), seat=0)
            texts.add(str(refused.value))
    assert len(texts) == 1
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: state.players[1].coins < 3)
    partly = game.view(position(Player(), Player(coins=4)), 1)
    with pytest.raises(IllegalMoveError, match="may not be legal") as refused:
        Record[State, Give](evolve(partly, players=(Player(), Player(coins=4)))).then(Give(), seat=0)
    assert refused.value.seat == 0
    monkeypatch.setattr(purse.allowed, "function", lambda *_: True)
    with pytest.raises(GameError, match="coins: is 9"):
        game.play(position(Player(), Player(coins=5)), Give())
