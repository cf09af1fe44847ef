"""Workers: training, employing and moving them."""

from __future__ import annotations

from era_of_inventions.tabletop import Cite, Tally, changed, cost, definition, effect, evolve, grant, limit, trigger
from phoenicia.box import ACTIVITIES, Activity
from phoenicia.moves import Employ, EndWorkers, MoveWorker, Train
from phoenicia.position import Player, Stage, State, StateDraft, owned, wealth
from phoenicia.rules import produce, supply
from phoenicia.rules.moments import WORKERS

TRAINING, EMPLOYING, MOVING = "Arbeider opleiden", "Arbeider inzetten", "Arbeider verplaatsen"
RESTRICTIONS = "Spelmateriaal en andere beperkingen"
STEP = "Arbeiders opleiden, inzetten, verplaatsen"


# --- Prices ---------------------------------------------------------------------------


@cost("workers.training-cost", on=Train, nl=Cite(TRAINING, "betaalt de speler 2"))
def training_cost(position: State, player: Player) -> int:
    """Training a worker costs 2, or 1 with Public Works; a second Public Works changes nothing."""
    cheaper = [card.training for card, _ in owned(position, player) if card.training]
    return min(cheaper, default=position.components.training)


@cost("workers.tool-cost", on=Employ, nl=Cite(EMPLOYING, "betaalt de speler de desbetreffende productiekosten"))
def tool_cost(position: State, activity: int) -> int:
    """Employing a worker costs the tool cost of the activity, printed at the top left of its tile."""
    return position.components.tiles[activity].tool_cost


@definition("workers.tool-waits", nl=Cite(MOVING, "zonder productiekosten te betalen"))
def tool_waits(position: State, activity: int) -> bool:
    """Where a tool covers the tool cost, a trained worker is employed without paying."""
    return position.me.tools[activity] > 0


@cost(
    "workers.moving-cost",
    on=MoveWorker,
    rulings="moved_onto_tool",
    nl=Cite(MOVING, "volledige productiekosten van de"),
)
def moving_cost(position: State, activity: int) -> int:
    """Moving a worker costs the full tool cost of the new activity, not the difference."""
    uses = position.ruleset.moved_onto_tool == "use-tool" and tool_waits(position, activity)
    return 0 if uses else tool_cost(position, activity)


def price(position: State, move: Train | Employ | MoveWorker) -> int:
    """Return the price of a move of this chapter."""
    if isinstance(move, Train):
        return training_cost(position, position.me)
    if isinstance(move, Employ):
        return 0 if tool_waits(position, move.activity) else tool_cost(position, move.activity)
    return moving_cost(position, move.activity)


# --- Permissions ----------------------------------------------------------------------


@grant("workers.train", when=WORKERS, nl=Cite(TRAINING, "zo veel arbeiders opleiden"))
def train(position: State, move: Train) -> bool:
    """After the auctions one may train as many workers of one's own as one likes."""
    return True


@grant("workers.employ", when=WORKERS, nl=Cite(EMPLOYING, "zo veel arbeiders inzetten als"))
def employ(position: State, move: Employ) -> bool:
    """One may employ as many workers as one likes, those just trained too."""
    return True


@grant("workers.move", when=WORKERS, nl=Cite(MOVING, "kan een arbeider verplaatsen naar"))
def move_worker(position: State, move: MoveWorker) -> bool:
    """One may move as many workers as one likes to another activity, in any order with training and employing."""
    return True


@limit(
    "workers.have-and-pay",
    rulings="moved_onto_tool",
    facts=lambda p, move: {"cost": price(p, move), "wealth": wealth(p, p.me)},
    count=lambda p, m: Tally(price(p, m), wealth(p, p.me), "wealth"),
    nl=Cite(STEP, "noodzakelijke kosten kan betalen"),
)
def have_and_pay(position: State, move: Train | Employ | MoveWorker) -> bool:
    """One must be able to pay the price."""
    return price(position, move) <= wealth(position, position.me)


@limit("workers.untrained-there", nl=Cite(TRAINING, "uit de sector niet opgeleid (bovenaan)"))
def untrained_there(position: State, move: Train) -> bool:
    """Only an untrained worker is trained."""
    return position.me.untrained > 0


@limit("workers.trained-only", nl=Cite(EMPLOYING, "Om een opgeleide arbeider in"))
def trained_only(position: State, move: Employ) -> bool:
    """Only a trained worker is employed."""
    return position.me.trained > 0


@limit("workers.employed-there", nl=Cite(MOVING, "eigen arbeiders al zijn tewerkgesteld"))
def employed_there(position: State, move: MoveWorker) -> bool:
    """Only a worker who is employed is moved."""
    return position.me.workers[move.origin] > 0


@limit(
    "workers.open-activity",
    rulings=("second_tile", "smelter_without_mine"),
    nl=Cite("Kaarten veilen", "arbeiders in de mijnbouw kan inzetten"),
)
def open_activity(position: State, move: Employ | MoveWorker) -> bool:
    """One needs the tile of the activity."""
    return produce.tiles(position, position.me, move.activity) > 0


