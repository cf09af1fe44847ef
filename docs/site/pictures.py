"""Pictures of positions: those of the disputes, and the scenes of the chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from docs.site.scenes import DISPUTES, SCENES, Scene

ONE_COLUMN_MAX = 3
"""A drawing of no more parts has one column on every screen."""


def pictures() -> Callable[[str, str, int], str]:
    """What makes the picture called by a directive ``[[picture NAME]]``; ValueError if there is none of that name."""

    def made(name: str, _page: str, _level: int) -> str:
        scene = scene_of(name)
        drawings = "\n".join(_drawings(scene))
        return f'<figure class="position">\n{drawings}\n<figcaption>{escape(scene.caption)}</figcaption>\n</figure>'

    return made


def _drawings(scene: Scene) -> Iterator[str]:
    """The drawing; of many parts two, in two columns and, for telephones, in one."""
    if len(scene.parts) <= ONE_COLUMN_MAX:
        yield scene.drawing()
    else:
        yield f'<div class="on-desk">{scene.drawing(columns=2)}</div>'
        yield f'<div class="on-phone">{scene.drawing(columns=1)}</div>'


def scene_of(name: str) -> Scene:
    """A scene by its name, or the table of a dispute by the stem of its file."""
    if name in SCENES:
        return SCENES[name]
    if (DISPUTES / f"{name}.toml").exists():
        return Scene(caption="The position of the dispute.", dispute=name)
    raise ValueError(f"there is no picture {name!r}; expected a scene of docs/site/scenes.py or a dispute")
