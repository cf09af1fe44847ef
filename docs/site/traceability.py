"""The citations, tests and examples of every clause, as a table for the documentation and the gate.

python -m docs.site.traceability > docs/coverage.md
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import attrs

from docs import ROOT
from docs.site.examples import read_example
from docs.site.proof import ERA, Proof, classes_by_clause
from era_of_inventions import Ruleset
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.ruleset import BaseRuleset


@attrs.frozen
class Traced:
    """One clause: the editions that state it, its test classes, and the claims that allow and forbid a move."""

    clause: Clause[..., object]
    editions: tuple[str, ...]
    tests: tuple[str, ...]
    allowing: tuple[str, ...]
    forbidding: tuple[str, ...]

    @property
    def gaps(self) -> tuple[str, ...]:
        """What the clause lacks."""
        lacks = [] if self.tests else ["a test class"]
        if self.clause.kind in (Kind.GRANT, Kind.LIMIT):
            lacks += [] if self.allowing else ["an example that allows"]
            lacks += [] if self.forbidding else ["an example that forbids"]
        elif self.clause.kind is not Kind.COMPONENT and not (self.allowing or self.forbidding):
            lacks.append("an example")
        return tuple(lacks)


def table(proof: Proof = ERA) -> tuple[Traced, ...]:
    """All clauses in rulebook order."""
    classes = classes_by_clause(proof)
    allowing: dict[str, list[str]] = {}
    forbidding: dict[str, list[str]] = {}
    for path in (example.relative_to(ROOT).as_posix() for example in proof.examples):
        for number, claim in enumerate(read_example(path, proof.rulebook).claims, 1):
            where = f"{path} {number}"
            if claim.expect == "open":
                continue
            # A claim shows that a move is allowed if it says so and holds, or denies it and fails.
            shown = allowing if claim.legal is (claim.expect != "fails") else forbidding
            for clause in {*claim.about, *claim.expect_clauses}:
                shown.setdefault(clause, []).append(where)
    return tuple(
        Traced(
            clause,
            tuple(edition.code for edition in proof.rulebook.editions if edition.code in clause.cites),
            tuple(covered.node for covered in classes.get(clause.id, ())),
            tuple(allowing.get(clause.id, ())),
            tuple(forbidding.get(clause.id, ())),
        )
        for clause in proof.law.clauses
    )


def markdown(rows: Collection[Traced], ruleset: type[BaseRuleset] = Ruleset) -> Iterator[str]:
    """The table as Markdown."""
    yield "# Coverage"
    yield ""
    yield (
        "For every clause: the editions that state it, the numbers of its tests and of the examples that it allows "
        "and forbids, and its rulings."
    )
    yield ""
    yield "| clause | kind | editions | tests | allowing | forbidding | rulings |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        rulings = ", ".join(ruleset.ruling(name).id for name in row.clause.rulings)
        cells = (
            f"`{row.clause.id}`",
            row.clause.kind.value,
            " ".join(row.editions) or "derived",
            str(len(row.tests)),
            str(len(row.allowing)),
            str(len(row.forbidding)),
            rulings,
        )
        yield f"| {' | '.join(cells)} |"
    gaps = [row for row in rows if row.gaps]
    yield ""
    yield f"{len(rows)} clauses, {len(gaps)} with a gap."
    yield from [""] * bool(gaps)
    for row in gaps:
        yield f"- `{row.clause.id}` lacks {', '.join(row.gaps)}"


if __name__ == "__main__":
    print("\n".join(markdown(table())))
