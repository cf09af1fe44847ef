"""Oh My Goods! a second time: slow, plain, and from the text of the rulebook alone.

A table is a dictionary that changes, a move a tuple of its name and what it names. `legal` lists the moves of a table,
`play` carries one out, `table_of` makes the table of a position, and `differences` compares the two field by field.
Nothing here asks the rules of the package: it is what they are compared with.
"""

from __future__ import annotations

from typing import Any

from oh_my_goods.box import BuildingCard, BuildingKind, Components
from oh_my_goods.moves import Move
from oh_my_goods.position import Stage, State, Turn

from era_of_inventions.tabletop.values import LANE

Table = dict[str, Any]
Player = dict[str, Any]
PlainMove = tuple[Any, ...]

RAW = ("wood", "grain", "clay", "wool", "stone")
NEEDS_A_CARD = ("HANDS", "COAL", "EXCHANGED_CARDS", "NEW_CARDS", "SUNRISE", "SUNSET", "GOODS")


# --- Looking at cards -----------------------------------------------------------------


def kind(t: Table, card: int) -> BuildingKind:
    """What the buildings of this name have in common."""
    components: Components = t["components"]
    return components.kinds[building(t, card).kind]


def building(t: Table, card: int) -> BuildingCard:
    components: Components = t["components"]
    return (components.cards + components.charburners)[card]


def raw(t: Table, card: int) -> str:
    """The raw material that the color of a card stands for."""
    of_color = {"GREEN": "wood", "YELLOW": "grain", "RED": "clay", "WHITE": "wool", "GRAY": "stone"}
    return of_color[kind(t, card).color.name]


def produces(t: Table, card: int) -> bool:
    return kind(t, card).color.name != "GRAY"


def own(player: Player) -> list[int]:
    return [base for base, _ in player["buildings"]]


def goods(player: Player, base: int) -> list[int]:
    return next((cards for other, cards in player["buildings"] if other == base), [])


def coins(t: Table, player: Player) -> int:
    """The value of all goods of a player."""
    return sum(kind(t, base).value * len(cards) for base, cards in player["buildings"])


def me(t: Table) -> Player:
    player: Player = t["players"][t["seat"]]
    return player


def in_order(t: Table) -> list[int]:
    """The seats from the active player on, clockwise."""
    count = len(t["players"])
    return [(t["active"] + step) % count for step in range(count)]


def later_seats(t: Table) -> list[int]:
    """The seats that come after this one in the order of the round."""
    order = in_order(t)
    return order[order.index(t["seat"]) + 1 :]


def last_round(t: Table) -> bool:
    return bool(t["last_round"] == t["round"])


# --- Permissions ----------------------------------------------------------------------


