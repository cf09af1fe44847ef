"""A guard against getting slow, which needs no quiet machine: it counts bytecodes instead of time.

    python -m tests.tools.benchmarks.guard            exit status 1 if anything costs clearly more than recorded,
                                                2 if the record is lost
    python -m tests.tools.benchmarks.guard --record   record what it costs now

What is counted are the instructions the interpreter carries out in the positions of fixed games: the same number on
every machine with the same minor version of Python and the same attrs. It does not see how long a call into C takes.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any

from era_of_inventions.game import Game
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.rulebook import LAW
from era_of_inventions.tabletop.play.engine import legal_by_law
from era_of_inventions.tabletop.record.files import save_bytes
from tests.tools.benchmarks.ours import DEALS, game_of, trail
from tests.tools.benchmarks.refusal import RefusalError

RECORD = Path(__file__).with_name("guard.json")
MORE = 0.15
"""The part by which a cost may rise."""
JUDGED, WEIGHED = 20, 200
"""Every so many-th position is judged without rulings, and with them."""

Costs = Mapping[str, float]
Pairs = Sequence[tuple[State, Move]]
Act = Callable[[Game, State, Move], object]


def python() -> str:
    """The interpreter a record is for."""
    return f"{platform.python_implementation()} {sys.version_info.major}.{sys.version_info.minor}"


def bytecodes(run: Callable[[], object]) -> int:
    """How many instructions a call carries out."""
    count = 0

    def instruction(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal count
        count += event == "opcode"
        return instruction

    def call(frame: FrameType, _event: str, _arg: Any) -> Any:
        frame.f_trace_lines = False
        frame.f_trace_opcodes = True
        return instruction

    sys._getframe().f_trace_opcodes = True  # Python 3.12 counts none unless some frame asked before tracing began
    before = sys.gettrace()
    gc.disable()  # others may have hung something on it
    sys.settrace(call)
    try:
        run()
    finally:
        sys.settrace(before)
        gc.enable()
    return count


def costs() -> dict[str, float]:
    """What everything costs, per position of the fixed games."""
    found = {}
    for rich in (False, True):
        pairs = [pair for deal in DEALS if deal.rich is rich for pair in trail(deal, random.Random(deal.players))]
        for name, act, some in _acts(pairs):
            run = partial(_each, act, some)
            run()  # fills the tables
            found[f"{name}, {'rich' if rich else 'poor'} deals"] = round(bytecodes(run) / len(some), 1)
    return found


def _acts(pairs: Pairs) -> Iterator[tuple[str, Act, Pairs]]:
    yield "legal moves", lambda game, state, _: game.legal_moves(state), pairs
    yield "legal moves by the law", lambda game, state, _: _by_law(game)(state), pairs[::JUDGED]
    yield "play, unchecked", lambda game, state, move: game.play_unchecked(state, move), pairs
    yield "play, checked", lambda game, state, move: game.play(state, move), pairs
    yield "judge a legal move", lambda game, state, move: game.judge(state, move, rulings=False), pairs[::JUDGED]
    yield "judge over rulings", lambda game, state, move: game.judge(state, move), pairs[::WEIGHED]


@cache
def _by_law(game: Game) -> Callable[[State], Sequence[Move]]:
    return legal_by_law(LAW, game.moves)


def _each(act: Act, pairs: Pairs) -> None:
    for state, move in pairs:
        act(game_of(state.setting.players), state, move)


def known_costs() -> dict[str, Costs]:
    """What was recorded for each interpreter. Raises RefusalError if that is lost."""
    try:
        found = json.loads(RECORD.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise _lost("is not there") from None
    except ValueError:
        raise _lost("is no JSON") from None
    if not isinstance(found, dict) or not found:
        raise _lost("holds no costs")
    return found


def _lost(how: str) -> RefusalError:
    command = "python -m tests.tools.benchmarks.guard --record"
    return RefusalError(f"{RECORD} {how}, so nothing can be compared; `{command}` makes it anew.")


def verdict(measured: Costs, recorded: Costs | None, who: str) -> tuple[list[str], bool]:
    """What to print about costs compared with those recorded, and whether they may stay."""
    if recorded is None:
        return [f"Nothing is recorded for {who}, so nothing is compared; --record records what it costs now."], True
    lines = [f"{'bytecodes per position':32} {'measured':>10} {'recorded':>10} {'ratio':>7}"]
    risen = []
    for name, cost in measured.items():
        if name not in recorded:
            lines.append(f"{name:32} {cost:10,.1f} {'-':>10} {'-':>7}")
            continue
        lines.append(f"{name:32} {cost:10,.1f} {recorded[name]:10,.1f} {cost / recorded[name]:7.3f}")
        if cost / recorded[name] > 1 + MORE:
            risen.append(f"{name} by {cost / recorded[name] - 1:.0%}")
    if not risen:
        lines.append(f"No cost rose by more than {MORE:.0%}.")
    else:
        lines.append(f"Costs rose by more than {MORE:.0%}: {'; '.join(risen)}. If that is meant, use --record.")
    return lines, not risen


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is returned."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmarks.guard",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--record", action="store_true", help="record what everything costs now")
    options = parser.parse_args(arguments)
    try:
        records = known_costs()
    except RefusalError as refusal:
        if not options.record:
            print(refusal, file=sys.stderr)
            return 2
        records = {}
    measured = costs()
    lines, stands = verdict(measured, records.get(python()), python())
    print("\n".join(lines))
    if not options.record:
        return 0 if stands else 1
    records[python()] = measured
    save_bytes(RECORD, f"{json.dumps(dict(sorted(records.items())), indent=1)}\n".encode(), overwrite=True)
    print(f"Recorded for {python()}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
