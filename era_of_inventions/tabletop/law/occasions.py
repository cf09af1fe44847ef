"""Occasions: what a clause can be asked about, or react to, besides moves."""

from __future__ import annotations

import attrs


class SetUp:
    """The game is set up."""


@attrs.frozen
class Occasion:
    """Something that happens to a seat without being a move, about which clauses are asked."""

    seat: int

    @property
    def trivial(self) -> bool:
        """Whether there is nothing that could follow from it, so that a verdict in words leaves out what bars it."""
        return False


@attrs.frozen
class ActsNow(Occasion):
    """A player speaks up to act."""
