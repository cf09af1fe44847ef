"""The content of both renderings of a position: names, places, words, and marks of assumed values."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence

import attrs

from era_of_inventions.model.components import Area, Components, FactoryCard, InventionCard, Source
from era_of_inventions.model.moves import Line
from era_of_inventions.model.state import EMPTY, REVEALS, Phase, State, Turn
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.rulebook.scoring import last_round
from era_of_inventions.rulebook.setup import discs_each
from era_of_inventions.tabletop.errors import GameError, unknown
from era_of_inventions.tabletop.fields import members
from era_of_inventions.tabletop.play.score import score

PARTS = (
    "status",
    "areas",
    "market",
    "factories",
    "display",
    "loads",
    "inventions",
    "patents",
    "influence",
    "mats",
)
"""The parts of the table, in the order in which they are drawn."""

NAME_MAX = 20
"""The maximum width of a name in columns; longer ones are cut."""
ASSUMED, REPORTED = "°", "*"
"""The marks after printed values that no rulebook states."""
MARK_WORDS = {
    ASSUMED: "assumed: in no rulebook; after a name, all its numbers",
    REPORTED: "reported: in no rulebook; after a name, all its numbers",
}
SPACE_KINDS = ("original", "technical")
_MARKS = {"stated": "", "reported": REPORTED}

LINE_WORDS = {
    Line.BUY_COG: "2 coins > cog",
    Line.SELL_COG: "cog > 2 coins",
    Line.COINS_FOR_INFLUENCE: "2 coins > influence",
    Line.COG_FOR_INFLUENCE: "cog > influence",
    Line.BARTER: "2 cubes, coins > cube, coin",
    Line.BONUS_DISC: "2 coins > bonus disc",
}
"""The exchanges of the exchange market."""
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


def cells(text: str) -> int:
    """The width of a text in columns of a terminal."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clipped(text: str, most: int) -> str:
    """Cut a text to at most ``most`` columns, with an ellipsis."""
    if cells(text) <= most:
        return text
    while cells(text) >= most:
        text = text[:-1]
    return f"{text}…"


