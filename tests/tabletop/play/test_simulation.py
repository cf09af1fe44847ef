"""Many games: the same sums whoever plays them, and a clear word when somebody cannot."""

from __future__ import annotations

import importlib.util
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial, reduce
from operator import add
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import attrs
import pytest

from era_of_inventions import (
    Game,
    GameError,
    IllegalMoveError,
    Move,
    Ruleset,
    State,
    load_shipped,
    moves,
)
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play import workers as pools
from era_of_inventions.tabletop.play.bots import at_random, sources_of
from era_of_inventions.tabletop.play.score import Score, ScoreColumn
from era_of_inventions.tabletop.play.simulate import (
    Finished,
    LostGamesError,
    Summary,
    play_game,
    simulate,
)
from era_of_inventions.tabletop.values import evolve
from tests import ROOT

# Python warns where processes are forked besides threads, and other tests may have left some.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

P = ParamSpec("P")
T = TypeVar("T")
GAMES, SEED = 13, 5
MEASURES = ("inventions developed", "patents")
EXAMPLE = ROOT / "examples" / "cluster.py"


@pytest.fixture(scope="module")
def expected() -> Summary:
    """The sums, by hand."""
    game = Game(3)
    played = [play_game(game, seed) for seed in range(SEED, SEED + GAMES)]
    return Summary(
        games=GAMES,
        places=tuple(
            tuple(sum(one.score.places[seat] == place for one in played) for place in (1, 2, 3)) for seat in range(3)
        ),
        decisions=sum(one.decisions for one in played),
        measures=tuple((name, sum(dict(one.measures)[name] for one in played)) for name in MEASURES),
        winning_score=sum(max(one.score.totals) for one in played),
    )


# --- Players --------------------------------------------------------------------------


def first(_game: Game, _state: State, legal: Sequence[Move], _rng: random.Random) -> Move:
    return legal[0]


def last(_game: Game, _state: State, legal: Sequence[Move], _rng: random.Random) -> Move:
    return legal[-1]


def test_bots_in_a_row_play_the_seats_in_turn() -> None:
    asked: set[tuple[str, int]] = set()

    def noting(name: str) -> Any:
        def choose(game: Game, state: State, legal: Sequence[Move], rng: random.Random) -> Move:
            asked.add((name, state.turn.seat))
            return first(game, state, legal, rng)

        return choose

    simulate(Game(3), 1, choose=[noting("a"), noting("b")], workers=1)
    assert asked == {("a", 0), ("b", 1), ("a", 2)}


def test_wins_are_first_places() -> None:
    summary = simulate(Game(3), 4, choose=(first, last, at_random), workers=1)
    assert summary.wins == tuple(row[0] for row in summary.places)
    assert [sum(row) for row in summary.places] == [4, 4, 4]


def third_starts(state: State) -> bool:
    """The first round of a game with a seed like 2, 6 or 10, if four play."""
    return (state.round, state.start) == (1, 2)


def dies(game: Game, state: State, legal: Sequence[Move], rng: random.Random) -> Move:
    """Kills its process, unless it is the one of the tests."""
    if third_starts(state) and multiprocessing.parent_process():
        os._exit(1)
    return first(game, state, legal, rng)


def fails(game: Game, state: State, legal: Sequence[Move], rng: random.Random) -> Move:
    if third_starts(state):
        raise ZeroDivisionError("nothing to divide by")
    return first(game, state, legal, rng)


def cheats(game: Game, state: State, legal: Sequence[Move], rng: random.Random) -> Move:
    return moves.EndTurn() if third_starts(state) else first(game, state, legal, rng)


@attrs.frozen
class Complains:
    """Raises an error with a message of several lines, of one, or of none."""

    message: str

    def __call__(self, game: Game, state: State, legal: Sequence[Move], rng: random.Random) -> Move:
        raise RuntimeError(self.message)


# --- One game -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("players", "ruleset"), [(3, "default"), (4, "nl"), (5, "de"), (4, "en")])
def test_a_game_is_the_same_when_clauses_are_noted(players: int, ruleset: str) -> None:
    game = Game(players, ruleset)
    fast, slow = play_game(game, 11), play_game(game, 11, clauses=True)
    assert fast == attrs.evolve(slow, clauses=frozenset())
    kinds = {LAW.clause(name).kind for name in slow.clauses}
    assert kinds == {Kind.GRANT, Kind.LIMIT, Kind.EFFECT, Kind.TRIGGER, Kind.SCORING}
    assert {"setup.stock", "placement.one-at-a-time", "execution.turn-over", "scoring.track"} <= slow.clauses


