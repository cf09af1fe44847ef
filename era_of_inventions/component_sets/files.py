"""Component sets as TOML files, and the check of sets against the rulebooks.

A file holds every number printed on the cards and the board, and the source of each; see `SourcedTable`. Names and ids
are labels and have no source.

The key path of a value, in messages and in `Components.provenance`, identifies cards, factories and loads by their id:
``card.telephone-1.cost``, ``invention.car.original.cogs``, ``patent_square[3].coins``, ``track.signs.6``.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from era_of_inventions.model.components import (
    ID,
    NAME,
    TRACK_MAX,
    CardKind,
    Components,
    InventionCard,
    Space,
)
from era_of_inventions.model.goods import GOODS, Good, show
from era_of_inventions.rulebook import LAW
from era_of_inventions.tabletop.components import ComponentSets, OwnTables
from era_of_inventions.tabletop.components.checks import repeated
from era_of_inventions.tabletop.components.declared import Printed, form_of
from era_of_inventions.tabletop.components.schemas import SOURCE, of_thing, value
from era_of_inventions.tabletop.components.table import SourcedTable
from era_of_inventions.tabletop.errors import Code, GameError, InputProblem
from era_of_inventions.tabletop.fields import Choice, Maybe, Terms
from era_of_inventions.tabletop.fields.domains import Schema
from era_of_inventions.tabletop.fields.schemas import key, table, tables
from era_of_inventions.tabletop.law.verdict import Problem

SIGN = Printed(Maybe(Choice(GOODS), None), "the sign on the space")
END: Any = form_of(Components).entries["track_end"]
START_CARD = {"kind": CardKind.START, "invention": None}
NO_MARKS = {"question_marks": 0}


def check_components(components: Components) -> tuple[Problem, ...]:
    """The contradictions between a set and the rulebooks, each with its clause."""
    return LAW.disagreements(SETS.resolve(components))


# --- Inventions with their spaces and cards, start cards, and the influence track -------------------------------------


def _read(top: SourcedTable) -> Mapping[str, Any]:
    ids: set[str] = set()
    spaces: list[Space] = []
    cards: list[InventionCard] = []
    inventions: list[str] = []
    for index, (name, invention) in enumerate(top.labeled("invention", NAME, set(), name="name")):
        inventions.append(name)
        for key_ in ("original", "technical"):
            space = invention.table(key_)
            spaces.append(space.thing(Space, {"invention": index, "technical": key_ == "technical"}))
            space.reader.close()
        cards += _cards(invention, "card", ids, {"invention": index})
    cards += _cards(top, "start_card", ids, START_CARD)
    track = top.table("track")
    signs, end = _signs(track.table("signs")), track.value(END)
    track.reader.close()
    return {
        "inventions": tuple(inventions),
        "spaces": tuple(spaces),
        "cards": tuple(cards),
        "signs": signs,
        "track_end": end,
    }


def _cards(above: SourcedTable, key_: str, ids: set[str], given: Mapping[str, Any]) -> Iterator[InventionCard]:
    for id_, table_ in above.labeled(key_, ID, ids, group="card"):
        card = table_.thing(InventionCard, {"id": id_, **given}, NO_MARKS)
        if card.kind is CardKind.FAKE and not table_.reader.has("question_marks"):
            message = "is missing; expected the number of question marks of a fake"
            table_.reader.note("question_marks", Code.MISSING, message)
        yield card


def _signs(table_: SourcedTable) -> tuple[tuple[int, Good], ...]:
    signs = {}
    for space in table_.reader:
        if space in SOURCE:
            continue
        good = table_.value(attrs.evolve(SIGN, key=space))
        if not re.fullmatch("[1-9][0-9]{0,2}", space) or int(space) > TRACK_MAX:
            message = f"is not a space of the track; expected a whole number from 1 to {TRACK_MAX}"
            table_.reader.note(space, Code.UNKNOWN_KEY, message)
        elif good is not None:
            signs[int(space)] = good
    table_.keep(table_.reader.place, table_.scope)  # for the spaces that are not listed
    return tuple(sorted(signs.items()))


def _schema() -> Mapping[str, Schema]:
    space = of_thing(Space, {"invention", "technical"})
    card = of_thing(InventionCard, {"invention"}, NO_MARKS)
    start_card = of_thing(InventionCard, START_CARD, NO_MARKS)
    invention = {
        "name": key("the name of the invention", NAME.schema(Terms())),
        "original": key("the original space of the invention", space),
        "technical": key("the technical space of the invention", space),
        "card": key("the cards of the invention", tables(card)),
    }
    signs = {**table(SOURCE), "patternProperties": {"^[1-9][0-9]{0,2}$": value(SIGN)}}
    track = {"end": value(END), "signs": key("what the signs give, by space", signs)}
    return {
        "invention": key("the inventions with their spaces and cards", tables(table(SOURCE, invention), 1)),
        "start_card": key("the start cards", tables(start_card, 1)),
        "track": key("the influence track", table(SOURCE, track)),
    }


def _rows(components: Components) -> Iterator[tuple[str, Mapping[str, str]]]:
    yield "track", {"end": f"last space {components.track_end}", "signs": "nothing on the spaces not listed"}
    signs = {str(space): good.word for space, good in components.signs}
    blank = {path.rpartition(".")[2]: "nothing" for path in components.provenance if path.startswith("track.signs.")}
    for space, word in sorted({**blank, **signs}.items(), key=lambda sign: int(sign[0])):
        yield "track.signs", {space: word}


# --- Parts that do not fit each other ---------------------------------------------------------------------------------


def _related(components: Components) -> Iterator[InputProblem]:
    """Yield the parts of a set that do not fit the rest of it."""
    if not components.factories:
        yield InputProblem("factories", Code.TOO_SHORT, "are empty; expected at least one, to lay out")
    if not components.start_cards:
        yield InputProblem("cards", Code.MISSING, "include no start card; expected at least one, to lay out")
    labels = {f"inventions[{index}]": name for index, name in enumerate(components.inventions)}
    for values in (labels, {f"signs[{index}].space": space for index, (space, _) in enumerate(components.signs)}):
        places = {name: place for place, name in reversed(values.items())}
        yield from (repeated(place, name) for place, name in values.items() if places[name] != place)
    for index, card in enumerate(components.cards):
        if (card.kind is CardKind.START) is not (card.invention is None):
            message = "does not match the kind; expected none for a start card, and one for any other"
            yield InputProblem(f"cards[{index}].invention", Code.INCONSISTENT, message)
    order = [(space.invention, space.technical) for space in components.spaces]
    if order != [(index, technical) for index, _ in enumerate(components.inventions) for technical in (False, True)]:
        message = "are in another order; expected the original and the technical of each invention"
        yield InputProblem("spaces", Code.INCONSISTENT, message)


SETS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parents[1] / "data" / "components",
    default="reconstructed",
    own=OwnTables(("inventions", "spaces", "cards", "signs", "track_end"), _read, _schema, _rows),
    related=_related,
    words=dict.fromkeys(("cost", "output", "goods", "supply"), show),
)
"""The component sets of the game."""
read_components: Callable[[Path | str], Components] = SETS.read
load_shipped: Callable[[str], Components] = SETS.load
shipped = SETS.shipped
template = SETS.template


def _shipped_with(name: str, print_: str) -> Components:
    if name not in shipped() or SETS.fingerprint(components := load_shipped(name)) != print_:
        raise GameError(
            f"the pickle names the component set {name!r} with fingerprint {print_}, which does not come with this "
            f"version; expected a pickle made by this version"
        )
    return components


def _reduced(components: Components) -> Any:
    """Pickle a shipped set as its name and fingerprint, and any other set in full."""
    if components.name in shipped():
        original = load_shipped(components.name)
        if components == original and components.provenance == original.provenance:
            return _shipped_with, (components.name, SETS.fingerprint(components))
    return object.__reduce_ex__(components, 2)


copyreg.pickle(Components, _reduced)
