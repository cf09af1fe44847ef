"""Building a position from what a dispute file says of it; what it does not say is as after the setup.

The defaults: everybody has the starting stock, start factory and bonus discs, nothing else; it is the placement of
round 1 (of the last round in the phases that follow it), and the first player of the list is start player and in turn;
loads are as at the start; the display shows the first start cards of the set that lie nowhere else, the row the first
such factories; all other cards in play are in their deck.

The keys of ``[position]``: ``players`` (names, clockwise), ``phase``, ``area`` (of the action that is being carried
out; its disc lies there), ``to_move``, ``start`` (the start player) and ``round``.

The keys of ``[position.board]``: ``display`` and ``row`` (ids from the start of the path, ``"-"`` for an open space),
``deck``, ``discards``, ``removed`` (start cards out of the game), ``factory_deck``, ``factory_discards``,
``developed_this_round`` (spaces), and the table ``loads`` (cubes by ship or house).

The keys of ``[player.NAME]``: ``goods``, ``influence``, ``bonus_discs``, ``patents`` (squares entered), ``developed``
and ``patented`` (spaces, such as ``"telephone"`` and ``"telephone technical"``), ``factories`` (besides the start
factory), ``discs`` (areas with an action disc), and what is counted for this round: ``built_this_round``,
``exchanges_this_round`` (lines of the market, ``"2 sell-cog, barter"``), ``discs_bought_this_round`` (if only one of these
two is given, the other follows from it as far as it is about bonus discs) and ``discs_used_this_round``.

These keys are the words of the fields in `era_of_inventions.model.state`. A value is a text as in the text of a game,
or a number, a list of names, or a table of numbers by name.

In the phase ``"setup"`` nothing is laid out yet; only ``players`` and ``start`` go with it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

from era_of_inventions.model.components import Area, Components, FactoryCard, InventionCard
from era_of_inventions.model.goods import STOCK_MAX
from era_of_inventions.model.moves import Line, Move
from era_of_inventions.model.state import (
    DISPLAY_PLACES,
    EMPTY,
    ROW_PLACES,
    Board,
    Phase,
    Player,
    Setting,
    State,
    Turn,
    fresh_turn,
)
from era_of_inventions.record.positions import OutOfTheGame, held, out_of_place
from era_of_inventions.rulebook.bonus import must_hold
from era_of_inventions.rulebook.buy import whole_load
from era_of_inventions.rulebook.display import lying
from era_of_inventions.rulebook.influence import pawn_position
from era_of_inventions.rulebook.patents import six_per_game
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.rulebook.scoring import last_round
from era_of_inventions.rulebook.setup import cards_in_play
from era_of_inventions.tabletop.errors import Code, unknown
from era_of_inventions.tabletop.fields import NO_THINGS, Mask, layout_of, mask, members, replace
from era_of_inventions.tabletop.fields.lines import Lines
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.setting import terms_of

K = TypeVar("K")
PHASES = ("setup", "placement", "choice", "action", "final-market", "game-over")
"""The phases a position can be described in; a bonus action is reached by the moves of a claim."""
AREAS = {area.name.lower(): area for area in Area}
RULES = {"influence": pawn_position.id, "bonus_discs": must_hold.id, "patents": six_per_game.id, "loads": whole_load.id}
"""The clauses that bound the numbers of a position."""


def read_position(reader: Reader, players: Reader, game: Game[State, Move], names: tuple[str, ...]) -> State:
    """The position described by the tables ``[position]`` and ``[player]``; problems are noted in the readers."""
    phase = reader.choice("phase", PHASES, "placement")
    start = _seat(reader, "start", names, 0)
    fresh = game.new(start)
    if phase == "setup":
        _nothing_but(("players", "phase", "start"), reader)
        _nothing_but((), players)
        return fresh
    for name in players:
        if name not in names:
            players.note(name, Code.UNKNOWN_KEY, unknown(name, names))
            players.get(name)
    seated = [_player(players.table(name), fresh.players[seat], game.setting) for seat, name in enumerate(names)]
    turn = _turn(reader, phase, names, start)
    if turn.area != EMPTY:
        acting = seated[turn.seat]
        seated[turn.seat] = replace(acting, discs=acting.discs | 1 << turn.area)
    last = last_round(len(names))
    first = last if phase in ("final-market", "game-over") else 1
    round_ = reader.integer("round", first, last, first, last_round.id)
    laid_out = replace(fresh, players=tuple(seated), round=round_, turn=turn)
    return replace(laid_out, board=_board(reader.table("board"), laid_out, game.setting.components))


def _nothing_but(known: tuple[str, ...], reader: Reader) -> None:
    for key in reader:
        if key not in known:
            message = "does not go with the phase 'setup', in which everything is as dealt"
            reader.note(key, Code.INCONSISTENT, message)
            reader.get(key)


def _seat(reader: Reader, key: str, names: tuple[str, ...], default: int) -> int:
    return names.index(reader.choice(key, names, names[default]))


def _turn(reader: Reader, phase: str, names: tuple[str, ...], start: int) -> Turn:
    seat = _seat(reader, "to_move", names, start)
    if phase != "action":
        if reader.has("area"):
            reader.choice("area", AREAS)
            if reader.get("phase") in (None, phase):
                reader.note("area", Code.INCONSISTENT, f"goes with the phase 'action', not with {phase!r}")
        return fresh_turn(Phase(phase), seat)
    return Turn(Phase.ACTION, seat, area=AREAS[reader.choice("area", AREAS)])


@lru_cache(maxsize=32)
def _words(setting: Setting) -> tuple[Lines, Lines]:
    """The keys of the tables of players and of the board."""
    board = [*layout_of(Board, terms_of(setting)).fields, *layout_of(OutOfTheGame, terms_of(setting)).fields]
    return Lines(layout_of(Player, terms_of(setting)).fields), Lines(board)


def _player(reader: Reader, fresh: Player, setting: Setting) -> Player:
    words, _ = _words(setting)
    given = words.read_table(reader, held(fresh), most=STOCK_MAX, rules=RULES)
    reader.close()
    player = replace(fresh, **{**given, "factories": given.get("factories", NO_THINGS) | fresh.factories})
    exchanges, bought = player.exchanges_this_round, player.discs_bought_this_round
    if "exchanges_this_round" not in given:
        exchanges = (*exchanges[: Line.BONUS_DISC], bought, *exchanges[Line.BONUS_DISC + 1 :])
    elif "discs_bought_this_round" not in given:
        bought = exchanges[Line.BONUS_DISC]
    return replace(player, exchanges_this_round=exchanges, discs_bought_this_round=bought)


def _board(reader: Reader, position: State, components: Components) -> Board:
    _, words = _words(position.setting)
    given = words.read_table(reader, held(position.board), most=STOCK_MAX, rules=RULES)
    reader.close()
    developed = given.get("developed_this_round", NO_THINGS)
    waiting = waiting_cards(replace(position, board=replace(position.board, developed_this_round=developed)))
    discard, removed = given.get("discards", NO_THINGS), given.pop("removed", NO_THINGS)
    ready = cards_in_play(position) & ~(discard | removed | waiting)
    laid_out = _lay_out(InventionCard, given, ("display", "deck"), DISPLAY_PLACES, ready, components.start_cards)
    every = mask(FactoryCard, range(len(components.factories)))
    ready = every & ~given.get("factory_discards", NO_THINGS)
    for player in position.players:
        ready &= ~player.factories
    laid_out |= _lay_out(FactoryCard, given, ("row", "factory_deck"), ROW_PLACES, ready, every)
    board = replace(position.board, **{**given, **laid_out})
    for problem in out_of_place(components, board, removed):
        reader.note("removed", Code.IMPOSSIBLE, str(problem))
    return board


def _lay_out(
    of: type[K], given: dict[str, Any], names: tuple[str, str], size: int, ready: Mask[K], first: Mask[K]
) -> dict[str, Any]:
    """The cards on a path, from its start, and in its deck.

    ``ready`` are the cards that lie nowhere else, ``first`` those from which the path is filled if it is not given.
    """
    path, deck = map(given.get, names)
    if path is None:
        free = members(ready & first & ~(deck or NO_THINGS))[:size]
        path = (*free, *[EMPTY] * (size - len(free)))
    return {names[0]: path, names[1]: ready & ~lying(of, path) if deck is None else deck}
