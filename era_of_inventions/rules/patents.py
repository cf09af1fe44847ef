"""Area F: registering patents."""

from __future__ import annotations

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import NO_GOODS, Good, Goods, count, covers
from era_of_inventions.moves import RegisterPatent
from era_of_inventions.position import Draft, Position, so_far
from era_of_inventions.rules.develop import (
    developed_so_far,
    markers_left,
    one_marker,
    or_patent,
)
from era_of_inventions.rules.influence import award
from era_of_inventions.rules.moments import IN_ACTION_OF, IN_BONUS_ACTION
from era_of_inventions.rules.supply import coins, pay
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Tally, cost, effect, grant, limit
from era_of_inventions.tabletop.values import members

REGISTERED_MAX = 2
"""The patents that may be registered in one action."""


@grant(
    "patents.action",
    when=IN_ACTION_OF[Area.DEVELOP],
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Patenten vastleggen", "patenten te kopen terwijl de speler"),
    de=Cite("Patente anmelden", "obwohl der Spieler noch keine Erfindung"),
    en=Cite("Register Patents", "before they have developed any inventions"),
)
def action(position: Position, move: RegisterPatent) -> bool:
    """A disc on area F lets its owner register patents instead of developing, even with no invention to protect."""
    return True


@limit(
    "patents.six-per-game",
    facts=lambda p, _: {"patents": p.me.patents},
    count=lambda p, _: Tally(
        p.me.patents + 1, len(p.components.patent_squares), "patents of the game"
    ),
    nl=Cite("Patenten vastleggen", "kan iedere speler maximaal 6 patenten"),
    de=Cite("Patente anmelden", "jeder Spieler maximal 6 Patente anmelden"),
    en=Cite("Register Patents", "register only up to 6 patents"),
)
def six_per_game(position: Position, move: RegisterPatent) -> bool:
    """Each player registers at most six patents in the game, one for each square of the track."""
    return position.me.patents < len(position.components.patent_squares)


@cost(
    "patents.cost-of-square",
    on=RegisterPatent,
    nl=Cite("Patenten vastleggen", "het aantal gouden munten dat op"),
    de=Cite("Patente anmelden", "jeweils auf dem Feld angegebenen Betrag"),
    en=Cite("Register Patents", "gold coins shown on the new"),
)
def cost_of_square(position: Position, move: RegisterPatent) -> Goods:
    """A patent costs the coins shown on the square the marker enters; two patents cost both squares."""
    squares = position.components.patent_squares
    patents = position.me.patents
    return coins(squares[patents].coins) if patents < len(squares) else NO_GOODS


@limit(
    "patents.must-afford",
    facts=lambda p, m: {
        "cost": count(cost_of_square(p, m), Good.COIN),
        "coins": count(p.me.goods, Good.COIN),
    },
    count=lambda p, m: Tally(
        count(cost_of_square(p, m), Good.COIN), count(p.me.goods, Good.COIN), "coins"
    ),
    nl=Cite(
        "Uitvindingen ontwikkelen of patenten vastleggen",
        "Patenten worden gekocht met gouden munten",
    ),
    de=Cite(
        "Erfindungen machen oder Patente anmelden",
        "während Patente mit Münzen bezahlt werden",
    ),
    en=Cite(
        "Develop Inventions or Register Patents", "gold coins to register/purchase patents"
    ),
)
def must_afford(position: Position, move: RegisterPatent) -> bool:
    """Patents are paid in coins, and each must be paid in full when it is registered."""
    return covers(position.me.goods, cost_of_square(position, move))


def registered_so_far(position: Position) -> int:
    """Return how many patents count toward the limit of two."""
    whole_turn = position.ruleset.patent_cap == "turn"
    return so_far(position.turn, "patents", whole_turn=whole_turn)


@limit(
    "patents.two-per-action",
    rulings="patent_cap",
    facts=lambda p, _: {"registered so far": registered_so_far(p)},
    count=lambda p, _: Tally(
        registered_so_far(p) + 1, REGISTERED_MAX, "patents of the action"
    ),
    nl=Cite("De zwarte bonus-actieschijf", "Maximaal 2 patenten per actie"),
    de=Cite("Patente anmelden", "maximal 2 Patente während seiner Aktion"),
    en=Cite("Register Patents", "limited to register 2 patents in"),
)
def two_per_action(position: Position, move: RegisterPatent) -> bool:
    """At most two patents are registered in one action."""
    return registered_so_far(position) < REGISTERED_MAX


@limit(
    "patents.own-only",
    nl=Cite("Patenten vastleggen", "Uitvindingen van anderen kunnen natuurlijk niet"),
    de=Cite("Patente anmelden", "Erfindungen von anderen Spielern können natürlich"),
    en=Cite("Register Patents", "may not patent an invention developed"),
)
def own_only(position: Position, move: RegisterPatent) -> bool:
    """The marker goes on any space the player has developed, original or technical, and on no other."""
    return move.space is None or bool(position.me.developed >> move.space & 1)


@limit(
    "patents.once-per-space",
    nl=Cite("De voordelen op het telspoor", "nog niet gepatenteerde uitvindingen heeft"),
)
def once_per_space(position: Position, move: RegisterPatent) -> bool:
    """A space that already carries a patent cannot be chosen again."""
    return move.space is None or not any(
        player.patented >> move.space & 1 for player in position.players
    )


