"""Judgements as text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import (
    OPPOSITE,
    Facts,
    Judgement,
    Measured,
    Unsaid,
)
from era_of_inventions.tabletop.disputes.premise import START
from era_of_inventions.tabletop.errors import joined
from era_of_inventions.tabletop.law.ruling import OtherReadings
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.verdict_text import (
    WIDTH,
    verdict_lines,
    wrapped,
)

NUMBERS_SHOWN = 2
"""How many assumed numbers stand in the line of the result."""
THINGS_SHOWN = 5
"""How many of the things that a file does not mention are named at most."""
Line: TypeAlias = str | tuple[str, str]
"""A line, or a head with a text that is wrapped after it."""


def dispute_text(
    dispute: Dispute, judgements: Sequence[Judgement], *, width: int = WIDTH
) -> str:
    """Return a dispute and its judgements as text for people.

    Lines are at most ``width`` columns wide, as far as they can be wrapped.
    """
    lines: list[str] = []
    for line in _lines(dispute, judgements, width):
        lines += [line] if isinstance(line, str) else wrapped(*line, width)
    return "\n".join(lines)


NOT_SO_CALLED = {"open": "is open", "unusable": "cannot be asked"}
"""The results that a sentence does not call by their own word."""


def qualified(judgement: Judgement, names: Sequence[str]) -> Iterator[str]:
    """Yield notes on the result of a claim, for people: on what it depends, and what was assumed for it."""
    if judgement.open_on and not judgement.moments:
        yield f"it depends on {joined([one.render(names) for one in judgement.open_on], 'and')}"
    if judgement.not_now:
        moments = [moment.render(names) for moment in judgement.not_now]
        yield f"not now; it would be legal {joined(moments)}"
    if judgement.claim.winners is not None and judgement.due:
        yield "counted as if the game ended here"
    if judgement.comes_first:
        stops = joined([repr(step.text) for step in judgement.comes_first], "and")
        yield f"not now; it would be legal after {stops}"
    if judgement.waits_for:
        yield judgement.waits_for.render(names)
    if judgement.not_then_either:
        clauses = ", ".join(judgement.not_then_either)
        yield f"as it stands, not at another moment either [{clauses}]"
    taken = judgement.taken
    begun = judgement.claim.of_several and taken is not None and START in taken.states
    if taken and (taken.doubtful or begun or judgement.goes_against_a_refusal):
        yield f"taken to be {taken.render(names)}, which the file does not say"
    for text, ended in groupby(judgement.turns_ended, lambda one: one[1].text):
        whose = [f"{names[end.seat or 0]}'s turn" for end, _ in ended]
        yield f"{joined(whose, 'and')} {'is' if len(whose) == 1 else 'are'} taken to end before {text!r}"
    for seat, completed in groupby(judgement.completed, lambda one: one.seat):
        before = [
            f"{one.before.text!r}"
            + (f" ({joined(map(str, one.due), 'and')})" if one.due else "")
            for one in completed
        ]
        who = "chance" if seat is None else names[seat]
        yield f"{who} is taken to pay or give what is due before {joined(before, 'and')}"
    for one in judgement.measured:
        if one.comes_otherwise:
            yield f"{one.effect.text} is denied, but it changes: {one.values}"
    if judgement.due and judgement.comes_by_chance:
        yield f"only once {joined(map(repr, judgement.due.moves))} is carried out"
    if judgement.only_for_now:
        then = "fails" if judgement.holds else "holds"
        yield f"only for now: it {then} once {_what_has_begun(judgement)}"
    elif judgement.outstanding:
        yield f"what has begun is not complete: {_still(judgement)}"
    if judgement.paid:
        paid = [
            f"{-one.change} of {names[one.seat or 0]}'s {one.what}" for one in judgement.paid
        ]
        yield f"it takes {joined(paid, 'and')}"
    if judgement.unsaid:
        things = _things(judgement.unsaid, names)
        enough = all(one.enough for one in judgement.unsaid)
        opposite = OPPOSITE.get(judgement.result)
        yield (
            f"only because nothing is said about {things}; with enough it {opposite}"
            if enough and opposite
            else f"nothing is said about {things}"
        )
    if judgement.numbers:
        first = judgement.numbers[:NUMBERS_SHOWN]
        more = ", and other assumed numbers" if judgement.numbers[NUMBERS_SHOWN:] else ""
        yield f"if {joined(map(str, first), 'and')}{more}"
    alike = Counter(moment.render(names) for moment, _ in judgement.moments)
    for moment, result in judgement.moments:
        words = moment.render(names)
        if alike[words] > 1:
            words += f" ({', '.join(f'{key} = {raw}' for key, raw in moment.states.items())})"
        yield f"it {NOT_SO_CALLED.get(result, result)} {words}"


def _what_has_begun(judgement: Judgement) -> str:
    """Return what is still to come before the effects of a claim are the opposite, as precisely as it is known."""
    if judgement.outstanding:
        return f"what has begun is complete ({_still(judgement)})"
    if judgement.due and judgement.due.seat is None and not judgement.comes_by_chance:
        moves = joined(map(repr, judgement.due.moves))
        if judgement.outlook and judgement.outlook.chance_settles:
            return f"{moves} is carried out"
        return f"{moves} and what follows without a choice are carried out"
    return "what follows without a choice is carried out"


def _still(judgement: Judgement) -> str:
    return f"still {joined(map(str, judgement.outstanding), 'and')}"


def _things(unsaid: Sequence[Unsaid], names: Sequence[str]) -> str:
    """Return the names of the first few things, and the number of the others."""
    first = [one.render(names) for one in unsaid[:THINGS_SHOWN]]
    more = [f"{len(unsaid) - THINGS_SHOWN} others"] if unsaid[THINGS_SHOWN:] else []
    return joined([*first, *more], "and")


def _turned_by(facts: Facts) -> str:
    """Return a sentence that names the facts that would turn the result, or states that none was found.

    Only if every fact was tried does it state that there is none.
    """
    if not facts.turning:
        return (
            "Nothing else on the table changes this."
            if facts.complete
            else "No fact that was tried changes this."
        )
    would = "hold" if facts.turning[0].result == "holds" else "fail"
    return f"It would {would} with {'; with '.join(fact.words for fact in facts.turning)}."


def _lines(dispute: Dispute, judgements: Sequence[Judgement], width: int) -> Iterator[Line]:
    setting = dispute.setting
    yield f"{dispute.title}  ({dispute.path})"
    yield "", f"Readings: {setting.ruleset.name}. Components: {setting.components.name}."
    for problem in dispute.disagreements:
        yield "Not as the rulebooks state: ", str(problem)
    for number, judgement in enumerate(judgements, 1):
        yield ""
        yield f"Claim {number}: ", judgement.claim.title
        yield from _judgement(judgement, width)


def _judgement(judgement: Judgement, width: int) -> Iterator[Line]:
    claim = judgement.claim
    if judgement.problems:
        yield "  It CANNOT BE JUDGED:"
        for problem in judgement.problems:
            yield "    ", str(problem)
        return
    if judgement.taken:
        yield "  Taken: ", f"{judgement.taken.render(judgement.names)}."
    if claim.after:
        yield "  After: ", "; ".join(step.text for step in claim.after)
    for (text, result, lines), alike in groupby(_steps(judgement, width)):
        times = len(list(alike))
        yield f"  {text}: {result}{f', {times} times' if times > 1 else ''}"
        yield from lines
    if judgement.passed_over:
        texts = "; ".join(step.text for step in judgement.passed_over)
        yield "  ", f"Passed over, because it had happened already: {texts}."
    if judgement.fails_at and len(claim.moves) > 1:
        yield f"  Of the {len(claim.moves)} moves, number {judgement.fails_at} is {judgement.failure}."
    yield from _forbidden_by(judgement)
    for measured in judgement.measured:
        yield from _measured(judgement, measured)
    if judgement.score is not None:
        yield from _score(judgement, judgement.score)
    if judgement.due and not judgement.comes_by_chance:
        due, more = (
            judgement.due.render(judgement.names),
            "; write these moves too, to go on",
        )
        text = f"What comes later is not counted: {due}{more if judgement.due.seat is None else ''}."
        yield "  ", text
    if judgement.as_set_up:
        things = _things(judgement.as_set_up, judgement.names)
        yield "  Taken as after the setup: ", f"{things}."
    if judgement.unstated:
        yield "  Numbers used that no rulebook states:"
        yield from (f"    {value.line}  # {value.source}" for value in judgement.unstated)
    result = f"The claim {'is OPEN' if judgement.open_on else judgement.result.upper()}"
    expected = "" if claim.expect is None or judgement.surprises else ", as expected"
    notes = "; ".join(qualified(judgement, judgement.names))
    surprises = "; ".join(judgement.surprises)
    unexpected = f" UNEXPECTED: {surprises}." if surprises else ""
    yield "  ", f"{result}{expected}{': ' if notes else ''}{notes}.{unexpected}"
    yield from _rests_on(judgement)
    if judgement.facts:
        yield "  ", _turned_by(judgement.facts)


def _forbidden_by(judgement: Judgement) -> Iterator[Line]:
    """Yield lines where the clauses that forbid the move differ from the clauses that the claim names."""
    claimed, against = (
        judgement.claim.forbidden_by,
        judgement.against,
    )
    if claimed is None or not judgement.fails_at:
        return
    if more := [id_ for id_ in against if id_ not in claimed]:
        yield (
            "  ",
            f"It is also forbidden by {joined(more, 'and')}, which the claim does not name.",
        )
    if fewer := [id_ for id_ in claimed if id_ not in against]:
        yield "  ", f"It is not forbidden by {joined(fewer, 'and')}."


def _steps(judgement: Judgement, width: int) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the text of each move, the result of the verdict on it, and the lines of this verdict."""
    for step, verdict in judgement.verdicts:
        lines = verdict_lines(
            verdict, judgement.names, judgement.setting.ruleset, width=width
        )
        yield step.text, verdict.result, tuple(lines)


