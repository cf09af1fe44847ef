"""Pictures of Phoenicia: each number, owner and mark is where it belongs, and nothing hidden is on them."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import phoenicia
import pytest
from hypothesis import given, settings
from phoenicia.box import ACTIVITIES
from phoenicia.pictures import PARTS, PICTURES, svg, text
from phoenicia.pictures.panels import SYMBOLS
from phoenicia.position import Player, Purpose, Stage, State
from phoenicia.rulebook import PHOENICIA
from phoenicia_tables import CARDS, FACES, SET, Has, card, hand, named, play, played, table, values

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.cli.converting import save_record
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.pictures.characters import cells
from era_of_inventions.tabletop.pictures.frame import MARK_WORDS
from era_of_inventions.tabletop.pictures.palette import SCHEMES
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.records import Record
from era_of_inventions.tabletop.testing.strategies import Strategies
from era_of_inventions.tabletop.values import evolve, members
from tests.support.drawings import (
    classed,
    keeps_to_its_room,
    marks_drawn,
    marks_follow,
    marks_written,
    overlaps_nothing,
    things,
    with_sources,
    words,
)

FILE = tomllib.loads((Path(phoenicia.__file__).parent / "data/components/reconstructed.toml").read_text())
PRINTED = {entry["id"]: entry for entry in FILE["card"]}
TILES = {entry["id"]: entry for entry in FILE["tile"]}
NAMES = ("Anne", "Bo", "Carl", "Dora", "Emil")
STRATEGIES = Strategies(PHOENICIA)
ANY = STRATEGIES.reachable_states(rulesets=STRATEGIES.rulesets())
"""Positions of any game with the reconstructed components."""
SOME = settings(max_examples=1 + settings().max_examples // 4)
PLACES = [(seed, share) for seed in (0, 1, 2, 3) for share in (0.02, 0.4, 0.8, 1)]
ASSUMED = ("refugees", "unnamed-three", "tradefleet", "city-walls", "port")
"""Cards of which nothing is known but the set, and the names of four."""
SHOWN = ("minimum", "pp", "vp", "storehouses", "untrained", "trained", "opens", "improves", "treasury", "training",
         "sells_points")  # fmt: skip


def value(entry: Any, default: Any = 0) -> Any:
    """A value of the component file, whether or not it has a source of its own."""
    return default if entry is None else entry["value"] if isinstance(entry, dict) else entry


def source(entry: Any) -> str:
    return str(entry["source"]) if isinstance(entry, dict) else "assumed"


@cache
def game(seed: int) -> tuple[State, ...]:
    return tuple(step.after for step in played(seed))


def reached(seed: int, share: float) -> State:
    """A position of a random game with 2 + ``seed`` players, after a share of its moves."""
    states = game(seed)
    return states[min(int(share * len(states)), len(states) - 1)]


def drawing(state: State, *parts: str, **options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(svg(state, parts=parts or PARTS, **options))


def plain(told: str) -> str:
    return re.sub("[*°]", "", told)


def amounts(told: list[str]) -> list[tuple[str, str]]:
    """Symbols with the numbers before them."""
    return [(name, number) for number, name in pairwise(told) if name.startswith("[") and number.isdecimal()]


def lines(state: State, *parts: str, **options: Any) -> list[str]:
    """The lines of a text without its marks, wide enough that none is wrapped."""
    return plain(text(state, parts=parts or PARTS, width=400, **options)).splitlines()


def stated(state: State, **other: str) -> State:
    """The position with a set all of whose values are stated, except those with another source."""
    return with_sources(state, other.items())


def printed_on(id_: str) -> list[str]:
    """What a card says by the file, in the words of a text, without the minimum bid."""
    entry = PRINTED[id_]
    told = [f"set {value(entry['set'])}{value(entry['type'])}" + ("" if "title" in entry else ", name not known")]
    for key, word in (("pp", "PP"), ("vp", "VP"), ("storehouses", "storehouse"), ("untrained", "worker"),
                      ("trained", "trained worker")):  # fmt: skip
        if number := value(entry.get(key)):
            told.append(f"{number} {word}{'s' * (number > 1 and word.islower())}")
    for key in ("opens", "improves", "treasury"):
        told += [f"{key} {value(entry[key])}"] if key in entry else []
    told += [f"training for {value(entry['training'])}"] if "training" in entry else []
    told += ["sells points"] if "sells_points" in entry else []
    for discount in FILE["discount"]:
        if discount["of"] == id_:
            steps = [str(value(discount[key])) for key in ("first", "second", "third") if key in discount]
            told.append(f"takes {', '.join(steps)} off {discount['on']}")
    return told


def worth(cards: Any) -> str:
    """The values of production cards as they are told."""
    counts = Counter(SET.money.face_of[index] for index in members(cards))
    return ", ".join(f"{counts[face]} {FACES[face]}" for face in range(4) if counts[face])


# --- The middle -----------------------------------------------------------------------


@SOME
@given(ANY)
def test_the_display_tells_what_the_cards_show(state: State) -> None:
    drawn = [plain(word) for word in things(drawing(state, "display"))]
    expected = named(state.table.display)
    told = lines(state, "display")
    for id_, number in expected.items():
        minimum = f"minimum bid {value(PRINTED[id_]['minimum'])}"
        at = drawn.index(f"{number} {id_}")
        first, *rest = printed_on(id_)
        assert drawn[at + 1 : at + 3] == [first, minimum]
        up = ["put up"] if state.turn.kind == card(id_) else []
        assert f"  {number} {id_}: {', '.join([first, *up, minimum, *rest])}" in told
    titles = [f"{number} {id_}" for id_, number in expected.items()]
    assert [word for word in drawn if re.fullmatch(r"\d+ [a-z-]+", word)] == titles


@SOME
@given(ANY)
def test_what_is_still_to_come_is_counted(state: State) -> None:
    left: Counter[int] = Counter()
    for entry, number in zip(FILE["card"], state.table.deck, strict=True):
        left[value(entry["set"])] += number
    discards = worth(state.table.discards.known)
    sets = ", ".join(f"set {number}: {left[number]} to come" for number in (1, 2, 3, 4))
    discarded = f"discard pile {len(members(state.table.discards.known))}{discards and f' ({discards})'}"
    cards = f"production cards: pile {state.table.pile.size}, {discarded}"
    drawn = plain(" ".join(words(drawing(state, "display"))))
    for expected in (sets, cards):
        assert f"  {expected}" in lines(state, "display")
        assert expected in drawn


@SOME
@given(ANY)
def test_the_tracks_have_the_points_of_each_player(state: State) -> None:
    names = NAMES[: len(state.players)]
    root = drawing(state, "tracks", names=names)
    drawn = things(root)
    starts = [drawn.index(name) for name in names]
    for player, name, at, end in zip(state.players, names, starts, [*starts[1:], len(drawn)], strict=True):
        assert amounts(drawn[at:end]) == [("[vp]", str(player.vp)), ("[pp]", str(player.pp))]
        line = next(line for line in lines(state, "tracks", names=names) if line.startswith(f"  {name} "))
        assert line.split()[1:] == [str(player.vp), "VP", str(player.pp), "PP"]
    for style, points in (("au", [p.vp for p in state.players]), ("ag", [p.pp for p in state.players])):
        long = [float(bar.get("width", "")) for bar in classed(root, "rect", style)]
        assert long == pytest.approx([5 * min(number, 40) for number in points])


# --- The turn -------------------------------------------------------------------------

AUCTION = table(Has("6, 6"), Has("5, 6"), Has("4"), stage=Stage.OFFER, display="fort, dyer")


def test_an_auction_tells_the_card_the_bid_and_who_holds_it() -> None:
    opening = play(AUCTION, "put up fort")
    bidding = play(opening, "bid 8", "bid 9", "pass")
    paying = play(bidding, "pass")
    for state, told, untold in (
        (opening, ("fort is put up, minimum bid 7", "no bid yet", "bidding: Anne, Bo, Carl"), "holds"),
        (bidding, ("fort is put up, minimum bid 7", "Bo holds the bid of 9", "bidding: Anne, Bo"), "Carl,"),
        (paying, ("fort is put up, minimum bid 7", "Bo has won it for 9", "for the card", "9 to pay"), "holds"),
    ):
        drawn = [plain(word) for word in words(drawing(state, "turn", names=NAMES[:3]))]
        written = lines(state, "turn", names=NAMES[:3])
        for line in told:
            assert line in drawn
            assert f"  {line}" in written
        assert untold not in " ".join(drawn[:-1])
    assert "au" in str(svg(opening, parts=("display",)))
    marked = [rect.get("class") for rect in classed(drawing(opening, "display"), "rect", "au")]
    assert len(marked) == 1
    assert not any("is put up" in line for line in lines(AUCTION, "turn"))


def test_the_bid_that_has_won_stays_whatever_is_still_owed() -> None:
    """Two Dyers take 7 off a bid of 15 for the Dye House, and the first card another 5."""
    bidders = table(Has("6", cards="2 dyer"), Has("5, 6", cards="2 dyer"), stage=Stage.OFFER, display="dye-house")
    won = play(bidders, "put up dye-house", "bid 14")
    paying = play(won, "bid 15", "pass")
    for state, owed in ((paying, 8), (play(paying, "pay five"), 3)):
        told = lines(state, "turn", names=NAMES[:2])
        assert "  Bo has won it for 15" in told
        assert f"  {owed} to pay" in told
        drawn = [plain(word) for word in words(drawing(state, "turn", names=NAMES[:2]))]
        assert {"Bo has won it for 15", f"{owed} to pay"} <= {*drawn}


def test_a_payment_tells_what_for() -> None:
    paying = table(Has("6", trained=1), stage=Stage.PAYMENT, purpose=Purpose.EMPLOYMENT, place=1, owed=5, bid=8)
    assert "  for employment (farming)" in lines(paying, "turn")
    moving = table(Has("6"), stage=Stage.PAYMENT, purpose=Purpose.MOVE, origin=0, place=1, owed=5)
    assert "  for move (hunting to farming)" in lines(moving, "turn")
    assert "  2 cards to go" in lines(table(Has("6, 6, 5, 4"), stage=Stage.LIMITS, due=2), "turn")
    for told in (lines(paying, "turn"), [f"  {word}" for word in words(drawing(paying, "turn"))]):
        assert "  5 to pay" in told
    over = evolve(paying, turn=evolve(paying.turn, owed=-1))
    assert "  1 too much so far" in lines(over, "turn")


def test_every_stage_has_its_words() -> None:
    state = reached(2, 0.4)
    told = {text(evolve(state, turn=evolve(state.turn, stage=stage)), parts=("turn",)) for stage in Stage}
    assert len(told) == len(Stage)


def test_the_order_of_play_begins_with_the_overlord() -> None:
    state = table(Has(), Has(), Has(), stage=Stage.OFFER, seat=2, overlord=1)
    assert "order of play: Bo, Carl, Anne" in words(drawing(state, "turn", names=NAMES[:3]))
    assert "  order of play: Bo, Carl, Anne" in lines(state, "turn", names=NAMES[:3])


def test_a_finished_game_tells_who_won() -> None:
    state = reached(1, 1)
    final = Game.from_state(state).score(state)
    told = f"{' and '.join(NAMES[seat] for seat in final.winners)} won: "
    told += ", ".join(f"{name} {total}" for name, total in zip(NAMES, final.totals, strict=False))
    assert told in words(drawing(state, "turn", names=NAMES[:3]))
    assert f"  {told}" in lines(state, "turn", names=NAMES[:3])


# --- Players --------------------------------------------------------------------------


def mat(state: State, seat: int) -> tuple[list[str], list[str]]:
    """What is drawn and what is written of a player, with marks taken away."""
    names = NAMES[: len(state.players)]
    drawn = [plain(word) for word in things(drawing(state, "players", names=names, seats=(seat,)))]
    return [word for word in drawn if word], lines(state, "players", names=names, seats=(seat,))


def brought(player: Player) -> list[str]:
    """The tiles that a player has, as far as it takes no ruling."""
    more = {"mining": "prospector", "clothmaking": "dye-house"}
    return ["hunting", "farming", *(tile for tile, id_ in more.items() if player.cards[card(id_)])]


def production(state: State, seat: int, activity: int) -> int:
    """What workers make, by the text of the rulebook."""
    player = state.players[seat]
    of, cards = player.workers[activity], player.cards
    improved = {0: cards[card("tracker")], 2: cards[card("smelter")]}.get(activity, 0)
    levels = {0: (of, of + of // 2, 2 * of), 2: (3 * of, 3 * of + of // 2, 4 * of)}.get(activity)
    return levels[min(2, improved)] if levels else (0, 2, 0, 4)[activity] * of


@SOME
@given(ANY)
def test_a_mat_has_what_its_owner_has(state: State) -> None:
    for seat, player in enumerate(state.players):
        drawn, written = mat(state, seat)
        assert drawn[0] == NAMES[seat]
        assert written[0].startswith(NAMES[seat].upper())
        counted = [("vp", player.vp), ("pp", player.pp), ("untrained", player.untrained), ("trained", player.trained)]
        assert amounts(drawn)[:6] == [
            *((f"[{name}]", str(number)) for name, number in counted),
            ("[card]", str(player.hand.size)),
            ("[disk]", str(player.disks)),
        ]
        limit = 6 if player.cards[card("granary")] else 3
        cost = 1 if player.cards[card("public-works")] else 2
        room = f"in {player.storehouses} storehouse{'s' * (player.storehouses != 1)}"
        assert {room, f"of {limit}", f"training for {cost}"} <= set(drawn)
        cards, disks = player.hand.size, player.disks
        told = f"  {player.vp} VP, {player.pp} PP, {cards} production card{'s' * (cards != 1)} {room}, "
        told += f"{disks} disk{'s' * (disks != 1)} of {limit}"
        bought = [f"{player.bought} VP bought"] * bool(player.bought)
        assert ", ".join([told, *bought]) in written
        assert [word for word in drawn if word.endswith("bought")] == bought
        assert f"  training: {player.untrained} untrained, {player.trained} trained, training for {cost}" in written


@SOME
@given(ANY)
def test_a_mat_has_the_tiles_workers_and_tools_of_its_owner(state: State) -> None:
    for seat, player in enumerate(state.players):
        drawn, written = mat(state, seat)
        shown = [line.partition(":")[0].strip() for line in written if re.match("  (hunt|farm|min|cloth)", line)]
        if state.ruleset.smelter_without_mine == "with-mine":
            assert shown == brought(player)
        for name in shown:
            activity, entry = ACTIVITIES.index(name), TILES[name]
            workers, tools = player.workers[activity], player.tools[activity]
            makes, cost = f"{production(state, seat, activity)} PP", f"tool cost {value(entry['tool_cost'])}"
            at = drawn.index(name)
            tool = [str(tools), "[tool]"] if tools else []
            circles = drawn[at + 3]
            assert drawn[at + 1 : at + 6 + len(tool)] == [str(workers), "[trained]", circles, *tool, cost, makes]
            assert re.fullmatch(r"of (\d+)", circles)
            assert int(circles[3:]) % value(entry["circles"]) == 0
            told = [f"{workers} {circles}", makes, *([f"{tools} tool{'s' * (tools > 1)}"] if tools else []), cost]
            assert f"  {name}: {', '.join(told)}" in written


@SOME
@given(ANY)
def test_a_mat_has_the_cards_and_the_hand_of_its_owner(state: State) -> None:
    symbols = {"pp": "[pp]", "vp": "[vp]", "storehouses": "[storehouses]", "untrained": "[untrained]",
               "trained": "[trained]"}  # fmt: skip
    for seat, player in enumerate(state.players):
        drawn, written = mat(state, seat)
        owned = named(player.cards)
        titles = [f"{number} {id_}" for id_, number in owned.items()]
        assert [word for word in drawn if re.fullmatch(r"\d+ [a-z][a-z-]+", word)] == titles
        held = worth(player.hand.known)
        starts = [drawn.index(title) for title in titles]
        starts.append(next((at for at, word in enumerate(drawn) if word.startswith("hand:")), len(drawn)))
        for id_, (at, end) in zip(owned, pairwise(starts), strict=True):
            first, *rest = printed_on(id_)
            given = [(symbols[key], str(value(PRINTED[id_][key]))) for key in symbols if value(PRINTED[id_].get(key))]
            able = ", ".join(word for word in rest if not re.match(r"\d", word))
            assert drawn[at + 1] == first
            assert amounts(drawn[at:end]) == given
            assert drawn[end - 1] == (able or (given[-1][0] if given else first))
            assert f"  {owned[id_]} {id_}: {', '.join([first, *rest])}" in written
        assert ([word for word in drawn if word.startswith("hand:")]) == ([f"hand: {held}"] if held else [])
        assert ([line for line in written if line.startswith("  hand:")]) == ([f"  hand: {held}"] if held else [])
        assert sorted(hand(state, seat)) == values(player.hand.known)


def test_roles_are_told_with_their_player() -> None:
    state = play(AUCTION, "put up fort", "bid 8", "pass", "pass", "pay six", "pay six")
    for seat, told in ((0, "Overlord, active player, to move, has won an auction"), (1, "")):
        drawn, written = mat(state, seat)
        assert (told in drawn) is bool(told)
        assert written[0] == (f"{NAMES[seat].upper()}: {told}" if told else NAMES[seat].upper())
    chance = evolve(state, turn=evolve(state.turn, stage=Stage.REFILL))
    assert "to move" not in text(chance) + svg(chance)


# --- Marks ----------------------------------------------------------------------------


def marks_of(state: State, *parts: str) -> tuple[int, int]:
    """How many marks a picture and a text have, besides those that are explained below."""
    drawn, written = (draw(state, parts=parts or PARTS) for draw in (svg, text))
    return len(marks_drawn(drawn)), len(marks_written(written))


IMPROVES = {"hunting": "tracker", "mining": "smelter"}
HALF = len(CARDS) // 2
LYING = [
    table(
        Has("6, 4", cards="2 tracker, prospector, smelter, dye-house, granary", workers=(2, 1, 1, 1)),
        Has("4, preset", cards="tracker, public-works, prospector"),
        stage=Stage.OPENING, kind="dyer", display=", ".join(CARDS[:HALF]), discards="4, 5",
    ),
    table(
        Has(cards="2 smelter, prospector, public-works, granary"), Has("5", cards="dyer"), Has("6, 6, 4"),
        stage=Stage.OFFER, display=", ".join(CARDS[HALF:]),
    ),
]  # fmt: skip
"""Positions that show every card and every value."""


@cache
def shown_once(state: State) -> Counter[str]:
    """The key paths of the values that a picture of a position tells, and how often."""
    expected: Counter[str] = Counter()
    lying = [*named(state.table.display), *(id_ for player in state.players for id_ in named(player.cards))]
    for id_ in lying:
        expected.update(f"card.{id_}.{key}" for key in ("set", "type", *SHOWN[1:]) if PRINTED[id_].get(key))
        for number, discount in enumerate(FILE["discount"], 1):
            if discount["of"] == id_:
                expected.update(f"discount[{number}].{key}" for key in ("first", "second", "third") if key in discount)
    expected.update(f"card.{id_}.minimum" for id_ in named(state.table.display))
    expected.update([f"card.{CARDS[state.turn.kind]}.minimum"] if state.turn.kind >= 0 else [])
    faces = ["production[1]", "production[2]", "production[3]", "preset"]
    for cards in (state.table.discards.known, *(player.hand.known for player in state.players)):
        expected.update({f"{faces[SET.money.face_of[index]]}.value" for index in members(cards)})
    for player in state.players:
        owned = named(player.cards)
        for id_, key in (("granary", "treasury"), ("public-works", "training")):
            expected[f"card.{id_}.{key}" if id_ in owned else key] += 1
        for tile in brought(player):
            improved = player.cards[card(IMPROVES[tile])] if tile in IMPROVES else 0
            made = (["pp"], ["improved_odd", "improved_even"], ["advanced"])[min(improved, 2)]
            expected.update(f"tile.{tile}.{key}" for key in ("circles", "tool_cost", *made))
    return expected


def after(at: str) -> str:
    """What stands before the mark of a value, as a pattern."""
    key = at.rpartition(".")[2]
    return {
        "minimum": r"minimum bid \d+~", "set": r"set \d[A-Z]~", "type": r"set \d[A-Z]~", "vp": r"\d+ (?:VP|\[vp\])~",
        "pp": r"\d+ (?:PP|\[pp\])~", "storehouses": r"\d+ (?:storehouses?|\[storehouses\])~",
        "untrained": r"\d+ (?:workers?|\[untrained\])~", "trained": r"\d+ (?:trained workers?|\[trained\])~",
        "first": r"takes \d+~", "second": r"takes \d+, \d+~", "third": r"takes \d+, \d+, \d+~",
        "treasury": r"(?:treasury|of) \d+~", "training": r"training for \d+~", "sells_points": "sells points~",
        "opens": r"opens \w+~", "improves": r"improves \w+~", "circles": r"\] of \d+~|\d of \d+~",
        "tool_cost": r"tool cost \d+~", "value": r"\d+ [a-z-]+~",
    }.get(key, r"\d+ PP~")  # fmt: skip


@pytest.mark.slow
def test_one_source_more_or_less_is_one_mark_more_or_less() -> None:
    assert all(marks_of(stated(state)) == (0, 0) for state in LYING)
    silent = marks_follow(PICTURES, LYING, lambda state, at: shown_once(state)[at], after=after)
    assert silent == {at for at in SET.provenance if re.search(r"\.(count|vp)$", at) and not at.startswith("card")} | {
        "training_places", "points_for_sale", "point_price", "disks", "workers", "storehouses",
    }  # fmt: skip


def test_the_mark_stands_after_its_value() -> None:
    state = table(Has(cards="dyer"), stage=Stage.OFFER, display="fort")
    for at, after in {
        "card.fort.minimum": "minimum bid 7°",
        "discount[1].second": "takes 4, 7°, 9 off dye-house",
        "tile.farming.tool_cost": "tool cost 5°",
        "card.dyer.vp": "1 VP°",
    }.items():
        changed = stated(state, **{at: "assumed"})
        assert after in text(changed)
        drawn = things(drawing(changed))
        assert after in drawn or drawn[drawn.index("°") - 1] == "[vp]"


@pytest.mark.parametrize("id_", ASSUMED)
def test_a_card_that_is_assumed_is_marked_wherever_it_is_shown(id_: str) -> None:
    """Each of its numbers, on display, in an auction and on a mat; and nobody makes up a name."""
    numbers = [key for key in SHOWN if PRINTED[id_].get(key)]
    assert {source(PRINTED[id_][key]) for key in numbers} == {"assumed"}
    lying = table(Has("6x6"), stage=Stage.OFFER, display=id_)
    assert marks_of(lying, "display") == (len(numbers),) * 2
    up = play(lying, f"put up {id_}")
    assert marks_of(up, "turn") == (1, 1)
    owned = table(Has(cards=id_), Has(), stage=Stage.OFFER)
    others = marks_of(table(Has(), Has(), stage=Stage.OFFER), "players")
    assert marks_of(owned, "players") == tuple(number + len(numbers) - 1 for number in others)
    for state, part in ((lying, "display"), (owned, "players")):
        unnamed = id_.startswith("unnamed")
        assert any("name not known" in line for line in lines(state, part)) is unnamed
        assert any("name not known" in word for word in words(drawing(state, part))) is unnamed


def test_marks_are_explained_as_elsewhere() -> None:
    for named_, mark in (("assumed", "°"), ("reported", "*")):
        state = stated(table(Has(), stage=Stage.OFFER), training=named_)
        assert MARK_WORDS[mark] in words(drawing(state))
        assert f"{mark} {MARK_WORDS[mark]}" in text(state)


# --- What is hidden -------------------------------------------------------------------


@pytest.mark.parametrize("place", [(0, 0.4), (1, 0.6), (2, 0.8), (3, 0.3)])
def test_a_view_shows_nothing_hidden(place: tuple[int, float]) -> None:
    """Of the others' hands and of the pile it shows how many cards there are, and no value."""
    state = reached(*place)
    assert any(player.hand.size for player in state.players)
    for seat in (*range(len(state.players)), None):
        view = PHOENICIA.view(state, seat)
        for other, player in enumerate(state.players):
            told = "\n".join(lines(view, "players", seats=(other,)))
            drawn = svg(view, parts=("players",), seats=(other,))
            assert ("hand:" in told, "hand:" in drawn) == ((other == seat and player.hand.size > 0),) * 2
            assert f"{player.hand.size} production card" in told
        told, drawn = plain(text(view, parts=("display",))), plain(svg(view, parts=("display",)))
        assert worth(state.table.discards.known) in " ".join(told.split())
        assert len(re.findall(r"\d (?:four|five|six)", drawn.partition("<desc")[2].partition("</desc>")[2])) == len(
            {SET.money.face_of[index] for index in members(state.table.discards.known)}
        )


