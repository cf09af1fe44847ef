"""What can be counted in a position, by the names people use in claims: ``Green coins``, ``load of coal-house-1``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from era_of_inventions.model.changes import COUNTS, DISCS, GOODS_WORDS
from era_of_inventions.model.components import Components
from era_of_inventions.model.goods import count
from era_of_inventions.model.state import Phase, State
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.develop import markers_left
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.rulebook.scoring import capacity, invested
from era_of_inventions.rulebook.setup import discs_each
from era_of_inventions.rulebook.supply import bonus_discs_in_supply
from era_of_inventions.tabletop.errors import describe, hint, unknown
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.dispute_form import Effect
from era_of_inventions.tabletop.play.score import score

POINTS = {clause: f"points {clause.id}" for clause in LAW.of_kind(Kind.SCORING)}
"""The points that each clause gives, by name."""
OfPlayer = Callable[[State, int], int]
OfTable = Callable[[State], int]


def of_players(components: Components) -> dict[str, OfPlayer]:
    """The quantities every player has, by name."""
    found: dict[str, OfPlayer] = {}
    for word, field in COUNTS.items():
        found[word] = lambda state, seat, field=field: getattr(state.players[seat], field)  # type: ignore[misc]
    for word, good in GOODS_WORDS.items():
        found[word] = lambda state, seat, good=good: count(state.players[seat].goods, good)  # type: ignore[misc]
    found |= {
        "action discs": lambda state, _: discs_each(state.setting.players),
        "markers": markers_left,
        "score": lambda state, seat: score(state).totals[seat],
        "cogs invested": lambda state, seat: invested(state)[seat],
        "capacity": lambda state, seat: capacity(state)[seat],
    }
    for clause, word in POINTS.items():
        found[word] = lambda state, seat, clause=clause: clause(state)[seat]  # type: ignore[misc]
    masks = [(f"marker on {components.space_name(i)}", "spaces", i) for i in range(len(components.spaces))]
    masks += [(f"patent on {components.space_name(i)}", "patented", i) for i in range(len(components.spaces))]
    masks += [(f"factory {card.id}", "factories", i) for i, card in enumerate(components.factories)]
    masks += [(word, "placed", area) for area, word in enumerate(DISCS)]
    for word, field, index in masks:
        found[word] = lambda state, seat, field=field, i=index: getattr(state.players[seat], field) >> i & 1  # type: ignore[misc]
    return found


def of_the_table(components: Components) -> dict[str, OfTable]:
    """The quantities that belong to nobody, by name."""
    found: dict[str, OfTable] = {
        "round": lambda state: state.round,
        "bonus discs in the supply": bonus_discs_in_supply,
        "cards waiting": lambda state: waiting_cards(state).bit_count(),
        "cards on display": lambda state: len(state.board.display) - state.board.display.count(-1),
        "factories on display": lambda state: len(state.board.row) - state.board.row.count(-1),
        "invention deck": lambda state: state.board.deck.bit_count(),
        "invention discards": lambda state: state.board.discard.bit_count(),
        "factory deck": lambda state: state.board.factory_deck.bit_count(),
        "factory discards": lambda state: state.board.factory_discard.bit_count(),
    }
    for index, source in enumerate(components.sources):
        found[f"load of {source.id}"] = lambda state, i=index: state.board.loads[i]  # type: ignore[misc]
    return found


def words_of_the_table(names: Sequence[str]) -> dict[str, tuple[Callable[[State], str], tuple[str, ...]]]:
    """The quantities that are names and words, with the words that are possible."""
    return {
        "phase": (lambda state: state.turn.phase.value, tuple(phase.value for phase in Phase)),
        "start player": (lambda state: names[state.start], tuple(names)),
        "player to move": (lambda state: names[state.turn.seat], tuple(names)),
    }


def measure(effect: Effect, state: State, names: Sequence[str]) -> int | str:
    """The value of a quantity in a position."""
    if effect.seat is not None:
        return of_players(state.components)[effect.what](state, effect.seat)
    words = words_of_the_table(names)
    if effect.what in words:
        return words[effect.what][0](state)
    return of_the_table(state.components)[effect.what](state)


def parse_effect(text: str, names: Sequence[str], components: Components) -> Effect:
    """Read a claim about a quantity: ``Green coins +1``, ``Yellow influence = 9``, ``phase = placement``.

    Raises ValueError, in one sentence, if the player, the quantity or the value is not known or the form is another.
    """
    text = " ".join(text.split())
    match = re.fullmatch(r"(.+?) ?(?:= ?(.+)|([+-] ?[0-9]{1,9}))", text)
    if match is None:
        raise ValueError(f"{describe(text)} is no effect; expected one such as '{names[0]} coins +1' or 'round = 3'")
    subject, value, change = match.groups()
    seat = _seat(subject, names)
    what = subject if seat is None else subject[len(names[seat]) + 1 :]
    words = words_of_the_table(names) if seat is None else {}
    known = (*words, *of_the_table(components)) if seat is None else tuple(of_players(components))
    if what not in known:
        raise ValueError(f"{unknown(what, known)}{_or_a_player(what, names) if seat is None else ''}")
    if what in words:
        possible = words[what][1]
        if value not in possible:
            raise ValueError(f"{describe(text)} is no effect; expected '{what} = ' and one of {', '.join(possible)}")
        return Effect(text, None, what, None, value)
    if value is None:
        return Effect(text, seat, what, int(change.replace(" ", "")), None)
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", value):
        raise ValueError(f"{describe(value)} is not a number; expected one as in '{subject} = 3' or '{subject} +3'")
    return Effect(text, seat, what, None, int(value))


def _seat(subject: str, names: Sequence[str]) -> int | None:
    """The seat of the player with whose name a text begins; of several, the longest name."""
    found = [name for name in names if subject.casefold().startswith(f"{name.casefold()} ")]
    return names.index(max(found, key=len)) if found else None


def _or_a_player(what: str, names: Sequence[str]) -> str:
    near = hint(what.partition(" ")[0], names)
    return f", or of a player with the name first: {', '.join(names)}{near}"
