"""The end of the game: final market, scores, winner."""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.box.components import FactoryCard, Space
from era_of_inventions.box.goods import CUBES, only, total
from era_of_inventions.moves import EndAction, Exchange, Line, TakeCog
from era_of_inventions.position import (
    FINAL_MARKET,
    GAME_OVER,
    Draft,
    Position,
    State,
    fresh_turn,
    records,
    steps_taken,
)
from era_of_inventions.rules.influence import settle_landing
from era_of_inventions.rules.moments import IN_FINAL_MARKET
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import definition, effect, grant, limit, scoring
from era_of_inventions.tabletop.values import Mask, members


@definition(
    "scoring.last-round",
    nl=Cite("Einde van het spel", "het spelen van de achtste ronde"),
    de=Cite("Ende des Spiels", "endet nach der 9. Runde"),
    en=Cite("Game End", "after the ninth round is completed"),
)
def last_round(players: int) -> int:
    """The game ends after nine rounds with three players, eight with four and ten with five."""
    return {3: 9, 4: 8, 5: 10}[players]


@grant(
    "scoring.market-once",
    when=IN_FINAL_MARKET,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Bepalen van de winnaar", "nog eenmaal gebruik maken van de"),
    de=Cite("Die Ermittlung des Gewinners", "noch einmal den Tauschmarkt"),
    en=Cite("Turnover", "all players may use the exchange"),
)
def market_once(position: Position, move: Exchange | TakeCog | EndAction) -> bool:
    """After the last round each player may use the exchange market once more, with the usual limits."""
    return True


@limit(
    "scoring.no-bonus-disc",
    rulings="final_market_disc",
    nl=Cite("Bepalen van de winnaar", "kunnen geen bonus actieschijf meer kopen"),
    en=Cite("Turnover", "players cannot buy a bonus action"),
)
def no_bonus_disc(position: Position, move: Exchange) -> bool:
    """In the final market no bonus disc can be bought."""
    final = position.turn.phase is FINAL_MARKET
    return (
        not (final and move.line is Line.BONUS_DISC)
        or position.ruleset.final_market_disc == "allowed"
    )


@effect(
    "scoring.market-order",
    when=IN_FINAL_MARKET,
    rulings=("award_steps", "final_market_order", "track_end"),
)
def market_order(draft: Draft, move: EndAction | TakeCog) -> None:
    """The final market goes clockwise from the last start player, as no edition orders it; then the game is over."""
    settle_landing(draft)
    _, *left = _not_yet_over(draft)
    if not left:
        draft.turn = fresh_turn(GAME_OVER, draft.start)
    elif draft.ruleset.final_market_order == "free":
        draft.interrupt(fresh_turn(FINAL_MARKET, left[0]))
    else:
        draft.turn = fresh_turn(FINAL_MARKET, left[0])


def deciders(position: Position) -> tuple[int, ...]:
    """Return who may be next in the final market, where the order is free and nobody has begun to exchange."""
    turn = position.turn
    if turn.phase is not FINAL_MARKET or position.ruleset.final_market_order != "free":
        return ()
    return () if steps_taken(turn) else _not_yet_over(position)


def _not_yet_over(position: Position) -> tuple[int, ...]:
    """Return whose use of the final market is not over: first the player in turn, then the others in order."""
    turn = position.turn
    if position.ruleset.final_market_order != "free":
        return turn.seat, *position.later(turn.seat)
    over = {record.seat for record in records(turn)}
    return turn.seat, *(
        seat for seat in position.clockwise(position.start) if seat not in over
    )


@scoring(
    "scoring.track",
    nl=Cite("Bepalen van de winnaar", "blijkt eenvoudig weg uit de stand"),
    de=Cite("Die Ermittlung des Gewinners", "der Position der Spielfigur auf der"),
    en=Cite("Influence Points", "influence points gained on the influence"),
)
def track(state: State) -> Sequence[int]:
    """The position of the pawn counts, moves of the final market included."""
    return [player.influence for player in state.players]


@definition(
    "scoring.category-points",
    rulings=("category_ties", "zero_ties"),
    nl=Cite("Bepalen van de winnaar", "ontvangen zij beiden 3 invloedspunten"),
    de=Cite("Die Ermittlung des Gewinners", "bekommen sie beide 3 Einflusspunkte"),
    en=Cite("Bonus Points", "they both receive 3 influence points"),
)
def category_points(state: State, amounts: Sequence[int]) -> Sequence[int]:
    """A category pays its leader 5; two who tie for the lead get 3 each, three get 2 each, four or five get 1 each."""
    best, ruleset = max(amounts), state.ruleset
    share = _TIE_POINTS[amounts.count(best)]
    points = [share if amount == best else 0 for amount in amounts]
    if ruleset.category_ties == "every-tie":
        for seat, amount in enumerate(amounts):
            if amount != best and amounts.count(amount) > 1:
                points[seat] = _TIE_POINTS[amounts.count(amount)]
    return (
        points
        if ruleset.zero_ties == "paid"
        else [p if a else 0 for p, a in zip(points, amounts, strict=True)]
    )


_TIE_POINTS = {1: 5, 2: 3, 3: 2, 4: 1, 5: 1}


def patents(state: State) -> Sequence[int]:
    """Return how far each player has come on the patent track."""
    return [player.patents for player in state.players]


