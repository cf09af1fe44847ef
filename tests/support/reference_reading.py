"""Reads pages of the reference back: headings in order, with the text, the signature and the lists below each."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import attrs


@attrs.define
class Section:
    """What follows a heading until the next one: ``path`` is its anchor, ``listed`` what it lists, with the targets."""

    path: str
    title: str = ""
    group: bool = False
    text: str = ""
    signature: str = ""
    listed: dict[str, str] = attrs.field(factory=dict)


class Reader(HTMLParser):
    """Collects the sections of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[Section] = []
        self._open: list[tuple[str, str]] = []
        self._target = ""

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in given}
        style = values.get("class", "")
        if re.fullmatch("h[1-6]", tag) and values.get("id"):
            self.sections.append(Section(values["id"], group="doc-group" in style))
        if tag == "autoref":
            self._target = values.get("identifier", "")
        if tag not in ("br", "hr", "img", "input", "wbr"):
            self._open.append((tag, style))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.sections:
            return
        section, tags = self.sections[-1], [tag for tag, _ in self._open]
        if any("headerlink" in style for _, style in self._open):
            return
        if any(re.fullmatch("h[1-6]", tag) for tag in tags):
            section.title += data
        elif any("doc-signature" in style for _, style in self._open):
            section.signature += data
        elif "dt" in tags and any("doc-listed" in style for _, style in self._open):
            if tags[-1] == "autoref":
                section.listed[data] = self._target
        else:
            section.text += data


def read(page: str) -> list[Section]:
    """The sections of a page, in order, with single spaces."""
    reader = Reader()
    reader.feed(page)
    for section in reader.sections:
        section.title, section.text, section.signature = (
            " ".join(words.split()) for words in (section.title, section.text, section.signature)
        )
    return reader.sections
