"""Pictures of Oh My Goods!: each number, owner and mark is where it belongs, and nothing hidden is on them."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import oh_my_goods
import pytest
from goods_tables import GAME, INDEX, SET, Has, half_sun, kind_of, shows, table
from hypothesis import given, settings
from oh_my_goods.box import RESOURCES, Card
from oh_my_goods.moves import Move
from oh_my_goods.pictures import PARTS, PICTURES, svg, text
from oh_my_goods.pictures.panels import SYMBOLS
from oh_my_goods.position import Mode, Stage, State
from oh_my_goods.rulebook import OH_MY_GOODS

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.cli.converting import save_record
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.pictures.characters import cells
from era_of_inventions.tabletop.pictures.frame import MARK_WORDS
from era_of_inventions.tabletop.pictures.palette import SCHEMES, contrast
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import OVER
from era_of_inventions.tabletop.records import Record
from era_of_inventions.tabletop.testing.strategies import Strategies
from era_of_inventions.tabletop.values import ABSENT, Cards, evolve, mask, members
from tests.support.drawings import (
    SVG,
    classed,
    keeps_to_its_room,
    marks_follow,
    overlaps_nothing,
    placed,
    things,
    with_sources,
    words,
)

FILE = tomllib.loads((Path(oh_my_goods.__file__).parent / "data/components/reported.toml").read_text())
PRINTED = {card["id"]: card for card in FILE["card"] + FILE["charburner"]}
KINDS = {kind["id"]: kind for kind in FILE["kind"]}
NAMES = ("Ann", "Bo", "Cem", "Dan")
COLORS = dict(zip(("green", "yellow", "red", "white", "gray"), RESOURCES, strict=True))
STRATEGIES = Strategies(OH_MY_GOODS)
ANY = STRATEGIES.reachable_states(rulesets=STRATEGIES.rulesets())
"""Positions of any game with the reported components."""
SOME = settings(max_examples=1 + settings().max_examples // 4)
PLACES = [(players, seed, plies) for players in (2, 3, 4) for seed, plies in ((1, 40), (2, 180), (3, 420), (4, 4000))]


def value(entry: Any, default: Any = 0) -> Any:
    """A value of the component file, whether or not it has a source of its own."""
    return default if entry is None else entry["value"] if isinstance(entry, dict) else entry


@cache
def reached(players: int, seed: int, plies: int) -> State:
    """A position of a random game: after some moves, and then when somebody next produces, or at the end."""
    game: Game[State, Move] = Game(OH_MY_GOODS, players)
    state, rng = game.new(seed % players), random.Random(seed)
    while game.to_move(state) is not OVER and (plies > 0 or state.turn.stage is not Stage.PRODUCTION):
        state = game.play_unchecked(state, rng.choice(game.legal_moves(state)))
        plies -= 1
    return state


def drawing(state: State, *parts: str, **options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(svg(state, parts=parts or PARTS, **options))


def plain(told: str) -> str:
    return re.sub("[*°]", "", told)


def stated(state: State, **other: str) -> State:
    """The position with a set all of whose values are stated, except those with another source."""
    return with_sources(state, other.items())


# --- Numbers and owners ---------------------------------------------------------------


@SOME
@given(ANY)
def test_the_market_is_counted(state: State) -> None:
    middle, drawn = state.table, [plain(word) for word in things(drawing(state, "market"))]
    rows = [list(members(row)) for row in (middle.morning, middle.evening)]
    expected = []
    for title, row in zip(("first row", "second row"), rows, strict=True):
        counts = Counter(map(shows, row))
        suns = sum(map(half_sun, row))
        expected += [f"{title}: {len(row)} card{'s' * (len(row) != 1)}", str(suns), "[sun]", "of 2"]
        expected += [part for name in RESOURCES for part in (str(counts[name]), f"[{name}]")]
        line = f"  {title}: {len(row)} card{'s' * (len(row) != 1)}, {suns} of 2 half suns, "
        line += ", ".join(f"{counts[name]} {name}" for name in RESOURCES)
        assert line in plain(text(state, width=200)).splitlines()
    piles = f"draw pile {middle.draw.size}, discard pile {middle.discards.size}"
    assert [word for word in drawn if word][1 : len(expected) + 1] == expected
    assert piles in drawn
    assert f"  {piles}" in text(state).splitlines()


def test_an_office_adds_for_its_owner_alone() -> None:
    state = table(Has(), Has({"office-wood-1": 0, "office-card-1": 0, "office-wood-2": 0}), stage=Stage.WORK)
    told = "Bo alone: adds wood, one card more, adds wood"
    assert told in map(plain, words(drawing(state, "market", names=NAMES[:2])))
    assert f"  {told}" in plain(text(state, names=NAMES[:2])).splitlines()
    assert "Ann alone" not in text(state, names=NAMES[:2])


@SOME
@given(ANY)
def test_the_offer_tells_what_the_cards_show(state: State) -> None:
    sides = {f"{entry['id']}{letter}": entry[letter] for entry in FILE["assistant"] for letter in "ab"}
    drawn = things(drawing(state, "offer"))
    told = plain(text(state, parts=("offer",), width=200))
    shown = [SET.assistants[side].id for side in members(state.table.offer)]
    assert [word for word in drawn if word in sides] == shown == re.findall(r"assistant-\d[ab]", told)
    for id_ in shown:
        printed, at = sides[id_], drawn.index(id_)
        cost, needs, points = (value(printed[key]) for key in ("cost", "needs", "points"))
        symbols = [part for need in needs.split(", ") for part in (need.split()[0], f"[{COLORS[need.split()[1]]}]")]
        line = ["needs", *symbols, f"costs {cost}", f"{points} points"]
        assert [word for word in map(plain, drawn[at + 1 : at + len(line) + 2]) if word][: len(line)] == line
        assert re.search(rf"{id_}: costs {cost}, {points} points, needs {needs}$", told, re.MULTILINE)


def printed_on(id_: str) -> dict[str, str]:
    """What a card says by the file, in the words of a picture; of what is made, without a number."""
    card = PRINTED[id_]
    kind = KINDS[card["kind"]]
    told = {"color": value(kind["color"]), "points": f"{value(card['points'])} points"}
    if "good" in kind:
        needs = sorted(value(card["inputs"]).split(", "), key=lambda need: (*RESOURCES, "any").index(need.split()[1]))
        told |= {"makes": f"{kind['good']} worth {value(kind['value'])}", "needs": f"needs {', '.join(needs)}"}
    if "chain" in kind:
        told["chain"] = f"chain {value(kind['chain'])}"
    if "adds" in kind or "extra_card" in kind:
        told["gives"] = f"adds {value(kind['adds'])}" if "adds" in kind else "one card more"
    return told


def laid_out(player: Any) -> list[tuple[str, int | None, str]]:
    """The cards of a player from the top: the id, the number of goods of a building, and who works there."""
    found: list[tuple[str, int | None, str]] = []
    for base, on in player.buildings:
        person = "assistant" if player.posts >> base & 1 else ""
        if player.craftsman == base:
            person = f"craftsman, {player.mode.value}"
        found.append((SET.buildings[base].id, len(on), person))
    return found + [(SET.buildings[card].id, None, "") for card in members(player.hand.known)]


@SOME
@given(ANY)
def test_a_drawn_tableau_has_the_buildings_goods_people_and_hand_of_its_owner(state: State) -> None:
    symbols = {f"[{name}]": name for name in (*RESOURCES, "any")}
    for seat, player in enumerate(state.players):
        names = NAMES[: len(state.players)]
        drawn = [plain(word) for word in things(drawing(state, "players", names=names, seats=(seat,)))]
        assert drawn[0] == names[seat]
        starts = [drawn.index(id_) for id_, _, _ in laid_out(player)]
        assert starts == sorted(starts)
        for (id_, goods, person), (at, end) in zip(laid_out(player), pairwise([*starts, len(drawn)]), strict=True):
            printed, mine = printed_on(id_), drawn[at:end]
            assert drawn[at - 1] == f"[{COLORS.get(printed['color'], 'blue')}]"
            pairs = [
                (number, symbols[name]) for number, name in pairwise(mine) if name in symbols and number.isdecimal()
            ]
            needs = printed.pop("needs", "needs ").removeprefix("needs ")
            assert {f"{number} {name}" for number, name in pairs} == set(filter(None, needs.split(", ")))
            assert set(printed.values()) <= set(mine)
            assert [word for word in mine if re.match("craftsman|assistant$", word)] == [person] * bool(person)
            assert [word for word in mine if word.startswith("costs")] == (
                [f"costs {value(PRINTED[id_]['cost'])}"] if goods is None else []
            )
            assert [number for number, name in pairwise(mine) if name == "[good]"] == (
                [str(goods)] if goods is not None and "makes" in printed else []
            )


@SOME
@given(ANY)
def test_a_written_tableau_has_the_same(state: State) -> None:
    for seat, player in enumerate(state.players):
        names = NAMES[: len(state.players)]
        told = plain(text(state, parts=("players",), names=names, seats=(seat,), width=300)).splitlines()
        lines = [line for line in told if re.match(r"  (?!assistant)(hand )?[a-z-]+-(\d|[a-z]+): ", line)]
        assert told[0].startswith(f"{names[seat].upper()}: ")
        for (id_, goods, person), line in zip(laid_out(player), lines, strict=True):
            printed = printed_on(id_)
            if goods is None:
                printed["cost"] = f"costs {value(PRINTED[id_]['cost'])}"
            elif "makes" in printed:
                printed["makes"] = f"{goods} {printed['makes']}"
            assert line.startswith(f"  {'' if goods is not None else 'hand '}{id_}: ")
            assert all(f", {word}, " in f", {line.partition(': ')[2]}, " for word in printed.values()), (line, printed)
            assert re.findall("craftsman, [a-z]+|assistant", line) == [person] * bool(person)


def test_people_hired_assistants_and_plans_are_told_with_their_player() -> None:
    mine = Has(
        {"mill-1": 3, "bakery-1": 0}, hand="sawmill-1", planned="tailor-1", craftsman="mill-1", mode=Mode.SLOPPY,
        posts=("bakery-1",), assistants=("assistant-4a",),
    )  # fmt: skip
    state = table(mine, stage=Stage.PRODUCTION, active=1)
    for told in (words(drawing(state, "players", names=NAMES[:2], seats=(0,))), text(state, seats=(0,)).split("\n")):
        joined = plain("\n".join(told))
        for word in (
            "craftsman, sloppy",
            "assistant-4a: 3 points",
            "planned: tailor-1",
            "to move, 3 buildings, 1 hand",
        ):
            assert word in joined
        assert "active player" not in joined
    assert "active player, 1 building, 0 hand cards" in words(drawing(state, "players", seats=(1,)))
    chance = evolve(state, turn=evolve(state.turn, stage=Stage.SUNRISE))
    assert "to move" not in text(chance) + svg(chance)


def test_the_turn_tells_who_decides_what_about_what() -> None:
    state = table(
        Has({"mill-1": 1}), stage=Stage.CHAIN, at="mill-1", missing="1 grain", active=1, round=7, last_round=8, seat=0
    )
    for told in (" | ".join(words(drawing(state, "turn", names=NAMES[:2]))), text(state, names=NAMES[:2])):
        assert "round 7 of 8" in told.lower()
        assert "Ann uses a production chain" in told
        assert "at mill-1, missing 1 grain" in told
        assert "order of play: Bo, Ann" in told
    assert "4 coins to pay" in text(table(Has(), stage=Stage.PAYMENT, owed=4))
    assert "2 cards to go" in text(table(Has(), stage=Stage.GOODS, due=2))


def test_every_stage_has_its_words() -> None:
    state = reached(4, 2, 180)
    told = {text(evolve(state, turn=evolve(state.turn, stage=stage)), parts=("turn",)) for stage in Stage}
    assert len(told) == len(Stage)


def test_a_finished_game_tells_who_won() -> None:
    state = reached(3, 4, 4000)
    final = GAME.from_state(state).score(state)
    assert GAME.from_state(state).is_over(state)
    for told in (" ".join(words(drawing(state, "turn", names=NAMES[:3]))), text(state, names=NAMES[:3], width=200)):
        assert f"{' and '.join(NAMES[seat] for seat in final.winners)} won" in told
        assert all(f"{NAMES[seat]} {total}" in told for seat, total in enumerate(final.totals))


# --- Marks ----------------------------------------------------------------------------


def marked(told: list[str]) -> Counter[str]:
    """What stands before each mark, and the mark itself."""
    return Counter(word for word in told if set("°*") & set(word))


IDS = [entry.id for entry in SET.cards]
SIDES = [entry.id for entry in SET.assistants]


def lying(number: int) -> State:
    """One of eight positions in which every card is in a hand and in the market, and every assistant on offer."""
    hand, built, morning, evening = (IDS[part % 8 :: 8] for part in range(number, number + 4))
    return table(
        Has(hand=", ".join(hand)), Has(dict.fromkeys(built[:3], 0), assistants=SIDES[number:][:1]), Has(), Has(),
        stage=Stage.WORK, morning=", ".join(morning), evening=", ".join(evening), offer=SIDES[number::8],
    )  # fmt: skip


@cache
def shown_once(state: State) -> Counter[str]:
    """The key paths of the values that a picture of a position tells, and how often."""
    expected: Counter[str] = Counter()

    def side(number: int, *keys: str) -> None:
        id_ = SET.assistants[number].id
        expected.update(f"assistant.{id_[:-1]}.{id_[-1]}.{key}" for key in keys)

    for player in state.players:
        buildings, in_hand = [base for base, _ in player.buildings], list(members(player.hand.known))
        for index in [*buildings, *in_hand]:
            id_, kind = SET.buildings[index].id, KINDS[kind_of(index).id]
            path = f"{'charburner' if id_.startswith('charburner') else 'card'}.{id_}"
            expected.update([f"{path}.points", f"kind.{kind['id']}.color"])
            expected.update([f"{path}.inputs", f"kind.{kind['id']}.value"] if "good" in kind else [])
            expected.update([f"{path}.cost"] if index in in_hand else [])
            expected.update(f"kind.{kind['id']}.{key}" for key in ("chain", "adds", "extra_card") if key in kind)
        offices = [KINDS[kind_of(base).id] for base in buildings]  # told beside the market too
        expected.update(f"kind.{kind['id']}.{key}" for kind in offices for key in ("adds", "extra_card") if key in kind)
        for number in members(player.assistants):
            side(number, "points")
    for number in members(state.table.offer):
        side(number, "needs", "cost", "points")
    for row in (state.table.morning, state.table.evening):
        expected.update(f"card.{SET.buildings[index].id}.half_sun" for index in members(row))
        expected.update({f"kind.{kind_of(index).id}.color" for index in members(row)})
    return expected


def after(at: str) -> str:
    """What stands around the mark of a value, as a pattern."""
    table_, id_, *_, key = at.split(".")
    kind = KINDS.get(id_, {}) if table_ == "kind" else {}
    color = value(kind.get("color"), "")
    resource = COLORS.get(color, "")
    return {
        "cost": r"costs \d+~", "points": r"\d points?~", "half_sun": r"cards?, \d~|\[sun\]~",
        "extra_card": "card more~",
        "needs": r"needs (?:\d+ (?:[a-z]+|\[[a-z]+\])(?:, | |(?= ?[°*])))+~",
        "inputs": r"needs (?:\d+ (?:[a-z]+|\[[a-z]+\])(?:, | |(?= ?[°*])))+~",
        "color": rf"{color}~|\[{resource}\]~|\d~ {resource}", "value": r"worth \d+~",
        "chain": rf"chain {re.escape(str(value(kind.get('chain'))))}~", "adds": rf"adds {value(kind.get('adds'))}~",
    }.get(key, "~")  # fmt: skip


@pytest.mark.slow
def test_one_source_more_or_less_is_one_mark_more_or_less() -> None:
    silent = marks_follow(PICTURES, [*map(lying, range(8))], lambda state, at: shown_once(state)[at], after=after)
    assert silent == {at for at in SET.provenance if re.match(r"charburner\..*cost$|craftsmen", at)}


def test_the_mark_stands_after_its_value() -> None:
    state = table(Has({"mill-1": 2}, hand="bakery-1"), stage=Stage.WORK, morning="sawmill-2", offer=("assistant-1a",))
    for at, after in {
        "card.mill-1.points": "2 points°",
        "card.bakery-1.cost": "costs 9°",
        "kind.mill.value": "flour worth 2°",
        "assistant.assistant-1.a.cost": "costs 5°",
    }.items():
        changed = stated(state, **{at: "assumed"})
        assert marked(things(drawing(changed))) == Counter([after])
        assert after in text(changed)
    suns = things(drawing(stated(state, **{"card.sawmill-2.half_sun": "assumed"}), "market"))
    assert suns[suns.index("°") - 1] == "[sun]"
    inputs = things(drawing(stated(state, **{"card.mill-1.inputs": "assumed"}), "players"))
    assert inputs[inputs.index("°") - 1] == "[wool]"


def test_marks_are_explained_as_elsewhere() -> None:
    for source, mark in (("assumed", "°"), ("reported", "*")):
        state = stated(table(Has(), stage=Stage.WORK), **{"charburner.charburner-grain.points": source})
        assert MARK_WORDS[mark] in words(drawing(state))
        assert f"{mark} {MARK_WORDS[mark]}" in text(state)


# --- What is hidden -------------------------------------------------------------------


@pytest.mark.parametrize("place", [(2, 1, 40), (3, 2, 180), (4, 3, 420)])
def test_a_view_shows_nothing_hidden(place: tuple[int, int, int]) -> None:
    state = reached(*place)
    ids = [card.id for card in SET.buildings]
    for seat in (*range(len(state.players)), None):
        view = OH_MY_GOODS.view(state, seat)
        open_ = {ids[base] for player in state.players for base, _ in player.buildings}
        if seat is not None:
            own = state.players[seat]
            open_ |= {ids[card] for held in (own.hand, own.planned, own.aside) for card in members(held.known)}
        told = f"{text(view)}{svg(view)}"
        assert {id_ for id_ in ids if re.search(rf"(?<![a-z-]){id_}(?!\d)", told)} == open_
        for other, player in enumerate(state.players):
            if other != seat and player.hand.size:
                assert f"hand {player.hand.size} unseen card" in text(view, parts=("players",), seats=(other,))
                assert f"hand: {player.hand.size} unseen card" in svg(view, parts=("players",), seats=(other,))


def swapped(state: State, seat: int) -> State:
    """A position that looks the same from a seat: another player's hand has gone to the draw pile, for other cards."""
    other = (seat + 1) % len(state.players)
    player, middle = state.players[other], state.table
    taken = members(middle.draw.known)[: player.hand.size]
    new = mask(Card, taken)
    players = list(state.players)
    players[other] = evolve(player, hand=Cards(new))
    draw = Cards(middle.draw.known & ~new | player.hand.known)
    return evolve(state, players=tuple(players), table=evolve(middle, draw=draw))


