"""What a seat is shown of Phoenicia tells it all it may know, and nothing else: production cards are secret."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from phoenicia.components import ProductionCard
from phoenicia.game import PHOENICIA
from phoenicia.model import Stage, State, wealth
from phoenicia.moves import AnyMove, Deal, Reveal
from phoenicia.rules.auction import must_afford
from phoenicia_tables import Has, play, reached, table

from era_of_inventions.tabletop.documents import to_json
from era_of_inventions.tabletop.fields import Cards, Mask, mask, members, replace
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.record import Record, show_game

STAGES = [stage for stage in Stage if stage is not Stage.OVER]


def game_of(state: State) -> Game[State, AnyMove]:
    return Game.of(state)


def answers(state: State, seat: int, rng: random.Random) -> list[object]:
    """What the law says to a seat of moves that a player can make, of a position or of a view of it."""
    game = game_of(state)
    moves = rng.sample([move for move in game.moves if not isinstance(move, Deal | Reveal)], 10)
    decides = game.to_move(state) == seat
    legal = game.legal_moves(state) if decides else ()
    verdicts = [game.judge(state, move, seat=seat, rulings=False) for move in (*moves, *legal[:6])]
    found: list[object] = [
        (verdict.findings, verdict.legal, verdict.reason, verdict.open_on, told(verdict.events, seat))
        for verdict in verdicts
    ]
    return [legal, *found]


def told(events: tuple[object, ...], seat: int) -> list[object]:
    return [event for event in events if event.is_seen_by(seat)]  # type: ignore[attr-defined]


def shuffled(state: State, seat: int, rng: random.Random) -> State:
    """The position with other cards where this seat sees none; everybody can tell who has a preset card."""
    presets = mask(ProductionCard, state.components.copies[-1])
    others = [player.hand.known & ~presets for who, player in enumerate(state.players) if who != seat]
    free = [card for cards in (*others, state.table.pile.known) for card in members(cards)]
    rng.shuffle(free)

    def deal(number: int) -> Mask[ProductionCard]:
        return mask(ProductionCard, [free.pop() for _ in range(number)])

    players = tuple(
        player
        if who == seat
        else replace(
            player,
            hand=Cards(player.hand.known & presets | deal((player.hand.known & ~presets).bit_count())),
        )
        for who, player in enumerate(state.players)
    )
    return replace(state, players=players, table=replace(state.table, pile=Cards(deal(state.table.pile.size))))


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


def test_a_card_is_dealt_face_down() -> None:
    """Only who is dealt a card is told which; that one was dealt everybody sees."""
    for state in reached(Stage.INCOME, Stage.FIRST_CARDS, most=20):
        game = game_of(state)
        assert game.to_move(state) is CHANCE
        move = game.chance_move(state, random.Random(3))
        served = state.turn.seat
        for seat in range(len(state.players)):
            seen = game.move_seen_by(state, move, seat)
            assert (seen == move) is (seat == served)
            followed = game.follow(game.view(state, seat), seen)
            after = game.play(state, move)
            assert followed.players[served].hand.size == game.view(after, seat).players[served].hand.size


@contextmanager
def leak() -> Iterator[None]:
    """While it lasts, a clause tells whoever asks what the others can pay with."""
    facts = must_afford.facts
    must_afford.facts = lambda p, _: {"all wealth": sum(wealth(p, player) for player in p.players)}
    try:
        yield
    finally:
        must_afford.facts = facts


def test_a_leak_is_noticed() -> None:
    state = play(table(Has("6"), Has("4"), stage=Stage.OFFER, display="dyer"), "put up dyer", "bid 2")
    view = game_of(state).view(state, 1)

    def bids(one: State) -> list[object]:
        game = game_of(one)
        bidding = [move for move in game.legal_moves(one) if type(move).__name__ == "Bid"]
        return [game.judge(one, move, seat=1, rulings=False).findings for move in bidding]

    assert bids(view) == bids(state)
    with leak():
        assert bids(view) != bids(state)
