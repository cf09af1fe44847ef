"""Quarrels of people who know the rulebook and no names of phases: a result that is sure is right, or says what for."""

from __future__ import annotations

import re
from functools import partial

import pytest

from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.facts import with_facts
from era_of_inventions.tabletop.disputes.report import qualified
from era_of_inventions.tabletop.errors import Code, FileError
from tests.support.disputes import judged_claim

DYER = '[position.table]\ndisplay = "dyer"\n[player.Ann]\nhand = ""\n'
WON = "put up dyer; bid 2; Ben: pass; Cem: pass"
OFFICES = '[position.table]\nfirst_row = "office-wool-1"\n'


judged = partial(judged_claim, players="Ann, Ben, Cem")


# --- Cards laid out anew --------------------------------------------------------------


@pytest.mark.repeats
@pytest.mark.parametrize("stage", ["", 'stage = "refill"\n'])
@pytest.mark.parametrize(("number", "usual", "otherwise"), [(1, True, False), (2, False, True), (3, True, False)])
def test_how_many_cards_are_turned_up_rests_on_how_the_display_is_refilled(
    stage: str, number: int, usual: bool, otherwise: bool
) -> None:
    """Two lie there: three come by the usual reading, and one by the other, after which none of the display follows."""
    moves = ["reveal granary", "reveal tracker", "reveal prospector"][:number]
    for reading, legal in (("as-many-new", True), ("fill-up", number == 1)):
        rulings = f'[rulings]\ndisplay-refill = "{reading}"\n'
        text = f'game = "phoenicia"\n{rulings}[position]\nplayers = "Ann, Ben, Cem"\nround = 3\n{stage}'
        claim = f'[position.table]\ndisplay = "dyer, fort"\n[[claim]]\nmoves = {moves}\n'
        (judgement,) = judge_dispute(parse_dispute(text + claim))
        assert judgement.result == ("holds" if legal else "fails")
        assert judgement.rests_on.rulings == (() if number == 1 else ("display-refill",))


def test_a_position_that_the_setup_does_not_give_is_none_of_the_setup() -> None:
    workers = '[player.Ann]\nworkers = "2 hunting, 2 farming"\ndisks = 3\nhand = ""\n'
    moves = 'moves = "deal five; deal five"\nhappens = ["Ann disks = 1", "Ann hand cards = 2"]'
    assert judged("phoenicia", workers, moves).result == "holds"


@pytest.mark.parametrize(
    ("claim", "results"),
    [
        ('moves = "reveal office-wool-2; reveal mill-1"\nfails_at = 2', ["holds", "fails"]),
        ('moves = "reveal office-wool-2; reveal mill-1"\nlegal = false', ["holds", "fails"]),
    ],
)
def test_a_moment_that_refuses_the_move_as_claimed_is_not_passed_over(claim: str, results: list[str]) -> None:
    """The second half sun ends the morning; in the evening it is the first."""
    judgement = judged("oh-my-goods", OFFICES, claim)
    assert judgement.result == "open"
    assert [result for _, result in judgement.moments] == results


# --- What the rules do by themselves --------------------------------------------------


@pytest.mark.parametrize(
    "claim",
    [
        f'moves = "{WON}; Ann: pay disks"\nhappens = "Ann dyer = 1"',
        f'moves = "{WON}"\nhappens = "Ann dyer = 1"',
        f'after = "{WON}"\nmoves = "Ann: pay disks"',
        f'after = "{WON}; pay disks"\nmoves = "Ann: end turn; Ben: end turn"',
    ],
)
def test_a_payment_without_a_choice_can_be_claimed_all_the_same(claim: str) -> None:
    assert judged("phoenicia", DYER, claim).result == "holds"


@pytest.mark.parametrize("more", ["Ben: pay disks", "Ann: pay disks; Ann: pay disks"])
def test_nobody_else_pays_and_nothing_is_paid_twice(more: str) -> None:
    judgement = judged("phoenicia", DYER, f'moves = "{WON}; {more}"')
    assert (judgement.result, judgement.verdicts[-1][0].text) == ("fails", more.rpartition("; ")[2])


def test_which_move_is_refused_is_told_strictly() -> None:
    judgement = judged("phoenicia", DYER, f'moves = "{WON}; Ann: pay disks"\nfails_at = 5')
    assert judgement.result == "holds"


