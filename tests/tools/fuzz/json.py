"""Fuzzing of JSON: seeds of all kinds of documents, and the invariants of values read from them."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from era_of_inventions import (
    DocumentError,
    Game,
    GameError,
    Record,
    Ruleset,
    Setting,
    State,
    Verdict,
    from_json,
    to_json,
)
from era_of_inventions.box.components import Components
from era_of_inventions.moves import Move
from era_of_inventions.testing import Script, generated_components
from tests.tools.mutated import mutated

_KINDS: tuple[Any, ...] = (State, Record, Move, Verdict, Ruleset, Components, Setting)
KINDS: dict[str, Any] = {kind.__name__.lower(): kind for kind in _KINDS}
GAME = Game(4)
OTHER = generated_components(5)
MESSAGE_MAX = 110_000
"""The most characters of an error: a hundred problems and a line for the rest."""


def seeds() -> list[bytes]:
    """Documents of every kind; most are positions, of every phase."""
    texts = []
    for players, ruleset, seed in ((3, "default", 1), (4, "nl", 2), (5, "en", 3), (4, "de", 4)):
        box = OTHER if seed == 3 else GAME.setting.components
        script = Script(Game(players, ruleset, box), rich=seed == 2, seed=seed, plies=450)
        steps = list(script.steps())
        texts += [to_json(state) for state, _ in steps[::25]]
        start, _ = steps[100]
        texts.append(to_json(Record(start, tuple(move for _, move in steps[100:110]), comments=((2, "so far"),))))
        texts += [to_json(script.game.setting), to_json(script.game.setting.ruleset)]
    state = GAME.new(rng=random.Random(1))
    for number in (2, 70, 100, 200, 300):
        move = GAME.moves[number]
        texts.append(to_json(move, setting=GAME.setting))
        texts.append(to_json(GAME.judge(state, move, seat=1), setting=GAME.setting))
    texts += [to_json(OTHER), to_json(Ruleset(build_cap="turn", goods_supply="limited"))]
    return [text.encode() for text in texts]


def variant(seed: bytes, rng: random.Random) -> bytes:
    """Mutate values, keys and entries of a document in a few places."""
    return json.dumps(mutated(json.loads(seed), rng), separators=(",", ":")).encode()


def feed(data: bytes) -> None:
    """Read a document. A value that is read must round-trip, and positions must be playable."""
    named = re.search(rb"era-of-inventions/([a-z]+)", data[:60])
    kind = KINDS.get(named[1].decode() if named else "", State)
    try:
        value: Any = from_json(data, kind, setting=GAME.setting, components=[OTHER])
    except DocumentError as refused:
        message = str(refused)
        assert 0 < len(message) < MESSAGE_MAX
        assert message.encode()
        return
    assert isinstance(value, kind)
    again: object = from_json(to_json(value, setting=GAME.setting), kind, setting=GAME.setting, components=[OTHER])
    assert again == value
    value = getattr(value, "start", value)
    if isinstance(value, State):
        play_on(value)


def play_on(state: State) -> None:
    """Use a position in every way; only documented errors may be raised."""
    game = Game.from_state(state)
    game.check(state)
    game.score(state)
    rng = random.Random(0)
    try:
        game.judge(state, rng.choice(game.moves))
        for _ in range(10):
            legal = game.legal_moves(state)
            if not legal:
                return
            state = game.play(state, rng.choice(legal))
    except GameError:
        return
