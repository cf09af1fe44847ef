"""The grammar of the documentation accepts what is written, and not what the reader refuses as no notation."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from era_of_inventions import DocumentError, Game, GameError, Record, parse_game, show_game
from era_of_inventions.moves import Exchange
from era_of_inventions.notation import LINES
from era_of_inventions.tabletop.records.header import ABOUT
from era_of_inventions.tabletop.records.notation import parse_moves
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.testing import Script
from tests import ROOT
from tests.tools.make_games import FOLDER

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
TERMINALS = {
    "nl": "\n",
    "line": r"[^\n]+",
    "word": r"[a-z0-9]+(?:-[a-z0-9]+)*",
    "name": r"[^:;,#\n]{1,40}",
    "number": r"[0-9]+",
    "fingerprint": r"[0-9a-f]{16}",
}
"""What the page says in words."""
TOKEN = re.compile(r'"[^"]*"|[a-z]+(?: [a-z]+)*|[{}\[\](),|]')
MEANINGS = {"{": "(?:", "}": ")*", "[": "(?:", "]": ")?", "(": "(?:", ")": ")", ",": "", "|": "|"}


def rules() -> dict[str, str]:
    (text,) = re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)
    pairs = [rule.split("=", 1) for rule in re.split(r";\s*(?=\n|$)", text) if rule.strip()]
    return {name.strip(): body for name, body in pairs}


@cache
def pattern(name: str) -> str:
    """The regular expression of a rule; the grammar is not recursive, so each has one."""
    if name in TERMINALS:
        return TERMINALS[name]
    found = []
    for token in TOKEN.findall(rules()[name]):
        if token in MEANINGS:
            found.append(MEANINGS[token])
        else:
            found.append(re.escape(token[1:-1]) if token[0] == '"' else pattern(token))
    return f"(?:{''.join(found)})"


def accepted(text: str) -> bool:
    """Whether the grammar accepts a text, comments and blank lines left out."""
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return re.fullmatch(pattern("text"), "".join(f"{line}\n" for line in lines)) is not None


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.era")), ids=lambda path: path.stem)
def test_recorded_games_are_of_the_grammar(path: Path) -> None:
    assert accepted(path.read_text(encoding="utf-8"))


def test_positions_are_of_the_grammar() -> None:
    for players in (3, 4, 5):
        for before, move in list(Script(Game(players), seed=players, plies=400).steps())[::7]:
            assert accepted(show_game(Record(before, (move,))))


def test_the_examples_of_the_page_are_of_the_grammar() -> None:
    texts = dict(re.findall(r'```text title="([^"]*)"\n(.*?)```', PAGE, re.DOTALL))
    assert sorted(texts) == ["evening.era", "position.era"]
    assert all(map(accepted, texts.values()))
    assert parse_game(texts["evening.era"]).names == ("Green", "Orange", "Yellow")
    with pytest.raises(GameError, match="'produce sewing-machine-2' is not legal"):
        parse_game(texts["position.era"])


SLIPS = [
    (" > ", " "),
    (": place ", ": plac "),
    ("; ", ", "),
    ("Round 1", "Round one"),
    ("reveal ", "reveal: "),
    ("Players: Green, ", "Players: "),
    ("Era of Inventions 1", "Era of Inventions"),
    ("2 coins", "two coins"),
]


@pytest.mark.parametrize(("right", "wrong"), SLIPS, ids=[right for right, _ in SLIPS])
def test_what_is_not_of_the_grammar_is_refused(right: str, wrong: str) -> None:
    (text,) = re.findall(r'```text title="evening.era"\n(.*?)```', PAGE, re.DOTALL)
    assert right in text
    slipped = text.replace(right, wrong)
    assert not accepted(slipped)
    with pytest.raises(DocumentError):
        parse_game(slipped)


def test_the_grammar_knows_every_verb_and_entry() -> None:
    grammar = rules()
    verbs = set(re.findall(r'"([a-z]+)', grammar["phrase"])) | set(re.findall(r'"([a-z]+)', grammar["reveals"]))
    assert verbs == set(Game(3).setting.vocabulary.moves)
    assert set(re.findall(r'"([A-Z][a-z]+)"', grammar["about"])) == set(ABOUT)


def test_every_line_of_the_market_is_on_the_page_with_an_exchange_of_its_own() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| .*?`([^`]+ > [^`]+)` \|$", PAGE, re.MULTILINE))
    assert list(rows) == list(LINES)
    for name, exchange in rows.items():
        text = f"exchange {exchange}"
        ((_, _, move),) = parse_moves(Span.of(text), Game(3).setting)
        assert isinstance(move, Exchange)
        assert move.line is LINES[name]
