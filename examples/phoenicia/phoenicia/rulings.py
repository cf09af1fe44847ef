"""Open questions of the rulebook and the readings a table can choose: one field of `Ruleset` per ruling."""

from __future__ import annotations

from typing import Literal

import attrs

from era_of_inventions.tabletop import BaseRuleset, Reading, ruling

FIRST = "first-game"


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class Ruleset(BaseRuleset):
    """One reading for every open question, agreed on before the table plays or disputes.

    The first reading of each ruling is its default. The preset ``nl``, a fair reading of the Dutch rulebook,
    has all defaults, for no other edition is at hand; ``first-game`` follows its two tips for people who play for the
    first time.
    """

    presets = ("default", "nl", FIRST)

    # --- Setup and display ------------------------------------------------------------

    first_display: Literal["as-dealt", "no-fort-granary"] = ruling(
        "May a Fort or a Granary lie in the first display?",
        Reading("as-dealt", "Yes.", "Replacing them is a tip for a first game."),
        Reading("no-fort-granary", "No: other cards replace them, and they are shuffled back into the set.",
                "The tip says so, and another edition is reported to have this as a rule."),
        sureness="medium", questions="P02", **{FIRST: "no-fort-granary"})

    first_hand: Literal["dealt", "preset-five"] = ruling(
        "Which production card do you begin with?",
        Reading("dealt", "One dealt at random.", "The setup says so; the other way is a tip."),
        Reading("preset-five", "A preset card of value 5, which leaves the game when it is used.",
                "The tip says so, for equal conditions."),
        sureness="medium", questions="P03", **{FIRST: "preset-five"})

    display_refill: Literal["as-many-new", "fill-up"] = ruling(
        "How many development cards are turned up after a round?",
        Reading("as-many-new", "As many new ones as there are players.",
                "The text counts the cards laid open now and adds that unsold ones stay."),
        Reading("fill-up", "Only as many as are missing until there is one card for each player.",
                "The remark that unsold cards stay may mean that they count."),
        sureness="low", questions="P01")

    # --- Auctions and paying ----------------------------------------------------------

    overpay: Literal["needed-cards", "no-card-if-disks-do", "freely"] = ruling(
        "May you pay with more production cards than the price needs?",
        Reading("needed-cards", "No: you pay with a card only if the other cards you pay with fall short without it; "
                "disks need not be used first.",
                "If you could break cards freely, the rule on turning one card into disks at the end would be empty."),
        Reading("no-card-if-disks-do", "No: you pay with a card only if the other cards you pay with and all your "
                "disks fall short without it.",
                "Change is for prices that cannot be paid exactly."),
        Reading("freely", "Yes: any cards, one after another, until enough is paid.",
                "The text says 'waarbij zonder probleem mag worden gewisseld'."),
        sureness="medium", questions="P07")

    wins_per_round: Literal["any", "one"] = ruling(
        "How many auctions may you win in a round?",
        Reading("any", "Any number.", "A discount just won counts in the next auction of the same turn."),
        Reading("one", "One; after that you neither bid nor put up cards in that round.",
                "One account of the game says so."),
        sureness="high", questions="P51")

    # --- What cards bring -------------------------------------------------------------

    granary_again: Literal["storehouses-only", "points-only"] = ruling(
        "What does a further Granary bring you besides its points?",
        Reading("storehouses-only", "Its storehouses. The treasury stays as it is.",
                "The storehouses are printed on the card and need no tile turned over."),
        Reading("points-only", "Nothing.", "Storage, unlike hunting, is not improved further."),
        sureness="medium", questions="P11")

    second_tile: Literal["no", "yes"] = ruling(
        "Does a second Prospector or Dye House bring you a second tile?",
        Reading("no", "No.", "The text speaks of a tile and never of a second one."),
        Reading("yes", "Yes, and it has as many circles again.", "It depends on 'wat de kaart bepaalt'."),
        sureness="low", questions="P34")

    smelter_without_mine: Literal["with-mine", "opens-mine"] = ruling(
        "Does a Smelter help you without a mine?",
        Reading("with-mine", "No: it takes effect when you own a mine too, in any order.",
                "Improved mining is reported to need a Prospector and a Smelter."),
        Reading("opens-mine", "Yes: it opens mining by itself.", "Improved production is an ability of the card."),
        sureness="medium", questions="P35")

    city_center: Literal["three-per-tile", "three-per-turn"] = ruling(
        "How many victory points may you buy with a City Center?",
        Reading("three-per-tile", "Three in the whole game for each City Center.",
                "It is reported to have a tile, and tiles have a fixed number of places."),
        Reading("three-per-turn", "Three in each turn for each City Center.", "The Dutch text does not say."),
        sureness="low", questions="P33")

    # --- Workers and tools ------------------------------------------------------------

    training_room: Literal["unlimited", "as-printed"] = ruling(
        "How many workers have room on your training tile?",
        Reading("unlimited", "Any number.",
                "It has two sectors and no circles, and there is no rule for workers that do not fit."),
        Reading("as-printed", "As many as it has places. Workers without a place do not come.",
                "No tile holds more workers than it has places."),
        sureness="medium", questions="P15")

    more_lucrative: Literal["higher-tool-cost", "more-points"] = ruling(
        "To which activities may you move a worker?",
        Reading("higher-tool-cost", "To those with a higher tool cost than where the worker is.",
                "That cost is what moving is paid with."),
        Reading("more-points", "To those where you lose neither production nor victory points, and gain at least one "
                "point of either sort.",
                "The player gains the difference in points."),
        sureness="medium", questions="P16")

    moved_onto_tool: Literal["pay-full", "use-tool"] = ruling(
        "Must you pay the tool cost for a worker whom you move to where a tool waits?",
        Reading("pay-full", "Yes, and the tool stays.", "Moving costs the full tool cost, 'volledige'."),
        Reading("use-tool", "No, the tool is used.", "A trained worker is put where the cost is covered."),
        sureness="low", questions="P17")

    tools_per_tile: Literal["any", "one"] = ruling(
        "How many tools can wait on a tile?",
        Reading("any", "Any number.", "Any number of workers may be moved, and each leaves one."),
        Reading("one", "One. A second is not placed, and you cannot buy one while one waits.",
                "The disk covers the tool cost, which is printed once."),
        sureness="medium", questions="P20")

    # --- Administration ---------------------------------------------------------------

    disks_to_card: Literal["must", "may"] = ruling(
        "When you have four disks or more, those of your income included, must you turn four of them into a card?",
        Reading("must", "Yes.", "The examples state it as a plain fact."),
        Reading("may", "No, you choose.", "The text says what one player will do, 'in de hoop'."),
        sureness="medium", questions="P26")

    disk_sets: Literal["every-four", "once"] = ruling(
        "How often do your disks make a card?",
        Reading("every-four", "For each four.", "A card is received for each four points."),
        Reading("once", "Once in a round.", "The examples show one."),
        sureness="medium", questions="P27")

    no_cards_left: Literal["four-disks", "nothing"] = ruling(
        "What do you get if there is no production card left to be dealt?",
        Reading("four-disks", "Four disks for each missing card.", "The income is the production points."),
        Reading("nothing", "Nothing, and you give up no disks for a missing card.",
                "The text has a rule for the reshuffle only."),
        sureness="low", questions="P28")

    reshuffle: Literal["at-once", "when-needed"] = ruling(
        "When do the discarded production cards become the new pile?",
        Reading("at-once", "When the last card of the pile is dealt.",
                "They are 'klaargelegd' as soon as it is used up."),
        Reading("when-needed", "When a card is needed and there is none.", "Nobody needs the pile before that."),
        sureness="medium", questions="P56")

    supplies: Literal["unlimited", "limited"] = ruling(
        "Are disks, workers and storehouses limited to those in the box?",
        Reading("unlimited", "No.", "There is no rule for a shortage."),
        Reading("limited", "Yes: nobody receives pieces that are not there.", "The numbers in the box are printed."),
        sureness="medium", questions="P29")
