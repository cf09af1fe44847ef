"""Disputes: what a file says is what is judged, what it does not say is as dealt, and what is wrong in it is told."""

from __future__ import annotations

import contextlib
import copy
import datetime
import io
import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions import Setting, Verdict, cli, from_json, to_data
from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good, count
from era_of_inventions.moves import BUY_BONUS_DISC, BUY_COG, PlaceDisc, Resolve, RevealCard, RevealFactory
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.rulebook import ERA, Game, parse_dispute, read_dispute
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop import disputes
from era_of_inventions.tabletop.disputes import Dispute, Judgement, judge_dispute
from era_of_inventions.tabletop.disputes import asking as claims_module
from era_of_inventions.tabletop.disputes.readings import Budget
from era_of_inventions.tabletop.disputes.report import dispute_text
from era_of_inventions.tabletop.documents.judged import dispute_data
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.law.ruling import OtherReadings
from era_of_inventions.tabletop.law.verdict import Due
from era_of_inventions.tabletop.play.judge import judge
from era_of_inventions.tabletop.records.position_text import described
from era_of_inventions.tabletop.values import Mask, evolve, members
from era_of_inventions.testing import Script
from tests import ROOT
from tests.support.positions import position
from tests.support.problems import place_and_code, problems_in

EXAMPLES = sorted((ROOT / "examples" / "disputes").glob("*.toml"))
SET = Game().setting.components
CARDS = [card.id for card in SET.cards]
FACTORIES = [factory.id for factory in SET.factories]
START_CARDS = [card.id for card in SET.cards if card.invention is None]
NAMES = ("Orange", "Brown", "Green", "Yellow", "Red")
FOUR = '[position]\nplayers = ["Orange", "Brown", "Green", "Yellow"]\n'
THREE = '[position]\nplayers = ["Orange", "Brown", "Green"]\n'
CLAIM = '[[claim]]\nhappens = ["round = 1"]\n'

