"""Positions of Regatta in words and in disputes, and what is claimed of them: all follows from the declared fields."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.disputes import Dispute, dispute_text, judge_dispute, read_dispute
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.errors import DocumentError, FileError, GameError
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.places import in_one_place, left_over
from era_of_inventions.tabletop.play.position_form import Positions
from era_of_inventions.tabletop.records import Record, parse_game, show_game
from era_of_inventions.tabletop.testing.strategies import Script, Strategies, state_of
from era_of_inventions.tabletop.values import Cards, evolve, mask, members
from tests.regatta.model import CARDS as KINDS
from tests.regatta.model import AnyMove, Card, Stage, State
from tests.regatta.rulebook import REGATTA
from tests.regatta.rules import from_the_pile
from tests.support.problems import place_and_code, problems_in

Capture = pytest.CaptureFixture[str]
Read = Callable[[str], Dispute]
STRATEGIES = Strategies(REGATTA)
NAMES = ("Ann", "Bo")
CARDS = [name for name, _ in Game(REGATTA, 2).setting.components.cards]


def cards(*names: str) -> Cards[Card]:
    return Cards(mask(Card, map(CARDS.index, names)))


# --- Texts of games -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.covers
@given(STRATEGIES.scripts(), st.data())
def test_any_position_is_read_as_it_is_written(script: Script[State, AnyMove], data: st.DataObject) -> None:
    """The referee's and what a seat, or a spectator, sees of it; the referee's goes on from there."""
    steps = list(script.steps())
    first = data.draw(st.integers(0, len(steps)))
    state = steps[first][0] if first < len(steps) else state_of(script)
    record = Record(state, tuple(move for _, move in steps[first:]))
    assert parse_game(show_game(record), (REGATTA,)) == record
    for seat in (None, *range(state.setting.players)):
        seen: Record[State, AnyMove] = Record(REGATTA.view(state, seat))
        assert parse_game(show_game(seen), (REGATTA,)) == seen


AUCTION = """\
Regatta 1
Players: Ann, Bo
Ruleset: default
Components: standard

Position
Turn: stage auction; player Bo; harbor master Ann; bid 4; due 0
Turn: bidders Ann, Bo
Ann: hand ?, ?, ?; points 6
Bo: hand ducat-1, pearl-1; coins 2
Table: deck crown-1, florin-1, ?; fleet 0 galleon; discards pearl-2
Table: boat sloop
"""


def test_every_word_of_a_position_is_understood() -> None:
    state: State = parse_game(AUCTION, (REGATTA,)).start
    ann, bo = state.players
    assert (ann.hand, ann.coins, ann.points) == (Cards(mask(Card), 3), 0, 6)
    assert (bo.hand, bo.coins, bo.points) == (cards("ducat-1", "pearl-1"), 2, 0)
    turn, table = state.turn, state.table
    assert (turn.stage, turn.seat, turn.master, turn.bid, turn.due) == (Stage.AUCTION, 1, 0, 4, 0)
    assert turn.bidders == 0b11
    assert table.deck == Cards(cards("crown-1", "florin-1").known, 1)
    assert (table.fleet, table.discards, table.boat) == ((4, 3, 0), cards("pearl-2").known, 0)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("Turn: stage sailing", 13),
        ("Turn: seat Bo", 7),
        ("Bo: hand pearl-1, pearl-3", 19),
        ("Bo: coins 1; coins 2", 14),
        ("Table: fleet 10 sloop", 14),
        ("Bob: coins 1", 1),
        ("Deck: pearl-1", 1),
    ],
)
def test_what_is_wrong_with_a_line_has_its_place(line: str, column: int) -> None:
    text = "".join(f"{kept}\n" for kept in AUCTION.splitlines()[:6])
    with pytest.raises(DocumentError) as caught:
        parse_game(f"{text}{line}\n", (REGATTA,))
    (problem,) = caught.value.problems
    assert str(problem).startswith(f"line 7, column {column}: ")


# --- Disputes -------------------------------------------------------------------------

DISPUTE = """
game = "regatta"

[position]
players = ["Ann", "Bo"]
start = "Bo"
stage = "payment"
player = "Ann"
bid = 6
owed = 6
due = 0

[position.table]
deck = ["crown-1", "crown-2", "florin-4"]
fleet = { galleon = 0 }
boat = "galleon"

[player.Ann]
hand = "pearl-1, florin-1"
coins = 2
points = 5

