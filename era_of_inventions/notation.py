"""The notation of Era of Inventions: ``place market``, ``exchange 2 coins > cog``, ``develop car technical``.

Regular moves are derived from the names of things. The number 1 of an amount can be
omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter

from era_of_inventions.box.components import Area, CardKind, FactoryCard, InventionCard
from era_of_inventions.box.goods import (
    NO_GOODS,
    UNDERSTOOD,
    Good,
    Goods,
    only,
    pack,
    parse_amounts,
    plural,
    unpack,
)
from era_of_inventions.box.names import CARDS
from era_of_inventions.moves import (
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
from era_of_inventions.position import (
    FINAL_MARKET,
    SETUP_CARDS,
    SETUP_FACTORIES,
    Phase,
    State,
)
from era_of_inventions.rules.display import lying
from era_of_inventions.rules.produce import waiting_cards
from era_of_inventions.rules.refresh import start_cards_removed
from era_of_inventions.rules.setup import cards_in_play, own_start_factory
from era_of_inventions.tabletop.errors import NotationError, Synonyms
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.grammar import Grammar, Verb, Vocabulary
from era_of_inventions.tabletop.play.position_form import Positions
from era_of_inventions.tabletop.text.span import AND, LONGEST_NAME, Span
from era_of_inventions.tabletop.values import (
    COUNT_MAX,
    NO_THINGS,
    Field,
    Mask,
    Things,
    evolve,
    field,
    mask,
    members,
    record,
)
from era_of_inventions.tabletop.values.outline import PartialPosition
from era_of_inventions.words import FOR_GAINS, FOR_MOVES

INFLUENCE, BONUS_DISC = "influence", "bonus disc"
LINES = {line.word: line for line in Line}
"""The words for lines of the market, for an exchange on another line than its goods imply."""
AN_AREA = f"an area: {', '.join(area.name.lower() for area in Area)}"
A_CARD, A_FACTORY = "the id of an invention card", "the id of a factory"
AN_INVENTION = "an invention, with 'technical' for its technical space"


def _section(state: State) -> str:
    phase = state.turn.phase
    if phase in (SETUP_FACTORIES, SETUP_CARDS):
        return "Setup"
    return "Final market" if phase is FINAL_MARKET else f"Round {state.round}"


# --- Factories and inventions ---------------------------------------------------------


def _parse_run(text: Span, vocabulary: Vocabulary[Move], seat: int | None) -> Move | None:
    """Parse a plain ``start``, which means the start factory of the seat; return None for any other text."""
    if text.folded != "start":
        return None
    if seat is None or not 0 <= seat < vocabulary.terms.setting.players:
        raise text.error(
            f"the seat too: 'start-1' to 'start-{vocabulary.terms.setting.players}'"
        )
    return vocabulary.moves["run"][f"start-{seat + 1}"]


def _show_production(move: ProduceInvention, vocabulary: Vocabulary[Move]) -> str:
    text = f"produce {vocabulary.names['card'][move.card][0]}"
    return f"{text} with {show_amounts(move.cubes)}" if move.cubes else text


def _parse_production(text: Span, vocabulary: Vocabulary[Move], _: int | None) -> Move:
    named, cubes = text.split_at("with")
    card = vocabulary.value("card", named, A_CARD)
    return ProduceInvention(card, NO_GOODS if cubes is None else parse_goods(cubes))


def _split_productions(text: Span) -> list[Span]:
    """Split productions at commas, except those after ``with``, which separate amounts."""
    before, cubes = text.split_at("with")
    parts = before.split(",")
    return [*parts[:-1], text.part(parts[-1].start, text.stop)] if cubes else parts


# --- Goods ----------------------------------------------------------------------------


def show_amounts(goods: Goods) -> str:
    """Render goods in the notation, cubes first and without the number 1: ``2 metal, tool`` or ``nothing``."""
    return (
        ", ".join(_show_amount(good, number) for good, number in unpack(goods)) or "nothing"
    )


def _show_amount(good: Good, number: int) -> str:
    return good.name.lower() if number == 1 else f"{number} {plural(good)}"


def parse_goods(text: Span, also: str = "") -> Goods:
    """Parse a list of goods. ``also`` describes the alternatives at this place, for errors."""
    if text.folded == "nothing":
        return NO_GOODS
    amounts: dict[Good, int] = {}
    for part in text.listed():
        good, number = _parse_amount(part, also)
        if good in amounts:
            raise part.error(
                f"a kind other than {good.name.lower()}, which is listed already"
            )
        amounts[good] = number
    return pack(amounts)


def _parse_amount(text: Span, also: str) -> tuple[Good, int]:
    try:
        ((good, number),) = parse_amounts(text.folded).items()
    except ValueError:
        good, number = None, 0
    if good is None:
        kinds = ", ".join(kind.name.lower() for kind in Good)
        word = text.folded.lstrip("+-0123456789 ")
        kinds_by_word = ((of, kind.name.lower()) for of, kind in UNDERSTOOD.items())
        near = () if word.removesuffix("s") in UNDERSTOOD else kinds_by_word
        raise text.error(
            f"an amount such as '2 coins' of {kinds}{also}", Synonyms(near), word
        )
    if number > COUNT_MAX:
        raise text.error(f"a number up to {COUNT_MAX}")
    return good, number


# --- Exchanges ------------------------------------------------------------------------


def _show_exchange(move: Exchange, _: object) -> str:
    give = show_amounts(move.give)
    for result in (INFLUENCE, BONUS_DISC):
        if move.take == 0 and move.line == _line(move.give, result):
            return f"exchange {give} > {result}"
    line = "" if move.line == _line(move.give, move.take) else f"{move.line.word} "
    return f"exchange {line}{give} > {show_amounts(move.take)}"


def _line(give: Goods, take: Goods | str) -> Line:
    """Return the line of the market that the goods of an exchange imply."""
    cogs = bool(give) and give == only(give, (Good.COG,))
    coins = bool(give) and give == only(give, (Good.COIN,))
    if take == INFLUENCE:
        return Line.COG_FOR_INFLUENCE if cogs else Line.COINS_FOR_INFLUENCE
    if isinstance(take, str):
        return Line.BONUS_DISC
    if cogs and take and take == only(take, (Good.COIN,)):
        return Line.SELL_COG
    if coins and take and take == only(take, (Good.COG,)):
        return Line.BUY_COG
    return Line.BARTER


def _parse_exchange(text: Span, *_: object) -> Exchange:
    head, after = text.head_and_rest()
    line = LINES.get(head.folded)
    paid, *taken = _sides(text if line is None else after)
    if paid.folded and not taken:
        raise _behind_amounts(paid).error("'>' and what is taken")
    try:
        give = parse_goods(paid)
    except NotationError:
        behind = _behind_amounts(paid)
        if behind.folded and behind.head_and_rest()[0].folded != AND:
            raise behind.error("',' or '>'") from None
        raise
    if len(taken) > 1 and len(exchanges := _split_exchanges(text)) > 1:
        raise exchanges[1].error("only one move")
    if len(taken) > 1:
        raise taken[0].after().error("'>' only once")
    if line is not None:
        return Exchange(line, give, parse_goods(taken[0]))
    result = re.sub("^(1|an?) ", "", taken[0].folded)
    result = FOR_GAINS.get(result, result)
    if result in (INFLUENCE, BONUS_DISC):
        return Exchange(_line(give, result), give)
    take = parse_goods(taken[0], f", or {INFLUENCE!r} or {BONUS_DISC!r} alone")
    return Exchange(_line(give, take), give, take)


def _sides(text: Span) -> list[Span]:
    """Return the payment and the gain: ``2 coins > cog``, or in people's words, ``2 coins for a cog``."""
    paid, taken = text.split_at("for")
    return text.split(">") if taken is None or ">" in text.folded else [paid, taken]


