"""The moment in which a claim is judged: what a file leaves unsaid about it follows from the first move of the claim.

Each grant of a move says at which moments it applies, and each moment how a position states it. Of these, only those
count that are possible with everything else the file states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.law.clause import Clause, Kind, Moment
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.knowledge import completions, filled
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.values.layout import field_at, key_of
from era_of_inventions.tabletop.values.views import watched_fields

START = "start"
"""The key of the start player; see `PositionHead`."""


@attrs.frozen
class MomentTaken:
    """A moment of the game, and the seat whose turn it is; None if chance decides.

    It ``states`` what a file can state besides to be at this moment, by the keys of ``[position]``.
    """

    seat: int | None
    words: str
    states: Mapping[str, Any] = attrs.field(factory=dict, eq=False)

    def render(self, names: Sequence[str]) -> str:
        """Return the moment in words, such as "in Anna's turn, while the discs are placed"."""
        return (
            self.words if self.seat is None else f"in {names[self.seat]}'s turn, {self.words}"
        )


@attrs.frozen
class Scene:
    """A position in which a claim is judged, and the moment that was taken for it if the file does not say any."""

    premise: Premise
    moment: MomentTaken | None = None


def scenes(premise: Premise, claim: Claim, names: Sequence[str]) -> list[Scene]:
    """Return every scene in which the first move of a claim has its moment; none if there is no such moment."""
    steps = (*claim.after, *claim.moves)
    if not steps or premise.position is None:
        return [Scene(premise)]
    if _says(premise, _stage_keys(premise)):
        return [_in_turn(premise, steps[0], names)]
    found: dict[Any, Scene] = {}
    for whose in _whose(premise, steps[0], names):
        for option in _options(premise, steps[0], whose):
            moment = _taken(premise, option, steps[0])
            if moment and steps[0].seat in (None, moment.seat):
                found.setdefault(option.state, Scene(option, moment))
        if found:
            break
    return list(found.values())


def _in_turn(premise: Premise, step: ClaimedMove, names: Sequence[str]) -> Scene:
    """Return the scene at the moment that a file states: in the turn of whoever makes a move, if it states no turn."""
    if step.seat is not None and step.seat != _seat_to_move(premise):
        for whose in filter(None, _whose(premise, step, names)):
            option = premise.stating(whose)
            if option and _seat_to_move(option) == step.seat:
                moment = _taken(premise, option, step)
                return Scene(option, moment) if moment else Scene(premise)
    return Scene(premise)


def _seat_to_move(premise: Premise) -> int | None:
    rulebook: AnyRulebook = premise.state.setting.rulebook
    return rulebook.seat_to_move(premise.state)


def other_moments(
    premise: Premise, step: ClaimedMove, names: Sequence[str]
) -> Iterator[Scene]:
    """Yield the scenes of a move at other moments than the one that the file says."""
    for option in _options(premise, step, next(_whose(premise, step, names))):
        if option is not premise and (moment := _taken(premise, option, step)):
            yield Scene(option, moment)


def refused_at_every_moment(
    premise: Premise, state: Any, move: object, verdict: Verdict, names: Sequence[str]
) -> bool:
    """Return whether a clause against a move reads nothing but what the file states: so it is at any moment.

    It counts only if no reading and no printed number could make it otherwise.
    """
    setting = state.setting
    components, numbers = setting.rulebook.components.watched(setting.components)
    whole = attrs.evolve(completions(state)[0], setting=setting.with_numbers(components))
    if verdict.seat is not None:
        whole = setting.rulebook.in_turn(whole, verdict.seat)
    read = set[KeyPath]()
    position, move = watched_fields(setting.layout, whole, read), filled(whole, move)
    for clause in verdict.forbidden_by:
        if clause.rulings or not isinstance(move, clause.on):
            continue
        read.clear()
        numbers.clear()
        clause.function(position, move)
        stated = all(_states(premise, path, names) for path in read)
        if stated and not _other_numbers(setting, numbers):
            return True
    return False


def _other_numbers(setting: AnySetting, places: Collection[str]) -> bool:
    """Whether another number could be in one of these places without positions meaning something else with it."""
    values = setting.rulebook.components.values_at(setting.components, places)
    assumed = (value for value in values if value.source == "assumed")
    return any(setting.has_same_things(box) for one in assumed for _, box in one.others())


def _states(premise: Premise, path: KeyPath, names: Sequence[str]) -> bool:
    """Whether a file states a field of a player, or who makes the move, which the move itself says."""
    match path:
        case (str(part), int(seat), str(field)) if part == PLAYERS:
            stated = premise.players.get(names[seat], {})
            return not stated.keys().isdisjoint(_spelled(premise, f"{part}.{field}"))
    return path == ("turn", "seat")


def _taken(premise: Premise, option: Premise, step: ClaimedMove) -> MomentTaken | None:
    """Return the moment of a move in an option of a premise; None if it has none there."""
    moment = next(_speaking(option.state, step.move), None)
    if moment is None:
        return None
    stated, besides = premise.position or {}, option.position or {}
    states = {key: raw for key, raw in besides.items() if key not in stated}
    return MomentTaken(_seat_to_move(option), moment.words, states)


def _whose(
    premise: Premise, step: ClaimedMove, names: Sequence[str]
) -> Iterator[dict[str, str]]:
    """Yield what a file can state besides so that a move is made in its player's turn; at last, that they begin."""
    keys = _spelled(premise, "turn.seat")
    if step.seat is None or not keys or _says(premise, keys):
        yield {}
        return
    whose = {keys[0]: names[step.seat]}
    yield whose
    if not _says(premise, [START]):
        yield {**whose, START: names[step.seat]}


