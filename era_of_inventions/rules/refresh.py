"""The end of a round and the next one's beginning.

Invention cards first, then factories, then loads, then the start player. Each card that
chance turns over is a move of its own, so the chapter is a chain of reveals, and the
last one leads on to the next step.
"""

from __future__ import annotations

from era_of_inventions.box.components import FactoryCard, InventionCard
from era_of_inventions.moves import RevealCard, RevealFactory
from era_of_inventions.position import (
    EMPTY,
    FINAL_MARKET,
    NO_EXCHANGES,
    PLACEMENT,
    REFRESH_CARDS,
    REFRESH_FACTORIES,
    SETUP_CARDS,
    SETUP_FACTORIES,
    Draft,
    Position,
    fresh_turn,
)
from era_of_inventions.rules.components import display_rows
from era_of_inventions.rules.display import lying, open_space, put, restock, slid, without
from era_of_inventions.rules.moments import CARDS_TURNED_OVER, FACTORIES_TURNED_OVER
from era_of_inventions.rules.produce import waiting_cards
from era_of_inventions.rules.scoring import last_round
from era_of_inventions.rules.setup import loaded
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import definition, effect, grant, limit, trigger
from era_of_inventions.tabletop.values import NO_THINGS


def end_round(draft: Draft) -> None:
    """Go on to the next round's preparation, or after the last round to the final market."""
    if draft.round >= last_round(draft.setting.players):
        draft.turn = fresh_turn(FINAL_MARKET, draft.start)
        return
    draft.turn = fresh_turn(REFRESH_CARDS, draft.start)
    draft.apply(start_cards_removed)
    draft.apply(last_three_discarded)
    draft.apply(slide_inventions)
    draft.apply(new_cards_shuffled)
    await_card(draft)


@trigger(
    "refresh.start-cards-removed",
    nl=Cite("Voorbereiding van een nieuwe ronde", "neem deze uit het spel"),
    de=Cite("Vorbereitung einer neuen Runde", "liegen geblieben sind kommen aus dem"),
    en=Cite("Preparations for a New Game Round", "Remove ALL start invention cards which"),
)
def start_cards_removed(draft: Draft) -> None:
    """Start cards still on display leave the game at every round's end; those in the piles stay in it."""
    board = draft.edit_board()
    board.display = without(board.display, draft.components.start_cards)


@trigger(
    "refresh.last-three-discarded",
    nl=Cite("Voorbereiding van een nieuwe ronde", "op de laatste 3 velden van"),
    de=Cite("Vorbereitung einer neuen Runde", "Die Erfindungskarten, die auf den 3"),
    en=Cite("Preparations for a New Game Round", "hand spaces of the upper row"),
)
def last_three_discarded(draft: Draft) -> None:
    """Invention cards on the last three spaces of the upper row go to the discard pile."""
    *_, exits = display_rows()
    board = draft.edit_board()
    board.discards |= lying(InventionCard, board.display[-exits:])
    board.display = board.display[:-exits] + (EMPTY,) * exits


@trigger(
    "refresh.slide-inventions",
    nl=Cite(
        "Voorbereiding van een nieuwe ronde",
        "overgebleven kaarten schuiven volgens de pijlen",
    ),
    de=Cite(
        "Vorbereitung einer neuen Runde",
        "restlichen Erfindungskarten auf dem Spielplan werden",
    ),
    en=Cite("Preparations for a New Game Round", "Slide the other remaining invention cards"),
)
def slide_inventions(draft: Draft) -> None:
    """The remaining cards slide along the arrows to the end of the path, keeping their order and closing gaps."""
    board = draft.edit_board()
    board.display = slid(board.display)


@trigger(
    "refresh.new-cards-shuffled",
    rulings="shuffle_on_technical",
    nl=Cite("Voorbereiding van een nieuwe ronde", "schud de gehele gedekte trekstapel en"),
    de=Cite("Vorbereitung einer neuen Runde", "zusammen mit dem verdeckten Nachzieh- und"),
    en=Cite("Preparations for a New Game Round", "discard deck and face-down deck"),
)
def new_cards_shuffled(draft: Draft) -> None:
    """If an original was developed this round, deck, discards and the new cards are shuffled together."""
    board = draft.edit_board()
    fresh = waiting_cards(draft)
    if fresh or (board.developed_this_round and draft.ruleset.shuffle_on_technical == "yes"):
        board.deck |= board.discards | fresh
        board.discards = NO_THINGS
    board.developed_this_round = NO_THINGS


