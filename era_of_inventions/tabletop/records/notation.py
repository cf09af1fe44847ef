"""Moves as texts that people write: a verb and what it is about. Several moves can stand on a line.

Case and extra spaces do not matter. `parse_move` reads back what `show_move` writes.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from typing import Any

from era_of_inventions.tabletop.errors import (
    SHOWN_MAX,
    Code,
    GameError,
    NotationError,
    describe,
)
from era_of_inventions.tabletop.play.grammar import Grammar, ParsedVerb, Verb, Vocabulary
from era_of_inventions.tabletop.play.knowledge import evaluate_known
from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting, require_setting
from era_of_inventions.tabletop.play.worlds import is_known
from era_of_inventions.tabletop.text.span import AND, Span

MOVE_MAX = 1000
"""The most characters of the text of one move."""
WIDTH = 100
"""The most characters of a line that can be broken."""
SIMILAR = 12
"""How many moves that are similar to a text are judged where something is unknown."""


def show_move(move: object, setting: AnySetting) -> str:
    """Return the text of a move, in the form in which it is always printed.

    Raises `GameError` if ``move`` is no move, or is about something that does not
    exist.
    """
    return require_setting(setting).vocabulary.show(move)


def nearest(state: AnyPosition, text: str) -> str:
    """Return the legal moves that are nearest to a text, to be added to a message; an empty text if there are none.

    If something is unknown, they are those of the most similar moves that are certainly
    legal.
    """
    setting, known = state.setting, is_known(state)
    moves = setting.engine.legal_moves(state) if known else setting.moves
    texts = {show_move(move, setting): move for move in moves}
    similar = difflib.get_close_matches(
        text[:SHOWN_MAX].casefold(), texts, n=3 if known else SIMILAR, cutoff=0
    )
    legal = (
        repr(one)
        for one in similar
        if known or evaluate_known(state, texts[one], due=False).legal
    )
    near = ", ".join(islice(legal, 3))
    return f"nearest legal moves: {near}" if near else ""


def parse_move(
    text: str | Span, setting: AnySetting, *, seat: int | None = None, partly: bool = False
) -> Any:
    """Parse the move in a text, or in a `Span` of a longer text, in which errors then count columns.

    ``seat`` makes the move. If ``partly`` is true, a part of the move may be unknown,
    as in ``deal ?``.

    Whether the move is legal is not checked. Raises `NotationError` if the text is no
    move.
    """
    vocabulary = require_setting(setting).vocabulary
    if not isinstance(text, str | Span):
        raise GameError(f"{describe(text)} is no text; expected {_expected(setting)}")
    if isinstance(text, str) and len(text) > MOVE_MAX:
        expected = _expected(setting)
        message = (
            f"column {MOVE_MAX + 1}: the text has {len(text)} characters; expected {expected}"
        )
        raise NotationError(message, text, MOVE_MAX + 1, expected, Code.TOO_LONG)
    if seat is not None and type(seat) is not int:
        raise GameError(f"seat is {describe(seat)}; expected a number from 0 on, or None")
    saying = setting.rulebook.grammar.head(text if isinstance(text, Span) else Span.of(text))
    return vocabulary.parse(saying, saying.rest, seat, partly=partly)


def _expected(setting: AnySetting) -> str:
    return f"a move such as {show_move(setting.moves[0], setting)!r}"


def show_moves(moves: Iterable[object], setting: AnySetting) -> str:
    """Return the text of several moves on one line, separated by semicolons.

    Successive moves with the same verb share it if the grammar allows that, and are
    then separated by commas.
    """
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
    stretch: Span, setting: AnySetting, *, seat: int | None = None, partly: bool = False
) -> Iterator[tuple[Span, Span, Any | NotationError]]:
    """Yield the moves on a line, each after its verb and the rest of its text; for a text that is no move, the error.

    If ``partly`` is true, parts of moves may be unknown. A text that is no move as a
    whole can consist of two moves of one verb with ``and`` between them, as in ``build
    sawmill-1 and mint-2``. Words of the previous move need not be repeated, as in ``pay
    from mill-1, mill-2``, and a number repeats a move, as in ``pay 2 six`` and ``2 x
    train``.
    """
    vocabulary = require_setting(setting).vocabulary
    phrases = (_repeated(phrase, setting, seat) for phrase in stretch.phrases())
    for number, saying in _in_order(vocabulary.grammar, phrases):
        moves = _listed(saying, vocabulary, seat, partly)
        # one by one, because whoever reads them stops at the first that is wrong
        yield from moves if number == 1 else [*moves] * number


def _in_order(
    grammar: Grammar[Any, Any], phrases: Iterable[tuple[int, Span]]
) -> Iterator[tuple[int, ParsedVerb]]:
    """Yield phrases after their verbs; a phrase that goes on with another move as two, see `Verb`."""
    later: ParsedVerb | None = None
    meanwhile: tuple[str, ...] = ()
    for number, phrase in phrases:
        saying = grammar.head(phrase)
        if later and saying.verb not in meanwhile:
            yield 1, later
            later = None
        form = grammar.verb(saying.verb)
        for word, words in form.then.items():
            first, then = saying.rest.split_at(word)
            if then is not None:
                saying = saying._replace(rest=first)
                later, meanwhile = ParsedVerb(then, words, then), form.meanwhile
        yield number, saying
    if later:
        yield 1, later


def _listed(
    saying: ParsedVerb, vocabulary: Vocabulary[Any], seat: int | None, partly: bool
) -> Iterator[tuple[Span, Span, Any | NotationError]]:
    """Yield the moves that are listed after a verb, each as `parse_moves` does."""
    form = vocabulary.grammar.verb(saying.verb)
    parse = partial(_parsed, vocabulary, [saying], seat, partly)
    first, *others = form.split(saying.rest)
    after_comma = (
        _parted(item, parse, form) if item.folded else [(item, item.error("another move"))]
        for item in map(_without_and, others)
    )
    parted = chain.from_iterable(chain([_parted(first, parse, form)], after_comma))
    yield from ((saying.begun, part, move) for part, move in parted)


def _repeated(phrase: Span, setting: AnySetting, seat: int | None) -> tuple[int, Span]:
    """Return how often a move is made, and the move.

    A number before a move without a verb is a part of the move if there is such a move,
    as in ``2 coins for a cog``.
    """
    (number, once), vocabulary = phrase.repeated(), setting.vocabulary
    before = phrase.text[phrase.start : once.start].strip()
    if before.isdigit() and vocabulary.grammar.head(once).verb not in vocabulary.moves:
        saying = vocabulary.grammar.head(phrase)
        first, *_ = vocabulary.grammar.verb(saying.verb).split(saying.rest)
        with suppress(NotationError):
            if vocabulary.parse(saying, first, seat) in setting.moves:
                return 1, phrase
    return number, once


def _parsed(
    vocabulary: Vocabulary[Any],
    verbs: list[ParsedVerb],
    seat: int | None,
    partly: bool,
    item: Span,
) -> Any | NotationError:
    """Parse one item of a list of moves, first after the words of the previous move, then after the verb alone.

    ``verbs`` holds both in this order, or only the verb if the item is the first. The
    words of the parsed move replace those of the previous one in it.
    """
    error: NotationError | None = None
    for saying in [*verbs]:
        try:
            move = vocabulary.parse(saying, item, seat, partly=partly)
        except NotationError as failed:
            error = failed
            continue
        words = vocabulary.grammar.words_of(type(move))
        verbs[:-1] = (
            [saying._replace(words=words)] if words.startswith(f"{saying.verb} ") else []
        )
        return move
    return error


def _without_and(item: Span) -> Span:
    """Return the text after a comma, without an ``and`` at its beginning."""
    head, rest = item.head_and_rest()
    return rest if head.folded == AND else item


def _parted(
    item: Span, parse: Callable[[Span], Any], form: Verb
) -> list[tuple[Span, Any | NotationError]]:
    """Return the moves of an item. If it is no move as a whole, and not too long, it is parted at an ``and``."""
    whole = _counted(item, parse, form)
    if isinstance(whole[0], NotationError) and item.stop - item.start <= MOVE_MAX:
        for part, rest in item.joined():
            first = _counted(part, parse, form)
            if not isinstance(first[0], NotationError):
                others = _parted(rest, parse, form)
                if isinstance(others[0][1], NotationError) or form.joins(
                    first[0], others[0][1]
                ):
                    return [*((part, move) for move in first), *others]
    return [(item, move) for move in whole]


def _counted(
    item: Span, parse: Callable[[Span], Any], form: Verb
) -> list[Any | NotationError]:
    """Return the move of an item, repeated if the item begins with a number that is no part of the move."""
    move = parse(item)
    number, named = item.counted()
    if isinstance(move, NotationError) and number > 1 and form.show is None:
        again = parse(named)
        return [move] if isinstance(again, NotationError) else [again] * number
    return [move]
