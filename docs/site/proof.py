"""Where the proof of a rulebook lies: its data of rules and questions, its tests of clauses, its examples."""

from __future__ import annotations

import importlib
import sys
import tomllib
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
from hypothesis import is_hypothesis_test

from docs import ROOT
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.play.rulebook import Rulebook


@attrs.define(eq=False)
class Proof:
    """What is there for a rulebook besides its law."""

    name: str
    """The name of the rulebook."""
    data: Path
    """The folder of ``ledger.toml`` and ``questions.toml``."""
    tests: Path
    """The folder of the test modules of its chapters."""
    marks: Path
    """The marks of the citations that have been looked up."""
    examples: tuple[Path, ...] = ()
    """Its dispute files."""

    @cached_property
    def rulebook(self) -> Rulebook[Any, Any]:
        """The rulebook itself."""
        return rulebook_named(self.name)

    @property
    def law(self) -> Law:
        """Its law."""
        return self.rulebook.law

    @cached_property
    def ledger(self) -> dict[str, Any]:
        """What became of every rule found in its texts."""
        return _toml(self.data / "ledger.toml")

    @cached_property
    def questions(self) -> dict[str, dict[str, Any]]:
        """What its texts leave open, and the answers."""
        return _toml(self.data / "questions.toml")


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


EXAMPLES = ROOT / "examples"
GUEST, THIRD = EXAMPLES / "oh_my_goods", EXAMPLES / "phoenicia"
FOLDERS = ("clauses", "disputes", "perft", "rules")


def examples_in(folder: Path) -> tuple[Path, ...]:
    """The dispute files in the folders of examples there."""
    return tuple(sorted(path for name in FOLDERS for path in (folder / name).glob("*.toml")))


ERA = Proof(
    "era-of-inventions",
    data=ROOT / "era_of_inventions" / "data",
    tests=ROOT / "tests" / "era" / "rules",
    marks=ROOT / "tests" / "era" / "citations.json",
    examples=examples_in(EXAMPLES),
)
OH_MY_GOODS = Proof(
    "oh-my-goods",
    data=GUEST / "oh_my_goods" / "data",
    tests=GUEST / "tests",
    marks=GUEST / "tests" / "citations.json",
    examples=examples_in(GUEST),
)
PHOENICIA = Proof(
    "phoenicia",
    data=THIRD / "phoenicia" / "data",
    tests=THIRD / "tests",
    marks=THIRD / "tests" / "citations.json",
    examples=examples_in(THIRD),
)
PROOFS = {proof.name: proof for proof in (ERA, OH_MY_GOODS, PHOENICIA)}
"""By the name of the rulebook."""


# --- Tests of clauses -----------------------------------------------------------------

FOLLOWS = "Follows from"


@attrs.frozen
class Covered:
    """The test class of a clause."""

    node: str
    docstring: str
    properties: tuple[str, ...]
    """The names of its Hypothesis tests."""

    @property
    def module(self) -> str:
        """The name of the module it stands in."""
        return Path(self.node.partition("::")[0]).stem

    @property
    def redundant(self) -> bool:
        """Whether the clause follows from other clauses."""
        return FOLLOWS in self.docstring


def classes_by_clause(proof: Proof = ERA) -> dict[str, list[Covered]]:
    """The test classes of a rulebook by the clause they are marked with."""
    classes: dict[str, list[Covered]] = {}
    for path in sorted(proof.tests.glob("test_*.py")):
        for name, value in vars(_module(path)).items():
            for mark in getattr(value, "pytestmark", ()) if isinstance(value, type) else ():
                if mark.name == "clause":
                    node = f"{path.relative_to(ROOT)}::{name}"
                    properties = tuple(name for name, test in vars(value).items() if is_hypothesis_test(test))
                    classes.setdefault(mark.args[0], []).append(Covered(node, value.__doc__ or "", properties))
    return classes


def _module(path: Path) -> ModuleType:
    """The module of a file, under the name by which pytest knows it."""
    if (path.parent / "__init__.py").is_file():
        return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    return importlib.import_module(path.stem)
