"""Records: played again with every move checked, carried on, taken back; what is wrong is told with its place."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from era_of_inventions import (
    Game,
    GameError,
    IllegalMoveError,
    Record,
    RecordError,
    Ruleset,
    State,
    moves,
    parse_game,
    show_game,
)
from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import NO_GOODS
from era_of_inventions.moves import RevealCard, RevealFactory
from era_of_inventions.position import EMPTY
from era_of_inventions.tabletop.values import evolve
from tests.support.positions import SHIPPED, random_game, with_card
from tests.tools.make_games import state_fingerprint

NAMES = ("Green", "Orange", "Yellow")
GAME = Game(3)
PLAYS = [(state, move) for state, _, move in random_game(GAME, random.Random(4), GAME.new())]
STATES = [state for state, _ in PLAYS]
MOVES = tuple(move for _, move in PLAYS)
RECORD = Record(STATES[0], MOVES, NAMES)
END = GAME.play(STATES[-1], MOVES[-1])
DECISIONS = [number for number, move in enumerate(MOVES) if not isinstance(move, RevealCard | RevealFactory)]
REFRESH = next(number for number, move in enumerate(MOVES) if number > 20 and isinstance(move, RevealCard))
"""The first card that is turned over at the end of the first round."""


def test_a_replay_goes_through_the_positions_of_the_game() -> None:
    steps = list(RECORD.replay())
    assert [step.number for step in steps] == list(range(len(MOVES)))
    assert [step.before for step in steps] == STATES
    assert [step.state for step in steps] == [*STATES[1:], END]
    assert tuple(step.move for step in steps) == MOVES
    assert RECORD.end() == END
    assert Record(END).end() == END


def test_a_step_knows_who_made_the_move() -> None:
    for step in RECORD.replay():
        assert (step.seat is None) is isinstance(step.move, RevealCard | RevealFactory)
        assert step.seat in (None, step.before.turn.seat)


def test_a_step_tells_what_happened() -> None:
    for step in [*RECORD.replay()][DECISIONS[0] :: 50]:
        assert step.events == GAME.events(step.before, step.move)
    placed = next(step for step in RECORD.replay() if isinstance(step.move, moves.PlaceDisc))
    assert isinstance(placed.move, moves.PlaceDisc)
    assert f"disc on {placed.move.area.name.lower()}" in [event.what for event in placed.events]


def test_a_record_is_kept_while_playing() -> None:
    record = Record(STATES[0], names=NAMES)
    for move in MOVES[:30]:
        record = record.then(move)
    assert record == evolve(RECORD, moves=MOVES[:30])
    assert record.then(*MOVES[30:]) == RECORD


def test_a_record_can_begin_anywhere() -> None:
    for number in (DECISIONS[5], DECISIONS[60], len(MOVES) - 1):
        part = Record(STATES[number], MOVES[number:], NAMES)
        assert part.end() == END
        assert part.setting is RECORD.setting


def test_the_first_illegal_move_is_told() -> None:
    wrong = moves.PlaceDisc(Area.MARKET)
    number = DECISIONS[40]
    record = evolve(RECORD, moves=(*MOVES[:number], wrong, *MOVES[number:]))
    steps = record.replay()
    for _ in range(number):
        next(steps)
    with pytest.raises(RecordError) as caught:
        next(steps)
    error = caught.value
    assert (error.number, error.move, error.line, error.column) == (number, wrong, None, None)
    assert error.verdict == GAME.judge(STATES[number], wrong)
    assert error.verdict is not None
    assert not error.verdict.legal
    assert str(error).startswith(f"move {number + 1}: 'place market' is not legal: ")
    assert "nearest legal moves: " in str(error)
    assert isinstance(error.cause, IllegalMoveError)
    assert isinstance(error, GameError)
    assert isinstance(error, ValueError)


def test_the_error_names_the_clauses_against_the_move() -> None:
    place = moves.PlaceDisc(Area.DEVELOP)
    start = GAME.new(rng=random.Random(1))
    again = Record(start, (place, moves.PlaceDisc(Area.MARKET), moves.PlaceDisc(Area.GOODS), place))
    with pytest.raises(RecordError) as caught:
        again.end()
    verdict = caught.value.verdict
    assert verdict is not None
    assert verdict.forbidden_by
    assert all(f"[{clause.id}]" in str(caught.value) for clause in verdict.forbidden_by)


def test_a_move_about_nothing_is_told_without_a_verdict() -> None:
    with pytest.raises(RecordError, match=r"^move 1: RevealCard\(card=99\) is about something that is not") as caught:
        Record(STATES[0], (RevealCard(99),)).end()
    assert caught.value.verdict is None


def test_an_error_survives_pickling() -> None:
    with pytest.raises(RecordError) as caught:
        Record(STATES[0], (moves.EndTurn(),), NAMES).end()
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.number, copy.record) == (str(caught.value), 0, caught.value.record)


IMPOSSIBLE = evolve(
    RECORD,
    start=evolve(STATES[0], round=99, players=tuple(evolve(player, patents=7) for player in STATES[0].players)),
)


@pytest.mark.parametrize("record", [IMPOSSIBLE, IMPOSSIBLE.until(0)], ids=["with moves", "without moves"])
@pytest.mark.parametrize("use", [Record.end, show_game, lambda record: next(record.replay())])
def test_nothing_is_played_from_a_position_that_is_not_possible(record: Record, use: Callable[[Record], Any]) -> None:
    with pytest.raises(GameError) as caught:
        use(record)
    title, _, told = str(caught.value).partition(": ")
    assert title == "the first position is not possible"
    assert "it is round 99; expected 1 to 9 [scoring.last-round]" in told
    assert all(f"{name} has 7 patents; expected 0 to 6 [patents.six-per-game]" in told for name in NAMES)


@pytest.mark.parametrize("use", [Record.end, show_game, lambda record: next(record.replay())])
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"start": 7}, "start: is 7"),
        ({"start": -1}, "start: is -1"),
        (
            {"turn": evolve(STATES[0].turn, seat=4)},
            "turn.seat: is 4",
        ),
    ],
    ids=["start", "start before the first", "turn"],
)
def test_a_seat_at_which_nobody_sits_has_no_name(use: Callable[[Record], Any], wrong: Any, told: str) -> None:
    record = Record(evolve(STATES[0], **wrong), names=NAMES)
    with pytest.raises(GameError) as caught:
        use(record)
    assert told in str(caught.value)


def test_a_name_is_put_in_place_of_no_other_words() -> None:
    """A factory may be called nearly as the rulebook calls a seat."""
    factories = (evolve(SHIPPED.factories[0], id="seat-1"), *SHIPPED.factories[1:])
    state = Game(3, components=evolve(SHIPPED, factories=factories)).new()
    owners = [evolve(player, factories=player.factories | 1) for player in state.players[:2]]
    deck = state.board.factory_deck & ~1
    board = evolve(state.board, factory_deck=deck, row=tuple(EMPTY if i == 0 else i for i in state.board.row))
    with pytest.raises(GameError, match="the factory seat-1 is owned by Green and owned by Orange "):
        Record(evolve(state, players=(*owners, state.players[2]), board=board), names=NAMES).end()


# --- Taking back ----------------------------------------------------------------------


def test_a_decision_is_taken_back() -> None:
    for count in (1, 2, 10, len(DECISIONS)):
        assert RECORD.back(count).end() == STATES[DECISIONS[-count]]
    assert RECORD.back(0) == RECORD


def test_what_was_turned_over_since_is_taken_back_too() -> None:
    last = max(number for number in DECISIONS if number < REFRESH)
    part = evolve(RECORD, moves=MOVES[: REFRESH + 2])
    assert part.back().end() == STATES[last]
    assert part.back(2).end() == STATES[last - 1]


def test_comments_after_the_place_go_too() -> None:
    last = DECISIONS[-1]
    comments = ((0, "first"), (last, "before the last"), (last + 1, "at the end"))
    record = evolve(RECORD, comments=comments, places=tuple((1 + n // 3, 1 + n % 3) for n in range(len(MOVES))))
    assert record.back().comments == comments[:2]
    assert record.back().places == record.places[:last]
    assert record.back().about == record.about


@pytest.mark.parametrize("count", [-1, len(DECISIONS) + 1])
def test_more_than_there_is_cannot_be_taken_back(count: int) -> None:
    with pytest.raises(GameError, match=f"^decisions is {count}; expected 0 to {len(DECISIONS)}$"):
        RECORD.back(count)


@pytest.mark.parametrize("count", [-1, len(MOVES) + 1])
def test_a_record_has_no_part_that_is_longer_than_itself(count: int) -> None:
    with pytest.raises(GameError, match=f"^there is no move {count}; expected 0 to {len(MOVES)}$"):
        RECORD.until(count)
    assert (RECORD.until(0).moves, RECORD.until(len(MOVES))) == ((), RECORD)


@pytest.mark.parametrize("count", ["a", 1.5, None, [3]], ids=repr)
@pytest.mark.parametrize("leave", [Record.back, Record.until])
def test_what_is_no_number_takes_nothing_back(leave: Callable[[Record, Any], Record], count: Any) -> None:
    with pytest.raises(GameError, match=f"; expected 0 to {len(MOVES if leave is Record.until else DECISIONS)}$"):
        leave(RECORD, count)


@pytest.mark.parametrize("leave", [Record.back, Record.until])
def test_a_record_without_moves_has_none_to_leave_out(leave: Callable[[Record, Any], Record]) -> None:
    with pytest.raises(GameError, match=r" yet$"):
        leave(Record(STATES[0]), 1)


# --- What a record refuses ------------------------------------------------------------

LONG = "x" * 1001
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"names": ("Green", "Orange")}, "names is an array of 2; expected an array of 3 to 5"),
    ({"names": ("A", "B", "C", "D")}, "there are 4 names; expected one for each of the 3 players"),
    ({"names": ("Green", "Orange", "green")}, "the name 'green' is there twice; expected different names"),
    ({"about": (("Titel", "x"),)}, "about[0].key is 'Titel'; expected one of Title, Event"),
    ({"about": (("Title", "x"), ("Title", "y"))}, "'Title' is there twice; expected it once"),
    ({"about": (("Title", ""),)}, "the entry 'Title' is ''; expected a text on one line"),
    ({"about": (("Title", LONG),)}, "about[0].text is 'xxx"),
    ({"comments": ((0, "a\nb"),)}, "comments[0].text is 'a\\nb'; expected a text on one line"),
    ({"comments": ((0, LONG),)}, "comments[0].text is 'xxx"),
    (
        {"comments": ((0, " a "),)},
        "comments[0].text is ' a '; expected a text on one line of up to 1000 characters, all",
    ),
    ({"comments": ((-1, "x"),)}, "comments[0].before is -1; expected a whole number from 0"),
    ({"comments": ((len(MOVES) + 1, "x"),)}, f"a comment stands before move {len(MOVES) + 1}; expected 0 to"),
    ({"comments": ((5, "x"), (4, "y"))}, "a comment stands before move 4; expected 5 to"),
    ({"places": ((1, 1), (1, 9))}, f"there are 2 places for {len(MOVES)} moves; expected one for each"),
]


@pytest.mark.parametrize(("changed", "told"), REFUSED, ids=[told[:40] for _, told in REFUSED])
def test_what_could_not_be_written_is_refused(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(GameError) as caught:
        evolve(RECORD, **changed)
    assert told in str(caught.value)


WRONG_TYPES: list[tuple[dict[str, Any], str]] = [
    ({"start": None}, "None is not a position; "),
    ({"moves": ("x",)}, "moves[0] is 'x'; "),
    ({"moves": (*MOVES[:2], None)}, "moves[2] is None; "),
    ({"moves": "place market"}, "moves is 'place market'; "),
    ({"moves": moves.EndTurn()}, "moves is EndTurn(); "),
    ({"moves": (moves.EndTurn,)}, "moves[0] is <class "),
    ({"names": ("Green", "Orange", 4)}, "names[2] is 4; "),
    ({"names": "abc"}, "names is 'abc'; "),
    ({"about": {"Title": "x"}}, "about is a table; "),
    ({"about": ("Title",)}, "about[0] is 'Title'; "),
    ({"about": (("Title", 4),)}, "about[0].text is 4; "),
    ({"comments": (("0", "x"),)}, "comments[0].before is '0'; "),
    ({"comments": ((0, "x", "y"),)}, "comments[0] is (0, 'x', 'y'); "),
    ({"comments": None}, "comments is None; "),
    ({"places": (7,)}, "places[0] is 7; "),
]


@pytest.mark.parametrize(("changed", "place"), WRONG_TYPES, ids=[place for _, place in WRONG_TYPES])
def test_what_is_of_another_type_is_refused(changed: dict[str, Any], place: str) -> None:
    with pytest.raises(GameError) as caught:
        evolve(RECORD, **changed)
    assert str(caught.value).startswith(place)
    assert "\n" not in str(caught.value)


def test_a_record_begins_with_a_position() -> None:
    with pytest.raises(GameError, match=r"^3 is not a position; expected a State$"):
        Record(3)  # type: ignore[arg-type]


def test_only_moves_can_be_added() -> None:
    with pytest.raises(GameError, match=rf"^moves\[{len(MOVES)}\] is None; expected a move"):
        RECORD.then(None)  # type: ignore[arg-type]


def test_lists_do_as_well_as_tuples() -> None:
    given: dict[str, Any] = {
        "moves": list(MOVES),
        "names": list(NAMES),
        "about": [["Title", "x"]],
        "comments": [[0, "x"]],
        "places": [[1, 1] for _ in MOVES],
    }
    record = Record(STATES[0], **given)
    assert record == Record(STATES[0], MOVES, NAMES, (("Title", "x"),), ((0, "x"),))
    assert hash(record) == hash(Record(STATES[0], MOVES, NAMES, (("Title", "x"),), ((0, "x"),)))
    assert hash(record.places)
    assert Record(STATES[0], **given | {"moves": iter(MOVES)}).moves == MOVES


BAD_NAMES = [
    "",
    " ",
    " Green",
    "a  b",
    "a\tb",
    "Board",
    "TURN",
    "setup",
    "Reveal",
    "final market",
    "Round 3",
    "ROUND 1000",
    "x" * 41,
    "\u2028",
]


@pytest.mark.parametrize("name", BAD_NAMES, ids=map(repr, BAD_NAMES))
def test_not_everybody_can_be_called_anything(name: str) -> None:
    with pytest.raises(GameError, match=r"^names\[1\] is "):
        evolve(RECORD, names=("Green", name, "Yellow"))


MARKED = ["a:b", "a; b", "Ann, the first", "#1", '"Ann"', 'the "best" of all', '",', "Board: box"]


LIKE_LINES = ["Reveal all", "Final", "Round", "Boardman", "Turn 3", "Setup Sam", "Round three"]


@pytest.mark.repeats
@pytest.mark.parametrize("name", [*LIKE_LINES, *MARKED])
def test_a_name_may_begin_like_a_line_of_a_text(name: str) -> None:
    record = evolve(RECORD, moves=MOVES[:40], names=(name, "Orange", "Yellow"))
    assert parse_game(show_game(record)) == record
    later = Record(STATES[DECISIONS[30]], MOVES[DECISIONS[30] : DECISIONS[40]], record.names)
    assert parse_game(show_game(later)) == later


def test_names_that_look_the_same_are_the_same() -> None:
    with pytest.raises(GameError, match="is there twice; expected different names"):
        evolve(RECORD, names=("\u010cen\u011bk", "C\u030cene\u030ck", "Yellow"))


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(GameError) as caught:
        Record(STATES[0], (), ("Green", "", ""), comments=((3, "x"),))
    assert str(caught.value).count("; expected") == 3


def test_players_without_names_are_called_by_a_color() -> None:
    assert Record(STATES[0]).names == ("Orange", "Brown", "Green")


# --- Fingerprints ---------------------------------------------------------------------


def test_positions_have_the_same_fingerprint_if_they_are_equal_alone() -> None:
    prints = [state_fingerprint(state) for state in STATES]
    assert [state_fingerprint(pickle.loads(pickle.dumps(state))) for state in STATES[:100]] == prints[:100]
    assert len(set(prints)) == len(set(STATES))


Changed = Callable[[State], State]
CHANGES: dict[str, Changed] = {
    "round": lambda state: evolve(state, round=2),
    "start": lambda state: evolve(state, start=2),
    "seat": lambda state: evolve(state, turn=evolve(state.turn, seat=2)),
    "before": lambda state: evolve(state, turn=evolve(state.turn, before=state.turn)),
    "loads": lambda state: evolve(state, board=evolve(state.board, loads=(9,) * len(state.board.loads))),
    "goods": lambda state: evolve(state, players=(evolve(state.players[0], goods=NO_GOODS), *state.players[1:])),
}


@pytest.mark.parametrize("what", CHANGES)
def test_every_part_of_a_position_counts_for_its_fingerprint(what: str) -> None:
    state = GAME.new(rng=random.Random(2))
    assert state_fingerprint(CHANGES[what](state)) != state_fingerprint(state)


def test_the_setting_is_no_part_of_the_fingerprint_of_a_position() -> None:
    others = [Game(3, "nl"), Game(3, "default", with_card(0, SHIPPED, question_marks=1))]
    assert {state_fingerprint(game.new()) for game in others} == {state_fingerprint(GAME.new())}


def test_a_ruleset_is_known_by_what_it_reads_otherwise() -> None:
    prints = {name: Ruleset.preset(name).fingerprint for name in Ruleset.presets}
    assert len(set(prints.values())) == len(Ruleset.presets)
    renamed = attrs.evolve(Ruleset.preset("nl"), name="ours")
    assert renamed.fingerprint == prints["nl"]
    assert Ruleset.preset("nl").with_reading("tie_break", "kinds").fingerprint != prints["nl"]
