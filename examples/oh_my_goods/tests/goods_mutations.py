"""What tests share: games of any readings, and positions in which something was changed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from oh_my_goods.box import Building, Card, Side
from oh_my_goods.moves import Move
from oh_my_goods.position import Mode, Player, Stage, State, Turn
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.values import ABSENT, Cards, Stack, evolve, mask, members, plus


def rulesets(mixed: int = 0) -> list[Ruleset]:
    """The presets, every other reading alone, and mixtures."""
    rulings = Ruleset.rulings()
    every = [Ruleset.preset(name) for name in Ruleset.presets]
    every += [Ruleset().with_reading(ruling.id, name) for ruling in rulings for name in ruling.names[1:]]
    rng = random.Random(mixed)
    mixtures: list[dict[str, Any]] = [
        {ruling.field: rng.choice(ruling.names) for ruling in rulings} for _ in range(mixed)
    ]
    return [*every, *(Ruleset(name="mixed", **readings) for readings in mixtures)]


def positions(game: Game[State, Move], seed: int) -> Iterator[State]:
    """All positions of a random game but the first."""
    rng = random.Random(seed)
    state = game.new(seed % game.setting.players)
    while (mover := game.to_move(state)) is not OVER:
        legal = game.legal_moves(state)
        assert legal, state.turn
        state = game.play_unchecked(state, game.chance_move(state, rng) if mover is CHANCE else rng.choice(legal))
        yield state


def game_of(seed: int, rules: Ruleset) -> Game[State, Move]:
    """A game with these readings, of a number of players that depends on the seed."""
    return Game(OH_MY_GOODS, 2 + seed % 3, ruleset=rules)


# --- Something else -------------------------------------------------------------------


def of_player(state: State, seat: int, **changed: Any) -> State:
    """The position with something else about a player."""
    players: list[Player] = [*state.players]
    players[seat] = evolve(players[seat], **changed)
    return evolve(state, players=tuple(players))


def of_table(state: State, **changed: Any) -> State:
    """The position with something else on the table."""
    return evolve(state, table=evolve(state.table, **changed))


def of_turn(state: State, **changed: Any) -> State:
    """The position with something else about the turn."""
    return evolve(state, turn=evolve(state.turn, **changed))


def written_down(state: State, rng: random.Random) -> State:
    """The position with a few things as somebody may write them down."""
    for _ in range(rng.randint(1, 3)):
        state = rng.choice((_other_turn, _other_turn, _other_round, _other_player, _moved_card, _moved_good))(
            state, rng
        )
    return state


def _other_turn(state: State, rng: random.Random) -> State:
    sides, buildings = range(len(state.components.assistants)), len(state.components.buildings)
    seat = rng.randrange(len(state.players))
    mine = [base for base, _ in state.players[seat].buildings] or [0]
    values: dict[str, Sequence[Any]] = {
        "stage": list(Stage),
        "seat": range(len(state.players)),
        "due": (0, 1, 2, 9),
        "at": (ABSENT, *mine, rng.randrange(buildings)),
        "missing": (0, 1, 1 << 16, 3 << 32, 1 << 16 * 7),
        "owed": (0, 1, 2, 9),
        "hiring": (ABSENT, *sides),
    }
    names = rng.sample(list(values), rng.choice((1, 1, 2, 3)))
    changed = {name: rng.choice(values[name]) for name in names}
    turn, before = state.turn, state.turn.before
    if before is not None and rng.random() < 0.3:
        return of_turn(state, before=evolve(before, **changed))
    if rng.random() < 0.3:
        goes_on = evolve(turn, before=None) if rng.random() < 0.5 else Turn(rng.choice([*Stage]), seat)
        changed["before"] = rng.choice((None, goes_on))
    return of_turn(state, **changed)


def _other_round(state: State, rng: random.Random) -> State:
    mine = [base for base, _ in rng.choice(state.players).buildings]
    values: dict[str, Sequence[Any]] = {
        "active": range(len(state.players)),
        "round": (0, 1, state.round + 1),
        "last_round": (ABSENT, state.round, state.round + 1),
        "produced": (mask(Building, []), mask(Building, mine)),
        "chains": (mask(Building, []), mask(Building, mine[:1])),
        "moved": (mask(Building, []), mask(Building, mine[:1])),
    }
    return evolve(state, **{name: rng.choice(values[name]) for name in rng.sample(list(values), rng.choice((1, 2)))})


def _other_player(state: State, rng: random.Random) -> State:
    seat = rng.randrange(len(state.players))
    mine = [ABSENT, *(base for base, _ in state.players[seat].buildings), rng.randrange(90)]
    places = [base for base in mine if base >= 0]
    values: dict[str, Sequence[Any]] = {
        "craftsman": mine,
        "mode": (None, *Mode),
        "posts": [mask(Building, rng.sample(places, min(len(places), number))) for number in (0, 1, 2)],
        "assistants": [mask(Side, rng.sample(range(16), number)) for number in (0, 1, 2, 3)],
        "extra": (0, 1),
        "sealed_place": mine,
        "sealed_mode": (None, *Mode),
        "sealed_plan": (ABSENT, 0, len(state.components.buildings), *members(state.players[seat].hand.known)),
    }
    names = rng.sample(list(values), rng.choice((1, 2)))
    return of_player(state, seat, **{name: rng.choice(values[name]) for name in names})


def _moved_card(state: State, rng: random.Random) -> State:
    """A card of a hand or a pile lies elsewhere, most often without being left behind."""
    seat, other = rng.randrange(len(state.players)), rng.randrange(len(state.players))
    player = state.players[seat]
    cards = members(player.hand.known) or members(state.table.draw.known)
    if not cards:
        return state
    card = rng.choice(cards)
    if rng.random() < 0.8:
        state = of_player(state, seat, hand=player.hand.minus(card))
        state = of_table(state, draw=state.table.draw.minus(card))
    place = rng.choice(("hand", "planned", "aside", "draw", "discards", "morning", "evening", "building"))
    if place in ("draw", "discards"):
        return of_table(state, **{place: getattr(state.table, place).plus(card)})
    if place in ("morning", "evening"):
        return of_table(state, **{place: plus(getattr(state.table, place), card)})
    theirs = state.players[other]
    if place == "building":
        return of_player(state, other, buildings=(*theirs.buildings, Stack(card)))
    return of_player(state, other, **{place: getattr(theirs, place).plus(card)})


def _moved_good(state: State, rng: random.Random) -> State:
    """All goods of a building lie in the discard pile, or those of all in the hand."""
    seat = rng.randrange(len(state.players))
    player = state.players[seat]
    lying = mask(Card, [card for _, cards in player.buildings for card in cards])
    state = of_player(state, seat, buildings=tuple(Stack(base) for base, _ in player.buildings))
    if rng.random() < 0.5:
        return of_table(state, discards=Cards(state.table.discards.known | lying))
    return of_player(state, seat, hand=Cards(player.hand.known | lying))
