"""One line more in a record, and everything that follows from it without another one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from era_of_inventions.tabletop.law.drafts import RootDraft, drafts, each
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import (
    Cards,
    Count,
    Draft,
    Field,
    InvalidDataError,
    PerPlayer,
    Position,
    Terms,
    carried,
    field,
    layout_of,
    mask,
    record,
)
from era_of_inventions.tabletop.values.bounds import problems
from era_of_inventions.tabletop.values.changes import changes
from era_of_inventions.tabletop.values.features import Observer
from era_of_inventions.tabletop.values.json_schema import definitions
from era_of_inventions.tabletop.values.lines import Lines
from era_of_inventions.tabletop.values.quantities import Quantities
from tests.support.arbitrary import records
from tests.support.harbor import SETTING, TERMS, Cargo, Player, Setting


@record
class Captain(Player):
    """A player with a crew."""

    crew: Field[int] = field(Count(0, lambda setting: setting.crew), "who row", words="sailors", default=0)


@record
class Sea(Position):
    """A position of captains."""

    setting: Field[Setting] = carried()
    players: Field[tuple[Captain, ...]] = field(PerPlayer(lambda: Captain))


class CaptainDraft(Draft, Captain):
    __slots__ = ()


class SeaDraft(RootDraft[Sea], Sea):
    __slots__ = ()
    edit_player = each(Sea.players, CaptainDraft)


LAYOUT, OWN = layout_of(Sea, TERMS), layout_of(Captain, TERMS)
NONE = Sea(SETTING, (Captain(Cards(mask(Cargo))),) * 3)
draft_of = drafts(SeaDraft)


def hired() -> Sea:
    draft = draft_of(NONE, Law([]))
    draft.edit_player(1).crew += 4
    return draft.seal()


FOUR = hired()


def test_it_is_edited_in_drafts() -> None:
    assert [captain.crew for captain in FOUR.players] == [0, 4, 0]


def test_it_is_in_json_and_refused_out_of_bounds() -> None:
    raw = LAYOUT.write(FOUR)
    assert raw["players"][1] == {"hand": [], "crew": 4}
    assert LAYOUT.read(json.loads(LAYOUT.dumps(FOUR)), SETTING) == FOUR
    raw["players"][1]["crew"] = 6
    with pytest.raises(InvalidDataError, match=r"players\[1\]\.crew.* 0 to 5"):
        LAYOUT.read(raw, SETTING)


def test_it_is_described_in_the_schema() -> None:
    described: dict[str, Any] = definitions(Sea, Terms.of(SETTING))["Captain"]["properties"]["crew"]
    bounds = {"minimum": 0, "maximum": 5}
    assert described == {"type": "integer", **bounds, "title": "sailors", "description": "Who row."}


def test_it_is_an_entry_of_a_line() -> None:
    lines = Lines(field for field in OWN.fields if field.name == "crew")
    assert [*lines.show({"crew": 4}, {"crew": 0})] == ["sailors 4"]
    assert lines.read(Span.of("sailors 4"), {}) == ("crew", 4, ())


def test_it_changes_and_can_be_claimed() -> None:
    (change,) = changes(LAYOUT, NONE, FOUR)
    assert (change.field, change.seat, change.before, change.after) == ("players.crew", 1, 0, 4)
    quantities = Quantities(LAYOUT)
    effect = quantities.parse("Red sailors +4")
    assert effect.holds(quantities.measure(effect, NONE), quantities.measure(effect, FOUR))


def test_it_is_bounded_and_observed() -> None:
    many = Sea(SETTING, (Captain(Cards(mask(Cargo)), crew=6), *NONE.players[1:]))
    assert [problem.path for problem in problems(LAYOUT, many)] == [("players", 0, "crew")]
    features = Observer(LAYOUT).features
    assert ("players.1.crew", 0, 5) in features


@given(records(OWN))
def test_it_is_drawn(captain: Captain) -> None:
    assert 0 <= captain.crew <= 5
