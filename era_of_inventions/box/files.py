"""Component sets as TOML files, and the check whether the parts of a set fit each other.

A file holds every number printed on the cards and the board, and the source of each, as
`era_of_inventions.tabletop.box.tables` describes. Names and ids are labels and have no
source.

The key path of a value, in messages and in `Components.provenance`, identifies cards,
factories and loads by their id: ``card.telephone-1.cost``,
``invention.car.original.cogs``, ``patent_square[3].coins``, ``track.signs.6``.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from era_of_inventions.box.components import (
    NAME,
    ON_TRACK,
    TRACK_MAX,
    CardKind,
    Components,
    InventionCard,
    Sign,
    Space,
)
from era_of_inventions.box.goods import GOODS, Good, show
from era_of_inventions.tabletop.box import (
    ComponentSets,
    InFile,
    Lookup,
    Many,
    OwnTables,
    Thing,
)
from era_of_inventions.tabletop.box.printed import AsTuple
from era_of_inventions.tabletop.box.tables import (
    OneTable,
    file_key,
    reader,
    repeated,
    replaced_by,
    table_schema,
)
from era_of_inventions.tabletop.errors import MISSING, Code, GameError, Problem
from era_of_inventions.tabletop.values import (
    Choice,
    Field,
    InvalidDataError,
    Maybe,
    Shape,
    Terms,
    evolve,
    field,
    record,
)
from era_of_inventions.tabletop.values.domains import plain_shape
from era_of_inventions.tabletop.values.json_schema import property_schema
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.object_keys import Key
from era_of_inventions.tabletop.values.plain import unreadable
from era_of_inventions.tabletop.values.records import Spec

SIGN = Spec(Maybe(Choice(GOODS), None), "sign", "the sign on the space")
SPACES = "[1-9][0-9]{0,2}"


# --- Inventions with their spaces and cards, start cards, and the influence track -----


def _marked(card: InventionCard) -> InventionCard:
    """Return the card, with 0 question marks if none are stated. Raises `InvalidDataError` for such a fake."""
    marks: int | None = card.question_marks
    if marks is None and card.kind is CardKind.FAKE:
        expected = "the number of question marks of a fake"
        raise InvalidDataError(
            [Problem(("question_marks",), Code.MISSING, MISSING, expected)]
        )
    return evolve(card, question_marks=marks or 0)


SPACE = Thing(Space, given={"invention": None, "technical": None})
CARDS = Many(Thing(InventionCard, given={"invention": None}, make=_marked))
START_CARDS = Many(
    Thing(InventionCard, given={"invention": None, "kind": CardKind.START}, make=_marked)
)
NO_MARKS = {"question_marks": None}


@record
class InventionTable:
    """An invention in a file."""

    name: Field[str] = field(NAME, "the name of the invention")
    original: Field[Space] = field(SPACE, "the original space of the invention")
    technical: Field[Space] = field(SPACE, "the technical space of the invention")
    card: Field[tuple[InventionCard, ...]] = field(
        CARDS, "the cards of the invention", file=InFile(place="card", defaults=NO_MARKS)
    )


@attrs.frozen(eq=False)
class SignTable(OneTable):
    """The signs of the track, by their spaces.

    The source of the table applies to all spaces that it does not list. In a dispute
    such a space keeps the sign that is ``printed`` on it.
    """

    printed: tuple[tuple[int, Good], ...] = ()

    def replacing(self, value: Any) -> SignTable:
        """Return the domain of a dispute's table that replaces signs."""
        return attrs.evolve(self, printed=value or (), rest=False)

    def keys(self, raw: Any) -> Sequence[Key]:
        """Return the keys of the spaces that a raw table lists."""
        return [
            self._key(space)
            for space in raw
            if re.fullmatch(SPACES, space) and int(space) <= TRACK_MAX
        ]

    def _key(self, space: str) -> Key:
        key = file_key(space, SIGN)
        return key if self.rest else replaced_by(key) or key

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the table."""
        space = property_schema(self._key("").spec, terms)
        return {**table_schema((), terms), "patternProperties": {f"^{SPACES}$": space}}

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""

        def read(raw: Any) -> tuple[tuple[int, Good], ...]:
            keys = self.keys(raw) if isinstance(raw, dict) else ()
            goods = reader(key.known(terms) for key in keys)(raw)
            listed = {int(key.name): good for key, good in zip(keys, goods, strict=False)}
            signs = {**dict(self.printed), **listed}
            return tuple(
                sorted((space, good) for space, good in signs.items() if good is not None)
            )

        return plain_shape(read, unreadable)


@record
class Track:
    """The influence track in a file."""

    end: Field[int] = field(ON_TRACK, "the last printed space of the influence track")
    signs: Field[tuple[tuple[int, Good], ...]] = field(
        SignTable(AsTuple(Sign), rest=True), "what the signs give, by space"
    )


TRACK: Thing[Any] = Thing(
    Track,
    make=lambda track: {"signs": track.signs, "track_end": track.end},
    split=lambda components: Track(components.track_end, components.signs),
)


@record
class Tables:
    """The tables of a file that have a layout of their own."""

    invention: Field[tuple[InventionTable, ...]] = field(
        Many(Thing(InventionTable)), "the inventions with their spaces and cards"
    )
    start_card: Field[tuple[InventionCard, ...]] = field(
        START_CARDS, "the start cards", file=InFile(place="card", defaults=NO_MARKS)
    )
    track: Field[Mapping[str, Any]] = field(TRACK, "the influence track")


def _values(tables: Tables) -> Mapping[str, Any]:
    spaces: list[Space] = []
    cards: list[InventionCard] = []
    for index, one in enumerate(tables.invention):
        for space, technical in ((one.original, False), (one.technical, True)):
            spaces.append(evolve(space, invention=index, technical=technical))
        cards += [evolve(card, invention=index) for card in one.card]
    return {
        "inventions": tuple(one.name for one in tables.invention),
        "spaces": tuple(spaces),
        "cards": (*cards, *tables.start_card),
        **tables.track,
    }


def _rows(components: Components) -> Iterator[tuple[str, Mapping[str, str]]]:
    yield (
        "track",
        {
            "signs": "nothing on the spaces not listed",
        },
    )
    signs = {str(space): good.word for space, good in components.signs}
    blank = {
        path.rpartition(".")[2]: "nothing"
        for path in components.provenance
        if path.startswith("track.signs.")
    }
    for space, word in sorted({**blank, **signs}.items(), key=lambda sign: int(sign[0])):
        yield "track.signs", {space: word}


def _other_signs(components: Components, space: int) -> Iterator[tuple[str, Components]]:
    """Yield sets with another sign on a space of the track, or without one."""
    others = tuple(sign for sign in components.signs if sign[0] != space)
    if len(others) < len(components.signs):
        yield BLANK, evolve(components, signs=others)
    for good in dict.fromkeys(good for _, good in others):
        if components.sign_on.get(space) != good:
            yield good.word, evolve(components, signs=(*others, (space, good)))


BLANK = "nothing"
SIGNS = Lookup(
    "track.signs", int, lambda good: BLANK if good is None else good.word, _other_signs
)


# --- Parts that do not fit each other -------------------------------------------------


def _related(components: Components) -> Iterator[Problem]:
    """Yield the problems of a set whose parts do not fit each other."""
    if not components.factories:
        yield Problem.at(
            "factories", Code.TOO_SHORT, "are empty; expected at least one, to lay out"
        )
    if not components.start_cards:
        yield Problem.at(
            "cards", Code.MISSING, "include no start card; expected at least one, to lay out"
        )
    labels = {
        f"inventions[{index}]": name for index, name in enumerate(components.inventions)
    }
    for values in (
        labels,
        {f"signs[{index}].space": space for index, (space, _) in enumerate(components.signs)},
    ):
        places = {name: place for place, name in reversed(values.items())}
        yield from (
            repeated(place, name) for place, name in values.items() if places[name] != place
        )
    for index, card in enumerate(components.cards):
        if (card.kind is CardKind.START) is not (card.invention is None):
            message = "does not match the kind; expected none for a start card, and one for any other"
            yield Problem.at(f"cards[{index}].invention", Code.INCONSISTENT, message)
    order = [(space.invention, space.technical) for space in components.spaces]
    if order != [
        (index, technical)
        for index, _ in enumerate(components.inventions)
        for technical in (False, True)
    ]:
        message = (
            "are in another order; expected the original and the technical of each invention"
        )
        yield Problem.at("spaces", Code.INCONSISTENT, message)


SETS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parents[1] / "data" / "components",
    default="reconstructed",
    own=OwnTables(
        ("inventions", "spaces", "cards", "signs", "track_end"),
        Thing(Tables, make=_values),
        _rows,
        {"sign_on": SIGNS},
    ),
    related=_related,
    words=dict.fromkeys(("cost", "output", "goods", "supply"), show),
)
"""The component sets of the game."""
read_components: Callable[[Path | str], Components] = SETS.read
load_shipped: Callable[[str], Components] = SETS.load


def _shipped_with(name: str, print_: str) -> Components:
    if (
        name not in SETS.shipped()
        or SETS.fingerprint(components := load_shipped(name)) != print_
    ):
        raise GameError(
            f"the pickle names the component set {name!r} with fingerprint {print_}, which does not come with this "
            f"version; expected a pickle made by this version"
        )
    return components


def _reduced(components: Components) -> Any:
    """Pickle a shipped set as its name and fingerprint, and any other set in full."""
    if components.name in SETS.shipped():
        original = load_shipped(components.name)
        if components == original and components.provenance == original.provenance:
            return _shipped_with, (components.name, SETS.fingerprint(components))
    return object.__reduce_ex__(components, 2)


copyreg.pickle(Components, _reduced)
