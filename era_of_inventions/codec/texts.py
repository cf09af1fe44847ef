"""The JSON texts of positions, put together from those of their parts, and taken apart into them.

Positions share most of their parts, so the text of a part is remembered, and the part that was read from a text.

A text is cut wherever it looks as if a part ended in one of ours. What stands between the cuts is read as JSON, each
piece by itself; if all of them are JSON, so is the whole, with these parts. A text that is written in another way, or
has something wrong in it, raises some exception, which says no more about it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Generic, TypeVar

import attrs

from era_of_inventions.codec.nouns import COUNT, consistent, nouns_of
from era_of_inventions.codec.reading import values_of
from era_of_inventions.codec.shapes import REMEMBERED, Shape, structure
from era_of_inventions.model.state import Setting, State

T = TypeVar("T")
LONGEST = 4_000
"""Characters of a text up to which its parts are remembered; ours have at most about 2,700."""


@attrs.frozen
class Order:
    """Which round it is, and who began it."""

    round: int
    start: int


class Part(Generic[T]):
    """One kind of part: an object, whose text has no braces around it here."""

    def __init__(self, shape: Shape[T]) -> None:
        """Remember the texts of parts, and the parts of texts."""
        self.write = lru_cache(maxsize=REMEMBERED)(lambda part: shape.write(part)[1:-1])
        self.read = lru_cache(maxsize=REMEMBERED)(lambda text: shape.read(values_of(f"{{{text}}}")))


class Texts:
    """The texts of the positions of one setting."""

    def __init__(self, setting: Setting, head: str) -> None:
        """Begin each with the text of a head, an object that holds the setting."""
        nouns = nouns_of(setting.components, setting.players)
        self._setting = setting
        self._head = head[:-1]
        self._player = Part(nouns.player)
        self._board = Part(nouns.board)
        self._order = Part(structure(Order, {"round": COUNT, "start": nouns.seat}))
        self._turn = Part(nouns.whole_turn)

    def write(self, state: State) -> str:
        """The text of a position."""
        players = "},{".join(map(self._player.write, state.players))
        board, turn = self._board.write(state.board), self._turn.write(state.turn)
        order = f'"round":{state.round},"start":{state.start}'
        return f'{self._head},"players":[{{{players}}}],"board":{{{board}}},{order},"turn":{{{turn}}}}}'

    def read(self, players: str, board: str, order: str, turn: str) -> State:
        """The position that has these parts, as `cut` gives them."""
        seated = tuple(map(self._player.read, players.split("},{")))
        if len(seated) != self._setting.players:
            raise ValueError(f"there are {len(seated)} players")
        when = self._order.read(order)
        return consistent(
            State(self._setting, seated, self._board.read(board), when.round, when.start, self._turn.read(turn))
        )


def cut(text: str) -> tuple[str, str, str, str, str]:
    """The head of a text, and the texts of its parts: the players, the board, the order of play and the turn."""
    if len(text) > LONGEST or not text.endswith("}}"):
        raise ValueError("is written in another way, or too long to be remembered")
    head, _, rest = text.partition(',"players":[{')
    players, _, rest = rest.partition('}],"board":{')
    board, _, rest = rest.partition('},"round":')
    order, _, turn = rest.partition(',"turn":{')
    return head + "}", players, board, '"round":' + order, turn[:-2]
