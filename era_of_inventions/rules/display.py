"""The card display and the factory row: sliding, filling, shuffling.

Helpers of the chapters on setup and round end. A path's first space has index 0 and its
exit is at the end.
"""

from __future__ import annotations

from typing import Any, TypeVar

from era_of_inventions.position import EMPTY
from era_of_inventions.tabletop.values import NO_THINGS, Mask, mask

K = TypeVar("K")
Path = tuple[int, ...]


def slid(path: Path) -> Path:
    """Return the cards on the path, in order, slid on to the end."""
    stay = tuple(card for card in path if card != EMPTY)
    return (EMPTY,) * (len(path) - len(stay)) + stay


def lying(of: type[K], path: Path) -> Mask[K]:
    """Return the cards on these spaces."""
    return mask(of, [card for card in path if card != EMPTY])


def without(path: Path, cards: Mask[Any]) -> Path:
    """Return the path with these cards taken away."""
    return tuple(EMPTY if card != EMPTY and cards >> card & 1 else card for card in path)


def open_space(path: Path, *, from_exit: bool) -> int:
    """Return the index of the next space to fill. Raises ValueError if all are filled."""
    return len(path) - 1 - path[::-1].index(EMPTY) if from_exit else path.index(EMPTY)


def put(path: Path, space: int, card: int) -> Path:
    """Return the path with a card on that space."""
    return (*path[:space], card, *path[space + 1 :])


def restock(
    deck: Mask[K], discard: Mask[K], needed: int, reading: str
) -> tuple[Mask[K], Mask[K]]:
    """Return deck and discards after the reshuffle that the reading asks for when ``needed`` spaces are still open."""
    if reading == "merge":
        short = deck.bit_count() < needed
        return (deck | discard, NO_THINGS) if short else (deck, discard)
    short = not deck and (needed > 0 or reading == "eager")
    return (discard, NO_THINGS) if short else (deck, discard)