# --- What the moves have changed, and nobody stated -----------------------------------


@pytest.mark.parametrize("claim", ["", "\nlegal = false"])
def test_what_the_moves_used_up_was_not_stated_either(claim: str) -> None:
    hand = '[player.Ann]\nhand = "six"\n'
    judgement = judged("phoenicia", hand, f'moves = "train; pay disks; train"{claim}')
    assert judgement.fails_at == 3
    assert [(one.seat, one.what) for one in judgement.unsaid] == [(0, "untrained")]
    stated = judged("phoenicia", f"{hand}untrained = 1\n", f'moves = "train; pay disks; train"{claim}')
    assert stated.unsaid == ()


def test_enough_of_something_does_not_turn_a_result_by_barring_a_move_before() -> None:
    """With enough cards in hand, the card that is turned over would lie there."""
    moves = 'moves = "reveal office-wool-1; reveal office-wool-2; reveal mill-1"\nfails_at = 3'
    assert judged("oh-my-goods", "", moves).unsaid == ()


# --- The setup, and decisions made at once --------------------------------------------


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("game", "claim", "unsaid"),
    [
        ("phoenicia", "Ann hand cards = 1", [(0, "hand")]),
        ("phoenicia", "Ann disks = 2", []),
        ("phoenicia", "Ben PP = 3", []),
        ("oh-my-goods", "Ben hand cards = 5", [(1, "hand")]),
        ("era-of-inventions", "Ann coins = 3", []),
    ],
)
def test_what_is_dealt_in_the_setup_is_not_as_after_it_where_nobody_states_it(
    game: str, claim: str, unsaid: list[tuple[int, str]]
) -> None:
    judgement = judged(game, "", f'happens = "{claim}"')
    assert [(one.seat, one.what) for one in judgement.unsaid] == unsaid


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("plan mill-1; work mill-2 neat", "holds"),
        ("work mill-2 neat; plan mill-1", "holds"),
        ("plan nothing; work mill-2 neat; Ben: plan nothing; work nowhere", "fails"),
        ("plan nothing; work mill-2 neat; Ben: plan nothing; work charburner-clay sloppy", "holds"),
        ("plan mill-1; plan nothing", "fails"),
    ],
)
def test_what_a_player_decides_at_once_can_be_named_in_any_order(moves: str, result: str) -> None:
    ann = '[player.Ann]\nhand = "mill-1"\nbuildings = "mill-2, charburner-wool 7"\n'
    ben = '[player.Ben]\nbuildings = "charburner-clay 7"\n'
    assert judged("oh-my-goods", ann + ben, f'moves = "{moves}"').result == result


def test_which_of_the_moves_is_refused_is_counted_in_the_order_of_the_file() -> None:
    ann = '[player.Ann]\nhand = "mill-1"\nbuildings = "mill-2, charburner-wool 7"\n'
    judgement = judged("oh-my-goods", ann, 'moves = "plan mill-1; work mill-2 neat"\nfails_at = 2')
    assert judgement.result == "holds"


EIGHTH = 'buildings = "charburner-grain 20, sawmill-1, mill-1, mill-2, weaving-mill-1, mill-3, mill-4"\n'
BUILT = 'moves = "build; pay from charburner-grain, charburner-grain, charburner-grain, charburner-grain"\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "result"), [('happens = "last round = 2"', "fails"), ('happens_not = "last round = 2"', "holds")]
)
def test_the_eighth_building_makes_the_next_round_the_last_when_its_own_is_over(claim: str, result: str) -> None:
    judgement = judged("oh-my-goods", f'[player.Ann]\nplanned = "mill-5"\n{EIGHTH}', BUILT + claim)
    assert (judgement.result, judgement.only_for_now) == (result, True)


