"""Menus of moves at the terminal, long ones in steps, and the reasons why some moves are not on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from operator import itemgetter
from typing import Any, TypeAlias

import attrs

from era_of_inventions.tabletop.cli.command import brief, number
from era_of_inventions.tabletop.errors import GameError, from_to
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.verdict import Finding, Outcome
from era_of_inventions.tabletop.play.knowledge import judge_known
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.verdict_text import facts_text, wrapped
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.records.notation import show_move
from era_of_inventions.tabletop.values.declared import fields_of

ROWS_MAX = 21
"""The most lines of a menu: together with the player's stock and the prompt they fill a terminal of 24 lines."""
ROWS_MIN = 10
"""The number of choices up to which a menu stays in one column."""
BARRED_MAX, BOUNDS_MAX, EXAMPLES_MAX = 3, 2, 5
"""The most impossible kinds of moves that a menu explains, the most reasons for each kind (such as a lower and an upper
bound), and the most examples of a reason if a player asks why."""
_GAP = 2
_Limits: TypeAlias = tuple[Clause[..., Any], ...]


@attrs.frozen
class MenuLine:
    """One line of a menu: a single move, or several moves, which the next menu will list."""

    text: str
    moves: tuple[Any, ...]


def choices(moves: Sequence[Any], state: AnyPosition, width: int) -> tuple[MenuLine, ...]:
    """Return the lines of a menu of moves: one for each move or, if these are too many, one for each group of moves.

    The moves of a group are of one kind and, as far as there is room for more groups,
    have equal values in their first fields. If no such grouping has room, each group
    consists of consecutive moves.
    """
    groups, found, depth = [tuple(moves)], tuple[MenuLine, ...](), 0
    while any(len(group) > 1 for group in groups):
        depth += 1
        groups = [part for group in groups for part in _split(group, depth)]
        refined = tuple(_choice(group, state) for group in groups)
        if len(groups) > 1 and _rows(refined, width) > ROWS_MAX:
            return found or _pages(moves, state)
        found = refined if len(groups) > 1 else ()
    return found or tuple(_choice(group, state) for group in groups)


def _split(moves: Iterable[Any], depth: int) -> Iterator[tuple[Any, ...]]:
    """Group moves by their kind and the values of their first ``depth - 1`` fields."""
    groups: dict[Any, list[Any]] = {}
    for move in moves:
        values = (getattr(move, field.name) for field, _ in fields_of(type(move)))
        groups.setdefault((type(move), *values)[:depth], []).append(move)
    return map(tuple, groups.values())


