"""The documentation: its sources, and in `docs.site` what makes a site of them."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The folder of the project."""
