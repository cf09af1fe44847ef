"""Stretches of games as texts to be read: the position, what is legal, what is refused and why, what a move causes."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from era_of_inventions import Event, Game, Move, Record, Verdict, evolve, show_game, show_move
from era_of_inventions.records import Step

REFUSED = 3
"""How many refused moves are shown at each step."""


@attrs.frozen
class Span:
    """Some moves of a recorded game, from one on."""

    name: str
    game: str
    first: int
    moves: int = 6


STRETCHES = (
    Span("setup-and-placement", "default-3-random", 10, 5),
    Span("market", "default-4-busy", 20),
    Span("produce-and-income", "rich-default-3-busy", 296),
    Span("bonus-action", "nl-4-random", 74),
    Span("round-end", "en-3-busy", 81),
    Span("final-market", "default-5-greedy", 619),
)


def playthrough(record: Record, stretch: Span) -> str:
    """The text of a stretch."""
    lines = [f"{stretch.name}: {stretch.game}, moves {stretch.first + 1} to {stretch.first + stretch.moves}"]
    for step in list(record.replay())[stretch.first : stretch.first + stretch.moves]:
        lines += _step(record, step)
    return "\n".join(lines) + "\n"


def _step(record: Record, step: Step) -> Iterator[str]:
    game, setting = Game.from_state(step.before), record.setting
    legal = game.legal_moves(step.before)
    yield f"\n=== Move {step.number + 1}: {_whose(record, step)}{show_move(step.move, setting)}\n"
    yield from _position(evolve(record, start=step.before, moves=(), about=(), comments=(), places=()))
    yield "\nLegal:"
    yield from (f"  {show_move(move, setting)}" for move in legal)
    yield "\nRefused:"
    for move in _refused(game, step, legal):
        yield f"  {show_move(move, setting)}"
        yield from _reasons(game.judge(step.before, move))
    yield "\nEvents:"
    yield from (f"  {_event(event, record)}" for event in step.events)


def _whose(record: Record, step: Step) -> str:
    return "" if step.seat is None else f"{record.names[step.seat]}: "


def _position(record: Record) -> Iterator[str]:
    yield from show_game(record).rstrip("\n").split("\n\n")[1:]


def _refused(game: Game, step: Step, legal: tuple[Move, ...]) -> list[Move]:
    """Three moves that are not legal: if there are such, of kinds of which others are, for these are near misses."""
    kinds = {type(move) for move in legal}
    others = [move for move in game.moves if move not in legal]
    near = [move for move in others if type(move) in kinds] or others
    return [near[(step.number + third * len(near) // REFUSED) % len(near)] for third in range(REFUSED)]


def _reasons(verdict: Verdict) -> Iterator[str]:
    found = [finding for finding in verdict.findings if finding.clause in verdict.forbidden_by]
    for finding in found:
        facts = ", ".join(f"{name}: {value}" for name, value in finding.facts)
        yield f"    {finding.clause.id}{f' ({facts})' if facts else ''}"
    if not verdict.permitted_by:
        yield "    nothing permits it"


def _event(event: Event, record: Record) -> str:
    whose = "" if event.seat is None else f"{record.names[event.seat]} "
    return f"{whose}{event.what}: {event.before} -> {event.after} [{event.clause}]"
