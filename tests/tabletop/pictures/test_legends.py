"""The legend below a picture: each symbol, piece, color, letter and mark that the panels use, once, and nothing else.

The words are compared with tables written by hand; what has to be there is read from the panels themselves.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Any, NamedTuple
from xml.etree import ElementTree

import oh_my_goods.pictures
import phoenicia.pictures
import pytest
from oh_my_goods.rulebook import OH_MY_GOODS
from phoenicia.rulebook import PHOENICIA

from era_of_inventions import ERA, Area, pictures
from era_of_inventions.tabletop.play.game import Game
from tests.support.drawings import SVG, with_sources
from tests.support.positions import position

NAMES = ("Anna", "Bo", "Cy", "Di")
WORDS = {
    "era-of-inventions": {
        **{name: name for name in ("wood", "coal", "metal", "technology", "tool", "coin", "influence", "pawn")},
        "cog": "development cog",
        "cube": "cube of any kind",
        "choice": "cube of choice",
        "bonus": "bonus disc",
        "scroll": "patent",
        "hand": "action disc in hand",
        "box": "invention marker left",
        "start": "start player",
        "disc": "action disc",
        "marker": "invention marker",
        "patent": "patent marker",
    },
    "oh-my-goods": {
        "wood": "wood, green buildings",
        "grain": "grain, yellow buildings",
        "clay": "clay, red buildings",
        "wool": "wool, white buildings",
        "stone": "stone, gray buildings",
        "any": "any raw material",
        "blue": "charburner",
        "good": "good, a card face down",
        "sun": "half sun",
    },
    "phoenicia": {
        "pp": "production points",
        "vp": "victory points",
        "storehouses": "storehouse",
        "untrained": "untrained worker",
        "trained": "trained worker",
        "disk": "disk",
        "tool": "tool that waits",
        "card": "production card",
    },
}
MARKS = {
    "°": "assumed: in no rulebook; after a name, all its numbers",
    "*": "reported: in no rulebook; after a name, all its numbers",
}
LETTERS = {"O": "official card", "F": "fake card", "S": "start card"}
GAMES = {"era-of-inventions": ERA, "oh-my-goods": OH_MY_GOODS, "phoenicia": PHOENICIA}
PICTURES: dict[str, Any] = {
    "era-of-inventions": pictures.PICTURES,
    "oh-my-goods": oh_my_goods.pictures.PICTURES,
    "phoenicia": phoenicia.pictures.PICTURES,
}


class Key(NamedTuple):
    """A color, the letter on its piece, and whose it is."""

    color: str
    letter: str
    name: str


class Legend(NamedTuple):
    """What a legend explains, each in its order."""

    symbols: list[tuple[str, str]]
    keys: list[Key]
    marks: list[tuple[str, str]]


def split(drawing: object) -> tuple[list[ElementTree.Element], ElementTree.Element | None]:
    """The panels of a picture, and its legend."""
    groups = [group[1] for group in ElementTree.fromstring(str(drawing)) if group.tag == f"{SVG}g"]
    legends = [group for group in groups if group.get("transform") == "translate(10 10)"]
    return [group for group in groups if group not in legends], legends[0] if legends else None


def symbol(use: ElementTree.Element) -> str:
    return use.get("href", "").partition("-")[2]


def read(legend: ElementTree.Element | None) -> Legend:
    """A legend: before the words of each entry stands what they explain."""
    found = Legend([], [], [])
    entries = list(legend) if legend is not None else []
    for drawn, words in zip(entries[::2], entries[1::2], strict=True):
        text = words.text or ""
        if drawn.tag == f"{SVG}text":
            found.marks.append((drawn.text or "", text))
        elif drawn.get("class") == "key":
            found.keys.append(Key(drawn.get("fill", ""), drawn[-1].text or "", text))
        else:
            found.symbols.append((symbol(drawn if drawn.tag == f"{SVG}use" else drawn[0]), text))
    return found


def pieces(panels: list[ElementTree.Element]) -> set[Key]:
    """The colors of the pieces on the table, by the titles that say whose they are."""
    groups = [group for panel in panels for group in panel.iter(f"{SVG}g") if group.get("fill")]
    return {
        Key(group.get("fill", ""), group[-1].text or "", (group[0].text or "").partition(":")[0])
        for group in groups
        if group[0].tag == f"{SVG}title"
    }


@cache
def states(game: str) -> tuple[Any, ...]:
    """A few positions of a game, with everything a player can have in some of them."""
    rulebook: Any = GAMES[game]
    rng = random.Random(5)
    playing: Game[Any, Any] = Game(rulebook, 4)
    state = rulebook.samples.enrich(playing.deal(playing.new(1), rng), rng)
    found = []
    for number in range(90):
        if not (legal := playing.legal_moves(state)):
            break
        if number % 30 == 29:
            found.append(state)
        state = playing.deal(playing.play(state, rulebook.samples.choose(legal, rng)), rng)
    return tuple(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_legend_explains_each_thing_that_is_drawn_once(game: str) -> None:
    pictures, explained = PICTURES[game], Counter[str]()
    for state in states(game):
        for parts in (pictures.parts, *((part,) for part in pictures.parts)):
            panels, below = split(pictures.svg(state, parts=parts, names=NAMES))
            legend = read(below)
            used = {symbol(use) for panel in panels for use in panel.iter(f"{SVG}use")}
            assert Counter(name for name, _ in legend.symbols) == Counter(used)
            assert legend.symbols == [(name, WORDS[game][name]) for name, _ in legend.symbols]
            explained.update(used)
    assert len(explained) > len(WORDS[game]) / 2


@pytest.mark.parametrize("game", GAMES)
def test_a_legend_explains_each_mark_that_is_drawn_once(game: str) -> None:
    pictures = PICTURES[game]
    for state in states(game)[:1]:
        for place in list(state.components.provenance)[::40]:
            sourced = with_sources(state, [(place, "assumed")])
            panels, below = split(pictures.svg(sourced, names=NAMES))
            drawn = "".join(text.text or "" for panel in panels for text in panel.iter(f"{SVG}text"))
            marks = {mark: words for mark, words in read(below).marks if mark in MARKS}
            assert marks == ({"°": MARKS["°"]} if "°" in drawn else {})


def colored(*parts: str) -> tuple[set[Key], Legend]:
    """What is drawn and explained of a market with discs of Anna and Cy, and another area with one of Cy and of Di."""
    discs = {0: [Area.MARKET], 2: [Area.MARKET, Area.BUY], 3: [Area.BUY]}
    state = position(4, seat=3, start=1, discs=discs, influence={0: 3, 1: 4, 2: 5, 3: 6})
    panels, below = split(pictures.svg(state, parts=parts, names=NAMES))
    return pieces(panels), read(below)


def test_a_legend_has_the_names_of_those_whose_pieces_are_drawn() -> None:
    """Bo has no disc in any area. Where the status is drawn, it has all the names itself."""
    drawn, legend = colored("areas")
    assert [(key.letter, key.name) for key in legend.keys] == [("A", "Anna"), ("C", "Cy"), ("D", "Di")]
    assert len({key.color for key in legend.keys}) == 3
    assert {*legend.keys} == drawn
    assert legend.symbols == [("disc", "action disc")]
    every, track = colored("influence")
    assert [key.name for key in track.keys] == [*NAMES]
    assert {*track.keys} == every


@pytest.mark.parametrize("parts", [("market",), ("status", "areas"), ("status",)], ids=" ".join)
def test_a_legend_has_no_names_where_no_piece_is_drawn_or_all_are_named(parts: tuple[str, ...]) -> None:
    assert colored(*parts)[1].keys == []


def test_a_legend_says_what_the_letters_on_cards_mean() -> None:
    letters = set()
    for state in states("era-of-inventions"):
        for part in ("display", "factories", "mats"):
            if part in pictures.PARTS:
                _, below = split(pictures.svg(state, parts=(part,), names=NAMES))
                letters |= {(mark, words) for mark, words in read(below).marks if mark not in MARKS}
    assert letters
    assert letters <= {*LETTERS.items()}


def test_nothing_is_below_a_picture_that_has_nothing_to_explain() -> None:
    drawing = pictures.svg(with_sources(position(3)), parts=("areas",))
    assert split(drawing)[1] is None
    assert not re.search("assumed|reported", str(drawing))
