"""Where several decide at the same time, they do so in any order, by every door."""

from __future__ import annotations

import io
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop import IllegalMoveError, Record, cli, evolve, parse_game, show_game
from era_of_inventions.tabletop.disputes import dispute_about, judge_dispute, parse_dispute
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.errors import GameError, RulebookError
from era_of_inventions.tabletop.law.verdict import Due, Outcome
from era_of_inventions.tabletop.play import covered
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, Rulebook
from era_of_inventions.tabletop.records.game_record import RecordError
from era_of_inventions.tabletop.records.notation import show_move
from tests.regatta.model import AnyMove, Bid, Pledge, Stage, State
from tests.regatta.rulebook import REGATTA
from tests.regatta.rules import who_decides

GAME: Game[State, AnyMove] = Game(REGATTA, 3)


def pledging(players: int, plies: int, rng: random.Random) -> State:
    """A position in which somebody pledges, after so many moves or the first that is made later."""
    game: Game[State, AnyMove] = Game(REGATTA, players)
    state = begun = game.new(rng.randrange(players), rng)
    for ply in range(plies + 60):
        if state.turn.stage is Stage.PLEDGE and ply >= plies:
            return state
        legal = game.legal_moves(state)
        if not legal:
            break
        state = game.deal(game.play(state, rng.choice(legal)), rng)
    return begun


PLEDGING = st.builds(pledging, st.integers(2, 4), st.integers(0, 40), st.randoms(use_true_random=False))


def dealt(seed: int = 3, start: int = 0) -> State:
    return GAME.new(start, random.Random(seed))


def first_moves(state: State, seat: int) -> tuple[AnyMove, ...]:
    return GAME.legal_moves(GAME.in_turn(state, seat))


def recorded(order: tuple[int, ...]) -> Record[State, AnyMove]:
    """A record in which these seats pledge in this order, each the first card that it can."""
    state, moves, deciders = GAME.new(), list[AnyMove](), list[tuple[int, int]]()
    for move, _ in GAME.deal_steps(state, random.Random(3)):
        moves.append(move)
    state = dealt()
    for seat in order:
        if seat != GAME.to_move(state):
            deciders.append((len(moves), seat))
        moves.append(first_moves(state, seat)[0])
        state = GAME.play(state, moves[-1], seat=seat)
    return Record(GAME.new(), moves, deciders=deciders)


def test_whoever_has_not_pledged_decides() -> None:
    state = dealt(start=1)
    assert (GAME.to_move(state), GAME.deciders(state)) == (1, (1, 2, 0))
    state = GAME.play(state, first_moves(state, 2)[0], seat=2)
    assert (GAME.to_move(state), GAME.deciders(state)) == (1, (1, 0))
    state = GAME.play(state, first_moves(state, 1)[0], seat=1)
    assert (GAME.to_move(state), GAME.deciders(state)) == (0, (0,))
    state = GAME.play(state, first_moves(state, 0)[0], seat=0)
    assert state.turn.stage is Stage.AUCTION
    assert GAME.deciders(state) == (GAME.to_move(state),)
    assert GAME.deciders(GAME.new()) == ()


@given(PLEDGING, st.randoms(use_true_random=False))
def test_the_order_changes_nothing(state: State, rng: random.Random) -> None:
    game: Game[State, AnyMove] = Game.from_state(state)
    seats = game.deciders(state)
    chosen = {seat: rng.choice(game.legal_moves(game.in_turn(state, seat))) for seat in seats}
    ends = set()
    for order in [*permutations(seats)][:6]:
        after = state
        for seat in order:
            after = game.play(after, chosen[seat], seat=seat)
        ends.add(after)
    assert len(ends) == 1


@given(PLEDGING, st.data())
def test_each_pledges_a_card_of_their_own(state: State, data: st.DataObject) -> None:
    game: Game[State, AnyMove] = Game.from_state(state)
    seat = data.draw(st.sampled_from(game.deciders(state)))
    card = data.draw(st.integers(0, len(state.setting.components.cards) - 1))
    own = bool(state.players[seat].hand.known >> card & 1)
    assert game.judge(state, Pledge(card), seat=seat).legal is own
    assert (Pledge(card) in game.legal_moves(game.in_turn(game.view(state, seat), seat))) is own
    assert game.judge(game.view(state, seat), Pledge(card), seat=seat).legal is own


def test_a_move_in_place_of_one_of_several_names_its_player() -> None:
    record = recorded((1, 2))
    number, card = len(record.moves), show_move(record.moves[-1], record.setting)
    with pytest.raises(GameError, match="decide at the same time"):
        dispute_about(record, "", [card], at=number)
    for seat, legal in ((0, False), (2, True)):
        dispute = dispute_about(record, "", [f"{record.names[seat]}: {card}"], at=number)
        assert [judgement.holds for judgement in judge_dispute(dispute)] == [legal]


