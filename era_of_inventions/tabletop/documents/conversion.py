"""A door to the classes of other programs: a cattrs converter for all values of a setting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from cattrs import Converter

from era_of_inventions.tabletop.documents import kinds
from era_of_inventions.tabletop.errors import GameError, describe
from era_of_inventions.tabletop.play.setting import AnySetting, Setting


def converter(setting: AnySetting) -> Converter:
    """Return a converter that structures and unstructures every value with a JSON form, also inside other classes.

    Positions, moves, records and all others become the plain data of `to_data`, and are read as by `from_json`. Ids in
    moves and verdicts are those of ``setting``; component sets and presets may be those of the setting too. Values that
    are only written, such as scores, are refused where they are read. Raises `GameError` for anything but a setting.
    """
    if not isinstance(setting, Setting):
        raise GameError(
            f"{describe(setting)} is no setting; expected one such as Game(4).setting"
        )
    made = Converter()
    rulebook = setting.rulebook
    for kind in (*kinds.KINDS, *kinds.OUTPUTS):
        of = kind.of(rulebook)
        made.register_unstructure_hook_func(
            partial(_is_kind, of), lambda value: kinds.data(rulebook, value, setting)
        )
        made.register_structure_hook_func(
            partial(_is_kind, (of, NoneType)), _reader(setting, of)
        )
    return made


def _classes(asked: Any) -> tuple[Any, ...]:
    """Return the class that a type hint stands for, or those of a union."""
    every = get_args(asked) if get_origin(asked) in (Union, UnionType) else (asked,)
    return tuple(get_origin(one) or one for one in every)


def _is_kind(of: Any, asked: Any) -> bool:
    """Return whether a type hint stands for nothing but values of a class, or of one of several."""
    return all(isinstance(one, type) and issubclass(one, of) for one in _classes(asked))


def _reader(setting: AnySetting, of: type[Any]) -> Callable[[Any, Any], Any]:
    def read(raw: Any, asked: Any) -> Any:
        expected = _classes(asked)
        if raw is None and NoneType in expected:
            return None
        value = kinds.read(
            setting.rulebook, raw, of, setting, [setting.components], [setting.ruleset]
        )
        if not isinstance(value, expected):
            raise GameError(
                f"{describe(value)} is another kind of {of.__name__}; expected {asked}"
            )
        return value

    return read
