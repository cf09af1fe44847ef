/** What the worker asks of the library about what a table has settled. */
export const KEEPING = `
from era_of_inventions.tabletop.disputes.settled import with_settled
from era_of_inventions.tabletop.errors import FileError, GameError
from era_of_inventions.tabletop.text.toml import parse_toml, toml_value

def tables(own):
    lines = "\\n".join(f"{key} = {toml_value(text)}" for key, text in own["values"].items())
    readings = {"rulings": own["readings"]} if own["readings"] else {}
    return {**parse_toml(lines.encode(), "the values"), **readings}

def settle(text, own):
    try:
        return json.dumps(with_settled(text, tables(own)))
    except FileError:
        return json.dumps(text)  # judging it says what is wrong

def check(game, values):
    rulebook = rulebook_named(game)
    sets = rulebook.components
    try:
        components, problems = sets.override(tables({"values": values, "readings": {}}), sets.load(sets.default))
    except FileError as error:
        problems = error.problems
    if problems:
        return json.dumps({"wrong": [str(problem) for problem in problems], "against": []})
    against = [str(problem) for problem in rulebook.law.disagreements(components)]
    return json.dumps({"wrong": [], "against": against})

def component_file(game, values, cite):
    sets = rulebook_named(game).components
    return json.dumps(sets.text_with(tables({"values": values, "readings": {}}), cite))

KEEPING = {"settle": settle, "check": check, "component_file": component_file}
`;
