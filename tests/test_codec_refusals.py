"""JSON that cannot be used: what is told about it, where it is, and that it costs little to find out."""

from __future__ import annotations

import json
import pickle
import random
import re
import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from era_of_inventions import (
    Area,
    Components,
    DocumentError,
    Game,
    GameError,
    Record,
    Ruleset,
    Setting,
    State,
    Verdict,
    from_json,
    moves,
    parse_game,
    read_game,
    save_game,
    show_game,
    to_json,
)
from era_of_inventions.game import ERA
from era_of_inventions.model.moves import Move
from era_of_inventions.testing import generated_components
from tests.positions import SHIPPED, with_card

GAME = Game(4)
STATE = GAME.play(GAME.new(rng=random.Random(7)), moves.PlaceDisc(Area.MARKET))
SAMPLES: dict[type, object] = {
    State: STATE,
    Record: Record(STATE, GAME.legal_moves(STATE)[:1], ("Ada", "Bo", "Cy", "Di"), comments=((1, "so far"),)),
    Move: moves.BuildFactory(3),
    Verdict: GAME.judge(STATE, moves.PlaceDisc(Area.BUY), seat=1, rulings=False),
    Ruleset: Ruleset(build_cap="turn"),
    Components: SHIPPED,
    Setting: GAME.setting,
}


def setting_for(kind: type) -> Setting | None:
    return GAME.setting if kind in (Move, Verdict) else None


def document(kind: type = State) -> Any:
    return json.loads(to_json(SAMPLES[kind], setting=setting_for(kind)))


def problems(text: str | bytes, kind: type = State) -> list[str]:
    """Everything that is told of a text that cannot be used."""
    with pytest.raises(DocumentError) as refused:
        from_json(text, kind, setting=setting_for(kind))
    assert refused.value.what == kind.__name__.lower()
    assert str(refused.value).splitlines() == [f"{refused.value.what}: {each}" for each in refused.value.problems]
    return list(refused.value.problems)


def changed(change: Callable[[Any], object], kind: type = State) -> list[str]:
    """Everything that is told of a document after a change."""
    found = document(kind)
    change(found)
    return problems(json.dumps(found), kind)


def put(*path: str | int, value: Any) -> Callable[[Any], None]:
    def change(found: Any) -> None:
        for key in path[:-1]:
            found = found[key]
        found[path[-1]] = value

    return change


def without(*path: str | int) -> Callable[[Any], None]:
    def change(found: Any) -> None:
        for key in path[:-1]:
            found = found[key]
        del found[path[-1]]

    return change


# --- Texts that are no JSON -------------------------------------------------------------------------------------------

TEXTS: list[tuple[Any, str]] = [
    ("", "line 1, column 1: is not JSON: found the end of the text; expected a value"),
    ('{"format":\n  nonsense', "line 2, column 3: is not JSON: found 'nonsense'; expected a value"),
    ("{} {}", "line 1, column 4: is not JSON: found '{}'; expected nothing after the document"),
    ('{"a": "b', "line 1, column 7: is not JSON: found '\"b'; expected a text with double quotes at both ends"),
    ("{a: 1}", "line 1, column 2: is not JSON: found 'a: 1}'; expected a key in double quotes"),
    ('{"a" 1}', "line 1, column 6: is not JSON: found '1}'; expected ':'"),
    ('{"a": 1 2}', "line 1, column 9: is not JSON: found '2}'; expected ',' or the end of the object or array"),
    ('["\\q', r"""line 1, column 3: is not JSON: found '\\q'; expected an escape such as \n or \u00e9"""),
    (
        '["\n"]',
        r"""line 1, column 3: is not JSON: found '\n"]'; """
        "expected no line break or other control character within a text",
    ),
    (b'{"a": "\xff"}', "line 1, column 8: byte 0xff is not UTF-8; expected a text in UTF-8"),
    (b'{"\xc3\xa9":\n\xc3', "line 2, column 1: byte 0xc3 is not UTF-8; expected a text in UTF-8"),
    ("\n[" + "[" * 100_000, "line 2, column 51: is nested too deeply; expected at most 50 objects and arrays"),
    ('{"[": ' * 9_000, "line 1, column 301: is nested too deeply; expected at most 50 objects and arrays"),
    ('{"version": ' + "1" * 5000 + "}", "line 1, column 13: is a number of 5000 digits; expected at most 4300"),
    (
        '{"1": "' + "1" * 5000 + '", "2": ' + "1" * 6000,
        "line 1, column 5016: is a number of 6000 digits; expected at most 4300",
    ),
    (None, "is of type NoneType; expected a text or bytes"),
    ({"format": 1}, "is of type dict; expected a text or bytes"),
    (" " * 1_000_001, "is 1000001 characters long; expected at most 1000000"),
    (b" " * 1_000_001, "is 1000001 bytes long; expected at most 1000000"),
    ("[]", "the document: is an array; expected an object"),
    ("null", "the document: is null; expected an object"),
    ('{"format": 1, "format": 2}', "the document: is an object with the key 'format' twice; expected every key once"),
]


