"""The rules and a second way through them, made from the text of the rulebook alone, agree about everything.

In random games of 2, 3 and 4 players, of all presets, of every single other reading and of mixed ones, the legal moves
are compared at every decision, the whole position after every move, and points and winners at the end and, as if it
were the end, at exchanges, where players are often equal. Players of some games have a bent, and some sets of cards are
odd, so that rare things happen. ``ERA_GAMES=1000`` plays that many games; a failure names the case, and
``compare(case(seed))`` plays it again.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import attrs
import pytest
from goods_second_path import Table, differences, legal, plain_move, play, points, table_of, winners
from oh_my_goods.box import SETS, Components
from oh_my_goods.moves import Move
from oh_my_goods.position import Stage
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.values import evolve

GAMES = int(os.environ.get("ERA_GAMES", "0")) or 40
REPORTED = SETS.load(SETS.default)
BENTS = {
    "none": "",
    "builders": "PlanBuilding Produce UseChain Shift Build",
    "employers": "PlanBuilding Produce Build Hire MoveAssistant",
    "spenders": "PlanBuilding Produce Spend UseChain Lay Shift Build",
    "hoarders": "Exchange Stay PlanNothing Produce Pass",
    "exchangers": "LayAside PlanNothing Produce Pass",
    "givers of goods": "Exchange PlanNothing Produce Pass GiveUpGood",
}
"""What the players of a game mostly do, if they can."""
LONG = 700
"""How many moves long they do so; then all build, and the game comes to its end."""
READINGS = [(ruling.field, name) for ruling in Ruleset.rulings() for name in ruling.names if name != ruling.default]


def cheap() -> Components:
    """Cards that cost little: many assistants for whoever likes them."""
    cards = tuple(evolve(card, cost=1 + card.cost // 5) for card in REPORTED.cards)
    sides = tuple(
        evolve(side, needs=tuple(int(i == n % 6) for i in range(5)), cost=1 + n % 2)
        for n, side in enumerate(REPORTED.assistants)
    )
    return evolve(REPORTED, name="cheap", cards=cards, assistants=sides)


def dark() -> Components:
    """Hardly a half sun, so that the market takes all cards that are left."""
    shining = {index for index, card in enumerate(REPORTED.cards) if card.half_sun and index % 9 == 0}
    cards = tuple(evolve(card, half_sun=index in shining) for index, card in enumerate(REPORTED.cards))
    return evolve(REPORTED, name="dark", cards=cards)


CHEAP = cheap()
COMPONENTS = {"reported": REPORTED, "cheap": CHEAP, "dark": dark()}


@attrs.frozen
class Case:
    """A game that can be played again."""

    seed: int
    players: int
    ruleset: Ruleset
    bent: str
    components: str

    def __str__(self) -> str:
        return f"{self.seed}-{self.players}-{self.ruleset.name}-{self.bent}-{self.components}"


def case(seed: int) -> Case:
    """The case of a number: every single other reading, then presets with up to three readings changed."""
    rng = random.Random(seed)
    ruleset = Ruleset.preset(rng.choice(Ruleset.presets) if seed >= len(READINGS) else "default")
    for field, name in rng.sample(READINGS, rng.randrange(4)) if seed >= len(READINGS) else [READINGS[seed]]:
        ruleset = ruleset.with_reading(field, name)
    return Case(seed, 2 + seed % 3, ruleset, rng.choice([*BENTS]), rng.choice(["reported", *COMPONENTS]))


def chosen(moves: list[Move], case: Case, number: int, rng: random.Random) -> Move:
    """A move at random; four times of five one to which the player is bent."""
    bent = BENTS["builders" if number > LONG else case.bent].split()
    pool = [move for move in moves if type(move).__name__ in bent] if rng.random() < 0.8 else []
    return rng.choice(pool or moves)


def everything(table: Table) -> Counter[int]:
    """How often each card lies somewhere on the table."""
    found = Counter(card for place in ("draw", "discards", "morning", "evening", "box") for card in table[place])
    for player in table["players"]:
        found.update(card for place in ("hand", "aside", "planned") for card in player[place])
        found.update(card for base, goods in player["buildings"] for card in (base, *goods))
    return found


def compare(case: Case) -> Counter[str]:
    """Play a game both ways, compare them throughout, and count what has happened."""
    rng, seen = random.Random(case.seed), Counter[str]()
    game = Game(OH_MY_GOODS, case.players, case.ruleset, COMPONENTS[case.components])
    state = game.new(case.seed % case.players)
    table, all_cards = table_of(state), Counter(range(len(game.setting.components.buildings)))
    while (mover := game.to_move(state)) is not OVER:
        before = state
        moves = {plain_move(move): move for move in game.legal_moves(state)}
        assert legal(table) == moves.keys() != set(), f"{case}, move {seen.total()}, {before.turn}"
        move = game.chance_move(state, rng) if mover is CHANCE else chosen([*moves.values()], case, seen.total(), rng)
        seen[f"{state.turn.stage.name} {type(move).__name__}"] += 1
        state = game.play_unchecked(state, move)
        play(table, plain_move(move))
        assert not differences(table, state), f"{case}, move {seen.total()}, {before.turn}, {move}"
        if state.turn.stage in (Stage.EXCHANGE, Stage.HALVING, Stage.OVER):
            score = game.score(state)
            assert score.totals == tuple(points(table, player) for player in table["players"]), case
            assert sorted(score.winners) == winners(table), case
            assert everything(table) == all_cards, f"{case}, move {seen.total()}, {move}"
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
def test_both_ways_agree(seed: int) -> None:
    compare(case(seed))


def test_every_kind_of_move_is_made_in_some_game() -> None:
    """The games are no empty test: cards are given up of both kinds, and craftsmen stay out."""
    left = {type(move).__name__ for move in Game(OH_MY_GOODS, 2).moves}
    for seed in (5, 16, *range(GAMES)):
        left -= {name.partition(" ")[2] for name in compare(case(seed))}
        if not left:
            break
    assert not left
