"""JSON Schemas of dispute files: what editors check while a file is typed."""

from __future__ import annotations

from typing import Any

from era_of_inventions.tabletop.disputes.file import CLAIMS_MAX, EFFECTS_MAX, RESULTS, STEPS_MAX
from era_of_inventions.tabletop.documents.settings import general
from era_of_inventions.tabletop.fields.domains import Count, Schema, Terms
from era_of_inventions.tabletop.fields.layout import fields_of
from era_of_inventions.tabletop.fields.lines import key_of, table_schema
from era_of_inventions.tabletop.fields.nested import Earlier, Nested, PerPlayer
from era_of_inventions.tabletop.fields.outline import TURN
from era_of_inventions.tabletop.fields.schemas import FLAG, TEXT, key, listed, named, table, tables, texts, words
from era_of_inventions.tabletop.play.rulebook import Rulebook

STEP = Count(STEPS_MAX, 1).schema(Terms())


def dispute_file_schema(rulebook: Rulebook[Any, Any]) -> Schema:
    """The schema of a dispute file about a game."""
    rulings = rulebook.ruleset.rulings()
    readings = {ruling.id: key(ruling.question, words(ruling.names)) for ruling in rulings}
    claims = {**tables(_claim([ruling.id for ruling in rulings]), least=1), "maxItems": CLAIMS_MAX}
    optional = {
        "game": key("the game it is about", {"const": rulebook.name}),
        "title": key("what the dispute is called", TEXT),
        "ruleset": key("the preset of readings", words(rulebook.ruleset.presets)),
        "rulings": key("single readings, by the id of the ruling", table(readings)),
        "components": key("the component set: one that comes with the rulebook, or the path of a file", TEXT),
        "player": key("what each player has, by name", named(_player(rulebook))),
        **rulebook.components.override_schemas(),
    }
    required = {
        "position": key("the position", _position(rulebook)),
        "claim": key("what is claimed", claims),
    }
    return {"title": "Dispute file", **table(optional, required)}


def _player(rulebook: Rulebook[Any, Any]) -> Schema:
    of_players = [inner for _, spec in _parts(rulebook, PerPlayer) for inner in spec.holds.records()]
    return table({name: schema for kind in of_players for name, schema in _keys(rulebook, kind).items()})


def _position(rulebook: Rulebook[Any, Any]) -> Schema:
    counts = rulebook.player_counts()
    names = {"type": "array", "items": TEXT, "minItems": min(counts), "maxItems": max(counts), "uniqueItems": True}
    players = key("the players' names, clockwise", {"anyOf": [TEXT, names]})
    keys = {"start": key("the start player", TEXT), **_keys_of_turn(rulebook)}
    for name, spec in _parts(rulebook, Nested):
        if spec.words != TURN:
            kinds = [*spec.holds.records(), *filter(None, [rulebook.positions.besides.get(name)])]
            part = {name: schema for kind in kinds for name, schema in _keys(rulebook, kind).items()}
            keys[key_of(spec)] = key(spec.about or spec.words, table(part))
    return table(keys, {"players": players})


def _keys_of_turn(rulebook: Rulebook[Any, Any]) -> Schema:
    """The keys of ``[position]`` about the turn and the position itself."""
    unsaid = {key_of(spec) for field, spec in fields_of(rulebook.state) if field.name in rulebook.positions.unsaid}
    keys = {name: schema for name, schema in _keys(rulebook, rulebook.state).items() if name not in {"start", *unsaid}}
    for _, spec in _parts(rulebook, Nested):
        (inner,) = spec.holds.records()
        if spec.words == TURN:
            keys |= _keys(rulebook, inner)
        for _, earlier in fields_of(inner):
            if isinstance(earlier.holds, Earlier):
                part = tables(table(_keys(rulebook, inner)))
                keys[key_of(earlier)] = key(earlier.about or earlier.words, part)
    return keys


def _keys(rulebook: Rulebook[Any, Any], kind: type[Any]) -> Schema:
    keys = table_schema(kind, general(rulebook), rulebook.disputes.most)
    inner = {key_of(spec) for _, spec in fields_of(kind) if spec.holds.records()}
    return {name: schema for name, schema in keys.items() if name not in inner}


def _parts(rulebook: Rulebook[Any, Any], of: type[Any]) -> list[tuple[str, Any]]:
    """The fields of positions that hold records."""
    return [(field.name, spec) for field, spec in fields_of(rulebook.state) if isinstance(spec.holds, of)]


def _claim(rulings: list[str]) -> Schema:
    return table(
        {
            "claim": key("what is claimed, in words", TEXT),
            "after": key("moves that were made before", texts(STEPS_MAX)),
            "moves": key("the moves that are judged", texts(STEPS_MAX)),
            "fails_at": key(
                "the number of the move that is claimed not to be legal", Count(STEPS_MAX, 1).schema(Terms())
            ),
            "forbidden_by": key("the clauses, and no others, that are claimed to forbid a move", texts()),
            "happens": key("what is claimed to happen", texts(EFFECTS_MAX)),
            "happens_not": key("what is claimed not to happen", texts(EFFECTS_MAX)),
            "winners": key("who is claimed to win", texts()),
            "legal": key("whether the moves are claimed to be legal", FLAG),
            "expect": key("whether the claim is expected to hold, to fail or to be open", words([*RESULTS])),
            "expect_clauses": key("clauses that are expected to decide", texts()),
            "expect_rulings": key("rulings on which it is expected to rest", listed(words(rulings))),
            "about": key("the clauses that it is about", texts()),
        }
    )
