"""The replacement for mutmut's trampoline in mutated modules: functions whose code can be replaced by a mutant's.

A trampoline costs more than most of the functions it calls. Here functions are called directly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

_switchable: dict[str, tuple[FunctionType, Mapping[str, FunctionType]]] = {}
CODES: dict[CodeType, str] = {}
"""The code of each registered function, with mutmut's name for it; modules that are imported later are added."""


def switchable(mutants: Mapping[str, FunctionType], is_classmethod: bool = False) -> Callable[[Any], Any]:
    """Register a function with its mutants, which are added to the mapping later."""

    def remember(function: FunctionType) -> FunctionType:
        name = function.__qualname__.replace(".", "ǁ")
        mangled = f"xǁ{name}" if "ǁ" in name else f"x_{name}"
        key = f"{function.__module__}.{mangled}"
        _switchable[key], CODES[function.__code__] = (function, mutants), key
        return function

    return remember


def switch(mutant: str) -> None:
    """Replace a function by its mutant for the rest of the process."""
    key, _, _ = mutant.rpartition("__mutmut_")
    function, mutants = _switchable[key]
    other = mutants[mutant.rpartition(".")[2]]
    function.__code__ = other.__code__
    function.__defaults__ = other.__defaults__
    function.__kwdefaults__ = other.__kwdefaults__
