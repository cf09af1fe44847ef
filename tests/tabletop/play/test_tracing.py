"""What a move changes is attributed to the clause that changes it, also where a clause fails and another goes on."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import Game, Law, effect, trigger
from tests.support.golf import GOLF, Keep, StateDraft


@pytest.mark.parametrize("fails", [False, True])
def test_a_clause_that_goes_on_after_another_has_failed_is_named(fails: bool) -> None:
    @trigger("golf.inner")
    def inner(draft: StateDraft) -> None:
        """The second player keeps the card."""
        draft.edit_player(1).kept = True
        if fails:
            raise KeyError

    @effect("golf.outer")
    def outer(draft: StateDraft, _: Keep) -> None:
        """The third player keeps the card, whatever happens."""
        with suppress(KeyError):
            draft.apply(inner)
        draft.edit_player(2).kept = True

    (chapter,) = GOLF.law.chapters
    clauses = (*chapter.clauses, inner, attrs.evolve(outer, on=(Keep,)))
    game: Game[Any, Any] = Game(attrs.evolve(GOLF, law=Law([attrs.evolve(chapter, clauses=clauses)])), 3)
    state = game.deal(game.new(), random.Random(1))
    kept = [(event.clause, event.seat) for event in game.events(state, Keep()) if event.field == "players.kept"]
    assert kept == [("golf.kept", 0), ("golf.inner", 1), ("golf.outer", 2)]
