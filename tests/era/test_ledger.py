"""The ledger accounts for every rule found in the rulebooks, and for every clause of the law."""

from __future__ import annotations

from docs.site.proof import ERA
from tests.tools.proof_tests import LedgerTests


class TestLedger(LedgerTests):
    proof = ERA
    chapters = {  # noqa: RUF012
        "components": 32,
        "setup": 17,
        "supply": 1,
        "placement": 10,
        "execution": 12,
        "build": 10,
        "goods": 7,
        "buy": 8,
        "produce": 15,
        "market": 21,
        "develop": 20,
        "fakes": 10,
        "income": 11,
        "patents": 20,
        "bonus": 21,
        "influence": 10,
        "refresh": 22,
        "scoring": 20,
    }
