"""Occasions: what a move brings about without anyone choosing it, and what clauses are asked about as well."""

from __future__ import annotations

import attrs

from era_of_inventions.model.goods import Good


@attrs.frozen
class Landing:
    """A pawn has come to rest on a space of the influence track; ``sign`` is what the space shows, if anything."""

    seat: int
    position: int
    sign: Good | None


@attrs.frozen
class Income:
    """A card has been produced whose invention's space carries a marker of ``seat``."""

    seat: int
    space: int
    card: int
