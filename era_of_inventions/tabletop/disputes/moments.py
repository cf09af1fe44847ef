"""The moment at which a claim is judged. What a file leaves unsaid about it follows from the first move of the claim.

Each grant of a move declares the moments at which it applies, and each moment declares
how a position states it. A moment counts only if it is possible with everything else
that the file states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.premise import START, Premise
from era_of_inventions.tabletop.errors import KeyPath, joined
from era_of_inventions.tabletop.law.clause import Clause, Kind, Moment
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.checking import is_possible, problems_of
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.partial_moves import filled
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.values import Nested, Seat
from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.layout import Layout, field_at
from era_of_inventions.tabletop.values.views import part_at, watched_fields, with_part

MOVER: KeyPath = ("turn", "seat")
"""The path of the field that says whose turn it is. Its value follows from who makes a move."""


@attrs.frozen
class MomentTaken:
    """A moment of the game, and the seat whose turn it is; None if chance moves next.

    ``states`` has what a file can add to be at this moment, by the keys of
    ``[position]``. The moment is ``doubtful`` if the file names another start player,
    or if another player would be next by what the file states. It is ``seldom`` meant
    if the law names a field by which it would be, and the file does not state that.
    """

    seat: int | None
    words: str
    states: Mapping[str, Any] = attrs.field(factory=dict, eq=False)
    doubtful: bool = attrs.field(default=False, eq=False)
    seldom: bool = attrs.field(default=False, eq=False)

    def render(self, names: Sequence[str]) -> str:
        """Return the moment in words, such as "in Anna's turn, while the discs are placed"."""
        return (
            self.words if self.seat is None else f"in {names[self.seat]}'s turn, {self.words}"
        )


@attrs.frozen
class Scene:
    """A position in which a claim is judged, and the moment taken for it; None if the file states the moment."""

    premise: Premise
    moment: MomentTaken | None = None


def scenes(premise: Premise, claim: Claim, names: Sequence[str]) -> list[Scene]:
    """Return every scene in which the first move of a claim has its moment; empty if there is no such moment.

    A claim without moves is judged at any moment at which its position is possible.
    """
    steps = (*claim.after, *claim.moves)
    if premise.position is None:
        return [Scene(premise)]
    if not steps:
        impossible = not is_possible(premise.state)
        found = _first_possible(premise, names) if impossible else None
        return [found or Scene(premise)]
    rulebook, first = premise.state.setting.rulebook, steps[0]
    paths = says_moment(premise, names)
    if not paths:
        return _found(premise, first, names)
    stated = _in_turn(premise, first, names)
    settled = (
        len(paths) == len(rulebook.law.moment_fields) or first.move in rulebook.disputes.stops
    )
    if settled or any(_speaking(stated.premise.state, first.move)):
        return [stated]
    return _found(premise, first, names) or [stated]


def _first_possible(premise: Premise, names: Sequence[str]) -> Scene | None:
    """Return a scene at the first moment of the law at which a position is possible; None if the file states one."""
    setting, grants = (
        premise.state.setting,
        premise.state.setting.rulebook.law.of_kind(Kind.GRANT),
    )
    for moment in (clause.when for clause in grants if not says_moment(premise, names)):
        for states in (keys_stating(setting, sets) for sets in moment.sets):
            option = premise.stating(states)
            if option and _keeps(premise, option, names):
                return Scene(option, MomentTaken(_seat_to_move(option), moment.words, states))
    return None


def says_moment(premise: Premise, names: Sequence[str]) -> list[str]:
    """Return the fields, by path, in which a file states the moment."""
    fields = premise.state.setting.rulebook.law.moment_fields
    return [path for path in fields if premise.states(tuple(path.split(".")), names)]


def _found(premise: Premise, step: ClaimedMove, names: Sequence[str]) -> list[Scene]:
    """Return the scenes at the moments of a move that agree with what a file states.

    If there are none, they are those at a stop that goes without saying before the
    move.
    """
    found = _at_its_moments(premise, step, names) or _in_turn_of_another(premise, step, names)
    if found or is_possible(premise.state):
        return found
    stops = premise.state.setting.rulebook.disputes.stops
    at_stops = chain(
        *(_at_its_moments(premise, attrs.evolve(step, move=stop), names) for stop in stops)
    )
    return [scene for scene in at_stops if _stops_lead_to(scene, step.move, stops)]


def _stops_lead_to(scene: Scene, move: object, stops: Sequence[object]) -> bool:
    """Return whether a move has its moment after one or more stops."""
    state = worlds_of(scene.premise.state).first
    engine, allows = state.setting.engine, state.setting.rulebook.law.allows
    for _ in stops:
        stop = next((stop for stop in stops if stop != move and allows(state, stop)), None)
        if stop is None:
            return False
        state = engine.play(state, stop)
        if any(_speaking(state, move)):
            return True
    return False


def _at_its_moments(premise: Premise, step: ClaimedMove, names: Sequence[str]) -> list[Scene]:
    found: dict[Any, Scene] = {}
    for whose in _whose(premise, step, names):
        for option in _options(premise, step, whose, names, agreeing=True):
            moment = _taken(premise, option, step, names)
            if moment and step.seat in (None, moment.seat):
                found.setdefault(option.state, Scene(option, moment))
        if found:
            break
    return list(found.values())


def _in_turn_of_another(
    premise: Premise, step: ClaimedMove, names: Sequence[str]
) -> list[Scene]:
    """Return a scene in another player's turn, if what a file states is not possible in the turn of the move's player.

    The list is empty if it is possible, or if the file states whose turn it is.
    """
    keys = premise.keys_of("turn.seat")
    possible = is_possible(premise.state)
    if step.seat is None or not keys or _says(premise, keys) or possible:
        return []
    for other in names:
        for option in _options(premise, step, {keys[0]: other}, names, agreeing=True):
            if moment := _taken(premise, option, step, names):
                return [Scene(option, moment)]
    return []


def having(
    scene: Scene,
    fuller: Premise | None,
    step: ClaimedMove,
    words: Sequence[str],
    names: Sequence[str],
) -> Scene | None:
    """Return a scene at the same moment, but with a fuller premise, and what it adds in words; None without either."""
    moment = scene.moment or _taken(scene.premise, scene.premise, step, names)
    if fuller is None or moment is None or not words:
        return None
    taken = f"{moment.words}, with {joined(words, 'and')}"
    return Scene(fuller, attrs.evolve(moment, words=taken))


def _in_turn(premise: Premise, step: ClaimedMove, names: Sequence[str]) -> Scene:
    """Return the scene at the moment that a file states; if it states no turn, in the turn of the move's player."""
    if step.seat is not None and step.seat != _seat_to_move(premise):
        for whose in filter(None, _whose(premise, step, names)):
            option = premise.stating(whose)
            if option and _seat_to_move(option) == step.seat:
                moment = _taken(premise, option, step, names)
                return Scene(option, moment) if moment else Scene(premise)
    return Scene(premise)


