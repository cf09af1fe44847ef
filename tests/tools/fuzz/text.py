"""Game texts to be mutated, and what must hold of anything that is read as one."""

from __future__ import annotations

from era_of_inventions import Game, Record, RecordError, parse_game, show_game
from era_of_inventions.tabletop.errors import DocumentError
from era_of_inventions.testing import Script

MESSAGE_MAX = 60_000
"""Characters an error has at most: fifty problems, each a sentence that names the nearest words."""


def seeds() -> list[bytes]:
    """Beginnings of games, and games that begin in the middle of an action."""
    found = []
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
        found.append(show_game(record).encode())
    return found


def feed(data: bytes) -> None:
    """Read the text. What is understood must be written and read again as the same; anything else must be refused."""
    try:
        record = parse_game(data)
    except (DocumentError, RecordError) as error:
        told = str(error)
    else:
        written_and_read_again(record)
        return
    assert 0 < len(told) < MESSAGE_MAX
    assert told.replace("\n", "").isprintable()


def written_and_read_again(record: Record) -> None:
    """What is written of a record is read as an equal one, and written the same."""
    text = show_game(record)
    again = parse_game(text)
    assert again == record
    assert show_game(again) == text
