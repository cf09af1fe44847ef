"""Occasions: what a move brings about without anyone choosing it, and what clauses are asked about as well."""

from __future__ import annotations

import attrs

from era_of_inventions.model.goods import Good
from era_of_inventions.tabletop.law.occasions import Occasion


@attrs.frozen
class Landing(Occasion):
    """A pawn has come to rest on a space of the influence track; ``sign`` is what the space shows, if anything."""

    position: int
    sign: Good | None

    @property
    def trivial(self) -> bool:
        """Whether the space shows no sign."""
        return self.sign is None


@attrs.frozen
class Income(Occasion):
    """A card has been produced whose invention's space carries a marker of ``seat``."""

    space: int
    card: int
