"""Commands about recorded games: replayed, written in the other form, shown, and judged at a move."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from era_of_inventions import Game, Record, cli, pictures, read_game, save_game, show_move, to_json
from era_of_inventions.tabletop.play.bots import at_random
from era_of_inventions.tabletop.play.rulebook import MOVES_MAX
from era_of_inventions.tabletop.values import evolve
from tests import ROOT

DISPUTE = ROOT / "examples" / "disputes" / "e06-income.toml"
Capture = pytest.CaptureFixture[str]


def era(capsys: Capture, *arguments: str | Path) -> tuple[int, str, str]:
    """The exit status and what is printed."""
    status = cli.main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def played(moves: int) -> Record:
    """A game of random players up to so many moves."""
    game, rng = Game(3), random.Random(5)
    record = Record(state := game.new(), names=("Ann", "Bo", "Cy"))
    while not game.is_over(state) and len(record.moves) < moves:
        move = at_random(game, state, game.legal_moves(state), rng)
        state, record = game.play(state, move), record.then(move)
    return record


WHOLE, PART = played(10_000), played(60)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    save_game(tmp_path / "whole.era", WHOLE)
    return tmp_path / "whole.era"


@pytest.fixture
def part(tmp_path: Path) -> Path:
    save_game(tmp_path / "part.era", PART)
    return tmp_path / "part.era"


def test_a_whole_game_is_checked_and_scored(whole: Path, capsys: Capture) -> None:
    score = Game(3).score(WHOLE.end())
    status, out, _ = era(capsys, "replay", "--check", whole)
    assert status == cli.HOLDS
    lines = [f"{whole}: {len(WHOLE.moves)} moves, all legal"]
    for seat, name in enumerate(WHOLE.names):
        lines.append(f"  {name}: {score.totals[seat]}{' (wins)' if seat in score.winners else ''}")
    assert out.splitlines() == lines


def test_every_move_is_listed_with_its_number(part: Path, capsys: Capture) -> None:
    _, out, _ = era(capsys, "replay", part)
    *listed, checked, over = out.splitlines()
    assert [line.split()[0] for line in listed] == [str(number) for number in range(1, 61)]
    for line, step in zip(listed, PART.replay(), strict=True):
        who = "" if step.seat is None else f"{PART.names[step.seat]}: "
        assert line.endswith(f"  {who}{show_move(step.move, PART.setting)}")
    assert (checked, over) == (f"{part}: 60 moves, all legal", "the game is not over")


def test_events_name_their_clauses(part: Path, capsys: Capture) -> None:
    _, out, _ = era(capsys, "replay", "--events", "--to", "20", part)
    told = [line for line in out.splitlines() if line.startswith("        ") and line.endswith("]") and " > " in line]
    steps = list(PART.replay())[:20]
    assert [line.rpartition("[")[2] for line in told] == [f"{event.clause}]" for step in steps for event in step.events]


def test_events_name_the_players(part: Path, capsys: Capture) -> None:
    _, out, _ = era(capsys, "replay", "--events", part)
    told = [line.partition("  [")[0].strip() for line in out.splitlines() if line.startswith("        player to move")]
    seats = [(step.before.turn.seat, step.state.turn.seat) for step in PART.replay()]
    passed = [f"player to move: {PART.names[old]} > {PART.names[new]}" for old, new in seats if old != new]
    assert passed
    assert told == passed


def test_a_judged_dispute_names_the_players_as_well(capsys: Capture) -> None:
    _, out, _ = era(capsys, "judge", DISPUTE.parents[1] / "clauses" / "execution-3.toml")
    told = "  player to move = Brown: true (Orange before, Brown after)\n    by execution.round-ends: Orange to Brown\n"
    assert told in out


@pytest.mark.parametrize("number", [0, 1, 33, 60])
def test_the_table_after_a_move_is_shown(part: Path, number: int, capsys: Capture) -> None:
    state = PART.start if number == 0 else list(PART.replay())[number - 1].state
    table = pictures.text(state, names=PART.names)
    assert era(capsys, "show", part, "--at", str(number)) == (cli.HOLDS, f"{table}\n", "")
    _, out, _ = era(capsys, "replay", part, "--to", str(number))
    assert out.endswith(f"\n{table}\n")
    assert len(out.removesuffix(f"\n{table}\n").splitlines()) == number


def test_a_picture_is_drawn_into_a_new_file(part: Path, tmp_path: Path, capsys: Capture) -> None:
    drawn = tmp_path / "table.svg"
    assert era(capsys, "show", part, "--svg", drawn) == (cli.HOLDS, f"{drawn}: written\n", "")
    assert ET.fromstring(drawn.read_text()).tag == "{http://www.w3.org/2000/svg}svg"
    status, _, err = era(capsys, "show", part, "--svg", drawn)
    assert (status, err) == (cli.UNUSABLE, f"{drawn}: exists already; nothing was written\n")


def test_the_position_of_a_dispute_is_shown(capsys: Capture) -> None:
    status, out, _ = era(capsys, "show", DISPUTE, "--parts", "mats")
    assert status == cli.HOLDS
    assert "Orange" in out


def test_games_are_written_in_the_other_form_and_back(whole: Path, tmp_path: Path, capsys: Capture) -> None:
    json, text = tmp_path / "game.json", tmp_path / "again.era"
    assert era(capsys, "convert", whole, json) == (cli.HOLDS, f"{json}: written\n", "")
    assert era(capsys, "convert", json, text)[0] == cli.HOLDS
    assert text.read_bytes() == whole.read_bytes()
    assert read_game(text) == WHOLE
    assert era(capsys, "replay", "--check", json)[1].startswith(f"{json}: {len(WHOLE.moves)} moves, all legal\n")
    status, _, err = era(capsys, "convert", whole, json)
    assert (status, err) == (cli.UNUSABLE, f"{json}: exists already; nothing was written\n")


def test_a_move_is_judged_in_place_of_another(part: Path, capsys: Capture) -> None:
    steps = list(PART.replay())
    step = next(step for step in steps if step.seat is not None)
    assert step.seat is not None
    mover, waiting = PART.names[step.seat], PART.names[(step.seat + 1) % 3]
    here = ("--at", str(step.number + 1))
    status, out, _ = era(capsys, "judge", part, *here, "--move", f"{mover}: place market", "--move", "end turn")
    assert status == cli.FAILS
    assert f"In place of move {step.number + 1}" in out
    assert f"{mover}: place market: legal" in out
    assert "end turn: NOT LEGAL" in out
    status, out, _ = era(capsys, "judge", part, *here, "--brief", "--move", f"{waiting}: place market")
    assert (status, out) == (cli.FAILS, f"NOT part.era: {waiting}: place market: fails\n")
    assert era(capsys, "judge", part, "--move", "place sky")[0] == cli.UNUSABLE


def test_the_first_illegal_move_is_told_with_its_line_and_the_reasons(part: Path, capsys: Capture) -> None:
    lines = part.read_text().splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith("Bo: place"))
    lines[number] = lines[number].replace("Bo: place", "Bo: resolve")
    part.write_text("\n".join(lines) + "\n")
    status, out, err = era(capsys, "replay", part)
    assert (status, err) == (cli.FAILS, "")
    assert out.startswith(f"{part}: line {number + 1}")
    assert "    against  No clause permits it at this moment" in out
    before = next(step.number for step in PART.replay() if step.seat == 1)
    status, out, _ = era(capsys, "show", part, "--at", str(before))
    assert (status, out) == (cli.HOLDS, f"{pictures.text(list(PART.replay())[before].before, names=PART.names)}\n")
    assert era(capsys, "show", part, "--at", str(before + 1))[0] == cli.UNUSABLE
    assert era(capsys, "judge", part, "--at", str(before + 1), "--move", "place market")[0] == cli.HOLDS


SLIPS = [
    ("Bo: place", "Bo: plice"),
    ("Bo: place", "Boo: place"),
    ("Bo: place", "# \x07\nBo: place"),
    ("Bo: place", "Round 7\nBo: place"),
    ("Bo: place", f"Bo: {'x' * 5001}place"),
    ("Bo: place", "Ann: place"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("right", "wrong"), SLIPS, ids=[repr(wrong[:20]) for _, wrong in SLIPS])
def test_what_comes_before_a_slip_can_be_looked_at(right: str, wrong: str, part: Path, capsys: Capture) -> None:
    step = next(step for step in PART.replay() if step.seat == 1)
    part.write_text(part.read_text().replace(right, wrong, 1))
    table = pictures.text(step.before, names=PART.names)
    assert era(capsys, "show", part, "--at", str(step.number)) == (cli.HOLDS, f"{table}\n", "")
    status, out, _ = era(capsys, "replay", part, "--to", str(step.number))
    assert (status, out.endswith(f"\n{table}\n")) == (cli.HOLDS, True)
    here = ("judge", part, "--brief", "--at", str(step.number + 1), "--move", "place market")
    assert era(capsys, *here) == (cli.HOLDS, "ok  part.era: place market: holds\n", "")
    first = era(capsys, "show", part, "--at", "0")
    assert first == (cli.HOLDS, f"{pictures.text(PART.start, names=PART.names)}\n", "")
    for beyond in (("--at", str(step.number + 1)), ("--at", "-1"), ()):
        status, out, err = era(capsys, "show", part, *beyond)
        assert (status, out) == (cli.UNUSABLE, "")
        assert err.startswith(f"{part}: line ")


MANY = 60
"""More slips than an error tells."""


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("slip", ["Bo: plice market", "nonsense", "# \x07", "Bo: plice market, sky; plice sea"])
def test_what_comes_before_many_slips_can_be_looked_at(slip: str, part: Path, capsys: Capture) -> None:
    step = next(step for step in PART.replay() if step.seat == 1)
    slips = "".join(f"{slip}\n" for _ in range(MANY))
    part.write_text(part.read_text().replace("Bo: place", f"{slips}Bo: place", 1))
    for number, before in ((step.number, step.before), (0, PART.start)):
        table = pictures.text(before, names=PART.names)
        assert era(capsys, "show", part, "--at", str(number)) == (cli.HOLDS, f"{table}\n", "")
        status, out, _ = era(capsys, "replay", part, "--to", str(number))
        assert (status, out.endswith(f"\n{table}\n")) == (cli.HOLDS, True)
    here = ("judge", part, "--brief", "--at", str(step.number + 1), "--move", "place market")
    assert era(capsys, *here) == (cli.HOLDS, "ok  part.era: place market: holds\n", "")
    for beyond in (("--at", str(step.number + 1)), ()):
        status, out, err = era(capsys, "show", part, *beyond)
        assert (status, out) == (cli.UNUSABLE, "")
        *told, more = err.splitlines()
        assert all(line.startswith(f"{part}: line ") for line in told)
        assert (len(told), more) == (50, f"{part}: and more problems")


def test_an_illegal_move_before_many_slips_is_the_first_to_be_told(part: Path, capsys: Capture) -> None:
    part.write_text(part.read_text().replace("Bo: place", "Bo: resolve", 1) + "nonsense\n" * MANY)
    status, _, err = era(capsys, "show", part)
    assert (status, len(err.splitlines())) == (cli.UNUSABLE, 51)
    assert ": line 14, column 5: 'resolve goods' is not legal: " in err.splitlines()[0]


def test_a_position_with_many_slips_cannot_be_looked_at(part: Path, capsys: Capture) -> None:
    part.write_text(part.read_text().replace("Setup\n", "Position\n" + "nonsense\n" * MANY + "Setup\n", 1))
    status, out, err = era(capsys, "show", part, "--at", "0")
    assert (status, out, len(err.splitlines())) == (cli.UNUSABLE, "", 51)


@pytest.mark.slow
def test_the_first_moves_of_very_many_can_be_looked_at(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.era"
    save_game(path, WHOLE)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, *("Ann: place market",) * MOVES_MAX]) + "\n")
    table = pictures.text(WHOLE.until(100).end(), names=WHOLE.names)
    assert era(capsys, "show", path, "--at", "100") == (cli.HOLDS, f"{table}\n", "")
    assert f"there are more than {MOVES_MAX} moves; expected a game" in era(capsys, "show", path)[2]


def test_a_slip_on_the_same_line_comes_after_the_moves_before_it(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.era"
    save_game(path, record := WHOLE.until(200))
    lines = path.read_text().splitlines()
    number = max(at for at, line in enumerate(lines) if line.startswith(record.names) and ";" in line)
    made = [at for at, (line, _) in enumerate(read_game(path).places) if line == number + 1]
    head, _, last = lines[number].rpartition(";")
    lines[number] = f"{head}; x{last.strip()}"
    path.write_text("\n".join(lines) + "\n")
    before = list(record.replay())[made[1]].before
    shown = era(capsys, "show", path, "--at", str(made[1]))
    assert shown == (cli.HOLDS, f"{pictures.text(before, names=record.names)}\n", "")
    assert era(capsys, "show", path, "--at", str(made[-1] + 1))[0] == cli.UNUSABLE


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay",),
        ("replay", "--check"),
        ("show",),
        ("show", "--at", "0"),
        ("judge", "--at", "1", "--move", "take cog"),
    ],
    ids=" ".join,
)
def test_no_game_is_played_from_a_position_that_is_not_possible(
    arguments: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    path, start = tmp_path / "game.json", evolve(PART.start, round=99)
    path.write_text(to_json(evolve(PART, start=start)), encoding="utf-8")
    (problem,) = Game(3).check(start)
    complaint = f"{path}: the first position is not possible: {problem}\n"
    assert era(capsys, arguments[0], path, *arguments[1:]) == (cli.UNUSABLE, "", complaint)
    assert era(capsys, "convert", path, tmp_path / "game.era") == (cli.UNUSABLE, "", complaint)
    assert list(tmp_path.iterdir()) == [path]


def test_a_json_game_can_be_looked_at_up_to_an_illegal_move(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.json"
    path.write_text(to_json(evolve(PART, moves=(*PART.moves[:30], PART.moves[0]))), encoding="utf-8")
    table = pictures.text(PART.until(30).end(), names=PART.names)
    assert era(capsys, "show", path, "--at", "30") == (cli.HOLDS, f"{table}\n", "")
    status, _, err = era(capsys, "show", path, "--at", "31")
    assert (status, err.partition("'")[0]) == (cli.UNUSABLE, f"{path}: move 31: ")


def test_a_game_can_be_checked_up_to_a_move(part: Path, capsys: Capture) -> None:
    told = f"{part}: 30 moves, all legal\nthe game is not over\n"
    assert era(capsys, "replay", part, "--check", "--to", "30") == (cli.HOLDS, told, "")


def test_a_position_as_a_document_is_shown(tmp_path: Path, capsys: Capture) -> None:
    path, state = tmp_path / "state.json", PART.end()
    path.write_text(json.dumps(json.loads(to_json(state)), indent=1, sort_keys=True), encoding="utf-8")
    assert era(capsys, "show", path) == (cli.HOLDS, f"{pictures.text(state)}\n", "")
    status, _, err = era(capsys, "show", path, "--at", "1")
    assert (status, err) == (
        cli.UNUSABLE,
        f"{path}: is a position and has no move 1; leave out --at\n",
    )
    path.write_text(to_json(evolve(state, round=99)), encoding="utf-8")
    status, out, err = era(capsys, "show", path)
    assert (status, out) == (cli.UNUSABLE, "")
    assert err.startswith(f"{path}: the position is not possible: ")


def test_a_document_of_another_kind_is_no_game(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "state.json"
    path.write_text(to_json(PART.start), encoding="utf-8")
    status, out, err = era(capsys, "judge", path)
    assert (status, out) == (cli.UNUSABLE, "")
    assert "era-of-inventions/state" in err
    assert "is a recorded game" not in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("replay", "nowhere.era"), "nowhere.era: cannot be read: No such file or directory"),
        (("replay", "game.txt"), "game.txt: is not a recorded game; expected a name that ends in .era or .json"),
        (("replay", "part.era", "--to", "61"), "part.era: there is no move 61; expected 0 to 60"),
        (("replay", "part.era", "--to", "9" * 40), f"part.era: there is no move {'9' * 40}; expected 0 to 60"),
        (("show", "part.era", "--at", "-1"), "part.era: there is no move -1; expected 0 to 60"),
        (("judge", "part.era"), "part.era: is a recorded game; expected --move with the move to judge"),
        (("judge", "part.era", "--move", "take cog", "--at", "62"), "part.era: there is no move 62; expected 1 to 61"),
        (
            ("judge", "part.era", "--move", "take cog", "--ruleset", "de"),
            "part.era: is a recorded game with its own readings; leave out --ruleset",
        ),
        (("judge", "part.era", "--move", "Di: take cog"), "'Di' is not known; expected one of Ann, Bo, Cy"),
        (("show", "part.era", "--svg", "x.png"), "x.png: cannot be written; expected a name that ends in .svg"),
        (
            ("judge", "part.era", "--move", "Bo :  take dog"),
            "--move 'Bo :  take dog': column 12: found 'dog', expected 'cog'; did you mean 'cog'?",
        ),
        (
            ("judge", "part.era", "--move", "take cog", "--move", "take dog"),
            "--move 'take dog': column 6: found 'dog', expected 'cog'; did you mean 'cog'?",
        ),
        (
            ("judge", "part.era", "--move", f"take {'x' * 5000}"),
            f"--move 'take {'x' * 51}...: column 6: found '{'x' * 57}...', expected 'cog'",
        ),
        (
            ("show", "game.txt"),
            "game.txt: is neither a game nor a dispute; expected a name that ends in .era, .json or .toml",
        ),
        (
            ("convert", "part.era", "part.txt"),
            "part.txt: cannot be written; expected a name that ends in .era or .json",
        ),
        (("convert", "part.era", "no/part.json"), "no/part.json: cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_told(
    part: Path, arguments: tuple[str, ...], complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(part.parent)
    assert era(capsys, *arguments) == (cli.UNUSABLE, "", f"{complaint}\n")


@pytest.mark.parametrize("name", ["none.era", "none.json"])
@pytest.mark.parametrize("command", ["play", "replay", "show"])
def test_an_empty_file_is_told(name: str, command: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / name
    path.write_text(" \n", encoding="utf-8")
    complaint = f"{path}: is empty; expected a recorded game\n"
    assert era(capsys, command, path) == (cli.UNUSABLE, "", complaint)
    assert path.read_text(encoding="utf-8") == " \n"


@pytest.mark.repeats
def test_endings_may_be_in_capitals(part: Path, tmp_path: Path, capsys: Capture) -> None:
    loud = tmp_path / "LOUD"
    loud.mkdir()
    game, written, dispute = loud / "GAME.ERA", loud / "GAME.JSON", loud / "CLAIM.TOML"
    game.write_bytes(part.read_bytes())
    dispute.write_bytes(Path(DISPUTE).read_bytes())
    assert era(capsys, "convert", game, written)[0] == cli.HOLDS
    assert json.loads(written.read_text(encoding="utf-8"))["format"] == "era-of-inventions/record"
    for path in (game, written):
        status, out, _ = era(capsys, "replay", path, "--check")
        assert (status, out.splitlines()[0]) == (cli.HOLDS, f"{path}: 60 moves, all legal")
    assert era(capsys, "show", dispute)[0] == cli.HOLDS
    status, out, _ = era(capsys, "judge", loud, "--brief")
    assert status == cli.HOLDS
    assert {line.split()[1] for line in out.splitlines()} == {"CLAIM.TOML:"}
    assert era(capsys, "components", "new", loud / "BOX.TOML")[0] == cli.HOLDS
    _, _, err = era(capsys, "components", "show", loud / "BOX.TOML")
    assert "not filled in yet" in err
    assert err.count("\n") == 1


def test_a_dispute_file_is_no_game(capsys: Capture) -> None:
    status, _, err = era(capsys, "judge", DISPUTE, "--move", "take cog")
    assert (status, err) == (
        cli.UNUSABLE,
        f"{DISPUTE}: is not a recorded game; leave out --move\n",
    )
    status, _, err = era(capsys, "show", DISPUTE, "--at", "3")
    assert (status, err) == (cli.UNUSABLE, f"{DISPUTE}: is a dispute and has no move 3; leave out --at\n")
