"""Consistency checks of rulebooks: whether their parts refer to each other correctly."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from inspect import iscode, isfunction
from itertools import chain
from typing import Any

from era_of_inventions.tabletop.errors import GameError, unknown
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.for_players import ForPlayers
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.values import DeclarationError, Terms, layout_of
from era_of_inventions.tabletop.values.domains import ambiguities
from era_of_inventions.tabletop.values.layout import fields_of
from era_of_inventions.tabletop.values.records import Seal

KEPT = 64
"""How many sets of names of things are remembered for which a rulebook was found sound."""


class RulebookError(GameError, TypeError):
    """An inconsistent rulebook, with all reasons. It is a mistake of the rulebook's author."""

    def __init__(self, title: str, reasons: tuple[str, ...]) -> None:
        """Store the title of the rulebook and the reasons."""
        self.title = title
        self.reasons = reasons
        super().__init__(title, reasons)

    def __str__(self) -> str:
        """One line for each reason."""
        return "\n".join(f"{self.title}: {reason}" for reason in self.reasons)


def require_sound(rulebook: AnyRulebook, described: ForPlayers, moves: Sequence[Any]) -> None:
    """Raise `RulebookError`, with all reasons, if a rulebook is inconsistent with this table of moves."""
    moved = _of_moves(rulebook.law, described.terms, moves)
    if reasons := (*_of_fields(rulebook, described), *moved, *_of_clauses(rulebook)):
        raise RulebookError(rulebook.title, reasons)


def _of_fields(rulebook: AnyRulebook, described: ForPlayers) -> tuple[str, ...]:
    reasons: list[str] = []
    with suppress(DeclarationError):
        if (
            described.layout and described.terms.words in rulebook.sound_with
        ):  # the checks below take long
            return ()
    for name in ("layout", "position_schema", "quantities"):
        try:
            getattr(described, name)
        except DeclarationError as error:
            reasons += (reason for reason in error.reasons if reason not in reasons)
    if not reasons:
        paths = described.position_schema.paths
        reasons += (
            f"the field that follows from others {unknown(path, paths)}"
            for path in rulebook.positions.follows
            if path not in paths
        )
    if not reasons:
        if len(rulebook.sound_with) >= KEPT:
            rulebook.sound_with.clear()
        rulebook.sound_with.add(described.terms.words)
    return tuple(reasons)


def _of_moves(law: Law, terms: Terms, moves: Sequence[Any]) -> Iterator[str]:
    if len(set(moves)) < len(moves):
        twice = next(move for move, number in Counter(moves).items() if number > 1)
        yield f"the table lists the move {twice!r} twice"
    for kind in dict.fromkeys(map(type, moves)):
        try:
            for field in layout_of(kind, terms).fields:
                yield from (
                    f"{kind.__name__}.{field.name}: {reason}"
                    for reason in ambiguities(field.shape)
                )
        except DeclarationError as error:
            yield from error.reasons
        if kind not in law.grants:
            yield f"no grant applies to {kind.__name__}, so that no such move is ever legal"
        for attribute, spec in fields_of(kind):
            if isinstance(spec.seen, Seal) and all(c.opens is not spec.seen for c in law):
                yield f"{kind.__name__}.{attribute.name}: is sealed, and no clause opens it"
        if kind not in law.effects:
            yield f"no effect applies to {kind.__name__}, so that no such move does anything"


def _of_clauses(rulebook: AnyRulebook) -> Iterator[str]:
    rulings = {ruling.field for ruling in rulebook.ruleset.rulings()}
    editions = {edition.code: edition for edition in rulebook.editions}
    if len(editions) < len(rulebook.editions):
        yield "two editions have the same code"
    for clause in rulebook.law.clauses:
        if clause.statement == clause.id:
            yield f"{clause.id} has no docstring, which is its statement"
        for name in clause.rulings:
            if name not in rulings:
                yield f"{clause.id} consults the ruling {name!r}, which the ruleset does not have"
        for code, cite in clause.cites.items():
            if code not in editions:
                yield f"{clause.id} cites the edition {code!r}; expected one of {', '.join(editions) or 'none'}"
            elif cite.section not in {section.title for section in editions[code].sections}:
                yield f"{clause.id} cites the section {cite.section!r}, which the edition {code!r} does not have"


def require_order(setting: Any) -> None:
    """Raise `RulebookError` if the order of a round, the winners by totals, or the steps of drafts are wrong.

    This is tried on blank positions.
    """
    rulebook = setting.rulebook
    if reasons := (*dict.fromkeys(_of_order(setting)),):
        raise RulebookError(rulebook.title, reasons)


def _of_order(setting: Any) -> Iterator[str]:
    rulebook, seats = setting.rulebook, [*range(setting.players)]
    yield from _of_steps(
        rulebook, type(rulebook.draft(rulebook.blank(setting, 0), rulebook.law))
    )
    for blank in [rulebook.blank(setting, seat) for seat in seats]:
        order, totals = rulebook.order(blank), [1, *[0] * len(seats[1:])]
        if sorted(order) != seats:
            found, expected = (
                ", ".join(map(str, order)) or "no seats",
                ", ".join(map(str, seats)),
            )
            yield f"the order of a round is {found}; expected each of the seats {expected} once"
        if (0 in rulebook.winners(blank, totals)) is rulebook.lowest_wins:
            whose = (
                "the highest total"
                if rulebook.lowest_wins
                else "a lower total, without `lowest_wins`,"
            )
            yield f"{whose} wins by `winners`; expected the {'lowest' if rulebook.lowest_wins else 'highest'}"


def _of_steps(rulebook: AnyRulebook, draft: type[Any]) -> Iterator[str]:
    """Yield a reason for every kind of step that some function of the game begins and no function resumes."""
    named: dict[Any, str] = {
        method: name for name, method in vars(draft).items() if isfunction(method)
    }
    pairs = [
        (begin, named[method.resumed_by])
        for method, begin in named.items()
        if getattr(method, "resumed_by", None) in named
    ]
    used = (
        {*chain.from_iterable(map(_names_in, _functions(rulebook.law, draft)))}
        if pairs
        else ()
    )
    for begin, end in pairs:
        if begin in used and end not in used:
            yield f"{draft.__name__}.{begin}: begins steps, and nothing calls {end}"


def _functions(law: Law, draft: type[Any]) -> Iterator[Any]:
    """Yield the functions of a game's modules, and the methods of the class of its drafts."""
    yield from filter(isfunction, vars(draft).values())
    for name in {draft.__module__, *(clause.source.__module__ for clause in law)}:
        for value in [*vars(sys.modules[name]).values()] if name in sys.modules else ():
            function = getattr(value, "source", value)
            if isfunction(function):
                yield function


def _names_in(function: Any) -> Iterator[str]:
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        yield from code.co_names
        codes += filter(iscode, code.co_consts)
