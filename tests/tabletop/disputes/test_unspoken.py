"""What goes without saying between and after claimed moves: others' turns, stops, payments, and what follows."""

from __future__ import annotations

from functools import partial

import pytest

from era_of_inventions.tabletop.disputes import Judgement
from era_of_inventions.tabletop.disputes.report import qualified
from era_of_inventions.tabletop.errors import Code
from tests.support.disputes import judged_claim

judged = partial(judged_claim, players="Ann, Ben, Cem")
GOODS, PHOENICIA = "oh-my-goods", "phoenicia"


def passed_over(judgement: Judgement) -> list[str]:
    return [step.text for step in judgement.passed_over]


# --- Stops ----------------------------------------------------------------------------


AUCTION = 'player = "Ann"\n[position.table]\ndisplay = "granary"\n[player.Ann]\nhand = "six"\ndisks = 1\n'


@pytest.mark.parametrize(
    "moves",
    [
        "Ann: put up granary; bid 4; pay disks",
        "Ann: put up granary; bid 4; Ben: pass; Cem: pass; Ann: pay disks",
        "Ann: end auctions; end workers; pay disks",
    ],
)
def test_disks_that_nobody_has_paid_are_not_paid_already(moves: str) -> None:
    judgement = judged(PHOENICIA, AUCTION, f'moves = "{moves}"')
    assert (judgement.result, passed_over(judgement)) == ("fails", [])


@pytest.mark.parametrize(("moves", "over"), [("pay six; pay disks", ["Ann: pay disks"]), ("pay six", [])])
def test_disks_are_paid_already_once_the_cards_are_enough(moves: str, over: list[str]) -> None:
    others = "Ann: put up granary; bid 4; Ben: pass; Cem: pass"
    judgement = judged(PHOENICIA, AUCTION, f'moves = "{others}; Ann: {moves}"')
    assert (judgement.result, passed_over(judgement)) == ("holds", over)


MORNING = """stage = "assistants-moved"
active_player = "Ben"
[player.Ben]
buildings = "1 charburner-wool, 1 iron-smelter-2, mill-2"
assistants = "assistant-2a, assistant-3a"
posts = "mill-2, charburner-wool"
"""


def test_whoever_can_move_no_more_assistants_stays_already() -> None:
    moves = "Ben: move assistant from mill-2; pay from iron-smelter-2; place at iron-smelter-2; stay"
    judgement = judged(GOODS, MORNING, f'moves = "{moves}"')
    assert (judgement.result, passed_over(judgement)) == ("holds", ["Ben: stay"])
    assert judgement.rests_on.rulings == ()


@pytest.mark.parametrize(
    "moves", ["Ben: pay from mill-2; stay", "Ben: move assistant from mill-2; stay", "Ben: stay; stay"]
)
def test_whoever_owes_something_or_has_stayed_cannot_stay(moves: str) -> None:
    assert judged(GOODS, MORNING, f'moves = "{moves}"').result == "fails"


@pytest.mark.repeats
@pytest.mark.parametrize(("who", "ended"), [("Ben", ["Ann"]), ("Cem", ["Ann", "Ben"])])
def test_the_turns_of_all_players_before_are_taken_to_end(who: str, ended: list[str]) -> None:
    stated = f'stage = "workers"\nplayer = "Ann"\n[player.{who}]\nhand = "five"\n'
    judgement = judged(PHOENICIA, stated, f'moves = "{who}: train; pay disks; employ farming; pay five"')
    assert judgement.result == "holds"
    seats = [step.seat for step, _ in judgement.turns_ended]
    assert [["Ann", "Ben", "Cem"][seat or 0] for seat in seats] == ended


# --- What follows ---------------------------------------------------------------------


LAST_DISC = """start = "Ben"
phase = "choice"
to_move = "Ann"
board.loads = { metal-ship = 0 }
[player.Ann]
discs = "market"
"""


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("effect", "result", "for_now"),
    [
        ('happens = "load of metal-ship = 2"', "fails", True),
        ('happens_not = "load of metal-ship = 2"', "holds", True),
        ('happens = "load of metal-ship = 3"', "fails", False),
        ('happens = "start player = Cem"', "fails", True),
        ('happens = "start player = Ann"', "fails", False),
        ('happens = "Ann disc on market -1"', "holds", False),
        ('happens = "place of pocket-watch-2 = display"', "fails", True),
        ('happens = "place of coal-mine-3 = row"', "open", False),
    ],
)
def test_what_chance_brings_after_a_turn_that_can_only_end_is_named(effect: str, result: str, for_now: bool) -> None:
    """The last disc is taken back: the turn and the round can only end, and then the board is refreshed."""
    judgement = judged("era-of-inventions", LAST_DISC, f'moves = "Ann: withdraw market"\n{effect}')
    assert (judgement.result, judgement.only_for_now) == (result, for_now)