@limit(
    "workers.room",
    rulings=("second_tile", "smelter_without_mine"),
    facts=lambda p, move: {
        "workers there": p.me.workers[move.activity],
        "circles": produce.circles(p, p.me, move.activity),
    },
    count=lambda p, m: Tally(p.me.workers[m.activity] + 1, produce.circles(p, p.me, m.activity), "circles"),
    nl=Cite(RESTRICTIONS, "dan er plaats is voorzien"),
)
def room(position: State, move: Employ | MoveWorker) -> bool:
    """No tile holds more workers than it has circles."""
    return position.me.workers[move.activity] < produce.circles(position, position.me, move.activity)


@limit(
    "workers.more-lucrative",
    rulings="more_lucrative",
    facts=lambda p, move: {
        f"tool cost of {ACTIVITIES[move.origin]}": tool_cost(p, move.origin),
        f"tool cost of {ACTIVITIES[move.activity]}": tool_cost(p, move.activity),
    },
    nl=Cite(RESTRICTIONS, "naar een minder lucratieve bezigheid"),
)
def more_lucrative(position: State, move: MoveWorker) -> bool:
    """A worker moves only to a more lucrative activity; no worker goes back, neither for money nor for nothing."""
    if position.ruleset.more_lucrative == "higher-tool-cost":
        return tool_cost(position, move.activity) > tool_cost(position, move.origin)
    before, after = position.me, _relocated(position.me, move.origin, move.activity)
    points = produce.victory(position, after) - produce.victory(position, before)
    production = produce.total(position, after) - produce.total(position, before)
    return min(points, production) >= 0 and max(points, production) > 0


def _relocated(player: Player, origin: int, activity: int) -> Player:
    """Return a player, as if a worker had been moved."""
    return evolve(player, workers=changed(changed(player.workers, origin, -1), activity))


@grant("workers.end", when=WORKERS, nl=Cite("De speelbeurt van de spelers", "werktuigen kopen en het vermogen"))
def end(position: State, move: EndWorkers) -> bool:
    """Whoever is done with workers goes on to tools and treasury, and not back."""
    return True


# --- Effects of a payment -------------------------------------------------------------


@trigger("workers.trained", nl=Cite(TRAINING, "naar de sector opgeleid (onderaan)"))
def trained(draft: StateDraft) -> None:
    """A worker who is trained goes from the upper part of the training tile to the lower."""
    me = draft.edit_me()
    me.untrained, me.trained = me.untrained - 1, me.trained + 1


@trigger("workers.employed", nl=Cite(EMPLOYING, "links nog vrij is"))
def employed(draft: StateDraft) -> None:
    """A worker who is employed goes on the first free circle of the tile."""
    me, activity = draft.edit_me(), draft.turn.place
    me.trained, me.workers = me.trained - 1, changed(me.workers, activity)
    if me.tools[activity]:
        draft.apply(tool_used_up)
    draft.apply(cloth_storehouse)
    draft.apply(points_now)


@trigger("workers.tool-used-up", nl=Cite(MOVING, "De neutrale schijf wordt dan verwijderd"))
def tool_used_up(draft: StateDraft) -> None:
    """A tool that has saved the cost is removed, and the worker counts in full."""
    me = draft.edit_me()
    me.tools = changed(me.tools, draft.turn.place, -1)


@trigger("workers.moved", rulings="moved_onto_tool", nl=Cite(MOVING, "alleen het verschil aan productie- en"))
def moved(draft: StateDraft) -> None:
    """A worker who is moved counts at the new place and no longer at the old one."""
    me, turn = draft.edit_me(), draft.turn
    me.workers = changed(changed(me.workers, turn.origin, -1), turn.place)
    if draft.ruleset.moved_onto_tool == "use-tool" and me.tools[turn.place]:
        draft.apply(tool_used_up)
    draft.apply(tool_stays)
    draft.apply(cloth_storehouse)
    draft.apply(points_now)


@trigger(
    "workers.tool-stays",
    rulings=("tools_per_tile", "supplies"),
    nl=Cite(MOVING, "blijft zijn werktuig (de schijf) achter"),
)
def tool_stays(draft: StateDraft) -> None:
    """A worker who is moved leaves the tool behind: a disk of the supply covers the tool cost of the old place."""
    me, origin = draft.edit_me(), draft.turn.origin
    covered = draft.ruleset.tools_per_tile == "one" and me.tools[origin]
    if not covered and supply.disks_left(draft):
        me.tools = changed(me.tools, origin)


@trigger("workers.cloth-storehouse", rulings="supplies", nl=Cite(EMPLOYING, "Voor elke ingezette textielarbeider zet"))
def cloth_storehouse(draft: StateDraft) -> None:
    """Each worker who comes to clothmaking brings a storehouse."""
    if draft.turn.place == Activity.CLOTHMAKING and supply.storehouses_left(draft):
        draft.edit_me().storehouses += 1


@trigger("workers.points-now", nl=Cite(EMPLOYING, "actualiseert meteen zijn productie- en waarderingsmarker"))
def points_now(draft: StateDraft) -> None:
    """Production and victory points are marked at once."""
    me = draft.edit_me()
    me.pp, me.vp = produce.total(draft, me), produce.victory(draft, me)


@effect("workers.on-to-tools", nl=Cite("De speelbeurt van de spelers", "werktuigen kopen en het vermogen"))
def on_to_tools(draft: StateDraft, move: EndWorkers) -> None:
    """After the workers comes the third step of a turn, tools and the treasury."""
    draft.edit_turn().stage = Stage.TOOLS
