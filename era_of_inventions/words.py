"""Other words for the things of the game, from the rulebooks in three languages and from players.

They are understood in everything people write, and never printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from era_of_inventions.tabletop.values import other_words

FOR_AREAS: Final = other_words(
    {
        "build": "a, build a factory, bouwen, bauen",
        "goods": "b, produce goods, run factories, factories, produce resources",
        "buy": "c, buy loads, loads, resources, kopen, kaufen",
        "produce": "d, inventions, produceren, produzieren",
        "market": "e, trade, exchange, trading, markt, ruilmarkt, tauschmarkt",
        "develop": "f, develop inventions, patent, patents, register patents, ontwikkelen, erfinden",
    }
)
FOR_GOODS: Final = other_words(
    {
        "wood": "timber, lumber, hout, holz",
        "coal": "steenkool, kohle",
        "metal": "iron, steel, metaal, metall",
        "technology": "tech, techniek, technik",
        "tool": "tools, gereedschap, werkzeug, werkzeuge",
        "coin": "coins, gold, gold coin, gold coins, money, munt, munten, goud, goudmunt, goudmunten, "
        "geld, münze, münzen, goldmünze, goldmünzen",
        "cog": "cogs, development cog, development cogs, gear, gears, cogwheel, tandwiel, tandwielen, zahnrad, "
        "zahnräder, ontwikkelingsblokje, ontwikkelingsblokjes, entwicklungsstein, entwicklungssteine",
    }
)
FOR_INVENTIONS: Final = other_words(
    {
        "airplane": "plane, aeroplane, vliegtuig, flugzeug",
        "camera": "fotocamera, fototoestel, fotoapparat, kamera",
        "car": "auto, automobile",
        "cash register": "till, kassa, kasse",
        "gramophone": "record player, grammofoon, grammofon, grammophon",
        "sewing machine": "naaimachine, nähmaschine",
        "steam train": "steam engine, train, locomotive, stoomtrein, dampflokomotive",
        "telephone": "phone, telefoon, telefon",
        "typewriter": "typemachine, schreibmaschine",
        "light bulb": "lamp, bulb, gloeilamp, glühbirne",
        "pocket watch": "watch, zakhorloge, taschenuhr",
    }
)
INFLUENCE: Final = "influence points, influence point, victory points, victory point, vp, points, invloed, einfluss"
BONUS_DISCS: Final = "bonus disc, bonus tokens, bonus token, bonus action tokens, bonus action token, bonusschijf"
FOR_GAINS: Final = other_words(
    {"influence": INFLUENCE, "bonus disc": f"bonus discs, {BONUS_DISCS}"}
)
"""Other words for what an exchange can yield besides goods."""
FOR_PHASES: Final = other_words(
    {
        "setup-factories": "setup",
        "placement": "place, placing, placing discs",
        "choice": "choose, resolve, choosing a disc",
        "bonus-action": "bonus",
        "final-market": "last market, final exchange",
        "game-over": "over, end of the game",
    }
)
FOR_SIDES: Final = {
    "": ("original", "gold", "golden", "origineel", "originele"),
    " technical": (
        "technical",
        "silver",
        "improved",
        "further developed",
        "doorontwikkeld",
        "doorontwikkelde",
    ),
}
"""Other words for the spaces of an invention, by the end of their names."""
FOR_MOVES: Final = other_words(
    {
        "place": "put, put disc on, put a disc on, place on, place disc on, place a disc on, plaats, setze",
        "resolve": "execute, activate, take up, carry out, voer uit, führe aus",
        "withdraw": "decline, forfeit, waive, take back",
        "build": "build factory, bouw, baue",
        "run all": "run all factories, run factories",
        "run": "run factory",
        "buy": "purchase, buy load of, buy load, buy the load of, koop, kaufe",
        "produce": "make, manufacture, produceer, maak, produziere",
        "take cog": "take a cog, take one cog, take free cog, take the free cog, take development cog, "
        "neem tandwiel, nimm zahnrad",
        "exchange": "trade, swap, change, ruil, tausche",
        "develop": "invent, ontwikkel, entwickle, erfinde",
        "patent": "register, register patent, register patent on, register patent for, buy patent, buy patent on, "
        "patent on, patenteer, registreer, patentiere",
        "use bonus disc": "bonus disc, use disc, use a bonus disc, put down bonus disc, play bonus disc, "
        "use bonus action token, bonus action",
        "end action": "done, finish action, stop, klaar, fertig",
        "end turn": "pass, done with turn, finish turn, pas, passe",
    }
)


def for_spaces(setting: Any) -> Iterator[tuple[str, str]]:
    """Yield other words for spaces: ``silver camera`` for ``camera technical``."""
    for invention, called in _inventions(setting.components.inventions):
        for end, words in FOR_SIDES.items():
            space = f"{invention}{end}"
            yield f"{called}{end}", space
            for word, form in product(
                words, ("{0} {1}", "{1} {0}", "{1} {0} space", "{1} space of {0}")
            ):
                yield form.format(called, word), space


def for_cards(setting: Any) -> Iterator[tuple[str, str]]:
    """Yield other words for invention cards: ``fake phone`` for ``telephone-fake``."""
    ids = [card.id for card in setting.components.cards]
    for invention, called in _inventions(FOR_INVENTIONS.values()):
        head = f"{invention.replace(' ', '-')}-"
        for id_ in ids:
            if id_.startswith(head):
                rest = id_.removeprefix(head)
                yield f"{called} {rest}", id_
                if not rest.isdecimal():
                    yield f"{rest} {called}", id_


def _inventions(names: Any) -> Iterator[tuple[str, str]]:
    """Yield inventions, each with its own name and with every other word for it."""
    known = dict.fromkeys(names)
    yield from ((name, name) for name in known)
    yield from ((name, word) for word, name in FOR_INVENTIONS.items() if name in known)