@pytest.mark.parametrize("place", [(2, 1, 40), (4, 2, 180)])
def test_positions_that_look_the_same_have_the_same_picture(place: tuple[int, int, int]) -> None:
    state = reached(*place)
    for seat in range(len(state.players)):
        other = swapped(state, seat)
        views = [OH_MY_GOODS.view(each, seat) for each in (state, other)]
        assert state != other
        assert views[0] == views[1]
        assert text(views[0]) == text(views[1])
        assert svg(views[0]) == svg(views[1])


def test_what_is_sealed_is_told_to_its_owner_alone() -> None:
    state = table(Has({"mill-1": 0}, hand="sawmill-1"), stage=Stage.WORK)
    me = state.players[0]
    sealed = evolve(
        me, sealed_place=INDEX["mill-1"],
        sealed_mode=Mode.NEAT, sealed_plan=len(SET.buildings),
    )  # fmt: skip
    state = evolve(state, players=(sealed, state.players[1]))
    for draw in (text, svg):
        mine, theirs = (draw(OH_MY_GOODS.view(state, seat), parts=("players",)) for seat in (0, 1))
        assert "will work at mill-1, neat" in mine
        assert "will plan nothing" in mine
        assert "has decided where to work" in theirs
        assert "has decided what to plan" in theirs
        assert not re.search("will (work|plan)", theirs)
    undecided = evolve(state, players=(me, state.players[1]))
    assert me.sealed_plan == ABSENT
    assert "decided" not in text(OH_MY_GOODS.view(undecided, 1))