def test_a_claim_at_a_moment_that_the_rest_of_the_file_excludes_spoils_no_other() -> None:
    stated = """game = "oh-my-goods"
[position]
players = "Ann, Ben"
[player.Ann]
buildings = "charburner-grain 7, mill-3"
planned = "mill-1"
craftsman = "mill-3"
mode = "neat"
[position.table]
first_row = "mill-6, tailor-1, mill-2, weaving-mill-4"
[[claim]]
moves = "produce mill-3; build; pay from mill-3"
[[claim]]
moves = "build; pay from charburner-grain, charburner-grain; produce mill-3"
"""
    first, second = judge_dispute(parse_dispute(stated))
    assert (first.result, second.result) == ("holds", "unusable")
    assert {problem.code for problem in second.problems} == {Code.IMPOSSIBLE}


AT_WORK = """game = "oh-my-goods"
[position]
players = "Ann, Ben"
[player.Ann]
buildings = "charburner-grain, mill-1"
craftsman = "mill-1"
mode = "neat"
[player.Ben]
buildings = "charburner-wool"
planned = "bakery-1"
[[claim]]
"""
"""Ann's craftsman still works, and Ben has planned a building."""


@pytest.mark.parametrize(("legal", "result"), [("true", "holds"), ("false", "fails")])
@pytest.mark.parametrize("moves", ['after = "Ann: pass"\nmoves = "Ben: pass"', 'moves = ["Ann: pass", "Ben: pass"]'])
def test_what_is_stated_of_a_moment_before_the_move_is_kept(moves: str, legal: str, result: str) -> None:
    """Ann's craftsman still works, so that she has not produced yet: her production ends before she passes."""
    (judgement,) = judge_dispute(parse_dispute(f"{AT_WORK}{moves}\nlegal = {legal}\n"))
    assert judgement.result == result


# --- What is not said, and what is ----------------------------------------------------


OFFICE = 'buildings = "charburner-grain 7, office-card-1"'


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(
    ("stated", "unsaid"),
    [(f'hand = ""\n{OFFICE}', []), (OFFICE, [(0, "extra cards")])],
)
def test_what_follows_from_stated_things_is_not_unsaid(stated: str, unsaid: list[tuple[int, str]]) -> None:
    judgement = judged(
        "oh-my-goods", f"[player.Ann]\n{stated}\n", 'moves = "exchange"\nhappens = "Ann extra cards = 2"'
    )
    assert (judgement.result, [(one.seat, one.what) for one in judgement.unsaid]) == ("fails", unsaid)


def test_a_card_that_the_file_gives_to_one_is_not_missed_in_the_hand_of_another() -> None:
    judgement = judged("oh-my-goods", '[player.Ann]\nhand = "mill-1, mill-2"\n', 'moves = "plan mill-1; plan mill-2"')
    assert (judgement.result, judgement.unsaid) == ("fails", ())


AWAY = """[player.Ann]
buildings = "charburner-grain 7, mill-1, mill-2"
assistants = "assistant-2a"
posts = "mill-1"
"""


@pytest.mark.parametrize(("more", "result"), [("", "holds"), ("stay; ", "fails")])
def test_a_single_move_before_which_something_is_to_be_stopped_says_so(more: str, result: str) -> None:
    """The craftsmen are placed when nobody moves an assistant any more."""
    before = "move assistant from mill-1; pay from charburner-grain, charburner-grain; place at mill-2"
    claim = f'after = "{before}"\nmoves = "{more}work mill-1 neat"\nlegal = false'
    judgement = judged("oh-my-goods", AWAY, claim)
    assert judgement.result == result
    assert [step.text for step in judgement.comes_first] == ([] if more else ["stay"])


@pytest.mark.parametrize(("moves", "ended"), [("Ann: train; Ben: train", ["Ben: train"]), ("Ann: train", [])])
def test_a_turn_that_ends_without_a_word_is_named(moves: str, ended: list[str]) -> None:
    judgement = judged("phoenicia", "", f'moves = "{moves}"')
    assert [then.text for _, then in judgement.turns_ended] == ended


HIRING = """[player.Ann]
buildings = "charburner-grain 12, mill-1, sawmill-1, weaving-mill-1"
[position.table]
offer = "assistant-6a, assistant-7a"
[assistant.assistant-6a]
needs = "1 green"
cost = 1
[assistant.assistant-7a]
needs = "1 green"
cost = 1
"""
HIRED = "hire assistant-7a; pay from charburner-grain; place at mill-1"


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("more", "result"),
    [("hire assistant-6a", "fails"), ("Ben: hire assistant-6a", "holds"), ("Ann: hire assistant-6a", "fails")],
)
def test_a_move_without_a_name_is_not_made_in_the_next_turn(more: str, result: str) -> None:
    """Ann's turn ends with the first assistant; Ben could hire the other one, for he has a green building."""
    ben = HIRING + '[player.Ben]\nbuildings = "charburner-wool 7, sawmill-2"\n'
    judgement = judged("oh-my-goods", ben, f'moves = "{HIRED}; {more}"')
    assert judgement.result == result
    assert judgement.unsaid == ()


