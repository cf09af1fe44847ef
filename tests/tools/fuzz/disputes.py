"""Fuzzing of disputes: the examples of all games, and what has to be so of every judgement."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

from era_of_inventions.tabletop.disputes import dispute_text, judge_dispute, parse_dispute
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play import registry
from tests import ROOT

FOLDERS = ("examples/disputes", "examples/rules", "examples/oh_my_goods/disputes", "examples/phoenicia/disputes")
MESSAGE_MAX = 1_000_000
"""The most characters of an error or of a report."""
SECONDS_MAX = 60
"""The most seconds that an input may take."""
WORDS = (
    "telephone",
    "Green",
    "GREEN",
    "produce",
    "D",
    "market",
    "gold",
    "silver",
    "?",
    "-",
    "nothing",
    "ÿ",
    "\u202e",
    "'",
)
VALUES = (
    "0",
    "-1",
    "99999999999",
    "1.5",
    "true",
    '""',
    '"x"',
    "[]",
    "{}",
    '["a", 1]',
    "1979-05-27",
    "nan",
    "[[]]",
    '"""a"""',
)
HOSTILE = (
    "../x.toml",
    "/etc/passwd",
    "x" * 500,
    "\\u0000.toml",
    "a/../../b.toml",
    "CON",
    "~",
    "%s{0}",
    ".toml",
    "\\n",
    "💥",
)


def seeds() -> list[bytes]:
    """The disputes that come with the games."""
    return [path.read_bytes() for folder in FOLDERS for path in sorted(Path(ROOT, folder).glob("*.toml"))]


def variant(seed: bytes, rng: random.Random) -> bytes:
    """Mutate tokens, quotes, types, names and sizes of a file in a few places."""
    text = seed.decode()
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice((_value, _word, _line, _quote, _name, _size))(text, rng)
    return text.encode()


def hostile(seed: bytes, rng: random.Random) -> bytes:
    """Put a hostile name, path or size into a file."""
    return rng.choice((_name, _size))(seed.decode(), rng).encode()


def _value(text: str, rng: random.Random) -> str:
    return _replaced(text, r"(?<== )[^\n]+", rng.choice(VALUES), rng)


def _word(text: str, rng: random.Random) -> str:
    return _replaced(text, r"[A-Za-z]+", rng.choice(WORDS), rng)


def _line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    place = rng.randrange(len(lines))
    lines[place:place] = [rng.choice(lines)] * rng.choice((1, 1, 200))
    return "\n".join(lines)


def _quote(text: str, rng: random.Random) -> str:
    return _replaced(text, '"', rng.choice(("'", "", '"""', '\\"')), rng)


def _name(text: str, rng: random.Random) -> str:
    name = rng.choice(HOSTILE)
    if rng.random() < 0.5:
        return f'components = "{name}"\n{text}'
    return _replaced(text, '"[^"\n]*"', f'"{name}"', rng)


def _size(text: str, rng: random.Random) -> str:
    size = rng.choice((30, 400, 3000, 40_000))
    many = '"a", ' * (size // 5)
    return _replaced(text, r"[0-9]+|\[[^\[\]\n]*\]", rng.choice(("9" * size, f"[{many}]", "[" * size)), rng)


def _replaced(text: str, pattern: str, by: str, rng: random.Random) -> str:
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    place = rng.choice(places)
    return text[: place.start()] + by + text[place.end() :]


def feed(data: bytes) -> None:
    """Judge a dispute. What cannot be used is refused, everything can be told, and nothing takes long."""
    began, message = time.process_time(), ""
    try:
        dispute = parse_dispute(data, registry.rulebook_named("era-of-inventions"))
        judgements = judge_dispute(dispute)
        message = dispute_text(dispute, judgements)
    except GameError as refused:
        message, judgements = str(refused), ()
    assert 0 < len(message) < MESSAGE_MAX
    assert not any(judgement.problems and judgement.stands for judgement in judgements)
    assert time.process_time() - began < SECONDS_MAX