Read = Callable[..., Dispute]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads the text of a dispute."""

    def reading(text: str, **options: Any) -> Dispute:
        path = tmp_path / "quarrel.toml"
        path.write_text(text, encoding="utf-8")
        return read_dispute(path, **options)

    return reading


@pytest.fixture
def judged(read: Read) -> Callable[..., tuple[Judgement, ...]]:
    """Judges the text of a dispute."""
    return lambda text, **options: judge_dispute(read(text, **options))


@pytest.fixture
def problems(read: Read) -> Callable[[str], list[str]]:
    """What is wrong in the text of a dispute."""

    def noting(text: str) -> list[str]:
        return [str(problem) for problem in problems_in(read, text)]

    return noting


Judged = Callable[..., tuple[Judgement, ...]]
Problems = Callable[[str], list[str]]


def ids(things: Mask[Any], known: list[str]) -> list[str]:
    """The ids of what is in a set."""
    return [known[index] for index in members(things)]


def path_ids(path: tuple[int, ...], known: list[str]) -> list[str]:
    """The ids on a path, with ``-`` for an open space."""
    return ["-" if index == EMPTY else known[index] for index in path]


# --- What a file does not say -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "bonus_discs"), [(3, 3), (4, 5), (5, 1)])
def test_what_is_not_said_is_as_after_the_setup(players: int, bonus_discs: int, read: Read) -> None:
    dispute = read(f"[position]\nplayers = {json.dumps(NAMES[:players])}\n{CLAIM}")
    assert dispute.names == NAMES[:players]
    assert dispute.title == "quarrel"
    assert dispute.game.setting.ruleset.name == "default"
    assert dispute.game.setting.components.name == "reconstructed"
    state = dispute.state
    assert (state.round, state.start, state.turn.phase.value, state.turn.seat) == (1, 0, "placement", 0)
    for seat, player in enumerate(state.players):
        stock = {good.name: count(player.goods, good) for good in Good}
        assert stock == {"WOOD": 1, "COAL": 3, "METAL": 1, "TECHNOLOGY": 1, "TOOL": 1, "COIN": 2, "COG": 1}
        assert (player.influence, player.bonus_discs, player.patents) == (0, bonus_discs, 0)
        assert (player.developed, player.patented, player.discs) == (0, 0, 0)
        assert members(player.factories) == (len(FACTORIES) + seat,)
        assert (player.built_this_round, player.discs_bought_this_round, player.discs_used_this_round) == (0, 0, 0)
    board = state.board
    assert path_ids(board.display, CARDS) == START_CARDS[:7]
    assert ids(board.deck, CARDS) == START_CARDS[7:]
    assert path_ids(board.row, FACTORIES) == FACTORIES[:5]
    assert ids(board.factory_deck, FACTORIES) == FACTORIES[5:]
    assert (board.discards, board.factory_discards, board.developed_this_round) == (0, 0, 0)
    houses = [3 if source.id.startswith("coal-house") else 2 for source in SET.sources]
    assert list(board.loads) == houses


def dealt(start: int = 0) -> State:
    """A game for four in which the first factories and start cards were turned over."""
    game = Game(4)
    state = game.new(start)
    for factory in range(5):
        state = game.play(state, RevealFactory(factory))
    for card in START_CARDS[:7]:
        state = game.play(state, RevealCard(CARDS.index(card)))
    return state


def test_a_file_that_says_nothing_is_the_position_as_dealt(read: Read) -> None:
    assert read(f"{FOUR}{CLAIM}").state == dealt()
    assert read(f'{FOUR}start = "Green"\n{CLAIM}').state == dealt(2)


def test_a_described_action_is_the_position_as_played(read: Read) -> None:
    game, state = Game(4), dealt()
    areas = [Area.MARKET, Area.MARKET, Area.BUILD, Area.BUILD, Area.DEVELOP, Area.GOODS, Area.GOODS, Area.BUY]
    for area in areas:
        state = game.play(state, PlaceDisc(area))
    discs = {name: [areas[seat].name.lower(), areas[seat + 4].name.lower()] for seat, name in enumerate(NAMES[:4])}
    placed = "".join(f"[player.{name}]\ndiscs = {json.dumps(words)}\n" for name, words in discs.items())
    assert read(f'{FOUR}phase = "choice"\n{placed}{CLAIM}').state == state
    acting = game.play(state, Resolve(Area.DEVELOP))
    assert read(f'{FOUR}phase = "action"\narea = "develop"\n{placed}{CLAIM}').state == acting
    alone = placed.replace('["market", "develop"]', '["market"]')
    assert read(f'{FOUR}phase = "action"\narea = "develop"\n{alone}{CLAIM}').state == acting


@pytest.mark.parametrize(("phase", "round_"), [("placement", 1), ("final-market", 8), ("game-over", 8)])
def test_the_game_ends_after_the_last_round(phase: str, round_: int, read: Read, problems: Problems) -> None:
    assert read(f'{FOUR}phase = "{phase}"\n{CLAIM}').state.round == round_
    if phase != "placement":
        assert problems(f'{FOUR}phase = "{phase}"\nround = 7\n{CLAIM}') == [
            "position.round: is 7; expected the number 8 [scoring.last-round]"
        ]


def test_in_the_setup_nothing_is_laid_out_yet(read: Read) -> None:
    assert read(f'{FOUR}phase = "setup"\nstart = "Brown"\n{CLAIM}').state == Game(4).new(1)


# --- What a file says -------------------------------------------------------------------------------------------------

Seen = Callable[[State], Any]
OTHERS: dict[str, tuple[str, str, Callable[[Dispute], Any], Any]] = {
    "title": ('title = "Who is right?"', "", lambda d: d.title, "Who is right?"),
    "game": ('game = "era-of-inventions"', "", lambda d: d.game.rulebook.name, "era-of-inventions"),
    "ruleset": ('ruleset = "de"', "", lambda d: d.game.setting.ruleset.name, "de"),
    "rulings": ("", '[rulings]\nbuild-cap = "round"\n', lambda d: d.state.ruleset.build_cap, "round"),
    "components": ('components = "reconstructed"', "", lambda d: d.state.components.name, "reconstructed"),
    "card": (
        "",
        '[card.light-bulb-1]\ncost = "2 metal"\n',
        lambda d: d.state.components.cards[CARDS.index("light-bulb-1")].cost,
        2 << 32,
    ),
    "factory": ("", "[factory.mint-1]\ninfluence = 3\n", lambda d: d.state.components.factories[18].influence, 3),
    "space": ("", "[space.car]\ncogs = 6\n", lambda d: d.state.components.spaces[12].cogs, 6),
    "box": ("", "[box.supply]\ncog = 29\n", lambda d: count(d.state.components.supply, Good.COG), 29),
    "position": ("", "", lambda d: len(d.state.players), 4),
    "player": ("", "[player.Green]\ninfluence = 7\n", lambda d: d.state.players[2].influence, 7),
    "claim": ("", "", lambda d: len(d.claims), 1),
}
POSITION: dict[str, tuple[str, Seen, Any]] = {
    "players": ("", lambda s: s.setting.players, 4),
    "phase": ('phase = "final-market"', lambda s: s.turn.phase.value, "final-market"),
    "start": ('start = "Green"', lambda s: (s.start, s.turn.seat), (2, 2)),
    "to_move": ('to_move = "Green"', lambda s: (s.start, s.turn.seat), (0, 2)),
    "area": ('phase = "action"\narea = "goods"', lambda s: (s.turn.area, members(s.me.discs)), (1, (1,))),
    "round": ("round = 8", lambda s: s.round, 8),
    "board": ('board = { row = ["mint-1"] }', lambda s: path_ids(s.board.row, FACTORIES)[0], "mint-1"),
}
WITHOUT_MINT = json.dumps([factory for factory in FACTORIES if factory != "mint-1"])
BOARD: dict[str, tuple[str, Seen, Any]] = {
    "display": (
        'display = ["-", "light-bulb-3", "", "pocket-watch-6"]',
        lambda s: (path_ids(s.board.display, CARDS), len(members(s.board.deck))),
        (["-", "light-bulb-3", "-", "pocket-watch-6", "-", "-", "-"], 10),
    ),
    "row": (
        'row = ["mint-1", "-", "mint-2"]',
        lambda s: (path_ids(s.board.row, FACTORIES), len(members(s.board.factory_deck))),
        (["mint-1", "-", "mint-2", "-", "-"], 22),
    ),
    "deck": (
        'deck = ["light-bulb-1"]',
        lambda s: (ids(s.board.deck, CARDS), path_ids(s.board.display, CARDS)),
        (["light-bulb-1"], START_CARDS[1:8]),
    ),
    "discards": (
        'discards = ["light-bulb-1"]',
        lambda s: (ids(s.board.discards, CARDS), path_ids(s.board.display, CARDS), len(members(s.board.deck))),
        (["light-bulb-1"], START_CARDS[1:8], 4),
    ),
    "removed": (
        'removed = ["light-bulb-2", "pocket-watch-6"]',
        lambda s: (path_ids(s.board.display, CARDS), ids(s.board.deck, CARDS)),
        ([START_CARDS[0], *START_CARDS[2:8]], START_CARDS[8:11]),
    ),
    "factory_deck": (
        f'row = ["mint-1"]\nfactory_deck = {WITHOUT_MINT}',
        lambda s: len(members(s.board.factory_deck)),
        23,
    ),
    "factory_discards": (
        'factory_discards = ["sawmill-1"]',
        lambda s: (ids(s.board.factory_discards, FACTORIES), path_ids(s.board.row, FACTORIES)),
        (["sawmill-1"], FACTORIES[1:6]),
    ),
    "developed_this_round": (
        'developed_this_round = ["telephone"]',
        lambda s: (members(s.board.developed_this_round), [c for c in ids(s.board.deck, CARDS) if "telephone" in c]),
        ((6,), []),
    ),
    "loads": ("loads = { coal-house-1 = 0, tool-ship = 0 }", lambda s: s.board.loads, (0, 3, 2, 2, 2, 2, 0)),
}
PLAYER: dict[str, tuple[str, Seen, Any]] = {
    "goods": ('goods = "4 metal, coin"', lambda s: s.players[2].goods, (4 << 32) + (1 << 80)),
    "influence": ("influence = 999", lambda s: s.players[2].influence, 999),
    "bonus_discs": ("bonus_discs = 0", lambda s: s.players[2].bonus_discs, 0),
    "patents": ("patents = 6", lambda s: s.players[2].patents, 6),
    "developed": (
        'developed = ["telephone", "telephone technical"]',
        lambda s: (members(s.players[2].developed), [c for c in ids(s.board.deck, CARDS) if "telephone" in c]),
        ((6, 7), ["telephone-1", "telephone-2", "telephone-fake"]),
    ),
    "patented": (
        'patents = 1\ndeveloped = ["car"]\npatented = ["car"]',
        lambda s: members(s.players[2].patented),
        (12,),
    ),
    "factories": (
        'factories = ["sawmill-2"]',
        lambda s: (members(s.players[2].factories), path_ids(s.board.row, FACTORIES)),
        ((1, 26), [FACTORIES[0], *FACTORIES[2:6]]),
    ),
    "discs": ('discs = ["build", "develop"]', lambda s: members(s.players[2].discs), (0, 5)),
    "built_this_round": (
        'built_this_round = 2\nfactories = ["mint-1", "mint-2"]',
        lambda s: s.players[2].built_this_round,
        2,
    ),
    "exchanges_this_round": (
        'exchanges_this_round = "2 sell-cog, barter"',
        lambda s: s.players[2].exchanges_this_round,
        (0, 2, 0, 0, 1, 0),
    ),
    "discs_bought_this_round": (
        "discs_bought_this_round = 2",
        lambda s: (s.players[2].discs_bought_this_round, s.players[2].exchanges_this_round),
        (2, (0, 0, 0, 0, 0, 2)),
    ),
    "discs_used_this_round": ("discs_used_this_round = 2", lambda s: s.players[2].discs_used_this_round, 2),
}
PLACES: list[tuple[str, str, dict[str, tuple[str, Seen, Any]]]] = [
    ("position", "", POSITION),
    ("board", "[position.board]\n", BOARD),
    ("player", "[player.Green]\n", PLAYER),
]
EACH_KEY = [(head, *case) for _, head, cases in PLACES for case in cases.values()]


def test_bonus_discs_among_the_exchanges_were_bought(read: Read) -> None:
    said = "exchanges_this_round = { sell-cog = 1, bonus-disc = 1 }"
    green = read(f'{FOUR}phase = "action"\narea = "goods"\n[player.Green]\n{said}\n{CLAIM}').state.players[2]
    assert (green.discs_bought_this_round, green.exchanges_this_round) == (1, (0, 1, 0, 0, 0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("key", OTHERS)
def test_each_key_of_the_file_is_read(key: str, read: Read) -> None:
    line, table, seen, expected = OTHERS[key]
    assert seen(read(f"{line}\n{table}{FOUR}{CLAIM}")) == expected
    if expected not in ("era-of-inventions", "reconstructed", 4, 1):
        assert seen(read(f"{FOUR}{CLAIM}")) != expected


@pytest.mark.parametrize(
    ("head", "said", "seen", "expected"), EACH_KEY, ids=[f"{p}.{key}" for p, _, cases in PLACES for key in cases]
)
def test_each_key_of_a_position_is_read(head: str, said: str, seen: Seen, expected: Any, read: Read) -> None:
    also = '[player.Brown]\ndeveloped = ["telephone"]\ndiscs = ["buy"]\n' if "developed_this_round" in said else ""
    table = f'{FOUR}phase = "action"\narea = "goods"\n' if "this_round" in said else FOUR
    assert seen(read(f"{table}{head}{said}\n{also}{CLAIM}").state) == expected
    if said:
        assert seen(read(f"{table}{also}{CLAIM}").state) != expected


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (f"no-such-key = 1\n{FOUR}{CLAIM}", OTHERS),
        (f"{FOUR}[position.board]\nno-such-key = 1\n{CLAIM}", BOARD),
        (f"{FOUR}[player.Green]\nno-such-key = 1\n{CLAIM}", PLAYER),
    ],
    ids=["file", "board", "player"],
)
def test_no_key_was_forgotten_here(text: str, known: dict[str, Any], problems: Problems) -> None:
    (problem,) = problems(text)
    listed = problem.partition("expected one of ")[2].partition(";")[0].split(", ")
    assert set(listed) == set(known)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "seen", "expected"),
    [
        ('card.telephone-1.cost = "2 coins"', lambda c: c.cards[CARDS.index("telephone-1")].cost, 2 << 80),
        ('card.telephone-1.cost = "nothing"', lambda c: c.cards[CARDS.index("telephone-1")].cost, 0),
        ("card.telephone-fake.question_marks = 1", lambda c: c.cards[CARDS.index("telephone-fake")].question_marks, 1),
        ('card.telephone-1.profit = "1 influence"', lambda c: c.cards[CARDS.index("telephone-1")].profit.influence, 1),
        ('factory.mint-1.cost = "3 wood"', lambda c: c.factories[18].cost, 3),
        ('factory.mint-1.output = "20 coins"', lambda c: c.factories[18].output, 20 << 80),
        ("factory.mint-1.influence = 1", lambda c: c.factories[18].influence, 1),
        ("box.bonus_discs = 21", lambda c: c.bonus_discs, 21),
        ('box.start_factory.output = "2 wood"', lambda c: c.start_factory.output, 2),
        ("space.telephone.cogs = 7", lambda c: c.spaces[6].cogs, 7),
        ('space."telephone technical".influence = 7', lambda c: c.spaces[7].influence, 7),
        ('space.telephone.income = "5 coins"', lambda c: c.spaces[6].income.goods, 5 << 80),
    ],
)
def test_each_printed_value_can_be_told(table: str, seen: Callable[[Any], int], expected: int, read: Read) -> None:
    assert seen(SET) != expected
    assert seen(read(f"{table}\n{FOUR}{CLAIM}").state.components) == expected


def test_a_told_value_leaves_the_others_alone(read: Read) -> None:
    box = read(f"card.telephone-1.cost = '2 coins'\n{FOUR}{CLAIM}").state.components
    changed = [card.id for card, printed in zip(box.cards, SET.cards, strict=True) if card != printed]
    assert changed == ["telephone-1"]
    assert box.cards[CARDS.index("telephone-1")].profit == SET.cards[CARDS.index("telephone-1")].profit
    assert (box.factories, box.spaces) == (SET.factories, SET.spaces)


def test_a_file_beside_the_dispute_can_hold_the_components(read: Read, tmp_path: Path) -> None:
    shipped = ROOT / "era_of_inventions" / "data" / "components" / "reconstructed.toml"
    text = shipped.read_text(encoding="utf-8").replace('name = "reconstructed"', 'name = "ours"')
    (tmp_path / "ours.toml").write_text(text.replace("end = 80", "end = 99"), encoding="utf-8")
    components = read(f'components = "ours.toml"\n{FOUR}{CLAIM}').state.components
    assert (components.name, components.track_end) == ("ours", 99)


# --- Effects ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seat", "what", "change", "value"),
    [
        ("Green coins +1", 2, "coins", 1, None),
        ("Green coins -12", 2, "coins", -12, None),
        ("Green coins +0", 2, "coins", 0, None),
        (" green  COINS= 3 ".replace("COINS", "coins"), 2, "coins", None, 3),
        ("Green coins + 1", 2, "coins", 1, None),
        ("Green coins = -1", 2, "coins", None, -1),
        ("Ann Lee coins = 3", 4, "coins", None, 3),
        ("Ann coins = 3", 3, "coins", None, 3),
        ("Green points scoring.most-patents = 3", 2, "points scoring.most-patents", None, 3),
        ("Green marker on steam train +1", 2, "marker on steam train", 1, None),
        ("Green patent on car technical = 0", 2, "patent on car technical", None, 0),
        ("Green disc on market -1", 2, "disc on market", -1, None),
        ("Green factory mint-1 +1", 2, "factory mint-1", 1, None),
        ("round = 3", None, "round", None, 3),
        ("load of coal-house-1 -3", None, "load of coal-house-1", -3, None),
        ("phase = final-market", None, "phase", None, "final-market"),
        ("start player = Green", None, "start player", None, "Green"),
        ("player to move = Ann Lee", None, "player to move", None, "Ann Lee"),
    ],
)
def test_effects_are_understood(
    text: str, seat: int | None, what: str, change: int | None, value: int | str | None
) -> None:
    effect = Game(5).setting.for_players(("Orange", "Brown", "Green", "Ann", "Ann Lee")).quantities.parse(text)
    assert (effect.seat, effect.what, effect.change, effect.value) == (seat, what, change, value)


POSITION_TO_MEASURE = f"""
[factory.mint-1]
output = "1 coin"
[space.car]
cogs = 3
{FOUR}
round = 3
phase = "action"
area = "market"
start = "Brown"
to_move = "Green"
[position.board]
display = ["light-bulb-1", "-", "light-bulb-2"]
deck = ["car-1", "car-2", "car-fake"]
discards = ["light-bulb-3"]
row = ["sawmill-1"]
factory_discards = ["sawmill-2", "sawmill-3"]
loads = {{ coal-house-1 = 5 }}
[player.Green]
goods = "1 wood, 2 coal, 3 metal, 4 technology, 5 tools, 6 coins, 7 cogs"
influence = 9
bonus_discs = 4
patents = 2
developed = ["car"]
patented = ["car"]
factories = ["mint-1"]
discs = ["build"]
"""
MEASURED = {
    "Green wood": 1,
    "Green coal": 2,
    "Green metal": 3,
    "Green technology": 4,
    "Green tools": 5,
    "Green coins": 6,
    "Green cogs": 7,
    "Green influence": 9,
    "Green bonus discs": 4,
    "Green patents": 2,
    "Green action discs": 0,
    "Green markers": 13,
    "Green cogs invested": 3,
    "Green capacity": 2,
    "Green score": 24,  # 9 of the track, and 5 for the most patents, cogs invested and capacity
    "Green points scoring.track": 9,
    "Green points scoring.most-patents": 5,
    "Green marker on car": 1,
    "Green marker on car technical": 0,
    "Green patent on car": 1,
    "Green factory mint-1": 1,
    "Green factory mint-2": 0,
    "Green disc on build": 1,
    "Green disc on market": 1,
    "Green disc on buy": 0,
    "Orange coins": 2,
    "Orange score": 0,
    "round": 3,
    "bonus discs in the supply": 1,
    "cards waiting": 0,
    "cards on display": 2,
    "factories on display": 1,
    "invention deck": 3,
    "invention discards": 1,
    "factory deck": 20,
    "factory discards": 2,
    "load of coal-house-1": 5,
    "load of coal-house-2": 3,
}
WORDS = {"phase": "action", "start player": "Brown", "player to move": "Green"}


def test_quantities_are_counted(judged: Judged) -> None:
    right = [f"{what} = {value}" for what, value in (MEASURED | WORDS).items()]
    wrong = [f"{what} = {value + 1}" for what, value in MEASURED.items()]
    wrong += ["phase = placement", "start player = Green", "player to move = Brown"]
    claim = f"[[claim]]\nhappens = {json.dumps(right)}\nhappens_not = {json.dumps(wrong)}\n"
    (judgement,) = judged(POSITION_TO_MEASURE + claim)
    assert [m.effect.text for m in judgement.measured if not m.as_claimed] == []
    assert judgement.holds
    assert len(judgement.measured) == len(right) + len(wrong)


def test_what_is_not_so_is_not_claimed_with_success(judged: Judged) -> None:
    (judgement,) = judged(POSITION_TO_MEASURE + '[[claim]]\nhappens = ["Green coins = 6", "Green coins = 7"]\n')
    assert [m.as_claimed for m in judgement.measured] == [True, False]
    assert not judgement.holds


# --- Claims -----------------------------------------------------------------------------------------------------------

MARKET = f'{FOUR}phase = "action"\narea = "market"\n[player.Orange]\ngoods = "4 coins"\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ('moves = ["exchange 2 coins > cog"]', True),
        ('moves = ["exchange 2 cogs > coin"]', False),
        ('moves = ["exchange 2 coins > cog", "exchange 2 coins > influence"]', True),
        ('moves = ["exchange 2 coins > cog", "exchange 2 coins > cog", "exchange 2 coins > cog"]', False),
        ('moves = ["exchange 2 coins > cog"]\nlegal = true', True),
        ('moves = ["exchange 2 coins > cog"]\nlegal = false', False),
        ('moves = ["exchange 2 cogs > coin"]\nlegal = false', True),
        ('moves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins -2", "Orange cogs +1"]', True),
        ('moves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins -2", "Orange cogs +2"]', False),
        ('moves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins = 2"]', True),
        ('moves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins = 4"]', False),
        ('moves = ["exchange 2 coins > cog"]\nhappens_not = ["Orange coins -4", "Brown cogs +1"]', True),
        ('moves = ["exchange 2 coins > cog"]\nhappens_not = ["Orange coins -2"]', False),
        ('moves = ["exchange 2 cogs > coin"]\nhappens_not = ["Orange coins -2"]', False),
        ('after = ["exchange 2 coins > cog"]\nmoves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins -2"]', True),
        ('after = ["exchange 2 coins > cog"]\nhappens = ["Orange coins = 2", "Orange coins +0"]', True),
        ('moves = ["Orange: exchange 2 coins > cog"]', True),
        ('moves = ["Brown: exchange 2 coins > cog"]', False),
        ('happens = ["Orange coins = 4"]', True),
        ('winners = ["Orange", "Brown", "Green", "Yellow"]', True),
        ('winners = ["Yellow", "Orange", "Green", "Brown"]', True),
        ('winners = ["Orange"]', False),
        ('moves = ["exchange 2 coins > influence"]\nwinners = ["Orange"]', True),
        ('moves = ["exchange 2 coins > influence"]\nwinners = ["Orange", "Brown"]', False),
    ],
)
def test_claims_are_judged(claim: str, holds: bool, judged: Judged) -> None:
    (judgement,) = judged(f"{MARKET}[[claim]]\n{claim}\n")
    assert judgement.holds is holds
    assert judgement.stands is holds
    assert judgement.surprises == ()


def test_what_is_no_score_is_not_scored(read: Read) -> None:
    """A factory may be called as scores are."""
    factories = (evolve(SET.factories[0], id="score-mill"), *SET.factories[1:])
    ours = evolve(SET, factories=factories)
    claims = '[[claim]]\nhappens = ["Green factory score-mill = 0"]\n[[claim]]\nhappens = ["Green score = 0"]\n'
    factory, score = judge_dispute(read(f"{FOUR}{claims}", components=ours))
    assert (factory.score, factory.unstated) == (None, ())
    assert score.score is not None


def test_nothing_is_judged_behind_a_move_that_is_not_legal(judged: Judged) -> None:
    moves = ["exchange 2 coins > cog", "develop car", "end turn"]
    (judgement,) = judged(f"{MARKET}[[claim]]\nmoves = {json.dumps(moves)}\nhappens = ['Orange cogs +1']\n")
    assert [(step.text, verdict.legal) for step, verdict in judgement.verdicts] == [(moves[0], True), (moves[1], False)]
    assert judgement.measured == ()


def test_only_the_player_in_turn_can_act(judged: Judged) -> None:
    (judgement,) = judged(f'{FOUR}to_move = "Orange"\n[[claim]]\nmoves = ["Brown: place market"]\n')
    assert [clause.id for clause in judgement.verdicts[0][1].forbidden_by] == ["execution.only-active-player"]
    assert judgement.rests_on.alone == ()
    (judgement,) = judged(f'{FOUR}to_move = "Brown"\n[[claim]]\nmoves = ["Brown: place market"]\n')
    assert judgement.holds


def test_each_player_has_a_start_factory_of_their_own(judged: Judged) -> None:
    position = '[rulings]\ngoods-choice = "chosen"\n' + FOUR + 'phase = "action"\narea = "goods"\nto_move = "Green"\n'
    own, other = judged(
        f'{position}[[claim]]\nmoves = ["Green: run start"]\nhappens = ["Green wood +1"]\n'
        '[[claim]]\nmoves = ["Green: run start-1"]\n'
    )
    assert own.holds
    assert not other.holds


def test_the_titles_of_claims(read: Read) -> None:
    claims = '[[claim]]\nclaim = "Mine!"\nmoves = ["place buy"]\n[[claim]]\nmoves = ["place buy", "place a"]\n'
    dispute = read(f"{FOUR}{claims}{CLAIM}")
    assert [claim.title for claim in dispute.claims] == ["Mine!", "place buy; place build", "the position"]
    assert [claim.place for claim in dispute.claims] == ["claim[1]", "claim[2]", "claim[3]"]


def test_titles_and_moves_are_told_on_one_line(read: Read) -> None:
    dispute = read(f'title = """Who\n is right?"""\n{FOUR}[[claim]]\nclaim = "I\\nam"\nmoves = ["place\\n market "]\n')
    (claim,) = dispute.claims
    assert (dispute.title, claim.title, claim.moves[0].text) == ("Who is right?", "I am", "place market")


def test_moves_made_before_must_be_legal(read: Read) -> None:
    dispute = read(
        f'{FOUR}phase = "placement"\n[[claim]]\nafter = ["end turn"]\nmoves = ["place buy"]\n{CLAIM}'
        '[[claim]]\nafter = ["place buy", "Orange: place buy", "x"]\nmoves = ["place buy"]\n'.replace(', "x"', "")
    )
    first, second, third = judge_dispute(dispute)
    assert list(map(place_and_code, first.problems)) == ["claim[1].after[1] impossible"]
    assert list(map(place_and_code, third.problems)) == ["claim[3].after[2] impossible [placement.one-per-color]"]
    assert [judgement.result for judgement in (first, second, third)] == ["unusable", "holds", "unusable"]
    assert [judgement.stands for judgement in (first, second, third)] == [False, True, False]


@pytest.mark.parametrize(
    ("expected", "stands", "surprises"),
    [
        ('expect = "holds"', True, []),
        ('expect = "fails"', False, ["expected that it fails"]),
        ('expect = "holds"\nexpect_clauses = ["market.action", "market.goods-change-hands"]', True, []),
        ('expect_clauses = ["market.five-max"]', False, ["expected the clause market.five-max to decide"]),
        ('expect = "holds"\nexpect_rulings = []', True, []),
        ("expect_rulings = []", True, []),
        (
            'expect_rulings = ["capacity", "tie-break"]',
            False,
            ["expected it to rest on capacity, tie-break, not on none"],
        ),
        (
            'expect = "fails"\nexpect_clauses = ["market.five-max"]\nexpect_rulings = ["capacity"]',
            False,
            [
                "expected that it fails",
                "expected the clause market.five-max to decide",
                "expected it to rest on capacity, not on none",
            ],
        ),
    ],
)
def test_expectations_of_a_claim_that_holds(expected: str, stands: bool, surprises: list[str], judged: Judged) -> None:
    claim = 'moves = ["exchange 2 coins > cog"]\nhappens = ["Orange cogs +1"]'
    (judgement,) = judged(f"{MARKET}[[claim]]\n{claim}\n{expected}\n")
    assert judgement.holds
    assert list(judgement.surprises) == surprises
    assert judgement.stands is stands


@pytest.mark.parametrize(
    ("expected", "stands"),
    [
        ("", False),
        ('expect = "holds"', False),
        ('expect = "fails"', True),
        ('expect = "fails"\nexpect_clauses = ["market.lower-other-kind"]\nexpect_rulings = ["lower-same-kind"]', True),
        ('expect_clauses = ["market.lower-other-kind"]', False),
        ('expect = "fails"\nexpect_rulings = []', False),
    ],
)
def test_expectations_of_a_claim_that_fails(expected: str, stands: bool, judged: Judged) -> None:
    (judgement,) = judged(f'{MARKET}[[claim]]\nmoves = ["exchange 2 coins > coin"]\n{expected}\n')
    assert not judgement.holds
    assert judgement.stands is stands


# --- Readings ---------------------------------------------------------------------------------------------------------

RESTS: dict[str, tuple[str, bool, list[tuple[str, str]]]] = {
    "influence of a factory": (
        f"""{FOUR}phase = "action"
