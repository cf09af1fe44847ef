"""Component sets as tables for people: every printed value in words, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from era_of_inventions.component_sets.form import GOODS
from era_of_inventions.model.amounts import show_reward
from era_of_inventions.model.components import CardKind, Components, FactoryCard, InventionCard, Space
from era_of_inventions.model.goods import only, show
from era_of_inventions.tabletop.components.provenance import Row, rows


def describe(components: Components) -> list[Row]:
    """Everything printed, as rows for a table: the inventions with their cards, then factories, then the board.

    Values of one thing that come from the same source share a row. What no source vouches for is marked "assumed".
    """
    return [row for path, values in _things(components) for row in rows(path, values, components.provenance)]


def _things(components: Components) -> Iterator[tuple[str, dict[str, str]]]:
    """The key path of each thing in the box, and its values in words by key."""
    for index, name in enumerate(components.inventions):
        for space in components.spaces[2 * index : 2 * index + 2]:
            yield f"invention.{name}.{'technical' if space.technical else 'original'}", _space_words(space)
        for card in components.cards:
            if card.invention == index:
                yield f"card.{card.id}", _card_words(card)
    for card in components.cards:
        if card.invention is None:
            yield f"card.{card.id}", _card_words(card)
    yield (
        "start_factory",
        {key: word for key, word in _factory_words(components.start_factory).items() if key != "cost"},
    )
    for factory in components.factories:
        yield f"factory.{factory.id}", _factory_words(factory)
    for number, square in enumerate(components.patent_squares, start=1):
        words = {"coins": f"costs {_number(square.coins, 'coin')}", "influence": _influence(square.influence)}
        yield f"patent_square[{number}]", words
    yield "track", {"end": f"last space {components.track_end}", "signs": "nothing on the spaces not listed"}
    signs = {str(space): good.word for space, good in components.signs}
    blank = {path.rpartition(".")[2]: "nothing" for path in components.provenance if path.startswith("track.signs.")}
    for key in sorted({**blank, **signs}, key=int):
        yield "track.signs", {key: signs.get(key, "nothing")}
    for source in components.sources:
        yield f"load.{source.id}", {"kind": "house" if source.house else "ship", "good": source.good.word}
    yield "supply", {word: show(only(components.supply, (good,))) for word, good in GOODS.items()}
    yield "", {"bonus_discs": _number(components.bonus_discs, "bonus disc")}
    yield "", {"markers": f"{_number(components.markers, 'marker')} each"}


def _space_words(space: Space) -> dict[str, str]:
    return {
        "cogs": _number(space.cogs, "cog"),
        "influence": _influence(space.influence),
        "income": f"pays {show_reward(space.income)}",
    }


def _card_words(card: InventionCard) -> dict[str, str]:
    words = {"kind": card.kind.value, "cost": f"costs {show(card.cost)}"}
    if card.kind is CardKind.START:  # a start card is one by its place in the file
        words = {"cost": ", ".join(words.values())}
    if card.question_marks:
        words["question_marks"] = _number(card.question_marks, "question mark")
    return {**words, "profit": f"yields {show_reward(card.profit)}"}


def _factory_words(factory: FactoryCard) -> dict[str, str]:
    return {
        "cost": f"costs {show(factory.cost)}",
        "output": f"yields {show(factory.output)}",
        "influence": _influence(factory.influence),
    }


def _influence(number: int) -> str:
    return f"gives {number or 'no'} influence"


def _number(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
