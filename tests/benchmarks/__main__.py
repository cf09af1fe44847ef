"""Measure this library and other rules engines in one run.

    python -m tests.benchmarks [--seconds N] [--rounds N] [--seed N] [--only WORDS] [--out FOLDER]

The table is printed, and written with the data and a bar chart into the folder.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from tests.benchmarks import ours, peers
from tests.benchmarks.clock import pin
from tests.benchmarks.contender import Contender, Figure
from tests.benchmarks.machine import facts, versions
from tests.benchmarks.plot import bars
from tests.benchmarks.refusal import OUT, RefusalError, folder, positive
from tests.benchmarks.rounds import Outcome, measure
from tests.benchmarks.table import markdown, ratios

GROUPS = ("ours", "peers")


@attrs.frozen
class Chosen:
    """What is to be measured, and the peers that are not installed."""

    contenders: tuple[Contender, ...]
    figures: tuple[Figure, ...]
    missing: tuple[str, ...]


def known_words() -> tuple[str, ...]:
    """What ``--only`` understands."""
    own = [contender.word for contender in ours.contenders()] + [figure.word for figure in ours.FIGURES]
    return (*GROUPS, *dict.fromkeys(own), *peers.PEERS)


def choose(only: Sequence[str] | None) -> Chosen:
    """Everything, or what the words name. Raises RefusalError for an unknown word."""
    unknown = [word for word in only or () if word not in known_words()]
    if unknown:
        raise RefusalError(f"--only does not know {' and '.join(unknown)}; it knows {', '.join(known_words())}.")
    installed, missing = peers.contenders()
    words = set(only or GROUPS)
    contenders = [c for c in (*ours.contenders(), *installed) if words & {c.word, GROUPS[c.peer]}]
    figures = [figure for figure in ours.FIGURES if words & {figure.word, "ours"}]
    missing = [name for name in missing if words & {name, "peers"}]
    if not contenders and not figures:
        raise RefusalError(f"There is nothing to measure, because {', '.join(missing)} is not installed.")
    return Chosen(tuple(contenders), tuple(figures), tuple(missing))


def write(out: Path, chosen: Chosen, outcome: Outcome, told: dict[str, str], options: dict[str, Any]) -> None:
    """The table, the data and the picture."""
    lines = markdown(outcome, told, rounds=options["rounds"], missing=chosen.missing)
    page = "\n".join(lines) + "\n"
    print(page, end="")
    data = {
        "facts": told,
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
    (out / "benchmarks.md").write_text(page, encoding="utf-8")
    (out / "benchmarks.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    try:
        bars(outcome.results, out / "benchmarks.svg")
    except ImportError:
        print("benchmarks.svg is left out, because matplotlib is not installed.", file=sys.stderr)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        prog="python -m tests.benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--seconds", type=float, default=0.2, help="CPU time of a sample (%(default)s)")
    options.add_argument("--rounds", type=int, default=7, help="samples of each contender (%(default)s)")
    options.add_argument("--seed", type=int, help="from which the games come; a fresh one unless given")
    options.add_argument("--only", nargs="+", metavar="WORD", help=f"only {', '.join(known_words())}")
    options.add_argument("--out", type=Path, default=OUT, help="where the files are written (%(default)s)")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is returned."""
    options = parser().parse_args(arguments)
    try:
        positive(seconds=options.seconds, rounds=options.rounds)
        chosen = choose(options.only)
        out = folder(options.out)
    except RefusalError as refusal:
        print(refusal, file=sys.stderr)
        return 2
    seed = secrets.randbits(32) if options.seed is None else options.seed
    told = facts(seed, pin())
    outcome = measure(
        chosen.contenders,
        chosen.figures,
        seconds=options.seconds,
        rounds=options.rounds,
        seed=seed,
        say=lambda text: print(text, file=sys.stderr, flush=True),
    )
    used = {"seconds": options.seconds, "rounds": options.rounds, "seed": seed, "only": options.only}
    write(out, chosen, outcome, told, used)
    return 0


if __name__ == "__main__":
    sys.exit(main())
