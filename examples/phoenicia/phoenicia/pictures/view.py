"""The content of pictures, in words and with marks, shared by panels and text."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from era_of_inventions.tabletop import ABSENT, Mask, Seat, members, plural
from era_of_inventions.tabletop.pictures.frame import View as BaseView
from phoenicia.box import ACTIVITIES, LEVELS, STEPS, Activity, Components, ProductionCard
from phoenicia.position import Player, Purpose, Stage, State, owned, seat_mask
from phoenicia.rules import produce
from phoenicia.rules.auction import highest_bidder
from phoenicia.rules.treasury import disk_limit
from phoenicia.rules.workers import training_cost

STAGES = {
    Stage.FIRST_DISPLAY: "The first development cards are turned up",
    Stage.FIRST_CARDS: "First production cards are dealt",
    Stage.OFFER: "{} may put a card up",
    Stage.OPENING: "{} opens the auction",
    Stage.BIDDING: "{} bids or passes",
    Stage.PAYMENT: "{} pays",
    Stage.WORKERS: "{} may train, employ and move workers",
    Stage.TOOLS: "{} may buy tools",
    Stage.TREASURY: "{} ends the turn",
    Stage.REFILL: "New development cards are turned up",
    Stage.INCOME: "{} has income",
    Stage.DISKS: "{} may turn disks into a card",
    Stage.LIMITS: "{} gives up cards",
    Stage.OVER: "The game is over",
}
GIVEN = ("pp", "vp", "storehouses", "untrained", "trained")
"""The benefits of a card in numbers, in the order in which they are shown."""


@attrs.frozen
class Face:
    """The values on a development card: numbers, each with its mark, and the rest in words."""

    id: str
    set: str
    minimum: str
    given: tuple[tuple[str, int, str], ...]
    abilities: tuple[str, ...]


@attrs.frozen
class Tile:
    """The tile of an activity with the workers and tools of a player."""

    name: str
    workers: int
    circles: str
    tools: int
    cost: str
    makes: str


@attrs.frozen
class View(BaseView[State]):
    """The content of a picture of a position."""

    @property
    def components(self) -> Components:
        """The contents of the box."""
        return self.state.components

    @property
    def round_words(self) -> str:
        """The round, in words."""
        return f"Round {self.state.turn.round}" if self.state.turn.round else "Setup"

    @property
    def situation(self) -> str:
        """What the table is waiting for."""
        return STAGES[self.state.turn.stage].format(self.names[self.state.turn.seat])

    @property
    def details(self) -> Iterator[str]:
        """What the decision is about."""
        turn = self.state.turn
        if turn.purpose is not None:
            on = " to ".join(ACTIVITIES[at] for at in (turn.origin, turn.place) if at != ABSENT)
            yield f"for {'the card' if turn.purpose is Purpose.CARD else turn.purpose.value}{on and f' ({on})'}"
            yield f"{turn.owed} to pay" if turn.owed >= 0 else f"{-turn.owed} too much so far"
        if turn.due:
            yield f"{plural(turn.due, 'card')} to go"

    @property
    def auction(self) -> Iterator[str]:
        """The card put up, the bid with its bidder, and the players who have not passed; empty outside an auction."""
        turn = self.state.turn
        if turn.kind == ABSENT:
            return
        card = self.components.cards[turn.kind]
        yield f"{card.id} is put up, minimum bid {card.minimum}{self.mark(f'card.{card.id}.minimum')}"
        if turn.stage is Stage.PAYMENT:
            yield f"{self.names[turn.seat]} has won it for {turn.bid}"
            return
        holder = highest_bidder(self.state)
        yield "no bid yet" if holder == ABSENT else f"{self.names[holder]} holds the bid of {turn.bid}"
        yield f"bidding: {self.named(turn.bidders)}"

    @property
    def order(self) -> str:
        """The players in the order of their turns."""
        return ", ".join(self.names[seat] for seat in self.clockwise_from(self.state.turn.overlord))

    def named(self, seats: Mask[Seat]) -> str:
        """Return the names of some players."""
        return ", ".join(self.names[seat] for seat in members(seats)) or "nobody"

    # --- The middle ---------------------------------------------------------------------------------------------------

    @property
    def display(self) -> tuple[tuple[int, int, Face], ...]:
        """The cards of the display: their indexes, numbers and faces."""
        return self.faces(self.state.table.display)

    @property
    def piles(self) -> Iterator[str]:
        """The cards still to come, and the production cards that are not in hands."""
        table = self.state.table
        for number in sorted({card.set for card in self.components.cards}):
            cards = zip(self.components.cards, table.deck, strict=True)
            yield f"set {number}: {sum(left for card, left in cards if card.set == number)} to come"
        yield f"production cards: pile {table.pile.size}"
        yield f"discard pile {table.discards.size}{self.values(table.discards.known, ' (', ')')}"

    def values(self, cards: Mask[ProductionCard], before: str = "", after: str = "") -> str:
        """Return the values of production cards, with how many there are of each; empty if there are none."""
        box = self.components
        places = [*(f"production[{number}]" for number in range(1, len(box.production) + 1)), "preset"]
        counted = zip(box.money.numbers, box.money.counts(cards), places, strict=True)
        told = ", ".join(f"{number} {face}{self.mark(f'{at}.value')}" for face, number, at in counted if number)
        return told and f"{before}{told}{after}"

    # --- Cards --------------------------------------------------------------------------------------------------------

    def faces(self, numbers: tuple[int, ...]) -> tuple[tuple[int, int, Face], ...]:
        """Return the development cards that are there: their indexes, numbers and faces."""
        return tuple((kind, number, self.face(kind)) for kind, number in enumerate(numbers) if number)

    def face(self, kind: int) -> Face:
        """Return the face of a development card."""
        card = self.components.cards[kind]

        def marked(key: str, words: str) -> str:
            return words + self.mark(f"card.{card.id}.{key}")

        of_set = self.mark(f"card.{card.id}.set", f"card.{card.id}.type")
        abilities = {
            "opens": card.opens is not None and f"opens {card.opens.word}",
            "improves": card.improves is not None and f"improves {card.improves.word}",
            "treasury": card.treasury and f"treasury {card.treasury}",
            "training": card.training and f"training for {card.training}",
            "sells_points": card.sells_points and "sells points",
        }
        return Face(
            id=card.id,
            set=f"set {card.set}{card.type}{of_set}{'' if card.title else ', name not known'}",
            minimum=marked("minimum", f"minimum bid {card.minimum}"),
            given=tuple((key, number, marked(key, "")) for key in GIVEN if (number := getattr(card, key))),
            abilities=(*(marked(key, words) for key, words in abilities.items() if words), *self._discounts(kind)),
        )

    def _discounts(self, kind: int) -> Iterator[str]:
        box = self.components
        for number, discount in enumerate(box.discounts, 1):
            if discount.of == kind:
                pairs = zip(STEPS, discount.steps, strict=False)
                steps = ", ".join(f"{step}{self.mark(f'discount[{number}].{key}')}" for key, step in pairs)
                yield f"takes {steps} off {', '.join(box.cards[target].id for target in discount.on)}"

    # --- Players ------------------------------------------------------------------------------------------------------

    def head(self, seat: int) -> str:
        """Return the particulars of a player now."""
        turn = self.state.turn
        roles = {
            "Overlord": seat == turn.overlord,
            "active player": seat == turn.active and turn.stage is not Stage.OVER,
            "to move": seat == self.to_move,
            "has won an auction": bool(turn.winners & seat_mask(seat)),
        }
        return ", ".join(role for role, true in roles.items() if true)

    def tiles(self, player: Player) -> Iterator[Tile]:
        """Yield the tiles of a player."""
        for activity, printed in enumerate(self.components.tiles):
            if circles := produce.circles(self.state, player, activity):
                at = f"tile.{ACTIVITIES[activity]}"
                level = produce.improved_only_two(self.state, player, activity)
                keys = LEVELS[level - 1] if level else ("pp",)
                yield Tile(
                    name=ACTIVITIES[activity],
                    workers=player.workers[activity],
                    circles=f"of {circles}{self.mark(f'{at}.circles')}",
                    tools=player.tools[activity],
                    cost=f"tool cost {printed.tool_cost}{self.mark(f'{at}.tool_cost')}",
                    makes=f"{produce.points(self.state, player, Activity(activity))} PP"
                    f"{self.mark(*(f'{at}.{key}' for key in keys))}",
                )

    def storage(self, player: Player) -> tuple[str, str]:
        """Return the room for cards and disks."""
        mark = self.mark(*(self._places(player, "treasury") or ["treasury"]))
        return f"of {plural(player.storehouses, 'storehouse')}", f"of {disk_limit(self.state, player)}{mark}"

    def training(self, player: Player) -> str:
        """Return the price of training a worker."""
        mark = self.mark(*(self._places(player, "training") or ["training"]))
        return f"training for {training_cost(self.state, player)}{mark}"

    def _places(self, player: Player, key: str) -> list[str]:
        """Return the key paths of something on the cards of a player."""
        return [f"card.{card.id}.{key}" for card, _ in owned(self.state, player) if getattr(card, key)]
