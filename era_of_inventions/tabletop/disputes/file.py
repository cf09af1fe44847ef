"""Dispute files: what they contain, and reading them with every problem reported at once.

The keys of a file: ``game`` (the name of its rulebook); ``title``; ``ruleset`` (a preset) and the table ``[rulings]``
(single readings by ruling); ``components`` (a set that comes with the rulebook, or a file beside this one or below) and
tables in which the dispute gives single printed values itself, as the rulebook has them; ``[position]`` with the
``players`` (their names, clockwise), and ``[player.NAME]``, both with the keys of `position` or those that the rulebook
knows; and any number of ``[[claim]]``.

The keys of a claim: ``claim`` (its title), ``after``, ``moves`` with ``legal``, ``fails_at`` and ``forbidden_by``,
``happens`` and ``happens_not``,
``winners``; what is expected of the judgement: ``expect``, ``expect_clauses`` and ``expect_rulings``; and ``about``,
the clauses it is an example of. A move is written in the rulebook's own words; ``Green:`` before it names the player
who is to make it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any, TypeVar

import attrs

from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.disputes.position import place_of, read_position
from era_of_inventions.tabletop.errors import Code, GameError, InputProblem, NotationError, describe, unknown
from era_of_inventions.tabletop.fields.quantities import Effect
from era_of_inventions.tabletop.files.bounded import path_of
from era_of_inventions.tabletop.files.stretch import Stretch, fold
from era_of_inventions.tabletop.files.toml import REPORTED_MAX, Reader, parse_toml, read_toml, refuse, reported
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import Problem
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.judge import ask_otherwise, under
from era_of_inventions.tabletop.play.quantities import quantities_of
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.record.moves import parse_moves, show_move

T = TypeVar("T")
AnyRulebook = Rulebook[Any, Any]
RESULTS = ("holds", "fails", "open")
"""What comes of a claim; it is open if that depends on something unknown."""
CLAIMS_MAX = 100
"""The most claims of a file."""
STEPS_MAX = 300
"""The most moves in a list of a claim; nobody quarrels about a whole game."""
EFFECTS_MAX = 50
"""The most effects in a list of a claim."""


@attrs.frozen
class ClaimedMove:
    """A move of a claim, as it is usually written. ``seat`` is who is said to make it, None for whoever is to move."""

    text: str
    move: Any
    seat: int | None


@attrs.frozen
class Claim:
    """What somebody claims: moves, whether they are legal, what they cause, scores, winners.

    ``place`` is its key path in the file; ``after`` are moves made before those the claim is about. ``expect`` and its
    companions are what the file expects of the judgement: one of `RESULTS`, which clauses decide it, which
    rulings it rests on. ``about`` are the clauses the claim is an example of.

    Moves that are not ``legal`` fail at a move, which is the one of the number ``fails_at`` if that is claimed; and
    ``forbidden_by`` are, if that is claimed, all clauses that forbid that move. A claim that has ``problems`` cannot be
    judged.
    """

    place: str
    title: str
    after: tuple[ClaimedMove, ...] = ()
    moves: tuple[ClaimedMove, ...] = ()
    legal: bool = True
    fails_at: int | None = None
    forbidden_by: tuple[str, ...] | None = None
    happens: tuple[Effect, ...] = ()
    happens_not: tuple[Effect, ...] = ()
    winners: tuple[int, ...] | None = None
    expect: str | None = None
    expect_clauses: tuple[str, ...] = ()
    expect_rulings: tuple[str, ...] | None = None
    about: tuple[str, ...] = ()
    problems: tuple[InputProblem, ...] = ()


@attrs.frozen
class Dispute:
    """A position and the claims about it, with the players' names by seat."""

    path: str
    title: str
    names: tuple[str, ...]
    game: Game[Any, Any]
    state: Any
    claims: tuple[Claim, ...]

    @property
    def form(self) -> DisputeForm[Any, Any]:
        """What is special about disputes over its game."""
        return self.game.rulebook.disputes

    @property
    def disagreements(self) -> tuple[Problem, ...]:
        """Where its components contradict what the rulebooks state."""
        return self.game.rulebook.law.disagreements(self.game.setting.components)


def read_dispute(
    path: Path | str, rulebook: AnyRulebook | None = None, *, ruleset: object = None, components: object = None
) -> Dispute:
    """Read a dispute file.

    ``rulebook`` is that of a file that does not name its game; others are found among those that are installed. A
    ``ruleset`` and ``components``, as a game takes them, replace what the file says of them. What makes a single claim
    unusable is among its ``problems``. Raises `FileError` with every other problem of the file, or of the component
    file it names, and `GameError` for a preset or shipped set that does not exist.
    """
    path = path_of(path)
    return _dispute(read_toml(path), str(path), path.parent, rulebook, ruleset, components)


