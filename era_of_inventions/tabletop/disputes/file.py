"""Dispute files: what they contain, and reading them with every problem reported at once.

The keys of a file are declared by `DisputeFile`, those of its claims by
`era_of_inventions.tabletop.disputes.claim`, and those of its position by
`era_of_inventions.tabletop.disputes.stated`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any

import attrs

from era_of_inventions.tabletop.box import ComponentSets
from era_of_inventions.tabletop.disputes.chance import Chance
from era_of_inventions.tabletop.disputes.claim import Claim, claims_layout, read_claim
from era_of_inventions.tabletop.disputes.derived import counted, following
from era_of_inventions.tabletop.disputes.moments import at_moments, scenes
from era_of_inventions.tabletop.disputes.plenty import fill
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.disputes.spelling import spelled
from era_of_inventions.tabletop.disputes.stated import (
    StatedPosition,
    place_of,
    player_table,
    position_table,
)
from era_of_inventions.tabletop.disputes.statements import PLAYER, POSITION
from era_of_inventions.tabletop.disputes.wording import Wording
from era_of_inventions.tabletop.errors import (
    MISSING,
    Code,
    FileError,
    GameError,
    Phrase,
    Problem,
    describe,
    few_suggestions,
    joined,
    one_of,
)
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.judge import ask_otherwise, under
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.text.bounded import path_of
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.text.toml import in_toml, parse_toml, read_toml, refuse
from era_of_inventions.tabletop.values import (
    Field,
    InvalidDataError,
    Shape,
    Terms,
    Text,
    evolve,
    field,
    record,
)
from era_of_inventions.tabletop.values.domains import Domain, plain_shape
from era_of_inventions.tabletop.values.file_domains import (
    Later,
    OrLeftOut,
    TableOf,
    Tables,
    in_any_case,
    record_table,
)
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.object_keys import KnownKeys
from era_of_inventions.tabletop.values.outline import TURN
from era_of_inventions.tabletop.values.plain import PerRulebook
from era_of_inventions.tabletop.values.problems import invalid, within
from era_of_inventions.tabletop.values.quantities import Quantities

CLAIMS_MAX = 100
"""The most claims of a file."""


# --- Keys -----------------------------------------------------------------------------


class GameNamed(Domain[AnyRulebook]):
    """A rulebook, stated by the name of its game: the rulebook of the terms, or one that is installed."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the name."""
        return {"const": terms.rulebook.name}

    def bind(self, terms: Terms) -> Shape[AnyRulebook]:
        """Return how values are read and written; see `Domain.bind`."""
        known = {} if terms.rulebook is None else {terms.rulebook.name: terms.rulebook}

        def read(raw: Any) -> AnyRulebook:
            if not isinstance(raw, str):
                raise invalid(Code.WRONG_TYPE, raw, "the name of a game")
            if raw not in known and raw not in registry.names():
                names = sorted({*known, *registry.names()})
                raise invalid(Code.UNKNOWN_WORD, raw, one_of(names), names)
            return known.get(raw) or registry.rulebook_named(raw)

        return plain_shape(read, lambda rulebook: rulebook.name)


def _readings(rulebook: AnyRulebook) -> Domain[dict[str, str]]:
    rulings = rulebook.ruleset.rulings()
    readings = {ruling.id: in_any_case(ruling.names) for ruling in rulings}
    return TableOf(readings, {ruling.id: ruling.question for ruling in rulings})


@record
class DisputeFile:
    """The keys of a dispute file, except the tables in which it replaces printed values."""

    position: Field[dict[str, Any] | None] = field(Later(position_table), "the position")
    claim: Field[tuple[dict[str, Any], ...]] = field(
        Tables(Later(lambda terms: record_table(Claim, terms)), CLAIMS_MAX, least=1),
        "what is claimed: a table `[[claim]]` for each claim",
    )
    game: Field[AnyRulebook | None] = field(
        OrLeftOut(GameNamed()), "the game it is about", default=None
    )
    title: Field[str | None] = field(
        OrLeftOut(Text(most=None)), "what the dispute is called", default=None
    )
    ruleset: Field[str] = field(
        PerRulebook(lambda rulebook: in_any_case(rulebook.ruleset.presets)),
        "the preset of readings",
        default="default",
    )
    rulings: Field[dict[str, str] | None] = field(
        OrLeftOut(PerRulebook(_readings)),
        "single readings, by the id of the ruling",
        default=None,
    )
    components: Field[str | None] = field(
        OrLeftOut(Text(most=None)),
        "the component set: one that comes with the rulebook, or the path of a file",
        default=None,
    )
    player: Field[dict[str, Any] | None] = field(
        OrLeftOut(Later(player_table)), "what each player has, by name", default=None
    )


