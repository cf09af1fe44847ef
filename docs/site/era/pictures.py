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
"""A drawing of no more parts has one column on every screen."""
SVG_BYTES_MAX = 60_000


@attrs.frozen
class Scene:
    """What is drawn: a position, with the players' names, and what is said below it; see ``scenes.toml``."""

    caption: str
    example: str = ""
    game: str = ""
    parts: tuple[str, ...] = attrs.field(default=PARTS, converter=tuple)
    seats: tuple[int, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(tuple))
    highlight: tuple[str, ...] = attrs.field(default=(), converter=tuple)

    def table(self) -> tuple[State, tuple[str, ...]]:
        """The position and the players' names. Raises `GameError` if the position is not a possible one."""
        return _of_example(self.example) if self.example else _of_game(self.game)

    def drawing(self, columns: int | None = None) -> Svg:
        """The picture, in so many columns."""
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
    """A scene by its name, or an example by its folder and the stem of its file; ValueError if there is none."""
    scene = scene_of(name)
    drawings = "\n".join(_drawings(scene, name))
    return f'<figure class="position">\n{drawings}\n<figcaption>{escape(scene.caption)}</figcaption>\n</figure>'


def scene_of(name: str) -> Scene:
    """A scene by its name, or the table of an example by its folder and the stem of its file."""
    if name in SCENES:
        return SCENES[name]
    if (EXAMPLES / f"{name}.toml").exists():
        return Scene(caption="The position of the example.", example=name)
    raise ValueError(f"there is no picture {name!r}; expected a scene of docs/site/era/scenes.toml or an example")


def _drawings(scene: Scene, name: str) -> list[str]:
    """The drawing; of many parts two, in two columns and, for telephones, in one."""
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
