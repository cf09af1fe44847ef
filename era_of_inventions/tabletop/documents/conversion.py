"""A cattrs converter for all values of a setting, by which they can be parts of the classes of other programs."""

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

    Values become the plain data of `to_data`, and are read as `from_json` reads them.
    Ids in moves and verdicts are those of ``setting``. In addition to what is shipped,
    values can refer to its component set and its ruleset. Values that are only written,
    such as scores, cannot be read. Raises `GameError` if ``setting`` is not a setting.
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
    """Return the class that a type hint stands for, or the classes of a union."""
    every = get_args(asked) if get_origin(asked) in (Union, UnionType) else (asked,)
    return tuple(get_origin(one) or one for one in every)


def _is_kind(of: Any, asked: Any) -> bool:
    """Return whether a type hint allows only instances of a class, or of one in a tuple of classes."""
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
