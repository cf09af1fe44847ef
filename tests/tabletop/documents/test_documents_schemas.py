"""The JSON Schemas: they are current, they accept what is written and nothing that is clearly wrong."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import random
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from docs.site import proof
from era_of_inventions import (
    ERA,
    LAW,
    DocumentError,
    FileError,
    Game,
    GameError,
    Good,
    NotationError,
    Record,
    RecordError,
    Ruleset,
    Setting,
    State,
    Verdict,
    cli,
    from_json,
    moves,
    pack,
    parse_move,
    read_game,
    to_data,
    to_json,
)
from era_of_inventions.box.components import Components
from era_of_inventions.box.files import read_components
from era_of_inventions.moves import Move
from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.disputes import parse_dispute
from era_of_inventions.tabletop.documents.judged import dispute_data
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.testing import component_sets, generated_components, positions, rulesets
from tests import ROOT
from tests.support.component_texts import SMALL
from tests.tools.mutated import mutated
from tests.tools.schemas import FOLDER, text

pytestmark = pytest.mark.repeats

DISPUTES = proof.ERA.examples
SETS = sorted((ROOT / "era_of_inventions" / "data" / "components").glob("*.toml"))
GAME = Game(4)
KINDS: dict[str, Any] = {
    "state": State,
    "record": Record,
    "move": Move,
    "verdict": Verdict,
    "ruleset": Ruleset,
    "components": Components,
    "setting": Setting,
}
INPUTS = {*KINDS, "report", "component-file", "dispute-file"}
"""The kinds that hold much."""


def raised(call: Callable[[], object]) -> GameError:
    with pytest.raises(GameError) as error:
        call()
    return error.value


ERRORS = [
    raised(call)
    for call in (
        lambda: GAME.play(GAME.new(rng=random.Random(1)), moves.EndTurn()),
        lambda: Record(GAME.new(), moves=[moves.EndTurn()]).end(),
        lambda: parse_move("place moon", GAME.setting),
        lambda: from_json('{"format": 7, "version": 2}', State),
        lambda: read_game("missing.era"),
        lambda: Game(7),
    )
]
PROBLEMS = {
    RecordError: [("move 1", "impossible")],
    NotationError: [("column 7", "unknown-word")],
    DocumentError: [("format", "unknown-word"), ("version", "out-of-range")],
    FileError: [("", "unreadable")],
}


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(every_schema(ERA)[name])


def complaints(name: str, document: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(document)]


def properties(schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The properties anywhere in a schema, each with its name."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    if isinstance(schema, dict) and isinstance(named := schema.get("properties"), dict) and "title" not in named:
        yield from named.items()
    for part in parts:
        yield from properties(part)


@pytest.mark.parametrize("name", every_schema(ERA))
def test_every_property_is_described(name: str) -> None:
    described = list(properties(every_schema(ERA)[name]))
    assert len(described) > (30 if name in INPUTS else 5)
    assert [key for key, each in described if not (each.get("title") and each.get("description"))] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", every_schema(ERA))
def test_the_shipped_file_is_current(name: str) -> None:
    """``python -m tests.tools.schemas`` writes them."""
    schema = every_schema(ERA)[name]
    Draft202012Validator.check_schema(schema)
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == text(schema)
    assert schema["$id"].startswith(f"urn:era-of-inventions:schema:{name}")


def test_there_is_a_schema_for_every_shipped_file_and_kind() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(every_schema(ERA))
    assert every_schema(ERA).keys() >= {*KINDS, "report"}


def test_no_two_schemas_share_an_id_and_no_reference_hangs() -> None:
    schemas = every_schema(ERA)
    assert len({schema["$id"] for schema in schemas.values()}) == len(schemas)
    for schema in schemas.values():
        referred = {part.partition('"')[0] for part in json.dumps(schema).split('"$ref": "#/$defs/')[1:]}
        assert referred == schema.get("$defs", {}).keys()


# --- Documents ------------------------------------------------------------------------


@pytest.mark.slow
@given(positions(rulesets=rulesets(), component_sets=component_sets(), plies=200), st.integers(0, 2000))
def test_everything_written_is_valid(state: State, number: int) -> None:
    game = Game.from_state(state)
    move = game.moves[number % len(game.moves)]
    legal = game.legal_moves(state)[:1]
    verdicts = [game.judge(state, tried, seat=0) for tried in (move, *legal)]
    values = [
        ("state", state),
        ("record", Record(state, (move, *legal), comments=((1, "and then"),))),
        ("move", move),
        *(("verdict", verdict) for verdict in verdicts),
        ("ruleset", state.ruleset),
        ("setting", state.setting),
        ("score", game.score(state)),
        *(("event", event) for verdict in verdicts for event in verdict.events),
    ]
    for name, value in values:
        document = json.loads(to_json(value, setting=state.setting))
        assert complaints(name, document) == []
        assert to_data(value, setting=state.setting) == document
    assert to_data([state, (move, move)], setting=game.setting) == [
        to_data(state),
        [to_data(move, setting=game.setting)] * 2,
    ]


@pytest.mark.parametrize("key", ["players", "round", "turn", "format", "setting"])
@pytest.mark.parametrize(
    "odd", [object(), {1}, 1.5, b"x", (), {"a": [object()]}, float("nan"), Good.COAL], ids=range(8)
)
def test_plain_data_is_checked_like_text(key: str, odd: object) -> None:
    with pytest.raises(DocumentError) as refused:
        from_json(to_data(GAME.new()) | {key: odd}, State)
    assert {problem.place.partition(".")[0].partition("[")[0] for problem in refused.value.problems} == {key}


def test_plain_data_is_read_and_left_as_it_is() -> None:
    state = GAME.new(rng=random.Random(3))
    data = to_data(state)
    before = copy.deepcopy(data)
    assert from_json(data, State) == state
    assert data == before


def test_what_the_rulebook_says_is_written_whole() -> None:
    clauses, rulings = to_data(list(LAW)), to_data(Ruleset.rulings())
    assert [(clause["id"], clause["statement"]) for clause in clauses] == [(c.id, c.statement) for c in LAW]
    assert [ruling["question"] for ruling in rulings] == [ruling.question for ruling in Ruleset.rulings()]
    for name, documents in (("clause", clauses), ("ruling", rulings)):
        assert [complaints(name, document) for document in documents] == [[]] * len(documents)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_are_written_with_their_problems(error: GameError) -> None:
    document = to_data(error)
    assert complaints("error", document) == []
    assert (document["error"], document["message"]) == (type(error).__name__, str(error))
    problems = [(problem["place"], problem["code"]) for problem in document["problems"]]
    assert problems == PROBLEMS.get(type(error), [])
    if document["verdict"] is not None:
        assert from_json(document["verdict"], Verdict, setting=GAME.setting) == error.verdict  # type: ignore[attr-defined]


# --- Strictness -----------------------------------------------------------------------

TYPED = {
    "string": {"maxLength", "minLength", "pattern", "format"},
    "integer": {"minimum", "maximum"},
    "array": {"items", "prefixItems", "minItems", "maxItems", "uniqueItems"},
    "object": {"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties"},
}
UNTYPED = {"$schema", "$id", "$ref", "$defs", "title", "description", "default", "type", "enum", "const"}
SEVERAL = {"anyOf", "oneOf", "allOf"}


def strictly(schema: Any, types: tuple[str, ...] = ()) -> Iterator[str]:
    """What a validator in ajv's strict mode refuses, as its documentation tells."""
    if isinstance(schema, bool):
        return
    own = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", [])
    if len({*own} - {"null"}) > 1:
        yield f"a union of types in {schema}"
    if types and not {*own} <= {*types}:
        yield f"a type outside that of {types} in {schema}"
    types = tuple(own) or types
    known = {word for kind in types for word in TYPED.get(kind, ())} | UNTYPED | SEVERAL
    yield from (f"{word} of no type in {schema}" for word in schema.keys() - known)
    parts = schema.get("prefixItems", [])
    if parts and not schema.get("minItems") == schema.get("maxItems") == len(parts):
        yield f"an open tuple in {schema}"
    for word in SEVERAL & schema.keys():
        for part in schema[word]:
            yield from strictly(part, types)
    single = [schema[word] for word in ("items", "additionalProperties") if word in schema]
    named = [part for word in ("properties", "patternProperties", "$defs") for part in schema.get(word, {}).values()]
    for part in (*parts, *single, *named):
        yield from strictly(part)
    yield from strictly(schema.get("propertyNames", True), ("string",))


