"""The rules of Regatta, in one chapter."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from era_of_inventions.tabletop import (
    ABSENT,
    ActsNow,
    Cards,
    Chapter,
    Cite,
    Law,
    Mask,
    Moment,
    Seat,
    SetUp,
    definition,
    effect,
    grant,
    limit,
    mask,
    moments_of,
    scoring,
    trigger,
)
from tests.regatta.model import (
    PLEDGED,
    Arrive,
    Bid,
    Card,
    Deal,
    Pass,
    PayCard,
    PayCoins,
    Player,
    Pledge,
    Setting,
    Stage,
    State,
    StateDraft,
    Table,
    Turn,
    only,
    worths,
)

HAND, POINTS_TO_END = 3, 12


_during = moments_of("turn.stage")


def during(stage: Stage) -> Moment:
    return _during(f"in the stage {stage.value}", stage)


@definition("rules.player-counts", en=Cite("Rules", "two to four"))
def player_counts() -> tuple[int, ...]:
    """Two, three or four can play."""
    return (2, 3, 4)


@definition("rules.in-order")
def in_order(position: State) -> tuple[int, ...]:
    """The harbor master comes first, then the others clockwise."""
    return position.clockwise(position.turn.master)


@definition("rules.worth")
def worth(setting: Setting, cards: Mask[Card]) -> int:
    """A card is worth the number printed on it."""
    return sum(value for card, value in enumerate(worths(setting)) if cards >> card & 1)


@effect("rules.everybody-gets-cards", on=SetUp, en=Cite("Rules", "three cards each"))
def everybody_gets_cards(draft: StateDraft, _: SetUp) -> None:
    """Everybody is dealt three cards from the face-down pile."""
    components = draft.setting.components
    draft.edit_table().deck = Cards(mask(Card, range(len(components.cards))))
    draft.edit_table().fleet = tuple(number for _, number, _ in components.boats)
    draft.edit_turn().stage, draft.edit_turn().due = Stage.DEAL, HAND * len(draft.players)


@grant("rules.who-decides", on=ActsNow, en=Cite("Rules", "only who is asked acts"))
def who_decides(position: State, occasion: ActsNow) -> bool:
    """Only who is asked may act; in an auction that need not be the harbor master."""
    return position.turn.stage is not Stage.OVER and position.turn.seat == occasion.seat


@grant("rules.from-the-pile", on=Deal, when=during(Stage.DEAL))
def from_the_pile(position: State, move: Deal) -> bool:
    """Cards are dealt from the face-down pile."""
    return position.table.deck.known >> move.card & 1 == 1


@grant("rules.boat-arrives", on=Arrive, when=during(Stage.ARRIVAL))
def boat_arrives(position: State, move: Arrive) -> bool:
    """Each round a boat arrives that has not come before."""
    return position.table.fleet[move.boat] > 0


@grant("rules.one-pledge", on=Pledge, when=during(Stage.PLEDGE), en=Cite("Rules", "face down"))
def one_pledge(position: State, move: Pledge) -> bool:
    """Everybody pledges a card, or none, face down."""
    return True


@limit("rules.own-card", on=(Pledge, PayCard))
def own_card(position: State, move: Pledge | PayCard) -> bool:
    """What is pledged or paid is in one's hand."""
    none = isinstance(move, Pledge) and move.card == len(position.setting.components.cards)
    return none or position.me.hand.known >> move.card & 1 == 1


@grant("rules.bid-or-pass", on=(Bid, Pass), when=during(Stage.AUCTION))
def bid_or_pass(position: State, move: Bid | Pass) -> bool:
    """Whoever has not passed bids or passes."""
    return True


@limit("rules.raise", on=Bid, facts=lambda p, _: {"bid so far": p.turn.bid})
def raises(position: State, move: Bid) -> bool:
    """A bid is higher than the one before."""
    return move.amount > position.turn.bid


def _wealth(position: State, _: object) -> Mapping[str, object]:
    return {"can pay": position.me.coins + worth(position.setting, position.me.hand.known)}


@limit("rules.must-afford", on=Bid, facts=_wealth, en=Cite("Rules", "what one can pay"))
def must_afford(position: State, move: Bid) -> bool:
    """Nobody bids more than their coins and cards are worth."""
    return move.amount <= position.me.coins + worth(position.setting, position.me.hand.known)


@grant("rules.winner-pays", on=(PayCard, PayCoins), when=during(Stage.PAYMENT))
def winner_pays(position: State, move: PayCard | PayCoins) -> bool:
    """Whoever has won the auction pays the bid."""
    return True


@limit("rules.enough-coins", on=PayCoins, facts=lambda p, _: {"coins": p.me.coins, "owed": p.turn.owed})
def enough_coins(position: State, move: PayCoins) -> bool:
    """Coins pay all that is still owed."""
    return position.me.coins >= position.turn.owed


@effect("rules.to-the-hand", on=Deal)
def to_the_hand(draft: StateDraft, move: Deal) -> None:
    """The cards go round; when all are dealt, a boat arrives."""
    turn, table = draft.edit_turn(), draft.edit_table()
    player = draft.edit_player(turn.seat)
    player.hand = Cards(player.hand.known | only(move.card))
    table.deck = Cards(table.deck.known & ~only(move.card))
    turn.due -= 1
    draft.pass_on()
    if not turn.due:
        turn.stage, turn.seat = Stage.ARRIVAL, turn.master


