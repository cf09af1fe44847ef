import { KEEPING } from "./keeping";
import { OPENED } from "./opened";
import { RECORDED } from "./recorded";

/** What the worker asks of the library: each call takes and returns JSON. */
export const LIBRARY = `
import contextlib, json, time
from functools import lru_cache
from pathlib import Path
from era_of_inventions.tabletop import FrontDoor
from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.asking import judge_alone
from era_of_inventions.tabletop.disputes.controls import dispute_controls, rewritten, state_asked
from era_of_inventions.tabletop.disputes.facts import looking_for_facts
from era_of_inventions.tabletop.disputes.mending import mended
from era_of_inventions.tabletop.documents import dispute_data, report_data
from era_of_inventions.tabletop.errors import FileError, GameError
from era_of_inventions.tabletop.play.registry import rulebook_named

SLICE = 0.1  # seconds

@lru_cache(maxsize=1)
def judged(game, text):
    dispute = parse_dispute(text, rulebook_named(game), name="dispute.toml")
    return dispute, judge_dispute(dispute)

def reported(game, find):
    disputes, errors = [], []
    try:
        disputes.append(dispute_data(*find()))
    except GameError as error:
        errors.append(error)
    return json.dumps(report_data(rulebook_named(game), disputes, errors), indent=2) + chr(10)  # as the command writes it

def judge_first(game, text):
    def alone():
        dispute = parse_dispute(text, rulebook_named(game), name="dispute.toml")
        return dispute, [judge_alone(dispute, claim) for claim in dispute.claims]
    return reported(game, alone)

def judge(game, text):
    return reported(game, lambda: judged(game, text))

@lru_cache(maxsize=1)
def looking(game, text):
    dispute, judgements = judged(game, text)
    return [[one, looking_for_facts(dispute, one)] for one in judgements]

def judge_with_facts(game, text):  # null if it takes longer: it goes on when it is asked again
    until = time.monotonic() + SLICE
    try:
        for one in looking(game, text):
            for one[0] in one[1]:
                if time.monotonic() > until:
                    return "null"
    except GameError:
        return judge(game, text)
    return reported(game, lambda: (judged(game, text)[0], [found for found, _ in looking(game, text)]))

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
CALLS = {"judge": judge, "judge_first": judge_first, "judge_with_facts": judge_with_facts, "controls": controls, "restate": restate, "draw": draw, **KEEPING, **RECORDED, **OPENED}
lambda call, arguments: CALLS[call](*json.loads(arguments))
`;
