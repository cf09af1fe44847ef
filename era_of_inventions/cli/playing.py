"""``era play``: a game at the terminal, for one person or several, and bots."""

from __future__ import annotations

import argparse
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import attrs

from era_of_inventions import render
from era_of_inventions.cli.command import HOLDS, Commands, command, component_set, whole
from era_of_inventions.cli.documents import read_record, save_record
from era_of_inventions.component_files import load_shipped
from era_of_inventions.errors import EraError, FileError, NotationError
from era_of_inventions.game import Game, IllegalMoveError
from era_of_inventions.kernel.verdict import Event, RestsOn
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import REVEALS, State
from era_of_inventions.notation import Stretch, parse_moves, show_move
from era_of_inventions.record import Record
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import PRESETS
from era_of_inventions.simulation import at_random
from era_of_inventions.verdict_text import verdict_lines, wrapped

CHANCE = "Chance"
ROWS_MIN = 10
"""Moves up to which a list stays in one column."""
HELP = """\
Type the number of a move, or the move as it is written: market 2 coins > cog. And:
  moves         list the legal moves        show          show the table
  why MOVE      judge a move, not made      score         the score as if the game ended here
  undo [N]      take back N own decisions   note TEXT     write a comment into the record
  save FILE     save the game               quit          stop playing (the game is saved if it has a file)"""


def add_to(commands: Commands) -> None:
    """Add the command."""
    play = command(commands, "play", _play, "play at the terminal")
    play.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a game to go on with, or where to keep a new one"
    )
    play.add_argument("-p", "--players", type=whole, choices=player_counts(), help="how many play (default 4)")
    play.add_argument("--names", metavar="A,B,…", help="the names of the players in clockwise order")
    play.add_argument("--bots", metavar="A,B,…", help="which of them play at random by themselves")
    play.add_argument("-s", "--seed", type=whole, help="for chance and bots, to get the same ones again")
    play.add_argument("--by-hand", action="store_true", help="ask what has been turned over, instead of dealing")
    play.add_argument("--ruleset", choices=PRESETS, help="by which readings (default 'default')")
    play.add_argument("--components", metavar="SET", help="a shipped set or a file (default 'reconstructed')")


def _play(options: argparse.Namespace) -> int:
    with suppress(ImportError):
        import readline  # noqa: F401  # what is typed can then be edited, and found again
    table = Table(_record(options), options.file, random.Random(options.seed), options.by_hand)
    table.bots = frozenset(_seat(name, table.record.names) for name in _listed("--bots", options.bots))
    table.keep()
    table.play()
    return HOLDS


def _record(options: argparse.Namespace) -> Record:
    """The game in the file, or a new one."""
    given = [name for name in ("players", "names", "ruleset") if getattr(options, name) is not None]
    if options.file is not None and options.file.exists():
        if given:
            raise EraError(f"{options.file}: holds a game with its own players and readings; leave out --{given[0]}")
        sets = [] if options.components is None else [component_set(options.components)]
        return read_record(options.file, sets)
    names = _listed("--names", options.names)
    components = load_shipped("reconstructed") if options.components is None else component_set(options.components)
    game = Game(options.players or len(names) or 4, options.ruleset or "default", components)
    return Record(game.new(), names=names) if names else Record(game.new())


def _listed(option: str, text: str | None) -> tuple[str, ...]:
    """The names that an option lists, none if it is not there."""
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if "" in names:
        raise EraError(f"{option}: name {names.index('') + 1} of {text!r} is empty; expected names with commas between")
    return names


def _seat(name: str, names: Sequence[str]) -> int:
    folded = [known.casefold() for known in names]
    if name.casefold() not in folded:
        raise EraError(f"nobody is called {name!r}; expected one of {', '.join(names)}")
    return folded.index(name.casefold())


