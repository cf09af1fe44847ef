"""Texts of games of any rulebook: what follows from its moves, and what a grammar changes."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop.errors import DocumentError, GameError, NotationError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import Grammar, Verb
from era_of_inventions.tabletop.play.rulebook import CHANCE, Rulebook, ToMove
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.records import (
    Record,
    RecordError,
    parse_game,
    parse_move,
    read_game,
    save_game,
    show_game,
    show_move,
)
from era_of_inventions.tabletop.records.notation import parse_moves, show_moves
from era_of_inventions.tabletop.text.span import Span
from tests.support.nim import NIM, State, Take

GAME = Game(NIM, 2)
THREES = Record(GAME.new(), (Take(3),) * 5)
TEXT = """\
Nim 1
Players: Player 1, Player 2
Start player: Player 1
Ruleset: default
Components: pebbles 815aa2d2f4ad1dd6

Moves
Player 1: take 3
Player 2: take 3
Player 1: take 3
Player 2: take 3
Player 1: take 3
"""

# --- What follows from the moves ------------------------------------------------------


def test_a_game_without_words_of_its_own_is_written_and_read(tmp_path: Path) -> None:
    assert show_game(THREES).replace(NIM.components.fingerprint(GAME.setting.components), "815aa2d2f4ad1dd6") == TEXT
    assert parse_game(show_game(THREES), [NIM]) == THREES
    save_game(tmp_path / "nim.txt", THREES)
    assert read_game(tmp_path / "nim.txt", [NIM]).end() == THREES.end()


def test_a_game_of_any_rulebook_shows_the_expression_that_makes_it() -> None:
    assert eval(repr(GAME), {"Game": Game, "NIM": NIM}) == GAME


def test_another_start_player_is_found_in_the_first_position() -> None:
    record = Record(GAME.new(1), (Take(1),), ("Ann", "Bob"))
    assert "\nStart player: Bob\n" in show_game(record)
    assert parse_game(show_game(record), [NIM]) == record


def test_a_game_can_begin_anywhere() -> None:
    later = Record(GAME.play(GAME.play(GAME.new(), Take(3)), Take(1)), (Take(2),))
    text = show_game(later)
    assert "\nPosition\nTurn: stones 11; player Player 1\nPlayer 1: stones 3\nPlayer 2: stones 1\n" in text
    assert parse_game(text, [NIM]) == later


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Turn: stone 3", "line 8, column 7"),
        ("Turn: stones 3; player Player 3", "line 8, column 24"),
        ("Heap: stones 3", "line 8, column 1"),
        (": stones 3", "line 8, column 1"),
        ("Turn: stones 14", "line 7"),
    ],
)
def test_what_cannot_be_said_of_a_position_has_its_place(line: str, place: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(show_game(THREES).replace("Moves\n", f"Position\n{line}\nMoves\n"), [NIM])
    assert str(caught.value.problems[0]).startswith(f"{place}: ")


def test_whose_turn_it_is_is_told_with_the_clause() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(show_game(THREES).replace("Player 2: take 3", "Player 1: take 3", 1), [NIM])
    (problem,) = caught.value.problems
    assert str(problem).startswith("line 9, column 1: ")
    assert "[nim.turn]" in str(problem)


def test_a_move_that_is_not_legal_has_its_place_and_verdict() -> None:
    one_left = Record(GAME.new(), (*[Take(3)] * 4, Take(2)))
    with pytest.raises(RecordError) as caught:
        parse_game(f"{show_game(one_left)}Player 2: take 2\n", [NIM])
    assert (caught.value.line, caught.value.column) == (13, 11)
    assert caught.value.verdict is not None
    assert [clause.id for clause in caught.value.verdict.forbidden_by] == ["nim.there"]


@pytest.mark.parametrize("move", ["take 3", Take, Take(4)], ids=str)
def test_what_is_not_in_the_table_is_no_move(move: Any) -> None:
    for ask in (lambda: show_move(move, GAME.setting), lambda: GAME.judge(GAME.new(), move)):
        with pytest.raises(GameError):
            ask()


@pytest.mark.parametrize(("text", "column"), [("", 1), ("tke 3", 1), ("take 4", 6), ("take 3 stones", 8)])
def test_what_is_no_text_of_a_move_is_told_with_its_column(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text, GAME.setting)
    assert caught.value.column == column


# --- Which game a text is of ----------------------------------------------------------


def test_the_first_line_names_the_game() -> None:
    with pytest.raises(DocumentError, match=r"expected .*'Chess Nim 1'"):
        parse_game(TEXT, [renamed("Chess Nim")])
    assert parse_game(show_game(THREES), [renamed("Chess Nim"), NIM]).setting.rulebook is NIM


def test_a_text_of_an_installed_game_needs_no_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    class EntryPoint:
        load = staticmethod(lambda: NIM)

    monkeypatch.setattr("era_of_inventions.tabletop.play.registry._entry_points", lambda: {"nim": EntryPoint})
    assert parse_game(show_game(THREES)) == THREES


def renamed(title: str) -> Rulebook[State, Take]:
    return attrs.evolve(NIM, title=title)


# --- What a grammar changes -----------------------------------------------------------


class Side(enum.Enum):
    LEFT_BANK = 1
    RIGHT_BANK = 2


@attrs.frozen
class LayDown:
    card: int
    side: Side


@attrs.frozen
class TurnOver:
    card: int


@attrs.frozen
class Pass:
    pass


THREE = (Take(3),)
CARDS: tuple[Any, ...] = tuple(LayDown(card, side) for card in range(4) for side in Side)
NAMED: Grammar[State, Any] = Grammar(
    words={TurnOver: "reveal card", LayDown: "lay-down"},
    names=lambda _: {"card": {0: ("old map", "map"), 1: ("red",), 2: ("blue",), 3: ("sword and shield",)}},
    verbs={"lay-down": Verb(listed=True, between="on")},
)
MOVES = (*CARDS, Pass(), *map(TurnOver, range(4)))
SETTING: Setting[Any, Any] = attrs.evolve(
    Game(NIM, 2).setting, rulebook=attrs.evolve(NIM, grammar=NAMED, moves=lambda _: MOVES)
)
"""What is written, and not played: no clause is about these moves."""


@pytest.mark.parametrize(
    ("text", "move", "printed"),
    [
        ("lay-down RED left-bank", LayDown(1, Side.LEFT_BANK), "lay-down red left-bank"),
        ("lay-down map right-bank", LayDown(0, Side.RIGHT_BANK), "lay-down old map right-bank"),
        ("reveal card old  map", TurnOver(0), "reveal card old map"),
        ("pass", Pass(), "pass"),
    ],
)
def test_moves_are_written_with_the_names_of_things(text: str, move: object, printed: str) -> None:
    assert parse_move(text, SETTING) == move
    assert show_move(move, SETTING) == printed


def test_moves_of_a_verb_that_is_listed_stand_behind_it_once() -> None:
    moves = [*CARDS[:2], Pass(), TurnOver(1), TurnOver(2)]
    text = "lay-down old map left-bank, old map right-bank; pass; reveal card red; reveal card blue"
    assert show_moves(moves, SETTING) == text
    assert [move for _, _, move in parse_moves(Span.of(text), SETTING)] == moves


def moves_in(text: str) -> list[Any]:
    return [move for _, _, move in parse_moves(Span.of(text), SETTING)]


def test_a_name_with_and_in_it_is_a_name_first() -> None:
    assert moves_in("reveal card sword and shield") == [TurnOver(3)]
    assert moves_in("lay-down sword and shield left-bank and map right-bank") == [CARDS[6], CARDS[1]]


def test_a_word_may_stand_between_the_things_of_a_move_that_declares_it() -> None:
    assert moves_in("lay-down map on right-bank") == [LayDown(0, Side.RIGHT_BANK)]
    assert show_moves([LayDown(0, Side.RIGHT_BANK)], SETTING) == "lay-down old map right-bank"


@pytest.mark.parametrize("text", ["lay-down map on", "lay-down on map right-bank", "reveal card on map"])
def test_a_word_between_things_stands_nowhere_else(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text, SETTING)


def test_what_is_refused_after_a_whole_move_is_told_with_that_move() -> None:
    with pytest.raises(NotationError, match="'pass'") as caught:
        parse_move("pass the salt", SETTING)
    assert caught.value.column == 6


def test_a_game_has_sections_lines_and_chance_of_its_own() -> None:
    """Nim in which chance takes the stones of the first player."""

    def to_move(state: State) -> ToMove:
        decided = NIM.to_move(state)
        return CHANCE if decided == 0 else decided

    grammar: Grammar[State, Take] = Grammar(
        words={Take: "draw"},
        verbs={"draw": Verb(listed=True)},
        chance={Take: ("handful", "handfuls")},
        headings=("Deal #", "Turn #"),
        section=lambda state: f"{'Turn' if state.seat else 'Deal'} {1 + (15 - state.stones) // 6}",
        seats=("Box", "Ann"),
    )
    drawn = attrs.evolve(
        NIM, to_move=to_move, chances=lambda state: [(Take(3), 1)], grammar=grammar, generator=lambda _: lambda _: THREE
    )
    game: Game[State, Take] = Game(drawn, 2)
    record = Record(game.new(), (Take(3),) * 4)
    text = show_game(record)
    body = [line for line in text.splitlines()[6:] if line]
    assert body == ["Deal 1", "draw 3", "Turn 1", "Ann: draw 3", "Deal 2", "draw 3", "Turn 2", "Ann: draw 3"]
    assert parse_game(text, [drawn]) == record
    with pytest.raises(DocumentError) as caught:
        parse_game(text.replace("\nDeal 2\ndraw 3\n", ""), [drawn])
    assert str(caught.value.problems[0]).startswith("line 13, column 1: ")


@pytest.mark.parametrize("name", ["position", "Reveal", "round 12", "Final market"])
def test_nobody_is_called_like_the_beginning_of_a_line(name: str) -> None:
    grammar: Grammar[State, Take] = Grammar(
        headings=("Round #", "Final market"), chance={Take: ("", "")}, words={Take: "reveal"}
    )
    with pytest.raises(GameError, match=r"^names\[1\] is "):
        Record(Game(attrs.evolve(NIM, grammar=grammar), 2).new(), names=("Ann", name))
    Record(GAME.new(), names=("Ann", "Round 12"))
