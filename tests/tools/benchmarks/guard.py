"""A guard against performance regressions that needs no quiet machine: it counts bytecodes instead of time.

    python -m tests.tools.benchmarks.guard            exit status 1 if any cost is clearly higher than recorded,
                                                2 if there is no record
    python -m tests.tools.benchmarks.guard --record   record the current costs

It counts the instructions that the interpreter executes in the positions of fixed games: the same number on every
machine with the same minor version of Python and the same attrs. The time of calls into C is not measured.
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

from era_of_inventions.moves import Move
from era_of_inventions.position import State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.play.engine import legal_by_law
from era_of_inventions.tabletop.records.saving import save_bytes
from tests.tools.benchmarks.ours import DEALS, game_of, trail
from tests.tools.benchmarks.refusal import RefusalError

RECORD = Path(__file__).with_name("guard.json")
MORE = 0.15
"""The fraction by which a cost may rise."""
JUDGED, WEIGHED = 20, 200
"""One position in so many is judged without rulings, and one in so many with them."""

Costs = Mapping[str, float]
Pairs = Sequence[tuple[State, Move]]
Act = Callable[[Game, State, Move], object]


def python() -> str:
    """The interpreter of a record."""
    return f"{platform.python_implementation()} {sys.version_info.major}.{sys.version_info.minor}"


def bytecodes(run: Callable[[], object]) -> int:
    """The number of instructions that a call executes."""
    count = 0

    def instruction(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal count
        count += event == "opcode"
        return instruction

    def call(frame: FrameType, _event: str, _arg: Any) -> Any:
        frame.f_trace_lines = False
        frame.f_trace_opcodes = True
        return instruction

    sys._getframe().f_trace_opcodes = True  # Python 3.12 needs it in some frame before tracing starts
    before = sys.gettrace()
    gc.disable()  # others may have registered callbacks
    sys.settrace(call)
    try:
        run()
    finally:
        sys.settrace(before)
        gc.enable()
    return count


def costs() -> dict[str, float]:
    """All costs, per position of the fixed games."""
    result = {}
    for rich in (False, True):
        pairs = [pair for deal in DEALS if deal.rich is rich for pair in trail(deal, random.Random(deal.players))]
        for name, act, some in _acts(pairs):
            run = partial(_each, act, some)
            run()  # fills the tables
            result[f"{name}, {'rich' if rich else 'poor'} deals"] = round(bytecodes(run) / len(some), 1)
    return result


def _acts(pairs: Pairs) -> Iterator[tuple[str, Act, Pairs]]:
    yield "legal moves", lambda game, state, _: game.legal_moves(state), pairs
    yield "legal moves by the law", lambda game, state, _: _by_law(game)(state), pairs[::JUDGED]
    yield "play, unchecked", lambda game, state, move: game.play_unchecked(state, move), pairs
    yield "play, checked", lambda game, state, move: game.play(state, move), pairs
    yield "judge a legal move", lambda game, state, move: game.judge(state, move), pairs[::JUDGED]
    yield "judge over rulings", lambda game, state, move: game.judge(state, move, rulings=True), pairs[::WEIGHED]


@cache
def _by_law(game: Game) -> Callable[[State], Sequence[Move]]:
    return legal_by_law(LAW, game.moves)


def _each(act: Act, pairs: Pairs) -> None:
    for state, move in pairs:
        act(game_of(state.setting.players), state, move)


def known_costs() -> dict[str, Costs]:
    """The recorded costs for each interpreter. Raises RefusalError if there are none."""
    try:
        costs = json.loads(RECORD.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise _lost("does not exist") from None
    except ValueError:
        raise _lost("is not JSON") from None
    if not isinstance(costs, dict) or not costs:
        raise _lost("holds no costs")
    return costs


def _lost(how: str) -> RefusalError:
    command = "python -m tests.tools.benchmarks.guard --record"
    return RefusalError(f"{RECORD} {how}, so nothing can be compared; run `{command}` to make it.")


def verdict(measured: Costs, recorded: Costs | None, who: str) -> tuple[list[str], bool]:
    """The lines about costs compared with those recorded, and whether the costs are acceptable."""
    if recorded is None:
        return [f"Nothing is recorded for {who}, so nothing is compared; --record records the current costs."], True
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
        lines.append(f"Costs rose by more than {MORE:.0%}: {'; '.join(risen)}. If this is intended, use --record.")
    return lines, not risen


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmarks.guard",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--record", action="store_true", help="record the current costs")
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