@pytest.mark.parametrize("name", every_schema(ERA))
def test_schemas_hold_in_strict_mode(name: str) -> None:
    assert list(strictly(every_schema(ERA)[name])) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"maximum": 3},
        {"type": ["integer", "string"]},
        {"type": "object", "properties": {"a": {"maxLength": 3}}},
        {"type": "array", "prefixItems": [{"const": 1}], "minItems": 1},
        {"type": "string", "nice": True},
        {"type": "string", "anyOf": [{"type": "integer"}]},
    ],
)
def test_strict_mode_refuses(schema: dict[str, Any]) -> None:
    assert list(strictly(schema))


@pytest.mark.parametrize("seed", range(4))
def test_written_component_sets_are_valid(seed: int) -> None:
    assert complaints("components", json.loads(to_json(generated_components(seed)))) == []


def sample(name: str, seed: int) -> Any:
    """A document of a kind, another one for each seed."""
    rng = random.Random(seed)
    game = Game(rng.choice((3, 4, 5)))
    state = game.new(rng=rng)
    for _ in range(rng.randrange(60)):
        state = game.deal(game.play(state, rng.choice(game.legal_moves(state))), rng)
    move = rng.choice(game.moves)
    value = {
        "state": state,
        "record": Record(state, (move,), about=(("Title", "A game"),)),
        "move": move,
        "verdict": game.judge(state, move),
        "ruleset": Ruleset(build_cap="turn", goods_supply="limited"),
        "components": game.setting.components,
        "setting": game.setting,
    }[name]
    return json.loads(to_json(value, setting=game.setting)), game.setting


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("name", KINDS)
@given(seed=st.integers(0, 10**6))
def test_what_the_reader_takes_is_valid(name: str, seed: int) -> None:
    """Of documents with changes: whatever the schema refuses, the reader refuses too."""
    document, setting = sample(name, seed % 7)
    document = mutated(document, random.Random(seed))
    try:
        from_json(json.dumps(document), KINDS[name], setting=setting)
    except DocumentError:
        return
    assert complaints(name, document) == []


