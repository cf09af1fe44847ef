"""What became of each passage of a rulebook: the clauses that cite it, or what a table says that it is.

A passage is a sentence, a heading, an item of a list, or what a scan left of one. The table of a rulebook never holds
its words, but the section and a fingerprint of each passage that no clause cites:

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

from era_of_inventions.tabletop.errors import Code, FileError, InputProblem, unknown
from era_of_inventions.tabletop.files.bounded import read_bounded
from era_of_inventions.tabletop.files.toml import Reader, read_toml, refuse
from era_of_inventions.tabletop.fingerprint import fingerprint
from era_of_inventions.tabletop.law.citation import Edition, find, sections_in
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.letters import letters_of, run_of

TEXT_MAX = 1_000_000
"""The most bytes of a text of a rulebook."""
_OPENING = re.compile(r"(?:[-•*&]|\d{1,2}[a-z]?[.,)]|\(\w\))\s|[^\W\d_]+:[^\S\n]+\S")
"""The mark before an item of a list, or a word such as ``Note:``, which opens a passage at the head of a line."""
_ABBREVIATION = re.compile(r"\(?(?:\d*\w|\d+|[^\W\d_aeiouyäöü]+)\)?\.", re.IGNORECASE)
"""A number or a mark with a period, or a word that has no vowel."""


class Role(enum.Enum):
    """What a passage is."""

    CITED = "cited"
    """Clauses cite it. This follows from the citations and does not stand in a table."""
    RULE = "rule"
    """States a rule that clauses carry which cite another place for it."""
    OVERRULED = "overruled"
    """Says what another sentence or another edition overrules; the clauses carry what holds instead."""
    EXPLAINS = "explains"
    """Explains, repeats or introduces what clauses say."""
    EXAMPLE = "example"
    """Belongs to an example of what clauses say."""
    BOX = "box"
    """Names pieces, what is on them, or where they lie, on which no rule depends."""
    PICTURE = "picture"
    """Belongs to a picture that the text does not have."""
    THEME = "theme"
    """Tells the story, or the aim in its terms."""
    IMPRINT = "imprint"
    """Names who made the game or the text."""
    LAYOUT = "layout"
    """Heads, points to another place, joins items, or is what a scan makes of lines and symbols."""


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
    """Whether it is the line by which the section is found."""

    @cached_property
    def key(self) -> tuple[str, str]:
        """Section and fingerprint: eight hexadecimal digits, equal for equal letters whatever stands between them."""
        return self.section, fingerprint(run_of(self.text))[:8]


@attrs.frozen
class Use:
    """What became of a passage; ``role`` is None if nothing says so."""

    role: Role | None
    clauses: tuple[str, ...] = ()


Table: TypeAlias = Mapping[tuple[str, str], Use]
"""What became of passages of an edition, by section and fingerprint."""


@attrs.frozen
class Coverage:
    """What became of each passage of an edition, and what of table and citations leads nowhere in its text."""

    edition: Edition
    passages: Sequence[tuple[Passage, Use]]
    problems: Sequence[InputProblem]

    @property
    def uncovered(self) -> list[Passage]:
        """The passages of which nothing says what they are."""
        return [passage for passage, use in self.passages if use.role is None]

    @property
    def counts(self) -> Mapping[Role | None, int]:
        """The number of passages by role."""
        return Counter(use.role for _, use in self.passages)


def read_table(path: Path, law: Law, editions: Iterable[Edition]) -> dict[str, Table]:
    """Read what became of passages, by the code of the edition. Raises `FileError` with every problem of the file."""
    problems: list[InputProblem] = []
    reader = Reader(read_toml(path), "", problems)
    tables: dict[str, Table] = {}
    for edition in editions:
        sections = reader.table(edition.code)
        tables[edition.code] = {
            (section.title, key): section_reader.parsed(key, lambda text: _use(text, law), Use(None))
            for section in edition.sections
            for section_reader in [sections.table(section.title)]
            for key in section_reader
        }
        sections.close()
    reader.close()
    refuse(path, problems)
    return tables


def read_text(folder: Path, edition: Edition) -> str:
    """The text of an edition in an owner's folder.

    Raises `FileError` if it cannot be read or is not UTF-8.
    """
    path = folder / edition.file
    try:
        return read_bounded(path, TEXT_MAX).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"byte 0x{error.object[error.start]:02x} is not UTF-8; expected a text in UTF-8"
        raise FileError.whole(path, Code.ENCODING, message) from None


def split(edition: Edition, text: str) -> Iterator[Passage]:
    """The passages of a text in order; none if it has no section of the edition.

    What comes before the first section found belongs to it.
    """
    offset = 0
    for title, part, heading in _parts(edition, text):
        for piece in [part] if heading else _pieces(part):
            size = len(run_of(piece))
            if size:
                yield Passage(title, piece, range(offset, offset + size), heading)
            offset += size


def evaluate(edition: Edition, law: Law, table: Table, text: str) -> Coverage:
    """Find out what became of each passage of a text: cited by clauses, a heading, or as the table says."""
    passages = list(split(edition, text))
    cited, problems = _cited(edition, law, text, passages)
    uses = []
    for passage in passages:
        derived = Use(Role.LAYOUT) if passage.heading else Use(None)
        clauses = cited.get(passage.key)
        uses.append(Use(Role.CITED, tuple(clauses)) if clauses else table.get(passage.key, derived))
    there = {passage.key for passage in passages}
    for key in table:
        place = ".".join((edition.code, *key))
        if key not in there:
            problems.append(InputProblem(place, Code.UNKNOWN_KEY, "is no passage of that section of the text"))
        elif key in cited:
            names = ", ".join(cited[key])
            problems.append(InputProblem(place, Code.DUPLICATE, f"is cited by {names}; expected no entry"))
    return Coverage(edition, list(zip(passages, uses, strict=True)), problems)


def _use(text: str, law: Law) -> Use:
    """Parse an entry of a table. Raises ValueError."""
    word, *clauses = text.split() or [""]
    roles = {role.value: role for role in Role if role is not Role.CITED}
    if word not in roles:
        raise ValueError(unknown(word, roles))
    for clause in clauses:
        if clause not in law:
            raise ValueError(f"there is no clause {clause!r}")
    if bool(clauses) != (roles[word] in NAMING):
        raise ValueError(f"{word!r} names {len(clauses)} clauses; expected {'some' if not clauses else 'none'}")
    return Use(roles[word], tuple(clauses))


def _cited(
    edition: Edition, law: Law, text: str, passages: Sequence[Passage]
) -> tuple[dict[tuple[str, str], list[str]], list[InputProblem]]:
    """The clauses that cite each passage, and the citations that are not found."""
    cited: dict[tuple[str, str], list[str]] = {}
    lost = []
    for clause in law.clauses:
        cite = clause.cites.get(edition.code)
        if cite is None:
            continue
        place = find(edition, text, cite)
        if place is None:
            message = f"cites “{cite.anchor}”, which is not in the section {cite.section!r} of the text"
            lost.append(InputProblem(clause.id, Code.UNKNOWN_WORD, message))
            continue
        for passage in passages:
            if passage.offsets.start < place.stop and place.start < passage.offsets.stop:
                cited.setdefault(passage.key, []).append(clause.id)
    return cited, lost


def _parts(edition: Edition, text: str) -> Iterator[tuple[str, str, bool]]:
    """The sections found in a text with their lines, and whether these are the line of the heading alone."""
    lines = text.split("\n")
    heads = [(title, letters_of(text).lines[place.start] - 1) for title, place in sections_in(edition, text).items()]
    first = 0
    for (title, head), (_, stop) in pairwise([*heads, ("", len(lines))]):
        body = head + run_of(edition.section(title).marker).startswith(run_of(lines[head]))
        yield title, "\n".join(lines[first:head]), False
        yield title, "\n".join(lines[head:body]), True
        yield title, "\n".join(lines[body:stop]), False
        first = stop


def _pieces(text: str) -> Iterator[str]:
    """The passages of a part of a text."""
    text = text.strip()
    start = 0
    for gap in re.finditer(r"\s+", text):
        if _ends(text[start : gap.start()], gap, text):
            yield text[start : gap.start()]
            start = gap.end()
    yield text[start:]


def _ends(before: str, gap: re.Match[str], text: str) -> bool:
    """Whether a passage ends at a gap between words: after a sentence, before an item, or at an empty line."""
    lines = gap.group().count("\n")
    last = before.split()[-1].rstrip("\"'\u201d\u2019)*")
    stops = last.endswith((".", "!", "?")) and not _ABBREVIATION.fullmatch(last)
    if text[gap.end()].islower():
        return (stops and lines > 1) or (before.endswith(";") and lines > 0)
    return stops or lines > 1 or (lines > 0 and (before.endswith(";") or bool(_OPENING.match(text, gap.end()))))
