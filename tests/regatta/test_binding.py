"""A rulebook that is put together wrongly is refused when it is bound, with all reasons, each with its place."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import (
    ABSENT,
    BaseRuleset,
    Choice,
    Cite,
    Count,
    Counts,
    DisputeForm,
    Field,
    Flag,
    Grammar,
    Hidden,
    History,
    Law,
    Maybe,
    Moment,
    MoveFilter,
    Names,
    Positions,
    Reading,
    Record,
    RootDraft,
    Seat,
    Things,
    Verb,
    check,
    component,
    definition,
    drafts,
    each,
    effect,
    evolve,
    field,
    grant,
    limit,
    move,
    parse_game,
    part,
    record,
    ruling,
    scoring,
    show_game,
)
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Rulebook, RulebookError
from era_of_inventions.tabletop.values import DeclarationError, Move
from tests.regatta.model import Bid, Deal, Pass, PlayerDraft, Ruleset, State, Turn, TurnDraft
from tests.regatta.rulebook import REGATTA
from tests.regatta.rules import LAW, during
from tests.support.nim import NIM
from tests.support.nim import PlayerDraft as NimPlayerDraft
from tests.support.nim import State as NimState

NOWHERE = Path(__file__).parent / "nowhere"


def reasons(**changed: Any) -> tuple[str, ...]:
    rulebook: Rulebook[State, Any] = attrs.evolve(REGATTA, **changed)
    with pytest.raises(RulebookError) as refused:
        Game(rulebook, 3)
    return refused.value.reasons


def law_with(*clauses: Clause[..., Any]) -> Law:
    (chapter,) = LAW.chapters
    return Law([attrs.evolve(chapter, clauses=(*chapter.clauses, *clauses))], LAW.checks)


# --- Arguments of a wrong type ----------------------------------------------------------------------------------------

WRONG_TYPES: list[tuple[str, Any]] = [
    ("name", 3),
    ("title", None),
    ("law", [*LAW]),
    ("editions", REGATTA.editions[0]),
    ("ruleset", Ruleset()),
    ("components", "standard"),
    ("player_counts", (2, 3, 4)),
    ("blank", lambda setting: None),
    ("to_move", "turn.seat"),
    ("winners", lambda totals: (0,)),
    ("tie_breaks", lambda state: (0, 0, 0)),
    ("tie_breaks", (1,)),
    ("lowest_wins", "yes"),
    ("grammar", {}),
    ("candidates", {Bid: lambda state: ()}),
    ("chances", ()),
    ("positions", {"table.deck": None}),
    ("stock", "coins"),
    ("glossary", "glossary.toml"),
    ("bots", {"one": None}),
    ("pictures", "pictures"),
    ("measures", [len]),
]


@pytest.mark.parametrize(("name", "value"), WRONG_TYPES)
def test_an_argument_of_another_type_is_refused(name: str, value: Any) -> None:
    (reason,) = reasons(**{name: value})
    assert reason.startswith(f"{name} is ")
    assert "; expected " in reason


def test_all_arguments_of_wrong_types_are_named_at_once() -> None:
    wrong = dict(WRONG_TYPES)
    assert [reason.partition(" ")[0] for reason in reasons(**wrong)] == [
        one.name for one in attrs.fields(Rulebook) if one.name in wrong
    ]


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"grammar": Grammar(chance={Deal: "card"})}, "grammar.chance is"),  # type: ignore[dict-item]
        ({"grammar": Grammar(verbs={"bid": Verb(listed=1)})}, "grammar.verbs bid: listed is"),  # type: ignore[arg-type]
        ({"positions": Positions(unsaid="turn")}, "positions.unsaid is"),  # type: ignore[arg-type]
        ({"disputes": DisputeForm(supplied="turn.owed")}, "disputes.supplied is"),  # type: ignore[arg-type]
        ({"candidates": {Bid: MoveFilter((1, 2))}}, "Bid: about is"),  # type: ignore[arg-type]
        ({"player_counts": lambda: ()}, "player_counts returns"),
        ({"player_counts": lambda: (0, 3)}, "player_counts returns"),
    ],
)
def test_so_are_arguments_of_its_parts(changed: dict[str, Any], place: str) -> None:
    (reason,) = reasons(**changed)
    assert reason.startswith(place)


# --- Clauses ----------------------------------------------------------------------------------------------------------


@move
class Wait(Move):
    """A kind of moves that no grant is about."""


def waits(_draft: Any, _move: Any) -> None:
    """The boat waits."""


def may(_position: Any, _move: Any) -> bool:
    """It is so."""
    return True


def reads(position: State, _move: Any) -> bool:
    """It is as the table reads it."""
    return position.ruleset.equal_pledges == "master"


def alone(_position: Any) -> bool:
    """A function of too few arguments."""
    return True


def anything(value: object) -> Any:
    """What a type checker would not let pass."""
    return value


WRONG_CLAUSES: dict[str, tuple[Callable[[], Clause[..., Any]], str]] = {
    "effect, no grant": (lambda: effect("rules.waits", on=Wait)(waits), "is about Wait, and no grant is"),
    "limit, no grant": (lambda: limit("rules.waits", on=Wait)(may), "is about Wait, and no grant is"),
    "effect on a record": (lambda: effect("rules.waits", on=Turn)(waits), "is about Turn, and no grant is"),
    "effect on nothing": (lambda: effect("rules.waits")(waits), "is a effect about nothing"),
    "effect on a name": (lambda: effect("rules.waits", on=anything("Bid"))(waits), "on is ('Bid',)"),
    "limit at a moment": (lambda: anything(limit)("rules.waits", on=Bid, when=during)(may), "when is"),
    "limit, when": (
        lambda: anything(limit)("rules.waits", on=Bid, when=Moment("now", bool))(may),
        "is a limit, which heeds no when=",
    ),
    "grant that counts": (
        lambda: anything(grant)("rules.waits", on=Bid, count=may)(may),
        "is a grant, which heeds no count=",
    ),
    "facts": (lambda: limit("rules.waits", on=Bid, facts=anything({"a": 1}))(may), "facts is"),
    "moment": (lambda: effect("rules.waits", on=Bid, when=anything(len))(waits), "when is"),
    "scoring on": (lambda: scoring("rules.waits", on=Bid)(may), "is a scoring, which heeds no on="),
    "arguments": (lambda: limit("rules.waits", on=Bid)(alone), "is a function of 1 arguments; expected 2"),
    "id": (lambda: limit("waits", on=Bid)(may), "expected an id"),
    "no docstring": (lambda: limit("rules.waits", on=Bid)(lambda _p, _m: True), "has no docstring"),
    "edition": (lambda: limit("rules.waits", on=Bid, eng=Cite("Rules", "one"))(may), "cites the edition 'eng'"),
    "section": (lambda: limit("rules.waits", on=Bid, en=Cite("Rule", "one"))(may), "did you mean 'Rules'?"),
    "no citation": (lambda: limit("rules.waits", on=Bid, en=anything("Rules"))(may), "cites is"),
    "ruling": (lambda: limit("rules.waits", on=Bid, rulings=("equal_pledge",))(may), "did you mean 'equal_pledges'?"),
    "rulings": (lambda: limit("rules.waits", on=Bid, rulings=anything("equal_pledges"))(may), "rulings is"),
    "unnamed": (
        lambda: limit("rules.waits", on=Bid)(reads),
        "'equal_pledges' and does not name it",
    ),
}


@pytest.mark.parametrize("case", WRONG_CLAUSES)
def test_a_clause_that_is_declared_wrongly_is_refused(case: str) -> None:
    declare, found = WRONG_CLAUSES[case]
    clause = declare()
    refused = reasons(law=law_with(clause))
    assert any(clause.id in reason and found in reason for reason in refused), refused


def test_kinds_can_stand_in_a_list_too() -> None:
    clause = limit("rules.waits", on=anything([Bid, Pass]))(may)
    Game(attrs.evolve(REGATTA, law=law_with(clause)), 3)


def test_a_clause_that_names_what_it_consults_is_fine() -> None:
    Game(attrs.evolve(REGATTA, law=law_with(limit("rules.reads", on=Bid, rulings=("equal_pledges",))(reads))), 3)


def test_a_check_is_on_behalf_of_a_clause_and_about_a_field() -> None:
    @check(LAW.clause("rules.raise"), about="turn.bit")
    def odd(_position: State) -> Any:
        yield from ()

    @check(definition("rules.other")(may))
    def other(_position: State) -> Any:
        yield from ()

    (chapter,) = LAW.chapters
    assert [reason.partition(";")[0] for reason in reasons(law=Law([chapter], [odd, other]))] == [
        "a check is on behalf of rules.other, which is no clause of the law",
        "the check of rules.raise: the field 'turn.bit' is not known",
    ]


def test_a_moment_is_stated_by_fields_and_values_that_there_are() -> None:
    wrong = Moment("now", bool, sets=({"turn.stag": 1}, {"turn.bid": 99}))
    clause = grant("rules.now", on=Bid, when=wrong)(may)
    place, value = reasons(law=law_with(clause))
    assert "did you mean 'turn.stage'" in place
    assert "turn.bid is 99" in value


# --- Rulings and editions ---------------------------------------------------------------------------------------------


def other_ruling(*names: str, **editions: str) -> Any:
    readings = (Reading(name, "It is so.", "It says so.") for name in names)
    return ruling("What?", *readings, sureness="low", questions=(), **editions)


def ruleset(other: Any = None, presets: Any = ("default", "en")) -> type[BaseRuleset]:
    more = {} if other is None else {"__annotations__": {"other": str}, "other": other}
    made = type("Rules", (Ruleset,), {"presets": presets, **more})
    return attrs.frozen(cache_hash=True, repr=False, kw_only=True)(made)


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        (ruleset(presets=("default", "english")), "no edition is called 'english'"),
        (ruleset(presets="default"), "presets is 'default'"),
        (ruleset(presets=("en",)), "begins with 'default'"),
        (ruleset(other_ruling("yes", "no", eng="no")), "of the edition 'eng' is not known; expected one of en"),
        (ruleset(other_ruling("yes", "no, never")), "the reading 'no, never'"),
        (ruleset(other_ruling("yes", "no")), "the ruling other is consulted by no clause"),
    ],
)
def test_a_ruling_is_consulted_and_its_editions_exist(rules: type[BaseRuleset], found: str) -> None:
    refused = reasons(ruleset=rules)
    assert any(found in reason for reason in refused), refused


def test_a_preset_may_be_of_no_edition_if_a_ruling_has_a_reading_of_it() -> None:
    rules = ruleset(other_ruling("yes", "no", first="no"), presets=("default", "first"))
    law = law_with(definition("rules.other", rulings=("other",))(may))
    Game(attrs.evolve(REGATTA, ruleset=rules, law=law), 3)


@pytest.mark.parametrize("names", [("yes",), ("yes", "yes")])
def test_a_ruling_has_two_readings_or_more_each_with_a_name(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="two or more readings"):
        other_ruling(*names)


# --- Names, places and paths ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"name": "a regatta"}, "name is 'a regatta'"),
        ({"title": ""}, "title: found ''"),
        ({"title": "Two\nlines"}, "title: found"),
        ({"home": "tests.regatta.rulebok:REGATTA"}, "leads nowhere"),
        ({"home": "tests.regatta.rulebook:REGATA"}, "leads nowhere"),
        ({"home": "tests.regatta.rulebook:EDITION"}, "leads to"),
        ({"home": "tests.support.nim:NIM"}, "leads to"),
        ({"bots": {"a,b": lambda game, state, legal, rng: legal[0]}}, "bots: the name 'a,b'"),
        ({"passages": NOWHERE}, "passages leads to"),
        ({"glossary": NOWHERE}, "glossary leads to"),
        ({"ready": NOWHERE}, "ready leads to"),
        ({"templates": NOWHERE}, "templates leads to"),
        ({"editions": REGATTA.editions * 2}, "two editions have the same code"),
        ({"stock": ("coin",)}, "stock: the field 'coin' is not known; expected one of hand, coins"),
        ({"stock": ("players.coins",)}, "stock: the field 'players.coins'"),
        ({"at_stake": ("owned",)}, "at_stake: the field 'owned'"),
        ({"outstanding": ("turn.owned",)}, "did you mean 'turn.owed'"),
        ({"obvious": ("player.hand",)}, "did you mean 'players.hand'"),
        ({"positions": Positions(follows={"deck": len})}, "positions.follows: the field 'deck'"),
        ({"positions": Positions(fills={"table.deek": len})}, "positions.fills: the field 'table.deek'"),
        ({"positions": Positions(unsaid=("round",))}, "positions.unsaid: the field 'round'"),
        ({"positions": Positions(besides={"tabel": Turn})}, "did you mean 'table'?"),
        ({"disputes": DisputeForm(supplied=("turn.owned",))}, "disputes.supplied: the field"),
        ({"disputes": DisputeForm(filled_from={"players.hand": ("coin",)})}, "disputes.filled_from: the field 'coin'"),
        ({"disputes": DisputeForm(rules={"coin": "rules.raise"})}, "disputes.rules: the field 'coin'"),
        ({"disputes": DisputeForm(rules={"coins": "rules.rise"})}, "disputes.rules: the clause 'rules.rise'"),
        ({"disputes": DisputeForm(by_itself={Pass(): "rules.rise"})}, "disputes.by_itself: the clause 'rules.rise'"),
        ({"disputes": DisputeForm(by_itself={Bid(99): "rules.raise"})}, "Bid(amount=99) is not in the table"),
        ({"disputes": DisputeForm(stops=(Bid(99),))}, "Bid(amount=99) is not in the table"),
        ({"disputes": DisputeForm(starts=(Turn,))}, "disputes.starts: no clause is about Turn"),
        ({"disputes": DisputeForm(lying={Turn: {}})}, "in which a Turn lies"),
        ({"candidates": {Turn: MoveFilter(lambda state: ())}}, "candidates: no clause is about Turn"),
        ({"candidates": {Pass: MoveFilter(lambda state: ())}}, "candidates: Pass has no field"),
        ({"moves": lambda setting: []}, "the table lists no move"),
    ],
)
def test_a_name_or_path_that_leads_nowhere_is_refused(changed: dict[str, Any], found: str) -> None:
    refused = reasons(**changed)
    assert any(found in reason for reason in refused), refused


def grammar(**changed: Any) -> Grammar[State, Any]:
    return attrs.evolve(REGATTA.grammar, **changed)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (grammar(words={Bid: "bid, offer"}), "grammar.words: Bid is written 'bid, offer'"),
        (grammar(words={Bid: "Bid"}), "grammar.words: Bid is written 'Bid'"),
        (grammar(words={Turn: "bid"}), "grammar.words: no clause is about Turn"),
        (grammar(chance={Turn: ("card", "cards")}), "grammar.chance: no clause is about Turn"),
        (grammar(ends_line=(Turn,)), "grammar.ends_line: no clause is about Turn"),
        (grammar(also={"offer": "bit"}), "grammar.also: the verb 'bit' is not known"),
        (grammar(also={"Offer": "bid"}), "grammar.also: found 'Offer'"),
        (grammar(unspoken="bit"), "grammar.unspoken: the verb 'bit' is not known"),
        (grammar(verbs={"bit": Verb()}), "grammar.verbs: the verb 'bit' is not known"),
        (grammar(names=lambda setting: {"crd": {}}), "did you mean 'card'?"),
        (grammar(headings=()), "grammar.headings are none"),
        (grammar(headings=("Turn",)), "grammar.headings: found 'Turn'"),
        (grammar(headings=("Day # of #",)), "grammar.headings: found 'Day # of #'"),
        (grammar(seats=("deal",)), "grammar.seats: found 'deal'"),
        (grammar(seats=("Bo", "bo")), "grammar.seats: found 'bo' twice"),
    ],
)
def test_words_that_a_text_cannot_carry_are_refused(written: Grammar[State, Any], found: str) -> None:
    refused = reasons(grammar=written)
    assert any(found in reason for reason in refused), refused


def test_a_heading_that_is_none_is_refused_where_it_would_be_written() -> None:
    rulebook = attrs.evolve(REGATTA, grammar=grammar(section=lambda state: "Day"))
    game: Game[State, Any] = Game(rulebook, 3)
    start = game.new()
    with pytest.raises(RulebookError, match="'Day'; expected one of Moves"):
        show_game(Record(start).then(game.legal_moves(start)[0]))


def test_a_move_of_chance_has_nouns_where_it_is_written() -> None:
    rulebook = attrs.evolve(REGATTA, grammar=grammar(chance={}))
    game: Game[State, Any] = Game(rulebook, 3)
    start = game.new()
    with pytest.raises(RulebookError, match=r"grammar\.chance lacks Deal"):
        show_game(Record(start).then(game.legal_moves(start)[0]))


def test_somebody_is_served_who_alone_sees_a_part_of_a_move_of_chance() -> None:
    (reason,) = reasons(served=attrs.fields(Rulebook).served.default)
    assert "a part of Deal is seen by its owner" in reason


def test_names_of_things_and_kinds_of_moves_that_cannot_be_bound_are_refused_with_the_rest() -> None:
    @move
    class Throw(Move):
        """A card that is named otherwise than its names are like."""

        card: Field[int] = field(Choice(Names.indexed(Card, ("sun", "3"), pattern="[a-z]+")), "card")

    clause = grant("rules.throw", on=Throw)(may)
    assert any("not like [a-z]+" in reason for reason in reasons(law=law_with(clause), name="Regatta!"))
    moves = [*REGATTA.moves(Game(REGATTA, 3).setting), Throw(0)]
    wrong = reasons(law=law_with(clause), moves=lambda setting: moves, name="Regatta!")
    assert sum("not like [a-z]+" in reason for reason in wrong) == 1
    assert any(reason.startswith("name") for reason in wrong)


def test_some_clause_says_who_acts() -> None:
    (chapter,) = LAW.chapters
    others = tuple(clause for clause in chapter.clauses if clause.id != "rules.who-decides")
    (reason,) = reasons(law=Law([attrs.evolve(chapter, clauses=others)], LAW.checks))
    assert reason.startswith("no clause is about ActsNow")


def test_all_reasons_are_given_at_once() -> None:
    wrong = reasons(
        name="a regatta",
        home="nowhere:AT_ALL",
        stock=("coin",),
        law=law_with(effect("rules.waits", on=Wait)(waits)),
        grammar=grammar(unspoken="bit"),
    )
    for place in ("name", "home", "stock", "rules.waits", "grammar.unspoken"):
        assert sum(reason.startswith(place) for reason in wrong) == 1, place


# --- What shows only in positions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("winners", [(), [0], 0, (3,), (0, 0), None])
def test_winners_are_one_or_more_seats(winners: Any) -> None:
    assert all("winners returns" in reason for reason in reasons(winners=lambda state, totals: winners))


def test_winners_that_nobody_is_at_the_end_of_a_game_are_refused_there() -> None:
    def nobody(state: State, totals: Sequence[int]) -> tuple[int, ...]:
        return REGATTA.winners(state, totals) if sum(totals) < 2 else ()

    game: Game[State, Any] = Game(attrs.evolve(REGATTA, winners=nobody), 3)
    state = game.new()
    rich = evolve(state, players=tuple(evolve(player, points=4) for player in state.players))
    assert game.score(state).winners == (0, 1, 2)
    with pytest.raises(RulebookError, match="winners returns"):
        game.score(rich)


def test_a_score_has_a_number_for_each_seat() -> None:
    def two(_position: State) -> tuple[int, ...]:
        """Two numbers for three players."""
        return (1, 2)

    def one(_position: State) -> int:
        """One number."""
        return 1

    wrong: dict[str, dict[str, Any]] = {
        "rules.two returns (1, 2)": {"law": law_with(scoring("rules.two")(two))},
        "rules.one returns 1": {"law": law_with(scoring("rules.one")(anything(one)))},
        "totals returns (0, 0, 0, 0)": {"totals": lambda lines: (0, 0, 0, 0)},
        "totals returns 0": {"totals": lambda lines: 0},
        "tie_breaks returns (0,)": {"tie_breaks": (lambda state: (0,),)},
    }
    for found, changed in wrong.items():
        game: Game[State, Any] = Game(attrs.evolve(REGATTA, **changed), 3)
        with pytest.raises(RulebookError) as refused:
            game.score(game.new())
        assert [reason.partition(";")[0] for reason in refused.value.reasons] == [found]


def test_blank_returns_a_position_and_draft_a_draft_of_it() -> None:
    for wrong in (None, Turn(during, 0, 0), REGATTA.blank(Game(REGATTA, 4).setting, 0)):  # type: ignore[arg-type]
        (reason,) = reasons(blank=lambda setting, start, wrong=wrong: wrong)
        assert reason.startswith("blank returns ")
    (reason,) = reasons(draft=lambda state, law: state)
    assert reason.startswith("draft returns ")


def test_whoever_is_to_move_is_a_seat() -> None:
    game: Game[State, Any] = Game(attrs.evolve(REGATTA, to_move=lambda state: 3), 3)
    with pytest.raises(RulebookError, match="to_move returns 3"):
        game.judge(game.new(), Pass())


def test_a_home_leads_back_to_the_rulebook() -> None:
    assert pickle.loads(pickle.dumps(REGATTA)) is REGATTA


def test_play_keeps_the_bounds_of_numbers_and_counts() -> None:
    def too_much(draft: Any, _move: Any) -> None:
        """Too much is gained."""
        draft.edit_player(draft.turn.seat).coins = wrong
        draft.edit_table().fleet = fleet

    clause = effect("rules.too-much", on=Deal)(too_much)
    game: Game[State, Any] = Game(attrs.evolve(REGATTA, law=law_with(clause)), 3)
    state = game.new()
    boats, deal = state.table.fleet, game.legal_moves(state)[0]
    cases: list[tuple[Any, tuple[int, ...], bool]] = [
        (0, boats, True),
        (32_767, (9,) * len(boats), True),
        (-1, boats, False),
        (32_768, boats, False),
        ("3", boats, False),
        (0, (10, *boats[1:]), False),
        (0, (-1, *boats[1:]), False),
    ]
    for case in cases:
        wrong, fleet, fits = case
        if fits:
            assert game.check(game.play(state, deal))[:1] in ((), game.check(state)[:1])
            continue
        with pytest.raises(GameError, match="leaves the bounds"):
            game.play(state, deal)


# --- Fields -----------------------------------------------------------------------------------------------------------


class Card:
    """A card."""


CARDS = Names.indexed(Card, ("sun", "moon", "12"))


def nim_with(holds: Any, **more: Any) -> tuple[Rulebook[Any, Any], type[Any]]:
    """Nim, with one more field of its positions."""
    spec = field(holds, "mark", **more)
    kind: Any = record(type("Marked", (NimState,), {"__annotations__": {"mark": "Any"}, "mark": spec}))
    draft = type("MarkedDraft", (RootDraft, kind), {"__slots__": (), "edit_player": each(kind.players, NimPlayerDraft)})

    def blank(setting: Any, seat: int) -> Any:
        first = NIM.blank(setting, seat)
        return kind(setting, first.players, first.stones, first.seat)

    return attrs.evolve(NIM, state=kind, blank=blank, draft=drafts(draft)), kind


@pytest.mark.parametrize(
    ("holds", "value"),
    [
        (Hidden(Maybe(Choice(CARDS))), 1),
        (Hidden(Maybe(Choice(CARDS))), ABSENT),
        (Hidden(Maybe(Choice(CARDS), None)), 1),
        (Hidden(Maybe(Choice(CARDS), None)), None),
        (Maybe(Count(0, 5), None), 3),
        (History(Choice(CARDS), 9), (0, 2, 0)),
        (History(Hidden(Choice(CARDS)), 9), (0, 2, 0)),
        (History(Seat(), 9), (0, 1, 0)),
    ],
)
def test_a_field_is_written_and_read(holds: Any, value: Any) -> None:
    default = () if isinstance(holds, History) else getattr(getattr(holds, "one", holds), "nothing", None)
    rulebook, _ = nim_with(holds, default=default)
    state = evolve(Game(rulebook, 2).new(), mark=value)
    text = show_game(Record(state))
    assert parse_game(text, (rulebook,)).end().mark == value


@pytest.mark.parametrize(
    ("holds", "default", "found"),
    [
        (History(Things(CARDS), 9), (), "mark: lists values that have no names"),
        (History(Count(0, 9), 9), (), "mark: lists values that have no names"),
        (History(Flag(), 9), (), "mark: lists values that have no names"),
        (Hidden(Things(CARDS)), 0, "only what is one number may be unknown"),
        (Maybe(Counts(CARDS), None), None, "only what is one number may be nothing"),
        (Hidden(Choice(CARDS), among="hand"), 0, "is among 'hand', where no things lie"),
        (Count(0, 3), 4, "does not hold its default 4"),
    ],
)
def test_a_field_that_cannot_be_written_is_refused(holds: Any, default: Any, found: str) -> None:
    rulebook, _ = nim_with(holds, default=default)
    with pytest.raises(RulebookError) as refused:
        Game(rulebook, 2)
    assert any(found in reason for reason in refused.value.reasons), refused.value.reasons


@pytest.mark.parametrize(
    ("words", "phrase"), [("a = b", ""), ("a\nb", ""), ("a; b", ""), ("mark", "{} of {}"), ("mark", "{who}")]
)
def test_words_and_phrases_of_a_field_stand_on_a_line(words: str, phrase: str) -> None:
    @record
    class Marked:
        mark: Field[int] = field(Count(), words, phrase=phrase)

    @record
    class Position(State):
        marked: Field[int] = field(Count(), words, phrase=phrase, default=0)

    (reason, *_) = reasons(state=Position)
    assert reason.startswith("Position.marked: ")


def test_a_draft_is_of_a_position_and_edits_its_parts() -> None:
    wrong: list[Callable[[], object]] = [
        lambda: drafts(State),
        lambda: drafts(PlayerDraft),
        lambda: part(State.players, TurnDraft),
        lambda: part(Turn.bid, TurnDraft),
        lambda: part(State.turn, PlayerDraft),
        lambda: part(State.turn, Turn),
        lambda: each(State.turn, PlayerDraft),  # type: ignore[arg-type]
    ]
    for make in wrong:
        with pytest.raises(DeclarationError, match="; expected "):
            make()


def test_a_component_clause_is_a_function_of_components() -> None:
    def two(_components: Any, _more: Any) -> Any:
        """Never called."""
        yield from ()

    assert any("expected 1" in reason for reason in reasons(law=law_with(component("rules.box")(two))))
