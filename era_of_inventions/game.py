"""The front door: a game of given players, readings and components."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

import attrs

from era_of_inventions.component_files import as_components
from era_of_inventions.component_form import misfits
from era_of_inventions.engine.engine import Engine
from era_of_inventions.judge import judge as judge_move
from era_of_inventions.judge import witnessed
from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import Move, RunFactory
from era_of_inventions.model.state import GAME_OVER, REVEALS, Setting, State, one_setting
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.round_end import rounds
from era_of_inventions.rulebook.scoring import totals, winners
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset, as_ruleset
from era_of_inventions.tabletop.errors import DocumentError, GameError, describe
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.law import facts_of
from era_of_inventions.tabletop.law.verdict import Event, Problem, Verdict

if TYPE_CHECKING:
    import random
    from fractions import Fraction


class IllegalMoveError(GameError, ValueError):
    """A move that is not legal. ``verdict`` says why; it is worked out when it is asked for."""

    def __init__(self, state: State, move: Move) -> None:
        """Remember what was tried where."""
        self.state = state
        self.move = move
        super().__init__(state, move)

    @property
    def verdict(self) -> Verdict:
        """The judgement of the move, without the question about other readings."""
        return judge_move(self.state, self.move, rulings=False)

    def __str__(self) -> str:
        """The move and the clauses against it."""
        against = self.verdict.forbidden_by
        reason = "; ".join(f"{c.statement} [{c.id}]" for c in against) or "No clause permits it at this moment."
        return f"{self.move} is not legal: {reason}"


@attrs.frozen
class ScoreLine:
    """Points of one seat from one clause. ``basis`` says what was compared, if anything was."""

    seat: int
    clause: str
    points: int
    basis: str = ""


@attrs.frozen
class Score:
    """The score of a position as if the game were over: lines, totals by seat, and who wins."""

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class Game:
    """Everything one can ask about positions of one setting.

    ``ruleset`` is a `Ruleset` or the name of a preset, ``components`` a set or the name of a shipped one. Raises
    `GameError` if the number of players or a name is not known, and `DocumentError` with all that is wrong with a set
    that no file could hold.
    """

    def __init__(
        self, players: int = 4, ruleset: Ruleset | str = "default", components: Components | str = "reconstructed"
    ) -> None:
        """Compile the tables for this setting, or take them from an equal game made before."""
        seats = _whole(players)
        if seats not in player_counts():
            known = ", ".join(map(str, player_counts()))
            raise GameError(f"the game is for {known} players, not {describe(players)} [{player_counts.id}]")
        self.setting = one_setting(seats, as_ruleset(ruleset), as_components(components))
        self._engine = _compiled(self.setting)

    def __reduce__(self) -> tuple[type[Game], tuple[int, Ruleset, Components]]:
        """Pickle the setting; the tables are compiled again."""
        return type(self), (self.setting.players, self.setting.ruleset, self.setting.components)

    def __repr__(self) -> str:
        """Show the setting."""
        setting = self.setting
        return (
            f"Game(players={setting.players}, ruleset={setting.ruleset.name!r}, components={setting.components.name!r})"
        )

    @classmethod
    def of(cls, state: State) -> Game:
        """The game a position belongs to."""
        return cls(state.setting.players, state.setting.ruleset, state.setting.components)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The closed table of moves; the number of a move is its index."""
        return self._engine.moves

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return rounds(self.setting.players)

    def number(self, move: Move) -> int:
        """The number of a move. Raises `GameError` if it is not in the table."""
        try:
            return self._engine.number[move]
        except KeyError:
            raise GameError(f"{move} is not in the table of moves of this game") from None

    def new(self, start: int = 0, rng: random.Random | None = None) -> State:
        """A new game with the given seat as start player.

        Without ``rng`` chance is to move first and turns over the factories and start cards; with it they are turned
        over by that source of randomness. Raises `GameError` if nobody sits at that seat, or if the box holds less than
        the setup deals.
        """
        if (seat := _whole(start)) not in range(self.setting.players):
            expected = f"expected 0 to {self.setting.players - 1}, and a source of randomness as rng="
            raise GameError(f"the start player is seat {describe(start)}; {expected}")
        if problems := _against_a_beginning(self.setting):
            raise GameError(f"no game of {self!r} can begin: {'; '.join(map(str, problems))}")
        state = self._engine.set_up(self.setting, seat)
        return state if rng is None else self.deal(state, rng)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """All legal moves; where chance is to move, all cards that can be turned over; none when the game is over."""
        if state.setting is not self.setting:
            self._own(state)
        return self._engine.legal_moves(state)

    def is_legal(self, state: State, move: Move) -> bool:
        """Whether a move is legal."""
        return move in self.legal_moves(state)

    def play(self, state: State, move: Move) -> State:
        """The position after a legal move.

        Raises `IllegalMoveError`, which can tell the reasons, and `GameError` if a stock passes what can be counted.
        """
        self._legal(state, move)
        return self._engine.play(state, move)

    def play_unchecked(self, state: State, move: Move) -> State:
        """The position after a move that is known to be legal.

        Nothing is checked: not that the move is legal, nor that the position belongs to this game. After an illegal
        move the position is meaningless.
        """
        return self._engine.play(state, move)

    def judge(self, state: State, move: Move, *, seat: int | None = None, rulings: bool = True) -> Verdict:
        """Judge a move: every clause for and against, what it would cause, and which rulings that rests on.

        ``seat`` is who wants to make it (by default the player in turn). ``rulings=False`` leaves out the question
        about other readings. Raises `GameError` if the move speaks of something that does not exist.
        """
        self._own(state)
        self._known(move)
        if seat is not None and _whole(seat) not in range(self.setting.players):
            raise GameError(f"nobody sits at seat {seat!r}; expected 0 to {self.setting.players - 1}")
        return judge_move(state, move, seat=seat, rulings=rulings)

    def events(self, state: State, move: Move) -> tuple[Event, ...]:
        """What a legal move causes, each event with its clause. Raises `IllegalMoveError`."""
        self._legal(state, move)
        return tuple(witnessed(state, move)[1].events)

    def chances(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        """The cards that can be turned over, with their probabilities; empty if chance is not to move."""
        self._own(state)
        if state.turn.phase not in REVEALS:
            return ()
        from fractions import Fraction  # here, because few need it and importing it takes long

        reveals = self._engine.legal_moves(state)
        return tuple((reveal, Fraction(1, len(reveals))) for reveal in reveals)

    def deal(self, state: State, rng: random.Random) -> State:
        """Turn over cards with the given source of randomness until chance is not to move."""
        self._own(state)
        if not callable(getattr(rng, "random", None)):
            raise GameError(f"rng is {describe(rng)}; expected a source of randomness such as random.Random(1)")
        while state.turn.phase in REVEALS:
            reveals = self._engine.legal_moves(state)
            state = self._engine.play(state, reveals[int(rng.random() * len(reveals))])
        return state

    def is_over(self, state: State) -> bool:
        """Whether the game is over."""
        return state.turn.phase is GAME_OVER

    def check(self, state: State) -> tuple[Problem, ...]:
        """All reasons why a position cannot occur, each with its clause; empty if none is known.

        Raises `GameError` if the position belongs to another game.
        """
        self._own(state)
        return LAW.problems(state)

    def score(self, state: State) -> Score:
        """The score, line by line with the clauses, as if the game were over."""
        self._own(state)
        return score(state)

    def _own(self, state: State) -> None:
        if not isinstance(state, State):
            raise GameError(f"{describe(state)} is not a position; expected a State")
        if state.setting != self.setting:
            raise GameError(f"the position belongs to another game than {self!r}; use Game.of(state)")

    def _legal(self, state: State, move: Move) -> None:
        if move not in self.legal_moves(state):
            self._known(move)
            raise IllegalMoveError(state, move)

    def _known(self, move: Move) -> None:
        if not isinstance(move, Move):
            raise GameError(f"{move!r} is not a move; expected one of era_of_inventions.moves, or parse_move of a text")
        components = self.setting.components
        start_factories = self.setting.players if isinstance(move, RunFactory) else 0
        sizes = {
            "card": len(components.cards),
            "factory": len(components.factories) + start_factories,
            "source": len(components.sources),
            "space": len(components.spaces),
        }
        for field, size in sizes.items():
            index = getattr(move, field, None)
            if index is not None and not 0 <= index < size:
                raise GameError(f"{move} speaks of {field} {index}; expected 0 to {size - 1}")


def _whole(number: object) -> int:
    """The whole number, of Python or of another library; -1 for anything else, which is no seat and no count."""
    return index(number) if isinstance(number, SupportsIndex) and not isinstance(number, bool) else -1


def score(state: State) -> Score:
    """The score of a position as if the game were over."""
    clauses = tuple(LAW.of_kind(Kind.SCORING))
    columns = [clause.function(state) for clause in clauses]
    lines = [line for clause, points in zip(clauses, columns, strict=True) for line in _lines(state, clause, points)]
    scores = totals(columns)
    return Score(tuple(lines), tuple(scores), winners(state, scores))


def _lines(state: State, clause: Clause[..., Sequence[int]], points: Sequence[int]) -> list[ScoreLine]:
    return [ScoreLine(seat, clause.id, number, _basis(state, clause, seat)) for seat, number in enumerate(points)]


def _basis(state: State, clause: Clause[..., Sequence[int]], seat: int) -> str:
    return ", ".join(f"{what} {number}" for what, number in facts_of(clause, state, seat))


@lru_cache(maxsize=256)
def _compiled(setting: Setting) -> Engine:
    _checked(setting.components)
    return Engine(setting)


@lru_cache(maxsize=256)
def _against_a_beginning(setting: Setting) -> tuple[Problem, ...]:
    return LAW.problems(_compiled(setting).set_up(setting, 0))


@lru_cache(maxsize=64)
def _checked(components: Components) -> None:
    if problems := misfits(components):
        raise DocumentError("components", problems)