area = "build"
[position.board]
row = ["smelter-4"]
[player.Orange]
goods = "2 wood, 2 coal"
[[claim]]
moves = ["build smelter-4"]
happens = ["Orange influence +1"]""",
        True,
        [("factory-influence", "each-production"), ("factory-influence", "ignored")],
    ),
    "an action without a step": (
        f"""{FOUR}phase = "action"
area = "market"
[[claim]]
after = ["end action"]
moves = ["use bonus disc"]""",
        False,
        [("bonus-after-withdrawal", "yes"), ("zero-steps", "carried-out")],
    ),
    "a withdrawn action": (
        f"""{FOUR}phase = "choice"
[player.Orange]
discs = ["market"]
[[claim]]
after = ["withdraw market"]
moves = ["use bonus disc"]""",
        False,
        [("bonus-after-withdrawal", "yes")],
    ),
    "the free cog": (
        f"""{FOUR}phase = "action"
area = "market"
[[claim]]
after = ["take cog"]
moves = ["use bonus disc"]""",
        True,
        [("free-cog-ends", "turn")],
    ),
    "a bonus disc in the final market": (
        f"""{THREE}phase = "final-market"
[[claim]]
moves = ["exchange 2 coins > bonus disc"]""",
        False,
        [("final-market-disc", "allowed")],
    ),
    "a patent on what was developed just now": (
        f"""{FOUR}phase = "action"
area = "develop"
[[claim]]
after = ["develop sewing machine", "end action", "use bonus disc"]
moves = ["patent sewing machine"]""",
        True,
        [("develop-or-patent", "turn"), ("patent-same-turn", "later-turn")],
    ),
    "a technical space without its original": (
        f"""{FOUR}phase = "action"
area = "develop"
[player.Orange]
goods = "9 cogs"
[player.Brown]
developed = ["camera"]
[[claim]]
moves = ["develop telephone technical"]""",
        False,
        [("technical-needs", "any-original")],
    ),
    "a coin for a coin": (
        f"""{FOUR}phase = "action"
area = "market"
[[claim]]
moves = ["exchange coin, wood > coin"]""",
        False,
        [("lower-same-kind", "coins"), ("lower-same-kind", "any")],
    ),
    "a fourth factory": (
        f"""{FOUR}phase = "action"
area = "build"
[player.Orange]
goods = "9 wood, 9 coal"
[[claim]]
after = ["build sawmill-1", "build sawmill-2", "build sawmill-3", "end action", "use bonus disc"]
moves = ["build coal-mine-1"]""",
        True,
        [("build-cap", "turn"), ("build-cap", "round")],
    ),
    "a tie for second place": (
        f"""{FOUR}phase = "game-over"
[player.Orange]
patents = 2
[player.Brown]
patents = 1
[player.Green]
patents = 1
[[claim]]
happens = ["Orange points scoring.most-patents = 5", "Green points scoring.most-patents = 0"]""",
        True,
        [("category-ties", "every-tie")],
    ),
    "a tie at nothing": (
        f"""{FOUR}phase = "game-over"
[[claim]]
happens = ["Green points scoring.most-patents = 1"]""",
        True,
        [("zero-ties", "unpaid")],
    ),
    "a coal mine of capacity": (
        f"""{FOUR}phase = "game-over"
