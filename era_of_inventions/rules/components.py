"""The material in the box.

What the rulebooks state about cards, board and supplies, and so what every set of
components must agree with.
"""

from __future__ import annotations

from era_of_inventions.box.components import CardKind, Components, Reward
from era_of_inventions.box.goods import CUBES, Good, only, pack, show
from era_of_inventions.rules.develop import COGS_MAX
from era_of_inventions.rules.facts import (
    INVENTIONS,
    Problems,
    cost_outside,
    developable,
    invention,
    supply,
    takes,
)
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import component, definition


@definition(
    "components.display-rows",
    nl=Cite("Voorbereiding van het spel", "leg 7 kaarten op de daartoe"),
    de=Cite("Spielvorbereitung", "auf die sieben freien Erfindungsfelder"),
    en=Cite("Setup", "first three cards from right to"),
)
def display_rows() -> tuple[int, int, int]:
    """Inventions have seven spaces, three below and four above, and factories five; each path ends in three exits."""
    return 7, 5, 3


@component(
    "components.nine-inventions",
    nl=Cite("Uitvindingen ontwikkelen", "uitvindingen zijn tweemaal op het spelbord"),
    de=Cite("Erfindungen machen", "Alle Erfindungen sind zweimal auf dem"),
    en=Cite("Develop Inventions", "any of the 9 inventions displayed"),
)
def nine_inventions(components: Components) -> Problems:
    """There are nine inventions, each twice on the board: as an original and as a technical space."""
    if len(components.inventions) != len(INVENTIONS):
        yield f"there are {len(components.inventions)} inventions; expected {len(INVENTIONS)}"
    for name in components.inventions:
        if name not in INVENTIONS:
            yield f"{name!r} is none of the inventions: {', '.join(INVENTIONS)}"
    if len(components.spaces) != 2 * len(components.inventions):
        yield f"there are {len(components.spaces)} development spaces; expected 2 for each invention"
    for index, space in enumerate(components.spaces):
        if (space.invention, space.technical) != divmod(index, 2):
            yield f"space {index + 1} is {components.space_name(index)}; expected originals and technicals in turn"


@component(
    "components.invention-cards",
    nl=Cite("Voorbereiding van het spel", "Sorteer de 27 uitvindingskaarten op uitvinding"),
    de=Cite("Spielmaterial", "27 Erfindungskarten"),
    en=Cite("Components", "27 Invention cards"),
)
def invention_cards(components: Components) -> Problems:
    """There are twenty-seven invention cards: three for each invention."""
    for index, name in enumerate(components.inventions):
        number = components.cards_of(index).bit_count()
        if number != 3:
            yield f"{name} has {number} cards; expected 3"


@component(
    "components.official-fake-split",
    nl=Cite("Uitvindingen ontwikkelen", "2 van de 3 van elk"),
    de=Cite("Erfindungen machen", "Auf zwei von drei Erfindungskarten"),
    en=Cite("Develop Inventions", "two of the three invention cards"),
)
def official_fake_split(components: Components) -> Problems:
    """Of an invention's three cards two are official, with a full cost, and one is a fake, with question marks."""
    for index, name in enumerate(components.inventions):
        fakes = sum(
            card.invention == index and card.kind is CardKind.FAKE
            for card in components.cards
        )
        if fakes != 1:
            yield f"{name} has {fakes} fake cards; expected 1"


@component(
    "components.start-cards",
    nl=Cite("Inhoud en doel van het spel", "met een 'S' in de hoeken"),
    de=Cite("Spielmaterial", "12 Start-Erfindungskarten"),
    en=Cite("Components", "12 Start-Invention cards"),
)
def start_cards(components: Components) -> Problems:
    """There are twelve start cards, which belong to no invention and are marked as neither official nor fake."""
    number = components.start_cards.bit_count()
    if number != 12:
        yield f"there are {number} start cards; expected 12"
    for card in components.cards:
        if (card.kind is CardKind.START) is not (card.invention is None):
            yield f"card {card.id} must belong to an invention exactly if it is no start card"


