"""The end of the game and its last round."""

from __future__ import annotations

from era_of_inventions.tabletop import ABSENT, definition, evolve, grant, has, trigger
from oh_my_goods.moves import EndProduction, UseChain
from oh_my_goods.position import Stage, State, StateDraft, owned
from oh_my_goods.rules.moments import CHAINS, LAST_CHAINS

SECTION = "Einde van het spel"
BUILDINGS_TO_END = 8


@definition("end.charburner-counts", nl="inclusief de kolenbranderij")
def charburner_counts(position: State, seat: int) -> int:
    """All buildings in front of a player count, the charburner and gray ones too; a planned card does not."""
    return len(position.players[seat].buildings)


@trigger("end.eight-buildings", nl="8 gebouwen voor zich heeft")
def eight_buildings(draft: StateDraft) -> None:
    """Once somebody has eight buildings, the current round is finished, and one more is played in full."""
    if enough_buildings(draft):
        draft.last_round = draft.round + 1


def with_enough(position: State) -> list[int]:
    """Return who has enough buildings to end the game."""
    return [seat for seat in position.seats if charburner_counts(position, seat) >= BUILDINGS_TO_END]


def enough_buildings(position: State) -> bool:
    """Return whether the next round is bound to be the last."""
    return position.last_round == ABSENT and bool(with_enough(position))


def settled(position: State) -> State:
    """Return the position as it is when the round is over, as far as the last round is concerned."""
    return evolve(position, last_round=position.round + 1) if enough_buildings(position) else position


@trigger("end.one-more-round", nl="huidige en de volgende ronde")
def one_more_round(draft: StateDraft) -> None:
    """After the last round the game is over."""
    if draft.round == draft.last_round:
        draft.edit_turn().stage = Stage.OVER


@definition("end.last-round", nl="volgende ronde nog helemaal")
def last_round(position: State) -> bool:
    """The last round is the one that follows the round in which somebody first had eight buildings."""
    return position.round == position.last_round


@grant("end.last-round-chains", when=CHAINS, nl="productieketens van al zijn gebouwen")
def last_round_chains(position: State, move: UseChain) -> bool:
    """In the last round everybody may use all chains of their buildings, even where nobody works or has produced."""
    return last_round(position) and has(owned(position.me), move.building)


@grant("end.last-chains-end", when=LAST_CHAINS)
def last_chains_end(position: State, move: EndProduction) -> bool:
    """Whoever has used the chains of the last round often enough ends the turn."""
    return True


@definition("end.chains-after-building", rulings="last_chains_when", nl="van al zijn gebouwen")
def chains_after_building(position: State) -> bool:
    """By one reading, chains may be used again after building or hiring in the last round."""
    return last_round(position) and position.ruleset.last_chains_when == "also-after-building"
