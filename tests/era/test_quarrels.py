"""Quarrels as people write them who know the rulebook and no names of phases: each claim comes out as it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.disputes import judge_dispute

FILES = sorted((Path(__file__).parent / "quarrels").glob("*.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_claim_comes_out_as_expected(path: Path) -> None:
    judgements = judge_dispute(read_dispute(path))
    assert [judgement.result for judgement in judgements] == [judgement.claim.expect for judgement in judgements]
