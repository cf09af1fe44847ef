"""Reading pictures as anybody else's parser does: words, places, what lies in an outline, and what lies on what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar
from xml.etree import ElementTree

import attrs

from era_of_inventions.tabletop.box.provenance import Provenance
from era_of_inventions.tabletop.pictures.canvas import text_width
from era_of_inventions.tabletop.pictures.frame import MARK_WORDS
from era_of_inventions.tabletop.pictures.palette import PIECES
from era_of_inventions.tabletop.play.rulebook import Pictures
from era_of_inventions.tabletop.values import evolve

P = TypeVar("P")
SVG = "{http://www.w3.org/2000/svg}"


def classed(root: ElementTree.Element, tag: str, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter(f"{SVG}{tag}") if name in element.get("class", "").split()]


def words(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def placed(
    element: ElementTree.Element, x: float = 0, y: float = 0
) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Every element with the origin it is drawn from."""
    if found := re.match(r"translate\(([\d.]+) ([\d.]+)\)", element.get("transform", "")):
        x, y = x + float(found[1]), y + float(found[2])
    yield element, x, y
    for child in element:
        if child.tag != f"{SVG}defs":
            yield from placed(child, x, y)


def reach(element: ElementTree.Element) -> tuple[float, float]:
    """How far a text goes to the left and right of its place."""
    style = element.get("class", "").split()
    size = 14 if "t" in style else 11 if "s" in style else 12
    room = float(element.get("textLength") or text_width(element.text or "", size))
    left = -room * (1 if "e" in style else 0.5 if "c" in style else 0)
    return left, left + room


Box = tuple[float, float, float, float, str]
"""Left, top, right, bottom, and what is there."""


def boxes(root: ElementTree.Element) -> Iterator[Box]:
    """The room that texts, symbols and pieces take."""
    sizes = {"disc": 10, "marker": 9, "pawn": 7, "patent": 10}
    letters = {text for piece in root.iter(f"{SVG}g") if piece.get("fill") for text in piece.iter(f"{SVG}text")}
    for element, x, y in placed(root):
        x, y = x + float(element.get("x", 0)), y + float(element.get("y", 0))
        if element.tag == f"{SVG}text" and element not in letters:
            left, right = reach(element)
            yield x + left, y - 8, x + right, y + 1, element.text or ""
        elif element.tag == f"{SVG}use":
            name = element.get("href", "").rpartition("-")[2]
            size = sizes.get(name)
            yield (x - size, y - size, x + size, y + size, name) if size else (x, y, x + 12, y + 12, name)


def keeps_to_its_room(root: ElementTree.Element) -> None:
    """Assert that nothing sticks out of a picture of one column."""
    *_, width, height = (float(number) for number in root.get("viewBox", "").split())
    for element, x, y in placed(root):
        if element.tag == f"{SVG}text":
            at = x + float(element.get("x", ""))
            left, right = reach(element)
            assert at + left >= 5, element.text
            assert at + right <= width - 5, element.text
            assert 0 < y + float(element.get("y", "")) < height
        elif element.tag in (f"{SVG}use", f"{SVG}rect"):
            assert 0 <= x + float(element.get("x", "")) <= width - 12
            assert 0 <= y + float(element.get("y", "")) <= height


def overlaps_nothing(root: ElementTree.Element) -> None:
    """Assert that no text, symbol or piece lies on another."""
    taken = sorted(boxes(root))
    for place, (_, top, right, bottom, what) in enumerate(taken):
        for left, other_top, _, other_bottom, other in taken[place + 1 :]:
            if left >= right - 0.5:
                break
            assert other_top >= bottom - 0.5 or top >= other_bottom - 0.5, f"{what} and {other} overlap"


# --- What is in which outline ---------------------------------------------------------

MARKS = "°*"
OWNERS = {color: name.capitalize() for name, color in reversed(PIECES.items())}
"""Who has pieces of a color, if the players are called by the colors of their pieces."""


