"""Names whose text would be read as something else."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from era_of_inventions.tabletop.text.span import MARKS, Span, fold
from era_of_inventions.tabletop.values.domains import (
    NONE,
    QUESTION_MARK,
    UNDER,
    PlainForm,
    Shape,
)

_BEGINS_WITH_SIGN = re.compile(r"\s*[x\xd7]\s", re.IGNORECASE)
_SEVERAL = (PlainForm.LIST, PlainForm.COUNTS, PlainForm.STACKS)


def ambiguities(shape: Shape[Any]) -> tuple[str, ...]:
    """Return the reasons why the text of some values would be read as other values."""
    counted = shape.cells if shape.form is PlainForm.COUNTS else ()
    nouns = tuple([cell.noun for cell in counted])
    names = tuple(shape.labels), tuple(shape.labels.values())
    return _ambiguities(shape.form, *names, nouns, tuple(shape.also.items()))


def form_of_name(name: str) -> str:
    """Describe the form of a name for a message, if a text that ends with this one would be read as something else."""
    if not name.strip() or not name.isprintable() or {*name} & {*MARKS, "#", '"'}:
        return f'a name without any of {" ".join(MARKS)} # "'
    number, _ = Span.of(f"- {name}").repeated()
    return "a name that does not end like a number of times" if number > 1 else ""


@lru_cache(maxsize=1 << 10)  # settings that differ in their rulings have the same names
def _ambiguities(
    form: PlainForm,
    items: tuple[Any, ...],
    labels: tuple[str, ...],
    nouns: tuple[str, ...],
    also: tuple[tuple[str, str], ...],
) -> tuple[str, ...]:
    things, reasons = dict[str, set[Any]](), list[str]()
    for thing, name in (*zip(items, labels, strict=True), *zip(items, nouns, strict=False)):
        if isinstance(thing, int):  # a seat, which has the name of a player
            continue
        things.setdefault(fold(name), set()).add(thing)
        if expected := form_of_name(name):
            reasons.append(f"holds {name!r}; expected {expected}")
        if form in _SEVERAL and (fold(name) in NONE or name.split()[1:] == [QUESTION_MARK]):
            reasons.append(f"holds {name!r}, which stands for nothing or for unknown things")
        if form is PlainForm.COUNTS and (name[:1].isdigit() or _BEGINS_WITH_SIGN.match(name)):
            reasons.append(
                f"holds {name!r}; expected a name that does not begin with a number, or the word x"
            )
        if form is PlainForm.STACKS and (
            name.isdigit() or fold(name) == UNDER or len(name.split()) > 1
        ):
            reasons.append(
                f"holds {name!r}; expected a name of one word that is not a number or {UNDER!r}"
            )
    if form in (PlainForm.COUNTS, PlainForm.STACKS):
        reasons += [
            f"holds {name!r}, written {word!r} too; expected a word that does not begin with a number"
            for word, name in also
            if word[:1].isdigit()
        ]
    several = [word for word, named in things.items() if len(named) > 1]
    reasons += [f"holds several things called {word!r}" for word in several]
    return tuple(dict.fromkeys(reasons))
