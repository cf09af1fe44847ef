"""Lists legal moves without reasons.

Everything that depends only on the setting is computed once, when the generator is
made. Results that depend on the position only through a small key (a mask of areas, of
cards, or of goods held once or twice) are looked up. The clauses of the rulebook decide
what is forbidden: they are asked about the position at hand or when a table is filled.
Only short rules are repeated here, as masks for all moves of a kind: areas with room,
cards and spaces present, costs that can be paid, spaces developed this turn. The tests
compare every move with the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from typing import Any, cast

from era_of_inventions.box.components import Area, Space
from era_of_inventions.box.goods import (
    FINE_CUBES,
    GUARD,
    GUARDS,
    ONES,
    Good,
    Goods,
    count,
    covers,
)
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Exchange,
    Line,
    Move,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RevealCard,
    RevealFactory,
    RunAllFactories,
    RunFactory,
    TakeCog,
    UseBonusDisc,
    Withdraw,
    barters,
    payments,
)
from era_of_inventions.position import (
    BONUS_ACTION,
    EMPTY,
    FINAL_MARKET,
    Phase,
    Setting,
    State,
    draft_of,
)
from era_of_inventions.rules import (
    LAW,
    build,
    buy,
    develop,
    fakes,
    market,
    patents,
    produce,
    scoring,
)
from era_of_inventions.rules.setup import blank_state, discs_each
from era_of_inventions.tabletop.values import LANE, NO_THINGS, Mask, mask, members

Moves = tuple[Move, ...]

TWOS = 2 * ONES
COINS, COGS = GUARDS[Good.COIN], GUARDS[Good.COG]
BARTERED = GUARD & ~COGS
FINE = sum(GUARDS[good] for good in FINE_CUBES)
END_ACTION: Moves = (EndAction(),)
END_TURN: Moves = (EndTurn(),)
END_TURN_OR_BONUS: Moves = (EndTurn(), UseBonusDisc())
TAKE_COG: Moves = (TakeCog(),)
PLACE = tuple(tuple(PlaceDisc(a) for a in Area if not full >> a & 1) for full in range(64))
CHOOSE = tuple(
    tuple(kind(a) for a in Area if own >> a & 1 for kind in (Resolve, Withdraw))
    for own in range(64)
)


class Generator:
    """Lists the legal moves of positions of one setting."""

    def __init__(self, setting: Setting) -> None:
        """Build the tables for a setting."""
        components = setting.components
        ruleset = setting.ruleset
        self._ruleset = ruleset
        self._limited = ruleset.goods_supply == "limited"
        self._each = discs_each(setting.players)
        self._sources = tuple(BuyLoad(i) for i in range(len(components.sources)))
        self._factories = tuple(
            (BuildFactory(i), card.cost) for i, card in enumerate(components.factories)
        )
        self._run = _chosen(RunFactory, len(components.factories) + setting.players)
        self._reveal_cards = _chosen(RevealCard, len(components.cards))
        self._reveal_factories = _chosen(RevealFactory, len(components.factories))
        self._cost_at_most = tuple(
            mask(
                Space, (i for i, space in enumerate(components.spaces) if space.cogs <= cogs)
            )
            for cogs in range(develop.COGS_MAX + 1)
        )
        self._blank = blank_state(setting)
        self._fixed_exchanges = _Exchanges(_FIXED_EXCHANGES)
        self._lines: dict[tuple[tuple[int, ...], bool], int] = {}
        self._originals = mask(
            Space, (i for i, space in enumerate(components.spaces) if not space.technical)
        )
        self._opened: dict[Mask[Space], Mask[Space]] = {}
        self._developments: dict[Mask[Space], Moves] = {}
        self._patents: dict[Mask[Space], Moves] = {}
        self._by_phase: dict[Phase, Callable[[State], Moves]] = {
            Phase.SETUP_FACTORIES: self._factory_reveals,
            Phase.SETUP_CARDS: self._card_reveals,
            Phase.PLACEMENT: self._placements,
            Phase.CHOICE: lambda state: CHOOSE[state.players[state.turn.seat].discs],
            Phase.ACTION: self._action,
            Phase.BONUS_OFFER: self._bonus_offer,
            Phase.BONUS_ACTION: self._bonus_action,
            Phase.REFRESH_CARDS: self._card_reveals,
            Phase.REFRESH_FACTORIES: self._factory_reveals,
            Phase.FINAL_MARKET: lambda state: self._exchanging(state) + END_ACTION,
            Phase.GAME_OVER: lambda state: (),
        }
        self._by_area: tuple[Callable[[State], Moves], ...] = (
            self._builds,
            self._productions_of_goods,
            self._loads,
            self._inventions,
            self._exchanging,
            lambda state: self._develops(state) + self._registrations(state),
        )

    @cached_property
    def _cards(self) -> Sequence[_Card]:
        components = self._blank.components
        owners = [_owner(self._blank, space) for space in range(len(components.spaces))]
        return [_Card(self._blank, owners, i) for i in range(len(components.cards))]

    @cached_property
    def _barters(self) -> _Exchanges:
        return _Exchanges(_lawful_barters(self._blank))

    def legal_moves(self, state: State) -> Moves:
        """Return all legal moves, kind after kind; cards in the order in which they lie on the board."""
        return self._by_phase[state.turn.phase](state)

    def _card_reveals(self, state: State) -> Moves:
        return self._reveal_cards.of(state.board.deck)

    def _factory_reveals(self, state: State) -> Moves:
        return self._reveal_factories.of(state.board.factory_deck)

    def _placements(self, state: State) -> Moves:
        once = twice = NO_THINGS
        for player in state.players:
            twice |= once & player.discs
            once |= player.discs
        own = state.players[state.turn.seat].discs
        return PLACE[twice | own] if own.bit_count() < self._each else ()

    def _action(self, state: State) -> Moves:
        return self._by_area[state.turn.area](state) + END_ACTION

    def _bonus_offer(self, state: State) -> Moves:
        player = state.players[state.turn.seat]
        if not player.bonus_discs:
            return END_TURN
        for clause in _BONUS_LIMITS:
            if not clause.function(state, _USE):
                return END_TURN
        return END_TURN_OR_BONUS

    def _bonus_action(self, state: State) -> Moves:
        player = state.players[state.turn.seat]
        return (
            self._builds(state)
            + self._run.of(player.factories)
            + self._loads(state)
            + self._inventions(state)
            + self._exchanging(state)
            + self._develops(state)
            + self._registrations(state)
        )

    def _builds(self, state: State) -> Moves:
        if not build.max_three.function(state, _BUILD):
            return ()
        stock = state.players[state.turn.seat].goods | GUARD
        found = []
        for factory in state.board.row:
            if factory != EMPTY:
                move, price = self._factories[factory]
                if (stock - price) & GUARD == GUARD:
                    found.append(move)
        return tuple(found)

    def _productions_of_goods(self, state: State) -> Moves:
        ran = state.turn.ran
        everything: Moves = () if ran else RUN_ALL
        if self._ruleset.goods_choice == "all":
            return everything
        own = state.players[state.turn.seat].factories & ~ran
        return everything + self._run.of(own)

    def _loads(self, state: State) -> Moves:
        if not (
            buy.max_three.function(state, _BUY) and buy.must_afford.function(state, _BUY)
        ):
            return ()
        return tuple(compress(self._sources, state.board.loads))

    def _inventions(self, state: State) -> Moves:
        if not produce.one_to_three.function(state, _PRODUCE):
            return ()
        player = state.players[state.turn.seat]
        stock = player.goods | GUARD
        found: list[Move] = []
        for index in state.board.display:
            if index != EMPTY:
                card = self._cards[index]
                left = stock - card.price
                if left & GUARD == GUARD and not player.developed & card.barred:
                    found += card.ways_to_pay(left)
        return tuple(found)

    def _exchanging(self, state: State) -> Moves:
        may_take_cog = market.cog_or_exchanges.function(state, _TAKE_COG)
        if not may_take_cog and not market.cog_or_exchanges.function(state, BUY_COG):
            return ()
        lines = self._open_lines(state)
        stock = state.players[state.turn.seat].goods | GUARD
        one, two = stock - ONES, stock - TWOS
        if (
            lines & DISC_LINE
            and two & COINS
            and not market.lower_bonus_disc.function(state, BUY_BONUS_DISC)
        ):
            lines &= ~DISC_LINE
        exchanges = self._fixed_exchanges.of(lines | one & COGS | two & COINS, stock, lines)
        if lines & BARTER_LINE:
            exchanges += self._barters.of(
                (one & BARTERED) >> 1 | two & BARTERED, stock, BARTER_LINE
            )
        if may_take_cog and state.turn.phase is not BONUS_ACTION:
            exchanges = TAKE_COG + exchanges
        if self._limited:
            return tuple(move for move in exchanges if LAW.allows(state, move))
        return exchanges

    def _open_lines(self, state: State) -> int:
        """Return the mask of the market lines that the limits on exchanges leave open."""
        key = (market.counted_exchanges.function(state), state.turn.phase is FINAL_MARKET)
        lines = self._lines.get(key)
        if lines is None:
            lines = self._lines[key] = sum(
                1 << move.line
                for move in _ONE_PER_LINE
                if market.five_max.function(state, move)
                and market.three_per_box.function(state, move)
                and scoring.no_bonus_disc.function(state, move)
            )
        return lines

    def _develops(self, state: State) -> Moves:
        budget = min(count(state.players[state.turn.seat].goods, Good.COG), develop.COGS_MAX)
        if not (
            self._cost_at_most[budget]
            and develop.or_patent.function(state, _DEVELOP)
            and develop.marker_needed.function(state, _DEVELOP)
        ):
            return ()
        budget = min(budget, develop.COGS_MAX - develop.cogs_so_far(state))
        if budget < 0:
            return ()
        taken = develop.taken(state)
        open_spaces = (
            self._open_spaces(state, taken & self._originals)
            & ~taken
            & self._cost_at_most[budget]
        )
        moves = self._developments.get(open_spaces)
        if moves is None:
            moves = self._developments[open_spaces] = tuple(
                map(Develop, members(open_spaces))
            )
        return moves

    def _open_spaces(self, state: State, originals: Mask[Space]) -> Mask[Space]:
        """Return the spaces that can be developed once these originals are developed."""
        opened = self._opened.get(originals)
        if opened is None:
            spaces = range(len(state.setting.components.spaces))
            opened = mask(
                Space, (space for space in spaces if develop.opened(state, space, originals))
            )
            self._opened[originals] = opened
        return opened

    def _registrations(self, state: State) -> Moves:
        if not (
            patents.must_afford.function(state, _UNPLACED)
            and patents.six_per_game.function(state, _UNPLACED)
            and patents.two_per_action.function(state, _UNPLACED)
            and develop.or_patent.function(state, _UNPLACED)
        ):
            return ()
        player = state.players[state.turn.seat]
        spaces = player.developed & ~player.patented
        if self._ruleset.patent_same_turn == "later-turn":
            spaces &= ~develop.developed_so_far(state.turn, whole_turn=True)
        if spaces and not patents.marker_needed.function(state, _PLACED):
            spaces = NO_THINGS
        placed = self._patents.get(spaces)
        if placed is None:
            placed = self._patents[spaces] = tuple(map(RegisterPatent, members(spaces)))
        return (
            UNPLACED + placed
            if patents.may_stay_unplaced.function(state, _UNPLACED)
            else placed
        )


class _Exchanges:
    """Selects the exchanges that are open and can be paid. Each selection is computed once and kept under a key."""

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self._every = tuple(exchanges)
        self._chosen: dict[int, Moves] = {}

    def of(self, key: int, stock: Goods, lines: int) -> Moves:
        """Return the exchanges that the stock can pay on the open lines. The key must determine which these are."""
        chosen = self._chosen.get(key)
        if chosen is None:
            chosen = self._chosen[key] = tuple(
                move
                for move in self._every
                if lines >> move.line & 1 and covers(stock, move.give)
            )
        return chosen


class _Chosen:
    """Selects indexed moves by a mask, eight bits at a time."""

    def __init__(self, moves: Iterable[Move]) -> None:
        every = tuple(moves)
        self._eights = tuple(
            (first, _by_byte(every[first : first + 8])) for first in range(0, len(every), 8)
        )

    def of(self, mask: Mask[Any]) -> Moves:
        """Return the moves of the mask, in order."""
        chosen: Moves = ()
        for first, eight in self._eights:
            chosen += eight[mask >> first & 255]
        return chosen


def _by_byte(moves: Moves) -> tuple[Moves, ...]:
    """Return, for each byte, the moves whose bits are set in it. There are at most eight moves."""
    return tuple(
        tuple(move for bit, move in enumerate(moves) if byte >> bit & 1)
        for byte in range(256)
    )


@lru_cache(maxsize=32)
def _chosen(kind: Callable[[int], Move], number: int) -> _Chosen:
    """Return the selector of the moves of a kind that takes one index. Settings with equally many things share it."""
    return _Chosen(map(kind, range(number)))


class _Card:
    """An invention card as the generator needs it: who may not make it, and the ways to pay for it."""

    def __init__(self, blank: State, owners: Sequence[State], index: int) -> None:
        move = ProduceInvention(index)
        question_marks = blank.components.cards[index].question_marks
        self.price = produce.printed_cost.function(blank, move)
        self.barred = mask(
            Space,
            (
                space
                for space, owner in enumerate(owners)
                if not (
                    fakes.own_original.function(owner, move)
                    and fakes.own_technical.function(owner, move)
                )
            ),
        )
        self._amounts = tuple(number * ONES for number in range(1, question_marks + 1))
        self._all = tuple(
            ProduceInvention(index, cubes) for cubes in payments(question_marks)
        )
        self._ways: dict[int, Moves] = {}

    def ways_to_pay(self, left: Goods) -> Moves:
        """Return the moves that fill the question marks from ``left``, the guarded stock after the rest is paid."""
        useful = 0  # for each kind the number held, capped at the number of question marks
        for amount in self._amounts:
            useful += (left - amount & FINE) >> LANE - 1
        ways = self._ways.get(useful)
        if ways is None:
            cubes = cast("Goods", useful)
            ways = self._ways[useful] = tuple(
                move for move in self._all if covers(cubes, move.cubes)
            )
        return ways


def _owner(blank: State, space: int) -> State:
    """Return a position in which the player in turn has developed only that space."""
    draft = draft_of(blank, LAW)
    draft.edit_me().developed = mask(Space, [space])
    return draft.seal()


def _lawful_barters(blank: State) -> tuple[Exchange, ...]:
    """Return the two-for-one exchanges whose shape no clause forbids under the readings of a position."""
    shapes = (market.lower_two_for_one, market.lower_no_cogs, market.lower_other_kind)
    return tuple(
        move for move in barters() if all(clause.function(blank, move) for clause in shapes)
    )


RUN_ALL: Moves = (RunAllFactories(),)
UNPLACED: Moves = (RegisterPatent(None),)
DISC_LINE, BARTER_LINE = 1 << Line.BONUS_DISC, 1 << Line.BARTER

_BUILD, _BUY, _PRODUCE, _TAKE_COG, _DEVELOP, _UNPLACED, _PLACED, _USE = (
    BuildFactory(0),
    BuyLoad(0),
    ProduceInvention(0),
    TakeCog(),
    Develop(0),
    RegisterPatent(None),
    RegisterPatent(0),
    UseBonusDisc(),
)
"""One move of each kind, for clauses that look only at the position."""
_FIXED_EXCHANGES = (BUY_COG, SELL_COG, COINS_FOR_INFLUENCE, COG_FOR_INFLUENCE, BUY_BONUS_DISC)
_ONE_PER_LINE = (*_FIXED_EXCHANGES, barters()[0])
_BONUS_LIMITS = LAW.limits[UseBonusDisc]