class Token(NamedTuple):
    """A text, a ``[symbol]``, a ``<piece of a player>`` or an empty place ``_``, and where its line begins."""

    x: float
    y: float
    words: str


class PositionSchema(NamedTuple):
    """A rectangle or path, and its style."""

    left: float
    top: float
    right: float
    bottom: float
    style: frozenset[str]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.left - 1 <= x <= self.right + 1 and self.top - 1 <= y <= self.bottom + 1


class Panel(NamedTuple):
    """What a panel tells, in the order in which one reads, and its outlines in the same order."""

    told: list[Token]
    outlines: list[PositionSchema]

    def styled(self, *styles: str) -> list[PositionSchema]:
        """The outlines with one of these styles."""
        return [outline for outline in self.outlines if outline.style & set(styles)]

    def within(self, *outlines: PositionSchema) -> list[str]:
        """What is told inside one of these outlines."""
        return [told for x, y, told in self.told if any(outline.holds(x, y) for outline in outlines)]

    def outside(self, *outlines: PositionSchema) -> list[str]:
        """What is told outside these outlines."""
        return [told for x, y, told in self.told if not any(outline.holds(x, y) for outline in outlines)]


def panels(root: ElementTree.Element) -> list[Panel]:
    """The panels of a picture, without its legend."""
    groups = [group for group in root if group.tag == f"{SVG}g"]
    return [_panel(group[1]) for group in groups if group[1].get("transform") != "translate(10 10)"]


def things(root: ElementTree.Element) -> list[str]:
    """All words and symbols of a picture in the order in which one reads, without its legend."""
    return [token.words for panel in panels(root) for token in panel.told]


def _panel(group: ElementTree.Element) -> Panel:
    tokens = sorted((token for element in group for token in _tokens(element)), key=lambda token: token.y)
    lines: list[list[Token]] = []
    for token in tokens:
        if not lines or token.y - lines[-1][0].y > 3:
            lines.append([])
        lines[-1].append(token)
    outlines = [outline for element in group for outline in _outlines(element)]
    outlines.sort(key=lambda outline: (round(outline.top), outline.left))
    return Panel([token for line in lines for token in sorted(line)], outlines)


def _tokens(element: ElementTree.Element) -> Iterator[Token]:
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    if element.tag == f"{SVG}text":
        yield Token(x + reach(element)[0], y, element.text or "")
    elif element.tag == f"{SVG}use":
        yield Token(x, y + 10, f"[{element.get('href', '').partition('-')[2]}]")
    elif element.tag == f"{SVG}g":
        (use,) = element.iter(f"{SVG}use")
        kind, owner = use.get("href", "").partition("-")[2], OWNERS[element.get("fill", "")]
        assert element.findtext(f"{SVG}title", f"{owner}:").partition(":")[0] == owner
        assert element.findtext(f"{SVG}text") == owner[0]
        yield Token(float(use.get("x", 0)), float(use.get("y", 0)) + 4, f"<{kind} {owner}>")
    for outline in _outlines(element):
        if "o" in outline.style:
            yield Token(outline.left, (outline.top + outline.bottom) / 2 + 4, "_")


def _outlines(element: ElementTree.Element) -> Iterator[PositionSchema]:
    style = frozenset(element.get("class", "").split())
    if element.tag == f"{SVG}rect":
        left, top, width, height = (float(element.get(key, 0)) for key in ("x", "y", "width", "height"))
        yield PositionSchema(left, top, left + width, top + height, style)
    elif element.tag == f"{SVG}path":
        xs, ys = zip(*_points(element.get("d", "")), strict=True)
        yield PositionSchema(min(xs), min(ys), max(xs), max(ys), style)


