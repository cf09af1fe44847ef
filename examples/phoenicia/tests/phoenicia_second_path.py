"""Phoenicia a second time, slow and plain, from the text of the rulebook: an oracle for the law of the game.

A table holds plain lists, counters and words, which moves change in place. Moves are tuples: the name of the move, then
what it names, in words (``("Employ", "farming")``). Production cards are their faces, as copies are alike. Nothing here
comes from the rules of the package; only the spelling of positions, moves and readings is shared with it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from types import SimpleNamespace
from typing import Any, TypeAlias

import attrs
from phoenicia.box import ACTIVITIES
from phoenicia.moves import Bid, Move
from phoenicia.position import State

from era_of_inventions.tabletop.values import members

Spoken: TypeAlias = tuple[Any, ...]

CARDS = {
    # name: set, type, minimum bid, production points, victory points, storehouses, untrained, trained
    "dyer": (1, "A", 2, 0, 1, 0, 0, 0),
    "granary": (1, "A", 4, 0, 1, 2, 0, 0),
    "glassmaking": (1, "A", 5, 1, 1, 0, 0, 0),
    "fort": (1, "A", 7, 0, 1, 0, 3, 0),
    "prospector": (1, "B", 2, 0, 1, 0, 0, 0),
    "indentured-worker": (1, "B", 3, 0, 0, 0, 0, 1),
    "tracker": (1, "B", 3, 0, 1, 0, 0, 0),
    "caravan": (2, "A", 9, 2, 1, 1, 0, 0),
    "dye-house": (2, "A", 14, 3, 3, 1, 0, 0),
    "city-center": (2, "B", 4, 0, 2, 0, 0, 0),
    "smelter": (2, "B", 6, 1, 1, 1, 0, 0),
    "shipyard": (2, "B", 7, 0, 2, 0, 0, 0),
    "public-works": (3, "A", 12, 0, 5, 0, 0, 0),
    "ships": (3, "A", 14, 4, 2, 1, 0, 0),
    "refugees": (3, "B", 6, 0, 0, 0, 3, 0),
    "unnamed-three": (3, "B", 9, 0, 2, 1, 2, 0),
    "tradefleet": (4, "A", 18, 5, 4, 1, 0, 0),
    "city-walls": (4, "A", 20, 0, 7, 0, 3, 0),
    "port": (4, "B", 20, 4, 6, 1, 0, 0),
}
COPIES = {"A": {2: 1, 3: 2, 4: 2, 5: 3}, "B": {2: 1, 3: 1, 4: 2, 5: 2}}
DISCOUNTS = {
    "dye-house": ("dyer", (0, 4, 7, 9)),
    "caravan": ("tracker", (0, 2, 4)),
    "smelter": ("prospector", (0, 1, 2)),
    "public-works": ("city-center", (0, 2, 4)),
    "ships": ("shipyard", (0, 3, 5)),
    "tradefleet": ("shipyard", (0, 3, 5)),
    "port": ("shipyard", (0, 3, 5)),
    "city-walls": ("public-works", (0, 3, 5, 7)),
}
VALUE = {"four": 4, "five": 5, "six": 6, "preset-five": 5}
PILE = {"four": 12, "five": 16, "six": 12}
TOOL_COST = {"hunting": 2, "farming": 5, "mining": 8, "clothmaking": 11}
POINTS = {"hunting": 1, "farming": 1, "mining": 2, "clothmaking": 2}
CITY_CENTER_POINTS = POINT_PRICE = 3
CIRCLES = TRAINING_PLACES = 5
BOX = {"disks": 35, "workers": 45, "storehouses": 40}
PLENTY = 10**6
PLAIN = ("disks", "storehouses", "untrained", "trained", "bought", "pp", "vp")
NOBODY = {"kind": "", "bid": 0, "bidders": set(), "purpose": "", "owed": 0, "lowest": 0, "place": "", "origin": ""}
"""What is said of an auction and a payment when there is none."""


# --- A settlement ---------------------------------------------------------------------


class Person(SimpleNamespace):
    """What a player has: `PLAIN` numbers, a hand, and counters of cards, workers and tools."""

    def plain(self) -> dict[str, Any]:
        counters = {name: +getattr(self, name) for name in ("cards", "workers", "tools")}
        return {**vars(self), **counters, "hand": sorted(self.hand)}

    def wealth(self) -> int:
        return int(self.disks + sum(VALUE[face] for face in self.hand))

    def discount(self, kind: str) -> int:
        giver, steps = DISCOUNTS.get(kind, ("", (0,)))
        return steps[int(self.cards[giver])]

    def treasury(self) -> int:
        return 6 if self.cards["granary"] else 3

    def training_cost(self) -> int:
        return 1 if self.cards["public-works"] else 2

    def points(self, moved: Counter[str] | None = None) -> tuple[int, int]:
        """The production and victory points of cards, workers and the City Center, counted anew."""
        workers, cards = moved or self.workers, self.cards
        hunters = [workers["hunting"], workers["hunting"] * 3 // 2, workers["hunting"] * 2][cards["tracker"]]
        miners = [workers["mining"] * 3, workers["mining"] * 7 // 2, workers["mining"] * 4][cards["smelter"]]
        production = hunters + miners + 2 * workers["farming"] + 4 * workers["clothmaking"]
        victory = self.bought + sum(POINTS[activity] * number for activity, number in workers.items())
        for kind, number in cards.items():
            production += CARDS[kind][3] * number
            victory += CARDS[kind][4] * number
        return production, victory


# --- The table ------------------------------------------------------------------------


class Table(SimpleNamespace):
    """What lies on the table, what is awaited, and of whom."""

    seat: int
    due: int
    bidders: set[int]
    winners: set[int]

    @classmethod
    def new(cls, players: int, overlord: int, readings: dict[str, str]) -> Table:
        """The table before the first card is turned up, with each village built."""
        village = {"disks": 2, "storehouses": 2, "untrained": 1, "trained": 0, "bought": 0, "pp": 3, "vp": 2}
        workers = {"hunting": 1, "farming": 1}
        people = [
            Person(**village, hand=[], cards=Counter(), workers=Counter(workers), tools=Counter())
            for _ in range(players)
        ]
        deck = Counter({name: COPIES[str(card[1])][players] for name, card in CARDS.items()})
        cards = {"display": Counter(), "deck": deck, "aside": Counter(), "discards": [], "gone": ["preset-five"] * 5}
        pile = [face for face, number in PILE.items() for _ in range(number)]
        seats = {"seat": overlord, "active": overlord, "overlord": overlord, "winners": set()}
        rest = {"stage": "FIRST_DISPLAY", "round": 0, "points": 0, "due": players}
        return cls(readings=readings, players=people, pile=pile, **cards, **seats, **rest, **NOBODY)

    @classmethod
    def of(cls, state: State) -> Table:
        """The table of a position in which everything is known."""
        components, turn, table = state.components, state.turn, state.table
        kinds = [card.id for card in components.cards]

        def count(names: Any, numbers: Any) -> Counter[str]:
            return Counter(dict(zip(names, numbers, strict=True)))

        def faces(cards: Any) -> list[str]:
            return [components.money.names[card].rpartition("-")[0] for card in members(cards)]

        people = [
            Person(
                hand=faces(player.hand.known),
                cards=count(kinds, player.cards),
                workers=count(ACTIVITIES, player.workers),
                tools=count(ACTIVITIES, player.tools),
                **{name: getattr(player, name) for name in PLAIN},
            )
            for player in state.players
        ]
        cards = {name: count(kinds, getattr(table, name)) for name in ("display", "deck", "aside")}
        piles = {"pile": faces(table.pile.known), "discards": faces(table.discards.known), "gone": faces(table.gone)}
        numbers = ("seat", "active", "overlord", "round", "bid", "owed", "lowest", "points", "due")
        return cls(
            readings=attrs.asdict(state.ruleset),
            players=people,
            **cards,
            **piles,
            **{name: getattr(turn, name) for name in numbers},
            **{name: set(members(getattr(turn, name))) for name in ("bidders", "winners")},
            stage=turn.stage.name,
            kind=[*kinds, ""][turn.kind],
            purpose=turn.purpose.value if turn.purpose else "",
            place=[*ACTIVITIES, ""][turn.place],
            origin=[*ACTIVITIES, ""][turn.origin],
        )

    def plain(self) -> dict[str, Any]:
        """All there is to say, in a form that can be compared."""
        counters = {name: +getattr(self, name) for name in ("display", "deck", "aside")}
        piles = {name: sorted(getattr(self, name)) for name in ("pile", "discards", "gone")}
        people = {f"seat {n}: {name}": x for n, p in enumerate(self.players) for name, x in p.plain().items()}
        return {**vars(self), "players": len(self.players), **counters, **piles, **people}

    def differences(self, state: State) -> list[str]:
        """Where the table and a position differ, field by field."""
        mine, other = self.plain(), Table.of(state).plain()
        assert mine.keys() == other.keys()
        return [f"{name}: {mine[name]}, not {other[name]}" for name in mine if mine[name] != other[name]]

    def put(self, **things: Any) -> None:
        vars(self).update(things)

    def says(self, ruling: str, reading: str) -> bool:
        return self.readings[ruling] == reading  # type: ignore[no-any-return]

    @property
    def me(self) -> Person:
        return self.players[self.seat]  # type: ignore[no-any-return]

    def left(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def left_in_box(self, what: str) -> int:
        """How many pieces the supply still has; more than anybody needs, if supplies are not limited."""
        if self.says("supplies", "unlimited"):
            return PLENTY
        used = 0
        for player in self.players:
            if what == "workers":
                used += player.untrained + player.trained + player.workers.total()
            else:
                used += getattr(player, what) + (player.tools.total() if what == "disks" else 0)
        return BOX[what] - used

    def receive(self, disks: int) -> None:
        self.me.disks += min(disks, self.left_in_box("disks"))

    def tiles(self, activity: str) -> int:
        """How many tiles of an activity a settlement has."""
        cards = self.me.cards
        tiles: int = {"mining": cards["prospector"], "clothmaking": cards["dye-house"]}.get(activity, 1)
        if activity == "mining" and cards["smelter"] and self.says("smelter_without_mine", "opens-mine"):
            tiles = max(1, tiles)
        return tiles if self.says("second_tile", "yes") else min(1, tiles)

    # --- Permissions ------------------------------------------------------------------

    def legal(self) -> set[Spoken]:
        """Everything that may be done now."""
        me = self.me
        if self.stage in ("FIRST_DISPLAY", "REFILL"):
            left = set((+self.deck).elements())
            return {("Reveal", kind) for kind in left if CARDS[kind][0] == min(CARDS[one][0] for one in left)}
        if self.stage in ("FIRST_CARDS", "INCOME"):
            return {("Deal", face) for face in self.pile}
        if self.stage == "OFFER":
            shown = [kind for kind in (+self.display) if self.may_bid(self.seat)]
            can = [kind for kind in shown if me.wealth() + me.discount(kind) >= CARDS[kind][2]]
            return {("EndAuctions",), *(("PutUp", kind) for kind in can)}
        if self.stage in ("OPENING", "BIDDING"):
            lowest = self.bid + 1 if self.stage == "BIDDING" else CARDS[self.kind][2]
            bids = {("Bid", n) for n in range(int(lowest), me.wealth() + me.discount(self.kind) + 1)}
            return bids if self.stage == "OPENING" else {("Pass",), *bids}
        if self.stage == "PAYMENT":
            return self.payments()
        if self.stage == "WORKERS":
            return {("EndWorkers",), *self.dealings_with_workers()}
        if self.stage == "TOOLS":
            full = [a for a in TOOL_COST if self.says("tools_per_tile", "one") and me.tools[a]]
            there = [a for a in TOOL_COST if self.tiles(a) and a not in full and self.disk_for_tool(TOOL_COST[a])]
            tools = {("BuyTool", activity) for activity in there if me.wealth() >= TOOL_COST[activity]}
            sold = me.bought if self.says("city_center", "three-per-tile") else self.points
            for_sale = sold < CITY_CENTER_POINTS * me.cards["city-center"] and me.wealth() >= POINT_PRICE
            points = {("BuyPoint",)} if for_sale else set()
            return {("EndTurn",), *tools, *points, *(("ConvertCard", face) for face in me.hand)}
        if self.stage == "DISKS":
            return {("MakeCard",), ("KeepDisks",)}
        return (
            {("EndTurn",)} if self.stage == "CONVERTED" else {("GiveUp", f) for f in me.hand if self.stage == "LIMITS"}
        )

    def disk_for_tool(self, price: int) -> bool:
        """Whether the supply has a disk when the price is paid: one from before, or one of several ways to pay it."""
        values = [VALUE[face] for face in self.me.hand]
        sums = [sum(some) for n in range(len(values) + 1) for some in itertools.combinations(values, n)]
        return self.left_in_box("disks") > 0 or any(0 < price - one <= self.me.disks for one in sums)

    def may_bid(self, seat: int) -> bool:
        """Who has ended the own turn bids no more; nor does, under one reading, who has won in this round."""
        turns_taken = (self.active - self.overlord) % len(self.players)
        waits = (seat - self.overlord) % len(self.players) >= turns_taken
        return waits and not (self.says("wins_per_round", "one") and seat in self.winners)

    def payments(self) -> set[Spoken]:
        """What may be handed in: each card with which some others of the hand, or none, and disks make a payment."""
        can: set[Spoken] = {("PayDisks",)} if self.owed <= self.me.disks else set()
        held = Counter[str](self.me.hand)
        for numbers in itertools.product(*(range(number + 1) for number in held.values())):
            cards = [face for face, number in zip(held, numbers, strict=True) for _ in range(number)]
            values = [VALUE[face] for face in cards]
            if cards and self.is_payment(self.owed - sum(values), min(values)):
                can |= {("PayCard", face) for face in cards}
        return can

    def is_payment(self, still: int, least: int) -> bool:
        """Whether disks pay what is still owed after some cards, and no card, thus not the least, is superfluous."""
        disks = self.me.disks
        without_least = still + min(least, self.lowest or least)
        counted = {"needed-cards": 0, "no-card-if-disks-do": disks, "freely": -PLENTY}[self.readings["overpay"]]
        return bool(still <= disks and without_least > counted)

    def dealings_with_workers(self) -> set[Spoken]:
        me, wealth = self.me, self.me.wealth()
        can: set[Spoken] = {("Train",)} if me.untrained and wealth >= me.training_cost() else set()
        for new in TOOL_COST:
            if me.workers[new] >= CIRCLES * self.tiles(new):
                continue
            if me.trained and (me.tools[new] or wealth >= TOOL_COST[new]):
                can.add(("Employ", new))
            if wealth >= self.moving_cost(new):
                able = [old for old in TOOL_COST if me.workers[old] and self.more_lucrative(old, new)]
                can |= {("MoveWorker", old, new) for old in able}
        return can

    def moving_cost(self, new: str) -> int:
        return 0 if self.says("moved_onto_tool", "use-tool") and self.me.tools[new] else TOOL_COST[new]

    def more_lucrative(self, old: str, new: str) -> bool:
        """Whether a worker who is moved has a more lucrative activity."""
        if self.says("more_lucrative", "higher-tool-cost"):
            return TOOL_COST[new] > TOOL_COST[old]
        before, after = self.me.points(), self.me.points(self.me.workers - Counter([old]) + Counter([new]))
        changes = [later - sooner for sooner, later in zip(before, after, strict=True)]
        return min(changes) >= 0 and max(changes) > 0

    # --- What is done -----------------------------------------------------------------

    def play(self, move: Spoken) -> None:
        """Carry out a move that is legal."""
        getattr(self, "do" + re.sub("([A-Z])", r"_\1", move[0]).lower())(*move[1:])

    def do_reveal(self, kind: str) -> None:
        self.deck[kind] -= 1
        first = self.stage == "FIRST_DISPLAY"
        if first and kind in ("fort", "granary") and self.says("first_display", "no-fort-granary"):
            self.aside[kind] += 1
            return
        self.display[kind] += 1
        self.due -= 1
        if self.due > 0:
            return
        if not first:
            self.income()
            return
        self.put(deck=self.deck + self.aside, aside=Counter())
        if self.says("first_hand", "dealt"):
            self.put(stage="FIRST_CARDS", due=1)
            return
        for player in self.players:
            self.gone.remove("preset-five")
            player.hand.append("preset-five")
        self.put(stage="OFFER", round=1)

    def do_deal(self, face: str) -> None:
        self.pile.remove(face)
        self.me.hand.append(face)
        self.due -= 1
        if self.says("reshuffle", "at-once"):
            self.shuffle_if_needed()
        if self.stage == "INCOME":
            self.income_goes_on()
            return
        self.put(seat=self.left(self.seat), due=1)
        if self.seat == self.overlord:
            self.put(stage="OFFER", round=1, due=0)

    def do_put_up(self, kind: str) -> None:
        bidders = {seat for seat in range(len(self.players)) if self.may_bid(seat)}
        self.put(stage="OPENING", kind=kind, bidders=bidders)

    def do_bid(self, amount: int) -> None:
        self.put(stage="BIDDING", bid=amount)
        self.bidding_goes_on()

    def do_pass(self) -> None:
        self.bidders = self.bidders - {self.seat}
        self.bidding_goes_on()

    def bidding_goes_on(self) -> None:
        """The next player who is still in answers; the last one pays."""
        self.seat = self.left(self.seat)
        while self.seat not in self.bidders:
            self.seat = self.left(self.seat)
        if len(self.bidders) == 1:
            self.pay("card", max(0, self.bid - self.me.discount(self.kind)))

    def do_end_auctions(self) -> None:
        self.stage = "WORKERS"

    def do_train(self) -> None:
        self.pay("training", self.me.training_cost())

    def do_employ(self, activity: str) -> None:
        self.put_to_work(activity, "employment", 0 if self.me.tools[activity] else TOOL_COST[activity])

    def do_move_worker(self, old: str, new: str) -> None:
        self.origin = old
        self.put_to_work(new, "move", self.moving_cost(new))

    def put_to_work(self, activity: str, purpose: str, price: int) -> None:
        self.place = activity
        self.me.tools[activity] -= price == 0
        self.pay(purpose, price)

    def do_end_workers(self) -> None:
        self.stage = "TOOLS"

    def do_buy_tool(self, activity: str) -> None:
        self.place = activity
        self.pay("tool", TOOL_COST[activity])

    def do_buy_point(self) -> None:
        self.pay("point", POINT_PRICE)

    def do_convert_card(self, face: str) -> None:
        self.put_away(face)
        self.receive(VALUE[face])
        self.stage = "CONVERTED"

    def put_away(self, face: str) -> None:
        """A production card is spent, turned into disks or given up."""
        self.me.hand.remove(face)
        (self.gone if face == "preset-five" else self.discards).append(face)

    def pay(self, purpose: str, price: int) -> None:
        """Something is to be paid; it is paid at once where it costs nothing."""
        self.put(stage="PAYMENT", purpose=purpose, owed=price)
        if price == 0:
            self.paid()
        else:
            self.paying_goes_on()

    def paying_goes_on(self) -> None:
        """It is paid when nothing is left to choose: no cards are held, or the ones handed in do."""
        if not self.me.hand or self.owed <= 0:
            self.paid()

    def do_pay_card(self, face: str) -> None:
        self.put_away(face)
        self.put(owed=self.owed - VALUE[face], lowest=min(VALUE[face], self.lowest or VALUE[face]))
        self.paying_goes_on()

    def do_pay_disks(self) -> None:
        self.paid()

    def paid(self) -> None:
        """Disks are paid, or change is taken; then comes what was paid for, and the turn goes on."""
        me = self.me
        if self.owed > 0:
            me.disks -= self.owed
        else:
            kept_for_tool = self.purpose == "tool" and self.left_in_box("disks") > 0
            self.receive(min(-self.owed, self.left_in_box("disks") - kept_for_tool))
        if self.purpose == "card":
            self.gain(self.kind)
        elif self.purpose == "training":
            me.untrained -= 1
            me.trained += 1
        elif self.purpose == "employment":
            me.trained -= 1
            self.work()
        elif self.purpose == "move":
            me.workers[self.origin] -= 1
            self.leave_tool(self.origin)
            self.work()
        elif self.purpose == "tool":
            self.leave_tool(self.place)
        else:
            me.bought += 1
            self.points += 1
        me.pp, me.vp = me.points()
        stage = {"card": "OFFER", "tool": "TOOLS", "point": "TOOLS"}.get(self.purpose, "WORKERS")
        self.put(**NOBODY)
        self.put(stage=stage, seat=self.active)

    def gain(self, kind: str) -> None:
        """What a card brings."""
        me = self.me
        self.display[kind] -= 1
        self.winners = self.winners | {self.seat}
        if not (kind == "granary" and me.cards[kind] and self.says("granary_again", "points-only")):
            me.storehouses += min(int(CARDS[kind][5]), self.left_in_box("storehouses"))
        me.cards[kind] += 1
        unlimited = self.says("training_room", "unlimited")
        places = PLENTY if unlimited else max(0, TRAINING_PLACES - me.untrained - me.trained)
        places = min(places, self.left_in_box("workers"))
        me.untrained += min(int(CARDS[kind][6]), places)
        me.trained += min(int(CARDS[kind][7]), places)

    def work(self) -> None:
        """A worker takes the first free circle."""
        self.me.workers[self.place] += 1
        if self.place == "clothmaking":
            self.me.storehouses += min(1, self.left_in_box("storehouses"))

    def leave_tool(self, activity: str) -> None:
        full = self.says("tools_per_tile", "one") and self.me.tools[activity]
        self.me.tools[activity] += not full and self.left_in_box("disks") > 0

    def do_end_turn(self) -> None:
        self.me.disks = min(self.me.disks, self.me.treasury())
        after = self.left(self.active)
        if after == self.overlord:
            self.administration()
        else:
            self.put(stage="OFFER", active=after, seat=after, points=0)

    def administration(self) -> None:
        """Victory, the new Overlord, and new cards."""
        points = [player.vp for player in self.players]
        if max(points) >= 32:
            self.stage = "OVER"
            return
        seat = self.left(self.overlord)
        while points[seat] < max(points):
            seat = self.left(seat)
        missing = len(points) - (self.display.total() if self.says("display_refill", "fill-up") else 0)
        due = min(max(0, missing), self.deck.total())
        self.put(stage="REFILL", overlord=seat, active=seat, seat=seat, due=due)
        if due == 0:
            self.income()

    def shuffle_if_needed(self) -> None:
        if not self.pile:
            self.put(pile=self.discards, discards=[])

    def income(self) -> None:
        """The production of a player: a card for each four points, the rest in disks."""
        self.put(stage="INCOME", due=self.me.pp // 4, points=0)
        self.income_goes_on()

    def income_goes_on(self) -> None:
        """Once the cards for production are dealt, disks make further ones."""
        cards_left = bool(self.pile or self.discards)
        if self.due and not cards_left:
            self.receive(4 * self.due if self.says("no_cards_left", "four-disks") else 0)
            self.due = 0
        more = self.says("disk_sets", "every-four") or self.points == 0
        if self.due:
            self.shuffle_if_needed()
        elif not (more and cards_left and self.me.disks + self.rest() >= 4):
            self.do_keep_disks()
        elif self.says("disks_to_card", "may"):
            self.stage = "DISKS"
        else:
            self.do_make_card()

    def rest(self) -> int:
        """The points for which there was neither a card nor a disk yet."""
        return 0 if self.points else int(self.me.pp % 4)

    def do_make_card(self) -> None:
        self.me.disks -= 4 - self.rest()
        self.put(stage="INCOME", due=1, points=self.points + 1)
        self.shuffle_if_needed()

    def do_keep_disks(self) -> None:
        """The rest is received, and the next has income; after all, disks and cards that do not fit go."""
        self.receive(self.rest())
        self.put(seat=self.left(self.seat), points=0)
        if self.seat != self.overlord:
            self.income()
            return
        for player in self.players:
            player.disks = min(player.disks, player.treasury())
        self.limits()

    def limits(self) -> None:
        """Whoever has more cards than storehouses gives some up."""
        self.put(stage="LIMITS", due=max(0, len(self.me.hand) - self.me.storehouses))
        if self.due == 0:
            self.within_limits()

    def do_give_up(self, face: str) -> None:
        self.put_away(face)
        self.receive(min(VALUE[face], self.me.treasury() - self.me.disks))
        self.due -= 1
        if self.due == 0:
            self.within_limits()

    def within_limits(self) -> None:
        self.seat = self.left(self.seat)
        if self.seat == self.overlord:
            self.put(stage="OFFER", round=self.round + 1, winners=set())
        else:
            self.limits()

    def winner(self) -> int:
        """Who has most points; of tied players the first in turn order, the Overlord before all."""
        seat: int = self.overlord
        while self.players[seat].vp < max(player.vp for player in self.players):
            seat = self.left(seat)
        return seat


def spoken(state: State, move: Move) -> Spoken:
    """A move in words."""
    words = {"kind": [card.id for card in state.components.cards], "value": [*state.components.money.numbers]}
    named = {name: getattr(move, name) for name in ("kind", "value", "origin", "activity") if hasattr(move, name)}
    amount = (move.amount,) if isinstance(move, Bid) else ()
    return (type(move).__name__, *(words.get(name, ACTIVITIES)[number] for name, number in named.items()), *amount)
