"""Random mutations of JSON documents, for tests and fuzzing."""

from __future__ import annotations

import copy
import random
from typing import Any

WORDS = ("", "x", "market", "telephone", "start-1", "\ud800")
ODD: tuple[Any, ...] = (*WORDS, None, True, -1, 0, 1, 6, 32_768, 10**30, 1.5, [], {}, [[]], {"x": 1})
"""Values that are wrong in most places."""


def place(document: Any, rng: random.Random) -> tuple[Any, Any] | None:
    """Choose an object or array in a document, and a key or index in it; None if there is none."""
    chosen = None
    while isinstance(document, dict | list) and document and (chosen is None or rng.random() < 0.8):
        key = rng.choice(list(document)) if isinstance(document, dict) else rng.randrange(len(document))
        chosen = document, key
        document = document[key]
    return chosen


def mutated(document: Any, rng: random.Random) -> Any:
    """A copy of a document with one to four changes."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 4))):
        chosen, donor = place(document, rng), place(document, rng)
        if chosen is None or donor is None:
            return document
        part, key = chosen
        kind = rng.randrange(6)
        if kind == 0:
            del part[key]
        elif kind == 1:
            part[key] = copy.deepcopy(rng.choice(ODD))
        elif kind == 2 and type(part[key]) is int:
            part[key] += rng.choice((-1, 1, 7, 40_000))
        elif kind == 3 and isinstance(part, dict):
            part[rng.choice(("x", "before", f"{key}s"))] = part[key]
        elif kind == 4 and isinstance(part, list):
            part.insert(key, copy.deepcopy(part[key]))
        else:
            part[key] = copy.deepcopy(donor[0][donor[1]])
    return document
