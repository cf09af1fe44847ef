"""Pictures of positions: those of the examples, and the scenes of the chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from docs.site.scenes import EXAMPLES, SCENES, Scene
from era_of_inventions.render import Svg

ONE_COLUMN_MAX = 3
"""A drawing of no more parts has one column on every screen."""
SVG_BYTES_MAX = 60_000


def pictures() -> Callable[[str, str, int], str]:
    """What makes the picture called by a directive ``[[picture NAME]]``; ValueError if there is none of that name."""

    def made(name: str, _page: str, _level: int) -> str:
        scene = scene_of(name)
        drawings = "\n".join(_drawings(scene, name))
        return f'<figure class="position">\n{drawings}\n<figcaption>{escape(scene.caption)}</figcaption>\n</figure>'

    return made


def _drawings(scene: Scene, name: str) -> Iterator[str]:
    """The drawing; of many parts two, in two columns and, for telephones, in one."""
    if len(scene.parts) <= ONE_COLUMN_MAX:
        yield f"<div data-search-exclude>{_drawing(scene, name)}</div>"
    else:
        yield f'<div class="on-desk" data-search-exclude>{_drawing(scene, name, columns=2)}</div>'
        yield f'<div class="on-phone" data-search-exclude>{_drawing(scene, name, columns=1)}</div>'


def _drawing(scene: Scene, name: str, columns: int | None = None) -> Svg:
    drawing = scene.drawing(columns)
    if (size := len(drawing.encode())) > SVG_BYTES_MAX:
        raise ValueError(f"the picture {name!r} has {size} bytes; expected at most {SVG_BYTES_MAX}")
    return drawing


def scene_of(name: str) -> Scene:
    """A scene by its name, or the table of an example by its folder and the stem of its file."""
    if name in SCENES:
        return SCENES[name]
    if (EXAMPLES / f"{name}.toml").exists():
        return Scene(caption="The position of the example.", example=name)
    raise ValueError(f"there is no picture {name!r}; expected a scene of docs/site/scenes.py or an example")
