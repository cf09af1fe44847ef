"""A game in progress at the terminal: reads lines, answers them, and saves the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import attrs

from era_of_inventions.tabletop.cli import output
from era_of_inventions.tabletop.cli.autosave import Autosave
from era_of_inventions.tabletop.cli.command import (
    drawing_width,
    file_path,
    number,
    paragraph,
    pictures_of,
    print_verdict,
    text_width,
)
from era_of_inventions.tabletop.cli.help_text import ALIASES, EVERYTHING, MYSELF, help_of
from era_of_inventions.tabletop.cli.menu import (
    MenuLine,
    barred_lines,
    choices,
    menu_lines,
    numbered,
)
from era_of_inventions.tabletop.cli.narration import Narration
from era_of_inventions.tabletop.cli.terminal import Terminal
from era_of_inventions.tabletop.cli.typed import decider_named, moves_in_words, typed_moves
from era_of_inventions.tabletop.errors import (
    GameError,
    NotationError,
    describe,
    from_to,
)
from era_of_inventions.tabletop.play.bots import EndlessGameError, sources_of
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import MOVES_MAX, Choose
from era_of_inventions.tabletop.play.verdict_text import rests_on_lines
from era_of_inventions.tabletop.records import AnyRecord
from era_of_inventions.tabletop.records.names import LINE_FORM, is_line, signed, with_blanks
from era_of_inventions.tabletop.records.notation import show_move, show_moves
from era_of_inventions.tabletop.records.parser import section
from era_of_inventions.tabletop.values import evolve

CHANCE_NAME = "Chance"
WAYS = "`save FILE` saves the game in a new file, `quit!` stops without saving"


@attrs.define
class Session:
    """A game in progress. If it has a file, it is saved after each decision of a person."""

    record: AnyRecord
    autosave: Autosave
    rng: random.Random
    by_hand: bool
    bots: Mapping[int, Choose] = attrs.Factory(dict)
    lines: Terminal = attrs.Factory(Terminal)
    state: Any = attrs.field(init=False)
    _own: dict[int, random.Random] = attrs.field(init=False)
    _menu: tuple[MenuLine, ...] = ()
    """The choices that were listed last."""
    _decider: int | None = None
    """Who makes the next move, if somebody else than the seat that was to move has said so."""
    _heading: str = ""
    """The heading that was printed last."""
    _unreported: list[tuple[Any, Any]] = attrs.Factory(list)
    """Moves of one kind by one mover that are not reported yet, each with the position before it."""

    def __attrs_post_init__(self) -> None:
        """Start at the end of the record."""
        self.state = self.record.end()
        self._own = dict(zip(self.bots, sources_of(self.rng, len(self.bots)), strict=True))
        self.autosave.seat = self._alone

    @property
    def game(self) -> AnyGame:
        """The game of the position."""
        return Game.from_state(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over(self.state)

    @property
    def seat(self) -> int | None:
        """The seat whose move it is; None if chance moves next or the game is over."""
        return self.game.rulebook.seat_to_move(self.state)

    @property
    def mover(self) -> str:
        """The name of the player to move, or that of chance."""
        return self._name(self.seat)

    def _name(self, seat: int | None) -> str:
        return CHANCE_NAME if seat is None else self.record.names[seat]

    def play(self) -> None:
        """Run the dialog until the game is over or is stopped. The game is saved in any case.

        Raises `GameError` if it cannot be saved in its file.
        """
        try:
            self._dialog()
        finally:
            self.autosave.leave(self.record)
            if self.autosave.file is None and self.record.moves:
                print(self.autosave.not_saved(self.record))
        if self.is_over:
            self._print_scores()

    def _dialog(self) -> None:
        self._go_on()
        self._announce()
        self._show("")
        while not self.is_over:
            try:
                line = self.lines.next(f"{section(self.state)}, {self.mover}> ").strip()
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
        word, rest = ALIASES.get(word.casefold(), word.casefold()), rest.strip()
        alone: dict[str, Callable[[], bool | None]] = {
            "moves": self._list,
            "help": lambda: print(help_of(self.game)),
            "score": self._print_scores,
            "quit": self._stop,
            "quit!": self._give_up,
        }
        with_argument = {
            "show": self._show,
            "why": self._why,
            "undo": self._undo,
            "note": self._note,
            "save": self._save,
        }
        if word in alone:
            if rest:
                raise GameError(
                    f"found {describe(rest)}, expected nothing more after {line.split()[0].casefold()!r}"
                )
            return not alone[word]()
        if word in with_argument:
            with self._in_turn(rest if word == "why" else ""):
                with_argument[word](rest)
        elif (moves := self._numbered(line)) and len(moves) > 1:
            self._list(moves)
        else:
            with self._in_turn(line):
                self._make_all(line)
            self._after()
        return True

    def _keep(self) -> bool:
        """Save the game if it has a file. If that fails, print the reason and the alternatives, and return false."""
        try:
            self.autosave.keep(self.record)
        except GameError as error:
            print(f"{error}\n{self.autosave.unsaved(self.record)}: {WAYS}")
            return False
        return True

    def _stop(self) -> bool:
        """Save the game, and return whether to stop. Without a file, the game goes on until it is saved or given up."""
        if self.autosave.file is None and self.record.moves:
            print(f"the game has no file: {WAYS}")
            return False
        return self._keep()

    def _give_up(self) -> bool:
        """Print what will not be saved, and return true, so that the dialog stops."""
        if self.autosave.file is not None and self.autosave.saved != self.record:
            print(self.autosave.unsaved(self.record))
        self.autosave.given_up = True
        return True

    def _numbered(self, line: str) -> tuple[Any, ...]:
        """Return the moves for which a line stands that is only a number; none for any other line."""
        typed = line.rstrip("; ")
        if not typed.isdecimal():
            return ()
        named = moves_in_words(typed, self.state, self.mover)
        return numbered(typed, self._menu or self._choices(), named)

    def _parse(self, line: str) -> list[Any]:
        """Parse the moves of a line: a number, or moves in words, with or without the player's name before them."""
        if moves := self._numbered(line):
            if len(moves) > 1:
                raise GameError(
                    f"{line.rstrip('; ')} stands for {len(moves)} moves; expected one of them, in words"
                )
            return [*moves]
        return typed_moves(line, self.state, self.mover)

    def _make_all(self, line: str) -> None:
        """Make the moves of a line until one is not legal or the turn ends; print the moves that were not made."""
        moves, mover = self._parse(line), self.mover
        whose = mover if ":" in line or mover == CHANCE_NAME else None
        for made in range(len(moves)):
            if made and (reason := self._stopped(whose or self.mover)):
                self._not_made(moves[made:], reason)
                return
            if made and self.mover != mover:
                moves = self._parse(
                    line
                )  # a plain "start" means the start factory of whoever is to move
            if not self._make(moves[made]):
                self._not_made(moves[made + 1 :], "after that one")
                return

    @contextmanager
    def _in_turn(self, line: str) -> Iterator[None]:
        """Turn to the player whom a line names, if several decide; back again if the line has made no move."""
        state, record = self.state, self.record
        if (seat := decider_named(line, state, record.names)) is not None:
            if seat in self.bots:
                raise GameError(f"{record.names[seat]} is played by a bot")
            self.state, self._decider = self.game.in_turn(state, seat), seat
        try:
            yield
        finally:
            if self.record is record:
                self.state, self._decider = state, None

    def _stopped(self, mover: str) -> str:
        """Return the reason why this player makes no more moves; empty if there is none."""
        if self.is_over:
            return "because the game is over"
        goes_on = self.mover == mover and not self._decides_itself()
        return "" if goes_on else f"because it is {self.mover}'s turn"

    def _not_made(self, moves: Sequence[Any], reason: str) -> None:
        self._report()
        if moves:
            left = "; ".join(map(self._words, moves))
            print(
                f"{len(moves)} move{'s' if len(moves) > 1 else ''} not made, {reason}: {left}"
            )

    def _make(self, move: Any) -> bool:
        """Make a move; if it is not legal, print the verdict and return false."""
        try:
            self._do(move)
        except IllegalMoveError:
            self._report()
            output.verdict(f"{self._words(move)}: NOT LEGAL")
            verdict = self.game.judge(self._known, move, seat=self.seat)
            print_verdict(verdict, self.record.names, self.state.setting.ruleset)
            return False
        return True

    def _after(self) -> None:
        """Make the moves of chance and bots, save, and list the legal moves."""
        self._go_on()
        self._keep()
        if not self.is_over:
            self._list()

    # --- What happens -----------------------------------------------------------------

    def _do(self, move: Any) -> None:
        """Make a move. It is reported together with moves of its kind that the same mover makes right after it."""
        if len(self.record.moves) >= MOVES_MAX:
            raise EndlessGameError
        after = self.game.play(self.state, move, seat=self.seat)
        self._announce()
        for state, other in self._unreported[-1:]:
            mover = self.game.rulebook.seat_to_move(state)
            if _looks(move) is not _looks(other) or mover != self.seat:
                self._report()
        self._unreported.append((self.state, move))
        self.record, self.state = self.record.then(move, seat=self._decider), after
        self._decider = None

    def _announce(self) -> None:
        """Print the heading of the section in which the next move stands, if it differs from the last heading."""
        heading = section(self.state) or "The end"
        if heading != self._heading:
            self._report()
            output.heading(heading)
            self._heading = heading

    def _report(self) -> None:
        """Print the moves that are not reported yet, and what they change."""
        made, self._unreported = self._unreported, []
        seat, names = self._alone, self.record.names
        if not made:
            return
        mover = self.game.rulebook.seat_to_move(made[0][0])
        words = show_moves(
            [self.game.move_seen_by(state, move, seat) for state, move in made],
            self.state.setting,
        )
        events = [event for state, move in made for event in self.game.events(state, move)]
        narration = Narration(self.state.setting, names, seat, mover, words)
        changes = narration.of_players(events)
        paragraph(
            "",
            f"{self._name(mover)}: {words}{f'  ({changes})' if changes else ''}",
            indent="    ",
        )
        for line in narration.of_table(events):
            paragraph("    ", line)

    def _go_on(self) -> None:
        """Make the moves of chance and bots until a person is to move."""
        while not self.is_over and self._decides_itself():
            game, state, seat = self.game, self.state, self.seat
            if seat is None:
                self._do(game.chance_move(state, self.rng))
            else:
                self._do(game.decide(state, self.bots[seat], self._own[seat]))
        self._report()
        self._announce()
        self._menu = ()

    def _decides_itself(self) -> bool:
        """Return whether the program makes the next move: that of a bot, or of chance unless people deal by hand."""
        return not self.by_hand if self.seat is None else self.seat in self.bots

    def _words(self, move: Any) -> str:
        return show_move(move, self.state.setting)

    @property
    def _known(self) -> Any:
        """The position as the mover knows it; where chance moves, the only person at the terminal."""
        seat = self._alone if self.seat is None else self.seat
        return self.game.view(self.state, seat)

    @property
    def _alone(self) -> int | None:
        """The seat of the only person at the terminal, None if there are several."""
        people = {*range(self.state.setting.players)} - self.bots.keys()
        return next(iter(people)) if len(people) == 1 else None

    def _show(self, text: str) -> None:
        """Draw the part of the table that ``text`` names, as the person to move may know it.

        If a bot or chance is to move, draw what the only person at the terminal may know, or a spectator if there are
        several. Without a text, draw what the game waits for and what that person has.
        """
        pictures = pictures_of(self.game.rulebook)
        seat = self._alone if self.seat is None or self.seat in self.bots else self.seat
        own = (*range(self.state.setting.players),) if seat is None else (seat,)
        players = {name.casefold(): (one,) for one, name in enumerate(self.record.names)}
        players[MYSELF] = own
        first, last = pictures.parts[0], pictures.parts[-1]
        word, parts, seats = text.casefold(), pictures.parts, None
        if not word:
            parts, seats = (first, last), own
        elif word in players:
            parts, seats = (last,), players[word]
        elif word in pictures.parts:
            parts = (word,)
        elif word != EVERYTHING:
            shown = (*pictures.parts, *self.record.names, MYSELF, EVERYTHING)
            raise GameError(
                f"{describe(text)} cannot be shown; expected one of {', '.join(shown)}"
            )
        known, names = self.game.rulebook.view(self.state, seat), self.record.names
        width = drawing_width()
        print(pictures.text(known, names=names, parts=parts, seats=seats, width=width))
        if not word:
            paragraph("", f"show: {', '.join((*pictures.parts, EVERYTHING))}")
            if not self.is_over:
                self._list()

    def _choices(self, moves: Sequence[Any] = ()) -> tuple[MenuLine, ...]:
        return choices(moves or self.game.legal_moves(self.state), self.state, text_width())

    def _list(self, moves: Sequence[Any] = ()) -> None:
        """Print the mover's stock, the menu of ``moves`` (default: all legal moves), and why others are not on it."""
        self._menu = self._choices(moves)
        if self.seat is not None and (stock := self._stock(self.seat)):
            paragraph(f"  {self.mover}: ", stock)
        print("\n".join(menu_lines(self._menu, text_width())))
        if moves:
            print("      (`moves` goes back to all)")
        elif self.seat is not None:
            for line in barred_lines(self.state, self.record.names, text_width()):
                print(line)

    def _stock(self, seat: int) -> str:
        """Describe what a player has and what is at stake, in the fields that the rulebook shows before decisions."""
        rulebook = self.game.rulebook
        outline = self.state.setting.for_players(self.record.names).position_schema
        known = rulebook.view(self.state, seat)
        turn = getattr(known, outline.turn, known)
        player = getattr(known, outline.players)[seat] if rulebook.stock else None
        of_players, of_turn = outline.parts[outline.players], outline.parts[outline.turn]
        has = {name: getattr(player, name) for name in rulebook.stock}
        stake = {name: getattr(turn, name) for name in rulebook.at_stake}
        stake = {name: value for name, value in stake.items() if value != of_turn.fresh[name]}
        return "; ".join((*of_players.lines.show(has, {}), *of_turn.lines.show(stake, {})))

    def _why(self, text: str) -> None:
        if not text:
            barred = barred_lines(self.state, self.record.names, text_width(), every=True)
            possible = "every kind of move that is due is possible; `why MOVE` judges a move"
            print("\n".join(barred) or possible)
            return
        (move, *_) = self._parse(text)
        verdict = self.game.judge(self._known, move, seat=self.seat, rulings=True)
        output.verdict(f"{self._words(move)}: {verdict.result}")
        print_verdict(verdict, self.record.names, self.state.setting.ruleset)
        for line in rests_on_lines(verdict, text_width()):
            print(line)

    def _undo(self, text: str) -> None:
        wanted = number(text or "1")
        if wanted is None:
            raise GameError(
                f"{describe(text)} is not a number of decisions; expected one such as 2"
            )
        made = self._decisions()
        if not made:
            raise GameError("there is nothing to take back")
        if not 1 <= wanted <= len(made):
            raise GameError(
                f"{wanted} cannot be taken back; expected {from_to(1, len(made))}"
            )
        notes, known = len(self.record.comments), self.record.seen_by(self._alone).moves
        self.record = self.record.until(made[-wanted])
        self.state = self.record.end()
        self._heading = section(self.state) or ""
        lost = notes - len(self.record.comments)
        print(
            f"back before move {len(self.record.moves) + 1}{f', without {lost} notes' if lost else ''}"
        )
        if self.record.seen_by(self._alone).moves != known[: len(self.record.moves)]:
            print("  (cards revealed since stay known to you)")
        self._go_on()
        self._keep()
        self._list()

    def _decisions(self) -> list[int]:
        """Return the numbers of the moves that people have made, including those of chance if they deal by hand."""
        chance = (None,) if self.by_hand else ()
        people = {*chance, *range(self.state.setting.players)} - self.bots.keys()
        return [step.number for step in self.record.replay() if step.seat in people]

    def _note(self, text: str) -> None:
        if not text:
            raise GameError("a note is missing; expected its text after the word")
        writer = self.seat if self._alone is None else self._alone
        comment = signed(self._name(writer), with_blanks(text))
        if not is_line(comment):
            raise GameError(f"the note is {describe(text)}; expected {LINE_FORM}")
        comments = (*self.record.comments, (len(self.record.moves), comment))
        self.record = evolve(self.record, comments=comments)
        self._keep()

    def _save(self, name: str) -> None:
        path = file_path(name) if name else self.autosave.file
        if path is None:
            raise GameError("the game has no file; expected the name of one after the word")
        if not self.autosave.owns(path):
            print(self.autosave.save_as(path, self.record))
        elif self._keep():
            print(f"{self.autosave.file}: saved")

    def _print_scores(self) -> None:
        known = self.state if self.is_over else self.game.view(self.state, self._alone)
        names, score = self.record.names, self.game.score(known)
        for line in score.lines:
            if line.points:
                basis = f" ({line.basis})" if line.basis else ""
                print(f"  {names[line.seat]}: {line.points} by {line.clause}{basis}")
        for seat, points in enumerate(score.totals):
            wins = self.is_over and seat in score.winners
            print(f"{names[seat]}: {points}{' - wins' if wins else ''}")


def _looks(move: Any) -> type[Any]:
    """Return the kind that a move looks like to whoever does not know it."""
    return type(move).looks_like or type(move)