[player.Bo]
hand = ["ducat-1"]
coins = 1
points = 11
"""


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads the text of a dispute."""

    def reading(text: str) -> Dispute:
        path = tmp_path / "quarrel.toml"
        path.write_text(text, encoding="utf-8")
        return read_dispute(path, REGATTA)

    return reading


def test_a_described_position_is_what_the_file_says(read: Read) -> None:
    state: State = read(f"{DISPUTE}[[claim]]\nwinners = ['Ann']\n").state
    ann, bo = state.players
    assert (ann.hand, ann.coins, ann.points) == (cards("pearl-1", "florin-1"), 2, 5)
    assert (bo.hand, bo.coins, bo.points) == (cards("ducat-1"), 1, 11)
    turn, table = state.turn, state.table
    assert (turn.stage, turn.seat, turn.master, turn.bid, turn.owed, turn.due) == (Stage.PAYMENT, 0, 1, 6, 6, 0)
    assert (table.deck, table.fleet, table.boat) == (cards("crown-1", "crown-2", "florin-4"), (4, 3, 0), 2)


def test_what_a_file_does_not_say_is_as_the_game_begins(read: Read) -> None:
    text = '[position]\nplayers = ["Ann", "Bo"]\nstart = "Bo"\n[[claim]]\nwinners = ["Ann", "Bo"]\n'
    assert read(text).state == Game(REGATTA, 2).new(1)


CLAIMS = [
    # A pearl is worth 5 of the 6 coins that are owed, and 1 of the 2 coins pays the rest; the galleon gives 6 points.
    ('moves = ["pay card pearl-1", "pay coins"]\nhappens = ["Ann coins = 1", "Ann points +6", "owed -6"]', True),
    ('moves = ["pay card pearl-1", "pay coins"]\nhappens = ["Ann score = 11", "stage = over"]', False),
    (
        'moves = ["pay card pearl-1"]\nhappens = ["Ann hand pearl-1 -1", "discards +1", "owed = 1", "boat = galleon"]',
        True,
    ),
    ('moves = ["pay card pearl-1"]\nhappens_not = ["Bo coins +1", "galleon to come -1"]', True),
    # A pearl and a florin are worth 7: one coin is given back.
    ('moves = ["pay card pearl-1", "pay card florin-1"]\nhappens = ["Ann coins +1", "Ann score +6"]', True),
    ('moves = ["pay card pearl-1", "pay card florin-1"]\nhappens = ["Ann points rules.points +5"]', False),
    ('moves = ["pay coins"]', False),
    ('moves = ["Bo: pay coins"]\nlegal = false', True),
    ('moves = ["pay card ducat-1"]\nlegal = false', True),
    # Nobody has 12 points yet, but as it stands Bo has 11 against 5, and afterwards 11 each; then coins decide, 1 to 1.
    ('winners = ["Bo"]\nhappens = ["Bo score = 11", "player to move = Ann"]', True),
    ('moves = ["pay card pearl-1", "pay coins"]\nwinners = ["Ann", "Bo"]', True),
]


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "holds"), CLAIMS, ids=[claim for claim, _ in CLAIMS])
def test_claims_are_judged(claim: str, holds: bool, read: Read) -> None:
    (judgement,) = judge_dispute(read(f"{DISPUTE}[[claim]]\n{claim}\n"))
    assert judgement.holds is holds


def test_what_decided_is_named(read: Read) -> None:
    (judgement,) = judge_dispute(read(f'{DISPUTE}[[claim]]\nmoves = ["pay coins"]\n'))
    assert [clause.id for clause in judgement.verdicts[0][1].forbidden_by] == ["rules.enough-coins"]


def test_a_position_can_be_told_as_a_seat_sees_it(read: Read) -> None:
    """Ann, who owes 6 and has 2 coins, cannot pay with a card that only others know of."""
    told = DISPUTE.replace('hand = ["ducat-1"]', 'hand = ["?"]').replace('"crown-1", "crown-2", ', '"?", "?", ')
    dispute = read(f'{told}[[claim]]\nmoves = ["pay card ducat-1"]\nlegal = false\n')
    assert dispute.state.players[1].hand == Cards(mask(Card), 1)
    assert dispute.state.table.deck == Cards(cards("florin-4").known, 2)
    assert all(judgement.holds for judgement in judge_dispute(dispute))


