"""Fake cards."""

from __future__ import annotations

from era_of_inventions.box.components import CardKind
from era_of_inventions.box.goods import FINE_CUBES, only, show, total
from era_of_inventions.moves import ProduceInvention
from era_of_inventions.position import Position
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import limit


@limit(
    "fakes.kinds",
    facts=lambda _, m: {"chosen": show(m.cubes)},
    nl=Cite(
        "Uitvindingen ontwikkelen",
        "alleen metaalblokjes, techniekblokjes, gereedschapsblokjes",
    ),
    de=Cite("Erfindungen machen", "nur Metallquader, Technikquader, Werkzeugquader"),
    en=Cite("Develop Inventions", "Only metal cubes, technology cubes"),
)
def kinds(position: Position, move: ProduceInvention) -> bool:
    """Question marks are paid with metal, technology and tools in any mix, never with wood or coal."""
    return only(move.cubes, FINE_CUBES) == move.cubes


@limit(
    "fakes.count-printed",
    facts=lambda p, m: {
        "question marks": p.components.cards[m.card].question_marks,
        "chosen": total(m.cubes),
    },
    nl=Cite("Uitvindingen ontwikkelen", "Hij draagt het aantal grondstofblokjes af"),
)
def count_printed(position: Position, move: ProduceInvention) -> bool:
    """The player chooses as many cubes as the card shows question marks; official and start cards show none."""
    return total(move.cubes) == position.components.cards[move.card].question_marks


@limit(
    "fakes.own-original",
    nl=Cite("Uitvindingen ontwikkelen", "mag geen namaakuitvindingen produceren van"),
    de=Cite("Erfindungen machen", "mit einer Plagiatskarte keine Erfindungen produzieren"),
    en=Cite("Develop Inventions", "may not produce fake inventions which"),
)
def own_original(position: Position, move: ProduceInvention) -> bool:
    """The owner of the original space may not produce the invention's fake, patented or not."""
    return not _fakes_own(position, move, technical=False)


@limit(
    "fakes.own-technical",
    nl=Cite("Uitvindingen ontwikkelen", "bij de technische door ontwikkeling"),
    de=Cite("Erfindungen machen", "dieser technisch weiterentwickelten Erfindung"),
    en=Cite("Develop Inventions", "technical invention (silver) space"),
)
def own_technical(position: Position, move: ProduceInvention) -> bool:
    """The owner of the technical space may not produce the invention's fake, patented or not."""
    return not _fakes_own(position, move, technical=True)


def _fakes_own(position: Position, move: ProduceInvention, *, technical: bool) -> bool:
    card = position.components.cards[move.card]
    if card.kind is not CardKind.FAKE or card.invention is None:
        return False
    return bool(position.me.developed >> (2 * card.invention + technical) & 1)