@component(
    "components.factory-cards",
    nl=Cite("Inhoud en doel van het spel", "29 fabriekskaarten"),
    de=Cite("Spielmaterial", "29 Fabrikkarten"),
    en=Cite("Components", "29 Factory cards"),
)
def factory_cards(components: Components) -> Problems:
    """There are twenty-nine factories: one start factory for each of five colors, and twenty-four others."""
    if len(components.factories) != 24:
        yield f"there are {len(components.factories)} factories for the deck; expected 24"


@component(
    "components.start-factory",
    nl=Cite("Voorbereiding van het spel", "Deze fabriek produceert 1 hout"),
    de=Cite("Spielvorbereitung", "Diese Fabrik produziert 1 Holz"),
    en=Cite("Setup", "This factory produces 1 wood"),
)
def start_factory(components: Components) -> Problems:
    """A start factory yields one wood."""
    if components.start_factory.output != pack({Good.WOOD: 1}):
        yield f"the start factory yields {show(components.start_factory.output)}; expected 1 wood"


@component(
    "components.card-anatomy",
    nl=Cite("Uitvindingen produceren", "onderkant van elke kaart. De opbrengst"),
    de=Cite("Erfindungen produzieren", "oben auf der Erfindungskarte abgebildeten Ertrag"),
    en=Cite("Build Factories", "At the bottom of each card"),
)
def card_anatomy(components: Components) -> Problems:
    """Every factory and invention card shows a cost at the bottom and a yield on top."""
    for factory in components.factories:
        if not factory.cost:
            yield f"factory {factory.id} shows no cost"
        if not factory.output:
            yield f"factory {factory.id} shows no output"
    for card in components.cards:
        if not card.cost and not card.question_marks:
            yield f"card {card.id} shows no cost"
        if card.profit == Reward():
            yield f"card {card.id} shows no profit"


@component(
    "components.space-anatomy",
    nl=Cite("Uitvindingen ontwikkelen", "bovenaan in het blauw het aantal"),
    de=Cite("Erfindungen machen", "Unter den Kosten in Entwicklungssteinen"),
    en=Cite("Develop Inventions", "three numbers and a patent symbol"),
)
def space_anatomy(components: Components) -> Problems:
    """Every space shows the cogs to pay, the influence for developing, and the income when another player produces."""
    for index, space in enumerate(components.spaces):
        name = components.space_name(index)
        if space.cogs < 1:
            yield f"{name} costs {space.cogs} cogs; expected at least 1"
        if space.influence < 1:
            yield f"{name} gives {space.influence} influence; expected at least 1"
        if space.income == Reward():
            yield f"{name} shows no income"


@component(
    "components.affordable",
    nl=Cite("Uitvindingen ontwikkelen", "maximaal 7 ontwikkelingsblokjes in 1 actie"),
    de=Cite("Erfindungen machen", "maximal 7 Entwicklungssteine während einer Aktion"),
    en=Cite("Develop Inventions", "more than 7 development cogs in"),
)
def affordable(components: Components) -> Problems:
    """No space costs more than the seven cogs that may be spent in one action."""
    for index, space in enumerate(components.spaces):
        if space.cogs > COGS_MAX:
            yield f"{components.space_name(index)} costs {space.cogs} cogs; at most {COGS_MAX} can be spent"


@component(
    "components.factory-costs",
    nl=Cite("Het bouwen van fabrieken", "houtblokjes en eventueel steenkoolblokjes"),
    en=Cite("Build Factories", "in wood and/or coal"),
)
def factory_costs(components: Components) -> Problems:
    """Factories cost wood or coal or both, as the card shows."""
    for factory in components.factories:
        if only(factory.cost, (Good.WOOD, Good.COAL)) != factory.cost:
            yield f"factory {factory.id} costs {show(factory.cost)}; expected only wood and coal"


@component(
    "components.influence-factory", nl=Cite("Het bouwen van fabrieken", "deze speler meteen")
)
def influence_factory(components: Components) -> Problems:
    """There is a factory that gives one influence at once when it is built."""
    if not any(factory.influence == 1 for factory in components.factories):
        yield "no factory shows the sign of 1 influence"


