"""What the moves of several players presuppose of each of them: an action, for example, presupposes a disc."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.moments import (
    Scene,
    having,
    premises_at_moments,
    says_moment,
)
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.setting import beginning
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.layout import field_at


def with_later_turns(scene: Scene, claim: Claim, names: Sequence[str]) -> Scene | None:
    """Return a scene in which other players have what their first moves presuppose; None if they lack nothing.

    What the file states of these players stays.
    """
    players, words = dict(scene.premise.players), list[str]()
    first, *later = _first_moves(scene, claim, names)
    for step, premise in later:
        seat = step.seat
        assert seat is not None
        if more := _presupposed(premise, step.move, seat, names):
            name = premise.written(names[seat])
            players[name] = {**players.get(name, {}), **more}
            words += [f"{name}'s {key} = {_in_words(raw)}" for key, raw in more.items()]
    fuller = scene.premise.stating(players=players) if words else None
    return having(scene, fuller, first[0], words, names)


def with_bystanders(
    scene: Scene, claim: Claim, names: Sequence[str]
) -> Iterator[tuple[int, Sequence[str], Premise]]:
    """Yield players without a move, with the keys for what a move of others would presuppose of them, and a premise.

    The premise states these keys. Nothing is yielded of a player if the file does so,
    or if it is not possible then.
    """
    first, *later = _first_moves(scene, claim, names)
    moving = {step.seat for step in (*claim.after, *claim.moves)}
    for step, premise in (*later, first) if later else ():
        for seat in {*range(len(names))} - moving:
            more = _presupposed(premise, step.move, seat, names)
            name = premise.written(names[seat])
            table = {**premise.players.get(name, {}), **more}
            option = scene.premise.stating(players={name: table}) if more else None
            if option:
                yield seat, [*more], option


def _first_moves(
    scene: Scene, claim: Claim, names: Sequence[str]
) -> list[tuple[ClaimedMove, Premise]]:
    """Return the first move of a claim, and that of each other player who is named, each with a premise.

    The premise does not state the moment of the scene, for another player's turn is at
    another one.
    """
    premise, steps = scene.premise, (*claim.after, *claim.moves)
    of_moment = {*(scene.moment.states if scene.moment else ())}
    for path in ("turn.seat", *says_moment(premise, names)):
        of_moment.update(premise.keys_of(path))
    stated = {
        key: raw for key, raw in (premise.position or {}).items() if key not in of_moment
    }
    first = {step.seat: step for step in reversed(steps)}
    by = [steps[0].seat, *(seat for seat in first if seat not in (None, steps[0].seat))]
    own = {
        seat: fold("; ".join(one.text for one in steps if one.seat == seat)) for seat in by
    }
    return [
        (first[seat], attrs.evolve(premise, position=stated, moves=own[seat])) for seat in by
    ]


def _in_words(raw: object) -> str:
    return ", ".join(map(str, raw)) if isinstance(raw, list | dict) else str(raw)


def _presupposed(
    premise: Premise, move: object, seat: int, names: Sequence[str]
) -> dict[str, Any]:
    """Return what a player needs for a move but does not have by what the file states, by keys.

    The first moment of the move at which something is missing counts.
    """
    keys = premise.keys_of("turn.seat")
    whose = {key: names[seat] for key in keys if key in (premise.position or {})}
    usual = dict.fromkeys(keys[:1], names[seat])
    options = premises_at_moments(premise, move, whose or usual)
    needed = (_besides(premise, option, seat, names) for _, option in options if option)
    return next(filter(None, needed), {})


def _besides(
    premise: Premise, option: Premise, seat: int, names: Sequence[str]
) -> dict[str, Any]:
    """Return, by keys, what a player has in an option alone: not when a game begins, nor by what the file states."""
    one, other = (each.state.players[seat] for each in (premise, option))
    fresh = beginning(premise.state.setting, premise.begins).players[seat]
    fields = (
        field_at(premise.state.setting.layout, f"{PLAYERS}.{declared.name}")
        for declared, _ in fields_of(type(one))
        if getattr(other, declared.name) != getattr(fresh, declared.name)
    )
    return {
        key_of(field.spec): field.shape.write(getattr(other, field.name))
        for field in fields
        if field
        and getattr(one, field.name) != getattr(other, field.name)
        and not premise.states((PLAYERS, seat, field.name), names)
    }
