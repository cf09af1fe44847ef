import { KEEPING } from "./keeping";
import { OPENED } from "./opened";
import { RECORDED } from "./recorded";

/** What the worker asks of the library: each call takes and returns JSON. */
export const LIBRARY = `
import contextlib, io, json
from pathlib import Path
from era_of_inventions.tabletop import FrontDoor
from era_of_inventions.tabletop.cli import main
from era_of_inventions.tabletop.disputes import parse_dispute
from era_of_inventions.tabletop.disputes.controls import dispute_controls, rewritten, state_asked
from era_of_inventions.tabletop.disputes.mending import mended
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.play.registry import rulebook_named

def judge(game, text, facts):
    Path("dispute.toml").write_text(text, encoding="utf-8")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(rulebook_named(game), ["judge", "--json", *(["--facts"] if facts else []), "dispute.toml"])
    return out.getvalue()

def parsed(game, text):
    return parse_dispute(text, rulebook_named(game), claimless=True, unchecked=True)

def controls(game, text):
    return json.dumps(FrontDoor(rulebook_named(game)).to_data(dispute_controls(parsed(game, text))))

def restate(game, text, changes):
    for change in changes:
        text = rewritten(text, change["place"], change["value"], change["also"])
    along = ()
    with contextlib.suppress(FileError):  # the judge says why the text cannot be read
        along = mended(text, rulebook_named(game), [tuple(change["place"]) for change in changes])
    for one in along:
        text = rewritten(text, one.place, one.value, one.also)
    return json.dumps({"text": text, "along": [{"place": one.place, "value": one.value, "also": one.also} for one in along]})

def draw(game, text):
    dispute = parsed(game, text)
    return json.dumps(str(dispute.game.rulebook.pictures().svg(state_asked(dispute), names=dispute.names, columns=1)))

${KEEPING}
${RECORDED}
${OPENED}
CALLS = {"judge": judge, "controls": controls, "restate": restate, "draw": draw, **KEEPING, **RECORDED, **OPENED}
lambda call, arguments: CALLS[call](*json.loads(arguments))
`;
