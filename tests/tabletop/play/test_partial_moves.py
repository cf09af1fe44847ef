"""What is certain of a move with hidden parts: what all moves have in common for which it may stand, in all worlds."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from era_of_inventions.tabletop import Game, evolve, members
from era_of_inventions.tabletop.law.verdict import Outcome
from era_of_inventions.tabletop.play import partial_moves
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError, UnclearError
from era_of_inventions.tabletop.values import UNKNOWN
from tests.support import purse
from tests.support.purse import CARDS_IN_PLAY, PURSE, Give, Lay, Player, Show, State, StateDraft, hand

GAME: Game[State, Any] = Game(PURSE, 2)
LAY: Any = Lay(UNKNOWN, UNKNOWN)
NO_WAY = (99, 0)
ODD_ONE_OUT = pytest.mark.parametrize("odd", [(0, 0), (5, 1), (7, 2), (11, 3)])
EVERY = frozenset(range(CARDS_IN_PLAY))


def position(*cards: int) -> State:
    """The first player, who is in turn, has these cards; the others are the deck."""
    start = GAME.new()
    players = (Player(hand=hand(*cards), coins=5), Player(coins=0))
    return evolve(start, players=players, table=evolve(start.table, deck=hand(*EVERY.difference(cards))))


def seen_by_other(state: State) -> State:
    """The view of the second player, who has seen the first player's coins."""
    first, second = GAME.view(state, 1).players
    return evolve(GAME.view(state, 1), players=(evolve(first, coins=state.players[0].coins), second))


STATE = position(3, 4)
VIEW = seen_by_other(STATE)


def test_a_move_with_hidden_parts_is_seen_without_them() -> None:
    assert GAME.move_seen_by(STATE, Lay(3, 2), 1) == LAY
    assert GAME.judge(VIEW, LAY).legal


@ODD_ONE_OUT
def test_a_limit_against_one_of_the_moves_does_not_forbid_it(
    odd: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purse.allowed, "function", lambda _, laid: (laid.card, laid.price) != odd)
    assert GAME.judge(VIEW, LAY).legal


@ODD_ONE_OUT
def test_a_limit_that_allows_only_one_of_the_moves_leaves_it_open(
    odd: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purse.allowed, "function", lambda _, laid: (laid.card, laid.price) == odd)
    verdict = GAME.judge(VIEW, LAY)
    outcomes = {one.clause.id: one.outcome for one in verdict.findings}
    assert verdict.open_on
    assert outcomes["purse.limit"] is Outcome.OPEN


@ODD_ONE_OUT
def test_a_finding_on_an_illegal_move_is_open_if_it_is_not_the_same_for_all_moves(
    odd: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purse.allowed, "function", lambda _, laid: (laid.card, laid.price) != odd)
    monkeypatch.setattr(purse.lays, "function", lambda *_: False)
    verdict = GAME.judge(VIEW, LAY)
    assert (verdict.result, verdict.open_on) == ("NOT LEGAL", ())
    assert {one.clause.id: one.outcome for one in verdict.findings}["purse.limit"] is Outcome.OPEN


