"""The content of pictures, in words and with marks, shared by panels and text."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from era_of_inventions.tabletop import ABSENT, Mask, Seat, has, members, plural
from era_of_inventions.tabletop.pictures.frame import View as BaseView
from phoenicia.box import ACTIVITIES, STEPS, Components, ProductionCard
from phoenicia.position import Player, Purpose, Stage, State, owned
from phoenicia.rules.auction import highest_bidder

STAGES = {
    Stage.FIRST_DISPLAY: "The first development cards are turned up",
    Stage.FIRST_CARDS: "First production cards are dealt",
    Stage.OFFER: "{} may put a card up",
    Stage.OPENING: "{} opens the auction",
    Stage.BIDDING: "{} bids or passes",
    Stage.PAYMENT: "{} pays",
    Stage.WORKERS: "{} may train, employ and move workers",
    Stage.TOOLS: "{} may buy tools",
    Stage.CONVERTED: "{} ends the turn",
    Stage.REFILL: "New development cards are turned up",
    Stage.INCOME: "{} has income",
    Stage.DISKS: "{} may turn disks into a card",
    Stage.LIMITS: "{} gives up cards",
    Stage.OVER: "The game is over",
}


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

    def named(self, seats: Mask[Seat]) -> str:
        """Return the names of some players."""
        return ", ".join(self.names[seat] for seat in members(seats)) or "nobody"

    def values(self, cards: Mask[ProductionCard]) -> str:
        """Return the values of production cards, with how many there are of each; empty if there are none."""
        box = self.components
        places = [*(f"production[{number}]" for number in range(1, len(box.production) + 1)), "preset"]
        counted = zip(box.money.numbers, box.money.counts(cards), places, strict=True)
        return ", ".join(f"{number} {face}{self.mark(f'{at}.value')}" for face, number, at in counted if number)

    def abilities(self, kind: int) -> Iterator[str]:
        """Yield what a development card does, besides the benefits in numbers."""
        box = self.components
        card = box.cards[kind]
        able = {
            "opens": card.opens is not None and f"opens {card.opens.word}",
            "improves": card.improves is not None and f"improves {card.improves.word}",
            "treasury": card.treasury and f"treasury {card.treasury}",
            "training": card.training and f"training for {card.training}",
            "sells_points": card.sells_points and "sells points",
        }
        yield from (self.marked(words, f"card.{card.id}.{key}") for key, words in able.items() if words)
        for number, discount in enumerate(box.discounts, 1):
            if discount.of == kind:
                pairs = zip(STEPS, discount.steps, strict=False)
                steps = ", ".join(f"{step}{self.mark(f'discount[{number}].{key}')}" for key, step in pairs)
                yield f"takes {steps} off {', '.join(box.cards[target].id for target in discount.on)}"

    def head(self, seat: int) -> str:
        """Return the roles of a player at this moment, in words."""
        turn = self.state.turn
        roles = {
            "Overlord": seat == turn.overlord,
            "active player": seat == turn.active and turn.stage is not Stage.OVER,
            "to move": seat == self.to_move,
            "has won an auction": has(turn.winners, seat),
        }
        return ", ".join(role for role, true in roles.items() if true)

    def places(self, player: Player, key: str) -> list[str]:
        """Return the key paths of a value on the player's cards or, if no card has it, that of the usual value."""
        cards = [card.id for card, _ in owned(self.state, player) if getattr(card, key)]
        return [f"card.{id_}.{key}" for id_ in cards] or [key]
