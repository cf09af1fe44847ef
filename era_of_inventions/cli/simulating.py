"""``era simulate``: random games, and what happened in them."""

from __future__ import annotations

import argparse

from era_of_inventions import output
from era_of_inventions.cli.command import HOLDS, Commands, command, component_set, positive, whole
from era_of_inventions.game import Game
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.play.simulation import Summary, simulate


def add_to(commands: Commands) -> None:
    """Add the command."""
    games = command(commands, "simulate", _simulate, "play random games and sum up what happened in them")
    games.add_argument("-n", "--games", type=positive, default=100, metavar="N", help="how many (default 100)")
    games.add_argument(
        "-p", "--players", type=whole, default=4, choices=player_counts(), help="how many play (default 4)"
    )
    games.add_argument("-s", "--seed", type=whole, default=0, help="seed of the first game (default 0)")
    games.add_argument(
        "-w", "--workers", type=positive, default=1, metavar="N", help="how many processes share the games (default 1)"
    )
    games.add_argument("--ruleset", choices=Ruleset.presets, default="default")
    games.add_argument("--components", default="reconstructed", metavar="SET", help="a shipped set or a file")


def _simulate(options: argparse.Namespace) -> int:
    bar = output.progress(range(options.games), options.games, "games")
    summary = simulate(
        Game(options.players, options.ruleset, component_set(options.components)),
        options.games,
        seed=options.seed,
        clauses=True,
        workers=options.workers,
        batch=1,  # with the clauses a game takes long enough, and the bar counts single games
        progress=lambda *_: next(bar, None),
    )
    _print_summary(summary)
    return HOLDS


def _print_summary(summary: Summary) -> None:
    output.table(("of a game", "mean"), [(name, f"{value:.1f}") for name, value in summary.means().items()])
    output.table(("seat", "wins"), [(str(seat), str(wins)) for seat, wins in enumerate(summary.wins) if wins])
    never = summary.never_exercised(LAW)
    print(f"clauses never exercised: {len(never)}")
    print("(a limit is exercised when it forbids a move tried, an effect when it changes what lies on the table)")
    for clause in never:
        print(f"  {clause.id}: {clause.statement}")
