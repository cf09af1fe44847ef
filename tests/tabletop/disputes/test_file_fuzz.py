"""Any file at all: it is judged or refused in words."""

from __future__ import annotations

import contextlib
import copy
import datetime
import io
import json
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions import cli
from era_of_inventions.box.components import Area
from era_of_inventions.rulebook import ERA, Game
from era_of_inventions.tabletop import every_schema
from tests import ROOT
from tests.support.disputes import CARDS, FACTORIES, NAMES, SET

TEXTS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples" / "disputes").glob("*.toml"))]
MOVES = [
    "end action",
    "end turn",
    "use bonus disc",
    "Green: run start",
    "run all",
    "exchange 2 coins > cog",
    "take cog",
]
MOVES += ["produce telephone-1", "develop car", "patent unplaced", "build mint-1", "buy tool-ship", "place market"]
MOVES += ["reveal light-bulb-1", "reveal factory mint-1", "withdraw market", "resolve market", "Brown: end turn"]
QUANTITIES = Game(4).setting.for_players(NAMES[:4]).quantities
MEASURED = [*QUANTITIES.names(own=False), *(f"Green {name}" for name in QUANTITIES.names(own=True))]
VOCABULARY = [*MOVES, *CARDS[::5], *FACTORIES[::6], *NAMES, *MEASURED, "placement", "choice", "action", "market"]
VOCABULARY += [
    "telephone",
    "car technical",
    "2 coins",
    "999 wood",
    "-1 coal",
    "Green coins +1",
    "round = 3",
    "holds",
    "nl",
]
VOCABULARY += ["reconstructed", "none.toml", "", "-", "game-over", "final-market", "setup", "\n", "\x1b[31m"]


def keys_of(schema: Any) -> set[str]:
    """The keys that a schema knows, at any place."""
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    own = schema.get("properties", ()) if isinstance(schema, dict) else ()
    return set(own).union(*map(keys_of, inner))


scalars = st.one_of(
    st.sampled_from(VOCABULARY),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.booleans(),
    st.integers(-2, 30) | st.integers(),
    st.floats(),
    st.dates() | st.datetimes() | st.times(),
)
keys = st.sampled_from([*sorted(keys_of(every_schema(ERA)["dispute-file"])), *NAMES, "x", "\n"])
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3), max_leaves=6
)


def dump(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{dump(key)} = {dump(entry)}' for key, entry in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(dump, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value).lower()


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested tables and lists: the table or list, and the key."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in list(entries):
        yield value, key
        yield from places(entry)


GOODS = ["2 coins", "1 wood", "9 metal, 9 technology, 9 tools, 9 coal", "999 cogs", "nothing", "3 influence"]
EFFECTS = [f"{what} {change}" for what in MEASURED for change in ("+1", "-2", "= 3")]
KINDS = [MOVES, CARDS, FACTORIES, list(NAMES), [*SET.inventions, "car technical"], GOODS, EFFECTS, ["holds", "fails"]]
KINDS += [["placement", "choice", "action", "game-over", "final-market", "setup"], [a.name.lower() for a in Area]]


def like(value: Any) -> st.SearchStrategy[Any]:
    """Values of the same kind, which may well be understood."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(0, 9)
    if isinstance(value, str):
        kinds = [kind for kind in KINDS if value in kind or any(value.split()[:1] == word.split()[:1] for word in kind)]
        return st.sampled_from([word for kind in kinds for word in kind] or VOCABULARY)
    return values


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """An example with some values changed, some keys left out, and some added."""
    table = tomllib.loads(draw(st.sampled_from(TEXTS)))
    for _ in range(draw(st.integers(1, 3))):
        inside, key = draw(st.sampled_from(list(places(table)) or [(table, "x")]))
        change = draw(st.sampled_from(["like", "like", "like", "put", "drop", "add", "repeat"]))
        if change == "like" and key in (inside if isinstance(inside, dict) else range(len(inside))):
            inside[key] = draw(like(inside[key]))
        elif change == "put":
            inside[key] = draw(values)
        elif change == "drop":
            inside.pop(key, None) if isinstance(inside, dict) else inside.pop(key)
        elif change == "repeat" and isinstance(inside, list):
            inside.insert(key, copy.deepcopy(inside[key]))
        elif isinstance(inside, dict):
            inside[draw(keys)] = draw(values)
        else:
            inside.append(draw(values))
    return "\n".join(f"{dump(key)} = {dump(value)}" for key, value in table.items())


def run(data: bytes, folder: Path, *options: str) -> int:
    """Judge a file of these bytes: there is an answer, a complaint, or a report with claims that are unusable."""
    path = folder / "any.toml"
    path.write_bytes(data)
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = cli.main(["judge", *options, str(path)])
    if status == cli.UNUSABLE and "--json" in options:
        assert err.getvalue() == ""
        report = json.loads(out.getvalue())
        claims = [claim for dispute in report["disputes"] for claim in dispute["claims"]]
        assert bool(report["errors"]) != any(claim["problems"] for claim in claims)
    elif status == cli.UNUSABLE:
        if "--brief" in options:
            assert err.getvalue()
            assert (": unusable" in out.getvalue()) is bool(out.getvalue())
        else:
            assert bool(out.getvalue()) is not bool(err.getvalue())
            assert ("CANNOT BE JUDGED" in out.getvalue()) is bool(out.getvalue())
        for line in err.getvalue().splitlines():
            assert re.match(r".*(any|none|reconstructed)\.toml: \S", line)
    else:
        assert status in (cli.HOLDS, cli.FAILS)
        assert err.getvalue() == ""
        assert out.getvalue()
        if "--json" in options:
            report = json.loads(out.getvalue())
            assert report["errors"] == []
            disputes = report["disputes"]
            stands = [claim["stands"] for dispute in disputes for claim in dispute["claims"]]
            assert (status == cli.HOLDS) is all(stands)
    return status


@pytest.mark.slow
@given(mutants(), st.sampled_from([(), ("--json",), ("--brief",), ("--ruleset", "de")]))
def test_any_changed_example_is_judged_or_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str, options: tuple[str, ...]
) -> None:
    tomllib.loads(text)
    run(text.encode(), tmp_path_factory.getbasetemp(), *options)


@pytest.mark.slow
@given(st.sampled_from(TEXTS), st.data())
def test_any_cut_example_is_judged_or_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject
) -> None:
    whole = text.encode()
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, len(whole)))
    slip = data.draw(st.binary(max_size=3) | st.sampled_from([b"[", b"]", b'"', b"\n", b"=", b"[[claim]]\n"]))
    run(whole[:start] + slip + whole[stop:], tmp_path_factory.getbasetemp())


@pytest.mark.slow
def test_changed_examples_are_of_all_kinds(tmp_path: Path) -> None:
    """The mutants above reach every exit status, so that what they assert is put to the test."""
    rng = random.Random(1)
    seen = set()
    for text in TEXTS[::3]:
        table = tomllib.loads(text)
        claim = table["claim"][0]
        for change in ("none", "turn", "junk"):
            changed = copy.deepcopy(table)
            if change == "turn":
                changed["claim"][0]["expect"] = "fails" if claim["expect"] == "holds" else "holds"
            elif change == "junk":
                changed["claim"][0][rng.choice(["moves", "happens", "junk"])] = 3
            dumped = "\n".join(f"{dump(key)} = {dump(value)}" for key, value in changed.items())
            status = run(dumped.encode(), tmp_path)
            assert status == {"none": cli.HOLDS, "turn": cli.FAILS, "junk": cli.UNUSABLE}[change]
            seen.add(status)
    assert seen == {0, 1, 2}
