"""The content of pictures, in words and with marks, shared by panels and text."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from era_of_inventions.tabletop import ABSENT, UNKNOWN, Cards, count, has, members, plural
from era_of_inventions.tabletop.pictures.frame import View as BaseView
from oh_my_goods.box import AssistantSide, Card, Components, counted, place_of_side
from oh_my_goods.position import Mode, Player, Stage, State

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
    def details(self) -> Iterator[str]:
        """What the decision is about."""
        turn, box = self.state.turn, self.components
        if turn.at != ABSENT:
            yield f"at {box.buildings[turn.at].id}"
        if turn.missing:
            missing = tuple(count(turn.missing, item) for item in range(len(box.items)))
            yield f"missing {counted(missing, box.items)}"
        if turn.owed:
            yield f"{plural(turn.owed, 'coin')} to pay"
        if turn.hiring != ABSENT:
            yield f"for {box.assistants[turn.hiring].id}"
        if turn.due:
            yield f"{plural(turn.due, 'card')} to go"

    # --- Players ----------------------------------------------------------------------

    def gives(self, building: int) -> str:
        """Return the advantage of an office; empty for other buildings."""
        kind, (_, place) = self.components.kind_of[building], self.components.places[building]
        if kind.extra_card:
            return self.marked("one card more", f"{place}.extra_card")
        return self.marked(kind.adds is not None and f"adds {kind.adds.name.lower()}", f"{place}.adds")

    def side_points(self, side: AssistantSide) -> str:
        """Return the points of an assistant."""
        return self.marked(plural(side.points, "point"), f"{place_of_side(side.id)}.points")

    def person(self, player: Player, building: int) -> str:
        """Return who works at a building."""
        if player.craftsman == building:
            return f"craftsman, {player.mode.value}" if player.mode else "craftsman"
        return "assistant" if has(player.posts, building) else ""

    def apart(self, player: Player) -> Iterator[str]:
        """Yield a player's cards outside hand and buildings, and sealed decisions, as far as they are known."""
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
        """Return the ids of the known cards, and how many cards are not known."""
        ids = [self.components.buildings[card].id for card in members(cards.known)]
        return ", ".join([*ids, *([plural(cards.unknown, "card")] if cards.unknown else [])])

    def head(self, seat: int) -> str:
        """Return the roles of a player in the turn, and the numbers of buildings and hand cards, in words."""
        player = self.state.players[seat]
        active = "active player, " if seat == self.state.active else ""
        moving = "to move, " if seat == self.to_move else ""
        buildings, cards = plural(len(player.buildings), "building"), plural(player.hand.size, "hand card")
        return f"{active}{moving}{buildings}, {cards}"