def parse_dispute(
    text: str | bytes,
    rulebook: AnyRulebook | None = None,
    *,
    ruleset: object = None,
    components: object = None,
    name: str = "dispute",
) -> Dispute:
    """Parse the text of a dispute, which opens no file and so can name no component file; bytes are UTF-8.

    ``name`` is what errors and reports call it. For the other arguments and the errors raised see `read_dispute`.
    """
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    return _dispute(parse_toml(data, name), name, None, rulebook, ruleset, components)


def _dispute(
    contents: dict[str, Any],
    path: str,
    folder: Path | None,
    rulebook: AnyRulebook | None,
    ruleset: object,
    components: object,
) -> Dispute:
    """The dispute in TOML. ``folder`` is where component files may lie, if they may lie anywhere."""
    problems: list[InputProblem] = []
    reader = Reader(contents, "", problems)
    rulebook = _rulebook(reader, path, rulebook)
    chosen = None if ruleset is None else rulebook.ruleset.resolve(ruleset)
    box = None if components is None else rulebook.components.resolve(components)
    title = _one_line(reader.text("title", default=Path(path).stem))
    position, players = reader.table("position"), reader.table("player")
    names = _names(position, rulebook.player_counts)
    nameless = bool(problems)
    if nameless:
        names = _stand_ins(names, players, rulebook.player_counts())
    rules = _ruleset(reader, rulebook.ruleset, chosen)
    game = Game(rulebook, len(names), rules, _components(reader, folder, rulebook, box))
    readable = len(problems)
    state = (rulebook.disputes.read_position or read_position)(position, players, game, names)
    position.close()
    if not nameless:
        problems += _impossible(state, names, wholly=len(problems) == readable)
    entries = _at_most(reader, "claim", reader.tables("claim"), CLAIMS_MAX)
    claims = tuple(_claim(entry.apart(), state, names) for entry in entries)
    if not claims and reader.get("claim") in (None, []):
        reader.note("claim", Code.MISSING, "is missing; expected at least one [[claim]]")
    reader.close()
    if problems:
        refuse(path, [*problems, *(problem for claim in claims for problem in claim.problems)])
    return Dispute(path, title, names, game, state, claims)


def _rulebook(reader: Reader, path: str, default: AnyRulebook | None) -> AnyRulebook:
    """The rulebook of the game that a file names, or else the default. Raises `FileError` if there is none."""
    known = {} if default is None else {default.name: default}
    name = reader.text("game", "the name of a game", None if default is None else default.name)
    if name not in known and not reader.problems:
        names = registry.names()
        if name in names:
            return registry.rulebook_named(name)
        reader.note("game", Code.UNKNOWN_WORD, unknown(name, sorted({*known, *names})))
    refuse(path, reader.problems)
    return known[name]


def _impossible(state: Any, names: tuple[str, ...], *, wholly: bool) -> Iterator[InputProblem]:
    """Why a position cannot occur, with the key that each reason is about and the readings that would allow it."""
    rulebook, ruleset = state.setting.rulebook, state.setting.ruleset
    if not (found := Game.of(state).check(state)):
        return
    outline = rulebook.outline(state.setting, names)
    otherwise = [*ask_otherwise(ruleset, lambda other: rulebook.law.problems(under(state, other)))]
    for problem in found:
        place = place_of(problem, outline, names) if wholly else "position, as far as it can be read"
        allowing = [f"{other.ruling} = {other.other_reading!r}" for other, rest in otherwise if problem not in rest]
        allowed = f"; not so if read otherwise: {', '.join(allowing)}" if allowing and problem.clause else ""
        yield InputProblem(place, Code.IMPOSSIBLE, problem.render(names) + allowed)


def _at_most(reader: Reader, key: str, entries: Sequence[T], most: int) -> Sequence[T]:
    """The entries of a list; those beyond the most that are judged are noted and left out."""
    if len(entries) > most:
        reader.note(key, Code.TOO_LONG, f"has {len(entries)} entries; expected at most {most}")
    return entries[:most]


def _one_line(text: str) -> str:
    return " ".join(text.split())


# --- Players, readings, components ------------------------------------------------------------------------------------