@limit(
    "patents.marker-needed",
    rulings="marker_limit",
    facts=lambda p, _: {"markers in stock": markers_left(p, p.turn.seat)},
    count=lambda p, m: None if m.space is None else one_marker(p),
    nl=Cite("Voorbereiding van het spel", "15 uitvindingsmarkers in zijn kleur"),
    de=Cite("Spielvorbereitung", "15 Erfindungssteine in seiner Farbe"),
    en=Cite("Setup", "15 invention markers in his own"),
)
def marker_needed(position: Position, move: RegisterPatent) -> bool:
    """Placing a patent takes one of the player's fifteen markers; without one it is registered but protects nothing."""
    return move.space is None or markers_left(position, position.turn.seat) > 0


@limit(
    "patents.after-develop",
    rulings="patent_same_turn",
    nl=Cite("De zwarte bonus-actieschijf", "1 patent vastleggen"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "1 Patent anmelden"),
    en=Cite("The Black Bonus Action Tokens", "register 1 patent"),
)
def after_develop(position: Position, move: RegisterPatent) -> bool:
    """An invention developed earlier in the same turn can be patented by the other action of that turn."""
    if move.space is None or position.ruleset.patent_same_turn == "allowed":
        return True
    return not developed_so_far(position.turn, whole_turn=True) >> move.space & 1


@limit(
    "patents.may-stay-unplaced",
    rulings=("patent_placing", "patent_same_turn", "marker_limit"),
    nl=Cite("De voordelen op het telspoor", "mag hij bij 1 van deze"),
    de=Cite("Patente anmelden", "darf der Spieler einen seiner Erfindungssteine"),
    en=Cite("Register Patents", "but cannot place an invention marker"),
)
def may_stay_unplaced(position: Position, move: RegisterPatent) -> bool:
    """A patent may be left without a marker; it then protects nothing."""
    if move.space is not None or position.ruleset.patent_placing == "may":
        return True
    return not any(
        once_per_space(position, patent)
        and marker_needed(position, patent)
        and after_develop(position, patent)
        for patent in map(RegisterPatent, members(position.me.developed))
    )


@limit(
    "patents.no-later-placement",
    rulings=("patent_cap", "develop_or_patent"),
    facts=lambda p, _: {"patents": p.me.patents, "left without a marker": unplaced(p)},
    nl=Cite("Patenten vastleggen", "mag hij niet een uitvindingsmarker"),
    de=Cite("Patente anmelden", "nicht nachträglich durch das vorher angemeldete"),
    en=Cite("Register Patents", "previously purchased patent cannot be used"),
)
def no_later_placement(position: Position, move: RegisterPatent) -> bool:
    """A patent left without a marker never takes one later: without a new patent no marker is placed."""
    if move.space is None or not unplaced(position):
        return True
    now = IN_ACTION_OF[Area.DEVELOP].holds(position) or IN_BONUS_ACTION.holds(position)
    return now and all(
        clause(position, move)
        for clause in (or_patent, two_per_action, six_per_game, must_afford)
    )


def unplaced(position: Position) -> int:
    """Return how many patents of the player in turn have been left without a marker."""
    return position.me.patents - position.me.patented.bit_count()


@effect(
    "patents.paid-to-supply",
    nl=Cite("Patenten vastleggen", "gouden munt aan de algemene voorraad"),
    de=Cite("Patente anmelden", "in den allgemeinen Vorrat zahlen"),
)
def paid_to_supply(draft: Draft, move: RegisterPatent) -> None:
    """The coins go to the general supply."""
    pay(draft, draft.turn.seat, cost_of_square(draft, move))


@effect(
    "patents.one-step",
    nl=Cite("Patenten vastleggen", "plaatst hij een patentmarker op het"),
    de=Cite("Patente anmelden", "zieht der Spieler seinen Patentanzeiger um"),
    en=Cite("Register Patents", "moves his marker one square up"),
)
def one_step(draft: Draft, move: RegisterPatent) -> None:
    """Each patent moves the player's marker one square up; squares are shared freely."""
    draft.edit_me().patents += 1
    draft.edit_turn().patents += 1


@effect(
    "patents.influence-now",
    rulings=("patent_steps", "track_end"),
    nl=Cite("Patenten vastleggen", "Daarna ontvangt hij het aantal daarmee"),
    de=Cite("Patente anmelden", "Anschließend erhält er direkt die angegebene"),
    en=Cite("Register Patents", "Then he immediately receives"),
)
def influence_now(draft: Draft, move: RegisterPatent) -> None:
    """The influence of the square is scored at once, each patent for itself."""
    award(
        draft,
        draft.turn.seat,
        draft.components.patent_squares[draft.me.patents - 1].influence,
    )


@effect(
    "patents.marker-placed",
    nl=Cite("Patenten vastleggen", "een patent heeft vastgelegd plaatst hij"),
    de=Cite("Patente anmelden", "einen seiner Erfindungssteine auf das Feld"),
    en=Cite("Register Patents", "puts his invention marker on a"),
)
def marker_placed(draft: Draft, move: RegisterPatent) -> None:
    """The player's marker goes on the scroll of the chosen space."""
    if move.space is not None:
        draft.edit_me().patented |= 1 << move.space
