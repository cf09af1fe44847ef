"""Regatta is written down, read, looked up and played at the terminal like any other game."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from hypothesis import given

from era_of_inventions import ERA, to_json
from era_of_inventions.tabletop import cli, documents
from era_of_inventions.tabletop.cli.command import pictures_of
from era_of_inventions.tabletop.errors import GameError, RulebookError
from era_of_inventions.tabletop.law.clause import Clause, effect, grant
from era_of_inventions.tabletop.law.drafts import RootDraft, drafts, each, part, steps
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.verdict import Due
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import Grammar
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.records import Record, RecordError, parse_game, show_game
from era_of_inventions.tabletop.testing.strategies import Script, Strategies
from era_of_inventions.tabletop.values import (
    Count,
    Draft,
    Earlier,
    Field,
    Move,
    Nested,
    PerPlayer,
    Position,
    Seat,
    carried,
    evolve,
    field,
    mask,
    members,
    move,
    record,
)
from era_of_inventions.tabletop.values.declared import fields_of
from tests.regatta.model import (
    PLEDGED,
    AnyMove,
    Arrive,
    Bid,
    Deal,
    Pass,
    PayCard,
    PayCoins,
    Player,
    PlayerDraft,
    Pledge,
    Setting,
    Stage,
    State,
    Table,
    TableDraft,
    Turn,
    TurnDraft,
    card_ids,
    draft_of,
)
from tests.regatta.rulebook import REGATTA
from tests.regatta.rules import LAW, blank
from tests.support import no_thanks

Capture = pytest.CaptureFixture[str]
STRATEGIES = Strategies(REGATTA)
NO_CARD = 14
"""What is pledged by somebody who pledges none of the fourteen cards."""


def recorded(script: Script[State, AnyMove]) -> Record[State, AnyMove]:
    start = script.game.new(script.seed % script.game.setting.players)
    moves = [move for _, move in attrs.evolve(script, rich=False).steps()]
    return Record(start, tuple(moves))


@given(STRATEGIES.scripts())
def test_a_game_is_read_as_it_is_written(script: Script[State, AnyMove]) -> None:
    record = recorded(script)
    text = show_game(record)
    assert text.startswith("Regatta 1\n")
    assert parse_game(text, (REGATTA,)) == record


def test_a_move_that_is_not_legal_has_a_place_and_reasons() -> None:
    game: Game[State, AnyMove] = Game(REGATTA, 2)
    state = game.new(rng=random.Random(1))
    text = show_game(recorded(Script(game, plies=7)))
    with pytest.raises(RecordError) as refused:
        parse_game(f"{text}Player 1: pass\n", (REGATTA,))
    assert refused.value.line == len(text.splitlines()) + 1
    verdict = refused.value.verdict
    assert verdict is not None
    assert "in the stage auction" in verdict.reason
    assert not game.judge(state, Pass()).legal


def test_a_move_that_comes_too_early_is_told_what_comes_first() -> None:
    game: Game[State, AnyMove] = Game(REGATTA, 2)
    start = game.new()
    dealt = game.deal(start, random.Random(1))
    cases: list[tuple[State, AnyMove, int | None, Due | None]] = [
        (start, Bid(1), None, Due(None, ("deal",))),
        (dealt, Bid(1), None, Due(0, ("pledge",), (1,))),
        (dealt, Bid(1), 1, Due(1, ("pledge",), (0,))),
        (dealt, Pledge(NO_CARD), 1, None),
        (game.play(dealt, Pledge(NO_CARD)), Pledge(NO_CARD), 0, Due(1, ("pledge",))),
        (dealt, Pledge(NO_CARD), 0, None),
    ]
    auction = game.play(game.play(dealt, Pledge(NO_CARD)), Pledge(NO_CARD))
    cases += [(auction, Pledge(0), None, Due(auction.turn.seat, ("bid", "pass"))), (auction, Bid(40), None, None)]
    over = evolve(auction, turn=evolve(auction.turn, stage=Stage.OVER))
    cases += [(over, Bid(1), None, Due(None, ())), (over, Bid(1), 1, Due(None, ()))]
    for state, asked, seat, due in cases:
        assert game.judge(state, asked, seat=seat).due == due, (asked, seat)


STAGES: dict[type, Stage] = {
    Deal: Stage.DEAL,
    Arrive: Stage.ARRIVAL,
    Pledge: Stage.PLEDGE,
    PayCard: Stage.PAYMENT,
    Bid: Stage.AUCTION,
    Pass: Stage.AUCTION,
    PayCoins: Stage.PAYMENT,
}


@given(STRATEGIES.reachable_states())
def test_what_comes_first_is_what_can_be_done(state: State) -> None:
    game: Game[State, AnyMove] = Game.from_state(state)
    stage, mover = state.turn.stage, game.to_move(state)
    legal = {type(move) for move in game.legal_moves(state)}
    words = tuple(REGATTA.grammar.words_of(kind) for kind in STAGES if kind in legal)
    others = tuple(seat for seat in game.deciders(state) if seat != mover)
    first = Due(mover if isinstance(mover, int) else None, words, others)
    for kind, asked in {type(one): one for one in game.moves}.items():
        assert game.judge(state, asked).due == (None if STAGES[kind] is stage else first)


def test_no_move_of_chance_comes_first_where_a_player_decides() -> None:
    """The grants of No Thanks! are for all moments."""
    game: Game[Any, Any] = Game(no_thanks.NO_THANKS, 3)
    offered = game.play(game.new(), no_thanks.Turn(20))
    refused = game.judge(offered, no_thanks.Take(), seat=1)
    assert refused.due == Due(0, ("take", "decline"))
    assert game.judge(game.view(offered, 1), no_thanks.Take(), seat=1).due == refused.due


@given(STRATEGIES.reachable_states())
def test_what_comes_first_says_nothing_of_the_hands_of_others(state: State) -> None:
    game: Game[State, AnyMove] = Game.from_state(state)
    for seat in range(len(state.players)):
        view = game.view(state, seat)
        for asked in {type(one): one for one in game.moves}.values():
            assert game.judge(state, asked, seat=seat).due == game.judge(view, asked, seat=seat).due


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["games"], "Regatta"),
        (["clauses", "--search", "pledges"], "rules.sealed"),
        (["clause", "rules.must-afford"], "English: Rules, “what one can pay”"),
        (["rulings", "equal-pledges"], "The harbor master."),
        (["simulate", "-n", "2", "-p", "2"], "winning score"),
        (["--game", "regatta", "rulings"], "equal-pledges"),
    ],
)
def test_the_command_knows_it(arguments: list[str], shown: str, capsys: Capture) -> None:
    assert cli.main(REGATTA, arguments) == cli.HOLDS
    assert shown in capsys.readouterr().out


def test_a_recorded_game_is_replayed(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "regatta.era"
    script: Script[State, AnyMove] = Script(Game(REGATTA, 3), seed=3, plies=500)
    path.write_text(show_game(recorded(script)), encoding="utf-8")
    assert cli.main(REGATTA, ["replay", str(path), "--events"]) == cli.HOLDS
    shown = capsys.readouterr().out
    assert "all legal" in shown
    assert "[rules.boat-gained]" in shown


def test_a_game_that_is_not_installed_is_named(capsys: Capture) -> None:
    assert cli.main(REGATTA, ["--game", "chess", "clauses"]) == cli.UNUSABLE
    assert "chess" in capsys.readouterr().err


# --- Rulebooks that are put together wrongly ------------------------------------------


def reasons(**changed: Any) -> tuple[str, ...]:
    rulebook: Rulebook[State, AnyMove] = attrs.evolve(REGATTA, **changed)
    with pytest.raises(RulebookError) as refused:
        Game(rulebook, 3)
    return refused.value.reasons


@move
class Wait(Move):
    """A kind of moves that no clause is about."""


@effect("rules.sail", on=Wait, rulings=("wind",))
def sail(_draft: object, _move: Wait) -> None:
    """The boat sails."""


@grant("rules.may-wait", on=Wait)
def may_wait(_position: object, _move: Wait) -> bool:
    """Everybody may wait."""
    return True


def law_with(*clauses: Clause[..., Any]) -> Law:
    (chapter,) = LAW.chapters
    return Law([attrs.evolve(chapter, clauses=(*chapter.clauses, *clauses))])


def test_moves_need_a_grant_and_an_effect() -> None:
    def moves(setting: Setting) -> list[object]:
        return [*REGATTA.moves(setting), Wait()]

    assert ["grant" in reason or "effect" in reason for reason in reasons(moves=moves)] == [True, True]
    assert all("Wait" in reason for reason in reasons(moves=moves))


def test_clauses_consult_rulings_and_cite_sections_that_there_are() -> None:
    missing = reasons(law=law_with(sail, may_wait), editions=())
    assert sum("'wind'" in reason for reason in missing) == 1
    assert sum("the edition 'en'" in reason for reason in missing) == sum("en" in c.cites for c in LAW.clauses)


def test_two_clauses_have_different_ids() -> None:
    twice = reasons(law=law_with(LAW.clause("rules.out")))
    assert any("clauses have the id rules.out" in reason for reason in twice)


@record
class Leg(Turn):
    """A turn, with the one that it interrupted."""

    before: Field[Leg | None] = field(Earlier(lambda: Leg, 1), default=None)


class LegDraft(Draft, Leg):
    __slots__ = ()


class Begun(RootDraft[State], State):
    __slots__ = ()
    interrupt, resume = steps(State.turn, LegDraft)

    def lands(self) -> None:
        self.interrupt(self.turn)


class Resumed(RootDraft[State], State):
    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)
    edit_table = part(State.table, TableDraft)
    edit_turn = part(State.turn, TurnDraft)
    interrupt, resume = steps(State.turn, LegDraft)

    def lands(self) -> None:
        self.interrupt(self.turn)
        self.resume()


def test_a_step_that_is_begun_is_resumed_by_something() -> None:
    (reason,) = reasons(draft=drafts(Begun))
    assert reason == "Begun.interrupt: begins steps, and nothing calls resume"
    Game(attrs.evolve(REGATTA, draft=drafts(Resumed)), 3)


def test_a_seal_is_broken_by_some_clause() -> None:
    (chapter,) = LAW.chapters
    clauses = tuple(attrs.evolve(clause, opens=None) for clause in chapter.clauses)
    (reason,) = reasons(law=Law([attrs.evolve(chapter, clauses=clauses)]))
    assert reason == "Pledge.card: is sealed, and no clause opens it"


def test_what_is_decided_in_secret_is_sealed_until_all_is_opened() -> None:
    draft = draft_of(blank(Game(REGATTA, 3).setting, 0), LAW)
    for seat, card in ((1, 4), (2, NO_CARD)):
        draft.edit_player(seat).pledge = card
    state = draft.snapshot()
    assert [PLEDGED.holds(state, seat) for seat in state.seats] == [False, True, True]
    PLEDGED.break_open(draft)
    assert draft.seal() == blank(Game(REGATTA, 3).setting, 0)


def test_an_order_names_each_seat_once() -> None:
    for order in ((), (0, 1), (0, 1, 1), (0, 1, 2, 3)):
        (reason,) = reasons(order=lambda state, order=order: order)
        assert "order of a round" in reason
        assert "seats 0, 1, 2 once" in reason


def test_winners_and_the_order_of_totals_agree() -> None:
    (reason,) = reasons(lowest_wins=True)
    assert "the highest total wins" in reason
    (reason,) = reasons(winners=lambda state, totals: (totals.index(min(totals)),))
    assert "without `lowest_wins`" in reason


def test_the_decision_is_passed_on_from_the_master_and_comes_back() -> None:
    draft = draft_of(blank(Game(REGATTA, 3).setting, 2), LAW)
    assert draft.later(2) == (0, 1)
    assert [(draft.pass_on(), draft.turn.seat) for _ in range(3)] == [(True, 0), (True, 1), (False, 2)]
    assert draft.clockwise(2, mask(Seat, (1, 2))) == (2, 1)


def test_fields_need_words() -> None:
    @record
    class Nameless:
        coins: Field[int] = field(Count(), words=" ")

    @record
    class Broken(Position):
        setting: Setting = carried()
        players: Field[tuple[Nameless, ...]] = field(PerPlayer(lambda: Nameless))
        table: Field[Nameless] = field(Nested(lambda: Nameless))

    assert any("coins" in reason for reason in reasons(state=Broken))


def test_fields_need_a_line_and_a_quantity_of_their_own() -> None:
    @record
    class Purse:
        coins: Field[int] = field(Count())

    @record
    class Winner:
        score: Field[int] = field(Count())
        purse: Field[Purse] = field(Nested(lambda: Purse))

    @record
    class Odd(Position):
        setting: Setting = carried()
        players: Field[tuple[Winner, ...]] = field(PerPlayer(lambda: Winner))

    purse, score = reasons(state=Odd)
    assert "purse" in purse
    assert "'score'" in score


def test_a_table_without_pictures_is_shown_in_lines(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "regatta.era"
    record = recorded(Script(Game(REGATTA, 3), seed=3, plies=30))
    path.write_text(show_game(record), encoding="utf-8")
    assert cli.main(REGATTA, ["show", str(path)]) == cli.HOLDS
    shown = capsys.readouterr().out
    end = record.end()
    for name, player in zip(record.names, end.players, strict=True):
        (line,) = [line for line in shown.splitlines() if line.startswith(f"{name}: ")]
        assert f"coins {player.coins}; points {player.points}" in line
    assert cli.main(REGATTA, ["show", str(path), "--svg", str(tmp_path / "new.svg")]) == cli.UNUSABLE
    assert not (tmp_path / "new.svg").exists()


def test_it_is_played_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\nshow all\npledge no-card\nwhy pass\nquit!\n"))
    assert cli.main(REGATTA, ["play", "-p", "2", "-s", "1"]) == cli.HOLDS
    shown = capsys.readouterr().out
    assert "Table: " in shown
    assert "pass: NOT LEGAL" in shown


def test_a_hand_is_shown_to_nobody_else_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Each player sees the own cards when it is their turn to decide, and nobody sees the pile."""
    monkeypatch.setattr("sys.stdin", io.StringIO("help\nshow all\npledge no-card\nshow all\nquit!\n"))
    assert cli.main(REGATTA, ["play", "-p", "2", "-s", "1"]) == cli.HOLDS
    shown = capsys.readouterr().out
    hands = [line.partition("hand ")[2].startswith("?") for line in shown.splitlines() if ": hand " in line]
    assert hands == [False, *[False, True], *[True, False]]  # at first the own line alone
    assert re.findall(r"^(?:Chance: deal .|Moves, Player .> Player 1: pledge).*$", shown, flags=re.MULTILINE) == [
        f"Chance: {'; '.join(['deal ?'] * 6)}",
        "Moves, Player 1> Player 1: pledge ?",
    ]
    assert not re.search(r"^Table: deck [a-z]", shown, flags=re.MULTILINE)
    assert "exchange" not in shown
    assert "Type the number of a move, or the move in words: pledge " in shown


