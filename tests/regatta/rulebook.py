"""Regatta as a rulebook: everything bound together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from era_of_inventions.tabletop import (
    CHANCE,
    OVER,
    ComponentSets,
    Edition,
    Grammar,
    Rulebook,
    Section,
    TestData,
    ToMove,
    complete,
    evolve,
)
from era_of_inventions.tabletop.values.completions import completions as every_completion
from tests.regatta.model import (
    PLEDGED,
    AnyMove,
    Arrive,
    Components,
    Deal,
    Ruleset,
    Stage,
    State,
    draft_of,
    worths,
)
from tests.regatta.rules import LAW, blank, in_order, player_counts, winners

FOLDER = Path(__file__).parent / "components"
PASSAGES = Path(__file__).parent / "passages.toml"


def to_move(state: State) -> ToMove:
    stage = state.turn.stage
    return OVER if stage is Stage.OVER else CHANCE if stage in (Stage.DEAL, Stage.ARRIVAL) else state.turn.seat


def in_turn(state: State, seat: int) -> State:
    turned: State = evolve(state, turn=evolve(state.turn, seat=seat))
    return turned


def chances(state: State) -> list[tuple[AnyMove, int]]:
    if state.turn.stage is Stage.DEAL:
        cards = range(len(state.setting.components.cards))
        return [(Deal(card), 1) for card in cards if state.table.deck.known >> card & 1]
    return [(Arrive(boat), number) for boat, number in enumerate(state.table.fleet) if number]


def completions(state: State) -> Iterator[State]:
    """Whoever decides has the cards least and most worth, which matters for bids, and each card, to pay with."""
    layout, worth = state.setting.layout, worths(state.setting)

    def least_first(cards: list[int]) -> None:
        cards.sort(key=worth.__getitem__)

    def most_first(cards: list[int]) -> None:
        cards.sort(key=lambda card: -worth[card])

    for order in (least_first, most_first):
        yield complete(layout, state, order, state.turn.seat)
    yield from every_completion(layout, state, state.turn.seat)


def rich(state: State, _: object) -> State:
    draft = draft_of(state, LAW)
    for seat in range(len(state.players)):
        draft.edit_player(seat).coins += 9
    sealed: State = draft.seal()
    return sealed


EDITION = Edition(
    "en", "English", (Section("The story", "The story"), Section("Rules", "Rules")), file="regatta_en.txt"
)
REGATTA: Rulebook[State, AnyMove] = Rulebook(
    name="regatta",
    title="Regatta",
    home="tests.regatta.rulebook:REGATTA",
    law=LAW,
    editions=(EDITION,),
    passages=PASSAGES,
    ruleset=Ruleset,
    components=ComponentSets(kind=Components, folder=FOLDER, default="standard"),
    player_counts=player_counts,
    blank=blank,
    to_move=to_move,
    chances=chances,
    state=State,
    draft=draft_of,
    order=in_order,
    winners=winners,
    simultaneous=lambda state: PLEDGED.undecided(state) if state.turn.stage is Stage.PLEDGE else (),
    in_turn=in_turn,
    served=lambda state: state.turn.seat,
    grammar=Grammar(chance={Deal: ("card", "cards"), Arrive: ("boat", "boats")}),
    completions=completions,
    samples=TestData(enrich=rich, plies=60),
)
"""The rulebook of Regatta."""
