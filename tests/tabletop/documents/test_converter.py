"""The converter for the classes of other programs."""

import json
import random

import attrs
import cattrs
import pytest

from era_of_inventions import (
    Area,
    Clause,
    Components,
    Event,
    Game,
    GameError,
    Good,
    Move,
    Record,
    Ruleset,
    Ruling,
    Score,
    Setting,
    State,
    Verdict,
    converter,
    moves,
    pack,
    to_data,
)
from era_of_inventions.tabletop.values import evolve

GAME = Game(players=3, ruleset="de")
START = GAME.new(rng=random.Random(5))
MOVE = moves.PlaceDisc(Area.MARKET)


@attrs.frozen
class Table:
    """What a server keeps of a table."""

    title: str
    state: State
    asked: dict[str, Verdict]
    made: list[Move]
    last: moves.PlaceDisc | moves.EndTurn | None = None


@attrs.frozen
class Archive:
    """The other values that are read as they are written."""

    setting: Setting
    record: Record
    ruleset: Ruleset
    components: Components


@attrs.frozen
class Answer:
    """Values that are only written."""

    score: Score
    events: tuple[Event, ...]


def through_json(made: cattrs.Converter, value: object) -> object:
    return made.structure(json.loads(json.dumps(made.unstructure(value))), type(value))


def test_values_within_other_classes_come_back() -> None:
    table = Table("Saturday", START, {"now": GAME.judge(START, MOVE, rulings=True)}, [MOVE, moves.EndTurn()], MOVE)
    assert through_json(converter(GAME.setting), table) == table


def test_every_value_that_is_read_comes_back() -> None:
    archive = Archive(GAME.setting, Record(START, (MOVE,)), Ruleset(build_cap="turn"), GAME.setting.components)
    assert through_json(converter(GAME.setting), archive) == archive


@attrs.frozen
class Seat:
    """Values that can be missing."""

    state: State | None = None
    heard: list[Verdict | None] = attrs.field(factory=list)
    last: moves.PlaceDisc | moves.Resolve | None = None
    score: Score | None = None
    game: Record | None = None


@pytest.mark.parametrize(
    "seat",
    [
        Seat(),
        Seat(last=moves.Resolve(Area.BUY)),
        Seat(START, [GAME.judge(START, MOVE), None], MOVE, game=Record(START, (MOVE,))),
    ],
)
def test_values_that_can_be_missing_come_back(seat: Seat) -> None:
    assert through_json(converter(GAME.setting), seat) == seat


def test_what_is_only_written_is_the_data_of_its_document() -> None:
    answer = Answer(GAME.score(START), GAME.judge(START, MOVE).events)
    assert converter(GAME.setting).unstructure(answer) == {
        "score": to_data(answer.score),
        "events": [to_data(event, setting=GAME.setting) for event in answer.events],
    }
    for only_written in (Score, Event, Clause, Ruling, GameError):
        with pytest.raises(GameError, match="expected one of State, Record"):
            converter(GAME.setting).structure({}, only_written)


def test_a_set_of_ones_own_is_known_to_the_converter_of_its_setting() -> None:
    box = GAME.setting.components
    dearer = evolve(box.factories[1], cost=box.factories[1].cost + pack({Good.COIN: 1}))
    own = evolve(box, name="mine", factories=(box.factories[0], dearer, *box.factories[2:]))
    state = Game(players=3, components=own).new(rng=random.Random(5))
    assert through_json(converter(state.setting), state) == state
    with pytest.raises(GameError):
        converter(GAME.setting).structure(converter(state.setting).unstructure(state), State)


def test_a_move_of_another_kind_is_refused() -> None:
    made = converter(GAME.setting)
    with pytest.raises(GameError, match="EndTurn"):
        made.structure(made.unstructure(moves.EndTurn()), moves.PlaceDisc)


def scalars(plain: object) -> set[type]:
    """The types of all values in plain data."""
    if isinstance(plain, dict):
        return set().union(*map(scalars, plain.values()))
    return set().union(*map(scalars, plain)) if isinstance(plain, list) else {type(plain)}


def test_what_is_written_is_plain_without_json_between() -> None:
    """Events of a disc that is placed name seats, which are numbers of a class of their own in Python."""
    state = GAME.deal(START, random.Random(1))
    verdict = GAME.judge(state, GAME.legal_moves(state)[0])
    made = converter(GAME.setting)
    assert scalars(made.unstructure(verdict)) <= {str, int, bool, type(None)}
    assert made.structure(made.unstructure(verdict), Verdict) == verdict
