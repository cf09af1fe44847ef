"""Occasions: events, other than moves, that clauses decide on or react to.

They are declared like records.
"""

from __future__ import annotations

from era_of_inventions.tabletop.values import Field, Seat, field, record


@record
class SetUp:
    """The game is set up."""


@record
class Occasion:
    """Something that happens to a seat without being a move, and that clauses decide on."""

    seat: Field[int] = field(Seat(), "to whom it happens", words="player")

    @property
    def trivial(self) -> bool:
        """Whether it can have no effect, so that verdicts as text need not explain why it fails."""
        return False


@record
class ActsNow(Occasion):
    """A player wants to act."""
