"""What the README shows is so: the dispute, the program, the clause, the commands."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import re
import shlex
from importlib.metadata import metadata
from pathlib import Path

import pytest

from docs.site import snippets
from era_of_inventions import ERA, parse_game, show_game
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop import cli
from tests import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The blocks of a kind, in order."""
    return [block.text for block in snippets.blocks(README) if block.language == kind]


def commands() -> list[list[str]]:
    """The arguments of every ``era`` command the README names, one of each choice, with words for placeholders."""
    spans = re.findall(r"`(era [^`]+)`", re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL))
    spans += re.findall(r"(?<=/)era [^\n&]+", "".join(blocks("sh")))
    words = {
        "ID": "market.three-per-box",
        "[ID]": "capacity",
        "WORDS": "three box",
        "N": "1",
        "P": "3",
        "S": "1",
    }
    found = []
    for span in spans:
        parts = [words.get(part, part) for part in shlex.split(span)[1:]]
        choices = [part.split("|") for part in parts]
        for number in range(max(map(len, choices))):
            arguments = [choice[min(number, len(choice) - 1)] for choice in choices]
            if arguments[0] == "components" and not arguments[-1].endswith(".toml"):
                arguments.append("mine.toml")
            found.append(arguments)
    return found


def test_the_dispute_is_judged_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    (dispute,) = blocks("toml")
    printed, _ = blocks("text")
    path = tmp_path / "dispute.toml"
    path.write_text(dispute, encoding="utf-8")
    judged = "\n".join(snippets.ran(f"era judge {path}"))
    said = re.sub(r"\n {13}(?=\S)(?!nl|de|en)", " ", judged).splitlines()
    assert snippets.matches(said, ["...", *printed.splitlines()])


def test_the_game_is_written_as_it_would_be() -> None:
    _, written = blocks("text")
    record = parse_game(written)
    assert show_game(record) == written
    assert record.end().players[0].goods != record.start.players[0].goods


def test_the_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    program = blocks("python")[1]
    exec(compile(program, "README.md", "exec"), {})
    refusal, line, *players = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"'end turn' is not legal: .+", refusal)
    assert re.fullmatch(r"ScoreLine\(seat=0, clause='scoring\.track', points=\d+, basis='.*'\)", line)
    assert len(players) == 4
    assert all(re.fullmatch(r"\d+ coins;( [a-z-]+\d)* start-factory", player) for player in players)


def makes_chance_anew(program: str) -> list[int]:
    """The lines of a program in which a source of randomness is made within a loop."""
    loops = [node for node in ast.walk(ast.parse(program)) if isinstance(node, ast.While | ast.For)]
    calls = [call for loop in loops for part in loop.body for call in ast.walk(part) if isinstance(call, ast.Call)]
    return sorted({call.lineno for call in calls if ast.unparse(call.func).endswith("Random")})


def test_no_program_that_is_shown_draws_the_same_cards_again_and_again() -> None:
    wrong = "while True:\n    state = game.deal(state, random.Random(7))\n"
    assert makes_chance_anew(wrong) == [2]
    assert [program for program in blocks("python") if makes_chance_anew(program)] == []
    for page in (ROOT / "docs").glob("*.md"):
        for block in snippets.blocks(page.read_text(encoding="utf-8")):
            if block.language == "python":
                examples = doctest.DocTestParser().get_examples(block.text)
                assert not any(makes_chance_anew(example.source) for example in examples), page


def test_the_clause_shown_is_the_one_in_the_rulebook() -> None:
    shown = blocks("python")[0]
    source = ROOT / "era_of_inventions" / "rules" / "market.py"
    assert shown in source.read_text(encoding="utf-8")
    assert shown.startswith('@limit(\n    "market.three-per-box"')
    assert "market.three-per-box" in LAW


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_the_commands_exist(arguments: list[str]) -> None:
    options = cli.parser(ERA).parse_args(arguments)
    assert callable(options.run)


def test_every_command_is_named() -> None:
    named = {arguments[0] for arguments in commands()}
    assert named == {
        *("judge", "play", "replay", "convert", "show"),
        *("clause", "clauses", "rulings", "coverage", "components", "simulate", "completion"),
    }
    assert {a[1] for a in commands() if a[0] == "components"} == {"new", "check", "show"}


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert link.startswith("https://") or (ROOT / link).exists()


FIND, CHECK = (README.split(heading)[1].split("\n## ")[0] for heading in ("## Find your way", "## Check it"))


GAMES = [
    ROOT / path for path in ("era_of_inventions", "examples/oh_my_goods/oh_my_goods", "examples/phoenicia/phoenicia")
]
ROWS = re.findall(r"^\| (`.+?`) \| (.+)", FIND, re.MULTILINE)
PLACES = [(place, note) for cell, note in ROWS for place in re.findall("`(.+?)`", cell)]


@pytest.mark.parametrize(("place", "note"), PLACES, ids=[place for place, _ in PLACES])
def test_the_table_names_what_is_there(place: str, note: str) -> None:
    if "/" in place:
        assert (ROOT / place).exists()
    else:
        having = [(game / place).is_dir() or (game / f"{place}.py").is_file() for game in GAMES]
        assert any(having) if note.startswith("where there are any") else all(having)


@pytest.mark.parametrize("command", re.findall(r"^\| `(.+?)` \|", CHECK, re.MULTILINE))
def test_the_larger_checks_are_there(command: str) -> None:
    module = re.search(r"python -m (\S+)", command)
    if module:
        assert importlib.util.find_spec(module[1])
    else:
        assert (ROOT / command.split()[-1]).exists()


def test_a_package_index_shows_what_users_need() -> None:
    """The extras that users can choose, and a description whose links lead somewhere outside the repository."""
    told = metadata("era-of-inventions")
    assert told.get_all("Provides-Extra") == ["cli", "hypothesis", "sphinx"]
    description = str(told["Description"])
    assert "## Settle a dispute" in description
    assert [link for link in re.findall(r"\]\(([^)]+)\)", description) if not link.startswith("https://")] == []
