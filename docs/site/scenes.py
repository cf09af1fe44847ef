"""The pictures of the rulebook pages: which position is drawn, which part of the table, and what is said below it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import attrs

from era_of_inventions.disputes.position import read_position
from era_of_inventions.game import Game, read_dispute, read_game
from era_of_inventions.model.state import State
from era_of_inventions.notation import parse_move
from era_of_inventions.render import PARTS, Svg, svg
from era_of_inventions.tabletop.errors import Code, FileError, InputProblem
from era_of_inventions.tabletop.files.toml import Reader

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = Path(__file__).parent


@attrs.frozen
class Scene:
    """A picture of a ``position``, given as dispute files hold it, of an ``example`` file, or of the end of a ``game``.

    ``parts`` of the table are drawn, with the mats of all players or of those at ``seats``; what the moves of
    ``highlight`` are about is marked.
    """

    caption: str
    position: str = ""
    example: str = ""
    game: str = ""
    parts: tuple[str, ...] = PARTS
    seats: tuple[int, ...] | None = None
    highlight: tuple[str, ...] = ()

    def drawing(self, columns: int | None = None) -> Svg:
        """The picture, in so many columns. Raises `FileError` if the position is not a possible one."""
        state, names = self.table()
        moves = [parse_move(text, state.setting) for text in self.highlight]
        return svg(
            state,
            names=names,
            parts=self.parts,
            seats=self.seats,
            highlight=moves,
            title=self.caption,
            columns=columns,
        )

    def table(self) -> tuple[State, tuple[str, ...]]:
        """The position and the players' names. Raises `FileError` if the position is not a possible one."""
        if self.example:
            return _of_example(self.example)
        if self.game:
            return _of_game(self.game)
        problems: list[InputProblem] = []
        reader = Reader(tomllib.loads(self.position), "", problems)
        position, players = reader.table("position"), reader.table("player")
        names = tuple(position.texts("players", "the names of the players"))
        game = Game(len(names))
        state = read_position(position, players, game, names)
        position.close()
        reader.close()
        problems += [InputProblem("", Code.IMPOSSIBLE, str(problem)) for problem in game.check(state)]
        if problems:
            raise FileError(f"scene {self.caption!r}", problems)
        return state, names


@cache
def _of_example(name: str) -> tuple[State, tuple[str, ...]]:
    told = read_dispute(EXAMPLES / f"{name}.toml")
    return told.state, told.names


@cache
def _of_game(name: str) -> tuple[State, tuple[str, ...]]:
    record = read_game(GAMES / f"{name}.era")
    return record.end(), record.names