def printable(text: str) -> str:
    """Replace unprintable characters in a text."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def tags_of(names: Sequence[str]) -> tuple[str, ...]:
    """Distinct tags of one or two characters for the names; numbers of seats if the names do not provide them."""
    for length in (1, 2):
        tags = tuple(name[:length] for name in names)
        if all(tag.isalnum() for tag in tags) and len({tag.casefold() for tag in tags}) == len(tags):
            return tags
    return tuple(str(seat + 1) for seat in range(len(names)))


def view_of(state: State, names: Sequence[str] | None, parts: Collection[str], seats: Collection[int] | None) -> View:
    """Make the view of a position. Raises `GameError` for invalid names, parts and seats."""
    players = len(state.players)
    if names is None:
        names = state.setting.rulebook.grammar.seat_names(players)
    if len(names) != players:
        raise GameError(f"there are {len(names)} names for {players} players; expected one for each")
    for part in parts:
        if part not in PARTS:
            raise GameError(f"the part {unknown(part, PARTS)}")
    for seat in seats or ():
        if seat not in range(players):
            raise GameError(f"nobody sits at seat {seat!r}; expected 0 to {players - 1}")
    shown = tuple(clipped(printable(name), NAME_MAX) for name in names)
    order = tuple(range(players)) if seats is None else tuple(dict.fromkeys(seats))
    return View(state, shown, tags_of(shown), tuple(part for part in PARTS if part in parts), order)


@attrs.frozen
class View:
    """A position with the players' names and tags, and the parts and mats to show."""

    state: State
    names: tuple[str, ...]
    tags: tuple[str, ...]
    parts: tuple[str, ...]
    seats: tuple[int, ...]

    @property
    def components(self) -> Components:
        """The components in use."""
        return self.state.components

    def mark(self, *places: str) -> str:
        """The mark after a value with these key paths in a component file, by the weakest source."""
        provenance = self.components.provenance
        marks = {_MARKS.get(provenance[at].source, ASSUMED) if at in provenance else ASSUMED for at in places}
        return ASSUMED if ASSUMED in marks else max(marks)

    def marks(self, place: str, *fields: str) -> tuple[str, dict[str, str]]:
        """The mark after the name of a thing if all its values share it, and else the mark after each value."""
        each = {field: self.mark(f"{place}.{field}") for field in fields}
        shared = each[fields[0]] if len(set(each.values())) == 1 else ""
        return shared, {field: "" if shared else mark for field, mark in each.items()}

    def card_marks(self, card: InventionCard) -> tuple[str, dict[str, str]]:
        """The marks of an invention card's profit, cost and question marks."""
        return self.marks(f"card.{card.id}", "profit", "cost", *(("question_marks",) if card.question_marks else ()))

    def factory_marks(self, factory: FactoryCard) -> tuple[str, dict[str, str]]:
        """The marks of a factory's output and cost, and of its influence if it has some."""
        return self.marks(f"factory.{factory.id}", "output", "cost", *(("influence",) if factory.influence else ()))

    def output_mark(self, factory: FactoryCard) -> str:
        """The mark of a factory's output alone."""
        start = factory is self.components.start_factory
        return self.mark("start_factory.output" if start else f"factory.{factory.id}.output")

    def invention_marks(self, index: int) -> tuple[str, dict[str, str]]:
        """The marks of the numbers on both spaces of an invention, under keys such as ``original.cogs``."""
        fields = [f"{kind}.{field}" for kind in SPACE_KINDS for field in ("influence", "cogs", "income")]
        return self.marks(f"invention.{self.components.inventions[index]}", *fields)

    def square_marks(self, number: int) -> tuple[str, dict[str, str]]:
        """The marks of a square of the patent track."""
        return self.marks(f"patent_square[{number}]", "coins", "influence")

    def source_mark(self, source: Source) -> str:
        """The mark of a ship or storage house, by the sources of its kind and its good."""
        return self.mark(f"load.{source.id}.kind", f"load.{source.id}.good")

    def sign_mark(self, space: int) -> str:
        """The mark after the sign of a space of the influence track."""
        return self.mark(f"track.signs.{space}")

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats in clockwise order, starting with the start player."""
        count = len(self.names)
        return tuple((self.state.start + step) % count for step in range(count))

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None."""
        turn = self.state.turn
        return None if turn.phase in REVEALS or turn.phase is Phase.GAME_OVER else turn.seat

    def discs_on(self, area: Area) -> tuple[int, ...]:
        """The seats with an action disc on an area."""
        return tuple(seat for seat in self.clockwise if self.state.players[seat].discs >> area & 1)

    def discs_in_hand(self, seat: int) -> int:
        """The number of action discs that a player has not placed."""
        return discs_each(len(self.names)) - self.state.players[seat].discs.bit_count()

    def owner(self, space: int) -> int | None:
        """The seat with a marker on the left number of a space."""
        return next((seat for seat, player in enumerate(self.state.players) if player.developed >> space & 1), None)

    def patented(self, space: int) -> int | None:
        """The seat with a marker on the scroll of a space."""
        return next((seat for seat, player in enumerate(self.state.players) if player.patented >> space & 1), None)

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return last_round(len(self.names))

    @property
    def round_words(self) -> str:
        """The round, in words."""
        return f"Round {self.state.round} of {self.rounds}"

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
    def result(self) -> str:
        """The winners and totals, in words; empty if the game is not over."""
        if self.state.turn.phase is not Phase.GAME_OVER:
            return ""
        final = score(self.state)
        totals = ", ".join(f"{name} {points}" for name, points in zip(self.names, final.totals, strict=True))
        return f"{' and '.join(self.names[seat] for seat in final.winners)} won: {totals}"

    @property
    def waiting(self) -> tuple[str, ...]:
        """The inventions whose cards wait beside the piles."""
        indexes = {self.components.cards[card].invention for card in members(waiting_cards(self.state))}
        return tuple(name for index, name in enumerate(self.components.inventions) if index in indexes)


def _done(turn: Turn, components: Components) -> Iterator[str]:
    """The steps of an action in words."""
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
        yield f"made {_number(sum(turn.exchanges), 'exchange')}"
    if turn.developed:
        yield f"developed {' and '.join(components.space_name(space) for space in members(turn.developed))}"
    if turn.patents:
        yield f"registered {_number(turn.patents, 'patent')}"


def _number(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
