"""A rulebook that is put together wrongly is refused when it is bound, with all reasons, each with its place."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import (
    UNKNOWN,
    ActsNow,
    BaseRuleset,
    Cards,
    Choice,
    Cite,
    Count,
    DisputeForm,
    Field,
    Grammar,
    Hidden,
    Law,
    Moment,
    MoveFilter,
    Names,
    Positions,
    Reading,
    Record,
    Seal,
    SetUp,
    Verb,
    check,
    check_total,
    component,
    definition,
    effect,
    evolve,
    field,
    grant,
    limit,
    move,
    ruling,
    scoring,
    show_game,
    simulate,
    trigger,
)
from era_of_inventions.tabletop.errors import GameError, RulebookError, describe
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.values import DeclarationError, Move
from tests.regatta.model import (
    BID_MAX,
    Bid,
    Card,
    Deal,
    Pass,
    Player,
    Pledge,
    Ruleset,
    State,
    StateDraft,
    Turn,
)
from tests.regatta.rulebook import REGATTA
from tests.regatta.rules import LAW, during
from tests.support.nim import NIM

NOWHERE = Path(__file__).parent / "nowhere"


def reasons(**changed: Any) -> tuple[str, ...]:
    rulebook: Rulebook[State, Any] = attrs.evolve(REGATTA, **changed)
    with pytest.raises(RulebookError) as refused:
        Game(rulebook, 3)
    return refused.value.reasons


def with_move(move: Move) -> Callable[[Any], tuple[Move, ...]]:
    return lambda setting: (*Game(REGATTA, 3).moves, move)


def law_with(*clauses: Clause[..., Any]) -> Law:
    (chapter,) = LAW.chapters
    return Law([attrs.evolve(chapter, clauses=(*chapter.clauses, *clauses))], LAW.checks)


# --- Arguments of a wrong type --------------------------------------------------------

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
    ("candidates", (Bid,)),
    ("chances", ()),
    ("positions", {"table.deck": None}),
    ("stock", "coins"),
    ("glossary", "glossary.toml"),
    ("bots", {1: max}),
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
        ({"grammar": Grammar(chance={Deal: "card"})}, "grammar.chance[Deal] is 'card'; expected"),  # type: ignore[dict-item]
        ({"grammar": Grammar(verbs={"bid": Verb(listed=1)})}, "grammar.verbs bid: listed is"),  # type: ignore[arg-type]
        ({"grammar": Grammar(verbs={"bid": 3})}, "grammar.verbs['bid'] is 3; expected a Verb"),  # type: ignore[dict-item]
        ({"candidates": {Bid: lambda state: ()}}, "candidates[Bid] is"),
        ({"bots": {"one": None, "two": max}}, "bots['one'] is None; expected a function"),
        ({"components": attrs.evolve(REGATTA.components, kind=int)}, "components.kind is <class 'int'>"),
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


# --- Clauses --------------------------------------------------------------------------


@move
class Wait(Move):
    """A kind of moves that no grant is about."""


class Storm(Occasion):
    """What happens to nobody."""


def waits(_draft: Any, _move: Any) -> None:
    """The boat waits."""


def may(_position: Any, _move: Any) -> bool:
    """It is so."""
    return True


def reads(position: State, _move: Any) -> bool:
    """It is as the table reads it."""
    return position.ruleset.equal_pledges == "master"


def reads_from_variable(state: State, _: Bid) -> bool:
    """A bid of 0 is higher than equal ones by one reading."""
    order = state.turn
    ruleset = state.ruleset
    return order.bid == 0 or ruleset.equal_pledges == "first"


def reads_by_text(state: State, _: Bid) -> bool:
    """A bid is made by one reading."""
    return bool(getattr(state.ruleset, "equal_pledges") == "first")  # noqa: B009


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
    "effect on an occasion": (lambda: effect("rules.waits", on=ActsNow)(waits), "is about ActsNow, an occasion"),
    "limit on an occasion": (lambda: limit("rules.waits", on=Storm)(may), "so that it never happens"),
    "limit on the setup": (lambda: limit("rules.waits", on=SetUp)(may), "only effects are about the setup"),
    "grant on the setup": (lambda: grant("rules.waits", on=SetUp)(may), "only effects are about the setup"),
    "limit on all moves": (lambda: limit("rules.waits", on=Move)(may), "only effects are about all moves"),
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
    "no citation": (lambda: limit("rules.waits", on=Bid, en=anything(3))(may), "cites['en'] is"),
    "ruling": (lambda: limit("rules.waits", on=Bid, rulings=("equal_pledge",))(may), "did you mean 'equal_pledges'?"),
    "rulings": (lambda: limit("rules.waits", on=Bid, rulings=anything(["equal_pledges"]))(may), "rulings is"),
    "unnamed": (
        lambda: limit("rules.waits", on=Bid)(reads),
        "'equal_pledges' and does not name it",
    ),
    "unnamed, in a variable": (
        lambda: limit("rules.waits", on=Bid)(reads_from_variable),
        "'equal_pledges' and does not name it",
    ),
    "unnamed, by a text": (
        lambda: limit("rules.waits", on=Bid)(reads_by_text),
        "'equal_pledges' and does not name it",
    ),
}


@pytest.mark.parametrize("case", WRONG_CLAUSES)
def test_a_clause_that_is_declared_wrongly_is_refused(case: str) -> None:
    declare, found = WRONG_CLAUSES[case]
    clause = declare()
    refused = reasons(law=law_with(clause))
    assert any(clause.id in reason and found in reason for reason in refused), refused


def test_a_kind_that_is_none_and_has_no_moves_is_refused() -> None:
    @attrs.frozen
    class Drift:
        """What the table does not list, since it is no kind of moves."""

    (reason,) = reasons(law=law_with(grant("rules.drifts", on=Drift)(may)))
    assert reason.startswith("the table lists no Drift")


def test_a_folder_of_components_that_does_not_exist_is_named() -> None:
    rulebook = attrs.evolve(REGATTA, components=attrs.evolve(REGATTA.components, folder=NOWHERE))
    with pytest.raises(GameError, match="nowhere; expected a folder"):
        Game(rulebook, 3)


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


@pytest.mark.parametrize(("chapters", "checks"), [([*LAW], ()), (LAW.chapters, [LAW.clause("rules.raise")])])
def test_a_law_has_chapters_and_checks(chapters: Any, checks: Any) -> None:
    with pytest.raises(DeclarationError, match="the law has <"):
        Law(chapters, checks)


@pytest.mark.parametrize("wrong", [lambda _: 1 // 0, lambda _: "three", lambda _: None])
def test_a_total_that_is_none_is_refused(wrong: Any) -> None:
    (chapter,) = LAW.chapters
    total = check_total(LAW.clause("rules.raise"), of=("turn.bid",))(wrong)
    found = reasons(law=Law([chapter], [total]), completions=None)  # the usual ones keep to totals
    assert any(
        one.startswith(("the check of rules.raise raises ", "the check of rules.raise returns ")) for one in found
    )


@pytest.mark.parametrize("clause", [None, "rules.raise", lambda _position, _move: True])
def test_a_check_of_no_clause_is_refused(clause: Any) -> None:
    @check(clause)
    def odd(_position: State) -> Any:
        yield from ()

    (chapter,) = LAW.chapters
    (reason,) = reasons(law=Law([chapter], [odd]))
    assert reason.startswith("a check: clause is ")


@pytest.mark.parametrize("about", [3, ("turn",), {}])
def test_a_check_is_about_a_field_by_its_path(about: Any) -> None:
    @check(LAW.clause("rules.raise"), about=about)
    def odd(_position: State) -> Any:
        yield from ()

    (chapter,) = LAW.chapters
    (reason,) = reasons(law=Law([chapter], [odd]))
    assert reason.startswith("a check: about is ")


@pytest.mark.parametrize(
    ("of", "found"),
    [
        (("players.nix",), "the field 'players.nix' is not known"),
        (("players",), "the field 'players' is not known"),
        (("players.coins.more",), "the field 'players.coins.more' is not known"),
        (("turn.stage",), "the field 'turn.stage' is not known"),
        ((), "of is ()"),
        ("players.coins", "of is 'players.coins'"),
    ],
)
def test_a_total_is_of_numbers(of: Any, found: str) -> None:
    @check_total(LAW.clause("rules.raise"), of=of)
    def total(_setting: Any) -> int:
        return 0

    (chapter,) = LAW.chapters
    (reason,) = reasons(law=Law([chapter], [total]))
    assert reason.startswith("the check of rules.raise: ")
    assert found in reason


def test_two_clauses_have_different_ids() -> None:
    twice = limit("rules.raise", on=Bid)(may)
    assert any(
        "2 clauses have the id rules.raise" in reason for reason in reasons(law=law_with(twice), name="Regatta!")
    )


def test_a_moment_is_stated_by_fields_and_values_that_there_are() -> None:
    wrong = Moment("now", bool, sets=({"turn.stag": 1}, {"turn.bid": 99}), meant_by="turn.bef")
    clause = grant("rules.now", on=Bid, when=wrong)(may)
    meant, place, value = reasons(law=law_with(clause))
    assert "the moment of rules.now: the field" in meant
    assert "'turn.bef'" in meant
    assert "did you mean 'turn.stage'" in place
    assert "turn.bid is 99" in value


def test_a_component_clause_is_a_function_of_components() -> None:
    def two(_components: Any, _more: Any) -> Any:
        """Never called."""
        yield from ()

    assert any("expected 1" in reason for reason in reasons(law=law_with(component("rules.box")(two))))


# --- Rulings and editions -------------------------------------------------------------


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
        (ruleset(presets=("default", "en", "en")), "expected each preset once"),
        (ruleset(other_ruling("yes", "no", en="maybe")), "the reading 'maybe' is not known; expected one of yes, no"),
        (ruleset(other_ruling("yes", "no", eng="no")), ": the edition 'eng' is not known; expected one of en"),
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


# --- Names, places and paths ----------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"name": "a regatta"}, "name is 'a regatta'"),
        ({"title": ""}, "title: found ''"),
        ({"title": "Two\nlines"}, "title: found"),
        ({"title": "# 2"}, "title: found '# 2'"),
        ({"home": "tests.regatta.rulebok:REGATTA"}, "leads nowhere"),
        ({"home": "tests.regatta.rulebook:REGATA"}, "leads nowhere"),
        ({"home": "tests.regatta.rulebook:EDITION"}, "leads to"),
        ({"home": "tests.support.nim:NIM"}, "leads to"),
        ({"bots": {"Random": max}}, "bots: the name 'Random' has a meaning"),
        ({"bots": {"none": max}}, "bots: the name 'none' has a meaning"),
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
        ({"moves": with_move(Bid(BID_MAX + 1))}, "the table lists Bid with the amount 41"),
        ({"moves": with_move(Bid(-1))}, "the table lists Bid with the amount -1"),
        ({"moves": with_move(Pledge(-5))}, "the table lists Pledge with the card -5"),
        ({"moves": with_move(Pledge(UNKNOWN))}, "the table lists Pledge with the card -2"),
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
        (grammar(sentences={Turn: "turn"}), "grammar.sentences: no clause is about Turn"),
        (grammar(sentences={Bid: "bid high"}), "grammar.sentences: Bid is 'bid high'"),
        (grammar(sentences={Bid: "bid {coins}"}), "grammar.sentences: Bid is 'bid {coins}'"),
        (grammar(chance={Turn: ("card", "cards")}), "grammar.chance: no clause is about Turn"),
        (grammar(chance={}), "grammar.chance lacks Deal"),
        (grammar(chance={Deal: ("", "cards")}), "grammar.chance: a noun of Deal is ''"),
        (grammar(chance={Deal: ("card", "cards\n")}), "grammar.chance: a noun of Deal is 'cards\\n'"),
        (grammar(ends_line=(Turn,)), "grammar.ends_line: no clause is about Turn"),
        (grammar(also={"offer": "bit"}), "grammar.also: the verb 'bit' is not known"),
        (grammar(also={"Offer": "bid"}), "grammar.also: found 'Offer'"),
        (grammar(unspoken="bit"), "grammar.unspoken: the verb 'bit' is not known"),
        (grammar(also={"pass": "bid"}), "grammar.also: found 'pass', which is how other moves begin"),
        (grammar(verbs={"bit": Verb()}), "grammar.verbs: the verb 'bit' is not known"),
        (grammar(verbs={"bid": Verb(then={"to": "place at"})}), "grammar.verbs bid: then: the verb 'place at'"),
        (grammar(verbs={"bid": Verb(meanwhile=("bit",))}), "grammar.verbs bid: meanwhile: the verb 'bit'"),
        (grammar(names=lambda setting: {"card": {0: ("sun",), 1: ("Sun",)}}), "two values of 'card' are called 'sun'"),
        (grammar(names=lambda setting: {"crd": {}}), "did you mean 'card'?"),
        (grammar(names=lambda setting: {"card": {0: ()}}), "a value of 'card' has no name"),
        (grammar(names=lambda setting: {"card": {0: ("?",)}}), "'card' holds '?'"),
        (grammar(names=lambda setting: {"card": {0: ("sun; moon",)}}), "'card' holds 'sun; moon'"),
        (grammar(names=lambda setting: {"card": {0: ("sun twice",)}}), "'card' holds 'sun twice'"),
        (grammar(words={Bid: "3 x"}), "grammar.words: Bid is written '3 x'"),
        (grammar(words={Bid: "x"}), "grammar.words: Bid is written 'x'"),
        (grammar(words={Bid: "bid 2 x"}), "grammar.words: Bid is written 'bid 2 x'"),
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


def test_somebody_is_served_who_alone_sees_a_part_of_a_move_of_chance() -> None:
    (reason,) = reasons(served=attrs.fields(Rulebook).served.default)
    assert "a part of Deal is seen by its owner" in reason


def test_names_of_things_and_kinds_of_moves_that_cannot_be_bound_are_refused_with_the_rest() -> None:
    @move
    class Throw(Move):
        """A card that is named otherwise than its names are like."""

        card: Field[int] = field(Choice(Names.indexed(Card, ("sun", "3"), pattern="[a-z]+")))

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


# --- What shows only in positions -----------------------------------------------------


def nothing(*_: object) -> Any:
    """What no function of a rulebook may return."""


def failing(*_: object) -> Any:
    """A function that fails."""
    raise KeyError("key")


def texts(position: State) -> Any:
    """Texts are no numbers."""
    return ["1"] * len(position.players)


def like(name: str, function: Callable[[], Any]) -> Callable[..., Any]:
    """A function that takes as many arguments as the one that is called so, and does the same whatever they are."""
    number = {"player_counts": 0, "blank": 2, "draft": 2, "winners": 2, "in_turn": 2, "view": 2}.get(name, 1)
    return (lambda: function(), lambda _: function(), lambda _, __: function())[number]


WRONG_RESULTS: dict[str, tuple[Any, ...]] = {
    "winners": ((), [0], 0, (3,), (0, 0), None, ("a", 1), ([],), (0.0,)),
    "order": (None, (0, 1), (0, 1, 1), ("a", "b", "c"), [2, 1, 0]),
    "moves": (None, 3, [[]], [1, 2], [Pass], ["pass"]),
    "to_move": (None, 3, -1, "turn.seat", [], 0.0),
    "simultaneous": (None, 3, "ab", (0, 3), (0, 0)),
    "in_turn": (None, 0, NIM),
    "generator": (None, 3),
    "totals": (None, 0, (0, 0, 0, 0), ("1", "2", "3"), {0: 10, 1: 20, 2: 30}),
    "chances": (None, 3, [Pass()], [(Pass(), "often")], [(Pass(), 1)], [(Deal(0), 0)], [(Deal(99), 1)], []),
    "completions": (None, 3, [], [None], [3], [REGATTA.blank(Game(REGATTA, 4).setting, 0)]),
    "view": (None, 3),
    "settle": (None, 3),
    "served": ("Ann", 3),
    "blank": (None, 3),
    "draft": (None, 3),
    "player_counts": ((), (0,), [3], None),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG_RESULTS.items() for value in values]
)
def test_a_function_returns_what_is_declared(name: str, value: Any) -> None:
    function = like(name, lambda: value)
    more = {"in_turn": REGATTA.in_turn} if name == "simultaneous" else {}
    for reason in reasons(**{name: function, **more}):
        assert reason.startswith(("the order of a round is", f"{name} returns ")), reason
        assert "; expected " in reason


@pytest.mark.parametrize("name", WRONG_RESULTS)
def test_a_function_that_raises_is_named(name: str) -> None:
    wrong = reasons(**{name: like(name, failing)})
    assert f"{name} raises KeyError: 'key'" in wrong
    assert all(reason.startswith(name) for reason in wrong)


def test_everything_that_fails_is_named_at_once() -> None:
    ties = (lambda state: (1,), nothing)
    wrong = reasons(order=like("order", failing), winners=like("winners", failing), tie_breaks=ties)
    assert [reason.partition(" ")[0] for reason in wrong] == ["order", "tie_breaks", "winners"]
    law = law_with(effect("rules.fails", on=SetUp)(failing))
    assert "rules.fails raises KeyError: 'key'" in reasons(law=named(law))
    law = law_with(scoring("rules.texts")(texts), scoring("rules.fails")(failing))
    wrong = reasons(
        law=named(law),
        view=like("view", failing),
        settle=like("settle", failing),
        positions=Positions(follows={"turn.bid": failing, "players.coins": nothing}),
        grammar=grammar(section=failing),
        candidates={Bid: MoveFilter(nothing)},
    )
    assert [reason.partition(" r")[0] for reason in wrong] == [
        "rules.texts",
        "rules.fails",
        "view",
        "settle",
        "grammar.section",
        "positions.follows turn.bid",
        "positions.follows players.coins",
        "candidates Bid",
    ]


@pytest.mark.parametrize("counts", [lambda _, __: 5, lambda _, __: (1, 2), failing])
def test_a_limit_counts_by_a_tally(counts: Any) -> None:
    def counted(_position: State, _move: Bid) -> bool:
        """There is something to count."""
        return True

    (reason,) = reasons(law=law_with(limit("rules.counted", on=Bid, count=counts)(counted)))
    assert reason.startswith(("count of rules.counted returns ", "count of rules.counted raises "))


def test_somebody_gets_points() -> None:
    (chapter,) = LAW.chapters
    clauses = tuple(one for one in chapter.clauses if one.kind is not Kind.SCORING)
    found = reasons(law=Law([attrs.evolve(chapter, clauses=clauses)]))
    assert "no clause gives points; expected a scoring clause" in found


@pytest.mark.parametrize("kind", [grant, limit])
@pytest.mark.parametrize("result", [None, "no", []])
def test_a_grant_or_limit_returns_whether_it_is_so(kind: Any, result: Any) -> None:
    def finds(_position: State, _move: Bid) -> Any:
        """What it finds is no answer."""
        return result

    (reason,) = reasons(law=law_with(kind("rules.finds", on=Bid)(finds)))
    assert reason.startswith(f"rules.finds returns {describe(result)}; expected")


@pytest.mark.parametrize("amount", [0, "one", None, []])
def test_candidates_are_values_of_moves_of_the_table(amount: Any) -> None:
    (reason,) = reasons(candidates={Bid: MoveFilter(lambda _: (1, amount))})
    assert reason.startswith("candidates Bid yields ")


@pytest.mark.parametrize("wrong", [[1], ["coins"], 5])
def test_changes_are_changes(wrong: Any) -> None:
    (reason,) = reasons(changes=lambda before, after: wrong)
    assert reason.startswith("changes ")


def test_facts_about_who_acts_are_asked_for_too() -> None:
    def waits(_position: State, _occasion: ActsNow) -> bool:
        """Nobody waits for anybody."""
        return True

    (reason,) = reasons(law=law_with(limit("rules.waits", on=ActsNow, facts=failing)(waits)))
    assert reason.startswith("facts of rules.waits raises ")


@pytest.mark.parametrize("facts", [nothing, lambda _, __: 5, failing, lambda _: {}])
def test_facts_are_words_with_values(facts: Any) -> None:
    def counted(_position: State, _move: Bid) -> bool:
        """There is something to count."""
        return True

    (reason,) = reasons(law=law_with(limit("rules.counted", on=Bid, facts=facts)(counted)))
    assert reason.startswith(("the facts of rules.counted are ", "facts of rules.counted raises ")) or (
        facts(0) == {} and reason.startswith("rules.counted: facts is ")
    )


@pytest.mark.parametrize("fields", [(), (3,), (State.turn, "pledge")])
def test_a_seal_is_of_fields(fields: tuple[Any, ...]) -> None:
    with pytest.raises(DeclarationError, match=r"^Seal seals .*; expected one or more fields"):
        Seal(*fields)


def test_a_promise_about_a_seal_is_true_or_false() -> None:
    with pytest.raises(DeclarationError, match=r"^hides_only_things is 'yes'; expected True or False"):
        Seal(Player.pledge, hides_only_things="yes")  # type: ignore[arg-type]


@pytest.mark.parametrize("seen", ["owner", Seal(Player.coins)])
def test_parts_of_a_sealed_move_are_shown_together(seen: Any) -> None:
    @move
    class Offer(Move):
        """A pledge at a price."""

        pledge: Field[int] = field(Hidden(Count(0, 3)), "the pledge", seen=Seal(Player.pledge))
        price: Field[int] = field(Hidden(Count(0, 3)), "the price", seen=seen)

    assert "Offer: pledge and price are not hidden alike; expected the same seal for all" in reasons(
        moves=with_move(Offer(0, 0))
    )


def test_a_promise_about_things_needs_a_field_for_some() -> None:
    @trigger("rules.bared", opens=Seal(Player.coins, hides_only_things=True))
    def bared(draft: StateDraft) -> None:
        """All show their coins."""

    assert "the seal of coins hides only things, but no field of it is Hidden(…, among=…)" in reasons(
        law=law_with(bared)
    )


def test_a_field_has_one_seal() -> None:
    @trigger("rules.bared", opens=Seal(Player.pledge))
    def bared(draft: StateDraft) -> None:
        """All show their pledges."""

    assert reasons(law=law_with(bared))[0].startswith("players.pledge: is a field of two seals; expected one")


def named(law: Law) -> Law:
    """The law with a statement for each clause."""
    (chapter,) = law.chapters
    clauses = tuple(attrs.evolve(clause, statement=f"It is so: {clause.id}.") for clause in chapter.clauses)
    return Law([attrs.evolve(chapter, clauses=clauses)], law.checks)


@pytest.mark.parametrize("start", [lambda _: 9, lambda _: -1, lambda _: "a", lambda _: 1 // 0])
def test_a_start_player_that_is_none_is_refused(start: Any) -> None:
    found = reasons(positions=attrs.evolve(REGATTA.positions, start=start))
    assert [one for one in found if one.startswith("positions.start ")], found


def test_a_view_holds_what_fields_can_hold() -> None:
    def view(state: State, seat: int | None) -> State:
        return evolve(state, turn=evolve(state.turn, seat=UNKNOWN))

    assert [one for one in reasons(view=view) if one.startswith("view returns turn.seat")]


def test_whoever_decides_too_is_to_move_in_turn() -> None:
    found = reasons(simultaneous=lambda state: (0, 1), in_turn=lambda state, seat: state, to_move=lambda state: 0)
    assert [one for one in found if one.startswith("in_turn returns")], found


@pytest.mark.parametrize("legal", [[Deal(0)], 3, None])
def test_a_generator_lists_moves_in_a_tuple(legal: Any) -> None:
    found = reasons(generator=lambda game: lambda state: legal)
    assert [one for one in found if one.startswith("generator lists moves in")], found


def test_candidates_of_chance_that_raise_are_named() -> None:
    assert reasons(candidates={Deal: MoveFilter(failing)})[-1] == "candidates Deal raises KeyError: 'key'"


@pytest.mark.parametrize("kind", [grant, limit])
def test_a_clause_that_raises_where_the_game_begins_is_named(kind: Any) -> None:
    def fails(_position: State, move: Deal) -> bool:
        """The first cards are dealt, and no others."""
        return 1 // move.card > 0

    assert "rules.fails raises ZeroDivisionError" in reasons(law=law_with(kind("rules.fails", on=Deal)(fails)))[0]


def test_the_table_lists_each_kind_that_a_clause_grants() -> None:
    listed = tuple(move for move in Game(REGATTA, 3).moves if type(move) is not Bid)
    (reason,) = reasons(moves=lambda setting: listed)
    assert reason.startswith("the table lists no Bid, about which rules.")


def test_a_rulebook_is_pickled_only_where_it_is_found() -> None:
    """A variant whose home is that of the first one would come back as the first one."""
    variant: Rulebook[State, Any] = attrs.evolve(REGATTA, winners=lambda state, totals: (0,))
    with pytest.raises(RulebookError, match="leads to another rulebook; expected the place of this"):
        pickle.dumps(Game(variant, 3).new(0))
    with pytest.raises(GameError, match="leads to another rulebook; expected the place of this"):
        simulate(Game(variant, 3), 2, workers=2, batch=1)
    with pytest.raises(RulebookError, match="leads nowhere; expected the place of this"):
        pickle.dumps(attrs.evolve(REGATTA, home="tests.nowhere:REGATTA"))
    assert copy.copy(variant) is copy.deepcopy(variant) is variant


def test_a_blank_position_has_a_record_for_each_player() -> None:
    def alone(setting: Any, start: int) -> State:
        whole: State = REGATTA.blank(setting, start)
        return evolve(whole, players=whole.players[:1])

    assert reasons(blank=alone) == ("blank returns 1 players; expected 3",)


@pytest.mark.parametrize("part", ["table", "turn"])
def test_a_blank_position_holds_records(part: str) -> None:
    wrong: dict[str, Any] = {part: "t"}
    (reason,) = reasons(blank=lambda *given: evolve(REGATTA.blank(*given), **wrong))
    assert reason.startswith(f"blank returns 't' in {part}")


@pytest.mark.parametrize("wrong", ["3", None, [1]])
def test_after_the_setup_a_field_holds_what_is_declared(wrong: Any) -> None:
    def blank(setting: Any, start: int) -> State:
        whole: State = REGATTA.blank(setting, start)
        return evolve(whole, players=tuple(evolve(player, points=wrong) for player in whole.players))

    found = reasons(blank=blank)
    assert [reason for reason in found if "points" in reason and repr(wrong) in reason]


@pytest.mark.parametrize("code", ["default", "E N", "", "when", "rulings", "is"])
def test_the_code_of_an_edition_is_the_name_of_an_argument_for_citations(code: str) -> None:
    edition = attrs.evolve(REGATTA.editions[0], code=code)
    assert [one for one in reasons(editions=(edition,)) if f"called {code!r}" in one]


def test_winners_that_raise_for_points_of_the_first_position_are_named() -> None:
    def winners(position: State, totals: Sequence[int]) -> tuple[int, ...]:
        return (0,) if totals[0] != 7 else (1 // 0,)

    def lucky(position: State) -> tuple[int, ...]:
        """Everybody has seven points more."""
        return (7,) * len(position.players)

    found = reasons(winners=winners, law=law_with(scoring("rules.lucky")(lucky)))
    assert [one for one in found if one.startswith("winners raises ")]
    assert not [one for one in found if one.startswith("totals raises ")]


def test_a_draft_is_made_by_a_function_and_not_by_its_class() -> None:
    (reason,) = reasons(draft=StateDraft)
    assert reason.startswith("draft is <class")
    (reason,) = reasons(draft=lambda state, law: object.__new__(StateDraft))
    assert reason.startswith("draft raises AttributeError")


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

    def three(_position: State, _boats: Any) -> tuple[int, ...]:
        """A number for each, by a fact about one."""
        return (0, 0, 0)

    fact = scoring("rules.fact", facts=lambda _: {"boats": (1,)})(three)
    wrong: dict[str, dict[str, Any]] = {
        "the fact 'boats' of rules.fact returns (1,)": {"law": law_with(fact)},
        "rules.two returns (1, 2)": {"law": law_with(scoring("rules.two")(two))},
        "rules.one returns 1": {"law": law_with(scoring("rules.one")(anything(one)))},
        "totals returns (0, 0, 0, 0)": {"totals": lambda lines: (0, 0, 0, 0)},
        "totals returns 0": {"totals": lambda lines: 0},
        "tie_breaks returns (0,)": {"tie_breaks": (lambda state: (0,),)},
    }
    for found, changed in wrong.items():
        assert found in [reason.partition(";")[0] for reason in reasons(**changed)]


def test_blank_returns_a_position_and_draft_a_draft_of_it() -> None:
    for wrong in (None, Turn(during, 0, 0), REGATTA.blank(Game(REGATTA, 4).setting, 0)):  # type: ignore[arg-type]
        (reason,) = reasons(blank=lambda setting, start, wrong=wrong: wrong)
        assert reason.startswith("blank returns ")
    (reason,) = reasons(draft=lambda state, law: state)
    assert reason.startswith("draft returns ")


def test_whoever_is_to_move_is_a_seat() -> None:
    def to_move(state: State) -> Any:
        return REGATTA.to_move(state) if state.table.deck.size > 1 else 3

    game: Game[State, Any] = Game(attrs.evolve(REGATTA, to_move=to_move), 3)
    state = game.new()
    empty = evolve(state, table=evolve(state.table, deck=Cards(state.table.deck.known & 1)))
    with pytest.raises(RulebookError, match="to_move returns 3"):
        game.judge(empty, Pass())


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
