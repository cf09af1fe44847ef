"""Random games on a cluster, by Dask or by Ray. The sums are those of a single process, to the last point.

    pip install 'dask[distributed]'                             # or: pip install ray
    python examples/cluster.py --games 2000                     # Dask, with two workers on this machine
    python examples/cluster.py --games 2000 --with ray          # Ray, the same
    python examples/cluster.py --games 100000 --address tcp://scheduler:8786    # a cluster that is running

Each worker needs this library, and nothing else.
"""

from __future__ import annotations

import argparse
import importlib
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from era_of_inventions import Game, simulate

P = ParamSpec("P")
T = TypeVar("T")


def installed(module: str, package: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        print(f"{module} is not installed; install it with: pip install {shlex.quote(package)}", file=sys.stderr)
        sys.exit(2)


@contextmanager
def dask(address: str | None, workers: int) -> Iterator[Executor]:
    """Dask has an executor of its own."""
    distributed = installed("distributed", "dask[distributed]")
    with distributed.Client(address) if address else distributed.Client(n_workers=workers, threads_per_worker=1) as it:
        yield it.get_executor()


@contextmanager
def ray(address: str | None, workers: int) -> Iterator[Executor]:
    """Ray has no executor, but a few lines make one."""
    library = installed("ray", "ray")
    with library.init(address) if address else library.init(num_cpus=workers, include_dashboard=False):
        yield RayExecutor(library.remote(call))


class RayExecutor(Executor):
    """Hands every call to Ray."""

    def __init__(self, remote: Any) -> None:
        self.remote = remote

    def submit(self, function: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
        future: Future[T] = self.remote.remote(function, *args, **options).future()
        return future


def call(function: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    return function(*args, **options)


def show(done: int, games: int) -> None:
    print(f"\r{done} of {games} games", end="\n" if done == games else "", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play random games on a cluster.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game; those of the others follow")
    parser.add_argument("--with", dest="cluster", default="dask", choices=("dask", "ray"))
    parser.add_argument("--address", help="the address of a running cluster; without it one is started here")
    parser.add_argument(
        "--workers", type=int, default=2, help="how many workers are started on this machine (default 2)"
    )
    options = parser.parse_args()
    cluster = {"dask": dask, "ray": ray}[options.cluster]
    with cluster(options.address, options.workers) as executor:
        began = time.perf_counter()
        summary = simulate(Game(options.players), options.games, seed=options.seed, executor=executor, progress=show)
        took = time.perf_counter() - began
    print(f"{summary.games} games by {options.cluster} in {took:.1f} s")
    for name, mean in summary.means().items():
        print(f"{name:22}{mean:6.1f}")
    for seat, wins in enumerate(summary.wins):
        print(f"seat {seat}: {wins} games won or shared")


if __name__ == "__main__":
    main()