@attrs.define
class Table:
    """A game that is being played. After each decision of a person it is saved, if it has a file."""

    record: Record
    file: Path | None
    rng: random.Random
    by_hand: bool
    bots: frozenset[int] = frozenset()
    state: State = attrs.field(init=False)
    kept: Record | None = attrs.field(init=False, default=None)
    """What the file holds, as far as this game knows."""

    def __attrs_post_init__(self) -> None:
        """Begin where the record ends."""
        self.state = self.record.end()
        if self.file is not None and self.file.exists():
            self.kept = self.record

    @property
    def game(self) -> Game:
        """The game that is played."""
        return Game.of(self.state)

    @property
    def mover(self) -> str:
        """Whoever is to move."""
        return CHANCE if self.state.turn.phase in REVEALS else self.record.names[self.state.turn.seat]

    def play(self) -> None:
        """Ask and answer until the game is over or somebody stops it."""
        self._go_on()
        self._show()
        while not self.game.is_over(self.state):
            try:
                line = input(f"{self.mover}> ").strip()
            except EOFError:
                print()
                break
            try:
                if not self._answer(line):
                    break
            except NotationError as error:
                print(f"{error}  (? tells what else can be said)")
            except EraError as error:
                print(error)
        self.keep()
        if self.file is None and self.record.moves:
            print("the game was not saved")
        if self.game.is_over(self.state):
            print("\n".join(self._scores()))

    def _answer(self, line: str) -> bool:
        """Do what a line says; false ends the playing."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "": lambda _: self._list(),
            "?": lambda _: print(HELP),
            "help": lambda _: print(HELP),
            "moves": lambda _: self._list(),
            "show": lambda _: self._show(),
            "score": lambda _: print("\n".join(self._scores())),
            "why": self._why,
            "undo": self._undo,
            "note": self._note,
            "save": self._save,
        }
        if word in ("quit", "exit"):
            return False
        if word in commands:
            commands[word](rest.strip())
        else:
            for move in self._meant(line):
                if not self._make(move):
                    break
            self._after()
        return True

    def _meant(self, line: str) -> list[Move]:
        """The moves that a line says: by number, or written as in a game, with or without the name before them."""
        legal = self.game.legal_moves(self.state)
        name, colon, rest = line.partition(":")
        if not line.isdecimal():
            if colon and name.strip().casefold() != self.mover.casefold():
                raise EraError(f"{name.strip()!r} is not to move; expected {self.mover}, or no name")
            said = Stretch(rest, 0, len(rest)) if colon else Stretch(line, 0, len(line))
            moves = [move for _, _, move in parse_moves(said, self.state.setting, seat=self.state.turn.seat)]
            for move in moves:
                if isinstance(move, NotationError):
                    raise move
            return [move for move in moves if isinstance(move, Move)]
        if not 1 <= int(line[:9]) <= len(legal):
            raise EraError(f"there is no move {line[:9]}; expected 1 to {len(legal)} (`moves` lists them)")
        return [legal[int(line) - 1]]

    def _make(self, move: Move) -> bool:
        """Make a move, or tell why it cannot be made."""
        try:
            self._do(move)
        except IllegalMoveError as error:
            print(f"{self._words(move)}: NOT LEGAL")
            print("\n".join(verdict_lines(error.verdict, self.record.names, self.state.ruleset)))
            return False
        return True

    def _after(self) -> None:
        """Let the others go on, and say what can be done next."""
        self._go_on()
        self.keep()
        if not self.game.is_over(self.state):
            self._list()

    def _do(self, move: Move) -> None:
        """Make a move and tell what it does."""
        after = self.game.play(self.state, move)
        events = self.game.events(self.state, move)
        told = "; ".join(self._told(events))
        print(f"{self.mover}: {self._words(move)}{f'  ({told})' if told else ''}")
        self.record, self.state = self.record.then(move), after

    def _go_on(self) -> None:
        """Deal and let bots decide until a person has to."""
        while not self.game.is_over(self.state):
            chance = self.state.turn.phase in REVEALS
            if self.by_hand if chance else self.state.turn.seat not in self.bots:
                return
            self._do(at_random(self.game, self.state, self.game.legal_moves(self.state), self.rng))

    def _told(self, events: Sequence[Event]) -> Iterator[str]:
        """What changed in what players have; where cards and discs lie the next picture shows."""
        for event in events:
            if event.seat is not None and event.change and not event.what.startswith("disc on"):
                yield f"{self.record.names[event.seat]} {event.what} {event.before} → {event.after}"

    def _words(self, move: Move) -> str:
        return show_move(move, self.state.setting)

    def _show(self) -> None:
        print(render.text(self.state, names=self.record.names))
        if not self.game.is_over(self.state):
            self._list()

    def _list(self) -> None:
        """The legal moves with their numbers, in as many columns as there is room for."""
        moves = [f"{n:4}  {self._words(move)}" for n, move in enumerate(self.game.legal_moves(self.state), 1)]
        width = 2 + max(map(len, moves))
        columns = min(max(1, shutil.get_terminal_size((100, 24)).columns // width), -(-len(moves) // ROWS_MIN))
        rows = -(-len(moves) // columns)
        for row in range(rows):
            print("".join(words.ljust(width) for words in moves[row::rows]).rstrip())

    def _why(self, text: str) -> None:
        (move, *_) = self._meant(text)
        verdict = self.game.judge(self.state, move)
        print(f"{self._words(move)}: {'legal' if verdict.legal else 'NOT LEGAL'}")
        print("\n".join(verdict_lines(verdict, self.record.names, self.state.ruleset)))
        for rest in verdict.rests_on or ():
            otherwise = f"{rest.ruling}: read as {rest.reading!r} it would {_otherwise(rest)}"
            print("\n".join(wrapped("    rests on ", otherwise)))

    def _undo(self, text: str) -> None:
        if text and not text.isdecimal():
            raise EraError(f"{text!r} is no number of decisions; expected one such as 2")
        wanted = int(text or "1")
        made = self._decisions()
        if not made:
            raise EraError("there is nothing to take back")
        if not 1 <= wanted <= len(made):
            raise EraError(f"{wanted} cannot be taken back; expected 1 to {len(made)}")
        notes = len(self.record.comments)
        self.record = self.record.until(made[-wanted])
        self.state = self.record.end()
        lost = notes - len(self.record.comments)
        print(f"back before move {len(self.record.moves) + 1}{f', without {lost} notes' if lost else ''}")
        self.keep()
        self._go_on()
        self._list()

    def _decisions(self) -> list[int]:
        """The numbers of the moves that people have made, or told of if they deal by hand."""
        told = (None,) if self.by_hand else ()
        people = {*told, *range(self.state.setting.players)} - self.bots
        return [step.number for step in self.record.replay() if step.seat in people]

    def _note(self, text: str) -> None:
        if not text:
            raise EraError("a note is missing; expected its text behind the word")
        here = (len(self.record.moves), text)
        self.record = attrs.evolve(self.record, comments=(*self.record.comments, here))
        self.keep()

    def _save(self, name: str) -> None:
        if not name and self.file is None:
            raise EraError("the game has no file; expected its name behind the word")
        path = Path(name) if name else self.file
        assert path is not None
        save_record(path, self.record, overwrite=False)
        self.file, self.kept = path, self.record
        print(f"{path}: saved")

    def keep(self) -> None:
        """Save the game, if it has a file. Raises `FileError` if somebody else has changed that meanwhile."""
        if self.file is None or self.kept == self.record:
            return
        if self.kept is not None and read_record(self.file, [self.state.components]) != self.kept:
            raise FileError(str(self.file), ["was changed meanwhile; nothing was written (`save FILE` takes another)"])
        save_record(self.file, self.record, overwrite=self.kept is not None)
        self.kept = self.record

    def _scores(self) -> Iterator[str]:
        score = self.game.score(self.state)
        for line in score.lines:
            if line.points:
                basis = f" ({line.basis})" if line.basis else ""
                yield f"  {self.record.names[line.seat]}: {line.points} by {line.clause}{basis}"
        for seat, points in enumerate(score.totals):
            winner = " - wins" if seat in score.winners and self.game.is_over(self.state) else ""
            yield f"{self.record.names[seat]}: {points}{winner}"


def _otherwise(rest: RestsOn) -> str:
    if rest.changes == "effects":
        return "do something else"
    return "be legal" if rest.legal else "not be legal"
