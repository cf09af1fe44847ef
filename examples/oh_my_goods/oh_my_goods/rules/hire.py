"""Hiring assistants, and where they go."""

from __future__ import annotations

from era_of_inventions.tabletop import (
    ABSENT,
    Cite,
    Facts,
    Tally,
    cost,
    definition,
    effect,
    grant,
    has,
    limit,
    minus,
    plus,
)
from oh_my_goods.box import COLORS, NEEDED, Numbers
from oh_my_goods.moves import Hire, Post
from oh_my_goods.position import Player, Stage, State, StateDraft, Turn, worth
from oh_my_goods.rules import build, plan
from oh_my_goods.rules.moments import BUILDING, PLACING_HIRED, PLACING_MOVED
from oh_my_goods.rules.round import turn_ends

SECTION = "Assistent in plaats van bouwen"
ASSISTANTS_MAX = 2


@cost("hire.cost", on=Hire, nl="aangegeven aantal munten voor betalen")
def hire_cost(position: State, side: int) -> int:
    """An assistant costs the coins shown, paid with goods and without change."""
    return position.components.assistants[side].cost


@definition("hire.colors-only", nl="uitsluitend de kleuren")
def colors_only(position: State, player: Player) -> Numbers:
    """Only the colors of the buildings shown matter: one must own as many of each color, and one keeps them."""
    colors = [position.components.kind_of[base].color for base, _ in player.buildings]
    return tuple(map(colors.count, COLORS))


def _owned(position: State, move: Hire) -> Facts:
    needs = position.components.assistants[move.assistant].needs
    held = colors_only(position, position.me)
    each = zip(NEEDED, needs, held, strict=False)
    return {f"{color} buildings": f"{there} of {number}" for color, number, there in each if number}


@grant("hire.instead-of-building", when=BUILDING, nl="in plaats van bouwen mag de")
def instead_of_building(position: State, move: Hire) -> bool:
    """Instead of building a player may hire one assistant, even if a building was planned."""
    return True


@limit("hire.on-offer", nl=Cite("Voorbereiding", "aan de rand van het"))
def on_offer(position: State, move: Hire) -> bool:
    """Only an assistant on offer can be hired; those hired are not replaced."""
    return has(position.table.offer, move.assistant)


@limit(
    "hire.two-at-most",
    rulings="assistants_max",
    facts=lambda p, _: {"assistants": p.me.assistants.bit_count()},
    count=lambda p, _: (
        Tally(p.me.assistants.bit_count() + 1, ASSISTANTS_MAX, "assistants")
        if p.ruleset.assistants_max == "two"
        else None
    ),
    nl="als hij er al 2 heeft",
)
def two_at_most(position: State, move: Hire) -> bool:
    """Whoever has two assistants may hire no more."""
    return position.ruleset.assistants_max == "unlimited" or position.me.assistants.bit_count() < ASSISTANTS_MAX


@limit("hire.buildings-owned", facts=_owned, nl="afgebeelde gebouwen hebben")
def buildings_owned(position: State, move: Hire) -> bool:
    """One must have the buildings that the assistant shows."""
    needs = position.components.assistants[move.assistant].needs
    held = colors_only(position, position.me)
    return all(number <= there for number, there in zip(needs, held, strict=False))


@limit(
    "hire.affordable",
    facts=lambda p, move: {"cost": hire_cost(p, move.assistant), "goods worth": worth(p, p.me)},
    count=lambda p, m: Tally(hire_cost(p, m.assistant), worth(p, p.me), "coins in goods"),
    nl="aantal munten voor betalen",
)
def affordable(position: State, move: Hire) -> bool:
    """The goods of the player have to be worth at least the cost of the assistant."""
    return worth(position, position.me) >= hire_cost(position, move.assistant)


@limit("hire.room", rulings="assistant_place", nl="niet meer dan 1 persoon")
def room(position: State, move: Hire) -> bool:
    """A hired assistant needs a building of the player where nobody is, for no two persons share one."""
    return bool(plan.free_buildings(position, position.me))


@effect("hire.paid-for", nl="Hij moet daar het")
def paid_for(draft: StateDraft, move: Hire) -> None:
    """Whoever hires takes a planned card back into the hand, and pays for the assistant."""
    draft.apply(build.back_to_hand)
    table = draft.edit_table()
    table.offer = minus(table.offer, move.assistant)
    owed = hire_cost(draft, move.assistant)
    draft.interrupt(Turn(Stage.PAYMENT, draft.turn.seat, owed=owed, hiring=move.assistant))


@grant("hire.placed-at-once", when=PLACING_HIRED, nl="Leg de assistent direct bij één")
def placed_at_once(position: State, move: Post) -> bool:
    """A hired assistant is put at one of the player's buildings at once, and works there from the next round on."""
    return True


@grant("hire.another-building", when=PLACING_MOVED, nl="naar een ander gebouw te verplaatsen")
def another_building(position: State, move: Post) -> bool:
    """A moved assistant is put at another of the player's buildings, and works there in the same round."""
    return move.building != position.turn.at


@limit("hire.one-person", rulings="assistant_place", nl="niet meer dan 1 persoon")
def one_person(position: State, move: Post) -> bool:
    """One puts an assistant at a production building of one's own where no other person is."""
    return has(plan.free_buildings(position, position.me), move.building)


@effect("hire.at-the-building", nl="Leg de assistent direct bij één")
def at_the_building(draft: StateDraft, move: Post) -> None:
    """An assistant stays at a building until moved to another."""
    me, hiring = draft.edit_me(), draft.turn.hiring
    me.posts = plus(me.posts, move.building)
    draft.resume()
    if hiring == ABSENT:
        draft.apply(plan.arrives, move.building)
    else:
        me.assistants = plus(me.assistants, hiring)
        draft.apply(turn_ends)