@trigger(
    "refresh.cards-reshuffled",
    rulings="reshuffle",
    nl=Cite("Voorbereiding van een nieuwe ronde", "gedekte trekstapel. Als zich geen of"),
    de=Cite("Vorbereitung einer neuen Runde", "Wird die letzte Karte vom Nachziehstapel"),
    en=Cite("Preparations for a New Game Round", "the face-down deck for new"),
)
def cards_reshuffled(draft: Draft) -> None:
    """If the invention deck does not suffice, the discard pile is shuffled and dealt from next; otherwise it stays."""
    board = draft.edit_board()
    open_spaces = board.display.count(EMPTY)
    board.deck, board.discards = restock(
        board.deck, board.discards, open_spaces, draft.ruleset.reshuffle
    )


@trigger(
    "refresh.factories-reshuffled",
    rulings="reshuffle",
    nl=Cite("Voorbereiding van een nieuwe ronde", "gesloten trekstapel. Als zich geen of"),
    en=Cite("Preparations for a New Game Round", "the face-down deck, shuffle both"),
)
def factories_reshuffled(draft: Draft) -> None:
    """If the factory deck does not suffice, its discard pile is shuffled and dealt from next."""
    board = draft.edit_board()
    board.factory_deck, board.factory_discards = restock(
        board.factory_deck,
        board.factory_discards,
        board.row.count(EMPTY),
        draft.ruleset.reshuffle,
    )


@grant(
    "refresh.fill-seven",
    when=CARDS_TURNED_OVER,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Voorbereiding van een nieuwe ronde", "Vul na het schudden van de"),
    de=Cite("Vorbereitung einer neuen Runde", "Karten wieder auf 7 offene Erfindungskarten"),
    en=Cite("Preparations for a New Game Round", "invention cards is again 7"),
)
def fill_seven(position: Position, move: RevealCard) -> bool:
    """Open invention spaces are filled from the deck, up to seven cards or as far as the cards go."""
    return True


@limit(
    "refresh.from-deck",
    nl=Cite("Voorbereiding van een nieuwe ronde", "met de kaarten van de gedekte"),
    de=Cite("Vorbereitung einer neuen Runde", "die letzte Karte vom Nachziehstapel gelegt"),
    en=Cite("Preparations for a New Game Round", "sufficient cards in the face-down"),
)
def from_deck(position: Position, move: RevealCard) -> bool:
    """Only a card of the face-down deck can be turned over."""
    return bool(position.board.deck >> move.card & 1)


@grant(
    "refresh.fill-five",
    when=FACTORIES_TURNED_OVER,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Voorbereiding van een nieuwe ronde", "Vul de lege beschikbare plekken op"),
    de=Cite("Vorbereitung einer neuen Runde", "die Fabrikkarten auf 5 offene Karten"),
    en=Cite("Preparations for a New Game Round", "Fill up the empty spots with"),
)
def fill_five(position: Position, move: RevealFactory) -> bool:
    """Open factory spaces are filled from the deck, up to five factories or as far as the cards go."""
    return True


@limit(
    "refresh.from-factory-deck",
    nl=Cite(
        "Voorbereiding van een nieuwe ronde",
        "nieuwe fabriekskaarten van de gesloten trekstapel",
    ),
    de=Cite("Vorbereitung einer neuen Runde", "Karten vom Nachziehstapel aufgefüllt"),
    en=Cite("Preparations for a New Game Round", "cards from the face-down deck"),
)
def from_factory_deck(position: Position, move: RevealFactory) -> bool:
    """Only a factory of the face-down deck can be turned over."""
    return bool(position.board.factory_deck >> move.factory & 1)


