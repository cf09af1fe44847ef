"""Rulesets as their users make them: what they are called, and what is refused in words."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

from era_of_inventions import Game, GameError, Ruleset, RulesetError
from era_of_inventions.testing import rulesets

EDITIONS = [name for name in Ruleset.presets if name != "default"]


def readings(ruleset: Ruleset) -> dict[str, str]:
    """All readings, by the id of the ruling."""
    return {ruling.id: getattr(ruleset, ruling.field) for ruling in Ruleset.rulings()}


def read_by_name(name: str) -> dict[str, str]:
    """The readings that a name says: those of the preset it begins with, and what it lists."""
    preset, *others = name.split(", ")
    return readings(Ruleset.preset(preset)) | dict(other.split(" = ") for other in others)


SURENESS = {
    "high": """bonus-disc-wait older-bonus-disc bonus-cap-three-players bonus-timing action-caps factory-influence
        goods-choice produce-order coin-costs market-unit free-cog-ends develop-or-patent technical-needs patent-cap
        patent-steps final-market-disc category-ties final-tie""",
    "medium": """bonus-after-withdrawal zero-steps build-cap market-cap lower-same-kind patent-placing
        patent-same-turn signs-on-income award-steps reshuffle fill-order shuffle-on-technical capacity
        zero-ties tie-break bonus-supply goods-supply marker-limit""",
    "low": "track-end signs-in-final-market final-market-order",
}
"""How sure the default of each ruling is: stated by an edition, likely, or a choice between silences."""


def test_how_sure_a_default_is() -> None:
    """Told in every report; a change here changes what people are told of a dispute."""
    expected = {id_: sureness for sureness, ids in SURENESS.items() for id_ in ids.split()}
    assert {ruling.id: ruling.sureness for ruling in Ruleset.rulings()} == expected


# --- Names ----------------------------------------------------------------------------


def test_a_choice_is_made_by_keyword() -> None:
    make: Any = Ruleset
    with pytest.raises(TypeError, match="positional"):
        make("de")


@pytest.mark.parametrize("preset", EDITIONS)
def test_a_preset_lends_its_name_to_no_other_readings(preset: str) -> None:
    with pytest.raises(RulesetError, match=rf"expected Ruleset\.preset\('{preset}'\)"):
        Ruleset(name=preset)
    read: dict[str, Any] = {ruling.field: getattr(Ruleset.preset(preset), ruling.field) for ruling in Ruleset.rulings()}
    assert Ruleset(name=preset, **read) == Ruleset.preset(preset)
    with pytest.raises(RulesetError, match=r"'default' .* build-cap, "):
        Ruleset(name="default", build_cap="turn", bonus_supply="unlimited")


@given(
    st.sampled_from(Ruleset.presets),
    st.lists(st.sampled_from([(r.id, name) for r in Ruleset.rulings() for name in r.names])),
)
def test_a_name_tells_the_preset_and_what_is_read_otherwise(preset: str, changes: list[tuple[str, str]]) -> None:
    ruleset = Ruleset.preset(preset)
    for ruling, reading in changes:
        ruleset = ruleset.with_reading(ruling, reading)
    assert readings(ruleset) == readings(Ruleset.preset(preset)) | dict(changes)
    assert read_by_name(ruleset.name) == readings(ruleset)
    assert ruleset.name.split(", ")[0] == preset
    otherwise = {r for r, reading in readings(ruleset).items() if reading != readings(Ruleset.preset(preset))[r]}
    assert ruleset.name.count(" = ") == len(otherwise)


def test_the_second_reading_of_a_ruling_replaces_the_first() -> None:
    once = Ruleset().with_reading("build-cap", "turn")
    assert once.with_reading("build-cap", "round").name == "default, build-cap = round"
    assert once.with_reading("build-cap", "action").name == "default"
    assert Ruleset.preset("nl").with_reading("build-cap", "action").with_reading("build-cap", "turn").name == "nl"


def test_a_name_of_its_own_does_not_stay_on_other_readings() -> None:
    ours = Ruleset(name="ours", build_cap="turn")
    assert ours.with_reading("bonus_supply", "unlimited").name == (
        "default, build-cap = turn, bonus-supply = unlimited"
    )


@given(rulesets())
def test_a_ruleset_without_a_name_is_named_by_its_readings(ruleset: Ruleset) -> None:
    nameless = attrs.evolve(ruleset, name="")
    assert nameless == ruleset
    assert read_by_name(nameless.name) == readings(ruleset)


def test_a_pickle_with_a_name_that_would_mislead_is_refused() -> None:
    misleading = pickle.dumps(Ruleset(name="xy", build_cap="turn")).replace(b"xy", b"de")
    with pytest.raises(RulesetError):
        pickle.loads(misleading)


# --- Both spellings -------------------------------------------------------------------


@pytest.mark.parametrize("ruling", Ruleset.rulings(), ids=lambda ruling: ruling.id)
def test_a_ruling_is_known_by_its_id_and_by_its_field(ruling: Any) -> None:
    assert Ruleset.ruling(ruling.id) is Ruleset.ruling(ruling.field) is ruling
    for reading in ruling.names:
        assert Ruleset().with_reading(ruling.id, reading) == Ruleset().with_reading(ruling.field, reading)


# --- Refusals -------------------------------------------------------------------------


WRONG: dict[str, tuple[Any, str]] = {
    "a reading": (
        lambda make: make(build_cap="x"),
        "ruling build-cap is 'x'; expected one of action, turn, round",
    ),
    "a reading of another": (
        lambda make: make().with_reading("build-cap", "x"),
        "ruling build-cap is 'x'; expected one of action, turn, round",
    ),
    "a preset": (lambda make: make.preset("fr"), "there is no preset 'fr'; expected one of default, nl, de, en"),
    "no name": (lambda make: make.preset(7), "there is no preset 7; expected one of default, nl, de, en"),
    "a ruling": (
        lambda make: make().with_reading("build-caps", "turn"),
        "there is no ruling 'build-caps'; did you mean 'build-cap'?",
    ),
    "no ruling": (lambda make: make().with_reading(None, "turn"), "there is no ruling None"),
    "a ruling's reading": (
        lambda _: Ruleset.ruling("build_cap").reading("x"),
        "ruling build-cap has no reading 'x'; expected one of action, turn, round",
    ),
    "a game's preset": (
        lambda _: Game(4, "fr"),
        "there is no preset 'fr'; expected one of default, nl, de, en",
    ),
    "neither": (
        lambda _: Ruleset.resolve(7),
        "ruleset is 7; expected a Ruleset or one of default, nl, de, en",
    ),
}


@pytest.mark.parametrize(("wrong", "problem"), WRONG.values(), ids=WRONG)
def test_what_there_is_not_is_refused_in_words(wrong: Any, problem: str) -> None:
    with pytest.raises(RulesetError) as refused:
        wrong(Ruleset)
    assert str(refused.value) == problem
    assert isinstance(refused.value, GameError)
    assert isinstance(refused.value, ValueError)


def test_a_ruleset_is_given_as_such_or_by_the_name_of_a_preset() -> None:
    ours = Ruleset(build_cap="turn")
    assert Ruleset.resolve(ours) is ours
    assert Ruleset.resolve("de") == Ruleset.preset("de")


@pytest.mark.parametrize("ruleset", [Ruleset(), Ruleset(build_cap="turn"), Ruleset.preset("nl")], ids=repr)
def test_hypothesis_shows_a_ruleset_as_it_is_written(ruleset: Ruleset) -> None:
    assert pretty(ruleset) == repr(ruleset)
