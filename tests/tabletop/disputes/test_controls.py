"""Controls: they offer what the reader of dispute files takes, neither less nor more, in every rulebook."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from era_of_inventions import ERA
from era_of_inventions.tabletop import FrontDoor
from era_of_inventions.tabletop.disputes import file_schema, parse_dispute
from era_of_inventions.tabletop.disputes.controls import (
    Control,
    Controls,
    controls,
    dispute_controls,
    rewritten,
)
from era_of_inventions.tabletop.disputes.ready import ready_questions
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.errors import Code, FileError, Problem
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.records import parse_move
from tests.regatta.rulebook import REGATTA
from tests.support.nim import NIM

ASKED = [rulebook_named(name) for name in ("era-of-inventions", "oh-my-goods", "phoenicia")]
RULEBOOKS = [*ASKED, REGATTA, NIM]
FOLLOWING = {
    "era-of-inventions": {"deck", "invention_deck", "factory_deck"},
    "oh-my-goods": {"box", "draw_pile", "deck", "trekstapel"},
    "phoenicia": {
        "deck",
        "pile",
        "out_of_the_game",
        *("PP", "production_points", "production", "productiepunten"),
        *("VP", "victory_points", "ZP", "points", "zegepunten"),
    },
}
"""The keys that nobody need state: what lies in the decks is what lies nowhere else, and points follow from cards."""
OF_FORM = (Code.WRONG_TYPE, Code.UNKNOWN_WORD, Code.UNKNOWN_KEY, Code.TOO_LONG, Code.OUT_OF_RANGE, Code.DUPLICATE)
SOME = 7
"""Every how many-th ready question is tried."""
games = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.name)
asked = pytest.mark.parametrize(
    ("rulebook", "text"),
    [
        pytest.param(rulebook, question.filled(next(iter(question.cases()))), id=f"{rulebook.name}-{question.id}")
        for rulebook in ASKED
        for question in ready_questions(rulebook)[::SOME]
    ],
)


def facts(found: Controls) -> Iterator[tuple[tuple[str, ...], Control, Any]]:
    """Every table, with each control in it and its value."""
    for part in found.parts:
        for control in part.fields:
            for table, value in zip(part.tables, control.values, strict=True):
                yield table, control, value


def places(found: Controls) -> Iterator[tuple[tuple[str, ...], Control]]:
    """Every place, of the players only those of the first, and its control."""
    return (((*part.tables[0], control.key), control) for part in found.parts for control in part.fields)


def opening(rulebook: AnyRulebook) -> tuple[str, Controls]:
    """A dispute that states only who plays, and its controls."""
    names = rulebook.grammar.seat_names(max(rulebook.player_counts()))
    text = f"[position]\nplayers = {[*names]}\n[[claim]]\nhappens = []\n"
    return text, controls(Game(rulebook, len(names)).new(), names)


def wrong(text: str, rulebook: AnyRulebook, place: tuple[str, ...], value: Any) -> list[Problem]:
    """What is wrong with the form of a value at a place of a file, whether or not there can be such a position."""
    try:
        parse_dispute(rewritten(text, place, value), rulebook)
    except FileError as error:
        return [problem for problem in error.problems if problem.code in OF_FORM and problem.place.startswith(place[0])]
    return []


@games
def test_every_key_of_a_position_has_a_control(rulebook: AnyRulebook) -> None:
    schema = file_schema(rulebook)["properties"]
    offered: dict[tuple[str, ...], set[str]] = {}
    for table, control, _ in facts(opening(rulebook)[1]):
        place = table[:1] if table[0] == "player" else table
        offered.setdefault(place, set()).update((control.key, *control.also))
    missing = set[str]()
    for (head, *steps), keys in offered.items():
        below = schema[head].get("additionalProperties") or schema[head]
        for step in steps:
            below = below["properties"][step]
        stated = {key for key, one in below["properties"].items() if "properties" not in one.get("items", one)}
        assert keys <= stated
        missing |= stated - keys
    assert missing == {"players", "start", *FOLLOWING.get(rulebook.name, ())}


@pytest.mark.slow
@games
def test_what_a_control_offers_can_be_stated(rulebook: AnyRulebook) -> None:
    text = opening(rulebook)[0]
    for place, control in places(opening(rulebook)[1]):
        for value in (*values(control), *["enough"] * control.enough):
            found = [one for one in wrong(text, rulebook, place, value) if "[" not in one.expected]  # by no clause
            assert found == [], (place, value)


@games
def test_beyond_its_bounds_nothing_can_be_stated(rulebook: AnyRulebook) -> None:
    text = opening(rulebook)[0]
    for place, control in places(opening(rulebook)[1]):
        for number in (control.low - 1, control.high + 1):
            if control.control in ("number", "counts"):
                value = number if control.control == "number" else {control.options[0]: number}
                assert {one.code for one in wrong(text, rulebook, place, value)} == {Code.OUT_OF_RANGE}, (place, value)


def values(control: Control) -> Iterator[Any]:
    """Values that a control can be set to."""
    options = control.options
    ends = (*options[:3], *options[-3:])
    if control.control == "number":
        yield from (control.low, control.high, *options)
    elif control.control == "flag":
        yield from (True, False)
    elif control.control == "one":
        yield from ends
    elif control.control == "several":
        yield from ([], [one for one in options if one not in control.alike], [*control.alike, *control.alike])
    elif control.control == "row":
        yield from ([one] for one in ends)
        yield [*options[: control.places - 1], "-"]
    elif control.control == "counts":
        yield dict.fromkeys(options, control.low)
        yield dict.fromkeys(options, control.high)
    else:
        yield {options[0]: 0, options[1]: 2}


@games
def test_the_parts_of_a_move_tell_it_from_others(rulebook: AnyRulebook) -> None:
    found = opening(rulebook)[1]
    setting = Game(rulebook, len(found.players)).setting
    listed = [parse_move(text, setting) for kind in found.moves for text, *_ in kind.moves]
    assert {*listed} == {move for move in setting.moves if type(move) not in rulebook.grammar.chance}
    for kind in found.moves:
        parts = [parts for _, *parts in kind.moves]
        assert {len(one) for one in parts} == {len(kind.parts)}
        assert len({*map(tuple, parts)}) == len(kind.moves)
        assert re.findall(r"\{(\d)\}", kind.sentence) == [str(number) for number in range(1, len(kind.parts) + 1)]


@pytest.mark.parametrize(
    ("game", "move", "sentence"),
    [
        ("era-of-inventions", "place market", "place a disc on market"),
        ("era-of-inventions", "2 metal > coin", "exchange on the line barter: 2 metal for 1 coin"),
        ("era-of-inventions", "2 coins > influence", "exchange on the line coins for influence: 2 coins"),
        ("era-of-inventions", "patent camera technical", "register a patent on camera technical"),
        ("era-of-inventions", "patent unplaced", "register a patent"),
        ("era-of-inventions", "produce telephone-1", "produce telephone 1"),
        (
            "oh-my-goods",
            "work charburner-grain sloppy",
            "put the craftsman at charburner grain, to work the sloppy way",
        ),
        ("oh-my-goods", "spend mill-1", "discard mill 1 as a raw material"),
        ("phoenicia", "move mining to hunting", "move a worker from mining to hunting"),
        ("phoenicia", "tool farming", "buy a tool for farming"),
    ],
)
def test_a_move_reads_as_a_sentence(game: str, move: str, sentence: str) -> None:
    setting = Game(rulebook_named(game), 4).setting
    assert setting.vocabulary.say(parse_move(move, setting)) == sentence


def test_legal_moves_stand_there_as_written_and_as_sentences() -> None:
    text = '[position]\nplayers = "Anna, Bob, Cem"\nphase = "action"\narea = "market"\n[[claim]]\nmoves = "take cog"\n'
    legal = dispute_controls(parse_dispute(text, ERA)).legal
    assert {("take cog", "take a cog"), ("end action", "end the action")} <= {*legal}


@games
def test_moves_that_differ_read_differently(rulebook: AnyRulebook) -> None:
    setting = Game(rulebook, max(rulebook.player_counts())).setting
    moves = [*setting.moves, *setting.masked_moves]
    said = [setting.vocabulary.say(move) for move in moves]
    assert len({*said}) == len({*moves})
    assert not [text for text in said if {*text} & {*"{}[]"} or text != text.strip()]


@games
def test_each_control_has_a_name_of_its_own(rulebook: AnyRulebook) -> None:
    """The page calls a control by its player or part, and its words."""
    found = opening(rulebook)[1]
    names = [
        ((*table, part.words)[1], one.words) for part in found.parts for table in part.tables for one in part.fields
    ]
    assert len({*names}) == len(names)


def test_what_clauses_read_comes_first() -> None:
    text = """
