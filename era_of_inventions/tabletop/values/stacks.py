"""Cards that lie on cards: goods on buildings, cargo on ships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, Verbatim
from era_of_inventions.tabletop.values.arrays import History
from era_of_inventions.tabletop.values.domains import (
    QUESTION_MARK,
    UNDER,
    Cell,
    Choice,
    Count,
    Domain,
    Hidden,
    HoldsCards,
    PlainForm,
    Shape,
)
from era_of_inventions.tabletop.values.naming import Names, Schema, Terms
from era_of_inventions.tabletop.values.packed import UNKNOWN, Cards, mask
from era_of_inventions.tabletop.values.problems import check_object, invalid, read_all

K = TypeVar("K")


class Stack(NamedTuple):
    """A card, and the cards on it, the lowest first; `UNKNOWN` stands for an unknown card."""

    base: int
    cards: tuple[int, ...] = ()


def laid(stacks: tuple[Stack, ...], base: int, card: int) -> tuple[Stack, ...]:
    """Return the stacks with a card laid on the stack of the card ``base``."""
    return tuple(
        [Stack(at, (*on, card)) if at == base else Stack(at, on) for at, on in stacks]
    )


def lifted(stacks: tuple[Stack, ...], base: int) -> tuple[tuple[Stack, ...], int]:
    """Lift the top card from the stack of the card ``base``: return the stacks without it, and the card."""
    card = next(on[-1] for at, on in stacks if at == base)
    return tuple(
        [Stack(at, on[:-1]) if at == base else Stack(at, on) for at, on in stacks]
    ), card


@attrs.frozen
class Stacks(Domain[tuple[Stack, ...]], HoldsCards[K]):
    """Cards in a row, each with the cards that lie face down on it; no card lies in two places.

    In plain data it is an object with a key for each card in the row: the number of
    cards on it or, if some of them are known, their names from the lowest up:
    ``{"mill": 2, "bakery": ["?", "inn"], "inn": 0}``. Its quantities are whether a card
    is in the row, and the number of cards on it. ``noun`` is the word for a card that
    lies on another one, and ``base`` the word for a card in the row, if its name alone
    is not enough.
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
        indexes = {name: index for index, name in enumerate(names)}
        count, known = (
            Count(0, len(names)).bind(terms),
            History(Hidden(Choice(self.of)), len(names)).bind(terms),
        )

        def stack(base: str, on: Any) -> Stack:
            if base not in indexes:
                lower, *upper = words = base.split() or [""]
                several = upper and all(word in indexes for word in words)
                apart = f"{', '.join(words)}, or {lower} {UNDER} {' '.join(upper)}"
                expected = apart if several else self.of.expected(names)
                raise invalid(Code.UNKNOWN_WORD, base, expected, () if several else names)
            if type(on) not in (int, list):
                raise invalid(Code.WRONG_TYPE, on, "a whole number, or a list of cards")
            return Stack(
                indexes[base],
                (UNKNOWN,) * count.read(on) if type(on) is int else known.read(on),
            )

        def read(raw: Any) -> tuple[Stack, ...]:
            check_object(raw)
            stacks = tuple(
                read_all((base, partial(stack, base), on) for base, on in raw.items())
            )
            lying = [
                *(base for base, _ in stacks),
                *(card for _, on in stacks for card in on if card != UNKNOWN),
            ]
            for place, card in enumerate(lying):
                if card in lying[:place]:
                    raise invalid(
                        Code.DUPLICATE, Verbatim(f"{names[card]!r} again"), "every card once"
                    )
            return stacks

        def write(stacks: tuple[Stack, ...]) -> dict[str, Any]:
            return {
                names[base]: known.write(on) if {*on} - {UNKNOWN} else len(on)
                for base, on in stacks
            }

        cells = [
            Cell(name, 0, 1, None, self.base and f"{self.base} {name}") for name in names
        ]
        cells += [
            Cell(f"{self.noun}.{name}", 0, len(names), None, f"{self.noun} on {name}")
            for name in names
        ]

        def split(stacks: tuple[Stack, ...]) -> Sequence[int]:
            lies, holds = [0] * len(names), [0] * len(names)
            for base, cards in stacks:
                lies[base], holds[base] = 1, len(cards)
            return lies + holds

        return Shape(
            PlainForm.STACKS,
            read,
            write,
            tuple(cells),
            split,
            lambda stacks: tuple(
                Stack(base, (UNKNOWN,) * len(cards)) for base, cards in stacks
            ),
            labels={name: name for name in names},
            also=also,
        )

    def contents(self, value: Any) -> Cards[K]:
        return self._cards([card for base, on in value for card in (base, *on)])

    def _cards(self, lying: Sequence[int]) -> Cards[K]:
        known = [card for card in lying if card != UNKNOWN]
        return Cards(mask(self.of.of, known), len(lying) - len(known))

    def count_unknown(self, value: Any) -> int:
        return sum(cards.count(UNKNOWN) for _, cards in value)

    def heaps(self, value: Any) -> Mapping[str, Cards[K]]:
        bases, lying = [base for base, _ in value], [card for _, on in value for card in on]
        return {"": self._cards(bases), self.noun: self._cards(lying)}

    def filled(self, value: Any, cards: Sequence[int]) -> Any:
        free = iter(cards)
        return tuple(
            Stack(base, tuple(next(free, c) if c == UNKNOWN else c for c in on))
            for base, on in value
        )

    def forgotten(self, value: Any, cards: Any) -> Any:
        return tuple(
            Stack(base, tuple(UNKNOWN if c >= 0 and cards >> c & 1 else c for c in on))
            for base, on in value
        )