def test_who_takes_a_sealed_decision_back_is_told_that_the_others_stay(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    for bot, opened in (("Player 1", True), ("Player 2", False)):  # Player 1 decides first, but not openly
        monkeypatch.setattr("sys.stdin", io.StringIO("1\nundo\nquit!\n"))
        assert cli.main(REGATTA, ["play", "-p", "2", "-s", "1", "--bots", bot]) == cli.HOLDS
        assert ("stay known to you" in capsys.readouterr().out) is opened


def test_every_declared_field_is_shown_and_what_is_hidden_as_unknown() -> None:
    game: Game[State, AnyMove] = Game(REGATTA, 2)
    dealt = game.deal(game.new(), random.Random(1))
    pledged = game.play(dealt, Pledge(min(members(dealt.players[0].hand.known))))
    for seat in (0, 1, None):
        shown = pictures_of(REGATTA).text(game.view(pledged, seat), width=1000)
        lines = dict(line.split(": ") for line in shown.splitlines())
        for subject, kind in {"Player 1": Player, "Player 2": Player, "Table": Table, "Turn": Turn}.items():
            entries = lines[subject].split("; ")
            words = [spec.words for _, spec in fields_of(kind)]
            assert [entry[: len(word)] for entry, word in zip(entries, words, strict=True)] == words
        assert ("pledge ?" in lines["Player 1"]) == (seat != 0)
        assert ("hand ?" in lines["Player 2"]) == (seat != 1)


@pytest.mark.parametrize(
    ("pictures", "reason"), [(lambda: None, "pictures returns None; expected"), (lambda: 1 // 0, "pictures raises")]
)
def test_pictures_that_are_none_are_refused_where_they_are_drawn(pictures: Any, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        pictures_of(attrs.evolve(REGATTA, pictures=pictures))


def test_a_recorded_game_is_shown_as_a_player_knows_it(tmp_path: Path, capsys: Capture) -> None:
    """Without a name everything is shown that is in the file; a file for a player holds only what the player knows."""
    path, own = tmp_path / "regatta.era", tmp_path / "own.era"
    record = recorded(Script(Game(REGATTA, 3), seed=3, plies=30))
    path.write_text(show_game(record), encoding="utf-8")

    def run(*arguments: str) -> str:
        assert cli.main(REGATTA, [*arguments]) == cli.HOLDS
        return capsys.readouterr().out

    for seat, name in enumerate([*record.names, "spectator"]):
        lines = run("show", str(path), "--seat", name).splitlines()
        hands = [line.partition("hand ")[2].partition(";")[0] for line in lines if ": hand " in line]
        sizes = [player.hand.size for player in record.end().players]
        assert [set(hand.split(", ")) <= {"?", "none"} for hand in hands] == [
            who != seat or not size for who, size in enumerate(sizes)
        ]
    assert "?" not in run("show", str(path))
    moves = run("replay", str(path), "--seat", "Player 2", "--to", "9", "--events")
    shown = [line.split()[1:] for line in moves.splitlines() if re.match(" +[0-9]+  ", line)]
    first = record.start.turn.seat
    assert [words[-1] == "?" for words in shown[:9]] == [(first + number) % 3 != 1 for number in range(9)]
    assert not re.search("Player [13] hand", moves)
    run("convert", str(path), str(own), "--seat", "player 2")
    assert parse_game(own.read_text(encoding="utf-8"), (REGATTA,)) == record.seen_by(1)
    assert cli.main(REGATTA, ["show", str(path), "--seat", "Nobody"]) == cli.UNUSABLE


def test_a_seat_is_not_told_what_is_wrong_with_a_game(tmp_path: Path, capsys: Capture) -> None:
    """Reasons, and moves that would be legal, name cards that others hold."""
    record = recorded(Script(Game(REGATTA, 2), seed=3, plies=7))
    mover, path = record.end().turn.seat, tmp_path / "wrong.era"
    path.write_text(f"{show_game(record)}{record.names[mover]}: pass\n", encoding="utf-8")
    cards = [card_ids(record.setting)[index] for index in members(record.end().players[mover].hand.known)]

    def told(*arguments: str) -> str:
        assert cli.main(REGATTA, [*arguments]) != cli.HOLDS
        return "".join(capsys.readouterr())

    for command in (["show", str(path)], ["replay", str(path)], ["convert", str(path), str(tmp_path / "new.era")]):
        seen = told(*command, "--seat", record.names[1 - mover])
        assert f"line {len(path.read_text().splitlines())};" in seen
        assert not any(card in seen for card in cards)
    whole = told("show", str(path))
    assert any(card in whole for card in cards)


def test_a_document_of_another_game_is_not_written_as_ones_own() -> None:
    record = recorded(Script(Game(REGATTA, 3), seed=3, plies=5))
    for value in (record, record.start, record.setting):
        with pytest.raises(GameError, match="Regatta"):
            to_json(value)


def test_a_recorded_game_in_json_finds_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(registry, "_entry_points", lambda: {"regatta": SimpleNamespace(load=lambda: REGATTA)})
    path = tmp_path / "regatta.json"
    record = recorded(Script(Game(REGATTA, 3), seed=3, plies=500))
    path.write_text(documents.to_json(REGATTA, record), encoding="utf-8")
    assert cli.main(ERA, ["replay", str(path), "--check"]) == cli.HOLDS
    assert "all legal" in capsys.readouterr().out


def test_a_game_that_cannot_be_loaded_harms_no_other(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def broken() -> None:
        raise ImportError("no module of that name")

    points = {"broken": SimpleNamespace(load=broken), "regatta": SimpleNamespace(load=lambda: REGATTA)}
    monkeypatch.setattr(registry, "_entry_points", lambda: points)
    assert cli.main(ERA, ["games"]) == cli.HOLDS
    shown = capsys.readouterr().out
    assert "Regatta" in shown
    assert "'broken' cannot be loaded: ImportError" in shown
    text = show_game(recorded(Script(Game(REGATTA, 2), plies=3)))
    assert parse_game(text).setting.rulebook is REGATTA
    assert cli.main(ERA, ["--game", "broken", "clauses"]) == cli.UNUSABLE


def test_a_table_of_moves_lists_each_once_and_writes_no_two_alike() -> None:
    def doubled(setting: Setting) -> list[AnyMove]:
        return [*REGATTA.moves(setting), Pass()]

    assert any("twice" in reason for reason in reasons(moves=doubled))
    grammar = Grammar[State, AnyMove](words={PayCard: "pledge"}, names=REGATTA.grammar.names)
    (reason,) = reasons(grammar=grammar)
    assert "both written 'pledge " in reason