[position]
players = ["Brown", "Green", "Orange"]
[[claim]]
moves = "Brown: build coal-mine-2"
"""
    read = dispute_controls(parse_dispute(text, ERA)).read
    assert ("player", "Brown", "goods") in read[:3]
    assert not any("Green" in place for place in read)


def test_the_move_that_is_asked_about_is_one_of_those_listed() -> None:
    text = '[position]\nplayers = ["Anne", "Bo"]\n[[claim]]\nmoves = "Bo: bid 9"\n'
    found = dispute_controls(parse_dispute(text, rulebook_named("phoenicia")))
    assert found.asked == ("Bo", "bid 9")
    assert "bid 9" in {move for kind in found.moves for move, *_ in kind.moves}


def test_an_unclear_moment_comes_first() -> None:
    text = '[position]\nplayers = ["Anne", "Bo"]\n[[claim]]\nmoves = "Bo: bid 9"\n'
    assert dispute_controls(parse_dispute(text, rulebook_named("phoenicia"))).read[0] == ("position", "stage")
    text = '[position]\nplayers = ["Brown", "Green", "Orange"]\n[[claim]]\nmoves = "Brown: build coal-mine-2"\n'
    assert dispute_controls(parse_dispute(text, ERA)).read[-1] == ("position", "phase")


def test_a_value_that_is_taken_back_is_unsaid() -> None:
    text = "[position]\nplayers = 3\n[player.brown]\ncoins = 2\nmoney = 3\n"
    stated = rewritten(text, ("player", "Brown", "bonus_discs"), 4, ("money",))
    assert tomllib.loads(stated)["player"] == {"brown": {"coins": 2, "bonus_discs": 4}}
    assert tomllib.loads(rewritten(stated, ("player", "Brown", "bonus_discs"), None))["player"] == {
        "brown": {"coins": 2}
    }


@games
def test_controls_are_a_document(rulebook: AnyRulebook) -> None:
    document = FrontDoor(rulebook).to_data(opening(rulebook)[1])
    assert [*Draft202012Validator(every_schema(rulebook)["controls"]).iter_errors(document)] == []


@pytest.mark.slow
@asked
def test_stating_what_holds_changes_nothing(rulebook: AnyRulebook, text: str) -> None:
    found = dispute_controls(parse_dispute(text, rulebook))
    for table, control, value in facts(found):
        again = dispute_controls(parse_dispute(rewritten(text, (*table, control.key), value, control.also), rulebook))
        (held,) = (held for place, one, held in facts(again) if (place, one.key) == (table, control.key))
        assert held == value, (table, control.key)


@pytest.mark.parametrize(
    ("game", "text", "places"),
    [
        (
            "oh-my-goods",
            '[position]\nplayers = "Ann, Ben"\nstage = "production"\n'
            '[player.Ben]\nbuildings = "charburner-grain"\ncraftsman = "charburner-grain"\n',
            {("player", "Ben", "mode")},
        ),
        (
            "era-of-inventions",
            '[position]\nplayers = "Anna, Bob, Cem"\n[player.Bob]\nbonus_discs = 20\n',
            {("player", name, "bonus_discs") for name in ("Anna", "Bob", "Cem")},
        ),
    ],
)
def test_what_makes_a_position_impossible_stands_first(game: str, text: str, places: set[tuple[str, ...]]) -> None:
    rulebook = rulebook_named(game)
    with pytest.raises(FileError):
        parse_dispute(text, rulebook, claimless=True)
    found = dispute_controls(parse_dispute(text, rulebook, claimless=True, unchecked=True))
    assert {*found.read[: len(places)]} == places
    assert not found.legal


@pytest.mark.repeats
@asked
def test_what_is_stated_is_what_stands_in_the_file(rulebook: AnyRulebook, text: str) -> None:
    file = tomllib.loads(text)
    found = dispute_controls(parse_dispute(text, rulebook))
    stated = set()
    for tables, control, _ in facts(found):
        table: Any = file
        for step in tables:
            table = table.get(step, {})
        if {control.key, *control.also} & table.keys():
            stated.add((*tables, control.key))
    assert {*found.stated} == stated
