"""Pictures of positions: those of the examples, and the scenes of the chapters."""

from __future__ import annotations

import tomllib
from functools import cache
from html import escape
from pathlib import Path

import attrs

from era_of_inventions import State, parse_move, read_dispute, read_game
from era_of_inventions.render import PARTS, Svg, svg
from tests import ROOT

EXAMPLES = ROOT / "examples"
FOLDER = Path(__file__).parent
GAMES = FOLDER / "scenes"
ONE_COLUMN_MAX = 3
"""The number of parts up to which a picture has one column on every screen."""
SVG_BYTES_MAX = 60_000


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
        """The position and the players' names. Raises `GameError` if the position is impossible."""
        return _of_example(self.example) if self.example else _of_game(self.game)

    def drawing(self, columns: int | None = None) -> Svg:
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
    scene = scene_of(name)
    drawings = "\n".join(_drawings(scene, name))
    return f'<figure class="position">\n{drawings}\n<figcaption>{escape(scene.caption)}</figcaption>\n</figure>'


def scene_of(name: str) -> Scene:
    """A scene by name, or that of an example by its path without the suffix. Raises ValueError if there is none."""
    if name in SCENES:
        return SCENES[name]
    if (EXAMPLES / f"{name}.toml").exists():
        return Scene(caption="The position of the example.", example=name)
    raise ValueError(f"there is no picture {name!r}; expected a scene of docs/site/era/scenes.toml or an example")


def _drawings(scene: Scene, name: str) -> list[str]:
    """Render one picture or, if it has many parts, two: with two columns and, for phones, with one."""
    if len(scene.parts) <= ONE_COLUMN_MAX:
        return [f"<div data-search-exclude>{_drawing(scene, name)}</div>"]
    return [
        f'<div class="on-desk" data-search-exclude>{_drawing(scene, name, columns=2)}</div>',
        f'<div class="on-phone" data-search-exclude>{_drawing(scene, name, columns=1)}</div>',
    ]


def _drawing(scene: Scene, name: str, columns: int | None = None) -> Svg:
    drawing = scene.drawing(columns)
    if (size := len(drawing.encode())) > SVG_BYTES_MAX:
        raise ValueError(f"the picture {name!r} has {size} bytes; expected at most {SVG_BYTES_MAX}")
    return drawing
