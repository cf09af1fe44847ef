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
``trades_this_round`` (moves such as ``"market cog > 2 coins"``), ``discs_bought_this_round`` (if only one of
these two is given, the other follows from it as far as it is about bonus discs) and ``discs_used_this_round``.

In the phase ``"setup"`` nothing is laid out yet; only ``players`` and ``start`` go with it.
"""

from __future__ import annotations

import attrs

from era_of_inventions.amounts import parse_reward
from era_of_inventions.model.components import Area, CardKind, Components, members
from era_of_inventions.model.goods import STOCK_MAX, Goods
from era_of_inventions.model.moves import Exchange, Line, Move
from era_of_inventions.model.state import EMPTY, Board, Phase, Player, Setting, State, Turn, fresh_turn
from era_of_inventions.notation import parse_move, space_words
from era_of_inventions.rulebook.bonus import must_hold
from era_of_inventions.rulebook.buy import whole_load
from era_of_inventions.rulebook.components import display_rows
from era_of_inventions.rulebook.display import mask_of
from era_of_inventions.rulebook.influence import pawn_position
from era_of_inventions.rulebook.patents import six_per_game
from era_of_inventions.rulebook.refresh import start_cards_removed
from era_of_inventions.rulebook.scoring import last_round
from era_of_inventions.rulebook.setup import cards_in_play
from era_of_inventions.tabletop.errors import Code, GameError, unknown
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.play.game import Game

PHASES = ("setup", "placement", "choice", "action", "final-market", "game-over")
"""The phases a position can be described in; a bonus action is reached by the moves of a claim."""
AREAS = {area.name.lower(): area for area in Area}


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
        seated[turn.seat] = attrs.evolve(acting, placed=acting.placed | 1 << turn.area)
    last = last_round(len(names))
    first = last if phase in ("final-market", "game-over") else 1
    round_ = reader.integer("round", first, last, first, last_round.id)
    laid_out = attrs.evolve(fresh, players=tuple(seated), round=round_, turn=turn)
    return attrs.evolve(laid_out, board=_board(reader.table("board"), laid_out, game.setting.components))


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


def _stock(text: str) -> Goods:
    return parse_reward(text, STOCK_MAX, influence=False).goods


def _player(reader: Reader, fresh: Player, setting: Setting) -> Player:
    components = setting.components
    spaces = {space_words(components, i): i for i in range(len(components.spaces))}
    factories = {card.id: i for i, card in enumerate(components.factories)}
    player = Player(
        goods=reader.parsed("goods", _stock, fresh.goods, "a text such as '2 coins, 1 wood'"),
        influence=reader.integer("influence", 0, STOCK_MAX, 0, pawn_position.id),
        bonus_discs=reader.integer("bonus_discs", 0, STOCK_MAX, fresh.bonus_discs, must_hold.id),
        patents=reader.integer("patents", 0, len(components.patent_squares), 0, six_per_game.id),
        spaces=_mask(reader, "developed", spaces),
        patented=_mask(reader, "patented", spaces),
        factories=_mask(reader, "factories", factories) | fresh.factories,
        placed=_mask(reader, "discs", AREAS),
        built_this_round=reader.integer("built_this_round", 0, len(factories), 0),
        trades_this_round=_trades(reader, "trades_this_round", setting),
        discs_bought_this_round=reader.integer("discs_bought_this_round", 0, STOCK_MAX, 0),
        discs_used_this_round=reader.integer("discs_used_this_round", 0, STOCK_MAX, 0),
    )
    reader.close()
    trades, bought = player.trades_this_round, player.discs_bought_this_round
    if not reader.has("trades_this_round"):
        trades = (*trades[: Line.BONUS_DISC], bought, *trades[Line.BONUS_DISC + 1 :])
    elif not reader.has("discs_bought_this_round"):
        bought = trades[Line.BONUS_DISC]
    return attrs.evolve(player, trades_this_round=trades, discs_bought_this_round=bought)


def _trades(reader: Reader, key: str, setting: Setting) -> tuple[int, ...]:
    """How often each market line was used by the moves of a list."""
    uses = [0] * len(Line)
    for place, text in enumerate(reader.texts(key)):
        try:
            move = parse_move(text, setting)
        except GameError as error:
            reader.note(f"{key}[{place + 1}]", Code.MALFORMED, str(error))
            continue
        if isinstance(move, Exchange):
            uses[move.line] += 1
        else:
            message = f"is {text!r}; expected a trade such as 'market cog > 2 coins'"
            reader.note(f"{key}[{place + 1}]", Code.INCONSISTENT, message)
    return tuple(uses)


def _mask(reader: Reader, key: str, known: dict[str, int] | dict[str, Area]) -> int:
    return sum(1 << index for index in _indexes(reader, key, dict(known)))


def _indexes(reader: Reader, key: str, known: dict[str, int]) -> list[int]:
    """The indexes of the words in a list; unknown and repeated names are noted and left out."""
    found: list[int] = []
    for place, word in enumerate(reader.texts(key)):
        if word not in known:
            reader.note(f"{key}[{place + 1}]", Code.UNKNOWN_WORD, unknown(word, known))
        elif known[word] in found:
            reader.note(f"{key}[{place + 1}]", Code.DUPLICATE, f"{word!r} is named twice")
        else:
            found.append(known[word])
    return found


def _board(reader: Reader, position: State, components: Components) -> Board:
    cards = {card.id: i for i, card in enumerate(components.cards)}
    factories = {card.id: i for i, card in enumerate(components.factories)}
    spaces = {space_words(components, i): i for i in range(len(components.spaces))}
    loads = reader.table("loads")
    counts = tuple(
        loads.integer(source.id, 0, STOCK_MAX, load, whole_load.id)
        for source, load in zip(components.sources, position.board.loads, strict=True)
    )
    loads.close()
    developed = _mask(reader, "developed_this_round", spaces)
    waiting = sum(components.cards_of(i) for i in range(len(components.inventions)) if developed >> 2 * i & 1)
    discard, removed = _mask(reader, "discards", cards), _mask(reader, "removed", cards)
    gone = discard | removed | waiting
    ready = cards_in_play(position) & ~gone
    places, row_places, _ = display_rows()
    display, deck = _lay_out(reader, ("display", "deck"), cards, places, ready, components.start_cards)
    for index in members(removed):
        card = components.cards[index]
        if card.kind is not CardKind.START:
            message = f"{card.id!r} cannot be removed; only start cards leave the game [{start_cards_removed.id}]"
            reader.note("removed", Code.IMPOSSIBLE, message)
        elif index in display or (deck | discard) >> index & 1:
            message = f"{card.id!r} lies elsewhere too; expected cards that are out of the game"
            reader.note("removed", Code.INCONSISTENT, message)
    every = (1 << len(factories)) - 1
    factory_discard = _mask(reader, "factory_discards", factories)
    ready = every & ~factory_discard
    for player in position.players:
        ready &= ~player.factories
    row, factory_deck = _lay_out(reader, ("row", "factory_deck"), factories, row_places, ready, every)
    reader.close()
    return Board(counts, row, factory_deck, factory_discard, display, deck, discard, developed)


def _lay_out(
    reader: Reader, keys: tuple[str, str], known: dict[str, int], size: int, ready: int, first: int
) -> tuple[tuple[int, ...], int]:
    """The cards on a path, from its start, and in its deck.

    ``ready`` are the cards that lie nowhere else, ``first`` those from which the path is filled if it is not given.
    """
    path_key, deck_key = keys
    deck = _mask(reader, deck_key, known) if reader.has(deck_key) else None
    if reader.has(path_key):
        given = reader.texts(path_key)
        if len(given) > size:
            reader.note(path_key, Code.TOO_LONG, f"has {len(given)} entries; expected at most {size}")
        path = _path(reader, path_key, given[:size], known, size)
    else:
        free = list(members(ready & first & ~(deck or 0))[:size])
        path = tuple(free + [EMPTY] * (size - len(free)))
    shown = mask_of(path)
    return path, ready & ~shown if deck is None else deck


def _path(reader: Reader, key: str, given: list[str], known: dict[str, int], size: int) -> tuple[int, ...]:
    path = [EMPTY] * size
    for place, word in enumerate(given):
        if word in ("", "-"):
            continue
        if word not in known:
            reader.note(f"{key}[{place + 1}]", Code.UNKNOWN_WORD, unknown(word, known))
        elif known[word] in path:
            reader.note(f"{key}[{place + 1}]", Code.DUPLICATE, f"{word!r} is named twice")
        else:
            path[place] = known[word]
    return tuple(path)