@lru_cache(maxsize=16)
def file_schema(rulebook: AnyRulebook) -> Schema:
    """Return the JSON Schema of dispute files about a game. Editors use it to check a file while it is typed."""
    schema = record_table(DisputeFile, rulebook.terms)
    properties = {**schema["properties"], **rulebook.components.override_schemas()}
    return {"title": "Dispute file", **schema, "properties": properties}


# --- Disputes -------------------------------------------------------------------------


@attrs.frozen
class Dispute:
    """A position and the claims about it, with the players' names by seat."""

    path: str
    """What the file is called."""
    title: str
    """What the dispute is called."""
    names: tuple[str, ...]
    """The players' names by seat."""
    game: AnyGame
    """The game with the readings and the components of the dispute."""
    premise: Premise = attrs.field(repr=False)
    """The position as the file states it, with what it leaves open."""
    claims: tuple[Claim, ...]
    """What is claimed."""
    chance: Chance = attrs.field(eq=False, repr=False)
    """What chance can come to after the moves of the claims."""

    quantities: Quantities = attrs.field(init=False, eq=False, repr=False)
    """What can be measured, by the names of the players."""

    @quantities.default
    def _by_name(self) -> Quantities:
        return self.setting.for_players(self.names).quantities

    @chance.default
    def _nothing_found(self) -> Chance:
        return Chance(self.setting)

    @property
    def state(self) -> Any:
        """The position."""
        return self.premise.state

    @property
    def form(self) -> DisputeForm[Any, Any]:
        """What the rulebook declares about disputes over its game."""
        return self.game.rulebook.disputes

    @property
    def setting(self) -> AnySetting:
        """The setting of the game."""
        return self.game.setting

    def say(self, move: object) -> str:
        """Return what a player does with a move."""
        return self.setting.vocabulary.say(move)

    def named(self, seats: Sequence[int]) -> str:
        """Return the names of some players in words."""
        return joined([self.names[seat] for seat in seats], "and")

    @property
    def disagreements(self) -> tuple[Violation, ...]:
        """Where its components contradict what the rulebooks state."""
        return self.game.rulebook.law.disagreements(self.setting.components)


def read_dispute(
    path: Path | str,
    rulebook: AnyRulebook | None = None,
    *,
    ruleset: object = None,
    components: object = None,
    claimless: bool = False,
) -> Dispute:
    """Read a dispute file. It must claim something, unless ``claimless`` is true.

    ``rulebook`` is used if the file does not name its game; a game that it names is
    found among the installed ones. A ``ruleset`` and ``components``, as a game takes
    them, replace those of the file. What makes a single claim unusable is among the
    ``problems`` of this claim. Raises `FileError` with every other problem of the file,
    and of the component file that it names, and `GameError` if ``ruleset`` or
    ``components`` name a preset or a shipped set that does not exist.
    """
    path = path_of(path)
    return _dispute(
        read_toml(path), str(path), path.parent, rulebook, ruleset, components, claimless
    )


def parse_dispute(
    text: str | bytes,
    rulebook: AnyRulebook | None = None,
    *,
    ruleset: object = None,
    components: object = None,
    name: str = "dispute",
    claimless: bool = False,
    unchecked: bool = False,
) -> Dispute:
    """Parse the text of a dispute; bytes are UTF-8. No file is opened, so the dispute cannot name a component file.

    ``name`` stands for the path in errors and reports. If it is ``unchecked`` the
    position need not be possible: forms need that, where somebody is about to change
    it. For the other arguments and the errors raised see `read_dispute`.
    """
    if not isinstance(text, str | bytes):
        raise GameError(
            f"text is {describe(text)}; expected the text of a dispute, or its bytes"
        )
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    return _dispute(
        parse_toml(data, name),
        name,
        None,
        rulebook,
        ruleset,
        components,
        claimless,
        unchecked,
    )


