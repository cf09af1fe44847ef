"""Why a position is impossible: what checks find in it, whatever is unknown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from era_of_inventions.tabletop.law.clause import Check, Sentence
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.worlds import Worlds
from era_of_inventions.tabletop.values import views


def problems_of(state: AnyPosition) -> tuple[Violation, ...]:
    """Return the reasons why a position is impossible, including too few things left for its unknown ones.

    If it is malformed, only the problems of its shape are returned.
    """
    setting, law = state.setting, state.setting.rulebook.law
    if setting.is_whole(state):
        return law.problems(state)
    known = Unchecked(state)
    missing = tuple(
        Violation("", sentence) for sentence in views.missing(setting.layout, state)
    )
    if missing:
        return missing + (() if _hides_values(known) else law.problems(state))
    for shape in (True, False):
        found = tuple(
            Violation(check.clause.id, sentence, check.about)
            for check in law.checks
            if check.shape is shape
            for sentence in _certain(known, check)
        )
        if found:
            return found
    return ()


def is_possible(state: AnyPosition) -> bool:
    """Return whether a position has no problems."""
    if state.setting.is_whole(state):
        return bool(state.setting.rulebook.law.is_possible(state))
    return not problems_of(state)


class Unchecked(Worlds[AnyPosition]):
    """The completions of a position, whatever checks say of them."""

    _checks: Sequence[Callable[[AnyPosition], Sequence[object]]] = ()


def _certain(known: Unchecked, check: Check) -> Sequence[Sentence]:
    """Return the problems that a check finds, unless it finds none in some completion.

    Where only cards are unknown, a check is asked of the view, in which it can read how
    many they are.
    """

    def fails(whole: AnyPosition) -> bool:
        return bool(check.problems(whole))

    if check.total:
        return check.problems(known.state)
    if not _hides_values(known):
        found = check.problems(known.state)
        return found if found and all(map(fails, known.every)) else ()
    answer, used = known.behind_veil(check.problems)
    if answer is not None and not used:
        return answer
    return check.problems(known.first) if fails(known.first) and known.is_same(fails) else ()


def _hides_values(known: Unchecked) -> bool:
    """Return whether something is unknown that is no card."""
    return any(not leaf.holds_cards for leaf in known.unknown)