def _behind_amounts(text: Span) -> Span:
    """Return what follows the amounts at the beginning of a text; it can be empty."""
    for word in reversed(text.words()[:LONGEST_NAME]):
        try:
            parse_goods(text.part(text.start, word.stop))
        except NotationError:
            continue
        return text.part(word.stop, text.stop)
    return text.after()


def _split_exchanges(text: Span) -> list[Span]:
    """Split a list of exchanges at the first comma after each ``>``; other commas separate amounts."""
    ends = [part.stop for part in text.split(",") if ">" in part.folded]
    if len(ends) < 2:
        return [text]
    if ends[-1] < text.stop:
        ends.append(text.stop)
    starts = [text.start, *(end + 1 for end in ends[:-1])]
    return [text.part(*span) for span in zip(starts, ends, strict=True)]


def _is_simple(move: Exchange) -> bool:
    """Return whether an exchange has no commas, so that it can be part of a list."""
    return all(len(list(unpack(goods))) <= 1 for goods in (move.give, move.take))


# --- The grammar ----------------------------------------------------------------------

GRAMMAR: Grammar[State, Move] = Grammar(
    words={
        PlaceDisc: "place",
        BuildFactory: "build",
        RunAllFactories: "run all",
        RunFactory: "run",
        BuyLoad: "buy",
        ProduceInvention: "produce",
        RegisterPatent: "patent",
        RevealCard: "reveal",
    },
    also=FOR_MOVES,
    sentences={
        PlaceDisc: "place a disc on {area}",
        Resolve: "resolve the disc on {area}",
        Withdraw: "withdraw the disc from {area}",
        BuildFactory: "build the factory {factory}",
        RunAllFactories: "run all factories",
        RunFactory: "run the factory {factory}",
        BuyLoad: "buy the load of {source}",
        ProduceInvention: "produce {card}[ with {cubes}]",
        TakeCog: "take a cog",
        Exchange: "exchange on the line {line}: {give}[ for {take}]",
        Develop: "develop {space}",
        RegisterPatent: "register a patent[ on {space}]",
        UseBonusDisc: "use a bonus disc",
        EndAction: "end the action",
        EndTurn: "end the turn",
        RevealCard: "turn over {card}",
        RevealFactory: "turn over the factory {factory}",
    },
    unspoken="exchange",
    names=lambda _: {"space": {None: ("unplaced", "nowhere")}},
    verbs={
        "place": Verb(expected=AN_AREA),
        "resolve": Verb(expected=AN_AREA),
        "withdraw": Verb(expected=AN_AREA),
        "build": Verb(expected=A_FACTORY, listed=True),
        "run": Verb(
            expected=f"'all', {A_FACTORY}, or 'start-' and the number of a seat",
            listed=True,
            parse=_parse_run,
        ),
        "buy": Verb(expected="the id of a ship or storage house", listed=True),
        "produce": Verb(
            listed=True,
            joins=lambda before, _: not before.cubes,
            split=_split_productions,
            show=_show_production,
            parse=_parse_production,
        ),
        "exchange": Verb(
            listed=True,
            joins=lambda before, move: _is_simple(before) and _is_simple(move),
            split=_split_exchanges,
            show=_show_exchange,
            parse=_parse_exchange,
        ),
        "develop": Verb(expected=AN_INVENTION, listed=True),
        "patent": Verb(expected=f"{AN_INVENTION}, or 'unplaced'", listed=True),
        "reveal": Verb(
            expected=f"{A_CARD}, or 'factory' and {A_FACTORY}",
            listed=True,
        ),
    },
    ends_line=(PlaceDisc, EndTurn),
    chance={RevealFactory: ("factory", "factories"), RevealCard: ("card", "cards")},
    headings=("Setup", "Round #", "Final market"),
    section=_section,
    seats=("Orange", "Brown", "Green", "Yellow", "Red"),
)
"""The grammar of moves and games."""


