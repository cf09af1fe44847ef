"""Positions as texts: any position there can be is read back as it was, and says the same as a dispute file would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs.site.proof import ERA
from era_of_inventions import Area, DocumentError, Game, Good, Phase, Record, State, parse_game, show_game
from era_of_inventions.box.goods import show
from era_of_inventions.position import Turn
from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.records.position_text import PositionReader, show_position
from era_of_inventions.tabletop.values import Terms, evolve, layout_of
from era_of_inventions.testing import Script, component_sets, positions, rulesets, scripts
from tests.support.positions import cards, original, position

NAMES = ("Green", "Orange", "Yellow", "Brown")
HEAD = show_game(Record(Game(4).new(), names=NAMES))


def written_and_read(state: State) -> State:
    return parse_game(show_game(Record(state)), components=[state.components]).start


# --- Any position ---------------------------------------------------------------------


@pytest.mark.slow
@given(scripts(rulesets=rulesets(), component_sets=component_sets()), st.integers(0, 7))
@settings(deadline=None, max_examples=12)
def test_the_positions_of_a_game_are_read_back(script: Script, first: int) -> None:
    for before, _ in list(script.steps())[first::8]:
        assert written_and_read(before) == before


@pytest.mark.slow
@given(positions(rulesets=rulesets(), component_sets=component_sets()))
@settings(deadline=None, max_examples=40)
def test_positions_of_disputes_are_read_back(state: State) -> None:
    assert written_and_read(state) == state


EXAMPLES = [path for path in ERA.examples if path.parent.name != "rules"]


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_positions_of_the_examples_are_read_back(path: Path) -> None:
    state = read_dispute(path).state
    again = written_and_read(state)
    assert again == state
    layout = layout_of(Turn, Terms.of(state.setting))
    assert [type(held) for held in layout.values(again.turn)] == [type(held) for held in layout.values(state.turn)]


EVERY_WORD = """\
Turn: round 3; phase bonus-action; player Yellow; moved 1
Before: phase bonus-offer; player Yellow; area market; built 2; ran sawmill-1, start-1; loads 2; made light-bulb-4, \
light-bulb-5, light-bulb-4; took cog; exchanges buy-cog, 2 sell-cog, 3 barter; developed telephone; \
patents 1; moved 4
Before: phase bonus-offer; player Yellow
Green: goods cog; patents 2; developed telephone, steam train technical; patented telephone
Green: factories coal-mine-1, coal-mine-2; discs buy, market
Orange: goods nothing; factories coal-mine-3; built this round 1
Orange: exchanges this round coins-for-influence, 2 bonus-disc; discs bought this round 2
Orange: discs used this round 1
Yellow: bonus discs 0
Brown: influence 12; patents 1; developed steam train; discs develop
Board: display -, telephone-1, telephone-2; discards telephone-fake
Board: removed light-bulb-1, light-bulb-2, light-bulb-3, light-bulb-4, light-bulb-5, light-bulb-6, pocket-watch-1, \
pocket-watch-2, pocket-watch-3, pocket-watch-4, pocket-watch-5, pocket-watch-6
Board: row -, smelter-2, -, smelter-3; factory discards smelter-4, laboratory-1
Board: loads 5 coal-house-1, 0 coal-house-2, 3 wood-ship, 4 metal-ship, 0 technology-ship, 4 tool-ship
"""


def test_every_word_of_a_position_is_written_and_read() -> None:
    """All at once, which no game leads to: so much cannot be done in one action."""
    telephone, train = original("telephone"), original("steam train")
    done: dict[str, Any] = {
        "built": 2, "ran": 1 << 24 | 1, "loads": 2, "made": (30, 31, 30), "took_cog": True, "patents": 1,
        "exchanges": (1, 2, 0, 0, 3, 0), "developed": 1 << telephone, "moved": 4,
    }  # fmt: skip
    state = position(
        4,
        phase=Phase.BONUS_ACTION,
        seat=2,
        start=1,
        round=3,
        goods={0: {Good.COG: 1}, 1: {}},
        influence={3: 12},
        patents={0: 2, 3: 1},
        bonus_discs={2: 0},
        developed={0: [telephone, train + 1], 3: [train]},
        patented={0: [telephone]},
        factories={0: [3, 4], 1: [5]},
        discs={0: [Area.MARKET, Area.BUY], 3: [Area.DEVELOP]},
        this_round={
            1: {
                "built_this_round": 1,
                "exchanges_this_round": (0, 0, 1, 0, 0, 2),
                "discs_bought_this_round": 2,
                "discs_used_this_round": 1,
            }
        },
        loads=(5, 0, 2, 3, 4, 0, 4),
        display=[-1, *cards_of("telephone")[:2]],
        deck=cards_of("steam train"),
        discards=cards_of("telephone")[2:],
        row=[-1, 7, -1, 8],
        factory_discards=[9, 10],
        developed_this_round=[],
        turn={"moved": 1, "before": Turn(Phase.BONUS_OFFER, 2, Area.MARKET, **done, before=Turn(Phase.BONUS_OFFER, 2))},
    )
    base = Game.from_state(state).new(state.start)
    lines = list(show_position(state, base, NAMES))
    assert "".join(f"{line}\n" for line in lines) == EVERY_WORD
    reader = PositionReader(base, NAMES)
    assert [error for number, line in enumerate(lines) for error in reader.read(number, line)] == []
    assert reader.position() == (state, ())


def cards_of(invention: str) -> list[int]:
    from era_of_inventions.box.components import CardKind

    return [*cards(CardKind.OFFICIAL, invention), *cards(CardKind.FAKE, invention)]


# --- The same as a dispute file says --------------------------------------------------

DISPUTE = """
[position]
players = ["Green", "Orange", "Yellow", "Brown"]
phase = "action"
area = "produce"
to_move = "Orange"
start = "Yellow"
round = 4

