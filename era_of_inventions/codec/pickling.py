"""Small pickles: a position is a few numbers and its setting, and what was shared is shared when it comes back.

Registered with `copyreg`, so that ``pickle`` and ``copy`` find it. A shipped component set is pickled as its name and
fingerprint, any other as a whole. Pickles are for the version of the library that made them; to keep something, write
JSON or a record.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, repeat
from typing import Any

from era_of_inventions.component_files import load_shipped, shipped
from era_of_inventions.model.components import Area, Components, members
from era_of_inventions.model.fingerprint import fingerprint
from era_of_inventions.model.goods import LANE, LANE_MASK, Good
from era_of_inventions.model.moves import Line
from era_of_inventions.model.state import (
    EMPTY,
    Board,
    Phase,
    Player,
    Setting,
    State,
    Turn,
    as_fresh,
    records,
)
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import GameError

REMEMBERED = 4096
"""Players, boards and turn records of each kind whose bytes are remembered."""
LANES = range(0, LANE * len(Good), LANE)
LINES = len(Line)
TURN_FIELDS = 10
"""How many numbers of a turn record come before its trades."""
PHASES = tuple(Phase)


# --- Positions --------------------------------------------------------------------------------------------------------


def _reduce_state(state: State) -> tuple[Any, ...]:
    """The parts one by one: equal parts are the same bytes, which a pickle of many positions holds once."""
    turns = [_turn_bytes(turn) for turn in records(state.turn)]
    board, players = _board_bytes(state.board), map(_player_bytes, state.players)
    return _state, (state.setting, state.round, state.start, board, *players, *turns)


def _state(setting: Setting, round_: int, start: int, board: bytes, *parts: bytes) -> State:
    turn: Any = None
    for part in reversed(parts[setting.players :]):
        turn = _turn(part, turn)
    players = tuple(map(_player, parts[: setting.players]))
    return State(setting, players, _board(board), round_, start, turn)


@lru_cache(maxsize=REMEMBERED)
def _player_bytes(player: Player) -> bytes:
    return _numbers(
        (
            *(player.goods >> lane & LANE_MASK for lane in LANES),
            player.influence,
            player.bonus_discs,
            player.patents,
            player.spaces,
            player.patented,
            player.factories,
            player.placed,
            player.built_this_round,
            player.discs_bought_this_round,
            player.discs_used_this_round,
            *player.trades_this_round,
        )
    )


@lru_cache(maxsize=REMEMBERED)
def _player(data: bytes) -> Player:
    stock = len(Good)
    numbers = _read(data, stock + 10 + LINES)
    goods = sum(number << lane for number, lane in zip(numbers, LANES, strict=False))
    influence, discs, patents, spaces, patented, factories, placed, built, bought, used = numbers[stock : stock + 10]
    return Player(
        goods=goods,
        influence=influence,
        bonus_discs=discs,
        patents=patents,
        spaces=spaces,
        patented=patented,
        factories=factories,
        placed=placed,
        built_this_round=built,
        trades_this_round=tuple(numbers[stock + 10 :]),
        discs_bought_this_round=bought,
        discs_used_this_round=used,
    )


@lru_cache(maxsize=REMEMBERED)
def _board_bytes(board: Board) -> bytes:
    return _numbers(
        (
            len(board.loads),
            *board.loads,
            len(board.row),
            *board.row,
            len(board.display),
            *board.display,
            board.factory_deck,
            board.factory_discard,
            board.deck,
            board.discard,
            board.developed_this_round,
        )
    )


@lru_cache(maxsize=REMEMBERED)
def _board(data: bytes) -> Board:
    numbers = chain(_read(data), repeat(0))
    loads, row, display = (tuple(next(numbers) for _ in range(next(numbers))) for _ in range(3))
    factory_deck, factory_discard, deck, discard, developed = (next(numbers) for _ in range(5))
    return Board(loads, row, factory_deck, factory_discard, display, deck, discard, developed)


@lru_cache(maxsize=REMEMBERED)
def _turn_bytes(turn: Turn) -> bytes:
    """A turn record without the one before it."""
    return _numbers(
        (
            PHASES.index(turn.phase),
            turn.seat,
            turn.area - EMPTY,
            turn.built,
            turn.ran,
            turn.loads,
            turn.took_cog,
            turn.developed,
            turn.patents,
            turn.moved,
            *turn.trades,
            *(card + 1 for card in turn.made),
        )
    )


@lru_cache(maxsize=REMEMBERED)
def _turn(data: bytes, before: Turn | None) -> Turn:
    numbers = _read(data, TURN_FIELDS + LINES)
    phase, seat, area, built, ran, loads, took_cog, developed, patents, moved = numbers[:TURN_FIELDS]
    area += EMPTY
    turn = Turn(
        phase=PHASES[phase],
        seat=seat,
        area=area if area == EMPTY else Area(area),
        built=built,
        ran=ran,
        loads=loads,
        made=tuple(card - 1 for card in numbers[TURN_FIELDS + LINES :]),
        took_cog=bool(took_cog),
        trades=tuple(numbers[TURN_FIELDS : TURN_FIELDS + LINES]),
        developed=developed,
        patents=patents,
        moved=moved,
        before=before,
    )
    return as_fresh(turn)


# --- Numbers ----------------------------------------------------------------------------------------------------------


def _numbers(values: Sequence[int]) -> bytes:
    """Whole numbers as bytes: a mask that says which are not 0, and those; seven bits a byte, the sign in the first."""
    data = bytearray()
    for value in (sum(1 << place for place, value in enumerate(values) if value), *filter(None, values)):
        rest = value << 1 if value >= 0 else ~value << 1 | 1
        while rest > 127:
            data.append(rest & 127 | 128)
            rest >>= 7
        data.append(rest)
    return bytes(data)


def _read(data: bytes, least: int = 0) -> list[int]:
    """The numbers, with zeros at the end so that there are ``least``."""
    mask, *found = _whole(data)
    numbers = [0] * max(least, mask.bit_length())
    for place, number in zip(members(mask), found, strict=True):
        numbers[place] = number
    return numbers


def _whole(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield ~(number >> 1) if number & 1 else number >> 1
            number = shift = 0


# --- Settings ---------------------------------------------------------------------------------------------------------


def _reduce_setting(setting: Setting) -> tuple[Any, ...]:
    """One call for all of it if this version knows readings and set, because a position alone should be small too."""
    ruleset, components = setting.ruleset, setting.components
    make, told = _reduce_ruleset(ruleset)
    readings = ruleset if make is _ruleset and len(told) > 1 else told[0]
    box = bytes.fromhex(fingerprint(components)) if _is_shipped(components) else components
    return _setting, (setting.players, readings, box)


def _setting(players: int, ruleset: Ruleset | str | bytes, components: Components | bytes) -> Setting:
    from era_of_inventions.game import ERA
    from era_of_inventions.tabletop.play.setting import one_setting

    setting: Setting = Setting(
        ERA,
        players,
        preset(ruleset) if isinstance(ruleset, str) else _ruleset(ruleset) if isinstance(ruleset, bytes) else ruleset,
        _components(components) if isinstance(components, bytes) else components,
    )
    return one_setting(setting)


def _reduce_ruleset(ruleset: Ruleset) -> tuple[Any, ...]:
    if ruleset.name in Ruleset.presets and ruleset == preset(ruleset.name):
        return preset, (ruleset.name,)
    code = _code(ruleset)
    return _ruleset, (code,) if ruleset.name == _ruleset(code).name else (code, ruleset.name)


@cache
def preset(name: str) -> Ruleset:
    """The ruleset of a preset, always the same object."""
    return Ruleset.preset(name)


@lru_cache(maxsize=256)
def _code(ruleset: Ruleset) -> bytes:
    """Two numbers for each reading that is not the default: which ruling it is, and which of its readings."""
    code = bytearray()
    for number, ruling in enumerate(Ruleset.rulings()):
        names = [reading.name for reading in ruling.readings]
        chosen = getattr(ruleset, ruling.field)
        if chosen != ruling.default:
            code += bytes((number, names.index(chosen)))
    return bytes(code)


@lru_cache(maxsize=256)
def _ruleset(code: bytes, name: str = "") -> Ruleset:
    known = Ruleset.rulings()
    pairs = zip(code[::2], code[1::2], strict=True)
    readings: dict[str, Any] = {known[i].field: known[i].readings[chosen].name for i, chosen in pairs}
    misleading = (
        name in Ruleset.presets
    )  # a preset is pickled by its name alone; other rulesets could once have such a name
    return Ruleset(name="" if misleading else name, **readings)


def _reduce_components(components: Components) -> Any:
    if _is_shipped(components):
        return _components, (bytes.fromhex(fingerprint(components)),)
    return object.__reduce_ex__(components, 2)


def _is_shipped(components: Components) -> bool:
    if components.name not in _SHIPPED:
        return False
    known = load_shipped(components.name)
    return components is known or (components == known and components.provenance == known.provenance)


def _components(print_: bytes) -> Components:
    for components in map(load_shipped, _SHIPPED):
        if fingerprint(components) == print_.hex():
            return components
    raise GameError(
        f"the pickle holds a component set with fingerprint {print_.hex()}, but none that comes with this version "
        f"({', '.join(_SHIPPED)}) has it; expected a pickle that this version has made"
    )


_SHIPPED = shipped()
copyreg.pickle(State, _reduce_state)
copyreg.pickle(Setting, _reduce_setting)
copyreg.pickle(Ruleset, _reduce_ruleset)
copyreg.pickle(Components, _reduce_components)