def test_what_is_told_of_a_game_is_so() -> None:
    game = Game(4)
    rng = random.Random(6)
    sources_of(rng, 4)
    state = game.new(2, rng)
    decisions = 0
    while not game.is_over(state):
        decisions += 1
        state = game.deal(game.play(state, game.legal_moves(state)[0]), rng)
    told = play_game(game, 6, first)
    assert (told.seed, told.decisions, told.score) == (6, decisions, game.score(state))
    assert told.measures == (
        ("inventions developed", sum(player.developed.bit_count() for player in state.players)),
        ("patents", sum(player.patents for player in state.players)),
    )


def test_players_are_held_to_the_rules() -> None:
    with pytest.raises(IllegalMoveError, match=r"'end turn' is not legal"):
        play_game(Game(4), 2, cheats)


# --- Sums -----------------------------------------------------------------------------


@pytest.mark.repeats
def test_sums_do_not_depend_on_the_order() -> None:
    game = Game(5)
    parts = [Summary.of(play_game(game, seed, clauses=seed % 2 == 0)) for seed in range(8)]
    whole = sum(parts, Summary())
    assert whole.games == 8
    assert len(whole.wins) == 5
    assert sum(whole.wins) >= 8
    for seed in range(20):
        random.Random(seed).shuffle(parts)
        middle = seed % 9
        assert reduce(add, parts) == whole == sum(parts[:middle], Summary()) + sum(parts[middle:], Summary())


DEVELOPED = (("inventions developed", 8), ("patents", 2))


def test_means_are_those_of_a_game() -> None:
    summary = Summary(games=4, decisions=6, measures=(("inventions developed", 8), ("patents", 2)), winning_score=50)
    assert summary.means() == {"decisions": 1.5, "inventions developed": 2, "patents": 0.5, "winning score": 12.5}


def test_a_shared_victory_is_won_by_each_and_its_score_counts_once() -> None:
    points = (12, 31, 7, 31)
    columns = (ScoreColumn("scoring.track", points),)
    score = Score(columns, points, winners=(1, 3), decided_by=(), places=(3, 1, 4, 1))
    shared = Finished(3, 40, (("patents", 2),), score, frozenset())
    summary = Summary.of(shared)
    assert (summary.games, summary.wins, summary.winning_score) == (1, (0, 1, 0, 1), 31)
    assert (summary + summary).places == ((0, 0, 2, 0), (2, 0, 0, 0), (0, 0, 0, 2), (2, 0, 0, 0))
    assert (summary + summary).means() == {"decisions": 40, "patents": 2, "winning score": 31}


def test_clauses_never_exercised_are_told_in_order() -> None:
    summary = simulate(Game(4), 2, clauses=True)
    never = summary.never_exercised(LAW)
    silent = {Kind.COST, Kind.DEFINITION, Kind.COMPONENT}
    assert never == [c for c in LAW.clauses if c.kind not in silent and c.id not in summary.clauses]
    assert 0 < len(never) < 60
    with pytest.raises(GameError, match="clauses=True"):
        simulate(Game(4), 2).never_exercised(LAW)


# --- Whoever plays them ---------------------------------------------------------------


class Backwards(Executor):
    """Does nothing until it is waited for, and then the last thing first."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def submit(self, function: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
        future: Future[T] = Waited(self)
        self.waiting.append(lambda: future.set_result(function(*args, **options)))
        return future


class Waited(Future[T]):
    def __init__(self, executor: Backwards) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> T:
        while self.executor.waiting:
            self.executor.waiting.pop()()
        return super().result(timeout)


class Recorder(ThreadPoolExecutor):
    """One thread; remembers what was sent and what became of it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.sent: list[bytes] = []
        self.futures: list[Future[Any]] = []

    def submit(self, function: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
        self.sent.append(pickle.dumps((function, args, options)))
        future = super().submit(function, *args, **options)
        self.futures.append(future)
        return future


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "one thread": partial(ThreadPoolExecutor, 1),
    "two threads": partial(ThreadPoolExecutor, 2),
    "three threads": partial(ThreadPoolExecutor, 3),
    "two processes": partial(ProcessPoolExecutor, 2, mp_context=multiprocessing.get_context("spawn")),
    "backwards": Backwards,
}


@pytest.mark.slow
@pytest.mark.parametrize("batch", [1, 4, 100])
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_sums_do_not_depend_on_the_workers(expected: Summary, workers: int, batch: int) -> None:
    assert simulate(Game(3), GAMES, seed=SEED, workers=workers, batch=batch) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", EXECUTORS)
