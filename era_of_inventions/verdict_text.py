"""Verdicts in words: every clause for and against a move, what follows from it, and where the rulebooks say so."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence

import attrs

from era_of_inventions.model.occasions import Landing
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.clause import Seat
from era_of_inventions.tabletop.law.verdict import Event, Finding, Outcome, Verdict

WIDTH_MAX = 110


def verdict_lines(verdict: Verdict, names: Sequence[str], ruleset: Ruleset) -> Iterator[str]:
    """The lines of a verdict, as wide as the terminal allows. ``names`` are those of the players, by seat."""
    return _Teller(names, ruleset).lines(verdict)


@attrs.frozen
class _Teller:
    names: Sequence[str]
    ruleset: Ruleset

    def lines(self, verdict: Verdict) -> Iterator[str]:
        for outcome, word in ((Outcome.FORBIDS, "against"), (Outcome.PERMITS, "for")):
            for finding in verdict.findings:
                if finding.outcome is outcome:
                    yield from self._finding(word, finding)
        if not verdict.permitted_by:
            yield "    against  No clause permits it at this moment; these would at another:"
            for finding in verdict.findings:
                if finding.outcome is Outcome.NOT_APPLICABLE:
                    yield from wrapped("    not now  ", self._rule(finding))
        for finding in verdict.occasions:
            yield from self._occasion(finding)
        satisfied = [f.clause.id for f in verdict.findings if f.outcome is Outcome.SATISFIED]
        if satisfied:
            yield from wrapped("    kept     ", ", ".join(satisfied))

    def _finding(self, word: str, finding: Finding, whose: str = "") -> Iterator[str]:
        yield from wrapped(f"    {word:7}  ", f"{whose}{self._rule(finding)}")
        for ruling in Ruleset.rulings():
            chosen = getattr(self.ruleset, ruling.field)
            if ruling.field in finding.clause.rulings and chosen != ruling.default:
                yield from wrapped(
                    "             ", f"here {ruling.id} is read as {chosen!r}: {ruling.reading(chosen).text}"
                )
        for edition, cite in finding.clause.cites.items():
            yield f"             {edition}  {cite.section}, “{cite.anchor}”"

    def _occasion(self, finding: Finding) -> Iterator[str]:
        seat = getattr(finding.subject, "seat", None)
        whose = f"{self.names[seat]}: " if isinstance(seat, int) else ""
        signless = isinstance(finding.subject, Landing) and finding.subject.sign is None
        if finding.outcome is Outcome.NOT_APPLICABLE:
            yield from wrapped("    no case  ", f"{whose}{finding.clause.id}{self._facts(finding)}")
        elif finding.outcome is not Outcome.SATISFIED and not signless:
            word = "follows" if finding.outcome is Outcome.PERMITS else "barred"
            yield from self._finding(word, finding, whose)

    def _rule(self, finding: Finding) -> str:
        return f"{finding.clause.id}: {finding.clause.statement}{self._facts(finding)}"

    def _facts(self, finding: Finding) -> str:
        told = ", ".join(f"{name}: {_plain(value, self.names)}" for name, value in finding.facts)
        return f" ({told})" if told else ""


def values(event: Event, names: Sequence[str]) -> tuple[object, object]:
    """The values before and after an event, with the names of players in place of their seats."""
    return _plain(event.before, names), _plain(event.after, names)


def _plain(value: object, names: Sequence[str]) -> object:
    if isinstance(value, Seat):
        return names[value]
    return ("yes" if value else "no") if isinstance(value, bool) else value


def wrapped(head: str, text: str) -> list[str]:
    """The text after a head, wrapped, with further lines indented as far as the head reaches."""
    return textwrap.wrap(text, _width(), initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False)


def _width() -> int:
    return min(WIDTH_MAX, max(40, shutil.get_terminal_size((WIDTH_MAX, 24)).columns))
