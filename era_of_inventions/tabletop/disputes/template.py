"""Templates of disputes: a position in which a chapter of the rulebook matters, every key that can be told, a claim."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Any

from era_of_inventions.tabletop.disputes.claims import judge_dispute
from era_of_inventions.tabletop.disputes.file import parse_dispute
from era_of_inventions.tabletop.errors import FileError, GameError, unknown
from era_of_inventions.tabletop.fields.layout import fields_of
from era_of_inventions.tabletop.fields.outline import Description
from era_of_inventions.tabletop.law.clause import Chapter, Kind
from era_of_inventions.tabletop.law.verdict import Outcome, Verdict
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.judge import judge
from era_of_inventions.tabletop.play.quantities import quantities_of
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.record.moves import show_move
from era_of_inventions.tabletop.record.positions import described

GAMES, POSITIONS = 4, 6
"""How many games are played at random to find a position, and how many positions are tried."""
PLIES_MAX = 1500
ACTING = (Kind.GRANT, Kind.COST, Kind.EFFECT, Kind.TRIGGER)
"""The kinds of clauses that do something of themselves."""
JUDGED_MAX = 1500
"""How many moves of these games are judged."""
ALIKE = 2
"""How many positions are tried in which the same kind of move is made in the same part of the game."""
HEAD = """\
# {title}: a dispute about this chapter: {about}. `era judge FILE` judges the file.
# Lines that begin with a hash are the other keys, with what is taken to lie there if the file does not tell it.
"""
CLAIM = """
[[claim]]
claim = "What somebody claims, in a sentence"
moves = [{moves}]
# after = []                # moves that were made before
# legal = false             # it is claimed that they are not all legal
# fails_at = 1              # it is claimed which of them is not
# forbidden_by = []         # it is claimed which clauses, and no others, forbid it
# happens = [{happens}]
# happens_not = []
# winners = [{winner}]
"""


def template(rulebook: Rulebook[Any, Any], chapter: str) -> str:
    """A dispute file about a chapter, which is judged as it stands. Raises `GameError` if there is no such chapter."""
    chapters = {known.name: known for known in rulebook.law.chapters}
    if chapter not in chapters:
        raise GameError(f"the chapter {unknown(chapter, list(chapters))}")
    counts = rulebook.player_counts()
    game = Game(rulebook, counts[len(counts) // 2])
    granted = _kinds(chapters[chapter], (Kind.GRANT,)) or _kinds(chapters[chapter], tuple(Kind))
    searches = (_acting(game, chapters[chapter]), _positions(game, granted), _positions(game, {*game.rulebook.kinds}))
    for search, of in zip(searches, (chapter, None, None), strict=True):
        found = list(islice(search, POSITIONS))
        for whole in (False, True):
            for state, move in found:
                text = _text(chapters[chapter], state, move, whole=whole)
                if _holds(text, rulebook, of):
                    return text
    raise AssertionError(f"no template about {chapter}")  # whole positions of a game can be told and judged


def _kinds(chapter: Chapter, of: Sequence[Kind]) -> set[type]:
    """The kinds of moves that clauses of a chapter are about."""
    return {kind for clause in chapter.clauses if clause.kind in of for kind in clause.on}


def _played(game: Game[Any, Any]) -> Iterator[tuple[Any, random.Random]]:
    """The positions of games played at random from the first decision on, with what draws the moves."""
    for seed in range(GAMES):
        rng, state = random.Random(seed), game.new()
        while game.chances(state):
            state = game.deal(state, rng)
        for _ in range(PLIES_MAX):
            if game.is_over(state):
                break
            yield state, rng
            chance = game.chances(state)
            state = game.deal(state, rng) if chance else game.play_unchecked(state, rng.choice(game.legal_moves(state)))


def _positions(game: Game[Any, Any], kinds: Container[type]) -> Iterator[tuple[Any, Any]]:
    """Positions of games in which a move of these kinds is legal, with that move."""
    for state, rng in _played(game):
        about = [move for move in game.legal_moves(state) if type(move) in kinds]
        if about and not game.chances(state):
            yield state, rng.choice(about)


def _acting(game: Game[Any, Any], chapter: Chapter) -> list[tuple[Any, Any]]:
    """Positions of games in which a clause of a chapter acts in a move, with that move.

    If it permits any, they are all such moves, and if possible moves about something.
    """
    if not any(clause.kind in ACTING for clause in chapter.clauses):
        return []
    granted = _kinds(chapter, (Kind.GRANT,))
    found = list(islice(_found_acting(game, chapter), POSITIONS))
    for kinds in ({kind for kind in granted if fields_of(kind)}, granted):
        if chosen := [(state, move) for state, move in found if type(move) in kinds]:
            return chosen
    return found


def _found_acting(game: Game[Any, Any], chapter: Chapter) -> Iterator[tuple[Any, Any]]:
    section = game.rulebook.grammar.section
    of_occasions = any(clause.kind is Kind.TRIGGER for clause in chapter.clauses)
    kinds = {*game.rulebook.kinds} if of_occasions else _kinds(chapter, tuple(Kind))
    every = ((state, move) for state, rng in _played(game) for move in _one_of_each_kind(game, state, rng))
    moves = ((state, move) for state, move in every if type(move) in kinds)
    found = Counter[tuple[str, type]]()
    for state, move in islice(moves, JUDGED_MAX):
        alike = section(state), type(move)
        if found[alike] < ALIKE and _acts(judge(state, move, rulings=False), chapter.name):
            found[alike] += 1
            yield state, move


def _one_of_each_kind(game: Game[Any, Any], state: Any, rng: random.Random) -> list[Any]:
    legal = list(game.legal_moves(state))
    rng.shuffle(legal)
    return list({type(move): move for move in legal}.values())


def _acts(verdict: Verdict, chapter: str) -> bool:
    """Whether a clause of a chapter permits a move, or does something in it."""
    follows = (finding.clause for finding in verdict.occasions if finding.outcome is Outcome.PERMITS)
    events = (event.clause for event in verdict.events)
    acting = (*(clause.id for clause in (*verdict.permitted_by, *follows)), *events)
    return any(id_.startswith(f"{chapter}.") for id_ in acting)


def _holds(text: str, rulebook: Rulebook[Any, Any], chapter: str | None) -> bool:
    """Whether the claim of a file holds, and a clause of the ``chapter``, if one is given, acts in it."""
    try:
        (judgement,) = judge_dispute(parse_dispute(text, rulebook))
    except FileError:
        return False
    return judgement.holds and (not chapter or any(_acts(verdict, chapter) for _, verdict in judgement.verdicts))


def _text(chapter: Chapter, state: Any, move: Any, *, whole: bool) -> str:
    """The file; unless the ``whole`` position is told, only what is awaited in it."""
    rulebook, setting = state.setting.rulebook, state.setting
    names = rulebook.grammar.seat_names(setting.players)
    seat = rulebook.to_move(state)
    start = rulebook.positions.start(state) if rulebook.positions.start else 0
    position, usual = described(state, names), described(Game.of(state).new(start), names)
    lines = [HEAD.format(title=rulebook.title, about=chapter.title)]
    lines += [f"game = {json.dumps(rulebook.name)}", f"title = {json.dumps(chapter.title)}"]
    lines += ["", "[position]", f"players = {json.dumps(names)}", f"start = {json.dumps(names[start])}"]
    lines += _of_turn(position, usual)
    happens = f"{names[0]} {quantities_of(setting, names).names(own=True)[0]} +1"
    texts = {"moves": show_move(move, setting), "happens": happens, "winner": names[0]}
    claim = CLAIM.format(**{key: json.dumps(text) for key, text in texts.items()})
    if not whole:
        try:
            usual = described(parse_dispute("\n".join((*lines, claim)), rulebook).state, names)
        except FileError:
            return ""  # the turn does not go with what lies on the table at the beginning
    return "\n".join((*lines, *_tables(position, usual, names, seat, whole=whole), claim))


def _of_turn(position: Description, usual: Description) -> Iterator[str]:
    """The keys of the turn, and the tables of what came before in it."""
    outline = position.outline
    turn, *before = position.of[outline.turn]
    yield from outline.parts[outline.turn].lines.show_keys(turn, usual.of[outline.turn][0])
    for action in before:
        earlier = outline.parts[outline.turn].before
        assert earlier
        yield from ("", f"[[position.{earlier.words}]]", *earlier.lines.show_table(action, {}))


def _tables(
    position: Description, usual: Description, names: Sequence[str], seat: Any, *, whole: bool
) -> Iterator[str]:
    """The tables of the other parts of a position, with all keys."""
    outline = position.outline
    for name, part in outline.parts.items():
        base = usual.of[name]
        held = position.of[name] if whole else base
        if name == outline.players:
            for number, values in enumerate(held):
                if whole or number == seat:
                    name = names[number]
                    yield from ("", f"[player.{name if name.isalnum() and name.isascii() else json.dumps(name)}]")
                    yield from part.lines.show_keys(values, base[number])
        elif name != outline.turn:
            yield from ("", f"[position.{part.words.replace(' ', '_')}]")
            yield from part.lines.show_keys(held[0], base[0])
