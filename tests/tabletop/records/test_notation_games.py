"""Whole games as texts: what is written is read as the same, and what cannot be understood is told with its place."""

from __future__ import annotations

import random
import re
import unicodedata
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from era_of_inventions import (
    ERA,
    DocumentError,
    FileError,
    Game,
    GameError,
    Move,
    NotationError,
    Record,
    RecordError,
    Ruleset,
    moves,
    parse_game,
    read_game,
    save_game,
    show_game,
)
from era_of_inventions.box.components import CardKind
from era_of_inventions.box.goods import Good, pack
from era_of_inventions.moves import Exchange, Line, ProduceInvention
from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.play.reserved import is_name
from era_of_inventions.tabletop.play.rulebook import MOVES_MAX
from era_of_inventions.tabletop.records import game_text as texts
from era_of_inventions.tabletop.records.notation import parse_moves, show_moves
from era_of_inventions.tabletop.records.parser import PROBLEMS_MAX, TEXT_LINE_MAX, VERSION
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import Script, component_sets, rulesets, scripts
from tests import ROOT
from tests.support.positions import SHIPPED, random_game, with_card
from tests.tools.fuzz import text as fuzz

NAMES = ("Green", "Orange", "Yellow")
START_CARDS = [card.id for card in SHIPPED.cards if card.kind is CardKind.START]
GAME = Game(3)
SETTING = GAME.setting
MOVES = tuple(move for _, _, move in random_game(GAME, random.Random(5), GAME.new()))
RECORD = Record(
    GAME.new(),
    MOVES,
    NAMES,
    (("Title", "Three: an evening; #1, at last"), ("Date", "2010-10-21")),
    ((0, "before all"), (3, ""), (60, "# twice"), (60, "in a turn"), (len(MOVES), "after all")),
)
TEXT = show_game(RECORD)
LINES = TEXT.split("\n")
BODY = LINES.index("Round 1")


# --- Written and read -----------------------------------------------------------------


@pytest.mark.repeats
@given(scripts(rulesets=rulesets(), component_sets=component_sets(), plies=200), st.data())
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_written_is_read_as_the_same(script: Script, data: st.DataObject) -> None:
    steps = list(script.steps())
    first = data.draw(st.integers(0, len(steps)))
    start = script.deal() if first == 0 else script.game.play(*steps[first - 1])
    made = tuple(move for _, move in steps[first:])
    numbers = data.draw(st.lists(st.integers(0, len(made)), max_size=4).map(sorted))
    comment = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=20)
    record = Record(start, made, comments=tuple((number, data.draw(comment)) for number in numbers))
    text = show_game(record)
    again = parse_game(text, components=[script.game.setting.components])
    assert again == record
    assert show_game(again) == text
    assert parse_game(text.encode().replace(b"\n", b"\r\n"), components=[script.game.setting.components]) == record


def test_a_text_reads_like_a_game() -> None:
    assert LINES[:3] == ["Era of Inventions 1", "Title: Three: an evening; #1, at last", "Date: 2010-10-21"]
    assert LINES[3:5] == ["Players: Green, Orange, Yellow", "Start player: Green"]
    assert LINES[BODY + 1].startswith("Green: place ")
    assert "# before all" in LINES
    assert "#" in LINES
    assert "# # twice" in LINES
    assert LINES[-2:] == ["# after all", ""]
    assert all(len(line) <= 100 for line in LINES)
    headings = [line for line in LINES if re.fullmatch(r"Setup|Round \d+|Final market", line)]
    assert headings == ["Setup", *(f"Round {number}" for number in range(1, 10)), "Final market"]


def test_every_move_knows_its_line_and_column() -> None:
    record = parse_game(TEXT)
    for move, (line, column) in zip(record.moves, record.places, strict=True):
        verb, _, rest = show_moves([move], SETTING).partition(" ")
        assert LINES[line - 1][column - 1 :].startswith((f"{verb} {rest}", rest))
        assert LINES[line - 1][column - 2 : column - 1] in ("", " ")
    assert sorted(set(record.places)) == list(record.places)


def test_a_person_need_not_write_it_so_neatly() -> None:
    careless = re.sub(r"(?m)^(Green|Round|Players)", lambda match: f"  {match[1].upper()}", TEXT)
    careless = careless.replace("; ", " ;").replace(" > ", ">").replace("\n\n", "\n").replace("players:", "PLAYERS  :")
    read = parse_game(f"\ufeff{careless}".encode())
    assert read.moves == MOVES
    assert read.comments == RECORD.comments
    assert read.names == ("GREEN", "Orange", "Yellow") or read.names == NAMES


