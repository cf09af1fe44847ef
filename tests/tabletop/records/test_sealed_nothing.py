"""Records of a seat in a game in which a sealed decision for nothing is shown, and no other one."""

from __future__ import annotations

import io
from contextlib import suppress
from itertools import product
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import ABSENT, UNKNOWN, Game, Move, cli, parse_game, show_game
from era_of_inventions.tabletop.play.knowledge import UnclearError
from era_of_inventions.tabletop.records import Record, RecordError
from tests.support import lots
from tests.support.lots import LAID, LOTS, Drop, Keep, Lay, Note, Skip, State

GAME: Game[State, Any] = Game(LOTS, 2)
Capture = pytest.CaptureFixture[str]
DECISIONS = [*product([Lay(0), Skip()], [Lay(2), Skip()])]


def recorded(numbers: tuple[int, int], *laid: Move) -> Record[State, Any]:
    whole: Record[State, Any] = Record(GAME.new(0))
    return whole.then(*map(Note, numbers), *laid)


@pytest.mark.repeats
@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("laid", DECISIONS)
def test_a_decision_that_is_not_shown_was_for_a_card(laid: tuple[Move, Move], seat: int | None) -> None:
    whole = recorded((1, 2), *laid)
    seen = whole.seen_by(seat)
    assert GAME.view(seen.end(), seat) == GAME.view(whole.end(), seat)


@pytest.mark.parametrize("numbers", [(2, 2), (0, 2)])
@pytest.mark.parametrize("laid", DECISIONS)
def test_whether_nothing_is_shown_can_depend_on_what_is_unknown(
    monkeypatch: pytest.MonkeyPatch, laid: tuple[Move, Move], numbers: tuple[int, int]
) -> None:
    """Whoever noted a two does not show that nothing was laid, so that the seal does not hide only things."""

    def unless_two(position: State, seat: int, laid: Move) -> bool:
        return isinstance(laid, Skip) and position.players[seat].number != 2

    monkeypatch.setattr(lots, "shows_nothing", unless_two)
    monkeypatch.setattr(LAID, "hides_only_things", False)
    whole = recorded(numbers, *laid)
    seen = whole.seen_by(0)
    assert seen.moves[-1] == Lay(UNKNOWN)
    with pytest.raises(RecordError, match="depends on what is unknown"):
        seen.end()
    assert recorded((2, 0), *laid).seen_by(1).moves[-2:] == (Lay(UNKNOWN), laid[1])


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("laid", DECISIONS)
def test_whether_a_seal_is_opened_can_depend_on_what_is_unknown(
    monkeypatch: pytest.MonkeyPatch, laid: tuple[Move, Move], seat: int | None
) -> None:
    """If nobody laid a card, all stays sealed."""

    def lies(draft: lots.StateDraft, laid: Lay | Skip) -> None:
        draft.edit_player(draft.seat).laid = laid.card if isinstance(laid, Lay) else lots.NOTHING
        draft.seat = draft.after(draft.seat)
        if not LAID.undecided(draft) and any(player.laid != lots.NOTHING for player in draft.players):
            draft.apply(lots.counted)

    monkeypatch.setattr(lots.lies, "function", lies)
    whole = recorded((1, 2), *laid)
    ends = []
    with suppress(RecordError):  # where it depends on what is unknown
        ends.append(whole.seen_by(seat).end())
    assert [GAME.view(end, seat) for end in ends] in ([], [GAME.view(whole.end(), seat)])


@pytest.mark.parametrize("laid", [Lay(0), Skip()])
def test_what_is_still_sealed_at_the_end_of_a_record_may_have_been_nothing(laid: Move) -> None:
    """The move that opens it would show whether it was."""
    seen = recorded((1, 2), laid).seen_by(1)
    assert seen.moves[-1] == Lay(UNKNOWN)
    with pytest.raises(UnclearError, match="laid of seat 0"):
        seen.then(Lay(2), seat=1)


@pytest.mark.parametrize("opens", [True, False])
def test_what_is_taken_back_was_not_opened(opens: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sees what it was, even where the clause that opens the seal is applied afterwards."""

    def lies(draft: lots.StateDraft, laid: Lay | Skip) -> None:
        draft.edit_player(draft.seat).laid = laid.card if isinstance(laid, Lay) else lots.NOTHING
        draft.seat = draft.after(draft.seat)

    def taken_back(draft: lots.StateDraft, _: lots.End) -> None:
        draft.cards += sum(player.laid != lots.NOTHING for player in draft.players)
        for seat in draft.seats:
            draft.edit_player(seat).laid = ABSENT
        if opens:
            draft.apply(lots.counted)

    monkeypatch.setattr(lots, "shows_nothing", lambda position, seat, laid: False)
    monkeypatch.setattr(lots.lies, "function", lies)
    monkeypatch.setattr(lots.counted, "function", LAID.break_open)
    monkeypatch.setattr(lots.ends, "function", lambda position, _: not LAID.undecided(position))
    monkeypatch.setattr(lots.ended, "function", taken_back)
    seen = recorded((1, 2), Skip(), Lay(2), lots.End()).seen_by(1)
    with pytest.raises(RecordError, match="laid of seat 0"):
        seen.end()


@pytest.mark.repeats
def test_a_record_that_begins_between_two_decisions_shows_what_is_sealed_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def counted(draft: lots.StateDraft) -> None:
        """The first time one card is counted, whatever was laid."""
        draft.cards += sum(player.laid != lots.NOTHING for player in draft.players) if draft.cards else 1
        LAID.break_open(draft)

    monkeypatch.setattr(lots.counted, "function", counted)
    begun = recorded((1, 2), Skip()).end()
    whole: Record[State, Any] = Record(begun)
    whole = whole.then(Lay(2), Lay(1), Lay(3))
    seen = whole.seen_by(1)
    assert seen.moves[1] == Lay(UNKNOWN)
    assert seen.end() == GAME.view(whole.end(), 1)
    assert parse_game(show_game(seen), [LOTS]).end() == seen.end()


def test_moves_that_look_alike_are_reported_alike(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Bo drops cards or keeps them, twice in a row, and nobody else learns which."""
    plan: list[Move] = []

    def planned(*_: object) -> Move:
        return plan.pop(0)

    def dropped(draft: lots.StateDraft, _: Drop | Keep) -> None:
        draft.cards += 1
        draft.seat = int(draft.cards < 2)

    monkeypatch.setattr(lots.drops, "function", lambda position, _: position.cards < 2)
    monkeypatch.setattr(lots.ends, "function", lambda position, _: position.cards == 2)
    monkeypatch.setattr(lots.dropped, "function", dropped)
    shown = set()
    for moves in product([Drop(2), Keep()], repeat=2):
        plan[:] = moves
        monkeypatch.setattr("sys.stdin", io.StringIO("quit!\n"))
        rulebook = attrs.evolve(LOTS, bots={"planned": planned}, blank=lambda setting, _: LOTS.blank(setting, 1))
        assert cli.main(rulebook, ["play", "--names", "Ann,Bo", "--bots", "Bo=planned"]) == cli.HOLDS
        shown.add(capsys.readouterr().out)
    (text,) = shown
    assert text.count("drop ?") == 2
