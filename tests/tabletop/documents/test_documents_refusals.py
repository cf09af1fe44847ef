"""JSON that cannot be used: what is told about it, where it is, and that it costs little to find out."""

from __future__ import annotations

import json
import pickle
import random
import re
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

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
from era_of_inventions.moves import Move
from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import generated_components
from tests.support.positions import SHIPPED, with_card

GAME = Game(4)
STATE = GAME.play(GAME.new(rng=random.Random(7)), moves.PlaceDisc(Area.MARKET))
SAMPLES: dict[Any, object] = {
    State: STATE,
    Record: Record(STATE, GAME.legal_moves(STATE)[:1], ("Ada", "Bo", "Cy", "Di"), comments=((1, "so far"),)),
    Move: moves.BuildFactory(3),
    Verdict: GAME.judge(STATE, moves.PlaceDisc(Area.BUY), seat=1),
    Ruleset: Ruleset(build_cap="turn"),
    Components: SHIPPED,
    Setting: GAME.setting,
}


def setting_for(kind: type) -> Setting | None:
    return GAME.setting if kind in (Move, Verdict) else None


def document(kind: type = State) -> Any:
    return json.loads(to_json(SAMPLES[kind], setting=setting_for(kind)))


def problems(text: str | bytes, kind: Any = State) -> list[tuple[str, str]]:
    """The place and the code of everything that is wrong with a text that cannot be used."""
    with pytest.raises(DocumentError) as refused:
        from_json(text, kind, setting=setting_for(kind))
    assert refused.value.what == kind.__name__.lower()
    assert str(refused.value).splitlines() == [f"{refused.value.what}: {each}" for each in refused.value.problems]
    assert all(0 < len(each.message) < 1000 for each in refused.value.problems)
    return [(each.place, each.code.value) for each in refused.value.problems]


def changed(change: Callable[[Any], object], kind: type = State) -> list[tuple[str, str]]:
    """The place and the code of everything that is wrong with a document after a change."""
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


def objects(found: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all objects in a document."""
    if isinstance(found, dict | list):
        if isinstance(found, dict):
            yield at
        for key, value in found.items() if isinstance(found, dict) else enumerate(found):
            yield from objects(value, (*at, key))


def quoted(key: str) -> str:
    """A key as it stands in a place."""
    return repr(key) if "." in key else key


FREE = (("facts",), ("provenance",))
"""The ends of paths of objects whose keys are any words."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", SAMPLES)
def test_a_key_that_does_not_exist_is_refused_wherever_it_is_added(kind: type) -> None:
    """Also in a document whose other keys are all in order, beside its setting, and when it has been read before."""
    from_json(json.dumps(document(kind)), kind, setting=setting_for(kind))
    for at in objects(document(kind)):
        if at[-1:] not in FREE:
            path = "".join(f"[{key}]" if isinstance(key, int) else f".{quoted(key)}" for key in (*at, "mood"))
            [(place, code)] = changed(put(*at, "mood", value=1), kind)
            assert place == path.removeprefix(".")
            assert code in ("unknown-key", "unknown-word")


# --- Texts that are no JSON -----------------------------------------------------------

TEXTS: list[tuple[Any, str, str]] = [
    ("", "line 1, column 1", "syntax"),
    ('{"format":\n  nonsense', "line 2, column 3", "syntax"),
    ("{} {}", "line 1, column 4", "syntax"),
    ('{"a": "b', "line 1, column 7", "syntax"),
    ("{a: 1}", "line 1, column 2", "syntax"),
    ('{"a" 1}', "line 1, column 6", "syntax"),
    ('{"a": 1 2}', "line 1, column 9", "syntax"),
    ('["\\q', "line 1, column 3", "syntax"),
    (
        '["\n"]',
        "line 1, column 3",
        "syntax",
    ),
    (b'{"a": "\xff"}', "line 1, column 8", "encoding"),
    (b'{"\xc3\xa9":\n\xc3', "line 2, column 1", "encoding"),
    ("\n[" + "[" * 100_000, "line 2, column 51", "too-deep"),
    ('{"[": ' * 9_000, "line 1, column 301", "too-deep"),
    ('{"version": ' + "1" * 5000 + "}", "line 1, column 13", "too-long"),
    (
        '{"1": "' + "1" * 5000 + '", "2": ' + "1" * 6000,
        "line 1, column 5016",
        "too-long",
    ),
    (None, "", "wrong-type"),
    (7, "", "wrong-type"),
    (" " * 1_000_001, "", "too-long"),
    (b" " * 1_000_001, "", "too-long"),
    ("[]", "", "wrong-type"),
    ("null", "", "wrong-type"),
    ('{"format": 1, "format": 2}', "", "duplicate"),
]


