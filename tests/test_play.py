"""Playing at the terminal: what is typed, what is answered, and what is kept."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from pathlib import Path

import pytest

from era_of_inventions import Game, cli
from era_of_inventions.model.moves import RevealCard, RevealFactory
from era_of_inventions.notation import show_move
from era_of_inventions.record import Record, read_game

Capture = pytest.CaptureFixture[str]
Play = Callable[..., tuple[int, str]]
THREE = ("--names", "Ann,Bo,Cy", "--seed", "3")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path) -> Play:
    """Play with these lines typed, after which the input ends; what is printed, prompts included."""
    monkeypatch.chdir(tmp_path)

    def run(lines: list[str], *arguments: str) -> tuple[int, str]:
        typed = iter(lines)

        def answer(prompt: str) -> str:
            line = next(typed, None)
            print(prompt if line is None else f"{prompt}{line}")
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr(builtins, "input", answer)
        status = cli.main(["play", *arguments])
        out, err = capsys.readouterr()
        return status, out + err

    return run


def decisions(record: Record) -> int:
    return sum(not isinstance(move, RevealCard | RevealFactory) for move in record.moves)


def test_moves_by_number_and_by_text(play: Play) -> None:
    status, told = play(["2", "place BUY", "place d"], *THREE)
    assert status == 0
    assert "Ann> 2\nAnn: place goods" in told
    assert "Bo> place BUY\nBo: place buy" in told
    assert "Cy> place d\nCy: place produce" in told
    assert "   1  place build\n" in told


@pytest.mark.parametrize(
    ("option", "names", "place"),
    [("--names", "A,,C", 2), ("--names", "", 1), ("--names", "A,B,C, ", 4), ("--bots", ",Ann", 1)],
)
def test_an_empty_name_is_refused(play: Play, option: str, names: str, place: int) -> None:
    assert play([], option, names, "g.era") == (
        cli.UNUSABLE,
        f"{option}: name {place} of {names!r} is empty; expected names with commas between\n",
    )
    assert not Path("g.era").exists()


def test_a_refusal_is_explained_and_changes_nothing(play: Play) -> None:
    _, told = play(["place build", "place build", "place build", "place build", "moves"], *THREE, "g.era")
    refused = told.partition("Cy> place build\n")[2]
    assert refused.startswith("place build: NOT LEGAL\n    against  placement.two-per-area: ")
    assert "Placing the Action Tokens" in refused
    assert decisions(read_game(Path("g.era"))) == 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("17", "there is no move 17; expected 1 to 6 (`moves` lists them)"),
        ("0", "there is no move 0; expected 1 to 6 (`moves` lists them)"),
        ("9" * 5000, "there is no move 999999999; expected 1 to 6 (`moves` lists them)"),
        (
            "market 3 coins",
            "column 15: found the end of the text, expected '>' and what is taken  (? tells what else can be said)",
        ),
        ("undo", "there is nothing to take back"),
        ("Di: place market", "'Di' is not to move; expected Ann, or no name"),
        ("undo two", "'two' is no number of decisions; expected one such as 2"),
        ("save", "the game has no file; expected its name behind the word"),
        ("save a.txt", "a.txt: cannot be written; expected a name that ends in .era or .json"),
        ("note", "a note is missing; expected its text behind the word"),
    ],
)
def test_what_cannot_be_done_is_told(play: Play, line: str, answer: str) -> None:
    status, told = play([line], *THREE)
    assert status == 0
    assert f"{line}\n{answer}\nAnn> " in told


def test_nothing_is_overwritten_that_is_not_the_own_file(play: Play) -> None:
    Path("other.era").write_text("mine")
    _, told = play(["save other.era"], *THREE)
    assert "other.era: exists already; nothing was written\n" in told
    assert Path("other.era").read_text() == "mine"


def test_why_judges_without_making_the_move(play: Play) -> None:
    _, told = play(["why end turn", "why 1"], *THREE, "g.era")
    assert "why end turn\nend turn: NOT LEGAL\n    against  No clause permits it at this moment" in told
    assert "why 1\nplace build: legal\n    for      placement.one-at-a-time" in told
    assert decisions(read_game(Path("g.era"))) == 0


def test_undo_takes_back_own_decisions_and_what_bots_did_since(play: Play) -> None:
    play(["1", "1"], *THREE, "--bots", "Bo,cy", "g.era")
    assert decisions(read_game(Path("g.era"))) == 6
    play(["undo"], "--bots", "Bo,Cy", "g.era")
    assert decisions(read_game(Path("g.era"))) == 3
    play(["undo 1", "note we begin again"], "--bots", "Bo,Cy", "g.era")
    record = read_game(Path("g.era"))
    assert decisions(record) == 0
    assert record.comments == ((len(record.moves), "we begin again"),)


def test_several_moves_on_a_line_as_in_a_game(play: Play) -> None:
    bots = ("--bots", "Bo,Cy")
    play(["place market", "place build", "place buy"], *THREE, *bots, "g.era")
    line = "Ann: resolve market; market 2 coins > cog, 2 coal > wood; market 9 coins > cog; end action"
    _, told = play([line], *bots, "--seed", "1", "g.era")
    assert "market 9 coins > cog: NOT LEGAL" in told
    assert "Ann: end action" not in told
    made = [show_move(step.move, step.state.setting) for step in read_game(Path("g.era")).replay() if step.seat == 0]
    assert made[-3:] == ["resolve market", "market 2 coins > cog", "market 2 coal > wood"]


def test_what_somebody_else_wrote_is_not_lost(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    play(["1"], *THREE, "g.era")
    path = Path("g.era")
    changed = path.read_text() + "# my remark\n"
    typed = iter(["1", "quit"])

    def answer(_: str) -> str:
        path.write_text(changed)
        return next(typed)

    monkeypatch.setattr(builtins, "input", answer)
    assert cli.main(["play", "g.era"]) == cli.UNUSABLE
    assert path.read_text() == changed


def test_a_card_typed_by_mistake_is_taken_back(play: Play) -> None:
    _, told = play(["reveal factory sawmill-1", "undo"], "--by-hand", "g.era")
    assert "back before move 1\n" in told
    assert read_game(Path("g.era")).moves == ()


def test_a_game_that_cannot_be_kept_does_not_begin(play: Play) -> None:
    assert play(["1"], *THREE, "no/g.era") == (cli.UNUSABLE, "no/g.era: cannot be written: No such file or directory\n")
    assert play(["1"], *THREE)[1].endswith("\nthe game was not saved\n")


def test_a_game_is_gone_on_with(play: Play) -> None:
    play(["place market"], *THREE, "--ruleset", "de", "g.era")
    _, told = play(["place develop"], "g.era")
    assert "Bo> place develop\nBo: place develop" in told
    record = read_game(Path("g.era"))
    assert record.names == ("Ann", "Bo", "Cy")
    assert record.setting == Game(3, "de").setting
    assert decisions(record) == 2


def test_bots_play_to_the_end(play: Play) -> None:
    status, told = play([], *THREE, "--bots", "Ann,Bo,Cy", "g.era")
    assert status == 0
    end = read_game(Path("g.era")).end()
    game = Game.of(end)
    assert game.is_over(end)
    score = game.score(end)
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        assert f"\n{name}: {score.totals[seat]}{' - wins' if seat in score.winners else ''}\n" in told


def test_cards_are_turned_over_by_hand(play: Play) -> None:
    _, told = play(["reveal factory sawmill-1", "reveal factory sawmill-1"], "--by-hand", "g.era")
    assert "Chance> reveal factory sawmill-1\nChance: reveal factory sawmill-1\n" in told
    assert "reveal factory sawmill-1: NOT LEGAL" in told
    assert len(read_game(Path("g.era")).moves) == 1


def test_the_same_seed_deals_the_same(play: Play) -> None:
    assert play(["1"], "-p", "5", "--seed", "8") == play(["1"], "-p", "5", "--seed", "8")
    assert play(["1"], "-p", "5", "--seed", "8") != play(["1"], "-p", "5", "--seed", "9")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--names", "Ann,Bo"), "the game is for 3, 4, 5 players, not 2"),
        (("-p", "4", "--names", "Ann,Bo,Cy"), "there are 3 names; expected one for each of the 4 players"),
        (("--names", "Ann,Ann,Cy"), "'Ann' is there twice"),
        ((*THREE, "--bots", "Di"), "nobody is called 'Di'; expected one of Ann, Bo, Cy"),
        (("--components", "mine"), "there is no set 'mine'"),
    ],
)
def test_games_that_cannot_be_are_refused(play: Play, arguments: tuple[str, ...], complaint: str) -> None:
    status, told = play([], *arguments)
    assert status == cli.UNUSABLE
    assert complaint in told
    assert not Path("g.era").exists()


def test_a_game_in_a_file_has_its_own_players(play: Play) -> None:
    play([], *THREE, "g.era")
    status, told = play([], "-p", "3", "g.era")
    assert (status, told) == (
        cli.UNUSABLE,
        "g.era: holds a game with its own players and readings; leave out --players\n",
    )