def _names(position: Reader, player_counts: Callable[[], tuple[int, ...]]) -> tuple[str, ...]:
    """The players' names."""
    *fewer, most = map(str, player_counts())
    counts = f"{', '.join(fewer)} or {most}" if fewer else most
    expected = f"the names of {counts} players, clockwise"
    if not position.has("players"):
        position.note("players", Code.MISSING, f"is missing; expected {expected}")
    entries = position.get("players")
    if isinstance(entries, str):
        entries = [name.strip() for name in entries.split(",")]
        texts = {f"players[{number}]": name for number, name in enumerate(entries, 1)}
    else:
        texts = position.texts("players", expected)
    names = tuple(texts.values())
    for number, (place, name) in enumerate(texts.items()):
        if not _is_name(name):
            message = f"is {describe(name)}; expected a name on one line, without blanks around it"
            position.note(place, Code.MALFORMED, message)
        elif name.casefold() in (other.casefold() for other in names[:number]):
            position.note(place, Code.DUPLICATE, f"{describe(name)} is named twice")
    if isinstance(entries, list) and len(entries) not in player_counts():
        clause = getattr(player_counts, "id", "")
        code = Code.TOO_SHORT if len(entries) < min(player_counts()) else Code.TOO_LONG
        message = f"the number of names is {len(entries)}; expected {counts}{clause and f' [{clause}]'}"
        position.note("players", code, message)
    return names


def _is_name(name: str) -> bool:
    return name.isprintable() and name.strip() == name != ""


def _stand_ins(names: tuple[str, ...], players: Reader, counts: tuple[int, ...]) -> tuple[str, ...]:
    """Names to go on with if those of the players cannot be used, so that what else is wrong is reported too."""
    usable = tuple(dict.fromkeys(name for name in (*names, *players) if _is_name(name)))
    fewest = min((count for count in counts if count >= len(usable)), default=max(counts))
    return usable[:fewest] + tuple(f"player {seat + 1}" for seat in range(len(usable), fewest))


def _ruleset(reader: Reader, kind: type[BaseRuleset], chosen: BaseRuleset | None) -> BaseRuleset:
    """The ruleset: the one that was chosen, or else a preset and single readings in the table ``[rulings]``."""
    rules = kind.preset(reader.choice("ruleset", kind.presets, "default"))
    table = reader.table("rulings")
    known = {ruling.id: ruling for ruling in kind.rulings()}
    for key in table:
        if key not in known:
            table.note(key, Code.UNKNOWN_KEY, unknown(key, known))
        else:
            reading = table.choice(key, known[key].names, getattr(rules, known[key].field))
            rules = rules.with_reading(key, reading)
    return rules if chosen is None else chosen


def _components(reader: Reader, folder: Path | None, rulebook: AnyRulebook, chosen: object) -> object:
    """The components: those that were chosen, or else those of the file; with the values the dispute gives itself."""
    name = reader.text("components", default=rulebook.components.default)
    components = _components_named(name, reader, folder, rulebook.components) if chosen is None else chosen
    return rulebook.components.override(reader, components)


def _components_named(name: str, reader: Reader, folder: Path | None, sets: ComponentSets[Any]) -> object:
    """A set that comes with the rulebook, or that of a file beside the dispute; the usual one, with a note, if none."""
    if name in sets.shipped():
        return sets.load(name)
    if not name.lower().endswith(".toml"):
        reader.note("components", Code.UNKNOWN_WORD, unknown(name, [*sets.shipped(), "a path that ends in .toml"]))
    elif folder is None:
        message = f"is {describe(name)}, and no file is opened; expected one of {', '.join(sets.shipped())}"
        reader.note("components", Code.UNREADABLE, message)
    elif not _below(folder, name):
        message = f"is {describe(name)}; expected a file in the folder of this one or below it"
        reader.note("components", Code.UNREADABLE, message)
    else:
        return sets.read(folder / name)
    return sets.load(sets.default)


