"""A volume: one rulebook on the site, with its pages and the data for them."""

from __future__ import annotations

import gc
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cached_property, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import attrs

from docs import ROOT
from docs.site.examples import Example, judged
from docs.site.pictures import picture
from docs.site.proof import Proof
from docs.site.traceability import Traced, table
from era_of_inventions.tabletop.disputes.ready import ReadyQuestion, ready_questions
from era_of_inventions.tabletop.glossary import Term, read_glossary
from era_of_inventions.tabletop.law.clause import Clause as AnyClause
from era_of_inventions.tabletop.play.rulebook import Rulebook

Clause: TypeAlias = AnyClause[..., Any]
LESSON = "learn.md"
"""The page that teaches the game, if there is one."""
TEXTS = "ERA_RULEBOOKS"
"""The environment variable for the folder with the texts of the rulebooks."""


@attrs.frozen
class Question:
    """A question on which the editions differ, or that they leave open; decided by rulings or settled by clauses."""

    name: str
    question: str
    rulings: tuple[str, ...] = ()
    settled: str = ""
    clauses: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the editions differ; otherwise none of them answers the question."""
        return self.name.startswith("D")


def questions_of(entries: Mapping[str, Mapping[str, Any]]) -> tuple[Question, ...]:
    """Return the questions in the tables of a file, in order."""
    return tuple(
        Question(
            name,
            entry["question"],
            tuple([entry["ruling"]] if isinstance(entry.get("ruling"), str) else entry.get("ruling", ())),
            entry.get("settled", ""),
            tuple(entry.get("clauses", ())),
        )
        for name, entry in entries.items()
    )


class Label(NamedTuple):
    """A target for references from other projects: its id on the site, its page and anchor, and its text.

    A clause or a ruling has a ``role`` in the Sphinx domain, where it is ``cited`` by another name.
    """

    name: str
    target: str
    words: str
    role: str = ""
    cited: str = ""


def _read(path: Path | None) -> dict[str, Any]:
    """Return what a file of tables holds; nothing if there is none."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path and path.exists() else {}


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Volume:
    """A rulebook with the data for its pages.

    ``folder`` is the folder of the pages on the site: empty, or a path that ends with a slash. ``written`` is the
    folder of the pages written by hand, where ``affected.toml`` may say whom each ruling concerns, and
    ``scenes.toml`` may name pictures. ``examples`` are paths relative to the root of the project. ``parts`` expand
    directives of this volume alone.
    """

    rulebook: Rulebook[Any, Any]
    folder: str = ""
    written: Path | None = None
    examples: tuple[str, ...] = ()
    trace: Callable[[], Iterable[Traced]]
    questions: tuple[Question, ...] = ()
    parts: Mapping[str, Callable[[Facts], Iterable[str]]] = attrs.field(factory=dict)

    @classmethod
    def of(cls, proof: Proof, written: Path, **own: Any) -> Volume:
        """Return the volume of a rulebook with its examples, tests and questions. ``own`` are further fields."""
        return cls(
            rulebook=proof.rulebook,
            written=written,
            examples=tuple(path.relative_to(ROOT).as_posix() for path in proof.examples),
            trace=partial(table, proof),
            questions=questions_of(proof.questions),
            **own,
        )

    @property
    def package(self) -> str:
        """The package of the rulebook."""
        return self.rulebook.home.partition(".")[0]

    @property
    def command(self) -> str:
        """The command that is about this rulebook."""
        return f"era --game {self.rulebook.name}" if self.folder else "era"

    @property
    def affected(self) -> dict[str, str]:
        """Whom each ruling concerns; empty if nobody has said so."""
        return _read(self.written and self.written / "affected.toml")

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the glossary; none if there is no glossary."""
        path, law = self.rulebook.glossary, self.rulebook.law
        return read_glossary(path, law, self.rulebook.editions) if path else ()

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses, in rulebook order."""
        return self.rulebook.law.clauses

    def writes(self, page: str) -> bool:
        """Whether a page, by its path in the folder, is written by hand."""
        return bool(self.written and (self.written / page).exists())

    def chapter(self, clause: Clause) -> str:
        """Return the page of a clause's chapter, which has its card."""
        return f"{self.folder}rules/{clause.chapter}.md"

    def asked(self, chapter: str) -> dict[str, ReadyQuestion]:
        """Return the ready questions of a chapter, by their anchors on its page."""
        return {f"asked-{one.id}": one for one in ready_questions(self.rulebook) if one.topic == chapter}

    def label(self, name: str) -> str:
        """Return the id on the site of a clause, of ``ruling.ID`` or of ``question.ID``."""
        return self.folder.replace("/", ".") + name

    def ref(self, clause: str) -> str:
        """Return a reference to a clause."""
        return f"[`{clause}`][{self.label(clause)}]"

    def ruling_ref(self, ruling: str) -> str:
        """Return a reference to a ruling."""
        return f"[{ruling}][{self.label(f'ruling.{ruling}')}]"

    def question_ref(self, question: Question) -> str:
        """Return a reference to a question."""
        return f"[{question.name}][{self.label(f'question.{question.name}')}]"

    def labels(self) -> Iterator[Label]:
        """Everything that other projects can refer to."""
        for clause in self.clauses:
            name = self.label(clause.id)
            yield Label(name, f"{self.chapter(clause)}#{name}", clause.statement, "clause", self._cited(clause.id))
        for ruling in self.rulebook.ruleset.rulings():
            name = self.label(f"ruling.{ruling.id}")
            yield Label(name, f"{self.folder}rulings.md#{name}", ruling.question, "ruling", self._cited(ruling.id))
        for question in self.questions:
            name = self.label(f"question.{question.name}")
            yield Label(name, f"{self.folder}editions.md#{name}", question.question)

    def _cited(self, name: str) -> str:
        """Return the name of a clause or a ruling in the Sphinx domain."""
        return f"{self.rulebook.name}:{name}"

    def differences(self, clause: Clause) -> Iterator[Question]:
        """Yield the questions on which the editions differ and that name a clause or a ruling it consults."""
        rulings = {ruling.id for ruling in self.rulebook.ruleset.rulings() if ruling.field in clause.rulings}
        for question in self.questions:
            if question.differs and (clause.id in question.clauses or rulings & set(question.rulings)):
                yield question

    def edition_texts(self) -> dict[str, str]:
        """Return the available texts of the editions, by code."""
        folder = os.environ.get(TEXTS)
        if not folder:
            return {}
        paths = {edition.code: Path(folder, edition.file) for edition in self.rulebook.editions if edition.file}
        return {code: path.read_text(encoding="utf-8") for code, path in paths.items() if path.exists()}