@pytest.mark.repeats
@pytest.mark.parametrize("before", ["\n", " \t\n\n", "\ufeff\r\n", "# what was played\n", "\n# what\n\n# was played\n"])
def test_lines_before_the_first_one_mean_what_they_mean_elsewhere(before: str) -> None:
    record = parse_game(before + TEXT)
    told = re.findall("(?m)^# (.*)$", before)
    assert record.moves == MOVES
    assert record.comments == (*((0, text) for text in told), *RECORD.comments)
    assert record.places[0][0] == parse_game(TEXT).places[0][0] + before.count("\n")


def test_what_is_wrong_before_the_first_line_is_told_with_the_rest() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(f"# \x07\n{edited(L5='Start player: Gren')}")
    assert [problem.place for problem in caught.value.problems] == [
        "line 1, column 1",
        "line 6, column 15",
    ]


@pytest.mark.parametrize("text", ["\n\n", "# nothing\n", " "])
def test_a_text_without_a_first_line_is_told(text: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(text)
    (problem,) = caught.value.problems
    assert problem.place.startswith(f"line {1 + text.count(chr(10))}, column ")
    assert "found the end of the line, expected 'Era of Inventions 1'" in problem.message


@pytest.mark.repeats
@pytest.mark.parametrize("blank", ["\t", "\u00a0", "\u2009", "\u3000"], ids=ascii)
def test_other_blanks_in_texts_are_read_as_blanks(blank: str) -> None:
    record = parse_game(edited(L2=f"Title:{blank}An{blank}evening", L10=f"#{blank}at{blank * 2}nine{blank}"))
    assert record.about[0] == ("Title", "An evening")
    assert (0, "at  nine") in record.comments
    assert parse_game(show_game(record)) == record


def test_the_start_player_is_the_first_if_nothing_is_said() -> None:
    assert parse_game(TEXT.replace("Start player: Green\n", "")) == RECORD


@pytest.mark.repeats
def test_headings_may_have_a_colon_and_zeros() -> None:
    text = re.sub(r"(?m)^Round (\d)$", r"Round 0\1:", TEXT).replace("\nSetup\n", "\nSETUP :\n")
    text = text.replace("\nFinal market\n", "\nFinal  market:\n")
    assert len(re.findall(r"(?m)^(?:Round 0\d|SETUP |Final  market):$", text)) == 11
    assert parse_game(text) == RECORD
    later = show_game(Record(parse_game(TEXT).end()))
    assert "\nPosition\n" in later
    assert parse_game(later.replace("\nPosition\n", "\nPosition:\n")) == parse_game(later)


@pytest.mark.repeats
def test_a_semicolon_may_end_a_line() -> None:
    assert parse_game(re.sub(r"(?m)^((?:Green|Orange|Yellow): .*|reveal .*)$", r"\1 ;", TEXT)) == RECORD
    later = show_game(Record(parse_game(TEXT).end(), names=NAMES))
    careless = re.sub(r"(?m)^((?:Turn|Board|Green|Orange|Yellow): .*)$", r"\1;", later)
    assert careless.count(";\n") >= 5
    assert parse_game(careless) == parse_game(later)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_are_the_same_however_their_accents_are_typed(form: Literal["NFC", "NFD"]) -> None:
    """Keyboards give an accented letter in one piece or in two, which look the same."""
    names = ("\u010cen\u011bk", "Zo\u00eb", "\u00c5se")
    record = Record(GAME.new(), MOVES[:20], names)
    text = show_game(record)
    head, setup, body = text.partition("Setup")
    mixed = head + setup + unicodedata.normalize("NFD", body)
    assert mixed != text
    assert parse_game(mixed) == record
    typed = unicodedata.normalize(form, text)
    assert parse_game(typed).names == tuple(unicodedata.normalize(form, name) for name in names)
    assert show_game(parse_game(typed)) == typed
    later = show_game(Record(parse_game(text).end(), names=names))
    head, position, body = later.partition("Position")
    assert parse_game(head + position + unicodedata.normalize("NFD", body)) == parse_game(later)


words = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=8)


@given(
    st.lists(
        st.lists(words, min_size=1, max_size=3).map(" ".join).filter(lambda name: is_name(name, ERA)),
        min_size=3,
        max_size=3,
    )
)
@example(["Round2 x", "1", "Title"])
@example(["Players", "Place", "Ruleset"])
def test_any_name_is_read_back(names: list[str]) -> None:
    assume(len({name.casefold() for name in names}) == 3)
    record = Record(GAME.new(), MOVES[:20], tuple(names))
    assert parse_game(show_game(record)) == record


