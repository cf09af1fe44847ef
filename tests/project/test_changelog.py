"""The changelog has its form, and a release needs its section: `tests.tools.changelog`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import ROOT
from tests.tools import changelog
from tests.tools.changelog import UNRELEASED, problems, release_problems, sections

GOOD = """\
# Changelog

Some words.

## [Unreleased]

## [0.10.0] - 2026-03-01

### Added

- A thing,
  on two lines.

### Fixed

- Another.

## [0.9.1] - 2026-02-28

### Changed

- Something.
"""
PROJECT = '[project]\nversion = "0.10.0"\n'


def test_the_changelog_of_the_project_is_in_order() -> None:
    assert list(problems((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))) == []


def test_a_good_changelog_is_in_order() -> None:
    assert list(problems(GOOD)) == []
    assert [section.version for section in sections(GOOD)] == [UNRELEASED, "0.10.0", "0.9.1"]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("## [Unreleased]\n\n", "", 5),
        ("## [Unreleased]", "## [Unreleased] - 2026-03-02", 5),
        ("## [0.10.0] - 2026-03-01", "## 0.10.0", 7),
        ("## [0.10.0] - 2026-03-01", "## [0.10.0]", 7),
        ("2026-03-01", "2026-02-30", 7),
        ("2026-03-01", "2026-02-27", 18),
        ("[0.9.1]", "[0.11.0]", 18),
        ("[0.9.1]", "[0.10.0]", 18),
        ("### Added", "### New", 9),
        ("### Added", "#### Added", 9),
        ("- Another.", "", 14),
        ("\n### Changed\n\n- Something.\n", "", 18),
    ],
    ids=lambda value: re.sub(r"\s+", " ", value) if isinstance(value, str) else None,
)
def test_what_is_wrong_is_reported_by_line(old: str, new: str, line: int) -> None:
    assert old in GOOD
    assert [problem.split(":")[0] for problem in problems(GOOD.replace(old, new, 1))] == [str(line)]


def test_a_text_without_sections_is_no_changelog() -> None:
    assert len(list(problems("# Changelog\n"))) == 1


def test_a_release_that_is_described_is_let_through() -> None:
    assert list(release_problems(GOOD, PROJECT, "v0.10.0")) == []


@pytest.mark.parametrize(
    ("text", "project", "tag"),
    [
        (GOOD, PROJECT, "v0.10.1"),
        (GOOD, PROJECT, "0.10.0"),
        (GOOD, PROJECT.replace("0.10.0", "0.11.0"), "v0.11.0"),
        (GOOD.replace("[Unreleased]\n", "[Unreleased]\n\n### Fixed\n\n- Left over.\n"), PROJECT, "v0.10.0"),
    ],
    ids=["other version", "other form", "no section", "left over"],
)
def test_a_release_that_does_not_fit_is_refused(text: str, project: str, tag: str) -> None:
    assert len(list(release_problems(text, project, tag))) == 1


def test_the_command_prints_the_section(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "CHANGELOG.md").write_text(GOOD, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    monkeypatch.setattr(changelog, "ROOT", tmp_path)
    assert changelog.main(["v0.10.0"]) == 0
    assert capsys.readouterr().out == "### Added\n\n- A thing,\n  on two lines.\n\n### Fixed\n\n- Another.\n"


def test_the_command_refuses_what_is_no_release(capsys: pytest.CaptureFixture[str]) -> None:
    assert changelog.main([]) == 0
    assert changelog.main(["v99.0.0"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "v99.0.0" in err