def _below(folder: Path, name: str) -> bool:
    """Whether a path leads to something in a folder or below it, and no link leads out of it."""
    if ".." in PurePath(name).parts or PurePath(name).is_absolute():
        return False
    try:
        return (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, or a null character
        return False


# --- Claims -----------------------------------------------------------------------------------------------------------


def _claim(reader: Reader, state: Any, names: tuple[str, ...]) -> Claim:
    rulebook = state.setting.rulebook
    clauses = [clause.id for clause in rulebook.law.clauses]
    rulings = [ruling.id for ruling in rulebook.ruleset.rulings()]
    before = len(reader.problems)
    after, moves = _steps(reader, "after", state, names), _steps(reader, "moves", state, names)
    about = "; ".join(step.text for step in moves) or ("its moves" if reader.has("moves") else "the position")
    title = _one_line(reader.text("claim", default=about))
    expect = reader.choice("expect", RESULTS) if reader.has("expect") else None
    forbidden_by = _known_words(reader, "forbidden_by", clauses) if reader.has("forbidden_by") else None
    most = len(moves) if len(reader.problems) == before else STEPS_MAX  # a move that is not understood counts too
    fails_at = reader.integer("fails_at", 1, max(1, most), 1) if reader.has("fails_at") else None
    claim = Claim(
        place=reader.place,
        title=title,
        after=after,
        moves=moves,
        legal=reader.flag("legal", default=fails_at is None and forbidden_by is None),
        fails_at=fails_at,
        forbidden_by=forbidden_by,
        happens=_effects(reader, "happens", state, names),
        happens_not=_effects(reader, "happens_not", state, names),
        winners=_winners(reader, names),
        expect=expect,
        expect_clauses=_known_words(reader, "expect_clauses", clauses),
        expect_rulings=_known_words(reader, "expect_rulings", rulings) if reader.has("expect_rulings") else None,
        about=_known_words(reader, "about", clauses),
    )
    _note_contradictions(reader, claim)
    reader.close()
    return attrs.evolve(claim, problems=reported(reader.problems)) if reader.problems else claim


def _note_contradictions(reader: Reader, claim: Claim) -> None:
    """Note what does not go together in a claim."""
    if not any(reader.get(key) for key in ("moves", "happens", "happens_not", "winners")):
        message = "claims nothing; expected moves, happens, happens_not or winners"
        reader.problems.append(InputProblem(reader.place, Code.MISSING, message))
    for key in ("legal", "fails_at", "forbidden_by"):
        if reader.has(key) and not reader.get("moves"):
            reader.note(key, Code.INCONSISTENT, "is about no moves; expected moves too")
    if claim.legal and (claim.fails_at is not None or claim.forbidden_by is not None):
        message = "does not go with fails_at and forbidden_by, which claim that the moves are not legal"
        reader.note("legal", Code.INCONSISTENT, message)
    if not claim.legal:
        for key in ("happens", "happens_not", "winners"):
            if reader.has(key):
                message = "does not go with moves that are not legal, for these have no effects"
                reader.note(key, Code.INCONSISTENT, message)


def _winners(reader: Reader, names: tuple[str, ...]) -> tuple[int, ...] | None:
    if not reader.has("winners"):
        return None
    winners = _known_words(reader, "winners", names)
    if reader.get("winners") == []:
        reader.note("winners", Code.TOO_SHORT, f"is empty; expected some of {', '.join(names)}")
    return tuple(sorted({names.index(name) for name in winners}))


def _known_words(reader: Reader, key: str, known: Sequence[str]) -> tuple[str, ...]:
    usual = {fold(word): word for word in known}
    words = reader.texts(key)
    for place, word in words.items():
        if fold(word) not in usual:
            reader.note(place, Code.UNKNOWN_WORD, unknown(word, known))
    return tuple(usual[fold(word)] for word in words.values() if fold(word) in usual)


def _effects(reader: Reader, key: str, state: Any, names: tuple[str, ...]) -> tuple[Effect, ...]:
    quantities = quantities_of(state.setting, names)
    return _parsed(reader, key, EFFECTS_MAX, lambda text: [quantities.parse(text)])


def _steps(reader: Reader, key: str, state: Any, names: tuple[str, ...]) -> tuple[ClaimedMove, ...]:
    return tuple(
        _at_most(reader, key, _parsed(reader, key, STEPS_MAX, lambda text: parse_steps(text, state, names)), STEPS_MAX)
    )


def _parsed(reader: Reader, key: str, most: int, parse: Callable[[str], list[T]]) -> tuple[T, ...]:
    """The texts of a list as a parser understands them; what it refuses is noted and left out."""
    parsed: list[T] = []
    for place, text in _at_most(reader, key, list(reader.texts(key).items()), most):
        if len(reader.problems) > REPORTED_MAX:  # to word a problem takes long, and no more are told
            break
        try:
            parsed += parse(text)
        except (GameError, ValueError) as error:
            reader.note(place, Code.MALFORMED, str(error))
    return tuple(parsed)


def parse_steps(text: str, state: Any, names: Sequence[str]) -> list[ClaimedMove]:
    """The moves in a text, one or several as in the text of a game, with, perhaps, a name before: ``Green: take cog``.

    Where it matters who makes a move, it is by default whoever is to move in that position. What not everybody sees of
    a move can be left open: ``cover ?``. Raises `GameError` for another text.
    """
    rulebook = state.setting.rulebook
    name, colon, _ = text.partition(":")
    seats = {fold(other): seat for seat, other in enumerate(names)}
    seat = seats.get(fold(name)) if colon else None
    if colon and seat is None:
        raise GameError(unknown(name.strip(), names))
    to_move = rulebook.to_move(state)
    mover = seat if seat is not None or not isinstance(to_move, int) else to_move
    said = Stretch(text, len(name) + 1 if colon else 0, len(text))
    steps = []
    for _, _, move in parse_moves(said, state.setting, seat=mover, partly=True):
        if isinstance(move, NotationError):
            raise move
        shown = show_move(move, state.setting)
        steps.append(ClaimedMove(shown if seat is None else f"{names[seat]}: {shown}", move, seat))
    return steps