[factory.mint-1]
output = "2 coins"
[factory.smelter-4]
output = "1 metal"
influence = 1
[player.Green]
factories = ["mint-1", "smelter-4"]
[[claim]]
happens = ["Green capacity = 4"]""",
        True,
        [("capacity", "cubes-only"), ("capacity", "with-influence")],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "holds", "rests"), RESTS.values(), ids=RESTS)
def test_what_a_judgement_rests_on(text: str, holds: bool, rests: list[tuple[str, str]], judged: Judged) -> None:
    (judgement,) = judged(text)
    assert judgement.holds is holds
    alone = judgement.rests_on.alone
    assert len({rest.ruling for rest in alone}) == len(alone)
    assert [(rest.ruling, reading) for rest in alone for reading in rest.other_readings] == rests
    for ruling, reading in rests:
        (other,) = judged(f'[rulings]\n{ruling} = "{reading}"\n{text}')
        assert other.holds is not holds
        (back,) = [rest.other_readings for rest in other.rests_on.alone if rest.ruling == ruling]
        assert {rest.reading for rest in alone if rest.ruling == ruling} <= {*back}


def test_readings_under_which_the_question_does_not_arise(judged: Judged) -> None:
    position = f'[rulings]\nlower-same-kind = "any"\n{FOUR}phase = "action"\narea = "market"\n'
    (judgement,) = judged(
        f'{position}[[claim]]\nafter = ["exchange wood, metal > metal", "end action"]\nmoves = ["use bonus disc"]\n'
    )
    assert judgement.rests_on.alone == ()
    assert judgement.rests_on.not_asked == (OtherReadings("lower-same-kind", "any", ("never", "coins")),)


def test_readings_under_which_the_position_cannot_be_are_not_asked(read: Read) -> None:
    """With the twenty bonus discs of the box nobody has 21, which says nothing of what would hold then."""
    discs = "[player.Orange]\nbonus_discs = 21\n"
    dispute = read(f'[rulings]\nbonus-supply = "unlimited"\n{FOUR}{discs}{CLAIM}')
    (judgement,) = judge_dispute(dispute)
    assert judgement.holds
    assert (judgement.rests_on.rulings, judgement.rests_on.presets) == ((), ())
    assert judgement.rests_on.not_asked == (OtherReadings("bonus-supply", "unlimited", ("twenty",)),)
    assert judgement.rests_on.presets_not_asked == dispute.game.setting.ruleset.presets
    report = " ".join(dispute_text(dispute, [judgement]).split())
    assert "no open question" not in report
    assert "It would hold under every other reading and preset that allows the position and" in report
    assert "bonus-supply as 'twenty'; the presets default, nl, de and en" in report


def test_a_file_can_choose_its_readings(judged: Judged) -> None:
    text, _, _ = RESTS["a coin for a coin"]
    for line, holds in (
        ("", False),
        ('ruleset = "nl"\n', True),
        ('ruleset = "nl"\n[rulings]\nlower-same-kind = "never"\n', False),
        ('[rulings]\nlower-same-kind = "any"\n', True),
        ('[rulings]\nlower-same-kind = "any"\nbuild-cap = "turn"\n', True),
    ):
        (judgement,) = judged(line + text)
        assert judgement.holds is holds


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "holds"), [("default", False), ("nl", True), ("de", True), ("en", True)])
def test_a_preset_that_is_asked_for_goes_before_what_the_file_says(ruleset: str, holds: bool, judged: Judged) -> None:
    text, _, _ = RESTS["a coin for a coin"]
    for line in (
        "",
        'ruleset = "de"\n',
        '[rulings]\nlower-same-kind = "never"\n',
        '[rulings]\nlower-same-kind = "any"\n',
    ):
        (judgement,) = judged(line + text, ruleset=ruleset)
        assert judgement.holds is holds


def test_a_set_that_is_asked_for_goes_before_what_the_file_says(read: Read) -> None:
    other = read(f"space.car.cogs = 1\n{FOUR}{CLAIM}").state.components
    assert read(f'components = "reconstructed"\n{FOUR}{CLAIM}', components=other).state.components == other


# --- Numbers that nobody states ---------------------------------------------------------------------------------------

PRODUCE = f"""{FOUR}phase = "action"
area = "produce"
[position.board]
display = ["camera-2"]
[player.Orange]
goods = "9 metal, 9 technology, 9 tools, 9 coal"
[player.Green]
developed = ["camera"]
[[claim]]
"""


def unstated(judgement: Judgement) -> tuple[str, ...]:
    """The printed values that nobody states, with their sources."""
    return tuple(map(str, judgement.unstated))


def test_assumed_numbers_are_named(judged: Judged) -> None:
    (judgement,) = judged(f'{PRODUCE}moves = ["produce camera-2"]\n')
    assert unstated(judgement) == (
        "card.camera-2.cost = 2 technology, 1 tool, 1 coal (assumed)".replace(
            "2 technology, 1 tool, 1 coal", "1 coal, 2 technology, 1 tool"
        ),
        "card.camera-2.profit = 3 influence (assumed)",
        "track.signs.3 = coal (assumed)",
        "invention.camera.original.income = 2 influence (assumed)",
        "track.signs.2 = no sign (assumed)",
    )


def test_numbers_of_moves_made_before_are_named_too(judged: Judged) -> None:
    (judgement,) = judged(f'{PRODUCE}after = ["produce camera-2"]\nmoves = ["end action"]\n')
    assert "card.camera-2.profit = 3 influence (assumed)" in unstated(judgement)


def test_numbers_that_are_told_or_stated_are_not_named(judged: Judged) -> None:
    told = 'card.camera-2 = { cost = "2 coal", profit = "4 influence" }\nspace.camera.income = "3 influence"\n'
    (judgement,) = judged(f'{told}{PRODUCE}moves = ["produce camera-2"]\nhappens = ["Orange coal -2"]\n')
    assert judgement.holds
    assert unstated(judgement) == ("track.signs.4 = no sign (assumed)", "track.signs.3 = coal (assumed)")
    (judgement,) = judged(f'{FOUR}phase = "action"\narea = "develop"\n[[claim]]\nmoves = ["patent unplaced"]\n')
    assert [line for line in unstated(judgement) if "patent_square" in line] == []


def test_scores_name_what_they_add_up(judged: Judged) -> None:
    (judgement,) = judged(
        f'{FOUR}[player.Green]\nfactories = ["mint-1"]\n[[claim]]\nhappens = ["Green capacity = 2"]\n'
    )
    assert judgement.holds
    assert unstated(judgement) == ("factory.mint-1.output = 1 coin (assumed)",)


@pytest.mark.parametrize(("reading", "values"), [("twenty", ["bonus_discs = 11 (assumed)"]), ("unlimited", [])])
def test_whether_a_bonus_disc_can_be_bought_rests_on_how_many_there_are(reading: Any, values: list[str]) -> None:
    ruleset, box = Ruleset(bonus_supply=reading), evolve(SET, bonus_discs=11, provenance={})
    state = position(3, phase=Phase.ACTION, area=Area.MARKET, ruleset=ruleset, components=box)
    form = Game.from_state(state).rulebook.disputes
    for move, expected in ((BUY_BONUS_DISC, values), (BUY_COG, [])):
        assert [str(value) for value in form.values_of_verdict(state, judge(state, move))] == expected
    assert list(map(str, form.values_of_quantity(state, "bonus discs in the supply"))) == ["bonus_discs = 11 (assumed)"]


# --- Reports ----------------------------------------------------------------------------------------------------------


def reported(dispute: Dispute) -> str:
    """The report for people."""
    return dispute_text(dispute, judge_dispute(dispute))


def test_a_report_says_what_speaks_for_and_against(read: Read) -> None:
    text = reported(read(f'title = "Two or three?"\n{MARKET}[[claim]]\nmoves = ["exchange 3 coins > cog"]\n'))
    lines = text.splitlines()
    assert lines[0].startswith("Two or three?  (")
    assert lines[1] == "Readings: default. Components: reconstructed."
    assert lines[3:5] == ["Claim 1: exchange 3 coins > cog", "  exchange 3 coins > cog: NOT LEGAL"]
    clause = LAW.clause("market.upper-buy-cog")
    assert f"    broken   {clause.id}: {clause.statement}" in lines
    for edition, cite in clause.cites.items():
        assert f"             {edition}  {cite.section}, “{cite.anchor}”" in lines
    assert lines[-2:] == [
        "  The claim FAILS.",
        "  It rests on no open question: it would fail under every other reading and preset.",
    ]


def test_a_report_says_what_was_measured_and_by_which_clause(read: Read) -> None:
    claim = '[[claim]]\nafter = ["exchange 2 coins > cog"]\nmoves = ["exchange 2 coins > influence"]\n'
    effects = (
        'happens = ["Orange influence +1", "Orange coins +1"]\nhappens_not = ["Orange coins -2", "Brown coins +2"]\n'
    )
    lines = reported(read(f"{MARKET}{claim}{effects}")).splitlines()
    assert lines[4] == "  After: exchange 2 coins > cog"
    assert "  Orange influence +1: true (0 before, 1 after)" in lines
    assert "    by market.middle-influence: 0 to 1" in lines
    assert "  Orange coins +1: not so (2 before, 0 after)" in lines
    assert "  denied: Orange coins -2: true (2 before, 0 after)" in lines
    assert "  denied: Brown coins +2: not so (2 before, 2 after)" in lines


def test_a_report_names_the_clauses_of_quantities_that_follow_from_others(read: Read) -> None:
    claim = '[[claim]]\nmoves = ["take cog"]\nhappens = ["Orange action discs +1"]\n'
    lines = reported(read(f"{MARKET}{claim}")).splitlines()
    (shown,) = (number for number, line in enumerate(lines) if line.startswith("  Orange action discs +1: true"))
    assert lines[shown + 1].startswith("    by execution.disc-returned: ")


def test_a_report_lists_under_each_effect_the_events_of_its_own_player(read: Read) -> None:
    """Brown produces a gramophone for 6 coins, whose technical space pays Green 2 coins and whose original Red 1."""
    text = f"""[position]
players = {json.dumps(NAMES)}
phase = "action"
area = "produce"
to_move = "Brown"
[position.board]
display = "gramophone-2"
[player.Brown]
goods = "coal, metal, technology, tool"
[player.Green]
goods = "3 coins"
developed = "gramophone technical"
[player.Red]
goods = "4 coins"
developed = "gramophone"
[[claim]]
moves = ["produce gramophone-2"]
happens = ["Green coins +2", "Brown coins +6", "Red coins +1", "Red influence +1"]
"""
    lines = reported(read(text)).splitlines()
    first = next(number for number, line in enumerate(lines) if "Green coins" in line)
    assert lines[first : first + 7] == [
        "  Green coins +2: true (3 before, 5 after)",
        "    by income.right-number: 3 to 5",
        "  Brown coins +6: true (0 before, 6 after)",
        "    by produce.profit-goods: 0 to 6",
        "  Red coins +1: not so (4 before, 4 after)",
        "  Red influence +1: true (0 before, 1 after)",
        "    by income.right-number: 0 to 1",
    ]


def test_a_report_says_who_wins_and_why(read: Read) -> None:
    claim = '[player.Green]\ninfluence = 30\n[[claim]]\nwinners = ["Brown", "Green"]\nexpect = "holds"\n'
    lines = reported(read(f"{FOUR}{claim}")).splitlines()
    assert any(line.startswith("  Green: 33 = 30 scoring.track + 1 scoring.most-patents (patents 0)") for line in lines)
    assert "  winners = Brown and Green: not so" in lines
    assert "  Winner, if the game ended here: Green" in lines
    assert "  The claim FAILS. UNEXPECTED: expected that it holds." in lines


def test_a_report_says_what_rests_on_a_ruling(read: Read) -> None:
    text, _, _ = RESTS["the free cog"]
    lines = reported(read(text)).splitlines()
    assert "  It rests on the ruling free-cog-ends, read as 'action' (sureness high)." in lines
    assert "    Read as 'turn' it would fail: The turn. No bonus disc may follow." in lines


def test_a_report_says_when_nothing_permits_a_move(read: Read) -> None:
    lines = reported(read(f'{FOUR}phase = "placement"\n[[claim]]\nmoves = ["end turn"]\n')).splitlines()
    assert "    against  No clause permits it at this moment; these would at another:" in lines
    assert any(line.startswith("    not now  execution.turn-over, when an action is over: ") for line in lines)


def test_lines_of_reports_are_not_long() -> None:
    for path in EXAMPLES[:12]:
        text = reported(read_dispute(path)).replace(str(path), path.name)
        assert max(map(len, text.splitlines())) <= 120


def test_programs_are_told_the_rest(read: Read) -> None:
    text, _, _ = RESTS["the free cog"]
    dispute = read(text)
    (judgement,) = judge_dispute(dispute)
    data = json.loads(json.dumps(dispute_data(dispute, [judgement])))
    assert to_data(judgement) == data["claims"][0]
    assert to_data([judgement, judgement]) == data["claims"] * 2
    assert (data["title"], data["names"]) == ("quarrel", list(NAMES[:4]))
    setting = from_json(json.dumps(data["setting"]), Setting)
    assert setting == dispute.game.setting
    (claim,) = data["claims"]
    assert claim["after"] == ["take cog"]
    assert claim["rests_on"] == [{"ruling": "free-cog-ends", "reading": "action", "other_readings": ["turn"]}]
    (move,) = claim["moves"]
    assert move["move"] == "use bonus disc"
    assert from_json(json.dumps(move["verdict"]), Verdict, setting=setting) == judgement.verdicts[0][1]


def test_programs_are_told_every_field_of_a_claim(read: Read) -> None:
    """Green withdraws a disc and uses a bonus disc after it, which German allows, the only preset that is asked.

    For the coin that was exchanged for coins before is not possible where that is forbidden.
    """
    turns = ["resolve market", "exchange 2 coins > coin", "end action", "end turn"]
    turns += ["resolve market", "end action", "end turn"]
    text = f"""[rulings]