@pytest.mark.parametrize("name", KINDS)
def test_a_changed_head_or_an_unknown_key_is_invalid(name: str) -> None:
    document, _ = sample(name, 0)
    assert complaints(name, document) == []
    for wrong in ({"version": 2}, {"format": "era-of-inventions/other"}, {"mood": "good"}):
        assert complaints(name, {**document, **wrong})
    for key in ("version", "format"):
        assert complaints(name, {other: value for other, value in document.items() if other != key})


WRONG = [
    ("players", 0, "goods", "wood", -1),
    ("players", 0, "goods", "wod", 1),
    ("players", 0, "influence", "7"),
    ("players", 0, "discs", ["markt"]),
    ("players", 0, "discs", ["market", "market"]),
    ("players", 0, "developed", ["Telephone"]),
    ("players", []),
    ("board", "display", [None]),
    ("board", "row", 0, 3),
    ("board", "loads", {"wood-ship": 1.5}),
    ("turn", "phase", "resting"),
    ("turn", "before", {"phase": "action"}),
    ("turn", "exchanges", {"sell": 1}),
    ("setting", "players", 6),
    ("setting", "ruleset", {"build-cap": "never"}),
    ("setting", "components", "fingerprint", "123"),
    ("round", None),
]


@pytest.mark.parametrize("wrong", WRONG, ids=range(len(WRONG)))
def test_a_wrong_value_in_a_position_is_invalid(wrong: tuple[Any, ...]) -> None:
    document, _ = sample("state", 0)
    part = document
    for key in wrong[:-2]:
        part = part[key]
    part[wrong[-2]] = wrong[-1]
    assert complaints("state", document)


REPORT = """
[position]
players = ["Ann", "Bob", "Cem"]
phase = "action"
area = "market"
to_move = "Ann"
[card.light-bulb-1]
cost = "2 wood"
[[claim]]
after = ["take cog"]
moves = ["end turn"]
happens_not = ["Bob coins +1", "phase = action"]
[[claim]]
winners = ["Bob"]
expect = "fails"
expect_rulings = ["zero-ties"]
[[claim]]
legal = false
moves = ["Bob: take cog"]
"""