def _options(
    premise: Premise, step: ClaimedMove, whose: Mapping[str, str]
) -> Iterator[Premise]:
    """Yield the premise itself and then, at every moment of a move, what the file states besides."""
    usual = (premise.stating(whose) if whose else None) or premise
    if not usual.state.setting.rulebook.law.problems(usual.state):
        yield usual
    for grant in _grants(premise, step.move):
        for sets in grant.when.sets:
            if option := premise.stating({**whose, **_stated(premise.state.setting, sets)}):
                yield option


def _grants(premise: Premise, move: object) -> list[Clause[..., Any]]:
    law = premise.state.setting.rulebook.law
    return [clause for clause in law.of_kind(Kind.GRANT) if isinstance(move, clause.on)]


def _speaking(state: Any, move: object) -> Iterator[Moment]:
    """Yield the moments of the grants of a move that apply in a position."""
    for clause in state.setting.rulebook.law.of_kind(Kind.GRANT):
        if isinstance(move, clause.on) and clause.when.holds(state):
            yield clause.when


def _stage_keys(premise: Premise) -> set[str]:
    """The keys of ``[position]`` by which a file says at which moment it is."""
    law = premise.state.setting.rulebook.law
    paths = {
        path
        for clause in law.of_kind(Kind.GRANT)
        for sets in clause.when.sets
        for path in sets
    }
    return {key for path in paths for key in _spelled(premise, path)}


def _says(premise: Premise, keys: Sequence[str] | set[str]) -> bool:
    return not premise.position.keys().isdisjoint(keys) if premise.position else False


def _spelled(premise: Premise, path: str) -> list[str]:
    """The keys that stand for a field in a file."""
    field = field_at(premise.state.setting.layout, path)
    words = [] if field is None else [field.spec.words, *field.spec.also]
    return [word.replace(" ", "_") for word in words]


def _stated(setting: AnySetting, sets: Mapping[str, object]) -> dict[str, Any]:
    """The keys of ``[position]`` that state a moment, with their values."""
    fields = ((path, field_at(setting.layout, path)) for path in sets)
    return {
        key_of(field.spec): field.shape.write(sets[path]) for path, field in fields if field
    }
