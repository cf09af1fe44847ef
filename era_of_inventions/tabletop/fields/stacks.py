"""Cards that lie on cards: goods on buildings, cargo on ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields.domains import (
    QUESTION_MARK,
    Cell,
    Domain,
    Form,
    Holder,
    Names,
    Schema,
    Shape,
    Terms,
)
from era_of_inventions.tabletop.fields.problems import DataProblem, InvalidDataError, check_object, invalid
from era_of_inventions.tabletop.fields.values import UNKNOWN, Cards, mask

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

K = TypeVar("K")


class Stack(NamedTuple):
    """A card, and the cards on it, the lowest first; `UNKNOWN` for those that are not known."""

    base: int
    cards: tuple[int, ...] = ()


def laid(stacks: tuple[Stack, ...], base: int, card: int) -> tuple[Stack, ...]:
    """The stacks with a card laid on one of them."""
    return tuple([Stack(at, (*on, card)) if at == base else Stack(at, on) for at, on in stacks])


def lifted(stacks: tuple[Stack, ...], base: int) -> tuple[tuple[Stack, ...], int]:
    """The stacks without the card laid last on one of them, and that card."""
    card = next(on[-1] for at, on in stacks if at == base)
    return tuple([Stack(at, on[:-1]) if at == base else Stack(at, on) for at, on in stacks]), card


@attrs.frozen
class Stacks(Domain[tuple[Stack, ...]], Holder[K], Generic[K]):
    """Cards in a row, each with the cards that lie face down on it; a card lies in one place.

    In plain data it is an object: by the name of each card in the row, how many lie on it or, if some of them are
    known, their names from the lowest on: ``{"mill": 2, "bakery": ["?", "inn"], "inn": 0}``. Its quantities are whether
    a card is in the row, and how many lie on it. ``noun`` is the word for what lies on a card, and ``base`` the word
    for a card in the row, if its name alone is not enough.
    """

    of: Names[K, int]
    noun: str = "cards"
    base: str = ""

    def schema(self, terms: Terms) -> Schema:
        one, names = self.of.schema(terms), terms.known(self.of.names)
        most = {} if names is None else {"maximum": len(names)}
        listed = {"type": "array", "items": {"anyOf": [one, {"const": QUESTION_MARK}]}}
        lying = {"anyOf": [{"type": "integer", "minimum": 0, **most}, listed]}
        return {"type": "object", "propertyNames": one, "additionalProperties": lying}

    def bind(self, terms: Terms) -> Shape[tuple[Stack, ...]]:
        names, _, _, also = self.of.known(terms)
        known = _Stacked(self.of, names)
        cells = [Cell(name, 0, 1, None, self.base and f"{self.base} {name}") for name in names]
        cells += [Cell(f"{self.noun}.{name}", 0, len(names), None, f"{self.noun} on {name}") for name in names]

        def split(stacks: tuple[Stack, ...]) -> Sequence[int]:
            lies, holds = [0] * len(names), [0] * len(names)
            for base, cards in stacks:
                lies[base], holds[base] = 1, len(cards)
            return lies + holds

        return Shape(
            Form.STACKS,
            known.read,
            known.write,
            tuple(cells),
            split,
            lambda st: _draw(st, len(names)),
            lambda stacks: tuple(Stack(base, (UNKNOWN,) * len(cards)) for base, cards in stacks),
            labels={name: name for name in names},
            also=also,
        )

    def contents(self, value: Any) -> Cards[K]:
        bases, lying = self.heaps(value).values()
        return Cards(bases.known | lying.known, lying.unknown)

    def heaps(self, value: Any) -> Mapping[str, Cards[K]]:
        lying = [card for _, cards in value for card in cards]
        known = [card for card in lying if card != UNKNOWN]
        bases = Cards(mask(self.of.of, [base for base, _ in value]))
        return {"": bases, self.noun: Cards(mask(self.of.of, known), len(lying) - len(known))}

    def filled(self, value: Any, cards: Sequence[int]) -> Any:
        free = iter(cards)
        return tuple(Stack(base, tuple(next(free, c) if c == UNKNOWN else c for c in on)) for base, on in value)

    def forgotten(self, value: Any, cards: Any) -> Any:
        return tuple(Stack(base, tuple(UNKNOWN if c >= 0 and cards >> c & 1 else c for c in on)) for base, on in value)


def _draw(st: Any, size: int) -> SearchStrategy[tuple[Stack, ...]]:
    def stacks(order: Sequence[int], rows: int) -> tuple[Stack, ...]:
        bases, cards = order[:rows], order[rows : 3 * rows]
        return tuple(Stack(base, tuple(cards[row::rows])) for row, base in enumerate(bases))

    drawn = st.builds(stacks, st.permutations(range(size)), st.integers(0, min(4, size // 3)))
    return cast("SearchStrategy[tuple[Stack, ...]]", drawn)


class _Stacked:
    """Reads and writes the plain data of stacks."""

    def __init__(self, of: Names[Any, int], names: tuple[str, ...]) -> None:
        self._of, self._names = of, names
        self._indexes = {name: index for index, name in enumerate(names)}

    def read(self, raw: Any) -> tuple[Stack, ...]:
        """Return the stacks. Raises `InvalidDataError` with all problems."""
        check_object(raw)
        if problems := [problem for base, on in raw.items() for problem in self._problems(base, on)]:
            raise InvalidDataError(problems)
        if twice := self._twice(raw):
            raise invalid(Code.DUPLICATE, Literal(f"{twice!r} again"), "every card once")
        return tuple(Stack(self._indexes[base], self._cards(on)) for base, on in raw.items())

    def _cards(self, on: Any) -> tuple[int, ...]:
        if isinstance(on, int):
            return (UNKNOWN,) * on
        return tuple(UNKNOWN if name == QUESTION_MARK else self._indexes[name] for name in on)

    def _problems(self, base: object, on: Any) -> Iterator[DataProblem]:
        if base not in self._indexes:
            yield DataProblem((str(base),), Code.UNKNOWN_WORD, self._of.expected(self._names), base, self._names)
        if type(on) is int:
            if not 0 <= on <= len(self._names):
                expected = f"a whole number from 0 to {len(self._names)}"
                yield DataProblem((str(base),), Code.OUT_OF_RANGE, expected, on)
        elif type(on) is not list:
            yield DataProblem((str(base),), Code.WRONG_TYPE, "a whole number, or a list of cards", on)
        else:
            for place, name in enumerate(on):
                if type(name) is not str or (name != QUESTION_MARK and name not in self._indexes):
                    code = Code.UNKNOWN_WORD if type(name) is str else Code.WRONG_TYPE
                    yield DataProblem((str(base), place), code, self._of.expected(self._names), name, self._names)

    def _twice(self, raw: dict[str, Any]) -> str | None:
        """Return the first card that lies in two places."""
        seen = {*raw}
        for name in (name for on in raw.values() if isinstance(on, list) for name in on if name != QUESTION_MARK):
            if name in seen:
                return str(name)
            seen.add(name)
        return None

    def write(self, stacks: tuple[Stack, ...]) -> dict[str, Any]:
        """Return the plain data."""
        return {self._names[base]: self._written(cards) for base, cards in stacks}

    def _written(self, cards: tuple[int, ...]) -> int | list[str]:
        if all(card == UNKNOWN for card in cards):
            return len(cards)
        return [QUESTION_MARK if card == UNKNOWN else self._names[card] for card in cards]
