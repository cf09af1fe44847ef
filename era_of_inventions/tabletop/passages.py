"""Coverage of the passages of a rulebook: each is cited by clauses, or explained in a table.

A passage is a sentence, a heading or an item of a list, or what a scan has left of it.
The table of a rulebook never holds the words of its passages. It has the section and a
fingerprint of each passage that no clause cites:

    [nl."De ruilmarkt"]
    0123abcd = "explains market.five-max market.three-per-box"
    4567cdef = "theme"
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import attrs

from era_of_inventions.tabletop.errors import Code, FileError, Problem, joined, unknown
from era_of_inventions.tabletop.law.citation import Edition, find, sections_in
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.text.bounded import read_bounded
from era_of_inventions.tabletop.text.fingerprint import fingerprint
from era_of_inventions.tabletop.text.normalized import letters_of, run_of
from era_of_inventions.tabletop.text.toml import in_toml, read_toml, reported
from era_of_inventions.tabletop.values import InvalidDataError, Terms
from era_of_inventions.tabletop.values.file_domains import Parsed, TableOf
from era_of_inventions.tabletop.values.plain import Keyed

TEXT_MAX = 1_000_000
"""The most bytes of a text of a rulebook."""
_OPENING = re.compile(r"(?:[-•*&]|\d{1,2}[a-z]?[.,)]|\(\w\))\s|[^\W\d_]+:[^\S\n]+\S")
"""The mark before an item of a list, or a word such as ``Note:``, which opens a passage at the head of a line."""
_ABBREVIATION = re.compile(r"\(?(?:\d*\w|\d+|[^\W\d_aeiouyäöü]+)\)?\.", re.IGNORECASE)
"""A number or a mark with a period, or a word that has no vowel."""


class Role(enum.Enum):
    """The role of a passage in a rulebook."""

    CITED = "cited"
    """Clauses cite it. This follows from the citations and does not stand in a table."""
    RULE = "rule"
    """States a rule; the clauses that carry it cite another place."""
    OVERRULED = "overruled"
    """States a rule that another sentence or edition overrules; the clauses carry the rule that holds."""
    EXPLAINS = "explains"
    """Explains, repeats or introduces clauses."""
    EXAMPLE = "example"
    """Belongs to an example of clauses."""
    BOX = "box"
    """Describes pieces or where they lie, in details that no rule depends on."""
    PICTURE = "picture"
    """Belongs to a picture that the text does not have."""
    THEME = "theme"
    """Belongs to the story, or states the aim in its terms."""
    IMPRINT = "imprint"
    """Names who made the game or the text."""
    LAYOUT = "layout"
    """Is a heading, a pointer to another place, a link between items, or the trace of lines and symbols in a scan."""


NAMING = (Role.RULE, Role.OVERRULED, Role.EXPLAINS, Role.EXAMPLE)
"""The roles for which a table names clauses."""


@attrs.frozen
class Passage:
    """A passage of a text."""

    section: str
    text: str
    offsets: range
    """Its place in the letters of the text."""
    heading: bool = False
    """Whether the passage is the heading of the section."""

    @cached_property
    def key(self) -> tuple[str, str]:
        """The section and a fingerprint: eight hex digits, which depend only on the letters, not on what is between."""
        return self.section, fingerprint(run_of(self.text))[:8]


@attrs.frozen
class Use:
    """How a passage is used: its role, None if that is unknown, and the ids of the clauses concerned."""

    role: Role | None
    clauses: tuple[str, ...] = ()


Table: TypeAlias = Mapping[tuple[str, str], Use]
"""The uses of passages of an edition, by section and fingerprint."""


@attrs.frozen
class Coverage:
    """The uses of the passages of an edition.

    The problems are entries and citations that match no passage, and entries for
    passages that clauses cite.
    """

    edition: Edition
    passages: Sequence[tuple[Passage, Use]]
    problems: Sequence[Problem]

    @property
    def uncovered(self) -> list[Passage]:
        """Passages that no clause cites and no table entry explains."""
        return [passage for passage, use in self.passages if use.role is None]

    @property
    def counts(self) -> Mapping[Role | None, int]:
        """The number of passages by role."""
        return Counter(use.role for _, use in self.passages)


def read_table(path: Path, law: Law, editions: Iterable[Edition]) -> dict[str, Table]:
    """Read the file with the tables of passages. Return the table of each edition, by the code of the edition.

    Raises `FileError` with every problem of the file.
    """
    uses = Keyed(Parsed(lambda text, _: _use(text, law)))
    sections = {
        edition.code: TableOf({section.title: uses for section in edition.sections})
        for edition in editions
    }
    try:
        tables = TableOf(sections).bind(Terms()).read(read_toml(path))
    except InvalidDataError as error:
        raise FileError(str(path), reported([*map(in_toml, error.problems)])) from None
    return {
        code: {
            (title, key): use
            for title, section in tables.get(code, {}).items()
            for key, use in section.items()
        }
        for code in sections
    }


def editions_in(folder: Path, editions: Iterable[Edition]) -> list[Edition]:
    """Return the editions whose texts are in an owner's folder.

    Raises `FileError` if there are none.
    """
    owned = [edition for edition in editions if edition.file]
    there = [edition for edition in owned if (folder / edition.file).exists()]
    if not there:
        expected = joined(edition.file for edition in owned)
        message = f"is no folder with a text of the rulebook; expected {expected} in it"
        raise FileError.whole(folder, Code.MISSING, message)
    return there


def read_text(folder: Path, edition: Edition) -> str:
    """Return the text of an edition in an owner's folder.

    Raises `FileError` if it cannot be read or is not UTF-8.
    """
    path = folder / edition.file
    try:
        return read_bounded(path, TEXT_MAX).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = (
            f"byte 0x{error.object[error.start]:02x} is not UTF-8; expected a text in UTF-8"
        )
        raise FileError.whole(path, Code.ENCODING, message) from None


def split(edition: Edition, text: str) -> Iterator[Passage]:
    """Yield the passages of a text in order; none if it has no section of the edition.

    The text before the first section found belongs to that section.
    """
    offset = 0
    for title, part, heading in _parts(edition, text):
        for piece in [part] if heading else _pieces(part):
            size = len(run_of(piece))
            if size:
                yield Passage(title, piece, range(offset, offset + size), heading)
            offset += size


def evaluate(edition: Edition, law: Law, table: Table, text: str) -> Coverage:
    """Return the use of each passage of a text: cited by clauses, else as the table says, else a heading or unknown."""
    passages = list(split(edition, text))
    cited, problems = _cited(edition, law, text, passages)
    uses = []
    for passage in passages:
        derived = Use(Role.LAYOUT) if passage.heading else Use(None)
        clauses = cited.get(passage.key)
        uses.append(
            Use(Role.CITED, tuple(clauses)) if clauses else table.get(passage.key, derived)
        )
    there = {passage.key for passage in passages}
    for key in table:
        place = ".".join((edition.code, *key))
        if key not in there:
            problems.append(
                Problem.at(
                    place, Code.UNKNOWN_KEY, "is no passage of that section of the text"
                )
            )
        elif key in cited:
            names = ", ".join(cited[key])
            problems.append(
                Problem.at(place, Code.DUPLICATE, f"is cited by {names}; expected no entry")
            )
    return Coverage(edition, list(zip(passages, uses, strict=True)), problems)


def _use(text: str, law: Law) -> Use:
    """Parse an entry of a table, a role and the ids of clauses, such as ``explains market.five-max``.

    Raises ValueError for an unknown role or clause, or if clauses are missing or not
    expected.
    """
    word, *clauses = text.split() or [""]
    roles = {role.value: role for role in Role if role is not Role.CITED}
    if word not in roles:
        raise ValueError(unknown(word, roles))
    for clause in clauses:
        if clause not in law:
            raise ValueError(f"there is no clause {clause!r}")
    if bool(clauses) != (roles[word] in NAMING):
        raise ValueError(
            f"{word!r} names {len(clauses)} clauses; expected {'some' if not clauses else 'none'}"
        )
    return Use(roles[word], tuple(clauses))


def _cited(
    edition: Edition, law: Law, text: str, passages: Sequence[Passage]
) -> tuple[dict[tuple[str, str], list[str]], list[Problem]]:
    """Return the clauses that cite each passage, and the citations that are not found."""
    cited: dict[tuple[str, str], list[str]] = {}
    lost = []
    for clause in law.clauses:
        cite = clause.cites.get(edition.code)
        if cite is None:
            continue
        place = find(edition, text, cite)
        if place is None:
            message = f"cites “{cite.anchor}”, which is not in the section {cite.section!r} of the text"
            lost.append(Problem.at(clause.id, Code.UNKNOWN_WORD, message))
            continue
        for passage in passages:
            if passage.offsets.start < place.stop and place.start < passage.offsets.stop:
                cited.setdefault(passage.key, []).append(clause.id)
    return cited, lost


def _parts(edition: Edition, text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the parts of a text: the title of the section, the lines, and whether these are only its heading."""
    lines = text.split("\n")
    heads = [
        (title, letters_of(text).lines[place.start] - 1)
        for title, place in sections_in(edition, text).items()
    ]
    first = 0
    for (title, head), (_, stop) in pairwise([*heads, ("", len(lines))]):
        body = head + run_of(edition.section(title).marker).startswith(run_of(lines[head]))
        yield title, "\n".join(lines[first:head]), False
        yield title, "\n".join(lines[head:body]), True
        yield title, "\n".join(lines[body:stop]), False
        first = stop


def _pieces(text: str) -> Iterator[str]:
    """Yield the passages of a part of a text."""
    text = text.strip()
    start = 0
    for gap in re.finditer(r"\s+", text):
        if _ends(text[start : gap.start()], gap, text):
            yield text[start : gap.start()]
            start = gap.end()
    yield text[start:]


def _ends(before: str, gap: re.Match[str], text: str) -> bool:
    """Return whether a passage ends at a gap between words: after a sentence, before an item, or at an empty line."""
    lines = gap.group().count("\n")
    last = before.split()[-1].rstrip("\"'\u201d\u2019)*")
    stops = last.endswith((".", "!", "?")) and not _ABBREVIATION.fullmatch(last)
    if text[gap.end()].islower():
        return (stops and lines > 1) or (before.endswith(";") and lines > 0)
    return (
        stops
        or lines > 1
        or (lines > 0 and (before.endswith(";") or bool(_OPENING.match(text, gap.end()))))
    )