# --- Room and form --------------------------------------------------------------------


@pytest.mark.parametrize("names", [None, ("</svg><script>", "日本" * 30, '"a" & b', "WMWMWMWMWMWMWMWMWMWMW", "é")])
@pytest.mark.parametrize("place", PLACES)
def test_everything_has_room_on_a_phone(place: tuple[int, float], names: tuple[str, ...] | None) -> None:
    state = reached(*place)
    root = drawing(state, names=names and names[: len(state.players)], columns=1)
    assert float(root.get("viewBox", "").split()[2]) == 360
    keeps_to_its_room(root)
    overlaps_nothing(root)


def test_every_card_has_room_and_none_is_cut() -> None:
    for id_ in CARDS:
        state = table(Has(cards=f"3 {id_}", tools=(12, 0, 0, 0), disks=99), stage=Stage.OFFER, display=f"3 {id_}")
        root = drawing(state, columns=1)
        keeps_to_its_room(root)
        overlaps_nothing(root)
        assert not any("…" in word for word in words(root)), id_


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("width", [80, 100, 200])
def test_lines_keep_to_their_width(place: tuple[int, float], width: int) -> None:
    state = reached(*place)
    told = text(state, width=width, names=("日本" * 30, *NAMES[1:])[: len(state.players)])
    assert max(map(cells, told.splitlines())) <= width
    assert all(line == line.rstrip() and line.isprintable() for line in told.split("\n"))