def test_the_sums_do_not_depend_on_the_executor(expected: Summary, name: str) -> None:
    with EXECUTORS[name]() as executor:
        for batch in (2, 5):
            assert simulate(Game(3), GAMES, seed=SEED, executor=executor, batch=batch) == expected
        assert executor.submit(len, "open").result() == 4


@pytest.mark.slow
def test_clauses_are_gathered_from_all_workers() -> None:
    alone = simulate(Game(ruleset="de"), 4, clauses=True, workers=1)
    assert alone.clauses == frozenset().union(*(play_game(Game(4, "de"), n, clauses=True).clauses for n in range(4)))
    assert simulate(Game(ruleset="de"), 4, clauses=True, workers=2, batch=1) == alone


@pytest.mark.slow
def test_games_are_played_as_asked() -> None:
    ruleset, components = Ruleset.preset("en"), evolve(load_shipped("reconstructed"), bonus_discs=7)
    asked = simulate(Game(5, ruleset=ruleset, components=components), 3, choose=first, workers=2, batch=1)
    games = [play_game(Game(5, ruleset, components), seed, first) for seed in range(3)]
    assert asked == sum(map(Summary.of, games), Summary())
    assert asked != simulate(Game(5), 3, choose=first)


def test_little_is_sent() -> None:
    with Recorder() as executor:
        simulate(Game(4), GAMES, executor=executor, batch=5)
        assert len(executor.sent) == 3
        assert max(map(len, executor.sent)) < 1000
        assert all(len(pickle.dumps(future.result())) < 1000 for future in executor.futures)


def test_progress_is_told_after_each_batch() -> None:
    told: list[tuple[int, int]] = []
    simulate(Game(4), 7, batch=3, workers=1, progress=lambda done, games: told.append((done, games)))
    assert told == [(0, 7), (3, 7), (6, 7), (7, 7)]
    again: list[tuple[int, int]] = []
    simulate(Game(4), 7, batch=3, executor=Backwards(), progress=lambda done, games: again.append((done, games)))
    assert again == told


def test_not_too_much_is_handed_out_at_a_time(expected: Summary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "AHEAD", 3)
    handed_out = []
    with Recorder() as executor:
        options: dict[str, Any] = {"seed": SEED, "batch": 2, "executor": executor}
        assert (
            simulate(Game(3), GAMES, progress=lambda *_: handed_out.append(len(executor.sent)), **options) == expected
        )
    assert handed_out == [0, 3, 4, 5, 6, 7, 7, 7]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "cores", "workers", "started"),
    [(25, 4, None, []), (26, 4, None, [2]), (130, 4, None, [4]), (130, 1, None, []), (130, 4, 1, []), (51, 1, 5, [3])],
)
def test_processes_are_started_if_there_is_enough_to_do(
    monkeypatch: pytest.MonkeyPatch, games: int, cores: int, workers: int | None, started: list[int]
) -> None:
    sizes: list[int] = []

    def pool(size: int) -> Executor:
        sizes.append(size)
        return ThreadPoolExecutor(size)

    monkeypatch.setattr(pools, "_pool", pool)
    monkeypatch.setattr(pools, "_cores", lambda: cores)
    assert simulate(Game(4), games, workers=workers).games == games
    assert sizes == started


def test_cores_are_counted() -> None:
    assert 1 <= pools._cores() <= (os.cpu_count() or 1)


