"""The pages with every key of a dispute file, what can be claimed, and the words that are understood.

``python -m docs.site.keys`` writes those of the repository.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.disputes import file_schema
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.text.toml import toml_key
from era_of_inventions.tabletop.values import Names
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.groups import CardSet
from era_of_inventions.tabletop.values.quantities import Quantities, quantities
from era_of_inventions.tabletop.values.stacks import Stacks

SHOWN = 3
"""How many of many words are shown."""
FEW = 24
"""How many words are all shown."""
OTHERS = 16
"""How many other words for a thing are all shown."""
SAME = "The same as "
PLACE = "place of "
PAGE = "dispute-keys.md"
HEAD = """\
This page lists everything that a dispute file can say. Only the players and a claim are required: everything else is as
after the setup. `{command} dispute new FILE --about CLAUSE` writes a file with all keys.

- A list is a text with commas, `"A, B"`, or a list of texts, `["A", "B"]`. In a row, `-` is an open place.
- Numbers of things are a text, `"3 A, B"` or `"3 x A, B"`, or a table, `{{ A = 3, B = 1 }}`.
- Small and capital letters of keys are the same, and so are hyphens, blanks and underscores.
- `enough`, where a key can hold it, is as much as the rest of the file allows; for cards, it is those that the moves
  name and some of every sort.\
"""
UNSEEN = """\
- In a hand or a pile, `"?"` is a card that nobody has seen, and `"3 ?"` are three.\
"""
STACKS = """\
- What lies on a card is a number beside it, `"A 3, B"` or `"3 A, B"`, or cards from the lowest up, `"A under C D"`.\
"""
NAMES = """\
Lists of things use these names, and so do the tables that replace what is printed on a thing, for example with what
your own copy shows. A name with blanks stands in quotation marks. `{command} components show` names each value by its
place in a component file. This place can begin with the words in the third column, in place of the words in the second.
"""
CLAIMS = """\
An entry of `happens` is one of these names, followed by a change, such as `+1`, or by a value, such as `= 3`.
"""
MOVES = """\
A text can hold several moves, with `;` between them. The name of a player and a colon, `{name}:`, before a move say who
makes this move and those after it; without a name, whoever is to move makes it. Moves with the same verb need the verb
only once, with commas between what follows it; `and` does too with most verbs. A number repeats a move: it stands
before it, as in `2 x …`, after it, as in `… x 2` or `… twice`, or between a verb of one word and what follows it. These
are the kinds of moves:

| written | what it does | also written |
|---|---|---|\
"""
WORDS = """\
Small and capital letters are the same, and so are hyphens and blanks in the names of things. The words in the second
column are understood too, in disputes and in games; printed texts always have those in the first. `…` stands for the
number of a thing. In a claim of `happens`, write those in the first.
"""


@cache
def page(rulebook: Rulebook[Any, Any], command: str) -> str:
    """Return the page about a rulebook. ``command`` is the one that is about it."""
    parts = (
        _page_head(rulebook, command),
        dispute_keys(rulebook),
        _printed(rulebook, command),
        ("## What can be claimed { #keys-claims }\n",),
        claims(rulebook),
        ("## Moves { #keys-moves }\n",),
        moves(rulebook),
        ("## Words { #keys-words }\n", WORDS),
        words(rulebook),
    )
    return "\n".join(line for part in parts for line in part).rstrip() + "\n"


def _page_head(rulebook: Rulebook[Any, Any], command: str) -> Iterator[str]:
    yield f"# Keys of disputes about {rulebook.title}\n"
    yield HEAD.format(command=command)
    sets = ", ".join(f"`{name}`" for name in rulebook.components.shipped())
    domains = [*_domains(rulebook.state, set())]
    if any(isinstance(holds, CardSet) for holds in domains):
        yield UNSEEN
    if any(isinstance(holds, Stacks) for holds in domains):
        yield STACKS
    yield f"- The component sets that come with the game: {sets}.\n"


def dispute_keys(rulebook: Rulebook[Any, Any]) -> Iterator[str]:
    """Yield every key of a dispute file, table by table, from its schema."""
    yield from _table("The file", "", file_schema(rulebook))


def _printed(rulebook: Rulebook[Any, Any], command: str) -> Iterator[str]:
    """Yield the things whose printed values a dispute can replace, and their places in component files."""
    sets = rulebook.components
    yield "## Names of things { #keys-names }\n"
    yield NAMES.format(command=command)
    yield "| table | here | in a component file |\n|---|---|---|"
    things = sets.override_names(sets.load(sets.default))
    for table, places in things.items():
        name, place = next(iter(places.items()))
        yield f"| {', '.join(_ranges(places))} | `[{toml_key([table, name])}]` | `{place}` |"
    yield "| what else is in the box | `[box]` | no word before the key |\n"


def _ranges(names: Iterable[str]) -> Iterator[str]:
    """Yield names; numbered ones are shortened to the first and the last."""
    for _, group in groupby(names, _stem):
        first, *others = group
        yield f"`{first}` to `{others[-1]}`" if len(others) > 1 else ", ".join(f"`{name}`" for name in (first, *others))


def claims(rulebook: Rulebook[Any, Any]) -> Iterator[str]:
    """Yield what can be claimed of a position, from the declared fields."""
    yield CLAIMS
    game = Game(rulebook, min(rulebook.player_counts()))
    names = rulebook.grammar.seat_names(game.setting.players)
    every = game.setting.for_players(names).quantities
    known = {quantity.name: quantity for quantity in quantities(game.setting.for_players(names).layout)}
    for own, whose in ((True, f"Of a player, with the name before it: `{names[0]} …`"), (False, "Of the table")):
        grouped: dict[str, list[str]] = {}
        for name in every.names(own=own):
            head = name.rpartition(" ")[0] if name not in known else name.partition(" ")[0]
            grouped.setdefault(head or name, []).append(name)
        texts = [_shown(group) for group in grouped.values()]
        yield f"**{whose}:** {'; '.join(texts)}.\n"
    yield from _words_of_places(every, names)


def _words_of_places(every: Quantities, names: Sequence[str]) -> Iterator[str]:
    """Yield what the places of things can be, for the things that can lie in the same places."""
    things: dict[tuple[str, ...], list[str]] = {}
    for name in every.names(own=False):
        if name.startswith(PLACE):
            things.setdefault(every.words(name, own=False), []).append(name)
    for words, group in things.items():
        owned = [word for word in words if word.startswith(tuple(f"{name} " for name in names))]
        of_table = ", ".join(f"`{word}`" for word in words if word not in owned)
        own = ", ".join(f"`{word}`" for word in owned if word.startswith(f"{names[0]} "))
        yield f"**{_shown(group)}:** {of_table}{own and ', or of a player '}{own}.\n"


def moves(rulebook: Rulebook[Any, Any]) -> Iterator[str]:
    """Yield how moves are written: an example of each kind, what it does, and other forms of it."""
    setting = Game(rulebook, min(rulebook.player_counts())).setting
    yield MOVES.format(name=rulebook.grammar.seat_names(setting.players)[0])
    forms, masked = setting.vocabulary.examples(setting.moves), setting.vocabulary.examples(setting.masked_moves)
    for kind, text in forms.items():
        words = rulebook.grammar.words_of(kind)
        verb = rulebook.grammar.verb(words.split()[0])
        joined = f" {verb.between} ".join(text.removeprefix(words).split()) if verb.between else ""
        others = [*([f"{words} {joined}"] if joined else []), *([masked[kind]] if kind in masked else [])]
        for joint, then in verb.then.items():
            texts = [other for other in setting.vocabulary.texts.values() if other.startswith(f"{then} ")]
            others += (f"{text} {joint}{last.removeprefix(then)}" for last in texts[-1:])
        means, *_ = re.split(r"(?<=\.)\s", kind.__doc__ or "")
        yield f"| `{text}` | {means} | {', '.join(f'`{other}`' for other in others)} |"
    yield ""


def words(rulebook: Rulebook[Any, Any]) -> Iterator[str]:
    """Other words that are understood, for moves and for things."""
    setting = Game(rulebook, min(rulebook.player_counts())).setting
    of_things = [setting.terms.get(names.also) for names in _names(rulebook.state)]
    for what, tables in (("in a move", [rulebook.grammar.also]), ("as a name", of_things)):
        yield f"| written {what} | also understood |\n|---|---|"
        for things, others in _of_one_stem(_by_usual(tables)):
            more = f" and {len(others) - SHOWN} more" if len(others) > OTHERS else ""
            yield f"| {', '.join(_ranges(things))} | {', '.join(others[: SHOWN if more else None])}{more} |"
        yield ""


def _by_usual(tables: Iterable[Mapping[str, str]]) -> dict[str, list[str]]:
    """Return the other words for each usual one, without repetitions."""
    rows: dict[str, list[str]] = {}
    for word, usual in chain(*(also.items() for also in tables)):
        if word not in (known := rows.setdefault(usual, [])) and word != usual:
            known.append(word)
    return rows


def _of_one_stem(rows: Mapping[str, Sequence[str]]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield things that differ only in their numbers, and so do their other words, with these words."""
    for _, group in groupby(rows.items(), lambda row: tuple(map(_stem, (row[0], *row[1])))):
        (usual, others), *rest = group
        words = [f"{_stem(word)}…" for word in others] if rest else [*others]
        yield [usual, *(other for other, _ in rest)], words


