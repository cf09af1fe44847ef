"""Auctions: how development cards are gained."""

from __future__ import annotations

from era_of_inventions.tabletop import (
    ABSENT,
    NO_THINGS,
    ActsNow,
    Cite,
    Facts,
    Mask,
    Seat,
    Tally,
    definition,
    effect,
    grant,
    has,
    limit,
    mask,
    minus,
    trigger,
)
from phoenicia.moves import Bid, EndAuctions, Pass, PutUp
from phoenicia.position import Purpose, Stage, State, StateDraft, wealth
from phoenicia.rules import discount, pay
from phoenicia.rules.moments import ANSWERING, BIDDING, OFFERED

SECTION = "Kaarten veilen"


@definition("auction.means", nl="schijven en kortingen")
def means(position: State, kind: int) -> int:
    """For a card one can bid up to one's wealth plus the discount on that card."""
    return wealth(position, position.me) + discount.steps(position, position.me, kind)


def minimum_bid(position: State, kind: int) -> int:
    """Return the number printed on a card as its minimum bid."""
    return position.components.cards[kind].minimum


def _means(position: State, move: Bid | PutUp) -> Facts:
    kind = move.kind if isinstance(move, PutUp) else position.turn.kind
    return {"means": means(position, kind), "minimum bid": minimum_bid(position, kind)}


# --- Putting a card up ----------------------------------------------------------------


@grant("auction.active-opens", when=OFFERED, nl="ontwikkelingskaarten veilen als hij wil")
def active_opens(position: State, move: PutUp) -> bool:
    """In a turn one may hold as many auctions as one likes, whether one won the last or not."""
    return True


@limit("auction.displayed-only", nl="één van de blootgelegde kaarten")
def displayed_only(position: State, move: PutUp) -> bool:
    """Only a card of the display can be put up, and development cards are gained in no other way."""
    return position.table.display[move.kind] > 0


@limit(
    "auction.needs-means",
    facts=_means,
    count=lambda p, m: Tally(minimum_bid(p, m.kind), means(p, m.kind), "means"),
    nl="aangenomen dat hij uiteraard",
)
def needs_means(position: State, move: PutUp) -> bool:
    """Only a player who could pay the minimum bid can put a card up."""
    return means(position, move.kind) >= minimum_bid(position, move.kind)


@limit("auction.one-win", rulings="wins_per_round")
def one_win(position: State, move: PutUp) -> bool:
    """Whoever has won an auction may win others in the round; by another reading everybody wins only one."""
    return position.ruleset.wins_per_round == "any" or not has(position.turn.winners, position.turn.seat)


@effect("auction.put-up", rulings="wins_per_round", nl="een bod uit te brengen op")
def put_up(draft: StateDraft, move: PutUp) -> None:
    """The player whose turn it is puts a card up and bids first."""
    turn = draft.edit_turn()
    turn.kind, turn.stage, turn.bidders = move.kind, Stage.OPENING, not_finished(draft)


@definition(
    "auction.not-finished-only",
    rulings="wins_per_round",
    nl=Cite("Na de speelbeurt", "uitgesloten van alle andere acties"),
)
def not_finished(position: State) -> Mask[Seat]:
    """Whoever has ended their own turn bids no more in this round."""
    turn = position.turn
    bidders = mask(Seat, (turn.active, *position.later(turn.active)))
    return bidders & ~turn.winners if position.ruleset.wins_per_round == "one" else bidders


@grant("auction.voluntary", when=OFFERED, nl="niemand is verplicht om")
def voluntary(position: State, move: EndAuctions) -> bool:
    """Nobody has to hold an auction; whoever holds no more goes on to the workers."""
    return True


@effect(
    "auction.on-to-workers",
    nl=Cite("Arbeiders opleiden, inzetten, verplaatsen", "zoveel ontwikkelingskaarten heeft geveild als"),
)
def on_to_workers(draft: StateDraft, move: EndAuctions) -> None:
    """After the auctions comes the second step of a turn, the workers, and there is no way back."""
    draft.edit_turn().stage = Stage.WORKERS


# --- Bidding --------------------------------------------------------------------------


@grant("auction.bid", when=BIDDING, nl="bieden nu de andere spelers om")
def bid(position: State, move: Bid) -> bool:
    """Whoever has not passed bids when it is their turn in the auction."""
    return True


@limit(
    "auction.minimum",
    facts=lambda p, _: {"minimum bid": minimum_bid(p, p.turn.kind)},
    nl="moet minstens het bedrag bieden",
)
def minimum(position: State, move: Bid) -> bool:
    """The first bid is at least the number on the card, counted without discounts; it may be higher."""
    turn = position.turn
    return turn.stage is not Stage.OPENING or move.amount >= minimum_bid(position, turn.kind)


@limit("auction.raise", facts=lambda p, _: {"bid so far": p.turn.bid}, nl="minstens één hoger")
def raises(position: State, move: Bid) -> bool:
    """Each further bid is at least 1 higher than the last."""
    return move.amount > position.turn.bid


@limit(
    "auction.must-afford",
    facts=_means,
    count=lambda p, m: Tally(m.amount, means(p, p.turn.kind), "means"),
    nl="altijd genoeg geld hebben",
)
def must_afford(position: State, move: Bid) -> bool:
    """Nobody bids more than their cards, disks and discount on that card come to."""
    return move.amount <= means(position, position.turn.kind)


@grant("auction.pass", when=ANSWERING, nl="ofwel passen ze")
def may_pass(position: State, move: Pass) -> bool:
    """Instead of bidding one may pass, but not before a first bid."""
    return True


@effect("auction.comes-round", nl="Carl past en beëindigt de veiling")
def comes_round(draft: StateDraft, move: Bid) -> None:
    """After a bid the next player clockwise who has not passed answers; so it comes round to the opener again."""
    turn = draft.edit_turn()
    turn.bid, turn.stage = move.amount, Stage.BIDDING
    _ask_next(draft)


@effect("auction.passed-is-out", nl="stappen ze uit de veiling")
def passed_is_out(draft: StateDraft, move: Pass) -> None:
    """Whoever has passed is out of this auction for good."""
    turn = draft.edit_turn()
    turn.bidders = minus(turn.bidders, turn.seat)
    _ask_next(draft)


@limit("auction.no-return", rulings="wins_per_round", nl="stappen ze uit de veiling")
def no_return(position: State, occasion: ActsNow) -> bool:
    """Whoever has passed neither bids nor passes again in this auction."""
    passed = not_finished(position) & ~position.turn.bidders
    return position.turn.stage is not Stage.BIDDING or not has(passed, occasion.seat)


def highest_bidder(position: State) -> int:
    """Return the last bidder: the one in the auction just before the player who is asked; `ABSENT` without one."""
    turn = position.turn
    others = minus(turn.bidders, turn.seat) if turn.stage is Stage.BIDDING else NO_THINGS
    order = position.clockwise(turn.seat, others)
    return order[-1] if order else ABSENT


def _ask_next(draft: StateDraft) -> None:
    turn = draft.edit_turn()
    turn.seat = draft.clockwise(draft.after(turn.seat), turn.bidders)[0]
    if turn.bidders.bit_count() == 1:
        draft.apply(last_wins)


@trigger("auction.last-wins", nl="nog maar één speler over is")
def last_wins(draft: StateDraft) -> None:
    """The auction ends when only one player is left; that player pays the bid less the discount at once."""
    turn = draft.turn
    pay.owe(draft, Purpose.CARD, discount.subtract(draft, draft.me, turn.kind, turn.bid))
