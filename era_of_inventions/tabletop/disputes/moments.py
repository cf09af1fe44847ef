"""The moment at which a claim is judged. What a file leaves unsaid about it follows from the first move of the claim.

Each grant of a move declares the moments at which it applies, and each moment declares
how a position states it. A moment counts only if it is possible with everything else
that the file states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.premise import MOVER, START, MomentTaken, Premise
from era_of_inventions.tabletop.disputes.statements import PLAYER, POSITION, Statement
from era_of_inventions.tabletop.errors import KeyPath, joined
from era_of_inventions.tabletop.law.clause import Kind, Moment
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.checking import is_possible, problems_of
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.partial_moves import filled
from era_of_inventions.tabletop.play.setting import AnySetting, beginning
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import Nested, Seat
from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.layout import Layout, field_at
from era_of_inventions.tabletop.values.views import part_at, watched_fields, with_part


def scenes(premise: Premise, claim: Claim) -> list[Premise]:
    """Return the premise at every moment of the first move of a claim; empty if there is no such moment.

    A claim without moves is judged at any moment at which its position is possible.
    """
    steps = claim.steps
    if not premise.tables:
        return [premise]
    if not steps:
        impossible = not is_possible(premise.state)
        return [(_first_possible(premise) if impossible else None) or premise]
    first, paths = steps[0], premise.moment_stated
    if not paths:
        return _found(premise, first)
    stated = _in_turn(premise, first)
    rulebook = premise.rulebook
    settled = (
        len(paths) == len(rulebook.law.moment_fields) or first.move in rulebook.disputes.stops
    )
    if settled or _speaking(stated.state, first.move):
        return [stated]
    return _found(premise, first) or [stated]


def _first_possible(premise: Premise) -> Premise | None:
    """Return the premise at the first moment of the law at which it is possible; None if the file states one."""
    if premise.moment_stated:
        return None
    for moment, states in granted_moments(premise.setting):
        option = premise.stating(states)
        if option and _keeps(premise, option):
            taken = MomentTaken(option.mover, moment.words, states)
            return attrs.evolve(option, moment=taken)
    return None


def _found(premise: Premise, step: ClaimedMove) -> list[Premise]:
    """Return the premise at the moments of a move that agree with what a file states.

    If there are none, they are those at a stop that goes without saying before the
    move.
    """
    found = _at_its_moments(premise, step) or [*_in_turn_of_another(premise, step)][:1]
    if found or is_possible(premise.state):
        return found
    stops = premise.rulebook.disputes.stops
    at_stops = chain(
        *(_at_its_moments(premise, attrs.evolve(step, move=stop)) for stop in stops)
    )
    return [scene for scene in at_stops if _stops_lead_to(scene, step.move)]


def _stops_lead_to(scene: Premise, move: object) -> bool:
    """Return whether a move has its moment after one or more stops."""
    state = worlds_of(scene.state).first
    engine, allows = state.setting.engine, scene.rulebook.law.allows
    stops = scene.rulebook.disputes.stops
    for _ in stops:
        stop = next((stop for stop in stops if stop != move and allows(state, stop)), None)
        if stop is None:
            return False
        state = engine.play(state, stop)
        if _speaking(state, move):
            return True
    return False


def _at_its_moments(premise: Premise, step: ClaimedMove) -> list[Premise]:
    found: dict[Any, Premise] = {}
    for whose in _whose(premise, step):
        for option in _options(premise, step, whose, agreeing=True):
            scene = _taken(premise, option, step.move)
            if scene and step.seat in (None, scene.mover):
                found.setdefault(option.state, scene)
        if found:
            break
    return list(found.values())


def _in_turn_of_another(premise: Premise, step: ClaimedMove) -> Iterator[Premise]:
    """Yield scenes in another player's turn, if what a file states is not possible in the turn of the move's player.

    Nothing is yielded if it is possible, or if the file states whose turn it is.
    """
    keys = premise.keys_of(MOVER)
    if step.seat is None or _says(premise, keys) or is_possible(premise.state):
        return
    for key, other in product(keys[:1], premise.names):
        for option in _options(premise, step, {key: other}, agreeing=True):
            if scene := _taken(premise, option, step.move):
                yield scene


def having(
    scene: Premise, fuller: Premise | None, step: ClaimedMove, words: Sequence[str]
) -> Premise | None:
    """Return a fuller premise at the same moment, and what it adds in words; None without either."""
    taken = scene if scene.moment else _taken(scene, scene, step.move)
    if fuller is None or taken is None or taken.moment is None or not words:
        return None
    with_more = f"{taken.moment.words}, with {joined(words, 'and')}"
    return attrs.evolve(fuller, moment=attrs.evolve(taken.moment, words=with_more))


def _in_turn(premise: Premise, step: ClaimedMove) -> Premise:
    """Return the scene at the moment that a file states; if it states no turn, in the turn of the move's player."""
    if step.seat is not None and step.seat != premise.mover:
        for whose in filter(None, _whose(premise, step)):
            option = premise.stating(whose)
            if option and option.mover == step.seat:
                return _taken(premise, option, step.move) or premise
    return premise