def _stem(name: str) -> str:
    return re.sub("[0-9]+$", "", name)


def _domains(kind: type[Any], seen: set[type[Any]]) -> Iterator[Any]:
    """Yield what the fields of a record hold, and those of the records in it, without what wraps a single value."""
    seen.add(kind)
    for _, spec in fields_of(kind):
        for inner in spec.holds.records():
            if inner not in seen:
                yield from _domains(inner, seen)
        holds: Any = spec.holds
        while hasattr(holds, "one"):
            holds = holds.one
        yield holds


def _names(kind: type[Any]) -> Iterable[Names[Any, Any]]:
    """Return the names that the fields of a record, and the fields of records in it, are about, each once."""
    parts = (getattr(holds, name, None) for holds in _domains(kind, set()) for name in ("names", "of", "kinds"))
    return {id(names): names for names in parts if isinstance(names, Names)}.values()


def _shown(words: list[str]) -> str:
    shown = ", ".join(f"`{word}`" for word in words[: SHOWN if len(words) > SHOWN + 1 else len(words)])
    return f"{shown} and {len(words) - SHOWN} more" if len(words) > SHOWN + 1 else shown


def _table(title: str, place: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table of keys, then those of the tables in it."""
    keys, required = schema["properties"], schema.get("required", ())
    also: dict[str, list[str]] = {}
    for name, described in keys.items():
        if (means := described.get("description", "")).startswith(SAME):
            also.setdefault(means.removeprefix(SAME).rstrip("."), []).append(name)
    others = {name for names in also.values() for name in names}
    yield f"## {_heading(title)} {{ #keys-{title.strip('[]').lower().replace('.', '-').replace(' ', '-')} }}\n"
    yield "| key | holds | what it says |\n|---|---|---|"
    for name, described in keys.items():
        if name not in others:
            means = described.get("description", "") + (" Required." if name in required else "")
            synonyms = f" Also `{'`, `'.join(also[name])}`." if name in also else ""
            yield f"| `{name}` | {_holds(described)} | {means}{synonyms} |"
    for described in schema.get("patternProperties", {}).values():
        yield f"| a number | {_holds(described)} | {described['description']} |"
    yield ""
    for name, described in keys.items():
        inner = described.get("items", described)
        head = f"{place}.{name}".lstrip(".")
        if "properties" in inner:
            yield from _table(f"[[{head}]]" if "items" in described else f"[{head}]", head, inner)
        elif "properties" in (named := inner.get("additionalProperties") or {}):
            yield from _table(f"[{head}.NAME]", f"{head}.NAME", named)


def _heading(title: str) -> str:
    return f"`{title}`" if title.startswith("[") else title


def _holds(schema: Mapping[str, Any]) -> str:
    """Return what a key holds, in words."""
    if "anyOf" in schema:
        held = dict.fromkeys(_holds(one) for one in schema["anyOf"] if one.get("type") != "null")
        # If a value can also stand alone, its list does not repeat the name.
        return " or ".join("a list" if one.removeprefix("a list: ") in held.keys() - {one} else one for one in held)
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


def pages() -> dict[Path, str]:
    """Return the pages that the repository has, by path."""
    from docs.site.build import VOLUMES  # which itself needs this module

    return {volume.written / PAGE: page(volume.rulebook, volume.command) for volume in VOLUMES if volume.written}


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
