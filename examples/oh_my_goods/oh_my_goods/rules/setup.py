"""Setting up the game."""

from __future__ import annotations

from era_of_inventions.tabletop import ABSENT, Cards, SetUp, Stack, definition, effect, grant, has, minus, plus, trigger
from oh_my_goods.moves import DealCharburner, Offer
from oh_my_goods.position import NO_CARDS, Player, Setting, Stage, State, StateDraft, Table, Turn
from oh_my_goods.rules.moments import ASSISTANTS_OFFERED, CHARBURNERS_DEALT
from oh_my_goods.rules.round import begins as round_begins

SECTION = "Voorbereiding"
HAND, COAL, ASSISTANTS_EACH = 5, 7, 2


def blank(setting: Setting, start: int) -> State:
    """Return the table before anything is laid out."""
    player = Player(NO_CARDS)
    return State(setting, (player,) * setting.players, Table(), Turn(Stage.OVER, start), start)


@definition("setup.players", nl="spel met 2, 3 of 4")
def players() -> tuple[int, ...]:
    """Two, three or four play."""
    return (2, 3, 4)


@effect("setup.draw-pile", nl="Schud de overige kaarten")
def draw_pile(draft: StateDraft, _: SetUp) -> None:
    """All cards but charburners, craftsmen and assistants are shuffled and become the draw pile."""
    draft.table = Table(draw=Cards(draft.components.deck), box=draft.components.fires)


@effect("setup.first-active", nl="wordt de eerste actieve speler")
def first_active(draft: StateDraft, _: SetUp) -> None:
    """Whoever has worked hardest of late, as the players agree, is the first active player."""
    draft.turn = Turn(Stage.CHARBURNERS, draft.active)


@grant("setup.random-charburner", when=CHARBURNERS_DEALT, nl="krijgt een willekeurige")
def random_charburner(position: State, move: DealCharburner) -> bool:
    """The charburner dealt is any one that nobody has yet."""
    return has(position.table.box, move.card)


@effect("setup.charburner", nl="krijgt een willekeurige kolenbranderij")
def charburner(draft: StateDraft, move: DealCharburner) -> None:
    """Each player is dealt one charburner at random, and receives one craftsman; the others leave the game."""
    table = draft.edit_table()
    draft.edit_me().buildings = (Stack(move.card),)
    table.box = minus(table.box, move.card)
    if not draft.pass_on():
        draft.turn = Turn(Stage.ASSISTANTS_OFFERED, draft.turn.seat, assistants_number(draft))


@definition("setup.assistants-number", nl="4, 6 of 8 assistenten")
def assistants_number(position: State) -> int:
    """Two assistants are drawn for each player; the others leave the game."""
    return ASSISTANTS_EACH * len(position.players)


@grant("setup.assistants-side", when=ASSISTANTS_OFFERED, nl="een willekeurige kant naar boven")
def assistants_side(position: State, move: Offer) -> bool:
    """A random side of each assistant lies up, and never both sides."""
    both = 0b11 << (move.assistant & ~1)
    return not position.table.offer & both


@effect("setup.assistants-on-offer", nl="aan de rand van het")
def assistants_on_offer(draft: StateDraft, move: Offer) -> None:
    """The assistants lie at the edge of the table, for all to hire."""
    table, turn = draft.edit_table(), draft.edit_turn()
    table.offer, turn.due = plus(table.offer, move.assistant), turn.due - 1
    if not turn.due:
        draft.apply(hand)


@trigger("setup.hand", nl="5 die hij in zijn hand")
def hand(draft: StateDraft) -> None:
    """Each player draws five cards into the hand."""
    draft.turn = Turn(Stage.HANDS, draft.turn.seat, HAND)


@trigger("setup.coal", nl="7 die hij gedekt op")
def coal(draft: StateDraft) -> None:
    """Each player lays seven cards face down on the charburner and looks at none; each card is a unit of coal."""
    draft.turn = Turn(Stage.COAL, draft.turn.seat, COAL, draft.me.buildings[0].base)


@trigger("setup.next-player", nl="ledere speler trekt")
def next_player(draft: StateDraft) -> None:
    """When all have their hand cards and their coal, the first round begins."""
    draft.edit_turn().at = ABSENT
    draft.apply(hand if draft.pass_on() else round_begins)
