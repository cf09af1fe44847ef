"""The influence track and its signs."""

from __future__ import annotations

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import ONE, Good
from era_of_inventions.moves import Landing
from era_of_inventions.position import ACTION, FINAL_MARKET, Draft, Position, Turn
from era_of_inventions.rules.supply import receive, uncountable
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import definition, grant, limit, trigger
from era_of_inventions.tabletop.values import COUNT_MAX
from era_of_inventions.tabletop.values.packed import SeatNumber

# Named here, because Python 3.11 is slow to find a member in its enum.
MARKET, DEVELOP = Area.MARKET, Area.DEVELOP


@definition(
    "influence.pawn-position",
    rulings="track_end",
    nl=Cite("Bepalen van de winnaar", "blijkt eenvoudig weg uit de stand"),
    de=Cite("Die Ermittlung des Gewinners", "der Position der Spielfigur auf der"),
    en=Cite("Influence Points", "influence points gained on the influence"),
)
def pawn_position(position: Position, start: int, points: int) -> int:
    """A pawn moves forward by the influence it is awarded, never back, and its position is the influence gathered."""
    end = position.components.track_end
    if position.ruleset.track_end == "stops":
        return max(start, min(start + points, end))
    return start + points


def sign_at(position: Position, space: int) -> Good | None:
    """Return the sign on a space of the track, counting on where the track laps."""
    if position.ruleset.track_end == "laps":
        space %= position.components.track_end + 1
    return position.components.sign_on.get(space)


def award(draft: Draft, seat: int, points: int) -> None:
    """Give a player influence: the pawn moves once, and the space it lands on is looked at."""
    if not points:
        return
    player = draft.edit_player(seat)
    reached = pawn_position(draft, player.influence, points)
    if reached == player.influence:
        return
    if reached > COUNT_MAX:
        raise uncountable(seat, f"{reached} influence")
    moved_by = reached - player.influence
    player.influence = reached
    if seat == draft.turn.seat:
        draft.edit_turn().moved += moved_by
        if put_off(draft, draft.turn):
            return
    land(draft, seat)


def land(draft: Draft, seat: int) -> None:
    """Apply the sign on the space where a player's pawn has landed, if there is one."""
    position = draft.players[seat].influence
    sign = sign_at(draft, position)
    if sign is None and not draft.watched:
        return
    if draft.happens(landing := Landing(seat, position, sign)):
        draft.apply(sign_paid, landing)


@definition(
    "influence.put-off",
    rulings=("award_steps", "patent_steps"),
    nl=Cite("De voordelen op het telspoor", "meerdere malen extra grondstofblokjes"),
    de=Cite(
        "Die Vorteile auf der Einflussleiste",
        "Durch mehrmaliges Vorrücken auf der Einflussleiste",
    ),
    en=Cite("Symbols on the Influence Points Track", "may receive more than 1 gold"),
)
def put_off(position: Position, turn: Turn) -> bool:
    """Each award moves the pawn by itself, and where it ends counts at once, not only when the action is over."""
    if turn.phase is ACTION and turn.area == DEVELOP:
        return (
            position.ruleset.award_steps == "once"
            if turn.developed
            else position.ruleset.patent_steps == "lump"
        )
    market = turn.phase is FINAL_MARKET or (turn.phase is ACTION and turn.area == MARKET)
    return market and position.ruleset.award_steps == "once"


def settle_landing(draft: Draft) -> None:
    """Where signs are looked for once per action, look now, if the action has moved the pawn."""
    if draft.turn.moved and put_off(draft, draft.turn):
        land(draft, draft.turn.seat)


@grant(
    "influence.exact-landing",
    facts=lambda _, at: {
        "space": at.position,
        "sign": at.sign.word if at.sign is not None else "none",
    },
    nl=Cite("De voordelen op het telspoor", "zijn pion precies op een dergelijk"),
    de=Cite("Die Vorteile auf der Einflussleiste", "seine Spielfigur auf einem solchen Feld"),
    en=Cite("Symbols on the Influence Points Track", "his pawn ends on one of"),
)
def exact_landing(position: Position, landing: Landing) -> bool:
    """A sign pays each player whose pawn ends a move on it, whatever the influence is for; passing pays nothing."""
    return landing.sign is not None


@limit(
    "influence.own-actions",
    rulings="signs_on_income",
    facts=lambda p, at: {
        "seat in turn": SeatNumber(p.turn.seat),
        "pawn of seat": SeatNumber(at.seat),
    },
    nl=Cite("De voordelen op het telspoor", "tijdens het uitvoeren van zijn acties"),
    de=Cite(
        "Die Vorteile auf der Einflussleiste",
        "während der Aktionsausführung Einflusspunkte erhält",
    ),
    en=Cite(
        "Symbols on the Influence Points Track", "receives influence points during his action"
    ),
)
def own_actions(position: Position, landing: Landing) -> bool:
    """Signs are paid for influence received in one's own action, not for income in another player's."""
    return (
        landing.seat == position.turn.seat or position.ruleset.signs_on_income == "any-award"
    )


@limit("influence.not-in-final-market", rulings="signs_in_final_market")
def not_in_final_market(position: Position, landing: Landing) -> bool:
    """The final market is no action of a disc: signs reached in it are not paid."""
    return (
        position.turn.phase is not FINAL_MARKET
        or position.ruleset.signs_in_final_market == "paid"
    )


@trigger(
    "influence.sign-paid",
    rulings="goods_supply",
    nl=Cite(
        "De voordelen op het telspoor", "krijgt hij meteen het afgebeelde grondstofblokje"
    ),
    de=Cite(
        "Die Vorteile auf der Einflussleiste", "er sofort den abgebildeten Rohstoffquader"
    ),
    en=Cite("Symbols on the Influence Points Track", "he immediately receives that resource"),
)
def sign_paid(draft: Draft, landing: Landing) -> None:
    """The cube or coin of the sign comes from the supply at once and can be used in the same action."""
    assert landing.sign is not None  # nothing else grants a sign than landing on one
    receive(draft, landing.seat, ONE[landing.sign])
