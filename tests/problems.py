"""What a test of problems compares: where they are and of which kind, not how they are worded."""

from __future__ import annotations

import re

from era_of_inventions.tabletop.errors import InputProblem


def place_and_code(problem: InputProblem) -> str:
    """Place, code, and the clause that is named, if any: ``position.round out-of-range [scoring.last-round]``."""
    clauses = re.findall(r" \[[a-z]+\.[a-z0-9-]+\](?=$|; )", problem.message)
    return f"{problem.place} {problem.code}{''.join(clauses[-1:])}"