@scoring(
    "scoring.most-patents",
    rulings=("category_ties", "zero_ties"),
    facts=lambda state: {"patents": patents(state)},
    nl=Cite("Bepalen van de winnaar", "op het patentenspoor, ontvangt 5 invloedspunten"),
    de=Cite("Die Ermittlung des Gewinners", "auf der Patentanzeige auf der höchsten"),
    en=Cite("Bonus Points", "finished highest on the patent track"),
)
def most_patents(state: State, amounts: Sequence[int]) -> Sequence[int]:
    """Whoever stands highest on the patent track gets the points for patents."""
    return category_points(state, amounts)


@definition(
    "scoring.invested",
    nl=Cite("Bepalen van de winnaar", "cijfers die in de blauwe vakken"),
    de=Cite("Die Ermittlung des Gewinners", "Zahlen in den blauen Feldern"),
    en=Cite("Bonus Points", "number of inventions is not important"),
)
def invested(state: State) -> Sequence[int]:
    """A player's investment is the sum of the blue numbers of their spaces, not the number of inventions."""
    spaces = state.components.spaces
    return [
        sum([spaces[space].cogs for space in members(player.developed)])
        for player in state.players
    ]


@scoring(
    "scoring.most-invested",
    rulings=("category_ties", "zero_ties"),
    facts=lambda state: {"cogs invested": invested(state)},
    nl=Cite("Bepalen van de winnaar", "het meest heeft geinvesteerd in het"),
    de=Cite(
        "Die Ermittlung des Gewinners",
        "am meisten Entwicklungssteine in Erfindungen investiert",
    ),
    en=Cite("Bonus Points", "the most invested development cogs"),
)
def most_invested(state: State, amounts: Sequence[int]) -> Sequence[int]:
    """Whoever has invested the most development cogs gets the points for cogs."""
    return category_points(state, amounts)


@definition(
    "scoring.capacity",
    rulings="capacity",
    nl=Cite("Bepalen van de winnaar", "waarden die bovenaan de fabriekskaarten zijn"),
    de=Cite("Die Ermittlung des Gewinners", "Werte die oben auf den Fabrikkarten"),
    en=Cite("Bonus Points", "count the numbers on top of"),
)
def capacity(state: State) -> Sequence[int]:
    """A player's capacity is the sum of the values on top of their factories, not the number of cards."""
    factory, reading = state.components.factory, state.ruleset.capacity
    return [
        sum([_value(factory(index), reading) for index in members(player.factories)])
        for player in state.players
    ]


def _value(factory: FactoryCard, reading: str) -> int:
    """Return the value on top of a factory."""
    if reading == "cubes-only":
        return total(only(factory.output, CUBES))
    return total(factory.output) + (factory.influence if reading == "with-influence" else 0)


@scoring(
    "scoring.largest-capacity",
    rulings=("capacity", "category_ties", "zero_ties"),
    facts=lambda state: {"capacity": capacity(state)},
    nl=Cite("Bepalen van de winnaar", "grootste productiecapaciteit voor grondstoffen"),
    de=Cite(
        "Die Ermittlung des Gewinners", "mit der größten Produktionskapazität für Rohstoffe"
    ),
    en=Cite("Bonus Points", "the largest production capacity in his"),
)
def largest_capacity(state: State, amounts: Sequence[int]) -> Sequence[int]:
    """Whoever has the largest factory capacity gets the points for capacity."""
    return category_points(state, amounts)


@definition(
    "scoring.totals",
    nl=Cite("Bepalen van de winnaar", "totale score van iedere speler bestaat"),
    de=Cite("Die Ermittlung des Gewinners", "Die Gesamtpunktzahl eines jeden Spielers"),
    en=Cite("Winning the Game", "The total score of each player"),
)
def totals(lines: Sequence[Sequence[int]]) -> Sequence[int]:
    """The total is the sum of track and categories; whatever is left in stock counts nothing."""
    return [sum(column) for column in zip(*lines, strict=True)]


@definition(
    "scoring.inventions-developed",
    rulings="tie_break",
    nl=Cite("Gelijke stand", "wint de speler die de meeste"),
    de=Cite("Gleichstand", "gewinnt der Spieler, der die meisten"),
    en=Cite("Bonus Points", "who has developed the most inventions"),
)
def inventions_developed(state: State) -> Sequence[int]:
    """Among equal totals whoever has developed the most inventions wins, counting all spaces with their marker."""

    def developed(spaces: Mask[Space]) -> int:
        own = members(spaces)
        if state.ruleset.tie_break == "originals":
            return sum(not state.components.spaces[space].technical for space in own)
        if state.ruleset.tie_break == "kinds":
            return len({state.components.spaces[space].invention for space in own})
        return len(own)

    return [developed(player.developed) for player in state.players]


@definition(
    "scoring.winners",
    rulings=("final_tie", "tie_break"),
    nl=Cite("Gelijke stand", "delen zij de overwinning"),
    de=Cite("Gleichstand", "insgesamt gleich viele Einflusspunkte erreicht"),
    en=Cite("Bonus Points", "they share the victory"),
)
def winners(state: State, scores: Sequence[int]) -> tuple[int, ...]:
    """The highest total wins; players still equal after the tie-break share the victory."""
    best = max(scores)
    leaders = [seat for seat, score in enumerate(scores) if score == best]
    if len(leaders) < 2 or (len(leaders) > 2 and state.ruleset.final_tie == "two-only"):
        return tuple(leaders)
    developed = inventions_developed(state)
    most = max(developed[seat] for seat in leaders)
    return tuple(seat for seat in leaders if developed[seat] == most)