@effect("rules.for-sale", on=Arrive)
def for_sale(draft: StateDraft, move: Arrive) -> None:
    """The boat that has arrived is for sale."""
    turn, table = draft.edit_turn(), draft.edit_table()
    table.boat = move.boat
    table.fleet = tuple(number - (kind == move.boat) for kind, number in enumerate(table.fleet))
    turn.stage, turn.seat = Stage.PLEDGE, turn.master


@effect("rules.sealed", on=Pledge, en=Cite("Rules", "face down"))
def sealed(draft: StateDraft, move: Pledge) -> None:
    """Pledges stay face down until the last is in."""
    turn = draft.edit_turn()
    draft.edit_player(turn.seat).pledge = move.card
    if left := PLEDGED.undecided(draft):
        turn.seat = left[0]
    else:
        draft.apply(opened)


@trigger("rules.opened", opens=PLEDGED, rulings=("equal_pledges",))
def opened(draft: StateDraft) -> None:
    """Then all are turned into coins; the highest opens the auction, of equals the first from the harbor master on."""
    turn, cards = draft.edit_turn(), len(draft.setting.components.cards)
    values = []
    for seat in in_order(draft):
        player = draft.edit_player(seat)
        pledged = mask(Card) if player.pledge == cards else only(player.pledge)
        player.hand = Cards(player.hand.known & ~pledged)
        draft.edit_table().discards = draft.table.discards | pledged
        values.append((worth(draft.setting, pledged), seat))
        player.coins += values[-1][0]
    best = [seat for value, seat in values if value == max(values)[0]]
    by_letter = draft.setting.ruleset.equal_pledges == "master" and len(best) > 1
    turn.stage, turn.seat, turn.bid = Stage.AUCTION, turn.master if by_letter else best[0], 0
    turn.bidders = mask(Seat, draft.seats)


def _next_bidder(position: State) -> int:
    return position.clockwise(position.after(position.turn.seat), position.turn.bidders)[0]


@effect("rules.next-bidder", on=Bid)
def next_bidder(draft: StateDraft, move: Bid) -> None:
    """After a bid the next who has not passed decides; the last one left pays."""
    turn = draft.edit_turn()
    turn.bid, turn.seat = move.amount, _next_bidder(draft)
    if turn.bidders.bit_count() == 1:
        turn.stage, turn.owed = Stage.PAYMENT, turn.bid


@effect("rules.out", on=Pass)
def out(draft: StateDraft, move: Pass) -> None:
    """Who passes is out of the auction; if all pass, the boat leaves."""
    turn = draft.edit_turn()
    turn.bidders = turn.bidders & ~mask(Seat, [turn.seat])
    if not turn.bidders:
        draft.apply(round_ends)
        return
    turn.seat = _next_bidder(draft)
    if turn.bid and turn.bidders.bit_count() == 1:
        turn.stage, turn.owed = Stage.PAYMENT, turn.bid


@effect("rules.change", on=PayCard)
def change(draft: StateDraft, move: PayCard) -> None:
    """A card pays its worth; change is given in coins."""
    turn = draft.edit_turn()
    player = draft.edit_player(turn.seat)
    player.hand = Cards(player.hand.known & ~only(move.card))
    draft.edit_table().discards = draft.table.discards | only(move.card)
    left = turn.owed - worth(draft.setting, only(move.card))
    turn.owed, player.coins = max(left, 0), player.coins + max(-left, 0)
    if left <= 0:
        draft.apply(boat_gained)


@effect("rules.coins-paid", on=PayCoins)
def coins_paid(draft: StateDraft, move: PayCoins) -> None:
    """Coins pay the rest."""
    turn = draft.edit_turn()
    draft.edit_player(turn.seat).coins -= turn.owed
    turn.owed = 0
    draft.apply(boat_gained)


@trigger("rules.boat-gained")
def boat_gained(draft: StateDraft) -> None:
    """Who has paid gains the points of the boat."""
    draft.edit_player(draft.turn.seat).points += draft.setting.components.boats[draft.table.boat][2]
    draft.apply(round_ends)


@trigger("rules.round-ends", en=Cite("Rules", "twelve points"))
def round_ends(draft: StateDraft) -> None:
    """All are dealt a card and the next is harbor master; with 12 points, or without boats, the game is over."""
    turn, table = draft.edit_turn(), draft.edit_table()
    table.boat, turn.bid, turn.owed, turn.bidders = ABSENT, 0, 0, mask(Seat)
    if max(player.points for player in draft.players) >= POINTS_TO_END or not any(table.fleet):
        turn.stage = Stage.OVER
        return
    turn.master = turn.seat = draft.after(turn.master)
    if table.deck.size < len(draft.players):
        table.deck, table.discards = Cards(table.deck.known | table.discards), mask(Card)
    turn.due = min(len(draft.players), table.deck.size)
    turn.stage = Stage.DEAL if turn.due else Stage.ARRIVAL


@scoring("rules.points", en=Cite("Rules", "most points wins"))
def points(position: State) -> Sequence[int]:
    """Boats give their points."""
    return [player.points for player in position.players]


@definition("rules.most-points")
def winners(position: State, totals: Sequence[int]) -> tuple[int, ...]:
    """The highest total wins, then the most coins; who is still equal shares the victory."""
    ranks = [(total, player.coins) for total, player in zip(totals, position.players, strict=True)]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


LAW = Law([Chapter.of(sys.modules[__name__])])


def blank(setting: Setting, start: int) -> State:
    """The table before anything is laid out."""
    player = Player(Cards(mask(Card)))
    table = Table(Cards(mask(Card)), fleet=(0,) * len(setting.components.boats))
    return State(setting, (player,) * setting.players, table, Turn(Stage.OVER, start, start))
