"""Preparing the game.

What everybody starts with and how the board is laid out. The cards are turned over by
chance, one after another.
"""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.box.components import CardKind, FactoryCard, InventionCard
from era_of_inventions.box.goods import NO_GOODS, ONE, Good, count, pack
from era_of_inventions.position import (
    EMPTY,
    GAME_OVER,
    SETUP_FACTORIES,
    Board,
    Draft,
    Player,
    Position,
    Setting,
    State,
    Turn,
    fresh_turn,
)
from era_of_inventions.rules.components import display_rows
from era_of_inventions.rules.develop import taken
from era_of_inventions.rules.supply import general_supply
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import definition, effect
from era_of_inventions.tabletop.play.occasions import SetUp
from era_of_inventions.tabletop.values import NO_THINGS, Mask, mask


@definition(
    "setup.player-counts",
    nl=Cite("Voorbereiding van het spel", "spel met 4 of 5 spelers"),
    de=Cite("Spielvorbereitung", "Spiel mit 4 oder 5 Spielern"),
    en=Cite("General Game Info", "3-5 players"),
)
def player_counts() -> tuple[int, ...]:
    """Three, four or five can play."""
    return (3, 4, 5)


@definition(
    "setup.discs-each",
    nl=Cite("Voorbereiding van het spel", "ontvangt iedere speler 2 actieschijven"),
    de=Cite("Spielvorbereitung", "bekommt jeder Spieler 2 Aktionsscheiben"),
    en=Cite("Setup", "each player receives 2 action tokens"),
)
def discs_each(players: int) -> int:
    """Each player has two action discs, or three in a game for three; the others stay in the box."""
    return 3 if players == 3 else 2


@effect(
    "setup.stock",
    nl=Cite("Voorbereiding van het spel", "2 gouden munten, 1 houtblokje"),
    de=Cite("Spielvorbereitung", "2 Münzen, 1 Holzquader, 1 Metallquader"),
    en=Cite("Setup", "2 gold coins, 1 wood cube"),
)
def stock(draft: Draft, _: SetUp) -> None:
    """Each player starts with 2 coins, 1 wood, 1 metal, 1 technology, 1 tool, 3 coal and 1 development cog."""
    dealt = pack(
        {
            Good.COIN: 2,
            Good.WOOD: 1,
            Good.METAL: 1,
            Good.TECHNOLOGY: 1,
            Good.TOOL: 1,
            Good.COAL: 3,
            Good.COG: 1,
        }
    )
    for seat in range(draft.setting.players):
        draft.edit_player(seat).goods += dealt


@effect(
    "setup.bonus-discs",
    nl=Cite("Voorbereiding van het spel", "ontvangt 3 zwarte bonus-actieschijven"),
    de=Cite("Spielvorbereitung", "3 schwarze Bonus-Aktionsscheiben"),
    en=Cite("Setup", "3 bonus action tokens"),
)
def bonus_discs(draft: Draft, _: SetUp) -> None:
    """Each player gets bonus discs: three with three players, five with four, one with five."""
    for seat in range(draft.setting.players):
        draft.edit_player(seat).bonus_discs += {3: 3, 4: 5, 5: 1}[draft.setting.players]


@effect(
    "setup.start-factory",
    nl=Cite("Voorbereiding van het spel", "Geef iedere speler de fabriekskaart in"),
    de=Cite("Spielvorbereitung", "nimmt sich die Fabrikkarte seiner Farbe"),
    en=Cite("Setup", "receives the factory card in his"),
)
def start_factory(draft: Draft, _: SetUp) -> None:
    """Each player owns the start factory of their color."""
    for seat in range(draft.setting.players):
        draft.edit_player(seat).factories |= own_start_factory(draft, seat)


@effect(
    "setup.factory-deck",
    nl=Cite("Voorbereiding van het spel", "Schud de overige fabriekskaarten"),
    de=Cite("Spielvorbereitung", "Die übrigen Fabrikkarten werden gemischt"),
    en=Cite("Setup", "Shuffle the remaining factory cards"),
)
def factory_deck(draft: Draft, _: SetUp) -> None:
    """The other factories are shuffled into a face-down deck, from which five are laid out."""
    draft.edit_board().factory_deck = mask(
        FactoryCard, range(len(draft.components.factories))
    )


@effect(
    "setup.start-cards",
    nl=Cite("Voorbereiding van het spel", "Schud de 12 start-uitvindingskaarten"),
    de=Cite("Spielvorbereitung", "7 Start-Erfindungskarten werden offen"),
    en=Cite("Setup", "Shuffle 12 start-invention cards"),
)
def start_cards(draft: Draft, _: SetUp) -> None:
    """The twelve start cards are shuffled; seven are laid out and five form the face-down deck."""
    draft.edit_board().deck = draft.components.start_cards


@effect(
    "setup.three-coal",
    rulings="goods_supply",
    nl=Cite("Voorbereiding van het spel", "Leg 3 steenkoolblokjes op elk"),
    de=Cite("Spielvorbereitung", "3 Kohlequader werden auf die beiden"),
    en=Cite("Setup", "Put 3 coal cubes on each"),
)
def three_coal(draft: Draft, _: SetUp) -> None:
    """Each coal storage house starts with three coal."""
    _load(draft, 3, coal_houses=True)


