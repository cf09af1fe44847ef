"""What is said of impossible positions: one position for each thing that can be wrong, and the whole sentence."""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest

from era_of_inventions.box.components import Area, LoadSource
from era_of_inventions.box.goods import ONE, Good, pack
from era_of_inventions.moves import BUY_BONUS_DISC, COINS_FOR_INFLUENCE, Move, RunAllFactories
from era_of_inventions.position import EMPTY, Phase, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.values import evolve
from tests.support.positions import SHIPPED, after, position

FRESH = position()


def player(seat: int, state: State = FRESH, **changed: Any) -> State:
    """The position with something else about one player."""
    players = list(state.players)
    players[seat] = evolve(players[seat], **changed)
    return evolve(state, players=tuple(players))


def board(state: State = FRESH, **changed: Any) -> State:
    """The position with something else on the board."""
    return evolve(state, board=evolve(state.board, **changed))


def turn(state: State = FRESH, **changed: Any) -> State:
    """The position with something else about the turn."""
    return evolve(state, turn=evolve(state.turn, **changed))


def limited(state: State) -> State:
    """The position where goods are limited."""
    return evolve(state, setting=attrs.evolve(state.setting, ruleset=Ruleset(goods_supply="limited")))


SETUP = Game(4).new()
ROW, DISPLAY, LOADS = FRESH.board.row, FRESH.board.display, FRESH.board.loads
IN_ROW, ON_DISPLAY = SHIPPED.factories[ROW[1]].id, SHIPPED.cards[DISPLAY[2]].id
TELEPHONE = 2 * SHIPPED.inventions.index("telephone")
WITH_TELEPHONE = position(developed={1: [TELEPHONE]})
TELEPHONES = SHIPPED.cards_of(TELEPHONE // 2)
FULL = pack({Good.COIN: 32767})
ROOM = board(display=(*DISPLAY[:6], EMPTY), row=(*ROW[:4], EMPTY))
CARDS, FACTORIES = len(SHIPPED.cards), len(SHIPPED.factories)
OFFER = turn(phase=Phase.BONUS_OFFER)
LAST = position(ruleset=Ruleset(final_market_order="free"), phase=Phase.FINAL_MARKET)

WRONG: dict[str, tuple[State, list[str]]] = {
    "more bonus discs than there are": (
        player(2, bonus_discs=6),
        ["21 bonus discs are in use; there are 20 [components.bonus-discs]"],
    ),
    "more bonus discs than there are, with one in use": (
        player(2, position(phase=Phase.BONUS_ACTION, seat=3, bonus_discs={1: 10, 2: 4, 3: 0}), bonus_discs=5),
        ["21 bonus discs are in use; there are 20 [components.bonus-discs]"],
    ),
    "six exchanges in an action": (
        turn(position(phase=Phase.ACTION, area=Area.MARKET), exchanges=(2, 0, 1, 1, 1, 1)),
        ["seat 0 has made 6 exchanges; at most 5 are possible [market.five-max]"],
    ),
    "a fourth exchange in a box, after a bonus disc": (
        turn(position(phase=Phase.ACTION, area=Area.MARKET), exchanges=(0, 0, 0, 0, 1, 3)),
        ["seat 0 has used the lower box 4 times; at most 3 are possible [market.three-per-box]"],
    ),
    "an action that is over, but no disc back": (
        player(0, position(phase=Phase.BONUS_OFFER), discs=1 << Area.BUILD | 1 << Area.BUY),
        ["seat 0 has carried out an action, but no disc is back [execution.disc-returned]"],
    ),
    "a factory in two places": (
        board(factory_discards=1 << ROW[1]),
        [f"the factory {IN_ROW} is among the discards and on space 2 of the row [build.owned-face-up]"],
    ),
    "a factory in the deck and owned": (
        player(
            3,
            board(row=(*ROW[:1], EMPTY, *ROW[2:]), factory_deck=FRESH.board.factory_deck | 1 << ROW[1]),
            factories=FRESH.players[3].factories | 1 << ROW[1],
        ),
        [f"the factory {IN_ROW} is in the deck and owned by seat 3 [build.owned-face-up]"],
    ),
    "a factory that is nowhere": (
        board(row=(ROW[0], EMPTY, *ROW[2:])),
        [f"the factory {IN_ROW} is nowhere [build.owned-face-up]"],
    ),
    "a space carries two markers": (
        player(3, WITH_TELEPHONE, developed=1 << TELEPHONE),
        ["telephone carries markers of seats 1, 3; expected one [develop.space-once]"],
    ),
    "a technical without its original": (
        player(0, WITH_TELEPHONE, developed=1 << 1),
        ["cash register technical is developed, but its original is not [develop.original-first]"],
    ),
    "more markers than there are": (
        player(0, evolve(position(developed={0: range(0, 18, 2)})), developed=(1 << 16) - 1),
        ["seat 0 has 16 markers on the board; each player has 15 [develop.marker-needed]"],
    ),
    "developed without a marker": (
        board(WITH_TELEPHONE, developed_this_round=1 << TELEPHONE + 1),
        ["telephone technical was developed this round, but carries no marker [develop.cards-brought]"],
    ),
    "a disc to resolve, but none there": (
        turn(phase=Phase.CHOICE, seat=2),
        ["seat 2 is to resolve a disc, but has none on the board [execution.own-disc]"],
    ),
    "an action without its disc": (
        player(0, position(phase=Phase.ACTION, area=Area.BUY), discs=0),
        ["seat 0 carries out the action of 'buy resources', but has no disc there [execution.own-disc]"],
    ),
    "discs between rounds": (
        turn(player(1, ROOM, discs=1), phase=Phase.REFRESH_CARDS),
        ["seat 1 has action discs on the board in the phase refresh-cards [execution.round-ends]"],
    ),
    "discs in the final market": (
        turn(player(1, discs=1), phase=Phase.FINAL_MARKET),
        ["seat 1 has action discs on the board in the phase final-market [execution.round-ends]"],
    ),
    "discs after the game": (
        turn(player(1, discs=1), phase=Phase.GAME_OVER),
        ["seat 1 has action discs on the board in the phase game-over [execution.round-ends]"],
    ),
    "an action of no area": (
        turn(phase=Phase.ACTION, seat=2),
        ["seat 2 carries out an action, but the area is missing [execution.one-disc-per-turn]"],
    ),
    "an area outside of actions": (
        turn(area=Area.BUY),
        ["seat 0 is on the area 'buy resources', but in the phase placement [execution.one-disc-per-turn]"],
    ),
    "a bonus action after nothing": (
        turn(phase=Phase.BONUS_ACTION, seat=2),
        ["seat 2 carries out a bonus action, but no action before it [bonus.put-down]"],
    ),
    "a bonus action in the middle of an action": (
        turn(OFFER, before=Turn(Phase.ACTION, 0)),
        ["seat 0 carries out a bonus action after the phase action of seat 0 [bonus.put-down]"],
    ),
    "a bonus action after somebody else's action": (
        turn(OFFER, before=Turn(Phase.BONUS_OFFER, 2)),
        ["seat 0 carries out a bonus action after the phase bonus-offer of seat 2 [bonus.put-down]"],
    ),
    "a patent marker beyond the track": (
        player(0, patents=7),
        ["seat 0 has 7 patents; expected 0 to 6 [patents.six-per-game]"],
    ),
    "a patent on another's invention": (
        player(0, player(1, WITH_TELEPHONE, patents=1), patents=1, patented=1 << TELEPHONE),
        ["seat 0 has a patent on telephone without having developed it [patents.own-only]"],
    ),
    "more patents placed than registered": (
        player(1, WITH_TELEPHONE, patented=1 << TELEPHONE),
        ["seat 1 has patent markers on 1 inventions, but registered only 0 [patents.marker-placed]"],
    ),
    "a disc to place, but all placed": (
        player(0, discs=0b11),
        ["seat 0 is to place a disc, but has placed all [placement.next-to-place]"],
    ),
    "three discs on an area": (
        player(3, player(2, player(1, discs=1 << Area.BUY), discs=1 << Area.BUY), discs=1 << Area.BUY),
        ["the area 'buy resources' holds 3 action discs; at most 2 are possible [placement.two-per-area]"],
    ),
    "more discs than dealt": (
        player(3, discs=0b111),
        ["seat 3 has 3 action discs on the board; each player has 2 [placement.own-discs]"],
    ),
    "more discs than dealt to three": (
        player(1, position(3, phase=Phase.CHOICE, seat=2, discs={2: [Area.BUY]}), discs=0b1111),
        ["seat 1 has 4 action discs on the board; each player has 3 [placement.own-discs]"],
    ),
    "a disc to place, but all three placed": (
        player(2, position(3, seat=2), discs=0b111),
        ["seat 2 is to place a disc, but has placed all [placement.next-to-place]"],
    ),
    "a card in two places": (
        board(deck=FRESH.board.deck | 1 << DISPLAY[2], discards=1 << DISPLAY[2]),
        [
            f"the card {ON_DISPLAY} is in the deck and among the discards and on display space 3"
            " [produce.to-open-discard]"
        ],
    ),
    "cards that came and are nowhere": (
        board(WITH_TELEPHONE, deck=WITH_TELEPHONE.board.deck & ~TELEPHONES),
        [
            f"the card {SHIPPED.cards[index].id} is nowhere; "
            "only start cards leave the game [refresh.start-cards-removed]"
            for index in range(27)
            if TELEPHONES >> index & 1
        ],
    ),
    "a card waiting and in the deck": (
        board(
            WITH_TELEPHONE, developed_this_round=1 << TELEPHONE, deck=WITH_TELEPHONE.board.deck & ~TELEPHONES | 1 << 9
        ),
        ["the card telephone-1 is in the deck and waiting for the end of the round [produce.to-open-discard]"],
    ),
    "a round that is not played": (
        evolve(FRESH, round=9),
        ["it is round 9; expected 1 to 8 [scoring.last-round]"],
    ),
    "a tenth round of three": (
        evolve(position(3), round=10),
        ["it is round 10; expected 1 to 9 [scoring.last-round]"],
    ),
    "an eleventh round of five": (
        evolve(position(5), round=11),
        ["it is round 11; expected 1 to 10 [scoring.last-round]"],
    ),
    "something done in a bonus action that still lasts": (
        turn(phase=Phase.BONUS_ACTION, developed=1 << TELEPHONE, before=Turn(Phase.BONUS_OFFER, 0)),
        ["seat 0 has done something in a bonus action, which that would have ended [bonus.spent-to-supply]"],
    ),
    "a round before the first": (
        evolve(position(5), round=0),
        ["it is round 0; expected 1 to 10 [scoring.last-round]"],
    ),
    "the setup of a later round": (
        evolve(SETUP, round=3),
        ["the phase setup-factories belongs to round 1, not to round 3 [setup.round-one]"],
    ),
    "no cards to lay out after the factories": (
        board(SETUP, deck=0, display=(EMPTY,) * len(DISPLAY)),
        ["the deck is empty, but no card has been turned over [setup.lay-out]"],
    ),
    "cards laid out before the factories": (
        board(SETUP, display=(*DISPLAY[:6], EMPTY)),
        ["the display shows cards, but the factories are still turned over [setup.lay-out]"],
    ),
    "a round after the last": (
        turn(evolve(ROOM, round=8), phase=Phase.REFRESH_FACTORIES),
        ["the phase refresh-factories follows round 8, but that is the last one [scoring.last-round]"],
    ),
    "a final market in the middle": (
        turn(evolve(FRESH, round=7), phase=Phase.FINAL_MARKET),
        ["the phase final-market follows round 8, not round 7 [scoring.last-round]"],
    ),
    "a second turn in the final market": (
        turn(LAST, before=Turn(Phase.FINAL_MARKET, 1, before=Turn(Phase.FINAL_MARKET, 0))),
        ["seat 0 uses the final market twice [scoring.market-order]"],
    ),
    "an order of the final market that is not free": (
        turn(position(phase=Phase.FINAL_MARKET), before=Turn(Phase.FINAL_MARKET, 1)),
        ["seat 0 uses the final market after others that are noted; the order is not free [scoring.market-order]"],
    ),
    "the end of a game in the middle": (
        turn(phase=Phase.GAME_OVER),
        ["the phase game-over follows round 8, not round 1 [scoring.last-round]"],
    ),
    "no room for a card": (
        turn(phase=Phase.REFRESH_CARDS),
        ["the display is full in the phase refresh-cards; expected an open space [refresh.fill-seven]"],
    ),
    "no card to turn over": (
        board(turn(phase=Phase.REFRESH_CARDS), display=(EMPTY,) * 7, deck=0),
        ["the deck is empty in the phase refresh-cards; expected what is turned over next [refresh.fill-seven]"],
    ),
    "no room for a factory": (
        turn(phase=Phase.REFRESH_FACTORIES),
        ["the factory row is full in the phase refresh-factories; expected an open space [refresh.fill-five]"],
    ),
    "no factory to turn over": (
        board(SETUP, factory_deck=0),
        [
            "the factory deck is empty in the phase setup-factories; expected what is turned over next "
            "[refresh.fill-five]"
        ],
    ),
    "another's start factory": (
        player(0, factories=FRESH.players[1].factories),
        ["seat 0 must own exactly one start factory, that of their seat [setup.start-factory]"],
    ),
    "cards of what nobody has developed": (
        board(deck=FRESH.board.deck | 1 << 9),
        ["the card telephone-1 is in play, but nobody has developed its original [setup.cards-in-play]"],
    ),
    "more goods than the box holds, and more than a lane": (
        limited(player(0, player(1, player(2, goods=FULL), goods=FULL), goods=FULL)),
        ["98303 coin are in play; the box holds 40 [supply.general-supply]"],
    ),
    "more goods than the box holds": (
        limited(player(2, goods=pack({Good.COIN: 35}))),
        ["41 coin are in play; the box holds 40 [supply.general-supply]"],
    ),
}


OUTSIDE: dict[str, tuple[State, list[str]]] = {
    "no players": (evolve(FRESH, players=None), ["players"]),  # type: ignore[arg-type]
    "nobody at a seat": (evolve(FRESH, players=(None, *FRESH.players[1:])), ["players"]),  # type: ignore[arg-type]
    "no turn": (evolve(FRESH, turn=None), ["turn"]),  # type: ignore[arg-type]
    "half a round": (evolve(FRESH, round=1.5), ["round"]),  # type: ignore[arg-type]
    "fewer players than the setting says": (evolve(FRESH, players=FRESH.players[:2]), ["players"]),
    "nobody at the table": (evolve(FRESH, players=()), ["players"]),
    "fewer bonus discs than none": (player(2, bonus_discs=-1), ["players[2].bonus_discs"]),
    "bonus discs beyond counting": (player(2, bonus_discs=32768), ["players[2].bonus_discs"]),
    "loads beyond counting": (
        board(loads=(*LOADS[:5], -1, 32768)),
        ["board.loads.technology-ship", "board.loads.tool-ship"],
    ),
    "an area that does not exist": (turn(OFFER, area=6), ["turn.area"]),
    "a card made that does not exist": (turn(OFFER, made=(CARDS,)), ["turn.made"]),
    "a space developed that does not exist": (turn(OFFER, developed=1 << 18), ["turn.developed"]),
    "a factory used that does not exist": (turn(OFFER, ran=1 << FACTORIES + 4), ["turn.ran"]),
    "less than nothing done": (turn(OFFER, moved=-1), ["turn.moved"]),
    "a seventh line in a turn": (turn(OFFER, exchanges=(0,) * 7), ["turn.exchanges"]),
    "nobody in turn": (turn(seat=4), ["turn.seat"]),
    "a pawn before the start": (player(1, influence=-1), ["players[1].influence"]),
    "a pawn beyond counting": (player(1, influence=32768), ["players[1].influence"]),
    "no start player": (evolve(FRESH, start=4), ["start"]),
    "a stock beyond counting": (player(2, goods=32768 * ONE[Good.COIN]), ["players[2].goods.coin"]),
    "paths of another length": (board(row=ROW[:4], display=(*DISPLAY, EMPTY)), ["board.row", "board.display"]),
    "cards that do not exist": (board(row=(24, *ROW[1:]), display=(*DISPLAY[:6], -2)), ["board.row", "board.display"]),
    "too few loads": (board(loads=LOADS[:6]), ["board.loads"]),
    "a marker on a space that does not exist": (player(1, developed=1 << 18), ["players[1].developed"]),
    "a patent on a space that does not exist": (player(1, patented=1 << 18), ["players[1].patented"]),
    "cards that do not exist in the deck": (board(deck=FRESH.board.deck | 1 << CARDS), ["board.deck"]),
    "cards that do not exist among the discards": (board(discards=1 << 60), ["board.discards"]),
    "factories that do not exist in the deck": (
        board(factory_deck=FRESH.board.factory_deck | 1 << FACTORIES),
        ["board.factory_deck"],
    ),
    "factories that do not exist among the discards": (board(factory_discards=-1), ["board.factory_discards"]),
    "a space that does not exist is new": (board(developed_this_round=1 << 18), ["board.developed_this_round"]),
    "a disc on an area that does not exist": (player(1, discs=1 << 6), ["players[1].discs"]),
    "a factory that does not exist": (
        player(1, factories=FRESH.players[1].factories | 1 << FACTORIES + 4),
        ["players[1].factories"],
    ),
    "goods that do not exist": (player(3, goods=1 << 16 * 7), ["players[3].goods"]),
    "fewer goods than none": (player(3, goods=-1), ["players[3].goods"]),
    "built less than nothing": (player(0, built_this_round=-1), ["players[0].built_this_round"]),
    "a seventh line in a round": (player(0, exchanges_this_round=(0,) * 7), ["players[0].exchanges_this_round"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_a_sentence(name: str) -> None:
    state, sentences = WRONG[name]
    problems = Game.from_state(state).check(state)
    found = [str(problem) for problem in problems]
    for problem in problems:
        said = re.findall(r"seats? ((?:-?[0-9]+(?:, )?)+)", problem.text)
        assert problem.seats == tuple(int(seat) for seats in said for seat in seats.split(", ")), problem
    assert [sentence for sentence in found if sentence in sentences] == sentences
    clauses = {sentence.partition("[")[2] for sentence in sentences}
    assert [sentence for sentence in found if sentence.partition("[")[2] in clauses] == sentences


@pytest.mark.parametrize(
    "state",
    [
        player(2, bonus_discs=5),
        player(2, position(phase=Phase.BONUS_ACTION, seat=3, bonus_discs={1: 10, 2: 0, 3: 0}), bonus_discs=4),
        position(developed={0: [*range(0, 18, 2), *range(1, 13, 2)]}),
        player(0, patents=6),
        player(2, player(1, discs=1 << Area.BUY), discs=1 << Area.BUY),
        player(1, position(3, phase=Phase.CHOICE, seat=2, discs={2: [Area.BUY]}), discs=0b111),
        player(1, WITH_TELEPHONE, patents=1, patented=1 << TELEPHONE),
        evolve(position(3), round=9),
        evolve(position(5), round=10),
        limited(player(2, goods=pack({Good.COIN: 34}))),
    ],
)
def test_as_much_as_there_is_is_possible(state: State) -> None:
    """Each is one less than in a position that is wrong."""
    assert Game.from_state(state).check(state) == ()


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_does_not_exist_or_cannot_be_counted_is_told_with_its_place(name: str) -> None:
    state, places = OUTSIDE[name]
    problems = Game.from_state(state).check(state)
    assert [str(problem).partition(": ")[0] for problem in problems] == places
    assert {problem.clause for problem in problems} == {""}


def test_every_check_finds_something_wrong() -> None:
    wrong = [*(state for state, _ in WRONG.values()), OUTSIDE["no start player"][0]]
    shapes = [check for check in LAW.checks if check.shape]
    shapely = [state for state in wrong if not any(list(check.function(state)) for check in shapes)]
    for check in LAW.checks:
        assert any(list(check.function(state)) for state in (wrong if check.shape else shapely)), check.function


def test_three_players_have_three_discs_each() -> None:
    """`position` refuses what is impossible."""
    first, last = list(Area)[:3], list(Area)[3:]
    assert Game(3).check(position(3, phase=Phase.CHOICE, discs={0: first, 1: last, 2: first})) == ()
    assert Game(3).check(position(3, discs={0: first[:2], 1: first[:2], 2: last[:2]})) == ()


def test_a_position_may_be_as_large_as_can_be_counted() -> None:
    full = player(2, goods=FULL, influence=32767)
    assert Game.from_state(full).check(full) == ()
    many = Game(4, Ruleset(bonus_supply="unlimited"))
    assert many.check(player(2, many.new(), bonus_discs=32767)) == ()


@pytest.mark.parametrize(
    ("move", "held", "refused"),
    [
        (COINS_FOR_INFLUENCE, {"influence": 32767}, "seat 0 would have 32768 influence; at most 32767 can be counted"),
        (BUY_BONUS_DISC, {"bonus_discs": 32767}, "seat 0 would have 32768 bonus discs; at most 32767 can be counted"),
    ],
)
def test_what_can_no_longer_be_counted_is_refused(move: Move, held: dict[str, int], refused: str) -> None:
    ruleset = Ruleset(bonus_supply="unlimited")
    state = position(ruleset=ruleset, phase=Phase.ACTION, area=Area.MARKET, goods={0: {Good.COIN: 2}})
    game = Game.from_state(state)
    full = player(0, state, **held)
    assert game.check(full) == ()
    with pytest.raises(GameError) as error:
        game.play(full, move)
    assert str(error.value) == refused
    (fewer,) = ({name: number - 1} for name, number in held.items())
    assert game.check(game.play(player(0, state, **fewer), move)) == ()


def test_a_game_that_has_grown_large_can_go_on() -> None:
    """With factories that yield much, stocks pass a thousand, and the rulebook has no word against it."""
    cost, plenty = pack({Good.WOOD: 1}), pack(dict.fromkeys(Good, 20))
    factories = tuple(evolve(factory, cost=cost, output=plenty) for factory in SHIPPED.factories)
    state = position(
        components=evolve(SHIPPED, name="rich", factories=factories),
        phase=Phase.ACTION,
        area=Area.GOODS,
        goods={0: dict.fromkeys(Good, 990)},
        factories={0: [0]},
    )
    assert Game.from_state(state).check(after(state, RunAllFactories())) == ()


@pytest.mark.repeats
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("many", [1, 8, 30])
def test_a_fresh_game_is_possible_where_goods_run_out_in_the_setup(players: int, many: int) -> None:
    """With that many ships more for tools, of which the box holds thirty; each player starts with one."""
    ships = tuple(LoadSource(f"tool-{number}", False, Good.TOOL) for number in range(many))
    components = evolve(SHIPPED, name="ships", sources=(*SHIPPED.sources, *ships))
    game = Game(players, Ruleset(goods_supply="limited"), components)
    fresh = game.new()
    assert game.check(fresh) == ()
    tools = [
        load for source, load in zip(components.sources, fresh.board.loads, strict=True) if source.good is Good.TOOL
    ]
    assert sum(tools) == min(2 * len(tools), 30 - players)
    assert tools == sorted(tools, reverse=True)  # in board order, as in a refill
