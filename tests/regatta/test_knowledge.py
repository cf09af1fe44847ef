"""What a seat is shown of Regatta tells it all it may know, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from era_of_inventions.tabletop import ABSENT, Law, check_each
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.law.verdict import OpenOn, Outcome
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import UnclearError
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.records import Record, RecordError, parse_game, show_game, show_move
from era_of_inventions.tabletop.records.header import is_chance
from era_of_inventions.tabletop.testing import leaks
from era_of_inventions.tabletop.testing.strategies import Script, Strategies
from era_of_inventions.tabletop.values import UNKNOWN, Cards, evolve, mask, members
from tests.regatta.model import AnyMove, Arrive, Bid, Card, Deal, Player, Pledge, Stage, State, StateDraft
from tests.regatta.rulebook import REGATTA
from tests.regatta.rules import must_afford, next_bidder, opened, sealed, worth

STRATEGIES = Strategies(REGATTA)
DECISIONS = (Stage.PLEDGE, Stage.AUCTION, Stage.PAYMENT)


FEW = settings(max_examples=15, deadline=None)
"""Enough for properties that ask about every move of the table for every seat."""


def game_of(state: State) -> Game[State, AnyMove]:
    return Game.from_state(state)


def answers(state: State, seat: int) -> list[object]:
    """What the law says to a seat of every move that a player can make, of a position or of a view of it."""
    game = game_of(state)
    moves = [move for move in game.moves if not isinstance(move, Deal | Arrive)]
    verdicts = [game.judge(state, move, seat=seat) for move in moves]
    return [(verdict.findings, verdict.legal, verdict.reason, verdict.open_on) for verdict in verdicts]


@FEW
@given(STRATEGIES.reachable_states())
def test_the_law_answers_of_a_view_as_of_the_position(state: State) -> None:
    game = game_of(state)
    for seat in range(state.setting.players):
        view = game.view(state, seat)
        assert view.players[seat] == state.players[seat]
        assert answers(view, seat) == answers(state, seat)


@FEW
@given(STRATEGIES.reachable_states(), st.randoms(use_true_random=False))
def test_what_is_hidden_can_be_shuffled_unnoticed(state: State, rng: random.Random) -> None:
    game = game_of(state)
    for seat in range(state.setting.players):
        other = shuffled(state, seat, rng)
        assert game.view(other, seat) == game.view(state, seat)
        assert answers(other, seat) == answers(state, seat)


def shuffled(state: State, seat: int, rng: random.Random) -> State:
    """The position with other cards where this seat sees none."""
    hands = [player.hand.known for player in state.players]
    free = [
        card
        for card in range(len(state.setting.components.cards))
        if any(hand >> card & 1 for who, hand in enumerate(hands) if who != seat) or state.table.deck.known >> card & 1
    ]
    rng.shuffle(free)

    def deal(number: int) -> Cards[Card]:
        return Cards(mask(Card, [free.pop() for _ in range(number)]))

    players = tuple(
        player if who == seat else evolve(player, hand=deal(player.hand.size), pledge=_of(player.pledge, state))
        for who, player in enumerate(state.players)
    )
    return evolve(state, players=players, table=evolve(state.table, deck=deal(state.table.deck.size)))


def _of(pledge: int, state: State) -> int:
    """Another pledge, if there is one."""
    return pledge if pledge < 0 else len(state.setting.components.cards)


@pytest.mark.slow
@pytest.mark.covers
@FEW
@given(STRATEGIES.reachable_states(), st.randoms(use_true_random=False))
def test_games_that_look_alike_to_a_seat_are_told_alike(state: State, rng: random.Random) -> None:
    seat = rng.choice([*range(state.setting.players), None])
    assert leaks.leak(state, shuffled(state, seat, rng), seat, rng) == ""


@pytest.mark.slow
@pytest.mark.covers
@given(STRATEGIES.scripts(), st.data())
def test_a_record_for_a_seat_is_what_it_has_seen(script: Script[State, AnyMove], data: st.DataObject) -> None:
    """Deals to others are hidden, pledges only as long as they are sealed; it leads to what the seat sees."""
    start = script.game.new(script.seed % script.game.setting.players)
    record = Record(start, tuple(move for _, move in attrs.evolve(script, rich=False).steps()))
    seat = data.draw(st.sampled_from([*range(script.game.setting.players), None]))
    told, end = record.seen_by(seat), record.end()
    assert parse_game(show_game(told), (REGATTA,)) == told
    assert from_json(REGATTA, to_json(REGATTA, told), Record) == told
    assert script.game.view(told.end(), seat) == script.game.view(end, seat)
    for known, step in zip(told.replay(), record.replay(), strict=True):
        assert {*known.events} <= {*step.events}
    for number, (step, move) in enumerate(zip(record.replay(), told.moves, strict=True)):
        owner, sealed = step.before.turn.seat, end.turn.stage is Stage.PLEDGE
        later = {type(other) for other in record.moves[number:]}
        if isinstance(step.move, Deal) and owner != seat:
            assert move == Deal(UNKNOWN)
        elif isinstance(step.move, Pledge) and owner != seat and sealed and later == {Pledge}:
            assert move == Pledge(UNKNOWN)
        else:
            assert move is step.move


@contextmanager
def leak() -> Iterator[None]:
    """While it lasts, a clause asks what all hold."""
    asks = must_afford.function

    def asks_all(position: State, move: Bid) -> bool:
        return move.amount <= sum(worth(position.setting, player.hand.known) for player in position.players)

    must_afford.function = asks_all
    try:
        yield
    finally:
        must_afford.function = asks


@pytest.mark.slow
def test_a_leak_is_noticed() -> None:
    game = Game(REGATTA, 3)
    state = game.deal(game.new(), random.Random(1))
    while state.turn.stage is Stage.PLEDGE:
        state = game.play(state, game.legal_moves(state)[-1])
    seat = state.turn.seat
    assert answers(game.view(state, seat), seat) == answers(state, seat)
    with leak():
        assert answers(game.view(state, seat), seat) != answers(state, seat)


def test_a_fact_of_what_others_hold_is_kept_back(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = Game(REGATTA, 3), random.Random(1)
    state = game.deal(game.new(), rng)
    while state.turn.stage is Stage.PLEDGE:
        state = game.play(state, game.legal_moves(state)[-1])
    monkeypatch.setattr(
        must_afford, "facts", lambda p, _: {str(who): player.hand.known for who, player in enumerate(p.players)}
    )
    seat = state.turn.seat
    for known in (state, game.view(state, seat)):
        (finding,) = (one for one in game.judge(known, Bid(2), seat=seat).findings if one.clause is must_afford)
        assert (str(seat), state.me.hand.known) in finding.facts
        assert not {str(who) for who in range(3) if who != seat} & {name for name, _ in finding.facts}


@pytest.mark.slow
@pytest.mark.parametrize("lies_there", [True, False])
def test_what_an_effect_makes_of_a_hidden_card_is_not_certain(
    lies_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An oracle: whichever card another player holds, the position looks the same to whoever bids."""
    game, rng = Game(REGATTA, 3), random.Random(1)
    state = game.deal(game.new(), rng)
    while state.turn.stage is Stage.PLEDGE:
        state = game.play(state, game.legal_moves(state)[-1])
    seat = state.turn.seat
    card, other = min(members(state.table.deck.known)), state.after(seat)

    def effect(draft: State, move: Bid) -> None:
        draft.edit_turn().owed = int((card in draft.players[other].hand) is lies_there)  # type: ignore[attr-defined]

    monkeypatch.setattr(next_bidder, "function", effect)
    for one in (state, *(shuffled(state, seat, rng) for _ in range(20))):
        view, owed = game.view(one, seat), game.play(one, Bid(1)).turn.owed
        assert view == game.view(state, seat)
        for verdict in (game.judge(view, Bid(1)), game.judge(one, Bid(1), seat=seat)):
            assert verdict.legal
            assert not [event for event in verdict.events if event.field == "turn.owed" and event.after != owed]
        with pytest.raises(UnclearError):
            game.follow(view, Bid(1))


