"""How long verdicts of views take, compared with verdicts of the positions that they are views of.

    python -m tests.tools.benchmarks.views                all games that hide something
    python -m tests.tools.benchmarks.views phoenicia      this one
    python -m tests.tools.benchmarks.views --games 20     more games, so that the figures vary less

Each figure is the ratio of two times measured one after the other in the same process, for the same move in a position
of a random game: their median, their 90th percentile, and the milliseconds of the slowest verdict of a view. A first
verdict comes when nothing of the view is known, a later one after verdicts on other moves. An onlooker is no player.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from era_of_inventions.tabletop.play import calls, worlds
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.registry import known_rulebooks
from era_of_inventions.tabletop.play.rulebook import OVER
from tests.tools.benchmarks.refusal import RefusalError, positive

EVERY = 23
"""Every how many positions one is measured."""
MOVES = 2
"""How many legal and how many refused moves are judged in each view."""
REPEATED = 5
"""How often each time is measured at most; the shortest counts."""
LONG = 0.02
"""The number of seconds after which it is not measured again."""
Key = tuple[str, str, str, str]


def positions(game: AnyGame, rng: random.Random) -> Iterator[Any]:
    """Yield some positions of a random game, in which players decide."""
    state, number = game.new(rng=rng), rng.randrange(EVERY)
    while game.to_move(state) is not OVER:
        if number % EVERY == 0:
            yield state
        state = game.deal(game.play(state, rng.choice(game.legal_moves(state))), rng)
        number += 1


def forget() -> None:
    """Let nothing be known of any view."""
    worlds._LAST.clear()
    worlds._kept.cache_clear()
    calls._completions.cache_clear()


def seconds(run: Callable[[], object], before: Callable[[], object]) -> float:
    """Return the shortest time of some calls, each after a call of ``before``."""
    times = list[float]()
    while len(times) < REPEATED and sum(times) < LONG:
        before()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def measured(game: AnyGame, state: Any, rng: random.Random) -> Iterator[tuple[Key, float, float]]:
    """Yield what was measured in the views of a position, each with the seconds in the position and in the view."""
    decider = game.deciders(state)[0]
    seats = {"decider": decider, "other seat": (decider + 1) % game.setting.players, "onlooker": None}
    legal = game.legal_moves(state)
    refused = [move for move in rng.sample(game.moves, min(len(game.moves), 4 * MOVES)) if move not in {*legal}]
    moves = [("legal", move) for move in rng.sample(legal, min(MOVES, len(legal)))]
    moves += [("refused", move) for move in refused[:MOVES]]
    for who, seat in seats.items():
        view = game.view(state, seat)
        for when, before in (("first", forget), ("later", lambda: None)):
            for kind, move in moves:
                known, seen = (partial(game.judge, one, move) for one in (state, view))
                yield (game.rulebook.name, who, kind, when), seconds(known, before), seconds(seen, before)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmarks.views",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "names", nargs="*", metavar="GAME", help="the names of games, by default all that hide something"
    )
    parser.add_argument("--games", type=int, default=6, help="how many random games are played of each (default 6)")
    options = parser.parse_args(arguments)
    try:
        positive(games=options.games)
    except RefusalError as refusal:
        print(refusal, file=sys.stderr)
        return 2
    found: dict[Key, list[tuple[float, float]]] = defaultdict(list)
    for rulebook in known_rulebooks():
        if options.names and rulebook.name not in options.names:
            continue
        for number in range(options.games):
            rng = random.Random(number)
            game: AnyGame = Game(rulebook, rng.choice(rulebook.player_counts()))
            if not game.setting.hides:
                continue
            for state in positions(game, rng):
                gc.collect()
                for key, known, seen in measured(game, state, rng):
                    found[key].append((seen / known, seen))
    print(
        "{:13} {:11} {:8} {:8}".format("game", "whose view", "moves", "verdict"),
        f"{'median':>14} {'p90':>7} {'worst ms':>9}",
    )
    for key, times in sorted(found.items()):
        ratios = sorted(ratio for ratio, _ in times)
        median, high = statistics.median(ratios), ratios[int(0.9 * len(ratios))]
        worst = 1000 * max(seen for _, seen in times)
        print("{:13} {:11} {:8} {:8}".format(*key), f"{len(times):6} {median:7.2f} {high:7.2f} {worst:9.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
