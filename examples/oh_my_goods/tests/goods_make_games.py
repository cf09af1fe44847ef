"""Makes the recorded games of the folder ``games`` and what is expected of them.

    python examples/oh_my_goods/tests/goods_make_games.py

Each game is a text ``NAME.era``; ``expected.json`` has its scores, and the fingerprint of the position with which each
round begins. After a change of the rules, the diff of these files shows its effects.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from oh_my_goods.moves import Build, EndProduction, Hire, Move, Produce, UseChain
from oh_my_goods.position import State
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rulings import Ruleset
from oh_my_goods.samples import busy_choice, generated_components

from era_of_inventions.tabletop.documents import to_json
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import OVER
from era_of_inventions.tabletop.records import Record, save_game
from era_of_inventions.tabletop.text.fingerprint import fingerprint

FOLDER = Path(__file__).parent / "games"
EXPECTED = FOLDER / "expected.json"
NAMES = ("Ann", "Ben", "Cas", "Dora")
Choose = Callable[[Sequence[Move], random.Random], Move]
READINGS = (
    ("exhaustion_cards", "hand-and-goods"),
    ("planning", "in-order"),
    ("assistant_moves", "one"),
    ("last_chains_when", "also-after-building"),
    ("production_forced", "optional"),
    ("chain_when", "while-producing"),
    ("assistant_moves_when", "with-plan"),
)


def builder(legal: Sequence[Move], rng: random.Random) -> Move:
    """A player who uses chains as often as possible, and then builds."""
    wanted = [move for move in legal if isinstance(move, UseChain | Build | Hire | Produce)]
    return rng.choice(wanted or [move for move in legal if not isinstance(move, EndProduction)] or legal)


STYLES: dict[str, Sequence[Choose]] = {
    "random": (lambda legal, rng: rng.choice(legal),),
    "busy": (busy_choice,),
    "builder": (builder,),
    "mixed": (busy_choice, builder, lambda legal, rng: rng.choice(legal)),
}
"""The kinds of players: random, random but rarely idle, fond of chains, or one of each."""


def played(game: Game[State, Move], style: str, seed: int) -> Record[State, Move]:
    """A game played to its end."""
    rng, choose = random.Random(seed), STYLES[style]
    start = state = game.new(seed % game.setting.players)
    moves: list[Move] = []
    while (mover := game.to_move(state)) is not OVER:
        legal = game.legal_moves(state)
        moves.append(
            game.chance_move(state, rng) if not isinstance(mover, int) else choose[mover % len(choose)](legal, rng)
        )
        state = game.play(state, moves[-1])
    about = (("Author", f"{style} players"),)
    return Record(start, tuple(moves), NAMES[: game.setting.players], about)


def games() -> Iterator[tuple[str, Record[State, Move]]]:
    """Yield all games with their names."""
    seed = 0
    for preset in Ruleset.presets:
        for players, style in ((2, "random"), (2, "busy"), (3, "mixed"), (3, "builder"), (4, "busy")):
            seed += 1
            game: Game[State, Move] = Game(OH_MY_GOODS, players, ruleset=preset)
            yield f"{preset}-{players}-{style}", played(game, style, seed)
    for field, reading in READINGS:
        seed += 1
        players = 2 + seed % 3
        game = Game(OH_MY_GOODS, players, ruleset=Ruleset().with_reading(field, reading))
        yield f"{field.replace('_', '-')}-{reading}-{players}-mixed", played(game, "mixed", seed)
    for number in (1, 2):
        game = Game(OH_MY_GOODS, 1 + number, components=generated_components(number))
        yield f"generated-{number}-{1 + number}-busy", played(game, "busy", number)


def position_print(state: State) -> str:
    """The fingerprint of a position."""
    return fingerprint(to_json(OH_MY_GOODS, state))


def expectation(record: Record[State, Move]) -> dict[str, Any]:
    """What a game comes to."""
    rounds: dict[int, str] = {}
    for step in record.replay():
        rounds.setdefault(step.state.round, position_print(step.state))
    score = Game.from_state(record.start).score(record.end())
    return {
        "moves": len(record.moves),
        "totals": list(score.totals),
        "winners": list(score.winners),
        "rounds": list(rounds.values()),
        "end": position_print(record.end()),
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
