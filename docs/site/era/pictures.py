"""Pictures of positions: those of the examples, and the scenes of the chapters."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import attrs

from docs.site.pictures import EXAMPLES, SCREENS, figure, picture_of_example
from era_of_inventions import State, parse_move, read_dispute, read_game
from era_of_inventions.pictures import PARTS, svg
from era_of_inventions.rulebook import ERA

FOLDER = Path(__file__).parent
GAMES = FOLDER / "scenes"
ONE_COLUMN_MAX = 3
"""The number of parts up to which a picture has one column on every screen."""


@attrs.frozen
class Scene:
    """A picture of a position with a caption; see ``scenes.toml``."""

    caption: str
    example: str = ""
    game: str = ""
    parts: tuple[str, ...] = attrs.field(default=PARTS, converter=tuple)
    seats: tuple[int, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(tuple))
    highlight: tuple[str, ...] = attrs.field(default=(), converter=tuple)

    def table(self) -> tuple[State, tuple[str, ...]]:
        """Return the position and the players' names. Raises `GameError` if the position is impossible."""
        return _of_example(self.example) if self.example else _of_game(self.game)

    def drawing(self, columns: int | None = None) -> str:
        """Render the picture in so many columns."""
        state, names = self.table()
        moves = [parse_move(text, state.setting) for text in self.highlight]
        return svg(
            state,
            names=names,
            parts=self.parts,
            seats=self.seats,
            highlight=moves,
            title=self.caption,
            columns=columns,
        )


@cache
def _of_example(name: str) -> tuple[State, tuple[str, ...]]:
    dispute = read_dispute(EXAMPLES / f"{name}.toml")
    return dispute.state, dispute.names


@cache
def _of_game(name: str) -> tuple[State, tuple[str, ...]]:
    record = read_game(GAMES / f"{name}.era")
    return record.end(), record.names


def _scenes() -> dict[str, Scene]:
    tables = tomllib.loads((FOLDER / "scenes.toml").read_text(encoding="utf-8"))
    return {name: Scene(**{"game": name, **table}) for name, table in tables.items()}


SCENES = _scenes()
"""The scenes by name."""


def picture(name: str) -> str:
    """Render a scene, or the position of an example, by name. Raises ValueError if there is none."""
    if name not in SCENES:
        return picture_of_example(ERA, name)
    return figure(name, SCENES[name].caption, _drawings(SCENES[name]))


def _drawings(scene: Scene) -> list[tuple[str, str]]:
    """Render one picture or, if it has many parts, two: with two columns and, for phones, with one."""
    if len(scene.parts) <= ONE_COLUMN_MAX:
        return [("", scene.drawing())]
    return [(screen, scene.drawing(columns)) for screen, columns in SCREENS]