def _points(data: str) -> Iterator[tuple[float, float]]:
    """The points through which a path leads; an arc is taken for a half circle."""
    x = y = 0.0
    for command, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", data):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", rest)]
        if command in "aA":
            yield from ((x, y - numbers[1]), (x, y + numbers[1]))
            numbers = numbers[-2:]
        letter, fixed = command.lower(), command.isupper()
        ways: Iterable[tuple[float | None, float | None]] = zip(numbers[::2], numbers[1::2], strict=False)
        if letter in "hv":
            ways = [(number, None) if letter == "h" else (None, number) for number in numbers]
        for over, down in ways:
            x = x if over is None else over if fixed else x + over
            y = y if down is None else down if fixed else y + down
            yield x, y


# --- Marks ----------------------------------------------------------------------------


def plain(told: str) -> str:
    """Words without their marks."""
    return told.rstrip(MARKS)


def mark_of(told: str) -> str:
    """The mark after words, if there is one."""
    return told[len(plain(told)) :]


def with_sources(state: P, others: Iterable[tuple[str, str]] = ()) -> P:
    """The position with a set all of whose values are stated, except those with another source."""
    position: Any = state
    places = dict.fromkeys(position.components.provenance, Provenance("stated"))
    places |= {at: Provenance(source) for at, source in others}
    components = attrs.evolve(position.components, provenance=places)
    changed: P = evolve(position, setting=attrs.evolve(position.setting, components=components))
    return changed


def said(drawing: str) -> str:
    """The words and symbols of a drawing in the order of the file, without its legend, which explains each mark."""
    body, _, legend = re.sub("<(desc|style|defs|title).*?</\\1>", "", drawing).partition("translate(10 10)")
    told = re.sub("<[^>]*>", " ", re.sub(r'<use href="#\w+-(\w+)"[^>]*>', r" [\1] ", body))
    assert {mark for mark in MARKS if f">{MARK_WORDS[mark]}<" in legend} == set(MARKS) & set(told)
    return " ".join(told.split())


def written(told: str) -> str:
    """The lines of a text one after the other, without what explains each mark."""
    body, *notes = re.split("\n\n(?=[°*] )|\n(?=[°*] )", told)
    assert {note.strip() for note in notes} == {f"{mark} {MARK_WORDS[mark]}" for mark in set(MARKS) & set(body)}
    return " ".join(body.split())


def marks_drawn(drawing: str) -> str:
    """The marks of a drawing, without its legend."""
    return "".join(re.findall(f"[{MARKS}]", said(drawing)))


def marks_written(told: str) -> str:
    """The marks of a text, without what explains them."""
    return "".join(re.findall(f"[{MARKS}]", written(told)))


def marks_follow(
    pictures: Pictures,
    states: Sequence[P],
    shown: Callable[[P, str], int],
    *,
    once: Iterable[str] = (),
    after: Callable[[str], str] = lambda _: "~",
) -> set[str]:
    """Assert that the source of a value decides about its own marks alone, as many as there are values shown.

    A text has one mark for values of ``once``. ``after`` tells what is around a mark, written ``~``. Returns the
    places of the values that are shown in no position.
    """
    setting: Any = states[0]
    silent = set()
    for at in setting.components.provenance:
        number, state = next(((number, state) for state in states if (number := shown(state, at))), (0, states[0]))
        if not number:
            silent.add(at)
            continue
        for source, mark in (("assumed", "°"), ("reported", "*")):
            changed = with_sources(state, [(at, source)])
            around = after(at).replace("~", f" ?[{mark}]")
            drawing, told = pictures.svg(changed), pictures.text(changed)
            assert marks_drawn(drawing) == mark * number, at
            assert marks_written(told) == mark * (1 if at in once else number), at
            assert len(re.findall(around, said(drawing))) == number, (at, around)
            assert len(re.findall(around, written(told))) == (1 if at in once else number), (at, around)
    for state in states:
        changed = with_sources(state, [(at, "assumed") for at in silent])
        assert marks_drawn(pictures.svg(changed)) == marks_written(pictures.text(changed)) == ""
    return silent
