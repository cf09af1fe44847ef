"""The content of pictures, in words and with marks, shared by panels and text."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from era_of_inventions.tabletop import ABSENT, UNKNOWN, Cards, Mask, count, has, members, plural
from era_of_inventions.tabletop.pictures.frame import View as BaseView
from oh_my_goods.box import ANY, INPUTS, Card, Components, Resource, counted, place_of_side, resources
from oh_my_goods.position import Mode, Player, Stage, State
from oh_my_goods.rules.office import permanent

STAGES = {
    Stage.CHARBURNERS: "Charburners are dealt",
    Stage.ASSISTANTS_OFFERED: "Assistants are laid out",
    Stage.HANDS: "First hands are dealt",
    Stage.COAL: "First goods are laid on the charburners",
    Stage.EXCHANGE: "{} may exchange hand cards",
    Stage.EXCHANGED_CARDS: "{} draws cards for those exchanged",
    Stage.NEW_CARDS: "{} draws new cards",
    Stage.SUNRISE: "The first row of the market is laid out",
    Stage.ASSISTANTS_MOVED: "{} may move assistants",
    Stage.WORK: "{} places the craftsman",
    Stage.PLAN: "{} may plan a building",
    Stage.SUNSET: "The second row of the market is laid out",
    Stage.PRODUCTION: "{} produces",
    Stage.HAND_CARDS_SPENT: "{} discards hand cards to produce",
    Stage.GOODS: "{} gets goods",
    Stage.CHAIN: "{} uses a production chain",
    Stage.BUILDING: "{} may build or hire",
    Stage.PAYMENT: "{} pays with goods",
    Stage.ASSISTANT_PLACED: "{} puts an assistant at a building",
    Stage.LAST_CHAINS: "{} may use production chains again",
    Stage.HALVING: "{} gives up half of the cards",
    Stage.OVER: "The game is over",
}
ROWS = ("first row", "second row")


@attrs.frozen
class Supply:
    """A row of the market: how many cards, of each raw material, and half suns; with the marks of these numbers."""

    title: str
    cards: int
    counts: tuple[int, ...]
    marks: tuple[str, ...]
    suns: int
    sun_mark: str


@attrs.frozen
class Face:
    """The values on a building card, with the marks after them; absent ones are empty."""

    id: str
    resource: int
    color: str
    inputs: tuple[int, ...]
    inputs_mark: str
    needs: str
    makes: str
    chain: str
    gives: str
    cost: str
    points: str


@attrs.frozen
class Offered:
    """An assistant on offer, with the marks after what the card shows."""

    id: str
    needs: tuple[int, ...]
    needs_mark: str
    cost: str
    points: str


@attrs.frozen
class View(BaseView[State]):
    """The content of a picture of a position."""

    @property
    def components(self) -> Components:
        """The cards of the box."""
        return self.state.components

    @property
    def round_words(self) -> str:
        """The round, in words."""
        state = self.state
        last = "" if state.last_round == ABSENT else f" of {state.last_round}"
        return f"Round {state.round}{last}" if state.round else "Preparation"

    @property
    def situation(self) -> str:
        """What the table is waiting for."""
        return STAGES[self.state.turn.stage].format(self.names[self.state.turn.seat])

    @property
    def details(self) -> str:
        """What the decision is about; empty if there is nothing to add."""
        turn, box = self.state.turn, self.components
        missing = tuple(count(turn.missing, item) for item in range(len(box.items)))
        parts = {
            "at {}": box.buildings[turn.at].id if turn.at != ABSENT else "",
            "missing {}": counted(missing, box.items) if turn.missing else "",
            "{} to pay": plural(turn.owed, "coin") if turn.owed else "",
            "for {}": box.assistants[turn.hiring].id if turn.hiring != ABSENT else "",
            "{} to go": plural(turn.due, "card") if turn.due else "",
        }
        return ", ".join(words.format(value) for words, value in parts.items() if value)

    @property
    def order(self) -> str:
        """The players in the order of play."""
        return ", ".join(self.names[seat] for seat in self.clockwise_from(self.state.active))

    # --- The middle ---------------------------------------------------------------------------------------------------

    @property
    def piles(self) -> str:
        """How many cards are in the piles."""
        return f"draw pile {self.state.table.draw.size}, discard pile {self.state.table.discards.size}"

    @property
    def market(self) -> tuple[Supply, ...]:
        """The rows of the market."""
        rows = (self.state.table.morning, self.state.table.evening)
        return tuple(self._supply(title, row) for title, row in zip(ROWS, rows, strict=True))

    def _supply(self, title: str, row: Mask[Card]) -> Supply:
        box, cards = self.components, members(row)
        kinds = [[box.kind_of[card].id for card in cards if box.resource_of[card] == kind] for kind in Resource]
        marks = tuple(self.mark(*(f"kind.{id_}.color" for id_ in ids)) if ids else "" for ids in kinds)
        sun_mark = self.mark(*(f"card.{box.cards[card].id}.half_sun" for card in cards)) if cards else ""
        suns = (row & box.suns).bit_count()
        return Supply(title, len(cards), resources(box, row)[:ANY], marks, suns, sun_mark)

    @property
    def offices(self) -> Iterator[str]:
        """The advantages that the offices of each player give to that player alone."""
        for seat, player in enumerate(self.state.players):
            if gives := [self.face(base).gives for base in permanent(self.state, player)]:
                yield f"{self.names[seat]} alone: {', '.join(gives)}"

    @property
    def offer(self) -> Iterator[Offered]:
        """The assistants on offer."""
        for side in members(self.state.table.offer):
            shown, mark = self.components.assistants[side], self._side_mark(side, "cost")
            needs_mark = self._side_mark(side, "needs")
            yield Offered(shown.id, shown.needs, needs_mark, f"costs {shown.cost}{mark}", self.side_points(side))

    def side_points(self, side: int) -> str:
        """Return the points of an assistant."""
        return plural(self.components.assistants[side].points, "point") + self._side_mark(side, "points")

    def _side_mark(self, side: int, field: str) -> str:
        return self.mark(f"{place_of_side(self.components.assistants[side].id)}.{field}")

    # --- Players ------------------------------------------------------------------------------------------------------

    def face(self, building: int) -> Face:
        """Return the face of a building card."""
        box = self.components
        card, kind = box.buildings[building], box.kind_of[building]
        table = "card" if building < len(box.cards) else "charburner"

        def own(field: str) -> str:
            return self.mark(f"{table}.{card.id}.{field}")

        def shared(field: str) -> str:
            return self.mark(f"kind.{kind.id}.{field}")

        gives = f"adds {kind.adds.name.lower()}{shared('adds')}" if kind.adds is not None else ""
        return Face(
            id=card.id,
            resource=box.resource_of[building],
            color=f"{kind.color.name.lower()}{shared('color')}",
            inputs=card.inputs,
            inputs_mark=own("inputs") if any(card.inputs) else "",
            needs=f"needs {counted(card.inputs, INPUTS)}{own('inputs')}" if any(card.inputs) else "",
            makes=f"{kind.good} worth {kind.value}{shared('value')}" if kind.good else "",
            chain=f"chain {' + '.join(kind.chain)}{shared('chain')}" if kind.chain else "",
            gives=f"one card more{shared('extra_card')}" if kind.extra_card else gives,
            cost=f"costs {card.cost}{own('cost')}",
            points=f"{plural(card.points, 'point')}{own('points')}",
        )

    def person(self, player: Player, building: int) -> str:
        """Return who works at a building."""
        if player.craftsman == building:
            return f"craftsman, {player.mode.value}" if player.mode else "craftsman"
        return "assistant" if has(player.posts, building) else ""

    def apart(self, player: Player) -> Iterator[str]:
        """Yield the cards apart from hand and buildings, and the decisions, as far as they are known."""
        if player.planned.size:
            yield f"planned: {self.named(player.planned)}"
        if player.aside.size:
            yield f"laid aside: {self.named(player.aside)}"
        ids = [card.id for card in self.components.buildings]
        if player.sealed_place == UNKNOWN:
            yield "has decided where to work"
        elif player.sealed_place != ABSENT:
            mode = player.sealed_mode.value if isinstance(player.sealed_mode, Mode) else "unseen"
            yield f"will work at {ids[player.sealed_place]}, {mode}"
        if player.sealed_plan == UNKNOWN:
            yield "has decided what to plan"
        elif player.sealed_plan != ABSENT:
            yield f"will plan {[*ids, 'nothing'][player.sealed_plan]}"

    def named(self, cards: Cards[Card]) -> str:
        """Cards by their ids, and how many are not known."""
        ids = [self.components.buildings[card].id for card in members(cards.known)]
        return ", ".join([*ids, *([plural(cards.unknown, "card")] if cards.unknown else [])]) or "none"

    def head(self, seat: int) -> str:
        """Whose turn it is, and how many buildings and hand cards a player has."""
        player = self.state.players[seat]
        roles = ["active player"] if seat == self.state.active else []
        roles += ["to move"] if seat == self.to_move else []
        return ", ".join([*roles, plural(len(player.buildings), "building"), plural(player.hand.size, "hand card")])
