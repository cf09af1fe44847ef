"""``era play``: a game at the terminal, for one person or several, and bots."""

from __future__ import annotations

import argparse
import random
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import attrs

from era_of_inventions import render
from era_of_inventions.cli.command import (
    ENDED,
    HOLDS,
    Commands,
    brief,
    command,
    component_set,
    give_up_output,
    number,
    whole,
)
from era_of_inventions.cli.documents import read_record
from era_of_inventions.cli.keeping import Keeper
from era_of_inventions.cli.lines import Lines
from era_of_inventions.component_sets.files import load_shipped
from era_of_inventions.game import Game
from era_of_inventions.model.moves import Move, RevealCard, RevealFactory
from era_of_inventions.model.state import REFRESH_FACTORIES, REVEALS, SETUP_FACTORIES, State
from era_of_inventions.notation import VERBS, Stretch, parse_moves, show_move
from era_of_inventions.record import Record
from era_of_inventions.record.record import with_blanks
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import GameError, NotationError, describe
from era_of_inventions.tabletop.law.verdict import Event
from era_of_inventions.tabletop.play.game import IllegalMoveError
from era_of_inventions.tabletop.play.simulation import at_random
from era_of_inventions.verdict_text import verdict_lines, wrapped

CHANCE = "Chance"
ROWS_MIN = 10
"""Moves up to which a list stays in one column."""
HELP = """\
Type the number of a move, or the move as it is written: market 2 coins > cog. And:
  moves         list the legal moves        show          show the table
  why MOVE      judge it without making it  score         the score as if the game ended here
  undo [N]      take back N of your moves   note TEXT     write a comment into the record
  save          save the game in its file   save FILE     save it in a new file, and keep it there from now on
  quit          stop playing; a game that has a file is saved first, or goes on and says why it cannot be;
                of a game that has none the text is printed
  quit!         stop playing, whether the game is saved or not
A line can hold several moves with semicolons between them: take cog; end turn. A name before them says whose they are.
When Chance is asked, type the ids of what has been turned over: sawmill-1, mint-2."""


def add_to(commands: Commands) -> None:
    """Add the command."""
    play = command(commands, "play", _play, "play at the terminal")
    play.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a game to go on with, or where to keep a new one"
    )
    play.add_argument("-p", "--players", type=whole, choices=player_counts(), help="how many play (default 4)")
    play.add_argument("--names", metavar="A,B,…", help="the names of the players in clockwise order")
    play.add_argument("--bots", metavar="A,B,…", help="which of them play at random by themselves")
    play.add_argument("-s", "--seed", type=whole, help="seed for chance and bots, to have the same again")
    play.add_argument("--by-hand", action="store_true", help="ask what has been turned over, instead of dealing")
    play.add_argument("--ruleset", choices=Ruleset.presets, help="by which readings (default 'default')")
    play.add_argument("--components", metavar="SET", help="a shipped set or a file (default 'reconstructed')")


def _play(options: argparse.Namespace) -> int:
    with suppress(ImportError):
        import readline  # noqa: F401  # what is typed can then be edited, and recalled
    record = _record(options)
    keeper = Keeper(options.file, record if options.file is not None and options.file.exists() else None)
    bots = frozenset(_seat(name, record.names) for name in _listed("--bots", options.bots))
    keeper.keep(record)
    table = Table(record, keeper, random.Random(options.seed), options.by_hand, bots)
    with table.lines.heeding():
        return _played(table, options)


def _played(table: Table, options: argparse.Namespace) -> int:
    """Play; the exit status is returned. If a signal ended a game that has a file, say how to go on with it.

    Raises `GameError` if the game is not saved in its file, unless a signal ended it.
    """
    lines, keeper = table.lines, table.keeper
    try:
        table.play()
        if not lines.ended:
            return HOLDS
        if keeper.file is not None:
            print(f"{keeper.file}: the game is kept here; `{_again(keeper.file, options)}` goes on with it", flush=True)
    except GameError as error:
        if not lines.ended:
            raise
        print(error, file=sys.stderr)
    except OSError:
        if not lines.asked:
            raise
        give_up_output()  # the terminal is gone
    return ENDED + lines.asked


def _again(file: Path, options: argparse.Namespace) -> str:
    """The command that goes on with a game."""
    said = [(f"--{name}", getattr(options, name)) for name in ("bots", "components")]
    words = [word for option, value in said if value is not None for word in (option, value)]
    return shlex.join(["era", "play", str(file), *words, *(["--by-hand"] if options.by_hand else [])])


def _record(options: argparse.Namespace) -> Record:
    """The game in the file, or a new one."""
    given = [name for name in ("players", "names", "ruleset") if getattr(options, name) is not None]
    if options.file is not None and options.file.exists():
        if given:
            raise GameError(f"{options.file}: holds a game with its own players and readings; leave out --{given[0]}")
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
        raise GameError(
            f"{option}: name {names.index('') + 1} of {text!r} is empty; expected names separated by commas"
        )
    return names