@component(
    "components.card-costs",
    nl=Cite("Uitvindingen produceren", "grondstoffen aan de algemene voorraad af"),
    de=Cite("Erfindungen produzieren", "benötigten Rohstoffquader in den allgemeinen"),
    en=Cite("Develop Inventions", "resource cubes and/or gold coins"),
)
def card_costs(components: Components) -> Problems:
    """Inventions cost cubes, and coins where an official card shows them; never development cogs."""
    for card in components.cards:
        kinds = (*CUBES, Good.COIN) if card.kind is CardKind.OFFICIAL else CUBES
        yield from cost_outside(card, kinds)


@component(
    "components.no-wood",
    nl=Cite("Uitvindingen ontwikkelen", "mogen dus geen houtblokjes gebruiken"),
    de=Cite("Erfindungen machen", "nur Metallquader, Technikquader, Werkzeugquader und"),
    en=Cite("Develop Inventions", "Only metal cubes, technology cubes, tool"),
)
def no_wood(components: Components) -> Problems:
    """Wood never pays for an invention."""
    for card in components.cards:
        if only(card.cost, (Good.WOOD,)):
            yield f"card {card.id} costs {show(card.cost)}; wood never pays for an invention"


@component(
    "components.card-profits",
    nl=Cite("Uitvindingen produceren", "dit kunnen gouden munten, ontwikkelingsblokjes of"),
    de=Cite("Erfindungen produzieren", "Münzen oder Entwicklungssteine nimmt er"),
    en=Cite("Produce Inventions", "may be gold coins, development cogs"),
)
def card_profits(components: Components) -> Problems:
    """The profit of a card is coins, development cogs or influence."""
    for card in components.cards:
        if only(card.profit.goods, (Good.COIN, Good.COG)) != card.profit.goods:
            yield f"card {card.id} yields {show(card.profit.goods)}; expected coins, cogs or influence"


@component(
    "components.fake-costs",
    nl=Cite("Uitvindingen ontwikkelen", "de steeds verplichte hoeveelheid steenkoolblokjes"),
    de=Cite("Erfindungen machen", "die vorgegebene Menge Kohlequader"),
    en=Cite("Develop Inventions", "the required quantity of coal cubes"),
)
def fake_costs(components: Components) -> Problems:
    """A fake card shows question marks and a fixed amount of coal; the others show their cost in full."""
    for card in components.cards:
        if card.kind is CardKind.FAKE:
            if not card.question_marks:
                yield f"fake card {card.id} shows no question mark"
            if not card.cost:
                yield f"fake card {card.id} shows no coal"
            yield from cost_outside(card, (Good.COAL,))
        elif card.question_marks:
            yield f"card {card.id} shows question marks, but is no fake"


@component(
    "components.original-income",
    nl=Cite(
        "Uitvindingen ontwikkelen",
        "uitvindingen ontvangt Groen invloedspunten, bij doorontwikkelde",
    ),
)
def original_income(components: Components) -> Problems:
    """Original spaces pay their owner influence."""
    for index, space in enumerate(components.spaces):
        if not space.technical and space.income.goods:
            yield f"{components.space_name(index)} pays {show(space.income.goods)}; expected influence"


@component(
    "components.technical-income",
    nl=Cite("Uitvindingen ontwikkelen", "uitvindingen gouden munten uit de algemene"),
)
def technical_income(components: Components) -> Problems:
    """Technical spaces pay their owner coins."""
    for index, space in enumerate(components.spaces):
        if space.technical and (
            space.income.influence
            or only(space.income.goods, (Good.COIN,)) != space.income.goods
        ):
            yield f"{components.space_name(index)} pays something other than coins"


@component(
    "components.patent-squares",
    nl=Cite("Patenten vastleggen", "kan iedere speler maximaal 6 patenten"),
    de=Cite("Patente anmelden", "jeder Spieler maximal 6 Patente anmelden"),
    en=Cite("Register Patents", "register only up to 6 patents"),
)
def patent_squares(components: Components) -> Problems:
    """The patent track has six squares above the start."""
    if len(components.patent_squares) != 6:
        yield f"there are {len(components.patent_squares)} patent squares; expected 6"