lower-same-kind = "any"
{THREE}phase = "choice"
to_move = "Green"
[player.Green]
goods = "2 coins"
discs = ["market", "buy"]
[player.Orange]
discs = ["market"]
[[claim]]
claim = "Green may"
after = {[*turns, "withdraw buy"]}
moves = ["Green: use bonus disc"]
expect = "holds"
expect_clauses = ["bonus.must-hold"]
"""
    dispute = read(text)
    data = json.loads(json.dumps(dispute_data(dispute, judge_dispute(dispute))))
    [claim] = data["claims"]
    del claim["moves"][0]["verdict"]
    assert claim == {
        "claim": "Green may",
        "holds": False,
        "expected": "holds",
        "stands": False,
        "surprises": ["expected that it holds", "expected the clause bonus.must-hold to decide"],
        "problems": [],
        "fails_at": 1,
        "passed_over": [],
        "after": [*turns, "withdraw buy"],
        "moves": [{"move": "Green: use bonus disc"}],
        "effects": [],
        "claimed_winners": None,
        "score": None,
        "due": None,
        "rests_on": [{"ruling": "bonus-after-withdrawal", "reading": "no", "other_readings": ["yes"]}],
        "rests_together_on": [],
        "taken": None,
        "moments": [],
        "not_now": [],
        "only_for_now": False,
        "outstanding": [],
        "unsaid": [],
        "rests_on_numbers": [],
        "rests_later_on": [],
        "presets_later": [],
        "presets_otherwise": ["de"],
        "open_on": [],
        "other_readings_asked": True,
        "not_asked": [{"ruling": "lower-same-kind", "reading": "any", "other_readings": ["never"]}],
        "presets_not_asked": ["default"],
        "unstated_numbers": [],
    }


def test_programs_are_told_scores_and_what_contradicts_the_rulebooks(read: Read) -> None:
    claim = '[player.Green]\ninfluence = 30\n[card.light-bulb-1]\ncost = "2 wood"\n[[claim]]\nwinners = ["Brown"]\n'
    dispute = read(f"{FOUR}{claim}")
    data = json.loads(json.dumps(dispute_data(dispute, judge_dispute(dispute))))
    (wooden,) = (problem for problem in data["disagreements"] if problem["clause"] == "components.no-wood")
    assert wooden["text"].startswith("card light-bulb-1 costs 2 wood")
    (claim,) = data["claims"]
    assert (claim["claimed_winners"], claim["score"]["winners"], claim["score"]["totals"]) == ([1], [2], [3, 3, 33, 3])
    assert {"seat": 2, "clause": "scoring.track", "points": 30, "basis": ""} in claim["score"]["lines"]


# --- Files that cannot be used ----------------------------------------------------------------------------------------

ALONE = "[[claim]]\n"

BROKEN: dict[str, tuple[str, list[str]]] = {
    "nothing": ("", ["position.players missing", "claim missing"]),
    "no players": (f"[position]\nround = 1\n{CLAIM}", ["position.players missing"]),
    "no claim": (FOUR, ["claim missing"]),
    "claims without any": (f"claim = []\n{FOUR}", ["claim missing"]),
    "claim in single brackets": (f"{FOUR}[claim]\n", ["claim wrong-type"]),
    "another game": (f"game = 'era-of-invention'\n{FOUR}{CLAIM}junk = 1\n", ["game unknown-word"]),
    "a game that is a number": (f"game = 3\n{FOUR}{CLAIM}junk = 1\n", ["game wrong-type"]),
    "two players": (
        f'[position]\nplayers = ["Orange", "Brown"]\nround = 0\n{CLAIM}',
        ["position.players too-short [setup.player-counts]", "position.round out-of-range [scoring.last-round]"],
    ),
    "six players": (
        f'[position]\nplayers = ["A", "B", "C", "D", "E", "F"]\n{CLAIM}',
        ["position.players too-long [setup.player-counts]"],
    ),
    "two players in one text": (
        f'[position]\nplayers = "Orange, orange"\n{CLAIM}',
        ["position.players too-short [setup.player-counts]", "position.players[2] duplicate"],
    ),
    "players without names": (
        f'[position]\nplayers = ["Orange", 2, "", " Green", "orange"]\n{CLAIM}',
        [
            "position.players[2] wrong-type",
            "position.players[3] malformed",
            "position.players[4] malformed",
            "position.players[5] duplicate",
        ],
    ),
    "position is a number": (f"position = 3\n{CLAIM}", ["position wrong-type", "position.players missing"]),
    "player is a number": (f"player = 3\n{FOUR}{CLAIM}", ["player wrong-type"]),
    "unknown player": (
        f"{FOUR}[player.Gren]\ninfluence = 3\n{CLAIM}",
        ["player.Gren unknown-key"],
    ),
    "unknown keys": (
        f"{FOUR}[position.board]\nloads = {{ ship = 1 }}\n[player.Green]\ncoins = 3\n[card.telephone-1]\ncots = 1\n"
        "[space.car]\ncost = 3\n[factory.mint-1]\nid = 'x'\n[rulings]\ncapacty = 'all'\n"
        f"{CLAIM}expects = 'holds'\n[colours]\n",
        [
            "rulings.capacty unknown-key",
            "space.car.cost unknown-key",
            "card.telephone-1.cots unknown-key",
            "factory.mint-1.id unknown-key",
            "player.Green.coins unknown-key",
            "position.board.loads.ship unknown-word",
            "claim[1].expects unknown-key",
            "colours unknown-key",
        ],
    ),
    "control characters": (
        f'title = \'Who\t?\'\ncomponents = "a\\u009b31m"\n{FOUR}[[claim]]\nclaim = "a\\u001b[31m"\n'
        "winners = 'Green'\n",
        ["components malformed", "claim[1].claim malformed"],
    ),
    "unknown things": (
        f"[card.telefone-1]\n[card.zzz]\n[factory.mint]\n[space.telefone]\n{FOUR}{CLAIM}",
        [
            "space.telefone unknown-key",
            "card.telefone-1 unknown-key",
            "card.zzz unknown-key",
            "factory.mint unknown-key",
        ],
    ),
    "wrong types": (
        f"title = 1\nruleset = 2\nrulings = 3\ncomponents = 4\ncard = 5\n{FOUR}round = '1'\nboard = 6\nphase = 7\n"
        "to_move = 8\n[player.Green]\ngoods = 9\ndeveloped = 10\ninfluence = 1.5\n"
        "[[claim]]\nclaim = 1\nafter = 2\nmoves = 3\nlegal = 4\nhappens = [5]\nexpect = true\nwinners = 6\n",
        [
            "title wrong-type",
            "ruleset wrong-type",
            "rulings wrong-type",
            "components wrong-type",
            "card wrong-type",
            "position.phase wrong-type",
            "player.Green.goods wrong-type",
            "player.Green.influence wrong-type [influence.pawn-position]",
            "player.Green.developed wrong-type",
            "position.to_move out-of-range",
            "position.board wrong-type",
            "claim[1].after wrong-type",
            "claim[1].moves wrong-type",
            "claim[1].claim wrong-type",
            "claim[1].expect wrong-type",
            "claim[1].legal wrong-type",
            "claim[1].happens[1] wrong-type",
            "claim[1].winners wrong-type",
        ],
    ),
    "numbers out of bounds": (
        f"{FOUR}round = 9\n[position.board]\nloads = {{ wood-ship = -1 }}\n[player.Green]\ninfluence = -1\n"
        f"bonus_discs = -2\npatents = 7\nbuilt_this_round = -1\n[card.telephone-fake]\nquestion_marks = 21\n{CLAIM}",
        [
            "card.telephone-fake.question_marks out-of-range",
            "player.Green.influence out-of-range [influence.pawn-position]",
            "player.Green.bonus_discs out-of-range [bonus.must-hold]",
            "player.Green.built_this_round out-of-range",
            "position.round out-of-range [scoring.last-round]",
            "position.board.loads.wood-ship out-of-range [buy.whole-load]",
        ],
    ),
    "goods": (
        f"{FOUR}[player.Orange]\ngoods = '3 gems'\n[player.Brown]\ngoods = '2 coins, -1 wood'\n"
        f"[player.Green]\ngoods = '65536 coins'\n[player.Yellow]\ngoods = '1 coin, 2 coins'\n"
        f"[card.telephone-1]\ncost = '1 influence'\nprofit = '21 influence'\n{CLAIM}",
        [
            "card.telephone-1.cost malformed",
            "card.telephone-1.profit malformed",
            "player.Orange.goods unknown-word",
            "player.Brown.goods out-of-range",
            "player.Green.goods out-of-range",
            "player.Yellow.goods duplicate",
        ],
    ),
    "words of a position": (
        f"ruleset = 'nll'\ncomponents = 'ours'\n{FOUR}phase = 'acting'\nto_move = 'Gren'\nstart = 'Pink'\n"
        "[position.board]\ndisplay = ['light-bulb-9', 'light-bulb-1', 'light-bulb-1']\n"
        "row = ['a', 'b', 'c', 'd', 'e', 'f']\n"
        "discards = ['zzz']\nremoved = ['light-bulb-2', 'camera-1']\ndeck = ['light-bulb-2', 'light-bulb-2']\n"
        "[player.Green]\ndeveloped = ['telefone', 'zzz']\ndiscs = ['bild']\nfactories = ['mint']\n"
        f"{CLAIM}",
        [
            "ruleset unknown-word",
            "components unknown-word",
            "position.phase unknown-word",
            "position.start unknown-word",
            "player.Green.developed[1] unknown-word",
            "player.Green.developed[2] unknown-word",
            "player.Green.factories[1] unknown-word",
            "player.Green.discs[1] unknown-word",
            "position.to_move unknown-word",
            "position.board.row too-long",
            "position.board.display[1] unknown-word",
            "position.board.display[3] duplicate",
            "position.board.deck[2] duplicate",
            "position.board.discards[1] unknown-word",
            "position.board.removed impossible [refresh.start-cards-removed]",
        ],
    ),
    "an area outside an action": (
        f'{FOUR}phase = "placement"\narea = "market"\n{CLAIM}',
        ["position.area inconsistent"],
    ),
    "an action of no area": (
        f'{FOUR}phase = "action"\n{CLAIM}',
        ["position.area missing"],
    ),
    "more than a setup has": (
        f'{FOUR}phase = "setup"\nround = 2\n[position.board]\nrow = ["mint-1"]\n{CLAIM}',
        ["position.phase impossible [setup.round-one]"],
    ),
    "unknown reading": (
        f"[rulings]\nbuild-cap = 'turns'\nfinal-tie = 3\n{FOUR}{CLAIM}",
        ["rulings.build-cap unknown-word", "rulings.final-tie wrong-type"],
    ),
    "claims of nothing": (
        f"{FOUR}{ALONE}{ALONE}claim = 'x'\nafter = ['place buy']\n{ALONE}moves = []\nwinners = []\n",
        ["claim[1] missing", "claim[2] missing", "claim[3].winners too-short", "claim[3] missing"],
    ),
    "contradictory claims": (
        f"{FOUR}{CLAIM}legal = true\n"
        "[[claim]]\nmoves = ['place buy']\nlegal = false\nhappens = ['round = 1']\nhappens_not = ['round = 1']\n"
        "winners = ['Green']\n",
        [
            "claim[1].legal inconsistent",
            "claim[2].happens inconsistent",
            "claim[2].happens_not inconsistent",
            "claim[2].winners inconsistent",
        ],
    ),
    "words of a claim": (
        f"{FOUR}{CLAIM}winners = ['Green', 'Gren']\nexpect = 'hold'\n"
        "expect_clauses = ['execution.own-disk', 'zzz']\nexpect_rulings = ['capacty', 'zzz']\n",
        [
            "claim[1].expect unknown-word",
            "claim[1].winners[2] unknown-word",
            "claim[1].expect_clauses[1] unknown-word",
            "claim[1].expect_clauses[2] unknown-word",
            "claim[1].expect_rulings[1] unknown-word",
            "claim[1].expect_rulings[2] unknown-word",
        ],
    ),
    "moves": (
        f"{FOUR}[[claim]]\nafter = ['plac buy']\nmoves = ['produce telefone-1', 'Gren: end turn', 'Green:', 3]\n",
        [
            "claim[1].after[1] malformed",
            "claim[1].moves[4] wrong-type",
            "claim[1].moves[1] malformed",
            "claim[1].moves[2] malformed",
            "claim[1].moves[3] malformed",
        ],
    ),
    "lists with entries that are no texts": (
        f"{FOUR}[[claim]]\nafter = ['place buy', {{}}, 'place nowhere']\nmoves = [3, 'place nowhere']\n"
        "happens = [true, 'round = 1', [], 'Gren coins +1']\nwinners = [0, 'Green', 'Gren']\n"
        "expect_clauses = [1, 'zzz']\nexpect_rulings = [1, 2, 'zzz']\nabout = [['bonus.cap'], 'zzz']\n",
        [
            "claim[1].after[2] wrong-type",
            "claim[1].after[3] malformed",
            "claim[1].moves[1] wrong-type",
            "claim[1].moves[2] malformed",
            "claim[1].happens[1] wrong-type",
            "claim[1].happens[3] wrong-type",
            "claim[1].happens[4] malformed",
            "claim[1].winners[1] wrong-type",
            "claim[1].winners[3] unknown-word",
            "claim[1].expect_clauses[1] wrong-type",
            "claim[1].expect_clauses[2] unknown-word",
            "claim[1].expect_rulings[1] wrong-type",
            "claim[1].expect_rulings[2] wrong-type",
            "claim[1].expect_rulings[3] unknown-word",
            "claim[1].about[1] wrong-type",
            "claim[1].about[2] unknown-word",
        ],
    ),
    "effects": (
        FOUR + "[[claim]]\nhappens = ['Green coins', 'Green gems +1', 'Green cosins +1', 'Gren coins +1', 'coins +1', "
        "'Green coins = many', 'round = 1.5', 'phase = market', 'phase +1', 'start player = Gren', '']\n",
        [
            "claim[1].happens[1] malformed",
            "claim[1].happens[2] malformed",
            "claim[1].happens[3] malformed",
            "claim[1].happens[4] malformed",
            "claim[1].happens[5] malformed",
            "claim[1].happens[6] malformed",
            "claim[1].happens[7] malformed",
            "claim[1].happens[8] malformed",
            "claim[1].happens[9] malformed",
            "claim[1].happens[10] malformed",
            "claim[1].happens[11] malformed",
        ],
    ),
}


TOO_MANY = {
    "claims": (FOUR + CLAIM * 101, "claim: has 101 entries; expected at most 100"),
    "moves": (
        f"{FOUR}[[claim]]\nmoves = {['take cog'] * 301}\n",
        "claim[1].moves: has 301 entries; expected at most 300",
    ),
    "moves before": (
        f"{FOUR}{CLAIM}after = {['take cog'] * 301}\n",
        "claim[1].after: has 301 entries; expected at most 300",
    ),
    "effects": (
        f"{FOUR}[[claim]]\nhappens = {['Green coins +1'] * 51}\n",
        "claim[1].happens: has 51 entries; expected at most 50",
    ),
    "players": (f"[position]\nplayers = {['x'] * 1001}\n", "position.players: has 1001 entries; expected at most 1000"),
}


@pytest.mark.parametrize(("text", "line"), TOO_MANY.values(), ids=TOO_MANY)
def test_more_than_anybody_quarrels_about_is_refused(text: str, line: str, problems: Problems) -> None:
    assert problems(text) == [line]


def test_of_very_many_problems_a_hundred_are_told(problems: Problems) -> None:
    told = problems(FOUR + CLAIM + "".join(f"zzz{number} = 1\n" for number in range(150)))
    assert [line.partition(":")[0] for line in told[:100]] == [f"claim[1].zzz{number}" for number in range(100)]
    assert told[100:] == ["and 50 more problems"]


@pytest.mark.parametrize(("text", "expected"), BROKEN.values(), ids=BROKEN)
def test_everything_that_is_wrong_is_reported_at_once(text: str, expected: list[str], read: Read) -> None:
    found = [one for one in problems_in(read, text) if one.place != "position, as far as it can be read"]
    assert sorted(map(place_and_code, found)) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        (f"game = 'era-of-invention'\n{FOUR}{CLAIM}", "'era-of-invention'", "'era-of-inventions'"),
        (f"[player.Gren]\n{FOUR}{CLAIM}", "Gren", "'Green'"),
        (f"[rulings]\ncapacty = 'all'\n{FOUR}{CLAIM}", "capacty", "'capacity'"),
        (f"[card.telefone-1]\n{FOUR}{CLAIM}", "telefone-1", "'telephone-1'"),
        (f"[card.sawmill-1]\n{FOUR}{CLAIM}", "sawmill-1", "[factory.sawmill-1]"),
        (f"{FOUR}to_move = 'Gren'\n{CLAIM}", "'Gren'", "'Green'"),
        (f"{FOUR}[[claim]]\nmoves = ['plac buy']\n", "'plac'", "'place'"),
        (f"{FOUR}[[claim]]\nhappens = ['Green coyns +1']\n", "'coyns'", "'coins'"),
        (f"{FOUR}{CLAIM}about = ['execution.own-disk']\n", "'execution.own-disk'", "'execution.own-disc'"),
    ],
)
def test_a_word_that_is_not_known_is_shown_with_the_nearest(
    text: str, word: str, meant: str, problems: Problems
) -> None:
    (problem,) = problems(text)
    _, shown, rest = problem.partition(word)
    assert shown
    assert meant in rest


def test_a_broken_component_file_is_told_of_with_its_own_name(read: Read, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('name = "ours"\nsource = "assumed"\n', encoding="utf-8")
    for name in ("ours.toml", "none.toml"):
        with pytest.raises(FileError) as caught:
            read(f'components = "{name}"\n{FOUR}{CLAIM}happens_not = ["Green coinss +1"]\n')
        *of_components, of_claim = caught.value.problems
        assert {problem.place for problem in of_components} == {"components"}
        assert all(problem.message.startswith(f"{tmp_path / name}: ") for problem in of_components)
        assert of_claim.place == "claim[1].happens_not[1]"


def test_a_template_of_components_is_told_once_not_to_be_filled_in(read: Read, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(ERA.components.template(), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read(f'components = "ours.toml"\n{FOUR}{CLAIM}')
    assert list(map(place_and_code, caught.value.problems)) == ["components unfilled"]


def test_a_position_about_which_nothing_is_claimed_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(f"{FOUR}round = 3\n", encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_dispute(path)
    assert list(map(place_and_code, caught.value.problems)) == ["claim missing"]
    dispute = disputes.read_dispute(path, ERA, claimless=True)
    assert dispute.claims == ()
    assert dispute.state == parse_dispute(f"{FOUR}round = 3\n{CLAIM}").state


SECRET = 'my_password = "swordfish"'


@pytest.mark.parametrize(
    "name", ["../secret.toml", "below/../../secret.toml", "{folder}/secret.toml", "link.toml", "far/secret.toml"]
)
def test_components_lie_beside_a_dispute_or_below(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text(SECRET, encoding="utf-8")
    ours = tmp_path / "ours"
    (ours / "below").mkdir(parents=True)
    (ours / "link.toml").symlink_to(tmp_path / "secret.toml")
    (ours / "far").symlink_to(tmp_path)
    path = ours / "quarrel.toml"
    path.write_text(f'components = "{name.format(folder=tmp_path)}"\n{FOUR}{CLAIM}', encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_dispute(path)
    assert list(map(place_and_code, caught.value.problems)) == ["components unreadable"]
    assert "password" not in str(caught.value)


def test_components_below_a_dispute_are_read(read: Read, tmp_path: Path) -> None:
    shipped = ROOT / "era_of_inventions" / "data" / "components" / "reconstructed.toml"
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "ours.toml").write_bytes(shipped.read_bytes())
    (tmp_path / "link.toml").symlink_to(tmp_path / "sets" / "ours.toml")
    for name in ("sets/ours.toml", "./sets/ours.toml", "link.toml"):
        assert read(f'components = "{name}"\n{FOUR}{CLAIM}').game.setting.components == SET


# --- Positions that cannot occur --------------------------------------------------------------------------------------

ORIGINALS = list(SET.inventions)
MANY = json.dumps([*ORIGINALS, "car technical"])
IMPOSSIBLE: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "three discs on an area": (
        FOUR + "".join(f"[player.{name}]\ndiscs = ['market']\n" for name in NAMES[1:4]),
        [("placement.two-per-area", "'exchange market' holds 3")],
    ),
    "three discs of a player": (
        f"{FOUR}[player.Green]\ndiscs = ['build', 'buy', 'goods']\n",
        [("placement.own-discs", "Green has 3 action discs")],
    ),
    "nobody has discs left to place": (
        f"{FOUR}[player.Orange]\ndiscs = ['build', 'buy']\n",
        [("placement.next-to-place", "Orange is to place a disc")],
    ),
    "no disc to resolve": (f'{FOUR}phase = "choice"\n', [("execution.own-disc", "Orange is to resolve a disc")]),
    "discs after the game": (
        f'{FOUR}phase = "game-over"\n[player.Green]\ndiscs = ["build"]\n',
        [("execution.round-ends", "Green has action discs on the board")],
    ),
    "sixteen markers": (
        f"{FOUR}[player.Green]\npatents = 6\ndeveloped = {MANY}\npatented = {json.dumps(ORIGINALS[:6])}\n",
        [("develop.marker-needed", "Green has 16 markers")],
    ),
    "a technical without its original": (
        f"{FOUR}[player.Green]\ndeveloped = ['car technical']\n",
        [("develop.original-first", "car technical is developed")],
    ),
    "two owners of a space": (
        f"{FOUR}[player.Green]\ndeveloped = ['car']\n[player.Orange]\ndeveloped = ['car']\n",
        [("develop.space-once", "car carries markers of Orange, Green")],
    ),
    "a patent on a space of nobody": (
        f"{FOUR}[player.Green]\npatents = 1\npatented = ['car']\n",
        [("patents.own-only", "Green has a patent on car")],
    ),
    "a patent that was not registered": (
        f"{FOUR}[player.Green]\ndeveloped = ['car']\npatents = 0\npatented = ['car']\n",
        [("patents.marker-placed", "Green has patent markers on 1 inventions")],
    ),
    "developed, but by nobody": (
        f"{FOUR}phase = 'action'\narea = 'buy'\n[position.board]\ndeveloped_this_round = ['car']\n",
        [("develop.cards-brought", "car was developed this round")],
    ),
    "a card twice": (
        f"{FOUR}[position.board]\ndisplay = ['light-bulb-1']\ndiscards = ['light-bulb-1']\n",
        [("produce.to-open-discard", "light-bulb-1 is among the discards and on display space 1")],
    ),
    "a card nowhere": (
        f"{FOUR}[position.board]\ndeck = ['car-1', 'car-2']\n[player.Green]\ndeveloped = ['car']\n",
        [("refresh.start-cards-removed", "car-fake is nowhere")],
    ),
    "a card before its time": (
        f"{FOUR}[position.board]\ndisplay = ['car-1']\n",
        [("setup.cards-in-play", "the card car-1 is in play")],
    ),
    "a factory twice": (
        f"{FOUR}[position.board]\nrow = ['mint-1']\n[player.Green]\nfactories = ['mint-1']\n",
        [("build.owned-face-up", "mint-1 is on space 1 of the row and owned by Green")],
    ),
    "two owners of a factory": (
        f"{FOUR}[player.Orange]\nfactories = ['mint-1']\n[player.Green]\nfactories = ['mint-1']\n",
        [("build.owned-face-up", "mint-1 is owned by Orange and owned by Green")],
    ),
    "a factory nowhere": (
        f"{FOUR}[position.board]\nrow = ['mint-1']\nfactory_deck = {json.dumps(FACTORIES[:18] + FACTORIES[20:])}\n",
        [("build.owned-face-up", "mint-2 is nowhere")],
    ),
    "too many bonus discs": (
        f"{FOUR}[player.Green]\nbonus_discs = 6\n",
        [("components.bonus-discs", "21 bonus discs are in use")],
    ),
    "more goods than the box holds": (
        f"[rulings]\ngoods-supply = 'limited'\n{FOUR}[player.Green]\ngoods = '40 wood'\n",
        [("supply.general-supply", "47 wood are in play")],
    ),
    "several at once": (
        f"{FOUR}[player.Orange]\npatents = 1\npatented = ['car']\n[player.Green]\n"
        "developed = ['car technical']\nbonus_discs = 6\n",
        [
            ("develop.original-first", "car technical"),
            ("patents.own-only", "Orange has a patent"),
            ("components.bonus-discs", "21 bonus discs"),
        ],
    ),
}


@pytest.mark.parametrize(("text", "reasons"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_positions_that_cannot_occur_are_refused_with_every_reason(
    text: str, reasons: list[tuple[str, str]], problems: Problems
) -> None:
    found = problems(text + CLAIM)
    assert len(found) == len(reasons)
    for clause, words in reasons:
        (line,) = (line for line in found if words in line)
        assert re.match(r"(position|player\.(Orange|Brown|Green|Yellow))(\.\w+)*: ", line)
        assert f" [{clause}]" in line


def test_what_is_impossible_is_told_with_its_key_and_the_readings_that_allow_it(problems: Problems) -> None:
    marker = '[player.Green]\ndeveloped = ["telephone"]\npatented = ["telephone"]\npatents = 0\n'
    (line,) = problems(FOUR + marker + CLAIM)
    assert line.startswith("player.Green.patented: ")
    (line,) = problems(f"{FOUR}[player.Green]\nbonus_discs = 30\n{CLAIM}")
    assert "bonus-supply = 'unlimited'" in line.partition("]")[2]


def test_where_goods_and_discs_are_not_limited_they_are_not_counted(read: Read) -> None:
    assert read(f"{FOUR}[player.Green]\ngoods = '999 wood'\n{CLAIM}").state.players[2].goods == 999
    text = f"[rulings]\nbonus-supply = 'unlimited'\n{FOUR}[player.Green]\nbonus_discs = 30\n{CLAIM}"
    assert read(text).state.players[2].bonus_discs == 30


def test_an_impossible_position_does_not_hide_other_mistakes(problems: Problems) -> None:
    impossible = "[player.Green]\ndeveloped = ['car technical']\n"
    position, claim = problems(f"{FOUR}{impossible}[[claim]]\nhappens = ['round']\n")
    assert position.endswith("[develop.original-first]")
    assert claim.startswith("claim[1].happens[1]: ")
    typo, position = problems(f"{FOUR}color = 'red'\n{impossible}{CLAIM}")
    assert typo.startswith("position.color: ")
    assert position.startswith("position, as far as it can be read: car technical")


# --- Any file at all --------------------------------------------------------------------------------------------------

TEXTS = [path.read_text(encoding="utf-8") for path in EXAMPLES]
MOVES = [
    "end action",
    "end turn",
    "use bonus disc",
    "Green: run start",
    "run all",
    "exchange 2 coins > cog",
    "take cog",
]
MOVES += ["produce telephone-1", "develop car", "patent unplaced", "build mint-1", "buy tool-ship", "place market"]
MOVES += ["reveal light-bulb-1", "reveal factory mint-1", "withdraw market", "resolve market", "Brown: end turn"]
VOCABULARY = [*MOVES, *CARDS[::5], *FACTORIES[::6], *NAMES, *MEASURED, "placement", "choice", "action", "market"]
VOCABULARY += [
    "telephone",
    "car technical",
    "2 coins",
    "999 wood",
    "-1 coal",
    "Green coins +1",
    "round = 3",
    "holds",
    "nl",
]
VOCABULARY += ["reconstructed", "none.toml", "", "-", "game-over", "final-market", "setup", "\n", "\x1b[31m"]

scalars = st.one_of(
    st.sampled_from(VOCABULARY),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.booleans(),
    st.integers(-2, 30) | st.integers(),
    st.floats(),
    st.dates() | st.datetimes() | st.times(),
)
keys = st.sampled_from(
    [*OTHERS, *POSITION, *BOARD, *PLAYER, "moves", "happens", "winners", "expect", *NAMES, "x", "\n"]
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3), max_leaves=6
)


def dump(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{dump(key)} = {dump(entry)}' for key, entry in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(dump, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value).lower()


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested tables and lists: the table or list, and the key."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in list(entries):
        yield value, key
        yield from places(entry)


GOODS = ["2 coins", "1 wood", "9 metal, 9 technology, 9 tools, 9 coal", "999 cogs", "nothing", "3 influence"]
EFFECTS = [f"{what} {change}" for what in MEASURED for change in ("+1", "-2", "= 3")]
KINDS = [MOVES, CARDS, FACTORIES, list(NAMES), [*SET.inventions, "car technical"], GOODS, EFFECTS, ["holds", "fails"]]
KINDS += [["placement", "choice", "action", "game-over", "final-market", "setup"], [a.name.lower() for a in Area]]


def like(value: Any) -> st.SearchStrategy[Any]:
    """Values of the same kind, which may well be understood."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(0, 9)
    if isinstance(value, str):
        kinds = [kind for kind in KINDS if value in kind or any(value.split()[:1] == word.split()[:1] for word in kind)]
        return st.sampled_from([word for kind in kinds for word in kind] or VOCABULARY)
    return values


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """An example with some values changed, some keys left out, and some added."""
    table = tomllib.loads(draw(st.sampled_from(TEXTS)))
    for _ in range(draw(st.integers(1, 3))):
        inside, key = draw(st.sampled_from(list(places(table)) or [(table, "x")]))
        change = draw(st.sampled_from(["like", "like", "like", "put", "drop", "add", "repeat"]))
        if change == "like" and key in (inside if isinstance(inside, dict) else range(len(inside))):
            inside[key] = draw(like(inside[key]))
        elif change == "put":
            inside[key] = draw(values)
        elif change == "drop":
            inside.pop(key, None) if isinstance(inside, dict) else inside.pop(key)
        elif change == "repeat" and isinstance(inside, list):
            inside.insert(key, copy.deepcopy(inside[key]))
        elif isinstance(inside, dict):
            inside[draw(keys)] = draw(values)
        else:
            inside.append(draw(values))
    return "\n".join(f"{dump(key)} = {dump(value)}" for key, value in table.items())