def test_moves_in_one_text_are_made_one_after_another() -> None:
    """Each bid is higher than the one before."""
    state = dealt()
    while len(GAME.deciders(state)) > 1 or state.turn.stage is Stage.PLEDGE:
        state = GAME.play(state, first_moves(state, GAME.deciders(state)[0])[0], seat=GAME.deciders(state)[0])
    low, high = (show_move(Bid(amount), state.setting) for amount in (1, 2))
    dispute = dispute_about(Record(state), "", [f"{low}; {high}", f"{high}; {low}", low, f"2 x {low}"])
    assert [judgement.holds for judgement in judge_dispute(dispute)] == [True, False, True, False]


def test_nobody_pledges_twice_and_nobody_else_is_asked() -> None:
    state = GAME.play(dealt(), first_moves(dealt(), 2)[0], seat=2)
    for move in first_moves(dealt(), 2):
        with pytest.raises(IllegalMoveError) as refused:
            GAME.play(state, move, seat=2)
        assert refused.value.verdict.due == Due(0, ("pledge",), (1,))
    with pytest.raises(GameError, match="seat 2 does not decide now"):
        GAME.in_turn(state, 2)
    with pytest.raises(GameError, match="seat 7"):
        GAME.in_turn(state, 7)
    with pytest.raises(GameError, match="does not decide now"):
        GAME.in_turn(GAME.new(), 0)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_verdict_says_who_acts_where_several_decide(seat: int | None) -> None:
    strange = next(move for move in GAME.moves if move not in first_moves(dealt(), seat or 0) and type(move) is Pledge)
    for move in (strange, first_moves(dealt(), seat or 0)[0]):
        verdict = GAME.judge(dealt(), move, seat=seat)
        assert (verdict.legal, verdict.seat) == (move is not strange, seat or 0)
        assert [one.outcome for one in verdict.findings if one.clause is who_decides] == [Outcome.PERMITS]


@pytest.mark.slow
@pytest.mark.covers
@given(PLEDGING, st.data())
def test_the_view_of_the_last_who_chooses_raises_nothing(state: State, data: st.DataObject) -> None:
    game: Game[State, AnyMove] = Game.from_state(state)
    last = data.draw(st.sampled_from(game.deciders(state)))
    for seat in {*game.deciders(state)} - {last}:
        state = game.play(state, game.legal_moves(game.in_turn(state, seat))[0], seat=seat)
    view = game.view(state, last)
    for move in game.legal_moves(state):
        verdict = game.judge(view, move, seat=last)
        assert verdict.legal
        assert verdict.seat == last


