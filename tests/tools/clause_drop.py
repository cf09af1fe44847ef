"""Removes each clause and checks that a test and an example notice.

    python -m tests.tools.clause_drop                     the whole matrix
    python -m tests.tools.clause_drop market.five-max     single clauses
    python -m tests.tools.clause_drop --sample 20 --seed 3
    python -m tests.tools.clause_drop --game oh-my-goods

A clause is disabled by `Clause.suspended`: a limit permits everything, an effect does nothing, a score or a number is
0. Then at least one test of its class must fail, and, where examples are about it, at least one of their claims must
have another result. A clause whose class says "Follows from" is redundant and may survive; component facts have no
examples. The exit status is 1 if a clause survives that should not, 2 for an unknown clause.

Each clause is disabled in a Python of its own, so that what its absence breaks ends with it. Nothing is forked: a fork
of a process with threads or timers can wait for ever.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest

from docs.site.proof import ERA, PROOFS, Covered, Proof, classes_by_clause
from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.disputes import judge_claim
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.clause import Clause, Kind
from tests import ROOT
from tests.tools.forgetting import forget_settings

PATIENCE = 120.0
"""The seconds after which a test without the clause is taken for one that never ends, which is noticed too."""

ALONE = "from tests.tools.clause_drop import alone; alone()"
NOTICED = (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)


@attrs.frozen
class Dropped:
    """The results of the tests and examples of a clause without it; None if there are none."""

    clause: str
    property_fails: bool | None
    example_fails: bool | None
    redundant: bool

    @property
    def survives(self) -> bool:
        """Whether removing the clause goes unnoticed although it is not redundant."""
        return not self.redundant and (self.property_fails is not True or self.example_fails is False)


def claims_about(proof: Proof = ERA) -> dict[str, list[tuple[Path, int]]]:
    """The claims of the examples by the clause they are about: file and number."""
    claims: dict[str, list[tuple[Path, int]]] = {}
    for path in proof.examples:
        for number, claim in enumerate(read_dispute(path).claims):
            for clause in {*claim.about, *claim.expect_clauses}:
                claims.setdefault(clause, []).append((path, number))
    return claims


@attrs.frozen
class Work:
    """A clause to disable, with the tests and the claims that should notice."""

    proof: Proof
    clause: str
    classes: Sequence[Covered]
    claims: Sequence[tuple[Path, int]]
    patience: float = PATIENCE

    @property
    def message(self) -> str:
        """The work for another process, as JSON."""
        nodes = [covered.node for covered in self.classes]
        claims = [(str(path), number) for path, number in self.claims]
        return json.dumps([self.proof.name, self.clause, nodes, claims, self.patience])

    @property
    def limit(self) -> float:
        """The seconds after which even the process that stops its tests itself is taken for dead."""
        return PATIENCE + self.patience * (1 + len(self.claims))


def drop(work: Work) -> Dropped:
    """Disable a clause in a new process, and run its tests and examples there."""
    with tempfile.TemporaryFile() as output:  # a pipe could be held open by what a test has started
        done = subprocess.run(
            [sys.executable, "-c", ALONE],
            cwd=ROOT,
            input=work.message.encode(),
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=work.limit,
            check=False,
        )
        output.seek(0)
        lines = output.read().decode(errors="replace").splitlines()
    if done.returncode:
        raise RuntimeError("\n".join([f"the process without {work.clause} ended with {done.returncode}:", *lines]))
    fails, example = json.loads(lines[-1])
    return Dropped(work.clause, fails, example, any(covered.redundant for covered in work.classes))


def alone() -> None:
    """Do the work that stands in the standard input, and print whether tests and examples fail."""
    name, id_, nodes, claims, patience = json.load(sys.stdin)
    clause = PROOFS[name].law.clause(id_)
    fails = bool(nodes) and run_tests(nodes, patience, clause) in NOTICED
    shown = claims and clause.kind is not Kind.COMPONENT
    with without(clause):
        example = any(not stands(Path(path), number, patience) for path, number in claims) if shown else None
    print(f"\n{json.dumps([fails, example])}")


@contextlib.contextmanager
def without(clause: Clause[..., Any]) -> Iterator[None]:
    """Disable a clause, and forget what settings have worked out with it."""
    forget_settings()
    with clause.suspended():
        yield


@attrs.frozen
class Disabling:
    """A plugin of pytest that disables a clause once the tests are collected, which may need whole games."""

    clause: Clause[..., Any]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        """Run the tests without the clause."""
        with without(self.clause):
            return (yield)


def run_tests(nodes: Sequence[str], patience: float, clause: Clause[..., Any]) -> int:
    """Run tests without a clause, up to the first failure or until patience ends; return the exit status of pytest."""
    options = ["-q", "-x", "-p", "no:cacheprovider", "--assert=plain", "--hypothesis-profile=ci", "--numprocesses=0"]
    try:
        with limited(patience):
            return pytest.main([*options, *(str(ROOT / node) for node in nodes)], [Disabling(clause)])
    except KeyboardInterrupt:
        return pytest.ExitCode.INTERRUPTED


def stands(path: Path, number: int, patience: float) -> bool:
    """Whether the result of a claim of an example is as expected."""
    try:
        with limited(patience):
            dispute = read_dispute(path)
            return judge_claim(dispute, dispute.claims[number]).stands
    except (Exception, KeyboardInterrupt):  # without the clause the law may fail in any way, which is noticed too
        return False


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Interrupt what still runs after so many seconds, and again and again, for an interruption can be lost.

    It is no other exception, for Hypothesis would take that for a failure, and call what never ends again.
    """
    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds, 10)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


def matrix(proof: Proof, ids: Iterable[str]) -> Iterator[Dropped]:
    """Drop each clause, as many at a time as there are cores."""
    classes, claims = classes_by_clause(proof), claims_about(proof)
    work = [Work(proof, id_, classes.get(id_, []), claims.get(id_, [])) for id_ in ids]
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # its threads only wait for the processes
        yield from pool.map(drop, work)


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of clauses; expected 1 or more")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clauses", nargs="*", metavar="CLAUSE")
    parser.add_argument("--game", choices=PROOFS, default=ERA.name, help="the rulebook; by default %(default)s")
    parser.add_argument("--sample", type=_number, help="a random sample of so many, drawn with --seed")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    proof = PROOFS[options.game]
    try:
        ids = [proof.law.clause(id_).id for id_ in options.clauses] or [clause.id for clause in proof.law]
    except GameError as error:
        print(f"{error}; `era clauses` lists all", file=sys.stderr)
        return 2
    if options.sample:
        ids = random.Random(options.seed).sample(ids, min(options.sample, len(ids)))
    words = {None: "-", True: "fails", False: "PASSES"}
    results = []
    for result in matrix(proof, ids):
        results.append(result)
        note = "SURVIVES" if result.survives else "redundant" if result.redundant else ""
        print(f"{result.clause:40} {words[result.property_fails]:8} {words[result.example_fails]:8} {note}".rstrip())
    survivors = [result for result in results if result.survives]
    print(f"{len(results)} clauses, {len(survivors)} survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