@effect(
    "refresh.card-laid-out",
    rulings="fill_order",
    nl=Cite("Voorbereiding van het spel", "in de volgorde van de pijl"),
    en=Cite("Setup", "from right to left on the"),
)
def card_laid_out(draft: Draft, move: RevealCard) -> None:
    """Cards are always laid out along the path: lower row right to left, then upper row left to right."""
    board = draft.edit_board()
    space = open_space(board.display, from_exit=_from_exit(draft))
    board.display = put(board.display, space, move.card)
    board.deck &= ~(1 << move.card)


@effect(
    "refresh.factory-laid-out",
    rulings="fill_order",
    nl=Cite("Voorbereiding van het spel", "eerste kaart op het meest linkse"),
    en=Cite("Setup", "left to right on the 5"),
)
def factory_laid_out(draft: Draft, move: RevealFactory) -> None:
    """Factories are always laid out from left to right."""
    board = draft.edit_board()
    space = open_space(board.row, from_exit=_from_exit(draft))
    board.row = put(board.row, space, move.factory)
    board.factory_deck &= ~(1 << move.factory)


def _from_exit(position: Position) -> bool:
    refresh = position.turn.phase in (REFRESH_CARDS, REFRESH_FACTORIES)
    return refresh and position.ruleset.fill_order == "from-exit"


@effect(
    "refresh.next-card",
    nl=Cite("Voorbereiding van een nieuwe ronde", "Vul na het schudden van de"),
    de=Cite("Vorbereitung einer neuen Runde", "Karten wieder auf 7 offene Erfindungskarten"),
    en=Cite("Preparations for a New Game Round", "invention cards is again 7"),
)
def next_card(draft: Draft, move: RevealCard) -> None:
    """Cards are turned over one at a time until the display is full or no card is left."""
    await_card(draft)


@effect(
    "refresh.next-factory",
    nl=Cite(
        "Voorbereiding van een nieuwe ronde",
        "Verwijder alle start-uitvindingskaarten die nog",
    ),
    de=Cite("Vorbereitung einer neuen Runde", "Alle Start-Erfindungskarten, die in dieser"),
    en=Cite("Preparations for a New Game Round", "Remove ALL start invention cards"),
)
def next_factory(draft: Draft, move: RevealFactory) -> None:
    """Once the invention cards and then the factories are laid out, loads follow, then round marker and start pawn."""
    await_factory(draft)


def await_card(draft: Draft) -> None:
    """Wait for the next card, or go on when there is none to come."""
    board = draft.board
    if board.deck.bit_count() <= (
        needed := board.display.count(EMPTY)
    ):  # the deck may not suffice
        draft.apply(cards_reshuffled)
    if needed and draft.board.deck:
        return
    if draft.turn.phase is SETUP_CARDS:
        draft.turn = fresh_turn(PLACEMENT, draft.start)
    else:
        draft.turn = fresh_turn(REFRESH_FACTORIES, draft.start)
        draft.apply(last_factories_discarded)
        draft.apply(slide_factories)
        await_factory(draft)


def await_factory(draft: Draft) -> None:
    """Wait for the next factory, or go on when there is none to come."""
    board = draft.board
    if board.factory_deck.bit_count() <= (needed := board.row.count(EMPTY)):
        draft.apply(factories_reshuffled)
    if needed and draft.board.factory_deck:
        return
    if draft.turn.phase is SETUP_FACTORIES:
        draft.turn = fresh_turn(SETUP_CARDS, draft.start)
    else:
        for clause in (
            loads_refilled,
            marker_advances,
            counts_forgotten,
            start_player_passes,
        ):
            draft.apply(clause)


@trigger(
    "refresh.last-factories-discarded",
    nl=Cite("Voorbereiding van een nieuwe ronde", "de 3 meest rechtse velden van"),
    de=Cite("Vorbereitung einer neuen Runde", "Die 3 Fabrikkarten, auf den 3"),
    en=Cite("Preparations for a New Game Round", "Put any factory cards that are"),
)
def last_factories_discarded(draft: Draft) -> None:
    """Factories on the three rightmost spaces go to their discard pile."""
    *_, exits = display_rows()
    board = draft.edit_board()
    board.factory_discards |= lying(FactoryCard, board.row[-exits:])
    board.row = board.row[:-exits] + (EMPTY,) * exits


