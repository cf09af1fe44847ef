"""Rendering of positions as pictures."""

from __future__ import annotations

from collections.abc import Callable

import attrs


@attrs.frozen(eq=False, kw_only=True)
class Pictures:
    """Renders the positions of a game. A picture can be limited to some ``parts`` of the table.

    The first part shows the pending decision, the last one the players' things. ``text`` renders for a terminal
    (``names=``, ``parts=``, ``seats=``, ``width=``), ``svg`` for a page (``names=``, ``parts=``, ``seats=``,
    ``highlight=``, ``title=``, ``columns=``, one of them for a telephone).
    """

    parts: tuple[str, ...]
    text: Callable[..., str]
    svg: Callable[..., str]
