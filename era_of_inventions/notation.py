"""The text of moves, as people write them: ``place market``, ``market 2 coins > cog``, ``develop car technical``.

A move is a verb and what it is about. Case and extra spaces do not matter, and where an amount is given the number 1
may be left out. `parse_move` reads back what `show_move` writes, even for moves that only a dispute would be about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import attrs

from era_of_inventions.amounts import WORDS, parse_amounts
from era_of_inventions.model.components import Area, Components
from era_of_inventions.model.goods import COUNT_MAX, Good, Goods, items, only, pack
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
from era_of_inventions.tabletop.errors import GameError, NotationError
from era_of_inventions.tabletop.files.stretch import LONGEST_NAME, Stretch, fold

SEAT_NAMES = ("Orange", "Brown", "Green", "Yellow", "Red")
"""What players who have not been named are called."""
INFLUENCE, BONUS_DISC = "influence", "bonus disc"
AREAS = ", ".join(area.name.lower() for area in Area)
LINES = {line.word: line for line in Line}
"""The words that put a trade on a line other than the one its goods suggest."""
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
LISTED = ("build", "run", "buy", "produce", "market", "develop", "patent", "reveal")
"""The verbs that are written once for several moves, one after another."""


def show_move(move: Move, setting: Setting) -> str:
    """The text of a move, in the one form it is always printed in. Raises `GameError` if it names no component."""
    if isinstance(move, Exchange):
        return _show_exchange(move)
    plain = ProduceInvention(move.card) if isinstance(move, ProduceInvention) else move
    text = _vocabulary(setting).shown.get(plain)
    if text is None:
        raise GameError(f"{move} is about something that is not among the components of {setting.components.name!r}")
    if isinstance(move, ProduceInvention) and move.cubes:
        return f"{text} with {show_amounts(move.cubes)}"
    return text


def parse_move(text: str, setting: Setting, *, seat: int | None = None) -> Move:
    """The move that a text says. ``seat`` is whose start factory a plain ``run start`` means.

    The move need not be possible: ``market 3 coins > tool`` is a move too, and what is wrong with it is for the judge
    to say. Raises `NotationError` for a text that says no move.
    """
    return move_of(Stretch.of(text), setting, seat=seat)


def move_of(stretch: Stretch, setting: Setting, *, seat: int | None = None) -> Move:
    """The move that stands in a part of a text, as `parse_move` reads it; errors count columns in the whole text."""
    return _parse(*stretch.head_and_rest(), setting, seat)


def _parse(verb: Stretch, rest: Stretch, setting: Setting, seat: int | None) -> Move:
    """The move of a verb, and of what follows it."""
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


def space_words(components: Components, space: int) -> str:
    """A development space as people write it: ``telephone`` or ``telephone technical``."""
    printed = components.spaces[space]
    return components.inventions[printed.invention] + (" technical" if printed.technical else "")


def show_moves(moves: Iterable[Move], setting: Setting) -> str:
    """Several moves on one line: those of the same verb after it, with commas between; others after a semicolon."""
    text, before, open_ = "", "", False
    for move in moves:
        shown = show_move(move, setting)
        verb, _, rest = shown.partition(" ")
        if open_ and verb == before and not _alone(move):
            text += f", {rest}"
        else:
            text += f"{text and '; '}{shown}"
        before, open_ = verb, verb in LISTED and not _alone(move) and not getattr(move, "cubes", 0)
    return text


def _alone(move: Move) -> bool:
    """Whether a move would be hard to tell apart in a list: a trade of several kinds, which has commas of its own."""
    return isinstance(move, Exchange) and any(len(list(items(goods))) > 1 for goods in (move.give, move.take))


def parse_moves(
    stretch: Stretch, setting: Setting, *, seat: int | None = None
) -> Iterator[tuple[Stretch, Stretch, Move | NotationError]]:
    """The moves on a line in order, each with its verb and what it is about; errors take the place of moves."""
    for phrase in stretch.phrases():
        verb, rest = phrase.head_and_rest()
        for item in _items(verb.folded, rest):
            try:
                yield verb, item, _parse(verb, item, setting, seat)
            except NotationError as error:
                yield verb, item, error


def _items(verb: str, rest: Stretch) -> list[Stretch]:
    """What stands between the commas after a verb; commas between amounts do not count.

    Of several trades each ends with the one thing that is taken, and after ``with`` only amounts follow.
    """
    if verb == "market":
        return _trades(rest)
    if verb == "produce":
        before, cubes = rest.split_at("with")
        parts = before.split(",")
        return [*parts[:-1], rest.part(parts[-1].start, rest.stop)] if cubes else parts
    return rest.split(",")


def _trades(rest: Stretch) -> list[Stretch]:
    parts = rest.split(",")
    ends = [part.stop for part in parts if ">" in part.folded]
    if len(ends) < 2:
        return [rest]
    if ends[-1] < rest.stop:
        ends.append(rest.stop)
    starts = [rest.start, *(end + 1 for end in ends[:-1])]
    return [rest.part(*span) for span in zip(starts, ends, strict=True)]


def show_amounts(goods: Goods) -> str:
    """Goods as moves write them, cubes first and without the number 1: ``2 metal, tool``; ``nothing`` if none."""
    return ", ".join(_show_amount(good, number) for good, number in items(goods)) or "nothing"


def _show_amount(good: Good, number: int) -> str:
    if number == 1:
        return good.name.lower()
    return f"{number} {good.name.lower()}{'s' if good in (Good.TOOL, Good.COIN, Good.COG) else ''}"


def parse_goods(text: Stretch, also: str = "") -> Goods:
    """The goods listed in a part of a text. ``also`` says what else could stand there."""
    if text.folded == "nothing":
        return 0
    amounts: dict[Good, int] = {}
    for part in text.split(","):
        good, number = _parse_amount(part, also)
        if good in amounts:
            raise part.error(f"a kind other than {good.name.lower()}, which came before")
        amounts[good] = number
    return pack(amounts)


def _parse_amount(text: Stretch, also: str) -> tuple[Good, int]:
    try:
        ((good, number),) = parse_amounts(text.folded).items()
    except ValueError:
        good, number = None, 0
    if good is None:
        kinds = ", ".join(kind.name.lower() for kind in Good)
        word = text.folded.lstrip("+-0123456789 ")
        near = () if word.removesuffix("s") in WORDS else WORDS
        raise text.error(f"an amount such as '2 coins' of {kinds}{also}", near, word)
    if number > COUNT_MAX:
        raise text.error(f"a number up to {COUNT_MAX}")
    return good, number


def _show_exchange(move: Exchange) -> str:
    give = show_amounts(move.give)
    for result in (INFLUENCE, BONUS_DISC):
        if move.take == 0 and move.line == _line(move.give, result):
            return f"market {give} > {result}"
    line = "" if move.line == _line(move.give, move.take) else f"{move.line.word} "
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


def _parse_exchange(rest: Stretch) -> Exchange:
    head, after = rest.head_and_rest()
    line = LINES.get(head.folded)
    given, *taken = (rest if line is None else after).split(">")
    if given.folded and not taken:
        raise _behind_amounts(given).error("'>' and what is taken")
    try:
        give = parse_goods(given)
    except NotationError:
        if (behind := _behind_amounts(given)).folded:
            raise behind.error("',' or '>'") from None
        raise
    if len(taken) > 1 and len(trades := _trades(rest)) > 1:
        raise trades[1].error("only one move")
    if len(taken) > 1:
        raise taken[0].after().error("'>' only once")
    if line is not None:
        return Exchange(line, give, parse_goods(taken[0]))
    result = taken[0].folded.removeprefix("1 ")
    if result in (INFLUENCE, BONUS_DISC):
        return Exchange(_line(give, result), give)
    take = parse_goods(taken[0], f", or {INFLUENCE!r} or {BONUS_DISC!r} alone")
    return Exchange(_line(give, take), give, take)


def _behind_amounts(stretch: Stretch) -> Stretch:
    """What stands behind the amounts with which a part of a text begins; the empty place after it if nothing does."""
    for word in stretch.words()[:LONGEST_NAME]:
        try:
            parse_goods(stretch.part(stretch.start, word.stop))
        except NotationError:
            continue
        return stretch.part(word.stop, stretch.stop)
    return stretch.after()


def _parse_production(rest: Stretch, known: dict[str, Move]) -> Move:
    card, cubes = rest.split_at("with")
    move = card.name(known, EXPECTED["produce"])
    if cubes is None or not isinstance(move, ProduceInvention):
        return move
    return ProduceInvention(move.card, parse_goods(cubes))


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
            vocabulary.moves[verb][fold(rest)] = move
    return vocabulary


def _phrases(setting: Setting) -> Iterator[tuple[Move, *tuple[str, ...]]]:
    """Each move that is a verb and a name, with its text and other texts that are understood."""
    components = setting.components
    for area in Area:
        yield PlaceDisc(area), f"place {area.name.lower()}", f"place {area.letter}"
        yield Resolve(area), f"resolve {area.name.lower()}", f"resolve {area.letter}"
        yield Withdraw(area), f"withdraw {area.name.lower()}", f"withdraw {area.letter}"
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
        name = space_words(components, index)
        texts = [name] if space.technical else [name, f"{name} original"]
        yield Develop(index), *(f"develop {text}" for text in texts)
        yield RegisterPatent(index), *(f"patent {text}" for text in texts)
    yield RegisterPatent(None), "patent unplaced"
    yield TakeCog(), "take cog"
    yield UseBonusDisc(), "use bonus disc"
    yield EndAction(), "end action"
    yield EndTurn(), "end turn"
