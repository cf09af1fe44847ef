"""``era play``: a game at the terminal, for one or more people and bots."""

from __future__ import annotations

import argparse
import random
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from era_of_inventions.tabletop.cli.command import (
    ENDED,
    HOLDS,
    Commands,
    brief,
    command,
    component_set,
    give_up_output,
    number,
    pictures_of,
    seat_of,
    text_width,
    usual_players,
    whole,
)
from era_of_inventions.tabletop.cli.documents import read_record
from era_of_inventions.tabletop.cli.keeping import Keeper
from era_of_inventions.tabletop.cli.terminal import Terminal
from era_of_inventions.tabletop.errors import GameError, NotationError, describe
from era_of_inventions.tabletop.files.stretch import Stretch, fold
from era_of_inventions.tabletop.law.verdict import Event, Verdict
from era_of_inventions.tabletop.play.game import Game, IllegalMoveError
from era_of_inventions.tabletop.play.grammar import vocabulary_of
from era_of_inventions.tabletop.play.rulebook import CHANCE, Rulebook
from era_of_inventions.tabletop.play.simulation import Choose, bot_named
from era_of_inventions.tabletop.play.verdict_text import verdict_lines, wrapped
from era_of_inventions.tabletop.record import Record
from era_of_inventions.tabletop.record.moves import parse_moves, show_move
from era_of_inventions.tabletop.record.record import with_blanks

CHANCE_NAME = "Chance"
ROWS_MIN = 10
"""The number of moves up to which a list stays in one column."""
HELP = """\
Type the number of a move, or the move in words: {first}. Other commands:
  moves         list the legal moves        show          show the table
  why MOVE      judge it without making it  score         the score as if the game ended here
  undo [N]      take back N of your moves   note TEXT     write a comment into the record
  save          save the game in its file   save FILE     save it in a new file, and go on in that file
  quit          save the game in its file and stop; if that fails, print why and go on;
                without a file, print the text of the game
  quit!         stop without saving
Separate several moves with semicolons: {first}; {last}. A name and a colon before them say whose moves they are.
If Chance is to move, type what it did; the ids are enough: {chance}."""


def add_to(commands: Commands, rulebook: Rulebook[Any, Any]) -> None:
    """Add the command."""
    usual = usual_players(rulebook)
    play = command(commands, "play", _play, "play at the terminal")
    play.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a game to continue, or the file for a new one"
    )
    play.add_argument(
        "-p",
        "--players",
        type=whole,
        choices=rulebook.player_counts(),
        help=f"how many play (default {usual})",
    )
    play.add_argument("--names", metavar="A,B,…", help="the names of the players in clockwise order")
    bots = ", ".join(["random", *rulebook.bots])
    play.add_argument("--bots", metavar="A,B=BOT,…", help=f"which of them are bots, and which: {bots} (default random)")
    play.add_argument("-s", "--seed", type=whole, help="seed for chance and bots, to repeat a game")
    play.add_argument("--by-hand", action="store_true", help="ask what has been turned over, instead of dealing")
    play.add_argument("--ruleset", choices=rulebook.ruleset.presets, help="the preset of readings (default 'default')")
    play.add_argument(
        "--components", metavar="SET", help=f"a shipped set or a file (default {rulebook.components.default!r})"
    )


def _play(options: argparse.Namespace) -> int:
    with suppress(ImportError):
        import readline  # noqa: F401  # enables line editing and history
    record = _record(options)
    keeper = Keeper(options.file, record if options.file is not None and options.file.exists() else None)
    bots = dict(_bots(_listed("--bots", options.bots), record))
    keeper.keep(record)
    table = Table(record, keeper, random.Random(options.seed), options.by_hand, bots)
    with table.lines.handling_signals():
        return _run(table, options)


def _run(table: Table, options: argparse.Namespace) -> int:
    """Play and return the exit status. If a signal ends a game that has a file, print the command that continues it.

    Raises `GameError` if the game is not saved in its file, unless a signal ended it.
    """
    lines, keeper = table.lines, table.keeper
    try:
        table.play()
        if not lines.ended:
            return HOLDS
        if keeper.file is not None:
            print(f"{keeper.file}: the game is saved; continue it with `{_command(keeper.file, options)}`", flush=True)
    except GameError as error:
        if not lines.ended:
            raise
        print(error, file=sys.stderr)
    except OSError:
        if not lines.received:
            raise
        give_up_output()  # the terminal was closed
    return ENDED + lines.received


