"""Dispute files: what they contain, and reading them with every problem reported at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs

from era_of_inventions.amounts import parse_reward
from era_of_inventions.component_files import load_shipped, read_components, shipped
from era_of_inventions.disputes.numbers import TOLD, value_key
from era_of_inventions.disputes.position import read_position, space_words
from era_of_inventions.disputes.quantities import Effect, parse_effect
from era_of_inventions.errors import EraError, FileError
from era_of_inventions.game import Game
from era_of_inventions.model.components import Components
from era_of_inventions.model.goods import PRINTED_MAX
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.notation import parse_move
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import PRESETS, Ruleset, rulings
from era_of_inventions.toml_reader import Reader, read_toml, unknown


@attrs.frozen
class Step:
    """A move of a claim. ``seat`` is who is said to make it, None for whoever is in turn."""

    text: str
    move: Move
    seat: int | None


@attrs.frozen
class Claim:
    """What somebody claims: moves, whether they are legal, what they cause, scores, winners.

    ``after`` are moves made before those the claim is about. ``expect`` and its companions are what the file expects of
    the judgement: whether the claim holds, which clauses decide it, which rulings it rests on.
    """

    title: str
    after: tuple[Step, ...] = ()
    moves: tuple[Step, ...] = ()
    legal: bool = True
    happens: tuple[Effect, ...] = ()
    happens_not: tuple[Effect, ...] = ()
    winners: tuple[int, ...] | None = None
    expect: bool | None = None
    expect_clauses: tuple[str, ...] = ()
    expect_rulings: tuple[str, ...] | None = None


@attrs.frozen
class Dispute:
    """A position and the claims about it, with the players' names by seat."""

    path: str
    title: str
    names: tuple[str, ...]
    game: Game
    state: State
    claims: tuple[Claim, ...]


def read_dispute(path: Path, *, ruleset: str | None = None, components: Path | None = None) -> Dispute:
    """Read a dispute file. ``ruleset`` and ``components`` go before what the file says of them.

    Raises `FileError` with every problem of the file, or of the component file it names.
    """
    problems: list[str] = []
    reader = Reader(read_toml(path), "", problems)
    title = reader.text("title", default=path.stem)
    names = _names(reader.table("position", required=True), problems)
    rules = _ruleset(reader, ruleset)
    box = _components(reader, path, components)
    if len(names) not in player_counts() or problems:
        # Without players or readings nothing further can be understood; the rest would only repeat that.
        raise FileError(str(path), problems)
    game = Game(len(names), rules, box)
    players = reader.table("player")
    position = reader.table("position")
    state = read_position(position, players, game, names)
    for name in players:
        if name not in names:
            players.note(name, unknown(name, names))
            players.get(name)
    players.close()
    position.get("players")
    position.close()
    claims = tuple(_claim(entry, game, names) for entry in reader.tables("claim"))
    if not claims and not reader.has("claim"):
        reader.note("claim", "is missing; expected at least one [[claim]]")
    reader.close()
    if not problems:
        problems += [f"position: {_named(str(problem), names)}" for problem in game.check(state)]
    if problems:
        raise FileError(str(path), problems)
    return Dispute(str(path), title, names, game, state, claims)


def _named(text: str, names: tuple[str, ...]) -> str:
    """A sentence of the rulebook's checks with names in place of seats."""
    return re.sub(r"\bseat (\d)\b", lambda match: names[int(match[1])], text)


def _names(position: Reader, problems: list[str]) -> tuple[str, ...]:
    names = tuple(position.texts("players", "the players' names, clockwise"))
    if len(names) not in player_counts():
        position.note("players", f"names {len(names)} players; expected 3, 4 or 5 [{player_counts.id}]")
    if len(set(names)) != len(names) or any(not name.strip() for name in names):
        position.note("players", "holds a name twice, or an empty one")
    return names


def _ruleset(reader: Reader, given: str | None) -> Ruleset:
    """The ruleset: a preset, and single readings in the table ``[rulings]``."""
    name = reader.choice("ruleset", PRESETS, "default")
    rules = Ruleset.preset(given or name)
    table = reader.table("rulings")
    known = {ruling.id: ruling for ruling in rulings()}
    for key in table:
        if key not in known:
            table.note(key, unknown(key, known))
        else:
            rules = rules.with_reading(known[key].field, table.choice(key, known[key].names))
    return rules


def _components(reader: Reader, path: Path, given: Path | None) -> Components:
    """The components: a shipped set or a file beside the dispute, with single values the dispute tells."""
    name = reader.text("components", default="reconstructed")
    if given is not None:
        box = read_components(given)
    elif name in shipped():
        box = load_shipped(name)
    elif name.endswith(".toml"):
        box = read_components(path.parent / name)
    else:
        reader.note("components", unknown(name, [*shipped(), "a path that ends in .toml"]))
        box = load_shipped("reconstructed")
    return _with_told_values(reader, box)


