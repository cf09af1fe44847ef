"""Every sentence of the three rulebooks has a place: clauses cite it, or the table says what it is."""

from __future__ import annotations

from docs.site.proof import ERA
from tests.tools.proof_tests import PassageTests


class TestPassages(PassageTests):
    proof = ERA
    story = {"nl": "Inhoud en doel van het spel", "de": "Einleitung", "en": "Introduction"}  # noqa: RUF012