@trigger(
    "refresh.slide-factories",
    nl=Cite(
        "Voorbereiding van een nieuwe ronde", "Schuif de overige fabriekskaarten in dezelfde"
    ),
    de=Cite(
        "Vorbereitung einer neuen Runde", "restlichen Fabrikkarten werden von links nach"
    ),
    en=Cite("Preparations for a New Game Round", "Slide the remaining factory cards in"),
)
def slide_factories(draft: Draft) -> None:
    """The other factories slide to the right, keeping their order."""
    board = draft.edit_board()
    board.row = slid(board.row)


@definition(
    "refresh.refill",
    nl=Cite(
        "Voorbereiding van een nieuwe ronde", "geen grondstoffen meer op voorraad hebben"
    ),
    de=Cite("Vorbereitung einer neuen Runde", "Leere Schiffe und Lagerhallen werden wieder"),
    en=Cite("Preparations for a New Game Round", "which have no resources receive 2"),
)
def refill(load: int, *, coal_house: bool) -> int:
    """An empty ship or house gets two cubes, an empty coal house three, any that still holds cubes one more."""
    if load:
        return 1
    return 3 if coal_house else 2


@trigger(
    "refresh.loads-refilled",
    rulings="goods_supply",
    nl=Cite(
        "Voorbereiding van een nieuwe ronde", "geen grondstoffen meer op voorraad hebben"
    ),
    de=Cite("Vorbereitung einer neuen Runde", "Leere Schiffe und Lagerhallen werden wieder"),
    en=Cite("Preparations for a New Game Round", "which have no resources receive 2"),
)
def loads_refilled(draft: Draft) -> None:
    """Every ship and storage house is refilled; a load has no limit. If goods are limited, board order decides."""
    sources = zip(draft.board.loads, draft.components.sources, strict=True)
    wanted = [refill(load, coal_house=source.coal_house) for load, source in sources]
    draft.edit_board().loads = loaded(draft, wanted)


@trigger(
    "refresh.marker-advances",
    nl=Cite("Voorbereiding van een nieuwe ronde", "Zet de rondemarker 1 plaats verder"),
    de=Cite("Vorbereitung einer neuen Runde", "Spielrundenanzeiger eine Runde weiter"),
    en=Cite("Preparations for a New Game Round", "one space forward on the round"),
)
def marker_advances(draft: Draft) -> None:
    """The round marker moves on by one."""
    draft.round += 1


@trigger(
    "refresh.counts-forgotten",
    nl=Cite("Het uitvoeren van de actievelden", "legt deze terug in zijn persoonlijke"),
    de=Cite("Ende einer Spielrunde", "wieder in den persönlichen Vorrat zurückgelegt"),
    en=Cite("The End of a Round", "returned to the personal stocks of"),
)
def counts_forgotten(draft: Draft) -> None:
    """A new round begins: all action discs are back with their owners, and what is counted by the round starts anew."""
    for seat, player in enumerate(draft.players):
        counts = (
            player.built_this_round,
            player.discs_bought_this_round,
            player.discs_used_this_round,
        )
        if any(counts) or player.exchanges_this_round != NO_EXCHANGES:
            player = draft.edit_player(seat)
            player.built_this_round = player.discs_bought_this_round = (
                player.discs_used_this_round
            ) = 0
            player.exchanges_this_round = NO_EXCHANGES


@trigger(
    "refresh.start-player-passes",
    nl=Cite("Voorbereiding van een nieuwe ronde", "speler links van de vorige startspeler"),
    de=Cite("Vorbereitung einer neuen Runde", "Startspielerfigur an seinen linken Nachbarn"),
    en=Cite("Preparations for a New Game Round", "to the player on his left"),
)
def start_player_passes(draft: Draft) -> None:
    """The start pawn goes to the left neighbor, who places the first disc of the next round."""
    draft.start = draft.after(draft.start)
    draft.turn = fresh_turn(PLACEMENT, draft.start)
