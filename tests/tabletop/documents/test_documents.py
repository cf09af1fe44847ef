"""JSON documents: what they look like, and that reading gives back what was written."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions import (
    Area,
    DocumentError,
    Game,
    GameError,
    Record,
    Ruleset,
    Setting,
    State,
    Verdict,
    from_json,
    moves,
    to_json,
)
from era_of_inventions.box.components import Components
from era_of_inventions.box.files import SETS
from era_of_inventions.box.goods import Good, pack
from era_of_inventions.moves import Line, Move
from era_of_inventions.position import EMPTY, Phase, Turn
from era_of_inventions.rulebook import ERA
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.box.provenance import Provenance
from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import (
    Script,
    component_sets,
    generated_components,
    positions,
    reachable_states,
    rulesets,
    scripts,
    state_of,
)
from tests.support.positions import SHIPPED, original, position, with_card

ANYHOW: dict[str, Any] = {"rulesets": rulesets(), "component_sets": component_sets(), "plies": 250}
SETTING = Game(4).setting


def plain(text: str) -> Any:
    """What a document says besides its format and version."""
    document = json.loads(text)
    assert document.pop("version") == 1
    assert document.pop("format").startswith("era-of-inventions/")
    return document


# --- What documents look like ---------------------------------------------------------


def mid_turn() -> State:
    """A position in which every field says something."""
    before = Turn(Phase.BONUS_OFFER, 1, Area.MARKET, exchanges=(1, 0, 0, 0, 2, 0))
    built = [SHIPPED.factories[index].id for index in (0, 1, 2)]
    assert built == ["sawmill-1", "sawmill-2", "sawmill-3"]
    return position(
        3,
        round=2,
        start=2,
        phase=Phase.BONUS_OFFER,
        seat=1,
        goods={0: {}, 1: {Good.WOOD: 2, Good.COIN: 11}, 2: {Good.COG: 1}},
        influence={1: 7},
        patents={1: 1},
        developed={1: [original("telephone"), original("telephone") + 1]},
        patented={1: [original("telephone")]},
        factories={1: [0, 2]},
        discs={0: [Area.BUILD, Area.MARKET]},
        this_round={1: {"built_this_round": 1, "exchanges_this_round": (1, 0, 0, 0, 2, 0), "discs_used_this_round": 1}},
        loads=[3, 3, 2, 2, 2, 0, 3],
        developed_this_round=[original("telephone") + 1],
        turn={"built": 1, "ran": 1, "took_cog": True, "moved": 2, "before": before},
    )


def test_a_position_says_everything_by_name() -> None:
    state = mid_turn()
    told = plain(to_json(state))
    assert list(told) == ["setting", "players", "board", "round", "start", "turn"]
    assert told["setting"] == {
        "players": 3,
        "ruleset": "default",
        "components": {"name": "reconstructed", "fingerprint": SETS.fingerprint(SHIPPED)},
    }
    assert told["players"][1] == {
        "goods": {"wood": 2, "coin": 11},
        "influence": 7,
        "bonus_discs": 3,
        "patents": 1,
        "developed": ["telephone", "telephone technical"],
        "patented": ["telephone"],
        "factories": ["sawmill-1", "sawmill-3", "start-2"],
        "discs": [],
        "built_this_round": 1,
        "exchanges_this_round": {"buy-cog": 1, "barter": 2},
        "discs_used_this_round": 1,
    }
    assert told["players"][0]["discs"] == ["build", "market"]
    assert told["players"][0]["goods"] == {}
    assert told["board"]["loads"] == {
        source.id: load for source, load in zip(SHIPPED.sources, [3, 3, 2, 2, 2, 0, 3], strict=True) if load
    }
    assert told["board"]["developed_this_round"] == ["telephone technical"]
    assert [name is None for name in told["board"]["row"]] == [index == EMPTY for index in state.board.row]
    assert [name for name in told["board"]["display"] if name] == [SHIPPED.cards[i].id for i in state.board.display]
    assert (told["round"], told["start"]) == (2, 2)
    assert told["turn"] == {
        "phase": "bonus-offer",
        "seat": 1,
        "built": 1,
        "ran": ["sawmill-1"],
        "took_cog": True,
        "moved": 2,
        "before": {"phase": "bonus-offer", "seat": 1, "area": "market", "exchanges": {"buy-cog": 1, "barter": 2}},
    }
    assert from_json(to_json(state), State) == state


def test_documents_are_ascii_on_one_line() -> None:
    named = evolve(SHIPPED, name="ein Satz\nfür vier 🎲")
    text = to_json(named)
    assert text.isascii()
    assert text.isprintable()
    assert from_json(text, Components).name == named.name


SAWMILL = next(index for index, factory in enumerate(SHIPPED.factories) if factory.id == "sawmill-1")
FAKE = [card.id for card in SHIPPED.cards].index("telephone-fake")
WRITTEN = [
    (moves.PlaceDisc(Area.MARKET), {"move": "place-disc", "area": "market"}),
    (moves.BuildFactory(SAWMILL), {"move": "build-factory", "factory": "sawmill-1"}),
    (moves.RunFactory(len(SHIPPED.factories) + 3), {"move": "run-factory", "factory": "start-4"}),
    (moves.BuyLoad(0), {"move": "buy-load", "source": SHIPPED.sources[0].id}),
    (
        moves.ProduceInvention(FAKE, pack({Good.METAL: 2, Good.TOOL: 1})),
        {"move": "produce-invention", "card": "telephone-fake", "cubes": {"metal": 2, "tool": 1}},
    ),
    (moves.BUY_COG, {"move": "exchange", "line": "buy-cog", "give": {"coin": 2}, "take": {"cog": 1}}),
    (moves.BUY_BONUS_DISC, {"move": "exchange", "line": "bonus-disc", "give": {"coin": 2}}),
    (moves.Develop(original("car") + 1), {"move": "develop", "space": "car technical"}),
    (moves.RegisterPatent(), {"move": "register-patent"}),
    (moves.RegisterPatent(original("car")), {"move": "register-patent", "space": "car"}),
    (moves.EndTurn(), {"move": "end-turn"}),
    (moves.RevealFactory(SAWMILL), {"move": "reveal-factory", "factory": "sawmill-1"}),
]


@pytest.mark.parametrize(("move", "written"), WRITTEN, ids=lambda value: str(value))
def test_moves_are_written_with_ids(move: Move, written: dict[str, Any]) -> None:
    assert plain(to_json(move, setting=SETTING)) == written
    document = {"version": 1, **written, "format": "era-of-inventions/move"}
    assert from_json(json.dumps(document, indent=1), Move, setting=SETTING) is move


def test_rulesets_are_a_preset_or_what_is_read_otherwise() -> None:
    assert plain(to_json(Ruleset())) == {"readings": "default"}
    german = Ruleset.preset("de")
    assert plain(to_json(german)) == {"readings": {"preset": "de", "fingerprint": german.fingerprint}}
    chosen = Ruleset(build_cap="turn", goods_supply="limited")
    assert plain(to_json(chosen)) == {"readings": {"build-cap": "turn", "goods-supply": "limited"}}


@pytest.mark.parametrize("name", Ruleset.presets)
def test_a_preset_may_stand_without_a_fingerprint(name: str) -> None:
    document = {"format": "era-of-inventions/ruleset", "version": 1, "readings": name}
    assert from_json(json.dumps(document), Ruleset) == Ruleset.preset(name)


def test_the_default_readings_are_those_of_version_1() -> None:
    """They have no fingerprint: whoever changes one changes what is meant, and needs a new version.

    Rulings added since have as their default what was always done.
    """
    default = {ruling.id: getattr(Ruleset(), ruling.field) for ruling in Ruleset.rulings()}
    assert default.pop("older-bonus-disc") == "usable"
    assert default.pop("final-market-order") == "clockwise"
    assert hashlib.sha256(json.dumps(default, sort_keys=True).encode()).hexdigest()[:16] == "afae16f6f4ee3364"


def test_a_record_keeps_the_readings_of_its_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a preset is corrected later, older documents are noticed, and can be read by the older readings."""
    older = Ruleset.preset("nl")
    game = Game(3, "nl")
    start = game.new()
    record = Record(start, game.legal_moves(start)[:1])
    kept = {State: to_json(start), Record: to_json(record), Ruleset: to_json(older)}
    newer = older.with_reading("build_cap", "action" if older.build_cap == "turn" else "turn")
    assert newer != older
    preset = Ruleset.preset
    monkeypatch.setattr(Ruleset, "preset", lambda name: newer if name == "nl" else preset(name))
    for kind, place in ((State, "setting.ruleset"), (Record, "start.setting.ruleset"), (Ruleset, "readings")):
        with pytest.raises(DocumentError) as refused:
            from_json(kept[kind], kind, rulesets=[Ruleset.preset("de")])
        (problem,) = refused.value.problems
        assert (problem.place, problem.code) == (f"{place}.fingerprint", Code.UNKNOWN_WORD)
        assert problem.message.startswith(f"is '{older.fingerprint}'; expected {newer.fingerprint}, ")
    assert from_json(kept[State], State, rulesets=[older]) == start
    assert from_json(kept[Record], Record, rulesets=[newer, older]) == record
    assert from_json(kept[Ruleset], Ruleset, rulesets=[older]) == older


