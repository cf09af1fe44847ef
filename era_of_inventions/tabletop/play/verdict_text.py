"""Verdicts as text: the clauses for and against a move, the effects, and the citations."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

import attrs

from era_of_inventions.tabletop.errors import joined
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import Event, Finding, Outcome, Verdict
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.values.packed import SeatNumber

WIDTH = 110
"""The default number of columns."""


def verdict_lines(
    verdict: Verdict, names: Sequence[str], ruleset: BaseRuleset, *, width: int = WIDTH
) -> Iterator[str]:
    """Render a verdict in lines of at most ``width`` columns, unless a word is longer.

    ``names`` are the players' names by seat, ``ruleset`` is the one that the move was
    judged by.
    """
    return _VerdictText(verdict, names, ruleset, width).lines()


@attrs.frozen
class _VerdictText:
    verdict: Verdict
    names: Sequence[str]
    ruleset: BaseRuleset
    width: int

    def lines(self) -> Iterator[str]:
        verdict = self.verdict
        for outcome, word in ((Outcome.FORBIDS, "broken"), (Outcome.PERMITS, "for")):
            for finding in verdict.findings:
                if finding.outcome is outcome:
                    yield from self._finding(word, finding)
        if verdict.open_on:
            things = ", ".join(thing.render(self.names) for thing in verdict.open_on)
            yield from self._wrapped("open", f"It depends on what is unknown: {things}.")
            yield from self._open()
        elif verdict.is_undecided:
            what = "permits" if verdict.legal else "is against"
            word = "for" if verdict.legal else "against"
            yield from self._wrapped(
                word, f"Which clause {what} it depends on what is unknown:"
            )
            yield from self._open()
        elif verdict.near_grants or not (verdict.permitted_by or verdict.forbidden_by):
            yield from self._without_grants()
        if verdict.due:
            yield from self._wrapped("now", verdict.due.render(self.names))
        for _, about in groupby(verdict.occasions, attrgetter("subject")):
            yield from self._occasion(list(about))
        if near := verdict.nearest:
            yield from self._wrapped("nearest", f"{near} [{near.clause.id}]")
        if verdict.outstanding:
            yield from self._wrapped("still", joined(map(str, verdict.outstanding), "and"))
        satisfied = [f.clause.id for f in verdict.findings if f.outcome is Outcome.SATISFIED]
        if satisfied:
            yield from self._wrapped("kept", ", ".join(satisfied))

    def _open(self) -> Iterator[str]:
        for finding in self.verdict.findings:
            if finding.outcome is Outcome.OPEN:
                yield from self._finding("", finding)

    def _without_grants(self) -> Iterator[str]:
        """Yield the grants that do not permit the move: the grants for this moment or, if none are, all others."""
        near = self.verdict.near_grants
        now = any(one.outcome is Outcome.NOT_APPLICABLE for one in near)
        if now:
            yield from self._wrapped("against", "No clause permits it:")
        else:
            yield from self._wrapped(
                "against", "No clause permits it at this moment; these would at another:"
            )
        for finding in near:
            yield from self._finding("no case" if now else "not now", finding)

    def _wrapped(self, word: str, text: str) -> list[str]:
        return wrapped(f"    {word:7}  ", text, self.width)

    def _finding(self, word: str, finding: Finding, whose: str = "") -> Iterator[str]:
        yield from self._wrapped(word, f"{whose}{self._rule(finding)}")
        for ruling in self.ruleset.rulings():
            chosen = getattr(self.ruleset, ruling.field)
            if ruling.field in finding.clause.rulings and chosen != ruling.default:
                yield from self._wrapped(
                    "",
                    f"here {ruling.id} is read as {chosen!r}: {ruling.reading(chosen).text}",
                )
        for edition, cite in finding.clause.cites.items():
            yield from wrapped(f"             {edition}  ", str(cite), self.width)

    def _occasion(self, findings: Sequence[Finding]) -> Iterator[str]:
        """Yield the findings about an occasion. If one forbids it, the findings that permit it are left out."""
        barred = any(finding.outcome is Outcome.FORBIDS for finding in findings)
        for finding in findings:
            if not (barred and finding.outcome is Outcome.PERMITS):
                yield from self._about_occasion(finding)

    def _about_occasion(self, finding: Finding) -> Iterator[str]:
        occasion = finding.subject
        whose = f"{self.names[occasion.seat]}: " if isinstance(occasion, Occasion) else ""
        if finding.outcome in (Outcome.NOT_APPLICABLE, Outcome.NOT_NOW):
            yield from self._wrapped(
                "no case", f"{whose}{finding.clause.id}{self._facts(finding)}"
            )
        elif finding.outcome is not Outcome.SATISFIED and not (
            isinstance(occasion, Occasion) and occasion.trivial
        ):
            word = "follows" if finding.outcome is Outcome.PERMITS else "barred"
            yield from self._finding(word, finding, whose)

    def _rule(self, finding: Finding) -> str:
        when = f", {finding.clause.when.words}" if finding.outcome is Outcome.NOT_NOW else ""
        return f"{finding.clause.id}{when}: {finding.clause.statement}{self._facts(finding)}"

    def _facts(self, finding: Finding) -> str:
        facts = facts_text(finding, self.names)
        seat = self.verdict.seat if finding.subject == self.verdict.subject else None
        whose = "" if seat is None else f"{self.names[seat]}: "
        return f" ({whose}{facts})" if facts else ""


def rests_on_lines(verdict: Verdict, width: int) -> Iterator[str]:
    """Yield lines about the rulings that a verdict rests on, and what other readings would turn."""
    illegal = "not be legal" if verdict.legal else "be legal"
    for rest in verdict.rests_on or ():
        turning = ((rest.legality, illegal), (rest.effects, "do something else"))
        would = [
            f"read as {joined(map(repr, names))} it would {what}"
            for names, what in turning
            if names
        ]
        yield from wrapped("    rests on ", f"{rest.ruling}: {'; '.join(would)}", width)


def facts_text(finding: Finding, names: Sequence[str]) -> str:
    """Return the facts behind a finding, with the names of players in place of their seats."""
    return ", ".join(f"{name}: {_plain(value, names)}" for name, value in finding.facts)


def event_values(event: Event, names: Sequence[str]) -> tuple[object, object]:
    """Return the values before and after an event, with the names of players in place of their seats."""
    return _plain(event.before, names), _plain(event.after, names)


def _plain(value: object, names: Sequence[str]) -> object:
    if isinstance(value, SeatNumber):
        return names[value]
    return ("yes" if value else "no") if isinstance(value, bool) else value


def wrapped(head: str, text: str, width: int, indent: str | None = None) -> list[str]:
    """Wrap a text after a head, and return the lines. By default the other lines are indented by the head's width."""
    hanging = " " * len(head) if indent is None else indent
    return textwrap.wrap(
        text, width, initial_indent=head, subsequent_indent=hanging, break_on_hyphens=False
    )
