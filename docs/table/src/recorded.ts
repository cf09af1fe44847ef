/** What the worker asks of the library about recorded games. */
export const RECORDED = `
from functools import lru_cache
from era_of_inventions.tabletop.disputes.recorded import position_as_dispute
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.records import parse_game

@lru_cache(maxsize=1)
def replayed(text):
    """Return a recorded game, and the positions before each move and at the end."""
    record = parse_game(text, tuple(map(rulebook_named, registry.names())))
    steps = [*record.replay()]
    return record, [record.start, *(step.state for step in steps)]

def who(record, state):
    seat = state.setting.rulebook.seat_to_move(state)
    return "" if seat is None else record.names[seat]

def open_record(text):
    """Return the moves of a record, or why it cannot be replayed."""
    try:
        record, states = replayed(text)
    except GameError as error:
        return json.dumps({"moves": [], "why": str(error).splitlines()[0]})
    say = record.setting.vocabulary.say
    moves = [[who(record, state), say(move)] for state, move in zip(states, record.moves)]
    return json.dumps({"moves": moves, "why": ""})

def draw_move(text, number):
    record, states = replayed(text)
    pictures = record.setting.rulebook.pictures()
    return json.dumps(str(pictures.svg(states[number], names=record.names, columns=1)))

def ask_move(text, number):
    """Return the dispute about a move of a record, or at its end the position, without a question yet."""
    record, states = replayed(text)
    if number == len(record.moves):
        return json.dumps(position_as_dispute(states[number], record.names, None, "A position"))
    mover, move = who(record, states[number]), record.setting.vocabulary.show(record.moves[number])
    return json.dumps(position_as_dispute(states[number], record.names, f"{mover}: {move}" if mover else move, f"Move {number + 1}"))

RECORDED = {"open_record": open_record, "draw_move": draw_move, "ask_move": ask_move}
`;