@ODD_ONE_OUT
def test_a_fact_is_certain_only_if_all_the_moves_have_it(odd: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    def facts(_: State, laid: Lay) -> dict[str, object]:
        others = {} if (laid.card, laid.price) == odd else {"seldom": 1}
        return {"alike": 1, "other": int(not others), **others}

    monkeypatch.setattr(purse.allowed, "facts", facts)
    findings = {one.clause.id: one for one in GAME.judge(VIEW, LAY).findings}
    assert findings["purse.limit"].facts == (("alike", 1), ("other at least", 0), ("other at most", 1))


def pay_for_all_but(odd: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """All the moves bring the bank a coin, but one of them does not."""

    def laid_down(draft: StateDraft, laid: Lay) -> None:
        draft.edit_table().bank += (laid.card, laid.price) != odd

    monkeypatch.setattr(purse.laid_down, "function", laid_down)


def events_of(view: State, move: Any) -> set[str]:
    return {event.field for event in GAME.judge(view, move).events}


def test_what_all_the_moves_bring_about_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    pay_for_all_but(NO_WAY, monkeypatch)
    assert events_of(VIEW, LAY) == {"table.bank"}
    after = GAME.follow(VIEW, LAY)
    assert (after.table.bank, after.players[0].hand.size) == (STATE.table.bank + 1, 2)


def test_cards_that_can_lie_nowhere_else_are_moved_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deck is empty, so that each player knows the other's hand."""

    def put_away(draft: StateDraft, _: Give) -> None:
        other, table = draft.edit_player(1), draft.edit_table()
        table.away, other.hand = table.away.together(other.hand), hand()

    monkeypatch.setattr(purse.given, "function", put_away)
    state = position(*range(9))
    players = (state.players[0], evolve(state.players[1], hand=state.table.deck))
    state = evolve(state, players=players, table=evolve(state.table, deck=hand()))
    view = GAME.view(state, 0)
    assert view.players[1].hand.unknown == 3
    view = evolve(view, players=(view.players[0], evolve(view.players[1], ready=False)))
    events = {(event.field, event.key) for event in GAME.judge(view, Give()).events}
    assert events == {(event.field, event.key) for event in GAME.judge(state, Give()).events}
    assert ("players.hand", "card-9") in events


@pytest.mark.repeats
@ODD_ONE_OUT
def test_what_one_of_the_moves_does_not_bring_about_is_not_certain(
    odd: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pay_for_all_but(odd, monkeypatch)
    assert not events_of(VIEW, LAY)
    with pytest.raises(UnclearError):
        GAME.follow(VIEW, LAY)


@pytest.mark.parametrize("held", [*combinations(EVERY, 2)][::9])
def test_an_event_that_is_missing_in_one_of_many_different_worlds_is_not_certain(
    held: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def given(draft: StateDraft, _: Give) -> None:
        table, cards = draft.edit_table(), draft.players[0].hand
        table.laid = cards.known
        table.bank += cards != hand(*held)

    monkeypatch.setattr(purse.given, "function", given)
    assert "table.bank" not in events_of(VIEW, Give())


# --- Moves that name cards ------------------------------------------------------------


def alike(*, cards: int, ready: tuple[bool, ...] = (False, True)) -> list[State]:
    """All positions that look alike to the second player, whatever cards the first one has."""
    found = []
    for held in combinations(EVERY, cards):
        first, second = position(*held).players
        table = position(*held).table
        found += [evolve(STATE, players=(evolve(first, ready=one), second), table=table) for one in ready]
    return found


def shown(card: int) -> Any:
    move: Any = Show
    return move(card, UNKNOWN)


@pytest.mark.parametrize("card", [0, 7])
def test_a_card_that_a_partly_known_move_names_need_not_be_with_its_player(card: int) -> None:
    after = GAME.follow(VIEW, shown(card))
    assert after.players[0].hand == VIEW.players[0].hand
    assert after.seat == 1


def test_a_hidden_flag_counts_wherever_the_named_cards_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flag takes no veil: it is noted that it is read, also where it is known where the cards lie."""

    def may(state: State, laid: Lay) -> bool:
        return (laid.card, laid.price) == (3, 0) and (3 in state.me.hand or 3 in state.table.deck)

    def laid_down(draft: StateDraft, _: Lay) -> None:
        draft.edit_table().bank += 5 if draft.players[0].ready else 1

    monkeypatch.setattr(purse.lays, "function", may)
    monkeypatch.setattr(purse.laid_down, "function", laid_down)
    assert {GAME.play(one, Lay(3, 0)).table.bank for one in alike(cards=2)} == {1, 5}
    assert GAME.judge(VIEW, LAY).legal
    assert not events_of(VIEW, LAY)
    with pytest.raises(UnclearError):
        GAME.follow(VIEW, LAY)


def test_no_event_names_a_card_that_was_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any two hands of ten of twelve cards have cards in common."""

    def shown_and_put_back(draft: StateDraft, _: Show) -> None:
        player, table = draft.edit_player(0), draft.edit_table()
        table.deck, player.hand = table.deck.together(player.hand), hand()

    monkeypatch.setattr(purse.shown, "function", shown_and_put_back)
    view = seen_by_other(position(*range(10)))
    events = GAME.judge(view, shown(3)).events
    assert "players.hand" in {event.field for event in GAME.judge(position(*range(10)), Show(3, 3)).events}
    assert not {event.key for event in events if event.key.startswith("card-")}


@pytest.mark.parametrize("cards", [1, 2])
@pytest.mark.parametrize("other", [3, 4])
def test_a_move_can_name_a_card_twice_and_more_cards_than_there_are(
    cards: int, other: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def both(state: State, named: Show) -> bool:
        return {named.card, named.other} <= {*members(state.me.hand.known)}

    monkeypatch.setattr(purse.shows, "function", both)
    every = alike(cards=cards, ready=(False,))
    view, named = seen_by_other(every[0]), Show(3, other)
    truths = {GAME.judge(one, named).legal for one in every}
    for move in (named, shown(3)):
        verdict = GAME.judge(view, move)
        assert bool(verdict.open_on) is (move != named or len(truths) > 1)
    legal = [one for one in every if GAME.judge(one, named).legal]
    if legal:
        assert {seen_by_other(GAME.play(one, named)).players[0].hand.size for one in legal} == {cards}
        assert GAME.follow(view, named).players[0].hand.size == cards
    else:
        with pytest.raises(IllegalMoveError):
            GAME.follow(view, named)


# --- What the effects read ------------------------------------------------------------


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("brings", "certain"),
    [
        (lambda draft, laid: draft.players[0].hand.known >= 0, True),
        (lambda draft, laid: {0, 1} <= {*members(draft.players[0].hand.known)}, False),
        (lambda draft, laid: draft.players[0].hand.known >> laid.card & 1, True),
        (lambda draft, laid: 0 in draft.table.deck and laid.price < 4, False),
        (lambda draft, laid: draft.table.pot >= 0, True),
        (lambda draft, laid: draft.table.pot == 7, False),
    ],
)
def test_what_reads_hidden_things_is_certain_if_it_is_the_same_in_all_worlds(
    brings: Any, certain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def laid_down(draft: StateDraft, laid: Lay) -> None:
        coin = bool(brings(draft, laid))
        draft.edit_table().bank += coin

    monkeypatch.setattr(purse.laid_down, "function", laid_down)
    worlds = [evolve(one, table=evolve(one.table, pot=pot)) for one in alike(cards=2, ready=(False,)) for pot in (0, 7)]
    ways = [(one, Lay(card, price)) for one in worlds for card in members(one.me.hand.known) for price in range(4)]
    after = {GAME.play(one, made).table.bank for one, made in ways}
    assert (after == {1}) is certain
    assert ("table.bank" in events_of(VIEW, LAY)) is certain
    if not certain:
        with pytest.raises(UnclearError):
            GAME.follow(VIEW, LAY)


def test_a_hand_that_is_laid_open_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    def laid_down(draft: StateDraft, _: Lay) -> None:
        player, table = draft.edit_player(0), draft.edit_table()
        table.laid, player.hand = player.hand.known, hand()

    monkeypatch.setattr(purse.laid_down, "function", laid_down)
    assert not {event.key for event in GAME.judge(VIEW, LAY).events if event.field == "table.laid"}
    with pytest.raises(UnclearError):
        GAME.follow(VIEW, LAY)


@pytest.mark.parametrize(
    "brings",
    [
        lambda draft: draft.table.pot + draft.players[0].hand.known >= 0,
        lambda draft: draft.table.pot != 7 or 0 in draft.table.deck,
    ],
)
def test_what_reads_more_than_can_be_tried_is_not_certain(brings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def laid_down(draft: StateDraft, _: Lay) -> None:
        draft.edit_table().bank += bool(brings(draft))

    monkeypatch.setattr(purse.laid_down, "function", laid_down)
    assert not events_of(VIEW, LAY)
    with pytest.raises(UnclearError):
        GAME.follow(VIEW, LAY)


def test_too_many_moves_in_too_many_worlds_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def laid_down(draft: StateDraft, _: Lay) -> None:
        draft.edit_table().bank += int(draft.players[0].hand.known) >= 0

    monkeypatch.setattr(purse.laid_down, "function", laid_down)
    assert events_of(VIEW, LAY) == {"table.bank"}
    monkeypatch.setattr(partial_moves, "PAIRS_MAX", 1)
    assert not events_of(VIEW, LAY)
    with pytest.raises(UnclearError):
        GAME.follow(VIEW, LAY)