def _seat_to_move(premise: Premise) -> int | None:
    rulebook: AnyRulebook = premise.state.setting.rulebook
    return rulebook.seat_to_move(premise.state)


def other_moments(
    premise: Premise, step: ClaimedMove, names: Sequence[str]
) -> Iterator[Scene]:
    """Yield the scenes of a move at moments other than the moment that the file states."""
    keys, stated = premise.keys_of("turn.seat"), premise.position or {}
    key = next((key for key in keys if key in stated), None)
    by = None if step.seat is None else names[step.seat]
    whose = {key: by} if key and by else next(_whose(premise, step, names))
    for option in _options(premise, step, whose, names):
        if option is not premise and (moment := _taken(premise, option, step, names)):
            yield Scene(option, moment)


def refused_at_every_moment(
    premise: Premise, state: Any, move: object, verdict: Verdict, names: Sequence[str]
) -> bool:
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
    position, move = watched_fields(setting.layout, whole, read), filled(whole, move)
    for clause in verdict.forbidden_by:
        if clause.rulings or not isinstance(move, clause.on):
            continue
        read.clear()
        numbers.clear()
        clause.function(position, move)
        stated = all(
            path == MOVER or (path[0] == PLAYERS and premise.states(path, names))
            for path in read
        )
        if stated and not _other_numbers(setting, numbers):
            return True
    return False


