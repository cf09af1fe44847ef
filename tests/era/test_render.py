"""Pictures of positions: all that lies on the table is on them, once; they keep to their room; they can be read."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from docs.site.proof import ERA
from era_of_inventions import Game, GameError, State, moves
from era_of_inventions.box.components import Area
from era_of_inventions.pictures import PARTS, svg, text
from era_of_inventions.pictures.symbols import PIECES as OUTLINES
from era_of_inventions.pictures.symbols import THINGS
from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.pictures.canvas import INNER
from era_of_inventions.tabletop.pictures.characters import cells, tags_of
from era_of_inventions.tabletop.pictures.frame import NAME_MAX
from era_of_inventions.tabletop.pictures.palette import PIECES, SCHEMES, STYLE, contrast, letter_style, piece_colors
from era_of_inventions.tabletop.pictures.svg import Svg
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import Script, component_sets, reachable_states, rulesets, state_of
from tests.support.drawings import SVG, classed, keeps_to_its_room, overlaps_nothing, with_sources, words
from tests.support.positions import SHIPPED, position

NAMES = ("Orange", "Brown", "Green", "Yellow", "Red")
ANY_STATE = reachable_states(rulesets=rulesets(), component_sets=component_sets())
FRESH = position()
LATE = Script(Game(5), seed=17, plies=3000, rich=True)
SOME = settings(max_examples=1 + settings().max_examples // 4)
"""A quarter of the profile's examples: each is a game played and pictures drawn and read."""
HOSTILE = ("</svg><script>alert(1)</script>", "\"a\" & 'b'", "\x00\x1b[2J\ud800", "", "日本" * 30)


def drawing(state: State, *parts: str, **options: Any) -> ElementTree.Element:
    """The picture of these parts, read by somebody else's parser."""
    return ElementTree.fromstring(svg(state, parts=parts or PARTS, **options))


def owners(root: ElementTree.Element, kind: str) -> Counter[str]:
    """How many pieces of a kind each player has in a picture, by the words one gets on pointing at them."""
    titles = [piece.findtext(f"{SVG}title", "") for piece in classed(root, "g", kind)]
    return Counter(title.partition(":")[0] for title in titles)


# --- What lies on the table -----------------------------------------------------------


def test_a_finished_game_tells_who_won() -> None:
    state = state_of(Script(Game(3), seed=1, plies=3000))
    final = Game.from_state(state).score(state)
    for told in (" ".join(words(drawing(state))), text(state)):
        assert f"{' and '.join(NAMES[seat] for seat in final.winners)} won" in told
        assert all(f"{NAMES[seat]} {total}" in told for seat, total in enumerate(final.totals))


# --- What is marked -------------------------------------------------------------------


@pytest.mark.parametrize(("source", "mark"), [("assumed", "°"), ("reported", "*")])
def test_other_numbers_have_a_mark_that_is_explained(source: str, mark: str) -> None:
    state = with_sources(position(developed={0: [6]}), [(at, source) for at in SHIPPED.provenance])
    for part in ("factories", "display", "loads", "inventions", "patents", "influence", "mats"):
        told = words(drawing(state, part))
        assert any(word.endswith(mark) and len(word) > 1 for word in told)
        assert any(word.startswith(source) for word in told)
        assert f"\n\n{mark} {source}" in text(state, parts=(part,))


def test_a_name_is_marked_only_if_all_its_numbers_are_assumed() -> None:
    told = words(drawing(position(), "inventions"))
    assert "cash register°" in told
    assert "sewing machine" in told
    after = told[told.index("sewing machine") + 1 : told.index("cash register°")]
    assert after == ["1", "1", "1", "2", "°", "2", "°", "1", "°"]


def test_a_number_that_is_known_takes_the_mark_from_the_name() -> None:
    others = [f"patent_square[{number}].{key}" for number in (3, 4) for key in ("coins", "influence")]
    state = with_sources(position(), [(at, "assumed") for at in others[:1] + others[2:]])
    told = words(drawing(state, "patents"))
    assert told[told.index("4°") + 3 :][:4] == ["3", "2", "°", "1"]
    assert "3: 2 coins°, 1 influence " in text(state, parts=("patents",))


# --- Room and form --------------------------------------------------------------------


@pytest.mark.slow
@SOME
@given(ANY_STATE, st.sampled_from([None, HOSTILE, tuple("WMWMWMWMWMWMWMWMWMWM" + c for c in "12345")]))
@example(state_of(LATE), HOSTILE)
def test_nothing_sticks_out_of_its_panel(state: State, names: tuple[str, ...] | None) -> None:
    root = drawing(state, names=names and names[: len(state.players)], columns=1)
    keeps_to_its_room(root)


