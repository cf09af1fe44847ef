"""Results as pictures. matplotlib is imported on demand."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from tests.tools.benchmarks.rounds import Result
from tests.tools.benchmarks.table import short

OURS, PEERS = "#1f6f8b", "#b9b4a7"
COLORS = ("#1f6f8b", "#c8553d", "#6a994e", "#7b5ea7")
SHOWN = ("4 players, poor", "4 players, rich")
"""The deals that are shown beside the peers, if they were measured."""
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "benchmarks", "font.size": 9, "font.family": "sans-serif"}


@attrs.frozen
class Line:
    """Some points of a panel."""

    name: str
    points: Sequence[tuple[float, float]]
    dashed: bool = False
    color: int = 0
    scattered: bool = False


@attrs.frozen
class Panel:
    """One of several plots; an axis is logarithmic if its name is among ``logarithmic``."""

    title: str
    x: str
    y: str
    lines: Sequence[Line]
    logarithmic: str = ""


def bars(results: Sequence[Result]) -> bytes | None:
    """The microseconds per decision of ours and the peers; None if there is nothing to show."""
    whole = [result for result in results if result.done.games]
    shown = [r for r in whole if r.contender.peer or r.contender.setting in SHOWN] or whole
    if not shown:
        return None
    shown = sorted(shown, key=lambda result: -result.median)
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.34 * len(shown)), layout="constrained")
    medians = [result.median for result in shown]
    colors = [PEERS if result.contender.peer else OURS for result in shown]
    left = min(medians) / 2  # a logarithmic axis has no zero to begin at
    widths = [median - left for median in medians]
    axes.barh([_label(result) for result in shown], widths, left=left, color=colors, height=0.68)
    for place, result in enumerate(shown):
        axes.plot([min(result.micros), max(result.micros)], [place, place], color="black", linewidth=0.8)
        axes.text(max(result.micros) * 1.06, place, short(result.median), va="center")
    axes.set_xscale("log")
    axes.set_xlim(left, max(max(result.micros) for result in shown) * 1.6)
    axes.xaxis.set_major_formatter(_number)
    axes.set_xlabel("CPU time per step, µs (logarithmic); the thin line is the range of the rounds")
    axes.set_title("Whole random games: list the legal moves, choose one, carry it out", loc="left", fontsize=10)
    _plain(axes)
    axes.tick_params(axis="y", length=0)
    picture = io.BytesIO()
    _save(pyplot, figure, picture)
    return picture.getvalue()


def _label(result: Result) -> str:
    contender = result.contender
    name = contender.name if contender.peer else f"Era of Inventions, {contender.name.removeprefix('decision, ')}"
    return f"{name}: {contender.setting}"


def panels(shown: Sequence[Panel], path: Path) -> None:
    """Plots, two in a row."""
    pyplot = _pyplot()
    figure, grid = pyplot.subplots((len(shown) + 1) // 2, 2, figsize=(11, 8), layout="constrained", squeeze=False)
    for panel, axes in zip(shown, grid.flat, strict=False):
        for line in panel.lines:
            _draw(axes, line)
        axes.set_xscale("log" if "x" in panel.logarithmic else "linear")
        axes.set_yscale("log" if "y" in panel.logarithmic else "linear")
        if "y" not in panel.logarithmic:
            axes.set_ylim(bottom=0)
        axes.xaxis.set_major_formatter(_number)
        axes.yaxis.set_major_formatter(_number)
        axes.set_title(panel.title, loc="left", fontsize=10)
        axes.set_xlabel(panel.x)
        axes.set_ylabel(panel.y)
        if len(panel.lines) > 1:
            axes.legend(frameon=False)
        _plain(axes)
    _save(pyplot, figure, path)


def _draw(axes: Any, line: Line) -> None:
    x, y = zip(*line.points, strict=True)
    style: Mapping[str, Any] = {"color": COLORS[line.color], "label": line.name}
    if line.scattered:
        axes.scatter(x, y, s=10, **style)
    else:
        axes.plot(x, y, "--" if line.dashed else "-", marker="o", markersize=3, **style)


def _number(value: float, _place: int) -> str:
    return f"{value:,.7g}"


def _plain(axes: Any) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _pyplot() -> Any:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update(STYLE)
    from matplotlib import pyplot

    return pyplot


def _save(pyplot: Any, figure: Any, into: Path | io.BytesIO) -> None:
    figure.savefig(into, format="svg", metadata={"Date": None})
    pyplot.close(figure)