def other_moments(premise: Premise, step: ClaimedMove) -> Iterator[Premise]:
    """Yield the scenes of a move at moments other than the moment that the file states."""
    stated = (key for key in premise.keys_of(MOVER) if key in premise.position)
    whose = next(_whose(premise, step))
    if step.seat is not None:
        whose = dict.fromkeys([*stated][:1], premise.names[step.seat]) or whose
    for option in _options(premise, step, whose):
        if option is not premise and (scene := _taken(premise, option, step.move)):
            yield scene


def refused_at_every_moment(premise: Premise, state: Any, verdict: Verdict) -> bool:
    """Return whether a move is refused at any moment, because a clause against it reads only what the file states.

    Such a clause counts only if it rests on no ruling, and reads no printed number that
    could be another.
    """
    setting = state.setting
    components, numbers = setting.rulebook.components.watched(setting.components)
    whole = attrs.evolve(worlds_of(state).first, setting=setting.with_numbers(components))
    if verdict.seat is not None:
        whole = setting.rulebook.turned(whole, verdict.seat)
    read = set[KeyPath]()
    position, move = (
        watched_fields(setting.layout, whole, read),
        filled(whole, verdict.subject),
    )
    for clause in verdict.forbidden_by:
        if clause.rulings or not isinstance(move, clause.on):
            continue
        read.clear()
        numbers.clear()
        clause.function(position, move)
        stated = all(
            path == MOVER or (path[0] == PLAYERS and premise.states(path)) for path in read
        )
        if stated and not _other_numbers(setting, numbers):
            return True
    return False


def _other_numbers(setting: AnySetting, places: Collection[str]) -> bool:
    """Whether another number could stand in one of these places while positions keep their meaning."""
    values = setting.rulebook.components.values_at(setting.components, places)
    assumed = (value for value in values if value.source == "assumed")
    return any(setting.has_same_things(box) for one in assumed for _, box in one.others())


def _taken(premise: Premise, option: Premise, move: object) -> Premise | None:
    """Return ``option``, a premise that states more, with its moment; None if the move has no moment there."""
    moment = _speaking(option.state, move)
    if moment is None:
        return None
    states = {
        key: raw for key, raw in option.position.items() if premise.position.get(key) != raw
    }
    seat = option.mover
    doubtful = not premise.states(MOVER) and (
        (says_who_begins(premise) and seat != premise.rulebook.order(option.state)[0])
        or (moment.holds(premise.state) and premise.mover not in (seat, premise.begins))
    )
    meant = not moment.meant_by or premise.states(tuple(moment.meant_by.split(".")))
    taken = MomentTaken(seat, moment.words, states, doubtful, seldom=not meant)
    if seat is not None and _begins(option, seat):
        taken = begun_by(taken, premise.names[seat])
    return attrs.evolve(option, moment=taken)


def says_who_begins(premise: Premise) -> bool:
    """Whether a file states the start player, or who else is first in a round."""
    state = premise.state
    order, players = premise.rulebook.order, state.setting.players
    others = (
        with_part(state, path, (part_at(state, path) + 1) % players)
        for path in _seats(state.setting.layout)
        if premise.states(path)
    )
    return START in premise.position or any(order(other) != order(state) for other in others)


