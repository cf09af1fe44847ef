"""What a seat is shown of Phoenicia tells it all it may know, and nothing else: production cards are secret."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from operator import index
from pathlib import Path
from typing import Any

import attrs
import pytest
from phoenicia.box import Components, ProductionCard
from phoenicia.moves import Deal, Move, PayCard, Reveal
from phoenicia.pictures import PICTURES
from phoenicia.position import Stage, State, wealth
from phoenicia.rulebook import PHOENICIA
from phoenicia.rules import pay
from phoenicia.rules.auction import must_afford
from phoenicia.rules.round import one_turn_each
from phoenicia_tables import TEXTS, Has, hand, play, played, reached, table

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.documents import to_json
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import CHANCE, Rulebook
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.records import Record, parse_game, save_game, show_game
from era_of_inventions.tabletop.testing import leaks
from era_of_inventions.tabletop.testing.leaks import leak
from era_of_inventions.tabletop.values import Cards, Mask, evolve, mask, members, views
from era_of_inventions.tabletop.values import changes as field_changes
from era_of_inventions.tabletop.values.features import Observer

STAGES = [stage for stage in Stage if stage is not Stage.OVER]


def game_of(state: State) -> Game[State, Move]:
    return Game.from_state(state)


def answers(state: State, seat: int, rng: random.Random) -> list[object]:
    """What the law says to a seat of moves that a player can make, of a position or of a view of it."""
    game = game_of(state)
    moves = rng.sample([move for move in game.moves if not isinstance(move, Deal | Reveal)], 10)
    decides = game.to_move(state) == seat
    legal = game.legal_moves(state) if decides else ()
    verdicts = [game.judge(state, move, seat=seat) for move in (*moves, *legal[:6])]
    found: list[object] = [
        (verdict.findings, verdict.legal, verdict.reason, verdict.open_on, told(verdict.events, seat))
        for verdict in verdicts
    ]
    return [legal, *found]


def told(events: tuple[object, ...], seat: int) -> list[object]:
    return [event for event in events if event.is_seen_by(seat)]  # type: ignore[attr-defined]


def shuffled(state: State, seat: int | None, rng: random.Random) -> State:
    """The position with other cards where this seat, or a spectator, sees none, and other copies of those it sees.

    Everybody can tell who has a preset card.
    """
    box = state.components
    presets = box.preset_cards
    others = [player.hand.known & ~presets for who, player in enumerate(state.players) if who != seat]
    free = [card for cards in (*others, state.table.pile.known) for card in members(cards)]
    rng.shuffle(free)
    alike = map(members, box.money.of_face)
    mixed = (zip(one, rng.sample(one, len(one)), strict=True) for one in alike)
    other_copy = {card: new for pairs in mixed for card, new in pairs}

    def deal(number: int) -> Mask[ProductionCard]:
        return mask(ProductionCard, [other_copy[free.pop()] for _ in range(number)])

    def same(cards: Mask[ProductionCard]) -> Mask[ProductionCard]:
        return mask(ProductionCard, [other_copy[card] for card in members(cards)])

    players = []
    for who, player in enumerate(state.players):
        known = player.hand.known
        cards = same(known) if who == seat else same(known & presets) | deal((known & ~presets).bit_count())
        players.append(evolve(player, hand=Cards(cards)))
    table = state.table
    table = evolve(
        table, pile=Cards(deal(table.pile.size)), discards=Cards(same(table.discards.known)), gone=same(table.gone)
    )
    return evolve(state, players=tuple(players), table=table)


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name.lower())
def test_positions_that_look_the_same_are_the_same_to_a_seat(stage: Stage) -> None:
    """Legal moves, reasons, events, texts and JSON are equal; and the law says of a view what it says of the whole."""
    rng, states = random.Random(int(stage)), reached(stage, most=6)
    for state in states:
        game = game_of(state)
        for seat in range(len(state.players)):
            other, seed = shuffled(state, seat, rng), rng.random()
            view = game.view(state, seat)
            assert game.view(other, seat) == view
            said = [answers(one, seat, random.Random(seed)) for one in (state, other, view)]
            assert said[0] == said[1] == said[2]
            texts = [show_game(Record(game.view(one, seat))) for one in (state, other)]
            assert texts[0] == texts[1]
            documents = [to_json(PHOENICIA, game.view(one, seat)) for one in (state, other)]
            assert documents[0] == documents[1]


def test_every_stage_but_one_is_reached_with_secrets() -> None:
    for stage in STAGES:
        assert reached(stage, most=6), stage
    hidden = [state for stage in STAGES for state in reached(stage, most=6) if _secret(state)]
    assert len(hidden) > 20


def _secret(state: State) -> bool:
    return any(shuffled(state, seat, random.Random(1)) != state for seat in range(len(state.players)))


def test_a_spectator_sees_no_production_card() -> None:
    for state in reached(*STAGES, most=40):
        view = game_of(state).view(state, None)
        assert all(not player.hand.known for player in view.players)
        assert not view.table.pile.known
        assert [player.hand.size for player in view.players] == [player.hand.size for player in state.players]


@pytest.mark.slow
def test_what_a_seat_thinks_possible_is_possible() -> None:
    """Whoever has bid can pay the bid, although nobody else knows with which cards."""
    for state in reached(Stage.BIDDING, Stage.PAYMENT, Stage.OPENING, most=12):
        game = game_of(state)
        for seat in (*range(len(state.players)), None):
            assert all(game.check(one) == () for one in worlds_of(game.view(state, seat)).every)


def test_a_card_is_dealt_face_down() -> None:
    """Only who is dealt a card is told which; that one was dealt everybody sees."""
    for state in reached(Stage.INCOME, Stage.FIRST_CARDS, most=20):
        game = game_of(state)
        assert game.to_move(state) is CHANCE
        move = game.chance_move(state, random.Random(3))
        served = state.turn.seat
        for seat in range(len(state.players)):
            assert (game.move_seen_by(state, move, seat) == move) is (seat == served)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_a_hand_is_worth_is_answered_as_if_every_hand_was_asked(
    seat: int | None,
) -> None:
    rng = random.Random(seat)
    for state in reached(Stage.OFFER, Stage.OPENING, Stage.BIDDING, Stage.WORKERS, Stage.TOOLS, most=40):
        game = game_of(state)
        view = game.view(state, seat)
        moves = [*rng.sample(game.moves, 6), *game.legal_moves(state)[-3:]]
        at_once = [game.judge(view, move) for move in moves]
        box = state.setting.components
        at_once_worth = box.worth
        object.__setattr__(box, "worth", partial(one_by_one, box))
        try:
            assert [game.judge(view, move) for move in moves] == at_once
        finally:
            object.__setattr__(box, "worth", at_once_worth)


def one_by_one(box: Components, cards: Mask[ProductionCard]) -> int:
    """Return what cards are worth; nothing is known beforehand of hidden ones."""
    every: Any = index(cards)
    return sum(box.values[box.money.face_of[card]] for card in members(every))


# --- Copies ---------------------------------------------------------------------------


def dealt(*deals: str) -> State:
    """A position of two players who have been dealt their first cards."""
    return play(table(Has(), Has(), stage=Stage.FIRST_CARDS, due=1, round=0, display="dyer"), *deals)


def test_which_copy_is_in_hand_tells_nothing_of_the_other_hands() -> None:
    """Copies are alike: a second six that is dealt looks like a first one."""
    for seat, deals in ((1, ("deal six", "deal six")), (0, ("deal six", "deal four"))):
        one, other = dealt(*deals), dealt(*(deals if seat == 0 else ("deal four", "deal six")))
        views = [game_of(state).view(state, seat) for state in (one, other)]
        assert views[0] == views[1]
        assert to_json(PHOENICIA, views[0]) == to_json(PHOENICIA, views[1])
        assert hand(views[0], seat) == [6]


def test_who_is_dealt_a_card_is_told_its_value_and_no_copy() -> None:
    state, game = dealt("deal six"), Game[State, Move](PHOENICIA, 2)
    (event,) = [event for event in game.events(state, TEXTS["deal six"]) if event.seen == "owner"]
    assert (event.seat, event.what, event.before, event.after) == (1, "hand six", 0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2])
def test_who_follows_a_game_knows_what_a_view_shows(seed: int) -> None:
    """Each seat, and a spectator, carries out what it is told: cards dealt to it keep their values."""
    first, *rest = islice(played(seed), 400)
    game = game_of(first.before)
    followed = {seat: game.view(first.before, seat) for seat in (*range(len(first.before.players)), None)}
    for step in (first, *rest):
        for seat, seen in followed.items():
            followed[seat] = game.follow(seen, game.move_seen_by(step.before, step.move, seat))
            assert game.view(followed[seat], seat) == game.view(step.after, seat)
    assert any(isinstance(step.move, Deal) for step in rest)


@pytest.mark.slow
def test_a_record_for_a_seat_is_written_and_read() -> None:
    moves = [step.move for step in islice(played(7), 150)]
    record: Record[State, Move] = Record(next(played(7)).before, moves)
    for seat in (0, None):
        told = record.seen_by(seat)
        text = show_game(told)
        assert "deal ?" in text
        assert parse_game(text, (PHOENICIA,)) == told
        game = game_of(record.start)
        for known, step in zip(told.replay(), record.replay(), strict=True):
            assert game.view(known.state, seat) == game.view(step.state, seat)


@pytest.mark.slow
def test_what_a_seat_has_seen_is_replayed_with_its_events(tmp_path: Path) -> None:
    record: Record[State, Move] = Record(next(played(7)).before, [step.move for step in islice(played(7), 80)])
    files = [str(tmp_path / "g.era"), str(tmp_path / "seen.era")]
    save_game(files[0], record)
    assert cli.main(PHOENICIA, ["convert", *files, "--seat", "Player 1"]) == 0
    assert cli.main(PHOENICIA, ["replay", files[1], "--events"]) == 0
    for known, step in zip(record.seen_by(0).replay(), record.replay(), strict=True):
        assert {*known.events} <= {*step.events}


# --- Leaks ----------------------------------------------------------------------------


@cache
def at(stage: Stage, rulebook: Rulebook[State, Move] = PHOENICIA) -> State:
    """A position of two players in a stage, in which both hold cards."""
    hands = (Has("6, 6", storehouses=4), Has("4, 5", storehouses=4, cards="granary"))
    extra: dict[str, Any] = {"kind": "fort", "bid": 8} if stage is Stage.BIDDING else {}
    extra |= {"due": 1, "seat": 1, "active": 0} if stage is Stage.INCOME else {}
    state = table(*hands, stage=stage, display="fort, dyer", **extra)
    return evolve(state, setting=Game(rulebook, 2).setting)


def noticed(rulebook: Rulebook[State, Move], stage: Stage) -> set[str]:
    """What is found out, by whoever is not to move, a spectator and whoever is, of several shufflings."""
    state, rng = at(stage, rulebook), random.Random(1)
    seats = (state.turn.seat, 1 - state.turn.seat, None)
    return {leak(state, shuffled(state, seat, rng), seat, rng, plies=1) for seat in seats for _ in range(4)} - {""}


def riches(position: State) -> int:
    """What all hands are worth."""
    return sum(wealth(position, player) for player in position.players)


def with_view(change: Callable[[State, State], State]) -> Rulebook[State, Move]:
    return attrs.evolve(PHOENICIA, view=lambda state, seat: change(PHOENICIA.view(state, seat), state))


@pytest.mark.slow
@pytest.mark.parametrize("stage", [Stage.OFFER, Stage.BIDDING, Stage.INCOME, Stage.WORKERS, Stage.TOOLS])
def test_nothing_is_noticed_where_nothing_leaks(stage: Stage) -> None:
    assert noticed(PHOENICIA, stage) == set()


@pytest.mark.slow
def test_a_clause_that_asks_another_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(must_afford, "function", lambda p, move: move.amount <= riches(p) // 2)
    assert any("legal moves" in what or "verdict on bid" in what for what in noticed(PHOENICIA, Stage.BIDDING))


@pytest.mark.slow
def test_a_fact_is_kept_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(must_afford, "facts", lambda p, _: {"all wealth": riches(p)})
    assert noticed(PHOENICIA, Stage.BIDDING) == set()


@pytest.mark.slow
def test_a_fact_of_who_is_due_is_kept_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_turn_each, "facts", lambda p, _: {"all wealth": riches(p)})
    assert noticed(PHOENICIA, Stage.OFFER) == set()


def test_a_refusal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    spy, told = Spy(), IllegalMoveError.__str__
    monkeypatch.setattr(IllegalMoveError, "__str__", lambda self: f"{riches(spy.last)} {told(self)}")
    assert any("refusal of" in what for what in noticed(spy.rulebook(), Stage.WORKERS))


@pytest.mark.slow
@pytest.mark.covers
def test_an_event_for_all_that_only_one_may_know_is_noticed() -> None:
    def changes(before: State, after: State) -> Iterator[Any]:
        layout = before.setting.layout
        return (change._replace(seen="all") for change in field_changes.changes(layout, before, after))

    found = noticed(attrs.evolve(PHOENICIA, changes=changes), Stage.INCOME)
    assert any("events of" in what for what in found)


@pytest.mark.slow
def test_the_text_of_an_event_is_noticed() -> None:
    def changes(before: State, after: State) -> Iterator[Any]:
        layout = before.setting.layout
        for change in field_changes.changes(layout, before, after):
            yield change._replace(what=f"{change.what} of {riches(before)}")

    found = noticed(attrs.evolve(PHOENICIA, changes=changes), Stage.WORKERS)
    assert any("events of" in what or "verdict on" in what for what in found)


class Spy:
    """Remembers the last position that a view was made of, and tells of it in the wrong place."""

    last: State

    def rulebook(self, **other: Any) -> Rulebook[State, Move]:
        def remember(view: State, state: State) -> State:
            self.last = state
            return view

        return attrs.evolve(with_view(remember), **other)


def test_a_picture_is_noticed() -> None:
    spy = Spy()

    def text(state: State, **options: Any) -> str:
        return f"{PICTURES.text(state, **options)} {riches(spy.last)}"

    leaking = spy.rulebook(pictures=lambda: attrs.evolve(PICTURES, text=text))
    assert "the picture" in noticed(leaking, Stage.OFFER)


def test_a_field_of_the_json_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setattr(leaks, "to_json", lambda *args, **kw: f"{to_json(*args, **kw)} {riches(spy.last)}")
    assert "the JSON of the view" in noticed(spy.rulebook(), Stage.OFFER)


def test_a_cell_of_an_observation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    spy, observe = Spy(), Observer.observe

    def leaking(self: Observer, value: Any) -> bytes:
        row = observe(self, value)
        return bytes([riches(spy.last)]) + row[1:] if isinstance(value, State) else row

    monkeypatch.setattr(Observer, "observe", leaking)
    assert "the observation" in noticed(spy.rulebook(), Stage.OFFER)


def test_the_size_of_a_hand_that_leaves_out_sixes_is_noticed() -> None:
    def counted(view: State, state: State) -> State:
        players = [
            evolve(seen, hand=Cards(seen.hand.known, max(0, seen.hand.unknown - hand(state, seat).count(6))))
            for seat, seen in enumerate(view.players)
        ]
        return evolve(view, players=tuple(players))

    assert "the view" in noticed(with_view(counted), Stage.OFFER)


def test_the_values_of_the_pile_are_noticed() -> None:
    def searched(view: State, state: State) -> State:
        return evolve(view, table=evolve(view.table, pile=state.table.pile))

    assert "the view" in noticed(with_view(searched), Stage.OFFER)


def test_which_copy_it_is_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "alike", lambda layout, value: value)
    assert "the view" in noticed(PHOENICIA, Stage.OFFER)


def test_a_line_of_a_record_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move itself is recorded where the seat was told of a card that it does not see."""
    monkeypatch.setattr("era_of_inventions.tabletop.records.game_record.move_seen_by", lambda state, move, *_: move)
    assert any("record" in what for what in noticed(PHOENICIA, Stage.INCOME))


def test_a_line_of_the_score_is_noticed() -> None:
    spy = Spy()

    def totals(lines: Sequence[Sequence[int]]) -> list[int]:
        return (
            [riches(spy.last)] * len(spy.last.players)
            if hasattr(spy, "last")
            else [*map(sum, zip(*lines, strict=True))]
        )

    leaking = spy.rulebook(totals=totals)
    assert "the score" in noticed(leaking, Stage.OFFER)


def test_a_value_that_is_only_named_lies_in_no_hand_for_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(Stage.PAYMENT)
    game = game_of(state)
    monkeypatch.setattr(pay.own_card, "function", lambda position, move: True)
    monkeypatch.setattr(pay.needed_cards, "function", lambda position, move: True)
    monkeypatch.setattr(pay.to_discard, "function", lambda draft, move: setattr(draft.edit_turn(), "round", 9))
    for value in range(len(state.components.values)):
        view, true = game.view(state, None), game.play_unchecked(state, PayCard(value))
        assert game.follow(view, PayCard(value)) == game.view(true, None)
