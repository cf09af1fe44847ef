"""JSON Schemas of all documents, and of the files that people write in TOML, by the names of their files.

The schemas of this version also lie in ``era_of_inventions/data/schemas``, for other programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.component_sets.document import FIELDS
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
from era_of_inventions.tabletop.documents.schemas import document_schemas, schema_file
from era_of_inventions.tabletop.documents.settings import general
from era_of_inventions.tabletop.fields import Choice
from era_of_inventions.tabletop.fields.layout import sentence
from era_of_inventions.tabletop.fields.lines import table_schema

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
FLAG: Schema = {"type": "boolean"}
GENERAL = general(ERA)
AREA: Schema = Choice(AREAS).schema(GENERAL)


def every_schema() -> dict[str, Schema]:
    """All schemas, by the names of their files without the ``.json``."""
    return {
        **document_schemas(ERA),
        "component-file": component_file_schema(),
        "dispute-file": dispute_file_schema(),
    }


MEANS = {
    **{name: shape.means for name, shape in FIELDS.items()},
    "about": "the clauses that it is about",
    "after": "moves that were made before",
    "area": "the area of the action that is carried out",
    "board": "the board and the piles beside it",
    "card": "invention cards",
    "claim": "what is claimed",
    "components": "the component set: one that comes with the rulebook, or the path of a file",
    "end": "the last printed space",
    "expect": "whether the claim is expected to hold",
    "expect_clauses": "clauses that are expected to decide",
    "expect_rulings": "rulings on which it is expected to rest",
    "factory": "factories",
    "game": "the game it is about",
    "happens": "what is claimed to happen",
    "happens_not": "what is claimed not to happen",
    "invention": "inventions with their spaces and cards",
    "kind": "which kind it is",
    "legal": "whether the moves are claimed to be legal",
    "load": "ships and storage houses",
    "moves": "the moves that are judged",
    "original": "the original space of the invention",
    "patent_square": "the squares of the patent track, in order",
    "phase": "what the table is waiting for",
    "player": "what each player has, by name",
    "players": "the players' names, clockwise",
    "position": "the position",
    "profit": "what producing the invention gives",
    "round": "the number of the round",
    "ruleset": "the preset of readings",
    "rulings": "single readings, by the id of the ruling",
    "space": "development spaces",
    "start": "the start player",
    "start_card": "the start cards",
    "technical": "the technical space of the invention",
    "title": "what the dispute is called",
    "to_move": "who is in turn",
    "track": "the influence track",
    "value": "what is printed",
    "winners": "who is claimed to win",
}
"""What the keys of files mean."""


def _whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _amounts(*more: str) -> Schema:
    """Amounts in words, such as ``2 coins, 1 wood``."""
    amount = rf"\s*([+]?[0-9]{{1,9}})?\s*({'|'.join((*WORDS, *more))})s?\s*"
    return {"type": "string", "pattern": rf"^(\s*(nothing)?\s*|{amount}(,{amount})*)$"}


def _table(optional: Mapping[str, Schema], **required: Schema) -> Schema:
    """A table of certain keys, of which some must be there."""
    keys = {key: {**_about(key), **schema} for key, schema in {**required, **optional}.items()}
    table: Schema = {"type": "object", "properties": keys, "additionalProperties": False}
    return {**table, "required": list(required)} if required else table


def _about(key: str) -> Schema:
    words = key.replace("_", " ")
    return {"title": words, "description": sentence(MEANS.get(key, words))}


def _named(schema: Schema) -> Schema:
    """A table whose keys are names."""
    return {"type": "object", "additionalProperties": schema}


def _tables(schema: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": schema, **({"minItems": least} if least else {})}


def _from(schema: Schema) -> Schema:
    """A printed value, ``"?"`` if it is not known yet, or a table that says where it comes from."""
    value = {"anyOf": [schema, {"const": "?"}]}
    return {"anyOf": [*value["anyOf"], _table(SOURCE, value=value)]}


SOURCE: Schema = {"source": {"enum": list(SOURCES)}, "cite": TEXT}


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
    signs = {**_table(SOURCE), "patternProperties": {"^[1-9][0-9]{0,2}$": sign}}
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
        track=_sourced({}, end=_from(_whole(1, TRACK_MAX)), signs=signs),
        load=_tables(_sourced({}, id=identity, kind=_from({"enum": list(HOUSES)}), good=_from({"enum": list(LOADS)}))),
        supply=_sourced({}, **{word: stock for word in SIGNS if word != "nothing"}),
        bonus_discs=stock,
        markers=stock,
    )
    body["required"].append("source")
    return schema_file(ERA, "component-file", {"title": "Component file", **body}, {})


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
    return schema_file(ERA, "dispute-file", {"title": "Dispute file", **body}, {})


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
