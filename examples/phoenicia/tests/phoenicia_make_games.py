"""Makes the recorded games of the folder ``games`` and what is expected of them.

    python examples/phoenicia/tests/phoenicia_make_games.py

Each game is a text ``NAME.era``; ``expected.json`` has its scores, and the fingerprint of the position with which each
round begins. After a change of the rules, the diff of these files shows its effects.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from phoenicia.bots import settler
from phoenicia.moves import Move
from phoenicia.position import State
from phoenicia.rulebook import PHOENICIA
from phoenicia.rulings import Ruleset
from phoenicia_tables import bids_little

from era_of_inventions.tabletop.documents import to_json
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.records import Record, save_game
from era_of_inventions.tabletop.text.fingerprint import fingerprint

FOLDER = Path(__file__).parent / "games"
EXPECTED = FOLDER / "expected.json"
NAMES = ("Anne", "Bo", "Carl", "Dora", "Emil")
STYLES = {"settlers": (True,), "mixed": (True, False), "random": (False,)}
"""The kinds of players: settlers, or players who choose at random but bid little."""
READINGS = (
    ("overpay", "no-card-if-disks-do"),
    ("display_refill", "fill-up"),
    ("more_lucrative", "more-points"),
    ("disks_to_card", "may"),
    ("supplies", "limited"),
)


def played(game: Game[State, Move], style: str, seed: int) -> Record[State, Move]:
    """A game played to its end."""
    rng, settles = random.Random(seed), STYLES[style]
    state = start = game.new(seed % game.setting.players)
    moves: list[Move] = []
    while (mover := game.to_move(state)) is not OVER:
        if mover is CHANCE:
            moves.append(game.chance_move(state, rng))
        else:
            legal = game.legal_moves(state)
            one = settles[state.turn.seat % len(settles)]
            moves.append(settler(game, state, legal, rng) if one else bids_little(legal, rng))
        state = game.play(state, moves[-1])
    return Record(start, tuple(moves), NAMES[: game.setting.players], (("Author", style),))


def games() -> Iterator[tuple[str, Record[State, Move]]]:
    """Yield all games with their names."""
    seed = 0
    for preset in Ruleset.presets:
        for players, style in ((2, "settlers"), (3, "mixed"), (4, "settlers")):
            seed += 1
            yield f"{preset}-{players}-{style}", played(Game(PHOENICIA, players, ruleset=preset), style, seed)
    for field, reading in READINGS:
        seed += 1
        game = Game(PHOENICIA, 2 + seed % 4, ruleset=Ruleset().with_reading(field, reading))
        yield f"{field.replace('_', '-')}-{reading}-{game.setting.players}-mixed", played(game, "mixed", seed)
    yield "default-2-random", played(Game(PHOENICIA, 2), "random", seed + 1)


def expectation(record: Record[State, Move]) -> dict[str, Any]:
    """What a game comes to."""
    rounds: dict[int, str] = {}
    for step in record.replay():
        rounds.setdefault(step.state.turn.round, fingerprint(to_json(PHOENICIA, step.state)))
    score = Game.from_state(record.start).score(record.end())
    return {
        "moves": len(record.moves),
        "totals": list(score.totals),
        "winners": list(score.winners),
        "rounds": list(rounds.values()),
        "end": fingerprint(to_json(PHOENICIA, record.end())),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.era"):
        old.unlink()
    made = dict(games())
    for name, record in made.items():
        save_game(FOLDER / f"{name}.era", record)
    lines = [f"{json.dumps(name)}: {json.dumps(expectation(record))}" for name, record in sorted(made.items())]
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
