"""The moment of a claim: what a file does not say follows from the move, and what it says stays."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from era_of_inventions.tabletop.disputes import Judgement, judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.asking import judge_alone, judge_claim
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.records import show_move

GAMES = ("era-of-inventions", "oh-my-goods", "phoenicia")
KINDS = [
    pytest.param(game, show_move(move, setting), id=f"{game}-{kind.__name__}")
    for game in GAMES
    for setting in [Game(rulebook_named(game), 3).setting]
    for kind, move in reversed({type(move): move for move in reversed(setting.moves)}.items())
]


def judged(text: str, *, game: str = GAMES[0], judge: Callable[..., Judgement] = judge_claim) -> Judgement:
    """The judgement of the one claim of a dispute between Anna, Bob and Cem."""
    dispute = parse_dispute(f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{text}')
    (claim,) = dispute.claims
    return judge(dispute, claim)


def claimed(
    moves: str, position: str = "", *, game: str = GAMES[0], judge: Callable[..., Judgement] = judge_claim
) -> Judgement:
    """The judgement of a claim that moves are legal, in a file that states little of the position."""
    return judged(f'{position}\n[[claim]]\nmoves = "{moves}"\n', game=game, judge=judge)


@pytest.mark.parametrize(("game", "move"), KINDS)
def test_no_kind_of_move_fails_for_a_moment_that_nobody_stated(game: str, move: str) -> None:
    judgement = claimed(move, game=game, judge=judge_alone)
    assert judgement.problems == ()
    if judgement.result == "fails":
        assert judgement.verdicts[-1][1].due is None


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("game", "moves", "seat", "words"),
    [
        (GAMES[0], "trade gear for 2 coins", 0, "in the action of 'exchange market'"),
        (GAMES[0], "Bob: patent unplaced", 1, "in the action of 'develop or patent'"),
        (GAMES[0], "Cem: place market", 2, "while the discs are placed, as if Cem had begun"),
        (GAMES[1], "Bob: exchange", 1, "in the exchange of hand cards"),
        (GAMES[2], "Cem: train", 2, "when workers are trained, employed and moved, as if Cem had begun"),
    ],
)
def test_the_moment_follows_from_the_move_and_the_player(game: str, moves: str, seat: int, words: str) -> None:
    judgement = claimed(moves, game=game)
    assert judgement.result == "holds"
    assert judgement.taken is not None
    assert (judgement.taken.seat, judgement.taken.words) == (seat, words)


def test_what_was_done_before_says_the_moment_too() -> None:
    judgement = judged('[[claim]]\nafter = "exchange 2 coins > cog"\nmoves = "end action"\n')
    assert judgement.result == "holds"
    assert judgement.taken is not None


def test_moments_that_disagree_leave_it_open_and_each_is_named() -> None:
    judgement = claimed("exchange 2 coins > bonus disc", '[player.Anna]\ngoods = "9 coins"')
    assert judgement.result == "open"
    results = {moment.words: result for moment, result in judgement.moments}
    assert results["in the action of 'exchange market'"] == "holds"
    assert results["in the final market"] == "fails"


@pytest.mark.parametrize("stated", ['phase = "action"\narea = "market"', 'area = "market"'])
def test_a_moment_that_the_file_says_is_kept(stated: str) -> None:
    judgement = claimed("exchange 2 coins > bonus disc", f'{stated}\n[player.Anna]\ngoods = "9 coins"')
    assert (judgement.result, judgement.taken, judgement.moments) == ("holds", None, ())


def test_a_player_that_the_file_says_is_kept() -> None:
    judgement = claimed("Bob: place market", 'to_move = "Anna"')
    assert judgement.result != "holds"


@pytest.mark.parametrize(
    ("game", "position", "move", "words"),
    [
        (GAMES[0], 'phase = "placement"', "take cog", "in the action of 'exchange market'"),
        (GAMES[2], 'stage = "tools"', "train", "when workers are trained, employed and moved"),
        (GAMES[1], 'stage = "plan"', "exchange", "in the exchange of hand cards"),
    ],
)
def test_a_move_that_only_the_stated_moment_forbids_is_told_when_it_would_be_legal(
    game: str, position: str, move: str, words: str
) -> None:
    judgement = claimed(move, position, game=game)
    assert judgement.result == "fails"
    assert words in {moment.words for moment in judgement.not_now}


def test_a_move_that_a_rule_forbids_at_every_moment_is_not_told_to_be_early() -> None:
    judgement = claimed("exchange 2 coins > cog", 'phase = "placement"\n[player.Anna]\ngoods = ""')
    assert (judgement.result, judgement.not_now) == ("fails", ())


def test_where_no_moment_is_possible_the_claim_is_open() -> None:
    judgement = claimed("Anna: bid 1", game=GAMES[2])  # for what, the file does not say
    assert (judgement.result, judgement.taken) == ("open", None)


def test_a_position_need_only_be_possible_at_the_moment_of_the_claim() -> None:
    judgement = claimed("Anna: end turn", "[player.Anna]\ndisks = 5", game=GAMES[2])
    assert judgement.result == "holds"
    with pytest.raises(FileError, match=r"treasury\.excess-lost"):
        claimed("Anna: end turn", 'stage = "offer"\n[player.Anna]\ndisks = 5', game=GAMES[2])


def test_a_position_that_is_possible_at_no_moment_is_refused() -> None:
    with pytest.raises(FileError, match=r"player\.Anna\.VP"):
        claimed("Anna: end turn", "[player.Anna]\nVP = 40", game=GAMES[2])


@pytest.mark.parametrize(
    ("game", "position", "moves"),
    [
        (GAMES[0], 'area = "market"', "Bob: exchange 2 coins > cog"),
        (GAMES[0], 'phase = "placement"', "Bob: place build"),
        (GAMES[0], 'phase = "placement"', "Cem: place market; Anna: place buy"),
        (GAMES[0], 'phase = "final-market"', "Bob: swap 2 coins for cog"),
        (GAMES[0], 'phase = "choice"\n[player.Bob]\ndiscs = "goods"', "Bob: resolve goods"),
        (GAMES[1], 'stage = "exchange"', "Cem: exchange"),
        (GAMES[2], 'stage = "offer"', "Cem: end auctions"),
    ],
)
def test_whose_turn_it_is_follows_from_the_move_where_only_the_phase_is_stated(
    game: str, position: str, moves: str
) -> None:
    judgement = claimed(moves, position, game=game)
    assert judgement.result == "holds", judgement
    assert judgement.taken is not None
    assert judgement.taken.seat == judgement.claim.moves[0].seat


def test_whose_turn_the_file_states_is_not_changed() -> None:
    judgement = claimed("Bob: exchange 2 coins > cog", 'area = "market"\nplayer = "Anna"')
    assert (judgement.result, judgement.taken) == ("fails", None)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "move"), KINDS)
def test_a_file_that_states_the_moment_taken_is_judged_alike(game: str, move: str) -> None:
    usual = claimed(f"Bob: {move}", game=game, judge=judge_alone)
    for moment, result in usual.moments or ([(usual.taken, usual.result)] if usual.taken else []):
        states = "\n".join(f"{key} = {json.dumps(value)}" for key, value in moment.states.items())
        again = claimed(f"Bob: {move}", states, game=game, judge=judge_alone)
        assert again.result == result, states
        assert again.taken is None or not again.taken.states


@pytest.mark.parametrize(
    ("game", "position", "move", "clause"),
    [
        (GAMES[1], '[player.Anna]\nhand = "mill-2"', "lay mill-1", "chain.own-hand"),
        (GAMES[1], '[player.Anna]\nhand = "mill-2"', "Anna: give up mill-1", "deck.own-hand"),
        (GAMES[2], '[player.Anna]\nhand = "six"', "Anna: pay four", "pay.own-card"),
        (GAMES[2], '[player.Anna]\nhand = "six"', "Anna: give up four", "limits.own-card"),
    ],
)
def test_what_a_rule_forbids_at_every_moment_fails_at_none(game: str, position: str, move: str, clause: str) -> None:
    """The file allows no moment of the move, and what it states is against it at any."""
    judgement = claimed(move, position, game=game)
    assert judgement.result == "fails"
    assert clause in {found.id for found in judgement.forbidden_by}
    denied = judged(f'{position}\n[[claim]]\nmoves = "{move}"\nlegal = false\n', game=game)
    assert denied.result == "holds"


@pytest.mark.parametrize(
    ("game", "position", "move"),
    [
        (GAMES[1], "", "lay mill-1"),  # of the hand the file says nothing
        (GAMES[1], '[player.Anna]\nhand = "mill-1"', "lay mill-1"),  # it is in the hand; for what chain nobody knows
        (GAMES[1], '[player.Bob]\nhand = "mill-2"', "Anna: lay mill-1"),
        (GAMES[1], '[player.Anna]\nhand = "?"', "lay mill-1"),
        (GAMES[1], '[player.Anna]\nhand = "mill-2"', "give up good from charburner-grain"),  # a ruling is against it
        (GAMES[2], '[player.Anna]\nhand = "six, four"', "Anna: pay four"),
    ],
)
def test_what_only_the_moment_forbids_or_nothing_stated_does_is_open(game: str, position: str, move: str) -> None:
    judgement = claimed(move, position, game=game)
    assert (judgement.result, judgement.taken) == ("open", None)


@pytest.mark.parametrize(("stated", "move"), [('area = "goods"', "use bonus disc"), ("", "Cem: use bonus disc")])
def test_a_moment_of_which_only_the_area_is_stated_follows_from_the_move(stated: str, move: str) -> None:
    judgement = claimed(move, stated)
    assert judgement.taken is not None
    assert judgement.taken.words == "when an action is over"
    assert judgement.holds or judgement.unsaid


def test_an_action_that_is_over_was_carried_out_unless_it_is_said_to_be_withdrawn() -> None:
    over = 'phase = "bonus-offer"\n'
    assert (claimed("use bonus disc", over).result, claimed("use bonus disc", over).rests_on.rulings) == ("holds", ())
    withdrawn = claimed("use bonus disc", f'{over}area = "nothing"\n')
    assert (withdrawn.result, withdrawn.rests_on.rulings) == ("fails", ("bonus-after-withdrawal",))


@pytest.mark.parametrize(
    "done",
    [
        "built = 1",
        'ran = "mint-1"',
        "loads = 2",
        "exchanges = { barter = 1 }",
        "took_cog = true",
        "patents = 1",
        'developed = "telephone"',
        "moved = 1",
        "exchanges = { barter = 0 }",
    ],
)
def test_the_area_of_an_action_that_is_over_follows_from_what_was_done(done: str) -> None:
    judgement = claimed("use bonus disc", f'{done}\n[player.Anna]\nbonus_discs = "enough"\n')
    rulings = ("free-cog-ends",) if "cog" in done else ()
    assert (judgement.result, judgement.rests_on.rulings) == ("holds", rulings)


def test_what_was_developed_in_the_action_lies_on_the_board() -> None:
    stated = 'developed = "telephone"\n[player.Anna]\ngoods = "enough"\n'
    assert claimed("develop telephone technical", stated).result == "holds"
    assert claimed("develop telephone", stated).result == "fails"


@pytest.mark.parametrize(("move", "result"), [("run sawmill-1", "open"), ("take cog", "holds"), ("run all", "holds")])
def test_a_bonus_disc_is_meant_only_where_no_clause_permits_the_move_of_an_action(move: str, result: str) -> None:
    judgement = claimed(move, '[player.Anna]\nfactories = "sawmill-1"\n')
    assert judgement.result == result
    results = {moment.words: found for moment, found in judgement.moments}
    if result == "open":
        assert results == {
            "in the action of 'factory production'": "fails",
            "in the action of a bonus disc": "holds",
        }


@pytest.mark.parametrize(
    ("game", "position", "moves"),
    [
        (GAMES[0], {"phase": "placement", "to_move": "Bob"}, "exchange 2 coins > cog"),
        (GAMES[0], {"phase": "placement", "to_move": "Bob"}, "Cem: exchange 2 coins > cog"),
        (GAMES[1], {"stage": "production"}, "Bob: exchange"),
        (GAMES[2], {"stage": "tools", "player": "Bob"}, "Bob: train"),
    ],
)
def test_a_moment_at_which_it_would_be_legal_says_all_that_has_to_be_stated_for_it(
    game: str, position: dict[str, str], moves: str
) -> None:
    def stating(position: dict[str, str]) -> str:
        return "".join(f"{key} = {json.dumps(value)}\n" for key, value in position.items())

    judgement = claimed(moves, stating(position), game=game)
    assert judgement.result == "fails"
    assert judgement.not_now
    for moment in judgement.not_now:
        assert claimed(moves, stating({**position, **moment.states}), game=game).result == "holds"


BOTH = '[player.Anna]\ndiscs = "build, market, buy"\n'


@pytest.mark.parametrize("move", ["use bonus disc", "Anna: end turn", "develop telephone"])
def test_a_move_whose_every_moment_contradicts_the_discs_that_lie_is_not_legal(move: str) -> None:
    """All of Anna's discs lie on the board, so that she has not acted yet; and none lies where things are developed."""
    judgement = claimed(move, BOTH)
    assert (judgement.result, judgement.moments) == ("fails", ())