def _measured(judgement: Judgement, measured: Measured) -> Iterator[Line]:
    effect = measured.effect
    left_to_chance = judgement.unclear and judgement.due and judgement.due.seat is None
    wrong = "not yet" if left_to_chance else "not so"
    truth = "true" if measured.as_claimed is measured.claimed_to_happen else wrong
    if measured.is_open:
        truth = "open"
    denied = "" if measured.claimed_to_happen else "denied: "
    yield "  ", f"{denied}{effect.text}: {truth} ({measured.values})"
    for event, before, after in judgement.brought_about(effect):
        yield f"    by {event.clause}: {before} to {after}"


def _score(judgement: Judgement, score: Score) -> Iterator[Line]:
    claim = judgement.claim
    for seat, name in enumerate(judgement.names):
        lines = [line for line in score.lines if line.seat == seat]
        parts = [
            f"{line.points} {line.clause}{f' ({line.basis})' if line.basis else ''}"
            for line in lines
        ]
        if claim.scores:
            yield f"  {name}: {score.totals[seat]}, as the claim states"
        else:
            yield f"  {name}: {score.totals[seat]} = ", " + ".join(parts)
    if claim.winners is not None:
        truth = "true" if claim.winners == score.winners else "not so"
        yield f"  winners = {judgement.dispute.named(claim.winners)}: {truth}"
    over = claim.scores or judgement.dispute.game.is_over(judgement.ends[-1])
    yield f"  Winner{'' if over else ', if the game ended here'}: {judgement.dispute.named(score.winners)}"
    for comparison in score.decided_by:
        numbers = ", ".join(
            f"{judgement.names[seat]} {number}" for seat, number in comparison.numbers
        )
        yield "    ", f"by {comparison.clause or 'their totals'}: {numbers}"


