"""The page with every key of a dispute file, what can be claimed, and the words that are understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from docs.site.volume import Volume
from era_of_inventions.tabletop.documents.toml_schemas import dispute_file_schema
from era_of_inventions.tabletop.fields import Names
from era_of_inventions.tabletop.fields.layout import fields_of
from era_of_inventions.tabletop.fields.quantities import quantities
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import vocabulary_of
from era_of_inventions.tabletop.play.quantities import quantities_of

SHOWN = 3
"""How many of many words are shown."""
FEW = 12
"""How many words are all shown."""
SAME = "The same as "


def dispute_keys(volume: Volume) -> Iterator[str]:
    """Every key of a dispute file, table by table, from its schema."""
    yield from _table("The file", "", dispute_file_schema(volume.rulebook))


def claims(volume: Volume) -> Iterator[str]:
    """What can be claimed of a position, from the declared fields."""
    rulebook = volume.rulebook
    game = Game(rulebook, min(rulebook.player_counts()))
    names = rulebook.grammar.seat_names(game.setting.players)
    every = quantities_of(game.setting, names)
    known = {quantity.name: quantity for quantity in quantities(rulebook.layout(game.setting, names))}
    for own, whose in ((True, f"Of a player, with the name before it: `{names[0]} …`"), (False, "Of the table")):
        grouped: dict[str, list[str]] = {}
        for name in every.names(own=own):
            head = name.rpartition(" ")[0] if name not in known else name.partition(" ")[0]
            grouped.setdefault(head or name, []).append(name)
        texts = [_shown(group) for group in grouped.values()]
        yield f"**{whose}:** {'; '.join(texts)}.\n"


def words(volume: Volume) -> Iterator[str]:
    """Other words that are understood, for moves and for things."""
    rulebook = volume.rulebook
    rows: dict[str, list[str]] = {}
    for word, usual in rulebook.grammar.also.items():
        rows.setdefault(usual, []).append(word)
    for names in _names(rulebook.state, set()):
        for word, usual in names.also.items() if not callable(names.also) else ():
            rows.setdefault(usual, []).append(word)
    yield "| written | also understood |\n|---|---|"
    for usual, others in rows.items():
        yield f"| `{usual}` | {', '.join(dict.fromkeys(others))} |"
    setting = Game(rulebook, min(rulebook.player_counts())).setting
    yield f"\nMoves begin with one of {', '.join(f'`{verb}`' for verb in vocabulary_of(setting).moves)}.\n"


def _names(kind: type[Any], seen: set[type[Any]]) -> Iterator[Names[Any, Any]]:
    """The names that the fields of a record, and of those in it, are about, each once."""
    seen.add(kind)
    found: dict[int, Names[Any, Any]] = {}
    for _, spec in fields_of(kind):
        for inner in spec.holds.records():
            if inner not in seen:
                found |= {id(names): names for names in _names(inner, seen)}
        holds: Any = spec.holds
        while hasattr(holds, "one"):
            holds = holds.one
        parts = (getattr(holds, name, None) for name in ("names", "of", "kinds"))
        found |= {id(names): names for names in parts if isinstance(names, Names)}
    yield from found.values()


def _shown(words: list[str]) -> str:
    shown = ", ".join(f"`{word}`" for word in words[: SHOWN if len(words) > SHOWN + 1 else len(words)])
    return f"{shown} and {len(words) - SHOWN} more" if len(words) > SHOWN + 1 else shown


def _table(title: str, place: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """A table of keys, then those of the tables in it."""
    keys, required = schema["properties"], schema.get("required", ())
    also: dict[str, list[str]] = {}
    for name, described in keys.items():
        if (means := described.get("description", "")).startswith(SAME):
            also.setdefault(means.removeprefix(SAME).rstrip("."), []).append(name)
    others = {name for names in also.values() for name in names}
    yield f"## {title} {{ #keys-{title.strip('[]').lower().replace('.', '-').replace(' ', '-')} }}\n"
    yield "| key | holds | what it says |\n|---|---|---|"
    for name, described in keys.items():
        if name not in others:
            means = described.get("description", "") + (" Required." if name in required else "")
            synonyms = f" Also `{'`, `'.join(also[name])}`." if name in also else ""
            yield f"| `{name}` | {_holds(described)} | {means}{synonyms} |"
    yield ""
    for name, described in keys.items():
        inner = described.get("items", described)
        head = f"{place}.{name}".lstrip(".")
        if "properties" in inner:
            yield from _table(f"[[{head}]]" if "items" in described else f"[{head}]", head, inner)
        elif "properties" in (named := inner.get("additionalProperties") or {}):
            yield from _table(f"[{head}.NAME]", f"{head}.NAME", named)


def _holds(schema: Mapping[str, Any]) -> str:
    """What a key holds, in words."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_holds(one) for one in schema["anyOf"] if one.get("type") != "null"))
    if "enum" in schema:
        words = [str(word) for word in schema["enum"]]
        return f"one of {_shown(words) if len(words) > FEW else ', '.join(f'`{word}`' for word in words)}"
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type")
    if kind == "integer":
        return f"a number from {schema.get('minimum', 0)} to {schema['maximum']}" if "maximum" in schema else "a number"
    if kind == "array":
        one = _holds(schema["items"])
        return {"a table": "tables", "a text": "a list of texts"}.get(one, f"a list: {one}")
    return {"string": "a text", "boolean": "true or false", "object": "a table"}.get(str(kind), "a value")
