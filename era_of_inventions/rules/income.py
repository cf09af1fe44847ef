"""Income of the inventors."""

from __future__ import annotations

from era_of_inventions.box.components import CardKind
from era_of_inventions.moves import Income
from era_of_inventions.position import Draft, Position
from era_of_inventions.rules.influence import award
from era_of_inventions.rules.supply import receive
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import grant, limit, trigger


def pay_inventors(draft: Draft, card: int) -> None:
    """Pay, for one produced card, the owner of the original and then the owner of the technical space."""
    invention = draft.components.cards[card].invention
    if invention is None:
        return
    for space in (2 * invention, 2 * invention + 1):
        for seat, player in enumerate(draft.players):
            if player.developed >> space & 1 and draft.happens(
                occasion := Income(seat, space, card)
            ):
                draft.apply(right_number, occasion)


def is_official(position: Position, income: Income) -> bool:
    """Return whether the produced card is an official one."""
    return position.components.cards[income.card].kind is CardKind.OFFICIAL


def is_patented(position: Position, income: Income) -> bool:
    """Return whether the space carries its owner's patent marker."""
    return bool(position.players[income.seat].patented >> income.space & 1)


@grant(
    "income.official",
    facts=lambda p, i: {
        "space": p.components.space_name(i.space),
        "official": is_official(p, i),
    },
    nl=Cite("Uitvindingen ontwikkelen", "een uitvinding op een officiële kaart"),
    de=Cite("Erfindungen machen", "mit einer offiziellen Karte produziert"),
    en=Cite("Develop Inventions", "uses an official invention card"),
)
def official(position: Position, income: Income) -> bool:
    """An official card pays the owner of each developed space of its invention, and every card pays anew."""
    return is_official(position, income)


@grant(
    "income.patent-fake",
    facts=lambda p, i: {
        "space": p.components.space_name(i.space),
        "patented": is_patented(p, i),
    },
    nl=Cite("Patenten vastleggen", "maar ook als een namaakproduct door"),
    de=Cite("Patente anmelden", "sondern auch wenn ein Plagiat durch"),
    en=Cite("Register Patents", "official inventions and fake inventions when"),
)
def patent_fake(position: Position, income: Income) -> bool:
    """A patent makes its space pay for fakes too; it covers that space only and raises nothing else."""
    return is_patented(position, income) and not is_official(position, income)


@limit(
    "income.fake-none",
    facts=lambda p, i: {
        "space": p.components.space_name(i.space),
        "patented": is_patented(p, i),
    },
    nl=Cite("Uitvindingen ontwikkelen", "van een namaakkaart produceert, ontvangt deze"),
    de=Cite("Erfindungen machen", "erhält dieser Spieler nichts"),
    en=Cite("Develop Inventions", "developed the invention receives nothing"),
)
def fake_none(position: Position, income: Income) -> bool:
    """A space without a patent pays nothing for a fake card."""
    return is_official(position, income) or is_patented(position, income)


@limit(
    "income.own-none",
    facts=lambda p, i: {
        "space": p.components.space_name(i.space),
        "producer owns it": i.seat == p.turn.seat,
    },
    nl=Cite("Uitvindingen ontwikkelen", "produceert ontvangt hij deze opbrengst niet"),
    de=Cite("Erfindungen machen", "er nur die Erträge, die auf"),
    en=Cite("Develop Inventions", "not the influence points or the"),
)
def own_none(position: Position, income: Income) -> bool:
    """Nobody is paid for producing an invention of their own; the owner of the other space is still paid."""
    return income.seat != position.turn.seat


@trigger(
    "income.right-number",
    rulings=("track_end", "goods_supply"),
    nl=Cite("Uitvindingen ontwikkelen", "Rechts staat aangegeven hoeveel invloedspunten"),
    de=Cite("Erfindungen machen", "Rechts steht angegeben, wie viel Einflusspunkte"),
    en=Cite("Develop Inventions", "On the right hand side"),
)
def right_number(draft: Draft, income: Income) -> None:
    """The owner gets the right-hand number of the space, from the supply or on the track, not from the producer."""
    printed = draft.components.spaces[income.space].income
    receive(draft, income.seat, printed.goods)
    award(draft, income.seat, printed.influence)