@pytest.mark.repeats
@pytest.mark.parametrize("seed", range(4))
def test_which_card_is_dealt_to_others_is_not_certain_even_if_it_is_the_last(seed: int) -> None:
    game, rng = Game(REGATTA, 2), random.Random(seed)
    state = game.deal(game.new(), rng)
    last, *others = rng.sample(members(state.table.deck.known), state.table.deck.size)
    table = evolve(state.table, deck=Cards(mask(Card, [last])), discards=mask(Card, others))
    turn = evolve(state.turn, stage=Stage.DEAL, due=1, seat=1)
    players = [evolve(state.players[0], hand=Cards(mask(Card, [others.pop()]))), state.players[1]]
    state = evolve(state, table=evolve(table, discards=mask(Card, others)), turn=turn, players=tuple(players))
    for seat in (0, None):
        events = game.judge(game.view(state, seat), Deal(UNKNOWN)).events
        assert {event.field for event in events} >= {"table.deck"}
        assert not [event for event in events if event.field == "players.hand"]


@given(STRATEGIES.reachable_states())
def test_a_spectator_sees_no_hand_and_no_pledge(state: State) -> None:
    view = Game.from_state(state).view(state, None)
    for player, shown in zip(state.players, view.players, strict=True):
        assert shown.hand == Cards(mask(Card), player.hand.size)
        assert shown.pledge == (UNKNOWN if player.pledge >= 0 else player.pledge)
    assert view.table.deck == Cards(mask(Card), state.table.deck.size)


