"""The exit status of ``era judge`` for several claims and files, whichever comes first, and the colors of a verdict."""

from __future__ import annotations

import io
import itertools
import sys
from pathlib import Path

import pytest

from era_of_inventions.tabletop import cli
from tests.support.nim import NIM

TABLE = '[position]\nplayers = ["Ann", "Bo"]\nplayer = "Ann"\n'
HOLDS, FAILS, UNUSABLE = cli.HOLDS, cli.FAILS, cli.UNUSABLE
CLAIMS = {
    "holds": ('[[claim]]\nmoves = ["take 1"]\n', HOLDS),
    "fails": ('[[claim]]\nmoves = ["Bo: take 1"]\n', FAILS),
    "unusable": ('[[claim]]\nafter = ["Bo: take 1"]\nmoves = ["take 1"]\n', UNUSABLE),
}
FILES = {name: (TABLE + text, status) for name, (text, status) in CLAIMS.items()} | {"malformed": ("x", UNUSABLE)}
PAIRS = [*itertools.permutations(FILES, 2)]


@pytest.mark.repeats
@pytest.mark.parametrize("form", [(), ("--brief",)], ids=["whole", "brief"])
@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_the_worst_of_two_files_decides_in_either_order(
    names: tuple[str, ...], form: tuple[str, ...], tmp_path: Path
) -> None:
    paths = [tmp_path / f"{name}.toml" for name in names]
    for name, path in zip(names, paths, strict=True):
        path.write_text(FILES[name][0])
    assert cli.main(NIM, ["judge", *form, *map(str, paths)]) == max(FILES[name][1] for name in names)


@pytest.mark.parametrize("names", [*itertools.permutations(CLAIMS)], ids="-".join)
def test_the_worst_of_several_claims_decides_in_any_order(names: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(TABLE + "".join(CLAIMS[name][0] for name in names))
    assert cli.main(NIM, ["judge", "--brief", str(path)]) == UNUSABLE


@pytest.mark.parametrize("names", [("holds", "malformed", "fails"), ("malformed", "fails", "holds")], ids="-".join)
def test_what_is_reported_follows_the_order_of_the_files(
    names: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / f"{name}.toml" for name in names]
    for name, path in zip(names, paths, strict=True):
        path.write_text(FILES[name][0])
    cli.main(NIM, ["judge", "--brief", *map(str, paths)])
    out, err = capsys.readouterr()
    assert [line.split()[1] for line in out.splitlines()] == [f"{name}.toml:" for name in names if name != "malformed"]
    assert [line.split(": ")[0] for line in err.splitlines()] == [str(tmp_path / "malformed.toml")]


# --- Colors ---------------------------------------------------------------------------

RED, GREEN, YELLOW = "\033[31m", "\033[32m", "\033[33m"
PAINTED = {
    "    broken   nim.turn: Whoever is in turn takes.": (RED, "    broken"),
    "    against  No clause permits it:": (RED, "    against"),
    "    barred   nim.there: There are enough stones.": (RED, "    barred"),
    "    for      nim.take: The player in turn takes stones.": (GREEN, "    for"),
    "    follows  nim.taken: Stones are taken.": (GREEN, "    follows"),
    "    open     nim.there": (YELLOW, "    open"),
    "  take 1: NOT LEGAL": (RED, "NOT LEGAL"),
    "  take 1: legal": (GREEN, "legal"),
    "  The claim FAILS.": (RED, "claim FAILS"),
    "  The claim HOLDS, as expected.": (GREEN, "claim HOLDS"),
    "  The claim is OPEN.": (YELLOW, "OPEN"),
    "  The claim HOLDS. UNEXPECTED: expected that it fails.": (RED, "UNEXPECTED"),
    "NOT quarrel.toml: take 1: fails": (RED, "NOT"),
    "ok  quarrel.toml: take 1: holds": (GREEN, "ok"),
}
PLAIN = (
    "    kept     nim.there",
    "  It was barred for good reasons, and against hope it follows",
    "  take 1: illegal",
    "    forbidden",
)


def test_each_word_that_says_how_something_ends_has_its_color(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a line no more is painted than that word, and lines that only resemble such a line stay plain."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for line, (color, word) in PAINTED.items():
        cli.output.verdict(line)
        assert f"{color}{word}\033[0m" in capsys.readouterr().out
    for line in PLAIN:
        cli.output.verdict(line)
        assert capsys.readouterr().out == f"{line}\n"


def test_the_standard_input_is_judged(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    stream = io.TextIOWrapper(io.BytesIO(f'{TABLE}[[claim]]\nmoves = ["take 1"]\n'.encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert cli.main(NIM, ["judge", "--brief", "-"]) == cli.HOLDS
    assert capsys.readouterr().out.startswith("ok ")