def _seat(name: str, names: Sequence[str]) -> int:
    folded = [known.casefold() for known in names]
    if name.casefold() not in folded:
        raise GameError(f"nobody is called {name!r}; expected one of {', '.join(names)}")
    return folded.index(name.casefold())


@attrs.define
class Table:
    """A game that is being played. After each decision of a person it is saved, if it has a file."""

    record: Record
    keeper: Keeper
    rng: random.Random
    by_hand: bool
    bots: frozenset[int] = frozenset()
    lines: Lines = attrs.Factory(Lines)
    state: State = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin where the record ends."""
        self.state = self.record.end()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return Game.of(self.state)

    @property
    def mover(self) -> str:
        """Whoever is to move."""
        return CHANCE if self.state.turn.phase in REVEALS else self.record.names[self.state.turn.seat]

    def play(self) -> None:
        """Ask and answer until the game is over or somebody stops it. However it ends, what was decided is saved.

        Raises `GameError` if it is not saved in its file.
        """
        try:
            self._ask()
        finally:
            self.keeper.leave(self.record)
            if self.keeper.file is None and self.record.moves:
                print(self.keeper.unkept(self.record))
        if self.game.is_over(self.state):
            print("\n".join(self._scores()))

    def _ask(self) -> None:
        self._go_on()
        self._show()
        while not self.game.is_over(self.state):
            try:
                line = self.lines.next(f"{self.mover}> ").strip()
            except EOFError:
                print()
                return
            try:
                if not self._answer(line):
                    return
            except NotationError as error:
                print(f"{error}  (? lists what you can type)")
            except GameError as error:
                print(error)

    def _answer(self, line: str) -> bool:
        """Do what a line says; false ends the session."""
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        alone: dict[str, Callable[[], None]] = {
            "": self._list,
            "?": lambda: print(HELP),
            "help": lambda: print(HELP),
            "moves": self._list,
            "show": self._show,
            "score": lambda: print("\n".join(self._scores())),
        }
        followed = {"why": self._why, "undo": self._undo, "note": self._note, "save": self._save}
        ending = {"quit": self._keep, "exit": self._keep, "quit!": self._give_up, "exit!": self._give_up}
        if rest and word in {**alone, **ending}:
            raise GameError(f"found {describe(rest)}, expected nothing more after {word!r}")
        if word in ending:
            return not ending[word]()
        if word in alone:
            alone[word]()
        elif word in followed:
            followed[word](rest)
        else:
            self._make_all(line)
            self._after()
        return True

    def _keep(self) -> bool:
        """Save the game if it has a file, or tell why it is not saved and what can be done."""
        try:
            self.keeper.keep(self.record)
        except GameError as error:
            ways = "`save FILE` saves the game in another file, `quit!` stops without saving"
            print(f"{error}\n{self.keeper.unsaved(self.record)}: {ways}")
            return False
        return True

    def _give_up(self) -> bool:
        """Leave the game unsaved, and say so."""
        if self.keeper.file is not None and self.keeper.kept != self.record:
            print(self.keeper.unsaved(self.record))
        self.keeper.given_up = True
        return True

    def _meant(self, line: str) -> list[Move]:
        """The moves that a line names: by number, or written as in a game, with or without the name before them."""
        typed = line.rstrip("; ")
        if typed.isdecimal():
            legal = self.game.legal_moves(self.state)
            chosen = number(typed) or 0
            if not 1 <= chosen <= len(legal):
                raise GameError(f"there is no move {brief(typed)}; expected 1 to {len(legal)} (`moves` lists them)")
            return [legal[chosen - 1]]
        name, colon, _ = line.partition(":")
        if colon and name.strip().casefold() != self.mover.casefold():
            raise GameError(f"{describe(name.strip())} is not to move; expected {self.mover}, or no name")
        said = Stretch(line, len(name) + 1, len(line)) if colon else Stretch.of(line)
        if self.state.turn.phase in REVEALS and said.head_and_rest()[0].folded not in {*VERBS} - {"reveal"}:
            *phrases, last = said.split(";")
            phrases += [last] if last.folded or not phrases else []
            return [self._turned_over(part) for phrase in phrases for part in phrase.split(",")]
        moves = [move for _, _, move in parse_moves(said, self.state.setting, seat=self.state.turn.seat)]
        for move in moves:
            if isinstance(move, NotationError):
                raise move
        return [move for move in moves if isinstance(move, Move)]

    def _turned_over(self, said: Stretch) -> Move:
        """What has been turned over, of which the id is enough: ``sawmill-1`` for ``reveal factory sawmill-1``."""
        components = self.state.components
        cards: dict[str, Move] = {card.id.casefold(): RevealCard(n) for n, card in enumerate(components.cards)}
        factories: dict[str, Move] = {
            card.id.casefold(): RevealFactory(n) for n, card in enumerate(components.factories)
        }
        head, rest = said.head_and_rest()
        if head.folded == "reveal":
            said, (head, rest) = rest, rest.head_and_rest()
        if head.folded == "factory":
            return rest.name(factories, "the id of a factory")
        example = self._words(self.game.legal_moves(self.state)[0]).split()[-1]
        if self.state.turn.phase in (SETUP_FACTORIES, REFRESH_FACTORIES):
            return said.name({**cards, **factories}, f"the id of a factory, such as {example}")
        return said.name({**factories, **cards}, f"the id of an invention card, such as {example}")

    def _make_all(self, line: str) -> None:
        """Make the moves of a line up to the first that cannot be made or that it is not the person's turn to make."""
        moves, mover = self._meant(line), self.mover
        whose = mover if ":" in line or mover == CHANCE else None
        for made in range(len(moves)):
            if made and (why := self._stopped(whose or self.mover)):
                self._not_made(moves[made:], why)
                return
            if made and self.mover != mover:
                moves = self._meant(line)  # whose start factory is meant depends on who is to move
            if not self._make(moves[made]):
                self._not_made(moves[made + 1 :], "after that one")
                return

    def _stopped(self, mover: str) -> str:
        """Why the moves of this player do not go on; an empty text if they do."""
        if self.game.is_over(self.state):
            return "for the game is over"
        return f"for it is {self.mover}'s turn" if self.mover != mover or self._decides_itself() else ""

    def _not_made(self, moves: Sequence[Move], why: str) -> None:
        if moves:
            left = "; ".join(map(self._words, moves))
            print(f"{len(moves)} move{'s' if len(moves) > 1 else ''} not made, {why}: {left}")

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
        self._keep()
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
        while not self.game.is_over(self.state) and self._decides_itself():
            self._do(at_random(self.game, self.state, self.game.legal_moves(self.state), self.rng))

    def _decides_itself(self) -> bool:
        """Whether a card is to be dealt, or a bot is to move."""
        return not self.by_hand if self.state.turn.phase in REVEALS else self.state.turn.seat in self.bots

    def _told(self, events: Sequence[Event]) -> Iterator[str]:
        """What changed in what players have; the next picture shows where cards and discs lie."""
        for event in events:
            if event.seat is not None and event.change and event.field != "players.placed":
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
            illegal = "not be legal" if verdict.legal else "be legal"
            would = "do something else" if rest.changes == "effects" else illegal
            otherwise = f"{rest.ruling}: read as {rest.other_reading!r} it would {would}"
            print("\n".join(wrapped("    rests on ", otherwise)))

    def _undo(self, text: str) -> None:
        wanted = number(text or "1")
        if wanted is None:
            raise GameError(f"{describe(text)} is no number of decisions; expected one such as 2")
        made = self._decisions()
        if not made:
            raise GameError("there is nothing to take back")
        if not 1 <= wanted <= len(made):
            raise GameError(f"{wanted} cannot be taken back; expected 1 to {len(made)}")
        notes = len(self.record.comments)
        self.record = self.record.until(made[-wanted])
        self.state = self.record.end()
        lost = notes - len(self.record.comments)
        print(f"back before move {len(self.record.moves) + 1}{f', without {lost} notes' if lost else ''}")
        self._go_on()
        self._keep()
        self._list()

    def _decisions(self) -> list[int]:
        """The numbers of the moves that people have made, and of the cards they have typed in if they deal by hand."""
        told = (None,) if self.by_hand else ()
        people = {*told, *range(self.state.setting.players)} - self.bots
        return [step.number for step in self.record.replay() if step.seat in people]

    def _note(self, text: str) -> None:
        if not text:
            raise GameError("a note is missing; expected its text after the word")
        here = (len(self.record.moves), with_blanks(text))
        self.record = attrs.evolve(self.record, comments=(*self.record.comments, here))
        self._keep()

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.keeper.file
        if path is None:
            raise GameError("the game has no file; expected its name after the word")
        if not self.keeper.owns(path):
            print(self.keeper.save_as(path, self.record))
        elif self._keep():
            print(f"{self.keeper.file}: is saved")

    def _scores(self) -> Iterator[str]:
        score = self.game.score(self.state)
        for line in score.lines:
            if line.points:
                basis = f" ({line.basis})" if line.basis else ""
                yield f"  {self.record.names[line.seat]}: {line.points} by {line.clause}{basis}"
        for seat, points in enumerate(score.totals):
            winner = " - wins" if seat in score.winners and self.game.is_over(self.state) else ""
            yield f"{self.record.names[seat]}: {points}{winner}"
