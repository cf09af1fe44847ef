"""Measure this library and other rules engines in one run.

    python -m tests.tools.benchmarks [--seconds N] [--rounds N] [--seed N] [--only WORDS] [--out FOLDER]

The table is printed, and written to the folder with the data and a bar chart. --only can be repeated.
"""

from __future__ import annotations

import argparse
import json
import secrets
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from era_of_inventions.tabletop.records.saving import save_bytes
from tests.tools.benchmarks import ours, peers
from tests.tools.benchmarks.clock import pin
from tests.tools.benchmarks.contender import Contender, Figure
from tests.tools.benchmarks.machine import facts, versions
from tests.tools.benchmarks.plot import bars
from tests.tools.benchmarks.refusal import OUT, RefusalError, folder, positive
from tests.tools.benchmarks.rounds import Outcome, measure
from tests.tools.benchmarks.table import markdown, ratios

GROUPS = ("ours", "peers")


@attrs.frozen
class Chosen:
    """What to measure, and the peers that are not installed."""

    contenders: tuple[Contender, ...]
    figures: tuple[Figure, ...]
    missing: tuple[str, ...]


def known_words() -> tuple[str, ...]:
    """The words that ``--only`` accepts."""
    own = [contender.word for contender in ours.contenders()] + [figure.word for figure in ours.FIGURES]
    return (*GROUPS, *dict.fromkeys(own), *peers.PEERS)


def choose(only: Sequence[str] | None) -> Chosen:
    """Select everything, or what the words name. Raises RefusalError for an unknown word."""
    unknown = [word for word in only or () if word not in known_words()]
    if unknown:
        raise RefusalError(f"--only is {' and '.join(unknown)}; expected one of {', '.join(known_words())}.")
    installed, missing = peers.contenders()
    words = set(only or GROUPS)
    contenders = [c for c in (*ours.contenders(), *installed) if words & {c.word, GROUPS[c.peer]}]
    figures = [figure for figure in ours.FIGURES if words & {figure.word, "ours"}]
    missing = [name for name in missing if words & {name, "peers"}]
    if not contenders and not figures:
        raise RefusalError(f"There is nothing to measure, because {', '.join(missing)} is not installed.")
    return Chosen(tuple(contenders), tuple(figures), tuple(missing))


def files(chosen: Chosen, outcome: Outcome, about: dict[str, str], options: dict[str, Any]) -> dict[str, bytes]:
    """The table, the data and the picture, by file suffix."""
    page = "\n".join(markdown(outcome, about, rounds=options["rounds"], missing=chosen.missing)) + "\n"
    data = {
        "facts": about,
        "versions": versions(),
        "options": options,
        "missing": chosen.missing,
        "loop_milliseconds": outcome.loop_milliseconds,
        "unit": "CPU microseconds per step",
        "results": [result.data() for result in outcome.results],
        "figures": [taken.data() for taken in outcome.taken],
        "ratios": [
            {"name": ratio.name, "median": ratio.median, "spread": ratio.spread} for ratio in ratios(outcome.results)
        ],
    }
    try:
        picture = bars(outcome.results)
    except ImportError:
        picture = None
        print("benchmarks.svg is left out, because matplotlib is not installed.", file=sys.stderr)
    contents = {".md": page.encode(), ".json": f"{json.dumps(data, indent=1)}\n".encode()}
    return contents if picture is None else {**contents, ".svg": picture}


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("--seconds", type=float, default=0.2, help="CPU time of a sample (%(default)s)")
    options.add_argument("--rounds", type=int, default=7, help="samples of each contender (%(default)s)")
    options.add_argument("--seed", type=int, help="seed of the games (default: a fresh one)")
    options.add_argument("--only", nargs="+", action="extend", metavar="WORD", help=f"only {', '.join(known_words())}")
    options.add_argument("--out", type=Path, default=OUT, help="where the files are written (%(default)s)")
    return options


def run(options: argparse.Namespace) -> None:
    """Measure, print and write the results. Raises RefusalError for invalid options."""
    positive(seconds=options.seconds, rounds=options.rounds)
    chosen = choose(options.only)
    out = folder(options.out)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    about = facts(seed, pin())
    outcome = measure(
        chosen.contenders,
        chosen.figures,
        seconds=options.seconds,
        rounds=options.rounds,
        seed=seed,
        say=lambda text: print(text, file=sys.stderr, flush=True),
    )
    used = {"seconds": options.seconds, "rounds": options.rounds, "seed": seed, "only": options.only}
    contents = files(chosen, outcome, about, used)
    print(contents[".md"].decode(), end="")
    for ending, data in contents.items():
        save_bytes(out / f"benchmarks{ending}", data, overwrite=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    options = parser().parse_args(arguments)
    try:
        run(options)
    except RefusalError as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Interrupted; no file is incomplete.", file=sys.stderr)
        return 128 + signal.SIGINT
    return 0


if __name__ == "__main__":
    sys.exit(main())
