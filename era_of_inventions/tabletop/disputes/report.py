"""Judgements as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from era_of_inventions.tabletop.disputes.claims import Judgement, Measured
from era_of_inventions.tabletop.disputes.file import Claim, Dispute
from era_of_inventions.tabletop.law.ruling import OtherReading
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.verdict_text import WIDTH, event_values, verdict_lines, wrapped


def dispute_text(dispute: Dispute, judgements: Sequence[Judgement], *, width: int = WIDTH) -> str:
    """The whole dispute, for people; at most ``width`` columns wide where a text can be wrapped."""
    return "\n".join(_Report(dispute, width).lines(judgements))


@attrs.frozen
class _Report:
    dispute: Dispute
    width: int

    def lines(self, judgements: Sequence[Judgement]) -> Iterator[str]:
        setting = self.dispute.game.setting
        yield f"{self.dispute.title}  ({self.dispute.path})"
        yield f"Readings: {setting.ruleset.name}. Components: {setting.components.name}."
        for problem in self.dispute.disagreements:
            yield from self._wrapped("Not as the rulebooks state: ", str(problem))
        for number, judgement in enumerate(judgements, 1):
            yield from ("", f"Claim {number}: {judgement.claim.title}")
            yield from self._judgement(judgement)

    def _wrapped(self, head: str, text: str) -> list[str]:
        return wrapped(head, text, self.width)

    def _judgement(self, judgement: Judgement) -> Iterator[str]:
        claim = judgement.claim
        if claim.after:
            yield from self._wrapped("  After: ", "; ".join(step.text for step in claim.after))
        for step, verdict in judgement.verdicts:
            yield f"  {step.text}: {verdict.result}"
            yield from verdict_lines(verdict, self.dispute.names, self.dispute.game.setting.ruleset, width=self.width)
        for measured in judgement.measured:
            yield from self._measured(judgement, measured)
        if judgement.score is not None:
            yield from self._score(claim, judgement.score)
        if judgement.unstated:
            yield from self._wrapped(
                "  Numbers used that no rulebook states: ", "; ".join(map(str, judgement.unstated))
            )
        result = f"  The claim {'is OPEN' if judgement.open_on else judgement.result.upper()}"
        if claim.expect is None:
            yield f"{result}."
        elif judgement.surprises:
            yield f"{result}. UNEXPECTED: {'; '.join(judgement.surprises)}."
        else:
            yield f"{result}, as expected."
        yield from self._rests_on(judgement)

    def _measured(self, judgement: Judgement, measured: Measured) -> Iterator[str]:
        effect = measured.effect
        truth = "true" if measured.as_claimed is measured.claimed_to_happen else "not so"
        denied = "" if measured.claimed_to_happen else "denied: "
        yield f"  {denied}{effect.text}: {truth} ({measured.before} before, {measured.after} after)"
        for event in judgement.events:
            if event.seat == effect.seat and event.what == effect.what:
                before, after = event_values(event, self.dispute.names)
                yield f"    by {event.clause}: {before} to {after}"

    def _score(self, claim: Claim, score: Score) -> Iterator[str]:
        for seat, name in enumerate(self.dispute.names):
            lines = [line for line in score.lines if line.seat == seat]
            parts = [f"{line.points} {line.clause}{f' ({line.basis})' if line.basis else ''}" for line in lines]
            yield from self._wrapped(f"  {name}: {score.totals[seat]} = ", " + ".join(parts))
        if claim.winners is not None:
            truth = "true" if claim.winners == score.winners else "not so"
            yield f"  winners = {self._named(claim.winners)}: {truth}"
        over = self.dispute.game.is_over(self.dispute.state)
        yield f"  Winner{'' if over else ', if the game ended here'}: {self._named(score.winners)}"
        for comparison in score.decided_by:
            numbers = ", ".join(f"{self.dispute.names[seat]} {number}" for seat, number in comparison.numbers)
            yield from self._wrapped("    ", f"by {comparison.clause}: {numbers}")

    def _named(self, seats: Sequence[int]) -> str:
        return _and([self.dispute.names[seat] for seat in seats])

    def _rests_on(self, judgement: Judgement) -> Iterator[str]:
        ruleset, rests_on = self.dispute.game.setting.ruleset, judgement.rests_on
        same, other = ("hold", "fail") if judgement.holds else ("fail", "hold")
        if judgement.open_on:
            return
        if not rests_on.asked:
            text = (
                "Whether it rests on an open question was not asked: the file has too many moves to judge them under "
            )
            yield from self._wrapped("  ", f"{text}every other reading. Ask it in a file of its own.")
            return
        for rest in rests_on.alone:
            ruling = ruleset.ruling(rest.ruling)
            yield f"  It rests on the ruling {rest.ruling}, read as {rest.reading!r} (sureness {ruling.sureness})."
            yield from self._wrapped("    ", ruling.question)
            yield from self._wrapped("    ", f"Read as {rest.other_reading!r} it would {other}: {self._text(rest)}")
        for rests in rests_on.together:
            rulings = _and([f"{rest.ruling} (read as {rest.reading!r})" for rest in rests])
            yield from self._wrapped(
                "  ", f"It rests on the rulings {rulings} together: it would {other} if all were read otherwise."
            )
            for rest in rests:
                yield from self._wrapped("    ", f"{rest.ruling} as {rest.other_reading!r}: {self._text(rest)}")
        if rests_on.presets:
            several = "s" if len(rests_on.presets) > 1 else ""
            yield f"  Under the preset{several} {_and(rests_on.presets)} it would {other}."
        if not rests_on.rulings and not rests_on.presets:
            reach = " that allows the moves before it" if rests_on.not_asked else ""
            yield f"  It rests on no open question: it would {same} under every other reading and preset{reach}."

    def _text(self, rest: OtherReading) -> str:
        text: str = self.dispute.game.setting.ruleset.ruling(rest.ruling).reading(rest.other_reading).text
        return text


def _and(words: Sequence[str]) -> str:
    """Several words in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
