"""Forgetting what was worked out of settings, after a law or a function was changed."""

from __future__ import annotations

from functools import cached_property

from era_of_inventions.tabletop.play.setting import LIVING, Setting

_DERIVED = [name for name, value in vars(Setting).items() if isinstance(value, cached_property)]


def forget_settings() -> None:
    """Let every setting work out again whatever follows from it."""
    for setting in [*LIVING.values()]:
        for name in _DERIVED:
            vars(setting).pop(name, None)
