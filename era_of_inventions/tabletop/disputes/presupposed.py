"""What the moves of several players presuppose of each of them: an action, for example, presupposes a disc."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.moments import having, states_at_moments
from era_of_inventions.tabletop.disputes.premise import MOVER, Premise
from era_of_inventions.tabletop.disputes.statements import PLAYER, POSITION, Statement
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.setting import beginning
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.layout import field_at


def with_later_turns(scene: Premise, claim: Claim) -> Premise | None:
    """Return a scene in which other players have what their first moves presuppose; None if they lack nothing.

    What the file states of these players stays.
    """
    first, *later = _first_moves(scene, claim)
    more = [
        one
        for step, premise in later
        if step.seat is not None
        for one in _presupposed(premise, step.move, step.seat)
    ]
    words = [f"{one.place[1]}'s {one.place[2]} = {_in_words(one.value)}" for one in more]
    return having(scene, scene.saying(more) if more else None, first[0], words)


def with_bystanders(
    scene: Premise, claim: Claim
) -> Iterator[tuple[int, Sequence[Statement], Premise]]:
    """Yield players without a move, with what a move of others would presuppose of them, and a premise stating it.

    Nothing is yielded of a player if the file does so, or if it is not possible then.
    """
    first, *later = _first_moves(scene, claim)
    moving = {step.seat for step in claim.steps}
    for step, premise in (*later, first) if later else ():
        for seat in {*range(len(scene.names))} - moving:
            more = _presupposed(premise, step.move, seat)
            option = scene.saying(more) if more else None
            if option:
                yield seat, more, option


def _first_moves(scene: Premise, claim: Claim) -> list[tuple[ClaimedMove, Premise]]:
    """Return the first move of a claim, and that of each other player who is named, each with a premise.

    The premise does not state the moment of the scene, for another player's turn is at
    another one.
    """
    steps = claim.steps
    of_moment = {*(scene.moment.states if scene.moment else ()), *scene.keys_of(MOVER)}
    for path in scene.moment_stated:
        of_moment.update(scene.keys_of(path))
    stated = {key: raw for key, raw in scene.position.items() if key not in of_moment}
    tables = {**scene.tables, POSITION: stated}
    first = {step.seat: step for step in reversed(steps)}
    by = [steps[0].seat, *(seat for seat in first if seat not in (None, steps[0].seat))]
    own = {
        seat: fold("; ".join(one.text for one in steps if one.seat == seat)) for seat in by
    }
    return [(first[seat], attrs.evolve(scene, tables=tables, moves=own[seat])) for seat in by]


def _in_words(raw: object) -> str:
    return ", ".join(map(str, raw)) if isinstance(raw, list | dict) else str(raw)


def _presupposed(premise: Premise, move: object, seat: int) -> list[Statement]:
    """Return what a player needs for a move but does not have by what the file states.

    The first moment of the move at which something is missing counts.
    """
    whose = dict.fromkeys(premise.keys_of(MOVER)[:1], premise.names[seat])
    options = map(premise.stating, states_at_moments(premise, move, whose))
    needed = (_besides(premise, option, seat) for option in options if option)
    return next(filter(None, needed), [])


def _besides(premise: Premise, option: Premise, seat: int) -> list[Statement]:
    """Return what a player has in an option alone: not when a game begins, nor by what the file states."""
    one, other = (each.state.players[seat] for each in (premise, option))
    fresh = beginning(premise.state.setting, premise.begins).players[seat]
    fields = (
        field_at(premise.state.setting.layout, f"{PLAYERS}.{declared.name}")
        for declared, _ in fields_of(type(one))
        if getattr(other, declared.name) != getattr(fresh, declared.name)
    )
    return [
        Statement(
            (PLAYER, premise.names[seat], key_of(field.spec)),
            field.shape.write(getattr(other, field.name)),
            (),
        )
        for field in fields
        if field
        and getattr(one, field.name) != getattr(other, field.name)
        and not premise.states((PLAYERS, seat, field.name))
    ]
