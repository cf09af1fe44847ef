"""Rendering of positions as pictures."""

from __future__ import annotations

from collections.abc import Callable

import attrs


@attrs.frozen(eq=False, kw_only=True)
class Pictures:
    """Renders the positions of a game. A picture can be limited to some ``parts`` of the table.

    ``text`` renders for a terminal (``names=``, ``parts=``, ``width=``), ``svg`` for a page (``names=``, ``parts=``,
    ``title=``, ``columns=``, of which a telephone has one).
    ``shows`` takes the path of a field and returns whether a picture makes its changes obvious, so that the game at the
    terminal does not print them.
    """

    parts: tuple[str, ...]
    text: Callable[..., str]
    svg: Callable[..., str]
    shows: Callable[[str], bool] = lambda field: False