# --- What goes wrong ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"games": 0}, "games is 0; expected a whole number, 1 or more"),
        ({"games": -1}, "games is -1; expected a whole number, 1 or more"),
        ({"games": 1e3}, "games is 1000.0; expected a whole number, 1 or more"),
        ({"batch": 0}, "batch is 0; expected a whole number, 1 or more"),
        ({"workers": 0}, "workers is 0; expected a whole number, 1 or more"),
        ({"seed": "a"}, "seed is 'a'; expected a whole number"),
        ({"seed": 1.5}, "seed is 1.5; expected a whole number"),
        ({"choose": None}, "choose is None; expected a function that chooses a move, or several"),
        ({"progress": None}, "progress is None; expected a function of the games done and all games"),
        ({"executor": 3}, "executor is 3; expected an executor of concurrent.futures, or one like it"),
        ({"workers": 2, "executor": Backwards()}, "there is an executor and a number of workers; expected one of them"),
        ({"game": 4}, "game is 4; expected a game such as Game(4)"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(GameError) as refused:
        simulate(**{"game": Game(4), "games": 1, **options})
    assert str(refused.value) == complaint


@pytest.mark.slow
def test_a_killed_worker_is_told_and_what_was_done_can_be_used() -> None:
    with ProcessPoolExecutor(1) as executor, pytest.raises(LostGamesError) as lost:
        simulate(Game(4), 40, choose=dies, executor=executor, batch=2)
    error = lost.value
    assert isinstance(error, GameError)
    assert str(error).startswith(
        "the games with seeds 2 to 3 could not be played; 2 of 40 games were done: BrokenProcessPool: "
    )
    assert "\n" not in str(error)
    rest = simulate(Game(4), 38, seed=error.seeds[0], choose=dies, workers=1)
    assert error.done + rest == simulate(Game(4), 40, choose=first, workers=1)


@pytest.mark.slow
@pytest.mark.covers
def test_a_worker_of_its_own_pool_may_be_killed() -> None:
    with pytest.raises(LostGamesError, match=r"games were done: BrokenProcessPool: "):
        simulate(Game(4), 400, choose=dies, workers=2, batch=1)


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("in file a:\n  line 3\nno such move\n\n", "RuntimeError: no such move"),
        ("no such move", "RuntimeError: no such move"),
        ("\n", "RuntimeError"),
    ],
    ids=["several lines", "one line", "no line"],
)
def test_the_last_line_of_an_error_says_why_games_are_lost(message: str, reason: str) -> None:
    with pytest.raises(LostGamesError) as lost:
        simulate(Game(4), 9, seed=3, choose=Complains(message), workers=1, batch=4)
    assert str(lost.value) == f"the games with seeds 3 to 6 could not be played; 0 of 9 games were done: {reason}"


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("choose", "kind", "reason"),
    [
        (fails, ZeroDivisionError, "ZeroDivisionError: nothing to divide by"),
        (cheats, IllegalMoveError, "IllegalMoveError: 'end turn' is not legal: "),
    ],
)
def test_a_player_that_fails_is_told(choose: Any, kind: type[Exception], reason: str, workers: int) -> None:
    with pytest.raises(LostGamesError) as lost:
        simulate(Game(4), 9, seed=1, choose=choose, workers=workers, batch=1)
    assert str(lost.value).startswith(f"the game with seed 2 could not be played; 1 of 9 games were done: {reason}")
    assert isinstance(lost.value.__cause__, kind)
    again = pickle.loads(pickle.dumps(lost.value))
    assert (str(again), again.seeds, again.done) == (str(lost.value), range(2, 3), lost.value.done)


def test_a_player_that_cannot_be_sent_is_told() -> None:
    with pytest.raises(
        LostGamesError, match=r"seeds 0 to 24 could not be played; 0 of 60 games were done: \w+: .*lambda"
    ):
        simulate(Game(4), 60, choose=lambda game, state, legal, rng: legal[0], workers=2)


def test_an_executor_that_takes_nothing_is_told() -> None:
    with ThreadPoolExecutor(1) as closed:
        pass
    with pytest.raises(
        LostGamesError, match=r"seed 0 could not be played; 0 of 2 .*RuntimeError: cannot schedule new futures"
    ):
        simulate(Game(4), 2, batch=1, executor=closed)


def test_an_error_without_words_is_told_by_its_kind() -> None:
    def silent(*_: object) -> Move:
        raise RuntimeError

    with pytest.raises(LostGamesError, match=r"done: RuntimeError$"):
        simulate(Game(4), 1, choose=silent)


def test_after_an_error_the_rest_is_cancelled() -> None:
    with Recorder() as executor:
        with pytest.raises(LostGamesError):
            simulate(Game(4), 400, choose=fails, executor=executor, batch=2)
        assert len(executor.futures) == 200
        assert executor.futures[-1].cancelled()


def test_after_an_interruption_the_rest_is_cancelled() -> None:
    def interrupt(done: int, _games: int) -> None:
        if done:
            raise KeyboardInterrupt

    with Recorder() as executor:
        with pytest.raises(KeyboardInterrupt):
            simulate(Game(4), 400, executor=executor, batch=2, progress=interrupt)
        assert not executor.futures[0].cancelled()
        assert executor.futures[-1].cancelled()