WRONG = [
    ("[position]", "[position]\nseat = 1", "position.seat unknown-key"),
    ('stage = "payment"', 'stage = "paying"', "position.stage unknown-word"),
    ('start = "Bo"', 'start = "Di"', "position.start unknown-word"),
    ('player = "Ann"', 'player = "Di"', "position.player unknown-word"),
    ("bid = 6", "bid = 41", "position.bid out-of-range"),
    ("{ galleon = 0 }", "{ frigate = 0 }", "position.table.fleet.frigate unknown-word"),
    ('boat = "galleon"', "boat = 3", "position.table.boat wrong-type"),
    ('boat = "galleon"', "wind = 3", "position.table.wind unknown-key"),
    ('["ducat-1"]', '["ducat-1", "ducat-9"]', "player.Bo.hand[2] unknown-word"),
    ('["ducat-1"]', '["ducat-1", "ducat-1"]', "player.Bo.hand[2] duplicate"),
    ("points = 11", "points = -1", "player.Bo.points out-of-range"),
    ("[player.Bo]", "[player.Di]", "player.Di unknown-key"),
]


@pytest.mark.parametrize(("said", "instead", "problem"), WRONG, ids=[problem for _, _, problem in WRONG])
def test_what_is_wrong_has_its_place_and_code(said: str, instead: str, problem: str, read: Read) -> None:
    with pytest.raises(FileError) as caught:
        read(f"{DISPUTE.replace(said, instead, 1)}[[claim]]\nhappens = ['Ann coins = 2']\n")
    assert list(map(place_and_code, caught.value.problems)) == [problem]


@pytest.mark.parametrize("claim", ["Ann luck = 1", "Ann stage = over", "stage = sailing", "Di coins +1", "owed = much"])
def test_what_cannot_be_measured_is_refused(claim: str, read: Read) -> None:
    found = problems_in(read, f"{DISPUTE}[[claim]]\nhappens = ['{claim}']\n")
    assert list(map(place_and_code, found)) == ["claim[1].happens[1] malformed"]


