"""Occasions: what a clause can be asked about, or react to, besides moves. They are declared like records."""

from __future__ import annotations

from era_of_inventions.tabletop.fields import Field, Seat, field, record


class SetUp:
    """The game is set up."""


@record
class Occasion:
    """Something that happens to a seat without being a move, about which clauses are asked."""

    seat: Field[int] = field(Seat(), "player", "to whom it happens")

    @property
    def trivial(self) -> bool:
        """Whether there is nothing that could follow from it, so that a verdict in words leaves out what bars it."""
        return False


@record
class ActsNow(Occasion):
    """A player speaks up to act."""
