"""The notation of Phoenicia: ``put up fort``, ``bid 8``, ``employ farming``, ``pay five``.

Values of production cards are words or numbers; the Dutch words of the rulebook are understood as well.
"""

from __future__ import annotations

from era_of_inventions.tabletop import (
    NO_THINGS,
    Cards,
    Grammar,
    Mask,
    Positions,
    Verb,
    mask,
)
from phoenicia import moves
from phoenicia.box import ProductionCard
from phoenicia.moves import Move
from phoenicia.position import Stage, State
from phoenicia.rules.produce import total, victory
from phoenicia.rules.setup import copies
from phoenicia.words import FOR_MOVES


def _section(state: State) -> str:
    return "Setup" if state.turn.stage <= Stage.FIRST_CARDS else f"Round {state.turn.round}"


GRAMMAR: Grammar[State, Move] = Grammar(
    words={
        moves.MoveWorker: "move",
        moves.BuyTool: "tool",
        moves.BuyPoint: "point",
        moves.ConvertCard: "convert",
        moves.PayCard: "pay",
    },
    also=FOR_MOVES,
    verbs={
        **dict.fromkeys(("reveal", "deal", "employ", "tool"), Verb(listed=True)),
        "move": Verb(between="to"),
        "pay": Verb(expected="the value of a production card, such as 'five', or 'disks' for all that is still owed"),
    },
    ends_line=(moves.EndTurn,),
    chance={
        moves.Reveal: ("development card", "development cards"),
        moves.Deal: ("production card", "production cards"),
    },
    headings=("Setup", "Round #"),
    section=_section,
)
"""The grammar of moves and games."""


# --- Positions in words -----------------------------------------------------------------------------------------------


def _deck(state: State) -> tuple[int, ...]:
    """Return the copies that take part and lie nowhere else."""
    table = state.table
    placed = (table.display, table.aside, *(player.cards for player in state.players))
    return tuple(max(0, copies(state, kind) - sum(cards[kind] for cards in placed)) for kind in range(len(placed[0])))


def unplaced(state: State) -> Mask[ProductionCard]:
    """Return the production cards that lie in no hand and not among the discards."""
    placed = state.table.discards
    for player in state.players:
        placed = placed | player.hand.known
    return mask(ProductionCard, range(len(state.components.face_of))) & ~placed


def preset_cards(state: State) -> Mask[ProductionCard]:
    return mask(ProductionCard, state.components.copies[-1])


def _pile(state: State) -> Cards[ProductionCard]:
    """Return the pile that hands, discards and the cards out of the game leave over."""
    left, presets = unplaced(state), preset_cards(state)
    unknown, pile = sum(player.hand.unknown for player in state.players), left & ~presets
    in_hands = unknown - (left & presets & ~state.table.gone).bit_count()
    return Cards(NO_THINGS, max(0, pile.bit_count() - in_hands)) if unknown else Cards(pile)


POSITIONS: Positions[State] = Positions(
    follows={
        "players.pp": lambda state: [total(state, player) for player in state.players],
        "players.vp": lambda state: [victory(state, player) for player in state.players],
        "table.deck": _deck,
        "table.gone": lambda state: unplaced(state) & preset_cards(state),
        "table.pile": _pile,
    }
)
"""The particulars of positions in words."""
