"""Dispute files: what they contain, and reading them with every problem reported at once.

The keys of a file: ``title``; ``ruleset`` (a preset) and the table ``[rulings]`` (single readings by ruling);
``components`` (a shipped set, or a file beside this one) and the tables ``[card.ID]``, ``[factory.ID]`` and
``[space.NAME]`` (values of single cards, factories and spaces, under the keys of a component file); ``[position]`` and
``[player.NAME]`` (see `era_of_inventions.disputes.position`); and any number of ``[[claim]]``.

The keys of a claim: ``claim`` (its title), ``after``, ``moves`` and ``legal``, ``happens`` and ``happens_not``,
``winners``; what is expected of the judgement: ``expect``, ``expect_clauses`` and ``expect_rulings``; and ``about``,
the clauses it is an example of. A move is written as `era_of_inventions.notation` reads it; ``Green:`` before it says
who is to make it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs

from era_of_inventions.amounts import parse_reward
from era_of_inventions.component_sets.files import as_components, load_shipped, read_components, shipped
from era_of_inventions.disputes.numbers import TOLD, value_key
from era_of_inventions.disputes.position import read_position
from era_of_inventions.disputes.quantities import quantities
from era_of_inventions.game import Game
from era_of_inventions.model.components import Components, Reward
from era_of_inventions.model.goods import PRINTED_MAX, Goods
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.notation import Stretch, move_of, space_words
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import Code, GameError, InputProblem, describe, unknown
from era_of_inventions.tabletop.fields.quantities import Effect
from era_of_inventions.tabletop.files.toml import Reader, read_toml, refuse

T = TypeVar("T")
CLAIMS_MAX = 100
"""The most claims of a file."""
STEPS_MAX = 300
"""The most moves in a list of a claim; nobody quarrels about a whole game."""
EFFECTS_MAX = 50
"""The most effects in a list of a claim."""


@attrs.frozen
class Step:
    """A move of a claim. ``seat`` is who is said to make it, None for whoever is in turn."""

    text: str
    move: Move
    seat: int | None


@attrs.frozen
class Claim:
    """What somebody claims: moves, whether they are legal, what they cause, scores, winners.

    ``place`` is its key path in the file; ``after`` are moves made before those the claim is about. ``expect`` and its
    companions are what the file expects of the judgement: whether the claim holds, which clauses decide it, which
    rulings it rests on. ``about`` are the clauses the claim is an example of.
    """

    place: str
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
    about: tuple[str, ...] = ()


@attrs.frozen
class Dispute:
    """A position and the claims about it, with the players' names by seat."""

    path: str
    title: str
    names: tuple[str, ...]
    game: Game
    state: State
    claims: tuple[Claim, ...]


def read_dispute(
    path: Path | str, *, ruleset: Ruleset | str | None = None, components: Components | str | None = None
) -> Dispute:
    """Read a dispute file. A ``ruleset`` and ``components``, as for `Game`, replace what the file says of them.

    Raises `FileError` with every problem of the file, or of the component file it names, and `GameError` for a preset
    or shipped set that does not exist.
    """
    rules = None if ruleset is None else Ruleset.resolve(ruleset)
    box = None if components is None else as_components(components)
    path = Path(path)
    problems: list[InputProblem] = []
    reader = Reader(read_toml(path), "", problems)
    title = _one_line(reader.text("title", default=path.stem))
    position, players = reader.table("position"), reader.table("player")
    names = _names(position)
    nameless = bool(problems)
    if nameless:
        names = _stand_ins(names, players)
    game = Game(len(names), _ruleset(reader, rules), _components(reader, path, box))
    readable = len(problems)
    state = read_position(position, players, game, names)
    position.close()
    if not nameless:
        place = "position" if len(problems) == readable else "position, as far as it can be read"
        problems += [InputProblem(place, Code.IMPOSSIBLE, problem.told(names)) for problem in game.check(state)]
    entries = _at_most(reader, "claim", reader.tables("claim"), CLAIMS_MAX)
    claims = tuple(_claim(entry, game, names, state.turn.seat) for entry in entries)
    if not claims and reader.get("claim") in (None, []):
        reader.note("claim", Code.MISSING, "is missing; expected at least one [[claim]]")
    reader.close()
    refuse(path, problems)
    return Dispute(str(path), title, names, game, state, claims)


