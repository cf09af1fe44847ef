"""Component sets as TOML files, and the check of sets against the rulebooks.

A file holds every number printed on the cards and the board, and the source of each; see `SourcedTable`. Names and ids
are labels and have no source.

The key path of a value, in messages and in `Components.provenance`, identifies cards, factories and loads by their id:
``card.telephone-1.cost``, ``invention.car.original.cogs``, ``patent_square[3].coins``, ``track.signs.6``.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from era_of_inventions.component_sets.form import GOODS, ID, NAME, START_FACTORY, TRACK_MAX, misfits
from era_of_inventions.component_sets.printed_values import override
from era_of_inventions.component_sets.tables import describe
from era_of_inventions.model.amounts import EXPECTED, parse_reward
from era_of_inventions.model.components import (
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    PatentSquare,
    Reward,
    Source,
    Space,
)
from era_of_inventions.model.goods import CUBES, NO_GOODS, PRINTED_MAX, STOCK_MAX, Good, Goods, pack, show
from era_of_inventions.rulebook import LAW
from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.components.table import SourcedTable
from era_of_inventions.tabletop.errors import Code, GameError
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.law.verdict import Problem

LOADS = {word: good for word, good in GOODS.items() if good in CUBES}
SIGNS: dict[str, Good | None] = {**GOODS, "nothing": None}
HOUSES = {"ship": False, "house": True}
CARDS = {kind.value: kind for kind in (CardKind.OFFICIAL, CardKind.FAKE)}


def check_components(components: Components) -> tuple[Problem, ...]:
    """The contradictions between a set and the rulebooks, each with its clause."""
    return LAW.disagreements(components)


# --- Reading ----------------------------------------------------------------------------------------------------------


class _Table(SourcedTable):
    """A table of a set of the game."""

    def printed(self, key: str, default: int | None = None) -> int:
        """A number that a component prints."""
        return self.integer(key, 0, PRINTED_MAX, default)

    def goods(self, key: str) -> Goods:
        """Goods in words."""
        return self.sourced(key, EXPECTED, NO_GOODS, lambda reader, name: _amounts(reader, name, influence=False).goods)

    def reward(self, key: str) -> Reward:
        """Goods and influence in words."""
        expected = f"{EXPECTED} and influence"
        return self.sourced(key, expected, Reward(), lambda reader, name: _amounts(reader, name, influence=True))


def _amounts(reader: Reader, key: str, *, influence: bool) -> Reward:
    text = reader.value(key, str, EXPECTED.removeprefix("expected ")) or ""
    try:
        return parse_reward(text, PRINTED_MAX, influence=influence)
    except ValueError as error:
        reader.note(key, Code.MALFORMED, str(error))
        return Reward()


def _components(top: _Table) -> Components:
    title = top.reader.text("name", "the name of the set")
    names: set[str] = set()
    ids: set[str] = set()
    spaces: list[Space] = []
    cards: list[InventionCard] = []
    inventions = [
        _invention(table, index, invention, spaces, cards, ids)
        for index, (invention, table) in enumerate(top.labeled("invention", NAME, names))
    ]
    cards += [_card(table, name, None) for name, table in top.labeled("start_card", ID, ids, "card")]
    signs, end = _track(top.table("track"))
    components = Components(
        name=title,
        inventions=tuple(inventions),
        spaces=tuple(spaces),
        cards=tuple(cards),
        factories=tuple(_factory(table, name) for name, table in top.labeled("factory", ID, {START_FACTORY})),
        start_factory=_start_factory(top.table("start_factory")),
        patent_squares=tuple(
            PatentSquare(table.printed("coins"), table.printed("influence")) for table in top.tables("patent_square")
        ),
        signs=signs,
        track_end=end,
        sources=tuple(
            Source(name, table.word("kind", HOUSES), table.word("good", LOADS))
            for name, table in top.labeled("load", ID, set())
        ),
        supply=_supply(top.table("supply")),
        bonus_discs=top.integer("bonus_discs", 0, STOCK_MAX),
        markers=top.integer("markers", 0, STOCK_MAX),
        provenance=top.provenance,
    )
    top.reader.close()
    return components


def _invention(
    table: _Table, index: int, name: str, spaces: list[Space], cards: list[InventionCard], ids: set[str]
) -> str:
    spaces += [_space(table.table("original"), index, technical=False)]
    spaces += [_space(table.table("technical"), index, technical=True)]
    cards += [_card(card, id_, index) for id_, card in table.labeled("card", ID, ids, "card")]
    return name


def _space(table: _Table, invention: int, *, technical: bool) -> Space:
    space = Space(invention, technical, table.printed("cogs"), table.printed("influence"), table.reward("income"))
    table.reader.close()
    return space


def _card(table: _Table, id: str, invention: int | None) -> InventionCard:  # noqa: A002
    kind = CardKind.START if invention is None else table.word("kind", CARDS)
    marks = 0
    if kind is CardKind.FAKE or table.reader.has("question_marks"):
        marks = table.printed("question_marks")
    return InventionCard(id, kind, invention, table.goods("cost"), marks, table.reward("profit"))


def _factory(table: _Table, id: str) -> FactoryCard:  # noqa: A002
    return FactoryCard(id, table.goods("cost"), table.goods("output"), table.printed("influence", default=0))


def _start_factory(table: _Table) -> FactoryCard:
    card = FactoryCard(START_FACTORY, NO_GOODS, table.goods("output"), table.printed("influence", default=0))
    table.reader.close()
    return card


def _track(table: _Table) -> tuple[tuple[tuple[int, Good], ...], int]:
    signs = table.table("signs")
    goods: dict[int, Good] = {}
    for key in signs.reader:
        if key in ("source", "cite"):
            continue
        good = signs.word(key, SIGNS)
        if not re.fullmatch("[1-9][0-9]{0,2}", key) or int(key) > TRACK_MAX:
            message = f"is not a space of the track; expected a whole number from 1 to {TRACK_MAX}"
            signs.reader.note(key, Code.UNKNOWN_KEY, message)
        elif good is not None:
            goods[int(key)] = good
    signs.keep(signs.reader.place, signs.scope)  # for the spaces that are not listed
    end = table.integer("end", 1, TRACK_MAX)
    table.reader.close()
    return tuple(sorted(goods.items())), end


def _supply(table: _Table) -> Goods:
    goods = pack({good: table.integer(word, 0, STOCK_MAX) for word, good in GOODS.items()})
    table.reader.close()
    return goods


SETS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parents[1] / "data" / "components",
    default="reconstructed",
    parse=lambda reader: _components(_Table(reader, None, {})),
    misfits=misfits,
    override=override,
    rows=describe,
    words=dict.fromkeys(("cost", "output", "goods", "supply"), show),
    document=partial(resolve_name, "era_of_inventions.component_sets.document:COMPONENTS"),
    file_schema=lambda: resolve_name("era_of_inventions.component_sets.schemas:component_file")(),
    override_schemas=lambda: resolve_name("era_of_inventions.component_sets.schemas:overrides")(),
)
"""The component sets of the game."""
read_components: Callable[[Path | str], Components] = SETS.read
load_shipped: Callable[[str], Components] = SETS.load
shipped = SETS.shipped
as_components = SETS.resolve
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