LIMITS = """Overlord = "Ben"
stage = "tools"
player = "Ann"
[player.Ben]
hand = "none"
disks = 2
workers = "3 hunting, 4 farming"
"""


@pytest.mark.parametrize(
    ("disks", "result", "once"),
    [
        (
            1,
            "holds",
            ["only once 'reveal' is carried out", "it fails once what follows without a choice is carried out"],
        ),
        (3, "fails", ["it holds once 'reveal' and what follows without a choice are carried out"]),
        (2, "holds", ["it fails once 'reveal' and what follows without a choice are carried out"]),
        (4, "fails", []),
    ],
)
def test_what_chance_brings_and_what_follows_from_it_are_not_the_same(disks: int, result: str, once: list[str]) -> None:
    """Two cards and two disks are Ben's income; four disks become a card, and the third card is given up for two."""
    claim = f'moves = "end turn"\nhappens = "Ben disks = {disks}"'
    judgement = judged_claim(PHOENICIA, LIMITS, claim, players="Ann, Ben")
    assert judgement.result == result
    notes = [*qualified(judgement, ("Ann", "Ben"))]
    assert [any(words in note for note in notes) for words in once] == [True] * len(once)
    assert bool(notes) == bool(once)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("effect", "result"), [("Ben wealth = 0", "holds"), ("Ben pp +2", "holds"), ("Ben wealth = 1", "fails")]
)
def test_a_claim_is_not_open_on_payments_that_come_to_the_same(effect: str, result: str) -> None:
    """A five and two disks pay for training and for farming, in whatever order they are paid."""
    stated = 'stage = "workers"\nplayer = "Ben"\n[player.Ben]\nhand = "five"\ndisks = 2\n'
    assert judged(PHOENICIA, stated, f'moves = "train; employ farming"\nhappens = "{effect}"').result == result


# --- What a result rests on -----------------------------------------------------------


def test_what_would_only_come_at_another_time_excuses_nothing() -> None:
    """With a disc of Ann's on the board it would be another player's turn; that does not permit her a second one."""
    moves = "Ann: place market; Ben: place buy; Cem: place goods; Ann: place market"
    judgement = judged("era-of-inventions", "", f'moves = "{moves}"\nlegal = false')
    assert (judgement.result, judgement.unsaid) == ("holds", ())


def test_a_tie_broken_by_a_number_that_somebody_reports_names_it() -> None:
    stated = '[player.Ann]\nbuildings = "3 charburner-grain, 2 bakery-1"\n'
    stated += '[player.Ben]\nbuildings = "4 charburner-wool, 3 mill-2"\n'
    judgement = judged_claim(GOODS, stated, 'scores = "Ann 30, Ben 30"\nwinners = "Ann"', players="Ann, Ben")
    assert judgement.result == "holds"
    assert "kind.bakery.value" in [value.place for value in judgement.unstated]


@pytest.mark.parametrize(
    ("building", "clauses"),
    [("mill-2", ("plan.one-person",)), ("office-wood-1", ("plan.production-building",)), ("charburner-wool", ())],
)
def test_a_move_that_comes_too_early_is_not_called_so_only_because_of_that(
    building: str, clauses: tuple[str, ...]
) -> None:
    """Ann is still to decide about her assistant, and the craftsman works neither beside it nor at an office."""
    stated = """stage = "assistants-moved"
active_player = "Ben"
[player.Ann]
buildings = "1 charburner-wool, mill-2, office-wood-1"
assistants = "assistant-2a"
posts = "mill-2"
[player.Ben]
buildings = "1 charburner-clay, mill-3"
assistants = "assistant-3a"
posts = "mill-3"
"""
    judgement = judged(GOODS, stated, f'moves = "Ann: work {building} neat"')
    assert (judgement.result, judgement.not_then_either) == ("fails", clauses)


def test_what_is_forbidden_after_anothers_turn_too_is_named() -> None:
    """Ann is to build and can only pass; after that it is Ben's turn, who has two assistants already."""
    stated = """active_player = "Ann"
[position.table]
offer = "assistant-3a"
[player.Ann]
planned = "bakery-1"
[player.Ben]
assistants = "assistant-1a, assistant-2a"
buildings = "charburner-wool 9, mill-3, tannery-2, sawmill-1"
posts = "mill-3, tannery-2"
[assistant.assistant-3a]
needs = "1 green, 1 red"
cost = 4
"""
    judgement = judged_claim(GOODS, stated, 'moves = "Ben: hire assistant-3a"', players="Ann, Ben")
    assert (judgement.result, judgement.not_then_either) == ("fails", ("hire.two-at-most",))