@pytest.mark.parametrize(("text", "place", "code"), TEXTS, ids=range(len(TEXTS)))
def test_a_text_that_is_no_document_is_refused_with_the_place(text: str | bytes, place: str, code: str) -> None:
    assert problems(text) == [(place, code)]


@pytest.mark.repeats
@pytest.mark.parametrize("kind", SAMPLES)
def test_every_cut_of_a_document_is_refused(kind: type) -> None:
    text = to_json(SAMPLES[kind], setting=setting_for(kind))
    for length in range(0, len(text), 1 + len(text) // 300):
        ((place, code),) = problems(text[:length], kind)
        assert place.startswith("line 1, column ")
        assert code == "syntax"


def test_a_text_may_begin_with_the_mark_of_its_encoding() -> None:
    assert from_json(b"\xef\xbb\xbf" + to_json(STATE).encode(), State) == STATE
    assert from_json("\ufeff" + to_json(STATE), State) == STATE


# --- Documents of another format or version -------------------------------------------


def test_a_newer_version_is_refused_with_both() -> None:
    assert changed(put("version", value=2)) == [("version", "out-of-range")]
    with pytest.raises(DocumentError, match=r"2.*newer than 1"):
        from_json(to_json(STATE).replace('"version":1', '"version":2'), State)


HEADS = [
    (put("version", value=0), "version", "out-of-range"),
    (put("version", value=True), "version", "wrong-type"),
    (put("version", value=1.0), "version", "wrong-type"),
    (put("version", value="1"), "version", "wrong-type"),
    (without("version"), "version", "missing"),
    (without("format"), "format", "missing"),
    (
        put("format", value="era-of-inventions/move"),
        "format",
        "unknown-word",
    ),
]


@pytest.mark.parametrize(("change", "place", "code"), HEADS, ids=range(len(HEADS)))
def test_another_head_is_refused(change: Callable[[Any], None], place: str, code: str) -> None:
    assert changed(change) == [(place, code)]


def test_the_document_of_another_kind_is_refused() -> None:
    for kind in SAMPLES:
        for other in SAMPLES.keys() - {kind}:
            text = to_json(SAMPLES[other], setting=setting_for(other))
            assert problems(text, kind) == [("format", "unknown-word")]


# --- Values that cannot be used -------------------------------------------------------

VALUES: list[tuple[Callable[[Any], None], str, str]] = [
    (
        put("players", 2, "goods", "wood", value=-1),
        "players[2].goods.wood",
        "out-of-range",
    ),
    (
        put("players", 0, "goods", "wood", value=True),
        "players[0].goods.wood",
        "wrong-type",
    ),
    (
        put("players", 0, "goods", "wood", value=1.0),
        "players[0].goods.wood",
        "wrong-type",
    ),
    (
        put("players", 0, "goods", "wood", value=32768),
        "players[0].goods.wood",
        "out-of-range",
    ),
    (
        put("players", 0, "goods", value={"wod": 1}),
        "players[0].goods.wod",
        "unknown-word",
    ),
    (
        put("players", 0, "goods", value=[]),
        "players[0].goods",
        "wrong-type",
    ),
    (
        put("players", 3, "influence", value=None),
        "players[3].influence",
        "wrong-type",
    ),
    (without("players", 3, "influence"), "players[3].influence", "missing"),
    (without("players", 3), "players", "too-short"),
    (put("players", 0, value=[]), "players[0]", "wrong-type"),
    (
        put("players", 0, "discs", value=["market", "markt"]),
        "players[0].discs[1]",
        "unknown-word",
    ),
    (
        put("players", 0, "discs", value=["market", "market"]),
        "players[0].discs[1]",
        "duplicate",
    ),
    (
        put("players", 0, "discs", value=[["market"]]),
        "players[0].discs[0]",
        "wrong-type",
    ),
    (
        put("players", 0, "discs", value=["market"] * 7),
        "players[0].discs",
        "too-long",
    ),
    (
        put("players", 0, "developed", value=["telephon technical"]),
        "players[0].developed[0]",
        "unknown-word",
    ),
    (
        put("board", "display", 0, value="telephone-9"),
        "board.display[0]",
        "unknown-word",
    ),
    (put("board", "display", value=[None] * 6), "board.display", "too-short"),
    (
        put("board", "loads", value={"wood-ship": "3"}),
        "board.loads.wood-ship",
        "wrong-type",
    ),
    (put("start", value=4), "start", "out-of-range"),
    (
        put("turn", "phase", value="Placement"),
        "turn.phase",
        "unknown-word",
    ),
    (put("turn", "phase", value="action"), "turn.area", "inconsistent"),
    (
        put("turn", "phase", value="refresh-cards"),
        "board.display",
        "inconsistent",
    ),
    (
        put("turn", "phase", value="refresh-factories"),
        "board.row",
        "inconsistent",
    ),
    (put("turn", "made", value=["car-1"] * 101), "turn.made", "too-long"),
    (put("turn", "took_cog", value=1), "turn.took_cog", "wrong-type"),
    (put("turn", "mood", value=1), "turn.mood", "unknown-key"),
    (put("setting", "players", value=6), "setting.players", "out-of-range"),
    (put("setting", "ruleset", value="dutch"), "setting.ruleset", "unknown-word"),
    (
        put("setting", "ruleset", value={"preset": "dutch", "fingerprint": "0" * 16}),
        "setting.ruleset.preset",
        "unknown-word",
    ),
    (
        put("setting", "ruleset", value={"preset": "en"}),
        "setting.ruleset.fingerprint",
        "missing",
    ),
    (
        put("setting", "ruleset", value={"preset": "en", "fingerprint": "0" * 16}),
        "setting.ruleset.fingerprint",
        "unknown-word",
    ),
    (
        put("setting", "ruleset", value={"build_cap": "turn"}),
        "setting.ruleset.build_cap",
        "unknown-word",
    ),
    (put("setting", "ruleset", value={"build-cap": "never"}), "setting.ruleset.build-cap", "unknown-word"),
    (
        put("setting", "components", "fingerprint", value="12AB"),
        "setting.components.fingerprint",
        "malformed",
    ),
    (without("setting"), "setting", "missing"),
    (without("board"), "board", "missing"),
]


@pytest.mark.parametrize(("change", "place", "code"), VALUES, ids=range(len(VALUES)))
def test_a_wrong_value_is_told_with_its_place(change: Callable[[Any], None], place: str, code: str) -> None:
    assert changed(change) == [(place, code)]


def nested(depth: int, within: Callable[[Any], Any]) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = within(value)
    return value


UNPLAIN = {
    "objects": nested(3000, lambda value: {"a": value}),
    "arrays": nested(3000, lambda value: [value]),
    "tuples": nested(3000, lambda value: (value,)),
    "a key that is no text": {None: 2},
    "a number without end": 10**5000,
}


@pytest.mark.parametrize("value", UNPLAIN.values(), ids=UNPLAIN)
@pytest.mark.parametrize("place", [(), ("setting",), ("setting", "players"), ("players", 0, "goods"), ("x",)], ids=str)
def test_data_that_no_text_could_hold_is_refused(place: tuple[str | int, ...], value: Any) -> None:
    raw = document()
    if place:
        put(*place, value=value)(raw)
    with pytest.raises(DocumentError) as caught:
        from_json(raw if place else value, State)
    assert all(problem.message for problem in caught.value.problems)


def test_nan_and_infinity_are_no_numbers() -> None:
    text = to_json(STATE).replace('"influence":0', '"influence":-Infinity', 1)
    assert problems(text) == [("players[0].influence", "wrong-type")]
    with pytest.raises(DocumentError, match="is -Infinity; expected"):
        from_json(text, State)


def test_a_key_that_stands_twice_is_told_with_its_place() -> None:
    text = to_json(STATE).replace('"patents":0', '"patents":0,"patents":0', 1)
    assert problems(text) == [("players[0]", "duplicate")]
    with pytest.raises(DocumentError, match="'patents' twice"):
        from_json(text, State)


@pytest.mark.parametrize(
    ("part", "place", "key"),
    [
        ('"goods":{', "players[0].goods", "wood"),
        ('"loads":{', "board.loads", "wood"),
        ('"turn":{', "turn", "wood"),
        ('"setting":{', "setting", "wood"),
        ('{"format"', "", "wood"),
    ],
)
def test_a_key_that_stands_twice_is_told_wherever_it_is(part: str, place: str, key: str) -> None:
    twice = f'"{key}":1,"{key}":2,'
    before, after = (part, "") if part.endswith("{") else (part[0], part[1:])
    text = to_json(STATE).replace(part, f"{before}{twice}{after}", 1).replace(f"{twice}}}", f"{twice[:-1]}}}")
    assert problems(text) == [(place, "duplicate")]


def test_a_key_too_many_is_named() -> None:
    found = document()
    found["board"]["loads"] = {source.id: 1 for source in STATE.setting.components.sources} | {"zzz": 1}
    assert problems(json.dumps(found)) == [("board.loads.zzz", "unknown-word")]


def test_all_problems_are_told_at_once() -> None:
    found = document()
    for change in (
        put("players", 0, "goods", "wood", value=-1),
        put("players", 0, "goods", "coal", value="x"),
        put("players", 2, "discs", value=["x", "y"]),
        without("players", 3, "patents"),
        put("board", "row", 4, value=7),
        put("round", value=[]),
        put("turn", "seat", value=4),
    ):
        change(found)
    places = [place for place, _ in problems(json.dumps(found))]
    assert places == [
        "players[0].goods.wood",
        "players[0].goods.coal",
        "players[2].discs[0]",
        "players[2].discs[1]",
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
    places = [place for place, _ in problems(json.dumps(found), Record)]
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
    assert [place for place, _ in problems(json.dumps(found))] == ["board.display", "board.row"]


@pytest.mark.slow
def test_of_very_many_problems_a_hundred_are_told() -> None:
    found = document()
    found["turn"] |= {f"key {number}": number for number in range(5000)}
    told = problems(json.dumps(found))
    assert len(told) == 101
    assert told[-1] == ("", "more")


def test_a_turn_goes_back_a_few_actions_at_most() -> None:
    def chained(length: int) -> str:
        found = document()
        for _ in range(length):
            found["turn"] = {"phase": "bonus-action", "seat": 0, "before": found["turn"]}
        return json.dumps(found)

    assert to_json(from_json(chained(20), State)) == json.dumps(json.loads(chained(20)), separators=(",", ":"))
    assert problems(chained(21)) == [("turn.before", "too-deep")]
    assert problems(chained(400)) == [("turn.before", "too-deep")]


MOVES = [
    ({"move": "end-trun"}, "move", "unknown-word"),
    ({}, "move", "missing"),
    ({"move": ["end-turn"]}, "move", "wrong-type"),
    (
        {"move": "end-turn", "area": "buy"},
        "area",
        "unknown-key",
    ),
    ({"move": "place-disc"}, "area", "missing"),
    ({"move": "build-factory", "factory": "start-1"}, "factory", "unknown-word"),
    (
        {"move": "run-factory", "factory": "start-5"},
        "factory",
        "unknown-word",
    ),
    (
        {"move": "exchange", "line": "barter", "give": {"coin": 2.5}},
        "give.coin",
        "wrong-type",
    ),
]


@pytest.mark.parametrize(("written", "place", "code"), MOVES, ids=range(len(MOVES)))
def test_a_wrong_move_is_told(written: dict[str, Any], place: str, code: str) -> None:
    text = json.dumps({"format": "era-of-inventions/move", "version": 1, **written})
    assert problems(text, Move) == [(place, code)]


RECORDS = [
    (put("start", "players", 1, "goods", "coin", value="2"), "start.players[1].goods.coin", "wrong-type"),
    (put("start", "setting", "players", value=2), "start.setting.players", "out-of-range"),
    (without("start"), "start", "missing"),
    (put("moves", 0, "area", value="B"), "moves[0].area", "unknown-word"),
    (put("moves", 0, value="place build"), "moves[0]", "wrong-type"),
    (
        put("moves", value=[{"move": "end-turn"}] * 10_001),
        "moves",
        "too-long",
    ),
    (put("names", 1, value="a\tb"), "names[1]", "malformed"),
    (put("names", 1, value="ada"), "", "inconsistent"),
    (
        put("names", value=["Ada", "Bo", "Cy"]),
        "",
        "inconsistent",
    ),
    (put("about", value=[{"key": "Titel", "text": "x"}]), "about[0].key", "unknown-word"),
    (
        put("comments", 0, "text", value="two\nlines"),
        "comments[0].text",
        "malformed",
    ),
    (put("comments", 0, "before", value=2), "", "inconsistent"),
]


@pytest.mark.parametrize(("change", "place", "code"), RECORDS, ids=range(len(RECORDS)))
def test_a_wrong_record_is_told(change: Callable[[Any], None], place: str, code: str) -> None:
    assert changed(change, Record) == [(place, code)]


VERDICTS = [
    (put("legal", value=False), "legal", "inconsistent"),
    (
        put("findings", 0, "clause", value="market.five"),
        "findings[0].clause",
        "unknown-word",
    ),
    (
        put("findings", 0, "outcome", value="allows"),
        "findings[0].outcome",
        "unknown-word",
    ),
    (
        put("findings", 0, "facts", value={"x": {}}),
        "findings[0].facts.x",
        "wrong-type",
    ),
    (
        put("subject", value={"occasion": "landing", "seat": 4, "position": 1, "sign": None}),
        "subject.seat",
        "out-of-range",
    ),
    (put("ruleset", value="\ud800"), "ruleset", "malformed"),
    (put("ruleset", value="x" * 10_001), "ruleset", "too-long"),
]


@pytest.mark.parametrize(("change", "place", "code"), VERDICTS, ids=range(len(VERDICTS)))
def test_a_wrong_verdict_is_told(change: Callable[[Any], None], place: str, code: str) -> None:
    assert changed(change, Verdict) == [(place, code)]


SETS = [
    (put("cards", 1, "id", value="car-1"), "cards[18].id", "duplicate"),
    (
        put("factories", 0, "id", value="start-factory"),
        "factories[0].id",
        "duplicate",
    ),
    (
        put("factories", 0, "id", value="all"),
        "factories[0].id",
        "malformed",
    ),
    (
        put("cards", 0, "invention", value=None),
        "cards[0].invention",
        "inconsistent",
    ),
    (put("cards", 0, "invention", value="radio"), "cards[0].invention", "unknown-word"),
    (put("cards", 0, "cost", "coal", value=21), "cards[0].cost.coal", "out-of-range"),
    (
        lambda found: found["inventions"].append("car"),
        "inventions[9]",
        "duplicate",
    ),
    (put("inventions", value=3), "inventions", "wrong-type"),
    (without("inventions"), "inventions", "missing"),
    (
        lambda found: found["spaces"].reverse(),
        "spaces",
        "inconsistent",
    ),
    (
        put("provenance", "x", value={"source": "rumor"}),
        "provenance.x.source",
        "unknown-word",
    ),
    (
        lambda found: found["signs"].append(found["signs"][0]),
        "signs[14].space",
        "duplicate",
    ),
]


@pytest.mark.parametrize(("change", "place", "code"), SETS, ids=range(len(SETS)))
def test_a_wrong_component_set_is_told(change: Callable[[Any], None], place: str, code: str) -> None:
    assert (place, code) in changed(change, Components)


def test_a_ruleset_of_unknown_readings_is_told() -> None:
    found = changed(put("readings", value={"build-cap": "turn", "x": "y"}), Ruleset)
    assert found == [("readings.x", "unknown-word")]


# --- Component sets that are not there ------------------------------------------------


def test_a_set_that_is_not_there_is_named_with_what_is() -> None:
    box, other = with_card(0, question_marks=2), generated_components(3)
    box = evolve(box, name="the attic copy")
    text = to_json(Game(3, components=box).new())
    with pytest.raises(DocumentError) as refused:
        from_json(text, State, components=[other])
    (problem,) = refused.value.problems
    assert (problem.place, problem.code) == ("setting.components", "unknown-word")
    assert [ERA.components.fingerprint(known) in problem.message for known in (box, SHIPPED, other)] == [True] * 3
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


# --- Errors themselves ----------------------------------------------------------------


def test_the_error_is_pickled_with_its_problems() -> None:
    with pytest.raises(DocumentError) as refused:
        from_json('{"version": 2}', State)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.what, again.problems, str(again)) == ("state", refused.value.problems, str(refused.value))
    assert isinstance(again, GameError)
    assert isinstance(again, ValueError)


# --- What refusing costs --------------------------------------------------------------


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
        "names": whole.replace('"discs":[', '"discs":[' + filled('"x"') + ",", 1),
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


@pytest.mark.slow
@pytest.mark.covers
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
    assert peak < 100_000_000
