"""Area F: developing inventions."""

from __future__ import annotations

from era_of_inventions.box.components import Area, Space
from era_of_inventions.box.goods import Good, Goods, count, covers
from era_of_inventions.moves import Develop, RegisterPatent
from era_of_inventions.position import Draft, Position, Turn, counted, so_far
from era_of_inventions.rules.influence import award
from era_of_inventions.rules.moments import IN_ACTION_OF
from era_of_inventions.rules.supply import cogs, pay
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Tally, cost, effect, grant, limit
from era_of_inventions.tabletop.values import NO_THINGS, Mask, members

COGS_MAX = 7
"""The cogs that may be spent in one action."""


def taken(position: Position) -> Mask[Space]:
    """Return the spaces that have been developed."""
    spaces: Mask[Space] = NO_THINGS
    for player in position.players:
        spaces |= player.developed
    return spaces


def developed_so_far(turn: Turn, *, whole_turn: bool) -> Mask[Space]:
    """Return the spaces developed in the present action, or in all actions of the turn."""
    spaces: Mask[Space] = NO_THINGS
    for record in counted(turn, whole_turn=whole_turn):
        spaces |= record.developed
    return spaces


def markers_left(position: Position, seat: int) -> int:
    """Return how many invention markers a player still has in stock; at least one where they cannot run out."""
    player = position.players[seat]
    left = (
        position.components.markers
        - player.developed.bit_count()
        - player.patented.bit_count()
    )
    return max(left, 1) if position.ruleset.marker_limit == "unlimited" else left


def one_marker(position: Position) -> Tally | None:
    """Return how many of the markers in stock one more takes; None where they cannot run out."""
    if position.ruleset.marker_limit == "unlimited":
        return None
    return Tally(1, markers_left(position, position.turn.seat), "markers in stock")


@grant(
    "develop.action",
    when=IN_ACTION_OF[Area.DEVELOP],
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Uitvindingen ontwikkelen", "vrij uit alle uitvindingen kiezen"),
    de=Cite("Erfindungen machen", "allen noch nicht gemachten Erfindungen wählen"),
    en=Cite("Develop Inventions", "free to choose any invention he"),
)
def action(position: Position, move: Develop) -> bool:
    """A disc on area F lets its owner develop any inventions; other players' originals can be developed further too."""
    return True


@limit(
    "develop.or-patent",
    rulings="develop_or_patent",
    nl=Cite(
        "Uitvindingen ontwikkelen of patenten vastleggen",
        "kiezen voor één van deze mogelijkheden",
    ),
    de=Cite("Erfindungen machen oder Patente anmelden", "müssen sich für eine der beiden"),
    en=Cite("Develop Inventions or Register Patents", "may not do both on the"),
)
def or_patent(position: Position, move: Develop | RegisterPatent) -> bool:
    """One action either develops or registers patents, not both."""
    whole_turn = position.ruleset.develop_or_patent == "turn"
    if isinstance(move, Develop):
        return not so_far(position.turn, "patents", whole_turn=whole_turn)
    return not developed_so_far(position.turn, whole_turn=whole_turn)


@limit(
    "develop.original-first",
    rulings="technical_needs",
    nl=Cite("Uitvindingen ontwikkelen", "Pas als een originele uitvinding eenmaal"),
    de=Cite("Erfindungen machen", "Erst wenn eine originale Erfindung gemacht"),
    en=Cite("Develop Inventions", "Only once an original invention has"),
)
def original_first(position: Position, move: Develop) -> bool:
    """A technical space opens only after the original of the same invention has been developed."""
    return opened(position, move.space, taken(position))


def opened(position: Position, space: int, developed: Mask[Space]) -> bool:
    """Return whether a space can be developed once these spaces are developed."""
    if not position.components.spaces[space].technical:
        return True
    if position.ruleset.technical_needs == "same-invention":
        return bool(developed >> (space - 1) & 1)
    return any(
        not position.components.spaces[other].technical for other in members(developed)
    )


@limit(
    "develop.space-once", de=Cite("Erfindungen machen", "zwischen allen noch nicht gemachten")
)
def space_once(position: Position, move: Develop) -> bool:
    """A space is developed once, by one player; an invention's other space is open to everybody."""
    return not taken(position) >> move.space & 1


@cost(
    "develop.cost-in-cogs",
    on=Develop,
    nl=Cite("Uitvindingen ontwikkelen", "aantal ontwikkelingsblokjes dat in het blauwe"),
    de=Cite("Erfindungen machen", "bezahlt er die in dem blauen"),
    en=Cite("Develop Inventions", "pays the number of development cogs"),
)
def cost_in_cogs(position: Position, move: Develop) -> Goods:
    """Developing costs the blue number of development cogs on top of the space, and nothing else."""
    return cogs(position.components.spaces[move.space].cogs)


