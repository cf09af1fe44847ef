"""The text of moves, as people write them: a verb and what it is about, several of them on a line.

Case and extra spaces do not matter. `parse_move` reads back what `show_move` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from era_of_inventions.tabletop.errors import Code, GameError, NotationError, describe
from era_of_inventions.tabletop.files.stretch import AND, Stretch
from era_of_inventions.tabletop.play.grammar import Saying, Verb, Vocabulary, vocabulary_of
from era_of_inventions.tabletop.play.setting import Setting

MOVE_MAX = 1000
"""The most characters of the text of one move."""
WIDTH = 100
"""Characters after which lines are broken where they can be."""


def show_move(move: object, setting: Setting[Any, Any]) -> str:
    """The text of a move, in the one form it is always printed in.

    Raises `GameError` for what is no move, or is about something that does not exist.
    """
    return vocabulary_of(setting).show(move)


def parse_move(
    text: str | Stretch, setting: Setting[Any, Any], *, seat: int | None = None, partly: bool = False
) -> Any:
    """The move in a text, or in a part of one; errors count columns in the whole. ``seat`` is whose move it is.

    A part of it may be unknown, as in ``deal ?``, if it is known only ``partly``.

    The move need not be legal in any position, which is for the judge. Raises `NotationError` for a text that is no
    move.
    """
    vocabulary = vocabulary_of(setting)
    if not isinstance(text, str | Stretch):
        raise GameError(f"{describe(text)} is no text; expected a move such as {_example(setting)!r}")
    if isinstance(text, str) and len(text) > MOVE_MAX:
        expected = f"a move such as {_example(setting)!r}"
        message = f"column {MOVE_MAX + 1}: the text has {len(text)} characters; expected {expected}"
        raise NotationError(message, text, MOVE_MAX + 1, expected, Code.TOO_LONG)
    if seat is not None and type(seat) is not int:
        raise GameError(f"seat is {describe(seat)}; expected a number from 0 on, or None")
    saying = setting.rulebook.grammar.head(text if isinstance(text, Stretch) else Stretch.of(text))
    return vocabulary.parse(saying, saying.rest, seat, partly=partly)


def _example(setting: Setting[Any, Any]) -> str:
    return show_move(setting.rulebook.moves(setting)[0], setting)


def show_moves(moves: Iterable[object], setting: Setting[Any, Any]) -> str:
    """Several moves on one line: those of the same verb after it, with commas between; others after a semicolon."""
    text, before, last = "", "", None
    for move in moves:
        shown = show_move(move, setting)
        verb, _, rest = shown.partition(" ")
        form = setting.rulebook.grammar.verb(verb)
        if form.listed and verb == before and form.joins(last, move):
            text += f", {rest}"
        else:
            text += f"{text and '; '}{shown}"
        before, last = verb, move
    return text


def parse_moves(
    stretch: Stretch, setting: Setting[Any, Any], *, seat: int | None = None, partly: bool = False
) -> Iterator[tuple[Stretch, Stretch, Any | NotationError]]:
    """The moves on a line in order, each with its verb and what it is about; errors take the place of moves.

    If a line is known only ``partly``, parts of moves may be unknown. Between two moves of a verb may stand ``and``, as
    in ``build sawmill-1 and mint-2``, where the whole is no move.
    """
    vocabulary, grammar = vocabulary_of(setting), setting.rulebook.grammar
    for phrase in stretch.phrases():
        saying = grammar.head(phrase)
        form = grammar.verb(saying.verb)
        parse = partial(_parsed, vocabulary, saying, seat, partly)
        first, *others = form.split(saying.rest)
        for item in (first, *map(_without_and, others)):
            yield from ((saying.said, part, move) for part, move in _parted(item, parse, form))


def _parsed(
    vocabulary: Vocabulary[Any], saying: Saying, seat: int | None, partly: bool, item: Stretch
) -> Any | NotationError:
    try:
        return vocabulary.parse(saying, item, seat, partly=partly)
    except NotationError as error:
        return error


def _without_and(item: Stretch) -> Stretch:
    """What follows a comma, without an ``and``."""
    head, rest = item.head_and_rest()
    return rest if head.folded == AND else item


def _parted(item: Stretch, parse: Callable[[Stretch], Any], form: Verb) -> list[tuple[Stretch, Any | NotationError]]:
    """The move of an item, or those between which ``and`` stands."""
    whole = parse(item)
    if isinstance(whole, NotationError):
        for part, rest in item.joined():
            if not isinstance(move := parse(part), NotationError):
                others = _parted(rest, parse, form)
                if isinstance(others[0][1], NotationError) or form.joins(move, others[0][1]):
                    return [(part, move), *others]
    return [(item, whole)]
