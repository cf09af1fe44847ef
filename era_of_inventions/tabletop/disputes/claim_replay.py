"""Making the moves of a claim one after another, allowing for what people leave out when they report a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import ClaimedMove
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.law.verdict import Outstanding, Verdict
from era_of_inventions.tabletop.play.effects import effects
from era_of_inventions.tabletop.play.following import follow, found_out
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.judge import outstanding
from era_of_inventions.tabletop.play.knowledge import (
    due_known,
    evaluate_known,
    judge_known,
)
from era_of_inventions.tabletop.play.partial_moves import filled, is_whole
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.worlds import is_known, worlds_of
from era_of_inventions.tabletop.records.notation import show_move

CHOICES_MAX = 60
"""How many positions are looked at, at most, while a payment or the like is completed in every way."""


@attrs.frozen
class Completed:
    """What is taken to be paid or given before a claimed move, because it was due and the claim does not say how.

    ``seat`` is the player who owed it, ``moves`` are those by which it can be
    completed, and ``ways`` is in how many ways it was tried.
    """

    seat: int | None
    due: tuple[Outstanding, ...]
    moves: tuple[str, ...]
    before: ClaimedMove
    ways: int


def ways_to_complete(whole: Any) -> Mapping[Any, tuple[Any, ...]]:
    """Return the positions in which nothing is outstanding any more, each with moves that lead there.

    If there are too many ways, it is the position itself, without moves.
    """
    game: AnyGame = Game.unchecked(whole.setting)
    found, ends = dict[Any, tuple[Any, ...]]({whole: ()}), dict[Any, tuple[Any, ...]]()
    for state in (left := [whole]):
        following = game.legal_moves(state) if outstanding(state) else ()
        if not following:
            ends[state] = found[state]
        for move in following:
            after = game.play(state, move)
            if after not in found:
                found[after] = (*found[state], move)
                left.append(after)
        if len(found) > CHOICES_MAX:
            return {whole: ()}
    return ends


WAYS_MAX = 10
"""In how many ways something is completed at most, where there are more."""


@attrs.define
class ClaimReplay:
    """The moves of a claim, made one after another up to the first that is not legal.

    People who report a game often leave out a move by which a player only stops or
    begins something. Or they mention such a stop although it has happened by itself. If
    moves are made ``leniently``, the missing move is added and the superfluous one is
    passed over. A move that the rules have already made for a player who has no choice
    is passed over too, unless moves are judged ``strictly``, one by one. Then what is
    due is not taken to be paid either, before a move that is refused only because of
    its moment.
    """

    dispute: Dispute
    state: Any
    strictly: bool = False
    way: int = 0
    """In which of several ways something is completed; see `Completed`."""
    completed: list[Completed] = attrs.field(factory=list)
    last: ClaimedMove | None = None
    """The last move that was made, with the seat that made it."""
    passed_over: list[ClaimedMove] = attrs.field(factory=list)
    turns_ended: list[tuple[ClaimedMove, ClaimedMove]] = attrs.field(factory=list)
    """The moves that were added to pass the turn, each with the claimed move before which it was added."""
    unstated: list[Any] = attrs.field(factory=list)
    """The moves of chance that were made although the claim does not state them."""
    verdicts: list[tuple[ClaimedMove, Verdict]] = attrs.field(factory=list)
    before: list[Any] = attrs.field(factory=list)
    """The position in which each verdict was found, as far as it is known."""
    made: list[tuple[Any, Any]] = attrs.field(factory=list)
    """The moves that were made, each with the position before it as far as it is known."""
    previous: tuple[Any, Any] | None = None
    """The position before the last move that was made, as far as it is known, and the move."""

    def make(
        self, step: ClaimedMove, ahead: Sequence[Any], *, happened: bool, leniently: bool
    ) -> bool:
        """Make a move before those ``ahead`` if it is legal. Return whether it is; a move passed over counts as legal.

        A move that has ``happened``, because it was made before the claim or chance is
        to move, shows where unknown cards lay. Raises `UnclearError` as `follow` does.
        """
        self.state = self.dispute.game.rulebook.as_decider(self.state, step.seat)
        step = self._in_full(step)
        known = (
            found_out(self.state, step.move, ahead)
            if happened and not is_known(self.state)
            else self.state
        )
        verdict = evaluate_known(known, step.move, seat=step.seat)
        by = self._named(step)
        completed = None
        if verdict.due and (leniently or not self.strictly):
            completed = self._completed_before(by, ahead)
        if completed:
            made = completed.make(by, ahead, happened=happened, leniently=leniently)
            if made or completed.verdicts[-1][1].due is None:
                self._go_on_as(completed)
                return made
        legal = verdict.legal
        if not legal and leniently:
            if self._is_meant(step) and (sooner := self._left_out(by, ahead, verdict)):
                self.make(sooner, (step.move, *ahead), happened=happened, leniently=False)
                if self._to_move != sooner.seat:
                    self.turns_ended.append((sooner, step))
                return self.make(by, ahead, happened=happened, leniently=True)
            if self._is_over(step):
                self.passed_over.append(step)
                return True
        if not legal and not self.strictly and by.seat in self._made_by_itself(by):
            self.passed_over.append(step)
            self.last, self.previous = by, None
            return True
        if not legal and step.move in self.unstated:
            self.unstated.remove(step.move)
            self.passed_over.append(step)
            return True
        if verdict.due:  # what else is against it does not depend on whose turn it is
            verdict = judge_known(known, step.move, seat=step.seat, referee=True)
        self.verdicts.append((step, verdict))
        self.before.append(known)
        if legal:
            self._carry_out(known, by, ahead)
        return legal

    def _in_full(self, step: ClaimedMove) -> ClaimedMove:
        """Return a step that names how it is paid, in one of the ways against which the fewest clauses are."""
        options = (
            self.dispute.form.in_full(self.state, step.move) if is_known(self.state) else ()
        )
        if not options:
            return step
        seat, setting = self._mover(step), self.dispute.setting
        verdicts = [evaluate_known(self.state, one, seat=seat, due=False) for one in options]
        against = [len(verdict.forbidden_by) for verdict in verdicts]
        meant = [*compress(options, (number == min(against) for number in against))]
        move = meant[self.way % len(meant)]
        short, shown = show_move(step.move, setting), show_move(move, setting)
        self.completed.append(Completed(seat, (), (f"{short} …",), step, len(meant)))
        return attrs.evolve(step, text=step.text.replace(short, shown), move=move)

    def _carry_out(self, known: Any, by: ClaimedMove, ahead: Sequence[Any]) -> None:
        """Make a legal move, and those of chance that follow without being stated."""
        self.last = by
        self.previous = known, by.move
        self.made.append(self.previous)
        self.state, foregone = up_to(
            self.dispute, _followed(self.state, by.move, ahead), ahead
        )
        self.made += foregone
        self.unstated += (move for _, move in foregone)

    def _completed_before(
        self, step: ClaimedMove, ahead: Sequence[Any]
    ) -> ClaimReplay | None:
        """Return a replay that goes on from here after what is due is paid or given.

        None if nothing is due, or if a part of it has been paid or given: then that was
        meant to be all.
        """
        begun = is_known(self.state) and not (self.previous and outstanding(self.previous[0]))
        due = outstanding(self.state) if begun else ()
        ways = (
            [moves for moves in ways_to_complete(self.state).values() if moves] if due else []
        )
        if not ways:
            return None
        if len(ways) > WAYS_MAX:
            ways = [ways[len(ways) * number // WAYS_MAX] for number in range(WAYS_MAX)]
        seat, kinds = self._mover(ClaimedMove("", None, None)), due_known(self.state).moves
        other = ClaimReplay(self.dispute, self.state)
        other._go_on_as(self)
        other.completed.append(Completed(seat, due, kinds, step, len(ways)))
        for move in ways[self.way % len(ways)]:
            other._carry_out(other.state, ClaimedMove("", move, seat), (step.move, *ahead))
        return other

    def _go_on_as(self, other: ClaimReplay) -> None:
        for name, value in attrs.asdict(other, recurse=False).items():
            setattr(self, name, [*value] if isinstance(value, list) else value)

    def _is_meant(self, step: ClaimedMove) -> bool:
        """Whether a step names its player, or follows a move of the same player or the end of a turn."""
        last = self.last
        follows = last is None or last.seat in (None, self._mover(step))
        return (
            step.seat is not None
            or follows
            or (last and last.move) in self.dispute.form.stops
        )

    def _named(self, step: ClaimedMove) -> ClaimedMove:
        """Return a step that names who makes it."""
        return attrs.evolve(step, seat=self._mover(step))

    def _mover(self, step: ClaimedMove) -> int | None:
        """Who makes a move; None if chance does."""
        return self._to_move if step.seat is None else step.seat

    @property
    def _to_move(self) -> int | None:
        return self.dispute.game.rulebook.seat_to_move(self.state)

    def _left_out(
        self, step: ClaimedMove, ahead: Sequence[Any], verdict: Verdict
    ) -> ClaimedMove | None:
        """Return the first of the moves that go without saying before a step, if the step is legal after them.

        If it is never legal, but has its moment after such moves, it is judged there.
        None if there are no such moves.
        """
        form, ahead = self.dispute.form, (step.move, *ahead)
        if step.move in form.stops:
            inner = form.stops[: form.stops.index(step.move)]
            return (
                next(self._legal(self.state, inner), None)
                if step.seat == self._to_move
                else None
            )
        ends = [_is_legal, *([_has_its_moment] if verdict.due else [])]
        ways = (self._way(self.state, step, ahead, self._stops_max, end) for end in ends)
        return next(chain.from_iterable(ways), None)

    def comes_first(self, step: ClaimedMove, ahead: Sequence[Any]) -> tuple[ClaimedMove, ...]:
        """Return the moves that go without saying before a step; empty if they do not make it legal."""
        stops = self.dispute.form.stops
        by, depth = self._named(step), self._stops_max
        if step.move in stops or by.seat != self._to_move:
            return ()
        return tuple(self._way(self.state, by, (step.move, *ahead), depth, _is_legal))

    def at_its_moment(self, step: ClaimedMove) -> list[Verdict]:
        """Return the verdict on a step after moves that go without saying; empty if they do not lead to its moment."""
        if not is_known(self.state) or step.move in self.dispute.form.stops:
            return []
        by, state = self._named(step), self.state
        way = [*self._way(state, by, (step.move,), self._stops_max, _has_its_moment)]
        for one in way:
            state = _followed(state, one.move, ())
        return [evaluate_known(state, step.move, seat=by.seat)] if way else []

    @property
    def _stops_max(self) -> int:
        """How many moves go without saying at most: everybody may stop everything and begin something."""
        return (len(self.dispute.form.stops) + 1) * self.dispute.setting.players

    def _way(
        self,
        state: Any,
        step: ClaimedMove,
        ahead: Sequence[Any],
        depth: int,
        ends: Callable[[Any, ClaimedMove], bool],
    ) -> Iterator[ClaimedMove]:
        """Yield the moves that go without saying before a step: stops, or a beginning if only one is possible.

        After them, ``ends`` is true of the step. They are at most ``depth`` moves. The
        last of the stops passes the turn, so that it goes without saying only before a
        move of another player.
        """
        form, seat = self.dispute.form, self.dispute.game.rulebook.seat_to_move(state)
        if seat is None or depth == 0:
            return
        stops = form.stops if seat != step.seat or len(form.stops) == 1 else form.stops[:-1]
        for move in self._legal(state, stops):
            after = _followed(state, move.move, ahead)
            if ends(after, step):
                yield move
                return
            if way := [*self._way(after, step, ahead, depth - 1, ends)]:
                yield from (move, *way)
                return
        if seat != step.seat or not form.starts:
            return
        legal = state.setting.engine.legal_moves(state) if is_known(state) else ()
        begun = [move for move in legal if isinstance(move, form.starts)]
        possible = [one for one in begun if ends(_followed(state, one, ahead), step)]
        if len(possible) == 1:
            yield from self._legal(state, possible)

    def _legal(self, state: Any, moves: Iterable[Any]) -> Iterator[ClaimedMove]:
        """Yield the legal moves among these, made by whoever is to move."""
        seat = self.dispute.game.rulebook.seat_to_move(state)
        for move in moves:
            step = ClaimedMove(show_move(move, self.dispute.setting), move, seat)
            if _is_legal(state, step):
                yield step

    def _is_over(self, step: ClaimedMove) -> bool:
        """Whether a step would only stop something that has already ended with the last move."""
        stops, last = self.dispute.form.stops, self.last
        if (
            step.move not in stops
            or last is None
            or last.move == step.move
            or step.seat not in (None, last.seat)
        ):
            return False
        if step.move in self.dispute.form.by_itself and not self._made_by_itself(step):
            previous = self.previous
            if previous is None or not _has_its_moment(previous[0], step):
                return False
        outer = (
            ClaimedMove("", move, last.seat) for move in stops[stops.index(step.move) + 1 :]
        )
        return last.seat is not None and (
            self._to_move != last.seat
            or any(_is_legal(self.state, one) for one in outer)
            or self._was_declined(step)
        )

    def _was_declined(self, step: ClaimedMove) -> bool:
        """Whether a player who made other moves instead of a step now has to decide the same as after it."""
        if not is_known(self.state) or step.move in (move for _, move in self.made):
            return False
        by, due = self._named(step), due_known(self.state)
        return any(
            _is_legal(before, by) and due_known(_followed(before, by.move, ())) == due
            for before, _ in self.made
        )

    def _made_by_itself(self, step: ClaimedMove) -> set[int | None]:
        """Return for whom the rules did, as a part of the last move, what a step would do."""
        clause = self.dispute.form.by_itself.get(step.move)
        if clause is None or self.previous is None:
            return set()
        events = effects(*self.previous).events
        return {event.seat for event in events if event.clause == clause}


def _is_legal(state: Any, step: ClaimedMove) -> bool:
    return evaluate_known(state, step.move, seat=step.seat, due=False).legal


def _has_its_moment(state: Any, step: ClaimedMove) -> bool:
    return evaluate_known(state, step.move, seat=step.seat).due is None


def up_to(
    dispute: Dispute, state: Any, ahead: Sequence[Any]
) -> tuple[Any, list[tuple[Any, Any]]]:
    """Return the position in which the first of the moves ``ahead`` is made, and the moves of chance until then.

    Each of these moves has the position before it. They are the next moves of chance
    that a claim need not state: those that are ``foregone``, see `DisputeForm`, and
    before a move of a player those that nobody sees. None is made if the first move
    ahead is itself one of chance. What they turn over stays unknown if another move
    ahead is one of chance, because that move may show it. Raises `UnclearError` as
    `follow` does.
    """
    chance = [type(move) in dispute.game.rulebook.grammar.chance for move in ahead]
    made = list[tuple[Any, Any]]()
    while not any(chance[:1]):
        foregone = dispute.form.foregone(state)
        move = foregone or (_unseen(state) if chance else None)
        if move is None:
            break
        if foregone and not any(chance) and is_known(state):
            move = filled(state, move)
        made.append((state, move))
        state = _followed(state, move, ahead)
    return state, made


def _unseen(state: Any) -> Any:
    """Return the next move of chance with its part unknown, if not everybody sees this part; else None."""
    setting = state.setting
    if setting.rulebook.to_move(state) is not CHANCE:
        return None
    legal = {*setting.engine.legal_moves(worlds_of(state).first)}
    return next((one for one, of in setting.masked_moves.items() if legal <= {*of}), None)


def _followed(state: Any, move: Any, ahead: Sequence[Any]) -> Any:
    """The position after a legal move, as far as it is known. Raises `UnclearError` as `follow` does."""
    if is_whole(move) and is_known(state):
        return state.setting.engine.play(state, move)
    return follow(state, move, ahead)
