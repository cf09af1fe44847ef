"""Pictures of positions as figures of a page: those of examples, and the scenes of a volume."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs

from docs import ROOT
from docs.site.examples import Shown
from docs.site.opened import open_dispute, open_game
from era_of_inventions.tabletop.disputes import read_dispute
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.records import AnyRecord, parse_move, read_game
from era_of_inventions.tabletop.values.quantities import Effect

EXAMPLES = ROOT / "examples"
OF_EXAMPLE = "The position of the example."
ON_DESK, ON_PHONE = "on-desk", "on-phone"
"""The classes of drawings for wide and narrow screens."""
SVG_BYTES_MAX = 60_000


def _texts(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(values)


@attrs.frozen
class Scene:
    """A picture of a position with a caption; see ``docs/scenes.toml``.

    The position is that of an ``example``, or of the ``game``, a record, after a number of ``moves``, None for all.
    That of an example that was judged before is ``known``.
    ``facts`` are claims about it; their changes count from the position after ``since`` moves.
    """

    rulebook: Rulebook[Any, Any]
    folder: Path
    caption: str
    example: str = ""
    game: str = ""
    moves: int | None = None
    since: int = 0
    parts: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    seats: tuple[int, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(tuple))
    highlight: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    facts: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    known: Shown | None = None

    def table(self) -> Shown:
        """Return the position and the players' names. Raises `GameError` if the position is impossible."""
        if self.example:
            return self.known or _of_example(self.rulebook, self.example)
        record = _record(self.rulebook, self.record, self.moves)
        return record.end(), record.names

    def link(self, page: str) -> str:
        """Return the link from a page that opens the position on the table."""
        if self.example:
            return open_dispute(page, self.rulebook.name, self.example)
        made = len(_record(self.rulebook, self.record, self.moves).moves)
        return open_game(page, self.rulebook.name, self.record, made)

    @property
    def record(self) -> Path:
        """The file of its game."""
        return self.folder / f"{self.game}.era"

    def shown_facts(self) -> str:
        """Render the facts in words, player by player. Raises ValueError for each one that is not so."""
        (state, names), before = self.table(), _before(self)
        quantities = state.setting.for_players(names).quantities
        effects = [quantities.parse(fact) for fact in self.facts]
        measured = ((one, quantities.measure(one, before), quantities.measure(one, state)) for one in effects)
        if wrong := [f"{one.text!r}: {was} became {now}" for one, was, now in measured if not one.holds(was, now)]:
            raise ValueError(f"the picture does not show {', '.join(wrong)}")
        return " ".join(_in_words(effects, names))

    def drawings(self) -> Iterator[tuple[str, str]]:
        """Yield one drawing or, if it is wider than one column of panels, another for phones too."""
        assert self.rulebook.pictures
        pictures, (state, names) = self.rulebook.pictures(), self.table()
        marked = [parse_move(text, state.setting) for text in self.highlight]
        usual, narrow = (
            pictures.svg(
                state,
                names=names,
                parts=self.parts or pictures.parts,
                seats=self.seats,
                highlight=marked,
                title=self.caption,
                columns=columns,
            )
            for columns in (None, 1)
        )
        yield from [("", usual)] if usual == narrow else [(ON_DESK, usual), (ON_PHONE, narrow)]


def _before(scene: Scene) -> Any:
    """Return the position from which the changes of a scene count."""
    return attrs.evolve(scene, moves=scene.since).table()[0]


def _in_words(effects: Iterable[Effect], names: tuple[str, ...]) -> Iterator[str]:
    for seat, group in groupby(effects, lambda effect: effect.seat):
        yield f"{'The table' if seat is None else names[seat]}: {', '.join(map(_amount, group))}."


def _amount(effect: Effect) -> str:
    amount = effect.value if effect.change is None else f"{effect.change:+}".replace("-", "\N{MINUS SIGN}")
    return f"{effect.what} {amount}"


@cache
def _of_example(rulebook: Rulebook[Any, Any], name: str) -> Shown:
    dispute = read_dispute(EXAMPLES / f"{name}.toml", rulebook)
    return dispute.state, dispute.names


@cache
def _record(rulebook: Rulebook[Any, Any], path: Path, moves: int | None) -> AnyRecord:
    return read_game(path, [rulebook], until=moves)


@cache
def scenes(rulebook: Rulebook[Any, Any], written: Path | None) -> Mapping[str, Scene]:
    """Return the scenes of a rulebook, by name; none if the folder ``written`` has no file of them."""
    path = (written or EXAMPLES) / "scenes.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    found: dict[str, Scene] = {}
    shown: dict[str, int] = {}
    for name, table in tables.items():
        scene = Scene(rulebook, path.with_suffix(""), **{"game": name, **table})
        found[name] = attrs.evolve(scene, since=shown.get(scene.game, 0))
        shown[scene.game] = scene.moves or 0
    return found


def picture(
    rulebook: Rulebook[Any, Any], written: Path | None, name: str, page: str, known: Shown | None = None
) -> str:
    """Render a scene, or the position of an example, by name, for a page. Raises ValueError if there is none."""
    of_example = Scene(rulebook, EXAMPLES, OF_EXAMPLE, example=name, known=known)
    scene = scenes(rulebook, written).get(name, of_example)
    if scene.example and not (EXAMPLES / f"{scene.example}.toml").exists():
        raise ValueError(f"there is no picture {name!r}; expected a scene or an example")
    return "\n".join(_figure(name, scene, page))


def _figure(name: str, scene: Scene, page: str) -> Iterator[str]:
    """Yield the lines of a figure. Raises ValueError if a drawing is too large, or a fact is not so."""
    yield '<figure class="position">'
    for screens, drawing in scene.drawings():
        if (size := len(drawing.encode())) > SVG_BYTES_MAX:
            raise ValueError(f"the picture {name!r} has {size} bytes; expected at most {SVG_BYTES_MAX}")
        yield f'<div class="drawing {screens}">\n```drawing\n{drawing}\n```\n</div>'
    facts = scene.shown_facts()
    shown = f'<br><small class="facts">{escape(facts)}</small>' if facts else ""
    yield f"<figcaption>{escape(scene.caption)}{shown}<br>{scene.link(page)}</figcaption>"
    yield "</figure>"
