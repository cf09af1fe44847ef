"""Setting up the game."""

from __future__ import annotations

from era_of_inventions.tabletop import Cards, Cite, SetUp, definition, effect
from phoenicia.position import NO_CARDS, Player, Setting, Stage, State, StateDraft, Table, Turn, no_kinds
from phoenicia.rules import workers

SECTION = "Spelvoorbereiding"
COPIES = {"A": {2: 1, 3: 2, 4: 2, 5: 3}, "B": {2: 1, 3: 1, 4: 2, 5: 2}}
STOREHOUSES, DISKS, UNTRAINED = 2, 2, 1
WORKERS = (1, 1, 0, 0)
"""One hunter and one farmer."""


def blank(setting: Setting, start: int) -> State:
    """Return the table before anything is laid out."""
    none = no_kinds(setting)
    player = Player(NO_CARDS, cards=none)
    table = Table(none, none, none, NO_CARDS)
    return State(setting, (player,) * setting.players, table, Turn(Stage.OVER, 0, 0, start))


@definition("setup.players", nl=Cite("Phoenicia", "2 - 5 spelers"))
def players() -> tuple[int, ...]:
    """Two, three, four or five play."""
    return (2, 3, 4, 5)


@definition("setup.copies", nl="Aantal van elke soort ontwikkelingskaarten A")
def copies(position: State, kind: int) -> int:
    """Of each A kind, 1 copy takes part with two players, 2 copies with three or four, and 3 with five.

    Of each B kind, 1 copy takes part with two or three players, and 2 with four or five.
    """
    return COPIES[position.components.cards[kind].type][len(position.players)]


@effect("setup.overlord", nl="(startspeler) wordt geloot")
def overlord(draft: StateDraft, _: SetUp) -> None:
    """The players draw lots for the first Overlord, who begins."""
    turn = draft.edit_turn()
    turn.seat = turn.active = turn.overlord


@effect("setup.first-display", nl="als er spelers deelnemen")
def first_display(draft: StateDraft, _: SetUp) -> None:
    """The sets are shuffled and stacked; as many cards of set 1 are turned up as there are players."""
    table, turn = draft.edit_table(), draft.edit_turn()
    table.deck = tuple(copies(draft, kind) for kind in range(len(draft.components.cards)))
    turn.stage, turn.due = Stage.FIRST_DISPLAY, len(draft.players)


@effect("setup.storage", nl="2 neutrale schijven")
def storage(draft: StateDraft, _: SetUp) -> None:
    """Each player begins with two storehouses, and two disks in the treasury."""
    for player in map(draft.edit_player, draft.seats):
        player.storehouses, player.disks = STOREHOUSES, DISKS


@effect("setup.first-workers", nl="bovenste gedeelte van de opleidingstegel")
def first_workers(draft: StateDraft, _: SetUp) -> None:
    """Each begins with one untrained worker, one hunter and one farmer."""
    for player in map(draft.edit_player, draft.seats):
        player.untrained, player.workers = UNTRAINED, WORKERS


@effect("setup.markers", nl="plaats 2 (waardering)")
def markers(draft: StateDraft, _: SetUp) -> None:
    """Victory points start at 2 and production points at 3, for the hunter and the farmer."""
    turn = draft.edit_turn()
    for seat in draft.seats:
        turn.seat = seat
        workers.points_now(draft)
    turn.seat = turn.overlord


@effect("setup.shuffle-production", nl="stapel van de productiekaarten")
def shuffle_production(draft: StateDraft, _: SetUp) -> None:
    """The production cards are shuffled into a face-down pile; the preset cards are no part of it."""
    components, table = draft.components, draft.edit_table()
    table.pile, table.gone = Cards(components.shuffled), components.preset_cards