def test_who_has_placed_all_discs_is_to_resolve_one() -> None:
    assert claimed("resolve market; take cog", BOTH).result == "holds"


@pytest.mark.parametrize(("start", "sure"), [('start = "Bob"\n', False), ("", True)])
def test_whose_turn_is_taken_is_said_where_somebody_else_begins(start: str, sure: bool) -> None:
    judgement = claimed("Anna: place build", start)
    assert judgement.taken is not None
    assert (judgement.result, judgement.taken.doubtful) == ("holds", not sure)


def test_in_the_turn_of_another_a_move_is_legal_at_no_moment() -> None:
    judgement = claimed("Anna: take cog", 'to_move = "Bob"\n')
    assert judgement.result == "fails"
    assert [moment.seat for moment in judgement.not_now]


@pytest.mark.parametrize(("moves", "seat"), [("resolve market; take cog", 0), ("Cem: withdraw buy; end turn", 2)])
def test_whoever_resolves_a_disc_has_one_there_unless_the_file_says_otherwise(moves: str, seat: int) -> None:
    judgement = claimed(moves)
    assert judgement.taken is not None
    assert (judgement.result, judgement.taken.seat) == ("holds", seat)
    name = ("Anna", "Bob", "Cem")[seat]
    assert claimed(moves, f'[player.{name}]\ndiscs = "develop"\n').result != "holds"