def _command(file: Path, options: argparse.Namespace) -> str:
    """The command that continues a game."""
    values = [(f"--{name}", getattr(options, name)) for name in ("bots", "components")]
    arguments = [word for option, value in values if value is not None for word in (option, value)]
    return shlex.join(["era", "play", str(file), *arguments, *(["--by-hand"] if options.by_hand else [])])


def _record(options: argparse.Namespace) -> Record[Any, Any]:
    """The game in the file, or a new one."""
    conflicting = [name for name in ("players", "names", "ruleset") if getattr(options, name) is not None]
    if options.file is not None and options.file.exists():
        if conflicting:
            message = f"holds a game with its own players and readings; leave out --{conflicting[0]}"
            raise GameError(f"{options.file}: {message}")
        sets = [] if options.components is None else [component_set(options.rulebook.components, options.components)]
        return read_record(options.file, options.rulebook, sets)
    names = _listed("--names", options.names)
    rulebook = options.rulebook
    components = None if options.components is None else component_set(rulebook.components, options.components)
    players = options.players or len(names) or usual_players(rulebook)
    game: Game[Any, Any] = Game(rulebook, players, options.ruleset or "default", components)
    return Record(game.new(), names=names) if names else Record(game.new())


def _listed(option: str, text: str | None) -> tuple[str, ...]:
    """The names in the value of an option; none if the option is not used."""
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if "" in names:
        raise GameError(
            f"{option}: name {names.index('') + 1} of {text!r} is empty; expected names separated by commas"
        )
    return names


def _bots(texts: Sequence[str], record: Record[Any, Any]) -> Iterator[tuple[int, Choose]]:
    """The seats of the bots, and how each of them plays."""
    for text in texts:
        name, _, bot = (text, "", "random") if "=" not in text or text in record.names else text.rpartition("=")
        if (seat := seat_of(name.strip(), record.names)) is not None:
            yield seat, bot_named(record.setting.rulebook, bot.strip())


