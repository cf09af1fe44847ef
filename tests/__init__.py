"""Tests of the rules, of the engine against the rules, and of whole games."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The folder of the project."""