# --- Lists of moves -------------------------------------------------------------------

TWO = "exchange 2 coins > cog, 2 coal > wood"
LISTS: list[tuple[str, tuple[str, ...], str]] = [
    (TWO, ("exchange 2 coins > cog", "exchange 2 coal > wood"), TWO),
    (
        "exchange 2 coins > cog, coin, wood > coal",
        ("exchange 2 coins > cog", "exchange coin, wood > coal"),
        "exchange 2 coins > cog; exchange wood, coin > coal",
    ),
    ("exchange coin > wood, coal", ("exchange coin > wood, coal",), "exchange coin > wood, coal"),
    ("build mint-1, mint-2", ("build mint-1", "build mint-2"), "build mint-1, mint-2"),
    (
        "produce telephone-1, telephone-fake with 2 metal, tool",
        ("produce telephone-1", "produce telephone-fake with 2 metal, tool"),
        "produce telephone-1, telephone-fake with 2 metal, tool",
    ),
    (
        "produce telephone-fake with tool; produce telephone-1",
        ("produce telephone-fake with tool", "produce telephone-1"),
        "produce telephone-fake with tool; produce telephone-1",
    ),
    ("end action, turn", ("end action", "end turn"), "end action; end turn"),
    (
        "reveal factory mint-1, factory mint-2, telephone-1",
        ("reveal factory mint-1", "reveal factory mint-2", "reveal telephone-1"),
        "reveal factory mint-1, factory mint-2, telephone-1",
    ),
    (
        "reveal factory mint-1, mint-2",
        ("reveal factory mint-1", "reveal factory mint-2"),
        "reveal factory mint-1, factory mint-2",
    ),
    (
        "exchange barter cog > coin, barter 2 coins > cog",
        ("exchange barter cog > coin", "exchange barter 2 coins > cog"),
        "",
    ),
]


def read_moves(text: str) -> list[Move | NotationError]:
    return [move for _, _, move in parse_moves(Span.of(text), SETTING, seat=0)]


@pytest.mark.parametrize(("text", "single", "printed"), LISTS, ids=[text for text, _, _ in LISTS])
def test_moves_of_a_verb_stand_behind_it_once(text: str, single: tuple[str, ...], printed: str) -> None:
    from era_of_inventions import parse_move

    found = read_moves(text)
    assert found == [parse_move(one, SETTING) for one in single]
    assert show_moves([move for move in found if isinstance(move, Move)], SETTING) == (printed or text)


@pytest.mark.parametrize("text", ["end action,", "end action, , end turn", "end action, and", "end action,;"])
def test_nothing_after_a_comma_is_no_move(text: str) -> None:
    first, second, *_ = read_moves(text)
    assert isinstance(first, Move)
    assert isinstance(second, NotationError)


amounts = st.dictionaries(st.sampled_from(Good), st.integers(0, 3), max_size=3).map(pack)
any_moves = (
    st.sampled_from(GAME.moves)
    | st.builds(Exchange, st.sampled_from(Line), amounts, amounts)
    | st.builds(ProduceInvention, st.integers(0, len(SHIPPED.cards) - 1), amounts)
)


@given(st.lists(any_moves, min_size=1, max_size=8))
def test_any_list_of_moves_is_read_back(made: list[Move]) -> None:
    assert read_moves(show_moves(made, SETTING)) == made


# --- Readings and components ----------------------------------------------------------


def test_a_preset_is_written_with_its_fingerprint() -> None:
    record = Record(Game(3, "nl").new())
    (line,) = [line for line in show_game(record).split("\n") if line.startswith("Ruleset")]
    assert re.fullmatch(r"Ruleset: nl [0-9a-f]{16}", line)
    assert parse_game(show_game(record)).setting.ruleset is not None
    plain = show_game(record).replace(line, "Ruleset: NL")
    assert parse_game(plain) == record


def test_single_readings_are_written_out() -> None:
    ruleset = Ruleset().with_reading("tie_break", "kinds").with_reading("marker_limit", "unlimited")
    record = Record(Game(3, ruleset).new())
    text = show_game(record)
    assert "Ruleset: default, tie-break = kinds, marker-limit = unlimited\n" in text
    assert parse_game(text).setting.ruleset == ruleset
    other = text.replace("default, tie-break", "en, tie-break")
    assert parse_game(other).setting.ruleset == Ruleset.preset("en").with_reading("tie_break", "kinds").with_reading(
        "marker_limit", "unlimited"
    )