def _pages(moves: Sequence[Any], state: AnyPosition) -> tuple[MenuLine, ...]:
    """Return a menu of up to `ROWS_MIN` groups, each of consecutive moves."""
    size = -(-len(moves) // ROWS_MIN)
    parts = [tuple(moves[at : at + size]) for at in range(0, len(moves), size)]
    return tuple(_choice(part, state, paged=True) for part in parts)


def _choice(moves: tuple[Any, ...], state: AnyPosition, *, paged: bool = False) -> MenuLine:
    texts = [show_move(move, state.setting) for move in moves]
    if len(texts) == 1:
        return MenuLine(texts[0], moves)
    columns = takewhile(
        lambda column: len({*column}) == 1,
        zip(*(text.split() for text in texts), strict=False),
    )
    common = " ".join(column[0] for column in columns)
    if paged:
        return MenuLine(
            f"{texts[0]} … {texts[-1].removeprefix(common).strip()} ({len(moves)})", moves
        )
    return MenuLine(f"{common.rstrip(' >,')} … ({len(moves)})", moves)


# --- Lines ----------------------------------------------------------------------------


def menu_lines(menu: Sequence[MenuLine], width: int) -> Iterator[str]:
    """Yield the numbered lines of a menu, in as many columns as fit."""
    entries = [f"{number:4}  {choice.text}" for number, choice in enumerate(menu, 1)]
    columns, rows = _columns(menu, width), _rows(menu, width)
    room = min(width // columns, _GAP + max(map(len, entries)))
    for row in range(rows):
        yield "".join(entry.ljust(room) for entry in entries[row::rows]).rstrip()


def _columns(menu: Sequence[MenuLine], width: int) -> int:
    widest = len("   1  ") + max(len(choice.text) for choice in menu)
    return min(max(1, (width + _GAP) // (widest + _GAP)), -(-len(menu) // ROWS_MIN))


def _rows(menu: Sequence[MenuLine], width: int) -> int:
    return -(-len(menu) // _columns(menu, width))


# --- What is not possible -------------------------------------------------------------


def barred_lines(
    state: AnyPosition, names: Sequence[str], width: int, *, every: bool = False
) -> Iterator[str]:
    """Explain why certain kinds of moves are not possible now, although clauses grant them.

    Yield lines with the fewest limits that forbid moves of each kind, as far as the
    mover knows, and examples. Without ``every``, only a few kinds are explained, with
    one example for each reason.
    """
    rulebook: AnyRulebook = state.setting.rulebook
    possible = {type(move) for move in state.setting.engine.legal_moves(state)}
    known = rulebook.view(state, rulebook.seat_to_move(state))
    whole = worlds_of(known).first
    barred = (
        (kind, nearest)
        for kind in rulebook.law.at_this_moment(whole)
        if kind in rulebook.kinds and kind not in possible
        if (nearest := _nearest(whole, kind))
    )
    for kind, nearest in islice(barred, None if every else BARRED_MAX):
        shown = nearest[: None if every else BOUNDS_MAX]
        against = [(_against(known, moves[0]), moves) for _, moves in shown]
        clauses = dict.fromkeys(one.clause for found, _ in against for one in found)
        is_sure = all(one.outcome is Outcome.FORBIDS for found, _ in against for one in found)
        why = "The rules" if is_sure else "It depends on what is unknown"
        stated = " ".join(f"{clause.statement} [{clause.id}]" for clause in clauses)
        yield from wrapped(
            "      ",
            f"{rulebook.grammar.words_of(kind)}: not possible. {why}: {stated}",
            width,
        )
        for found, moves in against:
            having = moves if any(one.facts for one in found) else ()
            facts = (
                (show_move(move, state.setting), _facts(known, move, names))
                for move in having
            )
            for text, words in islice(
                filter(itemgetter(1), facts), EXAMPLES_MAX if every else 1
            ):
                yield from wrapped("        ", f"{text}: {words}", width)


def _nearest(state: AnyPosition, kind: type) -> list[tuple[_Limits, list[Any]]]:
    """Return the smallest groups of limits that forbid granted moves of a kind, each with the moves that it forbids.

    Several groups can be equally small: a lower and an upper bound, for example, forbid
    different moves. Groups with facts come first. If a granted move is legal, the only
    group is that of all legal ones, without limits; if none is granted, there is none.
    """
    law = state.setting.rulebook.law
    against: dict[_Limits, list[Any]] = {}
    for move in state.setting.moves:
        if type(move) is kind and any(
            clause.permits(state, move) for clause in law.grants[kind]
        ):
            limits = tuple(
                clause
                for clause in law.limits.get(kind, ())
                if not clause.function(state, move)
            )
            against.setdefault(limits, []).append(move)
    fewest = min(map(len, against), default=0)
    nearest = [(limits, moves) for limits, moves in against.items() if len(limits) == fewest]
    return sorted(nearest, key=lambda each: not any(limit.facts for limit in each[0]))


def _facts(known: AnyPosition, move: Any, names: Sequence[str]) -> str:
    """Return the facts behind the limits against a move, as the mover knows them, as a text."""
    return ", ".join(facts_text(one, names) for one in _against(known, move) if one.facts)


def _against(known: AnyPosition, move: Any) -> Sequence[Finding]:
    """Return the findings that forbid a move, as far as the mover knows; if there are none, those that are open."""
    findings = judge_known(known, move).findings
    forbidding = [one for one in findings if one.outcome is Outcome.FORBIDS]
    return forbidding or [one for one in findings if one.outcome is Outcome.OPEN]


def numbered(typed: str, menu: Sequence[MenuLine], named: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the moves that a typed number selects in a menu.

    Where the number is the name of something too, ``named`` are the moves that it
    means. Raises `GameError` if nothing has the number, or if the line of the menu is
    another move.
    """
    chosen = number(typed) or 0
    there = 1 <= chosen <= len(menu)
    if named and there and menu[chosen - 1].moves != named:
        raise GameError(
            f"{brief(typed)} is line {typed} of the menu, {menu[chosen - 1].text!r}, "
            "and the name of something; expected a move in words"
        )
    if named:
        return named
    if not there:
        raise GameError(
            f"there is no move {brief(typed)}; expected {from_to(1, len(menu))} (`moves` lists them)"
        )
    return menu[chosen - 1].moves
