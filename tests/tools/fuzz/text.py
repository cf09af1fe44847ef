"""Fuzzing of game texts: seeds, and the invariants of records read from them."""

from __future__ import annotations

from era_of_inventions import Game, Record, RecordError, parse_game, show_game
from era_of_inventions.tabletop.errors import DocumentError
from era_of_inventions.testing import Script

MESSAGE_MAX = 60_000
"""The most characters of an error: fifty problems, each a sentence with suggestions."""


def seeds() -> list[bytes]:
    """Beginnings of games, and games that begin in the middle of an action."""
    texts = []
    for players, ruleset, seed, first, last in (
        (3, "default", 1, 0, 40),
        (4, "nl", 2, 0, 30),
        (5, "en", 3, 100, 120),
        (3, "de", 4, 200, 215),
        (4, "default", 5, 300, 310),
        (4, "default", 6, 120, 120),
    ):
        steps = list(Script(Game(players, ruleset), seed=seed, plies=420).steps())
        start, moves = steps[first][0], tuple(move for _, move in steps[first:last])
        record = Record(start, moves, about=(("Title", "A seed"),), comments=((len(moves) // 2, "half way"),))
        texts.append(show_game(record).encode())
    return texts


def feed(data: bytes) -> None:
    """Read a text. A record that is read must round-trip; anything else must be refused."""
    try:
        record = parse_game(data)
    except (DocumentError, RecordError) as error:
        message = str(error)
    else:
        check_round_trip(record)
        return
    assert 0 < len(message) < MESSAGE_MAX
    assert message.replace("\n", "").isprintable()


def check_round_trip(record: Record) -> None:
    """Check that the text of a record is read as an equal record with the same text."""
    text = show_game(record)
    again = parse_game(text)
    assert again == record
    assert show_game(again) == text