# --- Positions in words ---------------------------------------------------------------


ON_BOARD = (
    "display",
    "discards",
    "removed",
    "row",
    "factory_discards",
    "loads",
    "developed_this_round",
)
"""What the line of the board shows, in this order."""


@record
class OutOfTheGame:
    """The start cards that have left the game. They stand in the text of a position, but in none of its fields."""

    removed: Field[Mask[InventionCard]] = field(
        Things(CARDS), "start cards that have left the game", default=NO_THINGS
    )


def describe(state: State, description: PartialPosition) -> None:
    """Adapt the description of a position to its text: without start factories, with the fields `ON_BOARD`."""
    for seat, player in enumerate(description.of["players"]):
        player["factories"] &= ~own_start_factory(state, seat)
    board, removed = state.board, removed_cards(state)
    description.of["board"] = [
        {name: removed if name == "removed" else getattr(board, name) for name in ON_BOARD}
    ]


def removed_cards(state: State) -> Mask[InventionCard]:
    """Return the start cards that have left the game."""
    board = state.board
    return state.components.start_cards & ~(
        board.deck | board.discards | lying(InventionCard, board.display)
    )


def complete(base: State, description: PartialPosition) -> State:
    """Return the position that a description states, with start factories; fill in decks that it leaves out."""
    turn, *before = description.of["turn"]
    turn.setdefault("phase", Phase.PLACEMENT)
    for earlier in before:
        earlier.setdefault("phase", Phase.BONUS_OFFER)
    for seat, player in enumerate(description.of["players"]):
        player["factories"] = player.get("factories", NO_THINGS) | own_start_factory(
            base, seat
        )
    state, board = description.on(base), description.of["board"][0]
    deck, factory_deck = undealt(state, description)
    decks = {
        "deck": board.get("deck", deck),
        "factory_deck": board.get("factory_deck", factory_deck),
    }
    return evolve(state, board=evolve(state.board, **decks))


def undealt(
    state: State, description: PartialPosition
) -> tuple[Mask[InventionCard], Mask[FactoryCard]]:
    """Return the cards and the factories that are in play and lie nowhere else."""
    board, removed = state.board, description.of["board"][0].get("removed", NO_THINGS)
    laid_out = lying(InventionCard, board.display)
    cards = cards_in_play(state) & ~(
        laid_out | board.discards | removed | waiting_cards(state)
    )
    factories = mask(FactoryCard, range(len(state.components.factories)))
    factories &= ~(lying(FactoryCard, board.row) | board.factory_discards)
    for player in state.players:
        factories &= ~player.factories
    return cards, factories


def out_of_place(state: State, description: PartialPosition) -> Iterator[Violation]:
    """Yield what is impossible about the cards that have left the game according to a description."""
    board = state.board
    elsewhere = board.deck | board.discards | lying(InventionCard, board.display)
    for index in members(description.of["board"][0].get("removed", NO_THINGS)):
        card = state.components.cards[index]
        if card.kind is not CardKind.START:
            sentence = f"{card.id!r} cannot be removed; only start cards leave the game"
            yield Violation(start_cards_removed.id, sentence, "board.removed")
        elif elsewhere >> index & 1:
            sentence = f"{card.id!r} is removed and lies elsewhere too; expected cards that are out of the game"
            yield Violation(start_cards_removed.id, sentence, "board.removed")


POSITIONS: Positions[State] = Positions(
    start=attrgetter("start"),
    unsaid=("start",),
    besides={"board": OutOfTheGame},
    describe=describe,
    complete=complete,
    contradictions=out_of_place,
)
"""What is special about positions in words."""
