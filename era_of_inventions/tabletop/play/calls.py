"""Calls of the functions of a rulebook: whatever they raise, or return of a wrong type, is a reason with their name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from era_of_inventions.tabletop.play.rulebook import AnyRulebook, RulebookError
from era_of_inventions.tabletop.values import DeclarationError
from era_of_inventions.tabletop.values.arguments import result_misfit

T = TypeVar("T")


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

    Raises `RulebookError`, naming the place, if the function raises anything, or returns another type than declared.
    """
    path, _, name = place.rpartition(".")
    owner = getattr(rulebook, path) if path else rulebook
    result = tried(rulebook, place, getattr(owner, name), *args)
    if reason := result_misfit(owner, name, result):
        raise RulebookError(rulebook.title, (f"{place} returns {reason}",))
    return result
