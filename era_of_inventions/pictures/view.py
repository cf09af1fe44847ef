"""What pictures of a position show, as text and as SVG: names, places, words, and marks of assumed values."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from era_of_inventions.box.components import (
    Area,
    Components,
    FactoryCard,
    InventionCard,
    LoadSource,
)
from era_of_inventions.moves import Line
from era_of_inventions.position import EMPTY, Phase, State, Turn
from era_of_inventions.rules.produce import waiting_cards
from era_of_inventions.rules.scoring import last_round
from era_of_inventions.rules.setup import discs_each
from era_of_inventions.tabletop.pictures.frame import View as BaseView, plural
from era_of_inventions.tabletop.values import members

SPACE_KINDS = ("original", "technical")

LINE_WORDS = {
    Line.BUY_COG: "2 coins > cog",
    Line.SELL_COG: "cog > 2 coins",
    Line.COINS_FOR_INFLUENCE: "2 coins > influence",
    Line.COG_FOR_INFLUENCE: "cog > influence",
    Line.BARTER: "2 cubes, coins > cube, coin",
    Line.BONUS_DISC: "2 coins > bonus disc",
}
"""The exchanges of the exchange market, in words."""
BOXES = ("upper", "middle", "lower")

_PHASES = {
    Phase.SETUP_FACTORIES: "Factories are laid out",
    Phase.SETUP_CARDS: "Start cards are laid out",
    Phase.PLACEMENT: "{} places an action disc",
    Phase.CHOICE: "{} chooses a disc to resolve",
    Phase.ACTION: "{} carries out: {}",
    Phase.BONUS_OFFER: "{} may use a bonus disc",
    Phase.BONUS_ACTION: "{} uses a bonus disc",
    Phase.REFRESH_CARDS: "New invention cards are laid out",
    Phase.REFRESH_FACTORIES: "New factories are laid out",
    Phase.FINAL_MARKET: "Final market: {} exchanges",
    Phase.GAME_OVER: "The game is over",
}


@attrs.frozen
class View(BaseView[State]):
    """The content of a picture of a position."""

    @property
    def components(self) -> Components:
        """The components in use."""
        return self.state.components

    def card_marks(self, card: InventionCard) -> tuple[str, dict[str, str]]:
        """Return the marks of the values on an invention card."""
        return self.marks(
            f"card.{card.id}",
            "profit",
            "cost",
            *(("question_marks",) if card.question_marks else ()),
        )

    def factory_marks(self, factory: FactoryCard) -> tuple[str, dict[str, str]]:
        """Return the marks of a factory's output and cost, and of its influence if it has some."""
        return self.marks(
            f"factory.{factory.id}",
            "output",
            "cost",
            *(("influence",) if factory.influence else ()),
        )

    def output_mark(self, factory: FactoryCard) -> str:
        """Return the mark of a factory's output alone."""
        start = factory is self.components.start_factory
        return self.mark("start_factory.output" if start else f"factory.{factory.id}.output")

    def invention_marks(self, index: int) -> tuple[str, dict[str, str]]:
        """Return the marks of the numbers on both spaces of an invention, under keys such as ``original.cogs``."""
        fields = [
            f"{kind}.{field}"
            for kind in SPACE_KINDS
            for field in ("influence", "cogs", "income")
        ]
        return self.marks(f"invention.{self.components.inventions[index]}", *fields)

    def square_marks(self, number: int) -> tuple[str, dict[str, str]]:
        """Return the marks of a square of the patent track."""
        return self.marks(f"patent_square[{number}]", "coins", "influence")

    def source_mark(self, source: LoadSource) -> str:
        """Return the mark of a ship or storage house, by the sources of its kind and its good."""
        return self.mark(f"load.{source.id}.kind", f"load.{source.id}.good")

    def sign_mark(self, space: int) -> str:
        """Return the mark after the sign of a space of the influence track."""
        return self.mark(f"track.signs.{space}")

    def discs_on(self, area: Area) -> tuple[int, ...]:
        """Return the seats with an action disc on an area."""
        return tuple(
            seat for seat in self.order if self.state.players[seat].discs >> area & 1
        )

    def discs_in_hand(self, seat: int) -> int:
        """Return the number of action discs that a player has not placed."""
        return discs_each(len(self.names)) - self.state.players[seat].discs.bit_count()

    def owners(self, space: int) -> list[int | None]:
        """Return the seats with a marker on the left number of a space and on its scroll; None if there is none."""
        sets = [[player.developed, player.patented] for player in self.state.players]
        return [
            next((s for s, spaces in enumerate(sets) if spaces[on] >> space & 1), None)
            for on in range(2)
        ]

    @property
    def round_words(self) -> str:
        """The round, in words."""
        return f"Round {self.state.round} of {last_round(len(self.names))}"

    @property
    def situation(self) -> str:
        """What the table is waiting for."""
        turn = self.state.turn
        area = Area(turn.area).title if turn.area != EMPTY else ""
        return _PHASES[turn.phase].format(self.names[turn.seat], area)

    @property
    def so_far(self) -> str:
        """The steps of the current action so far, in words; empty if there are none."""
        steps = ", ".join(_done(self.state.turn, self.components))
        return f"so far: {steps}" if steps else ""

    @property
    def waiting(self) -> tuple[str, ...]:
        """The inventions whose cards wait beside the piles."""
        indexes = {
            self.components.cards[card].invention
            for card in members(waiting_cards(self.state))
        }
        return tuple(
            name for index, name in enumerate(self.components.inventions) if index in indexes
        )


def _done(turn: Turn, components: Components) -> Iterator[str]:
    """Yield the steps of an action in words."""
    if turn.built:
        yield f"built {turn.built}"
    if turn.ran:
        yield f"ran {turn.ran.bit_count()} of the factories"
    if turn.loads:
        yield f"bought {turn.loads}"
    if turn.made:
        yield f"produced {' and '.join(components.cards[card].id for card in turn.made)}"
    if turn.took_cog:
        yield "took a cog"
    if any(turn.exchanges):
        yield f"made {plural(sum(turn.exchanges), 'exchange')}"
    if turn.developed:
        yield f"developed {' and '.join(components.space_name(space) for space in members(turn.developed))}"
    if turn.patents:
        yield f"registered {plural(turn.patents, 'patent')}"
