"""Whole games on file, played again: every round and score as it was. And the notation of moves and games."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from goods_make_games import EXPECTED, FOLDER, expectation
from oh_my_goods.moves import Move
from oh_my_goods.position import Stage, State
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rulings import Ruleset
from oh_my_goods.samples import generated_components

from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.records import Record, parse_game, parse_move, read_game, show_game, show_move
from era_of_inventions.tabletop.records.notation import parse_moves
from era_of_inventions.tabletop.text.span import Span
from tests import one_in

GAMES: dict[str, dict[str, Any]] = json.loads(EXPECTED.read_text(encoding="utf-8"))
GAME: Game[State, Move] = Game(OH_MY_GOODS, 2)


@cache
def recorded(name: str) -> Record[State, Move]:
    """A game on file. Generated component sets are known by their seed, which is in the name."""
    seeds = [int(word) for word in name.split("-")[1:2] if name.startswith("generated-")]
    return read_game(FOLDER / f"{name}.era", (OH_MY_GOODS,), components=map(generated_components, seeds))


@pytest.mark.slow
def test_the_games_are_of_many_kinds() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.era")) == sorted(GAMES)
    records = [recorded(name) for name in GAMES]
    assert len(records) >= 20
    assert {record.setting.players for record in records} == {2, 3, 4}
    assert {record.setting.ruleset for record in records} >= {Ruleset.preset(name) for name in Ruleset.presets}
    assert len({dict(record.about)["Author"] for record in records}) == 4


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, GAMES))
def test_a_game_goes_as_it_went(name: str) -> None:
    record = recorded(name)
    assert expectation(record) == GAMES[name]
    assert record.end().turn.stage is Stage.OVER
    text = (FOLDER / f"{name}.era").read_text(encoding="utf-8")
    assert show_game(record) == text
    assert max(map(len, text.splitlines())) <= 100


# --- Moves ----------------------------------------------------------------------------


def test_every_move_is_read_as_it_is_written() -> None:
    for move in GAME.moves:
        assert parse_move(show_move(move, GAME.setting), GAME.setting) == move


@pytest.mark.parametrize(
    ("dutch", "english"),
    [
        ("work molen-1 netjes", "work mill-1 neat"),
        ("work kolenbranderij-grain slordig", "work charburner-grain sloppy"),
        ("plan marktkantoor-card-2", "plan office-card-2"),
        ("chain schoenmakerij-3", "chain shoemaker-3"),
        ("shift from leerlooierij-1", "shift from tannery-1"),
        ("pay from steenbakkerij-8", "pay from brick-manufacture-8"),
        ("produce glasblazerij-4", "produce glassmaker-4"),
        ("Lay  ASIDE bakkerij-1", "lay aside bakery-1"),
    ],
)
def test_the_words_of_the_rulebook_are_understood(dutch: str, english: str) -> None:
    assert show_move(parse_move(dutch, GAME.setting), GAME.setting) == english


@pytest.mark.parametrize(
    "text",
    ["work mill-1", "work mill-1 nearly", "plan", "pay mill-1", "chain", "sell mill-1", "lay mill-99", "done now", ""],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text, GAME.setting)


@pytest.mark.parametrize("text", ["pay from mill-1, mill-2, and mill-3", "pay from mill-1, from mill-2 and mill-3"])
def test_goods_are_paid_from_several_buildings_at_once(text: str) -> None:
    said = [move for _, _, move in parse_moves(Span.of(text), GAME.setting)]
    assert said == [parse_move(f"pay from mill-{number}", GAME.setting) for number in (1, 2, 3)]


@pytest.mark.covers
def test_cards_are_laid_aside_one_by_one() -> None:
    """For `lay mill-2` means something else."""
    ((_, _, move),) = parse_moves(Span.of("lay aside mill-1 and mill-2"), GAME.setting)
    assert isinstance(move, NotationError)


@pytest.mark.parametrize(
    ("text", "helps"), [("pay 5 from charburner-grain", "'from charburner-grain'"), ("build mill-2", "'build'")]
)
def test_a_refusal_names_the_move_that_is_meant(text: str, helps: str) -> None:
    with pytest.raises(NotationError, match=helps):
        parse_move(text, GAME.setting)


def test_a_game_can_begin_in_any_position() -> None:
    name = "default-2-busy"
    for step in list(recorded(name).replay())[::23]:
        record: Record[State, Move] = Record(step.state)
        assert parse_game(show_game(record), (OH_MY_GOODS,)) == record