def legal(t: Table) -> set[PlainMove]:
    """All moves of the player, or of chance, in this position."""
    stage, player, rules = t["stage"], me(t), t["ruleset"]
    moves: set[PlainMove] = set()
    if stage == "CHARBURNERS":
        moves = {("DealCharburner", card) for card in t["box"]}
    elif stage == "ASSISTANTS_OFFERED":
        taken = {side // 2 for side in t["offer"]}
        moves = {("Offer", side) for side in range(len(t["components"].assistants)) if side // 2 not in taken}
    elif stage in NEEDS_A_CARD:
        name = {"COAL": "Cover", "GOODS": "Cover", "SUNRISE": "Reveal", "SUNSET": "Reveal"}.get(stage, "Deal")
        moves = {(name, card) for card in t["draw"]}
    elif stage == "EXCHANGE":
        moves = {("LayAside", card) for card in player["hand"]}
        kept = {"any": 99, "all-or-none": 0, "all-but-one": 1}[rules.exchange]
        if not player["aside"] or len(player["hand"]) <= kept:
            moves.add(("Exchange",))
    elif stage == "HALVING":
        moves = {("GiveUp", card) for card in player["hand"]}
        if rules.exhaustion_cards == "hand-and-goods":
            moves |= {("GiveUpGood", base) for base, cards in player["buildings"] if cards}
    elif stage == "ASSISTANTS_MOVED":
        moves = {("MoveAssistant", base) for base in assistants_to_move(t, player)}
        room = any(produces(t, base) for _, base in moves) and not workplaces(t, player)
        if not (room and rules.craftsman_without_place == "must-make-room"):
            moves.add(("Stay",))
    elif stage == "WORK":
        moves = {("Work", base, mode) for base in workplaces(t, player) for mode in ("neat", "sloppy")} or {("NoWork",)}
    elif stage == "PLAN":
        moves = {("PlanBuilding", card) for card in player["hand"]} | {("PlanNothing",)}
    elif stage == "PRODUCTION":
        moves = {("Produce", base) for base in ready(t, player)} | chains(t, player)
        for_nothing = any(to_spend(t, player, base) == 0 for base in ready(t, player))
        if not (for_nothing and rules.production_forced == "if-free"):
            moves.add(("EndProduction",))
    elif stage == "HAND_CARDS_SPENT":
        moves = {("Spend", card) for card in player["hand"] if {raw(t, card), "any"} & t["missing"].keys()}
    elif stage == "CHAIN":
        moves = {("Lay", card) for card in player["hand"] if raw(t, card) in t["missing"]}
        moves |= {
            ("Shift", base) for base, cards in player["buildings"] if cards and kind(t, base).good in t["missing"]
        }
    elif stage == "BUILDING":
        if any(coins(t, player) >= building(t, card).cost for card in player["planned"]):
            moves.add(("Build",))
        moves |= {("Hire", side) for side in t["offer"] if can_hire(t, player, side)} | {("Pass",)}
    elif stage == "PAYMENT":
        moves = {("Pay", base) for base, cards in player["buildings"] if cards}
    elif stage == "ASSISTANT_PLACED":
        moves = {("Post", base) for base in free_posts(t, player) if base != t["at"]}
    elif stage == "LAST_CHAINS":
        moves = chains(t, player) | {("EndProduction",)}
    return moves


def free_posts(t: Table, player: Player) -> list[int]:
    """The buildings at which nobody is and an assistant may be."""
    anywhere = t["ruleset"].assistant_place == "any"
    empty = [base for base in own(player) if base not in player["posts"] and base != player["craftsman"]]
    return [base for base in empty if anywhere or produces(t, base)]


def workplaces(t: Table, player: Player) -> list[int]:
    """The production buildings at which no assistant is."""
    return [base for base in own(player) if produces(t, base) and base not in player["posts"]]


def assistants_to_move(t: Table, player: Player) -> set[int]:
    """Where the assistants are that may be moved: two coins are to be paid, and there is somewhere to go."""
    limit = t["ruleset"].assistant_moves
    if coins(t, player) < 2 or not free_posts(t, player) or (limit == "one" and t["moved"]):
        return set()
    bound: set[int] = t["moved"] if limit == "one-per-assistant" else set()
    return set(player["posts"]) - bound


def can_hire(t: Table, player: Player, side: int) -> bool:
    shown = t["components"].assistants[side]
    colors = [int(kind(t, base).color) for base in own(player)]
    return bool(
        (len(player["assistants"]) < 2 or t["ruleset"].assistants_max == "unlimited")
        and all(colors.count(color) >= number for color, number in enumerate(shown.needs))
        and coins(t, player) >= shown.cost
        and free_posts(t, player)
    )


def lacking(t: Table, player: Player, base: int) -> dict[str, int]:
    """What the market supply and the own market offices do not hold of what a building needs, unit by unit."""
    supply = [raw(t, card) for card in t["morning"] | t["evening"]]
    supply += [RAW[office] for other in own(player) if (office := kind(t, other).adds) is not None]
    needed = dict(zip((*RAW, "any"), building(t, base).inputs, strict=True))
    held = {name: len(supply) if name == "any" else supply.count(name) for name in needed}
    return {name: number - held[name] for name, number in needed.items() if number > held[name]}


def one_less(player: Player, base: int) -> int:
    return int(base == player["craftsman"] and player["mode"] == "sloppy")


def to_spend(t: Table, player: Player, base: int) -> int:
    """How many hand cards producing there costs."""
    return max(0, sum(lacking(t, player, base).values()) - one_less(player, base))


def ready(t: Table, player: Player) -> list[int]:
    """The buildings whose person has not produced yet and can, if need be with hand cards."""

    def can(base: int) -> bool:
        hand = [raw(t, card) for card in player["hand"]]
        missing = lacking(t, player, base).items()
        help_ = sum(min(number, len(hand) if name == "any" else hand.count(name)) for name, number in missing)
        return help_ >= to_spend(t, player, base)

    people = player["posts"] | {player["craftsman"]}
    return [b for b in own(player) if b in people and produces(t, b) and b not in t["produced"] and can(b)]


def chains(t: Table, player: Player) -> set[PlainMove]:
    """The chains that may be used: of buildings that have produced, in the last round of all, and if all is there."""
    have = [raw(t, card) for card in player["hand"]]
    have += [kind(t, base).good for base, cards in player["buildings"] for _ in cards]
    opened = own(player) if last_round(t) else [base for base in own(player) if base in t["chains"]]
    items = {base: kind(t, base).chain for base in opened if kind(t, base).chain}
    return {("UseChain", b) for b, shown in items.items() if all(have.count(i) >= shown.count(i) for i in shown)}


# --- Carrying a move out --------------------------------------------------------------


def play(t: Table, move: PlainMove) -> None:
    """Carry a move out, and all that follows by itself."""
    phase_one_and_two(t, me(t), move)
    phase_four(t, me(t), move)
    piles(t)


def phase_one_and_two(t: Table, player: Player, move: PlainMove) -> None:
    match move:
        case ("DealCharburner", card):
            t["box"].remove(card)
            player["buildings"].append([card, []])
            go_round(t, "CHARBURNERS", then="ASSISTANTS_OFFERED", due=2 * len(t["players"]))
        case ("Offer", side):
            t["offer"].add(side)
            t["due"] -= 1
            if not t["due"]:
                go(t, "HANDS", due=5)
        case ("Deal", card):
            t["draw"].remove(card)
            player["hand"].add(card)
            one_card_less_due(t)
        case ("Reveal", card):
            t["draw"].remove(card)
            row = t["morning" if t["stage"] == "SUNRISE" else "evening"]
            row.add(card)
            if sum(building(t, shown).half_sun for shown in row) == 2:
                all_cards_there(t)
        case ("LayAside", card):
            player["hand"].remove(card)
            player["aside"].add(card)
        case ("Exchange",):
            t["discards"] |= player["aside"]
            go(t, "EXCHANGED_CARDS", due=len(player["aside"]))
            player["aside"] = set()
            if not t["due"]:
                all_cards_there(t)
        case ("GiveUp", card):
            player["hand"].remove(card)
            player["aside"].add(card)
            given_up(t)
        case ("GiveUpGood", base):
            t["discards"].add(goods(player, base).pop())
            given_up(t)
        case ("MoveAssistant", base):
            player["posts"].remove(base)
            go(t, "PAYMENT", at=base, owed=2, resume="ASSISTANTS_MOVED")
        case ("Stay",):
            ask_movers(t, [] if t["ruleset"].assistant_moves_when == "with-plan" else later_seats(t))
        case ("Work", base, mode):
            sealed = "sealed_" if t["ruleset"].planning == "simultaneous" else ""
            player.update({sealed + ("place" if sealed else "craftsman"): base, sealed + "mode": mode})
            go(t, "PLAN")
        case ("NoWork",):
            go(t, "PLAN")
        case ("PlanBuilding", card):
            player["sealed_plan"] = card
            planned(t, player)
        case ("PlanNothing",):
            player["sealed_plan"] = len(t["components"].cards) + len(t["components"].charburners)
            planned(t, player)


def phase_four(t: Table, player: Player, move: PlainMove) -> None:
    match move:
        case ("Produce", base):
            t["produced"].add(base)
            if t["ruleset"].chain_when == "directly":
                t["chains"] = set()
            spend_or_make(t, player, base, lacking(t, player, base))
        case ("Spend", card):
            player["hand"].remove(card)
            t["discards"].add(card)
            item = raw(t, card) if raw(t, card) in t["missing"] else "any"
            spend_or_make(t, player, t["at"], without(t["missing"], item))
        case ("Cover", card):
            t["draw"].remove(card)
            goods(player, t["at"]).append(card)
            t["chains"] |= {t["at"]} if t["stage"] == "GOODS" else set()
            one_card_less_due(t)
        case ("UseChain", base):
            shown = kind(t, base).chain
            go(t, "CHAIN", at=base, missing={item: shown.count(item) for item in shown}, resume=t["stage"])
        case ("Lay", card):
            player["hand"].remove(card)
            lay(t, player, card, raw(t, card))
        case ("Shift", base):
            lay(t, player, goods(player, base).pop(), kind(t, base).good)
        case ("EndProduction",) if t["stage"] == "LAST_CHAINS":
            end_turn(t)
        case ("EndProduction",):
            t["chains"] = set()
            if t["ruleset"].craftsman_leaves == "leaves":
                player.update(craftsman=-1, mode=None)
            go(t, "BUILDING")
        case ("Pass",):
            take_back(player)
            built_or_hired(t)
        case ("Build",):
            go(t, "PAYMENT", owed=sum(building(t, card).cost for card in player["planned"]), resume="BUILDING")
            pay(t, player, 0)
        case ("Hire", side):
            take_back(player)
            t["offer"].remove(side)
            go(t, "PAYMENT", owed=t["components"].assistants[side].cost, resume="BUILDING", hiring=side)
            pay(t, player, 0)
        case ("Pay", base):
            t["discards"].add(goods(player, base).pop())
            pay(t, player, kind(t, base).value)
        case ("Post", base):
            player["posts"].add(base)
            if t["hiring"] >= 0:
                player["assistants"].add(t["hiring"])
                built_or_hired(t)
            else:
                t["moved"].add(base)
                go(t, "ASSISTANTS_MOVED")
                if not assistants_to_move(t, player):
                    with_plan = t["ruleset"].assistant_moves_when == "with-plan"
                    ask_movers(t, [] if with_plan else later_seats(t))


def go(t: Table, stage: str, **more: Any) -> None:
    """Begin a stage; what was under way is over."""
    t.update({"stage": stage, "due": 0, "at": -1, "missing": {}, "owed": 0, "resume": None, "hiring": -1, **more})


def go_round(t: Table, stage: str, then: str, **more: Any) -> None:
    """Go on with the next player, or if all have had their turn with the active player and another stage."""
    later = later_seats(t)
    if later:
        go(t, stage, seat=later[0])
    else:
        go(t, then, seat=t["active"], **more)


# --- The piles ------------------------------------------------------------------------


def piles(t: Table) -> None:
    """See to the piles, after every move: shuffle, ask for half of the cards, or do without cards."""
    if t["stage"] == "HALVING":
        return
    needed = t["stage"] in NEEDS_A_CARD
    if not t["draw"] and (needed or t["ruleset"].reshuffle == "at-once"):
        t["draw"], t["discards"] = t["discards"], set()
    if t["draw"] or t["discards"] or t["stage"] == "OVER":
        return
    asked = [seat for seat in in_order(t) if half(t, seat)]
    if asked and (needed or t["ruleset"].exhaustion_when == "at-once"):
        t.update(interrupted=t["stage"], waiting=t["due"], served=t["seat"])
        t.update(stage="HALVING", seat=asked[0], due=half(t, asked[0]))
    elif needed:
        all_cards_there(t)
        piles(t)


def half(t: Table, seat: int) -> int:
    player = t["players"][seat]
    cards = len(player["hand"])
    if t["ruleset"].exhaustion_cards == "hand-and-goods":
        cards += sum(len(on_it) for _, on_it in player["buildings"])
    return cards // 2


def given_up(t: Table) -> None:
    """One more card is given up; when all have done so, what was interrupted goes on."""
    t["due"] -= 1
    asked = [t["seat"]] if t["due"] else [seat for seat in later_seats(t) if half(t, seat)]
    if asked:
        t.update(seat=asked[0], due=t["due"] or half(t, asked[0]))
        return
    for player in t["players"]:
        t["discards"] |= player["aside"]
        player["aside"] = set()
    t.update(stage=t["interrupted"], due=t["waiting"], seat=t["served"], interrupted=None, waiting=0, served=-1)


def one_card_less_due(t: Table) -> None:
    t["due"] -= 1
    if not t["due"]:
        all_cards_there(t)


def all_cards_there(t: Table) -> None:
    """Go on where all cards that were due are there, or no more can be."""
    stage = t["stage"]
    if stage == "HANDS":
        go(t, "COAL", due=7, at=own(me(t))[0])
    elif stage == "COAL" and later_seats(t):
        go(t, "HANDS", due=5, seat=later_seats(t)[0])
    elif stage == "COAL":
        new_round(t, t["active"])
    elif stage == "EXCHANGED_CARDS":
        go_round(t, "EXCHANGE", then="NEW_CARDS", due=2 + t["players"][t["active"]]["extra"])
    elif stage == "NEW_CARDS":
        go_round(t, "NEW_CARDS", then="SUNRISE")
        t["due"] = 2 + me(t)["extra"] if t["stage"] == "NEW_CARDS" else 0
    elif stage == "SUNRISE":
        for player in t["players"]:
            player.update(craftsman=-1, mode=None, extra=0)
        ask_movers(t, in_order(t))
    elif stage == "SUNSET":
        begin_turn(t, t["active"])
    elif stage == "GOODS":
        go(t, "PRODUCTION")


# --- Parts of the phases --------------------------------------------------------------


def new_round(t: Table, active: int) -> None:
    go(t, "EXCHANGE", active=active, seat=active, round=t["round"] + 1)
    for player in t["players"]:
        offices = sum(kind(t, base).extra_card for base in own(player))
        most = 1 if t["ruleset"].extra_cards_add_up == "no" else offices
        player["extra"] = min(offices, most) if len(player["hand"]) <= 3 else 0


def ask_movers(t: Table, seats: list[int]) -> None:
    """Ask the first of these seats that can move an assistant; then all plan, or the same one does."""
    t["moved"] = set()
    able = [seat for seat in seats if assistants_to_move(t, t["players"][seat])]
    if t["ruleset"].assistant_moves_when == "with-plan":
        seat = seats[0] if seats else t["seat"]
        go(t, "ASSISTANTS_MOVED" if seat in able else "WORK", seat=seat)
    elif able:
        go(t, "ASSISTANTS_MOVED", seat=able[0])
    else:
        go(t, "WORK", seat=t["active"])


def planned(t: Table, player: Player) -> None:
    """A plan is sealed; when all are, they are opened. If one decides after the other, each is opened at once."""
    in_turn = t["ruleset"].planning == "in-order"
    for other in t["players"] if not later_seats(t) else [player] if in_turn else []:
        if not in_turn:
            other.update(craftsman=other["sealed_place"], mode=other["sealed_mode"])
        other["planned"] |= other["hand"] & {other["sealed_plan"]}
        other["hand"] -= other["planned"]
        other.update(sealed_place=-1, sealed_mode=None, sealed_plan=-1)
    go_round(t, "WORK", then="SUNSET")
    if t["stage"] == "WORK" and t["ruleset"].assistant_moves_when == "with-plan":
        ask_movers(t, [t["seat"]])


def begin_turn(t: Table, seat: int) -> None:
    go(t, "PRODUCTION", seat=seat, produced=set(), chains=set())


def spend_or_make(t: Table, player: Player, base: int, missing: dict[str, int]) -> None:
    """Ask for hand cards, or, if enough has been given, for the cards that are the goods."""
    if sum(missing.values()) > one_less(player, base):
        go(t, "HAND_CARDS_SPENT", at=base, missing=missing)
    else:
        neat = base == player["craftsman"] and player["mode"] == "neat"
        go(t, "GOODS", at=base, due=2 if neat else 1)


def without(missing: dict[str, int], item: str) -> dict[str, int]:
    left = {**missing, item: missing[item] - 1}
    return {name: number for name, number in left.items() if number}


def lay(t: Table, player: Player, card: int, item: str) -> None:
    """Lay a card on the building whose chain is used."""
    goods(player, t["at"]).append(card)
    t["missing"] = without(t["missing"], item)
    if not t["missing"]:
        go(t, t["resume"])


def take_back(player: Player) -> None:
    player["hand"] |= player["planned"]
    player["planned"] = set()


def pay(t: Table, player: Player, coins: int) -> None:
    t["owed"] = max(0, t["owed"] - coins)
    if t["owed"]:
        return
    if t["hiring"] >= 0 or t["resume"] == "ASSISTANTS_MOVED":
        t["stage"] = "ASSISTANT_PLACED"
    else:
        player["buildings"].append([player["planned"].pop(), []])
        built_or_hired(t)


def built_or_hired(t: Table) -> None:
    go(t, "LAST_CHAINS")
    if not (last_round(t) and t["ruleset"].last_chains_when == "also-after-building"):
        end_turn(t)


def end_turn(t: Table) -> None:
    later = later_seats(t)
    if later:
        begin_turn(t, later[0])
        return
    t["discards"] |= t["morning"] | t["evening"]
    t.update(morning=set(), evening=set())
    if last_round(t):
        go(t, "OVER")
        return
    if t["last_round"] < 0 and any(len(player["buildings"]) >= 8 for player in t["players"]):
        t["last_round"] = t["round"] + 1
    new_round(t, (t["active"] + 1) % len(t["players"]))


# --- The end --------------------------------------------------------------------------


def points(t: Table, player: Player) -> int:
    of_buildings = sum(building(t, base).points for base in own(player))
    of_assistants = int(sum(t["components"].assistants[side].points for side in player["assistants"]))
    return of_buildings + of_assistants + coins(t, player) // 5


def winners(t: Table) -> list[int]:
    results = [(points(t, player), coins(t, player) % 5) for player in t["players"]]
    best = [seat for seat in in_order(t) if results[seat] == max(results)]
    return sorted(best[-1:] if t["ruleset"].full_tie == "later-in-order" else best)


# --- Positions ------------------------------------------------------------------------


def table_of(state: State) -> Table:
    """The table of a position."""
    table: Table = {"components": state.components, "ruleset": state.ruleset}
    items, own = state.components.items, State.__match_args__[4:]
    for values in ({name: getattr(state, name) for name in own}, fields(state.table), flat(state.turn)):
        table |= {name: plain(name, value, items) for name, value in values.items()}
    return table | {"players": [{n: plain(n, v, items) for n, v in fields(p).items()} for p in state.players]}


def fields(part: Any) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__match_args__}


def flat(turn: Turn) -> dict[str, Any]:
    """The fields of a turn, with what it has interrupted beside it."""
    step = (turn.before if turn.stage is Stage.HALVING else None) or turn
    goes_on = (None, 0, -1) if step is turn else (step.stage, step.due, step.seat)
    values = fields(step) | {"stage": turn.stage, "seat": turn.seat, "due": turn.due}
    before = values.pop("before")
    values["resume"] = None if before is None else before.stage
    return values | dict(zip(("interrupted", "waiting", "served"), goes_on, strict=True))


def plain(name: str, value: Any, items: tuple[str, ...]) -> Any:
    """A value of a position as a set, a list, a number or a word."""
    if name in ("hand", "planned", "aside", "draw", "discards"):
        return bits(value.known)
    if name in ("morning", "evening", "offer", "box", "assistants", "posts", "produced", "chains", "moved"):
        return bits(value)
    if name == "buildings":
        return [[base, list(cards)] for base, cards in value]
    if name == "missing":
        numbers = {item: value >> LANE * lane & (1 << LANE) - 1 for lane, item in enumerate(items)}
        return {item: number for item, number in numbers.items() if number}
    if name in ("stage", "resume", "interrupted"):
        return None if value is None else value.name
    return getattr(value, "value", value) if name in ("mode", "sealed_mode") else value


def bits(mask: int) -> set[int]:
    return {index for index, bit in enumerate(bin(mask)[:1:-1]) if bit == "1"}


def plain_move(move: Move) -> PlainMove:
    """A move as a tuple."""
    values = [getattr(move, name) for name in type(move).__match_args__]
    return (type(move).__name__, *(getattr(value, "value", value) for value in values))


def differences(t: Table, state: State) -> list[str]:
    """The fields in which a table and a position differ, with what each has."""
    other = table_of(state)
    pairs = [("", t, other), *((f" of {n}", t["players"][n], there) for n, there in enumerate(other.pop("players")))]
    return [
        f"{name}{whose}: {here[name]} here, {there[name]} there"
        for whose, here, there in pairs
        for name in there
        if here[name] != there[name]
    ]
