"""Every difference between the editions and every gap is decided by a ruling or settled by clauses."""

from __future__ import annotations

from docs.site.proof import ERA
from tests.tools.proof_tests import QuestionTests


class TestQuestions(QuestionTests):
    proof = ERA
    ids = [*(f"D{number:02}" for number in range(1, 58)), *(f"G{number:02}" for number in range(1, 66))]  # noqa: RUF012