@component(
    "components.first-two-squares",
    nl=Cite("De voordelen op het telspoor", "zijn tweede kost 2 gouden munten"),
)
def first_two_squares(components: Components) -> Problems:
    """The first patent square costs 1 coin, the second 2, and each gives 1 influence."""
    for index, square in enumerate(components.patent_squares[:2]):
        if (square.coins, square.influence) != (index + 1, 1):
            printed = f"{square.coins} coins and gives {square.influence} influence"
            yield f"patent square {index + 1} costs {printed}; expected {index + 1} and 1"


@component(
    "components.known-signs",
    nl=Cite("De voordelen op het telspoor", "vak met 9 invloedspunten. Hier staat"),
)
def known_signs(components: Components) -> Problems:
    """The influence track shows a tool on 6, metal on 7, a coin on 9 and wood on 11."""
    signs = dict(components.signs)
    for space, good in ((6, Good.TOOL), (7, Good.METAL), (9, Good.COIN), (11, Good.WOOD)):
        if signs.get(space) is not good:
            found = signs[space].word if space in signs else "nothing"
            yield f"track space {space} shows {found}; expected {good.word}"


@component(
    "components.sign-kinds",
    nl=Cite("De voordelen op het telspoor", "het symbool voor een van de"),
    de=Cite("Die Vorteile auf der Einflussleiste", "das Symbol einer der Rohstoffe oder"),
    en=Cite("Symbols on the Influence Points Track", "symbols of resources or gold coins"),
)
def sign_kinds(components: Components) -> Problems:
    """Signs show resources or coins, and stand on the track."""
    spaces = [space for space, _ in components.signs]
    for space in sorted({space for space in spaces if spaces.count(space) > 1}):
        yield f"track space {space} has more than one sign"
    for space, good in components.signs:
        if good is Good.COG:
            yield f"track space {space} shows a development cog; expected a resource or a coin"
        if not 0 < space <= components.track_end:
            yield f"track space {space} has a sign; the track runs from 0 to {components.track_end}"


@component(
    "components.two-coal-houses",
    nl=Cite("Voorbereiding van het spel", "de loodsen waarin steenkool wordt opgeslagen"),
    de=Cite("Spielvorbereitung", "die beiden Kohle-Lagerhallen gelegt"),
    en=Cite("Setup", "each of the coal storage houses"),
)
def two_coal_houses(components: Components) -> Problems:
    """There are two coal storage houses."""
    number = sum(source.coal_house for source in components.sources)
    if number != 2:
        yield f"there are {number} coal storage houses; expected 2"


@component(
    "components.ships-and-houses",
    nl=Cite("Voorbereiding van het spel", "2 grondstoffen van de juiste soort"),
    de=Cite("Spielvorbereitung", "jeweils 2 Rohstoffquader der abgebildeten Sorte"),
    en=Cite("Setup", "2 of the correct resource type"),
)
def ships_and_houses(components: Components) -> Problems:
    """There are ships, and storage houses besides those for coal; each holds one kind of cubes."""
    if not any(not source.house for source in components.sources):
        yield "there is no ship"
    if not any(source.house and not source.coal_house for source in components.sources):
        yield "there is no storage house besides those for coal"
    for source in components.sources:
        if source.good not in CUBES:
            yield f"{source.id} holds {source.good.word}; expected a kind of cubes"


@component(
    "components.bonus-discs",
    nl=Cite("Inhoud en doel van het spel", "20 zwarte bonus"),
    de=Cite("Spielmaterial", "20 schwarze Bonus-Aktionsscheiben"),
    en=Cite("Components", "20 Black Bonus Action Tokens"),
)
def bonus_discs(components: Components) -> Problems:
    """There are twenty bonus discs."""
    if components.bonus_discs != 20:
        yield f"there are {components.bonus_discs} bonus discs; expected 20"


@component(
    "components.markers",
    nl=Cite("Inhoud en doel van het spel", "75 uitvindingsmarkers"),
    de=Cite("Spielmaterial", "75 Erfindungssteine (15 pro Spielerfarbe)"),
    en=Cite("Components", "75 Invention Markers (15 in each"),
)
def markers(components: Components) -> Problems:
    """Each player has fifteen invention markers."""
    if components.markers != 15:
        yield f"each player has {components.markers} markers; expected 15"


