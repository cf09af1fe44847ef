"""What pictures show of the turn and of the roles of players: auctions, payments, the order of play, who decides."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from phoenicia.box import ACTIVITIES
from phoenicia.pictures import svg, text
from phoenicia.position import Purpose, Stage, State
from phoenicia.rulebook import PHOENICIA
from phoenicia_tables import CARDS, SET

from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.testing.strategies import Strategies
from era_of_inventions.tabletop.values import ABSENT, members
from tests.support.drawings import panels, plain, things

NAMES = ("Anne", "Bo", "Carl", "Dora", "Emil")
STRATEGIES = Strategies(PHOENICIA)
ANY = STRATEGIES.reachable_states(rulesets=STRATEGIES.rulesets())


def drawing(state: State, part: str, **options: Any) -> ElementTree.Element:
    names = NAMES[: len(state.players)]
    return ElementTree.fromstring(svg(state, parts=(part,), names=names, **options))


def both(state: State, part: str, **options: Any) -> list[str]:
    """The words of a drawing and of a text, without marks and line breaks."""
    shows = text(state, parts=(part,), names=NAMES[: len(state.players)], width=400, **options)
    lines = (" ".join(things(drawing(state, part, **options))), re.split(r"\n\n(?=[*°])", shows)[0])
    return [re.sub(" ?[*°]", "", " ".join(words.split())) for words in lines]


def decides(state: State) -> str:
    """Who has to decide, if anybody has."""
    return "" if PHOENICIA.to_move(state) in (CHANCE, OVER) else NAMES[state.turn.seat]


def before(state: State) -> int:
    """The seat that has bid last: the one before the player who is asked, among the seats still in the auction."""
    players, turn = len(state.players), state.turn
    in_it = [(turn.seat - step) % players for step in range(1, players)]
    return next(seat for seat in in_it if turn.bidders >> seat & 1)


def about(state: State) -> list[str]:
    """What the auction and the decision are about, line by line."""
    turn, found = state.turn, []
    if turn.kind != ABSENT:
        found.append(f"{CARDS[turn.kind]} is put up, minimum bid {SET.cards[turn.kind].minimum}")
        if turn.stage is Stage.PAYMENT:
            found.append(f"{NAMES[turn.seat]} has won it for {turn.bid}")
        else:
            bid = turn.stage is Stage.BIDDING
            found.append(f"{NAMES[before(state)]} holds the bid of {turn.bid}" if bid else "no bid yet")
            found.append(f"bidding: {', '.join(NAMES[seat] for seat in members(turn.bidders))}")
    if turn.purpose is not None:
        on = " to ".join(ACTIVITIES[at] for at in (turn.origin, turn.place) if at != ABSENT)
        purpose = "the card" if turn.purpose is Purpose.CARD else turn.purpose.value
        found.append(f"for {purpose}{f' ({on})' * bool(on)}")
        found.append(f"{turn.owed} to pay" if turn.owed >= 0 else f"{-turn.owed} too much so far")
    return found + [f"{turn.due} card{'s' * (turn.due != 1)} to go"] * bool(turn.due)


@given(ANY)
def test_the_turn_has_who_decides_what_about_what(state: State) -> None:
    players = len(state.players)
    order = ", ".join(NAMES[(state.turn.overlord + step) % players] for step in range(players))
    round_ = f"Round {state.turn.round}" if state.turn.round else "Setup"
    for shows in both(state, "turn"):
        assert re.match(rf"{round_}\b", shows, re.IGNORECASE)
        head, end, rest = shows.partition(f" order of play: {order}")
        assert (end != "", rest) == (True, "")
        lines = " ".join(about(state))
        if state.turn.stage is not Stage.OVER:
            assert head.endswith(lines)
            situation = head.removesuffix(lines)
            named = [name for name in NAMES if re.search(rf"\b{name}\b", situation)]
            assert named == [NAMES[state.turn.seat]] or not (named or decides(state))


@given(ANY)
def test_each_player_is_shown_with_the_roles_of_the_moment(state: State) -> None:
    turn = state.turn
    for seat, name in enumerate(NAMES[: len(state.players)]):
        roles = {
            "Overlord": seat == turn.overlord,
            "active player": seat == turn.active and turn.stage is not Stage.OVER,
            "to move": name == decides(state),
            "has won an auction": turn.winners >> seat & 1,
        }
        head = ", ".join(role for role, is_so in roles.items() if is_so)
        drawn, written = both(state, "players", seats=(seat,))
        assert drawn.startswith(f"{name} {head}".strip())
        assert written.startswith(f"{name.upper()}{f': {head}' * bool(head)} ")
        for shows in (drawn, written):
            assert [role for role in roles if re.search(rf"\b{role}\b", shows)] == [
                role for role in roles if roles[role]
            ]


@given(ANY)
def test_the_card_that_is_put_up_is_marked_alone(state: State) -> None:
    (panel,) = panels(drawing(state, "display"))
    shown = [index for index, number in enumerate(state.table.display) if number]
    boxes = panel.styled("k", "au")
    assert [plain(panel.within(box)[0]).partition(" ")[2] for box in boxes] == [CARDS[index] for index in shown]
    assert [index for index, box in zip(shown, boxes, strict=True) if "au" in box.style] == [
        index for index in shown if index == state.turn.kind
    ]
    _, written = both(state, "display")
    up = re.findall(r"\d ([a-z-]+): set [^:]*?, put up,", written)
    assert up == [CARDS[state.turn.kind]] * (state.turn.kind in shown)