@SOME
@given(ANY_STATE, st.sampled_from(PARTS))
@example(state_of(LATE), "mats")
@example(state_of(LATE), "influence")
@example(evolve(FRESH, board=evolve(FRESH.board, loads=(0, 3, 9, 10, 12, 99, 999))), "loads")
def test_nothing_lies_on_anything_else(state: State, part: str) -> None:
    overlaps_nothing(drawing(state, part))


@pytest.mark.parametrize("script", [LATE, attrs.evolve(LATE, seed=3), attrs.evolve(LATE, seed=8, rich=False)], ids=repr)
def test_a_late_position_of_five_is_small(script: Script) -> None:
    assert len(svg(state_of(script), names=tuple("ABCDEFGHIJKLMNOPQRST" + c for c in "12345")).encode()) < 60_000


def test_panels_stand_in_columns() -> None:
    state = position()
    widths = [float(drawing(state, columns=columns).get("viewBox", "").split()[2]) for columns in (1, 2, 3)]
    panel = INNER + 20
    assert widths == [panel, 2 * panel + 10, 3 * panel + 20]
    assert float(drawing(state, "market").get("viewBox", "").split()[2]) == panel
    tall = [float(drawing(state, columns=columns).get("viewBox", "").split()[3]) for columns in (1, 2, 3)]
    assert tall == sorted(tall, reverse=True)


def test_ids_are_there_and_differ_between_pictures() -> None:
    states = [position(), position(round=2), position(players=5)]
    pictures = [svg(state) for state in states] + [svg(states[0], parts=(part,)) for part in PARTS]
    pictures += [
        svg(states[0], highlight=[moves.PlaceDisc(Area.BUY)]),
        svg(states[0], columns=1),
        svg(states[0], title="x"),
        svg(states[0], parts=("areas",), names=("Olaf", "Bea", "Gus", "Yan")),
    ]
    seen: set[str] = set()
    for picture in pictures:
        ids = re.findall(r' id="([^"]+)"', picture)
        assert len(ids) == len(set(ids))
        assert not seen & set(ids)
        seen |= set(ids)
        assert set(re.findall(r'href="#([^"]+)"', picture)) <= set(ids)
        assert set(re.findall(r'aria-\w+="([^"]+)"', picture)) <= set(ids)
    assert re.findall(r' id="(?!own-)', svg(states[0], prefix="own")) == []


def test_a_picture_is_the_same_every_time() -> None:
    state, twin = state_of(LATE), state_of(LATE)
    assert state is not twin
    assert svg(state) == svg(twin)


def test_a_picture_shows_itself_in_a_notebook_and_is_one_line() -> None:
    picture = svg(position())
    assert isinstance(picture, Svg)
    assert picture._repr_svg_() == picture._repr_html_() == str(picture)
    assert type(picture._repr_svg_()) is str
    assert "\n" not in picture


def test_who_cannot_see_it_is_told() -> None:
    root = drawing(position(round=3), title="A <b> & c")
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A <b> & c"
    told = root.findtext(f"{SVG}desc", "")
    assert "Orange places an action disc" in told
    assert "coal-house-1: 3 coal" in told
    alone = drawing(position(), "market").findtext(f"{SVG}desc", "")
    assert "EXCHANGE MARKET" in alone
    assert "coal-house-1" not in alone


@pytest.mark.parametrize("columns", [1, 2])
def test_hostile_names_stay_text(columns: int) -> None:
    state = position(players=5)
    root = drawing(state, names=HOSTILE, columns=columns)
    assert not list(root.iter(f"{SVG}script"))
    assert any("</svg><script>" in word for word in words(root))
    told = text(state, names=HOSTILE)
    assert all(line.isprintable() for line in told.split("\n"))


# --- Colors ---------------------------------------------------------------------------


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#0000ff", "#ffffff") == pytest.approx(8.59, abs=0.005)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_letters_and_lines_can_be_told_from_their_ground(scheme: int) -> None:
    color = {name: pair[scheme] for name, pair in SCHEMES.items()}
    grounds = ("paper", "card", "gold", "silver")
    for letters in ("ink",):
        assert all(contrast(color[letters], color[ground]) >= 4.5 for ground in grounds)
    for letters in ("soft", "glory"):
        assert all(contrast(color[letters], color[ground]) >= 4.5 for ground in ("paper", "card"))
    for lines in ("edge", "hot"):
        assert all(contrast(color[lines], color[ground]) >= 3 for ground in ("paper", "card"))
    assert all(contrast(color["glory"], color[ground]) >= 3 for ground in grounds)