def test_a_preset_that_reads_otherwise_now_must_be_given() -> None:
    older = Ruleset.preset("nl").with_reading("tie_break", "kinds")
    print_ = re.search(r"nl [0-9a-f]{16}", show_game(Record(Game(3, "nl").new())))
    assert print_ is not None
    old_text = show_game(Record(Game(3, "nl").new())).replace(print_[0], f"nl {older.fingerprint}")
    with pytest.raises(DocumentError, match="expected the fingerprint of 'nl' as it is read in this version"):
        parse_game(old_text)
    assert parse_game(old_text, rulesets=[Ruleset.preset("de"), older]).setting.ruleset == older


def test_other_components_must_be_given() -> None:
    box = evolve(with_card(0, SHIPPED, question_marks=1), name="My own copy")
    record = Record(Game(3, "default", box).new())
    text = show_game(record)
    assert re.search(r"(?m)^Components: My own copy [0-9a-f]{16}$", text)
    with pytest.raises(DocumentError, match=r"found 'My own copy [0-9a-f]{16}', expected a set .*: reconstructed"):
        parse_game(text)
    with pytest.raises(DocumentError, match="found 'My own copy "):
        parse_game(text, components=[evolve(SHIPPED, name="My own copy")])
    assert parse_game(text, components=[SHIPPED, box]) == record
    assert parse_game(re.sub(r"copy [0-9a-f]{16}", "copy", text), components=[box]) == record


@pytest.mark.parametrize("name", ["", "two\nlines", "\x07", "x" * 2000])
def test_the_name_of_a_set_cannot_spoil_the_text(name: str) -> None:
    box = evolve(with_card(0, SHIPPED, question_marks=1), name=name)
    record = Record(Game(3, "default", box).new())
    assert parse_game(show_game(record), components=[box]) == record


def test_no_default_reading_has_changed_since_version_1() -> None:
    """Texts leave the default readings out, so these must stay what they are as long as the version does."""
    path = ROOT / "tests" / "era" / "games" / "default-readings.txt"
    from era_of_inventions.rulings import Ruleset

    known = dict(line.split(" = ") for line in path.read_text(encoding="utf-8").splitlines())
    assert VERSION == 1
    assert {ruling.id: ruling.default for ruling in Ruleset.rulings() if ruling.id in known} == known


# --- What is wrong --------------------------------------------------------------------


def edited(**lines: str) -> str:
    """The text with other lines: ``L3`` is the third, ``B1`` the first after the heading of the first round."""
    found = list(LINES)
    for key, line in lines.items():
        found[int(key[1:]) - 1 if key[0] == "L" else BODY + int(key[1:])] = line
    return "\n".join(found)


