"""Positions in words: one line for each player, the board, the turn, and each earlier action of that turn.

A line is a subject, a colon, and entries with semicolons between them; an entry is a word and its value. What is not
said is as after the setup, before anything is turned over; cards and factories that lie nowhere else are in their deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import attrs

from era_of_inventions.model.components import Area, CardKind, Components, members
from era_of_inventions.model.goods import COUNT_MAX
from era_of_inventions.model.state import EMPTY, Board, Phase, Player, Setting, State, Turn, as_fresh, records
from era_of_inventions.notation import LINES, parse_goods, show_amounts, space_words
from era_of_inventions.rulebook.components import display_rows
from era_of_inventions.rulebook.display import mask_of
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.rulebook.refresh import start_cards_removed
from era_of_inventions.rulebook.setup import cards_in_play, own_start_factory
from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.files.stretch import Stretch, fold
from era_of_inventions.tabletop.law.verdict import Problem
from era_of_inventions.tabletop.play.grammar import Place, Positions
from era_of_inventions.tabletop.record.moves import WIDTH

BEFORE_MAX = 20
"""The most earlier actions that a turn has."""
BOARD, TURN, BEFORE = "Board", "Turn", "Before"
Values = dict[str, Any]


@attrs.frozen
class Entry:
    """A word that says something of a subject: how its value is written and read."""

    show: Callable[[Any], str]
    read: Callable[[Stretch], Any]


def _number() -> Entry:
    def read(stretch: Stretch) -> int:
        found = stretch.folded
        if not (found.isascii() and found.isdigit() and len(found) <= 5 and int(found) <= COUNT_MAX):
            raise stretch.error(f"a number from 0 to {COUNT_MAX}")
        return int(found)

    return Entry(str, read)


def _flag() -> Entry:
    def read(stretch: Stretch) -> bool:
        if stretch.folded:
            raise stretch.error("';' or the end of the line")
        return True

    return Entry(lambda _: "", read)


def _word(known: Mapping[str, Any]) -> Entry:
    names = {value: name for name, value in known.items()}
    folded = {fold(name): value for name, value in known.items()}

    def read(stretch: Stretch) -> Any:
        if stretch.folded not in folded:
            raise stretch.error(f"one of {', '.join(known)}", known, stretch.plain)
        return folded[stretch.folded]

    return Entry(lambda value: names[value], read)


def _list(known: Mapping[str, int], expected: str) -> Entry:
    """Things in order, which may occur again."""
    names = {index: name for name, index in known.items()}

    def read(stretch: Stretch) -> tuple[int, ...]:
        if stretch.folded == "none":
            return ()
        return tuple(part.name(known, expected) for part in stretch.split(","))

    return Entry(lambda indexes: ", ".join(names[index] for index in indexes) or "none", read)


def _set(known: Mapping[str, int], expected: str) -> Entry:
    """Different things, as a mask."""
    things = _list(known, expected)

    def read(stretch: Stretch) -> int:
        found = 0
        for index, part in zip(things.read(stretch), stretch.split(","), strict=False):
            if found >> index & 1:
                raise part.error("something that was not named before")
            found |= 1 << index
        return found

    return Entry(lambda mask: things.show(members(mask)), read)


def _path(known: Mapping[str, int], size: int, expected: str) -> Entry:
    """What lies on a path, from its start; open spaces at the end need not be named."""
    things = _list({**known, "-": EMPTY}, f"{expected}, or '-' for an open space")

    def show(path: tuple[int, ...]) -> str:
        last = max((place for place, index in enumerate(path) if index != EMPTY), default=-1)
        return things.show(path[: last + 1])

    def read(stretch: Stretch) -> tuple[int, ...]:
        path: tuple[int, ...] = things.read(stretch)
        for place, part in enumerate(stretch.split(",")):
            if place >= size:
                raise part.error(f"at most {size} cards")
            if path and path[place] != EMPTY and path[place] in path[:place]:
                raise part.error("something that was not named before")
        return path + (EMPTY,) * (size - len(path))

    return Entry(show, read)


def _counts(known: Mapping[str, int], expected: str) -> Entry:
    """How many of each thing: a number, which may be left out if it is 1, and a name."""
    names = {index: name for name, index in known.items()}

    def show(pairs: Mapping[int, int]) -> str:
        return ", ".join(names[i] if n == 1 else f"{n} {names[i]}" for i, n in pairs.items()) or "none"

    def read(stretch: Stretch) -> dict[int, int]:
        found: dict[int, int] = {}
        for part in () if stretch.folded == "none" else stretch.split(","):
            number, rest = part.head_and_rest()
            counted = number.folded[:1].isdigit() and number.folded not in known
            index = (rest if counted else part).name(known, expected)
            if index in found:
                raise part.error("something that was not named before")
            found[index] = _number().read(number) if counted else 1
        return found

    return Entry(show, read)


def _tuple_of(counts: Entry, default: Sequence[int]) -> Entry:
    """Counts of everything, of which only those that differ from the default are written."""

    def show(numbers: tuple[int, ...]) -> str:
        return counts.show({i: n for i, n in enumerate(numbers) if n != default[i]})

    def read(stretch: Stretch) -> tuple[int, ...]:
        found = counts.read(stretch)
        return tuple(found.get(i, n) for i, n in enumerate(default))

    return Entry(show, read)


@attrs.frozen
class Words:
    """The words that say something of each kind of subject, by the field they are about."""

    player: Mapping[str, tuple[str, Entry]]
    board: Mapping[str, tuple[str, Entry]]
    turn: Mapping[str, tuple[str, Entry]]


@lru_cache(maxsize=32)
def words(setting: Setting, names: tuple[str, ...], loads: tuple[int, ...]) -> Words:
    """The words for positions of a setting, players with these names, and these loads after the setup."""
    components = setting.components
    deck = {card.id: index for index, card in enumerate(components.factories)}
    factories = {**deck, **{f"start-{seat + 1}": len(deck) + seat for seat in range(setting.players)}}
    cards = {card.id: index for index, card in enumerate(components.cards)}
    areas: dict[str, int] = {area.name.lower(): area for area in Area}
    sources = {source.id: index for index, source in enumerate(components.sources)}
    spaces_by_words = {space_words(components, index): index for index in range(len(components.spaces))}
    spaces = _set(spaces_by_words, "an invention, with 'technical' for its technical space")
    trades = _tuple_of(_counts(LINES, f"a line of the market: {', '.join(LINES)}"), (0,) * len(LINES))
    some_cards, some_factories = _set(cards, "the id of an invention card"), _set(deck, "the id of a factory")
    laid_out, row, _ = display_rows()
    number = _number()
    return Words(
        player={
            "goods": ("goods", Entry(show_amounts, parse_goods)),
            "influence": ("influence", number),
            "bonus_discs": ("bonus discs", number),
            "patents": ("patents", number),
            "spaces": ("developed", spaces),
            "patented": ("patented", spaces),
            "factories": ("factories", some_factories),
            "placed": ("discs", _set(areas, f"an area: {', '.join(areas)}")),
            "built_this_round": ("built this round", number),
            "trades_this_round": ("trades this round", trades),
            "discs_bought_this_round": ("discs bought this round", number),
            "discs_used_this_round": ("discs used this round", number),
        },
        board={
            "display": ("display", _path(cards, laid_out, "the id of an invention card")),
            "discard": ("discards", some_cards),
            "removed": ("removed", some_cards),
            "row": ("row", _path(deck, row, "the id of a factory")),
            "factory_discard": ("factory discards", some_factories),
            "loads": ("loads", _tuple_of(_counts(sources, "the id of a ship or storage house"), loads)),
            "developed_this_round": ("developed this round", spaces),
        },
        turn={
            "round": ("round", number),
            "phase": ("phase", _word({phase.value: phase for phase in Phase})),
            "seat": ("player", _word({name: seat for seat, name in enumerate(names)})),
            "area": ("area", _word(areas)),
            "built": ("built", number),
            "ran": ("ran", _set(factories, "the id of a factory, or 'start-' and the number of a seat")),
            "loads": ("loads", number),
            "made": ("made", _list(cards, "the id of an invention card")),
            "took_cog": ("took cog", _flag()),
            "trades": ("trades", trades),
            "developed": ("developed", spaces),
            "patents": ("patents", number),
            "moved": ("moved", number),
        },
    )


# --- Writing ----------------------------------------------------------------------------------------------------------


def show_position(state: State, base: State, names: tuple[str, ...]) -> Iterator[str]:
    """The lines of a position, without what is as in ``base``, the position after the setup."""
    known = words(state.setting, names, base.board.loads)
    yield from _lines(TURN, known.turn, {"round": state.round, **_told(state.turn)})
    for record in records(state.turn.before):
        yield from _lines(BEFORE, known.turn, _told(record))
    for seat, name in enumerate(names):
        yield from _lines(name, known.player, _of_player(state, base, seat))
    yield from _lines(BOARD, known.board, _of_board(state, base))


def _lines(subject: str, known: Mapping[str, tuple[str, Entry]], values: Values) -> Iterator[str]:
    """The lines of a subject; none if there is nothing to say. A line that gets too long is continued by another."""
    line = ""
    for field, (word, entry) in known.items():
        if field not in values:
            continue
        said = f"{word} {entry.show(values[field])}".rstrip()
        if line and len(line) + len(said) + 2 > WIDTH and subject != BEFORE:
            yield line
            line = ""
        line = f"{line}; {said}" if line else f"{subject}: {said}"
    if line:
        yield line


def _told(turn: Turn) -> Values:
    """The phase and player of a turn record, and whatever else is not as in a fresh one."""
    fresh = Turn(turn.phase, turn.seat)
    values = {field.name: getattr(turn, field.name) for field in attrs.fields(Turn) if field.name != "before"}
    return {
        field: value for field, value in values.items() if field in ("phase", "seat") or value != getattr(fresh, field)
    }


def _of_player(state: State, base: State, seat: int) -> Values:
    own = own_start_factory(state, seat)
    player = attrs.evolve(state.players[seat], factories=state.players[seat].factories & ~own)
    return _differences(player, attrs.evolve(base.players[seat], factories=0))


def _of_board(state: State, base: State) -> Values:
    board = state.board
    removed = state.components.start_cards & ~(board.deck | board.discard | mask_of(board.display))
    return {**_differences(board, base.board), **({"removed": removed} if removed else {})}


def _differences(value: Player | Board, base: Player | Board) -> Values:
    fields = [field.name for field in attrs.fields(type(value))]
    return {name: getattr(value, name) for name in fields if getattr(value, name) != getattr(base, name)}


def undealt(state: State, removed: int) -> tuple[int, int]:
    """The cards and the factories that are in play and lie nowhere else, so that they are in their deck."""
    board = state.board
    cards = cards_in_play(state) & ~(mask_of(board.display) | board.discard | removed | waiting_cards(state))
    factories = (1 << len(state.components.factories)) - 1 & ~(mask_of(board.row) | board.factory_discard)
    for player in state.players:
        factories &= ~player.factories
    return cards, factories


# --- Reading ----------------------------------------------------------------------------------------------------------


class Described:
    """What the lines of a position say, collected line by line."""

    def __init__(self, base: State, names: tuple[str, ...]) -> None:
        """Start from the position after the setup."""
        self._base = base
        self._words = words(base.setting, names, base.board.loads)
        self._seats = {fold(name): seat for seat, name in enumerate(names)}
        self._players: list[Values] = [{} for _ in names]
        self._board: Values = {}
        self._turn: Values = {}
        self._before: list[Values] = []
        self._places: dict[str, Place] = {}
        self.subjects = (*names, BOARD, TURN, BEFORE)

    def read(self, number: int, line: str) -> Iterator[NotationError]:
        """Take in a line of that number, and tell what is wrong with it."""
        subject, *rest = Stretch.of(line).split(":")
        if subject.folded == BEFORE.casefold() and len(self._before) == BEFORE_MAX:
            yield subject.error(f"at most {BEFORE_MAX} actions in a row")
            return
        said, known = self._about(subject.folded)
        if said is None or not rest:
            near = self.subjects if said is None else ()
            yield subject.error(f"one of {', '.join(self.subjects)}, and ':'", near, subject.plain)
            return
        name = self._earlier(len(self._before)) if subject.folded == BEFORE.casefold() else subject.folded
        self._places.setdefault(name, (number, subject))
        for part in Stretch(line, rest[0].start, len(line)).phrases():
            try:
                self._places.setdefault(f"{name}.{_read_entry(part, known, said)}", (number, part))
            except NotationError as error:
                yield error

    @staticmethod
    def _earlier(number: int) -> str:
        """What the line about an earlier action is called, so that nobody is called the same."""
        return f"{BEFORE.casefold()}:{number}"

    def place(self, problem: Problem, state: State) -> Place | None:
        """Where the lines speak of what a problem is about, as nearly as can be told; None if they do not.

        Of several lines about the turn it is the one without which this problem of the position would not be there.
        """
        law = state.setting.rulebook.law
        part, _, field = problem.about.partition(".")
        subjects = [fold(subject) for subject in self._subjects_of(part, problem.seats)]
        if part == "turn" and self._before:
            subjects.sort(
                key=lambda subject: (
                    problem in law.problems(attrs.evolve(state, turn=self._turn_without(subject, field)))
                )
            )
        names = [*(f"{subject}.{field or part}" for subject in subjects), *subjects]
        return next((self._places[name] for name in names if name in self._places), None)

    def _subjects_of(self, part: str, seats: Sequence[int]) -> tuple[str, ...]:
        """What the lines about a part of the position, or else about seats, begin with."""
        if part in ("turn", "round"):
            return TURN, *(self._earlier(number) for number, _ in enumerate(self._before, 1))
        if part == "board":
            return (BOARD,)
        return tuple(self.subjects[seat] for seat in seats if seat in self._seats.values())

    def _about(self, subject: str) -> tuple[Values | None, Mapping[str, tuple[str, Entry]]]:
        """Where to collect what is said about a subject, and the words for it."""
        if subject == BOARD.casefold():
            return self._board, self._words.board
        if subject == TURN.casefold():
            return self._turn, self._words.turn
        if subject == BEFORE.casefold():
            self._before.append({})
            return self._before[-1], {field: word for field, word in self._words.turn.items() if field != "round"}
        seat = self._seats.get(subject)
        return (None if seat is None else self._players[seat]), self._words.player

    def position(self) -> tuple[State, tuple[Problem, ...]]:
        """The position, and what cannot be in it."""
        base = self._base
        players = tuple(
            attrs.evolve(player, **{**said, "factories": said.get("factories", 0) | player.factories})
            for player, said in zip(base.players, self._players, strict=True)
        )
        said = dict(self._board)
        removed = said.pop("removed", 0)
        round_ = self._turn.get("round", base.round)
        board = attrs.evolve(base.board, **said)
        state = attrs.evolve(
            base, players=players, board=board, round=round_, turn=self._turn_record(self._turn, *self._before)
        )
        deck, factory_deck = undealt(state, removed)
        board = attrs.evolve(board, deck=deck, factory_deck=factory_deck)
        return attrs.evolve(state, board=board), tuple(_removed(base.components, board, removed))

    def _turn_without(self, subject: str, field: str) -> Turn:
        """The record of the turn if a line about it did not speak of a field, or of anything if none is named."""
        told = [self._turn, *self._before]
        line = int(subject.partition(":")[2] or 0)
        told[line] = {name: value for name, value in told[line].items() if field and name != field}
        return self._turn_record(*told)

    def _turn_record(self, turn: Values, *actions: Values) -> Turn:
        """The record of a turn, and of the actions before it."""
        said = {"phase": Phase.PLACEMENT, "seat": self._base.start, **turn}
        said.pop("round", None)
        before = None
        for earlier in reversed(actions):
            before = Turn(**{"phase": Phase.BONUS_OFFER, "seat": said["seat"], **earlier}, before=before)
        return as_fresh(Turn(**said, before=before))


def _read_entry(part: Stretch, known: Mapping[str, tuple[str, Entry]], said: Values) -> str:
    """Take in an entry; the field it is about is returned."""
    folded = part.folded
    fits = [(word, field, entry) for field, (word, entry) in known.items() if f"{folded} ".startswith(f"{word} ")]
    if not fits:
        raise part.error(
            f"one of {', '.join(word for word, _ in known.values())}", [word for word, _ in known.values()]
        )
    word, field, entry = max(fits, key=lambda fit: len(fit[0]))
    if field in said:
        raise part.error(f"{word!r} only once")
    last = part.words()[len(word.split()) - 1]
    said[field] = None  # it was said, even if wrongly
    said[field] = entry.read(Stretch(part.text, last.stop, part.stop))
    return field


def _removed(components: Components, board: Board, removed: int) -> Iterator[Problem]:
    lying = board.deck | board.discard | mask_of(board.display)
    for index in members(removed):
        card = components.cards[index]
        if card.kind is not CardKind.START:
            sentence = f"{card.id!r} cannot be removed; only start cards leave the game"
            yield Problem(start_cards_removed.id, sentence, "board.removed")
        elif lying >> index & 1:
            sentence = f"{card.id!r} is removed and lies elsewhere too; expected cards that are out of the game"
            yield Problem(start_cards_removed.id, sentence, "board.removed")


POSITIONS: Positions[State] = Positions((BOARD, TURN, BEFORE), attrgetter("start"), show_position, Described)
"""How positions are written."""