@pytest.mark.slow
@pytest.mark.covers
@given(STRATEGIES.reachable_states().filter(lambda state: state.turn.stage is Stage.AUCTION), st.integers(1, 40))
def test_a_bid_is_open_to_a_spectator_unless_it_is_sure(state: State, amount: int) -> None:
    """An oracle: the bidder has the dearest or the cheapest of all cards that are out of sight."""
    game = game_of(state)
    view = game.view(state, None)
    verdict = game.judge(view, Bid(amount))
    worths = sorted(worth for card, (_, worth) in enumerate(state.setting.components.cards) if not known(view, card))
    size, coins = state.me.hand.size, state.me.coins
    least, most = coins + sum(worths[:size]), coins + sum(worths[len(worths) - size :])
    surely = amount <= state.turn.bid or amount <= least or amount > most
    assert (verdict.open_on == ()) is surely
    if verdict.open_on:
        assert verdict.open_on == (OpenOn(state.turn.seat, "hand"),)
    else:
        assert verdict.legal == game.judge(state, Bid(amount)).legal


@check_each(must_afford, about="turn.bid")
def bids_can_be_paid(state: State, seat: int, player: Player) -> Iterator[str]:
    """Whoever is to pay has enough."""
    pays = state.turn.stage is Stage.PAYMENT and seat == state.turn.seat
    if pays and player.coins + worth(state.setting, player.hand.known) < state.turn.owed:
        yield "cannot pay"


@pytest.mark.repeats
def test_what_a_seat_thinks_possible_is_possible() -> None:
    """An oracle: all hands of whoever pays, of cards that are out of sight, that are worth enough."""
    law = Law(REGATTA.law.chapters, [bids_can_be_paid])
    game = Game(attrs.evolve(REGATTA, law=law, completions=None), 3)
    state = game.deal(game.new(), random.Random(2))
    while state.turn.stage is not Stage.PAYMENT:
        legal = game.legal_moves(state)
        bids = [move for move in legal if isinstance(move, Bid)]
        state = game.play(state, bids[-1] if bids else legal[-1])
    view, payer = game.view(state, None), state.turn.seat
    owed, worths = state.turn.owed - state.me.coins, [worth for _, worth in state.setting.components.cards]
    hands = combinations([card for card in range(len(worths)) if not known(view, card)], state.me.hand.size)
    expected = {hand for hand in hands if sum(worths[card] for card in hand) >= owed}
    worlds = worlds_of(view)
    (place,) = [leaf for leaf in worlds.unknown if leaf.seat == payer and leaf.field.name == "hand"]
    found = [members(one.players[payer].hand.known) for one in worlds.covering([place]) or ()]
    assert {*found} == expected
    assert len(expected) < len([*combinations(range(len(worths)), state.me.hand.size)])