PLACE, HEAD = BODY + 2, "\n".join(LINES[:7]) + "\n"
FIRST = LINES[BODY + 1].removeprefix("Green: ")
SECOND = LINES[BODY + 2].removeprefix("Orange: ")
SETUP_LAST, REFRESHED = LINES[14], [at for at, line in enumerate(LINES, 1) if line.startswith("reveal")][4:7]
LEFT = [card for card in START_CARDS if card not in re.findall(r"[a-z]+-[a-z]+-[0-9]", LINES[13])]
PROBLEMS: list[tuple[str, list[str]]] = [
    (
        edited(L15="# forgotten"),
        [
            f"line {BODY + 1}, column 1: found 'Round 1', expected 1 more card with 'reveal' "
            f"({', '.join(f'reveal {card}' for card in LEFT)}) first"
        ],
    ),
    (
        edited(L14="", L15=""),
        [f"line {BODY + 1}, column 1: found 'Round 1', expected 7 more cards with 'reveal' first"],
    ),
    (
        edited(L15="", B0=""),
        [f"line {PLACE}, column 1: found 'Green', expected 1 more card with 'reveal' (reveal {LEFT[0]}, "],
    ),
    (
        edited(**{f"L{at}": "" for at in REFRESHED}),
        [f"line {REFRESHED[2] + 2}, column 1: found 'Round 2', expected 3 more factories and 7 more"],
    ),
    (
        edited(L15=f"{SETUP_LAST}, {LEFT[1]}, {LEFT[2]}"),
        [
            f"line 15, column {len(SETUP_LAST) + 3}: found '{LEFT[1]}', expected the heading 'Round 1' first, for "
            "nothing more is turned over"
        ],
    ),
    (
        edited(L14="reveal light-bolb-6, telephon-1, xx"),
        [
            "line 14, column 8: found 'light-bolb-6', expected the id of an invention card",
            "line 14, column 22: found 'telephon-1', expected the id of an invention card",
            "line 14, column 34: found 'xx', expected the id of an invention card",
        ],
    ),
    (edited(L15="reveal: light-bulb-6"), ["line 15, column 1: found 'reveal', expected 'reveal' without a colon; nea"]),
    (edited(B3="Round 2"), [f"line {PLACE + 2}, column 1: found 'Round 2', expected a move of Yellow, for 'Round 1'"]),
    (edited(B0="Rounds 1"), [f"line {BODY + 1}, column 1: found 'Rounds 1', expected the heading 'Round 1' first"]),
    (edited(B0="Position"), [f"line {BODY + 1}, column 1: found 'Position', expected the heading 'Round 1' first"]),
    (
        edited(B3="Yellow: place build, place market"),
        [f"line {PLACE + 2}, column 22: found 'place market', expected an area: build"],
    ),
    (
        edited(B3="Yellow: place build; place market"),
        [f"line {PLACE + 2}, column 22: found 'place market', expected a new line with 'Green:', whose turn"],
    ),
    (edited(B1="Green: place build;; end turn"), [f"line {PLACE}, column 20: found ';', expected one of place"]),
    (edited(B1="Green: ;"), [f"line {PLACE}, column 8: found ';', expected one of place, resolve"]),
    ("", ["line 1, column 1: found the end of the line, expected 'Era of Inventions 1'"]),
    ("Chess\n", ["line 1, column 1: found 'Chess', expected 'Era of Inventions 1'"]),
    (edited(L1="Era of Inventions 2"), ["line 1: the text has version 2; expected 1"]),
    (edited(L4="Players: Green"), ["line 4, column 10: found 'Green', expected the names of 3, 4 or 5 players"]),
    (edited(L4="Players: Green, green, X"), ["line 4, column 17: found 'green', expected a name that nobody has yet"]),
    (
        edited(L4="Players: Green, Board, X"),
        ["line 4, column 17: found 'Board', expected a name of up to 40 char"],
    ),
    (
        edited(L4="Players: Green, Spectator, X"),  # who would be shown as nobody by --seat spectator
        ["line 4, column 17: found 'Spectator', expected a name of up to 40 char"],
    ),
    (edited(L4="Player: A, B, C"), ["line 4, column 1: found 'Player'", "line 9: 'Players' is missing"]),
    (edited(L3="Title: again"), ["line 3, column 1: found 'Title', expected 'Title' only once"]),
    (
        edited(L5="Start player: Grey"),
        ["line 5, column 15: found 'Grey', expected one of Green, Orange, Yellow; did you mean 'Green'?"],
    ),
    (edited(L6="Ruleset: dutch"), ["line 6, column 10: found 'dutch', expected one of default, nl, de, en"]),
    (edited(L6="Ruleset: nl, tie-break"), ["line 6, column 14: found 'tie-break', expected 'tie-break =' and one of"]),
    (edited(L6="Ruleset: nl, tie-brake = kinds"), ["found 'tie-brake', expected the id of a ruling"]),
    (
        edited(L6="Ruleset: nl, tie-break = kinds, tie-break = kinds"),
        ["line 6, column 33: found 'tie-break', expected the"],
    ),
    (edited(L6="Ruleset: nl, tie-break = all"), ["line 6, column 26: found 'all', expected one of spaces, originals"]),
    (edited(L7="Components:"), ["line 7, column 12: found the end of the line, expected a set that is shipped or"]),
    (edited(L2="Title:"), ["line 2, column 7: found the end of the line, expected a text of up to 1000 characters"]),
    (edited(L2="Title: \x07"), ["line 2, column 8: found '\\x07', expected a text of up to 1000 characters"]),
    (edited(L3="no key"), ["line 3, column 1: found 'no key', expected a key such as 'Players:'"]),
    (edited(B1="Gren: place build"), [f"line {PLACE}, column 1: found 'Gren', expected a name and a colon, of Green"]),
    (edited(B1="Green place build"), [f"line {PLACE}, column 1: found 'Green place build', expected a name and"]),
    (edited(B1="Orange: place build"), [f"line {PLACE}, column 1: found 'Orange', expected 'Green:', whose"]),
    (
        edited(B1="reveal telephone-1"),
        [f"line {PLACE}, column 1: found 'reveal', expected 'Green:', whose turn"],
    ),
    (edited(B1="Green: plac build"), [f"line {PLACE}, column 8: found 'plac', expected one of place, resolve"]),
    (edited(B1="Green: place bild"), [f"line {PLACE}, column 14: found 'bild', expected an area: build, goods"]),
    (edited(B0="Round 2"), [f"line {BODY + 1}, column 1: found 'Round 2', expected the heading 'Round 1'"]),
    (edited(B0=""), [f"line {PLACE}, column 1: found 'Green', expected the heading 'Round 1' first"]),
    (edited(L10="# x\x07"), ["line 10, column 1: found '# x\\x07', expected a comment of up to 1000"]),
    (f"{TEXT}Green: end trun\n", [f"line {len(LINES)}, column 12: found 'trun', expected 'action' or 'turn'"]),
    (
        edited(B1="Green: exchange 2 coins > cog, cog > coin, 2 coal"),
        [
            f"line {PLACE}, column 8: 'exchange 2 coins > cog' is not legal: no clause permits it at this moment;",
            f"line {PLACE}, column 50: found the end of the line, expected '>' and what is taken",
        ],
    ),
    (f"{TEXT}Round 9\n", [f"line {len(LINES)}, column 1: found 'Round 9', expected the end of the text, for the game"]),
    (f"{LINES[0]}", [f"line 1: {key!r} is missing" for key in ("Players", "Ruleset", "Components")]),
    (
        "\n".join(LINES[:6]) + "\n\n\n",
        ["line 6: 'Components' is missing; expected a line 'Components: …' before the end"],
    ),
    (
        f"{HEAD}reveal telephone-1\nreveal telephone-2\n",
        ["line 8, column 1: found 'reveal', expected the heading 'Setup' first"],
    ),
    (f"{HEAD}Green: place buy\nOrange: place buy\n", ["line 8, column 1: found 'Green', expected the heading 'Setup'"]),
    (
        f"{HEAD}Position\nreveal telephone-1\nreveal telephone-2\n",
        ["line 9, column 1: found 'reveal', expected the heading 'Round 1'"],
    ),
    (f"{HEAD}Setup\nGreen: end turn\n", ["line 9, column 1: found 'Green', expected 5 more factories"]),
    (
        edited(B1="Green: place bild", B2="Orange: place ; plice build", B3="Yelow: place build"),
        [
            f"line {PLACE}, column 14: found 'bild'",
            f"line {PLACE + 1}, column 15: found ';'",
            f"line {PLACE + 1}, column 17: found 'plice'",
            f"line {PLACE + 2}, column 1: found 'Yelow'",
        ],
    ),
    (
        edited(B2=f"Orange: {FIRST}; {FIRST}", B4="Green: place bild"),
        [
            f"line {PLACE + 1}, column {11 + len(FIRST)}: found '{FIRST}', expected a new line with 'Yellow:'",
            f"line {PLACE + 3}, column 14: found 'bild'",
        ],
    ),
    ("x" * (texts.SIZE_MAX + 1), [f"is {texts.SIZE_MAX + 1} characters long; expected at most {texts.SIZE_MAX}"]),
    (edited(B1="Green: " + "x" * 6000), [f"line {PLACE}: is 6007 characters long; expected at most 5000"]),
    (
        HEAD + "Setup\n" + "reveal telephone-1\n" * (MOVES_MAX + 1),
        [
            "line 9, column 1: 'reveal telephone-1' is not legal: it is against the rules: "
            "Only a card of the face-down deck can be turned",
            f"line {MOVES_MAX + 9}: there are more than {MOVES_MAX} moves; expected a game",
        ],
    ),
]


