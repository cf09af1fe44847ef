"""The contents of the box, with which any set of components must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from era_of_inventions.tabletop import Cite, component
from phoenicia.box import ACTIVITIES, Activity, Components, DevelopmentCard

AUCTIONS, TABLE = "Kaarten veilen", "Tabel van de ontwikkelingskaarten"
COPIES = {"A": 3, "B": 2}
SHAPES = Counter(
    (
        "1A-v--a",
        "1A-vs-a",
        "1Apv---",
        "1A-v-w-",
        "1B-v--a",
        "1B---w-",
        "1B-v--a",
        "2Apvs--",
        "2Apvs-a",
        "2B-v--a",
        "2Bpvs-a",
        "2B-v--a",
        "3A-v--a",
        "3Apvs--",
        "3B---w-",
        "3B-vsw-",
        "4Apvs--",
        "4A-v-w-",
        "4Bpvs--",
    )
)
"""The set and type of each kind of card, and which of these it has: production points, victory
points, storage, workers, abilities."""
STATED: dict[str, dict[str, object]] = {
    "granary": {"storehouses": 2, "treasury": 6},
    "glassmaking": {"pp": 1, "vp": 1},
    "fort": {"vp": 1, "untrained": 3},
    "prospector": {"opens": Activity.MINING},
    "indentured-worker": {"minimum": 3, "trained": 1},
    "tracker": {"improves": Activity.HUNTING},
    "dye-house": {"set": 2},
    "public-works": {"set": 3, "training": 1},
}
"""The values of single cards in the text."""
WORTH = {Activity.HUNTING: (1, 1), Activity.FARMING: (2, 1), Activity.MINING: (3, 2)}
"""The production and victory points of a worker on a plain tile."""


def _shape(components: Components, index: int, card: DevelopmentCard) -> str:
    abilities = (card.opens, card.improves, card.treasury, card.training, card.sells_points)
    able = any(a or (a == 0 and isinstance(a, Activity)) for a in abilities)
    gives = any(discount.of == index for discount in components.discounts)
    has = (card.pp, card.vp, card.storehouses, card.untrained + card.trained, able or gives)
    return f"{card.set}{card.type}" + "".join(
        letter if there else "-" for letter, there in zip("pvswa", has, strict=True)
    )


@component("box.pieces", nl=Cite("Spelmateriaal", "35 schijven (worden zowel gebruikt als"))
def pieces(components: Components) -> Iterator[str]:
    """There are 45 workers, 40 storehouses and 35 disks."""
    stock = components.stock
    if (stock.workers, stock.storehouses, stock.disks) != (45, 40, 35):
        yield f"there are {stock.workers} workers, {stock.storehouses} storehouses and {stock.disks} disks"


@component("box.development-cards", nl=Cite("Spelmateriaal", "48 ontwikkelingskaarten (worden geveild)"))
def development_cards(components: Components) -> Iterator[str]:
    """There are 48 development cards, three copies of each A kind and two of each B kind."""
    number = sum(COPIES.get(card.type, 0) for card in components.cards)
    if number != 48:
        yield f"there are {number} development cards; expected 48"


@component("box.card-shapes", nl=Cite(TABLE, "ontwikkelings- kaarten"))
def card_shapes(components: Components) -> Iterator[str]:
    """The table of the 19 kinds shows the set of each, and whether it has points, storehouses, workers or abilities."""
    found = Counter(_shape(components, index, card) for index, card in enumerate(components.cards))
    for shape in (found - SHAPES).elements():
        yield f"no kind of card is like {shape}"
    for shape in (SHAPES - found).elements():
        yield f"a kind of card like {shape} is missing"


@component("box.single-cards", nl=Cite(AUCTIONS, "wat 1 zegepunt oplevert"))
def single_cards(components: Components) -> Iterator[str]:
    """Cards whose values an example states have these values."""
    for card in components.cards:
        for field, value in STATED.get(card.id, {}).items():
            if getattr(card, field) != value:
                yield f"{card.id} has the {field} {getattr(card, field)}; expected {value}"


@component("box.discount-steps", nl=Cite(AUCTIONS, "Drie textielververs geven een korting"))
def discount_steps(components: Components) -> Iterator[str]:
    """Dyers take 4, 7 and 9 off the Dye House, a Prospector 1 off the Smelter, a Tracker 2 off the Caravan.

    A Shipyard makes Ships cheaper.
    """
    ids = [card.id for card in components.cards]
    stated = {("dyer", "dye-house"): (4, 7, 9), ("prospector", "smelter"): (1,), ("tracker", "caravan"): (2,)}
    given = {(ids[d.of], ids[on]): d.steps for d in components.discounts for on in d.on}
    for pair, steps in stated.items():
        if given.get(pair, ())[: len(steps)] != steps:
            yield f"{pair[0]} takes {given.get(pair, 'nothing')} off {pair[1]}; expected {steps}"
    if not any(given.get(("shipyard", "ships"), ())[:1]):
        yield "shipyard takes nothing off ships"


@component("box.production-cards", nl=Cite("Spelmateriaal", "40 (60) productiekaarten"))
def production_cards(components: Components) -> Iterator[str]:
    """There are 40 production cards; among their values are 4, 5 and 6."""
    counts = dict(components.production)
    if sum(counts.values()) != 40 or not all(counts.get(value) for value in (4, 5, 6)):
        yield f"there are {components.production} production cards; expected 40, with the values 4, 5 and 6"


@component("box.preset-cards", nl=Cite("Spelvoorbereiding", "met de waarde 5 te gebruiken"))
def preset_cards(components: Components) -> Iterator[str]:
    """There are also preset production cards of value 5, one for each player."""
    if components.presets[0] != 5 or components.presets[1] < 5:
        yield f"there are {components.presets[1]} preset cards of value {components.presets[0]}"


@component("box.tool-costs", nl=Cite("Arbeider inzetten", "2, 5, 8 of 11"))
def tool_costs(components: Components) -> Iterator[str]:
    """The tool costs of hunting, farming, mining and clothmaking are 2, 5, 8 and 11."""
    costs = tuple(tile.tool_cost for tile in components.tiles)
    if costs != (2, 5, 8, 11):
        yield f"the tool costs of {', '.join(ACTIVITIES)} are {costs}"


@component("box.workers-worth", nl=Cite("Arbeider verplaatsen", "mijnbouw 3 productiepunten oplevert"))
def workers_worth(components: Components) -> Iterator[str]:
    """A hunter is worth 1 PP and 1 VP, a farmer 2 and 1, a miner 3 and 2."""
    for activity, (pp, vp) in WORTH.items():
        tile = components.tiles[activity]
        if (*tile.levels[0], tile.vp) != (pp, pp, vp):
            yield f"a worker in {activity.word} is worth {tile.levels[0]} and {tile.vp}; expected {pp} and {vp}"


@component("box.improved-hunting", nl=Cite(AUCTIONS, "haar productie nu tot 4"))
def improved_hunting(components: Components) -> Iterator[str]:
    """Three hunters make 4 when hunting is improved, and 6 when it is advanced; only hunting and mining improve."""
    levels = components.tiles[Activity.HUNTING].levels
    if [2 * odd + even for odd, even in levels] != [3, 4, 6]:
        yield f"three hunters make {[2 * odd + even for odd, even in levels]}; expected 3, 4 and 6"
    for activity in (Activity.FARMING, Activity.CLOTHMAKING):
        if len(components.tiles[activity].levels) > 1:
            yield f"{activity.word} improves"


@component("box.storage", nl=Cite(AUCTIONS, "zijn drie schijven toegelaten"))
def storage(components: Components) -> Iterator[str]:
    """The treasury holds three disks at first, and training costs 2."""
    if (components.treasury, components.training) != (3, 2):
        yield f"the treasury holds {components.treasury} and training costs {components.training}; expected 3 and 2"
