"""Positions in dispute files. What a file does not say of one is as after the setup.

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
``exchanges_this_round`` (lines of the market, ``"2 sell-cog, barter"``), ``discs_bought_this_round`` (if only one of
these two is given, the other follows from it as far as it is about bonus discs) and ``discs_used_this_round``.

These keys are the words of the fields in `era_of_inventions.model.state`. A value is a text as in the text of a game,
or a number, a list of names, or a table of numbers by name.

In the phase ``"setup"`` nothing is laid out yet; only ``players`` and ``start`` go with it.
"""

from __future__ import annotations

from typing import Any

from era_of_inventions.model.components import Area
from era_of_inventions.model.moves import Line, Move
from era_of_inventions.model.state import DISPLAY_PLACES, EMPTY, NO_EXCHANGES, ROW_PLACES, Phase, State
from era_of_inventions.record.positions import undealt
from era_of_inventions.rulebook.bonus import must_hold
from era_of_inventions.rulebook.buy import whole_load
from era_of_inventions.rulebook.influence import pawn_position
from era_of_inventions.rulebook.patents import six_per_game
from era_of_inventions.rulebook.scoring import last_round
from era_of_inventions.tabletop.disputes.position import completed, read_parts, read_players, read_seat
from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.fields import NO_THINGS, Mask, mask, members
from era_of_inventions.tabletop.fields.outline import Description, Values
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.record.positions import described

PHASES = ("setup", "placement", "choice", "action", "final-market", "game-over")
"""The phases a position can be described in; a bonus action is reached by the moves of a claim."""
AREAS = {area.name.lower(): area for area in Area}
RULES = {"influence": pawn_position.id, "bonus_discs": must_hold.id, "patents": six_per_game.id, "loads": whole_load.id}
"""The clauses that bound the numbers of a position."""


def read_position(reader: Reader, players: Reader, game: Game[State, Move], names: tuple[str, ...]) -> State:
    """The position described by the tables ``[position]`` and ``[player]``; problems are noted in the readers."""
    phase = reader.choice("phase", PHASES, "placement")
    start = read_seat(reader, "start", names)
    fresh = game.new(start)
    if phase == "setup":
        _nothing_but(("players", "phase", "start"), reader)
        _nothing_but((), players)
        return fresh
    usual = described(fresh, names)
    form = game.rulebook.disputes
    seated = read_players(players, names, usual, form)
    for player in seated:
        _count_discs(player)
    turn = _turn(reader, phase, names, start)
    if "area" in turn:
        acting = seated[turn["seat"]]
        acting["discs"] = acting.get("discs", NO_THINGS) | mask(Area, [turn["area"]])
    last = last_round(len(names))
    first = last if phase in ("final-market", "game-over") else 1
    turn["round"] = reader.integer("round", first, last, first, last_round.id)
    parts = read_parts(reader, usual, form)
    description = Description(usual.outline, {"turn": [turn], "players": seated, **parts})
    _lay_out(description, fresh)
    return completed(reader, fresh, description)


def keys(rulebook: Rulebook[State, Move]) -> dict[str, Any]:
    """The schemas of the keys of ``[position]``."""
    most = max(map(last_round, rulebook.player_counts()))
    return {
        "phase": {"enum": list(PHASES), "description": "What the table is waiting for."},
        "area": {"enum": list(AREAS), "description": "The area of the action that is carried out."},
        "to_move": {"type": "string", "description": "Who is in turn."},
        "round": {"type": "integer", "minimum": 1, "maximum": most, "description": "The number of the round."},
    }


def _nothing_but(known: tuple[str, ...], reader: Reader) -> None:
    for key in reader:
        if key not in known:
            message = "does not go with the phase 'setup', in which everything is as dealt"
            reader.note(key, Code.INCONSISTENT, message)
            reader.get(key)


def _turn(reader: Reader, phase: str, names: tuple[str, ...], start: int) -> Values:
    turn = {"phase": Phase(phase), "seat": read_seat(reader, "to_move", names, start)}
    if phase == "action":
        turn["area"] = AREAS[reader.choice("area", AREAS)]
    elif reader.has("area"):
        reader.choice("area", AREAS)
        if reader.get("phase") in (None, phase):
            reader.note("area", Code.INCONSISTENT, f"goes with the phase 'action', not with {phase!r}")
    return turn


def _count_discs(player: Values) -> None:
    """Count bonus discs that were bought among the exchanges, and those among the exchanges as bought."""
    if "exchanges_this_round" in player:
        player.setdefault("discs_bought_this_round", player["exchanges_this_round"][Line.BONUS_DISC])
    elif "discs_bought_this_round" in player:
        bought = player["discs_bought_this_round"]
        player["exchanges_this_round"] = (
            *NO_EXCHANGES[: Line.BONUS_DISC],
            bought,
            *NO_EXCHANGES[Line.BONUS_DISC + 1 :],
        )


def _lay_out(description: Description, fresh: State) -> None:
    """Fill the paths that are not described, from their starts, with the first cards that lie nowhere else."""
    board, components = description.of["board"][0], fresh.components
    cards, factories = undealt(description.on(fresh), description)
    start_cards = cards & components.start_cards & ~board.get("deck", NO_THINGS)
    board.setdefault("display", _path(start_cards, DISPLAY_PLACES))
    board.setdefault("row", _path(factories & ~board.get("factory_deck", NO_THINGS), ROW_PLACES))


def _path(cards: Mask[Any], places: int) -> tuple[int, ...]:
    laid_out = members(cards)[:places]
    return (*laid_out, *[EMPTY] * (places - len(laid_out)))