def test_the_command_judges_it(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(f'{DISPUTE}[[claim]]\nmoves = ["pay coins"]\n', encoding="utf-8")
    assert cli.main(REGATTA, ["--game", "regatta", "judge", str(path)]) == cli.FAILS
    assert "rules.enough-coins" in capsys.readouterr().out


def test_the_command_goes_on_from_a_position(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "auction.era"
    path.write_text(AUCTION.replace("?, ?, ?", "crown-2").replace(", ?;", ";"), encoding="utf-8")
    assert cli.main(REGATTA, ["judge", str(path), "--move", "bid 5"]) == cli.HOLDS
    assert cli.main(REGATTA, ["judge", str(path), "--move", "bid 4"]) == cli.FAILS
    assert "rules.raise" in capsys.readouterr().out


OPEN = """
game = "regatta"
[position]
players = ["Ann", "Bo"]
stage = "payment"
owed = 3
player = "Bo"
[position.table]
boat = "sloop"
deck = []
[player.Bo]
hand = ["?"]
"""


def test_there_are_no_more_unknown_cards_than_lie_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "impossible.toml"
    path.write_text(f'{OPEN}[[claim]]\nmoves = ["pay coins"]\n'.replace("deck = []\n", ""), encoding="utf-8")
    with pytest.raises(FileError) as refused:
        read_dispute(path, REGATTA)
    assert [problem.code.value for problem in refused.value.problems] == ["impossible"]
    assert "1 are unknown of hand; only 0 lie nowhere else" in str(refused.value)


def test_a_claim_that_depends_on_an_unknown_card_is_open(tmp_path: Path) -> None:
    """Neither that it holds nor that it fails can be known, whichever was claimed."""
    path = tmp_path / "open.toml"
    for legal in ("true", "false"):
        path.write_text(f'{OPEN}[[claim]]\nmoves = ["pay card pearl-1"]\nlegal = {legal}\n', encoding="utf-8")
        dispute = read_dispute(path, REGATTA)
        (judgement,) = judge_dispute(dispute)
        assert (judgement.result, judgement.holds, judgement.stands) == ("open", False, False)
        assert [(thing.seat, thing.what) for thing in judgement.open_on] == [(1, "hand")]
        text = dispute_text(dispute, (judgement,))
        assert "pay card pearl-1: OPEN" in text
        assert "hand of Bo" in text
        assert "The claim is OPEN: it depends on hand of Bo." in text
        assert "rests on no" not in text
        assert cli.main(REGATTA, ["judge", str(path)]) == cli.FAILS


@pytest.mark.parametrize(
    ("expect", "surprises"),
    [("open", []), ("holds", ["expected that it holds"]), ("fails", ["expected that it fails"])],
)
def test_that_a_claim_is_open_can_be_expected(
    expect: str, surprises: list[str], tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "open.toml"
    path.write_text(f'{OPEN}[[claim]]\nmoves = ["pay card pearl-1"]\nexpect = "{expect}"\n', encoding="utf-8")
    assert cli.main(REGATTA, ["judge", "--json", str(path)]) == (cli.FAILS if surprises else cli.HOLDS)
    report = json.loads(capsys.readouterr().out)
    Draft202012Validator(every_schema(REGATTA)["report"]).validate(report)
    (claim,) = report["disputes"][0]["claims"]
    assert (claim["expected"], claim["stands"], claim["surprises"]) == (expect, not surprises, surprises)


@pytest.mark.repeats
@pytest.mark.parametrize(("legal", "result"), [("false", "holds"), ("true", "fails")])
def test_a_claim_that_is_not_open_is_not_as_expected(legal: str, result: str, tmp_path: Path) -> None:
    path = tmp_path / "sure.toml"
    path.write_text(f'{OPEN}[[claim]]\nmoves = ["bid 1"]\nlegal = {legal}\nexpect = "open"\n', encoding="utf-8")
    (judgement,) = judge_dispute(read_dispute(path, REGATTA))
    assert (judgement.result, judgement.surprises) == (result, ("expected that it is open",))
    assert not judgement.stands


SEALED = """
game = "regatta"
[position]
players = ["Ann", "Bo"]
stage = "pledge"
player = "Bo"
start = "Ann"
[position.table]
boat = "sloop"
deck = []
[player.Ann]
hand = ["?", "?"]
pledge = "?"
[player.Bo]
hand = ["ducat-1"]
"""


@pytest.mark.slow
@pytest.mark.covers
def test_the_last_pledge_is_legal_whatever_the_others_are(read: Read) -> None:
    """What it opens is known to nobody here, but that matters only to what happens then."""
    (judgement,) = judge_dispute(read(f'{SEALED}[[claim]]\nmoves = ["pledge ducat-1"]\n'))
    assert (judgement.result, judgement.unclear) == ("holds", ())


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("place", ["moves", "after"])
def test_a_claim_can_depend_on_a_sealed_pledge(place: str, read: Read, capsys: Capture, tmp_path: Path) -> None:
    """Who opens the auction is decided by what Ann has pledged, which nobody tells."""
    follows = 'moves = ["bid 1"]\n' if place == "after" else ""
    claim = f'[[claim]]\n{place} = ["pledge ducat-1"]\n{follows}happens = ["player to move = Bo"]\n'
    dispute = read(f"{SEALED}{claim}")
    if place == "after":
        (judgement,) = judge_dispute(dispute)
        assert [place_and_code(problem) for problem in judgement.problems] == ["claim[1].after[1] impossible"]
        return
    (judgement,) = judge_dispute(dispute)
    assert judgement.open_on
    assert not judgement.holds
    assert cli.main(REGATTA, ["--game", "regatta", "judge", str(tmp_path / "quarrel.toml")]) == cli.FAILS
    assert "pledge of Ann" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    "happens", ["player to move = Ann", "player to move = Bo", "discards = 2", "Ann hand ducat-2 = 0"]
)
def test_what_is_sealed_may_be_a_choice_of_nothing(happens: str, read: Read) -> None:
    """Ann may have pledged her only card, which is worth more than Bo's, or none."""
    known = SEALED.replace('"?", "?"', '"ducat-2"')
    (judgement,) = judge_dispute(read(f'{known}[[claim]]\nmoves = "pledge ducat-1"\nhappens = "{happens}"\n'))
    assert judgement.result == "open"


# --- Where things lie -----------------------------------------------------------------

PLACES = Law([], [in_one_place(from_the_pile, KINDS)])


@given(STRATEGIES.reachable_states(), st.data())
def test_every_card_is_in_one_place(state: State, data: st.DataObject) -> None:
    """What was dealt is; a card that is put elsewhere too or taken away is found, whoever looks as far as they can."""
    assert (
        PLACES.problems(state) == PLACES.problems(REGATTA.view(state, 0)) == PLACES.problems(REGATTA.view(state, None))
    )
    assert PLACES.problems(state) == ()
    seat = data.draw(st.integers(0, state.setting.players - 1))
    pile = state.table.deck.known
    for card in members(state.players[seat].hand.known):
        twice = evolve(state, table=evolve(state.table, discards=state.table.discards | mask(Card, [card])))
        (problem,) = PLACES.problems(twice)
        assert (problem.clause, problem.seats) == ("rules.from-the-pile", (seat,))
        assert problem.text.startswith(f"{CARDS[card]} lies in several places:")
    for card in members(pile):
        lost = evolve(state, table=evolve(state.table, deck=Cards(pile & ~mask(Card, [card]))))
        (problem,) = PLACES.problems(lost)
        assert problem.clause == "rules.from-the-pile"
        assert CARDS[card] in problem.text
        assert [seen.clause for seen in PLACES.problems(REGATTA.view(lost, seat))] == ["rules.from-the-pile"]


def _deck(state: State) -> Cards[Card]:
    return left_over(state, KINDS, "deck")


FOLLOWS = Positions[State](
    follows={"table.deck": _deck, "players.points": lambda state: [player.hand.size for player in state.players]}
)
FOLLOWING = attrs.evolve(REGATTA, positions=FOLLOWS)


@given(Strategies(FOLLOWING).reachable_states(), st.sampled_from([None, 0, 1]), st.booleans())
def test_what_follows_from_the_rest_need_not_be_told(state: State, seat: int | None, follows: bool) -> None:
    """Of players too; what differs from that is told, and read again."""
    players = (evolve(player, points=player.hand.size + (not follows)) for player in state.players)
    seen = FOLLOWING.view(evolve(state, players=tuple(players)), seat)
    record: Record[State, AnyMove] = Record(seen, (), NAMES + ("Cy", "Di")[: len(seen.players) - 2])
    text = show_game(record)
    assert parse_game(text, (FOLLOWING,)) == record
    told = [line.partition(": ")[2].split(";") for line in text.split("Position")[-1].splitlines()]
    words = {entry.split()[0] for entries in told for entry in entries if entry.strip()}
    assert ("deck" in words) is (seen.table.deck != _deck(seen))
    assert ("points" in words) is not follows


# --- Sets of seats --------------------------------------------------------------------

BIDDING = """
game = "regatta"
[position]
players = ["Ann", "Bo", "Cy"]
stage = "auction"
player = "Bo"
bid = 4
bidders = ["Ann", "Bo", "Cy"]
[position.table]
boat = "sloop"
[player.Bo]
coins = 9
"""


def test_players_in_a_set_are_called_by_their_names(read: Read) -> None:
    """In files, in what is claimed of each, and in what is told of the moves."""
    claims = ("Bo bidder = 0", "Bo bidder -1", "Cy bidder = 1")
    dispute = read(f"{BIDDING}[[claim]]\nmoves = ['pass']\nhappens = {[*claims]}\n")
    (judgement,) = judge_dispute(dispute)
    assert judgement.holds
    assert [(one.before, one.after) for one in judgement.measured] == [(1, 0), (1, 0), (1, 1)]
    changed = [(event.seat, event.what, event.before, event.after) for event in judgement.events]
    assert (1, "bidder", 1, 0) in changed
    text = dispute_text(dispute, (judgement,))
    assert "Bo bidder = 0: true (1 before, 0 after)" in text
    assert "bidders Ann, Bo, Cy" in show_game(Record(dispute.state, names=dispute.names))


@pytest.mark.parametrize(
    ("bidders", "problem"),
    [
        ('["Ann", "Di"]', "position.bidders[2] unknown-word"),
        ('["Ann", "Bo", "Ann"]', "position.bidders[3] duplicate"),
        ('["Ann", "Ann", "Ann", "Ann"]', "position.bidders too-long"),
        ("[3]", "position.bidders[1] out-of-range"),
        ("[0]", "position.bidders[1] wrong-type"),
        ("[true]", "position.bidders[1] wrong-type"),
    ],
)
def test_a_set_of_seats_that_does_not_exist_is_refused(bidders: str, problem: str, read: Read) -> None:
    with pytest.raises(FileError) as refused:
        read(BIDDING.replace('["Ann", "Bo", "Cy"]\n[position.table]', f"{bidders}\n[position.table]"))
    assert problem in map(place_and_code, refused.value.problems)


@pytest.mark.parametrize("name", ["none", "Nothing"])
def test_nobody_is_called_what_stands_for_nobody(name: str, read: Read) -> None:
    """A set of this player alone would be read as an empty one."""
    with pytest.raises(FileError) as refused:
        read(BIDDING.replace('"Ann"', f'"{name}"'))
    assert "position.players[1] malformed" in map(place_and_code, refused.value.problems)
    with pytest.raises(GameError):
        Record(Game(REGATTA, 2).new(), names=(name, "Bo"))