@pytest.mark.parametrize(("text", "problem"), TEXTS, ids=range(len(TEXTS)))
def test_a_text_that_is_no_document_is_refused_with_the_place(text: str | bytes, problem: str) -> None:
    assert problems(text) == [problem]


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_cut_of_a_document_is_refused(kind: type) -> None:
    text = to_json(SAMPLES[kind], setting=setting_for(kind))
    for length in range(0, len(text), 1 + len(text) // 300):
        (problem,) = problems(text[:length], kind)
        assert problem.startswith("line 1, column ")


def test_a_text_may_begin_with_the_mark_of_its_encoding() -> None:
    assert from_json(b"\xef\xbb\xbf" + to_json(STATE).encode(), State) == STATE
    assert from_json("\ufeff" + to_json(STATE), State) == STATE


# --- Documents of another format or version ---------------------------------------------------------------------------


def test_a_newer_version_is_refused_with_both() -> None:
    assert changed(put("version", value=2)) == ["version: is 2, which is newer than 1; expected at most 1"]


HEADS = [
    (put("version", value=0), "version: is 0; expected 1"),
    (put("version", value=True), "version: is true; expected 1"),
    (put("version", value=1.0), "version: is 1.0; expected 1"),
    (put("version", value="1"), "version: is '1'; expected 1"),
    (without("version"), "version: is missing; expected 1"),
    (without("format"), "format: is missing; expected 'era-of-inventions/state'"),
    (
        put("format", value="era-of-inventions/move"),
        "format: is 'era-of-inventions/move'; expected 'era-of-inventions/state'",
    ),
]


@pytest.mark.parametrize(("change", "problem"), HEADS, ids=range(len(HEADS)))
def test_another_head_is_refused(change: Callable[[Any], None], problem: str) -> None:
    assert changed(change) == [problem]


def test_the_document_of_another_kind_is_refused() -> None:
    for kind in SAMPLES:
        for other in SAMPLES.keys() - {kind}:
            text = to_json(SAMPLES[other], setting=setting_for(other))
            (problem,) = problems(text, kind)
            assert problem.startswith("format: is 'era-of-inventions/")


# --- Values that cannot be used ---------------------------------------------------------------------------------------

VALUES: list[tuple[Callable[[Any], None], str]] = [
    (
        put("players", 2, "goods", "wood", value=-1),
        "players[2].goods.wood: is -1; expected a whole number from 0 to 32767",
    ),
    (
        put("players", 0, "goods", "wood", value=True),
        "players[0].goods.wood: is true; expected a whole number from 0 to 32767",
    ),
    (
        put("players", 0, "goods", "wood", value=1.0),
        "players[0].goods.wood: is 1.0; expected a whole number from 0 to 32767",
    ),
    (
        put("players", 0, "goods", "wood", value=32768),
        "players[0].goods.wood: is 32768; expected a whole number from 0 to 32767",
    ),
    (
        put("players", 0, "goods", value={"wod": 1}),
        "players[0].goods.wod: is 'wod'; expected one of wood, coal, metal, technology, tool, coin, cog; "
        "did you mean 'wood'?",
    ),
    (
        put("players", 0, "goods", value=[]),
        "players[0].goods: is an array; expected an object with counts of "
        "wood, coal, metal, technology, tool, coin, cog",
    ),
    (
        put("players", 3, "influence", value=None),
        "players[3].influence: is null; expected a whole number from 0 to 32767",
    ),
    (without("players", 3, "influence"), "players[3].influence: is missing; expected the key 'influence'"),
    (without("players", 3), "players: is an array of 3; expected an array of 4"),
    (put("players", 0, value=[]), "players[0]: is an array; expected an object"),
    (
        put("players", 0, "placed", value=["market", "markt"]),
        "players[0].placed[1]: is 'markt'; expected one of build, goods, buy, ",
    ),
    (
        put("players", 0, "placed", value=["market", "market"]),
        "players[0].placed[1]: is 'market' again; expected every name once",
    ),
    (
        put("players", 0, "placed", value=[["market"]]),
        "players[0].placed[0]: is an array; expected one of build, goods, buy, produce, market, develop",
    ),
    (
        put("players", 0, "placed", value=["market"] * 7),
        "players[0].placed: is an array of 7; expected an array of at most 6, each one of build, ",
    ),
    (
        put("players", 0, "spaces", value=["telephon technical"]),
        "players[0].spaces[0]: is 'telephon technical'; expected an invention, with 'technical' for ",
    ),
    (
        put("board", "display", 0, value="telephone-9"),
        "board.display[0]: is 'telephone-9'; expected the id of an invention card; did you mean 'telephone-",
    ),
    (put("board", "display", value=[None] * 6), "board.display: is an array of 6; expected an array of 7"),
    (
        put("board", "loads", value={"wood-ship": "3"}),
        "board.loads.wood-ship: is '3'; expected a whole number from 0 to 32767",
    ),
    (put("start", value=4), "start: is 4; expected a whole number from 0 to 3"),
    (
        put("turn", "phase", value="Placement"),
        "turn.phase: is 'Placement'; expected one of setup-factories, setup-cards, placement, ",
    ),
    (put("turn", "phase", value="action"), "turn.area: is missing; expected the area of the action"),
    (
        put("turn", "phase", value="refresh-cards"),
        "board.display: is full; expected null somewhere in the phase 'refresh-cards'",
    ),
    (
        put("turn", "phase", value="refresh-factories"),
        "board.row: is full; expected null somewhere in the phase 'refresh-factories'",
    ),
    (put("turn", "made", value=["car-1"] * 101), "turn.made: is an array of 101; expected an array of 0 to 100"),
    (put("turn", "took_cog", value=1), "turn.took_cog: is 1; expected true or false"),
    (put("turn", "mood", value=1), "turn: has a key that cannot be used: 'mood' is not known; did you mean 'moved'?"),
    (put("setting", "players", value=6), "setting.players: is 6; expected a whole number from 3 to 5"),
    (put("setting", "ruleset", value="dutch"), "setting.ruleset: is 'dutch'; expected one of default, nl, de, en"),
    (
        put("setting", "ruleset", value={"preset": "dutch", "fingerprint": "0" * 16}),
        "setting.ruleset.preset: is 'dutch'; expected one of default, nl, de, en",
    ),
    (
        put("setting", "ruleset", value={"preset": "en"}),
        "setting.ruleset.fingerprint: is missing; expected the key 'fingerprint'",
    ),
    (
        put("setting", "ruleset", value={"preset": "en", "fingerprint": "0" * 16}),
        "setting.ruleset.fingerprint: is '0000000000000000'; expected ",
    ),
    (
        put("setting", "ruleset", value={"build_cap": "turn"}),
        "setting.ruleset.build_cap: is 'build_cap'; expected the id of a ruling; did you mean 'build-cap'?",
    ),
    (put("setting", "ruleset", value={"build-cap": "never"}), "setting.ruleset.build-cap: is 'never'; expected one of"),
    (
        put("setting", "components", "fingerprint", value="12AB"),
        "setting.components.fingerprint: is '12AB'; expected a fingerprint of 16 hexadecimal digits",
    ),
    (without("setting"), "setting: is null; expected an object"),
    (without("board"), "board: is missing; expected the key 'board'"),
]


@pytest.mark.parametrize(("change", "problem"), VALUES, ids=range(len(VALUES)))
def test_a_wrong_value_is_told_with_its_place(change: Callable[[Any], None], problem: str) -> None:
    (told,) = changed(change)
    assert told.startswith(problem)


def test_nan_and_infinity_are_no_numbers() -> None:
    text = to_json(STATE).replace('"influence":0', '"influence":-Infinity', 1)
    assert problems(text) == ["players[0].influence: is -Infinity; expected a whole number from 0 to 32767"]


def test_a_key_that_stands_twice_is_told_with_its_place() -> None:
    text = to_json(STATE).replace('"patents":0', '"patents":0,"patents":0', 1)
    assert problems(text) == ["players[0]: is an object with the key 'patents' twice; expected every key once"]


@pytest.mark.parametrize(
    ("part", "place", "key"),
    [
        ('"goods":{', "players[0].goods", "wood"),
        ('"loads":{', "board.loads", "wood"),
        ('"turn":{', "turn", "wood"),
        ('"setting":{', "setting", "wood"),
        ('{"format"', "the document", "wood"),
    ],
)
def test_a_key_that_stands_twice_is_told_wherever_it_is(part: str, place: str, key: str) -> None:
    twice = f'"{key}":1,"{key}":2,'
    before, after = (part, "") if part.endswith("{") else (part[0], part[1:])
    text = to_json(STATE).replace(part, f"{before}{twice}{after}", 1).replace(f"{twice}}}", f"{twice[:-1]}}}")
    (told,) = problems(text)
    assert told.startswith(f"{place}: is an object with the key '{key}' twice; expected ")


def test_a_key_too_many_is_named() -> None:
    found = document()
    found["board"]["loads"] = {source.id: 1 for source in STATE.setting.components.sources} | {"zzz": 1}
    (problem,) = problems(json.dumps(found))
    assert problem.startswith("board.loads.zzz: is 'zzz'; expected ")


def test_all_problems_are_told_at_once() -> None:
    found = document()
    for change in (
        put("players", 0, "goods", "wood", value=-1),
        put("players", 0, "goods", "coal", value="x"),
        put("players", 2, "placed", value=["x", "y"]),
        without("players", 3, "patents"),
        put("board", "row", 4, value=7),
        put("round", value=[]),
        put("turn", "seat", value=4),
    ):
        change(found)
    places = [problem.partition(":")[0] for problem in problems(json.dumps(found))]
    assert places == [
        "players[0].goods.wood",
        "players[0].goods.coal",
        "players[2].placed[0]",
        "players[2].placed[1]",
        "players[3].patents",
        "board.row[4]",
        "round",
        "turn.seat",
    ]


def test_all_problems_of_a_record_are_told_at_once() -> None:
    found = document(Record)
    for change in (
        put("start", "round", value="two"),
        put("start", "players", 1, "influence", value=-1),
        put("moves", 0, value={"move": "build-factory", "factory": "mint-9"}),
        put("names", 2, value=""),
        put("comments", 0, "before", value="x"),
    ):
        change(found)
    places = [problem.partition(":")[0] for problem in problems(json.dumps(found), Record)]
    assert places == [
        "start.players[1].influence",
        "start.round",
        "moves[0].factory",
        "names[2]",
        "comments[0].before",
    ]


def test_all_that_does_not_go_together_is_told_at_once() -> None:
    found = document()
    put("turn", "phase", value="setup-factories")(found)
    assert [problem.partition(":")[0] for problem in problems(json.dumps(found))] == ["board.display", "board.row"]


def test_of_very_many_problems_a_hundred_are_told() -> None:
    found = document()
    found["turn"] |= {f"key {number}": number for number in range(5000)}
    told = problems(json.dumps(found))
    assert len(told) == 101
    assert told[-1] == "and more"


def test_a_turn_goes_back_a_few_actions_at_most() -> None:
    def chained(length: int) -> str:
        found = document()
        for _ in range(length):
            found["turn"] = {"phase": "bonus-action", "seat": 0, "before": found["turn"]}
        return json.dumps(found)

    assert to_json(from_json(chained(19), State)) == json.dumps(json.loads(chained(19)), separators=(",", ":"))
    assert problems(chained(20)) == ["turn: is an object; expected at most 20 actions in a row"]
    assert problems(chained(400)) == ["turn: is an object; expected at most 20 actions in a row"]


MOVES = [
    ({"move": "end-trun"}, "move: is 'end-trun'; expected one of place-disc, "),
    ({}, "move: is missing; expected the key 'move'"),
    ({"move": ["end-turn"]}, "move: is an array; expected one of place-disc, "),
    (
        {"move": "end-turn", "area": "buy"},
        "the document: has a key that cannot be used: 'area' is not known; expected none",
    ),
    ({"move": "place-disc"}, "area: is missing; expected the key 'area'"),
    ({"move": "build-factory", "factory": "start-1"}, "factory: is 'start-1'; expected the id of a factory"),
    (
        {"move": "run-factory", "factory": "start-5"},
        "factory: is 'start-5'; expected the id of a factory, or 'start-1' to 'start-4'",
    ),
    (
        {"move": "exchange", "line": "barter", "give": {"coin": 2.5}},
        "give.coin: is 2.5; expected a whole number from 0 to 32767",
    ),
]


@pytest.mark.parametrize(("written", "problem"), MOVES, ids=range(len(MOVES)))
def test_a_wrong_move_is_told(written: dict[str, Any], problem: str) -> None:
    (told,) = problems(json.dumps({"format": "era-of-inventions/move", "version": 1, **written}), Move)
    assert told.startswith(problem)


RECORDS = [
    (put("start", "players", 1, "goods", "coin", value="2"), "start.players[1].goods.coin: is '2'; expected a whole"),
    (put("start", "setting", "players", value=2), "start.setting.players: is 2; expected a whole number from 3 to 5"),
    (without("start"), "start: is null; expected an object"),
    (put("moves", 0, "area", value="B"), "moves[0].area: is 'B'; expected one of build, goods, buy, "),
    (put("moves", 0, value="place build"), "moves[0]: is 'place build'; expected an object"),
    (
        put("moves", value=[{"move": "end-turn"}] * 10_001),
        "moves: is an array of 10001; expected an array of ",
    ),
    (put("names", 1, value="a;b"), "names[1]: is 'a;b'; expected a name of up to 40 characters without "),
    (put("names", 1, value="ada"), "the document: the name 'ada' is there twice; expected different names"),
    (
        put("names", value=["Ada", "Bo", "Cy"]),
        "the document: there are 3 names; expected one for ",
    ),
    (put("about", value=[{"key": "Titel", "text": "x"}]), "about[0].key: is 'Titel'; expected one of Title, Event, "),
    (
        put("comments", 0, "text", value="two\nlines"),
        r"comments[0].text: is 'two\nlines'; expected a text on one",
    ),
    (put("comments", 0, "before", value=2), "the document: a comment stands before move 2; expected 0 to 1, in order"),
]


@pytest.mark.parametrize(("change", "problem"), RECORDS, ids=range(len(RECORDS)))
def test_a_wrong_record_is_told(change: Callable[[Any], None], problem: str) -> None:
    (told,) = changed(change, Record)
    assert told.startswith(problem)


VERDICTS = [
    (put("legal", value=False), "legal: does not agree with the findings; expected true"),
    (
        put("findings", 0, "clause", value="market.five"),
        "findings[0].clause: is 'market.five'; expected the id of a clause; did you mean 'market.five-max'",
    ),
    (
        put("findings", 0, "outcome", value="allows"),
        "findings[0].outcome: is 'allows'; expected one of permits, forbids, satisfied, not-applicable",
    ),
    (
        put("findings", 0, "facts", value={"x": {}}),
        "findings[0].facts.x: is an object; expected a text, a whole number from -32767 to 32767, true, false or null",
    ),
    (
        put("subject", value={"occasion": "landing", "seat": 4, "position": 1, "sign": None}),
        "subject.seat: is 4; expected a whole number from 0 to 3",
    ),
    (put("ruleset", value="\ud800"), r"ruleset: is '\ud800'; expected a text without halves of characters"),
    (put("ruleset", value="x" * 10_001), "ruleset: is 'xxx"),
]


@pytest.mark.parametrize(("change", "problem"), VERDICTS, ids=range(len(VERDICTS)))
def test_a_wrong_verdict_is_told(change: Callable[[Any], None], problem: str) -> None:
    (told,) = changed(change, Verdict)
    assert told.startswith(problem)


SETS = [
    (put("cards", 1, "id", value="car-1"), "is 'car-1', which is taken; expected a different one for each"),
    (
        put("factories", 0, "id", value="start-factory"),
        "factories[0].id: is 'start-factory', which is taken; expected a different one for each",
    ),
    (
        put("factories", 0, "id", value="all"),
        "factories[0].id: is 'all'; expected lower-case words with hyphens between them",
    ),
    (
        put("cards", 0, "invention", value=None),
        "cards[0].invention: does not go with the kind; expected none for a start card, one for any other",
    ),
    (put("cards", 0, "invention", value="radio"), "cards[0].invention: is 'radio'; expected one of the inventions"),
    (put("cards", 0, "cost", "coal", value=21), "cards[0].cost.coal: is 21; expected a whole number from 0 to 20"),
    (
        lambda found: found["inventions"].append("car"),
        "inventions[9]: is 'car', which is taken; expected a different one for each",
    ),
    (put("inventions", value=3), "inventions: is 3; expected an array of 0 to 1000"),
    (without("inventions"), "inventions: is missing; expected the key 'inventions'"),
    (
        lambda found: found["spaces"].reverse(),
        "spaces: are in another order; expected the original and the technical of each invention",
    ),
    (
        put("provenance", "x", value={"source": "rumor"}),
        "provenance.x.source: is 'rumor'; expected one of assumed, reported, stated",
    ),
    (
        lambda found: found["signs"].append(found["signs"][0]),
        f"].space: is {SHIPPED.signs[0][0]}, which is taken; expected a different one for each",
    ),
]


@pytest.mark.parametrize(("change", "problem"), SETS, ids=range(len(SETS)))
def test_a_wrong_component_set_is_told(change: Callable[[Any], None], problem: str) -> None:
    assert any(problem in told for told in changed(change, Components))


def test_a_ruleset_of_unknown_readings_is_told() -> None:
    assert changed(put("readings", value={"build-cap": "turn", "x": "y"}), Ruleset) == [
        "readings.x: is 'x'; expected the id of a ruling"
    ]


# --- Component sets that are not there --------------------------------------------------------------------------------


def test_a_set_that_is_not_there_is_named_with_what_is() -> None:
    box, other = with_card(0, question_marks=2), generated_components(3)
    box = attrs.evolve(box, name="the attic copy")
    text = to_json(Game(3, components=box).new())
    with pytest.raises(DocumentError) as refused:
        from_json(text, State, components=[other])
    (problem,) = refused.value.problems
    assert problem.startswith("setting.components: the component set 'the attic copy' with fingerprint ")
    assert [ERA.components.fingerprint(known) in problem for known in (box, SHIPPED, other)] == [True] * 3
    assert from_json(text, State, components=[other, box]).components is box


WRONGLY_GIVEN: list[tuple[dict[str, Any], str]] = [
    ({"components": ["mine"]}, "components[0] is 'mine'; "),
    ({"components": "mine"}, "components is 'mine'; "),
    ({"components": SHIPPED}, "components is <components 'reconstructed'>; "),
    ({"components": [SHIPPED, None]}, "components[1] is None; "),
    ({"rulesets": ["nl"]}, "rulesets[0] is 'nl'; "),
    ({"rulesets": Ruleset()}, "rulesets is Ruleset("),
]


@pytest.mark.parametrize(("given", "problem"), WRONGLY_GIVEN, ids=range(len(WRONGLY_GIVEN)))
def test_what_is_no_set_and_no_ruleset_is_refused(given: dict[str, Any], problem: str, tmp_path: Path) -> None:
    record = Record(GAME.new())
    save_game(tmp_path / "a.era", record)
    readers: tuple[Callable[[], object], ...] = (
        lambda: from_json(to_json(STATE), State, **given),
        lambda: parse_game(show_game(record), **given),
        lambda: read_game(tmp_path / "a.era", **given),
    )
    for read in readers:
        with pytest.raises(GameError, match=f"^{re.escape(problem)}"):
            read()


def test_a_setting_of_another_kind_is_refused() -> None:
    wrong: Any = GAME
    with pytest.raises(
        GameError, match=r"^the ids in a move depend on its setting; expected setting=… such as Game\(4\)"
    ):
        from_json(to_json(SAMPLES[Move], setting=GAME.setting), Move, setting=wrong)


# --- Errors themselves ------------------------------------------------------------------------------------------------


def test_the_error_is_pickled_with_its_problems() -> None:
    with pytest.raises(DocumentError) as refused:
        from_json('{"version": 2}', State)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.what, again.problems, str(again)) == ("state", refused.value.problems, str(refused.value))
    assert isinstance(again, GameError)
    assert isinstance(again, ValueError)


