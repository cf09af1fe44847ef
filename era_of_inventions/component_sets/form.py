"""What a component set must be like to be played and written down, whatever is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

import attrs

from era_of_inventions.model.components import CardKind, Components
from era_of_inventions.model.goods import CUBES, PRINTED_MAX, STOCK_MAX, Good, Goods, items
from era_of_inventions.tabletop.components.table import Label
from era_of_inventions.tabletop.errors import Code, InputProblem
from era_of_inventions.tabletop.errors import describe as shown
from era_of_inventions.tabletop.fields import LANE

GOODS = {"cog" if good is Good.COG else good.word: good for good in Good}
"""The kinds of goods by the words of files."""
TRACK_MAX = 200
"""The highest space a track may have."""
AMOUNTS = ("cost", "output", "goods", "supply")
COUNTS = ("cogs", "coins", "influence", "question_marks", "track_end", "bonus_discs", "markers")
"""The fields of a set and its parts that are goods, or a number."""
RANGES = {"track_end": (1, TRACK_MAX), **dict.fromkeys(("supply", "bonus_discs", "markers"), (0, STOCK_MAX))}
"""What such a field can hold, if it is not from 0 to `PRINTED_MAX`."""
START_FACTORY = "start-factory"


# The words that moves use themselves cannot be names of things.
ID = Label(
    "id",
    re.compile(r"(?!(all|with|factory|start(-\d+)?)$)[a-z0-9]+(-[a-z0-9]+)*"),
    "lower-case words with hyphens between them, other than all, with, factory, start",
)
NAME = Label(
    "name",
    re.compile(r"(?!unplaced$)[a-z]+( [a-z]+)*(?<! technical)(?<! original)"),
    "lower-case words, other than unplaced and not ending in technical or original",
)


def misfits(components: Components) -> list[InputProblem]:
    """Why no file could hold a set, however it was made; the places are those in the set.

    These are numbers out of range, ids and names that cannot be written or are taken, and things that do not fit each
    other. Whether the set agrees with the rulebooks is for `check_components`.
    """
    return [
        *_numbers(components, ""),
        *_labels("inventions[{}]", NAME, components.inventions),
        *_labels("cards[{}].id", ID, [card.id for card in components.cards]),
        *_labels("factories[{}].id", ID, [factory.id for factory in components.factories], START_FACTORY),
        *_labels("sources[{}].id", ID, [source.id for source in components.sources]),
        *_misplaced(components),
    ]


def _numbers(thing: Any, above: str) -> Iterator[InputProblem]:
    """The numbers out of range in a set, or in a part of it."""
    for field in attrs.fields(type(thing)):
        value, place = getattr(thing, field.name), f"{above}{field.name}"
        low, high = RANGES.get(field.name, (0, PRINTED_MAX))
        if field.name in AMOUNTS:
            yield from _goods(value, place, high)
        elif field.name in COUNTS:
            if type(value) is not int or not low <= value <= high:
                code = Code.WRONG_TYPE if type(value) is not int else Code.OUT_OF_RANGE
                yield InputProblem(place, code, f"is {shown(value)}; expected a whole number from {low} to {high}")
        elif attrs.has(type(value)):
            yield from _numbers(value, f"{place}.")
        elif isinstance(value, tuple):
            parts = (pair for pair in enumerate(value) if attrs.has(type(pair[1])))
            for index, part in parts:
                yield from _numbers(part, f"{place}[{index}].")


def _goods(value: Any, place: str, high: int) -> Iterator[InputProblem]:
    if type(value) is not int or not 0 <= value < 1 << LANE * len(Good):
        code = Code.WRONG_TYPE if type(value) is not int else Code.OUT_OF_RANGE
        yield InputProblem(place, code, f"is {shown(value)}; expected goods, up to {high} of each kind")
        return
    for good, number in items(cast("Goods", value)):
        if number > high:
            message = f"is {number}; expected a whole number from 0 to {high}"
            yield InputProblem(f"{place}.{good.name.lower()}", Code.OUT_OF_RANGE, message)


def _labels(place: str, label: Label, names: Sequence[str], *taken: str) -> Iterator[InputProblem]:
    seen = {*taken}
    for index, name in enumerate(names):
        if type(name) is not str or not label.pattern.fullmatch(name):
            code = Code.WRONG_TYPE if type(name) is not str else Code.MALFORMED
            yield InputProblem(place.format(index), code, f"is {shown(name)}; expected {label.form}")
        elif name in seen:
            yield _taken(place.format(index), name)
        seen.add(name)


def _taken(place: str, value: object) -> InputProblem:
    message = f"is {shown(value)}, which is taken; expected a different one for each"
    return InputProblem(place, Code.DUPLICATE, message)


def _misplaced(components: Components) -> Iterator[InputProblem]:
    """What does not fit the rest of a set."""
    inventions = range(len(components.inventions))
    if not components.factories:
        yield InputProblem("factories", Code.TOO_SHORT, "are none; expected at least one, to lay out")
    if not components.start_cards:
        message = "have no start card among them; expected at least one, to lay out"
        yield InputProblem("cards", Code.MISSING, message)
    if components.start_factory.id != START_FACTORY:
        message = f"is {shown(components.start_factory.id)}; expected {START_FACTORY!r}"
        yield InputProblem("start_factory.id", Code.UNKNOWN_WORD, message)
    spaces = [space for space, _ in components.signs]
    for index, space in enumerate(spaces):
        if space in spaces[:index]:
            yield _taken(f"signs[{index}].space", space)
        elif space not in range(1, TRACK_MAX + 1):
            message = f"is {shown(space)}; expected a whole number from 1 to {TRACK_MAX}"
            yield InputProblem(f"signs[{index}].space", Code.OUT_OF_RANGE, message)
    for index, source in enumerate(components.sources):
        if source.good not in CUBES:
            message = f"is {source.good!r}; expected a kind of cubes"
            yield InputProblem(f"sources[{index}].good", Code.OUT_OF_RANGE, message)
    for index, card in enumerate(components.cards):
        place = f"cards[{index}].invention"
        if (card.kind is CardKind.START) is not (card.invention is None):
            message = "does not go with the kind; expected none for a start card, one for any other"
            yield InputProblem(place, Code.INCONSISTENT, message)
        elif card.invention is not None and card.invention not in inventions:
            message = f"is {shown(card.invention)}; expected an index of the {len(inventions)} inventions"
            yield InputProblem(place, Code.OUT_OF_RANGE, message)
    order = [(space.invention, space.technical) for space in components.spaces]
    if order != [(invention, technical) for invention in inventions for technical in (False, True)]:
        message = "are in another order; expected the original and the technical of each invention"
        yield InputProblem("spaces", Code.INCONSISTENT, message)
