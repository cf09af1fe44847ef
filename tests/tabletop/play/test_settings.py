"""A setting keeps what follows from it, shares it with settings that differ in their readings, and lets it go."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Sequence

import attrs
import pytest

from era_of_inventions.box.components import Components
from era_of_inventions.moves import Move
from era_of_inventions.rulebook import ERA, Game
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.play.game import Game as AnyGame
from era_of_inventions.tabletop.play.setting import KEPT, Setting
from era_of_inventions.tabletop.values import evolve

SETTING = Game(3).setting
READINGS = [Ruleset(), Ruleset.preset("de"), Ruleset.preset("en")]
NAMES = ("Ann", "Bo", "Cy")


@pytest.mark.parametrize("name", ["layout", "moves", "numbers", "vocabulary", "changes", "observer", "masked_moves"])
def test_what_does_not_depend_on_readings_is_shared(name: str) -> None:
    one, *others = (getattr(Game(3, ruleset).setting, name) for ruleset in READINGS)
    assert all(other is one for other in others)
    assert getattr(Game(4).setting, name) is not one


def test_so_is_what_depends_on_the_names_of_players() -> None:
    one, *others = (Game(3, ruleset).setting.for_players(NAMES) for ruleset in READINGS)
    assert all(other is one for other in others)
    assert SETTING.for_players([*NAMES]) is one
    assert SETTING.for_players(NAMES[::-1]).quantities is not one.quantities


def test_a_rulebook_is_asked_for_its_moves_once_for_all_readings() -> None:
    asked: list[None] = []

    def moves(setting: Setting[None, Components]) -> Sequence[Move]:
        asked.append(setting.ruleset)
        return ERA.moves(setting)

    rulebook = attrs.evolve(ERA, moves=moves)
    for ruleset in READINGS:
        game = AnyGame(rulebook, 3, ruleset)
        assert game.moves == Game(3).moves
        assert game.setting.vocabulary.texts.keys() <= {*game.moves}
    assert asked == [None]


def test_each_reading_has_its_own_legal_moves() -> None:
    assert len({Game(3, ruleset).setting.engine for ruleset in READINGS}) == len(READINGS)


def test_equal_settings_are_one_object() -> None:
    for ruleset in READINGS:
        setting = Game(3, ruleset).setting
        assert SETTING.under(ruleset) is setting
        assert Setting(ERA, 3, ruleset, SETTING.components).checked is setting
        assert pickle.loads(pickle.dumps(setting)) is setting
        assert copy.deepcopy(setting) is setting
    assert SETTING.under(Ruleset(name="ours")) is not SETTING
    assert SETTING.under(Ruleset(name="ours")) == SETTING


@pytest.mark.slow
def test_settings_that_nobody_uses_are_let_go() -> None:
    made = []
    for number in range(KEPT + 3):
        components = evolve(SETTING.components, name=f"ours {number}")
        game = Game(3, components=components)
        game.legal_moves(game.new())
        assert game.setting.for_players(NAMES).quantities.names(own=True)
        made += [weakref.ref(game.setting.under(ruleset)) for ruleset in READINGS]
    last = game.setting
    del game, components
    gc.collect()
    assert sum(setting() is not None for setting in made) <= KEPT * len(READINGS)
    assert made[-len(READINGS)]() is last
