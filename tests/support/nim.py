"""Nim as a rulebook, the smallest that has all a dispute needs.

From a heap of stones two players take one to three in turn; who takes the last stone has won, or lost, as the table
reads the rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import attrs

from era_of_inventions.tabletop import (
    OVER,
    ActsNow,
    BaseRuleset,
    Chapter,
    ComponentSets,
    Count,
    Draft,
    Field,
    Grammar,
    Law,
    PerPlayer,
    Position,
    Provenance,
    Reading,
    RootDraft,
    Rulebook,
    Seat,
    Sentences,
    SetUp,
    TestData,
    Text,
    ToMove,
    carried,
    check,
    checks_of,
    component,
    component_set,
    definition,
    drafts,
    each,
    effect,
    field,
    grant,
    limit,
    record,
    ruling,
    scoring,
    sourced,
)
from era_of_inventions.tabletop.play.setting import Setting as BaseSetting


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class Ruleset(BaseRuleset):
    presets = ("default", "de")
    last_stone: Literal["wins", "loses"] = ruling(
        "Has whoever takes the last stone won or lost?",
        Reading("wins", "Who takes the last stone has won.", "English says so."),
        Reading("loses", "Who takes the last stone has lost.", "German has 'verloren'."),
        de="loses",
        sureness="high",
        questions=(),
    )


@component_set
class Box:
    name: Field[str] = field(Text(), "the name of the set")
    stones: Field[int] = field(Count(1, 99), "how many stones there are", file="{} stones")
    provenance: Field[Mapping[str, Provenance]] = sourced()


Setting = BaseSetting[Ruleset, Box]


@record
class Player:
    stones: Field[int] = field(Count(), "how many stones the player has taken", default=0)


@record
class State(Position):
    setting: Setting = carried()
    players: Field[tuple[Player, ...]] = field(PerPlayer(lambda: Player))
    stones: Field[int] = field(Count(), "the heap")
    seat: Field[int] = field(Seat(), "who is in turn", words="player", reported=False)


class PlayerDraft(Draft, Player):
    __slots__ = ()


class StateDraft(RootDraft[State], State):
    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)


@attrs.frozen
class Take:
    number: int

    def __str__(self) -> str:
        return f"take {self.number}"


# --- The law --------------------------------------------------------------------------


@definition("nim.two")
def two() -> tuple[int, ...]:
    """Two play."""
    return (2,)


@component("nim.fifteen")
def fifteen(box: Box) -> Iterator[str]:
    """There are fifteen stones."""
    if box.stones != 15:
        yield f"there are {box.stones} stones"


@effect("nim.heap", on=SetUp)
def heap(draft: StateDraft, _: SetUp) -> None:
    """All stones lie in the heap."""
    draft.stones = draft.setting.components.stones


@grant("nim.take", on=Take)
def take(position: State, _: Take) -> bool:
    """The player in turn takes stones."""
    return position.stones > 0


@limit("nim.there", on=Take)
def there(position: State, move: Take) -> bool:
    """Nobody takes more stones than there are."""
    return move.number <= position.stones


@limit("nim.turn", on=ActsNow)
def in_turn(position: State, acts: ActsNow) -> bool:
    """The players take turns."""
    return acts.seat == position.seat


@effect("nim.taken", on=Take)
def taken(draft: StateDraft, move: Take) -> None:
    """The stones leave the heap, and the next player is in turn."""
    draft.stones -= move.number
    draft.edit_player(draft.seat).stones += move.number
    draft.seat = 1 - draft.seat


@scoring("nim.won", rulings=("last_stone",))
def won(position: State) -> tuple[int, ...]:
    """Who takes the last stone has won."""
    last = 1 - position.seat if position.setting.ruleset.last_stone == "wins" else position.seat
    return tuple(int(position.stones == 0 and seat == last) for seat in (0, 1))


@check(heap)
def counted(position: State) -> Sentences:
    """No stone is lost."""
    if position.stones + sum(player.stones for player in position.players) != position.setting.components.stones:
        yield "stones are missing"


# --- Disputes -------------------------------------------------------------------------


# --- The rulebook ---------------------------------------------------------------------


def _to_move(position: State) -> ToMove:
    return position.seat if position.stones else OVER


SETS = ComponentSets(
    kind=Box,
    folder=Path(__file__).parent / "nim_sets",
    default="pebbles",
)
NIM: Rulebook[State, Take] = Rulebook(
    name="nim",
    title="Nim",
    home="tests.support.nim:NIM",
    law=Law([Chapter.of(sys.modules[__name__])], checks_of(sys.modules[__name__])),
    editions=(),
    ruleset=Ruleset,
    components=SETS,
    player_counts=two,
    state=State,
    blank=lambda setting, seat: State(setting, (Player(), Player()), 0, seat),
    to_move=_to_move,
    moves=lambda _: [Take(number) for number in (1, 2, 3)],
    draft=drafts(StateDraft),
    grammar=Grammar(),
    samples=TestData(components=lambda _: SETS.load("pebbles"), plies=8),
)
