"""The position of a dispute: what its file says, and what it does not say and is as dealt."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good, count
from era_of_inventions.moves import PlaceDisc, Resolve, RevealCard, RevealFactory
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.tabletop.disputes import Dispute, parse_dispute
from era_of_inventions.tabletop.play.setting import described
from era_of_inventions.tabletop.values import Mask, members
from era_of_inventions.tabletop.values.declared import key_of
from era_of_inventions.tabletop.values.lines import Lines
from era_of_inventions.testing import Script
from tests.support.disputes import CARDS, CLAIM, FACTORIES, FOUR, NAMES, SET, START_CARDS, Judged, Problems, Read


def ids(things: Mask[Any], known: list[str]) -> list[str]:
    """The ids of what is in a set."""
    return [known[index] for index in members(things)]


def path_ids(path: tuple[int, ...], known: list[str]) -> list[str]:
    """The ids on a path, with ``-`` for an open space."""
    return ["-" if index == EMPTY else known[index] for index in path]


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
    "patent_square": ("", "[patent_square.3]\ncoins = 9\n", lambda d: d.state.components.patent_squares[2].coins, 9),
    "load": ("", '[load.tool-ship]\ngood = "coal"\n', lambda d: d.state.components.sources[6].good, Good.COAL),
    "track": ("", '[track.signs]\n12 = "tool"\n', lambda d: d.state.components.sign_on.get(12), Good.TOOL),
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
        f"{FOUR}phase = 'placement'\n[player.Orange]\ndiscs = ['build', 'buy']\n",
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
        f"{FOUR}[position.board]\ndeck = ['car-1', 'car-2']\ndiscards = []\n[player.Green]\ndeveloped = ['car']\n",
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
        f"{FOUR}[position.board]\nrow = ['mint-1']\nfactory_deck = {json.dumps(FACTORIES[:18] + FACTORIES[20:])}\n"
        "factory_discards = []\n",
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


@pytest.mark.repeats
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


def in_toml(lines: Lines, values: Mapping[str, Any], base: Mapping[str, Any]) -> Iterator[str]:
    """The keys of a TOML table for the values that differ from those in ``base``, each with the text of a line."""
    specs = {field.name: field.spec for field in lines.fields}
    for name in values:
        for entry in lines.show({name: values[name]}, base):
            yield f"{key_of(specs[name])} = {json.dumps(entry.removeprefix(specs[name].words).strip())}"


def told(state: State) -> str:
    """The text of a dispute that tells everything of a position."""
    description = described(state, NAMES[: len(state.players)])
    outline, of = description.outline, description.of
    turn, *before = of["turn"]
    turn["board"] = of["board"][0].pop("removed")
    lines = ["[position]", f"players = {json.dumps(NAMES[: len(state.players)])}", f'start = "{NAMES[state.start]}"']
    removed = [CARDS[card] for card in members(turn.pop("board"))]
    lines += in_toml(outline.parts["turn"].lines, turn, {})
    for action in before:
        lines += ["[[position.before]]", *in_toml(outline.parts["turn"].lines, action, {})]
    fresh = described(Game(len(state.players)).new(), NAMES[: len(state.players)]).of["board"][0]
    loads = {"loads": of["board"][0].pop("loads")}
    board = [*in_toml(outline.parts["board"].lines, {**of["board"][0], "deck": state.board.deck}, {})]
    board += in_toml(outline.parts["board"].lines, loads, fresh)
    lines += ["[position.board]", f"removed = {json.dumps(removed)}", *board]
    for name, values in zip(NAMES, of["players"], strict=False):
        lines += [f"[player.{name}]", *in_toml(outline.parts["players"].lines, values, {})]
    return "\n".join((*lines, CLAIM))


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_position_of_a_game_can_be_told(players: int, read: Read) -> None:
    phases = set()
    for state, _ in list(Script(Game(players), seed=players, plies=500).steps())[::11]:
        assert read(told(state)).state == state
        phases.add(state.turn.phase)
    assert phases >= {Phase.PLACEMENT, Phase.ACTION, Phase.BONUS_OFFER}


def test_areas_and_players_may_be_written_in_any_case(read: Read) -> None:
    state = read(f'{FOUR}area = "D"\nto_move = "green"\n[player.GREEN]\nstock = "3 gold"\n{CLAIM}').state
    assert (state.turn.phase, state.turn.area, state.turn.seat) == (Phase.ACTION, Area.PRODUCE, 2)
    assert state.players[2].goods == 3 << 80


def test_a_player_or_a_key_is_told_once(problems: Problems) -> None:
    assert problems(f"{FOUR}to_move = 'Green'\nplayer = 'Green'\n[player.Green]\n[player.green]\n{CLAIM}") == [
        "position.to_move: means the same as 'player'; expected only one of them",
        "player.green: means the same as 'Green'; expected only one of them",
    ]


def test_action_discs_are_those_beside_the_board(judged: Judged) -> None:
    position = f'{FOUR}phase = "choice"\nto_move = "Brown"\n[player.Brown]\ndiscs = ["market", "goods"]\n'
    claims = ('happens = ["Brown action discs = 0"]', 'moves = ["withdraw goods"]\nhappens = ["Brown action discs +1"]')
    assert all(one.holds for one in judged(position + "".join(f"[[claim]]\n{claim}\n" for claim in claims)))


def test_patents_are_as_many_as_the_markers(judged: Judged) -> None:
    player = '[player.Brown]\ndeveloped = ["telephone", "camera"]\npatented = ["telephone", "camera"]\n'
    (judgement,) = judged(f'{FOUR}{player}[[claim]]\nhappens = ["Brown patents = 2"]\n')
    assert judgement.holds


def test_what_lies_nowhere_waits_or_has_left_the_game(judged: Judged) -> None:
    board = '[position.board]\ndisplay = ["pocket-watch-1"]\nremoved = ["light-bulb-1"]\n'
    places = {"light-bulb-1": "removed", "telephone-1": "waiting", "pocket-watch-1": "display", "camera-1": "deck"}
    claims = [f"place of {card} = {place}" for card, place in places.items()]
    board += 'developed_this_round = ["telephone"]\n[player.Brown]\ndeveloped = ["telephone", "camera"]\n'
    (judgement,) = judged(f"{FOUR}{board}[[claim]]\nhappens = {claims}\n")
    assert [one.after for one in judgement.measured] == [*places.values()]


def test_what_an_action_has_done_counts_for_the_round_too(read: Read) -> None:
    said = 'area = "build"\nto_move = "Green"\nbuilt = 2\n[player.Green]\nfactories = "mint-1, mint-2"\n'
    green = read(f"{FOUR}{said}{CLAIM}").state.players[2]
    assert green.built_this_round == 2


@pytest.mark.parametrize("area", ["", "nothing", "nowhere"])
def test_an_action_of_no_area_is_refused(problems: Problems, area: str) -> None:
    (problem,) = problems(f"{FOUR}phase = 'action'\narea = '{area}'\n{CLAIM}")
    assert problem.startswith("position.area: ")


def test_a_position_in_a_bonus_action(judged: Judged) -> None:
    said = 'phase = "bonus-action"\nto_move = "Green"\n[[position.before]]\narea = "market"\nexchanges = "barter"\n'
    claims = '[[claim]]\nmoves = ["take cog"]\n[[claim]]\nmoves = ["run all"]\nfails_at = 1\n'
    state_claims = judged(f"{FOUR}{said}{claims}")
    assert not any(judgement.problems for judgement in state_claims)


@pytest.mark.guest
@pytest.mark.parametrize(
    ("game", "stated", "mover", "active"),
    [
        ("oh-my-goods", 'stage = "sunset"\nactive_player = "Bob"', 1, 1),
        ("oh-my-goods", 'stage = "sunrise"\nto_move = "Cem"', 2, 2),
        ("oh-my-goods", 'stage = "production"\nactive_player = "Bob"', 1, 1),
        ("oh-my-goods", 'stage = "production"\nactive_player = "Bob"\nto_move = "Anna"', 0, 1),
        ("oh-my-goods", 'active_player = "Cem"', 2, 2),
        ("phoenicia", 'stage = "workers"\nactive_player = "Bob"', 1, 1),
        ("phoenicia", 'stage = "bidding"\nput_up = "fort"\nplayer = "Cem"\nactive_player = "Bob"', 2, 1),
        ("phoenicia", 'stage = "refill"\ndue = 1\nOverlord = "Cem"', 2, 2),
    ],
)
def test_whose_turn_it_is_follows_from_who_is_active(game: str, stated: str, mover: int, active: int) -> None:
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{stated}\n'
    state = parse_dispute(text, claimless=True).state
    assert (state.turn.seat, getattr(state, "active", None) or getattr(state.turn, "active", 0)) == (mover, active)
