"""Feeds mutated inputs to a reader: ``python -m tests.tools.fuzz json -n 1000000 --seed 1``, and ``text`` likewise.

A module of this package has ``seeds() -> list[bytes]``, valid inputs, and ``feed(data: bytes) -> None``, which catches
documented errors; any other error is a finding, and its input is written to ``build/fuzz``. It may have
``variant(seed: bytes, rng: random.Random) -> bytes``, which mutates an input in ways that depend on the format.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

FOUND = Path("build/fuzz")
FORMATS = ("json", "text", "disputes", "hostile")
TOKENS = [
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\\",
    b"\n",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"-1",
    b"0",
    b"1e999",
]
TOKENS += [b"99999999999", b"null", b"true", b"NaN", b"\\ud800", b"#", b";", b" > ", b"Round 3", b"\xe2\x80\xae"]


def changed(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """Mutate the bytes of an input in one to four places; pieces of ``other`` may be inserted."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        place, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        short = min(end, place + rng.randrange(1, 20))
        kind = rng.randrange(8)
        if kind == 0:
            data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
        elif kind == 1:
            data = data[:place] + data[short:]
        elif kind == 2:
            data = data[:place] + rng.choice(TOKENS) + data[place:]
        elif kind == 3:
            data = data[:short] + data[place:short] * rng.choice((1, 3)) + data[short:]
        elif kind == 4:
            start = rng.randrange(len(other) + 1)
            data = data[:place] + other[start : start + rng.randrange(40)] + data[short:]
        elif kind == 5:
            data = data[:place]
        elif kind == 6:
            data = data[:place] + rng.choice(TOKENS) + data[short:]
        else:
            data = rng.randbytes(rng.randrange(60))
    return data


def run(name: str, number: int, seed: int) -> int:
    """Feed so many inputs, and return the number of findings."""
    module = importlib.import_module(f"tests.tools.fuzz.{name}")
    variant: Callable[[bytes, random.Random], bytes] | None = getattr(module, "variant", None)
    rng = random.Random(seed)
    seeds: list[bytes] = module.seeds()
    finds: set[str] = set()
    began = time.monotonic()
    for count in range(1, number + 1):
        data = rng.choice(seeds)
        data = variant(data, rng) if variant and rng.random() < 0.5 else changed(data, rng.choice(seeds), rng)
        try:
            module.feed(data)
        except Exception as error:  # any error that escapes is a finding
            keep(name, data, error, finds)
        if count % 100_000 == 0:
            print(f"{count} inputs, {len(finds)} finds, {time.monotonic() - began:.0f} s", flush=True)
    print(f"{name}: {number} inputs with seed {seed}, {len(finds)} finds")
    return len(finds)


def keep(name: str, data: bytes, error: Exception, finds: set[str]) -> None:
    """Write an input to a file, one for each line of code that raised an error."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = f"{type(error).__name__}-{Path(frame.tb_frame.f_code.co_filename).stem}-{frame.tb_lineno}" if frame else "?"
    if place not in finds:
        finds.add(place)
        FOUND.mkdir(parents=True, exist_ok=True)
        (FOUND / f"{name}-{place}").write_bytes(data)
        print(f"{place}: {error!r:.200}", flush=True)


def main() -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description=__doc__)
    parser.add_argument("format", choices=FORMATS)
    parser.add_argument("-n", type=int, default=10_000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    return 1 if run(options.format, options.n, options.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
