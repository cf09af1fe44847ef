"""What comes of a claim: verdicts, measured effects, the score, and on what the result rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from era_of_inventions.tabletop.box.rows import PrintedValue
from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.claim_replay import Completed
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.premise import MomentTaken, Premise
from era_of_inventions.tabletop.disputes.readings import (
    Dependence,
)
from era_of_inventions.tabletop.disputes.statements import Statement
from era_of_inventions.tabletop.errors import Problem
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.verdict import (
    Due,
    Event,
    OpenOn,
    Outcome,
    Outstanding,
    Verdict,
)
from era_of_inventions.tabletop.play.effects import Changes, effects
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.play.verdict_text import event_values
from era_of_inventions.tabletop.text.toml import toml_value
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.domains import QUESTION_MARK
from era_of_inventions.tabletop.values.quantities import Effect

if TYPE_CHECKING:
    from era_of_inventions.tabletop.disputes.outlook import Outlook


@attrs.frozen
class Measured:
    """What a quantity was before and after the moves, and whether that is what was claimed.

    A value that depends on something unknown is `QUESTION_MARK`; if it is a number,
    ``least`` and ``greatest`` say what it can be after the moves.
    """

    effect: Effect
    claimed_to_happen: bool
    before: int | str
    after: int | str
    as_claimed: bool
    is_open: bool = False
    """Whether something unknown decides if it is as claimed."""
    least: int | None = None
    greatest: int | None = None
    by_chance: bool = False
    """Whether it comes only of the next moves of chance, whatever they turn over."""

    @property
    def comes_otherwise(self) -> bool:
        """Whether a change that is denied does come about, though by another number."""
        claimed, before, after = self.effect.change, self.before, self.after
        if (
            self.claimed_to_happen
            or not claimed
            or isinstance(before, str)
            or isinstance(after, str)
        ):
            return False
        return (after - before) * claimed > 0 and after - before != claimed

    def is_claimed(self, value: int | str) -> bool:
        """Return whether a value after the moves would be as claimed."""
        return self.effect.holds(self.before, value) is self.claimed_to_happen

    @property
    def values(self) -> str:
        """The value before and the one after the moves, in words."""
        after = self.after if self.least is None else f"{self.least} to {self.greatest}"
        return f"{self.before} before, {after} after"


@attrs.frozen
class Decisive:
    """The id of a clause that decides a claim, and the facts behind it, or what it changed, in words."""

    clause: str
    counted: str


@attrs.frozen
class OtherNumber:
    """An assumed printed number, and the nearest other number that would turn the result, as it stands in a file."""

    number: PrintedValue
    other: str

    def __str__(self) -> str:
        """The number, and the one that would turn the result."""
        return f"{self.number}, not {toml_value(self.other)}"


@attrs.frozen
class OtherFact:
    """A fact of the position that would turn the result if it were different, in words, and the result then.

    It is ``about`` a field, by its path in positions, or about a card, by its name.
    ``clauses`` forbid a move in the other position or, if no clause does there, in this
    one. ``states`` is what a file has to state for the other position.
    """

    about: str
    words: str
    result: str
    clauses: tuple[str, ...]
    states: tuple[Statement, ...] = ()


@attrs.frozen
class Facts:
    """The facts that would turn a result; ``complete`` is true if every fact that was read was tried."""

    turning: tuple[OtherFact, ...]
    complete: bool


@attrs.frozen
class Unsaid:
    """Something of a player, or of the table, that a file does not mention.

    It is ``enough`` if enough of it is all that is needed to turn the result.
    """

    seat: int | None
    what: str
    enough: bool = False

    def render(self, names: Sequence[str]) -> str:
        """Return it in words, such as "Anna's goods" or "the display"."""
        return (
            f"the {self.what}" if self.seat is None else f"{names[self.seat]}'s {self.what}"
        )


OPPOSITE = {"holds": "fails", "fails": "holds"}


@attrs.frozen
class Judgement:
    """The judgement of a claim: verdicts up to the first illegal move, what was measured, and the result.

    ``unstated`` are the printed values that decide it and that neither a rulebook nor
    the dispute states; ``rests_on`` are the other readings under which the result is
    the opposite.
    """

    dispute: Dispute = attrs.field(repr=False, eq=False)
    """The dispute, which defines the names and ids that the judgement refers to."""
    claim: Claim
    """The claim that was judged."""
    holds: bool
    """Whether it holds."""
    verdicts: tuple[tuple[ClaimedMove, Verdict], ...] = ()
    """Each claimed move with its verdict, up to the first illegal one."""
    measured: tuple[Measured, ...] = ()
    """What was measured of the claimed effects."""
    made: tuple[tuple[Any, Any], ...] = attrs.field(default=(), repr=False)
    """The moves that were made, or the setup, each with the position before it."""
    before: tuple[Any, ...] = attrs.field(default=(), repr=False)
    """The position in which each verdict was found."""
    ends: tuple[Any, Any] = attrs.field(default=(None, None), repr=False)
    """The positions before and after the moves."""
    earlier: tuple[tuple[Any, Any], ...] = attrs.field(default=(), repr=False)
    """The moves that were made before the claim, each with the position before it."""
    score: Score | None = None
    """The score after the moves, if the claim is about points or winners."""
    sentence: str = ""
    """The claim as a plain sentence."""
    decided_by: tuple[Decisive, ...] = ()
    """The clauses that decide it, each once; see `deciding`."""
    unstated: tuple[PrintedValue, ...] = ()
    rests_on: Dependence = attrs.field(factory=Dependence)
    moments: tuple[tuple[MomentTaken, str], ...] = ()
    """The possible moments with their results, if the file does not state the moment and the results differ."""
    not_now: tuple[MomentTaken, ...] = ()
    """The other moments at which the move would be legal, if only the moment that the file states forbids it."""
    not_then_either: tuple[str, ...] = ()
    """If the moment forbids the move, the ids of the clauses against it at every other moment too."""
    comes_first: tuple[ClaimedMove, ...] = ()
    """The moves that only stop something and after which the refused move would be legal."""
    numbers: tuple[OtherNumber, ...] = ()
    """The assumed numbers on which the result rests."""
    numbers_asked: bool = True
    """Whether every assumed number that was read was tried; there may be too many moves to judge."""
    facts: Facts | None = None
    """The facts of the position that would turn the result; None if that was not asked."""
    unsaid: tuple[Unsaid, ...] = ()
    """The unmentioned things named with the result. It may be another if they are different, or enough."""
    as_set_up: tuple[Unsaid, ...] = ()
    """What decides and was taken as after the setup, because the file does not mention it."""
    outlook: Outlook | None = attrs.field(default=None, repr=False, eq=False)
    """What may come after the moves; None if they were not made."""
    unclear: tuple[OpenOn, ...] = ()
    """The unknown things that effects, scores or winners depend on, as far as the claim is about them."""
    due: Due | None = None
    """Who decides next, if later moves could still bring what is claimed; these are not counted."""
    fails_at: int | None = None
    """The number of the first move that is not legal, counted from 1; None if there is none."""
    passed_over: tuple[ClaimedMove, ...] = ()
    """The moves that were not made, because what they do had already happened."""
    turns_ended: tuple[tuple[ClaimedMove, ClaimedMove], ...] = ()
    """The unclaimed moves by which a turn is taken to end, each with the claimed move before which it was added."""
    completed: tuple[Completed, ...] = ()
    """What is taken to be paid or given before claimed moves, without a word about it in the claim."""
    problems: tuple[Problem, ...] = ()
    """Why the claim cannot be judged; empty if it can."""
    premise: Premise = attrs.field(repr=False, eq=False)
    """What it was judged in: the position that the file states, at the moment that was taken."""

    taken: MomentTaken | None = attrs.field(init=False)
    """The moment that was taken, if the file does not say it."""

    @premise.default
    def _as_stated(self) -> Premise:
        return self.dispute.premise

    @taken.default
    def _at_one_moment(self) -> MomentTaken | None:
        return None if self.moments else self.premise.moment

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.dispute.names

    @property
    def setting(self) -> AnySetting:
        """The setting of the dispute."""
        return self.dispute.setting

    @property
    def last(self) -> Verdict:
        """The verdict on the last move that was judged."""
        return self.verdicts[-1][1]

    @property
    def against(self) -> tuple[str, ...]:
        """The ids of the clauses that forbid the first move that is not legal."""
        return self.last.against if self.fails_at else ()

    def happened(self, changes: Changes | None = None) -> tuple[Event, ...]:
        """Return the events of the moves, as far as they are certain.

        ``changes`` lists the changes between two positions; see `trace`.
        """
        return tuple(
            event
            for state, move in self.made
            for event in effects(state, move, changes).events
        )

    def brought_about(self, effect: Effect) -> Iterator[tuple[Event, object, object]]:
        """Yield the events that changed a quantity, each with the values before and after, and players by name."""
        for event in self.happened(partial(self.dispute.quantities.changes, effect)):
            yield (event, *event_values(event, self.names))

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the moves, as far as they are certain."""
        return self.happened()

    @property
    def outstanding(self) -> tuple[Outstanding, ...]:
        """What is still to be paid or given before the moves have the effects that are claimed."""
        return self.last.outstanding if self.measured and self.verdicts else ()

    @property
    def waits_for(self) -> Due | None:
        """What comes before the illegal move, if it is a move of chance or only the moment forbids the move; else None.

        It is also None if the judgement names the moment or the moves after which the
        move would be legal.
        """
        claim = self.claim
        if (
            self.fails_at is None
            or claim.names_refusal
            or self.open_on
            or self.not_now
            or self.comes_first
        ):
            return None
        verdict = self.last
        chance_is_first = verdict.due is not None and verdict.due.seat is None
        return verdict.due if chance_is_first or not verdict.forbidden_by else None

    @property
    def goes_against_a_refusal(self) -> bool:
        """Whether the claim calls a player's moves not legal although they are legal.

        In another player's turn they would not be legal.
        """
        first = next(iter(self.claim.moves), None)
        return (
            not self.problems
            and not self.claim.legal
            and self.fails_at is None
            and bool(first and first.seat is not None)
        )

    @property
    def moves_made(self) -> int:
        """How many moves of the claim are made."""
        return len(self.claim.moves) if self.fails_at is None else self.fails_at - 1

    @property
    def counted(self) -> list[object]:
        """The values that are claimed and, for claimed changes, whether they are as claimed."""
        return [
            one.after if one.effect.change is None else one.as_claimed
            for one in self.measured
        ]

    @property
    def failure(self) -> str:
        """The result of the move that ``fails_at`` counts: "not legal", or "open"."""
        return "open" if self.last.open_on else "not legal"

    @property
    def forbidden_by(self) -> tuple[Clause[..., Any], ...]:
        """The clauses that forbid the first move that is not legal."""
        return self.last.forbidden_by if self.fails_at else ()

    @property
    def open_on(self) -> tuple[OpenOn, ...]:
        """The unknown things that the result depends on; if there are any, the claim neither holds nor fails."""
        of_moves = (thing for _, verdict in self.verdicts for thing in verdict.open_on)
        return tuple(dict.fromkeys((*of_moves, *self.unclear)))

    @property
    def paid(self) -> tuple[Event, ...]:
        """What the moves take at most at any time, if the claim holds and is only about whether they are legal.

        What the moves take is not known if something is taken to be paid without a word
        about how.
        """
        claim = self.claim
        named = claim.legal and not self.completed
        if claim.is_about_effects or not named or self.result != "holds":
            return ()
        paid_with = self.dispute.form.supplied
        movers = {verdict.seat for _, verdict in self.verdicts} - {None}
        least: dict[tuple[int | None, str, str], Event] = {}
        for event in self.events:
            if event.seat in movers and event.field in paid_with:
                place = (event.seat, event.field, event.key)
                usual = least.setdefault(place, event)
                lower = evolve(usual, after=event.after)
                least[place] = min(usual, lower, key=lambda one: one.change)
        return tuple(one for one in least.values() if one.change < 0)

    @property
    def comes_by_chance(self) -> bool:
        """Whether effects are as claimed only once the next moves of chance are made, and then in any case."""
        return any(one.by_chance for one in self.measured)

    @property
    def settled(self) -> tuple[int | str, ...]:
        """The values of the measured quantities once all that was begun is carried out; see `Outlook.settled`."""
        return () if self.outlook is None else self.outlook.settled

    @property
    def finally_so(self) -> tuple[bool, ...]:
        """Whether each effect is as claimed once all that has begun is carried out; whether it is now, if not known."""
        values = self.settled or [one.after for one in self.measured]
        return tuple(
            one.as_claimed if QUESTION_MARK in (one.before, value) else one.is_claimed(value)
            for one, value in zip(self.measured, values, strict=True)
        )

    @property
    def only_for_now(self) -> bool:
        """Whether effects are as claimed now but not once all that has begun is carried out, or the other way round."""
        now_so = all(one.as_claimed for one in self.measured)
        return bool(self.settled) and not self.open_on and all(self.finally_so) is not now_so

    @property
    def result(self) -> str:
        """Whether it "holds", "fails", is "open" or "unusable"."""
        return (
            "unusable"
            if self.problems
            else "open"
            if self.open_on
            else "holds"
            if self.holds
            else "fails"
        )

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that decided: those for or against a move or an occasion, and those that acted."""
        findings = [
            f for _, verdict in self.verdicts for f in (*verdict.findings, *verdict.occasions)
        ]
        spoke = [
            f.clause.id for f in findings if f.outcome in (Outcome.PERMITS, Outcome.FORBIDS)
        ]
        lines = [line.clause for line in self.score.lines] if self.score else []
        return tuple(dict.fromkeys(spoke + [event.clause for event in self.events] + lines))

    @property
    def surprises(self) -> tuple[str, ...]:
        """How the judgement differs from what the file expects; empty if it does not."""
        claim = self.claim
        if self.problems:
            return ()
        surprises = []
        if claim.expect not in (None, self.result):
            surprises.append(
                f"expected that it {'is open' if claim.expect == 'open' else claim.expect}"
            )
        surprises += [
            f"expected the clause {clause} to decide"
            for clause in claim.expect_clauses
            if clause not in self.clauses
        ]
        rulings = self.rests_on.rulings
        if claim.expect_rulings is not None and set(rulings) != set(claim.expect_rulings):
            expected = ", ".join(claim.expect_rulings) or "no ruling"
            surprises.append(
                f"expected it to rest on {expected}, not on {', '.join(rulings) or 'none'}"
            )
        return tuple(surprises)

    @property
    def stands(self) -> bool:
        """Whether all is as expected, or, if the file expects nothing, whether the claim holds."""
        return (
            not self.surprises
            and not self.problems
            and (self.holds or self.claim.expect is not None)
        )