def _dispute(
    contents: dict[str, Any],
    path: str,
    folder: Path | None,
    rulebook: AnyRulebook | None,
    ruleset: object,
    components: object,
    claimless: bool = False,
    unchecked: bool = False,
) -> Dispute:
    """Return the dispute in the contents of a file. Component files lie in ``folder``; if it is None, none is read."""
    rulebook = _rulebook(contents, path, rulebook)
    contents = spelled(contents, file_schema(rulebook))
    chosen = None if ruleset is None else rulebook.ruleset.resolve(ruleset)
    box = None if components is None else rulebook.components.resolve(components)
    problems: list[Problem] = []
    file, of_keys = _read_keys(contents, rulebook)
    position, players = file.position or {}, file.player or {}
    listed = [claim.get(key) for claim in file.claim or () for key in ("after", "moves")]
    moves = fold("; ".join(str(raw) for raw in listed if raw))
    tables = deepcopy(position), deepcopy(players)
    stated = StatedPosition(*tables, rulebook, problems, Wording(moves))
    problems += (
        one
        for one in of_keys
        if not claimless or (one.path, one.code) != (("claim",), Code.MISSING)
    )
    box = _components(file, contents, folder, rulebook.components, box, problems)
    rules = _ruleset(file, rulebook.ruleset) if chosen is None else chosen
    game = Game(rulebook, len(stated.names), rules, box)
    state = fill(stated, game.setting)
    impossible: list[Problem] = []
    if stated.named and not unchecked:
        wholly = not any(
            problem.path[:1] in (("position",), ("player",)) for problem in problems
        )
        impossible += _impossible(state, stated.names, wholly=wholly)
    layout = claims_layout(state.setting, stated.names, game.to_move(state))
    with few_suggestions():
        claims = tuple(
            read_claim(raw, f"claim[{number}]", layout)
            for number, raw in enumerate(file.claim or (), 1)
        )
    premise = Premise(state, stated.names, {POSITION: position, PLAYER: players}, moves)
    possible = [not impossible or _may_have_its_moment(premise, claim) for claim in claims]
    if impossible and not any(possible) and _only_the_turn(state):
        impossible = _at_their_moments(premise, claims) or impossible
    if impossible and (problems or not any(possible)):
        problems += impossible
    if problems:
        unusable = (problem for claim in claims for problem in claim.problems)
        explained = [counted(problem, state, stated.names) for problem in problems]
        refuse(path, [*map(in_toml, explained), *unusable])
    claims = tuple(
        claim if usable else evolve(claim, problems=(*claim.problems, *impossible))
        for claim, usable in zip(claims, possible, strict=True)
    )
    title = Path(path).stem if file.title is None else file.title
    return Dispute(path, " ".join(title.split()), stated.names, game, premise, claims)


def _only_the_turn(state: Any) -> bool:
    """Whether only the turn is wrong in a position, which may follow from the moment that was taken for it."""
    problems = Game.from_state(state).check(state)
    return all(problem.about.startswith(f"{TURN}.") for problem in problems)


def _at_their_moments(premise: Premise, claims: Sequence[Claim]) -> list[Problem]:
    """Return why a position cannot occur at the moment of a claim, if more than the turn is wrong there."""
    steps = [step for claim in claims for step in claim.steps[:1]]
    options = (option for step in steps for option in at_moments(premise, step) if option)
    other = next((one.state for one in options if not _only_the_turn(one.state)), None)
    return [] if other is None else [*_impossible(other, premise.names, wholly=True)]


def _may_have_its_moment(premise: Premise, claim: Claim) -> bool:
    """Whether the position may be possible at the moment of a claim, which the file does not state.

    Nobody knows the moment of a claim whose moves cannot be read, unless the file
    states it.
    """
    if claim.problems:
        keys = [problem.place.partition(".")[2] for problem in claim.problems]
        about_moves = any(key.startswith(("moves", "after")) for key in keys)
        return about_moves and not premise.moment_stated
    found = scenes(premise, claim)
    return bool(found) and found[0] is not premise


