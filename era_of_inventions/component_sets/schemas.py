"""JSON Schemas of component files, and of the printed values that a dispute file gives itself."""

from __future__ import annotations

from collections.abc import Mapping

from era_of_inventions.component_sets.document import FIELDS
from era_of_inventions.component_sets.files import CARDS, HOUSES, LOADS, SIGNS
from era_of_inventions.component_sets.form import ID, NAME, TRACK_MAX
from era_of_inventions.model.amounts import WORDS
from era_of_inventions.model.goods import PRINTED_MAX, STOCK_MAX
from era_of_inventions.tabletop.components.provenance import SOURCES
from era_of_inventions.tabletop.documents.toml_schemas import TEXT, Schema, key, named, table, tables, whole, words


def _amounts(*more: str) -> Schema:
    """Amounts in words, such as ``2 coins, 1 wood``."""
    amount = rf"\s*([+]?[0-9]{{1,9}})?\s*({'|'.join((*WORDS, *more))})s?\s*"
    return {"type": "string", "pattern": rf"^(\s*(nothing)?\s*|{amount}(,{amount})*)$"}


def _own(**schemas: Schema) -> dict[str, Schema]:
    """Keys that mean what the fields of the same names do."""
    return {name: key(FIELDS[name].means, schema) for name, schema in schemas.items()}


SOURCE = _own(source=words(SOURCES), cite=TEXT)
COUNT, COST, REWARD = whole(0, PRINTED_MAX), _amounts(), _amounts("influence")
PROFIT = "what producing the invention gives"


def _from(schema: Schema) -> Schema:
    """A printed value, ``"?"`` if it is not known yet, or a table that says where it comes from."""
    value = {"anyOf": [schema, {"const": "?"}]}
    return {"anyOf": [*value["anyOf"], table(SOURCE, {"value": key("what is printed", value)})]}


def _sourced(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    return table({**SOURCE, **(optional or {})}, required)


def component_file() -> Schema:
    """The schema of a component file."""
    number, cost, reward, stock = _from(COUNT), _from(COST), _from(REWARD), _from(whole(0, STOCK_MAX))
    identity = _own(id={"type": "string", "pattern": f"^{ID.pattern.pattern}$"})
    marks, influence = _own(question_marks=number), _own(influence=number)
    income = {"income": key("what others pay when they produce the invention", reward)}
    profit = {"profit": key(PROFIT, reward)}
    space = _sourced({**_own(cogs=number), **influence, **income})
    kind = {"kind": key("which kind it is", _from(words(CARDS)))}
    card = _sourced({**identity, **kind, **_own(cost=cost), **profit}, marks)
    invention = {
        "name": key("the name of the invention", {"type": "string", "pattern": f"^{NAME.pattern.pattern}$"}),
        "original": key("the original space of the invention", space),
        "technical": key("the technical space of the invention", space),
        "card": key("the cards of the invention", tables(card)),
    }
    load = {
        **identity,
        "kind": key("a ship or a storage house", _from(words(HOUSES))),
        **_own(good=_from(words(LOADS))),
    }
    signs = {**table(SOURCE), "patternProperties": {"^[1-9][0-9]{0,2}$": _from(words(SIGNS))}}
    track = {
        "end": key("the last printed space", _from(whole(1, TRACK_MAX))),
        "signs": key("what the signs give, by space", signs),
    }
    start_card = _sourced({**identity, **_own(cost=cost), **profit}, marks)
    factory = _sourced({**identity, **_own(cost=cost, output=cost)}, influence)
    supply = {word: key(f"how many {word} are in the box", stock) for word in SIGNS if word != "nothing"}
    body = _sourced(
        {
            **_own(name=TEXT),
            "invention": key("the inventions with their spaces and cards", tables(_sourced(invention))),
            "start_card": key("the start cards", tables(start_card)),
            "start_factory": key("the start factory, the same for all", _sourced(_own(output=cost), influence)),
            "factory": key("the factories of the deck", tables(factory)),
            "patent_square": key(
                "the squares of the patent track, in order", tables(_sourced({**_own(coins=number), **influence}))
            ),
            "track": key("the influence track", _sourced(track)),
            "load": key("the ships and storage houses", tables(_sourced(load))),
            "supply": key("the goods in the box", _sourced(supply)),
            **_own(bonus_discs=stock, markers=stock),
        }
    )
    body["required"].append("source")
    return {"title": "Component file", **body}


def overrides() -> dict[str, Schema]:
    """The schemas of the tables in which a dispute file gives printed values itself."""
    card = {**_own(cost=COST, question_marks=COUNT), "profit": key(PROFIT, REWARD)}
    income = {"income": key("what others pay when they produce the invention", REWARD)}
    return {
        "card": key("invention cards, by id", named(table(card))),
        "factory": key("factories, by id", named(table(_own(cost=COST, output=COST, influence=COUNT)))),
        "space": key("development spaces, by name", named(table({**_own(cogs=COUNT, influence=COUNT), **income}))),
    }
