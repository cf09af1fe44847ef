"""The cards of the box, with which any set of components must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from era_of_inventions.tabletop import Cite, component
from oh_my_goods.box import ANY, Color, Components

SECTION = "De kaarten"
CARDS, ASSISTANTS, CRAFTSMEN, HALF_SUNS, GLASSWORKS, SEVEN = 110, 8, 4, 2, 11, 7
VALUES = {"shoes": 8, "leather": 6, "iron": 3, "flour": 2, "coal": 1}
"""The values that the text states."""
CHAINS: dict[str, set[tuple[str, ...]]] = {
    "flour": {("grain",)},
    "bread": {("flour", "coal"), ("coal", "flour")},
    "shoes": {("leather",)},
    "bricks": {("clay", "coal"), ("coal", "clay")},
}
"""The chains that it states, by the good that they make."""


@component("box.cards", nl=Cite("Inhoud", "110 speelkaarten"))
def cards(components: Components) -> Iterator[str]:
    """The box holds 110 cards."""
    number = len(components.buildings) + components.craftsmen + len(components.assistants) // 2
    if number != CARDS:
        yield f"there are {number} cards; expected {CARDS}"


@component("box.one-each", nl=Cite("Voorbereiding", "en een ambachtsman"))
def one_each(components: Components) -> Iterator[str]:
    """There is a charburner and a craftsman for each of four players."""
    for what, number in (("charburners", len(components.charburners)), ("craftsmen", components.craftsmen)):
        if number < CRAFTSMEN:
            yield f"there are {number} {what}; expected {CRAFTSMEN} or more"


@component("box.assistants", nl=Cite("Voorbereiding", "met een willekeurige kant naar boven"))
def assistants(components: Components) -> Iterator[str]:
    """Assistants have two different sides, and there are two for each of four players."""
    sides = components.assistants
    if len(sides) < 2 * ASSISTANTS:
        yield f"there are {len(sides)} sides of assistants; expected {2 * ASSISTANTS} or more"
    for front, back in zip(sides[::2], sides[1::2], strict=False):
        if (front.needs, front.cost, front.points) == (back.needs, back.cost, back.points):
            yield f"{front.id} and {back.id} are alike; expected two different sides"


@component("box.color-counts", nl="met uitzondering van groen")
def color_counts(components: Components) -> Iterator[str]:
    """Each color is as frequent as any other, except green, which is more frequent."""
    counts = Counter(components.kinds[card.kind].color for card in components.cards)
    others = {counts[color] for color in Color if color not in (Color.GREEN, Color.BLUE)}
    if len(others) > 1 or counts[Color.GREEN] <= max(others):
        listed = ", ".join(f"{counts[color]} {color.name.lower()}" for color in Color if color is not Color.BLUE)
        yield f"there are {listed}; expected as many of each, and more green"


@component("box.gray-no-production", nl="zijn geen productiegebouwen")
def gray_no_production(components: Components) -> Iterator[str]:
    """Gray buildings are no production buildings; all others are, and make a good from raw materials."""
    for card, kind in zip(components.buildings, components.kind_of, strict=True):
        gray = kind.color is Color.GRAY
        if gray and (any(card.inputs) or kind.good or kind.chain):
            yield f"{card.id} is gray and produces"
        elif not gray and not (any(card.inputs) and kind.good):
            yield f"{card.id} makes nothing from raw materials; expected a good, and what it needs for it"


@component("box.permanent-advantages", nl="Deze geven een permanent voordeel")
def permanent_advantages(components: Components) -> Iterator[str]:
    """Gray buildings give an extra card in phase I, or add a raw material to the market supply."""
    gray = [kind for kind in components.kinds if kind.color is Color.GRAY]
    for kind in gray:
        if kind.extra_card == (kind.adds is not None):
            yield f"{kind.id} has no advantage, or two; expected one"
    if not any(kind.extra_card for kind in gray) or not any(kind.adds is not None for kind in gray):
        yield "an office is missing; expected one that gives cards and one that gives raw materials"


@component("box.glassworks", nl="grondstoffen naar keuze nodig")
def glassworks(components: Components) -> Iterator[str]:
    """One glassworks takes eleven raw materials of any kind to make glass."""
    if not any(card.inputs[ANY] == GLASSWORKS and not sum(card.inputs[:ANY]) for card in components.cards):
        yield f"no building takes {GLASSWORKS} raw materials of any kind"


@component("box.charburner-inputs", nl=Cite("Produceren en bouwen", "Hij heeft 2 graan"))
def charburner_inputs(components: Components) -> Iterator[str]:
    """One charburner needs two grain and one wood; all make coal."""
    if (1, 2, 0, 0, 0, 0) not in [card.inputs for card in components.charburners]:
        yield "no charburner needs 2 grain and 1 wood"
    for card in components.charburners:
        if components.kinds[card.kind].good != "coal":
            yield f"{card.id} makes no coal"


@component("box.seven-coins", nl=Cite("Bouwen", "bouwen dat 7 munten kost"))
def seven_coins(components: Components) -> Iterator[str]:
    """Some building costs seven coins."""
    if not any(card.cost == SEVEN for card in components.cards):
        yield f"no building costs {SEVEN} coins"


@component("box.half-suns", nl=Cite("Zonsopgang", "2 halve zonnen zichtbaar"))
def half_suns(components: Components) -> Iterator[str]:
    """At least two cards show half a sun."""
    if components.suns.bit_count() < HALF_SUNS:
        yield f"{components.suns.bit_count()} cards show half a sun; expected {HALF_SUNS} or more"


@component("box.values", nl=Cite("Productieketen", "schoenen zijn 8 munten waard"))
def values(components: Components) -> Iterator[str]:
    """Each kind of good has one value. In coins, shoes are worth 8, leather 6, iron 3, flour 2 and coal 1."""
    by_good: dict[str, set[int]] = {}
    for kind in components.kinds:
        by_good.setdefault(kind.good, set()).add(kind.value)
    for good, found in by_good.items():
        if len(found) > 1:
            yield f"{good or 'what makes nothing'} has two values"
        elif found != {VALUES.get(good, *found)}:
            yield f"{good} is worth {found.pop()}; expected {VALUES[good]}"


@component("box.chains", nl=Cite("Productieketen", "rechtsonder afgebeelde productieketen"))
def chains(components: Components) -> Iterator[str]:
    """A chain shows one or two raw materials or goods, and no chain leads back to its own good; four are stated."""
    for kind in components.kinds:
        if len(kind.chain) > 2 or any(item not in components.items or item == "any" for item in kind.chain):
            yield f"{kind.id} has the chain {', '.join(kind.chain)}; expected one or two raw materials or goods"
        elif kind.good in CHAINS and kind.chain not in CHAINS[kind.good]:
            yield f"{kind.good} has the chain {', '.join(kind.chain) or 'nothing'}"
    takes = TopologicalSorter[str]()
    for kind in components.kinds:
        takes.add(kind.good, *kind.chain)
    try:
        takes.prepare()
    except CycleError:
        yield "a chain feeds on what its own good leads to"