# --- Room and form --------------------------------------------------------------------


@pytest.mark.parametrize("names", [None, ("</svg><script>", "日本" * 30, '"a" & b', "WMWMWMWMWMWMWMWMWMWMW")])
@pytest.mark.parametrize("place", PLACES)
def test_everything_has_room_on_a_phone(place: tuple[int, int, int], names: tuple[str, ...] | None) -> None:
    state = reached(*place)
    root = drawing(state, names=names and names[: len(state.players)], columns=1)
    assert float(root.get("viewBox", "").split()[2]) == 360
    keeps_to_its_room(root)
    overlaps_nothing(root)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("width", [80, 100, 200])
def test_lines_keep_to_their_width(place: tuple[int, int, int], width: int) -> None:
    state = reached(*place)
    told = text(state, width=width, names=("日本" * 30, "Bo", "Cem", "Dan")[: len(state.players)])
    assert max(map(cells, told.splitlines())) <= width
    assert all(line == line.rstrip() and line.isprintable() for line in told.split("\n"))


def test_who_cannot_see_it_is_told_the_same() -> None:
    state = reached(4, 2, 180)
    root = drawing(state, title="A <b> & c")
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A <b> & c"
    told = " ".join(root.findtext(f"{SVG}desc", "").split())
    assert all(" ".join(line.split()) in told for line in text(state, width=100).splitlines())


