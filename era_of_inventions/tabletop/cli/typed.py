"""Moves as people type them at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from era_of_inventions.tabletop.errors import GameError, NotationError, describe
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.records.notation import parse_moves, show_move
from era_of_inventions.tabletop.text.span import Span, fold


def typed_moves(line: str, state: AnyPosition, mover: str) -> list[Any]:
    """Parse the moves of a line, which may begin with the name of the mover and a colon.

    Chance moves can be abbreviated. Raises `GameError` if the name is not that of the
    mover, and `NotationError` if a move cannot be parsed.
    """
    to_move, grammar = state.setting.rulebook.to_move(state), state.setting.rulebook.grammar
    name, colon, _ = line.partition(":")
    if colon and name.strip().casefold() != mover.casefold():
        raise GameError(
            f"{describe(name.strip())} is not to move; expected {mover}, or no name"
        )
    text = Span(line, len(name) + 1, len(line)) if colon else Span.of(line)
    others = {*state.setting.vocabulary.moves} - {*grammar.chance_verbs}
    if to_move is CHANCE and text.head_and_rest()[0].folded not in others:
        parts = [part for phrase in text.phrases() for part in phrase.split(",")]
        return [move for part in parts for move in _chance_moves(part, state)]
    seat = state.setting.rulebook.seat_to_move(state)
    moves = []
    for _, _, move in parse_moves(text, state.setting, seat=seat):
        if isinstance(move, NotationError):
            raise move
        moves.append(move)
    return moves


def decider_named(line: str, state: AnyPosition, names: Sequence[str]) -> int | None:
    """Return the seat whose name and a colon begin a line, if it decides at the same time as the one to move."""
    name, colon, _ = line.partition(":")
    rulebook = state.setting.rulebook
    named = [seat for seat in rulebook.deciders(state) if fold(names[seat]) == fold(name)]
    return named[0] if colon and named and named[0] != rulebook.seat_to_move(state) else None


def moves_in_words(line: str, state: AnyPosition, mover: str) -> tuple[Any, ...]:
    """Parse the moves of a line; return none if it cannot be parsed."""
    try:
        return tuple(typed_moves(line, state, mover))
    except NotationError:
        return ()


def _chance_moves(text: Span, state: AnyPosition) -> list[Any]:
    """Parse chance moves, which can be abbreviated.

    ``sawmill-1`` means ``reveal factory sawmill-1``, and ``2 six`` means the chance
    move that ends in ``six``, twice.
    """
    grammar = state.setting.rulebook.grammar
    head, rest = text.head_and_rest()
    number, text = (rest if head.folded in grammar.chance_verbs else text).counted()
    head, rest = text.head_and_rest()
    for kind, (noun, _) in grammar.chance.items():
        if head.folded in grammar.words_of(kind).split()[1:]:
            return [rest.name(_names_of(kind, state), f"the id of a {noun}")] * number
    expected = state.setting.engine.legal_moves(state)[0]
    moves: dict[str, Any] = {}
    for kind in sorted(
        grammar.chance, key=lambda kind: kind is type(expected)
    ):  # the expected kind wins
        moves |= _names_of(kind, state)
    noun, _ = state.setting.rulebook.nouns_of(type(expected))
    article = "an" if noun[0] in "aeiou" else "a"
    example = show_move(expected, state.setting).split()[-1]
    return [text.name(moves, f"the id of {article} {noun}, such as {example}")] * number


def _names_of(kind: type, state: AnyPosition) -> dict[str, Any]:
    """Return the moves of a kind, keyed by their texts without the words with which the kind begins."""
    verb, _, words = state.setting.rulebook.grammar.words_of(kind).partition(" ")
    return {
        text.removeprefix(words).lstrip(): move
        for text, move in state.setting.vocabulary.moves[verb].items()
        if type(move) is kind
    }