@component(
    "components.coins",
    nl=Cite("Inhoud en doel van het spel", "40 gouden muntjes"),
    de=Cite("Spielmaterial", "40 Münzen"),
    en=Cite("Components", "40 Gold coins"),
)
def coins(components: Components) -> Problems:
    """There are forty coins."""
    yield from supply(components, 40, Good.COIN)


@component(
    "components.fine-cubes",
    nl=Cite("Inhoud en doel van het spel", "20 gereedschapsblokjes (wit)"),
    de=Cite("Spielmaterial", "20 Technikquader (lila) und 20 Metallquader"),
    en=Cite("Components", "20 Tool Cubes (white)"),
)
def fine_cubes(components: Components) -> Problems:
    """Of tools, technology and metal there are fifteen small and five large cubes each, worth thirty."""
    yield from supply(components, 30, Good.TOOL, Good.TECHNOLOGY, Good.METAL)


@component(
    "components.bulk-cubes",
    nl=Cite("Inhoud en doel van het spel", "22 steenkoolblokjes (zwart)"),
    de=Cite("Spielmaterial", "22 Kohlequader (schwarz) und 22 Holzquader"),
    en=Cite("Components", "22 Coal Cubes (black)"),
)
def bulk_cubes(components: Components) -> Problems:
    """Of coal and wood there are fifteen small and seven large cubes each, worth thirty-six."""
    yield from supply(components, 36, Good.COAL, Good.WOOD)


@component(
    "components.cogs",
    nl=Cite("Inhoud en doel van het spel", "20 ontwikkelingsblokjes"),
    de=Cite("Spielmaterial", "20 Entwicklungssteine (blau und achteckig)"),
    en=Cite("Components", "20 Development Cogs (Blue Octagonal)"),
)
def cogs(components: Components) -> Problems:
    """There are fifteen small and five large development cogs, worth thirty."""
    yield from supply(components, 30, Good.COG)


@component(
    "components.sewing-machine",
    nl=Cite("Uitvindingen ontwikkelen", "Geel heeft 1 ontwikkelingspunt en brengt"),
)
def sewing_machine(components: Components) -> Problems:
    """The original sewing machine costs 1 cog, gives 1 influence and pays 1 influence."""
    index = developable(components, "sewing machine")
    if index is None:
        yield "there is no 'sewing machine' with two spaces"
        return
    space = components.spaces[2 * index]
    if (space.cogs, space.influence, space.income) != (1, 1, Reward(influence=1)):
        yield "sewing machine differs from 1 cog, 1 influence, income 1 influence"


@component(
    "components.train-and-car",
    nl=Cite("Uitvindingen ontwikkelen", "de stoomtrein 4 en de auto"),
    de=Cite("Erfindungen machen", "die Dampflokomotive 4"),
    en=Cite("Develop Inventions", "the train 4"),
)
def train_and_car(components: Components) -> Problems:
    """A space of the steam train costs 4 cogs and a space of the car 3."""
    for name, number in (("steam train", 4), ("car", 3)):
        index = developable(components, name)
        if index is None:
            yield f"there is no {name!r} with two spaces"
        elif number not in (
            components.spaces[2 * index].cogs,
            components.spaces[2 * index + 1].cogs,
        ):
            yield f"no space of the {name} costs {number} cogs"


@component(
    "components.worked-cards",
    nl=Cite("De voordelen op het telspoor", "Oranje produceert eerst de telefoon"),
)
def worked_cards(components: Components) -> Problems:
    """Metal, technology, tool, 2 coal make a telephone (3 influence); metal, technology, coal a cash register (2)."""
    telephone = pack({Good.METAL: 1, Good.TECHNOLOGY: 1, Good.TOOL: 1, Good.COAL: 2})
    register = pack({Good.METAL: 1, Good.TECHNOLOGY: 1, Good.COAL: 1})
    for name, paid, influence in (
        ("telephone", telephone, 3),
        ("cash register", register, 2),
    ):
        index = invention(components, name)
        cards = [
            card
            for card in components.cards
            if card.invention == index and card.kind is not CardKind.START
        ]
        if not any(
            takes(card, paid) and card.profit == Reward(influence=influence) for card in cards
        ):
            yield f"no card of the {name}, official or fake, takes {show(paid)} for {influence} influence"
