"""The glossary of a rulebook: a file with its terms, the words of the editions for them, and others that players use.

A table of the file, with ``-`` where an edition has no word of its own:

    [[term]]
    en = "action area"
    nl = "actieveld"
    means = "One of the six places on the board."
    also = "action space, Aktionsfeld"
    see = "placement.one-at-a-time"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import attrs

from era_of_inventions.tabletop.law.citation import Edition
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.text.toml import in_toml, read_toml, refuse
from era_of_inventions.tabletop.values import InvalidDataError, Terms, Text
from era_of_inventions.tabletop.values.arrays import read_array
from era_of_inventions.tabletop.values.object_keys import KnownKey, KnownKeys
from era_of_inventions.tabletop.values.plain import word
from era_of_inventions.tabletop.values.problems import check_object

TERMS_MAX: Final = 10_000
"""The most terms of a glossary."""
Term: TypeAlias = Mapping[str, str]
"""A term: its words by the codes of editions, and what it ``means``, which clause to ``see``, what it is ``also``."""


def read_glossary(path: Path, law: Law, editions: Iterable[Edition]) -> tuple[Term, ...]:
    """Return the terms of a glossary.

    Raises `FileError`, with every problem, if the file cannot be read, lacks a key, has
    an unknown one, or leads to clauses that do not exist.
    """
    text = Text().bind(Terms()).read
    clause = word([clause.id for clause in law], "the id of a clause").bind(Terms()).read
    codes = [edition.code for edition in editions]
    keys = KnownKeys(
        (
            KnownKey("en", text, attrs.NOTHING, "the term in English"),
            KnownKey("means", text, attrs.NOTHING, "what the term means"),
            KnownKey("see", clause, attrs.NOTHING, "the id of a clause"),
            *(
                KnownKey(key, text, "-")
                for key in dict.fromkeys(
                    ("also", "en_book", *codes, *(f"{code}_book" for code in codes))
                )
                if key != "en"
            ),
        )
    )

    def term(raw: Any) -> Term:
        check_object(raw)
        if problems := keys.gather(raw)[1]:
            raise InvalidDataError(problems)
        return cast("Term", raw)

    tables = KnownKeys([KnownKey("term", lambda raw: read_array(raw, term, TERMS_MAX), ())])
    (terms,), problems = tables.gather(read_toml(path))
    refuse(path, [in_toml(problem) for problem in problems])
    return cast("tuple[Term, ...]", terms)