@pytest.mark.parametrize(("text", "told"), PROBLEMS, ids=[told[0][:60] for _, told in PROBLEMS])
def test_what_is_wrong_is_told_with_its_place(text: str, told: list[str]) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(text)
    problems = [*map(str, caught.value.problems)]
    assert len(problems) == len(told)
    for problem, expected in zip(problems, told, strict=True):
        assert expected in problem
        assert "\n" not in problem


def test_every_card_that_is_not_known_has_its_candidates() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(edited(L14="reveal light-bolb-6, telephon-1, xx"))
    near = [re.findall(r"'reveal ([a-z0-9-]+)'", problem.message) for problem in caught.value.problems]
    assert near[0][0] == "light-bulb-6"
    left = {"light-bulb-2", "light-bulb-4", "light-bulb-5", "light-bulb-3", "pocket-watch-4", "pocket-watch-1", *LEFT}
    assert all(len(found) == 3 and set(found) <= left for found in near)


@pytest.mark.repeats
def test_a_line_can_be_as_long_as_is_said() -> None:
    line = LINES[BODY + 1]
    assert parse_game(edited(B1=line + " " * (TEXT_LINE_MAX - len(line)))) == RECORD
    with pytest.raises(DocumentError, match=f"line {PLACE}: is 5001 characters long; expected at most 5000"):
        parse_game(edited(B1=line + " " * (TEXT_LINE_MAX - len(line) + 1)))
    text = TEXT + " " * (texts.SIZE_MAX - len(TEXT))
    with pytest.raises(DocumentError, match="characters long; expected at most 5000"):
        parse_game(text)
    with pytest.raises(DocumentError, match=r"^game: is 300001 characters long"):
        parse_game(f"{text} ")


