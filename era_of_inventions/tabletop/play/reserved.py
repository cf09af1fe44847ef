"""Words with which lines of a text begin, so that no player can have them as a name."""

from __future__ import annotations

from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.domains import NONE
from era_of_inventions.tabletop.values.outline import subjects

POSITION = "Position"
"""The heading under which a position stands."""
SPECTATOR = "spectator"
"""Whoever watches, and sees what everybody may see."""
NAME_MAX = 40
"""The most characters of a name."""


def is_name(name: str, rulebook: AnyRulebook) -> bool:
    """Return whether a text can be a player's name: words with single blanks between them, as `name_form` describes."""
    return (
        name.isprintable()
        and name == " ".join(name.split()) != ""
        and len(name) <= NAME_MAX
        and fold(name) not in reserved(rulebook)
        and rulebook.grammar.heading(fold(name)) is None
    )


def name_form(rulebook: AnyRulebook) -> str:
    """Describe the form of a name for a message."""
    headings = [
        fold(heading).replace("#", "with a number") for heading in rulebook.grammar.headings
    ]
    others = ", ".join((*reserved(rulebook), *headings))
    return f"a name of up to {NAME_MAX} characters other than {others}"


def reserved(rulebook: AnyRulebook) -> tuple[str, ...]:
    """Return the words that cannot be names, because lines begin with them or they mean nobody or a spectator."""
    lines = (POSITION, *subjects(rulebook.state), *rulebook.grammar.chance_verbs)
    return tuple(map(fold, (*lines, *NONE, SPECTATOR)))