# --- Moves without a name -------------------------------------------------------------


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("take cog; exchange cog > 2 coins", "fails"),
        ("take cog; take cog", "fails"),
        ("Ann: take cog; Ben: take cog", "holds"),
        ("take cog", "holds"),
    ],
)
def test_moves_without_a_name_are_those_of_one_player(moves: str, result: str) -> None:
    """In the final market the second move would be another player's; a market action uses one line."""
    assert judged("era-of-inventions", "", f'moves = "{moves}"').result == result


def test_a_moment_at_which_the_moves_before_are_not_legal_is_not_meant() -> None:
    """No bonus disc is bought in the final market; after a market action one that was just bought is not used."""
    claim = 'after = "Ben: exchange 2 coins > bonus disc; end action"\nmoves = "Ben: use bonus disc"'
    assert judged("era-of-inventions", "[player.Ben]\nbonus_discs = 0\n", claim).result == "fails"


# --- Several who lack something -------------------------------------------------------


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("moves", "lacking"),
    [
        ("Ann: put up tracker; bid 3; Ben: bid 4", {(0, "disks"), (1, "hand")}),
        ("Ann: put up tracker; bid 3; Ben: pass", {(0, "disks")}),
        ("Ann: put up tracker; bid 3; Ben: bid 3", set[tuple[int, str]]()),
    ],
)
def test_each_player_who_may_have_more_is_named(moves: str, lacking: set[tuple[int, str]]) -> None:
    stated = '[position.table]\ndisplay = "tracker"\n[card.tracker]\nminimum = 3\n'
    judgement = judged_claim(PHOENICIA, stated, f'moves = "{moves}"', players="Ann, Ben")
    assert judgement.result == "fails"
    assert {(one.seat, one.what) for one in judgement.unsaid} == lacking


# --- Cubes that nobody names ----------------------------------------------------------


FAKE = """board.display = "telephone-fake"
[player.Ann]
developed = "telephone"
goods = "enough"
[player.Cem]
goods = "enough"
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ('moves = "Cem: produce telephone-fake"', "holds"),
        ('moves = "Cem: produce telephone-fake"\nlegal = false', "fails"),
        ('moves = "Ann: produce telephone-fake"\nforbidden_by = "fakes.own-original"', "holds"),
        ('moves = "Cem: produce telephone-fake"\nhappens = "Cem influence +3"', "holds"),
        ('moves = "Cem: produce telephone-fake"\nhappens = "Cem metal -3"', "open"),
        ('moves = "Cem: produce telephone-fake with 3 metal"\nhappens = "Cem metal -3"', "holds"),
        ('moves = "Cem: produce telephone-fake with 2 metal"', "fails"),
    ],
)
def test_whoever_makes_a_fake_pays_its_question_marks(claim: str, result: str) -> None:
    judgement = judged("era-of-inventions", FAKE, claim)
    assert judgement.result == result
    assert len(judgement.completed) == ("with" not in claim)


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("moment", ["", 'area = "produce"\nto_move = "Cem"\n'])
@pytest.mark.parametrize(("goods", "result"), [("2 metal, tool, coal", "holds"), ("metal, tool, coal", "fails")])
def test_question_marks_are_paid_with_what_there_is(moment: str, goods: str, result: str) -> None:
    stated = f"""{moment}board.display = "telephone-fake"
[card.telephone-fake]
cost = "coal"
question_marks = 3
[player.Ann]
developed = "telephone"
[player.Cem]
discs = "produce"
goods = "{goods}"
"""
    assert judged("era-of-inventions", stated, 'moves = "Cem: produce telephone-fake"').result == result
    before = judged(
        "era-of-inventions",
        f'phase = "choice"\nto_move = "Cem"\n{stated.removeprefix(moment)}',
        'moves = "produce telephone-fake"',
    )
    assert bool(before.comes_first) == (result == "holds")
    assert bool(before.not_then_either) == (result == "fails")


def test_a_definition_forbids_nothing() -> None:
    """It says what other clauses mean; the clause that permits or forbids is the one to name."""
    judgement = judged(PHOENICIA, "", 'moves = "Ann: bid 3"\nforbidden_by = "auction.not-finished-only"')
    (problem,) = judgement.problems
    assert judgement.result == "unusable"
    assert (problem.place, problem.code) == ("claim[1].forbidden_by", Code.INCONSISTENT)


def test_whoever_decides_while_others_are_still_to_produce_is_the_active_player() -> None:
    """Jan's craftsman is at work, so his turn is still to come: Kim's is the first, and the file need not say so."""
    stated = """stage = "production"
to_move = "Kim"
[player.Kim]
buildings = "charburner-clay, tailor-1"
craftsman = "tailor-1"
mode = "neat"
[player.Jan]
buildings = "charburner-wool, tailor-2"
craftsman = "tailor-2"
mode = "neat"
"""
    claim = 'moves = "pass"\nhappens = "player to move = Ida"'
    judgement = judged_claim(GOODS, stated, claim, players="Ida, Jan, Kim")
    assert (judgement.result, judgement.problems) == ("holds", ())