def test_symbols_differ_in_outline_and_stand_out_from_light_and_dark() -> None:
    outlines = [re.sub(r'(fill|stroke)="[^"]*"', "", drawing) for drawing in SYMBOLS.things.values()]
    assert len(set(outlines)) == len(outlines)
    for drawing_ in SYMBOLS.things.values():
        assert set(re.findall(r"var\(--(\w+)\)", drawing_)) <= set(SCHEMES)
        assert 'stroke="var(--ink)"' in drawing_
    for scheme in (0, 1):
        assert contrast(SCHEMES["ink"][scheme], SCHEMES["card"][scheme]) >= 4.5


def test_a_good_and_a_hand_card_are_told_apart() -> None:
    root = drawing(table(Has({"mill-1": 0}, hand="bakery-1"), stage=Stage.WORK), "players", seats=(0,))
    tops = {
        style: [y + float(rect.get("y", "")) for rect, _, y in placed(root) if rect in classed(root, "rect", style)]
        for style in ("k", "o")
    }
    assert [len(found) for found in tops.values()] == [2, 1]
    assert max(tops["k"]) < min(tops["o"])


# --- Refusals and commands ------------------------------------------------------------


@pytest.mark.parametrize("draw", [svg, text])
@pytest.mark.parametrize("options", [{"names": ("Ann",)}, {"parts": ("mats",)}, {"seats": (4,)}])
def test_what_does_not_fit_is_refused(draw: Any, options: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        draw(reached(2, 1, 40), **options)


def test_columns_and_widths_have_bounds() -> None:
    with pytest.raises(GameError, match="expected 1 to 4"):
        svg(reached(2, 1, 40), columns=5)
    with pytest.raises(GameError, match="expected 80 or more"):
        text(reached(2, 1, 40), width=79)


def test_the_command_shows_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    game, drawn = tmp_path / "game.era", tmp_path / "table.svg"
    state = GAME.new()
    save_record(game, Record(state, names=NAMES[:2]), overwrite=False)
    assert cli.main(OH_MY_GOODS, ["show", str(game), "--parts", "turn", "players"]) == cli.HOLDS
    shown = capsys.readouterr().out
    assert shown == f"{text(state, names=NAMES[:2], parts=('turn', 'players'), width=80)}\n"
    assert cli.main(OH_MY_GOODS, ["show", str(game), "--svg", str(drawn)]) == cli.HOLDS
    assert drawn.read_text() == svg(state, names=NAMES[:2])
