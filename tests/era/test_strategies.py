"""The strategies of the product: what they make is what they say, and can be made again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Hashable
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import era_of_inventions.testing
from era_of_inventions import (
    LAW,
    Components,
    Game,
    Move,
    Ruleset,
    RulesetError,
    State,
    check_components,
    hypothesis_plugin,
    testing,
)
from era_of_inventions.position import Phase
from era_of_inventions.testing import (
    Script,
    component_sets,
    illegal_moves,
    legal_moves,
    positions,
    reachable_states,
    rulesets,
    rulesets_with,
    scripts,
    state_of,
    whole_games,
)


@given(
    st.from_type(State),
    st.from_type(Ruleset),
    st.from_type(Components),
    st.from_type(Game),
    st.from_type(Move),  # type: ignore[arg-type] # a union to type checkers
)
def test_types_are_known_to_hypothesis(
    state: State, ruleset: Ruleset, components: Components, game: Game, move: Move
) -> None:
    assert isinstance(state, State)
    assert isinstance(ruleset, Ruleset)
    assert isinstance(game, Game)
    assert isinstance(move, Move)
    assert check_components(components) == ()


@pytest.mark.slow
@pytest.mark.covers
@given(scripts(rulesets=rulesets(), component_sets=component_sets()))
def test_a_script_leads_to_the_same_possible_position_again(script: Script) -> None:
    state = state_of(script)
    assert state_of(script) == state
    assert Game.from_state(state).check(state) == ()
    assert script.game.setting == state.setting


@given(scripts(plies=30))
def test_the_steps_of_a_script_are_legal_moves(script: Script) -> None:
    before = None
    for state, move in script.steps():
        assert LAW.allows(state, move)
        assert before is None or before == state
        before = script.game.play(state, move)


@given(reachable_states(), st.data())
def test_legal_and_illegal_moves_are_told_apart(state: State, data: st.DataObject) -> None:
    assert not LAW.allows(state, data.draw(illegal_moves(state)))
    if state.turn.phase is not Phase.GAME_OVER:
        assert LAW.allows(state, data.draw(legal_moves(state)))


@pytest.mark.slow
@pytest.mark.covers
@given(positions(rulesets=rulesets(), component_sets=component_sets()))
def test_positions_keep_to_the_material_and_can_be_played_on(state: State) -> None:
    game = Game.from_state(state)
    assert game.check(state) == ()
    for move in game.legal_moves(state)[:10]:
        assert game.check(game.play(state, move)) == ()


@pytest.mark.slow
@pytest.mark.covers
@given(scripts(rulesets=rulesets(), component_sets=component_sets()), st.data())
def test_what_a_failure_prints_can_be_pasted_into_python(script: Script, data: st.DataObject) -> None:
    assert eval(repr(script), {**vars(era_of_inventions), **vars(era_of_inventions.testing)}) == script
    single = data.draw(rulesets_with(data.draw(st.sampled_from([ruling.id for ruling in Ruleset.rulings()]))))
    assert eval(repr(single), {"Ruleset": Ruleset}) == single


@pytest.mark.slow
@pytest.mark.covers
@given(whole_games(players=[3]))
def test_whole_games_come_to_their_end(script: Script) -> None:
    assert state_of(script).turn.phase is Phase.GAME_OVER


@given(rulesets_with("build-cap"))
def test_a_single_ruling_has_any_reading(ruleset: Ruleset) -> None:
    assert ruleset.build_cap in ("action", "turn", "round")
    assert Ruleset(build_cap=ruleset.build_cap) == ruleset


def test_an_unknown_ruling_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(RulesetError, match="there is no ruling 'build-caps'; did you mean 'build-cap'"):
        rulesets_with("build-caps")


@pytest.mark.parametrize("general", [object, list[object], Hashable])
def test_a_type_that_is_more_general_is_none_of_ours(general: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis asks every registered strategy; in other people's tests nothing of the game may turn up."""

    def refused() -> NoReturn:
        raise AssertionError(f"asked for {general}")

    for name in hypothesis_plugin.NAMES.values():
        monkeypatch.setattr(testing, name, refused)
    monkeypatch.setattr(testing, "any_moves", refused)

    @settings(max_examples=20, database=None)
    @given(st.from_type(general))
    def anything(value: object) -> None:
        assert not isinstance(value, SearchStrategy)

    anything()


def printed(code: str) -> str:
    """What a program prints in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.slow
@pytest.mark.covers
def test_hypothesis_alone_loads_nothing_of_the_library() -> None:
    code = "import sys, hypothesis; print(*sorted(name for name in sys.modules if name.startswith('era_of')))"
    assert printed(code) == "era_of_inventions era_of_inventions.hypothesis_plugin"


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("first", ["import hypothesis", "from era_of_inventions import State"])
def test_types_are_known_whatever_is_imported_first(first: str) -> None:
    code = f"""{first}
from era_of_inventions import Ruleset
from hypothesis import find, strategies as st
print(find(st.from_type(Ruleset), lambda _: True))"""
    assert printed(code) == "Ruleset()"
