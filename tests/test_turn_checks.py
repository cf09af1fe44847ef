"""What is said of turns and rounds in which more, or something else, has been counted than can have been done."""

from __future__ import annotations

import re
from typing import Any

import pytest

from era_of_inventions.game import Game
from era_of_inventions.model.components import Area
from era_of_inventions.model.state import Phase, State, Turn
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.fields import replace
from tests.positions import SHIPPED, position

OFFER = Phase.BONUS_OFFER
INVENTIONS = ("car", "telephone", "airplane", "steam train")
CAR, PHONE, PLANE, TRAIN = (2 * SHIPPED.inventions.index(name) for name in INVENTIONS)
MADE: dict[str, Any] = {"display": [-1, *range(28, 31)], "discard": [27]}
CARD = SHIPPED.cards[27].id


def action(area: Area, ruleset: Ruleset | str = "default", given: dict[str, Any] | None = None, **done: Any) -> State:
    """Seat 0 is in the action of an area, in which so much has been done."""
    return position(ruleset=ruleset, phase=Phase.ACTION, area=area, turn=done, **(given or {}))


def offer(area: int, ruleset: Ruleset | str = "default", given: dict[str, Any] | None = None, **done: Any) -> State:
    """Seat 0 has carried out the action of an area."""
    return position(ruleset=ruleset, phase=OFFER, area=area, turn=done, **(given or {}))


def extra(*actions: dict[str, Any], ruleset: Ruleset | str = "default", used: int | None = None, **more: Any) -> State:
    """Seat 0 has carried out an action, and then others with a bonus disc each."""
    before = None
    for record in actions[:-1]:
        before = Turn(**{"phase": OFFER, "seat": 0, **record}, before=before)
    counts = {"discs_used_this_round": len(actions) - 1 if used is None else used}
    state = position(ruleset=ruleset, phase=OFFER, this_round={0: counts}, **more)
    return replace(state, turn=Turn(**{"phase": OFFER, "seat": 0, **actions[-1]}, before=before))


def round_of(state: State, seat: int, **counts: Any) -> State:
    """The position in which a player has these counts of the round."""
    players = list(state.players)
    players[seat] = replace(players[seat], **counts)
    return replace(state, players=tuple(players))


BOUGHT: dict[str, Any] = {"area": Area.BUY, "loads": 1}
LOAD: dict[str, Any] = {"loads": 1}

NO_CARD = "the turn tells of a card or a space that does not exist [execution.one-disc-per-turn]"
NO_COUNT = (
    "the turn counts less than nothing, or trades of other lines than the market has [execution.one-disc-per-turn]"
)