@pytest.mark.repeats
def test_what_would_be_lacking_at_another_moment_excuses_nothing_now() -> None:
    """Of Ben's buildings nothing is said; but it is not his move."""
    judgement = judged("oh-my-goods", HIRING, f'moves = "{HIRED}; hire assistant-6a"')
    assert (judgement.result, judgement.unsaid) == ("fails", ())


@pytest.mark.parametrize(
    ("stated", "unsaid"),
    [("", ["earlier moves of the round", "hand"]), ("hand = 'mill-2'\n", ["earlier moves of the round"])],
)
def test_what_no_clause_permits_is_not_excused_by_stock_alone(stated: str, unsaid: list[str]) -> None:
    """Without grain nothing is laid on the mill; but it has not produced either."""
    judgement = judged("oh-my-goods", f"[player.Ben]\n{stated}buildings = 'charburner-wool, mill-1'", CHAIN)
    assert judgement.result == "fails"
    assert [one.what for one in judgement.unsaid] == unsaid


CHAIN = 'moves = "Ben: chain mill-1"'
OPEN = 'active_player = "Ben"\n[position.table]\nfirst_row = "mill-6, tailor-1, mill-2, weaving-mill-4, sawmill-1"\n'


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("move", "result"), [("Ann: produce charburner-grain", "fails"), ("Ben: produce charburner-wool", "holds")]
)
def test_whose_turn_it_cannot_be_is_refused_in_the_turn_of_another(move: str, result: str) -> None:
    """Both craftsmen are still at work, so that nobody has produced; and Ben is first."""
    craftsmen = '[player.Ann]\ncraftsman = "charburner-grain"\nmode = "neat"\nbuildings = "charburner-grain 7"\n'
    craftsmen += '[player.Ben]\ncraftsman = "charburner-wool"\nmode = "neat"\nbuildings = "charburner-wool 7"\n'
    assert judged("oh-my-goods", OPEN + craftsmen, f'moves = "{move}"').result == result


# --- A kind of things as a key --------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "line", "hints"),
    [
        ("era-of-inventions", "coins = 10", 1),
        ("era-of-inventions", "cogs = 7", 1),
        ("phoenicia", "hunting = 2", 2),
        ("phoenicia", "dyer = 1", 1),
        ("phoenicia", "unnamed_three = 1", 1),
        ("phoenicia", "merchants = 1", 0),
        ("phoenicia", 'dyer = "yes"', 0),
    ],
)
def test_a_kind_of_things_that_stands_as_a_key_is_answered_with_a_line_that_works(
    game: str, line: str, hints: int
) -> None:
    text = f'game = "{game}"\n[position]\nplayers = "Ann, Ben, Cem"\n[player.Ann]\n{{}}\n[[claim]]\nmoves = "pass"\n'
    with pytest.raises(FileError) as refused:
        parse_dispute(text.format(line))
    (problem,) = refused.value.problems
    assert problem.code is Code.UNKNOWN_KEY
    found = re.findall(r'[a-z_]+ = "[^"]*"', problem.message)
    assert len(found) == hints
    for hint in found:
        assert parse_dispute(text.format(hint)).claims


NAMES, AREAS = ("Ann", "Ben", "Cem"), ("market", "goods", "build")