def _at_most(reader: Reader, key: str, entries: list[T], most: int) -> list[T]:
    """The entries of a list; those beyond the most that are judged are noted and left out."""
    if len(entries) > most:
        reader.note(key, Code.TOO_LONG, f"has {len(entries)} entries; expected at most {most}")
    return entries[:most]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _names(position: Reader) -> tuple[str, ...]:
    """The players' names."""
    expected = "the names of three, four or five players, clockwise"
    if not position.has("players"):
        position.note("players", Code.MISSING, f"is missing; expected {expected}")
    names = tuple(position.texts("players", expected))
    for place, name in enumerate(names):
        if not _is_name(name):
            message = f"is {describe(name)}; expected a name on one line, without blanks around it"
            position.note(f"players[{place + 1}]", Code.MALFORMED, message)
        elif name.casefold() in (other.casefold() for other in names[:place]):
            position.note(f"players[{place + 1}]", Code.DUPLICATE, f"{describe(name)} is named twice")
    if isinstance(given := position.get("players"), list) and len(given) not in player_counts():
        code = Code.TOO_SHORT if len(given) < min(player_counts()) else Code.TOO_LONG
        message = f"names {len(given)} players; expected three, four or five [{player_counts.id}]"
        position.note("players", code, message)
    return names


def _is_name(name: str) -> bool:
    return name.isprintable() and name.strip() == name != ""


def _stand_ins(names: tuple[str, ...], players: Reader) -> tuple[str, ...]:
    """Names to go on with if those of the players cannot be used, so that what else is wrong is told too."""
    found = tuple(dict.fromkeys(name for name in (*names, *players) if _is_name(name)))[: max(player_counts())]
    return found + tuple(f"player {seat + 1}" for seat in range(len(found), min(player_counts())))


def _ruleset(reader: Reader, given: Ruleset | None) -> Ruleset:
    """The ruleset: the one given, or else a preset and single readings in the table ``[rulings]``."""
    rules = Ruleset.preset(reader.choice("ruleset", Ruleset.presets, "default"))
    table = reader.table("rulings")
    known = {ruling.id: ruling for ruling in Ruleset.rulings()}
    for key in table:
        if key not in known:
            table.note(key, Code.UNKNOWN_KEY, unknown(key, known))
        else:
            reading = table.choice(key, known[key].names, getattr(rules, known[key].field))
            rules = rules.with_reading(key, reading)
    return rules if given is None else given


def _components(reader: Reader, path: Path, given: Components | None) -> Components:
    """The components: a shipped set or a file beside the dispute, with the single values that the dispute gives."""
    name = reader.text("components", default="reconstructed")
    if given is not None:
        box = given
    elif name in shipped():
        box = load_shipped(name)
    elif name.lower().endswith(".toml"):
        box = read_components(path.parent / name)
    else:
        reader.note("components", Code.UNKNOWN_WORD, unknown(name, [*shipped(), "a path that ends in .toml"]))
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
                table.note(name, Code.UNKNOWN_KEY, unknown(name, known))
                continue
            entry = table.table(name)
            values[known[name]] = _told(entry, values[known[name]])
            entry.close()
            for told_field in entry:
                provenance[value_key(box, key, known[name], told_field)] = TOLD
        told[field] = tuple(values)
    return attrs.evolve(box, provenance=provenance, **told)


def _told(entry: Reader, printed: Any) -> Any:
    """A card, factory or space with the values an entry gives it."""
    changed: dict[str, Any] = {}
    for field in attrs.fields(type(printed)):
        name, before = field.name, getattr(printed, field.name)
        if name in ("cost", "output"):
            changed[name] = entry.parsed(name, _goods, before, "a text such as '2 metal, 1 coal'")
        elif name in ("profit", "income"):
            changed[name] = entry.parsed(name, _reward, before, "a text such as '2 coins, 1 influence'")
        elif name in ("cogs", "influence", "question_marks"):
            changed[name] = entry.integer(name, 0, PRINTED_MAX, before)
    return attrs.evolve(printed, **changed)


