"""How a game is drawn."""

from __future__ import annotations

from collections.abc import Callable

import attrs


@attrs.frozen(eq=False, kw_only=True)
class Pictures:
    """Pictures of the positions of a game, of which each shows some ``parts`` of the table.

    ``text`` draws for a terminal (``names=``, ``parts=``, ``width=``), ``svg`` for a page (``names=``, ``parts=``).
    ``shows`` tells whether a field, by its place in a position, is so plain to see that a game need not mention it.
    """

    parts: tuple[str, ...]
    text: Callable[..., str]
    svg: Callable[..., str]
    shows: Callable[[str], bool] = lambda field: False