PLACED = '[player.Anna]\ndiscs = "market"\n[player.Bob]\ndiscs = "{}"\n[player.Cem]\ndiscs = "{}"\n'


@pytest.mark.parametrize(
    ("bob", "cem", "next_"),
    [("none", "none", "Bob"), ("market", "none", "Cem"), ("none", "market", "Bob"), ("buy, build", "buy", "Cem")],
)
def test_while_discs_are_placed_whose_turn_it_is_follows_from_those_that_lie(bob: str, cem: str, next_: str) -> None:
    stated = f'phase = "placement"\n{PLACED.format(bob, cem)}'
    for name in ("Anna", "Bob", "Cem"):
        assert claimed(f"{name}: place goods", stated).holds is (name == next_)


def test_whose_turn_is_stated_agrees_with_the_discs_that_lie() -> None:
    with pytest.raises(FileError, match=r"placement\.one-at-a-time"):
        claimed("place goods", f'phase = "placement"\nto_move = "Anna"\n{PLACED.format("none", "none")}')


def test_of_moments_that_agree_the_one_at_which_most_moves_are_made_is_taken() -> None:
    """In the final market not even the first is legal; in the action the disc is bought, but must wait."""
    judgement = claimed("exchange 2 coins > bonus disc; use bonus disc", "[player.Anna]\nbonus_discs = 0\n")
    assert (judgement.result, judgement.fails_at) == ("fails", 2)
    assert [clause.id for clause in judgement.forbidden_by] == ["bonus.bought-not-same-turn"]