# --- Who begins, and what comes first -------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "moves", "begins"),
    [
        ("oh-my-goods", "Cem: exchange; Ann: exchange", [False, True, True]),
        ("oh-my-goods", "Ben: exchange; Cem: exchange", [True, True, False]),
        ("phoenicia", "Cem: end turn; reveal granary", [True, False, False]),
    ],
)
def test_who_begins_follows_from_the_moves_where_no_file_says_it(game: str, moves: str, begins: list[bool]) -> None:
    """It is legal as the file stands, and only if certain players begin."""
    assert judged(game, "", f'moves = "{moves}"').result == "holds"
    for name, legal in zip(("Ann", "Ben", "Cem"), begins, strict=True):
        stated = judged(game, f'start = "{name}"', f'moves = "{moves}"')
        assert stated.result == ("holds" if legal else "fails")


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("game", "moves", "who"),
    [
        ("oh-my-goods", "Ben: exchange; Cem: exchange", None),
        ("phoenicia", "Ben: end auctions; end workers; end turn; Cem: put up dyer", "Ben"),
        ("phoenicia", "Cem: train", "Cem"),
    ],
)
def test_who_is_taken_to_begin_is_named_in_the_first_line_if_several_move(
    game: str, moves: str, who: str | None
) -> None:
    judgement = judged(game, "", f'moves = "{moves}"')
    taken = judgement.taken
    assert taken is not None
    assert taken.states.get("start") == who
    named = any("had begun" in note for note in qualified(judgement, ("Ann", "Ben", "Cem")))
    assert named is (who is not None and judgement.claim.of_several)


def test_where_all_have_equally_many_discs_it_is_the_turn_of_the_start_player() -> None:
    discs = "".join(f'[player.{name}]\ndiscs = "{area}"\n' for name, area in zip(NAMES, AREAS, strict=True))
    results = [
        judged("era-of-inventions", f'start = "Ben"\n{discs}', f'moves = "{name}: resolve {area}"').result
        for name, area in zip(NAMES, AREAS, strict=True)
    ]
    assert results == ["fails", "holds", "fails"]


def test_what_chance_does_first_stands_in_the_first_line() -> None:
    """Ann's is the last disc on the board: then cards are turned over before anybody places one."""
    judgement = judged(
        "era-of-inventions",
        'round = 2\n[player.Ann]\ndiscs = "market"\n',
        'after = "Ann: resolve market; take cog; end turn"\nmoves = "Ben: place market"',
    )
    assert judgement.result == "fails"
    assert any("'reveal'" in note for note in qualified(judgement, NAMES))


def test_no_other_start_is_taken_where_it_makes_no_more_moves_possible() -> None:
    judgement = judged(
        "oh-my-goods", '[player.Ann]\nhand = "mill-1"\n', 'moves = "lay aside mill-1; exchange; Cem: exchange"'
    )
    assert (judgement.fails_at, judgement.taken and judgement.taken.seat) == (3, 0)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("moves", "seat"),
    [("Ann: put up dyer; bid 2; Cem: pass", 1), ("train; Ann: pay disks; reveal fort", 0)],
)
def test_what_only_comes_too_early_says_who_decides_first(moves: str, seat: int) -> None:
    position = '[position.table]\ndisplay = "dyer"\n[player.Ann]\nhand = "six"\nuntrained = 2\n'
    judgement = judged("phoenicia", position, f'moves = "{moves}"')
    assert judgement.result == "fails"
    assert judgement.waits_for is not None
    assert judgement.waits_for.seat == seat


def test_what_a_rule_forbids_waits_for_nobody() -> None:
    judgement = judged("phoenicia", '[position.table]\ndisplay = "dyer"\n', 'moves = "put up dyer; bid 1"')
    assert (judgement.result, judgement.waits_for) == ("fails", None)


def test_what_would_turn_it_is_asked_at_the_moment_that_was_taken() -> None:
    text = 'game = "phoenicia"\n[position]\nplayers = "Ann, Ben, Cem"\n[[claim]]\n'
    dispute = parse_dispute(f'{text}moves = "Cem: end turn; reveal granary"\nhappens = "Overlord = Ben"\n')
    (judgement,) = judge_dispute(dispute)
    facts = with_facts(dispute, judgement).facts
    assert judgement.result == "holds"
    assert facts is not None
    assert facts.turning


@pytest.mark.parametrize("who", ["", "Ben: "])
def test_what_is_possible_in_nobodys_turn_is_refused(who: str) -> None:
    row = '[position.table]\nfirst_row = "office-wool-1, office-wool-2, office-wool-3"\n'
    with pytest.raises(FileError) as refused:
        judged("oh-my-goods", row, f'moves = "{who}produce charburner-wool"')
    assert {problem.code for problem in refused.value.problems} == {Code.IMPOSSIBLE}