def _seats(layout: Layout[Any], path: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the paths of the fields that hold a seat, except those of players."""
    for declared in layout.fields:
        inner = declared.shape.inner
        if isinstance(declared.spec.holds, Seat):
            yield (*path, declared.name)
        elif inner is not None and isinstance(declared.spec.holds, Nested):
            yield from _seats(inner, (*path, declared.name))


def _begins(option: Premise, seat: int) -> bool:
    """Whether a player is taken to have begun only because it is their turn, for the file does not say who did."""
    if seat == option.begins or START in option.position:
        return False
    usual = option.stating({START: option.names[option.begins]})
    return usual is None or usual.state != option.state


def begun_by(moment: MomentTaken, name: str) -> MomentTaken:
    """Return a moment that also says who begins, for the file does not."""
    words = ", ".join(filter(None, (moment.words, f"as if {name} had begun")))
    return attrs.evolve(moment, words=words, states={**moment.states, START: name})


def _whose(premise: Premise, step: ClaimedMove) -> Iterator[dict[str, str]]:
    """Yield what a file can add so that a move is made in its player's turn; lastly, also that this player begins."""
    keys = premise.keys_of(MOVER)
    if step.seat is None or not keys or _says(premise, keys):
        yield {}
        return
    name = premise.names[step.seat]
    yield {keys[0]: name}
    if START not in premise.position:
        yield {keys[0]: name, START: name}


def _options(
    premise: Premise, step: ClaimedMove, whose: Mapping[str, str], *, agreeing: bool = False
) -> Iterator[Premise]:
    """Yield the premise itself and then the premise at every moment of a move, as far as they are possible.

    They also state the keys in ``whose``, such as whose turn it is. If they have to be
    ``agreeing``, moments that would replace what the file states are left out.
    """
    usual = (premise.stating(whose) if whose else None) or premise
    if is_possible(usual.state):
        yield usual
    for states in states_at_moments(premise, step.move, whose):
        replaces = any(premise.position.get(key, raw) != raw for key, raw in states.items())
        option = None if agreeing and replaces else premise.stating(states)
        if option and _keeps(premise, option):
            yield option


def states_at_moments(
    premise: Premise, move: object, whose: Mapping[str, str]
) -> Iterator[Mapping[str, Any]]:
    """Yield for every moment of a move what a file states at this moment, besides ``whose`` turn it is."""
    for _, states in granted_moments(premise.setting, move):
        yield {**whose, **states}


def granted_moments(
    setting: AnySetting, move: object = None
) -> Iterator[tuple[Moment, dict[str, Any]]]:
    """Yield the moments of the grants of a move, or of all grants, with the keys of ``[position]`` that state each."""
    for clause in setting.rulebook.law.of_kind(Kind.GRANT):
        if move is None or isinstance(move, clause.on):
            for sets in clause.when.sets:
                yield clause.when, keys_stating(setting, sets)


def in_the_turn_that_follows(premise: Premise, step: ClaimedMove) -> Premise | None:
    """Return the first scene of a move at its moments if what a file states excludes the turn of the move's player.

    Whose turn it is then follows from the file. None if there is no such scene, or if
    the file states the moment.
    """
    if step.seat is None or premise.moment_stated or any(at_moments(premise, step)):
        return None
    others = (option for option in _options(premise, step, {}, agreeing=True))
    return next(
        (_taken(premise, one, step.move) for one in others if one is not premise), None
    )


def contradicted(premise: Premise, step: ClaimedMove) -> bool:
    """Return whether every moment of a move contradicts what a file states of players, so that it is never legal."""
    found = False
    for option in at_moments(premise, step):
        if option is None:
            return False
        about = (
            (PLAYERS, seat, problem.about.partition(".")[2])
            for problem in problems_of(option.state)
            for seat in problem.seats
            if problem.about.startswith(f"{PLAYERS}.")
        )
        if not any(map(premise.states, about)) and _keeps(premise, option):
            return False
        found = True
    return found


def at_moments(premise: Premise, step: ClaimedMove) -> Iterator[Premise | None]:
    """Yield the premise at every moment of a move, possible or not; None where the file cannot be read."""
    for states in states_at_moments(premise, step.move, next(_whose(premise, step))):
        yield premise.also(states).read()


def _keeps(premise: Premise, option: Premise) -> bool:
    """Whether an option keeps what a file states of players, except for fields that can be stated as "enough"."""
    pairs = enumerate(zip(premise.state.players, option.state.players, strict=True))
    return not any(
        getattr(one, field.name) != getattr(other, field.name)
        and f"{PLAYERS}.{field.name}" not in premise.rulebook.disputes.supplied
        and premise.states((PLAYERS, seat, field.name))
        for seat, (one, other) in pairs
        for field, _ in fields_of(type(one))
    )


def _speaking(state: Any, move: object) -> Moment | None:
    """Return the moment of the first grant of a move that applies in a position; None if none does."""
    grants = state.setting.rulebook.law.of_kind(Kind.GRANT)
    moments = (
        one.when for one in grants if isinstance(move, one.on) and one.when.holds(state)
    )
    return next(moments, None)


def _says(premise: Premise, keys: Collection[str]) -> bool:
    return not premise.position.keys().isdisjoint(keys)


def keys_stating(setting: AnySetting, sets: Mapping[str, object]) -> dict[str, Any]:
    """The keys of ``[position]`` that state a moment, with their values."""
    fields = ((path, field_at(setting.layout, path)) for path in sets)
    return {
        key_of(field.spec): field.shape.write(sets[path]) for path, field in fields if field
    }


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
    fresh = beginning(premise.setting, premise.begins).players[seat]
    fields = (
        field_at(premise.setting.layout, f"{PLAYERS}.{declared.name}")
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