@pytest.mark.parametrize("more", ["", "\nlegal = false"])
def test_where_no_moment_is_possible_neither_a_claim_nor_its_opposite_holds(more: str) -> None:
    """Anna's disc lies elsewhere; with a bonus disc she could buy a load, but only after an action."""
    judgement = judged(f'[player.Anna]\ndiscs = "build"\n[[claim]]\nmoves = "buy wood-ship"{more}\n')
    assert (judgement.result, judgement.holds) == ("open", False)
    assert [moment.words for moment, _ in judgement.moments] == ["in the action of a bonus disc"]


PRODUCED = 'moves = "Anna: produce light-bulb-1; end turn; Bob: produce light-bulb-2"'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "stated", "result", "with_"),
    [
        (PRODUCED, "", "holds", "Bob's discs = produce"),
        (f"{PRODUCED}\nlegal = false", "", "fails", "Bob's discs = produce"),
        (PRODUCED, '[player.Bob]\ndiscs = "buy"\n', "fails", ""),
        (PRODUCED, '[player.Bob]\ndiscs = "produce"\n', "holds", ""),
        ('after = "Cem: buy wood-ship"\nmoves = "Anna: buy metal-ship"', "", "holds", "Anna's discs = buy"),
        (
            'moves = "Bob: resolve buy; buy wood-ship; Cem: resolve market; take cog"',
            "",
            "holds",
            "Cem's discs = ",
        ),
    ],
)
def test_other_players_have_what_their_moves_presuppose(claim: str, stated: str, result: str, with_: str) -> None:
    judgement = judged(f"{stated}[[claim]]\n{claim}\n")
    assert judgement.result == result
    assert judgement.taken is not None
    assert with_ in judgement.taken.words
    assert ("with" in judgement.taken.words) is bool(with_)