@limit(
    "develop.must-afford",
    facts=lambda p, m: {
        "cost": p.components.spaces[m.space].cogs,
        "cogs": count(p.me.goods, Good.COG),
    },
    count=lambda p, m: Tally(
        p.components.spaces[m.space].cogs, count(p.me.goods, Good.COG), "cogs in stock"
    ),
    nl=Cite("Uitvindingen ontwikkelen", "geen of onvoldoende ontwikkelingsblokjes hebben"),
    en=Cite("Develop Inventions", "or not enough, they may not"),
)
def must_afford(position: Position, move: Develop) -> bool:
    """Without enough development cogs an invention cannot be developed."""
    return covers(position.me.goods, cost_in_cogs(position, move))


def cogs_so_far(position: Position) -> int:
    """Return how many cogs count toward the limit of seven: the cost of the inventions of this action, or turn."""
    developed = developed_so_far(
        position.turn, whole_turn=position.ruleset.action_caps == "together"
    )
    return sum([position.components.spaces[space].cogs for space in members(developed)])


@limit(
    "develop.seven-cogs",
    rulings="action_caps",
    facts=lambda p, m: {
        "cogs spent so far": cogs_so_far(p),
        "cost": p.components.spaces[m.space].cogs,
    },
    count=lambda p, m: Tally(
        cogs_so_far(p) + p.components.spaces[m.space].cogs, COGS_MAX, "cogs of the action"
    ),
    nl=Cite("Uitvindingen ontwikkelen", "maximaal 7 ontwikkelingsblokjes in 1 actie"),
    de=Cite("Erfindungen machen", "maximal 7 Entwicklungssteine während einer Aktion"),
    en=Cite("Develop Inventions", "more than 7 development cogs in"),
)
def seven_cogs(position: Position, move: Develop) -> bool:
    """At most seven development cogs are spent in one action, on any number of inventions."""
    return cogs_so_far(position) + position.components.spaces[move.space].cogs <= COGS_MAX


@limit(
    "develop.marker-needed",
    rulings="marker_limit",
    facts=lambda p, _: {"markers in stock": markers_left(p, p.turn.seat)},
    count=lambda p, _: one_marker(p),
    nl=Cite("Voorbereiding van het spel", "15 uitvindingsmarkers in zijn kleur"),
    de=Cite("Spielvorbereitung", "15 Erfindungssteine in seiner Farbe"),
    en=Cite("Setup", "15 invention markers in his own"),
)
def marker_needed(position: Position, move: Develop) -> bool:
    """Developing takes one of the player's fifteen markers; without one there is no development."""
    return markers_left(position, position.turn.seat) > 0


@effect(
    "develop.marker-placed",
    nl=Cite("Uitvindingen ontwikkelen", "uitvindingsmarkers op het linkse vak van"),
    de=Cite("Erfindungen machen", "Erfindungssteine auf das linkere Feld"),
    en=Cite("Develop Inventions", "number that is on the left"),
)
def marker_placed(draft: Draft, move: Develop) -> None:
    """The player's marker goes on the left number of the space."""
    draft.edit_me().developed |= 1 << move.space
    draft.edit_turn().developed |= 1 << move.space


@effect(
    "develop.paid-to-supply",
    nl=Cite("Uitvindingen ontwikkelen", "Deze ontwikkelingsblokjes gaan naar de algemene"),
    de=Cite("Erfindungen machen", "Anzahl Entwicklungssteine in den allgemeinen Vorrat"),
    en=Cite("Develop Inventions", "development cogs go to the general"),
)
def paid_to_supply(draft: Draft, move: Develop) -> None:
    """The cogs return to the supply."""
    pay(draft, draft.turn.seat, cost_in_cogs(draft, move))


@effect(
    "develop.cards-brought",
    nl=Cite("Uitvindingen ontwikkelen", "worden de 3 uitvindingskaarten met de"),
    de=Cite("Erfindungen machen", "werden die 3 Erfindungskarten der gemachten"),
    en=Cite("Develop Inventions", "three cards of this invention must"),
)
def cards_brought(draft: Draft, move: Develop) -> None:
    """The three cards of an original wait beside the piles for the end of the round; a technical brings none."""
    draft.edit_board().developed_this_round |= 1 << move.space


@effect(
    "develop.influence-now",
    rulings=("award_steps", "track_end"),
    nl=Cite("Uitvindingen ontwikkelen", "Hij ontvangt het aantal invloedspunten"),
    de=Cite("Erfindungen machen", "der Spieler für das Machen der"),
    en=Cite("Develop Inventions", "influence points a player receives when"),
)
def influence_now(draft: Draft, move: Develop) -> None:
    """The left number of the space is scored at once, on originals and technicals alike."""
    award(draft, draft.turn.seat, draft.components.spaces[move.space].influence)