def _rulebook(
    contents: Mapping[str, Any], path: str, default: AnyRulebook | None
) -> AnyRulebook:
    """The rulebook of the game that a file names, or else the default. Raises `FileError` if there is none."""
    name = contents.get("game", MISSING if default is None else default.name)
    try:
        return GameNamed().bind(Terms(rulebook=default)).read(name)
    except InvalidDataError as error:
        raise FileError(path, error.at("game")) from None


def _read_keys(
    contents: dict[str, Any], rulebook: AnyRulebook
) -> tuple[DisputeFile, list[Problem]]:
    """The keys of a file, and what is wrong with them."""
    file = {"position": {}, **contents}
    if file.get("claim") == []:
        del file["claim"]
    values, problems = _known_keys(rulebook).gather(file)
    return DisputeFile(*values), problems


@lru_cache(maxsize=16)
def _known_keys(rulebook: AnyRulebook) -> KnownKeys:
    return KnownKeys(
        layout_of(DisputeFile, rulebook.terms).table.keys, rulebook.components.override_keys()
    )


def _impossible(state: Any, names: tuple[str, ...], *, wholly: bool) -> Iterator[Problem]:
    """Yield the reasons why a position cannot occur, each with its key and with the readings that would allow it.

    Unless the file was read ``wholly``, no key is named, because the reason may lie in
    what could not be read.
    """
    rulebook, ruleset = state.setting.rulebook, state.setting.ruleset
    if not (found := Game.from_state(state).check(state)):
        return
    outline = state.setting.for_players(names).position_schema
    otherwise = [
        *ask_otherwise(ruleset, lambda other: rulebook.law.problems(under(state, other)))
    ]
    for problem in found:
        place = place_of(problem, outline) if wholly else "position, as far as it can be read"
        allowing = [
            f"{other.ruling} = {other.other_reading!r}"
            for other, rest in otherwise
            if problem not in rest
        ]
        allowed = (
            f"; allowed by another reading: {', '.join(allowing)}"
            if allowing and problem.clause
            else ""
        )
        text = problem.render(names) + following(problem.about, state) + allowed
        yield Problem.at(place, Code.IMPOSSIBLE, text, clause=problem.clause)


# --- Readings, components -------------------------------------------------------------


def _ruleset(file: DisputeFile, kind: type[BaseRuleset]) -> BaseRuleset:
    """The ruleset of a preset and of single readings."""
    rules = kind.preset(file.ruleset)
    for ruling, reading in (file.rulings or {}).items():
        rules = rules.with_reading(ruling, reading)
    return rules


def _components(
    file: DisputeFile,
    contents: dict[str, Any],
    folder: Path | None,
    sets: ComponentSets[Any],
    chosen: object,
    problems: list[Problem],
) -> object:
    """Return the components, ``chosen`` or else named by the file, with the values that the dispute replaces."""
    if chosen is None:
        chosen = sets.load(sets.default)
        try:
            if file.components is not None:
                chosen = _components_named(file.components, folder, sets)
        except InvalidDataError as error:
            problems += within("components", error)
        except FileError as error:
            problems += (
                Problem(("components",), problem.code, Phrase(f"{error.path}: {problem}"))
                for problem in error.problems
            )
    overridden, wrong = sets.override(
        {key: contents[key] for key in sets.override_keys() if key in contents}, chosen
    )
    problems += wrong
    return overridden


def _components_named(name: str, folder: Path | None, sets: ComponentSets[Any]) -> object:
    """Return a set that comes with the rulebook, or the set in a component file beside the dispute."""
    if name in sets.shipped():
        return sets.load(name)
    if not name.lower().endswith(".toml"):
        raise invalid(
            Code.UNKNOWN_WORD,
            name,
            "a component set",
            [*sets.shipped(), "a path that ends in .toml"],
        )
    if folder is None:
        found = Phrase(f"is {describe(name)}, and no file is opened")
        raise invalid(Code.UNREADABLE, found, one_of(sets.shipped()))
    if not _below(folder, name):
        raise invalid(
            Code.UNREADABLE, name, "a file in the same folder, or in a folder below it"
        )
    return sets.playable(folder / name)


def _below(folder: Path, name: str) -> bool:
    """Whether a path leads to something in a folder or below it, even after all links are followed."""
    if ".." in PurePath(name).parts or PurePath(name).is_absolute():
        return False
    try:
        return (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, or a null character
        return False