def known(view: State, card: int) -> bool:
    return bool(view.table.discards >> card & 1)


@pytest.mark.parametrize("stage", DECISIONS)
def test_whoever_is_not_asked_learns_only_that(stage: Stage) -> None:
    game = Game(REGATTA, 3)
    rng = random.Random(5)
    state = game.new(rng=rng)
    while state.turn.stage is not stage:
        state = game.deal(game.play(state, rng.choice(game.legal_moves(state))), rng)
    asked = (state.turn.seat + 1) % 3
    if stage is Stage.PLEDGE:  # where only those who have pledged are not asked
        state = game.play(state, Pledge(len(state.setting.components.cards)), seat=asked)
    verdict = game.judge(state, Bid(1), seat=asked, rulings=True)
    assert [finding.clause.id for finding in verdict.findings] == ["rules.who-decides"]
    assert verdict.events == ()


def test_a_verdict_does_not_rest_on_a_reading_by_which_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the other reading only what another player holds allows a bid, which the bidder cannot know."""
    game: Game[State, AnyMove] = Game(REGATTA, 2)
    rng = random.Random(2)
    state = game.new(rng=rng)
    while state.turn.stage is not Stage.AUCTION:
        state = game.deal(game.play(state, rng.choice(game.legal_moves(state))), rng)
    seat, other = state.turn.seat, 1 - state.turn.seat
    held = members(state.players[other].hand.known)[0]
    elsewhere = members(state.table.deck.known)[0]

    def limited(position: State, _: Bid) -> bool:
        return position.ruleset.equal_pledges == "first" or held in position.players[other].hand

    monkeypatch.setattr(must_afford, "function", limited)
    deck, hand = (
        Cards(one.known ^ mask(Card, [held, elsewhere])) for one in (state.table.deck, state.players[other].hand)
    )
    players = [evolve(one, hand=hand) if who == other else one for who, one in enumerate(state.players)]
    twin = evolve(state, players=tuple(players), table=evolve(state.table, deck=deck))
    assert game.view(state, seat) == game.view(twin, seat)
    for position in (game.view(state, seat), state, twin):
        verdict = game.judge(position, Bid(state.turn.bid + 1), seat=seat, rulings=True)
        assert (verdict.legal, verdict.rests_on) == (True, ())
    assert game.judge(twin, Bid(state.turn.bid + 1), rulings=True).rests_on != ()


@pytest.mark.slow
@pytest.mark.covers
@given(STRATEGIES.reachable_states().filter(lambda state: state.turn.stage is Stage.PLEDGE), st.data())
def test_a_pledge_is_an_event_for_whoever_makes_it_until_all_are_opened(state: State, data: st.DataObject) -> None:
    game = game_of(state)
    move = data.draw(st.sampled_from(game.legal_moves(state)))
    seat, last = state.turn.seat, (state.turn.seat + 1) % state.setting.players == state.turn.master
    own = game.judge(state, move, seat=seat).events
    assert last or "players.pledge" in {event.field for event in own}
    for other in {*range(state.setting.players), None} - {seat}:
        public = [event for event in game.events(state, move) if event.is_seen_by(other)]
        cards = {event.field for event in public if event.seat == seat} & {"players.pledge", "players.hand"}
        assert cards == set()
        assert last or "table.discards" not in {event.field for event in public}


@FEW
@given(STRATEGIES.reachable_states(), st.randoms(use_true_random=False))
def test_what_is_known_whole_is_followed_as_it_is_played(state: State, rng: random.Random) -> None:
    game = game_of(state)
    for move in rng.sample(game.legal_moves(state), min(3, len(game.legal_moves(state)))):
        assert game.follow(state, move) == game.play(state, move)


def test_what_a_sealed_pledge_decides_cannot_be_followed() -> None:
    """The last to pledge opens what the others have pledged, which only they know."""
    game, rng = Game(REGATTA, 2), random.Random(3)
    state = game.new(0, rng)
    while state.turn.seat == state.turn.master:
        state = game.play(state, game.legal_moves(state)[0])
    assert state.turn.stage is Stage.PLEDGE
    move = game.legal_moves(state)[0]
    with pytest.raises(UnclearError) as unclear:
        game.follow(game.view(state, state.turn.seat), move)
    assert OpenOn(state.turn.master, "pledge") in unclear.value.open_on
    assert repr(show_move(move, game.setting)) in str(unclear.value)


def taken_back(draft: StateDraft) -> None:
    """What was pledged leaves the hands, and nobody sees what it was."""
    for player in map(draft.edit_player, draft.seats):
        gone = mask(Card, {player.pledge} & {*members(player.hand.known)})
        player.hand, player.pledge = Cards(player.hand.known & ~gone), ABSENT
    draft.edit_turn().stage = Stage.AUCTION


def test_a_pledge_of_nothing_is_known_only_from_a_record_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view, or a record that begins later, does not show whether what was sealed is a card."""
    game: Game[State, Any] = Game(REGATTA, 2)
    state = game.new(0, random.Random(3))
    nothing = Pledge(len(state.setting.components.cards))
    one = game.play(state, nothing)
    seat = one.turn.seat
    monkeypatch.setattr(opened, "function", taken_back)
    end = game.play(one, nothing)
    whole: Record[State, Any] = Record(state)
    later: Record[State, Any] = Record(one)
    assert whole.then(nothing, nothing).seen_by(seat).end() == game.view(end, seat)
    with pytest.raises(UnclearError):
        game.follow(game.view(one, seat), nothing)
    with pytest.raises(RecordError, match="pledge"):
        later.then(nothing).seen_by(seat).end()


