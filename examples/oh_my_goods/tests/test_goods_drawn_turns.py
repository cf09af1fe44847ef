"""What pictures show of the turn and of each player besides the cards: who decides what, roles, plans, offices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from goods_tables import SET, kind_of
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.box import RESOURCES
from oh_my_goods.pictures import svg, text
from oh_my_goods.position import Mode, Player, Stage, State
from oh_my_goods.rulebook import OH_MY_GOODS

from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.testing.strategies import Strategies
from era_of_inventions.tabletop.values import ABSENT, UNKNOWN, count, members
from tests.support.drawings import things

NAMES = ("Ann", "Bo", "Cem", "Dan")
STRATEGIES = Strategies(OH_MY_GOODS)
ANY = STRATEGIES.reachable_states(rulesets=STRATEGIES.rulesets())
ITEMS = (*RESOURCES, "any", *dict.fromkeys(kind.good for kind in SET.kinds if kind.good))
IDS = [card.id for card in SET.buildings]


def drawn(state: State, part: str, **options: Any) -> str:
    """The words of a drawing without marks, one after the other."""
    names = NAMES[: len(state.players)]
    root = ElementTree.fromstring(svg(state, parts=(part,), names=names, **options))
    return re.sub(" ?[*°]", "", " ".join(things(root)))


def written(state: State, part: str, **options: Any) -> str:
    """The lines of a text without marks and line breaks."""
    shows = text(state, parts=(part,), names=NAMES[: len(state.players)], width=300, **options)
    return re.sub("[*°]", "", " ".join(shows.partition("\n\n*")[0].split()))


def number(amount: int, what: str) -> str:
    return f"{amount} {what}{'s' * (amount != 1)}"


def decides(state: State) -> str:
    """Who has to decide, if anybody has."""
    mover = OH_MY_GOODS.to_move(state)
    return "" if mover in (CHANCE, OVER) else NAMES[state.turn.seat]


def about(state: State) -> list[str]:
    """What the decision is about."""
    turn = state.turn
    missing = [f"{some} {name}" for at, name in enumerate(ITEMS) if (some := count(turn.missing, at))]
    found = [f"at {IDS[turn.at]}"] if turn.at != ABSENT else []
    found += [f"missing {', '.join(missing)}"] if missing else []
    found += [f"{number(turn.owed, 'coin')} to pay"] if turn.owed else []
    found += [f"for {SET.assistants[turn.hiring].id}"] if turn.hiring != ABSENT else []
    return found + ([f"{number(turn.due, 'card')} to go"] if turn.due else [])


@given(ANY)
def test_the_turn_has_who_decides_what_about_what(state: State) -> None:
    players = len(state.players)
    order = ", ".join(NAMES[(state.active + step) % players] for step in range(players))
    round_ = f"round {state.round}" if state.round else "preparation"
    last = f" of {state.last_round}" if state.round and state.last_round != ABSENT else ""
    for shows in (drawn(state, "turn"), written(state, "turn")):
        head, _, rest = shows.partition(f" order of play: {order}")
        assert rest == ""
        at_start = re.match(rf"{round_}{last}\b(?! of):?", head, re.IGNORECASE)
        assert at_start is not None
        situation = head[at_start.end() :]
        if state.turn.stage is not Stage.OVER:
            assert situation.endswith(", ".join(about(state)))
            named = [name for name in NAMES if re.search(rf"\b{name}\b", situation)]
            assert named == [NAMES[state.turn.seat]] or not (named or decides(state))


def alone(state: State) -> list[str]:
    """What offices give to their owners."""
    found = []
    for name, player in zip(NAMES, state.players, strict=False):
        kinds = [kind_of(base) for base, _ in player.buildings]
        gives = [
            "one card more" if kind.extra_card else f"adds {kind.adds.name.lower()}"
            for kind in kinds
            if kind.extra_card or kind.adds is not None
        ]
        found += [f"{name} alone: {', '.join(gives)}"] if gives else []
    return found


@given(ANY)
def test_offices_are_shown_with_their_owners_and_the_piles_are_counted(state: State) -> None:
    middle = state.table
    lines = [*alone(state), f"draw pile {middle.draw.size}, discard pile {middle.discards.size}"]
    for shows in (drawn(state, "market"), written(state, "market")):
        assert shows.endswith(" ".join(lines))
        assert shows.count(" alone: ") == len(lines) - 1


def apart(player: Player) -> Iterator[str]:
    """A player's cards outside hand and buildings, and the sealed decisions, as a seat knows them."""
    for cards, what in ((player.planned, "planned"), (player.aside, "laid aside")):
        named = [IDS[card] for card in members(cards.known)]
        named += [number(cards.unknown, "card")] * bool(cards.unknown)
        if named:
            yield f"{what}: {', '.join(named)}"
    if player.sealed_place == UNKNOWN:
        yield "has decided where to work"
    elif player.sealed_place != ABSENT:
        assert isinstance(player.sealed_mode, Mode)
        yield f"will work at {IDS[player.sealed_place]}, {player.sealed_mode.value}"
    if player.sealed_plan == UNKNOWN:
        yield "has decided what to plan"
    elif player.sealed_plan != ABSENT:
        yield f"will plan {[*IDS, 'nothing'][player.sealed_plan]}"


@given(ANY, st.booleans())
def test_each_player_is_shown_with_roles_numbers_assistants_and_plans(state: State, seen: bool) -> None:
    shown = OH_MY_GOODS.view(state, 0) if seen else state
    for seat, player in enumerate(shown.players):
        roles = ["active player"] * (seat == state.active) + ["to move"] * (decides(state) == NAMES[seat])
        numbers = [number(len(player.buildings), "building"), number(player.hand.size, "hand card")]
        head = ", ".join([*roles, *numbers])
        people = [SET.assistants[side] for side in members(player.assistants)]
        more = [*(f"{side.id}: {number(side.points, 'point')}" for side in people), *apart(player)]
        picture, shows = (draw(shown, "players", seats=(seat,)) for draw in (drawn, written))
        assert f"{picture} ".startswith(f"{NAMES[seat]} {head} ")
        assert f"{shows} ".startswith(f"{NAMES[seat].upper()}: {head} ")
        unseen = f"hand{{}} {number(player.hand.unknown, 'unseen card')}" * bool(player.hand.unknown)
        for words, colon in ((picture, ":"), (shows, "")):
            assert " ".join([*more, unseen.format(colon)]).strip() in words
            assert len(re.findall("planned: |laid aside: |has decided|will work|will plan", words)) == len(
                [*apart(player)]
            )
            assert ("unseen" in words) is bool(unseen)