def _rests_on(judgement: Judgement) -> Iterator[Line]:
    ruleset, rests_on = judgement.setting.ruleset, judgement.rests_on
    same, other = ("hold", "fail") if judgement.holds else ("fail", "hold")
    if judgement.open_on:
        return
    if not rests_on.asked:
        text = "Whether it rests on an open question was not asked: the file has too many moves to judge them"
        yield "  ", f"{text} under every other reading. Ask it in a file of its own."
        return
    unclear = {(one.ruling, name) for one in rests_on.unclear for name in one.other_readings}
    for rest in rests_on.alone:
        ruling = ruleset.ruling(rest.ruling)
        text = f"It rests on the ruling {rest.ruling}, read as {rest.reading!r} (sureness {ruling.sureness})."
        yield "  ", text
        yield "    ", ruling.question
        for name in rest.other_readings:
            would = "be open" if (rest.ruling, name) in unclear else other
            yield (
                "    ",
                f"Read as {name!r} it would {would}: {_text(judgement, rest.ruling, name)}",
            )
            yield from _places(judgement, rest.ruling, name)
    if rests_on.together:
        yield from _together(judgement, other)
    opposite = [name for name in rests_on.presets if name not in rests_on.presets_unclear]
    for names, would in ((opposite, other), (rests_on.presets_unclear, "be open")):
        yield from (f"  Under {text} it would {would}." for text in _presets(names))
    later = (*_alternatives(rests_on.later), *_presets(rests_on.presets_later))
    if later:
        text = f"Under {joined(later, 'and')} it would {other}, because an effect comes at another time;"
        yield "  ", f"{text} once what has begun is carried out, it is the same."
    not_asked = (
        *_alternatives(rests_on.not_asked),
        *_presets(rests_on.presets_not_asked),
    )
    if more := judgement.numbers[NUMBERS_SHOWN:]:
        yield "  ", f"It rests on these numbers too: {'; '.join(map(str, more))}."
    if not judgement.numbers_asked:
        text = "Not every assumed number was tried: there are too many moves to judge. Ask it in a file of its own."
        yield "  ", text
    if not rests_on.rulings and not rests_on.presets:
        every = "all others" if later else "every other reading and preset"
        would = f"would {same} under {every}"
        reach = "that allows the position and the moves before it"
        question = f"It rests on no open question: it {would}."
        sure = question if not judgement.numbers else f"It {would}."
        yield "  ", f"It {would} {reach}." if not_asked else sure
    if not_asked:
        head = "The position or a move before the claim is not allowed under "
        yield "  ", f"{head}{'; '.join(not_asked)}."


