"""Every clause says where the editions state it, and the places are found in the texts of whoever has them."""

from __future__ import annotations

from docs.site.proof import ERA
from tests.tools.proof_tests import CitationTests


class TestCitations(CitationTests):
    proof = ERA
