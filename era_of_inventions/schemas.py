"""JSON Schemas (draft 2020-12) of all documents, and of the files that people write in TOML.

Those of the documents are made of the shapes by which documents are read. Those of the TOML files, dispute files and
component files, check the form while a file is typed; what depends on other values, such as whether an id exists, is
left to the readers. The schemas of this version also lie in ``era_of_inventions/data/schemas``, for other programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.codec.documents import KINDS, VERSION, Kind, head_of, shape_of
from era_of_inventions.codec.positions import records
from era_of_inventions.codec.shapes import DEFINED, GENERAL
from era_of_inventions.codec.verdicts import CLAUSE, OTHER_READING
from era_of_inventions.component_sets.files import CARDS, HOUSES, LOADS, SIGNS
from era_of_inventions.component_sets.form import ID, NAME, TRACK_MAX
from era_of_inventions.disputes.position import PHASES
from era_of_inventions.game import ERA
from era_of_inventions.model.amounts import WORDS
from era_of_inventions.model.goods import PRINTED_MAX, STOCK_MAX
from era_of_inventions.model.names import AREAS
from era_of_inventions.model.state import Board, Player
from era_of_inventions.record.positions import OutOfTheGame
from era_of_inventions.rulebook.scoring import last_round
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.components.provenance import SOURCES
from era_of_inventions.tabletop.disputes.file import CLAIMS_MAX, EFFECTS_MAX, STEPS_MAX
from era_of_inventions.tabletop.fields import Choice, Seat
from era_of_inventions.tabletop.fields.lines import table_schema

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
HEADING = ("$schema", "$id", "$defs")
"""What stands in a schema beside the description of a value."""
TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
FLAG: Schema = {"type": "boolean"}
SEAT: Schema = Seat().schema(GENERAL)
AREA: Schema = Choice(AREAS).schema(GENERAL)


def every_schema() -> dict[str, Schema]:
    """All schemas, by the names of their files without the ``.json``."""
    return {
        **{kind.name: document_schema(kind) for kind in KINDS},
        "report": report_schema(),
        "component-file": component_file_schema(),
        "dispute-file": dispute_file_schema(),
    }


# --- Documents --------------------------------------------------------------------------------------------------------


def document_schema(kind: Kind) -> Schema:
    """The schema of a kind of document."""
    head = _head(kind.head)
    definitions: Schema = {}
    body = _collected(shape_of(kind).schema, definitions)
    if "$ref" in body:
        body = definitions.pop(_name_in(body))
    if "oneOf" in body:
        names = [_name_in(alternative) for alternative in body["oneOf"]]
        body["oneOf"] = [_with_head(head, definitions.pop(name)) for name in names]
        body = {"title": kind.of.__name__, **body}
    else:
        body = _with_head(head, body)
    return _schema(f"{kind.name}:{kind.head['version']}", body, definitions)


def _head(head: Mapping[str, Any]) -> Schema:
    about = {"format": "Which kind of document it is.", "version": "The version of the format."}
    return {key: {"const": value, "title": key, "description": about[key]} for key, value in head.items()}


def _schema(name: str, body: Mapping[str, Any], definitions: Mapping[str, Any]) -> Schema:
    found = {"$schema": DIALECT, "$id": f"urn:era-of-inventions:schema:{name}", **body}
    return {**found, "$defs": dict(sorted(definitions.items()))} if definitions else found


def _with_head(head: Mapping[str, Any], body: Mapping[str, Any]) -> Schema:
    return {**body, "properties": {**head, **body["properties"]}, "required": [*head, *body["required"]]}


def _name_in(reference: Mapping[str, str]) -> str:
    return reference["$ref"].rpartition("/")[2]


def _collected(value: Any, definitions: Schema) -> Any:
    """A part of a schema in which what has a name of its own stands among the definitions, and is referred to.

    Raises ValueError if two different things have the same name.
    """
    if isinstance(value, list | tuple):
        return [_collected(part, definitions) for part in value]
    if not isinstance(value, Mapping):
        return value
    if "$ref" in value and (name := _name_in(value)) in records() and name not in definitions:
        definitions[name] = {}  # which it may refer to
        body = {key: part for key, part in records()[name].items() if key != DEFINED}
        definitions[name] = {"title": name, **_collected(body, definitions)}
    found = {key: _collected(part, definitions) for key, part in value.items() if key != DEFINED}
    if DEFINED not in value:
        return found
    name = value[DEFINED]
    default = {"default": found.pop("default")} if "default" in found else {}
    defined = {"title": name, **found}
    if definitions.setdefault(name, defined) != defined:
        raise ValueError(f"two shapes are called {name}; expected a name of its own for each")
    return {"$ref": f"#/$defs/{name}", **default}


# --- Reports ----------------------------------------------------------------------------------------------------------


def report_schema() -> Schema:
    """The schema of what ``era judge --json`` prints. Settings, components and verdicts are documents in it."""
    definitions: Schema = {}
    for kind in KINDS:
        if kind.name in ("setting", "components", "verdict"):
            whole = document_schema(kind)
            definitions |= whole["$defs"]
            definitions[whole["title"]] = {key: part for key, part in whole.items() if key not in HEADING}
    _collected(OTHER_READING.schema, definitions)
    definitions["Claim"] = _judged_claim()
    dispute = _table(
        {},
        file=TEXT,
        title=TEXT,
        names=TEXTS,
        setting=_defined("Setting"),
        components=_or_null(_defined("Components")),
        disagreements=_tables(_table({}, clause=dict(CLAUSE.schema), text=TEXT)),
        claims=_tables(_defined("Claim"), least=1),
    )
    body = {"title": "Report", **_table({}, **_head(head_of("report")), disputes=_tables(dispute))}
    return _schema(f"report:{VERSION}", body, definitions)


def _judged_claim() -> Schema:
    seats, others = {"type": "array", "items": SEAT}, _defined("OtherReading")
    points, measured = {"type": "integer"}, {"type": ["integer", "string"]}
    line = _table({}, seat=SEAT, clause=dict(CLAUSE.schema), points=points, basis=TEXT)
    return {
        "title": "Claim",
        **_table(
            {},
            claim=TEXT,
            holds=FLAG,
            expected=_or_null(FLAG),
            stands=FLAG,
            surprises=TEXTS,
            after=TEXTS,
            moves=_tables(_table({}, move=TEXT, verdict=_defined("Verdict"))),
            effects=_tables(
                _table({}, effect=TEXT, claimed_to_happen=FLAG, before=measured, after=measured, as_claimed=FLAG)
            ),
            claimed_winners=_or_null(seats),
            score=_or_null(_table({}, lines=_tables(line), totals={"type": "array", "items": points}, winners=seats)),
            rests_on=_tables(others),
            rests_together_on=_tables(_tables(others, least=2)),
            presets_otherwise={"type": "array", "items": {"enum": list(Ruleset.presets)}},
            not_asked=_tables(others),
            unstated_numbers=TEXTS,
        ),
    }


def _defined(title: str) -> Schema:
    return {"$ref": f"#/$defs/{title}"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


# --- Files in TOML ----------------------------------------------------------------------------------------------------

SOURCE: Schema = {"source": {"enum": list(SOURCES)}, "cite": TEXT}


def _whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _amounts(*more: str) -> Schema:
    """Amounts in words, such as ``2 coins, 1 wood``."""
    amount = rf"\s*([+]?[0-9]{{1,9}})?\s*({'|'.join((*WORDS, *more))})s?\s*"
    return {"type": "string", "pattern": rf"^(\s*(nothing)?\s*|{amount}(,{amount})*)$"}


def _table(optional: Mapping[str, Schema], **required: Schema) -> Schema:
    """A table of certain keys, of which some must be there."""
    found: Schema = {"type": "object", "properties": {**required, **optional}, "additionalProperties": False}
    return {**found, "required": list(required)} if required else found


def _named(schema: Schema) -> Schema:
    """A table whose keys are names."""
    return {"type": "object", "additionalProperties": schema}


def _tables(schema: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": schema, **({"minItems": least} if least else {})}


def _from(schema: Schema) -> Schema:
    """A printed value, ``"?"`` if it is not known yet, or a table that says where it comes from."""
    value = {"anyOf": [schema, {"const": "?"}]}
    return {"anyOf": [*value["anyOf"], _table(SOURCE, value=value)]}


def _sourced(optional: Mapping[str, Schema], **required: Schema) -> Schema:
    return _table({**SOURCE, **optional}, **required)


def component_file_schema() -> Schema:
    """The schema of a component file."""
    number, cost, reward = _whole(0, PRINTED_MAX), _from(_amounts()), _from(_amounts("influence"))
    stock = _from(_whole(0, STOCK_MAX))
    identity = {"type": "string", "pattern": f"^{ID.pattern.pattern}$"}
    marks = {"question_marks": _from(number)}
    space = _sourced({}, cogs=_from(number), influence=_from(number), income=reward)
    card = _sourced(marks, id=identity, kind=_from({"enum": list(CARDS)}), cost=cost, profit=reward)
    sign = _from({"enum": list(SIGNS)})
    signs = {"properties": SOURCE, "patternProperties": {"^[1-9][0-9]{0,2}$": sign}, "additionalProperties": False}
    body = _sourced(
        {},
        name=TEXT,
        invention=_tables(
            _sourced(
                {},
                name={"type": "string", "pattern": f"^{NAME.pattern.pattern}$"},
                original=space,
                technical=space,
                card=_tables(card),
            )
        ),
        start_card=_tables(_sourced(marks, id=identity, cost=cost, profit=reward)),
        start_factory=_sourced({"influence": _from(number)}, output=cost),
        factory=_tables(_sourced({"influence": _from(number)}, id=identity, cost=cost, output=cost)),
        patent_square=_tables(_sourced({}, coins=_from(number), influence=_from(number))),
        track=_sourced({}, end=_from(_whole(1, TRACK_MAX)), signs={"type": "object", **signs}),
        load=_tables(_sourced({}, id=identity, kind=_from({"enum": list(HOUSES)}), good=_from({"enum": list(LOADS)}))),
        supply=_sourced({}, **{word: stock for word in SIGNS if word != "nothing"}),
        bonus_discs=stock,
        markers=stock,
    )
    body["required"].append("source")
    return _schema("component-file", {"title": "Component file", **body}, {})


def dispute_file_schema() -> Schema:
    """The schema of a dispute file."""
    count, cost, reward = _whole(0, PRINTED_MAX), _amounts(), _amounts("influence")
    body = _table(
        {
            "game": {"const": ERA.name},
            "title": TEXT,
            "ruleset": {"enum": list(Ruleset.presets)},
            "rulings": _table({ruling.id: {"enum": list(ruling.names)} for ruling in Ruleset.rulings()}),
            "components": TEXT,
            "card": _named(_table({"cost": cost, "question_marks": count, "profit": reward})),
            "factory": _named(_table({"cost": cost, "output": cost, "influence": count})),
            "space": _named(_table({"cogs": count, "influence": count, "income": reward})),
            "player": _named(_table(table_schema(Player, GENERAL, STOCK_MAX))),
        },
        position=_position(),
        claim={**_tables(_claim(), least=1), "maxItems": CLAIMS_MAX},
    )
    return _schema("dispute-file", {"title": "Dispute file", **body}, {})


def _position() -> Schema:
    least, *_, most = player_counts()
    names = {"type": "array", "items": TEXT, "minItems": least, "maxItems": most, "uniqueItems": True}
    board = {**table_schema(Board, GENERAL, STOCK_MAX), **table_schema(OutOfTheGame, GENERAL)}
    return _table(
        {
            "phase": {"enum": list(PHASES)},
            "area": AREA,
            "to_move": TEXT,
            "start": TEXT,
            "round": _whole(1, max(last_round(players) for players in player_counts())),
            "board": _table(board),
        },
        players=names,
    )


def _claim() -> Schema:
    steps, effects = {**TEXTS, "maxItems": STEPS_MAX}, {**TEXTS, "maxItems": EFFECTS_MAX}
    return _table(
        {
            "claim": TEXT,
            **dict.fromkeys(("after", "moves"), steps),
            **dict.fromkeys(("happens", "happens_not"), effects),
            **dict.fromkeys(("winners", "expect_clauses", "about"), TEXTS),
            "legal": FLAG,
            "expect": {"enum": ["holds", "fails"]},
            "expect_rulings": {"type": "array", "items": {"enum": [ruling.id for ruling in Ruleset.rulings()]}},
        }
    )