WRONG: dict[str, tuple[State, list[str]]] = {
    # What there is
    "an area that does not exist": (
        replace(offer(-1), turn=Turn(OFFER, 0, 6)),
        ["the turn tells of area 6; expected 0 to 5 [execution.one-disc-per-turn]"],
    ),
    "a card that does not exist": (replace(offer(-1), turn=Turn(OFFER, 0, 3, made=(39,))), [NO_CARD]),
    "a space that does not exist": (replace(offer(-1), turn=Turn(OFFER, 0, 5, developed=1 << 18)), [NO_CARD]),
    "less than nothing": (replace(offer(-1), turn=Turn(OFFER, 0, 5, moved=-1)), [NO_COUNT]),
    "a seventh line": (replace(offer(-1), turn=Turn(OFFER, 0, 4, trades=(0,) * 7)), [NO_COUNT]),
    # What belongs to the action
    "the free cog while building": (
        offer(Area.BUILD, took_cog=True),
        ["seat 0 has taken the free cog in the action of 'build factories' [execution.one-disc-per-turn]"],
    ),
    "all kinds of things while producing goods": (
        offer(
            Area.GOODS,
            built=1,
            loads=1,
            made=(27,),
            trades=(1,) * 6,
            developed=1,
            patents=1,
            moved=1,
            ran=1 << 24,
        ),
        [
            f"seat 0 has {done} in the action of 'factory production' [execution.one-disc-per-turn]"
            for done in (
                "built factories",
                "bought loads",
                "produced inventions",
                "traded",
                "developed inventions",
                "registered patents",
                "gained influence",
            )
        ],
    ),
    "production while buying": (
        offer(Area.BUY, ran=1 << 24),
        ["seat 0 has let factories produce in the action of 'buy resources' [execution.one-disc-per-turn]"],
    ),
    "something done in a withdrawn action": (
        offer(-1, loads=1),
        ["seat 0 has bought loads in an action that was withdrawn [execution.one-disc-per-turn]"],
    ),
    "something done in the placement": (
        position(turn={"built": 1}),
        ["seat 0 has built factories in the phase placement [execution.one-disc-per-turn]"],
    ),
    "something done already in a bonus action": (
        position(phase=Phase.BONUS_ACTION, bonus_discs={0: 4}, turn={"loads": 1, "before": Turn(OFFER, 0, **BOUGHT)}),
        ["seat 0 has bought loads in the phase bonus-action [execution.one-disc-per-turn]"],
    ),
    "loads in the final market": (
        position(phase=Phase.FINAL_MARKET, turn={"loads": 2}),
        ["seat 0 has bought loads in the phase final-market [execution.one-disc-per-turn]"],
    ),
    # Bonus discs
    "a bonus action after nothing": (
        position(phase=Phase.BONUS_ACTION, bonus_discs={0: 4}),
        ["seat 0 carries out a bonus action, but no action before it [bonus.put-down]"],
    ),
    "a choice after an action": (
        replace(extra(BOUGHT, LOAD), turn=Turn(Phase.CHOICE, 0, before=Turn(OFFER, 0, **BOUGHT))),
        ["seat 0 has carried out an action before the phase choice; expected none [bonus.put-down]"],
    ),
    "more bonus discs this turn than this round": (
        extra(BOUGHT, LOAD, used=0),
        ["seat 0 has used 1 bonus discs this turn, but 0 this round [bonus.put-down]"],
    ),
    "a bonus action in the middle of an action": (
        extra({**BOUGHT, "phase": Phase.ACTION}, LOAD),
        ["a bonus action follows the phase action; expected bonus-offer [bonus.put-down]"],
    ),
    "a bonus action after somebody else's action": (
        extra({**BOUGHT, "seat": 2}, LOAD),
        ["seat 0 carries out a bonus action after an action of seat 2 [bonus.put-down]"],
    ),
    "a bonus action of an area": (
        extra(BOUGHT, BOUGHT),
        ["seat 0 has carried out a bonus action on 'buy resources' [bonus.extra-action]"],
    ),
    "a bonus disc after a withdrawal": (
        extra({}, LOAD),
        ["seat 0 has used a bonus disc, but carried out no action before it [bonus.after-regular-action]"],
    ),
    "two bonus discs in a turn": (
        extra(BOUGHT, LOAD, LOAD),
        ["seat 0 has used 2 bonus discs this turn; at most 1 is possible [bonus.one-per-regular]"],
    ),
    "a bonus disc after a free cog that ends the turn": (
        extra({"area": Area.MARKET, "took_cog": True}, LOAD, ruleset="en"),
        ["seat 0 has used a bonus disc after the free cog, which ends the turn [bonus.after-free-cog]"],
    ),
    "two steps in a bonus action": (
        extra(BOUGHT, {"loads": 1, "ran": 1 << 24}),
        ["seat 0 has made 2 steps in a bonus action; expected 1 [bonus.spent-to-supply]"],
    ),
    "no step in a bonus action": (
        extra(BOUGHT, {}),
        ["seat 0 has made 0 steps in a bonus action; expected 1 [bonus.spent-to-supply]"],
    ),
    "the free cog in a bonus action": (
        extra(BOUGHT, {"loads": 1, "took_cog": True}),
        ["seat 0 has taken the free cog in a bonus action [bonus.no-free-cog]"],
    ),
    # Limits of an action
    "four factories built": (
        action(Area.BUILD, given={"factories": {0: range(4)}}, built=4),
        [
            "seat 0 has built 4 factories in one action; at most 3 are possible [build.max-three]",
        ],
    ),
    "four factories built in a turn": (
        extra({"area": Area.BUILD, "built": 3}, {"built": 1}, ruleset="nl", factories={0: range(4)}),
        ["seat 0 has built 4 factories in one turn; at most 3 are possible [build.max-three]"],
    ),
    "four factories built in a round": (
        round_of(offer(Area.BUY, "en", {"factories": {0: range(4)}}), 0, built_this_round=4, discs_used_this_round=1),
        ["seat 0 has built 4 factories this round; at most 3 are possible [build.max-three]"],
    ),
    "built while the disc lies there": (
        round_of(offer(Area.BUY, given={"factories": {1: [3]}, "placed": {1: [Area.BUILD]}}), 1, built_this_round=1),
        ["seat 1 has built 1 factories this round; at most 0 are possible [build.max-three]"],
    ),
    "built while all discs lie elsewhere": (
        round_of(
            offer(Area.BUY, given={"factories": {1: [3]}, "placed": {1: [Area.BUY, Area.GOODS]}}), 1, built_this_round=1
        ),
        ["seat 1 has built 1 factories this round; at most 0 are possible [build.max-three]"],
    ),
    "traded while all three discs lie elsewhere": (
        round_of(
            position(3, phase=OFFER, area=Area.BUY, placed={2: [Area.BUILD, Area.GOODS, Area.BUY]}),
            2,
            trades_this_round=(1, 0, 0, 0, 0, 0),
        ),
        ["seat 2 has made 1 trades this round; at most 0 are possible [market.five-max]"],
    ),
    "developed while all discs lie there": (
        round_of(
            offer(Area.BUY, given={"spaces": {0: [PHONE], 1: [CAR]}, "developed_this_round": [CAR, PHONE]}),
            1,
            placed=1 << Area.BUY | 1 << Area.GOODS,
        ),
        ["car (original) was developed this round, but seat 1 has taken up no disc in it [refresh.new-cards-shuffled]"],
    ),
    "developed before the first action": (
        round_of(
            action(
                Area.DEVELOP,
                given={"spaces": {0: [PHONE, CAR]}, "developed_this_round": [CAR, PHONE]},
                developed=1 << PHONE,
            ),
            0,
            placed=1 << Area.BUY | 1 << Area.DEVELOP,
        ),
        ["car (original) was developed this round, but seat 0 has taken up no disc in it [refresh.new-cards-shuffled]"],
    ),
    "more bonus discs than actions": (
        round_of(offer(Area.BUY, given={"placed": {2: [Area.BUY]}}), 2, discs_used_this_round=2),
        ["seat 2 has used 2 bonus discs this round, but taken up 1 action discs [bonus.one-per-regular]"],
    ),
    "a bonus disc before the first action": (
        round_of(offer(Area.BUY, "de", {"placed": {2: [Area.BUY, Area.GOODS]}}), 2, discs_used_this_round=1),
        ["seat 2 has used 1 bonus discs this round, but taken up 0 action discs [bonus.one-per-regular]"],
    ),
    "built, but not owned": (
        round_of(offer(Area.BUY, given={"factories": {1: [3]}}), 1, built_this_round=2),
        ["seat 1 has built 2 factories this round, but owns only 1 [build.owned-face-up]"],
    ),
    "built this turn, but not this round": (
        action(Area.BUILD, given={"factories": {0: [3]}}, built=1),
        ["seat 0 has built 1 factories this turn, but 0 this round [build.counted-factories]"],
    ),
    "production by another's factory": (
        offer(Area.GOODS, ran=1 << 25),
        ["seat 0 has let factories produce that belong to somebody else or nobody [goods.own-factory]"],
    ),
    "production that goes on": (
        action(Area.GOODS, ran=1 << 24),
        ["seat 0 has let factories produce, which ends the action, but the action goes on [goods.all-own]"],
    ),
    "some factories left out": (
        offer(Area.GOODS, given={"factories": {0: [0, 1]}}, ran=1 << 24),
        ["seat 0 has let 1 factories produce; expected all 3 owned then [goods.all-own]"],
    ),
    "a factory left out, another built since": (
        extra({"area": Area.GOODS, "ran": 1 << 24}, {"built": 1}, factories={0: [0, 1]}),
        ["seat 0 has let 1 factories produce; expected all 2 owned then [goods.all-own]"],
    ),
    "four loads bought": (
        action(Area.BUY, loads=4),
        ["seat 0 has bought 4 loads in one action; at most 3 are possible [buy.max-three]"],
    ),
    "four loads bought together": (
        extra({"area": Area.BUY, "loads": 3}, LOAD, ruleset=Ruleset(action_caps="together")),
        ["seat 0 has bought 4 loads in one turn; at most 3 are possible [buy.max-three]"],
    ),
    "four cards made": (
        action(Area.PRODUCE, given={"display": [], "discard": range(27, 31)}, made=(27, 28, 29, 30)),
        ["seat 0 has produced 4 cards in one action; at most 3 are possible [produce.one-to-three]"],
    ),
    "four cards made together": (
        extra(
            {"area": Area.PRODUCE, "made": (27, 28, 29)},
            {"made": (30,)},
            ruleset=Ruleset(action_caps="together"),
            display=[],
            discard=range(27, 31),
        ),
        ["seat 0 has produced 4 cards in one turn; at most 3 are possible [produce.one-to-three]"],
    ),
    "a card made, but not discarded": (
        action(Area.PRODUCE, given={"display": range(28, 31)}, made=(27,)),
        [f"the card {CARD} was produced this turn, but is not among the discards [produce.to-open-discard]"],
    ),
    "a card made twice": (
        action(Area.PRODUCE, given=MADE, made=(27, 27)),
        [f"the card {CARD} was produced 2 times this turn; expected once [produce.to-open-discard]"],
    ),
    "a card made again by bonus disc": (
        extra({"area": Area.PRODUCE, "made": (27,)}, {"made": (27,)}, **MADE),
        [f"the card {CARD} was produced 2 times this turn; expected once [produce.to-open-discard]"],
    ),
    "the free cog besides trades": (
        offer(Area.MARKET, took_cog=True, trades=(1, 0, 0, 0, 0, 0)),
        ["seat 0 has taken the free cog and traded in one action [market.cog-or-trades]"],
    ),
    "the free cog, and the action goes on": (
        action(Area.MARKET, took_cog=True),
        ["seat 0 has taken the free cog, which ends the action, but the action goes on [market.free-cog]"],
    ),
    "six trades": (
        action(Area.MARKET, trades=(1, 1, 1, 1, 1, 1)),
        ["seat 0 has made 6 trades in one action; at most 5 are possible [market.five-max]"],
    ),
    "trades beyond counting": (
        action(Area.MARKET, trades=(999, 0, 0, 0, 0, 0)),
        ["seat 0 has made 999 trades in one action; at most 5 are possible [market.five-max]"],
    ),
    "six trades in a turn": (
        extra(
            {"area": Area.MARKET, "trades": (1, 1, 1, 1, 1, 0)},
            {"trades": (0, 0, 0, 0, 0, 1)},
            ruleset=Ruleset(market_cap="turn"),
        ),
        ["seat 0 has made 6 trades in one turn; at most 5 are possible [market.five-max]"],
    ),
    "six trades in the final market": (
        position(ruleset="nl", phase=Phase.FINAL_MARKET, turn={"trades": (1, 1, 1, 1, 1, 1)}),
        ["seat 0 has made 6 trades in the final market; at most 5 are possible [market.five-max]"],
    ),
    "six trades in a round": (
        round_of(offer(Area.BUY, "nl"), 3, trades_this_round=(1, 1, 1, 1, 2, 0), discs_used_this_round=1),
        ["seat 3 has made 6 trades this round; at most 5 are possible [market.five-max]"],
    ),
    "seven trades, and one bonus disc": (
        round_of(offer(Area.BUY), 3, trades_this_round=(2, 1, 1, 1, 2, 0), discs_used_this_round=1),
        ["seat 3 has made 7 trades this round; at most 6 are possible [market.five-max]"],
    ),
    "trades while the disc lies there": (
        round_of(offer(Area.BUY, given={"placed": {3: [Area.MARKET]}}), 3, trades_this_round=(1, 0, 0, 0, 0, 0)),
        ["seat 3 has made 1 trades this round; at most 0 are possible [market.five-max]"],
    ),
    "trades in a final market to come": (
        round_of(
            position(phase=Phase.FINAL_MARKET, seat=1, turn={"trades": (1, 0, 0, 0, 0, 0)}),
            2,
            trades_this_round=(2, 0, 2, 0, 2, 0),
        ),
        ["seat 2 has made 6 trades this round; at most 5 are possible [market.five-max]"],
    ),
    "eleven trades with the final market": (
        round_of(position(phase=Phase.GAME_OVER), 2, trades_this_round=(3, 0, 3, 0, 5, 0)),
        ["seat 2 has made 11 trades this round; at most 10 are possible [market.five-max]"],
    ),
    "a box used four times": (
        action(Area.MARKET, trades=(0, 0, 0, 0, 3, 1)),
        ["seat 0 has used a box of the market 4 times in one action; at most 3 are possible [market.three-per-box]"],
    ),
    "a box used four times in a round": (
        round_of(offer(Area.BUY, "nl"), 2, trades_this_round=(0, 0, 2, 2, 0, 0), discs_used_this_round=1),
        ["seat 2 has used a box of the market 4 times this round; at most 3 are possible [market.three-per-box]"],
    ),
    "a box used four times this round by whoever is in turn": (
        round_of(offer(Area.BUY, "nl"), 0, trades_this_round=(4, 0, 0, 0, 0, 0), discs_used_this_round=1),
        ["seat 0 has used a box of the market 4 times this round; at most 3 are possible [market.three-per-box]"],
    ),
    "a box used five times, and one bonus disc": (
        round_of(offer(Area.BUY), 2, trades_this_round=(3, 2, 0, 0, 0, 0), discs_used_this_round=1),
        ["seat 2 has used a box of the market 5 times this round; at most 4 are possible [market.three-per-box]"],
    ),
    "a box used seven times with the final market": (
        round_of(position(phase=Phase.GAME_OVER), 2, trades_this_round=(3, 4, 0, 0, 0, 0)),
        ["seat 2 has used a box of the market 7 times this round; at most 6 are possible [market.three-per-box]"],
    ),
    "a box used nine times, its lines apart in the final market": (
        round_of(
            position(ruleset=Ruleset(market_unit="line"), phase=Phase.GAME_OVER),
            2,
            trades_this_round=(5, 4, 0, 0, 0, 0),
        ),
        ["seat 2 has used a box of the market 9 times this round; at most 8 are possible [market.three-per-box]"],
    ),
    "a line used four times": (
        position(ruleset=Ruleset(market_unit="line"), phase=Phase.FINAL_MARKET, turn={"trades": (0, 0, 0, 0, 4, 0)}),
        [
            "seat 0 has used a line of the market 4 times in the final market; at most 3 are possible "
            "[market.three-per-box]"
        ],
    ),
    "traded this turn, but not this round": (
        action(Area.MARKET, trades=(0, 0, 0, 0, 0, 2)),
        ["seat 0 has made 2 trades of the line 'bonus-disc' this turn, but 0 this round [market.counted-trades]"],
    ),
    "discs bought without a trade": (
        round_of(offer(Area.BUY), 2, discs_bought_this_round=1),
        ["seat 2 has bought 1 bonus discs this round, but traded for 0 [market.disc-gained]"],
    ),
    "discs bought, and gone without use": (
        round_of(
            offer(Area.BUY, given={"bonus_discs": {2: 0}}),
            2,
            discs_bought_this_round=2,
            discs_used_this_round=1,
            trades_this_round=(0, 0, 0, 0, 0, 2),
        ),
        ["seat 2 has bought 2 bonus discs this round and used 1, but holds 0 [market.disc-gained]"],
    ),
    "developed what is another's": (
        action(Area.DEVELOP, given={"spaces": {1: [CAR]}, "developed_this_round": [CAR]}, developed=1 << CAR),
        ["car (original) was developed this turn, but carries no marker of seat 0 [develop.marker-placed]"],
    ),
    "developed the same twice": (
        extra(
            {"area": Area.DEVELOP, "developed": 1 << CAR | 1 << PHONE},
            {"developed": 1 << CAR},
            spaces={0: [CAR, PHONE]},
            developed_this_round=[CAR, PHONE],
        ),
        ["car (original) was developed twice this turn [develop.space-once]"],
    ),
    "developed what is old": (
        action(Area.DEVELOP, given={"spaces": {0: [PHONE]}}, developed=1 << PHONE),
        ["telephone (original) was developed this turn, but not this round [develop.cards-brought]"],
    ),
    "nine cogs spent": (
        action(
            Area.DEVELOP,
            given={"spaces": {0: [PLANE, TRAIN]}, "developed_this_round": [PLANE, TRAIN]},
            developed=1 << PLANE | 1 << TRAIN,
        ),
        ["seat 0 has spent 9 cogs in one action; at most 7 are possible [develop.seven-cogs]"],
    ),
    "nine cogs spent together": (
        extra(
            {"area": Area.DEVELOP, "developed": 1 << PLANE},
            {"developed": 1 << TRAIN},
            ruleset=Ruleset(action_caps="together"),
            spaces={0: [PLANE, TRAIN]},
            developed_this_round=[PLANE, TRAIN],
        ),
        ["seat 0 has spent 9 cogs in one turn; at most 7 are possible [develop.seven-cogs]"],
    ),
    "developed and patented": (
        action(Area.DEVELOP, developed=1 << CAR, patents=1),
        ["seat 0 has developed and registered patents in one action [develop.or-patent]"],
    ),
    "developed and patented in a turn": (
        extra({"area": Area.DEVELOP, "developed": 1 << CAR}, {"patents": 1}, ruleset="en"),
        ["seat 0 has developed and registered patents in one turn [develop.or-patent]"],
    ),
    "three patents": (
        action(Area.DEVELOP, given={"patents": {0: 3}}, patents=3),
        ["seat 0 has registered 3 patents in one action; at most 2 are possible [patents.two-per-action]"],
    ),
    "three patents in a turn": (
        extra({"area": Area.DEVELOP, "patents": 2}, {"patents": 1}, ruleset="nl", patents={0: 3}),
        ["seat 0 has registered 3 patents in one turn; at most 2 are possible [patents.two-per-action]"],
    ),
    "patented in the turn of its development": (
        extra(
            {"area": Area.DEVELOP, "developed": 1 << CAR},
            {"patents": 1},
            ruleset=Ruleset(patent_same_turn="later-turn"),
            spaces={0: [CAR]},
            patents={0: 1},
            patented={0: [CAR]},
            developed_this_round=[CAR],
        ),
        ["car (original) was developed and patented in one turn [patents.after-develop]"],
    ),
    "patents that are not on the track": (
        action(Area.DEVELOP, given={"patents": {0: 1}}, patents=2),
        ["seat 0 has registered 2 patents this turn, but 1 in all [patents.one-step]"],
    ),
    "influence that is not on the track": (
        action(Area.BUILD, given={"influence": {0: 1}}, built=1, moved=2),
        ["seat 0 has gained 2 influence this turn, but has 1 in all [influence.pawn-position]"],
    ),
    "influence for nothing": (
        action(Area.MARKET, given={"influence": {0: 3}}, trades=(1, 0, 0, 0, 0, 0), moved=1),
        ["seat 0 has gained influence in an action without a step that gives it [influence.pawn-position]"],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_a_sentence(name: str) -> None:
    state, sentences = WRONG[name]
    problems = Game.of(state).check(state)
    found = [str(problem) for problem in problems]
    for problem in problems:
        said = re.findall(r"seats? ((?:-?[0-9]+(?:, )?)+)", problem.text)
        assert problem.seats == tuple(int(seat) for seats in said for seat in seats.split(", ")), problem
    clauses = {sentence.rpartition("[")[2] for sentence in sentences}
    assert [sentence for sentence in found if sentence.rpartition("[")[2] in clauses] == sentences
