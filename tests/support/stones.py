"""Taking stones, a small game whose law shows the kernel.

From a heap of fifteen stones two players take one to three in turn, and the last stone wins. A position is the number
of stones in the heap, a move the number of stones taken. This module is the one chapter of the law; `RULES` and
`EDITION` are the rulebook it cites.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Literal

import attrs

from era_of_inventions.tabletop.law.citation import Cite, Edition, Section
from era_of_inventions.tabletop.law.clause import (
    Chapter,
    Clause,
    check,
    checks_of,
    component,
    cost,
    definition,
    effect,
    grant,
    limit,
    scoring,
    trigger,
)
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.ruling import Reading, ruling, rulings_of

AnyClause = Clause[..., Any]
RULES = """\
NIM
Rules of old

1 The heap
Fifteen stones lie in a heap. They may be
of any kind, such as pebbles.

2 Taking stones
The players take stones in turn, at most three
at a time. Nobody may pass.

3 The end
Whoever takes the last stone has won.
"""
EDITION = Edition(
    code="en",
    name="English",
    sections=(
        Section("The heap", "1. The heap"),
        Section("Taking stones", "2. Taking stones"),
        Section("The end", "3. The end"),
    ),
)


@attrs.frozen
class Ruleset:
    """What a table has agreed on."""

    name: str = ""
    last_stone: Literal["wins", "loses"] = ruling(
        "Has whoever takes the last stone won or lost?",
        Reading("wins", "Who takes the last stone has won.", "English says so."),
        Reading("loses", "Who takes the last stone has lost.", "German has 'verloren'."),
        de="loses",
        sureness="high",
        questions=("N1", "N2"),
    )
    pass_once: Literal["no", "yes"] = ruling(
        "May each player pass once?",
        Reading("no", "Nobody passes.", "No edition allows it."),
        Reading("yes", "Each player may pass once.", "Many play so."),
        sureness="low",
        questions=(),
    )


LAST_STONE, PASS_ONCE = rulings_of(Ruleset)


@attrs.define
class Draft:
    """A position while a move is carried out; it notes which clauses were."""

    stones: int
    won: bool = False
    applied: list[str] = attrs.Factory(list)

    def apply(self, clause: AnyClause, *args: object) -> None:
        """Carry out an effect or trigger."""
        self.applied.append(clause.id)
        clause.function(self, *args)


@attrs.frozen
class Emptied:
    """The occasion that no stone is left."""


@attrs.frozen
class Players:
    """How often each player has won."""

    players: tuple[int, ...]

    @property
    def setting(self) -> SimpleNamespace:
        return SimpleNamespace(players=len(self.players))


@component("heap.fifteen", en=Cite("The heap", "Fifteen stones"))
def fifteen(stones: int) -> Iterator[str]:
    """There are fifteen stones in the box."""
    if stones != 15:
        yield f"there are {stones} stones; expected 15"


@definition("taking.most", en=Cite("Taking stones", "at most three"))
def most() -> int:
    """The largest number of stones taken at a time is three."""
    return 3


@grant("taking.turn", on=int, facts=lambda heap, _: {"stones": heap}, en=Cite("Taking stones", "take stones in turn"))
def turn(heap: int, taken: int) -> bool:
    """While there are stones, whoever is in turn takes some."""
    return heap > 0


@limit(
    "taking.three-max",
    on=int,
    facts=lambda _, taken: {"taken": taken, "most": most()},
    en=Cite("Taking stones", "at most three"),
)
def three_max(heap: int, taken: int) -> bool:
    """At most three stones are taken
    at a time.
    """  # noqa: D205
    return taken <= most()


@limit("taking.no-pass", on=int, rulings=("pass_once",), en=Cite("Taking stones", "Nobody may pass"))
def no_pass(heap: int, taken: int) -> bool:
    """At least one stone is taken."""
    return taken > 0


@limit("taking.there", on=int)
def there(heap: int, taken: int) -> bool:
    """Only stones of the heap are taken."""
    return taken <= heap


@cost("taking.effort", on=int)
def effort(heap: int, taken: int) -> int:
    """To take a stone costs a step."""
    return taken


@effect("taking.gone", on=int)
def gone(draft: Draft, taken: int) -> None:
    """The stones taken are gone."""
    draft.stones -= taken


@effect("end.empty", on=int, en=Cite("The end", "takes the last stone"))
def empty(draft: Draft, taken: int) -> None:
    """The game ends with the last stone."""
    if not draft.stones:
        draft.apply(last, Emptied())


@trigger("end.won", on=Emptied, rulings=("last_stone",), en=Cite("The end", "has won"))
def last(draft: Draft, occasion: Emptied) -> None:
    """Whoever takes the last stone has won."""
    draft.won = True


@scoring("end.score")
def score(position: Players) -> tuple[int, ...]:
    """A game won is a point."""
    return position.players


@definition("maths.best")
@functools.cache
def best(heap: int) -> int:
    return heap % 4


@check(fifteen)
def no_more(position: int) -> Iterator[str]:
    if position > 15:
        yield f"the heap holds {position} stones; expected at most 15"


@check(turn)
def no_fewer(position: int) -> Iterator[str]:
    if position < 0:
        yield f"the heap holds {position} stones; expected at least 0"


@check(fifteen, shape=True)
def counted(position: object) -> Iterator[str]:
    if not isinstance(position, int):
        yield f"{position!r} is not a number of stones"


CHAPTER = Chapter.of(sys.modules[__name__])
CHECKS = checks_of(sys.modules[__name__])
LAW = Law([CHAPTER], CHECKS)
IN_ORDER = (fifteen, most, turn, three_max, no_pass, there, effort, gone, empty, last, score, best)


def law(*clauses: AnyClause) -> Law:
    """A law of these clauses."""
    return Law([Chapter("toy", "Toy", clauses)])


def after(heap: int, taken: int) -> Draft:
    """The draft after a move, legal or not."""
    draft = Draft(heap)
    LAW.carry_out(draft, taken)
    return draft
