"""A door to the classes of other programs: a cattrs converter for all values of a setting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import UnionType
from typing import Any, Union, get_args, get_origin

from cattrs import Converter

from era_of_inventions.tabletop.documents import kinds
from era_of_inventions.tabletop.errors import GameError, describe
from era_of_inventions.tabletop.play.setting import AnySetting, Setting


def converter(setting: AnySetting) -> Converter:
    """Return a converter that structures and unstructures every value with a JSON form, also inside other classes.

    Positions, moves, records and all others become the plain data of `to_data`, and are read as by `from_json`. Ids in
    moves and verdicts are those of ``setting``; component sets and presets may be those of the setting too. Values that
    are only written, such as scores, are not structured. Raises `GameError` for anything but a setting.
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
        if kind in kinds.KINDS:
            made.register_structure_hook_func(partial(_is_kind, of), _reader(setting, of))
    return made


def _is_kind(of: type[Any], asked: Any) -> bool:
    """Return whether a type hint stands for values of a kind: its class, one derived from it, or a union of such."""
    if get_origin(asked) in (Union, UnionType):
        return all(_is_kind(of, one) for one in get_args(asked))
    asked = get_origin(asked) or asked
    return isinstance(asked, type) and issubclass(asked, of)


def _reader(setting: AnySetting, of: type[Any]) -> Callable[[Any, Any], Any]:
    def read(raw: Any, asked: Any) -> Any:
        rulebook = setting.rulebook
        value = kinds.read(
            rulebook, raw, of, setting, [setting.components], [setting.ruleset]
        )
        expected = (
            get_args(asked) or asked
            if get_origin(asked) in (Union, UnionType)
            else get_origin(asked) or asked
        )
        if not isinstance(value, expected):
            raise GameError(
                f"{describe(value)} is another kind of {of.__name__}; expected {asked}"
            )
        return value

    return read