@cache
def report() -> dict[str, Any]:
    """What a program is told of a file with claims of several kinds, and of one that cannot be used."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        path = Path(folder, "quarrel.toml")
        path.write_text(REPORT, encoding="utf-8")
        with contextlib.redirect_stderr(io.StringIO()):
            assert cli.main(["judge", "--json", str(path), str(path.with_name("none.toml"))]) == cli.UNUSABLE
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


@pytest.mark.slow
def test_reports_are_valid() -> None:
    assert complaints("report", report()) == []
    (dispute,) = report()["disputes"]
    assert complaints("setting", dispute["setting"]) == []
    verdicts = [move["verdict"] for claim in dispute["claims"] for move in claim["moves"]]
    assert [complaints("verdict", verdict) for verdict in verdicts] == [[]] * 2


@pytest.mark.slow
def test_a_report_says_enough_to_read_its_verdicts() -> None:
    (dispute,) = report()["disputes"]
    box = from_json(json.dumps(dispute["components"]), Components)
    assert [card.cost for card in box.cards if card.id == "light-bulb-1"] == [pack({Good.WOOD: 2})]
    setting = from_json(json.dumps(dispute["setting"]), Setting, components=[box])
    verdicts = [move["verdict"] for claim in dispute["claims"] for move in claim["moves"]]
    assert [from_json(json.dumps(verdict), Verdict, setting=setting).legal for verdict in verdicts] == [True, False]


def test_a_report_names_a_set_that_comes_with_the_package() -> None:
    dispute = read_dispute(ROOT / "examples" / "disputes" / "e01-five-exchanges.toml")
    assert dispute_data(dispute, ())["components"] is None


@pytest.mark.slow
@given(st.integers(0, 10**6))
def test_a_report_with_a_key_more_or_less_is_invalid(seed: int) -> None:
    """Wherever the key is; of the verdicts and settings in it their own schemas decide."""
    document, rng = copy.deepcopy(report()), random.Random(seed)
    objects = [document, *document["disputes"]]
    for claim in document["disputes"][0]["claims"]:
        objects += [claim, *claim["moves"], *claim["effects"], *claim["rests_on"], *claim["not_asked"]]
        objects += [claim["score"], *claim["score"]["lines"]] if claim["score"] else []
    part = rng.choice(objects)
    if rng.random() < 0.5:
        part["mood"] = "good"
    else:
        del part[rng.choice(list(part))]
    assert complaints("report", document)


# --- Files ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", DISPUTES, ids=lambda path: path.stem)
def test_every_dispute_file_is_valid(path: Path) -> None:
    assert complaints("dispute-file", tomllib.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_every_component_file_is_valid(path: Path) -> None:
    assert complaints("component-file", tomllib.loads(path.read_text(encoding="utf-8"))) == []


def test_the_template_and_the_file_of_the_tests_are_valid() -> None:
    template = (SETS[0].parent / "template.toml.in").read_text(encoding="utf-8")
    for given_text in (template, SMALL):
        assert complaints("component-file", tomllib.loads(given_text)) == []


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=True)


def lines(document: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in document.items())


def has_null(value: Any) -> bool:
    """Whether there is something in it that TOML cannot say."""
    if isinstance(value, dict | list):
        return any(map(has_null, value.values() if isinstance(value, dict) else value))
    return value is None


@pytest.mark.slow
@pytest.mark.covers
@given(seed=st.integers(0, 10**6))
def test_what_the_readers_of_files_take_is_valid(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path_factory.getbasetemp() / "changed.toml"
    name, source = rng.choice([("component-file", SETS[0]), ("dispute-file", rng.choice(DISPUTES))])
    document = mutated(tomllib.loads(source.read_text(encoding="utf-8")), rng)
    if has_null(document):
        return
    path.write_text(lines(document), encoding="utf-8")
    try:
        claims = () if name == "component-file" and read_components(path) else read_dispute(path).claims
    except FileError:
        return
    if any(claim.problems for claim in claims):
        return
    assert complaints(name, document) == []


@pytest.mark.parametrize("table", [{}, {"source": "reported", "cite": "a copy"}])
def test_a_dispute_can_give_the_source_of_a_number_and_keep_the_number(table: dict[str, str]) -> None:
    document = {
        "space": {"telephone": {"cogs": table}},
        "position": {"players": "Ann, Bob, Cem"},
        "claim": [{"happens": "round = 1"}],
    }
    assert complaints("dispute-file", document) == []
    dispute = parse_dispute(lines(document), ERA)
    sets, box = dispute.game.rulebook.components, dispute.game.setting.components
    assert box == sets.load(sets.default)
    place = "invention.telephone.original.cogs"
    assert sets.source(box, place).source == table.get("source", "stated")