def run(data: bytes, folder: Path, *options: str) -> int:
    """Judge a file of these bytes: there is an answer, a complaint, or a report with claims that are unusable."""
    path = folder / "any.toml"
    path.write_bytes(data)
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = cli.main(["judge", *options, str(path)])
    if status == cli.UNUSABLE and "--json" in options:
        assert err.getvalue() == ""
        report = json.loads(out.getvalue())
        claims = [claim for dispute in report["disputes"] for claim in dispute["claims"]]
        assert bool(report["errors"]) != any(claim["problems"] for claim in claims)
    elif status == cli.UNUSABLE:
        if "--brief" in options:
            assert err.getvalue()
            assert (": unusable" in out.getvalue()) is bool(out.getvalue())
        else:
            assert bool(out.getvalue()) is not bool(err.getvalue())
            assert ("CANNOT BE JUDGED" in out.getvalue()) is bool(out.getvalue())
        for line in err.getvalue().splitlines():
            assert re.match(r".*(any|none|reconstructed)\.toml: \S", line)
    else:
        assert status in (cli.HOLDS, cli.FAILS)
        assert err.getvalue() == ""
        assert out.getvalue()
        if "--json" in options:
            report = json.loads(out.getvalue())
            assert report["errors"] == []
            disputes = report["disputes"]
            stands = [claim["stands"] for dispute in disputes for claim in dispute["claims"]]
            assert (status == cli.HOLDS) is all(stands)
    return status