def test_component_sets_are_written_whole() -> None:
    told = plain(to_json(SHIPPED))
    assert told["name"] == "reconstructed"
    assert told["inventions"] == list(SHIPPED.inventions)
    card = next(card for card in told["cards"] if card["id"] == "telephone-fake")
    printed = SHIPPED.cards[FAKE]
    assert card["kind"] == "fake"
    assert card["invention"] == "telephone"
    assert card["question_marks"] == printed.question_marks
    assert {"space": 6, "good": "tool"} in told["signs"]
    assert told["supply"]["coin"] == 40
    assert told["provenance"]["bonus_discs"]["source"] == "stated"


# --- Round trips ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.covers
@given(positions(**ANYHOW) | reachable_states(**ANYHOW))
def test_positions_come_back(state: State) -> None:
    text = to_json(state)
    again = from_json(text, State, components=[state.components])
    assert again == state
    assert hash(again) == hash(state)
    assert to_json(again) == text
    assert from_json(text.encode(), State, components=[state.components]) == state


@pytest.mark.slow
@pytest.mark.covers
@given(positions(**ANYHOW), st.sampled_from([None, 1, "\t"]), st.booleans())
def test_a_text_is_read_alike_however_it_is_written(state: State, indent: int | str | None, sort_keys: bool) -> None:
    written = json.dumps(json.loads(to_json(state)), indent=indent, sort_keys=sort_keys)
    assert from_json(written, State, components=[state.components]) == state


