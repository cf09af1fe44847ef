"""The error of pages that cannot be built."""

from __future__ import annotations

from collections.abc import Iterable

from era_of_inventions.tabletop.errors import GameError


class SiteError(GameError):
    """Pages that cannot be built or checked: every problem, as the tools report it."""

    def __init__(self, path: str, problems: Iterable[str]) -> None:
        """Store the path and the problems."""
        self.path = path
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{path}: {problem}" for problem in self.problems))
