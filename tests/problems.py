"""What a test of problems compares: where they are and which clause they name, not how they are worded."""

from __future__ import annotations

import re


def place_and_clause(problem: str) -> str:
    """The place of a problem and the id of the clause that it names, if any: ``position.round [end.rounds]``."""
    clause = re.search(r" \[[a-z]+\.[a-z0-9-]+\]$", problem)
    return problem.partition(": ")[0] + (clause[0] if clause else "")