def test_the_last_who_chooses_is_certain_of_what_comes_before_anything_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the pledges of the others are too many to try them all."""
    monkeypatch.setattr(covered, "COVERED_MAX", 4)
    state = dealt()
    while len(GAME.deciders(state)) > 1:
        state = GAME.play(state, GAME.legal_moves(state)[0])
    (seat,), (move, *_) = GAME.deciders(state), GAME.legal_moves(state)
    own = [event for event in GAME.events(state, move) if event.clause == "rules.sealed"]
    assert [event.field for event in own] == ["players.pledge"]
    for known in (state, GAME.view(state, seat)):
        assert [*GAME.judge(known, move, seat=seat).events] == own


@pytest.mark.slow
@pytest.mark.parametrize("order", [*permutations(range(3)), (2,), (1, 2), (2, 0)])
def test_records_keep_the_order(order: tuple[int, ...]) -> None:
    record = recorded(order)
    pledges = [step for step in record.replay() if isinstance(step.move, Pledge)]
    assert tuple(step.seat for step in pledges) == order
    text = show_game(record)
    assert [line.split(":")[0] for line in text.splitlines() if "pledge" in line] == [f"Player {s + 1}" for s in order]
    assert parse_game(text, [REGATTA]) == record
    assert from_json(REGATTA, to_json(REGATTA, record), Record) == record
    for seat in (None, 0, 1, 2):
        seen = record.seen_by(seat)
        assert GAME.view(seen.end(), seat) == GAME.view(record.end(), seat)
        assert parse_game(show_game(seen), [REGATTA]) == seen


def test_a_record_is_cut_and_goes_on() -> None:
    record = recorded((2, 0, 1))
    assert record.back(2) == recorded((2,))
    assert record.back(2).then(record.moves[-2]).then(record.moves[-1]) == recorded((2, 0, 1))
    assert recorded(()).then(record.moves[-3], seat=2) == recorded((2,))


@pytest.mark.parametrize(
    ("deciders", "complaint"),
    [
        ([(0, 1)], "does not decide now"),
        ([(6, 2), (7, 2)], "does not decide now"),
    ],
)
def test_somebody_who_does_not_decide_is_refused(deciders: list[tuple[int, int]], complaint: str) -> None:
    record = evolve(recorded((0, 1, 2)), deciders=deciders)
    with pytest.raises(RecordError, match=complaint):
        record.end()


@pytest.mark.parametrize("deciders", [[(3, 3)], [(99, 1)], [(7, 1), (6, 1)], [(6, 1), (6, 2)], [(-1, 0)]])
def test_a_decider_of_no_move_cannot_be_written_down(deciders: list[tuple[int, int]]) -> None:
    with pytest.raises(GameError, match="decider"):
        evolve(recorded((0, 1, 2)), deciders=deciders)


def test_at_the_terminal_whoever_is_named_decides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    path = tmp_path / "game.era"
    lines = "Player 3: pledge no-card\nPlayer 3: pledge no-card\npledge no-card\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert cli.main(REGATTA, ["play", str(path), "-p", "3", "-s", "1"]) == cli.HOLDS
    assert "'Player 3' is not to move" in capsys.readouterr().out
    record = parse_game(path.read_text("utf-8"), [REGATTA])
    assert [step.seat for step in record.replay() if isinstance(step.move, Pledge)] == [2, 0]


def played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *lines: str, bots: str = ""
) -> list[tuple[int | None, str]]:
    """Who pledges what in a game that is typed."""
    path = tmp_path / "game.era"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, "quit", ""])))
    arguments = ["play", str(path), "-p", "3", "-s", "1", *(["--bots", bots] if bots else [])]
    assert cli.main(REGATTA, arguments) == cli.HOLDS
    record = parse_game(path.read_text("utf-8"), [REGATTA])
    steps = [step for step in record.replay() if isinstance(step.move, Pledge)]
    return [(step.seat, show_move(step.move, record.setting)) for step in steps]


def test_a_refused_move_of_another_leaves_the_turn_where_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own, nothing = show_move(first_moves(GAME.new(rng=random.Random(1)), 0)[0], GAME.setting), "pledge no-card"
    assert played(monkeypatch, tmp_path, own, f"Player 3: {own}", "undo", nothing, nothing, nothing) == [
        (0, nothing),
        (1, nothing),
        (2, nothing),
    ]


def test_nobody_decides_for_a_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ["Player 2=random", "Player 3=random"]
    made = played(
        monkeypatch, tmp_path, "Player 3: pledge no-card", "why Player 3: pledge no-card", bots=",".join(bots)
    )
    assert made == []
    assert capsys.readouterr().out.count("Player 3 is played by a bot") == 2


def test_whether_another_may_decide_can_be_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ("why Player 3: pledge no-card", "pledge no-card")
    assert played(monkeypatch, tmp_path, *lines) == [(0, "pledge no-card")]
    assert "pledge no-card: legal" in capsys.readouterr().out


def test_all_who_decide_are_named_where_a_text_names_somebody_else() -> None:
    text = show_game(recorded((2, 0))).replace("Player 1: pledge", "Player 3: pledge")
    with pytest.raises(GameError, match="'Player 1:' or 'Player 2:', whose turn it is"):
        parse_game(text, [REGATTA])


def test_several_moves_of_one_player_are_added_as_long_as_the_player_decides() -> None:
    record, (move, *_) = recorded(()), first_moves(dealt(), 2)
    assert record.then(move, seat=2) == recorded((2,))
    with pytest.raises(GameError, match="seat 2 does not decide now"):
        record.then(move, move, seat=2)


CLAIM = """
game = "regatta"
[position]
players = ["Ann", "Bo", "Cy"]
stage = "pledge"
player = "Ann"
start = "Ann"
[position.table]
boat = "sloop"
deck = []
[player.Ann]
hand = ["ducat-1"]
[player.Bo]
hand = ["ducat-2"]
[player.Cy]
hand = ["ducat-3"]
[[claim]]
moves = ["Cy: pledge ducat-3", "Ann: pledge ducat-1"]
legal = true
[[claim]]
moves = ["Bo: pledge ducat-3"]
legal = false
"""


def test_disputes_hear_them_in_any_order() -> None:
    judged = judge_dispute(parse_dispute(CLAIM, REGATTA))
    assert [(judgement.holds, judgement.not_now) for judgement in judged] == [(True, ())] * 2


def changed(**other: Any) -> Rulebook[State, AnyMove]:
    return attrs.evolve(REGATTA, **other)


def test_a_rulebook_that_turns_to_none_of_them_is_refused() -> None:
    with pytest.raises(RulebookError, match="simultaneous: needs in_turn"):
        Game(changed(in_turn=attrs.fields_dict(Rulebook)["in_turn"].default), 3)
    stays = Game(changed(in_turn=lambda state, seat: state), 3)
    state = stays.new(0, random.Random(3))
    with pytest.raises(RulebookError, match="in_turn"):
        stays.in_turn(state, 2)
    without = Game(changed(simultaneous=lambda state: (1, 2) if REGATTA.to_move(state) is not CHANCE else ()), 3)
    with pytest.raises(RulebookError, match="simultaneous"):
        without.deciders(without.new(0, random.Random(3)))


def test_bids_are_made_one_after_another() -> None:
    state = dealt()
    for seat in (0, 1, 2):
        state = GAME.play(state, Pledge(len(GAME.setting.components.cards)), seat=seat)
    first = state.turn.seat
    assert not GAME.judge(state, Bid(1), seat=(first + 1) % 3).legal
