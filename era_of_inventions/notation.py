"""The text of moves, as people write them: ``place market``, ``market 2 coins > cog``, ``develop car technical``.

A move is a verb and what it is about. Case and extra spaces do not matter, and where an amount is given the number 1
may be left out. What `show_move` writes `parse_move` reads back, also for moves that only a dispute would be about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import attrs

from era_of_inventions.amounts import WORDS, parse_amounts
from era_of_inventions.errors import EraError, NotationError
from era_of_inventions.model.components import Area
from era_of_inventions.model.goods import STOCK_MAX, Good, Goods, items, only, pack
from era_of_inventions.model.moves import (
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Exchange,
    Line,
    Move,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RevealCard,
    RevealFactory,
    RunAllFactories,
    RunFactory,
    TakeCog,
    UseBonusDisc,
    Withdraw,
)
from era_of_inventions.model.state import Setting
from era_of_inventions.toml_reader import hint

INFLUENCE, BONUS_DISC = "influence", "bonus disc"
AREAS = ", ".join(area.name.lower() for area in Area)
LINES = {"lower" if line is Line.BARTER else line.name.lower().replace("_", "-"): line for line in Line}
"""The words that put a trade on a line which its goods alone would not say."""
EXPECTED = {
    "place": f"an area: {AREAS}",
    "resolve": f"an area: {AREAS}",
    "withdraw": f"an area: {AREAS}",
    "build": "the id of a factory",
    "run": "'all', the id of a factory, or 'start-' and the number of a seat",
    "buy": "the id of a ship or storage house",
    "produce": "the id of an invention card",
    "take": "'cog'",
    "develop": "an invention, with 'technical' for its technical space",
    "patent": "an invention, with 'technical' for its technical space, or 'unplaced'",
    "use": "'bonus disc'",
    "end": "'action' or 'turn'",
    "reveal": "the id of an invention card, or 'factory' and the id of a factory",
}
"""What may follow each verb; ``market`` is read in its own way."""
VERBS = (*EXPECTED, "market")
LONGEST_NAME = 12
"""Words up to which a longer text is searched for a name that it begins with."""
LONGEST_SHOWN = 60
"""Characters of a text that an error shows, and compares with what could have been meant."""


def show_move(move: Move, setting: Setting) -> str:
    """The text of a move, in the one form it is always printed in. Raises `EraError` if it names no component."""
    if isinstance(move, Exchange):
        return _show_exchange(move)
    plain = ProduceInvention(move.card) if isinstance(move, ProduceInvention) else move
    text = _vocabulary(setting).shown.get(plain)
    if text is None:
        raise EraError(f"{move} is about something that is not among the components of {setting.components.name!r}")
    if isinstance(move, ProduceInvention) and move.cubes:
        return f"{text} with {show_amounts(move.cubes)}"
    return text


def parse_move(text: str, setting: Setting, *, seat: int | None = None) -> Move:
    """The move that a text says. ``seat`` is whose start factory a plain ``run start`` means.

    The move need not be possible: ``market 3 coins > tool`` is a move too, and what is wrong with it is for the judge
    to say. Raises `NotationError` for a text that says no move.
    """
    whole = _Stretch(text, 0, len(text))
    verb, rest = whole.head_and_rest()
    if verb.folded == "market":
        return _parse_exchange(rest)
    known = _vocabulary(setting).moves.get(verb.folded)
    if known is None:
        raise verb.error(f"one of {', '.join(VERBS)}", VERBS)
    if verb.folded == "produce":
        return _parse_production(rest, known)
    if verb.folded == "run" and rest.folded == "start":
        if seat is None or not 0 <= seat < setting.players:
            raise rest.error(f"the seat too: 'start-1' to 'start-{setting.players}'")
        return known[f"start-{seat + 1}"]
    return rest.name(known, EXPECTED[verb.folded])


def show_amounts(goods: Goods) -> str:
    """Goods as moves write them, cubes first and without the number 1: ``2 metal, tool``; ``nothing`` if none."""
    return ", ".join(_show_amount(good, number) for good, number in items(goods)) or "nothing"


def _show_amount(good: Good, number: int) -> str:
    if number == 1:
        return good.name.lower()
    return f"{number} {good.name.lower()}{'s' if good in (Good.TOOL, Good.COIN, Good.COG) else ''}"


def _show_exchange(move: Exchange) -> str:
    give = show_amounts(move.give)
    for result in (INFLUENCE, BONUS_DISC):
        if move.take == 0 and move.line == _line(move.give, result):
            return f"market {give} > {result}"
    line = "" if move.line == _line(move.give, move.take) else f"{list(LINES)[move.line]} "
    return f"market {line}{give} > {show_amounts(move.take)}"


def _line(give: Goods, take: Goods | str) -> Line:
    """The line of the market on which people mean such a trade to be."""
    cogs = give > 0 and give == only(give, (Good.COG,))
    coins = give > 0 and give == only(give, (Good.COIN,))
    if take == INFLUENCE:
        return Line.COG_FOR_INFLUENCE if cogs else Line.COINS_FOR_INFLUENCE
    if isinstance(take, str):
        return Line.BONUS_DISC
    if cogs and take > 0 and take == only(take, (Good.COIN,)):
        return Line.SELL_COG
    if coins and take > 0 and take == only(take, (Good.COG,)):
        return Line.BUY_COG
    return Line.BARTER


def _parse_exchange(rest: _Stretch) -> Exchange:
    head, after = rest.head_and_rest()
    line = LINES.get(head.folded)
    given, *taken = (rest if line is None else after).split(">")
    if given.folded and not taken:
        raise given.after().error("'>' and what is taken")
    give = given.goods()
    if len(taken) > 1:
        raise taken[0].after().error("'>' only once")
    if line is not None:
        return Exchange(line, give, taken[0].goods())
    result = taken[0].folded.removeprefix("1 ")
    if result in (INFLUENCE, BONUS_DISC):
        return Exchange(_line(give, result), give)
    take = taken[0].goods(f", or {INFLUENCE!r} or {BONUS_DISC!r} alone")
    return Exchange(_line(give, take), give, take)


def _parse_production(rest: _Stretch, known: dict[str, Move]) -> Move:
    card, cubes = rest.split_at("with")
    move = card.name(known, EXPECTED["produce"])
    if cubes is None or not isinstance(move, ProduceInvention):
        return move
    return ProduceInvention(move.card, cubes.goods())


@attrs.frozen
class _Vocabulary:
    """What can follow each verb, in folded form, and the text of each move that is a verb and a name."""

    moves: dict[str, dict[str, Move]]
    shown: dict[Move, str]


@lru_cache(maxsize=32)
def _vocabulary(setting: Setting) -> _Vocabulary:
    vocabulary = _Vocabulary({verb: {} for verb in EXPECTED}, {})
    for move, *texts in _phrases(setting):
        vocabulary.shown[move] = texts[0]
        for text in texts:
            verb, _, rest = text.partition(" ")
            vocabulary.moves[verb][_fold(rest)] = move
    return vocabulary


def _phrases(setting: Setting) -> Iterator[tuple[Move, *tuple[str, ...]]]:
    """Each move that is a verb and a name, with its text and other texts that are understood."""
    components = setting.components
    for area, letter in zip(Area, "ABCDEF", strict=True):
        yield PlaceDisc(area), f"place {area.name.lower()}", f"place {letter}"
        yield Resolve(area), f"resolve {area.name.lower()}", f"resolve {letter}"
        yield Withdraw(area), f"withdraw {area.name.lower()}", f"withdraw {letter}"
    for index, factory in enumerate(components.factories):
        yield BuildFactory(index), f"build {factory.id}"
        yield RunFactory(index), f"run {factory.id}"
        yield RevealFactory(index), f"reveal factory {factory.id}"
    for seat in range(setting.players):
        yield RunFactory(len(components.factories) + seat), f"run start-{seat + 1}"
    yield RunAllFactories(), "run all"
    for index, source in enumerate(components.sources):
        yield BuyLoad(index), f"buy {source.id}"
    for index, card in enumerate(components.cards):
        yield ProduceInvention(index), f"produce {card.id}"
        yield RevealCard(index), f"reveal {card.id}"
    for index, space in enumerate(components.spaces):
        name = components.inventions[space.invention]
        texts = [f"{name} technical"] if space.technical else [name, f"{name} original"]
        yield Develop(index), *(f"develop {text}" for text in texts)
        yield RegisterPatent(index), *(f"patent {text}" for text in texts)
    yield RegisterPatent(None), "patent unplaced"
    yield TakeCog(), "take cog"
    yield UseBonusDisc(), "use bonus disc"
    yield EndAction(), "end action"
    yield EndTurn(), "end turn"


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


@attrs.frozen
class _Stretch:
    """A part of a text that knows where it stands."""

    text: str
    start: int
    stop: int

    @property
    def folded(self) -> str:
        """What stands there, without case and extra spaces."""
        return _fold(self.text[self.start : self.stop])

    def words(self) -> list[_Stretch]:
        """The words that stand there."""
        spans = (match.span() for match in re.compile(r"\S+").finditer(self.text, self.start, self.stop))
        return [_Stretch(self.text, start, stop) for start, stop in spans]

    def head_and_rest(self) -> tuple[_Stretch, _Stretch]:
        """The first word, and what follows it."""
        head = next(iter(self.words()), self)
        return head, _Stretch(self.text, head.stop, self.stop)

    def split(self, mark: str) -> list[_Stretch]:
        """The parts between the marks."""
        marks = [place for place in range(self.start, self.stop) if self.text[place] == mark]
        starts = [self.start, *(place + 1 for place in marks)]
        return [_Stretch(self.text, *span) for span in zip(starts, [*marks, self.stop], strict=True)]

    def split_at(self, word: str) -> tuple[_Stretch, _Stretch | None]:
        """What stands before and after a word; None if it does not occur."""
        for found in self.words():
            if found.folded == word:
                return _Stretch(self.text, self.start, found.start), _Stretch(self.text, found.stop, self.stop)
        return self, None

    def after(self) -> _Stretch:
        """The empty place behind it."""
        return _Stretch(self.text, self.stop, self.stop)

    def name(self, known: dict[str, Move], expected: str) -> Move:
        """What is named there; it must be one of these names and nothing else."""
        if self.folded in known:
            return known[self.folded]
        for word in reversed(self.words()[1:LONGEST_NAME]):
            name = _Stretch(self.text, self.start, word.start).folded
            if name in known:
                longer = [other for other in known if other.startswith(f"{name} ")]
                rest = _Stretch(self.text, word.start, self.stop)
                raise rest.error(f"nothing more after {name!r}", longer, self.folded)
        raise self.error(expected, known)

    def goods(self, also: str = "") -> Goods:
        """The goods that are listed there. ``also`` says what else could be."""
        if self.folded == "nothing":
            return 0
        amounts: dict[Good, int] = {}
        for part in self.split(","):
            good, number = part.amount(also)
            if good in amounts:
                raise part.error(f"a kind other than {good.name.lower()}, which came before")
            amounts[good] = number
        return pack(amounts)

    def amount(self, also: str) -> tuple[Good, int]:
        """The one amount that is given there."""
        try:
            ((good, number),) = parse_amounts(self.folded).items()
        except ValueError:
            good, number = None, 0
        if good is None:
            kinds = ", ".join(kind.name.lower() for kind in Good)
            word = self.folded.lstrip("+-0123456789 ")
            near = () if word.removesuffix("s") in WORDS else WORDS
            raise self.error(f"an amount such as '2 coins' of {kinds}{also}", near, word)
        if number > STOCK_MAX:
            raise self.error(f"a number up to {STOCK_MAX}")
        return good, number

    def error(self, expected: str, candidates: Iterable[str] = (), wanted: str | None = None) -> NotationError:
        """That this is not understood: what stands there or, if nothing does, what comes next.

        ``candidates`` near to ``wanted``, without which it is what stands there, are proposed.
        """
        here = re.compile(r"\S(.*\S)?", re.DOTALL).search(self.text, self.start, self.stop)
        here = here or re.compile(r"[,>]|[^\s,>]+").search(self.text, self.stop)
        found = repr(_shortened(here[0])) if here else "the end of the text"
        column = here.start() + 1 if here else len(self.text) + 1
        near = hint(_shortened(self.folded if wanted is None else wanted), candidates)
        return NotationError(f"column {column}: found {found}, expected {expected}{near}", self.text, column, expected)
