"""What a seat is handed of a recorded game: no comments of others, and no verdict that rests on their cards."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.records import Record, RecordError, read_game, save_game
from era_of_inventions.tabletop.values import evolve, members
from tests.support import purse
from tests.support.golf import CARDS, GOLF, Deal, Keep, State, Swap, Wait, dealt, enough, own

GAME: Game[State, Any] = Game(GOLF, 3)
NAMES = ("Ann", 'Bo "B"', "Cy")
DEALT = (Deal(3), Wait(), Deal(7), Swap(7), Deal(2), Wait(), Deal(12), Keep())
OF_NOBODY, OF_ANN, OF_BO = "a long game", "ann: I wait for a lower one", '"Bo ""B""": seven is too much'
RECORD: Record[State, Any] = Record(
    GAME.new(), DEALT, NAMES, comments=((0, OF_NOBODY), (1, OF_ANN), (3, OF_BO), (8, OF_ANN))
)
OF_ANN_LATER: Record[State, Any] = Record(GAME.view(RECORD.end(), 0), (), NAMES)
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(("seat", "kept"), [(0, [OF_ANN] * 2), (1, [OF_BO]), (2, []), (None, [])])
def test_of_the_comments_a_seat_has_only_its_own(seat: int | None, kept: list[str]) -> None:
    seen = RECORD.seen_by(seat)
    assert [text for _, text in seen.comments] == kept
    assert seen.seen_by(seat) == seen


def test_a_converted_game_has_no_comments_of_others(tmp_path: Path, capsys: Capture) -> None:
    path, own = tmp_path / "g.era", tmp_path / "own.era"
    save_game(path, RECORD)
    assert cli.main(GOLF, ["convert", str(path), str(own), "--seat", "ann"]) == cli.HOLDS
    text = own.read_text(encoding="utf-8")
    assert OF_ANN in text
    assert not any(comment in text for comment in (OF_NOBODY, OF_BO))
    assert read_game(own, (GOLF,)) == RECORD.seen_by(0)


def test_a_note_is_of_whoever_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    path = tmp_path / "g.era"
    monkeypatch.setattr("sys.stdin", io.StringIO("note so far\nwait\nnote and on\nquit\n"))
    assert cli.main(GOLF, ["play", "--names", 'Ann,Bo "B"', "-s", "1", str(path)]) == cli.HOLDS
    record = read_game(path, (GOLF,))
    assert [text for _, text in record.comments] == ["Ann: so far", '"Bo ""B""": and on']
    assert [[text for _, text in record.seen_by(seat).comments] for seat in (0, 1, None)] == [
        ["Ann: so far"],
        ['"Bo ""B""": and on'],
        [],
    ]


