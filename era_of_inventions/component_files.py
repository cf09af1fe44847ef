"""Component sets as TOML files, and checking sets against the rulebooks.

A file gives every number printed on cards and board, and says of each where it comes from. The keys ``source``
("stated" in a rulebook, "reported" by somebody who has seen it, or "assumed") and ``cite`` hold for all values of their
table, and of the tables below it that do not say otherwise; a single value can say otherwise as ``{ value = 4, source =
"stated", cite = "nl …" }``. Names and ids are labels and have no source. A value that is not known yet is written
``"?"``.

The key path of a value, in messages and in `Components.provenance`, names cards, factories and loads by their id:
``card.telephone-1.cost``, ``invention.car.original.cogs``, ``patent_square[3].coins``, ``track.signs.6``.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from era_of_inventions.amounts import EXPECTED, parse_reward
from era_of_inventions.component_form import ID, NAME, START_FACTORY, TRACK_MAX, Label, misfits
from era_of_inventions.model.components import (
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    PatentSquare,
    Provenance,
    Reward,
    Source,
    Space,
)
from era_of_inventions.model.goods import CUBES, PRINTED_MAX, STOCK_MAX, Good, Goods, pack, show
from era_of_inventions.rulebook import LAW
from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.verdict import Problem

T = TypeVar("T")
UNKNOWN = "?"
"""What stands for a value that is not known yet."""
SOURCES = ("assumed", "reported", "stated")
GOODS = {"cog" if good is Good.COG else good.word: good for good in Good}
LOADS = {word: good for word, good in GOODS.items() if good in CUBES}
SIGNS: dict[str, Good | None] = {**GOODS, "nothing": None}
HOUSES = {"ship": False, "house": True}
CARDS = {kind.value: kind for kind in (CardKind.OFFICIAL, CardKind.FAKE)}


def check_components(components: Components) -> tuple[Problem, ...]:
    """Everything in which a set disagrees with what the rulebooks state, each with its clause."""
    return tuple(
        Problem(clause.id, sentence) for clause in LAW.of_kind(Kind.COMPONENT) for sentence in clause(components)
    )


# --- Reading ----------------------------------------------------------------------------------------------------------


class _Table:
    """One table of a set: its values are checked as they are read, and where they come from is kept."""

    def __init__(self, reader: Reader, above: Provenance | None, provenance: dict[str, Provenance]) -> None:
        self.reader = reader
        self.provenance = provenance
        self.scope = _scope(reader, above)

    def table(self, key: str) -> _Table:
        """A table below this one."""
        return _Table(self.reader.table(key, required=True), self.scope, self.provenance)

    def tables(self, key: str) -> Iterator[_Table]:
        """The tables of an array; each is closed when the next is asked for."""
        if self.reader.get(key) in (None, []):
            self.reader.note(key, f"is missing; expected tables [[{key}]]")
        for reader in self.reader.tables(key):
            yield _Table(reader, self.scope, self.provenance)
            reader.close()

    def labeled(self, key: str, label: Label, taken: set[str], group: str = "") -> Iterator[tuple[str, _Table]]:
        """The tables of an array with the label of each, which none of those ``taken`` has."""
        for table in self.tables(key):
            reader = table.reader
            found = reader.value(label.key, str, label.form) or ""
            if not label.pattern.fullmatch(found):
                if isinstance(reader.get(label.key), str):
                    reader.note(label.key, f"is {found!r}; expected {label.form}")
            elif found in taken:
                reader.note(label.key, f"{found!r} is taken; expected a different {label.key} for each")
            else:
                reader.place = f"{group or key}.{found}"
                taken.add(found)
            yield found, table

    def integer(self, key: str, low: int = 0, high: int = PRINTED_MAX, default: int | None = None) -> int:
        """A whole number."""
        expected = f"expected a whole number from {low} to {high}"
        return self._read(key, expected, low, lambda reader, name: reader.integer(name, low, high, default))

    def goods(self, key: str) -> Goods:
        """Goods in words."""
        return self._read(key, EXPECTED, 0, lambda reader, name: _amounts(reader, name, influence=False).goods)

    def reward(self, key: str) -> Reward:
        """Goods and influence in words."""
        expected = f"{EXPECTED} and influence"
        return self._read(key, expected, Reward(), lambda reader, name: _amounts(reader, name, influence=True))

    def word(self, key: str, words: Mapping[str, T]) -> T:
        """What one of several words stands for."""
        first = next(iter(words.values()))
        expected = f"expected one of {', '.join(words)}"
        return self._read(key, expected, first, lambda reader, name: words[reader.choice(name, words)])

    def keep(self, path: str, provenance: Provenance) -> None:
        """Keep where the value of that key path comes from."""
        self.provenance[path] = provenance
        if provenance.source == "stated" and not provenance.cite.strip():
            self.reader.problems.append(f"{path}: is 'stated' without a cite; expected the place in a rulebook")

    def _read(self, key: str, expected: str, default: T, read: Callable[[Reader, str], T]) -> T:
        """A value, which may stand in a table of its own together with its source."""
        reader, name, scope, found = self.reader, key, self.scope, self.reader.get(key)
        if isinstance(found, dict):
            reader, name = Reader(found, reader.at(key), reader.problems), "value"
            scope, found = _scope(reader, scope), reader.get(name)
            reader.close()
        self.keep(self.reader.at(key), scope)
        if found == UNKNOWN:
            reader.note(name, f"is not filled in yet; {expected}")
            return default
        return read(reader, name)


def _scope(reader: Reader, above: Provenance | None) -> Provenance:
    """Where the values of a table come from; what it does not say itself holds from the table above."""
    source, cite = reader.get("source"), reader.get("cite")
    if above is not None and source is None and cite is None:
        return above
    kept = above if source is None else None
    word = kept.source if kept else reader.choice("source", SOURCES)
    return Provenance(word, reader.text("cite", default=kept.cite if kept else ""))


def _amounts(reader: Reader, key: str, *, influence: bool) -> Reward:
    text = reader.value(key, str, EXPECTED.removeprefix("expected ")) or ""
    try:
        return parse_reward(text, PRINTED_MAX, influence=influence)
    except ValueError as error:
        reader.note(key, str(error))
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
            PatentSquare(table.integer("coins"), table.integer("influence")) for table in top.tables("patent_square")
        ),
        signs=signs,
        track_end=end,
        sources=tuple(
            Source(name, table.word("kind", HOUSES), table.word("good", LOADS))
            for name, table in top.labeled("load", ID, set())
        ),
        supply=_supply(top.table("supply")),
        bonus_discs=top.integer("bonus_discs", high=STOCK_MAX),
        markers=top.integer("markers", high=STOCK_MAX),
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
    space = Space(invention, technical, table.integer("cogs"), table.integer("influence"), table.reward("income"))
    table.reader.close()
    return space


def _card(table: _Table, id: str, invention: int | None) -> InventionCard:  # noqa: A002
    kind = CardKind.START if invention is None else table.word("kind", CARDS)
    marks = 0
    if kind is CardKind.FAKE or table.reader.has("question_marks"):
        marks = table.integer("question_marks")
    return InventionCard(id, kind, invention, table.goods("cost"), marks, table.reward("profit"))


def _factory(table: _Table, id: str) -> FactoryCard:  # noqa: A002
    return FactoryCard(id, table.goods("cost"), table.goods("output"), table.integer("influence", default=0))


def _start_factory(table: _Table) -> FactoryCard:
    card = FactoryCard(START_FACTORY, 0, table.goods("output"), table.integer("influence", default=0))
    table.reader.close()
    return card


def _track(table: _Table) -> tuple[tuple[tuple[int, Good], ...], int]:
    signs = table.table("signs")
    found: dict[int, Good] = {}
    for key in signs.reader:
        if key in ("source", "cite"):
            continue
        good = signs.word(key, SIGNS)
        if not re.fullmatch("[1-9][0-9]{0,2}", key) or int(key) > TRACK_MAX:
            signs.reader.note(key, f"is not a space of the track; expected a whole number from 1 to {TRACK_MAX}")
        elif good is not None:
            found[int(key)] = good
    signs.keep(signs.reader.place, signs.scope)  # of the spaces that are not listed
    end = table.integer("end", 1, TRACK_MAX)
    table.reader.close()
    return tuple(sorted(found.items())), end


def _supply(table: _Table) -> Goods:
    goods = pack({good: table.integer(word, high=STOCK_MAX) for word, good in GOODS.items()})
    table.reader.close()
    return goods


SETS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parent / "data" / "components",
    default="reconstructed",
    parse=lambda reader: _components(_Table(reader, None, {})),
    misfits=misfits,
    words=dict.fromkeys(("cost", "output", "goods", "supply"), show),
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
            f"version; expected a pickle that this version has made"
        )
    return components


def _reduced(components: Components) -> Any:
    """How a set is pickled: a shipped one as its name and fingerprint, any other whole."""
    if components.name in shipped():
        known = load_shipped(components.name)
        if components == known and components.provenance == known.provenance:
            return _shipped_with, (components.name, SETS.fingerprint(components))
    return object.__reduce_ex__(components, 2)


copyreg.pickle(Components, _reduced)
