/** What the worker asks of the library about texts that are opened: disputes, recorded games, and either or a position in JSON. */
export const OPENED = `
from era_of_inventions.tabletop.cli.converting import format_of, read_position, read_record
from era_of_inventions.tabletop.records.game_text import show_game

def as_dispute(rulebook, text):
    if not isinstance(parse_toml(text.encode(errors="surrogatepass"), "dispute").get("claim"), list):
        raise GameError("claim is missing; expected what is claimed")
    return parse_dispute(text, rulebook).game.rulebook, text

def as_record(rulebook, text):
    return replayed(text)[0].setting.rulebook, text

def as_json(rulebook, text):
    """Return the rulebook and the text of a recorded game or of a position, which is a dispute without a claim."""
    path = Path("opened.json")
    path.write_text(text, encoding="utf-8")
    rulebook = rulebook or rulebook_named(registry.names()[0])
    if format_of(text.encode()).endswith("/record"):
        record = read_record(path, rulebook, ())
        return record.setting.rulebook, show_game(record)
    state, _ = read_position(path, rulebook, None, ())
    rulebook = state.setting.rulebook
    names = rulebook.grammar.seat_names(state.setting.players)
    return rulebook, position_as_dispute(state, names, None, "A position")

KINDS = {"dispute": as_dispute, "record": as_record, "json": as_json}

def opened(kind, game, text):
    """Return the game and the text of what is opened, or why it cannot be; the game is that of the page if it names none."""
    try:
        rulebook, text = KINDS[kind](rulebook_named(game) if game else None, text)
        return json.dumps({"game": rulebook.name, "text": text, "why": ""})
    except FileError as error:
        why = error.problems[0]
    except GameError as error:
        why = str(error).splitlines()[0]
    return json.dumps({"game": game, "text": "", "why": str(why)})

OPENED = {"opened": opened}
`;