def test_what_a_seat_has_seen_is_not_played_on(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "of_ann.era"
    save_game(path, RECORD.seen_by(0))
    before = path.read_bytes()
    assert cli.main(GOLF, ["play", str(path)]) == cli.UNUSABLE
    assert "does not say all that lies on the table" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_score_at_the_terminal_is_that_of_the_person_there(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("wait\nscore\nquit!\n"))
    assert cli.main(GOLF, ["play", "-p", "3", "-s", "1", "--bots", "Player 2=random,Player 3=random"]) == cli.HOLDS
    shown = capsys.readouterr().out
    assert "the score depends on what is unknown" in shown
    assert "Player 2: " not in shown.partition("score depends")[2]


def test_why_a_move_is_not_legal_shows_at_the_terminal_no_more_than_the_person_there_knows(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def facts(position: State, _: Swap) -> dict[str, object]:
        others = (int(player.hand.known) for player in position.players[1:])
        return {"cards of others": 1000 + sum(others)}

    monkeypatch.setattr(enough, "function", lambda position, move: False)
    monkeypatch.setattr(enough, "facts", facts)
    lines = ["wait", *(f"swap {card}" for card in GAME.setting.terms.get(CARDS.names)), "why", "quit!"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert cli.main(GOLF, ["play", "-p", "2", "-s", "1", "--bots", "Player 2=random"]) == cli.HOLDS
    shown = capsys.readouterr().out
    assert shown.count("golf.enough") > len(lines)
    assert not re.search(r"cards of others: \d", shown.partition("Player 2: ")[2])


def is_odd(position: State, _: Swap) -> bool:
    return int(position.players[1].hand.known).bit_length() % 2 == 1


@pytest.mark.parametrize(
    ("of_own", "of_enough", "named"),
    [
        (is_odd, lambda *asked: not is_odd(*asked), {"golf.own", "golf.enough"}),
        (lambda *_: True, lambda position, _: not {6, 7} & {*members(position.players[1].hand.known)}, {"golf.enough"}),
    ],
)
def test_limits_against_a_move_are_named_at_the_terminal_only_if_the_person_there_knows_them(
    of_own: Any, of_enough: Any, named: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Whether a swap is forbidden, or by which of two limits, depends on the card of the other player."""
    monkeypatch.setattr(own, "function", of_own)
    monkeypatch.setattr(enough, "function", of_enough)
    shown, path, game = set(), Path("game.era"), Game[State, Any](GOLF, 2)
    for card in (6, 7):
        (tmp_path / str(card)).mkdir()
        monkeypatch.chdir(tmp_path / str(card))
        save_game(path, Record(game.new(0), (Deal(3), Wait(), Deal(card), Wait())))
        monkeypatch.setattr("sys.stdin", io.StringIO("why\nswap oak-1\nwhy swap oak-1\nquit\n"))
        assert cli.main(GOLF, ["play", str(path), "--bots", "Player 2=random"]) == cli.HOLDS
        shown.add(capsys.readouterr().out)
    (text,) = shown
    assert named <= {*re.findall(r"golf\.[a-z]+", text)}
    assert text.count("not possible. It depends on what is unknown") > 1
    assert "every kind of move" not in text


def test_a_deal_by_hand_is_judged_by_what_the_only_person_there_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """A card that lies aside cannot be dealt, and whether another can depends on the card of the bot.

    Only the cards that the menu names differ, for whoever deals by hand has the pile.
    """

    def card_of_bot(position: State, _: Deal) -> dict[str, object]:
        return {"card of the bot": 1000 + int(position.players[1].hand.known)}

    monkeypatch.setattr(dealt, "facts", card_of_bot)
    shown, path, game = set(), Path("game.era"), Game[State, Any](GOLF, 2)
    for card in (6, 7):
        (tmp_path / str(card)).mkdir()
        monkeypatch.chdir(tmp_path / str(card))
        save_game(path, Record(game.new(0), (Deal(3), Wait(), Deal(card), Wait(), Swap(3))))
        monkeypatch.setattr("sys.stdin", io.StringIO("deal birch-4\nwhy deal birch-4\nwhy deal birch-7\nquit\n"))
        assert cli.main(GOLF, ["play", str(path), "--bots", "Player 2=random", "--by-hand"]) == cli.HOLDS
        lines = capsys.readouterr().out.splitlines()
        shown.add("\n".join(line for line in lines if not re.match(" +[0-9]+  deal", line)))
    (text,) = shown
    assert text.count("golf.dealt") == 3
    assert not re.search(r"card of the bot: \d", text)


# --- Records of other seats -----------------------------------------------------------


@pytest.mark.parametrize("record", [RECORD, OF_ANN_LATER])
@pytest.mark.parametrize("seat", [-1, 3, 1.0, 1.5, True, "Ann"])
def test_a_seat_that_does_not_exist_is_refused(seat: Any, record: Record[State, Any]) -> None:
    with pytest.raises(GameError, match="nobody sits at seat"):
        record.seen_by(seat)
    with pytest.raises(GameError, match="nobody sits at seat"):
        GAME.observe(GAME.new(), seat)


def test_the_record_of_another_seat_is_refused(tmp_path: Path, capsys: Capture) -> None:
    seen, path = RECORD.seen_by(0), tmp_path / "of_ann.era"
    assert seen.seen_by(None) == RECORD.seen_by(None)
    for record, seat in ((seen, 1), (seen, 2), (RECORD.seen_by(None), 0)):
        with pytest.raises(GameError, match=r"does not hold all that .* knows"):
            record.seen_by(seat)
    with pytest.raises(GameError, match="that of Cy"):
        OF_ANN_LATER.seen_by(2)
    save_game(path, seen)
    into = ["convert", str(path), str(tmp_path / "new.era")]
    for command in (into, ["replay", str(path)], ["show", str(path)], ["judge", str(path), "--move", "keep"]):
        assert cli.main(GOLF, [*command, "--seat", "Cy"]) == cli.UNUSABLE
        assert "that of Cy" in capsys.readouterr().err


# --- Verdicts -------------------------------------------------------------------------


def test_an_observation_without_a_seat_is_a_spectators() -> None:
    end = RECORD.end()
    spectator, everything = GAME.observe(end), GAME.setting.observer.observe(end)
    assert spectator == GAME.observe(end, None) == GAME.setting.observer.observe(GAME.view(end, None))
    assert len({spectator, everything, *(GAME.observe(end, seat) for seat in range(3))}) == 5


def judged(record: Record[State, Any], path: Path, capsys: Capture, *options: str) -> str:
    """What is said of a move in a game."""
    path.unlink(missing_ok=True)
    save_game(path, record)
    cli.main(GOLF, ["judge", str(path), *options])
    return capsys.readouterr().out


@pytest.mark.repeats
@pytest.mark.parametrize("seat", ["ann", "cy", "spectator"])
@pytest.mark.parametrize("move", ["keep", "swap birch-3", "deal birch-3", "deal birch-9"])
def test_a_verdict_for_a_seat_says_the_same_whatever_it_cannot_see(
    seat: str, move: str, tmp_path: Path, capsys: Capture
) -> None:
    """Bo holds birch-3, or birch-9, which cannot be dealt again, so Cy may be dealt the other one and swap it."""
    other = evolve(RECORD, moves=[Deal(8) if made == Deal(2) else made for made in DEALT])
    options = ("--move", move, "--at", "7")
    mine, theirs = (judged(record, tmp_path / "g.era", capsys, *options) for record in (RECORD, other))
    assert (mine == theirs) is (move == "keep")
    mine, theirs = (judged(one, tmp_path / "g.era", capsys, *options, "--seat", seat) for one in (RECORD, other))
    assert "In place of move 7" in mine
    assert mine == theirs


def test_a_verdict_for_a_seat_says_what_it_can_see(tmp_path: Path, capsys: Capture) -> None:
    options = ("--move", "deal birch-4", "--at", "3", "--brief")  # which Ann holds
    assert "ok" in judged(RECORD, tmp_path / "g.era", capsys, *options, "--seat", "cy")
    assert "NOT" in judged(RECORD, tmp_path / "g.era", capsys, *options, "--seat", "ann")


def test_whoever_is_nobody_gets_no_verdict(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "g.era"
    save_game(path, RECORD)
    assert cli.main(GOLF, ["judge", str(path), "--move", "keep", "--seat", "Di"]) == cli.UNUSABLE
    assert "nobody is called 'Di'; expected one of Ann, " in capsys.readouterr().err


# --- Errors ---------------------------------------------------------------------------


def test_the_refusal_of_a_request_holds_what_its_seat_may_know() -> None:
    state = RECORD.end()
    mover = GOLF.seat_to_move(state)
    assert mover is not None
    for seat in range(3):
        with pytest.raises(IllegalMoveError) as refused:
            GAME.play(state, Deal(3), seat=seat)
        assert refused.value.state == GAME.view(state, seat)
    with pytest.raises(IllegalMoveError) as refused:
        GAME.play(state, Deal(3))
    assert refused.value.state is state


def test_an_error_names_only_moves_that_are_certainly_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of the card that is called must be above the hidden number of coins, from none to five."""
    monkeypatch.setattr(purse.calls, "function", lambda position, asked: position.players[1].coins < asked.card < 9)
    game: Game[purse.State, Any] = Game(purse.PURSE, 2)
    record: Record[purse.State, Any] = Record(game.view(game.new(0), 0), (purse.Call(0),))
    with pytest.raises(RecordError, match="no clause permits it") as refused:
        record.end()
    near = {*re.findall("call (card-[0-9]+)", str(refused.value).partition("nearest legal moves")[2])}
    assert near
    assert near <= {"card-6", "card-7", "card-8"}
