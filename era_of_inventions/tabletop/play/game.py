"""The main entry point: everything that can be done with positions of one setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self, TypeAlias, TypeVar

from era_of_inventions.tabletop.errors import (
    GameError,
    describe,
    from_to,
    joined,
    number_from,
)
from era_of_inventions.tabletop.law.verdict import Event, Verdict
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play import bots, following, knowledge, partial_moves, worlds
from era_of_inventions.tabletop.play.checking import problems_of
from era_of_inventions.tabletop.play.declarations import require_arguments
from era_of_inventions.tabletop.play.engine import Engine, begin
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import (
    CHANCE,
    OVER,
    Choose,
    Rulebook,
    ToMove,
    require_rulebook,
)
from era_of_inventions.tabletop.play.score import Score, score
from era_of_inventions.tabletop.play.setting import (
    AnyPosition,
    AnySetting,
    Setting,
    require_position,
    whole_number,
)
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.text.fingerprint import fingerprint
from era_of_inventions.tabletop.values.features import Feature

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence
    from fractions import Fraction

S = TypeVar("S", bound=AnyPosition)
M = TypeVar("M")


class Game(Generic[S, M]):
    """Everything that can be done with positions of one ``setting``: players, readings and components.

    ``ruleset`` is a ruleset of the rulebook or the name of a preset, ``components`` a set or the name of a shipped one,
    by default the default set of the rulebook. Games of equal settings are equal. Raises `GameError` if the number of
    players or a name is unknown, `DocumentError`, with all problems, for a component set that no file could hold, and
    `RulebookError`, with all reasons, if the rulebook is inconsistent.
    """

    setting: AnySetting
    """The rulebook, the number of players, the readings and the components."""
    _engine: Engine[S, M]

    def __init__(
        self,
        rulebook: Rulebook[S, M],
        players: int,
        ruleset: object = "default",
        components: object = None,
    ) -> None:
        """Prepare the tables of the setting, or reuse those of an equal game."""
        require_arguments(require_rulebook(rulebook))
        seats = whole_number(players)
        if seats not in rulebook.player_counts():
            counts = joined(rulebook.player_counts())
            clause = getattr(rulebook.player_counts, "id", "")
            raise GameError(
                f"the game is for {counts} players, not {describe(players)}{clause and f' [{clause}]'}"
            )
        sets = rulebook.components
        chosen = sets.resolve(sets.default if components is None else components)
        self._bind(Setting(rulebook, seats, rulebook.ruleset.resolve(ruleset), chosen))

    @classmethod
    def from_setting(cls, setting: AnySetting) -> Self:
        """Return the game of a setting. Raises `GameError` if it is not a setting."""
        if not isinstance(setting, Setting):
            raise GameError(
                f"{describe(setting)} has no setting; expected a position, or Game(4).setting"
            )
        game = cls.__new__(cls)
        game._bind(setting)
        return game

    @classmethod
    def unchecked(cls, setting: AnySetting) -> Self:
        """Return the game of a setting that is known to be sound, such as a checked setting with one other number."""
        game = cls.__new__(cls)
        game.setting = setting
        game._engine = setting.engine
        return game

    @classmethod
    def from_state(cls, state: S) -> Self:
        """Return the game a position belongs to."""
        setting: Any = getattr(state, "setting", None)
        return cls.from_setting(setting)

    def _bind(self, setting: AnySetting) -> None:
        self.setting = setting.checked
        self._engine = self.setting.engine

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the setting."""
        return type(self).from_setting, (self.setting,)

    def __eq__(self, other: object) -> bool:
        """Whether it is the game of an equal setting."""
        return self.setting == other.setting if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        """The hash of its setting."""
        return hash(self.setting)

    def __repr__(self) -> str:
        """The expression that makes it, without arguments that are the default."""
        ruleset, components, rulebook = (
            self.setting.ruleset,
            self.setting.components,
            self.rulebook,
        )
        own = [] if type(self) is not Game else [rulebook.home.rpartition(":")[2]]
        parts = [*own, str(self.setting.players)]
        if ruleset != rulebook.ruleset():
            parts.append(f"ruleset={ruleset!r}")
        if components != rulebook.components.load(rulebook.components.default):
            parts.append(f"components={rulebook.samples.show_components(components)}")
        return f"{type(self).__name__}({', '.join(parts)})"

    @property
    def rulebook(self) -> Rulebook[S, M]:
        """The rulebook of the game."""
        return self.setting.rulebook

    @property
    def moves(self) -> tuple[M, ...]:
        """The table of all moves; the number of a move is its index."""
        return self.setting.moves

    @property
    def moves_fingerprint(self) -> str:
        """The fingerprint of the table of moves; equal for tables where each number has a move with the same text."""
        return fingerprint([self.setting.vocabulary.show(move) for move in self.moves])

    def move_number(self, move: M) -> int:
        """Return the number of a move. Raises `GameError` if it is not in the table."""
        try:
            return self.setting.numbers[move]
        except (KeyError, TypeError):
            raise GameError(
                f"{describe(move)} is not in the table of moves of this game"
            ) from None

    def move_by_number(self, number: int) -> M:
        """Return the move with this number. Raises `GameError` for any other number."""
        if type(number) is not int or not 0 <= number < len(self.moves):
            raise GameError(
                f"there is no move {describe(number)}; expected {number_from(0, len(self.moves) - 1)}"
            )
        return self.moves[number]

    def new(self, start: int = 0, rng: random.Random | None = None) -> S:
        """Return the first position of a new game, with the seat ``start`` as start player.

        Without ``rng`` chance moves first; with ``rng`` its moves are drawn and made at once. Raises `GameError` if
        there is no such seat, or if the box holds less than the setup deals.
        """
        if (seat := whole_number(start)) not in range(self.setting.players):
            expected = from_to(0, self.setting.players - 1)
            expected += (
                ", and a source of randomness as rng=" if hasattr(start, "random") else ""
            )
            raise GameError(
                f"the start player is seat {describe(start)}; expected {expected}"
            )
        if problems := self.setting.problems_of_setup:
            raise GameError(f"no game of {self!r} can begin: {'; '.join(map(str, problems))}")
        state: S = begin(self.setting, seat)
        return state if rng is None else self.deal(state, rng)

    def to_move(self, state: S) -> ToMove:
        """Return who is to move: a seat, `CHANCE`, or `OVER` when the game is over.

        Compare it with ``is`` or ``==``: seat 0 is false, and `CHANCE` and `OVER` have no truth value.
        """
        try:
            return self.rulebook.mover(state)
        except AttributeError:
            self._require_own(state)
            raise

    def deciders(self, state: S) -> tuple[int, ...]:
        """Return all seats that may decide now, in any order; empty if chance moves next or the game is over.

        They are several where a game lets players decide in secret at the same time. `to_move` is one of them.
        """
        self._require_own(state)
        return self.rulebook.deciders(state)

    def in_turn(self, state: S, seat: int) -> S:
        """Return the same position with another of its `deciders` to move, for its legal moves and its view.

        Raises `GameError` if the seat may not decide now.
        """
        if (one := whole_number(seat)) not in (deciders := self.deciders(state)):
            raise GameError(
                f"seat {describe(seat)} does not decide now; expected "
                + (
                    f"one of {joined(deciders)}"
                    if deciders
                    else "a position where a player does"
                )
            )
        return self.rulebook.as_decider(state, one)

    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Return all legal moves; all possible moves of chance if chance is to move; empty if the game is over.

        In a view the rules are taken to ask only for what it shows; `judge` also answers where they ask for more.
        Raises `GameError` for a view of another seat than the one that decides.
        """
        try:
            if state.setting is not self.setting or not self.setting.is_known(state):
                self._check(state, worlds.require_own_view)
            return self._engine.legal_moves(state)
        except AttributeError:
            self._require_own(state)
            raise

    def is_legal(self, state: S, move: M) -> bool:
        """Return whether a move is legal. Raises the errors of `legal_moves`; `judge` also answers in other views."""
        self._check(state, worlds.require_own_view)
        return self._engine.is_legal(state, move)

    def play(self, state: S, move: M, *, seat: int | None = None) -> S:
        """Return the position after a legal move.

        ``seat`` is who makes it, one of the `deciders`; a server passes the seat that sent the request. The whole
        position must be known; with only a view of it, use `follow`.

        Raises `IllegalMoveError`, whose verdict gives the reasons, and `GameError` for a view in which something is
        unknown or, with all reasons, if a number, a count, a seat, a choice or a set of things would leave its
        bounds.
        """
        if seat is not None:
            self._require_own(state)
            self._require_seat(seat)
            state = self.rulebook.as_decider(state, seat)
        self._check(state, worlds.require_whole)
        if not self._engine.is_legal(state, move) or (
            seat is not None and seat != self.to_move(state)
        ):
            self._refuse(state, move, seat)
        after = self._engine.play(state, move)
        if not self.setting.keeps_bounds(state, after):
            text, outside = self._require_known(move), worlds.outside(after, seat)
            raise GameError(f"{text!r} leaves the bounds of positions: {outside}")
        return after

    def play_unchecked(self, state: S, move: M) -> S:
        """Return the position after a move that is known to be legal.

        It is checked neither that the move is legal nor that the position belongs to this game. After an illegal move
        the position is meaningless.
        """
        return self._engine.play(state, move)

    def judge(
        self, state: S, move: M, *, seat: int | None = None, rulings: bool = False
    ) -> Verdict:
        """Judge a move: the findings of all clauses, and the events it would cause.

        ``seat`` is who wants to make it, by default whoever is to move. With ``rulings`` the verdict also lists the
        rulings that it rests on, in a view by its effects in one completion. That takes some 30 times as long, because
        the move is judged under every reading. Raises `GameError` if the move refers to something that does not exist.
        """
        self._require_own(state)
        self._require_known(move)
        self._require_seat(seat)
        return knowledge.judge_known(state, move, seat=seat, rulings=rulings)

    def events(self, state: S, move: M) -> tuple[Event, ...]:
        """Return the events that a legal move causes, each with its clause.

        Raises `IllegalMoveError` if the move is not legal, and `GameError` for a view; `judge` has what is certain.
        """
        self._check(state, worlds.require_whole)
        if not self._engine.is_legal(state, move):
            self._refuse(state, move, None)
        return trace(state, move)[1].events

    def view(self, state: S, seat: int | None) -> S:
        """Return the position as a seat, or a spectator (None), may know it: some things are unknown.

        Raises `GameError` for a view in which something is unknown that the seat may know.
        """
        self._require_own(state)
        self._require_seat(seat)
        worlds.require_view_of(state, seat)
        return self.rulebook.view(state, seat)

    def move_seen_by(self, state: S, move: M, seat: int | None) -> M:
        """Return a legal move as a seat, or a spectator (None), sees it: hidden parts are unknown.

        `show_move` writes it with a question mark, such as ``deal ?``. `follow` carries it out.
        """
        self._require_own(state)
        self._require_seat(seat)
        self._require_known(move)
        return knowledge.move_seen_by(state, move, seat)  # type: ignore[no-any-return]

    def follow(self, state: S, move: M, ahead: Sequence[M] = (), start: S | None = None) -> S:
        """Return the position after a legal move, where the position or the move is partly unknown.

        If the move names an unknown card, and where this lies decides whether the move is legal, the card is revealed.
        ``ahead`` are the moves that follow: the cards that they reveal of the player who moves now count as known
        already. ``start`` is a position in which a record could begin that shows all that its seat knows at its end:
        what was sealed since then and is opened by this move was a thing if it is still unknown and its `Seal` hides
        only things. Raises `IllegalMoveError` if the move is certainly not legal, and `UnclearError` if its effects
        depend on something unknown.
        """
        self._require_own(state)
        if start is not None:
            self._require_own(start)
        self._require_known(move)
        if partial_moves.is_whole(move) and worlds.is_known(state):
            return self.play(state, move)
        after = following.follow(state, move, ahead, start)
        if after is None:
            raise IllegalMoveError(state, move)
        return after

    def chances(self, state: S) -> tuple[tuple[M, Fraction], ...]:
        """Return the possible moves of chance, with probabilities, if chance is to move; raise as `deal` does."""
        self._require_own(state)
        if self.to_move(state) is not CHANCE:
            return ()
        worlds.require_whole(state)
        from fractions import (
            Fraction,  # imported here because it is slow to import and rarely needed
        )

        weighted = self._engine.chances(state)
        total = sum(weight for _, weight in weighted)
        return tuple((move, Fraction(weight, total)) for move, weight in weighted)

    def deal(self, state: S, rng: random.Random) -> S:
        """Return the position after all pending moves of chance, drawn from ``rng``.

        Raises `GameError` if the position belongs to another game, chance is to move in a view in which something is
        unknown, or ``rng`` is not a source of randomness.
        """
        self._require_own(state)
        bots.require_rng(rng)
        if self.to_move(state) is not CHANCE:
            return state
        worlds.require_whole(state)
        return self._engine.deal(state, rng)

    def deal_steps(self, state: S, rng: random.Random) -> tuple[tuple[M, S], ...]:
        """Return all pending moves of chance, drawn from ``rng``, each with the position after it.

        Raises the same errors as `deal`.
        """
        self._require_own(state)
        bots.require_rng(rng)
        steps = []
        while self.to_move(state) is CHANCE:
            move = self.chance_move(state, rng)
            state = self._engine.play(state, move)
            steps.append((move, state))
        return tuple(steps)

    def chance_move(self, state: S, rng: random.Random) -> M:
        """Draw one move of chance by weight.

        Raises `GameError` if chance does not move next, and the same errors as `deal`.
        """
        self._require_own(state)
        bots.require_rng(rng)
        if self.to_move(state) is not CHANCE:
            raise GameError(
                "chance has no move in this position; expected one where cards are to be turned over"
            )
        worlds.require_whole(state)
        return self._engine.draw(state, rng)

    def decide(self, state: S, choose: Choose, rng: random.Random) -> M:
        """Return the decision of a bot for the seat to move; if only one move is legal, it is that one.

        The bot gets the view of this seat. Raises `IllegalMoveError` or, if no move is legal, `StuckGameError`.
        """
        (choose,) = bots.bots_of(choose, 1)
        legal = self.legal_moves(state)
        if len(legal) == 1:
            return legal[0]
        self._engine.require_any(legal, state)
        rulebook, seen = self.setting.rulebook, state
        if choose is not bots.at_random:  # which does not look
            seen = rulebook.view(state, rulebook.seat_to_move(state))
        move: M = choose(self, seen, legal, rng)
        if move not in legal:
            self._refuse(state, move, None)
        return move

    def playout(self, state: S, rng: random.Random, choose: bots.Bots | None = None) -> S:
        """Return the position at the end of a game with chance drawn from ``rng`` and a bot for every player.

        ``choose`` plays all seats, or is a sequence of bots that play them in turn. A bot gets only what its seat may
        know, and a source of randomness of its own, which depends on ``rng``. Without ``choose`` every move is drawn
        from ``rng``, which is faster.

        Raises the errors of `decide` and `deal`, and `EndlessGameError` if the game is not over after 10,000 moves.
        """
        self._require_own(state)
        bots.require_rng(rng)
        worlds.require_whole(state)
        if choose is None:
            return self._engine.playout(state, rng)
        for _, after in bots.steps(self, state, rng, choose):
            state = after
        return state

    @property
    def features(self) -> tuple[Feature, ...]:
        """The meaning of each number of `observe`."""
        return self.setting.observer.features

    def observe(self, state: S, seat: int | None = None) -> bytes:
        """Return a position as 16-bit integers, one for each of `features`, for programs that learn.

        They cover only what a seat, or a spectator (None), may know; those of ``setting.observer`` cover everything.
        Raises the errors of `view`.
        """
        return self.setting.observer.observe(self.view(state, seat))

    def is_over(self, state: S) -> bool:
        """Return whether the game is over."""
        return self.to_move(state) is OVER

    def check(self, state: S) -> tuple[Violation, ...]:
        """Return the reasons why a position cannot occur, each with its clause; empty if none is known.

        If values do not exist or are out of bounds, only these problems are returned, without clauses. Raises
        `GameError` if the position belongs to another game.
        """
        self._require_own(state)
        return self.setting.outside(state) or problems_of(state)

    def score(self, state: S) -> Score:
        """Return the score, line by line with the clauses, as if the game were over.

        Raises `GameError` if the position belongs to another game, or the score depends on something unknown.
        """
        self._require_own(state)
        return worlds.worlds_of(state).certain(score, "the score")

    def _check(self, state: S, require: Callable[[S], None]) -> None:
        """Refuse what is no position of this game, and a view if it does not fulfil a requirement."""
        if require_position(state).setting is not self.setting:
            self._require_own(state)
        if not self.setting.is_known(state):
            require(state)

    def _require_own(self, state: S) -> None:
        setting: Any = require_position(state).setting
        if setting is not self.setting and setting != self.setting:
            raise GameError(
                f"the position belongs to another game than {self!r}; use Game.from_state(state)"
            )

    def _refuse(self, state: S, move: M, seat: int | None) -> NoReturn:
        self._require_seat(seat)
        text = self._require_known(move)
        if not partial_moves.is_whole(move):
            raise GameError(f"{text!r} leaves something open; expected a whole move")
        raise IllegalMoveError(state, move, seat)

    def _require_seat(self, seat: int | None) -> None:
        if seat is not None and whole_number(seat) not in range(self.setting.players):
            raise GameError(
                f"nobody sits at seat {seat!r}; expected {from_to(0, self.setting.players - 1)}"
            )

    def _require_known(self, move: M) -> str:
        return self.setting.vocabulary.show(move)


AnyGame: TypeAlias = Game[Any, Any]