def _goods(text: str) -> Goods:
    return parse_reward(text, PRINTED_MAX, influence=False).goods


def _reward(text: str) -> Reward:
    return parse_reward(text, PRINTED_MAX)


def _claim(reader: Reader, game: Game, names: tuple[str, ...], in_turn: int) -> Claim:
    after = _steps(reader, "after", game, names, in_turn)
    moves = _steps(reader, "moves", game, names, in_turn)
    title = _one_line(reader.text("claim", default="; ".join(step.text for step in moves) or "the position"))
    expect = reader.choice("expect", ("holds", "fails")) if reader.has("expect") else None
    claim = Claim(
        place=reader.place,
        title=title,
        after=after,
        moves=moves,
        legal=reader.flag("legal", default=True),
        happens=_effects(reader, "happens", game, names),
        happens_not=_effects(reader, "happens_not", game, names),
        winners=_winners(reader, names),
        expect=None if expect is None else expect == "holds",
        expect_clauses=_known_words(reader, "expect_clauses", [clause.id for clause in LAW.clauses]),
        expect_rulings=_known_words(reader, "expect_rulings", [ruling.id for ruling in Ruleset.rulings()])
        if reader.has("expect_rulings")
        else None,
        about=_known_words(reader, "about", [clause.id for clause in LAW.clauses]),
    )
    if not any(reader.get(key) for key in ("moves", "happens", "happens_not", "winners")):
        message = "claims nothing; expected moves, happens, happens_not or winners"
        reader.problems.append(InputProblem(reader.place, Code.MISSING, message))
    if reader.has("legal") and not reader.get("moves"):
        reader.note("legal", Code.INCONSISTENT, "is about no moves; expected moves too")
    if not claim.legal:
        for key in ("happens", "happens_not", "winners"):
            if reader.has(key):
                message = "does not go with legal = false; what is not legal has no effects"
                reader.note(key, Code.INCONSISTENT, message)
    reader.close()
    return claim


def _winners(reader: Reader, names: tuple[str, ...]) -> tuple[int, ...] | None:
    if not reader.has("winners"):
        return None
    winners = _known_words(reader, "winners", names)
    if reader.get("winners") == []:
        reader.note("winners", Code.TOO_SHORT, f"is empty; expected some of {', '.join(names)}")
    return tuple(sorted({names.index(name) for name in winners}))


def _known_words(reader: Reader, key: str, known: Sequence[str]) -> tuple[str, ...]:
    words = reader.texts(key)
    for place, word in enumerate(words):
        if word not in known:
            reader.note(f"{key}[{place + 1}]", Code.UNKNOWN_WORD, unknown(word, known))
    return tuple(word for word in words if word in known)


def _effects(reader: Reader, key: str, game: Game, names: tuple[str, ...]) -> tuple[Effect, ...]:
    found = []
    for place, text in enumerate(_at_most(reader, key, reader.texts(key), EFFECTS_MAX)):
        try:
            found.append(quantities(game.setting, names).parse(text))
        except ValueError as error:
            reader.note(f"{key}[{place + 1}]", Code.MALFORMED, str(error))
    return tuple(found)


def _steps(reader: Reader, key: str, game: Game, names: tuple[str, ...], in_turn: int) -> tuple[Step, ...]:
    found = []
    for place, text in enumerate(_at_most(reader, key, reader.texts(key), STEPS_MAX)):
        try:
            found.append(parse_step(text, game, names, in_turn))
        except GameError as error:
            reader.note(f"{key}[{place + 1}]", Code.MALFORMED, str(error))
    return tuple(found)


def parse_step(text: str, game: Game, names: Sequence[str], in_turn: int) -> Step:
    """A move with, perhaps, a name before it: ``Green: take cog``.

    Without a name "run start" means the start factory of ``in_turn``. Raises `GameError` for another text.
    """
    name, colon, _ = text.partition(":")
    seat = names.index(name.strip()) if colon and name.strip() in names else None
    if colon and seat is None:
        raise GameError(unknown(name.strip(), names))
    said = Stretch(text, len(name) + 1 if colon else 0, len(text))
    move = move_of(said, game.setting, seat=in_turn if seat is None else seat)
    return Step(_one_line(text), move, seat)