@pytest.mark.parametrize("move", ["Ben: resolve buy", "Ben: withdraw buy", "Cem: resolve buy"])
def test_another_player_has_the_disc_that_is_resolved_next(move: str) -> None:
    judgement = judged("era-of-inventions", "", f'after = "Ann: take cog; end turn"\nmoves = "{move}"')
    assert judgement.holds
    assert judgement.taken is not None
    assert "discs = buy" in judgement.taken.words


NINE = "charburner-wool 7, mill-1 2, mill-2, mill-3, mill-4, mill-5, mill-6, sawmill-1, bakery-1"


@pytest.mark.parametrize(
    ("stage", "who", "buildings", "moves", "last"),
    [
        ("building", "Ben", 9, "Cem: pass", True),
        ("building", "Ben", 8, "Cem: pass", False),  # it can be what Ben has just built
        ("building", "Cem", 8, "Ann: pass", True),
        ("production", "Ann", 8, "Ann: done", True),
        ("production", "Ann", 7, "Ann: done", False),
    ],
)
def test_eight_buildings_before_the_turn_make_the_round_the_last(
    stage: str, who: str, buildings: int, moves: str, last: bool
) -> None:
    owned = ", ".join(NINE.split(", ")[:buildings])
    position = f'stage = "{stage}"\nround = 8\n[player.{who}]\nbuildings = "{owned}"'
    judgement = judged("oh-my-goods", position, f'moves = "{moves}"')
    assert judgement.premise is not None
    assert (judgement.premise.state.last_round == 8) is last


def test_a_turn_that_can_only_end_is_what_has_begun() -> None:
    position = '[player.Ann]\ndiscs = "market"\n[player.Ben]\ndiscs = "buy"'
    judgement = judged(
        "era-of-inventions", position, 'moves = "Ann: withdraw market"\nhappens = "player to move = Ben"'
    )
    assert (judgement.result, judgement.only_for_now) == ("fails", True)


def test_a_move_that_cannot_be_read_does_not_make_the_rest_impossible() -> None:
    """At which moment Ann works and Ben has a plan, the move would say."""
    (judgement,) = judge_dispute(parse_dispute(f'{AT_WORK}moves = "Ben: pas"\n'))
    assert [".".join(map(str, problem.path)) for problem in judgement.problems] == ["claim[1].moves"]


ERA = 'game = "era-of-inventions"\n'
THREE_RESOLVE = """moves = [
  "Ann: resolve goods; run all; end turn", "Ben: resolve market; take cog; end turn", "Cem: resolve buy; buy wood-ship",
]
"""


@pytest.mark.parametrize("legal", [True, False])
def test_everybody_who_resolves_a_disc_has_it(legal: bool) -> None:
    text = f'{ERA}[position]\nplayers = "Ann, Ben, Cem"\n[[claim]]\n{THREE_RESOLVE}legal = {str(legal).lower()}\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    assert (judgement.holds, judgement.fails_at) == (legal, None)


@pytest.mark.parametrize(
    ("start", "moves", "fails_at"),
    [
        ("Cem", "Dora: market; Ann: market; Ben: build; Cem: build; Dora: goods; Ann: goods; Ben: buy; Cem: buy", 8),
        (
            "Dora",
            "Dora: market; Ann: market; Ben: build; Cem: build; Dora: goods; Ann: goods; Ben: buy; Cem: buy",
            None,
        ),
        ("Cem", "Dora: market; Ann: market; Ben: build; Cem: build", None),
        ("Cem", "Ann: market; Ben: build; Cem: build; Dora: goods; Ann: goods; Ben: buy; Cem: buy", 7),
    ],
)
def test_whoever_begins_has_placed_before_another(start: str, moves: str, fails_at: int | None) -> None:
    """Four players have two discs each: whose turn comes after that of the start player follows a first disc."""
    steps = [f'"{step.replace(": ", ": place ")}"' for step in moves.split("; ")]
    head = f'{ERA}[position]\nplayers = "Ann, Ben, Cem, Dora"\nstart = "{start}"\n'
    (judgement,) = judge_dispute(parse_dispute(f"{head}[[claim]]\nmoves = [{', '.join(steps)}]\n"))
    assert judgement.fails_at == fails_at
    assert judgement.taken is not None
    assert judgement.taken.doubtful is (moves.split(":")[0] != start)


