"""What mutated modules import in place of mutmut's trampoline: functions whose code can be switched for a mutant's.

A trampoline costs more than most of the functions it calls. Here a function is its own until its code is switched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

_switchable: dict[str, tuple[FunctionType, Mapping[str, FunctionType]]] = {}


def switchable(mutants: Mapping[str, FunctionType], is_classmethod: bool = False) -> Callable[[Any], Any]:
    """Remember a function with its mutants, which are put into the mapping later."""

    def remember(function: FunctionType) -> FunctionType:
        name = function.__qualname__.replace(".", "ǁ")
        mangled = f"xǁ{name}" if "ǁ" in name else f"x_{name}"
        _switchable[f"{function.__module__}.{mangled}"] = (function, mutants)
        return function

    return remember


def codes() -> dict[CodeType, str]:
    """The code of each function that can be switched, with what mutmut calls the function."""
    return {function.__code__: key for key, (function, _) in _switchable.items()}


def switch(mutant: str) -> None:
    """Let a function do what its mutant does, for the rest of the process."""
    key, _, _ = mutant.rpartition("__mutmut_")
    function, mutants = _switchable[key]
    other = mutants[mutant.rpartition(".")[2]]
    function.__code__ = other.__code__
    function.__defaults__ = other.__defaults__
    function.__kwdefaults__ = other.__kwdefaults__