def test_a_pledge_that_is_not_opened_yet_may_be_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sealed has an effect that everybody sees, before it is opened."""
    game: Game[State, Any] = Game(REGATTA, 3)
    start = game.new(0, random.Random(3))
    nothing, seal = Pledge(len(start.setting.components.cards)), sealed.function

    def counted(draft: StateDraft, move: Pledge) -> None:
        draft.edit_table().boat = sum(player.pledge == nothing.card for player in draft.players)
        seal(draft, move)

    monkeypatch.setattr(sealed, "function", counted)
    card = Pledge(members(start.players[1].hand.known)[0])
    record: Record[State, Any] = Record(start, (nothing, card))
    with pytest.raises(RecordError, match="pledge"):
        record.seen_by(2).end()
    opened_since = record.then(nothing)
    assert opened_since.seen_by(2).end() == game.view(opened_since.end(), 2)


@FEW
@given(STRATEGIES.reachable_states().filter(lambda state: state.turn.stage is not Stage.PLEDGE), st.data())
def test_what_is_certain_of_a_view_is_true(state: State, data: st.DataObject) -> None:
    """Whether a move is legal, every finding, and every event; an event can have unknown numbers.

    A sealed pledge is assumed to be a card of the hand, which it need not be; see `Hidden`.
    """
    game = game_of(state)
    seat = data.draw(st.sampled_from([*range(state.setting.players), None]))
    moves = data.draw(st.lists(st.sampled_from(game.moves), max_size=4))
    for move in (*moves, *game.legal_moves(state)[:4]):
        verdict, truth = game.judge(game.view(state, seat), move), game.judge(state, move)
        assert verdict.open_on or verdict.legal is truth.legal
        for finding, true in zip(verdict.findings, truth.findings, strict=True):
            assert finding.outcome in (true.outcome, Outcome.OPEN)
        changes = {(event.clause, event.field, event.key, event.seat, event.change) for event in truth.events}
        for event in verdict.events if truth.legal else ():
            unknown = "?" in (event.before, *str(event.after).split())
            change = (event.clause, event.field, event.key, event.seat, event.change)
            assert event in truth.events or (unknown and change in changes)


def test_moves_of_chance_without_a_field_stand_on_one_line() -> None:
    assert is_chance("deal; deal", REGATTA)
    assert not is_chance("deal; Ann: deal", REGATTA)