class Interrupted(ThreadPoolExecutor):
    """It is interrupted whenever it takes a task."""

    taken = 0

    def submit(self, function: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
        signal.raise_signal(signal.SIGINT)
        future = super().submit(function, *args, **options)
        self.taken += 1
        return future


@pytest.fixture
def interruptible() -> Iterator[None]:
    """An interruption is a keyboard interrupt here, also where the tests run in the background and ignore it."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs signals that can be blocked")
def test_an_interruption_waits_until_a_task_is_taken(interruptible: None) -> None:
    with Interrupted(1) as executor:
        with pytest.raises(KeyboardInterrupt):
            simulate(Game(4), 4, executor=executor, batch=1)
        assert executor.taken == 1
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


LONG = """
from era_of_inventions import Game, simulate
if __name__ == "__main__":
    simulate(Game(4), 1_000_000, workers={workers}, batch=1, progress=lambda done, games: print(done, flush=True))
"""


@pytest.mark.slow  # and so without coverage: a program interrupted while that holds its lock waits for it for ever
@pytest.mark.skipif(os.name != "posix", reason="interrupts a group of processes")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_ends_program_and_workers(tmp_path: Path, workers: int) -> None:
    program = tmp_path / "long.py"
    program.write_text(LONG.format(workers=workers))
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, program], start_new_session=True, **pipes) as process:  # type: ignore[call-overload]
        for _ in range(3):
            process.stdout.readline()
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert complaint.count("Traceback") == 1
    assert complaint.endswith("KeyboardInterrupt\n")
    assert time.monotonic() - began < 30
    assert ends(process.pid)


def ends(group: int, seconds: float = 30) -> bool:
    """Whether a group of processes is empty within some seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    return False


@pytest.mark.slow  # for the same reason
@pytest.mark.skipif(os.name != "posix", reason="needs groups of processes")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_a_program_that_is_ended_alone(tmp_path: Path, number: int) -> None:
    program = tmp_path / "long.py"
    program.write_text(LONG.format(workers=2))
    with subprocess.Popen([sys.executable, program], start_new_session=True, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        process.send_signal(number)
    assert process.returncode == -number
    assert ends(process.pid)


WITHOUT = """
import sys
sys.modules["_multiprocessing"] = None
from era_of_inventions import Game, GameError, simulate
from era_of_inventions.tabletop.play import workers as module
module._cores = lambda: 4
print(simulate(Game(3), 50).games)
try:
    simulate(Game(3), 50, workers=2)
except GameError as error:
    print(error)
"""


def test_where_there_are_no_processes_this_one_plays_all_games_unless_it_is_asked_for_others() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["50", "workers is 2, but no processes can be started here; expected 1"]


def test_games_that_are_not_handed_out_yet_need_no_memory() -> None:
    def stop(_done: int, _games: int) -> None:
        raise KeyboardInterrupt

    game = Game(3)
    tracemalloc.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            simulate(game, 10**8, workers=1, progress=stop)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


# --- Clusters -------------------------------------------------------------------------


@pytest.mark.parametrize(("cluster", "module"), [("dask", "distributed"), ("ray", "ray")])
def test_the_example_runs_on_a_cluster(cluster: str, module: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"needs {module}")
    command = [sys.executable, str(EXAMPLE), "--games", "60", "--with", cluster]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert f"decisions             {simulate(Game(4), 60).means()['decisions']:6.1f}" in done.stdout.splitlines()


@pytest.mark.parametrize(
    ("cluster", "module", "told"),
    [
        ("dask", "distributed", "distributed is not installed; install it with: pip install 'dask[distributed]'\n"),
        ("ray", "ray", "ray is not installed; install it with: pip install ray\n"),
    ],
)
def test_the_example_says_what_is_to_be_installed(cluster: str, module: str, told: str) -> None:
    hidden = f"import runpy, sys; sys.modules[{module!r}] = None; runpy.run_path({str(EXAMPLE)!r}, None, '__main__')"
    command = [sys.executable, "-c", hidden, "--with", cluster]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


def test_the_adapter_of_the_example_is_an_executor(expected: Summary) -> None:
    spec = importlib.util.spec_from_file_location("cluster_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)

    class Remote:
        """What Ray makes of a function."""

        def remote(self, *args: Any) -> Any:
            reference = Future[Any]()
            threading.Timer(0.01, lambda: reference.set_result(example.call(*args))).start()
            return type("Reference", (), {"future": lambda self: reference})()

    assert simulate(Game(3), GAMES, seed=SEED, executor=example.RayExecutor(Remote()), batch=4) == expected


def test_each_seat_is_played_by_its_bot() -> None:
    asked: list[tuple[str, int]] = []

    def called(name: str) -> Callable[..., Any]:
        def choose(game: Any, state: Any, legal: Sequence[Any], rng: random.Random) -> Any:
            asked.append((name, game.to_move(state)))
            return legal[0]

        return choose

    play_game(Game(5), 3, (called("one"), called("two")))
    assert {*asked} == {("one", 0), ("two", 1), ("one", 2), ("two", 3), ("one", 4)}
    assert play_game(Game(3), 3, (first,)) == play_game(Game(3), 3, first)
