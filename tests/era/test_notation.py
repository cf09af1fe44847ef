"""The text of moves: what is printed is read back, what people write is understood, and errors say where and why."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from era_of_inventions import parse_move, show_move, to_json
from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import NO_GOODS, Good, Goods, pack
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
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
    barters,
)
from era_of_inventions.notation import show_amounts
from era_of_inventions.rulebook import Game
from era_of_inventions.tabletop.errors import GameError, NotationError
from era_of_inventions.tabletop.records.notation import parse_moves
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import COUNT_MAX

GAME = Game(4)
SETTING = GAME.setting
SET = SETTING.components
VERBS = tuple(SETTING.vocabulary.moves)
TEXTS = [show_move(move, SETTING) for move in GAME.moves]
CARD = next(index for index, card in enumerate(SET.cards) if card.id == "telephone-1")
TELEPHONE = 2 * SET.inventions.index("telephone")
REGISTER = 2 * SET.inventions.index("cash register")
FACTORY = SET.factories[3].id
START = len(SET.factories)

amounts = st.dictionaries(st.sampled_from(Good), st.integers(0, COUNT_MAX)).map(pack)
exchanges = st.builds(Exchange, st.sampled_from(Line), amounts, amounts)
few = st.dictionaries(st.sampled_from((Good.COIN, Good.COG)), st.integers(0, 2), max_size=2).map(pack)
plain_exchanges = st.builds(Exchange, st.sampled_from(Line), few, few)
productions = st.builds(ProduceInvention, st.integers(0, len(SET.cards) - 1), amounts)


def goods(**counts: int) -> Goods:
    """Goods by name."""
    return pack({Good[name.upper()]: number for name, number in counts.items()})


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_texts_are_inverse_over_the_whole_table(players: int) -> None:
    game = Game(players)
    texts = [show_move(move, game.setting) for move in game.moves]
    assert len(set(texts)) == len(texts)
    assert [parse_move(text, game.setting) for text in texts] == list(game.moves)


def test_case_and_spaces_do_not_matter() -> None:
    for move, text in zip(GAME.moves, TEXTS, strict=True):
        assert parse_move(f"\t{text.upper()} ".replace(" ", "   "), SETTING) is move


@given(exchanges | plain_exchanges)
def test_any_exchange_can_be_said(move: Exchange) -> None:
    assert parse_move(show_move(move, SETTING), SETTING) is move


@given(productions)
def test_any_payment_can_be_said(move: ProduceInvention) -> None:
    assert parse_move(show_move(move, SETTING), SETTING) is move


@pytest.mark.parametrize("line", Line)
def test_a_line_of_the_market_has_one_name(line: Line) -> None:
    move = Exchange(line, goods(tool=1), goods(wood=2))
    name = json.loads(to_json(move, setting=SETTING))["line"]
    assert parse_move(f"exchange {name} tool > 2 wood", SETTING) is move


def test_barter_may_be_said_of_any_barter_and_is_printed_only_where_needed() -> None:
    printed = []
    for move in barters():
        text = show_move(move, SETTING)
        printed += [text] if "barter" in text else []
        assert parse_move(f"exchange barter {text.removeprefix('exchange ').removeprefix('barter ')}", SETTING) is move
    assert printed == ["exchange barter 2 coins > cog", "exchange barter 2 cogs > coin"]


def test_amounts_are_printed_in_one_way() -> None:
    assert show_amounts(NO_GOODS) == "nothing"
    assert show_amounts(goods(cog=2, coin=1, tool=3, wood=2)) == "2 wood, 3 tools, coin, 2 cogs"


UNDERSTOOD: list[tuple[str, Move, str]] = [
    ("Place  MARKET", PlaceDisc(Area.MARKET), "place market"),
    ("place a", PlaceDisc(Area.BUILD), "place build"),
    ("resolve F", Resolve(Area.DEVELOP), "resolve develop"),
    ("withdraw goods", Withdraw(Area.GOODS), "withdraw goods"),
    (f"build {FACTORY}", BuildFactory(3), f"build {FACTORY}"),
    ("RUN all", RunAllFactories(), "run all"),
    (f"run {FACTORY}", RunFactory(3), f"run {FACTORY}"),
    ("run start-4", RunFactory(START + 3), "run start-4"),
    (f"buy {SET.sources[1].id}", BuyLoad(1), f"buy {SET.sources[1].id}"),
    ("produce telephone-1", ProduceInvention(CARD), "produce telephone-1"),
    (
        "produce Telephone-1 with 1 tool, 2 metal",
        ProduceInvention(CARD, goods(metal=2, tool=1)),
        "produce telephone-1 with 2 metal, tool",
    ),
    ("produce telephone-1 with wood", ProduceInvention(CARD, goods(wood=1)), "produce telephone-1 with wood"),
    ("produce telephone-1 with nothing", ProduceInvention(CARD), "produce telephone-1"),
    ("take cog", TakeCog(), "take cog"),
    ("exchange 2 coins > 1 development cog", BUY_COG, "exchange 2 coins > cog"),
    ("exchange cog>2coins", SELL_COG, "exchange cog > 2 coins"),
    ("exchange 2 coins > influence", COINS_FOR_INFLUENCE, "exchange 2 coins > influence"),
    ("exchange cog > 1 influence", COG_FOR_INFLUENCE, "exchange cog > influence"),
    ("exchange 2 coins > Bonus Disc", BUY_BONUS_DISC, "exchange 2 coins > bonus disc"),
    ("exchange 2 metal > tool", Exchange(Line.BARTER, goods(metal=2), goods(tool=1)), "exchange 2 metal > tool"),
    (
        "exchange coin, wood > coal",
        Exchange(Line.BARTER, goods(coin=1, wood=1), goods(coal=1)),
        "exchange wood, coin > coal",
    ),
    ("exchange 3 coins > tool", Exchange(Line.BARTER, goods(coin=3), goods(tool=1)), "exchange 3 coins > tool"),
    ("exchange 3 coins > cog", Exchange(Line.BUY_COG, goods(coin=3), goods(cog=1)), "exchange 3 coins > cog"),
    ("exchange 2 cogs > coal", Exchange(Line.BARTER, goods(cog=2), goods(coal=1)), "exchange 2 cogs > coal"),
    (
        "exchange barter 2 coins > cog",
        Exchange(Line.BARTER, goods(coin=2), goods(cog=1)),
        "exchange barter 2 coins > cog",
    ),
    ("exchange barter 2 coal > wood", Exchange(Line.BARTER, goods(coal=2), goods(wood=1)), "exchange 2 coal > wood"),
    (
        "exchange buy-cog wood > tool",
        Exchange(Line.BUY_COG, goods(wood=1), goods(tool=1)),
        "exchange buy-cog wood > tool",
    ),
    ("exchange wood > influence", Exchange(Line.COINS_FOR_INFLUENCE, goods(wood=1)), "exchange wood > influence"),
    ("cog for influence", Exchange(Line.COG_FOR_INFLUENCE, goods(cog=1)), "exchange cog > influence"),
    (
        "trade a cog and a coal for a metal",
        Exchange(Line.BARTER, goods(cog=1, coal=1), goods(metal=1)),
        "exchange coal, cog > metal",
    ),
    (
        "exchange wood, coal, and coin > a metal AND wood",
        Exchange(Line.BARTER, goods(wood=1, coal=1, coin=1), goods(metal=1, wood=1)),
        "exchange wood, coal, coin > wood, metal",
    ),
    (
        "produce telephone-1 with 2 metal and a tool",
        ProduceInvention(CARD, goods(metal=2, tool=1)),
        "produce telephone-1 with 2 metal, tool",
    ),
    ("develop telephone", Develop(TELEPHONE), "develop telephone"),
    ("develop telephone original", Develop(TELEPHONE), "develop telephone"),
    ("develop cash  register technical", Develop(REGISTER + 1), "develop cash register technical"),
    ("patent telephone technical", RegisterPatent(TELEPHONE + 1), "patent telephone technical"),
    ("patent unplaced", RegisterPatent(), "patent unplaced"),
    ("use bonus disc", UseBonusDisc(), "use bonus disc"),
    ("end action", EndAction(), "end action"),
    ("end turn", EndTurn(), "end turn"),
    ("reveal telephone-1", RevealCard(CARD), "reveal telephone-1"),
    (f"reveal factory {FACTORY}", RevealFactory(3), f"reveal factory {FACTORY}"),
]


@pytest.mark.parametrize(("text", "move", "printed"), UNDERSTOOD, ids=[text for text, _, _ in UNDERSTOOD])
def test_what_people_write_is_understood(text: str, move: Move, printed: str) -> None:
    assert parse_move(text, SETTING) is move
    assert show_move(move, SETTING) == printed


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("build sawmill-1 and sawmill-2", "build sawmill-1, sawmill-2"),
        ("build sawmill-1, sawmill-2, and sawmill-3", "build sawmill-1, sawmill-2, sawmill-3"),
        ("run start and sawmill-1", "run start, sawmill-1"),
        (
            "reveal factory mint-1, mint-2 and mint-3",
            "reveal factory mint-1; reveal factory mint-2; reveal factory mint-3",
        ),
        ("develop phone and silver car", "develop telephone, car technical"),
        ("trade 2 coins for a cog and 2 coal for wood", "exchange 2 coins > cog, 2 coal > wood"),
        (
            "produce telephone-1 and telephone-fake with a coal and 2 metal",
            "produce telephone-1, telephone-fake with coal, 2 metal",
        ),
    ],
)
def test_the_last_of_several_may_follow_an_and(text: str, same: str) -> None:
    said, usual = ([move for _, _, move in parse_moves(Span.of(one), SETTING, seat=0)] for one in (text, same))
    assert said == usual
    assert not any(isinstance(move, NotationError) for move in usual)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2 coins for influence", "exchange 2 coins > influence"),
        ("2 coins for a bonus disc", "exchange 2 coins > bonus disc"),
        ("2 metal for a tool", "exchange 2 metal > tool"),
        ("2 coins for a cog, 2 coal for wood", "exchange 2 coins > cog; exchange 2 coal > wood"),
        ("2 x cog for influence", "exchange cog > influence; exchange cog > influence"),
        ("3 cogs for influence", "3 x exchange cog > influence"),
        ("2 take cog", "take cog; take cog"),
    ],
)
def test_a_number_is_what_is_given_and_not_how_often_if_there_is_such_a_move(text: str, same: str) -> None:
    said, usual = ([move for _, _, move in parse_moves(Span.of(one), SETTING, seat=0)] for one in (text, same))
    assert said == usual
    assert not any(isinstance(move, NotationError) for move in usual)


def test_of_several_that_cannot_be_understood_is_told_which() -> None:
    *before, (_, place, error) = parse_moves(Span.of("build sawmill-1 and sawmil-2"), SETTING)
    assert [move for _, _, move in before] == [parse_move("build sawmill-1", SETTING)]
    assert isinstance(error, NotationError)
    assert (place.folded, error.column) == ("sawmil-2", 21)


def test_a_plain_start_is_that_of_the_seat() -> None:
    assert [parse_move("run start", SETTING, seat=seat) for seat in range(4)] == [
        RunFactory(START + seat) for seat in range(4)
    ]
    with pytest.raises(NotationError, match=r"column 5: found 'start', expected the seat too"):
        parse_move("run start", SETTING, seat=4)


A_MOVE = f"one of {', '.join(VERBS)}"
AN_AMOUNT = "an amount such as '2 coins' of wood, coal, metal, technology, tool, coin, cog"
TAKEN = f"{AN_AMOUNT}, or 'influence' or 'bonus disc' alone"
AN_AREA = "an area: build, goods, buy, produce, market, develop"
AN_INVENTION = "an invention, with 'technical' for its technical space"
REFUSED: list[tuple[str, int, str, str, str]] = [
    ("", 1, "the end of the line", A_MOVE, ""),
    (" plac build", 2, "'plac'", A_MOVE, "did you mean 'place'?"),
    ("place", 6, "the end of the line", AN_AREA, ""),
    ("place  bild", 8, "'bild'", AN_AREA, "did you mean 'build'?"),
    ("place build now", 13, "'now'", "nothing more after 'build'", ""),
    ("run start", 5, "'start'", "the seat too: 'start-1' to 'start-4'", ""),
    ("produce with metal", 9, "'with'", "the id of an invention card", ""),
    ("produce telephone-1 with 2 mettal", 26, "'2 mettal'", AN_AMOUNT, "did you mean 'metal'?"),
    (
        "produce telephone-1 with metal, 2 Metal",
        33,
        "'2 Metal'",
        "a kind other than metal, which is listed already",
        "",
    ),
    ("produce telephone-1 with 32768 metal", 26, "'32768 metal'", "a number up to 32767", ""),
    ("exchange", 9, "the end of the line", AN_AMOUNT, ""),
    ("exchange 2 coins", 17, "the end of the line", "'>' and what is taken", ""),
    ("exchange 2 coins → cog", 18, "'→ cog'", "'>' and what is taken", ""),
    ("exchange 2 coins vor cog", 18, "'vor cog'", "'>' and what is taken", ""),
    ("exchange 2 coins cog", 18, "'cog'", "'>' and what is taken", ""),
    ("exchange coin, 2 wood vor cog", 23, "'vor cog'", "'>' and what is taken", ""),
    ("exchange 2 coins for cog, 2 coal > wood", 18, "'for cog, 2 coal'", "',' or '>'", ""),
    ("exchange coin, 2 wood coal > cog", 23, "'coal'", "',' or '>'", ""),
    ("exchange barter 2 coins 1 wood > cog", 25, "'1 wood'", "',' or '>'", ""),
    ("exchange 2 coins>cog, 2 coal>wood", 23, "'2 coal>wood'", "only one move", ""),
    ("exchange > cog", 10, "'>'", AN_AMOUNT, ""),
    ("trade a cog and a col for a metal", 17, "'a col'", AN_AMOUNT, "did you mean 'coal'?"),
    ("exchange cog and coal", 22, "the end of the line", "'>' and what is taken", ""),
    ("exchange cog and > coal", 18, "'>'", AN_AMOUNT, ""),
    ("exchange and cog > coal", 10, "'and'", AN_AMOUNT, ""),
    ("take cog and", 10, "'and'", "nothing more after 'cog'", ""),
    ("run all of them", 9, "'of them'", "nothing more after 'all'", ""),
    ("exchange coin,, wood > cog", 15, "','", AN_AMOUNT, ""),
    ("exchange -2 coins > cog", 10, "'-2 coins'", AN_AMOUNT, ""),
    ("exchange 2 coins > cog > cog", 24, "'>'", "'>' only once", ""),
    ("exchange 2 coins > 3 influence", 20, "'3 influence'", TAKEN, ""),
    ("exchange 2 coins > bonus dis", 20, "'bonus dis'", TAKEN, ""),
    ("develop telefone", 9, "'telefone'", AN_INVENTION, "did you mean 'telephone' or 'telephone technical'?"),
    (
        "develop telephone tecnical",
        19,
        "'tecnical'",
        "nothing more after 'telephone'",
        "did you mean 'telephone technical'?",
    ),
    ("end it", 5, "'it'", "'action' or 'turn'", ""),
    ("x" * 100, 1, repr("x" * 57 + "..."), A_MOVE, ""),
]


@pytest.mark.parametrize(
    ("text", "column", "found", "expected", "near"), REFUSED, ids=[text[:40] for text, *_ in REFUSED]
)
def test_an_error_says_where_and_why(text: str, column: int, found: str, expected: str, near: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text, SETTING)
    error = caught.value
    assert str(error) == f"column {column}: found {found}, expected {expected}{near and '; ' + near}"
    assert (error.text, error.column, error.expected) == (text, column, expected)


def test_a_misspelled_card_brings_up_the_nearest() -> None:
    with pytest.raises(NotationError, match=r"; did you mean 'telephone-1' or '.*'\?$"):
        parse_move("produce telefone-1", SETTING)


def test_an_error_survives_pickling() -> None:
    with pytest.raises(NotationError) as caught:
        parse_move("place nowhere", SETTING)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.text, copy.column, copy.expected) == (
        str(caught.value),
        caught.value.text,
        caught.value.column,
        caught.value.expected,
    )
    assert isinstance(copy, ValueError)


def test_a_move_about_what_is_not_there_has_no_text() -> None:
    with pytest.raises(GameError, match="not among the components"):
        show_move(BuildFactory(99), SETTING)


def refused_or_understood(text: str) -> None:
    """Either a `NotationError` within the text, or a move whose own text says the same again."""
    try:
        move = parse_move(text, SETTING, seat=0)
    except NotationError as error:
        refusal = error
    else:
        assert parse_move(show_move(move, SETTING), SETTING) is move
        return
    assert 1 <= refusal.column <= len(text) + 1
    assert refusal.text == text
    assert "\n" not in str(refusal)


@given(st.text() | st.builds("{} {}".format, st.sampled_from(VERBS), st.text()))
@example("\udc00")
@example("exchange " + "9" * 5000 + " coins > cog")
@example("exchange ٣ coins > cog")
@example("place " + "build " * 2000)
def test_any_text_is_a_move_or_refused(text: str) -> None:
    refused_or_understood(text)


@given(st.sampled_from(TEXTS), st.data())
def test_any_slip_of_the_pen_is_a_move_or_refused(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 3)))
    words = [">", ",", " ", "2", "-", " with ", " and ", " barter ", "nothing"]
    slip = data.draw(st.text(max_size=3) | st.sampled_from(words))
    refused_or_understood(text[:start] + slip + text[stop:])