def _with_told_values(reader: Reader, box: Components) -> Components:
    """The set with the cards, factories and spaces that the dispute describes itself."""
    told: dict[str, Any] = {}
    provenance = dict(box.provenance)
    tables = (
        ("card", "cards", {card.id: i for i, card in enumerate(box.cards)}),
        ("factory", "factories", {card.id: i for i, card in enumerate(box.factories)}),
        ("space", "spaces", {space_words(box, i): i for i in range(len(box.spaces))}),
    )
    for key, field, known in tables:
        table = reader.table(key)
        values = list(getattr(box, field))
        for name in table:
            if name not in known:
                table.note(name, unknown(name, known))
                continue
            entry = table.table(name)
            values[known[name]] = _told(entry, values[known[name]])
            entry.close()
            for told_field in table.table(name):
                provenance[value_key(box, key, known[name], told_field)] = TOLD
        told[field] = tuple(values)
    return attrs.evolve(box, provenance=provenance, **told)


def _told(entry: Reader, printed: Any) -> Any:
    """A card, factory or space with the values an entry gives it."""
    changed: dict[str, Any] = {}
    for field in attrs.fields(type(printed)):
        if not entry.has(field.name):
            continue
        if field.name in ("cost", "output"):
            changed[field.name] = entry.parsed(field.name, lambda text: parse_reward(text, influence=False).goods, 0)
        elif field.name in ("profit", "income"):
            changed[field.name] = entry.parsed(field.name, parse_reward, getattr(printed, field.name))
        elif field.name in ("cogs", "influence", "question_marks"):
            changed[field.name] = entry.integer(field.name, 0, PRINTED_MAX)
    return attrs.evolve(printed, **changed)


def _claim(reader: Reader, game: Game, names: tuple[str, ...]) -> Claim:
    after = _steps(reader, "after", game, names)
    moves = _steps(reader, "moves", game, names)
    title = reader.text("claim", default="; ".join(step.text for step in moves) or "the position")
    expect = reader.choice("expect", ("holds", "fails")) if reader.has("expect") else None
    claim = Claim(
        title=title,
        after=after,
        moves=moves,
        legal=reader.flag("legal", default=True),
        happens=_effects(reader, "happens", game, names),
        happens_not=_effects(reader, "happens_not", game, names),
        winners=_winners(reader, names),
        expect=None if expect is None else expect == "holds",
        expect_clauses=_known_words(reader, "expect_clauses", [clause.id for clause in LAW.clauses]),
        expect_rulings=_known_words(reader, "expect_rulings", [ruling.id for ruling in rulings()])
        if reader.has("expect_rulings")
        else None,
    )
    if not (moves or claim.happens or claim.happens_not or claim.winners):
        reader.problems.append(f"{reader.place}: claims nothing; expected moves, happens, happens_not or winners")
    reader.close()
    return claim


def _winners(reader: Reader, names: tuple[str, ...]) -> tuple[int, ...] | None:
    if not reader.has("winners"):
        return None
    return tuple(sorted(names.index(name) for name in _known_words(reader, "winners", list(names))))


def _known_words(reader: Reader, key: str, known: list[str]) -> tuple[str, ...]:
    words = reader.texts(key)
    for place, word in enumerate(words):
        if word not in known:
            reader.note(f"{key}[{place + 1}]", unknown(word, known) if len(known) < 9 else _near(word, known))
    return tuple(word for word in words if word in known)


def _near(word: str, known: list[str]) -> str:
    return unknown(word, known).partition("; expected one of")[0]


def _effects(reader: Reader, key: str, game: Game, names: tuple[str, ...]) -> tuple[Effect, ...]:
    found = []
    for place, text in enumerate(reader.texts(key)):
        try:
            found.append(parse_effect(text, names, game.setting.components))
        except ValueError as error:
            reader.note(f"{key}[{place + 1}]", str(error))
    return tuple(found)


def _steps(reader: Reader, key: str, game: Game, names: tuple[str, ...]) -> tuple[Step, ...]:
    found = []
    for place, text in enumerate(reader.texts(key)):
        name, colon, rest = text.partition(":")
        seat = names.index(name.strip()) if colon and name.strip() in names else None
        if colon and seat is None:
            reader.note(f"{key}[{place + 1}]", unknown(name.strip(), names))
            continue
        try:
            found.append(Step(text, parse_move(rest if colon else text, game.setting, seat=seat), seat))
        except EraError as error:
            reader.note(f"{key}[{place + 1}]", str(error))
    return tuple(found)