def _together(judgement: Judgement, other: str) -> Iterator[Line]:
    """Yield the rulings on which the result rests together, then the other readings that would turn it."""
    readings = list(
        dict.fromkeys(
            reading for readings in judgement.rests_on.together for reading in readings
        )
    )
    rulings = joined(
        dict.fromkeys(f"{one.ruling} (read as {one.reading!r})" for one in readings),
        "and",
    )
    turning = list(
        dict.fromkeys(
            joined([one.ruling for one in readings], "and")
            for readings in judgement.rests_on.together
        )
    )
    which = "all" if len(turning) == 1 else ", or ".join(turning)
    text = f"It rests on the rulings {rulings} together: it would {other} if {which} were read otherwise."
    yield "  ", text
    for one in readings:
        asked = judgement.setting.ruleset.ruling(one.ruling).question
        answer = _text(judgement, one.ruling, one.other_reading)
        yield "    ", f"{one.ruling} as {one.other_reading!r}: {asked} {answer}"
        yield from _places(judgement, one.ruling, one.other_reading)


def _places(judgement: Judgement, ruling: str, reading: str) -> Iterator[Line]:
    """Yield the places in the editions that speak for a reading: the first place in each edition."""
    law, ruleset = judgement.dispute.game.rulebook.law, judgement.setting.ruleset
    places = law.places_of(ruleset.ruling(ruling), reading)
    first = {edition: cite for _, edition, cite in reversed([*places])}
    for edition, cite in sorted(first.items()):
        yield f"      {edition}  ", str(cite)


def _text(judgement: Judgement, ruling: str, reading: str) -> str:
    text: str = judgement.setting.ruleset.ruling(ruling).reading(reading).text
    return text


def _alternatives(others: Iterable[OtherReadings]) -> Iterator[str]:
    """Yield rulings with their other readings."""
    for other in others:
        yield f"{other.ruling} as {joined(map(repr, other.other_readings), 'and')}"


def _presets(names: Sequence[str]) -> Iterator[str]:
    """Yield the names of the presets as one text; nothing if there are none."""
    if names:
        yield f"the preset{'s' if len(names) > 1 else ''} {joined(names, 'and')}"
