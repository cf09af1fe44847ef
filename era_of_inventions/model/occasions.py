"""Occasions: consequences of a move that nobody chooses. Clauses judge them as they judge moves."""

from __future__ import annotations

from era_of_inventions.model.goods import GOODS, Good
from era_of_inventions.model.names import CARDS, SPACES
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.values import Choice, Count, Field, Maybe, field, record


@record
class Landing(Occasion):
    """A pawn has come to rest on a space of the influence track."""

    position: Field[int] = field(Count(), "position", "the space of the track")
    sign: Field[Good | None] = field(
        Maybe(Choice(GOODS), None), "sign", "what the space shows, if anything"
    )

    @property
    def trivial(self) -> bool:
        """Whether the space shows no sign."""
        return self.sign is None


@record
class Income(Occasion):
    """A card has been produced whose invention's space carries a marker of ``seat``."""

    space: Field[int] = field(Choice(SPACES), "space", "the space with the marker")
    card: Field[int] = field(Choice(CARDS), "card", "the card that was produced")