[position.board]
display = ["sewing-machine-fake", "-", "light-bulb-2"]
row = ["mint-1", "-", "smelter-2"]
discards = ["sewing-machine-1"]
removed = ["light-bulb-1", "pocket-watch-1"]
factory_discards = ["mint-2"]
developed_this_round = ["car"]
loads = { coal-house-1 = 0, wood-ship = 5 }

[player.Orange]
goods = "3 metal, 3 coal"
influence = 7
patents = 1
developed = ["sewing machine", "car"]
patented = ["sewing machine"]
factories = ["sawmill-1"]
built_this_round = 1
exchanges_this_round = "2 sell-cog, bonus-disc"
discs_bought_this_round = 1

[player.Brown]
bonus_discs = 2
discs = ["build"]
discs_used_this_round = 1

[[claim]]
winners = ["Green"]
"""
WORDS = """
Position
Turn: round 4; player Orange; phase action; area produce
Orange: goods 3 metal, 3 coal; influence 7; patents 1; factories sawmill-1
Orange: developed sewing machine, car; patented sewing machine; discs produce
Orange: built this round 1; exchanges this round 2 sell-cog, bonus-disc; discs bought this round 1
Brown: bonus discs 2; discs build; discs used this round 1
Board: display sewing-machine-fake, -, light-bulb-2; discards sewing-machine-1
Board: removed light-bulb-1, pocket-watch-1; developed this round car
Board: row mint-1, -, smelter-2; factory discards mint-2; loads 0 coal-house-1, 5 wood-ship
"""


def test_a_position_says_the_same_as_in_a_dispute_file(tmp_path: Path) -> None:
    path = tmp_path / "dispute.toml"
    path.write_text(DISPUTE, encoding="utf-8")
    said = parse_game(HEAD.replace("Start player: Green", "Start player: Yellow") + WORDS).start
    assert said == read_dispute(path).state


# --- What is wrong --------------------------------------------------------------------

PROBLEMS = [
    ("Bord: row mint-1", 1, "'Bord'"),
    ("Green", 1, "'Green'"),
    ("Green: ", 8, "the end of the line"),
    ("Green: wealth 3", 8, "'wealth 3'"),
    ("Green: influence", 17, "the end of the line"),
    ("Green: influence -1", 18, "'-1'"),
    ("Green: influence 32768", 18, "'32768'"),
    ("Green: influence ٣", 18, "'٣'"),
    ("Green: influence 1; influence 2", 21, "'influence 2'"),
    ("Green: goods 2 gems", 16, "'gems'"),
    ("Green: goods 32768 wood", 14, "'32768'"),
    ("Green: discs market, marked", 22, "'marked'"),
    ("Green: discs market, market", 22, "'market'"),
    ("Green: developed telefone", 18, "'telefone'"),
    ("Green: exchanges this round 2 barter, barter", 39, "'barter'"),
    ("Green: exchanges this round 2", 30, "the end of the line"),
    ("Board: display telephone-9", 16, "'telephone-9'"),
    ("Board: display -, telephone-1, telephone-1", 32, "'telephone-1'"),
    ("Board: row -, -, -, -, -, -", 27, "'-'"),
    ("Board: loads 2 wood-shop", 16, "'wood-shop'"),
    ("Turn: phase pause", 13, "'pause'"),
    ("Turn: player Gren", 14, "'Gren'"),
    ("Turn: took cog twice", 16, "'twice'"),
    ("Before: round 3", 9, "'round 3'"),
]


@pytest.mark.parametrize(("line", "column", "found"), PROBLEMS, ids=[line for line, _, _ in PROBLEMS])
def test_what_is_wrong_with_a_line_is_told(line: str, column: int, found: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(f"{HEAD}\nPosition\n{line}\n")
    (problem,) = caught.value.problems
    assert str(problem).startswith(f"line 8, column {column}: found {found}, expected ")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Green: discs marked", "market"),
        ("Board: loads 2 wood-shop", "wood-ship"),
        ("Turn: player Gren", "Green"),
        ("Board: dispaly telephone-1", "display"),
    ],
)
def test_what_could_be_meant_is_proposed(line: str, meant: str) -> None:
    with pytest.raises(DocumentError, match=f"did you mean '{meant}'"):
        parse_game(f"{HEAD}\nPosition\n{line}\n")


REMOVED = "'light-bulb-1' is removed and lies elsewhere too"
IMPOSSIBLE = [
    ("Turn: round 9", "8, column 7", "it is round 9; expected 1 to 8 [scoring.last-round]"),
    ("Turn: round 8; phase refresh-factories", "8, column 16", "the phase refresh-factories follows round 8, but that"),
    ("Board: removed telephone-1", "8, column 8", "'telephone-1' cannot be removed; only start cards leave the game ["),
    ("Board: display light-bulb-1\nBoard: removed light-bulb-1", "9, column 8", REMOVED),
    ("Turn: phase choice", "8, column 7", "Green is to resolve a disc, but has none on the board [execution.own-disc]"),
    ("Brown: influence 2; bonus discs 9", "7", "24 bonus discs are in use; there are 20 [components.bonus-discs]"),
    ("Brown: patents 7\nBrown:  influence 3; patented car", "9, column 22", "Brown has a patent on car wi"),
    ("Brown: influence 3; patents 7", "8, column 21", "Brown has 7 patents; expected 0 to 6 [patents.six-per-game]"),
    (
        "Turn: phase bonus-offer; area buy\nBefore: player Brown",
        "9, column 1",
        "Green carries out a bonus action after",
    ),
    ("Turn: phase action; area buy", "8, column 7", "Green carries out the action of 'buy resources', but has no disc"),
    (
        "Turn: phase choice\nGreen: discs buy, build, goods",
        "9, column 8",
        "Green has 3 action discs on the board; each",
    ),
]


@pytest.mark.parametrize(("lines", "place", "told"), IMPOSSIBLE, ids=[lines for lines, _, _ in IMPOSSIBLE])
def test_a_position_that_cannot_be_is_refused_where_it_says_so(lines: str, place: str, told: str) -> None:
    """At the word that is to blame; failing that at the line, and failing that at the heading of the position."""
    with pytest.raises(DocumentError) as caught:
        parse_game(f"{HEAD}\nPosition\n{lines}\n")
    expected = f"line {place}: the position is not possible: {told}"
    assert [problem for problem in caught.value.problems if str(problem).startswith(expected)] != []


def test_actions_before_one_another_are_no_more_than_twenty() -> None:
    with pytest.raises(DocumentError, match="line 28, column 1: found 'Before', expected at most 20"):
        parse_game(f"{HEAD}\nPosition\n" + "Before: phase bonus-offer\n" * 21)


def test_the_ends_of_what_can_be_said() -> None:
    cards = ", ".join(card.id for card in Game(4).setting.components.cards[-7:])
    state = parse_game(f"{HEAD}\nPosition\nBrown: goods 32767 wood; influence 32767\nBoard: display {cards}\n").start
    assert (state.players[3].influence, show(state.players[3].goods)) == (32767, "32767 wood")
    assert Game.from_state(state).setting.components.cards[state.board.display[6]].id == cards.split(", ")[-1]


def test_nothing_can_be_said_in_words() -> None:
    said = "Turn: made none; exchanges none\nGreen: goods nothing; developed none\nBoard: display none; loads none"
    state = parse_game(f"{HEAD}\nPosition\n{said}\n").start
    expected = parse_game(f"{HEAD}\nPosition\nGreen: goods nothing\n").start
    assert state == expected
    assert state.players[0].goods == 0


def test_a_position_with_nothing_said_is_that_after_the_setup() -> None:
    state = parse_game(f"{HEAD}\nPosition\n").start
    assert state.turn.phase is Phase.PLACEMENT
    assert evolve(state, turn=Game(4).new().turn) == Game(4).new()
