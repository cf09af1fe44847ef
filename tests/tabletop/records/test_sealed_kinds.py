"""Records of a seat in a game in which a move of one kind looks like a sealed move of another kind."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import (
    UNKNOWN,
    Choice,
    Field,
    Game,
    Hidden,
    Law,
    Move,
    Seal,
    Sealed,
    effect,
    field,
    grant,
    move,
    trigger,
)
from era_of_inventions.tabletop.records import Record, RecordError
from tests.support.purse import CARDS, CARDS_IN_PLAY, PURSE, Player, State, StateDraft

PICKS = Seal(Player.picked)


@move
class Pick(Move):
    card: Field[int] = field(Hidden(Choice(CARDS)), seen=PICKS)


@move
class Stay(Move):
    """The last card is picked, and a coin is paid."""

    looks_like = Pick


@grant("picks.pick", on=(Pick, Stay))
def picks(position: State, picked: Pick | Stay) -> bool:
    """Everybody picks."""
    return True


@effect("picks.picked", on=(Pick, Stay))
def pays(draft: StateDraft, picked: Pick | Stay) -> None:
    """Whoever stays pays a coin, which nobody else sees."""
    player = draft.edit_player(draft.seat)
    player.picked = picked.card if isinstance(picked, Pick) else CARDS_IN_PLAY - 1
    player.coins -= isinstance(picked, Stay)
    draft.seat = draft.after(draft.seat)
    if not PICKS.undecided(draft):
        draft.apply(opened)


@trigger("picks.opened", opens=PICKS)
def opened(draft: StateDraft) -> None:
    """When all have decided, everybody sees how."""


@move
class Drop(Move):
    """A card is named, and nobody ever learns which."""

    card: Field[int] = field(
        Hidden(Choice(CARDS)), "card", seen=Sealed(lambda position, seat: False, lambda position, seat, move: False)
    )


@move
class Pay(Move):
    looks_like = Drop


@grant("drops.drop", on=(Drop, Pay))
def drops(position: State, dropped: Drop | Pay) -> bool:
    """Everybody drops a card or pays."""
    return True


@effect("drops.dropped", on=(Drop, Pay))
def dropped(draft: StateDraft, drop: Drop | Pay) -> None:
    """Whoever pays has a coin less, which nobody else sees."""
    draft.edit_player(draft.seat).coins -= isinstance(drop, Pay)
    draft.seat = draft.after(draft.seat)


(CHAPTER,) = PURSE.law.chapters
GAME: Game[State, Any] = Game(
    attrs.evolve(
        PURSE, law=Law([attrs.evolve(CHAPTER, clauses=(*CHAPTER.clauses, picks, pays, opened, drops, dropped))])
    ),
    2,
)


def test_what_looks_like_another_move_is_not_taken_for_it_while_it_is_sealed() -> None:
    whole: Record[State, Any] = Record(GAME.new())
    record = whole.then(Stay()).seen_by(1)
    assert record.moves == (Pick(UNKNOWN),)
    with pytest.raises(RecordError, match="unknown of it"):
        record.end()


def test_what_is_never_told_may_have_been_a_move_of_another_kind() -> None:
    whole: Record[State, Any] = Record(GAME.new(0))
    record = whole.then(Pay()).seen_by(1)
    assert record.moves == (Drop(UNKNOWN),)
    with pytest.raises(RecordError, match="unknown of it"):
        record.end()


@pytest.mark.parametrize("first", [Stay(), Pick(3)])
def test_what_was_opened_is_followed_as_it_was(first: Any) -> None:
    whole: Record[State, Any] = Record(GAME.new())
    record = whole.then(first, Pick(2))
    seen = record.seen_by(1)
    assert seen.moves == record.moves
    assert seen.end() == record.end()


def test_what_a_seat_has_seen_is_asked_for_again_without_carrying_out_moves_in_its_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The effects of a sealed move need a number that this seat does not see."""
    picked = pays.function

    def takes(draft: StateDraft, pick: Pick | Stay) -> None:
        other = draft.edit_player(draft.after(draft.seat))
        other.coins = {0: 5, 3: 4, 5: 0}[other.coins]
        picked(draft, pick)

    monkeypatch.setattr(pays, "function", takes)
    game: Game[State, Any] = Game(GAME.rulebook, 3)
    start = game.new(0)
    whole: Record[State, Any] = Record(start, (Pick(0), Pick(3), Pick(6)))
    seen = whole.seen_by(2)
    assert seen.moves == whole.moves
    assert seen.seen_by(2) == seen
    for position in (start, game.view(start, 2)):
        assert game.move_seen_by(position, Pick(0), 2) == Pick(UNKNOWN)
