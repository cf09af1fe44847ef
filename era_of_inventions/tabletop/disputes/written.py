"""Positions written as the text of a dispute, such as a position of a recorded game that somebody asks about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from era_of_inventions.tabletop.disputes.file import parse_dispute
from era_of_inventions.tabletop.disputes.statements import in_file, statements, table_at
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play.setting import AnyPosition, described
from era_of_inventions.tabletop.text.toml import toml_text
from era_of_inventions.tabletop.values.declared import key_of
from era_of_inventions.tabletop.values.lines import Lines
from era_of_inventions.tabletop.values.outline import Values

Table = dict[str, Any]


def position_as_dispute(
    state: AnyPosition, names: Sequence[str], moves: str | None, title: str
) -> str:
    """Return the text of a dispute which claims that ``moves`` are legal in a position.

    If ``moves`` is None, the dispute claims nothing. Raises `GameError` if no text
    states the position or its components.
    """
    contents, names = _head(state, names), tuple(names)
    for one in statements(state, names, exactly=True):
        table_at(contents, one.place[:-1], adding=True)[one.place[-1]] = one.value
    position = described(state, names)
    for name, part in position.outline.parts.items():
        if part.before and (earlier := position.of[name][1:]):
            before = [_stated(part.before.lines, values) for values in earlier]
            contents["position"][part.before.key] = before
    claims = {} if moves is None else {"claim": [{"moves": moves}]}
    text = toml_text({"title": title, **contents, **claims})
    if parse_dispute(text, state.setting.rulebook, claimless=True).state != state:
        raise GameError("no dispute states this position")
    return text


def _head(state: AnyPosition, names: Sequence[str]) -> Table:
    """Return the tables that state the readings, the component set, who plays and who begins."""
    setting, positions = state.setting, state.setting.rulebook.positions
    rulings = {
        ruling.id: getattr(setting.ruleset, ruling.field)
        for ruling in setting.ruleset.rulings()
        if getattr(setting.ruleset, ruling.field) != ruling.default
    }
    return {
        **({"rulings": rulings} if rulings else {}),
        "components": setting.components.name,
        "position": {"players": [*names], "start": names[positions.starting(state) or 0]},
    }


def _stated(lines: Lines, values: Values) -> Table:
    return {
        key_of(one.spec): in_file(one, values[one.name])
        for one in lines.fields
        if one.name in values
    }
