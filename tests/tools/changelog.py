"""Checks the changelog, and prints the section of a release.

    python -m tests.tools.changelog            checks the form of CHANGELOG.md
    python -m tests.tools.changelog v0.2.0     checks also that this can be released, and prints its section

The release v0.2.0 needs the version 0.2.0 in ``pyproject.toml``, a section with that version and its date, and nothing
left under "Unreleased". The exit status is 1 if anything is wrong. Only the standard library is needed.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from tests import ROOT

UNRELEASED = "Unreleased"
TITLE = re.compile(rf"## \[({UNRELEASED}|\d+\.\d+\.\d+)\](?: - (\d{{4}}-\d\d-\d\d))?")
GROUPS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


@dataclass(frozen=True)
class Section:
    """The section of a changelog about one version."""

    line: int
    version: str
    date: str | None
    body: tuple[str, ...]

    @property
    def text(self) -> str:
        """The body without the empty lines around it."""
        return "\n".join(self.body).strip()


def sections(changelog: str) -> list[Section]:
    """The sections of a changelog, from the top. A title of another form becomes the version of its section."""
    lines = changelog.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("## ")]
    parts = []
    for start, end in pairwise([*starts, len(lines)]):
        title = TITLE.fullmatch(lines[start])
        version, day = title.groups() if title else (lines[start], None)
        parts.append(Section(start + 1, version, day, tuple(lines[start + 1 : end])))
    return parts


def number(version: str) -> tuple[int, ...]:
    """Parse a version into numbers, for comparison."""
    return tuple(map(int, version.split(".")))


def problems(changelog: str) -> Iterator[str]:
    """Yield the problems of the form of a changelog, each with its line."""
    parts = sections(changelog)
    if not parts or parts[0].version != UNRELEASED:
        yield f"{parts[0].line if parts else 1}: the first section has to be '## [{UNRELEASED}]'"
    released = []
    for section in parts:
        yield from _problems_of_section(section)
        if section.version[0].isdigit():
            released.append(section)
    for newer, older in pairwise(released):
        if number(newer.version) <= number(older.version):
            yield f"{older.line}: {older.version} is below {newer.version}, but is not older"
        if newer.date and older.date and newer.date < older.date:
            yield f"{older.line}: {older.version} is from {older.date}, later than {newer.version} above it"


def _problems_of_section(section: Section) -> Iterator[str]:
    if section.version.startswith("## "):
        yield f"{section.line}: {section.version!r} is neither '## [{UNRELEASED}]' nor like '## [1.2.3] - 2026-01-31'"
    elif (section.version == UNRELEASED) is not (section.date is None):
        yield f"{section.line}: a release has a date, and {UNRELEASED} has none"
    elif section.date and not _is_day(section.date):
        yield f"{section.line}: there is no day {section.date}"
    if section.version != UNRELEASED and not section.text:
        yield f"{section.line}: the section is empty"
    lines = [(section.line + offset, line) for offset, line in enumerate(section.body, 1) if line]
    for (place, line), (_, following) in pairwise([*lines, (0, "")]):
        if line.startswith("#") and line.removeprefix("### ") not in GROUPS:
            yield f"{place}: {line!r} is none of the groups {', '.join(GROUPS)}"
        elif line.startswith("#") and not following.startswith("- "):
            yield f"{place}: {line!r} has no entries"


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def release_problems(changelog: str, project: str, tag: str) -> Iterator[str]:
    """Yield the reasons why a tag cannot be released, from the texts of ``CHANGELOG.md`` and ``pyproject.toml``."""
    version = tomllib.loads(project)["project"]["version"]
    if tag != f"v{version}":
        yield f"the tag {tag} is not that of version {version} in pyproject.toml, which would be v{version}"
    parts = {section.version: section for section in sections(changelog)}
    if version not in parts:
        yield f"CHANGELOG.md has no section '## [{version}]'"
    if UNRELEASED in parts and parts[UNRELEASED].text:
        yield f"CHANGELOG.md:{parts[UNRELEASED].line}: entries are left under {UNRELEASED}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tag", nargs="?", help="the tag of a release, such as v0.2.0")
    tag = parser.parse_args(arguments).tag
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    wrong = [f"CHANGELOG.md:{problem}" for problem in problems(changelog)]
    if tag:
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        wrong += release_problems(changelog, project, tag)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    if tag:
        print(next(section.text for section in sections(changelog) if f"v{section.version}" == tag))
    return 0


if __name__ == "__main__":
    sys.exit(main())