@pytest.mark.slow
@given(mutants(), st.sampled_from([(), ("--json",), ("--brief",), ("--ruleset", "de")]))
def test_any_changed_example_is_judged_or_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str, options: tuple[str, ...]
) -> None:
    tomllib.loads(text)
    run(text.encode(), tmp_path_factory.getbasetemp(), *options)


@pytest.mark.slow
@given(st.sampled_from(TEXTS), st.data())
def test_any_cut_example_is_judged_or_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject
) -> None:
    whole = text.encode()
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, len(whole)))
    slip = data.draw(st.binary(max_size=3) | st.sampled_from([b"[", b"]", b'"', b"\n", b"=", b"[[claim]]\n"]))
    run(whole[:start] + slip + whole[stop:], tmp_path_factory.getbasetemp())


@pytest.mark.slow
def test_changed_examples_are_of_all_kinds(tmp_path: Path) -> None:
    """The mutants above reach every exit status, so that what they assert is put to the test."""
    rng = random.Random(1)
    seen = set()
    for text in TEXTS[::3]:
        table = tomllib.loads(text)
        claim = table["claim"][0]
        for change in ("none", "turn", "junk"):
            changed = copy.deepcopy(table)
            if change == "turn":
                changed["claim"][0]["expect"] = "fails" if claim["expect"] == "holds" else "holds"
            elif change == "junk":
                changed["claim"][0][rng.choice(["moves", "happens", "junk"])] = 3
            dumped = "\n".join(f"{dump(key)} = {dump(value)}" for key, value in changed.items())
            status = run(dumped.encode(), tmp_path)
            assert status == {"none": cli.HOLDS, "turn": cli.FAILS, "junk": cli.UNUSABLE}[change]
            seen.add(status)
    assert seen == {0, 1, 2}


