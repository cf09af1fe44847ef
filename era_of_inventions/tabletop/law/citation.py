"""Citing the place where an edition of a rulebook states a rule.

A citation holds the heading of a section and a short anchor from it, never
the text itself. Owners of the rulebook can pass the text of their own copy to
locate the place.
"""

from __future__ import annotations

import attrs

from era_of_inventions.tabletop.text.normalized import WORD, letters_of, run_of
from era_of_inventions.tabletop.values import Field, Text, field, record

ANCHOR_WORDS = 6
"""The largest number of words an anchor may have."""


@record
class Cite:
    """A place in an edition: a section and an anchor within it."""

    section: Field[str] = field(Text(), "the heading of the section")
    anchor: Field[str] = field(Text(), "one to six words by which the place is found")

    def __attrs_post_init__(self) -> None:
        """Check the anchor."""
        value = self.anchor
        words = len(WORD.findall(value))
        count = max(words, len(value.split()))
        if not words or count > ANCHOR_WORDS:
            found = f"{count} words" if words else "no word"
            raise ValueError(
                f"the anchor {value!r} has {found}; expected 1 to {ANCHOR_WORDS}"
            )

    def __str__(self) -> str:
        """Return the section and the anchor, for readers."""
        return f"{self.section}, “{self.anchor}”"


@attrs.frozen
class Section:
    """A section of a rulebook."""

    title: str
    """The heading as shown to readers."""
    marker: str = attrs.field(default=attrs.Factory(lambda self: self.title, takes_self=True))
    """The first words of its first line as printed, to locate it: by default the heading."""


@attrs.frozen
class Edition:
    """One edition of a rulebook: its language and its sections in order."""

    code: str
    """The short code of the language, such as "nl"."""
    name: str
    """The name of the language, such as "Dutch"."""
    sections: tuple[Section, ...] = attrs.field()
    file: str = ""
    """The name of the file with an owner's copy of its text."""

    @sections.validator
    def _check_sections(
        self, _attribute: attrs.Attribute[tuple[Section, ...]], value: tuple[Section, ...]
    ) -> None:
        titles = [section.title for section in value]
        twice = sorted({title for title in titles if titles.count(title) > 1})
        if twice:
            raise ValueError(
                f"sections share a title: {', '.join(twice)}; expected a different title for each"
            )

    def section(self, title: str) -> Section:
        """Return the section with this title.

        Raises ValueError, with the available titles, for an unknown one.
        """
        for section in self.sections:
            if section.title == title:
                return section
        titles = ", ".join(repr(section.title) for section in self.sections)
        raise ValueError(
            f"the {self.name} edition has no section {title!r}; expected one of {titles}"
        )


def sections_in(edition: Edition, text: str) -> dict[str, range]:
    """Return where each section stands in a text: ranges of the letters, by the titles of the sections.

    The marker of a section is searched for after the marker before. A section without
    a marker in the text is left out; its part belongs to the section before.
    """
    letters = letters_of(text)
    size = len(letters.run)
    starts: list[tuple[str, int]] = []
    offset = 0
    for section in edition.sections:
        start = letters.find(section.marker, offset, size, heading=True)
        if start is not None:
            starts.append((section.title, start))
            offset = start + 1
    bounds = [start for _, start in starts] + [size]
    return {
        title: range(start, stop)
        for (title, start), stop in zip(starts, bounds[1:], strict=True)
    }


def find(edition: Edition, text: str, cite: Cite) -> range | None:
    """Return the offsets of the anchor in the letters of the text.

    Only the cited section is searched: from its marker to the next marker in
    the text. The result is None if the section or the anchor is not found.
    Raises ValueError if the edition has no such section.
    """
    section = sections_in(edition, text).get(edition.section(cite.section).title)
    if section is None:
        return None
    start = letters_of(text).find(cite.anchor, section.start, section.stop)
    return None if start is None else range(start, start + len(run_of(cite.anchor)))


def locate(edition: Edition, text: str, cite: Cite) -> int | None:
    """Return the line, counted from 1, on which the anchor starts; None if the anchor is not found.

    Raises ValueError if the edition has no such section.
    """
    found = find(edition, text, cite)
    return None if found is None else letters_of(text).lines[found.start]


def passage(edition: Edition, text: str, cite: Cite, lines: int = 3) -> str | None:
    """Return the line on which the anchor starts, with ``lines`` further lines before and after it.

    ``text`` is an owner's copy of the rulebook. The result is None if the anchor is not
    found. Raises ValueError if the edition has no such section, or if ``lines`` is
    negative.
    """
    if lines < 0:
        raise ValueError(
            f"the number of lines around a passage is {lines}; expected 0 or more"
        )
    line = locate(edition, text, cite)
    if line is None:
        return None
    return "\n".join(text.split("\n")[max(0, line - 1 - lines) : line + lines])