@attrs.define
class Table:
    """A game in progress. If it has a file, it is saved after each decision of a person."""

    record: Record[Any, Any]
    keeper: Keeper
    rng: random.Random
    by_hand: bool
    bots: Mapping[int, Choose] = attrs.Factory(dict)
    lines: Terminal = attrs.Factory(Terminal)
    state: Any = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Start at the end of the record."""
        self.state = self.record.end()

    @property
    def game(self) -> Game[Any, Any]:
        """The game of the position."""
        return Game.of(self.state)

    @property
    def mover(self) -> str:
        """The name of the player to move, or that of chance."""
        mover = self.game.to_move(self.state)
        return self.record.names[mover] if isinstance(mover, int) else CHANCE_NAME

    def play(self) -> None:
        """Run the dialog until the game is over or is stopped. The game is saved in any case.

        Raises `GameError` if it is not saved in its file.
        """
        try:
            self._dialog()
        finally:
            self.keeper.leave(self.record)
            if self.keeper.file is None and self.record.moves:
                print(self.keeper.not_saved(self.record))
        if self.game.is_over(self.state):
            print("\n".join(self._scores()))

    def _dialog(self) -> None:
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
        """Execute a line of input; return whether to go on."""
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        without_argument: dict[str, Callable[[], None]] = {
            "": self._list,
            "?": lambda: print(self._help()),
            "help": lambda: print(self._help()),
            "moves": self._list,
            "show": self._show,
            "score": lambda: print("\n".join(self._scores())),
        }
        with_argument = {"why": self._why, "undo": self._undo, "note": self._note, "save": self._save}
        ending = {"quit": self._keep, "exit": self._keep, "quit!": self._give_up, "exit!": self._give_up}
        if rest and word in {**without_argument, **ending}:
            raise GameError(f"found {describe(rest)}, expected nothing more after {word!r}")
        if word in ending:
            return not ending[word]()
        if word in without_argument:
            without_argument[word]()
        elif word in with_argument:
            with_argument[word](rest)
        else:
            self._make_all(line)
            self._after()
        return True

    def _keep(self) -> bool:
        """Save the game if it has a file. If that fails, print the reason and the alternatives, and return false."""
        try:
            self.keeper.keep(self.record)
        except GameError as error:
            ways = "`save FILE` saves the game in another file, `quit!` stops without saving"
            print(f"{error}\n{self.keeper.unsaved(self.record)}: {ways}")
            return False
        return True

    def _give_up(self) -> bool:
        """Stop without saving, and say what is lost."""
        if self.keeper.file is not None and self.keeper.saved != self.record:
            print(self.keeper.unsaved(self.record))
        self.keeper.given_up = True
        return True

    def _parse(self, line: str) -> list[Any]:
        """Parse the moves of a line: a number, or moves in words, with or without the player's name before them."""
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
        text = Stretch(line, len(name) + 1, len(line)) if colon else Stretch.of(line)
        if self.game.to_move(self.state) is CHANCE and text.head_and_rest()[0].folded not in {
            *vocabulary_of(self.state.setting).moves
        } - {*self.game.rulebook.grammar.chance_verbs}:
            *phrases, last = text.split(";")
            phrases += [last] if last.folded or not phrases else []
            return [self._chance_move(part) for phrase in phrases for part in phrase.split(",")]
        mover = self.game.to_move(self.state)
        moves = [
            move for _, _, move in parse_moves(text, self.state.setting, seat=mover if isinstance(mover, int) else None)
        ]
        for move in moves:
            if isinstance(move, NotationError):
                raise move
        return [move for move in moves if not isinstance(move, NotationError)]

    def _chance_move(self, text: Stretch) -> Any:
        """Parse a move of chance, which can be abbreviated: ``sawmill-1`` for ``reveal factory sawmill-1``."""
        grammar = self.game.rulebook.grammar
        head, rest = text.head_and_rest()
        if head.folded in grammar.chance_verbs:
            text, (head, rest) = rest, rest.head_and_rest()
        for kind, (noun, _) in grammar.chance.items():
            if head.folded in grammar.words_of(kind).split()[1:]:
                return rest.name(self._names_of(kind), f"the id of a {noun}")
        expected = self.game.legal_moves(self.state)[0]
        moves: dict[str, Any] = {}
        for kind in sorted(grammar.chance, key=lambda kind: kind is type(expected)):  # the expected kind wins
            moves |= self._names_of(kind)
        noun = grammar.chance[type(expected)][0]
        article = "an" if noun[0] in "aeiou" else "a"
        return text.name(moves, f"the id of {article} {noun}, such as {self._words(expected).split()[-1]}")

    def _names_of(self, kind: type) -> dict[str, Any]:
        """The moves of a kind, by their text without the words of the kind."""
        texts, words = vocabulary_of(self.state.setting).texts, self.game.rulebook.grammar.words_of(kind)
        moves = (move for move in self.game.moves if type(move) is kind)
        return {fold(texts[move].removeprefix(words)): move for move in moves}

    def _make_all(self, line: str) -> None:
        """Make the moves of a line, up to the first that is not legal or not the person's turn to make."""
        moves, mover = self._parse(line), self.mover
        whose = mover if ":" in line or mover == CHANCE_NAME else None
        for made in range(len(moves)):
            if made and (reason := self._stopped(whose or self.mover)):
                self._not_made(moves[made:], reason)
                return
            if made and self.mover != mover:
                moves = self._parse(line)  # a plain "start" means the start factory of whoever is to move
            if not self._make(moves[made]):
                self._not_made(moves[made + 1 :], "after that one")
                return

    def _stopped(self, mover: str) -> str:
        """The reason why this player makes no more moves; empty if there is none."""
        if self.game.is_over(self.state):
            return "because the game is over"
        return f"because it is {self.mover}'s turn" if self.mover != mover or self._decides_itself() else ""

    def _not_made(self, moves: Sequence[Any], reason: str) -> None:
        if moves:
            left = "; ".join(map(self._words, moves))
            print(f"{len(moves)} move{'s' if len(moves) > 1 else ''} not made, {reason}: {left}")

    def _make(self, move: Any) -> bool:
        """Make a move; if it is not legal, print the verdict and return false."""
        try:
            self._do(move)
        except IllegalMoveError as error:
            print(f"{self._words(move)}: NOT LEGAL")
            self._print_verdict(error.verdict)
            return False
        return True

    def _print_verdict(self, verdict: Verdict) -> None:
        print("\n".join(verdict_lines(verdict, self.record.names, self.state.setting.ruleset, width=text_width())))

    def _after(self) -> None:
        """Make the moves of chance and bots, save, and list the legal moves."""
        self._go_on()
        self._keep()
        if not self.game.is_over(self.state):
            self._list()

    def _do(self, move: Any) -> None:
        """Make a legal move and print its events."""
        after = self.game.play(self.state, move)
        events = self.game.events(self.state, move)
        changes = "; ".join(self._changes(events))
        words = self._words(self.game.move_seen_by(self.state, move, self._alone))
        print(f"{self.mover}: {words}{f'  ({changes})' if changes else ''}")
        self.record, self.state = self.record.then(move), after

    def _go_on(self) -> None:
        """Make the moves of chance and bots until a person is to move."""
        while not self.game.is_over(self.state) and self._decides_itself():
            game, state = self.game, self.state
            mover = game.to_move(state)
            self._do(
                self.bots[mover](game, state, game.legal_moves(state), self.rng)
                if isinstance(mover, int)
                else game.chance_move(state, self.rng)
            )

    def _decides_itself(self) -> bool:
        """Whether chance, unless it is dealt by hand, or a bot is to move."""
        mover = self.game.to_move(self.state)
        return not self.by_hand if mover is CHANCE else mover in self.bots

    def _changes(self, events: Sequence[Event]) -> Iterator[str]:
        """Render the changes of what players have, except those that the picture makes obvious."""
        for event in events:
            shown = event.is_seen_by(self._alone) and not pictures_of(self.state).shows(event.field)
            if event.seat is not None and event.change and shown:
                yield f"{self.record.names[event.seat]} {event.what} {event.before} → {event.after}"

    def _words(self, move: Any) -> str:
        return show_move(move, self.state.setting)

    def _help(self) -> str:
        """The help, with moves of this game as examples."""
        chance = self.game.rulebook.grammar.chance
        made = [move for move in self.game.moves if type(move) in chance]
        others = [self._words(move) for move in self.game.moves if type(move) not in chance]
        ids = ", ".join(self._words(move).rpartition(" ")[2] for move in made[:2])
        return HELP.format(first=others[0], last=others[-1], chance=ids or "nothing in this game")

    @property
    def _alone(self) -> int | None:
        """The seat of the only person at the terminal, None if there are several."""
        people = {*range(self.state.setting.players)} - self.bots.keys()
        return next(iter(people)) if len(people) == 1 else None

    def _show(self) -> None:
        """Draw the table as whoever is to move may know it, or else the only person at the terminal."""
        mover = self.game.to_move(self.state)
        seat = mover if isinstance(mover, int) and mover not in self.bots else self._alone
        print(pictures_of(self.state).text(self.game.rulebook.view(self.state, seat), names=self.record.names))
        if not self.game.is_over(self.state):
            self._list()

    def _list(self) -> None:
        """Print the numbered legal moves, in as many columns as fit."""
        moves = [f"{n:4}  {self._words(move)}" for n, move in enumerate(self.game.legal_moves(self.state), 1)]
        width = 2 + max(map(len, moves))
        columns = min(max(1, shutil.get_terminal_size((100, 24)).columns // width), -(-len(moves) // ROWS_MIN))
        rows = -(-len(moves) // columns)
        for row in range(rows):
            print("".join(words.ljust(width) for words in moves[row::rows]).rstrip())

    def _why(self, text: str) -> None:
        (move, *_) = self._parse(text)
        mover = self.game.to_move(self.state)
        verdict = self.game.judge(self.state, move, seat=mover if isinstance(mover, int) else None)
        print(f"{self._words(move)}: {verdict.result}")
        self._print_verdict(verdict)
        for rest in verdict.rests_on or ():
            illegal = "not be legal" if verdict.legal else "be legal"
            turning = ((rest.legality, illegal), (rest.effects, "do something else"))
            would = [f"read as {' or '.join(map(repr, names))} it would {what}" for names, what in turning if names]
            print("\n".join(wrapped("    rests on ", f"{rest.ruling}: {'; '.join(would)}", text_width())))

    def _undo(self, text: str) -> None:
        wanted = number(text or "1")
        if wanted is None:
            raise GameError(f"{describe(text)} is not a number of decisions; expected one such as 2")
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
        """The numbers of the moves that people have made, including those of chance if they deal by hand."""
        chance = (None,) if self.by_hand else ()
        people = {*chance, *range(self.state.setting.players)} - self.bots.keys()
        return [step.number for step in self.record.replay() if step.seat in people]

    def _note(self, text: str) -> None:
        if not text:
            raise GameError("a note is missing; expected its text after the word")
        comment = (len(self.record.moves), with_blanks(text))
        self.record = attrs.evolve(self.record, comments=(*self.record.comments, comment))
        self._keep()

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.keeper.file
        if path is None:
            raise GameError("the game has no file; expected the name of one after the word")
        if not self.keeper.owns(path):
            print(self.keeper.save_as(path, self.record))
        elif self._keep():
            print(f"{self.keeper.file}: saved")

    def _scores(self) -> Iterator[str]:
        score = self.game.score(self.state)
        for line in score.lines:
            if line.points:
                basis = f" ({line.basis})" if line.basis else ""
                yield f"  {self.record.names[line.seat]}: {line.points} by {line.clause}{basis}"
        for seat, points in enumerate(score.totals):
            winner = " - wins" if seat in score.winners and self.game.is_over(self.state) else ""
            yield f"{self.record.names[seat]}: {points}{winner}"
