"""The places where the editions differ (D) and what they leave open (G), as the package's data tell them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache

import attrs

from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.clause import Clause
from tests import ROOT

DATA = ROOT / "era_of_inventions" / "data" / "questions.toml"


@attrs.frozen
class Question:
    """One of them: decided by rulings, or settled by the clauses it names."""

    name: str
    question: str
    rulings: tuple[str, ...] = ()
    settled: str = ""
    clauses: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the texts of the editions differ; else none of them has an answer."""
        return self.name.startswith("D")

    @property
    def link(self) -> str:
        """A reference to its row in the table of the editions."""
        return f"[{self.name}][question.{self.name}]"


@cache
def questions() -> tuple[Question, ...]:
    """All of them, in order."""
    return tuple(
        Question(
            name,
            entry["question"],
            tuple([entry["ruling"]] if isinstance(entry.get("ruling"), str) else entry.get("ruling", ())),
            entry.get("settled", ""),
            tuple(entry.get("clauses", ())),
        )
        for name, entry in tomllib.loads(DATA.read_text(encoding="utf-8")).items()
    )


def differences(clause: Clause[..., object]) -> Iterator[Question]:
    """Where the editions differ in what they say of a clause: questions that name it or whose ruling it asks."""
    asked = {ruling.id for ruling in Ruleset.rulings() if ruling.field in clause.rulings}
    for question in questions():
        if question.differs and (clause.id in question.clauses or asked & set(question.rulings)):
            yield question
