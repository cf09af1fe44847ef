"""Drawings and texts of positions, read back: each number, owner, mark and highlight is that of its source."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from era_of_inventions import Game, Good, State, moves
from era_of_inventions.box.components import Area, Reward
from era_of_inventions.box.goods import NO_GOODS, Goods, unpack
from era_of_inventions.pictures import PARTS, PICTURES, svg, text
from era_of_inventions.position import EMPTY, REVEALS, Phase
from era_of_inventions.rules.develop import markers_left
from era_of_inventions.rules.produce import waiting_cards
from era_of_inventions.rules.scoring import capacity, last_round
from era_of_inventions.tabletop.box.provenance import SOURCES
from era_of_inventions.tabletop.values import evolve, members
from era_of_inventions.testing import Script, component_sets, positions, rulesets, state_of
from tests.support.drawings import (
    MARKS,
    Panel,
    PositionSchema,
    mark_of,
    marks_follow,
    marks_written,
    panels,
    plain,
    with_sources,
)
from tests.support.positions import SHIPPED, position

NAMES = ("Orange", "Brown", "Green", "Yellow", "Red")
TAGS = {name[0]: name for name in NAMES}
SYMBOLS = ("wood", "coal", "metal", "technology", "tool", "coin", "cog")
MARKET = ("upper: 2 coin > 1 cog", "upper: 1 cog > 2 coin", "middle: 2 coin > 1 influence",
          "middle: 1 cog > 1 influence", "lower: 2 cube/coin > 1 cube/coin", "lower: 2 coin > 1 bonus")  # fmt: skip
"""What the market offers, by the text of the rulebook, line by line."""
DRAWN = tuple(part for part in PARTS if part != "status")
Told = dict[str, Any]
"""What a part of the table tells of each thing on it, by the name of the thing."""

CROWDED = position(
    players=5, phase=Phase.ACTION, seat=2, start=3, round=4, area=Area.MARKET,
    goods={seat: {good: 8 * seat + good + 3 for good in Good} for seat in range(5)},
    influence={0: 11, 1: 7, 2: 24, 3: 11, 4: 93}, patents={0: 3, 2: 2, 3: 5, 4: 3}, bonus_discs={0: 1, 2: 4, 4: 2},
    developed={0: [0, 7], 1: [1, 16], 2: [6, 8], 3: [2, 9, 14]}, patented={0: [7], 3: [9, 2], 2: [6]},
    discs={0: [Area.BUY], 1: [Area.MARKET], 3: [Area.BUY, Area.DEVELOP]}, loads=(4, 0, 7, 1, 2, 12, 3),
    factories={0: [0], 1: [9, 20], 2: [13, 5], 4: [23]}, factory_discards=[2, 3, 4], discards=[5],
    turn={"exchanges": (1, 0, 1, 0, 3, 0), "built": 2},
)  # fmt: skip
"""A position in which no two neighbours have the same number."""
BUSY = position(
    players=3, phase=Phase.BONUS_OFFER, seat=1, start=2, round=2, influence={0: 5, 1: 9}, goods={1: {Good.COG: 2}},
    developed={0: [6], 1: [10]}, developed_this_round=[6, 10], discs={0: [Area.BUILD], 2: [Area.BUILD, Area.GOODS]},
    turn={"loads": 2, "took_cog": True, "made": (0, 4), "developed": 1 << 10 | 1 << 6, "patents": 3},
)  # fmt: skip
LATE = state_of(Script(Game(5), seed=17, plies=400, rich=True))


# --- What a position has --------------------------------------------------------------


def amounts(pairs: Iterable[tuple[int, str]], mark: str = "") -> str:
    return (", ".join(sorted(f"{number} {name}" for number, name in pairs if number)) or "nothing") + mark


def goods(of: Goods, influence: int = 0, choice: int = 0) -> list[tuple[int, str]]:
    return [(influence, "influence"), (choice, "choice"), *((number, SYMBOLS[good]) for good, number in unpack(of))]


def reward(of: Reward) -> list[tuple[int, str]]:
    return goods(of.goods, of.influence)


def table(state: State) -> dict[str, Told]:
    """What drawings and texts of a position have to tell."""
    board, box, players = state.board, state.components, state.players
    moving = "" if state.turn.phase in {*REVEALS, Phase.GAME_OVER} else NAMES[state.turn.seat]
    seats = [(state.start + step) % len(players) for step in range(len(players))]

    def mark(*places: str) -> str:
        found = {box.provenance[at].source if at in box.provenance else "assumed" for at in places}
        return "°" if "assumed" in found else "*" if "reported" in found else ""

    def names(who: Iterable[int]) -> tuple[str, ...]:
        return tuple(NAMES[seat] for seat in who)

    def factory(index: int) -> tuple[str, ...]:
        card, at = box.factories[index], f"factory.{box.factories[index].id}"
        first = f"{card.influence} influence{mark(f'{at}.influence')}" if card.influence else ""
        output, cost = (amounts(goods(getattr(card, key)), mark(f"{at}.{key}")) for key in ("output", "cost"))
        return card.id, output, cost, first

    def card(index: int) -> tuple[str, ...]:
        card, at = box.cards[index], f"card.{box.cards[index].id}"
        cost_mark = mark(f"{at}.cost", *([f"{at}.question_marks"] if card.question_marks else []))
        cost = amounts(goods(card.cost, 0, card.question_marks), cost_mark)
        return card.id, card.kind.value, amounts(reward(card.profit), mark(f"{at}.profit")), cost

    def path(of: tuple[int, ...], told: Any) -> Told:
        places = [f"{place + 1}{'x' if len(of) - place <= 3 else ''}" for place in range(len(of))]
        return {place: ("_",) if index == EMPTY else told(index) for place, index in zip(places, of, strict=True)}

    def space(index: int) -> tuple[str, ...]:
        printed, name = box.spaces[index], box.inventions[index // 2]
        at = f"invention.{name}.{'technical' if index % 2 else 'original'}"
        holders = [
            *(NAMES[seat] for seat, player in enumerate(players) if player.developed >> index & 1),
            *(f"patent {NAMES[seat]}" for seat, player in enumerate(players) if player.patented >> index & 1),
        ]
        printed_there = f"{printed.influence}{mark(f'{at}.influence')}", f"{printed.cogs}{mark(f'{at}.cogs')}"
        return *printed_there, amounts(reward(printed.income), mark(f"{at}.income")), *holders

    def mat(seat: int) -> Told:
        player = players[seat]
        mine = [(index, box.factory(index)) for index in members(player.factories)]
        start = len(box.factories)
        places = [f"factory.{card.id}.output" if index < start else "start_factory.output" for index, card in mine]
        outputs = [amounts(goods(card.output), mark(at)) for (_, card), at in zip(mine, places, strict=True)]
        return {
            "goods": tuple(dict(unpack(player.goods)).get(good, 0) for good in Good),
            "influence": player.influence,
            "discs": (3 if len(players) == 3 else 2) - player.discs.bit_count(),
            "bonus": player.bonus_discs,
            "patents": player.patents,
            "markers": f"{markers_left(state, seat)}{mark('markers')}",
            "to move": NAMES[seat] == moving,
            "start": seat == state.start,
            "capacity": capacity(state)[seat],
            "factories": [(card.id, output) for (_, card), output in zip(mine, outputs, strict=True)],
            "developed": sorted(
                f"{box.space_name(index)}{'+' if player.patented >> index & 1 else ''}"
                for index in members(player.developed)
            ),
        }

    squares = [("start", "", ""), *(
        (str(number), f"{square.coins}{mark(f'patent_square[{number}].coins')}",
         f"{square.influence}{mark(f'patent_square[{number}].influence')}")
        for number, square in enumerate(box.patent_squares, 1)
    )]  # fmt: skip
    waiting = {box.inventions[box.cards[index].invention or 0] for index in members(waiting_cards(state))}
    return {
        "status": {
            "round": (state.round, last_round(len(players))),
            "order": names(seats),
            "so far": dict(done(state)),
            "awaited": (moving, Area(state.turn.area).title if state.turn.phase is Phase.ACTION else ""),
        },
        "areas": {
            f"{letter} {area.title}": names(seat for seat in seats if players[seat].discs >> area & 1)
            for letter, area in zip("ABCDEF", Area, strict=True)
        },
        "market": {**dict(zip(MARKET, state.turn.exchanges, strict=True)), "cog": state.turn.took_cog},
        "factories": {
            "piles": (board.factory_deck.bit_count(), board.factory_discards.bit_count()),
            **path(board.row, factory),
        },
        "display": {
            "piles": (board.deck.bit_count(), board.discards.bit_count(), *sorted(waiting)),
            **path(board.display, card),
        },
        "loads": {
            source.id: (
                load,
                source.good.word if load else "",
                mark(f"load.{source.id}.kind", f"load.{source.id}.good"),
            )
            for source, load in zip(box.sources, board.loads, strict=True)
        },
        "inventions": {
            f"{name}{' technical' * technical}": space(2 * index + technical)
            for index, name in enumerate(box.inventions)
            for technical in range(2)
        },
        "patents": {
            square[0]: (*square[1:], *names(seat for seat in seats if players[seat].patents == number))
            for number, square in enumerate(squares)
        },
        "influence": {
            **{NAMES[seat]: player.influence for seat, player in enumerate(players)},
            **{f"sign {at}": f"{SYMBOLS[good]}{mark(f'track.signs.{at}')}" for at, good in box.signs},
            "end": f"{box.track_end}{mark('track.end')}",
        },
        "mats": {NAMES[seat]: mat(seat) for seat in range(len(players))},
    }  # fmt: skip


def done(state: State) -> Iterator[tuple[str, str]]:
    """What has been done in the action, by verbs."""
    turn, box = state.turn, state.components
    found = {
        "built": turn.built,
        "ran": turn.ran.bit_count(),
        "bought": turn.loads,
        "produced": " and ".join(box.cards[card].id for card in turn.made),
        "took": "a" * turn.took_cog,
        "made": sum(turn.exchanges),
        "developed": " and ".join(map(box.space_name, members(turn.developed))),
        "registered": turn.patents,
    }
    return ((verb, str(what)) for verb, what in found.items() if what)


def read_done(told: str) -> Iterator[tuple[str, str]]:
    for verb, what in re.findall(r"(\w+) ([^,]+)", told.removeprefix("so far: ")):
        yield verb, what if verb in ("produced", "developed") else what.split()[0]


def read_awaited(told: str) -> tuple[str, str]:
    """Who has to decide, and the area whose action it is."""
    return "".join(name for name in NAMES if name in told), told.partition("carries out: ")[2]


# --- What a drawing has ---------------------------------------------------------------


Found = Iterator[tuple[str, PositionSchema | None, Any]]
"""The things of a panel: the name, the outline, and what is told of it."""


def read(told: Iterable[str]) -> list[tuple[int, str, str]]:
    """Numbers with the symbols and the marks after them; nothing for a line."""
    found = re.findall(r"(?<!\S)(?:(\d+) \[(\w+)\]|-)(?: ([°*]))?(?!\S)", " ".join(told))
    return [(int(number or 0), name, mark) for number, name, mark in found]


def summed(told: Iterable[tuple[int, str, str]], shared: str = "") -> str:
    """Amounts with their mark, or that of the thing."""
    told = list(told)
    return amounts([(number, name) for number, name, _ in told], "".join(mark for *_, mark in told) or shared)


def single(told: tuple[int, str, str], name: str, shared: str) -> str:
    number, symbol, mark = told
    assert symbol == (name if number else "")
    return f"{number}{mark or shared}"


def owners(told: Iterable[str], kind: str) -> list[str]:
    return re.findall(rf"<{kind} (\w+)>", " ".join(told))


def titled(told: list[str]) -> tuple[str, str, list[str]]:
    """The id of a card, its mark, and what follows the id."""
    name = told.pop(0)
    while name.endswith("-"):
        name += told.pop(0)
    return plain(name), mark_of(name), told


def halves(panel: Panel, box: PositionSchema) -> tuple[list[str], list[str]]:
    """What is above and below the line of a card."""
    (line,) = (
        line.top
        for line in panel.styled("l")
        if box.holds(line.left, line.top) and line.top == line.bottom and line.right - line.left > 20
    )
    return panel.within(box._replace(bottom=line - 2)), panel.within(box._replace(top=line + 2))


def read_areas(panel: Panel) -> Found:
    for box in panel.styled("k"):
        title, *discs = panel.within(box)
        assert len(discs) == 2
        yield title, box, tuple(owners(discs, "disc"))


def read_market(panel: Panel) -> Found:
    *rows, last = panel.styled("k")
    side = r"\d (?:\S+ / )?\S+"
    for row in rows:
        left = next(o for o in panel.styled("l") if row.top == o.top and o.right - o.left > 100)
        right = row._replace(left=left.right)
        title = panel.within(row)[0]
        for half in (left, right):
            told = re.fullmatch(rf"({side}) ({side})(?: used (\d+))?", " ".join(panel.within(half)))
            assert told is not None
            line = re.sub(r"[][]| (?=/)|(?<=/) ", "", f"{told[1]} > {told[2]}")
            yield f"{title}: {line}", half, int(told[3] or 0)
    assert panel.within(last)[:3] == ["or", "1", "[cog]"]
    yield "cog", last, "taken" in panel.within(last)


def read_path(panel: Panel, path: list[PositionSchema], told: Any) -> Found:
    (leaving,) = (line for line in panel.styled("l") if line.bottom <= 14 and line.right - line.left > 50)
    upper = min(box.top for box in path)
    for place, box in enumerate(path):
        leaves = box.top == upper and leaving.holds((box.left + box.right) / 2, 13)
        name = f"{place + 1}{'x' if leaves else ''}"
        yield name, box, ("_",) if "o" in box.style else told(panel, box)


def read_factories(panel: Panel) -> Found:
    boxes = panel.styled("k", "o")
    (piles,) = re.findall(r"deck (\d+) · discards (\d+)", " ".join(panel.outside(*boxes)))
    yield "piles", None, tuple(map(int, piles))
    yield from read_path(panel, boxes, read_factory)


def read_factory(panel: Panel, box: PositionSchema) -> tuple[str, ...]:
    above, below = halves(panel, box)
    name, mark, output = titled(above)
    at = below.index("+") if "+" in below else len(below)
    return (
        name,
        summed(read(output), mark),
        summed(read(below[:at]), mark),
        summed(read(below[at:]), mark) * ("+" in below),
    )


def read_display(panel: Panel) -> Found:
    boxes = panel.styled("k", "o", "f")
    beside = "\n".join(panel.outside(*boxes))
    (piles,) = re.findall(r"deck (\d+)\ndiscards (\d+)", beside)
    yield "piles", None, (*map(int, piles), *sorted(beside.partition("waiting:\n")[2].split("\n")) * ("wait" in beside))
    lower = [box for box in boxes if box.top > boxes[0].top]
    yield from read_path(panel, [*reversed(lower), *(box for box in boxes if box not in lower)], read_card)


def read_card(panel: Panel, box: PositionSchema) -> tuple[str, ...]:
    above, below = halves(panel, box)
    (letter,) = (word for word in above if re.fullmatch("[SOF]", word))
    above.remove(letter)
    name, mark, profit = titled(above)
    kind = {"S": "start", "O": "official", "F": "fake"}[letter]
    assert ("f" in box.style) is (kind == "fake")
    return name, kind, summed(read(profit), mark), summed(read(below), mark)


def read_loads(panel: Panel) -> Found:
    for box in panel.styled("k"):
        number, *goods, label = panel.within(box._replace(bottom=box.bottom + 16))
        name, load = plain(label), int(number)
        assert goods == ([f"[{name.split('-')[0]}]"] * min(load, 3) or [name.split("-")[0]])
        assert (box.bottom - box.top > 40) is ("house" in name)
        yield name, box, (load, goods[0].strip("[]") if load else "", mark_of(label))


def read_inventions(panel: Panel) -> Found:
    for box in panel.styled("au", "ag"):
        (name,) = panel.within(box._replace(left=0, right=78))
        told = panel.within(box)
        influence, cogs, *income = read(told)
        marks = [single(influence, "influence", mark_of(name)), single(cogs, "cog", mark_of(name))]
        developer, patentee = owners(told[:1], "marker"), owners(told[-1:], "marker")
        assert ("[scroll]" in told, "_" in told) == (not patentee, not developer)
        holders = [*developer, *(f"patent {owner}" for owner in patentee)]
        where = f"{plain(name)}{' technical' * ('ag' in box.style)}"
        yield where, box, (*marks, summed(income, mark_of(name)), *holders)


def read_patents(panel: Panel) -> Found:
    for box in panel.styled("k", "o"):
        name, *told = [word for word in panel.within(box) if word != "_"]
        numbers = read(told)
        values = [single(*pair, mark_of(name)) for pair in zip(numbers, ("coin", "influence"), strict=False)] or [
            "",
            "",
        ]
        yield plain(name), box, (*values, *owners(told, "patent"))


def read_influence(panel: Panel) -> Found:
    rows = panel.styled("k")
    for row in rows:
        for left in range(10):
            column = row._replace(left=row.left + 34 * left + 2, right=row.left + 34 * left + 32)
            if told := panel.within(column):
                space, *there = told
                for pawn in owners(there, "pawn"):
                    yield pawn, None, int(space)
                for sign in re.findall(r"\[(\w+)\]((?: [°*])?)", " ".join(there)):
                    yield f"sign {space}", None, sign[0] + sign[1].strip()
    beyond = " ".join(panel.outside(*rows))
    for pawn, space in re.findall(r"<pawn (\w+)> (\d+)", beyond):
        yield pawn, None, int(space)
    yield "end", None, re.findall(r"(?<= to )\d+[°*]?", beyond)[0]


def read_mat(panel: Panel) -> Found:
    chips = panel.styled("k")
    told = panel.outside(*chips)
    influence, *numbers = read(told)
    assert [name for _, name, _ in numbers] == [*SYMBOLS, "hand", "bonus", "scroll", "box"]
    discs, bonus, patents, markers = numbers[len(SYMBOLS) :]
    assert owners(told[:1], "pawn") == told[1:2]
    ids = [titled(panel.within(chip)) for chip in chips]
    yield told[1], None, {
        "goods": tuple(number for number, *_ in numbers[: len(SYMBOLS)]),
        "influence": influence[0],
        "discs": discs[0],
        "bonus": bonus[0],
        "patents": patents[0],
        "markers": f"{markers[0]}{markers[2]}",
        "to move": "to move" in told,
        "start": "[start]" in told,
        "capacity": int(" ".join(told).partition("capacity ")[2]),
        "factories": [(name, summed(read(output), mark)) for name, mark, output in ids],
    }  # fmt: skip
    for chip, (name, *_) in zip(chips, ids, strict=True):
        yield f"{told[1]} {name}", chip, None


def read_status(panel: Panel) -> Found:
    boxes = panel.styled("k", "now")
    heading, *told = panel.outside(*boxes)
    (now,) = panel.styled("now")
    (number,) = panel.within(now)
    assert heading == f"Round {number} of {len(boxes)}"
    yield "round", None, (int(number), len(boxes))
    keys = next(at for at, word in enumerate(told) if word.startswith("<"))
    yield "order", None, tuple(owners(told, "disc"))
    assert [*told[keys + 1 :: 2]] == owners(told, "disc")
    so_far = re.search("so far: [^A-Z]*", " ".join(told[:keys]))
    yield "so far", None, dict(read_done(so_far[0].strip() if so_far else ""))
    yield "awaited", None, read_awaited(told[0])


READERS = {
    "status": read_status, "areas": read_areas, "market": read_market, "factories": read_factories,
    "display": read_display, "loads": read_loads, "inventions": read_inventions, "patents": read_patents,
    "influence": read_influence, "mats": read_mat,
}  # fmt: skip


def read_drawing(state: State, part: str, **options: Any) -> tuple[Told, set[str]]:
    """What a part of a drawing tells of each thing, and the things with a bold border."""
    told: Told = {}
    bold = set()
    for panel in panels(ElementTree.fromstring(svg(state, parts=(part,), **options))):
        borders = [outline[:4] for outline in panel.styled("h")]
        for name, outline, value in READERS[part](panel):
            assert name not in told
            told |= {name: value} if value is not None else {}
            if outline and outline[:4] in borders:
                borders.remove(outline[:4])
                bold.add(name)
        assert not borders
    return told, bold


# --- What a text has ------------------------------------------------------------------


def counted(told: str, shared: str = "") -> str:
    """Amounts in words as those of a drawing, with their mark, or that of the thing."""
    pairs = re.findall(r"(\d+) (?:of )?(?:development )?([a-z]+)", told)
    singular = {f"{name}s": name for name in ("tool", "coin", "cog")}
    return amounts([(int(number), singular.get(name, name)) for number, name in pairs], mark_of(told) or shared)


def written_areas(lines: list[str]) -> Iterator[tuple[str, Any]]:
    for title, *discs in re.findall(r"([A-F] [a-z]+(?: [a-z]+)*) +([A-Z-]) +([A-Z-])(?!\S)", " ".join(lines)):
        yield title, tuple(TAGS[disc] for disc in discs if disc != "-")


def written_market(lines: list[str]) -> Iterator[tuple[str, Any]]:
    *rows, last = lines
    for row in rows:
        title, *exchanges = re.split("  +", row.strip())
        for told, used in (re.fullmatch(r"(.*?)(?: \(used (\d+)x\))?", each).groups() for each in exchanges):  # type: ignore[union-attr]
            paid, got = (
                re.sub("(?<=cube)s|(?<=coin)s| disc", "", side.replace(", ", "/")) for side in told.split(" > ")
            )
            line = " > ".join(side if side[0].isdigit() else f"1 {side}" for side in (paid, got))
            yield f"{title}: {line}", int(used or 0)
    yield "cog", last.endswith("(taken)")


def written_path(lines: list[str], told: Any) -> Iterator[tuple[str, Any]]:
    *cards, piles = lines
    for line in cards:
        place, name, *rest = re.split("  +", line.strip())
        yield place, ("_",) if name == "-" else (plain(name), *told(mark_of(name), *rest))
    deck, discards, *waiting = re.fullmatch(r"  deck (\d+), discards (\d+)(?:, waiting: (.*))?", piles).groups()  # type: ignore[union-attr]
    yield "piles", (int(deck), int(discards), *(sorted(waiting[0].split(", ")) if waiting[0] else []))


def written_factories(lines: list[str]) -> Iterator[tuple[str, Any]]:
    def factory(mark: str, output: str, cost: str) -> tuple[str, ...]:
        cost, _, first = cost.partition(", when built ")
        return counted(output, mark), counted(cost, mark), first and counted(first, mark)

    return written_path(lines, factory)


def written_display(lines: list[str]) -> Iterator[tuple[str, Any]]:
    def card(mark: str, kind: str, profit: str, cost: str) -> tuple[str, ...]:
        weakest = max(re.findall(f"[{MARKS}]", cost), default="")
        return kind, counted(profit, mark), counted(plain(cost), weakest or mark)

    return written_path(lines, card)


def written_loads(lines: list[str]) -> Iterator[tuple[str, Any]]:
    for name, load, good in re.findall(r"(\S+): (\d+)(?: ([a-z]+))?", lines[0]):
        yield plain(name), (int(load), good.removesuffix("s"), mark_of(name))


def written_inventions(lines: list[str]) -> Iterator[tuple[str, Any]]:
    assert lines[0].split() == ["original", "technical"]
    for line in lines[1:]:
        name, *spaces = re.split("  +", line.strip())
        for technical, (printed, holder) in enumerate(zip(spaces[::2], spaces[1::2], strict=True)):
            influence, cogs, income = printed.split(" / ")
            marked = [word + ("" if mark_of(word) else mark_of(name)) for word in (influence, cogs)]
            owner = [TAGS[holder[0]]] if holder != "-" else []
            holders = [*owner, *(f"patent {who}" for who in owner if holder.endswith("+"))]
            where = f"{plain(name)}{' technical' * technical}"
            yield where, (*marked, counted(income, mark_of(name)), *holders)


def written_patents(lines: list[str]) -> Iterator[tuple[str, Any]]:
    for line in lines:
        square, there = re.split("  +", line.strip())
        name, _, numbers = square.partition(": ")
        values = [word.split()[0] + (mark_of(word) or mark_of(name)) for word in numbers.split(", ") if word] or [
            "",
            "",
        ]
        yield plain(name), (*values, *(TAGS[tag] for tag in there.split() if tag != "-"))


def written_influence(lines: list[str]) -> Iterator[tuple[str, Any]]:
    yield "end", lines[0].rpartition(" ")[2]
    for tags, space in re.findall(r"((?:[A-Z] )+)(\d+)", lines[1]):
        yield from ((TAGS[tag], int(space)) for tag in tags.split())
    for space, good in re.findall(r"(\d+) (\S+?)(?:,|$)", lines[2]):
        yield f"sign {space}", good.removeprefix("development ")


def written_mats(lines: list[str]) -> Iterator[tuple[str, Any]]:
    heads = lines[0].split()[1:]
    assert [plain(head) for head in heads] == [
        *(symbol.replace("technology", "tech") for symbol in SYMBOLS), "infl", "discs", "bonus", "patents", "markers",
    ]  # fmt: skip
    told: Told = {}
    for line in lines[1:]:
        if found := re.fullmatch(r"([> ]) (\w+) +([\d ]+)", line):
            *goods, influence, discs, bonus, patents, markers = map(int, found[3].split())
            yield found[2], (told := {
                "goods": tuple(goods), "influence": influence, "discs": discs, "bonus": bonus, "patents": patents,
                "markers": f"{markers}{mark_of(heads[-1])}", "to move": found[1] == ">", "developed": [],
            })  # fmt: skip
        elif found := re.fullmatch(r"    factories, capacity (\d+): (.*)", line):
            told["capacity"] = int(found[1])
            told["factories"] = [(name, counted(output)) for name, output in re.findall(r"(\S+) \((.*?)\)", found[2])]
        else:
            told["developed"] = sorted(line.removeprefix("    developed: ").split(", "))


def written_status(lines: list[str]) -> Iterator[tuple[str, Any]]:
    yield "round", tuple(map(int, re.findall(r"\d+", lines[0])[:2]))
    (order,) = (line.partition("start player: ")[2] for line in lines if "start player: " in line)
    yield "order", tuple(order.split(", "))
    yield "so far", dict(read_done(next((line.strip() for line in lines if "so far: " in line), "")))
    yield "awaited", read_awaited(lines[0])


WRITTEN = {
    "status": written_status, "areas": written_areas, "market": written_market, "factories": written_factories,
    "display": written_display, "loads": written_loads, "inventions": written_inventions, "patents": written_patents,
    "influence": written_influence, "mats": written_mats,
}  # fmt: skip


def read_text(state: State, part: str) -> Told:
    """What a part of a text tells of each thing."""
    lines = text(state, parts=(part,), width=2000).partition("\n\n")[0].splitlines()
    headed = ("status", "influence", "mats")
    return dict(WRITTEN[part](lines if part in headed else lines[1:]))


# --- What is shown --------------------------------------------------------------------


def mixed(state: State, seed: int) -> State:
    """The position with a set whose values have all kinds of sources."""
    rng = random.Random(seed)
    return with_sources(state, [(at, rng.choice(SOURCES)) for at in state.components.provenance])


ANY_STATE = st.builds(mixed, positions(rulesets=rulesets(), component_sets=component_sets()), st.integers(0, 999))
SOME = settings(max_examples=1 + settings().max_examples // 4)
GIVEN = (mixed(CROWDED, 1), mixed(BUSY, 2), mixed(LATE, 3), Game(3).new(2))


@pytest.mark.parametrize("state", GIVEN, ids=range(len(GIVEN)))
def test_a_position_made_by_hand_is_told(state: State) -> None:
    is_told(state)


@SOME
@given(ANY_STATE)
def test_any_position_is_told(state: State) -> None:
    is_told(state)


def is_told(state: State) -> None:
    for part, expected in table(state).items():
        told, bold = read_drawing(state, part)
        written = read_text(state, part)
        if part == "mats":  # The markers on the board are drawn there alone, and the text begins with the start player.
            expected, told, written = (
                {name: dict(mat) for name, mat in each.items()} for each in (expected, told, written)
            )
            assert [mat.pop("developed") for mat in written.values()] == [
                mat.pop("developed") for mat in expected.values()
            ]
            assert [mat.pop("start") for mat in told.values()] == [mat.pop("start") for mat in expected.values()]
        assert told == expected
        assert written == expected
        assert not bold


def test_the_longest_id_is_drawn_whole() -> None:
    longest = max(range(len(SHIPPED.cards)), key=lambda index: len(SHIPPED.cards[index].id))
    is_told(position(developed={0: range(0, 2 * len(SHIPPED.inventions), 2)}, display=[longest, *[EMPTY] * 6]))


def test_the_dearest_invention_and_the_last_square_are_at_the_top() -> None:
    squares = [str(number) for number in range(6, 0, -1)] + ["start"]
    for inventions, patents in (
        (read_drawing(CROWDED, "inventions")[0], read_drawing(CROWDED, "patents")[0]),
        (read_text(CROWDED, "inventions"), read_text(CROWDED, "patents")),
    ):
        assert [name for name in inventions if not name.endswith(" technical")] == [*reversed(SHIPPED.inventions)]
        assert [*patents] == squares


def test_the_mats_of_some_players_are_theirs() -> None:
    for seats in ((3, 0), (2,), (4, 1, 3)):
        names = [NAMES[seat] for seat in seats]
        root = ElementTree.fromstring(svg(CROWDED, parts=("mats",), seats=seats))
        assert [name for panel in panels(root) for name, *_ in read_mat(panel) if " " not in name] == names
        assert re.findall(r"^[> ] ([A-Z]\w+)", text(CROWDED, parts=("mats",), seats=seats), re.MULTILINE) == names


def test_every_phase_has_its_words() -> None:
    states = [evolve(CROWDED, turn=evolve(CROWDED.turn, phase=phase)) for phase in Phase]
    assert len({text(state, parts=("status",)).partition("\n")[0] for state in states}) == len(Phase)


# --- What is marked -------------------------------------------------------------------


LAID = [CROWDED] + [
    position(
        players=3, developed={2: range(0, 18, 2)}, display=range(first, min(first + 7, 39)),
        row=range(first % 25, min(first % 25 + 5, 24)),
    )
    for first in range(0, 39, 5)
]  # fmt: skip
"""Positions in which every card lies on the display once, and every factory in the row."""


@pytest.mark.slow
def test_one_source_more_or_less_is_one_mark_more_or_less() -> None:
    silent = marks_follow(
        PICTURES,
        LAID,
        lambda state, at: str(table(with_sources(state, [(at, "assumed")]))).count("°"),
        once={"markers"},
    )
    without = {f"factory.{card.id}.influence" for card in SHIPPED.factories if not card.influence}
    beside = {at for at in SHIPPED.provenance if at.startswith("supply.")} | {"bonus_discs", "track.signs"}
    assert silent == without | beside | {"start_factory.influence"}


def test_the_mark_stands_after_its_value_and_a_shared_one_after_the_name() -> None:
    state = position(developed={2: [6]}, display=[9, 11], row=[9])
    fake, factory = SHIPPED.cards[11], SHIPPED.factories[9]
    card = f"card.{fake.id}"
    for places, written in {
        (f"{card}.question_marks",): f"{fake.question_marks} of choice°",
        (f"{card}.cost",): "1 coal°",
        (f"{card}.profit",): "3 influence°",
        (f"{card}.cost", f"{card}.profit", f"{card}.question_marks"): f"{fake.id}°",
        (f"factory.{factory.id}.influence",): "1 influence°",
        ("patent_square[4].coins",): "3 coins°",
        ("patent_square[4].influence",): "2 influence°",
        ("patent_square[4].coins", "patent_square[4].influence"): "4°",
    }.items():
        changed = with_sources(state, [(at, "assumed") for at in places])
        assert marks_written(text(changed)) == "°", places
        assert re.findall(r"(?<![\w-])\S+(?: [a-z]+)*°", text(changed))[0].endswith(written), places


# --- What is highlighted --------------------------------------------------------------


def are_marked(state: State, expected: dict[str, set[str]], *highlight: moves.Move) -> None:
    """Assert that these moves give these things a bold border, by part, and nothing else one."""
    assert {part: read_drawing(state, part, highlight=highlight)[1] for part in expected} == expected, highlight
    assert len(re.findall(r'class="[a-z]+ h"', svg(state, highlight=highlight))) == sum(map(len, expected.values()))


def highlights(state: State) -> Iterator[tuple[moves.Move, dict[str, set[str]]]]:
    """Moves of every kind that a position may be asked about, and what each of them marks."""
    box, board, name = state.components, state.board, NAMES[state.turn.seat]
    told = table(state)
    for area, title in zip(Area, told["areas"], strict=True):
        for kind in (moves.PlaceDisc, moves.Resolve, moves.Withdraw):
            yield kind(area), {"areas": {title}}
    for line, title in zip(moves.Line, MARKET, strict=True):
        yield moves.Exchange(line, NO_GOODS), {"market": {title}}
    yield moves.TakeCog(), {"market": {"cog"}}
    for place, factory in zip(told["factories"], (None, *board.row), strict=True):
        if factory not in (None, EMPTY):
            yield moves.BuildFactory(factory), {"factories": {place}}
    for place, card in zip(told["display"], (None, *board.display), strict=True):
        if card not in (None, EMPTY):
            yield moves.ProduceInvention(card), {"display": {place}}
    for at, source in enumerate(box.sources):
        yield moves.BuyLoad(at), {"loads": {source.id}}
    square = {"patents": {str(state.me.patents + 1)}}
    for space in range(18):
        yield moves.Develop(space), {"inventions": {box.space_name(space)}}
        yield moves.RegisterPatent(space), {"inventions": {box.space_name(space)}} | square
    yield moves.RegisterPatent(), square
    chips = {index: f"{name} {box.factory(index).id}" for index in members(state.me.factories)}
    for index, chip in chips.items():
        yield moves.RunFactory(index), {"mats": {chip}}
    yield moves.RunAllFactories(), {"mats": set(chips.values())}
    for nothing in (moves.EndAction(), moves.EndTurn(), moves.UseBonusDisc()):
        yield nothing, {}


@pytest.mark.parametrize("state", [CROWDED, LATE], ids=["crowded", "late"])
def test_a_move_marks_its_thing_alone(state: State) -> None:
    cases = list(highlights(state))
    assert {type(move) for move, _ in cases} == {*moves.KINDS} - {moves.RevealCard, moves.RevealFactory}
    for move, expected in cases:
        are_marked(state, expected, move)


def test_several_moves_mark_all_their_things() -> None:
    loads, disc, line = (
        [moves.BuyLoad(2), moves.BuyLoad(4)],
        moves.PlaceDisc(Area.BUY),
        moves.BUY_COG,
    )
    marked = {"loads": {"wood-house", "metal-ship"}, "areas": {"C buy resources"}, "market": {MARKET[0]}}
    are_marked(CROWDED, marked, *loads, disc, line)