def test_symbols_differ_in_outline_and_stand_out_from_light_and_dark() -> None:
    outlines = [re.sub(r'(fill|stroke)="[^"]*"', "", symbol) for symbol in SYMBOLS.things.values()]
    assert len(set(outlines)) == len(outlines)
    for symbol in SYMBOLS.things.values():
        assert set(re.findall(r"var\(--(\w+)\)", symbol)) <= set(SCHEMES)
        assert 'stroke="var(--ink)"' in symbol


# --- Refusals and commands ------------------------------------------------------------


@pytest.mark.parametrize("draw", [svg, text])
@pytest.mark.parametrize("options", [{"names": ("Ann",)}, {"parts": ("market",)}, {"seats": (5,)}])
def test_what_does_not_fit_is_refused(draw: Any, options: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        draw(AUCTION, **options)


def test_the_command_shows_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    path, drawn = tmp_path / "game.era", tmp_path / "table.svg"
    save_record(path, Record(AUCTION, names=NAMES[:3]), overwrite=False)
    assert cli.main(PHOENICIA, ["show", str(path), "--parts", "turn", "players"]) == cli.HOLDS
    shown = capsys.readouterr().out
    assert shown == f"{text(AUCTION, names=NAMES[:3], parts=('turn', 'players'), width=80)}\n"
    assert cli.main(PHOENICIA, ["show", str(path), "--svg", str(drawn)]) == cli.HOLDS
    assert drawn.read_text() == svg(AUCTION, names=NAMES[:3])
    assert cli.main(PHOENICIA, ["show", str(path), "--seat", "Bo"]) == cli.HOLDS
    assert "hand: 1 five, 1 six" in (seen := capsys.readouterr().out)
    assert "2 six" not in seen
