"""Fuzzing of disputes with hostile names, paths and sizes only."""

from __future__ import annotations

from tests.tools.fuzz.disputes import feed, hostile, seeds

__all__ = ["feed", "seeds", "variant"]
variant = hostile