SCENES: dict[str, Scene] = {
    "table": Scene(
        caption="The table in round 4, with four players. Yellow is to take up a disc.",
        game="table",
    ),
    "components": Scene(
        caption="The eighteen development spaces. Most numbers are assumed, not those printed on the board.",
        parts=("inventions",),
        game="table",
    ),
    "setup": Scene(
        caption="Ready to begin, with four players: what lies on the board, and what Orange has, the start player.",
        parts=("factories", "display", "loads", "mats"),
        seats=(0,),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]

[position.board]
row = ["workshop-1", "coal-mine-2", "mint-1", "laboratory-3", "sawmill-1"]
display = [
    "pocket-watch-3",
    "light-bulb-1",
    "light-bulb-5",
    "pocket-watch-6",
    "light-bulb-3",
    "pocket-watch-2",
    "light-bulb-6",
]
""",
    ),
    "supply": Scene(
        caption="What lies on ships, in houses and before the players. All other goods of the box are in the supply.",
        parts=("loads", "mats"),
        game="table",
    ),
    "placement": Scene(
        caption="The second pass. Green may go to the areas marked: not to A again, and the market is full.",
        parts=("areas",),
        highlight=("place goods", "place buy", "place produce", "place develop"),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
phase = "placement"
to_move = "Green"

[player.Orange]
discs = ["buy", "market"]

[player.Brown]
discs = ["develop", "market"]

[player.Green]
discs = ["build"]

[player.Yellow]
discs = ["produce"]
""",
    ),
    "execution": Scene(
        caption="Three players, three discs each. Orange begins, with the disc on A, on C or on D.",
        parts=("areas",),
        highlight=("resolve build", "resolve produce", "resolve buy"),
        position="""
[position]
players = ["Orange", "Green", "Yellow"]
phase = "choice"
to_move = "Orange"

[player.Orange]
discs = ["build", "produce", "buy"]

[player.Green]
discs = ["produce", "goods", "market"]

[player.Yellow]
discs = ["market", "develop", "build"]
""",
    ),
    "build": Scene(
        caption="The factory row with two gaps, and Green's goods. Green builds the two factories marked.",
        parts=("factories", "mats"),
        seats=(2,),
        highlight=("build coal-mine-3", "build laboratory-1"),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 2
phase = "action"
area = "build"
to_move = "Green"

[position.board]
row = ["coal-mine-3", "laboratory-1", "-", "smelter-3", "-"]
factory_discards = ["mint-1", "sawmill-1", "smelter-1"]

[player.Brown]
factories = ["laboratory-2", "sawmill-2"]
built_this_round = 2

[player.Green]
goods = "2 coins, 3 wood, 2 coal"
factories = ["coal-mine-1"]
""",
    ),
    "goods": Scene(
        caption="Yellow's factories: on area B each of them yields what it shows on top.",
        parts=("mats",),
        seats=(3,),
        highlight=("run all",),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 3
phase = "action"
area = "goods"
to_move = "Yellow"

[player.Yellow]
goods = "1 coin"
factories = ["coal-mine-2", "smelter-1"]
""",
    ),
    "buy": Scene(
        caption="Ships and houses with their loads. For two coins Brown buys the two marked. The wood ship is empty.",
        parts=("loads",),
        highlight=("buy metal-ship", "buy coal-house-1"),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 3
phase = "action"
area = "buy"
to_move = "Brown"

[position.board]
loads = { metal-ship = 4, wood-ship = 0 }
""",
    ),
    "produce": Scene(
        caption="Orange is to produce the two cards marked. Two of the seven spaces are already empty.",
        parts=("display",),
        highlight=("produce cash-register-1", "produce telephone-1"),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 3
phase = "action"
area = "produce"
to_move = "Orange"

[position.board]
display = ["cash-register-1", "-", "telephone-1", "-", "telephone-fake", "light-bulb-1", "pocket-watch-2"]
discards = ["light-bulb-2", "pocket-watch-1"]
removed = [
    "light-bulb-3",
    "light-bulb-4",
    "light-bulb-5",
    "light-bulb-6",
    "pocket-watch-3",
    "pocket-watch-4",
    "pocket-watch-5",
    "pocket-watch-6",
]

[player.Orange]
goods = "2 metal, 2 technology, 3 coal"
influence = 4

[player.Green]
developed = ["telephone", "cash register"]
""",
    ),
    "market": Scene(
        caption="The three boxes of the exchange market, each with two lines.",
        parts=("market",),
        example="disputes/e01-five-trades",
    ),
    "develop": Scene(
        caption="Brown has developed the steam train and the car. The spaces marked are now open to everybody.",
        parts=("inventions",),
        highlight=("develop steam train technical", "develop car technical"),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 5
phase = "action"
area = "develop"
to_move = "Brown"

[player.Brown]
goods = "2 cogs"
developed = ["steam train", "car"]

[player.Green]
developed = ["telephone", "telephone technical"]
""",
    ),
    "fakes": Scene(
        caption="The fake of the camera lies on the display. Neither Green nor Yellow may produce it, Brown may.",
        parts=("display", "inventions"),
        highlight=("produce camera-fake with 1 metal, 2 tools",),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 2
phase = "action"
area = "produce"
to_move = "Brown"

[position.board]
display = [
    "camera-1",
    "camera-fake",
    "light-bulb-4",
    "pocket-watch-3",
    "light-bulb-2",
    "pocket-watch-1",
    "light-bulb-5",
]
removed = [
    "light-bulb-1",
    "light-bulb-3",
    "light-bulb-6",
    "pocket-watch-2",
    "pocket-watch-4",
    "pocket-watch-5",
    "pocket-watch-6",
]

[player.Brown]
goods = "1 metal, 2 tools, 2 coal"

[player.Green]
developed = ["camera"]

[player.Yellow]
developed = ["camera technical"]
""",
    ),
    "income": Scene(
        caption="Green owns the original sewing machine, Yellow the technical one, with a patent on its scroll.",
        parts=("inventions",),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 3
phase = "action"
area = "produce"
to_move = "Brown"

[position.board]
display = ["sewing-machine-1", "sewing-machine-fake"]

[player.Green]
developed = ["sewing machine"]

[player.Yellow]
patents = 1
developed = ["sewing machine technical"]
patented = ["sewing machine technical"]
""",
    ),
    "patents": Scene(
        caption="The patent track: Yellow and Green share a square, Orange has not begun.",
        parts=("patents",),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 5
phase = "choice"
to_move = "Yellow"

[player.Yellow]
patents = 2
developed = ["sewing machine"]
patented = ["sewing machine"]
discs = ["develop"]

[player.Green]
patents = 2
developed = ["camera", "telephone"]
patented = ["camera", "telephone"]

[player.Brown]
patents = 1
developed = ["typewriter"]
""",
    ),
    "bonus": Scene(
        caption="Orange holds one bonus disc and may use it directly after an action.",
        parts=("areas", "mats"),
        seats=(0,),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 5
phase = "choice"
to_move = "Orange"

[player.Orange]
goods = "3 coins, 1 metal, 2 coal"
bonus_discs = 1
factories = ["coal-mine-1"]
discs = ["buy", "market"]

[player.Brown]
discs = ["produce", "develop"]

[player.Green]
discs = ["goods", "market"]

[player.Yellow]
discs = ["build", "produce"]
""",
    ),
    "influence": Scene(
        caption="Orange stands on 6. The signs on 6, 7, 9 and 11 are known, all others are assumed.",
        parts=("influence",),
        example="disputes/e11-signs-while-producing",
    ),
    "refresh": Scene(
        caption="The display at the end of a round. The arrows show the path; the last three spaces will be cleared.",
        parts=("display",),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
round = 5
phase = "choice"
to_move = "Yellow"

[position.board]
display = ["light-bulb-1", "telephone-1", "-", "camera-1", "car-2", "-", "pocket-watch-3"]
discards = ["light-bulb-6", "telephone-2"]
removed = [
    "light-bulb-2",
    "light-bulb-3",
    "light-bulb-4",
    "light-bulb-5",
    "pocket-watch-1",
    "pocket-watch-2",
    "pocket-watch-4",
    "pocket-watch-5",
]

[player.Green]
developed = ["telephone", "camera"]

[player.Yellow]
developed = ["car"]
discs = ["market"]
""",
    ),
    "scoring": Scene(
        caption="The patent track at the end of the example: Brown and Green share the lead.",
        parts=("patents",),
        position="""
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
phase = "game-over"

[player.Orange]
influence = 38
patents = 2
developed = ["airplane", "steam train", "typewriter"]
factories = ["smelter-3", "laboratory-3"]

[player.Brown]
influence = 35
patents = 4
developed = ["car", "telephone", "gramophone"]
factories = ["coal-mine-2", "workshop-3"]

[player.Green]
influence = 40
patents = 4
developed = ["camera", "cash register", "sewing machine", "car technical"]
factories = ["sawmill-2"]

[player.Yellow]
influence = 33
patents = 1
developed = ["typewriter technical", "sewing machine technical", "telephone technical"]
factories = ["mint-3", "smelter-1"]
""",
    ),
}
"""Every picture by the name under which the pages ask for it."""