# --- What refusing costs ----------------------------------------------------------------------------------------------


def filled(unit: str, around: str = "{}") -> str:
    """Nearly a million characters of one unit after the other."""
    before, after = around.split("{}")
    return before + ",".join([unit] * (990_000 // (len(unit) + 1))) + after


def written(found: Any) -> str:
    return json.dumps(found, separators=(",", ":"))


@cache
def hostile() -> dict[str, tuple[type, str]]:
    """Texts of up to a million characters, each heavy in its own way, and what they are read as."""
    whole = to_json(STATE)
    keys = ",".join(f'"{number}":0' for number in range(90_000))
    head = '{"format":"era-of-inventions/state","version":1,'
    positions = {
        "empty objects": filled("{}", "[{}]"),
        "objects": filled('{"a":1}', "[{}]"),
        "numbers": filled("1.5", head + '"players":[{}]}'),
        "long numbers": filled("1" * 4000, head + '"round":[{}]}'),
        "keys": head + keys + "}",
        "goods": whole.replace('"goods":{', '"goods":{' + keys + ",", 1),
        "names": whole.replace('"placed":[', '"placed":[' + filled('"x"') + ",", 1),
        "turns": head + '"turn":' + '{"before":' * 300 + "1" + "}" * 300 + "}",
        "one text": head + '"round":"' + "é" * 900_000 + '"}',
        "one key": head + '"' + "x" * 900_000 + '":1}',
        "twice": head + ",".join(['"round":1'] * 90_000) + "}",
        "readings": head + '"setting":{"players":4,"ruleset":{' + keys + '},"components":{}}}',
        "brackets": "[" * 999_999,
    }
    others: dict[str, tuple[type, Any]] = {
        "moves": (Record, {"moves": [{"move": "place-disk"}] * 10_000}),
        "moves with more keys": (Record, {"moves": [{"move": "end-turn", "x": 1, "y": 2}] * 10_000}),
        "comments": (Record, {"comments": [{"before": 9, "text": "x"}] * 10_000}),
        "cards": (Components, {"cards": [{"id": "A", "x": 1, "y": 2}] * 1000}),
        "sources": (Components, {"provenance": {str(number): {"source": "a"} for number in range(10_000)}}),
    }
    return {
        **{what: (State, text) for what, text in positions.items()},
        **{what: (kind, written(document(kind) | wrong)) for what, (kind, wrong) in others.items()},
    }


@pytest.mark.parametrize("what", hostile())
def test_hostile_texts_are_refused_within_bounds(what: str) -> None:
    """Within 100 MB; the time is for the benchmarks, but a text that took minutes would be noticed here."""
    kind, text = hostile()[what]
    tracemalloc.start()
    try:
        told = problems(text, kind)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert told
    assert max(map(len, told)) < 1000
    assert peak < 100_000_000
