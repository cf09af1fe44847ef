"""``era simulate``: play games of bots and sum them up."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import ceil

from era_of_inventions.tabletop.cli import output
from era_of_inventions.tabletop.cli.command import (
    HOLDS,
    Commands,
    add_game,
    chosen_game,
    paragraph,
    positive,
    print_json,
    query,
    whole,
)
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.play.bots import bot_named
from era_of_inventions.tabletop.play.rulebook import RANDOM, AnyRulebook
from era_of_inventions.tabletop.play.simulate import BATCH, Summary, simulate


def add_to(commands: Commands, rulebook: AnyRulebook) -> None:
    """Add the command."""
    games = query(commands, "simulate", _simulate, "play games of bots and sum them up")
    games.add_argument(
        "-n",
        "--games",
        type=positive,
        default=100,
        metavar="N",
        help="how many (default 100)",
    )
    add_game(games, rulebook)
    games.add_argument(
        "-s", "--seed", type=whole, default=0, help="seed of the first game (default 0)"
    )
    games.add_argument(
        "-w",
        "--workers",
        type=positive,
        default=1,
        metavar="N",
        help="how many processes share the games (default 1)",
    )
    bots = ", ".join([RANDOM, *rulebook.bots])
    games.add_argument(
        "--bots",
        metavar="A,B,…",
        default=RANDOM,
        help=f"which bot plays each seat, in turn: {bots} (default random)",
    )
    games.add_flag(
        "--clauses", "also list the clauses that no game exercised, which takes much longer"
    )


def _simulate(options: argparse.Namespace) -> int:
    rulebook = options.rulebook
    bar = iter(()) if options.json else output.progress(range(options.games), "games")
    summary = simulate(
        chosen_game(options),
        options.games,
        seed=options.seed,
        choose=[bot_named(rulebook, name.strip()) for name in options.bots.split(",")],
        clauses=options.clauses,
        workers=options.workers,
        batch=1 if options.clauses else min(BATCH, ceil(options.games / options.workers)),
        progress=lambda *_: next(bar, None),
    )
    never = summary.never_exercised(rulebook.law) if options.clauses else None
    if options.json:
        sums = {"games": summary.games, "means": summary.means(), "places": summary.places}
        print_json(
            sums
            if never is None
            else {**sums, "never_exercised": [clause.id for clause in never]}
        )
    else:
        _print_summary(summary)
        if never is not None:
            _print_clauses(never)
    return HOLDS


def _print_summary(summary: Summary) -> None:
    output.table(
        ("of a game", "mean"),
        [(name, f"{value:.1f}") for name, value in summary.means().items()],
    )
    places = [f"place {place}" for place, _ in enumerate(summary.places, 1)]
    output.table(
        ("seat", *places),
        [tuple(map(str, (seat, *row))) for seat, row in enumerate(summary.places)],
    )


def _print_clauses(never: Sequence[Clause[..., object]]) -> None:
    print(f"clauses never exercised: {len(never)}")
    paragraph(
        "",
        "(a limit is exercised when it forbids a move tried, an effect when it changes what lies on the table)",
    )
    for clause in never:
        paragraph(f"  {clause.id}: ", clause.statement)
