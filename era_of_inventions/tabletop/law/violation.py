"""Violations: why a position or a component set is impossible, in a sentence that can name the players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs

from era_of_inventions.tabletop.law.clause import Sentence


@attrs.frozen
class Violation:
    """A reason why a position or a component set is impossible: the clause that is violated, if any, and a sentence."""

    clause: str
    sentence: Sentence
    about: str = attrs.field(default="", eq=False, repr=False)
    """The field of the position that the violation is about, if it is a single field; see `Check.about`."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the sentence refers to, in order. They need not exist."""
        return tuple(part for part in self.sentence if isinstance(part, int))

    @property
    def text(self) -> str:
        """The sentence, with players identified by their seats."""
        return _render(self.sentence, ())

    def render(self, names: Sequence[str] = ()) -> str:
        """Return the sentence and the clause, with the players' ``names``; a seat without one shows its number."""
        sentence = _render(self.sentence, names)
        return f"{sentence} [{self.clause}]" if self.clause else sentence

    def __str__(self) -> str:
        """The sentence and the clause."""
        return self.render()


def _render(sentence: Sentence, names: Sequence[str]) -> str:
    if isinstance(sentence, str):
        return sentence
    runs = [_run(list(parts), names) for _, parts in groupby(sentence, type)]
    return " ".join(runs).replace(" ;", ";")


def _run(parts: Sequence[str | int], names: Sequence[str]) -> str:
    """Render consecutive texts, or consecutive seats, of a sentence."""
    seats = [part for part in parts if isinstance(part, int)]
    if len(seats) > 1 and not names:
        return f"seats {', '.join(map(str, seats))}"
    return (
        ", ".join(name_of(seat, names) for seat in seats)
        if seats
        else " ".join(map(str, parts))
    )


def name_of(seat: int, names: Sequence[str]) -> str:
    """Return the name of the player at a seat; a seat without a name shows its number."""
    return names[seat] if 0 <= seat < len(names) else f"seat {seat}"
