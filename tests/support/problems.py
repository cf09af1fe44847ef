"""What a test of problems compares: where they are and of which kind, not how they are worded."""

from __future__ import annotations

import re
from collections.abc import Callable

from era_of_inventions.tabletop.disputes import Dispute
from era_of_inventions.tabletop.errors import FileError, Problem


def place_and_code(problem: Problem) -> str:
    """Place, code, and the clause that is named, if any: ``position.round out-of-range [scoring.last-round]``."""
    clauses = re.findall(r" \[[a-z]+\.[a-z0-9-]+\](?=$|; )", problem.message)
    return f"{problem.place} {problem.code}{''.join(clauses[-1:])}"


def problems_in(read: Callable[[str], Dispute], text: str) -> tuple[Problem, ...]:
    """What is wrong in the text of a dispute: with all of it, or with single claims."""
    try:
        dispute = read(text)
    except FileError as error:
        return error.problems
    found = tuple(problem for claim in dispute.claims for problem in claim.problems)
    assert found, "nothing is wrong"
    return found


def sentence(text: str) -> str:
    """The pattern that matches this sentence and no other."""
    return f"^{re.escape(text)}$"