def test_a_line_without_a_colon_is_compared_with_what_is_legal() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(edited(B1="place bild"))
    assert "; nearest legal moves: 'place build', 'place b" in caught.value.problems[0].message


def test_bytes_that_are_no_text_are_told() -> None:
    with pytest.raises(DocumentError, match=r"^game: line 3: byte 0xff is not UTF-8; expected a text in UTF-8$"):
        parse_game(TEXT.encode().replace(b"Date", b"\xffate"))
    with pytest.raises(DocumentError, match=r"^game: line 1: byte 0xff is not UTF-8; expected a text in UTF-8$"):
        parse_game(b"\xff\xfe" + TEXT.encode("utf-16-le"))


@pytest.mark.repeats
@pytest.mark.parametrize(("letters", "fits"), [(145_000, True), (152_000, False)])
def test_a_text_is_as_long_as_its_bytes(letters: int, fits: bool) -> None:
    """An é has two, so 152,000 of them in comments are more than the 300,000 bytes that can be read."""
    comments = tuple((0, "é" * 1000) for _ in range(letters // 1000))
    record = evolve(RECORD, comments=comments, places=())
    if fits:
        assert parse_game(show_game(record).encode()).comments == comments
    else:
        with pytest.raises(GameError, match=r"the text would be longer than can be read: 31[0-9]{4} bytes"):
            show_game(record)


def test_the_nearest_legal_moves_are_told_where_a_word_is_wrong() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(edited(B1="Green: plase bild"))
    (problem,) = caught.value.problems
    near = re.findall(r"'(place [a-z]+)'", problem.message.partition("nearest legal moves: ")[2])
    assert near[0] == "place build"
    assert len(near) == 3


@pytest.mark.parametrize("before", ["", "Setup\n", "Position\n"], ids=["head", "body", "position"])
def test_only_so_many_problems_are_told(before: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(HEAD + before + "nonsense\n" * 1000)
    assert len(caught.value.problems) == PROBLEMS_MAX + 1
    assert caught.value.problems[-1].code is Code.MORE


def test_a_move_that_is_not_legal_is_told_with_its_line_and_verdict() -> None:
    text = edited(B4=f"Green: {FIRST}")
    with pytest.raises(RecordError) as caught:
        parse_game(text)
    error = caught.value
    assert error.line == PLACE + 3
    assert text.split("\n")[error.line - 1] == f"Green: {FIRST}"
    assert error.column == len("Green: ") + 1
    assert str(error).startswith(f"line {PLACE + 3}, column 8: '{FIRST}' is not legal: ")
    assert error.verdict is not None
    assert not error.verdict.legal
    assert error.record.names == NAMES
    assert error.record.moves[:-1] == MOVES[: error.number]


def test_a_move_that_is_not_legal_is_told_beside_other_problems() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(edited(B4=f"Green: {FIRST}", B6="Yellow: place bild"))
    assert [str(problem).partition("'")[0] for problem in caught.value.problems] == [
        f"line {PLACE + 3}, column 8: ",
        f"line {PLACE + 5}, column 15: found ",
    ]


@pytest.mark.parametrize("beside", ["", "nonsense\n"])
@pytest.mark.parametrize(
    ("before", "wrong"), [("take cog; ", "take cog"), ("exchange 2 coal > coin,  ", "9 coins > cog")]
)
def test_of_several_moves_on_a_line_the_one_that_is_not_legal_is_told(before: str, wrong: str, beside: str) -> None:
    """Told as a `RecordError` if nothing else is wrong, else among the problems."""
    number = next(n for n, line in enumerate(LINES) if ": resolve market" in line)
    line = f"{LINES[number].partition(':')[0]}: resolve market; {before}"
    with pytest.raises((RecordError, DocumentError)) as caught:
        parse_game("\n".join([*LINES[:number], line + wrong, beside]))
    assert f"line {number + 1}, column {len(line) + 1}: '" in str(caught.value)


def test_nothing_is_written_of_what_cannot_be_played() -> None:
    with pytest.raises(RecordError, match=r"^move 1: 'end turn' is not legal"):
        show_game(Record(GAME.new(), (moves.EndTurn(),)))
    with pytest.raises(GameError, match=r"^the first position is not possible: it is round 99; expected 1 to 9"):
        show_game(Record(evolve(GAME.new(), round=99)))
    with pytest.raises(GameError, match=r"^the text would be longer than can be read"):
        show_game(Record(GAME.new(), comments=((0, "x" * 1000),) * 400))


# --- Files ----------------------------------------------------------------------------


def test_a_game_is_saved_and_read(tmp_path: Path) -> None:
    path = tmp_path / "evening.era"
    save_game(path, RECORD)
    assert path.read_bytes() == TEXT.encode()
    assert read_game(path) == RECORD
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "evening.era"
    path.write_text("mine")
    with pytest.raises(FileError, match="exists"):
        save_game(path, RECORD)
    assert path.read_text() == "mine"
    save_game(path, RECORD, overwrite=True)
    assert read_game(path) == RECORD
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_stays_as_it_was_if_saving_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.era"
    path.write_text("mine")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError, match="cannot be written: No space left on device"):
        save_game(path, RECORD, overwrite=True)
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        save_game(tmp_path / "bad.era", Record(GAME.new(), (moves.EndTurn(),)))
    assert not list(tmp_path.iterdir())
    with pytest.raises(FileError, match="cannot be written"):
        save_game(tmp_path / "no" / "such.era", RECORD)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read: No such file"):
        read_game(tmp_path / "missing.era")
    with pytest.raises(FileError, match="cannot be read"):
        read_game(tmp_path)
    with pytest.raises(FileError, match="cannot be read"):
        read_game(Path("\x00"))
    long = tmp_path / "long.era"
    long.write_bytes(b"x" * (texts.SIZE_MAX + 1))
    with pytest.raises(FileError, match="is longer than 300000 bytes"):
        read_game(long)


def test_a_move_that_is_not_legal_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.era"
    path.write_text(edited(B4=f"Green: {FIRST}"), encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        read_game(path)
    assert str(caught.value).startswith(f"{path}: line ")


def test_every_problem_of_a_file_names_it(tmp_path: Path) -> None:
    path = tmp_path / "bad.era"
    path.write_text(edited(B1="Green: place bild", B2="Orange: place bild"), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_game(path)
    assert [line.partition(": ")[0] for line in str(caught.value).split("\n")] == [str(path)] * 2


# --- Anything at all ------------------------------------------------------------------

SEEDS = fuzz.seeds()
BITS = [
    b";",
    b",",
    b":",
    b"\n",
    b">",
    b"#",
    b"-",
    b"none",
    b"nothing",
    b"999",
    b"Round 3",
    b"Position",
    b"\xff",
    b"\x00",
]


@given(st.binary() | st.text().map(lambda text: f"{HEAD}{text}".encode("utf-8", "surrogatepass")))
@example(b"")
@example(b"\xef\xbb\xbf")
@example(HEAD.encode() + b"Position\n" + b"Before: phase action\n" * 50)
def test_any_text_is_read_or_refused(data: bytes) -> None:
    fuzz.feed(data)


@pytest.mark.repeats
@given(st.sampled_from(SEEDS), st.data())
@settings(deadline=None, max_examples=150)
def test_any_slip_in_a_game_is_read_or_refused(seed: bytes, data: st.DataObject) -> None:
    text = seed
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = min(len(text), start + data.draw(st.integers(0, 20)))
        text = text[:start] + data.draw(st.sampled_from(BITS) | st.binary(max_size=3)) + text[stop:]
    fuzz.feed(text)


@pytest.mark.repeats
@given(st.sampled_from(SEEDS), st.data())
@settings(deadline=None, max_examples=50)
def test_half_a_text_is_read_or_refused(seed: bytes, data: st.DataObject) -> None:
    fuzz.feed(seed[: data.draw(st.integers(0, len(seed)))])