def volume_of(page: str, volumes: Iterable[Volume]) -> Volume:
    """Return the volume that a page belongs to: that with the longest folder which contains it."""
    return max((one for one in volumes if page.startswith(one.folder)), key=lambda one: len(one.folder))


@attrs.frozen(slots=False)
class Facts:
    """A volume with the data computed for its pages: coverage, judged examples, events by clause."""

    volume: Volume
    traced: Mapping[str, Traced]
    examples: Mapping[str, Example]
    """By path."""

    @cached_property
    def events(self) -> Mapping[str, Mapping[str, tuple[str, int]]]:
        """The quantities that each clause changes, with the first example and claim that shows it."""
        events: dict[str, dict[str, tuple[str, int]]] = {}
        for example in self.examples.values():
            for number, claim in enumerate(example.claims, 1):
                for clause, what in claim.events:
                    events.setdefault(clause, {}).setdefault(what, (example.path, number))
        return events

    def drawing(self, name: str, page: str) -> str:
        """Render a scene, or the position of an example, by its name for a page; nothing if the game has no pictures.

        Raises ValueError if there is none of this name.
        """
        volume, example = self.volume, self.examples.get(f"examples/{name}.toml")
        known = example.position if example else None
        return picture(volume.rulebook, volume.written, name, page, known) if volume.rulebook.pictures else ""

    def under(self, example: Example) -> str:
        """Render the readings of an example that are not the default, with links; empty if there are none."""
        readings = " and ".join(f"{self.volume.ruling_ref(ruling)} = {name}" for ruling, name in example.readings)
        return f"under ruling{'s' * (len(example.readings) > 1)} {readings}" if readings else ""


def gather(volumes: Sequence[Volume]) -> list[Facts]:
    """Read the coverage, and judge all examples on all cores."""
    traced = [{row.clause.id: row for row in volume.trace()} for volume in volumes]  # so the examples are read already
    # Garbage collection would take a tenth of the time, for processes that live half a minute.
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork"), initializer=gc.disable) as pool:
        judging = [pool.map(partial(judged, rulebook=volume.rulebook), volume.examples) for volume in volumes]
        return [
            Facts(volume, rows, {example.path: example for example in examples})
            for volume, rows, examples in zip(volumes, traced, judging, strict=True)
        ]