def test_the_letter_on_every_piece_can_be_read() -> None:
    letters = dict(re.findall(r"\.era \.([dw])\{fill:(#[0-9a-f]+)\}", STYLE.replace("#fff}", "#ffffff}")))
    for color in PIECES.values():
        assert contrast(letters[letter_style(color)], color) >= 4.5


def test_every_color_used_is_there_in_both_schemes() -> None:
    used = set(re.findall(r"var\(--(\w+)\)", STYLE + "".join([*THINGS.values(), *OUTLINES.values()])))
    assert used <= set(SCHEMES)
    for light, dark in SCHEMES.values():
        assert light != dark
    assert "@media(prefers-color-scheme:dark)" in STYLE
    assert '[data-md-color-scheme="slate"] .era' in STYLE


def test_players_called_by_a_color_have_it_and_the_others_another() -> None:
    colors = piece_colors(("Anna", "orange", "Green", "Ben", "Carl"))
    assert colors[1:3] == (PIECES["orange"], PIECES["green"])
    assert len(set(colors)) == 5


@pytest.mark.parametrize(
    ("names", "tags"),
    [
        (NAMES, ("O", "B", "G", "Y", "R")),
        (("Anna", "Ben", "Bob"), ("An", "Be", "Bo")),
        (("Anna", "anton", "Bob"), ("1", "2", "3")),
        (("", "?", "Bob"), ("1", "2", "3")),
    ],
)
def test_players_are_told_apart_by_letters(names: tuple[str, ...], tags: tuple[str, ...]) -> None:
    assert tags_of(names) == tags


# --- Text -----------------------------------------------------------------------------

ANY_NAMES = st.lists(st.text(max_size=40), min_size=5, max_size=5)


@SOME
@given(ANY_STATE, ANY_NAMES, st.sampled_from([80, 100, 200]))
def test_text_keeps_to_its_width(state: State, names: list[str], width: int) -> None:
    told = text(state, names=names[: len(state.players)], width=width)
    assert max(map(cells, told.splitlines())) <= width
    assert all(line == line.rstrip() and line.isprintable() for line in told.split("\n"))


def test_names_of_wide_letters_take_two_columns_each() -> None:
    assert cells("日本") == 4
    assert cells("e\u0301") == 1
    state = position(players=3)
    told = text(state, names=("日本" * 30, "Ben", "Cid"))
    assert "日本" * 4 in told
    assert "日" * 1 + "本日" * NAME_MAX not in told


# --- Refusals -------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [svg, text])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"names": ("Anna", "Ben")}, "there are 2 names for 4 players; expected one for each"),
        ({"names": 3}, "names is 3; expected a list of names"),
        ({"names": ("Anna", "Ben", "Cleo", 4)}, "4 cannot be shown; expected a text"),
        ({"parts": None}, "parts is None; expected a list of parts"),
        ({"seats": 0}, "seats is 0; expected a list of seats"),
        ({"parts": ("markt",)}, r"the part 'markt' is not known; expected .*market"),
        ({"seats": (0, 4)}, "nobody sits at seat 4; expected 0 to 3"),
    ],
)
def test_what_does_not_fit_the_position_is_refused(draw: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        draw(position(), **options)


def test_a_single_move_is_not_highlighted() -> None:
    with pytest.raises(GameError, match=r"highlight is .*; expected a list of moves"):
        svg(position(), highlight=moves.EndTurn())  # type: ignore[arg-type]


def test_columns_and_widths_have_bounds() -> None:
    with pytest.raises(GameError, match="columns is 0; expected 1 to 4"):
        svg(position(), columns=0)
    with pytest.raises(GameError, match="the width is 'wide' columns; expected 80 or more"):
        text(position(), width="wide")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="the width is 79 columns; expected 80 or more"):
        text(position(), width=79)


def test_the_library_does_not_load_the_drawings() -> None:
    code = "import sys, era_of_inventions; sys.exit('era_of_inventions.pictures' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("path", ERA.examples, ids=lambda path: path.stem)
def test_every_example_has_its_picture(path: Path) -> None:
    dispute = read_dispute(path)
    root = drawing(dispute.state, names=dispute.names)
    discs = Counter({name: p.discs.bit_count() for name, p in zip(dispute.names, dispute.state.players, strict=True)})
    assert owners(root, "disc") == +discs