@pytest.mark.parametrize(
    ("game", "first", "mover", "moves", "doubtful"),
    [
        ("oh-my-goods", 'active_player = "Cem"', "Ann", "done; pass", True),
        ("oh-my-goods", 'active_player = "Cem"', "Cem", "done; pass", False),
        ("oh-my-goods", "", "Ann", "done; pass", False),
        ("phoenicia", 'Overlord = "Ben"', "Ann", "end auctions", True),
        ("phoenicia", 'Overlord = "Ben"', "Ben", "end auctions", False),
    ],
)
def test_a_turn_taken_for_another_than_the_first_of_the_round_is_named(
    game: str, first: str, mover: str, moves: str, doubtful: bool
) -> None:
    head = f'game = "{game}"\n[position]\nplayers = "Ann, Ben, Cem"\n{first}\n'
    (judgement,) = judge_dispute(parse_dispute(f'{head}[[claim]]\nmoves = "{mover}: {moves}"\n'))
    assert judgement.holds
    assert judgement.taken is not None
    assert judgement.taken.doubtful is doubtful


def test_what_is_wrong_is_sought_at_the_moment_of_a_claim() -> None:
    head = 'game = "phoenicia"\n[position]\nplayers = "Anne, Bo, Cas"\nactive_player = "Bo"\n[player.Bo]\nVP = 34\n'
    with pytest.raises(FileError) as refused:
        parse_dispute(f'{head}[[claim]]\nmoves = "Bo: end turn"\n')
    assert [(problem.place, problem.clause) for problem in refused.value.problems] == [
        ("player.Bo.VP", "produce.victory")
    ]


def test_a_claim_about_the_score_alone_is_judged_at_any_moment() -> None:
    """A card is planned only between two moments of a round."""
    head = 'game = "oh-my-goods"\n[position]\nplayers = "Ann, Ben"\n[player.Ann]\nplanned = "mill-1"\n'
    (judgement,) = judge_dispute(parse_dispute(f'{head}[[claim]]\nscores = "Ann 30, Ben 29"\nwinners = "Ann"\n'))
    assert (judgement.result, judgement.problems) == ("holds", ())


FAKE_OWN = '"Brown: resolve produce", "Brown: produce telephone-fake with 3 metal"'


@pytest.mark.parametrize(("moves", "legal_then"), [('"Brown: resolve produce"', True), (FAKE_OWN, False)])
def test_a_moment_is_named_where_all_the_moves_would_be_legal(moves: str, legal_then: bool) -> None:
    head = f'{ERA}[position]\nplayers = "Orange, Brown, Green"\nto_move = "Green"\n'
    brown = '[player.Brown]\ndeveloped = "telephone"\npatented = "telephone"\ngoods = "4 metal"\n'
    (judgement,) = judge_dispute(parse_dispute(f"{head}{brown}[[claim]]\nmoves = [{moves}]\n"))
    assert (judgement.result, bool(judgement.not_now)) == ("fails", legal_then)


# --- An order that no edition names ---------------------------------------------------

LAST = 'phase = "last market"\nstart = "Anna"\nto_move = "Anna"\n[player.Bob]\ngoods = "4 coins"'


@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ('moves = "Bob: trade 2 coins for influence"', "fails"),
        ('moves = "Bob: trade 2 coins for influence"\nlegal = false', "holds"),
        ('moves = "Anna: end action; Cem: end action; Bob: trade 2 coins for influence"', "fails"),
    ],
)
def test_who_comes_first_in_the_final_market_rests_on_a_ruling(claim: str, result: str) -> None:
    judgement = judged_claim("era-of-inventions", LAST, claim)
    assert judgement.result == result
    assert judgement.rests_on.rulings == ("final-market-order",)


def test_nobody_uses_the_final_market_twice_by_any_reading() -> None:
    judgement = judged_claim("era-of-inventions", LAST, 'moves = "Anna: end action; Anna: trade a cog for influence"')
    assert (judgement.result, judgement.rests_on.rulings) == ("fails", ())
