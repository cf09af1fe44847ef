"""What a report says of other readings, against asking anew: the file read and judged under each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.site.proof import PROOFS
from era_of_inventions.tabletop.disputes import Dispute, Judgement, judge_dispute, parse_dispute, read_dispute
from era_of_inventions.tabletop.disputes.asking import judge_alone
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.law.ruling import other_readings
from era_of_inventions.tabletop.play.registry import rulebook_named
from tests import ROOT, one_in

FILES = [(path, name) for name, proof in PROOFS.items() for path in proof.examples]
LATER = ("examples/rules/income.toml", "examples/rules/income-own.toml", "examples/clauses/influence-1.toml")
"""Examples of claims about effects that come later by other readings."""


def others(ruleset: Any) -> Iterator[tuple[str, Any]]:
    """Every other reading, and every preset, by what a report calls it."""
    for other in other_readings(ruleset):
        yield f"{other.ruling} = {other.other_reading}", ruleset.with_reading(other.ruling, other.other_reading)
    for name in ruleset.presets:
        yield name, ruleset.preset(name)


def predicted(judgement: Judgement) -> dict[str, str]:
    """What a report says comes of the claim under other readings: all it does not name come to the same."""
    rests_on, opposite = judgement.rests_on, {"holds": "fails", "fails": "holds"}
    turned = {name: opposite.get(judgement.result, "") for name in (*rests_on.presets, *rests_on.presets_later)}
    for kind, result in (
        (rests_on.alone, opposite.get(judgement.result, "")),
        (rests_on.unclear, "open"),
        (rests_on.later, opposite.get(judgement.result, "")),
        (rests_on.not_asked, "not asked"),
    ):
        turned |= {f"{one.ruling} = {name}": result for one in kind for name in one.other_readings}
    turned |= dict.fromkeys(rests_on.presets_unclear, "open")
    return turned | dict.fromkeys(rests_on.presets_not_asked, "not asked")


def anew(path: Path, name: str, ruleset: Any, numbers: Iterable[int]) -> Iterator[str]:
    """The results of claims when the file is read and judged under a ruleset, without a word about others."""
    try:
        dispute: Dispute = read_dispute(path, rulebook_named(name), ruleset=ruleset)
    except FileError:
        yield from ("not asked" for _ in numbers)
        return
    for number in numbers:
        judgement = judge_alone(dispute, dispute.claims[number])
        yield "not asked" if judgement.problems else judgement.result


@pytest.mark.slow
@pytest.mark.guest
@pytest.mark.parametrize("file", one_in(9, FILES), ids=lambda file: file[0].stem)
def test_asking_anew_says_what_the_report_says(file: tuple[Path, str]) -> None:
    path, name = file
    dispute = read_dispute(path, rulebook_named(name))
    settled = {
        number: (judgement.result, predicted(judgement))
        for number, judgement in enumerate(judge_dispute(dispute))
        if judgement.result in ("holds", "fails")
    }
    found = {}
    for reading, ruleset in others(dispute.game.setting.ruleset):
        results = anew(path, name, ruleset, settled)
        for (number, (usual, said)), result in zip(settled.items(), results, strict=True):
            if result != said.get(reading, usual):
                found[number, reading] = (result, said.get(reading, usual))
    assert found == {}


@pytest.mark.slow
@pytest.mark.parametrize("file", LATER)
def test_what_holds_only_for_now_says_so(file: str) -> None:
    dispute = read_dispute(ROOT / file, rulebook_named("era-of-inventions"))
    found = 0
    for number, judgement in enumerate(judge_dispute(dispute)):
        for name, ruleset in others(dispute.game.setting.ruleset):
            later = {f"{one.ruling} = {other}" for one in judgement.rests_on.later for other in one.other_readings}
            if name in later:
                otherwise = read_dispute(ROOT / file, rulebook_named("era-of-inventions"), ruleset=ruleset)
                again = judge_alone(otherwise, otherwise.claims[number])
                assert (judgement.only_for_now, again.only_for_now) == (False, True)
                found += 1
    assert found


@pytest.mark.slow
@pytest.mark.guest
@pytest.mark.parametrize("file", one_in(3, FILES), ids=lambda file: file[0].stem)
def test_a_claim_comes_to_the_same_without_the_other_claims_of_its_file(file: tuple[Path, str]) -> None:
    path, name = file
    head, *claims = path.read_text(encoding="utf-8").split("[[claim]]")
    rulebook = rulebook_named(name)
    together = read_dispute(path, rulebook)
    alone = [parse_dispute(f"{head}[[claim]]{claim}", rulebook) for claim in claims]
    results = [judge_alone(dispute, dispute.claims[0]).result for dispute in alone]
    assert [judge_alone(together, claim).result for claim in together.claims] == results


def test_where_discs_lie_does_not_follow_from_the_moves_of_other_claims() -> None:
    """Each of four players has two discs, and the claims name three areas."""
    moves = ("Ann: resolve goods; run all", "Ben: resolve market; take cog", "Cas: resolve buy; buy wood-ship")
    claims = "".join(f'[[claim]]\nmoves = "{one}"\n' for one in moves)
    text = f'[position]\nplayers = "Ann, Ben, Cas, Dee"\n{claims}'
    dispute = parse_dispute(text, rulebook_named("era-of-inventions"))
    assert [one.result for one in judge_dispute(dispute)] == ["holds"] * 3
