"""What is wrong with the functions of a rulebook: each is called once, in the first positions of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from operator import index
from typing import Any, TypeVar

from era_of_inventions.tabletop.errors import (
    Code,
    RulebookError,
    describe,
    from_to,
    joined,
)
from era_of_inventions.tabletop.law.clause import Check, Clause, Tally
from era_of_inventions.tabletop.law.drafts import RootDraft
from era_of_inventions.tabletop.law.law import facts_of, outcome_of
from era_of_inventions.tabletop.play.calls import (
    called,
    chances_of,
    completions_of,
    measured,
    tried,
)
from era_of_inventions.tabletop.play.consistency import of_steps
from era_of_inventions.tabletop.play.occasions import ActsNow, SetUp
from era_of_inventions.tabletop.play.rulebook import (
    CHANCE,
    for_each_seat,
)
from era_of_inventions.tabletop.play.score import column_of, score
from era_of_inventions.tabletop.values import bounds, views
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import PlainForm, Shape, misfit
from era_of_inventions.tabletop.values.layout import field_at
from era_of_inventions.tabletop.values.noted import Noted
from era_of_inventions.tabletop.values.veiling import takes_veil, veiled, watching
from era_of_inventions.tabletop.values.views import Leaf

T = TypeVar("T")


def require_functions(setting: Any) -> None:
    """Raise `RulebookError`, with all reasons, if functions of a rulebook are wrong where a game begins."""
    reasons = dict[str, None]()

    def attempt(check: Callable[..., T], *args: Any) -> T | None:
        try:
            return check(setting, *args)
        except RulebookError as error:
            reasons.update(dict.fromkeys(error.reasons))
            return None

    blanks = [attempt(_blank, seat) for seat in range(setting.players)]
    draft = None if reasons else attempt(_draft, blanks[0])
    if draft is not None:
        reasons.update(dict.fromkeys(of_steps(setting.rulebook, type(draft))))
        for blank in blanks:
            attempt(_check_order, blank)
            attempt(_check_tie_breaks, blank)
            attempt(_check_winners, blank)
    first = None if reasons else attempt(_first, draft)
    if first is not None:
        for check in _checks(setting):
            attempt(check, first)
        if reasons and setting.outside(first):
            return  # a box with too little in it: no game can begin
    if reasons:
        raise RulebookError(setting.rulebook.title, tuple(reasons))


def _refuse(setting: Any, *reasons: str) -> None:
    if reasons:
        raise RulebookError(setting.rulebook.title, reasons)


# --- Before the setup -----------------------------------------------------------------


def _position(setting: Any, place: str, *args: Any) -> Any:
    """Return the position that a function returns. Raises `RulebookError` if it is none of this setting."""
    rulebook = setting.rulebook
    found = called(rulebook, place, *args)
    if not isinstance(found, rulebook.state) or found.setting is not setting:
        expected = f"a {rulebook.state.__name__} of the setting that it is given"
        _refuse(setting, f"{place} returns {describe(found)}; expected {expected}")
    return found


def _blank(setting: Any, seat: int) -> Any:
    blank = _position(setting, "blank", setting, seat)
    fields = setting.layout.fields
    held = [(field.name, field.shape, getattr(blank, field.name)) for field in fields]
    _refuse(setting, *(f"blank returns {wrong}" for one in held for wrong in _misfits(*one)))
    return blank


def _misfits(name: str, shape: Shape[Any], held: Any) -> Iterator[str]:
    """Yield what a field holds in place of the records that it should hold."""
    several = shape.form is PlainForm.RECORDS
    number = len(held) if several and isinstance(held, tuple) else describe(held)
    if several and number != shape.places:
        yield f"{number} {name}; expected {shape.places}"
        return
    for one in held if several else (held,):
        if shape.inner and not isinstance(one, shape.inner.kind):
            yield f"{describe(one)} in {name}; expected a {shape.inner.kind.__name__}"


def _draft(setting: Any, blank: Any) -> Any:
    rulebook = setting.rulebook
    draft = called(rulebook, "draft", blank, rulebook.law)
    if not isinstance(draft, rulebook.state) or not isinstance(draft, RootDraft):
        expected = "what a function made by drafts returns"
        _refuse(setting, f"draft returns {describe(draft)}; expected {expected}")
    tried(rulebook, "draft", lambda: draft.law)
    return draft


def _check_order(setting: Any, blank: Any) -> None:
    order, seats = called(setting.rulebook, "order", blank), range(setting.players)
    if sorted(order) != [*seats]:
        found = ", ".join(map(str, order)) or "no seats"
        each = ", ".join(map(str, seats))
        _refuse(
            setting,
            f"the order of a round is {found}; expected each of the seats {each} once",
        )


def _check_tie_breaks(setting: Any, blank: Any) -> None:
    for tie_break in setting.rulebook.tie_breaks:
        numbers = tried(setting.rulebook, "tie_breaks", tie_break, blank)
        for_each_seat(blank, "tie_breaks", numbers)


def _check_winners(setting: Any, blank: Any) -> None:
    rulebook, players = setting.rulebook, setting.players
    ahead, equal, behind = ([first, *[0] * (players - 1)] for first in (1, 0, -1))
    found = [called(rulebook, "winners", blank, totals) for totals in (ahead, equal, behind)]
    _refuse(setting, *(why for one in found for why in rulebook.wrong_winners(one, players)))
    if found[0] != found[2] and (0 in found[0]) is rulebook.lowest_wins:
        whose, best = (
            ("the highest total", "lowest")
            if rulebook.lowest_wins
            else ("a lower total, without `lowest_wins`,", "highest")
        )
        _refuse(setting, f"{whose} wins by `winners`; expected the {best}")


# --- After the setup ------------------------------------------------------------------


def _first(setting: Any, draft: Any) -> Any:
    """Return the first position of a game."""
    for clause in setting.rulebook.law.effects.get(SetUp, ()):
        tried(setting.rulebook, clause.id, draft.apply, clause, SetUp())
    first = tried(setting.rulebook, "draft", draft.seal)
    problems = bounds.problems(setting.layout, first)
    wrong = (problem for problem in problems if problem.code is Code.WRONG_TYPE)
    _refuse(setting, *(f"the first position: {problem}" for problem in wrong))
    return first


def _checks(setting: Any) -> Iterator[Callable[[Any, Any], object]]:
    """Yield a check for each function that takes a position."""
    rulebook = setting.rulebook
    yield from (_check_deciders, _check_legal_moves, _check_served)
    yield _check_facts
    for clause in rulebook.law.scorings:
        yield _trying(clause.id, partial(column_of, clause))
    yield _check_totals
    of_seats: tuple[tuple[str, list[int | None]], ...] = (
        ("in_turn", [0]),
        ("view", [0]),
        ("view", [None]),
        ("settle", []),
    )
    for place, seat in of_seats:
        yield partial(_check_position, place=place, seat=seat)
    yield from (_check_section, _check_start)
    for place in ("follows", "fills"):
        for path in getattr(rulebook.positions, place):
            yield partial(_check_value, place=place, path=path)
    for kind in rulebook.candidates:
        yield partial(_check_candidates, kind=kind)
    yield _check_whole
    for check in rulebook.law.checks:
        yield partial(_check_problems, check=check)
    if rulebook.changes:
        yield _check_changes
    for name in rulebook.measures:
        yield partial(_check_measure, name=name)
    yield from (_check_public, _check_completions)


def _trying(place: str, function: Callable[[Any], object]) -> Callable[[Any, Any], object]:
    return lambda setting, first: tried(setting.rulebook, place, function, first)


def _check_totals(setting: Any, first: Any) -> None:
    rulebook = setting.rulebook
    if not rulebook.law.scorings and not [*tried(rulebook, "totals", rulebook.totals, ())]:
        _refuse(setting, "no clause gives points; expected a scoring clause")
    tried(rulebook, "totals", score, first)


def _check_position(setting: Any, first: Any, *, place: str, seat: list[int | None]) -> None:
    found = _position(setting, place, first, *seat)
    before = {*bounds.problems(setting.layout, first)}
    problems = (one for one in bounds.problems(setting.layout, found) if one not in before)
    _refuse(setting, *(f"{place} returns {problem}" for problem in problems))


def _check_start(setting: Any, first: Any) -> None:
    setting.rulebook.positions.starting(first)


def _check_whole(setting: Any, first: Any) -> None:
    if not setting.is_known(first):
        _refuse(setting, "the setup leaves something unknown; expected a whole position")


def _check_problems(setting: Any, first: Any, *, check: Check) -> None:
    """Check what a check yields for the first position: sentences, if anything."""
    place = f"the check of {check.clause.id}"
    problems: tuple[Any, ...] = tried(setting.rulebook, place, check.problems, first)
    for one in problems:
        if not isinstance(one, str | tuple):
            _refuse(setting, f"{place} yields {describe(one)}; expected sentences")


def _check_candidates(setting: Any, first: Any, *, kind: type[Any]) -> None:
    """Check that the candidates of a kind of moves are values of the first field of these moves."""
    place, about = f"candidates {kind.__name__}", setting.rulebook.candidates[kind].about
    name = next(field.name for field, _ in fields_of(kind))
    known = [getattr(move, name) for move in setting.numbers if type(move) is kind]
    for one in tried(setting.rulebook, place, lambda: [*about(first)]):
        if one not in known:
            _refuse(setting, f"{place} yields {describe(one)}; expected values of {name!r}")


def _check_changes(setting: Any, first: Any) -> None:
    changes = setting.rulebook.changes
    for one in tried(setting.rulebook, "changes", lambda: [*changes(first, first)]):
        if not isinstance(one, Change):
            _refuse(setting, f"changes yields {describe(one)}; expected changes")


def _check_measure(setting: Any, first: Any, *, name: str) -> None:
    measured(first, name)


def _check_section(setting: Any, first: Any) -> None:
    called(setting.rulebook, "grammar.section", first)


def _check_deciders(setting: Any, first: Any) -> None:
    rulebook = setting.rulebook
    called(rulebook, "to_move", first)
    seats = called(rulebook, "simultaneous", first)
    if sorted({*seats} & {*range(setting.players)}) != sorted(seats):
        expected = f"seats {from_to(0, setting.players - 1)}, each once"
        _refuse(setting, f"simultaneous returns {describe(seats)}; expected {expected}")
    for seat in rulebook.deciders(first):
        rulebook.as_decider(first, seat)


def _check_public(setting: Any, first: Any) -> None:
    """Check that everybody knows who decides: that these functions use nothing that is hidden from anybody."""
    rulebook = setting.rulebook
    for place in ("to_move", "simultaneous", "served", "order"):
        _require_public(
            setting, first, place, partial(tried, rulebook, place, getattr(rulebook, place))
        )


def _require_public(
    setting: Any,
    first: Any,
    place: str,
    function: Callable[[Any], object],
    counts: Callable[[Leaf], bool] = lambda _: True,
) -> None:
    """Refuse a function that uses something hidden; it may use those hidden fields that do not count."""
    layout, view, noted = setting.layout, _position(setting, "view", first, None), Noted()
    unknown = [leaf for leaf in views.unknown_in(layout, view) if counts(leaf)]
    free = {names: index(cards) for names, cards in views.lying_nowhere(layout, view).items()}
    veil = veiled(view, unknown, noted, lambda: first, free)
    veil = watching(veil, [leaf for leaf in unknown if not takes_veil(leaf)], noted, first)
    repr(function(veil))  # which uses what is veiled in the answer
    if found := [leaf.field.spec.words for leaf in unknown if leaf.path in noted]:
        words = joined(dict.fromkeys(found), "and")
        _refuse(setting, f"{place} uses {words}; expected only what everybody knows")


def _check_legal_moves(setting: Any, first: Any) -> None:
    rulebook, law = setting.rulebook, setting.rulebook.law
    place, known = "generator" if rulebook.generator else "the law", setting.numbers
    try:
        legal: Any = tried(rulebook, place, setting.engine.legal_moves, first)
    except RulebookError:
        for move in setting.moves:
            for clause in (*law.grants.get(type(move), ()), *law.limits.get(type(move), ())):
                tried(rulebook, clause.id, outcome_of, clause, first, move)
        raise
    if not isinstance(legal, tuple):
        _refuse(setting, f"{place} lists moves in {describe(legal)}; expected a tuple")
    for move in tried(
        rulebook, place, lambda: [one for one in legal if one not in known][:1]
    ):
        _refuse(setting, f"{place} lists {describe(move)}; expected moves of the table")
    if called(rulebook, "to_move", first) is CHANCE:
        if rulebook.chances:
            chances_of(first)
        for kind in dict.fromkeys(map(type, legal)):
            rulebook.nouns_of(kind)


def _check_completions(setting: Any, first: Any) -> None:
    view = _position(setting, "view", first, None)
    if not setting.is_known(view):
        missing = views.missing(setting.layout, view)
        _refuse(setting, *(f"as everybody sees the first position, {why}" for why in missing))
        for _ in islice(completions_of(view), 2):
            pass


def _check_facts(setting: Any, first: Any) -> None:
    """Ask for the facts of every clause, and for what limits count, about one move of each kind and who acts."""
    rulebook, law = setting.rulebook, setting.rulebook.law
    of_each: dict[type[Any], Any] = {ActsNow: ActsNow(0)}
    of_each |= {type(move): move for move in setting.numbers}
    for kind, one in of_each.items():
        for clause in (*law.grants.get(kind, ()), *law.limits.get(kind, ())):
            tried(rulebook, f"facts of {clause.id}", facts_of, clause, first, one)
            result = _result(clause, first, one)
            if not isinstance(result, int):
                _refuse(
                    setting, f"{clause.id} returns {describe(result)}; expected True or False"
                )
            if clause.count is None:
                continue
            found = tried(rulebook, f"count of {clause.id}", clause.count, first, one)
            if not isinstance(found, Tally | None):
                what = f"count of {clause.id} returns {describe(found)}"
                _refuse(setting, f"{what}; expected a Tally or None")


def _result(clause: Clause[..., Any], first: Any, move: Any) -> object:
    """Return what a grant or limit returns; False if it raises, since it may ask for what is there at other moments."""
    try:
        return clause.function(first, move)
    except Exception:
        return False


def _check_served(setting: Any, first: Any) -> None:
    served, seats = called(setting.rulebook, "served", first), range(setting.players)
    if served is not None and served not in seats:
        expected = f"None or a seat {from_to(0, setting.players - 1)}"
        _refuse(setting, f"served returns {describe(served)}; expected {expected}")


def _check_value(setting: Any, first: Any, *, place: str, path: str) -> None:
    """Check what ``follows`` or ``fills`` returns for a field: its value, or for players a value for each seat.

    It may use hidden cards, whose number is known, but nothing else that is hidden.
    """
    rulebook, field = setting.rulebook, field_at(setting.layout, path)
    name = f"positions.{place} {path}"
    found = partial(tried, rulebook, name, partial(rulebook.positions.found, place, path))
    for one in found(first):
        if field is not None and misfit(field.shape, one):
            expected = field.spec.about or field.spec.words
            _refuse(setting, f"{name} returns {describe(one)}; expected {expected}")
    _require_public(setting, first, name, found, _is_no_card)


def _is_no_card(leaf: Leaf) -> bool:
    return not leaf.holds_cards and leaf.among is None