@pytest.mark.slow
@pytest.mark.covers
@given(scripts(**ANYHOW))
def test_what_comes_back_goes_on(script: Script) -> None:
    state = state_of(script)
    again = from_json(to_json(state), State, components=[script.game.setting.components])
    game = script.game
    assert again.setting == game.setting
    assert game.legal_moves(again) == game.legal_moves(state)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", [0, 5])
def test_every_move_of_the_table_comes_back(players: int, seed: int) -> None:
    setting = Game(players, components=generated_components(seed)).setting
    table = Game(players, components=setting.components).moves
    texts = [to_json(move, setting=setting) for move in table]
    assert len(set(texts)) == len(texts)
    for text, move in zip(texts, table, strict=True):
        assert from_json(text, Move, setting=setting) is move


@given(st.sampled_from(Line), st.dictionaries(st.sampled_from(Good), st.integers(1, 999)))
def test_moves_that_nobody_may_make_come_back(line: Line, goods: dict[Good, int]) -> None:
    for move in (moves.Exchange(line, pack(goods), pack(goods)), moves.ProduceInvention(0, pack(goods))):
        assert from_json(to_json(move, setting=SETTING), Move, setting=SETTING) is move


@given(rulesets())
def test_rulesets_come_back(ruleset: Ruleset) -> None:
    again = from_json(to_json(ruleset), Ruleset)
    assert again == ruleset
    assert to_json(again) == to_json(ruleset)


@pytest.mark.slow
@pytest.mark.covers
@given(component_sets())
def test_component_sets_come_back_with_names_and_sources(components: Components) -> None:
    again = from_json(to_json(components), Components)
    assert again == components
    assert (again.name, again.provenance) == (components.name, ERA.components.sources(components))
    assert to_json(again) == to_json(components)


@given(st.sampled_from([3, 4, 5]), rulesets(), component_sets())
def test_settings_come_back(players: int, ruleset: Ruleset, components: Components) -> None:
    setting = Setting(ERA, players, ruleset, components)
    assert from_json(to_json(setting), Setting, components=[SHIPPED, components]) == setting


@pytest.mark.slow
@pytest.mark.covers
@given(positions(**ANYHOW), st.integers(0, 2000), st.sampled_from([None, 0, 1, 2]))
def test_verdicts_come_back(state: State, number: int, seat: int | None) -> None:
    game = Game.from_state(state)
    legal = game.legal_moves(state)
    for move in (game.moves[number % len(game.moves)], *legal[number % max(len(legal), 1) :][:1]):
        verdict = game.judge(state, move, seat=seat)
        again = from_json(to_json(verdict, setting=game.setting), Verdict, setting=game.setting)
        assert again == verdict
        assert again.findings[0].clause is verdict.findings[0].clause


def test_a_verdict_over_rulings_comes_back() -> None:
    game = Game(4)
    state = game.new(rng=random.Random(3))
    verdict = game.judge(state, moves.PlaceDisc(Area.MARKET), seat=0, rulings=True)
    text = to_json(verdict, setting=game.setting)
    told = plain(text)
    assert told["legal"] is True
    assert told["reason"] == verdict.reason
    assert told["subject"] == {"move": "place-disc", "area": "market"}
    assert told["findings"][0]["subject"] == {"occasion": "acts-now", "seat": 0}
    assert "subject" not in told["findings"][-1]
    assert {finding["clause"] for finding in told["findings"]} <= {clause.id for clause in LAW.clauses}
    assert from_json(text, Verdict, setting=game.setting) == verdict