def test_a_file_with_too_many_moves_is_judged_and_says_what_was_not_asked(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under other readings every move is judged again, which would take minutes for a file of hostile length."""
    claims = '[[claim]]\nmoves = ["place buy"]\n' * 3
    asked: list[int] = []
    monkeypatch.setattr(Budget, "spend", lambda _, moves: asked.append(moves))
    judge_dispute(dispute_of(read, claims))
    monkeypatch.undo()
    monkeypatch.setattr(claims_module, "Budget", lambda: Budget(moves=sum(asked) - 1))
    judgements = judge_dispute(dispute_of(read, claims))
    assert [judgement.holds for judgement in judgements] == [True] * 3
    whole = [judgement.rests_on.asked for judgement in judgements]
    assert whole == [True, True, False]
    text = dispute_text(dispute_of(read, claims), judgements)
    assert text.count("was not asked") == 1
    report = dispute_data(dispute_of(read, claims), judgements)
    assert [claim["other_readings_asked"] for claim in report["claims"]] == whole


def dispute_of(read: Read, claims: str) -> Dispute:
    return read(f"{FOUR}{claims}")


TIED = """
[position]
players = ["Ann", "Bob", "Cem"]
phase = "game-over"
[player.Ann]
influence = 25
developed = ["telephone"]
[player.Bob]
influence = 20
developed = ["car", "camera"]
[player.Cem]
influence = 11
[[claim]]
winners = ["Bob"]
"""


def test_a_claim_about_the_winners_tells_what_was_compared(read: Read) -> None:
    """Ann and Bob have as many points; Bob has developed more."""
    dispute = read(TIED)
    (judgement,) = judge_dispute(dispute)
    assert judgement.holds
    assert judgement.score is not None
    totals = judgement.score.totals
    assert totals[0] == totals[1] > totals[2]
    first, second = judgement.score.decided_by
    assert (first.clause, [seat for seat, _ in first.numbers]) == ("scoring.winners", [0, 1, 2])
    assert (second.clause, second.numbers) == ("scoring.inventions-developed", ((1, 2), (0, 1)))
    assert "    by scoring.inventions-developed: Bob 2, Ann 1" in dispute_text(dispute, (judgement,))


# --- Every position can be told ---------------------------------------------------------------------------------------


def told(state: State) -> str:
    """The text of a dispute that tells everything of a position."""
    description = described(state, NAMES[: len(state.players)])
    outline, of = description.outline, description.of
    turn, *before = of["turn"]
    turn["board"] = of["board"][0].pop("removed")
    lines = ["[position]", f"players = {json.dumps(NAMES[: len(state.players)])}", f'start = "{NAMES[state.start]}"']
    removed = [CARDS[card] for card in members(turn.pop("board"))]
    lines += outline.parts["turn"].lines.show_table(turn, {})
    for action in before:
        lines += ["[[position.before]]", *outline.parts["turn"].lines.show_table(action, {})]
    fresh = described(Game(len(state.players)).new(), NAMES[: len(state.players)]).of["board"][0]
    loads = {"loads": of["board"][0].pop("loads")}
    board = [*outline.parts["board"].lines.show_table({**of["board"][0], "deck": state.board.deck}, {})]
    board += outline.parts["board"].lines.show_table(loads, fresh)
    lines += ["[position.board]", f"removed = {json.dumps(removed)}", *board]
    for name, values in zip(NAMES, of["players"], strict=False):
        lines += [f"[player.{name}]", *outline.parts["players"].lines.show_table(values, {})]
    return "\n".join((*lines, CLAIM))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_position_of_a_game_can_be_told(players: int, read: Read) -> None:
    phases = set()
    for state, _ in list(Script(Game(players), seed=players, plies=500).steps())[::11]:
        assert read(told(state)).state == state
        phases.add(state.turn.phase)
    assert phases >= {Phase.PLACEMENT, Phase.ACTION, Phase.BONUS_OFFER}


# --- What people write ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "usual"),
    [
        ("place C", "place buy"),
        ("PLACE produce", "place produce"),
        ("put disc on E", "place market"),
        ("trade 2 gold for a cog", "exchange 2 coins > cog"),
        ("swap 2 coins > bonus token", "exchange 2 coins > bonus disc"),
        ("exchange gear > victory point", "exchange cog > influence"),
        ("develop silver phone", "develop telephone technical"),
        ("develop golden steam engine", "develop steam train"),
        ("develop naaimachine", "develop sewing machine"),
        ("produce fake telephone with metal", "produce telephone-fake with metal"),
        ("register patent on plane", "patent airplane"),
        ("buy wood ship", "buy wood-ship"),
        ("pass", "end turn"),
        ("bonus disc", "use bonus disc"),
        ("green: decline trade", "Green: withdraw market"),
        ("build sawmill-1, mint-2; done", "build sawmill-1|build mint-2|end action"),
    ],
)
def test_other_words_are_understood_and_the_usual_ones_are_written(said: str, usual: str, read: Read) -> None:
    (claim,) = read(f"{FOUR}[[claim]]\nmoves = ['{said}']\n").claims
    assert "|".join(step.text for step in claim.moves) == usual


@pytest.mark.parametrize(
    ("said", "usual"),
    [
        ("GREEN Gold +1", "Green coins +1"),
        ("Green victory points = 3", "Green influence = 3"),
        ("Green marker on silver phone +1", "Green marker on telephone technical +1"),
        ("Phase = Final Market", "phase = final-market"),
        ("place of fake phone = Discard Pile", "place of telephone-fake = discards"),
        ("place of sawmill 1 = green factories", "place of sawmill-1 = Green factories"),
    ],
)
def test_other_words_of_effects_are_understood(said: str, usual: str, read: Read) -> None:
    (claim,) = read(f"{FOUR}[[claim]]\nhappens = ['{said}']\n").claims
    assert [effect.text for effect in claim.happens] == [usual]


def test_a_text_alone_stands_for_a_list(read: Read) -> None:
    listed = read(
        f"{FOUR}[[claim]]\nmoves = ['place market; place build']\nhappens = ['round = 1']\nwinners = ['Green']\n"
    )
    four = '[position]\nplayers = "Orange, Brown, Green, Yellow"\n'
    alone = read(f"{four}[[claim]]\nmoves = 'place market; place build'\nhappens = 'round = 1'\nwinners = 'Green'\n")
    assert (alone.names, alone.state, alone.claims) == (listed.names, listed.state, listed.claims)


def test_areas_and_players_may_be_written_in_any_case(read: Read) -> None:
    state = read(f'{FOUR}area = "D"\nto_move = "green"\n[player.GREEN]\nstock = "3 gold"\n{CLAIM}').state
    assert (state.turn.phase, state.turn.area, state.turn.seat) == (Phase.ACTION, Area.PRODUCE, 2)
    assert state.players[2].goods == 3 << 80


def test_a_player_or_a_key_is_told_once(problems: Problems) -> None:
    assert problems(f"{FOUR}to_move = 'Green'\nplayer = 'Green'\n[player.Green]\n[player.green]\n{CLAIM}") == [
        "position.to_move: means the same as 'player'; expected only one of them",
        "player.green: means the same as 'Green'; expected only one of them",
    ]


# --- Where things lie, and what fails ---------------------------------------------------------------------------------

AT_PRODUCE = FOUR + 'area = "produce"\n[position.board]\ndisplay = ["light-bulb-1", "pocket-watch-1"]\n'
STOPS, OFFER = ["end action", "end turn"], ["end action", "use bonus disc"]
RICH = '[player.Orange]\ngoods = "9 metal, 9 technology, 9 tools, 9 coal, 9 coins"\n'


def test_what_lies_nowhere_waits_or_has_left_the_game(judged: Judged) -> None:
    board = '[position.board]\ndisplay = ["pocket-watch-1"]\nremoved = ["light-bulb-1"]\n'
    places = {"light-bulb-1": "removed", "telephone-1": "waiting", "pocket-watch-1": "display", "camera-1": "deck"}
    claims = [f"place of {card} = {place}" for card, place in places.items()]
    board += 'developed_this_round = ["telephone"]\n[player.Brown]\ndeveloped = ["telephone", "camera"]\n'
    (judgement,) = judged(f"{FOUR}{board}[[claim]]\nhappens = {claims}\n")
    assert [one.after for one in judgement.measured] == [*places.values()]


def test_action_discs_are_those_beside_the_board(judged: Judged) -> None:
    position = f'{FOUR}phase = "choice"\nto_move = "Brown"\n[player.Brown]\ndiscs = ["market", "goods"]\n'
    claims = ('happens = ["Brown action discs = 0"]', 'moves = ["withdraw goods"]\nhappens = ["Brown action discs +1"]')
    assert all(one.holds for one in judged(position + "".join(f"[[claim]]\n{claim}\n" for claim in claims)))


def test_patents_are_as_many_as_the_markers(judged: Judged) -> None:
    player = '[player.Brown]\ndeveloped = ["telephone", "camera"]\npatented = ["telephone", "camera"]\n'
    (judgement,) = judged(f'{FOUR}{player}[[claim]]\nhappens = ["Brown patents = 2"]\n')
    assert judgement.holds


def test_where_a_card_lies_can_be_claimed(judged: Judged) -> None:
    claims = '[[claim]]\nmoves = ["produce light-bulb-1"]\nhappens = ["place of light-bulb-1 = discards"]\n'
    (judgement,) = judged(f"{AT_PRODUCE}{RICH}{claims}")
    assert judgement.holds
    assert [(one.before, one.after) for one in judgement.measured] == [("display", "discards")]


def test_what_comes_later_is_told_where_it_could_bring_what_is_claimed(judged: Judged) -> None:
    """The refresh is not over before cards are turned up, and a game is not before its end."""
    last = f'{FOUR}round = 2\narea = "market"\nto_move = "Brown"\nstart = "Green"\n'
    claims = (
        'moves = ["end action", "end turn"]\nhappens = ["round = 3"]',
        'moves = ["end action", "end turn"]\nhappens = ["round = 4"]',
        'moves = ["end action", "end turn"]\nhappens_not = ["round = 3"]',
        'moves = ["end action"]\nhappens = ["round = 2"]',
        'winners = ["Orange"]',
    )
    refresh, never, first, known, winners = judged(last + "".join(f"[[claim]]\n{claim}\n" for claim in claims))
    assert (refresh.result, refresh.due) == ("open", Due(None, ("reveal",)))
    assert str(refresh.due) == "first chance decides: 'reveal'"
    assert (never.result, never.due) == ("fails", Due(None, ("reveal",)))
    assert (first.result, first.due) == ("holds", Due(None, ("reveal",)))
    assert (known.holds, known.due) == (True, None)
    assert winners.due is not None
    assert winners.due.seat == NAMES.index("Brown")


@pytest.mark.parametrize(
    ("area", "moves", "holds", "made", "passed_over"),
    [
        ("goods", ["run all", "end action", "end turn"], True, ["run all", "end turn"], ["end action"]),
        ("market", ["exchange 2 coins > cog", "end turn"], True, ["exchange 2 coins > cog", *STOPS], []),
        ("market", ["exchange 2 coins > cog", "pass"], True, ["exchange 2 coins > cog", *STOPS], []),
        ("market", ["exchange 2 coins > cog", "use bonus disc"], True, ["exchange 2 coins > cog", *OFFER], []),
        ("goods", ["run all", "end turn", "end turn"], False, ["run all", "end turn", "end turn"], []),
        ("goods", ["run all", "use bonus disc", "end turn"], False, ["run all", "use bonus disc", "end turn"], []),
        ("goods", ["run all; end turn", "Green: end turn"], False, ["run all", "end turn", "Green: end turn"], []),
        ("goods", ["end turn"], False, ["end turn"], []),
        ("market", ["end turn"], False, ["end turn"], []),
    ],
)
def test_that_somebody_stops_goes_without_saying(
    area: str, moves: list[str], holds: bool, made: list[str], passed_over: list[str], judged: Judged
) -> None:
    """Unless the claim is about that alone."""
    (judgement,) = judged(f'{FOUR}area = "{area}"\nto_move = "Brown"\n[[claim]]\nmoves = {moves}\n')
    assert judgement.holds is holds
    assert [step.text for step, _ in judgement.verdicts] == made
    assert [step.text for step in judgement.passed_over] == passed_over


def test_in_the_final_market_a_player_stops_for_nobody_else(judged: Judged) -> None:
    market = f'{FOUR}phase = "final-market"\nto_move = "Orange"\n'
    claim = 'moves = ["exchange 2 coins > cog", "end turn", "Brown: exchange 2 coins > cog"]\n'
    (judgement,) = judged(f"{market}[[claim]]\n{claim}happens = ['Brown cogs +1']\n")
    assert judgement.holds
    assert [step.text for step in judgement.passed_over] == ["end turn"]


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ('moves = ["run all", "end action"]\nlegal = false', True),
        ('moves = ["end turn"]\nlegal = false', True),
        ('moves = ["exchange 2 coins > cog", "use bonus disc"]\nlegal = false', False),
        ('moves = ["exchange 2 coins > cog", "use bonus disc"]\nfails_at = 2', True),
        ('moves = ["end turn"]\nhappens = ["Brown wood +0"]', True),
        ('after = ["run all", "end action"]\nmoves = ["end turn"]', True),
        ('after = ["run all"]\nmoves = ["end action"]\nhappens = ["Brown wood +0"]', True),
    ],
)
def test_whether_somebody_may_stop_can_be_claimed(claim: str, holds: bool, judged: Judged) -> None:
    area = "market" if "exchange" in claim else "goods"
    (judgement,) = judged(f'{FOUR}area = "{area}"\nto_move = "Brown"\n[[claim]]\n{claim}\n')
    assert judgement.holds is holds


def test_a_claim_about_reasons_is_told_which_are_others(read: Read) -> None:
    claim = 'moves = ["produce telephone-1"]\nforbidden_by = ["fakes.own-original"]\n'
    dispute = read(f"{AT_PRODUCE}[[claim]]\n{claim}")
    (judgement,) = judge_dispute(dispute)
    report = " ".join(dispute_text(dispute, (judgement,)).split())
    (displayed_only,) = judgement.forbidden_by
    assert f"also forbidden by {displayed_only.id}" in report
    assert "not forbidden by fakes.own-original" in report


def test_moves_that_are_not_understood_count_for_the_one_that_fails(problems: Problems) -> None:
    (problem,) = problems(f'{FOUR}[[claim]]\nmoves = ["place moon", "end turn"]\nfails_at = 2\n')
    assert problem.startswith("claim[1].moves[1]")


@pytest.mark.parametrize(
    ("claimed", "holds"),
    [
        ("legal = false", True),
        ("fails_at = 2", True),
        ("fails_at = 1", False),
        ('forbidden_by = ["produce.displayed-only"]', True),
        ("forbidden_by = []", False),
        ('forbidden_by = ["produce.displayed-only", "produce.must-afford"]', False),
        ('fails_at = 2\nforbidden_by = ["produce.displayed-only"]', True),
    ],
)
def test_which_move_fails_and_by_what_can_be_claimed(claimed: str, holds: bool, read: Read) -> None:
    moves = 'moves = ["produce light-bulb-1", "produce light-bulb-1", "end action"]\n'
    dispute = read(f"{AT_PRODUCE}{RICH}[[claim]]\n{moves}{claimed}\n")
    (judgement,) = judge_dispute(dispute)
    assert (judgement.holds, judgement.fails_at) == (holds, 2)
    assert "Of the 3 moves, number 2 is not legal." in dispute_text(dispute, (judgement,))


@pytest.mark.parametrize(
    ("claimed", "problem"),
    [
        ("fails_at = 3", "claim[1].fails_at out-of-range"),
        ('legal = true\nforbidden_by = ["produce.action"]', "claim[1].legal inconsistent"),
        ('forbidden_by = ["produce.acton"]', "claim[1].forbidden_by[1] unknown-word"),
        ('fails_at = 1\nhappens = ["round = 1"]', "claim[1].happens inconsistent"),
    ],
)
def test_what_cannot_be_claimed_of_a_failure(claimed: str, problem: str, read: Read) -> None:
    found = problems_in(read, f'{FOUR}[[claim]]\nmoves = ["place buy", "place buy"]\n{claimed}\n')
    assert list(map(place_and_code, found)) == [problem]


# --- The middle of a turn ---------------------------------------------------------------------------------------------


def test_what_an_action_has_done_counts_for_the_round_too(read: Read) -> None:
    said = 'area = "build"\nto_move = "Green"\nbuilt = 2\n[player.Green]\nfactories = "mint-1, mint-2"\n'
    green = read(f"{FOUR}{said}{CLAIM}").state.players[2]
    assert green.built_this_round == 2


def test_a_position_in_a_bonus_action(judged: Judged) -> None:
    said = 'phase = "bonus-action"\nto_move = "Green"\n[[position.before]]\narea = "market"\nexchanges = "barter"\n'
    claims = '[[claim]]\nmoves = ["take cog"]\n[[claim]]\nmoves = ["run all"]\nfails_at = 1\n'
    state_claims = judged(f"{FOUR}{said}{claims}")
    assert not any(judgement.problems for judgement in state_claims)


# --- One claim that cannot be used, and texts -------------------------------------------------------------------------

MIXED = f'{FOUR}[[claim]]\nmoves = ["place buy"]\n[[claim]]\nmoves = ["plaice buy"]\n[[claim]]\nmoves = ["place a"]\n'


def test_a_claim_that_cannot_be_used_does_not_lose_the_others(
    judged: Judged, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judgements = judged(MIXED)
    assert [judgement.result for judgement in judgements] == ["holds", "unusable", "holds"]
    assert [place_and_code(problem) for problem in judgements[1].problems] == ["claim[2].moves[1] malformed"]
    assert cli.main(["judge", "--brief", str(tmp_path / "quarrel.toml")]) == cli.UNUSABLE
    assert [line[:3] for line in capsys.readouterr().out.splitlines()] == ["ok ", "NOT", "ok "]
    assert cli.main(["judge", "--json", str(tmp_path / "quarrel.toml")]) == cli.UNUSABLE
    (dispute,) = json.loads(capsys.readouterr().out)["disputes"]
    codes = [[problem["code"] for problem in claim["problems"]] for claim in dispute["claims"]]
    assert codes == [[], ["malformed"], []]


def test_a_text_is_judged_without_a_file(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    dispute = read(MIXED)
    monkeypatch.setattr(Path, "open", lambda *_, **__: pytest.fail("a file was opened"))
    parsed = parse_dispute(MIXED)
    assert (parsed.state, parsed.claims) == (dispute.state, dispute.claims)
    assert parse_dispute(MIXED.encode()) == parsed
    with pytest.raises(FileError) as caught:
        parse_dispute(f'components = "ours.toml"\n{MIXED}')
    assert place_and_code(caught.value.problems[0]) == "components unreadable"


def test_the_standard_input_is_judged(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    stream = io.TextIOWrapper(io.BytesIO(f'{FOUR}[[claim]]\nmoves = ["place buy"]\n'.encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert cli.main(["judge", "--brief", "-"]) == cli.HOLDS
    assert capsys.readouterr().out.startswith("ok ")
