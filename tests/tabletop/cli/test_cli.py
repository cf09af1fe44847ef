"""The command: what each part of it prints, and what it answers to mistakes."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest

from era_of_inventions import Game, cli
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop import CHANCE, ActsNow, Grammar, Law, SetUp
from era_of_inventions.tabletop.cli import main, output, simulating
from era_of_inventions.tabletop.cli.search import FOUND_MAX
from era_of_inventions.tabletop.errors import hint
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.simulate import LostGamesError, Summary, play_game
from tests import ROOT
from tests.support.purse import PURSE, Give

Capture = pytest.CaptureFixture[str]
FOUR = '[position]\nplayers = ["Orange", "Brown", "Green", "Yellow"]\nphase = "placement"\n'
HOLDS = f'{FOUR}[[claim]]\nmoves = ["place market"]\n'
FAILS = f'{FOUR}[[claim]]\nmoves = ["end turn"]\n'


def era(capsys: Capture, *arguments: str | Path) -> tuple[int, str, str]:
    """The exit status and what is printed."""
    status = cli.main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def write(path: Path, text: str) -> Path:
    """The path of a new file."""
    path.write_text(text, encoding="utf-8")
    return path


# --- judge ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "status"),
    [
        (HOLDS, 0),
        (FAILS, 1),
        (HOLDS + 'expect = "holds"\n', 0),
        (FAILS + 'expect = "fails"\n', 0),
        (HOLDS + 'expect = "fails"\n', 1),
        (FAILS + 'expect = "holds"\n', 1),
        (HOLDS + FAILS.removeprefix(FOUR), 1),
        (HOLDS + FAILS.removeprefix(FOUR) + 'expect = "fails"\n', 0),
        (HOLDS + "colour = 3\n", 2),
        (HOLDS + 'after = ["end turn"]\n', 2),
    ],
)
def test_the_exit_status_of_a_judgement(text: str, status: int, tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path / "a.toml", text)
    for options in ((), ("--brief",), ("--json",)):
        found, out, err = era(capsys, "judge", path, *options)
        assert found == status
        if options:
            assert out or err
            assert bool(err) is (status == cli.UNUSABLE and options == ("--brief",))
        else:
            assert bool(out) is not bool(err)


@pytest.mark.slow
@pytest.mark.parametrize("names", [("a.toml", "b.toml"), ("b.toml", "a.toml")], ids=" ".join)
def test_programs_are_told_of_two_files_in_their_order(names: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    write(tmp_path / "a.toml", HOLDS + 'after = ["end turn"]\n')
    write(tmp_path / "b.toml", FAILS)
    status, out, _ = era(capsys, "judge", "--json", *(tmp_path / name for name in names))
    assert status == cli.UNUSABLE
    disputes = json.loads(out)["disputes"]
    assert [dispute["file"] for dispute in disputes] == [str(tmp_path / name) for name in names]
    assert [bool(dispute["claims"][0]["problems"]) for dispute in disputes] == [name == "a.toml" for name in names]


def test_brief_is_one_line_for_each_claim(tmp_path: Path, capsys: Capture) -> None:
    text = HOLDS + FAILS.removeprefix(FOUR) + 'claim = "The turn is over"\nexpect = "holds"\n'
    _, out, _ = era(capsys, "judge", "--brief", write(tmp_path / "a.toml", text))
    assert out.splitlines() == [
        "ok  a.toml: place market: holds",
        "NOT a.toml: The turn is over: fails; not now; it would be legal in Orange's turn, when an action is over; "
        "expected that it holds",
    ]


def test_files_and_folders_are_judged_whatever_is_wrong_with_others(tmp_path: Path, capsys: Capture) -> None:
    folder, empty = tmp_path / "folder", tmp_path / "empty"
    folder.mkdir()
    empty.mkdir()
    write(folder / "b.toml", HOLDS)
    write(folder / "a.toml", FAILS)
    write(folder / "c.toml", "x")
    write(folder / "notes.txt", "x")
    alone = write(tmp_path / "d.toml", FAILS)
    status, out, err = era(capsys, "judge", "--brief", folder, empty, tmp_path / "none.toml", alone)
    assert status == cli.UNUSABLE
    assert [line.split(":")[0] for line in out.splitlines()] == ["NOT a.toml", "ok  b.toml", "NOT d.toml"]
    assert [line.partition(": ")[0] for line in err.splitlines()] == [
        str(path) for path in (folder / "c.toml", empty, tmp_path / "none.toml")
    ]


@pytest.mark.parametrize("command", ["judge", "play", "show"])
@pytest.mark.parametrize("end", [".toml", ".era", ".json"])
def test_a_path_that_cannot_be_looked_at_is_told(command: str, end: str, capsys: Capture) -> None:
    name = "x" * 300 + end
    assert era(capsys, command, name) == (cli.UNUSABLE, "", f"{name}: cannot be read: File name too long\n")


def test_a_folder_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def closed(_: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    assert (
        era(capsys, "judge", tmp_path)[2]
        == f"{tmp_path}: is a folder without dispute files; expected at least one *.toml\n"
    )
    monkeypatch.setattr(Path, "iterdir", closed)
    told = f"{tmp_path}: cannot be read: Permission denied\n"
    assert era(capsys, "judge", tmp_path) == (cli.UNUSABLE, "", told)


def test_a_problem_of_the_moves_made_before_names_its_place(tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path / "a.toml", HOLDS + 'after = ["end turn"]\n')
    _, _, err = era(capsys, "judge", "--brief", path)
    assert err.startswith(f"{path}: claim[1].after[1]: 'end turn' is not legal: ")
    assert err.count("\n") == 1


def test_readings_and_components_can_be_chosen(tmp_path: Path, capsys: Capture) -> None:
    dispute = write(
        tmp_path / "a.toml",
        f'{FOUR.replace("placement", "action")}area = "market"\n[[claim]]\nmoves = ["exchange wood, metal > metal"]\n',
    )
    assert [era(capsys, "judge", dispute, "--ruleset", name)[0] for name in Ruleset.presets] == [1, 1, 0, 1]
    _, out, _ = era(capsys, "judge", dispute, "--ruleset", "de", "--components", "reconstructed")
    assert out.splitlines()[1] == "Readings: de. Components: reconstructed."
    status, out, err = era(capsys, "judge", dispute, dispute, "--components", "ours")
    assert (status, out) == (cli.UNUSABLE, "")
    assert err == "there is no set 'ours'; expected reconstructed or a file that ends in .toml\n"
    missing = tmp_path / "ours.toml"
    status, out, err = era(capsys, "judge", dispute, dispute, "--components", missing)
    assert (status, out, err) == (cli.UNUSABLE, "", f"{missing}: cannot be read: No such file or directory\n")


def test_the_program_tells_what_the_terminal_cannot_show(tmp_path: Path) -> None:
    path = write(tmp_path / "a.toml", f'title = "Zoë → who?"\n{HOLDS}')
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*PROGRAM, "judge", path], capture_output=True, env=environment, check=True, text=True)
    assert done.stdout.startswith(r"Zo\xeb \u2192 who?  (")
    assert done.stderr == ""


# --- clause, clauses, rulings ---------------------------------------------------------


def test_a_clause_is_shown_with_all_that_belongs_to_it(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    status, out, err = era(capsys, "clause", "build.max-three")
    assert (status, err) == (cli.HOLDS, "")
    lines = out.splitlines()
    assert lines[0] == "build.max-three  (limit)"
    assert lines[1].strip() == LAW.clause("build.max-three").statement
    for name, code in (("Dutch", "nl"), ("German", "de"), ("English", "en")):
        cite = LAW.clause("build.max-three").cites[code]
        assert f"  {name}: {cite.section}, “{cite.anchor}”" in lines
    assert f"  Ruling build-cap: {Ruleset.ruling('build-cap').question}" in lines
    _, out, _ = era(capsys, "clause", "components.first-two-squares")
    assert {"  German: silent", "  English: silent"} <= set(out.splitlines())


def test_a_clause_is_told_to_programs(capsys: Capture) -> None:
    _, out, _ = era(capsys, "clause", "build.max-three", "--json")
    told = json.loads(out)
    assert (told["id"], told["kind"], "build-cap" in told["rulings"]) == ("build.max-three", "limit", True)
    assert told["cites"]["en"]["section"] == "Build Factories"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("clause", "build.max-thre"),
            f"there is no clause 'build.max-thre'{hint('build.max-thre', [c.id for c in LAW.clauses])}",
        ),
        (("clause", "zzz"), "there is no clause 'zzz'; `era clauses` lists them"),
        (
            ("clauses", "--chapter", "biuld"),
            "there is no chapter 'biuld'; expected one of components, ",
        ),
        (("rulings", "capacty"), "there is no ruling 'capacty'; did you mean 'capacity'?"),
        (("rulings", "zzz"), "there is no ruling 'zzz'; `era rulings` lists them"),
        (("components", "show", "zzz"), "there is no set 'zzz'; expected reconstructed or a file that ends in .toml"),
        (("components", "show", "zzz.toml"), "zzz.toml: cannot be read: No such file or directory"),
        (("components", "check", "zzz"), "there is no set 'zzz'"),
        (("simulate", "--components", "zzz"), "there is no set 'zzz'; expected reconstructed or"),
    ],
)
def test_unknown_names_are_told_of(arguments: tuple[str, ...], complaint: str, capsys: Capture) -> None:
    status, out, err = era(capsys, *arguments)
    assert (status, out) == (cli.UNUSABLE, "")
    assert err.startswith(complaint)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("clause",),
        ("rulings",),
        ("clauses", "--chapter"),
        ("components", "show"),
        ("play", "--names", "Ann,Bo,Cy", "--bots"),
    ],
    ids=" ".join,
)
def test_a_very_long_name_is_not_repeated_in_full(arguments: tuple[str, ...], capsys: Capture) -> None:
    status, _, err = era(capsys, *arguments, "x" * 5000)
    assert status == cli.UNUSABLE
    assert len(err) < 1000


def test_a_refused_file_of_another_game_is_answered_in_json(capsys: Capture, tmp_path: Path) -> None:
    text = (
        'game = "oh-my-goods"\n[position]\nplayers = "Ann, Ben"\nstage = "exchange"\n[player.Ann]\nplanned = "mill-1"\n'
    )
    file = write(tmp_path / "quarrel.toml", f'{text}[[claim]]\nmoves = "Ann: pass"\n')
    status, out, err = era(capsys, "judge", "--json", file)
    assert (status, err) == (cli.UNUSABLE, "")
    ((problem,),) = [error["problems"] for error in json.loads(out)["errors"]]
    assert (problem["place"], problem["clause"]) == ("player.Ann.planned", "build.back-to-hand")


def listed(out: str) -> list[str]:
    """The first words of the rows of a table, without its headings."""
    return [line.split()[0] for line in out.splitlines()[1:] if not line.startswith(" ")]


def test_clauses_are_listed(capsys: Capture) -> None:
    status, out, _ = era(capsys, "clauses")
    assert status == cli.HOLDS
    assert listed(out) == [clause.id for clause in LAW.clauses]
    _, out, _ = era(capsys, "clauses", "--chapter", "buy")
    assert listed(out) == [chapter for chapter in listed(out) if chapter.startswith("buy.")]
    assert "buy.whole-load" in listed(out)
    _, out, _ = era(capsys, "clauses", "--chapter", "setup")
    assert listed(out) == [clause.id for clause in LAW.clauses if clause.id.startswith("setup.")]


def test_clauses_are_found_by_words(capsys: Capture) -> None:
    _, out, _ = era(capsys, "clauses", "--search", "BOX", "three")
    found = listed(out)
    assert found[0] == "market.three-per-box"
    assert len(found) == FOUND_MAX
    words = {c.id: {*re.findall(r"\w+", f"{c.id} {c.statement}".lower())} for c in LAW.clauses}
    assert {*found} >= {id_ for id_, known in words.items() if {"box", "three"} <= known}
    _, out, _ = era(capsys, "clauses", "--search", "box", "--chapter", "develop")
    assert {id_.partition(".")[0] for id_ in listed(out)} <= {"develop"}


@pytest.mark.parametrize("words", ["zeppelin", "", "?", "<!-- -->", "фабрика", "foo " * 250])
def test_a_search_that_finds_nothing_says_so_in_a_line(words: str, capsys: Capture) -> None:
    for chapter in ((), ("--chapter", "market")):
        status, out, err = era(capsys, "clauses", "--search", words, *chapter)
        assert (status, out, err.count("\n")) == (cli.FAILS, "", 1)
        assert ("'market'" in err) is bool(chapter)
        assert len(err) < 160


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("coal question mark", "fakes.kinds"),
        ("question marks of coal", "fakes.kinds"),
        ("selling cogs", "market.upper-sell-cog"),
        ("ruilmarkt driemaal", "market.three-per-box"),
        ("may I fake my own invention", "fakes.own-original"),
        ("gear", "develop.cost-in-cogs"),
        ("boxes thrice", "market.three-per-box"),
        ("Fabriken bauen", "build.action"),
        ("mag ik mijn eigen uitvinding namaken", "fakes.own-original"),
    ],
)
def test_a_clause_is_found_by_what_a_player_would_say(words: str, first: str, capsys: Capture) -> None:
    status, out, _ = era(capsys, "clauses", "--search", *words.split())
    assert status == cli.HOLDS
    assert listed(out)[0] == first


def test_unknown_words_do_no_harm(capsys: Capture) -> None:
    assert era(capsys, "clauses", "--search", "zeppelin", "patents") == era(capsys, "clauses", "--search", "patents")
    status, out, _ = era(capsys, "clauses", "--search", "patents")
    assert status == cli.HOLDS
    assert all("patent" in f"{id_} {LAW.clause(id_).statement}" for id_ in listed(out))


def test_rulings_are_listed_with_the_presets(capsys: Capture) -> None:
    _, out, _ = era(capsys, "rulings")
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["ruling", "question", "default", "presets", "otherwise"]
    assert [row[0] for row in rows[1:]] == [ruling.id for ruling in Ruleset.rulings()]
    for row, line in zip(rows[1:], out.splitlines()[1:], strict=True):
        ruling = Ruleset.ruling(row[0])
        readings = {name: getattr(Ruleset.preset(name), ruling.field) for name in Ruleset.presets}
        others = [f"{name}: {reading}" for name, reading in readings.items() if reading != readings["default"]]
        _, asked, after = line.partition(f" {ruling.question} ")
        assert asked
        assert after.split() == " ".join((readings["default"], ", ".join(others))).split()


def test_a_ruling_is_shown_with_its_readings(capsys: Capture) -> None:
    _, out, _ = era(capsys, "rulings", "build-cap")
    lines = out.splitlines()
    assert lines[:2] == [
        Ruleset.ruling("build-cap").question,
        "  build-cap  (sureness medium)",
    ]
    assert "  action  [default]" in lines
    assert "  turn  [preset nl]" in lines
    assert "  round  [preset en]" in lines
    assert "    For it: English says 'per round'." in lines
    assert "build.max-three" in lines[-1]


# --- components -----------------------------------------------------------------------


def test_a_template_is_written_and_says_what_is_to_be_filled_in(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "mine.toml"
    status, out, _ = era(capsys, "components", "new", path)
    assert status == cli.HOLDS
    assert f"era components check {path}" in out
    blanks = len(re.findall(r'= "\?"|value = "\?"', path.read_text(encoding="utf-8")))
    assert blanks > 100
    status, out, err = era(capsys, "components", "check", path)
    assert (status, out) == (cli.UNUSABLE, "")
    lines = err.splitlines()
    assert lines[0].startswith(f"{path}: {blanks} problems; {blanks} values are not filled in yet (")
    assert sum(map(int, re.findall(r" (\d+)[,)]", lines[0].partition("(")[2]))) == blanks
    assert sum("is not filled in yet; expected " in line for line in lines) == 10
    assert lines[-1] == f"{path}: and {blanks - 10} more values that are not filled in yet; `--all` lists them"
    assert len(lines) == 12
    _, _, err = era(capsys, "components", "check", "--all", path)
    assert all(line.startswith(f"{path}: ") for line in err.splitlines())
    assert sum("is not filled in yet; expected " in line for line in err.splitlines()) == blanks
    assert era(capsys, "components", "show", path)[0] == cli.UNUSABLE


def test_a_file_that_is_there_is_left_alone(tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path / "mine.toml", "precious")
    status, out, err = era(capsys, "components", "new", path)
    assert (status, out, err) == (cli.UNUSABLE, "", f"{path}: exists already; nothing was written\n")
    assert path.read_text(encoding="utf-8") == "precious"
    nowhere = tmp_path / "no" / "mine.toml"
    status, _, err = era(capsys, "components", "new", nowhere)
    assert (status, err) == (cli.UNUSABLE, f"{nowhere}: cannot be written: No such file or directory\n")
    assert not nowhere.parent.exists()


def test_a_template_is_written_whole_or_not_at_all(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    path = tmp_path / "mine.toml"
    status, out, err = era(capsys, "components", "new", path)
    assert (status, out, err) == (cli.UNUSABLE, "", f"{path}: cannot be written: No space left on device\n")
    assert list(tmp_path.iterdir()) == []


SHIPPED = (Path(cli.__file__).parent / "data" / "components" / "reconstructed.toml").read_text(encoding="utf-8")


def test_a_set_is_compared_with_what_the_rulebooks_state(tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path / "mine.toml", SHIPPED)
    assert era(capsys, "components", "check", path) == (
        cli.HOLDS,
        f"{path}: agrees with everything the rulebooks state\n",
        "",
    )
    wrong = SHIPPED.replace("bonus_discs = { value = 20,", "bonus_discs = { value = 19,")
    assert wrong != SHIPPED
    status, out, err = era(capsys, "components", "check", write(path, wrong))
    assert (status, err) == (cli.FAILS, "")
    lines = out.splitlines()
    assert lines[0] == f"{path}: there are 19 bonus discs; expected 20 [components.bonus-discs]"
    assert lines[1:] == [
        f"    {edition} {cite.section}, “{cite.anchor}”"
        for edition, cite in LAW.clause("components.bonus-discs").cites.items()
    ]


def test_a_set_is_shown_with_the_source_of_each_value(tmp_path: Path, capsys: Capture) -> None:
    status, out, _ = era(capsys, "components", "show")
    assert status == cli.HOLDS
    lines = out.splitlines()
    assert lines[0].split() == ["value", "printed", "source"]
    assert any(re.match(r"factory\.mint-1 +costs 1 wood, 1 coal, yields 1 coin.* assumed$", line) for line in lines)
    assert any(re.match(r"bonus_discs +20 bonus discs +stated: ", line) for line in lines)
    assert sum("assumed" in line for line in lines) > 50
    path = write(tmp_path / "mine.toml", SHIPPED.replace('output = "1 coin"', 'output = "2 coins"'))
    _, out, _ = era(capsys, "components", "show", path)
    assert any(re.match(r"factory\.mint-1 +costs 1 wood, 1 coal, yields 2 coins", line) for line in out.splitlines())


def test_what_is_claimed_needs_not_be_written_yet_for_the_table_to_be_shown(tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path / "a.toml", FOUR)
    shown = era(capsys, "show", write(tmp_path / "b.toml", HOLDS))
    assert shown[0] == cli.HOLDS
    assert era(capsys, "show", path) == shown
    assert era(capsys, "judge", path)[0] == cli.UNUSABLE


# --- simulate -------------------------------------------------------------------------


@pytest.mark.slow
def test_simulations_are_told_in_sums(capsys: Capture) -> None:
    status, out, err = era(capsys, "simulate", "-n", "2", "-p", "3", "-s", "5", "--clauses")
    assert (status, err) == (cli.HOLDS, "")
    games = [play_game(Game(3), seed, clauses=True) for seed in (5, 6)]
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["of", "a", "game", "mean"]
    for name, values in (
        ("decisions", [game.decisions for game in games]),
        ("inventions developed", [dict(game.measures)["inventions developed"] for game in games]),
        ("patents", [dict(game.measures)["patents"] for game in games]),
        ("winning score", [max(game.score.totals) for game in games]),
    ):
        assert [*name.split(), f"{sum(values) / 2:.1f}"] in lines
    table = lines.index(["seat", *["place", "1", "place", "2", "place", "3"]])
    places = [[game.score.places[seat] for game in games] for seat in range(3)]
    for seat, (line, had) in enumerate(zip(lines[table + 1 :], places, strict=False)):
        assert line == [str(seat), *(str(had.count(place)) for place in (1, 2, 3))]
    heard = games[0].clauses | games[1].clauses
    never = [line[0].rstrip(":") for line in lines[table:] if ":" in line[0]]
    assert f"clauses never exercised: {len(never)}" in out
    assert never
    assert heard.isdisjoint(never)
    assert {"placement.one-at-a-time", "setup.stock", "execution.turn-over"} <= heard


def test_simulations_are_the_same_for_the_same_seed(capsys: Capture) -> None:
    first, again, other = (era(capsys, "simulate", "-n", "1", "-p", "3", "-s", seed)[1] for seed in ("7", "7", "8"))
    assert first == again != other


@pytest.mark.repeats
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_simulations_are_the_same_for_any_number_of_workers(capsys: Capture) -> None:
    one, two = (era(capsys, "simulate", "-n", "3", "-p", "3", "--workers", workers) for workers in ("1", "2"))
    assert one == two
    assert one[0] == cli.HOLDS


def test_simulations_come_to_the_same_with_their_clauses(capsys: Capture) -> None:
    plain, clauses = (era(capsys, "simulate", "-n", "2", "-p", "3", *flag)[1] for flag in ((), ("--clauses",)))
    assert clauses.startswith(plain + "clauses never exercised: ")


def test_simulations_that_cannot_go_on_say_so(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def lost(*_: object, **__: object) -> None:
        raise LostGamesError(range(3, 4), Summary(games=3), 100, "BrokenProcessPool: gone")

    monkeypatch.setattr(simulating, "simulate", lost)
    complaint = "the game with seed 3 could not be played; 3 of 100 games were done: BrokenProcessPool: gone\n"
    assert era(capsys, "simulate") == (cli.UNUSABLE, "", complaint)


def test_simulations_can_be_told_which_rules(capsys: Capture) -> None:
    outs = {
        era(capsys, "simulate", "-n", "1", "-p", "3", "-s", "3", "--ruleset", name)[1] for name in ("default", "en")
    }
    assert len(outs) == 2


# --- Flags ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("jugde",), "invalid choice: 'jugde'"),
        (("judge",), "the following arguments are required: FILE"),
        (("judge", "--ruleset", "fr", "a.toml"), "argument --ruleset: invalid choice: 'fr'"),
        (("judge", "--verbose", "a.toml"), "unrecognized arguments: --verbose"),
        (("judge", "--\x1b[31m", "a.toml"), "unrecognized arguments: --\N{REPLACEMENT CHARACTER}[31m"),
        (("clause",), "the following arguments are required: id"),
        (("clauses", "box"), "unrecognized arguments: box"),
        (("components",), "the following arguments are required: COMMAND"),
        (("components", "new"), "the following arguments are required: FILE"),
        (("simulate", "-n", "0"), "argument -n/--games: '0' cannot be used; expected a whole number, 1 or more"),
        (("simulate", "-n", "-3"), "argument -n/--games: '-3' cannot be used; expected a whole number, 1 or more"),
        (("simulate", "-n", "many"), "argument -n/--games: 'many' cannot be used; expected a whole number, 1 or more"),
        (
            ("simulate", "--workers", "0"),
            "argument -w/--workers: '0' cannot be used; expected a whole number, 1 or more",
        ),
        (("simulate", "-p", "2"), "argument -p/--players: invalid choice: 2 (choose from 3, 4, 5)"),
        (("simulate", "-s", "x"), "argument -s/--seed: 'x' cannot be used; expected a whole number"),
        (("replay", "x.era", "--to", "1.5"), "argument --to: '1.5' cannot be used; expected a whole number"),
        (
            ("replay", "x.era", "--to", "9" * 5000),
            f"argument --to: '{'9' * 56}... cannot be used; expected a whole number, with up to 40 digits",
        ),
        (
            ("judge", "x.era", "--at", "9" * 5000),
            f"argument --at: '{'9' * 56}... cannot be used; expected a whole number, 1 or more, with up to 40 digits",
        ),
    ],
)
def test_wrong_flags_are_told_of(arguments: tuple[str, ...], complaint: str, capsys: Capture) -> None:
    status, out, err = era(capsys, *arguments)
    assert (status, out) == (cli.UNUSABLE, "")
    assert complaint in err.splitlines()[-1]


@pytest.mark.parametrize("command", ["judge", "clause", "clauses", "rulings", "components", "simulate"])
def test_every_command_has_help(command: str, capsys: Capture) -> None:
    status, out, err = era(capsys, command, "--help")
    assert (status, err) == (cli.HOLDS, "")
    assert f"usage: era {command}" in out


# --- Terminals ------------------------------------------------------------------------

ROWS = [("short", "a " * 60), ("longer", "[b] *c*")]


def forget(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Act as if a package were not installed."""
    for name in [package, *(name for name in sys.modules if name.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize(
    ("package", "arguments"),
    [
        ("rich", ("clauses",)),
        ("rich", ("rulings",)),
        ("rich", ("components", "show")),
        ("rich", ("games",)),
        ("rich", ("simulate", "-n", "1000000")),
        ("argcomplete", ("completion", "bash")),
        ("snowballstemmer", ("clauses", "--search", "unstemmed")),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_command_says_which_package_it_needs(
    package: str, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    forget(package, monkeypatch)
    status, out, err = era(capsys, *arguments)
    assert (status, out, err.count("\n")) == (cli.UNUSABLE, "", 1)
    assert package in err
    assert "era-of-inventions[cli]" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("clause", "build.max-three"),
        ("rulings", "market-cap"),
        ("clauses", "--json"),
        ("rulings", "--json"),
        ("components", "show", "--json"),
        ("games", "--json"),
        ("simulate", "-n", "1", "--json"),
    ],
    ids=" ".join,
)
def test_texts_and_json_need_no_package(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    forget("rich", monkeypatch)
    status, out, err = era(capsys, *arguments)
    assert (status, err) == (cli.HOLDS, "")
    assert out


def test_another_package_that_is_missing_is_no_mistake_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "table", lambda *_: __import__("richer"))
    with pytest.raises(ModuleNotFoundError):
        cli.main(["games"])


def test_only_the_last_column_is_wrapped_where_nobody_looks(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    middle = " ".join(["whole"] * 6)
    output.table(("name", "long", "text"), [(name, middle, text) for name, text in ROWS])
    first, *rows = capsys.readouterr().out.splitlines()
    assert first.split() == ["name", "long", "text"]
    assert re.fullmatch(rf"short   {middle}  a a( a)*", rows[0])
    assert rows[-1].endswith("*c*")
    assert all(re.fullmatch(r" {45}(a|\[b\]|\*c\*)( .*)?", row) for row in rows if middle not in row)
    assert all(row == row.rstrip() for row in rows)


def test_tables_are_drawn_with_rich_in_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    output.table(("name", "text"), ROWS)
    out = capsys.readouterr().out
    assert "\x1b[1m" in out
    bare = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert "[b] *c*" in bare
    assert bare.split() == ["name", "text", "short", *(["a"] * 60), "longer", "[b]", "*c*"]


class Terminal(io.StringIO):
    """A terminal that remembers."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.mark.parametrize("terminal", [io.StringIO(), Terminal()], ids=["a file", "a terminal"])
def test_progress_is_shown_at_a_terminal_only(terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TERM", "xterm-256color")
        patch.setattr(sys, "stderr", terminal)
        assert list(output.progress("abc", "games")) == ["a", "b", "c"]
    assert ("games" in terminal.getvalue()) is terminal.isatty()


# --- The program ----------------------------------------------------------------------

PROGRAM = (sys.executable, "-m", "era_of_inventions")


@pytest.mark.slow
@pytest.mark.covers
def test_the_program_ends_with_the_status(tmp_path: Path) -> None:
    for text, status in ((HOLDS, 0), (FAILS, 1), ("", 2)):
        path = write(tmp_path / "a.toml", text)
        done = subprocess.run([*PROGRAM, "judge", path], capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(
    "arguments",
    [
        ("clauses",),
        ("clause", "build.max-three"),
        ("clause", "zzz", "--json"),
        ("simulate", "-n", "1"),
        ("-h",),
        ("judge", "-h"),
        ("--version",),
    ],
    ids=" ".join,
)
def test_a_reader_who_goes_away_is_let_go(arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)  # before the program starts, which could have written everything otherwise
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run([*PROGRAM, *arguments], stdout=closed, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


def test_the_program_is_that_of_the_package() -> None:
    told = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert told == f"era {project['version']}\n"


def test_a_refusal_that_nobody_reads_has_its_status() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run([*PROGRAM, "clause", "market.five"], stdout=subprocess.PIPE, stderr=closed, check=False)
    assert (done.returncode, done.stdout) == (cli.UNUSABLE, b"")


INTERRUPTED = """
import runpy, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == {at!r}:
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupting())
sys.argv = ["era", "simulate", "-n", "1"]
runpy.run_module("era_of_inventions", run_name="__main__")
"""


@pytest.mark.parametrize("at", ["era_of_inventions.cli", "era_of_inventions.tabletop.cli.simulating", "rich.progress"])
def test_an_interrupted_program_says_so_even_while_it_is_loaded(at: str) -> None:
    code = INTERRUPTED.format(at=at)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", "interrupted\n")


def test_nothing_but_mistakes_of_users_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(simulating, "simulate", broken)
    with pytest.raises(ZeroDivisionError):
        cli.main(["simulate"])


def test_the_places_in_ones_own_rulebook_are_shown(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "era_nl.txt").write_text("ACTIEVELD: DE RUILMARKT\nvoor\nwaarbij ieder vak maximaal drie-\nmaal mag\n")
    (tmp_path / "era_de.txt").write_text("leer")
    (tmp_path / "era_en.txt").write_text("empty")
    status, out, _ = era(capsys, "clause", "market.three-per-box", "--rulebooks", str(tmp_path))
    assert status == cli.HOLDS
    assert "    | waarbij ieder vak maximaal drie-" in out
    assert out.count("(not found in this copy)") == 2


def test_rulebooks_that_are_not_there_are_told_once_after_the_places_of_the_others(
    tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "era_de.txt").write_text("leer")
    status, out, err = era(capsys, "clause", "market.three-per-box", "--rulebooks", tmp_path)
    assert (status, err) == (cli.HOLDS, "")
    assert "(not found in this copy)" in out
    assert [out.count(f"era_{code}.txt") for code in ("nl", "de", "en")] == [1, 0, 1]


@pytest.mark.parametrize("arguments", [("clause", "market.three-per-box"), ("coverage",)], ids=lambda words: words[0])
@pytest.mark.parametrize("folder", ["", "none"])
def test_a_folder_without_rulebooks_is_told(
    arguments: tuple[str, ...], folder: str, tmp_path: Path, capsys: Capture
) -> None:
    status, out, err = era(capsys, *arguments, "--rulebooks", tmp_path / folder)
    assert (status, out, err.count("\n")) == (cli.UNUSABLE, "", 1)
    assert err.startswith(f"{tmp_path / folder}: ")
    assert "era_nl.txt" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("judge", ""),
        ("judge", "a\x1b[31m.toml"),
        ("replay", "a\n.era"),
        ("components", "check", "a\x9b31m.toml"),
        ("components", "new", ""),
        ("clause", "market.three-per-box", "--rulebooks", ""),
    ],
)
def test_a_path_that_is_empty_or_could_not_be_printed_is_refused(arguments: tuple[str, ...], capsys: Capture) -> None:
    status, out, err = era(capsys, *arguments)
    assert (status, out) == (cli.UNUSABLE, "")
    assert (repr(arguments[-1]) if arguments[-1] else "path is empty") in err
    assert err.removesuffix("\n").isprintable()


@pytest.mark.skipif(os.name != "posix", reason="needs a system on which files can be called anything")
def test_a_file_of_a_folder_that_is_called_by_control_characters_is_refused_alone(
    tmp_path: Path, capsys: Capture
) -> None:
    write(tmp_path / "a\x1b[31m.toml", HOLDS)
    write(tmp_path / "b.toml", HOLDS)
    for options in ((), ("--brief",)):
        status, out, err = era(capsys, "judge", tmp_path, *options)
        assert status == cli.UNUSABLE
        assert all(line.isprintable() for line in (out + err).splitlines())
        assert "b.toml" in out


@pytest.mark.repeats
@pytest.mark.parametrize("command", ["play", "clause", "rulings", "coverage"])
@pytest.mark.parametrize("kinds", [{*Kind}, {*Kind} - {Kind.LIMIT}])
def test_the_help_needs_no_rulings_and_no_limits(command: str, kinds: set[Kind], capsys: Capture) -> None:
    chapters = [
        attrs.evolve(chapter, clauses=tuple(one for one in chapter.clauses if one.kind in kinds))
        for chapter in PURSE.law.chapters
    ]
    assert main(attrs.evolve(PURSE, law=Law(chapters)), [command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "examples" in shown
    assert "ruling}" not in shown


@pytest.mark.parametrize("command", ["play", "judge", "simulate"])
@pytest.mark.parametrize(
    "parts",
    [
        {"player_counts": lambda: (1,)},
        {"to_move": lambda position: CHANCE, "grammar": Grammar(chance={Give: ("coin", "coins")})},
    ],
)
def test_the_help_needs_no_second_player_and_nobody_who_decides(
    command: str, parts: dict[str, Any], capsys: Capture
) -> None:
    (chapter,) = PURSE.law.chapters
    about_giving = tuple(one for one in chapter.clauses if one.on in ((), (SetUp,), (ActsNow,), (Give,)))
    law = Law([attrs.evolve(chapter, clauses=about_giving)])
    assert main(attrs.evolve(PURSE, law=law, **parts), [command, "--help"]) == 0
    assert "examples" in capsys.readouterr().out
