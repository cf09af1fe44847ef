"""Occasions: what a clause can be asked about, or react to, besides moves."""

from __future__ import annotations

import attrs


class SetUp:
    """The game is set up."""


@attrs.frozen
class ActsNow:
    """A player speaks up to act."""

    seat: int
