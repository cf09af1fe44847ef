"""The results as Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from tests.tools.benchmarks.clock import spread
from tests.tools.benchmarks.rounds import Outcome, Result

HEAD = """\
Medians of CPU time over {rounds} rounds; ± is half the range of the rounds, as a fraction of the median. In each
round every row had one turn with new games. Each sample is scaled by a fixed loop timed before, after and
within it, which took {loop:.2f} ms at its fastest. Figures of different machines compare only as ratios."""

COMPARED = ("decision", "legal", "play")
"""The words of contenders that are compared between rich and poor deals."""


@attrs.frozen
class Ratio:
    """One result divided by another, round by round."""

    name: str
    over: Result
    under: Result

    @property
    def values(self) -> tuple[float, ...]:
        """The ratio in each round."""
        return tuple(a / b for a, b in zip(self.over.micros, self.under.micros, strict=True))

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.values)

    @property
    def spread(self) -> float:
        """Half the range of the rounds, as a fraction of the median."""
        return spread(self.values)


def ratios(results: Iterable[Result]) -> list[Ratio]:
    """The ratios to a decision of Catan with copies and of playouts, and of rich to poor deals, if measured."""
    of = {(result.contender.name, result.contender.setting): result for result in results}
    result_ratios = []
    ours = of.get(("decision, unchecked", "4 players, poor"))
    for (name, setting), result in of.items():
        if ours and result.contender.word == "catanatron" and name.endswith("copied"):
            result_ratios.append(Ratio(f"{name} / decision, unchecked, 4 players, poor", result, ours))
        if ours and (name, setting) == ("decision, playout", ours.contender.setting):
            result_ratios.append(Ratio(f"{name} / decision, unchecked, {setting}", result, ours))
        poor = of.get((name, setting.replace("rich", "poor")))
        if poor and setting == "4 players, rich" and result.contender.word in COMPARED:
            result_ratios.append(Ratio(f"{name}: rich / poor, 4 players", result, poor))
    return result_ratios


def markdown(outcome: Outcome, facts: Mapping[str, str], *, rounds: int, missing: Sequence[str] = ()) -> Iterator[str]:
    """The whole page."""
    yield "# Benchmarks"
    yield ""
    yield from (f"- {name}: {value}" for name, value in facts.items())
    yield ""
    yield HEAD.format(rounds=rounds, loop=outcome.loop_milliseconds)
    if missing:
        yield ""
        yield f"Left out, because not installed: {', '.join(missing)}."
    yield from _decisions([result for result in outcome.results if result.done.games])
    yield from _operations([result for result in outcome.results if not result.done.games])
    yield from _figures(outcome)
    yield from _ratios(ratios(outcome.results))
    yield from _steps(outcome)


def _decisions(results: Sequence[Result]) -> Iterator[str]:
    head = ("", "game", "legal moves", "steps a game", "µs a step", "±", "steps a second", "games a second")
    rows = []
    for result in results:
        done, median = result.done, result.median
        per_game = done.steps / done.games
        numbers = (done.legal / done.steps, per_game, median)
        speeds = (1e6 / median, 1e6 / median / per_game)
        contender = result.contender
        name = contender.name if contender.peer else f"**{contender.name}**"
        rows.append((name, contender.setting, *map(short, numbers), percent(result.spread), *map(short, speeds)))
    yield from _section("Whole games", head, rows, text=2)


def _operations(results: Sequence[Result]) -> Iterator[str]:
    settings = list(dict.fromkeys(result.contender.setting for result in results))
    cells: dict[str, dict[str, str]] = {}
    for result in results:
        row = cells.setdefault(result.contender.name, {})
        row[result.contender.setting] = f"{short(result.median)} {percent(result.spread)}"
    rows = [(name, *(row.get(setting, "") for setting in settings)) for name, row in cells.items()]
    yield from _section("Single operations, µs", ("", *settings), rows)


def _figures(outcome: Outcome) -> Iterator[str]:
    rows = [
        (taken.figure.name, f"{short(taken.median)} {taken.figure.unit}", percent(taken.spread))
        for taken in outcome.taken
    ]
    yield from _section("Other figures", ("", "median", "±"), rows)


def _ratios(ratios: Sequence[Ratio]) -> Iterator[str]:
    rows = [(ratio.name, short(ratio.median), percent(ratio.spread)) for ratio in ratios]
    yield from _section("Ratios, round by round", ("", "median", "±"), rows)


def _steps(outcome: Outcome) -> Iterator[str]:
    steps = {result.contender.name: result.contender.step for result in outcome.results}
    steps |= {taken.figure.name: taken.figure.meaning for taken in outcome.taken}
    yield from _section("What a step is", ("", ""), list(steps.items()), text=2)


def _section(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], text: int = 1) -> Iterator[str]:
    """A table with so many columns of text before the numbers; nothing if there are no rows."""
    if not rows:
        return
    yield from ("", f"## {title}", "")
    rule = ["---"] * text + ["--:"] * (len(head) - text)
    for row in (head, rule, *rows):
        yield f"| {' | '.join(row)} |"


def short(number: float) -> str:
    """Format a number with three digits, or with all digits before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def percent(part: float) -> str:
    """Format a spread."""
    return f"±{part:.0%}"
