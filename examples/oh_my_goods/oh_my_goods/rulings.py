"""Open questions of the rulebook and the readings a table can choose: one field of `Ruleset` per ruling."""

from __future__ import annotations

from typing import Literal

import attrs

from era_of_inventions.tabletop import BaseRuleset, Reading, ruling

LATER = "second-edition"


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class Ruleset(BaseRuleset):
    """One reading for every open question, agreed on before the table plays or disputes.

    The first reading of each ruling is its default. The preset ``nl`` plays as a fair reader of the Dutch rulebook
    would. The preset ``second-edition`` plays as later printings are reported to say; their texts were not at hand.
    """

    presets = ("default", "nl", LATER)

    # --- Cards ------------------------------------------------------------------------

    exchange: Literal["any", "all-or-none", "all-but-one"] = ruling(
        "How many of your hand cards may you exchange?",
        Reading("any", "As many as you like.", "The text says 'zoveel handkaarten als hij wil'."),
        Reading("all-or-none", "The whole hand or nothing.", "Later printings are reported to say so."),
        Reading("all-but-one", "The whole hand, all of it but one card, or nothing.",
                "A player aid is reported to offer keeping one card as a variant."),
        sureness="high", questions="G04", **{LATER: "all-or-none"})

    extra_cards_add_up: Literal["yes", "no"] = ruling(
        "Does each of your market offices for cards give you an extra card in phase I?",
        Reading("yes", "Yes: each gives one.",
                "Every gray building has an advantage of its own, and nothing says that several give only one card."),
        Reading("no", "No: several give one card together.", "The text says 'één kaart meer'."),
        sureness="medium", questions="G08")

    reshuffle: Literal["at-once", "when-needed"] = ruling(
        "When does the discard pile become the draw pile?",
        Reading("at-once", "As soon as the draw pile is empty.",
                "The text names a state, 'is de trekstapel leeg', and a later printing has it done when the pile runs "
                "out."),
        Reading("when-needed", "When a card is needed and there is none.",
                "Nobody needs the pile before that, and cards discarded meanwhile are then shuffled in too."),
        sureness="low", questions="G09")

    exhaustion_when: Literal["when-needed", "at-once"] = ruling(
        "When must you give up cards because both piles are empty?",
        Reading("when-needed", "When a card is needed.",
                "The loss profits nobody; it serves the drawing of cards, and the rule stands under that heading."),
        Reading("at-once", "As soon as both piles are empty.", "The text names a state, that both piles are 'leeg'."),
        nl="at-once", sureness="medium", questions="G11")

    exhaustion_cards: Literal["hand", "hand-and-goods"] = ruling(
        "When both piles are empty, do you give up half of your hand, or half of hand and goods together?",
        Reading("hand", "Half of the hand.",
                "The rule stands under the heading of hand cards, and later printings name the hand."),
        Reading("hand-and-goods", "Half of the hand cards and goods together, in any mix.",
                "The text says 'zijn kaarten', and goods are cards."),
        sureness="medium", questions="G05")

    # --- Planning ---------------------------------------------------------------------

    planning: Literal["simultaneous", "in-order"] = ruling(
        "Do you see where others work before you decide?",
        Reading("simultaneous", "No: all decide at the same time, and craftsmen are shown together.",
                "The text says 'tegelijkertijd' of this very phase."),
        Reading("in-order", "Yes, those who decide before you: the active player decides first, then clockwise; "
                "planned cards stay face down.",
                "A remark on phase I gives that order where decisions depend on those of others."),
        sureness="high", questions="G17")

    assistant_moves: Literal["any", "one-per-assistant", "one"] = ruling(
        "How many moves of assistants may you pay for in a round?",
        Reading("any", "Any number, two coins each.", "No limit is printed."),
        Reading("one-per-assistant", "One for each assistant.", "The text speaks of 'een ander gebouw'."),
        Reading("one", "One in all.", "The text speaks of 'een assistent'."),
        sureness="medium", questions="G23")

    assistant_moves_when: Literal["before-plans", "with-plan"] = ruling(
        "Do you move your assistants before anybody decides where to work?",
        Reading("before-plans", "Yes: all who want to do so in order, and only then are the craftsmen placed.",
                "A move is paid with goods on the table, so it cannot be kept secret as plans are; a player aid is "
                "reported to name the move before the craftsman."),
        Reading("with-plan", "No: each player moves them just before placing the craftsman, once those earlier in "
                "order have decided.",
                "The text names phase II and nothing more, and in that phase each decides on everything at once."),
        sureness="low", questions="G23")

    assistant_place: Literal["production", "any"] = ruling(
        "At which of your buildings may an assistant be?",
        Reading("production", "At production buildings only.",
                "An assistant is there to produce and for nothing else; later printings agree."),
        Reading("any", "At any building.",
                "Of assistants the text says 'gebouw', of the craftsman 'productiegebouwen'."),
        nl="any", sureness="medium", questions="G25")

    craftsman_without_place: Literal["stays-out", "must-make-room"] = ruling(
        "What if there is an assistant at every production building of yours?",
        Reading("stays-out", "The craftsman stays out this round.", "Nobody is asked to pay for a move."),
        Reading("must-make-room", "You have to move an assistant first, if you can pay for a move that frees a "
                "building.",
                "Each player has to place the craftsman."),
        sureness="medium", questions="G20")

    # --- Producing --------------------------------------------------------------------

    craftsman_leaves: Literal["leaves", "stays"] = ruling(
        "Does your craftsman leave his building when your production is over?",
        Reading("leaves", "Yes, so an assistant whom you hire then may go there.",
                "Later printings say so, and the craftsman is of no use there any more."),
        Reading("stays", "No: he stays until he is taken up in the next phase II.",
                "Only then does the text have him taken up, 'neemt zijn ambachtsman'."),
        nl="stays", sureness="medium", questions="G21")

    chain_when: Literal["directly", "while-producing"] = ruling(
        "When may you use the chain of a building that has produced?",
        Reading("directly", "Before anything else produces.", "The text says 'direct'."),
        Reading("while-producing", "At any time until your production is over.",
                "Nothing is lost either way."),
        sureness="medium", questions="G27")

    production_forced: Literal["if-free", "optional"] = ruling(
        "Must your craftsman or assistant produce if he can?",
        Reading("if-free", "Yes, if it costs no hand card.",
                "The text says 'produceert hij' where all is there; only hand cards 'may' be used."),
        Reading("optional", "No, producing is always a choice.", "Goods are an advantage to their player alone."),
        sureness="medium", questions="G28")

    last_chains_when: Literal["while-producing", "also-after-building"] = ruling(
        "When may you use the chains of all your buildings in the last round?",
        Reading("while-producing", "While you produce, in any order.",
                "Chains belong to producing, and the permission names no other moment."),
        Reading("also-after-building", "While you produce, and again after building or hiring, the new building "
                "included.",
                "The text says 'al zijn gebouwen'."),
        sureness="medium", questions="G42")

    # --- Assistants and the end -------------------------------------------------------

    assistants_max: Literal["two", "unlimited"] = ruling(
        "How many assistants may you have?",
        Reading("two", "Two.", "The text says so: whoever has two hires no more."),
        Reading("unlimited", "Any number.", "A later printing has no such line, perhaps by oversight."),
        sureness="high", questions="G66", **{LATER: "unlimited"})

    full_tie: Literal["shared", "later-in-order"] = ruling(
        "Who wins a tie if the coins left over are equal too?",
        Reading("shared", "All who are tied.", "The text names no further tie-break."),
        Reading("later-in-order", "The one of them who comes last in the order of the last round.",
                "Whoever comes later has had no advantage from the order."),
        sureness="medium", questions="G59")
