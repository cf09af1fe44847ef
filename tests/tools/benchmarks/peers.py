"""Other rules engines, used as in their documentation: random games, in place and, if possible, with copies.

They are imported on demand, so that everything else works without them.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Any

from tests.tools.benchmarks.contender import Contender, PlayGame, whole_games

PLIES = 300
"""A random game of chess seldom ends by mate earlier."""
COPIED = "list the legal moves, choose one at random, copy the position, apply the move to the copy"
IN_PLACE = "list the legal moves, choose one at random, apply it; the position before is gone"

TITLES = {"chess": "python-chess", "open_spiel": "OpenSpiel"}
"""The names of engines that differ from the names of their packages."""


def catanatron() -> Iterator[Contender]:
    """Catan in pure Python; the legal moves are listed when the move before is carried out."""
    from catanatron.game import TURNS_LIMIT, Game
    from catanatron.models.player import Color, RandomPlayer

    def play(rng: random.Random, *, copy: bool) -> tuple[int, int]:
        random.seed(rng.random())
        game = Game([RandomPlayer(color) for color in Color], seed=rng.randrange(1, 1 << 30))
        steps = listed = 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            legal = game.state.playable_actions
            if copy:
                game = game.copy()
            game.execute(legal[int(rng.random() * len(legal))], validate_action=False)
            steps += 1
            listed += len(legal)
        return steps, listed

    yield from both("catanatron", "Catan, 4 players", "catanatron", play)


def chess() -> Iterator[Contender]:
    """Chess in pure Python on bitboards."""
    from chess import Board

    def play(rng: random.Random, *, copy: bool) -> tuple[int, int]:
        board = Board()
        listed = steps = 0
        while steps < PLIES:
            legal = list(board.legal_moves)
            if not legal or board.is_insufficient_material():
                break
            if copy:
                board = board.copy(stack=False)
            board.push(legal[int(rng.random() * len(legal))])
            steps += 1
            listed += len(legal)
        return steps, listed

    yield from both("chess", "chess, 2 players", "chess", play)


def open_spiel() -> Iterator[Contender]:
    """One game written in C++ and one written in Python, both driven from Python."""
    import pyspiel
    from open_spiel.python.games import block_dominoes  # noqa: F401  importing it registers the game

    games = {"hearts": "hearts in C++, 4 players", "python_block_dominoes": "dominoes in Python, 2 players"}
    for name, setting in games.items():
        yield from both("open_spiel", setting, "open_spiel", _spiel(pyspiel.load_game(name)))


def _spiel(game: Any) -> Callable[..., tuple[int, int]]:
    def play(rng: random.Random, *, copy: bool) -> tuple[int, int]:
        state = game.new_initial_state()
        steps = listed = 0
        while not state.is_terminal():
            # The chances of both games are even.
            chance = state.is_chance_node()
            legal = [action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
            if copy:
                state = state.child(action)
            else:
                state.apply_action(action)
            steps += 1
            listed += len(legal)
        return steps, listed

    return play


def pyminion() -> Iterator[Contender]:
    """Dominion in pure Python; the engine asks a decider, and cannot copy a position."""
    from pyminion.bots.bot import Bot, BotDecider
    from pyminion.expansions import base
    from pyminion.game import Game

    kingdom = [base.smithy, base.village, base.market, base.festival, base.laboratory]
    kingdom += [base.moat, base.council_room, base.witch, base.gardens, base.merchant]

    class Random(BotDecider):  # type: ignore[misc]  # a class without types
        def __init__(self, rng: random.Random) -> None:
            self.rng = rng
            self.steps = self.listed = 0

        def choose(self, options: Any) -> Any:
            self.steps += 1
            self.listed += len(options)
            return options[int(self.rng.random() * len(options))]

        def action_phase_decision(self, valid_actions: Any, player: Any, game: Any) -> Any:
            return self.choose(valid_actions)

        def treasure_phase_decision(self, valid_treasures: Any, player: Any, game: Any) -> Any:
            return self.choose([valid_treasures])

        def buy_phase_decision(self, valid_cards: Any, player: Any, game: Any) -> Any:
            return self.choose([*(card for card in valid_cards if card.name != "Curse"), None])

    def play(rng: random.Random) -> tuple[int, int]:
        random.seed(rng.random())
        decider = Random(rng)
        players = [Bot(decider=decider, player_id=str(seat)) for seat in range(4)]
        Game(players=players, expansions=[base.base_set], kingdom_cards=list(kingdom), log_stdout=False).play()
        return decider.steps, decider.listed

    logging.disable(logging.CRITICAL)  # it logs every event
    step = "one question of the engine (action, treasures, buy) answered at random, in place"
    yield _contender("pyminion", "in place", "Dominion, 4 players", "pyminion", step, play)


def both(package: str, setting: str, word: str, play: Callable[..., tuple[int, int]]) -> Iterator[Contender]:
    """The same games with a copy for each step, and without."""
    yield _contender(package, "copied", setting, word, COPIED, lambda rng: play(rng, copy=True))
    yield _contender(package, "in place", setting, word, IN_PLACE, lambda rng: play(rng, copy=False))


def _contender(package: str, way: str, setting: str, word: str, step: str, play: PlayGame) -> Contender:
    name = f"{TITLES.get(package, package)} {metadata.version(package)}, {way}"
    return Contender(name, setting, word, step, whole_games(play), peer=True)


PEERS: dict[str, Callable[[], Iterator[Contender]]] = {
    "catanatron": catanatron,
    "chess": chess,
    "open_spiel": open_spiel,
    "pyminion": pyminion,
}


def contenders() -> tuple[list[Contender], list[str]]:
    """The engines that are installed, and the names of those that are not."""
    result: list[Contender] = []
    missing = []
    for name, peer in PEERS.items():
        try:
            result += peer()
        except ImportError:
            missing.append(name)
    return result, missing