def _other_numbers(setting: AnySetting, places: Collection[str]) -> bool:
    """Whether another number could stand in one of these places while positions keep their meaning."""
    values = setting.rulebook.components.values_at(setting.components, places)
    assumed = (value for value in values if value.source == "assumed")
    return any(setting.has_same_things(box) for one in assumed for _, box in one.others())


def _taken(
    premise: Premise, option: Premise, step: ClaimedMove, names: Sequence[str]
) -> MomentTaken | None:
    """Return the moment of a move in ``option``, a premise that states more; None if the move has no moment there."""
    moment = next(_speaking(option.state, step.move), None)
    if moment is None:
        return None
    stated, besides = premise.position or {}, option.position or {}
    states = {key: raw for key, raw in besides.items() if stated.get(key) != raw}
    seat, rulebook = _seat_to_move(option), option.state.setting.rulebook
    doubtful = not premise.states(MOVER, ()) and (
        (says_who_begins(premise) and seat != rulebook.order(option.state)[0])
        or (
            moment.holds(premise.state)
            and _seat_to_move(premise) not in (seat, premise.begins)
        )
    )
    meant = not moment.meant_by or premise.states(tuple(moment.meant_by.split(".")), names)
    taken = MomentTaken(seat, moment.words, states, doubtful, seldom=not meant)
    if seat is None or not _begins(option, seat, names):
        return taken
    return begun_by(taken, names[seat])


def says_who_begins(premise: Premise) -> bool:
    """Whether a file states the start player, or who else is first in a round."""
    state = premise.state
    order, players = state.setting.rulebook.order, state.setting.players
    others = (
        with_part(state, path, (part_at(state, path) + 1) % players)
        for path in _seats(state.setting.layout)
        if premise.states(path, ())
    )
    return _says(premise, [START]) or any(order(other) != order(state) for other in others)


