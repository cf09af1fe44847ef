"""The worked examples of the rulebooks: all there, all as expected, under any preset without trouble."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from era_of_inventions import ERA, cli
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.documents.schemas import every_schema
from tests import ROOT, one_in

pytestmark = pytest.mark.slow

FOLDER = ROOT / "examples" / "disputes"
FILES = sorted(FOLDER.glob("*.toml"))
CLAIMS = {path.name: tomllib.loads(path.read_text(encoding="utf-8"))["claim"] for path in FILES}

Capture = pytest.CaptureFixture[str]

OTHERWISE = {
    "e02-mixed-payment.toml": {"de"},
    "e06-own-invention.toml": {"en"},
    "e11-signs-while-producing.toml": {"en"},
    "e12-signs-while-patenting.toml": {"de"},
    "e18-bonus-discs-three.toml": {"de"},
}
"""The examples of which a claim comes out otherwise to a reader of the edition named alone."""


def judged(capsys: Capture, *arguments: str) -> tuple[int, str]:
    """The exit status and what is printed; nothing may be complained about."""
    status = cli.main(["judge", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


@cache
def shown(path: Path) -> tuple[int, str]:
    """The exit status and the report of a file; nothing may be complained about."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = cli.main(["judge", str(path)])
    assert err.getvalue() == ""
    return status, out.getvalue()


def test_every_example_is_there() -> None:
    numbers = {path.name.partition("-")[0] for path in FILES}
    assert numbers == {f"e{number:02}" for number in range(1, 21)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_claim_comes_out_as_expected(path: Path) -> None:
    claims = CLAIMS[path.name]
    assert claims
    assert all(claim["expect"] in ("holds", "fails") for claim in claims)
    status, out = shown(path)
    assert status == cli.HOLDS
    said = [line.split()[2].rstrip(",.").lower() for line in out.splitlines() if line.startswith("  The claim ")]
    assert said == [claim["expect"] for claim in claims]
    assert "UNEXPECTED" not in out


@pytest.mark.parametrize(
    "case", one_in(3, itertools.product(FILES, Ruleset.presets)), ids=lambda case: f"{case[0].stem}-{case[1]}"
)
def test_every_example_can_be_judged_by_every_preset(case: tuple[Path, str], capsys: Capture) -> None:
    path, ruleset = case
    status, out = judged(capsys, "--brief", "--ruleset", ruleset, str(path))
    differs = ruleset in OTHERWISE.get(path.name, set())
    assert status == (cli.FAILS if differs else cli.HOLDS)
    lines = out.splitlines()
    assert len(lines) == len(CLAIMS[path.name])
    assert any(line.startswith("NOT ") for line in lines) is differs


def test_the_folder_is_judged_as_its_files(capsys: Capture) -> None:
    status, out = judged(capsys, "--brief", str(FOLDER))
    assert status == cli.HOLDS
    assert [line.split(":")[0] for line in out.splitlines()] == [
        f"ok  {path.name}" for path in FILES for _ in CLAIMS[path.name]
    ]


@pytest.fixture(scope="module")
def told() -> list[dict[str, Any]]:
    """What the command tells programs of the whole folder."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        cli.main(["judge", "--json", str(FOLDER)])
    document = json.loads(out.getvalue())
    assert list(Draft202012Validator(every_schema(ERA)["report"]).iter_errors(document)) == []
    disputes: list[dict[str, Any]] = document["disputes"]
    return disputes


def test_programs_are_told_of_every_file_and_claim(told: list[dict[str, Any]]) -> None:
    assert [Path(report["file"]).name for report in told] == [path.name for path in FILES]
    for report in told:
        claims = CLAIMS[Path(report["file"]).name]
        assert [claim["expected"] for claim in report["claims"]] == [claim["expect"] for claim in claims]
        assert all(claim["stands"] and claim["surprises"] == [] for claim in report["claims"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_effect_names_the_clauses_that_bring_it_about(path: Path) -> None:
    """Step by step from what a quantity was before the moves to what it is after them."""
    _, text = shown(path)
    told = re.findall(r"(?m)^  .*: (?:true|not so) \((.+) before, (.+) after\)\n((?:    by .*\n)*)", text)
    for before, after, steps in told:
        each = [(was, now) for was, now in re.findall(r"(?m)^    by \S+: (.+) to (.+)$", steps)]
        if each or before != after:
            first = before if before != after else each[0][0]
            assert [first, *(now for _, now in each)] == [*(was for was, _ in each), after], steps


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_people_and_programs_are_told_the_same(path: Path, told: list[dict[str, Any]]) -> None:
    (report,) = (report for report in told if report["file"] == str(path))
    _, text = shown(path)
    assert report["title"] in text
    for claim, said in zip(report["claims"], text.split("\nClaim ")[1:], strict=True):
        flat = " ".join(said.split())
        assert claim["claim"] in flat
        assert ("The claim HOLDS" in said) is claim["holds"]
        verdicts = re.findall(r"(?m)^(  \S.*: (?:legal|NOT LEGAL))(?:, (\d+) times)?$", said)
        legal = [line for line, times in verdicts for _ in range(int(times or 1))]
        assert legal == [f"  {m['move']}: {'legal' if m['verdict']['legal'] else 'NOT LEGAL'}" for m in claim["moves"]]
        effects = [line for line in said.splitlines() if " before, " in line]
        assert effects == [
            f"  {'' if effect['claimed_to_happen'] else 'denied: '}{effect['effect']}: "
            f"{'true' if effect['as_claimed'] is effect['claimed_to_happen'] else 'not so'} "
            f"({effect['before']} before, {effect['after']} after)"
            for effect in claim["effects"]
        ]
        rests = [line.split()[5].rstrip(",") for line in said.splitlines() if line.startswith("  It rests on the ")]
        assert rests == [rest["ruling"] for rest in claim["rests_on"]]
        assert len({*rests}) == len(rests)
        for number in claim["unstated_numbers"]:
            assert f"    {number['line']}  # {number['source']}\n" in said
        assert ("Winner: " in said) is (claim["score"] is not None)
        for move in claim["moves"]:
            against = [finding["clause"] for finding in move["verdict"]["findings"] if finding["outcome"] == "forbids"]
            assert all(f"broken   {clause}: " in said for clause in against)
