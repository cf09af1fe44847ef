"""Calls of the functions of a rulebook: whatever they raise, or return of a wrong type, is a reason with their name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import tee
from threading import get_ident
from typing import Any, NoReturn, TypeVar

from era_of_inventions.tabletop.errors import GameError, RulebookError, describe
from era_of_inventions.tabletop.law.clause import Check
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.values import DeclarationError, evolve, views
from era_of_inventions.tabletop.values.arguments import result_misfit
from era_of_inventions.tabletop.values.completions import Totals, completions

T = TypeVar("T")
_NO_MORE = object()


def tried(rulebook: AnyRulebook, place: str, function: Callable[..., T], *args: Any) -> T:
    """Call a function of a rulebook. Raises `RulebookError`, naming its place, if the function raises anything."""
    try:
        return function(*args)
    except (RulebookError, DeclarationError) as error:
        raise RulebookError(rulebook.title, error.reasons) from error
    except Exception as error:  # a foreign function can fail in any way
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise RulebookError(rulebook.title, (f"{place} raises {what}",)) from error


def called(rulebook: AnyRulebook, place: str, *args: Any) -> Any:
    """Call the function at a place in the declarations of a rulebook, such as ``grammar.names``.

    Raises `RulebookError`, naming the place, if the function raises anything, or
    returns another type than declared.
    """
    path, _, name = place.rpartition(".")
    owner = getattr(rulebook, path) if path else rulebook
    result = tried(rulebook, place, getattr(owner, name), *args)
    if reason := result_misfit(owner, name, result):
        raise RulebookError(rulebook.title, (f"{place} returns {reason}",))
    return result


def totals_of(setting: Any) -> list[tuple[tuple[str, ...], int]]:
    """Return what the numbers in some fields add up to, as checks of the rulebook say."""
    return [
        (check.total.of, _amount(setting, check))
        for check in setting.rulebook.law.checks
        if check.total
    ]


def _amount(setting: Any, check: Check) -> int:
    """Return what the function of a total returns. Raises `RulebookError` unless it is a number."""
    assert check.total is not None
    place = f"the check of {check.clause.id}"
    amount: object = tried(setting.rulebook, place, check.total.amount, setting)
    if type(amount) is not int:
        _refuse(setting.rulebook, f"{place} returns {describe(amount)}; expected a number")
    return amount


def measured(position: Any, name: str) -> int:
    """Return one of the measures of the rulebook. Raises `RulebookError` unless it is a number."""
    rulebook, place = position.setting.rulebook, f"measures {name}"
    found: object = tried(rulebook, place, rulebook.measures[name], position)
    if type(found) is not int:
        _refuse(rulebook, f"{place} returns {describe(found)}; expected a number")
    return found


def completions_of(position: Any) -> Iterator[Any]:
    """Yield the completions of a position.

    Raises `RulebookError` if the rulebook's own function returns none, or anything else
    than whole positions, and `GameError` if fewer things lie nowhere than are unknown.
    """
    setting, rulebook = position.setting, position.setting.rulebook
    if rulebook.completions is None:
        if reasons := [*views.missing(setting.layout, position)]:
            raise GameError(f"the position is impossible: {'; '.join(reasons)}")
        first = tried(rulebook, "to_move", rulebook.seat_to_move, position) or 0
        bare = evolve(position, setting=setting.without_readings)
        kept = _completions(bare, first, tuple(totals_of(setting)), get_ident())
        try:
            yield from (evolve(whole, setting=setting) for whole in tee(kept, 2)[1])
        except (
            Exception
        ):  # an iterator that has failed is at its end, and would yield nothing the next time
            _completions.cache_clear()
            raise
        return
    left, number = iter(called(rulebook, "completions", position)), 0
    for whole in iter(lambda: tried(rulebook, "completions", next, left, _NO_MORE), _NO_MORE):
        is_own = isinstance(whole, rulebook.state) and whole.setting is setting
        if not is_own or not setting.is_known(whole):
            found = describe(whole) if not is_own else "a position with unknown parts"
            _refuse(
                rulebook,
                f"completions returns {found}; expected whole positions of its setting",
            )
        number += 1
        yield whole
    if not number:
        _refuse(rulebook, "completions returns nothing; expected one or more positions")


@lru_cache(maxsize=16)
def _completions(bare: Any, first: int, totals: Totals, _thread: int) -> Iterator[Any]:
    """Return the completions of a position, which are the same under all readings; to be copied, and never advanced."""
    return tee(completions(bare.setting.layout, bare, first, totals), 1)[0]


def chances_of(position: Any) -> Sequence[tuple[Any, int]]:
    """Return the possible moves of chance, each with its weight, by the rulebook's own function.

    Raises `RulebookError` if it returns no move, one that is not legal, a weight less
    than 1, or weights whose sum is too large to take a share.
    """
    rulebook = position.setting.rulebook
    weighted: Sequence[tuple[Any, int]] = called(rulebook, "chances", position)
    if not weighted:
        _refuse(
            rulebook, "chances returns no move; expected one or more where chance is to move"
        )
    for move, weight in weighted:
        if weight < 1:
            _refuse(
                rulebook,
                f"chances returns {move!r} with the weight {describe(weight)}; expected 1 or more",
            )
        if not tried(rulebook, "chances", rulebook.law.allows, position, move):
            _refuse(
                rulebook,
                f"chances returns {move!r}, which is not legal; expected legal moves",
            )
    total = sum(weight for _, weight in weighted)
    try:
        float(total)
    except OverflowError:
        found = f"chances returns weights that add up to {describe(total)}"
        _refuse(rulebook, f"{found}; expected less than 2**1024")
    return weighted


def _refuse(rulebook: AnyRulebook, reason: str) -> NoReturn:
    raise RulebookError(rulebook.title, (reason,))
