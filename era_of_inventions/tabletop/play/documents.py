"""The JSON documents of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs


@attrs.frozen(eq=False, kw_only=True)
class Documents:
    """How values of a game become JSON and back.

    ``write`` gives the text of a record or a position, ``read`` the value of a class in a text, with these component
    sets besides those that are shipped. ``dispute`` gives the plain data of a judged dispute, ``report`` that of the
    document which holds several.
    """

    write: Callable[[object], str]
    read: Callable[[bytes, type[Any], Sequence[Any]], Any]
    dispute: Callable[[Any, Sequence[Any]], dict[str, Any]]
    report: Callable[[Iterable[dict[str, Any]]], dict[str, Any]]