@effect(
    "setup.two-cubes",
    rulings="goods_supply",
    nl=Cite("Voorbereiding van het spel", "2 grondstoffen van de juiste soort"),
    de=Cite("Spielvorbereitung", "jeweils 2 Rohstoffquader der abgebildeten Sorte"),
    en=Cite("Setup", "2 of the correct resource type"),
)
def two_cubes(draft: Draft, _: SetUp) -> None:
    """Each ship and every other storage house starts with two cubes of its kind."""
    _load(draft, 2, coal_houses=False)


@effect(
    "setup.round-one",
    nl=Cite("Voorbereiding van het spel", "zwarte rondemarker op het vak"),
    de=Cite("Spielvorbereitung", "Der Spielrundenanzeiger wird auf das Feld"),
    en=Cite("Setup", "black round marker on space 1"),
)
def round_one(draft: Draft, _: SetUp) -> None:
    """The round marker starts on 1."""
    draft.round = 1


@effect(
    "setup.lay-out",
    nl=Cite("Voorbereiding van het spel", "Schud de overige fabriekskaarten"),
    de=Cite("Spielvorbereitung", "Die übrigen Fabrikkarten werden gemischt"),
    en=Cite("Setup", "Shuffle the remaining factory cards"),
)
def lay_out(draft: Draft, _: SetUp) -> None:
    """Factories are laid out before the start cards, and both before the first disc is placed."""
    draft.turn = fresh_turn(SETUP_FACTORIES, draft.start)


@effect(
    "setup.start-positions",
    nl=Cite("Voorbereiding van het spel", "het vak met het cijfer “0”"),
    de=Cite("Spielvorbereitung", "Zahl „0“ (das Startfeld) Einflussleiste"),
    en=Cite("Setup", "on 0 (the start square)"),
)
def start_positions(draft: Draft, _: SetUp) -> None:
    """Pawns start on 0 of the influence track, and patent markers below the first square of the patent track."""
    for seat in range(draft.setting.players):
        player = draft.edit_player(seat)
        player.influence = player.patents = 0


def _load(draft: Draft, cubes: int, *, coal_houses: bool) -> None:
    wanted = [
        cubes if source.coal_house is coal_houses else 0
        for source in draft.components.sources
    ]
    draft.edit_board().loads = loaded(draft, wanted)


def loaded(draft: Draft, wanted: Sequence[int]) -> tuple[int, ...]:
    """Return the loads with the wanted cubes added; where goods are limited, as many as are left, in board order."""
    supply = general_supply(draft) if draft.ruleset.goods_supply == "limited" else None
    loads = []
    for load, added, source in zip(
        draft.board.loads, wanted, draft.components.sources, strict=True
    ):
        if supply is not None:
            added = min(added, count(supply, source.good))
            supply -= added * ONE[source.good]
        loads.append(load + added)
    return tuple(loads)


def own_start_factory(position: Position, seat: int) -> Mask[FactoryCard]:
    """Return a seat's start factory."""
    return mask(FactoryCard, [len(position.components.factories) + seat])


def blank_state(setting: Setting, start: int = 0) -> State:
    """Return the table before anything is laid out."""
    components = setting.components
    inventions, factories, _ = display_rows()
    # Pawn and patent marker stand nowhere yet.
    player = Player(
        NO_GOODS,
        EMPTY,
        bonus_discs=0,
        patents=EMPTY,
        developed=NO_THINGS,
        patented=NO_THINGS,
        factories=NO_THINGS,
        discs=NO_THINGS,
    )
    board = Board(
        loads=(0,) * len(components.sources),
        row=(EMPTY,) * factories,
        factory_deck=NO_THINGS,
        factory_discards=NO_THINGS,
        display=(EMPTY,) * inventions,
        deck=NO_THINGS,
        discards=NO_THINGS,
    )
    turn = Turn(GAME_OVER, start)  # no game is going on yet
    return State(setting, (player,) * setting.players, board, 0, start, turn)


@definition(
    "setup.start-player-seated",
    nl=Cite("Voorbereiding van het spel", "Bepaal wie de startspeler is"),
    de=Cite("Spielvorbereitung", "Der erfindungsreichste Spieler wird zum Startspieler"),
    en=Cite("Setup", "Choose a start player"),
)
def start_player_seated(position: Position) -> bool:
    """One of the players is named the start player."""
    return 0 <= position.start < position.setting.players


@definition(
    "setup.cards-in-play",
    nl=Cite("Voorbereiding van het spel", "leg die stapel open naast het"),
    de=Cite("Spielvorbereitung", "nach Erfindungsart sortiert"),
    en=Cite("Setup", "Sort the 27 invention cards"),
)
def cards_in_play(position: Position) -> Mask[InventionCard]:
    """The cards of an invention lie apart until its original has been developed; only then can they be in play."""
    developed = taken(position)
    return mask(
        InventionCard,
        (
            index
            for index, card in enumerate(position.components.cards)
            if card.kind is CardKind.START or developed >> 2 * (card.invention or 0) & 1
        ),
    )
