"""What is wrong with a rulebook in a setting: with its fields, its moves, the paths to fields, and its drafts."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from inspect import iscode, isfunction
from itertools import chain
from types import MemberDescriptorType
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import RulebookError, describe, joined, unknown
from era_of_inventions.tabletop.law.drafts import RootDraft
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.calls import called
from era_of_inventions.tabletop.play.declarations import wrong_references
from era_of_inventions.tabletop.play.for_players import ForPlayers
from era_of_inventions.tabletop.play.grammar import PLAYERS, vocabulary
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.play.reserved import is_name, name_form, reserved
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import DeclarationError, Move, Terms, layout_of
from era_of_inventions.tabletop.values.ambiguities import ambiguities, form_of_name
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import QUESTION_MARK, PlainForm, misfit
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.records import Seal, Sealed

KEPT = 64
"""How many sets of names of things are remembered for which a rulebook was found sound."""


def require_sound(
    rulebook: AnyRulebook, described: ForPlayers, table: Callable[[], Sequence[Any]]
) -> None:
    """Raise `RulebookError`, with all reasons, if a rulebook is inconsistent with its table of moves, or in itself."""
    moved: Iterable[str]
    try:
        moved = (*_of_moves(rulebook, described.terms, table()),)
    except (DeclarationError, RulebookError) as error:
        moved = error.reasons
    fields = (*_of_fields(rulebook, described), *_of_occasions(rulebook, described.terms))
    if reasons := (*wrong_references(rulebook), *fields, *moved):
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
        reasons += (*_of_parts(described.layout), *_named_like_methods(described.layout.kind))
        reasons += _of_paths(rulebook, described)
        reasons += _of_seals(rulebook, described.layout)
        reasons += _of_texts(rulebook)
        reasons += _of_deciders(rulebook)
    if not reasons:
        if len(rulebook.sound_with) >= KEPT:
            rulebook.sound_with.clear()
        rulebook.sound_with.add(described.terms.words)
    return tuple(reasons)


def _of_occasions(rulebook: AnyRulebook, terms: Terms) -> Iterator[str]:
    for kind in rulebook.occasions:
        try:
            yield from _of_copies(layout_of(kind, terms))
        except DeclarationError as error:
            yield from error.reasons


def _of_copies(layout: Layout[Any]) -> Iterator[str]:
    """Yield a reason for each field of a move or an occasion that holds copies, which are others in a view."""
    for field in layout.copied:
        yield f"{layout.kind.__name__}.{field.name}: holds copies that are alike; expected faces"


def _of_parts(layout: Layout[Any]) -> Iterator[str]:
    """Yield a reason for each field that is not declared, and each cached property; attrs makes slots of them."""
    yield from _undeclared(layout.kind)
    declared = {field.name for field in attrs.fields(layout.kind)}
    for base in layout.kind.__mro__:
        for name, value in vars(base).items():
            slot = isinstance(value, MemberDescriptorType) and attrs.has(base)
            if isinstance(value, cached_property) or (slot and name not in declared):
                yield (
                    f"{layout.kind.__name__}.{name}: keeps its first value, though drafts change; "
                    f"expected a property"
                )
    for field in layout.fields:
        yield from _of_parts(field.shape.inner) if field.shape.inner else ()


def _named_like_methods(kind: type[Any]) -> Iterator[str]:
    """Yield a reason for each field of positions that bears the name of a method of positions or of their drafts."""
    methods = {"seal", "snapshot"}  # which `drafts` adds
    for base in (*kind.__mro__[1:], RootDraft):
        methods |= {
            name
            for name, one in vars(base).items()
            if isfunction(one) or isinstance(one, property)
        }
    for name in (one.name for one in attrs.fields(kind) if one.name in methods):
        yield f"{kind.__name__}.{name}: is the name of a method of positions or their drafts; expected another"


def _of_seals(rulebook: AnyRulebook, layout: Layout[Any]) -> Iterator[str]:
    """Yield a reason for each sealed field that does not show others whether its player has decided.

    Likewise for each field of two seals, and for each promise about the things in the
    fields of a seal, if none holds any.
    """
    seals = dict.fromkeys(clause.opens for clause in rulebook.law if clause.opens)
    sealed = Counter(name for seal in seals for name in seal.fields)
    for name in (name for name, number in sealed.items() if number > 1):
        yield f"{PLAYERS}.{name}: is a field of two seals; expected one, which several clauses can open"
    players = next((one.shape.inner for one in layout.fields if one.name == PLAYERS), None)
    own = players.fields if players else ()
    things = {field.name for field in own if getattr(field.spec.holds, "among", "")}
    for seal in seals:
        if seal.hides_only_things and things.isdisjoint(seal.fields):
            fields = joined(seal.fields, "and")
            yield f"the seal of {fields} hides only things, but no field of it is Hidden(…, among=…)"
    for field in own:
        hide = field.shape.hide
        if field.name in sealed and hide and hide(field.default) != field.default:
            yield (
                f"{PLAYERS}.{field.name}: is sealed, and its default is hidden; "
                f"expected Hidden(Maybe(…)), with an absence"
            )


def _undeclared(kind: type[Any]) -> Iterator[str]:
    for one in attrs.fields(kind):
        if not {"spec", "carried"} & one.metadata.keys():
            yield f"{kind.__name__}.{one.name}: is declared without field(), so that no file or text would hold it"


def _of_paths(rulebook: AnyRulebook, described: ForPlayers) -> Iterator[str]:
    """Yield a reason for each path or name of a field that leads nowhere."""
    schema, positions, form = described.position_schema, rulebook.positions, rulebook.disputes
    fields = {
        path: field
        for name, outer in ((field.name, field) for field in described.layout.fields)
        for path, field in (
            (name, outer),
            *(
                (f"{name}.{inner.name}", inner)
                for inner in (outer.shape.inner.fields if outer.shape.inner else ())
            ),
        )
    }
    names = {path.rpartition(".")[2] for path in fields}
    numbers = [path for path, field in fields.items() if field.shape.form is PlainForm.NUMBER]
    places: tuple[tuple[str, Iterable[str], Collection[str]], ...] = (
        ("positions.follows", positions.follows, schema.paths),
        ("positions.fills", positions.fills, schema.paths),
        ("positions.unsaid", positions.unsaid, [path for path in fields if "." not in path]),
        ("positions.besides", positions.besides, schema.parts),
        ("stock", rulebook.stock, schema.parts[schema.players].lines.names),
        ("at_stake", rulebook.at_stake, schema.parts[schema.turn].lines.names),
        ("outstanding", rulebook.outstanding, fields),
        ("obvious", rulebook.obvious, fields),
        ("disputes.supplied", form.supplied, fields),
        ("disputes.filled_from", form.filled_from, fields),
        ("disputes.filled_from", chain.from_iterable(form.filled_from.values()), names),
        ("disputes.rules", form.rules, names),
        *(
            (f"the check of {check.clause.id}", (check.about,) if check.about else (), fields)
            for check in rulebook.law.checks
        ),
        *(
            (f"the check of {check.clause.id}", check.total.of, numbers)
            for check in rulebook.law.checks
            if check.total
        ),
        *(
            (f"the moment of {clause.id}", (clause.when.meant_by,), fields)
            for clause in rulebook.law.clauses
            if clause.when.meant_by
        ),
    )
    for path, field in fields.items():
        if field.spec.seen == "owner" and path.partition(".")[0] != schema.players:
            yield f"{path}: is seen by its owner, and has none; expected 'all' or 'nobody'"
    for place, paths, known in places:
        for path in paths:
            if path not in known:
                yield f"{place}: the field {unknown(path, known)}"
    for clause in rulebook.law.clauses:
        sets = clause.when.sets
        if not isinstance(sets, tuple) or not all(isinstance(one, Mapping) for one in sets):
            yield (
                f"the moment of {clause.id}: sets is {describe(sets)}; "
                f"expected mappings of the paths of fields to values"
            )
            continue
        for path, value in chain.from_iterable(one.items() for one in sets):
            stated = fields.get(path)
            if stated is None:
                yield f"the moment of {clause.id}: the field {unknown(path, fields)}"
            elif stated.shape.inner is None and misfit(stated.shape, value):
                yield (
                    f"the moment of {clause.id}: {path} is {describe(value)}; "
                    f"expected {stated.spec.about or stated.spec.words}"
                )


def _of_texts(rulebook: AnyRulebook) -> Iterator[str]:
    """Yield a reason for each heading, and each name of a player without a name, that a text of a game cannot carry."""
    headings, words = rulebook.grammar.headings, reserved(rulebook)
    if not headings:
        yield "grammar.headings are none; expected one or more"
    for heading in headings:
        if fold(heading) in words:
            yield f"grammar.headings: found {describe(heading)}, with which other lines begin"
    names = rulebook.grammar.seat_names(max(rulebook.player_counts()))
    for place, name in enumerate(names):
        if not is_name(name, rulebook):
            yield f"grammar.seats: found {describe(name)}; expected {name_form(rulebook)}"
        if fold(name) in map(fold, names[:place]):
            yield f"grammar.seats: found {describe(name)} twice; expected different names"


def _of_deciders(rulebook: AnyRulebook) -> Iterator[str]:
    """Yield a reason if several seats decide at the same time and nothing turns from one to another."""
    defaults = attrs.fields_dict(type(rulebook))
    given = {
        name: getattr(rulebook, name) is not defaults[name].default
        for name in ("simultaneous", "in_turn")
    }
    if given["simultaneous"] and not given["in_turn"]:
        yield "simultaneous: needs in_turn, which returns a position with another seat to move"


def _of_moves(rulebook: AnyRulebook, terms: Terms, moves: Sequence[Any]) -> Iterator[str]:
    if strange := [move for move in moves if not attrs.has(type(move))]:
        yield f"moves returns {describe(strange[0])} in its table; expected only moves"
        return
    law, form, known = rulebook.law, rulebook.disputes, set(moves)
    if not moves:
        yield "the table lists no move"
    for place, some in (("stops", form.stops), ("by_itself", form.by_itself)):
        yield from (
            f"disputes.{place}: the move {move!r} is not in the table"
            for move in some
            if move not in known
        )
    fields = {
        field.name for kind in dict.fromkeys(map(type, moves)) for field, _ in fields_of(kind)
    }
    for name, names in called(rulebook, "grammar.names", terms.setting).items():
        if name not in fields:
            yield f"grammar.names: the field {unknown(name, sorted(fields))}"
        if not all(names.values()):
            yield f"grammar.names: a value of {name!r} has no name; expected one or more"
        for text in chain(*names.values()):
            other = "a name, not a question mark" if text == QUESTION_MARK else ""
            if expected := other or form_of_name(text):
                yield f"grammar.names: {name!r} holds {describe(text)}; expected {expected}"
        texts = Counter(text for of in names.values() for text in {*map(fold, of)})
        for text in (text for text, number in texts.items() if number > 1):
            yield f"grammar.names: two values of {name!r} are called {text!r}; expected one"
    yield from _alike(rulebook, terms, moves)
    if len(known) < len(moves):
        twice = next(move for move, number in Counter(moves).items() if number > 1)
        yield f"the table lists the move {twice!r} twice"
    listed = dict.fromkeys(map(type, moves))
    for kind, grants in law.grants.items():
        if issubclass(kind, Move) and kind not in listed:
            yield f"the table lists no {kind.__name__}, about which {grants[0].id} is"
        elif not issubclass(kind, Occasion) and kind not in listed:
            yield f"the table lists no {kind.__name__}, which is no kind of moves; expected a class derived from Move"
    for kind in listed:
        yield from _undeclared(kind) if issubclass(kind, Move) else ()
        try:
            layout: Layout[Any] = layout_of(kind, terms)
            yield from _of_copies(layout)
            for field in layout.fields:
                yield from (
                    f"{kind.__name__}.{field.name}: {reason}"
                    for reason in ambiguities(field.shape)
                )
                of_kind = (move for move in moves if type(move) is kind)
                for value in dict.fromkeys(getattr(move, field.name) for move in of_kind):
                    unknown_part = field.is_unknown and field.is_unknown(value)
                    if unknown_part or misfit(field.shape, value):
                        found = f"{kind.__name__} with the {field.name} {describe(value)}"
                        yield f"the table lists {found}; expected one that the field can hold"
        except DeclarationError as error:
            yield from error.reasons
        if kind not in law.grants:
            yield f"no grant applies to {kind.__name__}, so that no such move is ever legal"
        yield from _of_sealed_parts(law, kind)
        if kind not in law.effects:
            yield f"no effect applies to {kind.__name__}, so that no such move does anything"


def _of_sealed_parts(law: Law, kind: type[Any]) -> Iterator[str]:
    """Yield a reason for each sealed part of a move that stays sealed, and for parts that are not shown together."""
    hidden = {
        attribute.name: spec.seen for attribute, spec in fields_of(kind) if spec.seen != "all"
    }
    for name, seen in hidden.items():
        if isinstance(seen, Seal) and all(clause.opens is not seen for clause in law):
            yield f"{kind.__name__}.{name}: is sealed, and no clause opens it"
    ways = dict.fromkeys(hidden.values())
    if len(ways) > 1 and any(isinstance(seen, Sealed) for seen in ways):
        names = joined(hidden, "and")
        yield f"{kind.__name__}: {names} are not hidden alike; expected the same seal for all"


def _alike(rulebook: AnyRulebook, terms: Terms, moves: Sequence[Any]) -> Iterator[str]:
    """Yield a reason if moves of kinds with the same words are written alike."""
    every = dict.fromkeys(map(type, moves))
    number = Counter(map(rulebook.grammar.words_of, every))
    kinds = [kind for kind in every if number[rulebook.grammar.words_of(kind)] > 1]
    alike = [move for move in moves if type(move) in kinds] if kinds else ()
    try:
        vocabulary(rulebook.grammar, kinds, terms, alike, ())
    except DeclarationError as error:
        yield from error.reasons


def of_steps(rulebook: AnyRulebook, draft: type[Any]) -> Iterator[str]:
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