def recorded(script: Script) -> Record:
    steps = list(script.steps())
    start = steps[0][0] if steps else script.deal()
    return Record(
        start,
        tuple(move for _, move in steps),
        about=(("Title", "Ein Spiel für „vier“"), ("Date", "2010-10-21")),
        comments=((0, "a slow start"), (len(steps), "well played")),
    )


@pytest.mark.slow
@pytest.mark.covers
@given(scripts(**ANYHOW))
def test_records_come_back(script: Script) -> None:
    record = recorded(script)
    text = to_json(record)
    again = from_json(text, Record, components=[script.game.setting.components])
    assert again == record
    assert to_json(again) == text
    assert all(kept is move for kept, move in zip(again.moves, record.moves, strict=True))


def test_empty_comments_come_back() -> None:
    comments = ((0, ""), (0, "go"), (1, ""))
    start = Game(3).new(1)
    record = Record(start, Game(3).legal_moves(start)[:1], comments=comments)
    assert from_json(to_json(record), Record).comments == comments


def test_a_record_holds_its_first_position_and_all_moves() -> None:
    game = Game(3)
    start = game.new(1)
    record = Record(start, game.legal_moves(start)[:1], ("Ada", "Bo", "Cy"), comments=((0, "go"),))
    told = plain(to_json(record))
    assert told == {
        "start": plain(to_json(start)),
        "moves": [{"move": "reveal-factory", "factory": SHIPPED.factories[0].id}],
        "names": ["Ada", "Bo", "Cy"],
        "comments": [{"before": 0, "text": "go"}],
    }
    lined = evolve(record, places=((7, 1),))
    assert to_json(lined) == to_json(record)


def test_a_record_can_begin_anywhere() -> None:
    state, move = list(Script(Game(3), seed=8, plies=150).steps())[-1]
    record = Record(state, (move,))
    assert from_json(to_json(record), Record).end() == Game.from_state(state).play(state, move)


def test_a_record_can_be_read_that_cannot_be_played() -> None:
    state = evolve(mid_turn(), round=99)
    assert Game.from_state(state).check(state)
    record = Record(state, Game.from_state(state).legal_moves(state)[:1])
    assert from_json(to_json(record), Record) == record


# --- Equal texts ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.covers
@given(reachable_states(rulesets=rulesets(), plies=100))
def test_equal_positions_have_equal_texts_whatever_their_ruleset_is_called(state: State) -> None:
    renamed = attrs.evolve(state.ruleset, name="as we play")
    twin = evolve(state, setting=attrs.evolve(state.setting, ruleset=renamed))
    assert twin == state
    assert to_json(twin) == to_json(state)


def test_a_shipped_set_goes_by_its_own_name() -> None:
    copied = Setting(ERA, 4, Ruleset(), evolve(SHIPPED, name="mine"))
    assert copied == SETTING
    assert to_json(copied) == to_json(SETTING)


def test_positions_of_equal_sets_with_other_names_keep_apart() -> None:
    ours, theirs = (evolve(with_card(0, question_marks=2), name=name) for name in ("ours", "theirs"))
    names = [plain(to_json(Game(3, components=box).new()))["setting"]["components"]["name"] for box in (ours, theirs)]
    assert names == ["ours", "theirs"]


def test_fingerprints_are_those_of_what_is_printed() -> None:
    renamed = evolve(SHIPPED, name="mine", provenance={"markers": Provenance("assumed")})
    assert SETS.fingerprint(renamed) == SETS.fingerprint(SHIPPED)
    others = {SETS.fingerprint(generated_components(seed)) for seed in range(1, 30)}
    assert len(others) == 29
    assert SETS.fingerprint(SHIPPED) not in others
    assert all(len(print_) == 16 and int(print_, 16) >= 0 for print_ in others)


# --- What has no document -------------------------------------------------------------


@pytest.mark.parametrize("value", [None, 3, "state", {"format": 1}, Kind.LIMIT, Game(3)])
def test_other_things_have_none(value: object) -> None:
    with pytest.raises(GameError, match=r"has no JSON form; expected one of State, Record, Move, Verdict, "):
        to_json(value)
    with pytest.raises(GameError, match="not read from JSON"):
        from_json("{}", type(value))


def test_moves_and_verdicts_need_a_setting() -> None:
    with pytest.raises(GameError, match=r"the ids in a move depend on its setting; expected setting="):
        to_json(moves.EndTurn())
    with pytest.raises(GameError, match="the ids in a verdict depend on its setting"):
        from_json("{}", Verdict)


@pytest.mark.parametrize("move", [moves.BuildFactory(99), moves.RunFactory(28), moves.Develop(-19), moves.BuyLoad(7)])
def test_what_is_not_in_the_box_cannot_be_written(move: Move) -> None:
    with pytest.raises(GameError, match="which is not among its components"):
        to_json(move, setting=SETTING)