def test_a_moment_that_some_of_the_moves_do_not_have_is_not_taken() -> None:
    """Nobody ends a turn in the final market: it ends with the action. What is bought there earns no coin."""
    moves = "Anna: exchange cog > influence; end action; end turn; Bob: take cog"
    judgement = judged(f'[player.Anna]\ninfluence = 8\n[[claim]]\nmoves = "{moves}"\nhappens = "Anna coins +1"\n')
    assert (judgement.result, judgement.passed_over) == ("holds", ())


def test_where_turns_do_not_come_as_written_at_one_moment_it_is_open() -> None:
    """At most two discs lie at the market, so that three players act there in the final market alone."""
    judgement = claimed("Anna: take cog; Bob: take cog; Cem: take cog")
    assert judgement.result == "open"
    assert {result for _, result in judgement.moments} == {"holds", "fails"}


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("anna", "bob", "cem", "next_"),
    [("build", "market, buy", "buy, develop", "Bob"), ("build", "market", "buy, develop", "Cem")],
)
def test_while_discs_are_resolved_whose_turn_it_is_follows_from_those_that_lie(
    anna: str, bob: str, cem: str, next_: str
) -> None:
    """Whoever has acted has one disc fewer on the board than those who follow."""
    discs = {"Anna": anna, "Bob": bob, "Cem": cem}
    stated = "".join(f'[player.{name}]\ndiscs = "{areas}"\n' for name, areas in discs.items())
    for name, areas in discs.items():
        move = f"{name}: resolve {areas.partition(',')[0]}"
        assert claimed(move, f'phase = "choice"\n{stated}').holds is (name == next_)


@pytest.mark.parametrize(("moves", "doubtful"), [("Anna: place goods", True), ("Bob: place goods", False)])
def test_whose_turn_is_taken_is_said_where_the_discs_that_are_stated_say_another(moves: str, doubtful: bool) -> None:
    judgement = claimed(moves, '[player.Anna]\ndiscs = "market"\n')
    assert judgement.taken is not None
    assert (judgement.result, judgement.taken.doubtful) == ("holds", doubtful)


@pytest.mark.repeats
@pytest.mark.parametrize("moment", ["", 'phase = "action"\narea = "market"\nplayer = "Orange"\n'])
@pytest.mark.parametrize(
    "moves",
    [
        'moves = "Orange: take cog; end turn; Brown: resolve market; take cog"',
        'moves = ["take cog", "end turn", "Brown: resolve market"]',
        'after = ["take cog", "end turn"]\nmoves = ["Brown: resolve market; take cog"]',
    ],
)
def test_who_acts_after_a_turn_has_what_the_action_presupposes_whether_or_not_the_moment_is_stated(
    moment: str, moves: str
) -> None:
    text = f'[position]\nplayers = ["Orange", "Brown", "Green"]\n{moment}[[claim]]\n{moves}\n'
    (judgement,) = judge_dispute(parse_dispute(text, rulebook_named("era-of-inventions")))
    assert judgement.result == "holds"
    assert judgement.taken
    assert "Brown's discs = market" in judgement.taken.words


def test_discs_that_are_stated_stay_although_somebody_acts_later() -> None:
    text = """[position]
players = ["Orange", "Brown", "Green"]
phase = "action"
area = "market"
player = "Orange"
[player.Brown]
discs = ["build"]
[[claim]]
moves = ["take cog", "end turn", "Brown: resolve market"]
"""
    (judgement,) = judge_dispute(parse_dispute(text, rulebook_named("era-of-inventions")))
    assert (judgement.result, judgement.fails_at) == ("fails", 3)
