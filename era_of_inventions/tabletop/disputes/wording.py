"""What claimed moves name, and what is kept as long as other moves answer the same questions alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeAlias, TypeVar

import attrs

from era_of_inventions.tabletop.text.span import fold

T = TypeVar("T")
KEPT_MAX = 256
"""How many results are kept at most."""
Mentions: TypeAlias = tuple[int | None, ...]
"""Who makes each move that names a thing; None where no player stands before it."""
Asked: TypeAlias = dict[tuple[str, tuple[str, ...]], Mentions]
"""Who names each thing that was asked about, among which players."""


@attrs.define
class Wording:
    """The folded text of claimed moves. It notes what it was ``asked``."""

    text: str = ""
    asked: Asked = attrs.field(factory=dict, init=False)

    def mentioned_by(self, thing: str, names: tuple[str, ...]) -> Mentions:
        """Return who makes each move that names a thing, among the players with these names."""
        if (thing, names) not in self.asked:
            self.asked[thing, names] = tuple(self._mentioned_by(thing, names))
        return self.asked[thing, names]

    def _mentioned_by(self, thing: str, names: tuple[str, ...]) -> Iterator[int | None]:
        if thing not in self.text:
            return
        for match in re.finditer(rf"\b{re.escape(thing)}\b", self.text):
            before = self.text[: match.start()]
            places = {before.rfind(f"{fold(one)}:"): seat for seat, one in enumerate(names)}
            last = max(places)
            yield None if last < 0 else places[last]

    def answers(self, asked: Asked) -> bool:
        """Return whether these answers would be its own."""
        return all(
            self.mentioned_by(*question) == mentions for question, mentions in asked.items()
        )


@attrs.define
class KeptByWording:
    """Results by keys, each kept for all claimed moves that would answer alike what was asked to find it."""

    _kept: dict[Hashable, list[tuple[Asked, Any]]] = attrs.field(factory=dict, init=False)

    def get(self, key: Hashable, text: str, find: Callable[[Wording], T]) -> T:
        """Return what is found for a key and the text of claimed moves."""
        wording = Wording(text)
        for asked, result in self._kept.get(key, ()):
            if wording.answers(asked):
                return result  # type: ignore[no-any-return]
        wording = Wording(text)
        result = find(wording)
        if len(self._kept) >= KEPT_MAX:
            self._kept.clear()
        self._kept.setdefault(key, []).append((wording.asked, result))
        return result