def _seats(layout: Layout[Any], path: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the paths of the fields that hold a seat, except those of players."""
    for declared in layout.fields:
        inner = declared.shape.inner
        if isinstance(declared.spec.holds, Seat):
            yield (*path, declared.name)
        elif inner is not None and isinstance(declared.spec.holds, Nested):
            yield from _seats(inner, (*path, declared.name))


def _begins(option: Premise, seat: int, names: Sequence[str]) -> bool:
    """Whether a player is taken to have begun only because it is their turn, for the file does not say who did."""
    if seat == option.begins or _says(option, [START]):
        return False
    usual = option.stating({START: names[option.begins]})
    return usual is None or usual.state != option.state


def begun_by(moment: MomentTaken, name: str) -> MomentTaken:
    """Return a moment that also says who begins, for the file does not."""
    words = ", ".join(filter(None, (moment.words, f"as if {name} had begun")))
    return attrs.evolve(moment, words=words, states={**moment.states, START: name})


def _whose(
    premise: Premise, step: ClaimedMove, names: Sequence[str]
) -> Iterator[dict[str, str]]:
    """Yield what a file can add so that a move is made in its player's turn; lastly, also that this player begins."""
    keys = premise.keys_of("turn.seat")
    if step.seat is None or not keys or _says(premise, keys):
        yield {}
        return
    whose = {keys[0]: names[step.seat]}
    yield whose
    if not _says(premise, [START]):
        yield {**whose, START: names[step.seat]}


def _options(
    premise: Premise,
    step: ClaimedMove,
    whose: Mapping[str, str],
    names: Sequence[str],
    *,
    agreeing: bool = False,
) -> Iterator[Premise]:
    """Yield the premise itself and then the premise at every moment of a move, as far as they are possible.

    They also state the keys in ``whose``, such as whose turn it is. If they have to be
    ``agreeing``, moments that would replace what the file states are left out.
    """
    usual = (premise.stating(whose) if whose else None) or premise
    if is_possible(usual.state):
        yield usual
    for replaces, option in premises_at_moments(premise, step.move, whose):
        if option and not (agreeing and replaces) and _keeps(premise, option, names):
            yield option


def premises_at_moments(
    premise: Premise, move: object, whose: Mapping[str, str]
) -> Iterator[tuple[bool, Premise | None]]:
    """Yield for every moment of a move whether it replaces what the file states, and the premise then, or None."""
    stated = premise.position or {}
    for grant in _grants(premise, move):
        for sets in grant.when.sets:
            stating = keys_stating(premise.state.setting, sets)
            replaces = any(stated.get(key, raw) != raw for key, raw in stating.items())
            yield replaces, premise.stating({**whose, **stating})


def in_the_turn_that_follows(
    premise: Premise, step: ClaimedMove, names: Sequence[str]
) -> Scene | None:
    """Return the first scene of a move at its moments if what a file states excludes the turn of the move's player.

    Whose turn it is then follows from the file. None if there is no such scene, or if
    the file states the moment.
    """
    if step.seat is None or says_moment(premise, names):
        return None
    if any(state is not None for _, state in at_moments(premise, step, names)):
        return None
    for replaces, option in premises_at_moments(premise, step.move, {}):
        if option and not replaces and _keeps(premise, option, names):
            moment = _taken(premise, option, step, names)
            return Scene(option, moment) if moment else None
    return None


def contradicted(premise: Premise, step: ClaimedMove, names: Sequence[str]) -> bool:
    """Return whether every moment of a move contradicts what a file states of players, so that it is never legal."""
    found = False
    for option, state in at_moments(premise, step, names):
        if state is None:
            return False
        about = (
            (PLAYERS, seat, problem.about.partition(".")[2])
            for problem in problems_of(state)
            for seat in problem.seats
            if problem.about.startswith(f"{PLAYERS}.")
        )
        is_stated = any(premise.states(path, names) for path in about)
        if not is_stated and _keeps(premise, attrs.evolve(option, state=state), names):
            return False
        found = True
    return found


def at_moments(
    premise: Premise, step: ClaimedMove, names: Sequence[str]
) -> Iterator[tuple[Premise, Any]]:
    """Yield for every moment of a move the premise that states it, and its position, possible or not, or None."""
    setting, whose = premise.state.setting, next(_whose(premise, step, names))
    for sets in (sets for grant in _grants(premise, step.move) for sets in grant.when.sets):
        more = {**(premise.position or {}), **whose, **keys_stating(setting, sets)}
        option = attrs.evolve(premise, position=more)
        yield option, option.filled_in(setting)


def _keeps(premise: Premise, option: Premise, names: Sequence[str]) -> bool:
    """Whether an option keeps what a file states of players, except for fields that can be stated as "enough"."""
    rulebook = premise.state.setting.rulebook
    pairs = enumerate(zip(premise.state.players, option.state.players, strict=True))
    return not any(
        getattr(one, field.name) != getattr(other, field.name)
        and f"{PLAYERS}.{field.name}" not in rulebook.disputes.supplied
        and premise.states((PLAYERS, seat, field.name), names)
        for seat, (one, other) in pairs
        for field, _ in fields_of(type(one))
    )


def _grants(premise: Premise, move: object) -> list[Clause[..., Any]]:
    law = premise.state.setting.rulebook.law
    return [clause for clause in law.of_kind(Kind.GRANT) if isinstance(move, clause.on)]


def _speaking(state: Any, move: object) -> Iterator[Moment]:
    """Yield the moments of the grants of a move that apply in a position."""
    for clause in state.setting.rulebook.law.of_kind(Kind.GRANT):
        if isinstance(move, clause.on) and clause.when.holds(state):
            yield clause.when


def _says(premise: Premise, keys: Sequence[str] | set[str]) -> bool:
    return not premise.position.keys().isdisjoint(keys) if premise.position else False


def keys_stating(setting: AnySetting, sets: Mapping[str, object]) -> dict[str, Any]:
    """The keys of ``[position]`` that state a moment, with their values."""
    fields = ((path, field_at(setting.layout, path)) for path in sets)
    return {
        key_of(field.spec): field.shape.write(sets[path]) for path, field in fields if field
    }
