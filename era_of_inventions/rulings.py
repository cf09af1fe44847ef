"""Open questions of the rulebooks and the readings a table can choose: one field of `Ruleset` per ruling."""

from __future__ import annotations

from typing import Literal

import attrs

from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.ruling import Reading, ruling


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class Ruleset(BaseRuleset):
    """One reading for every open question, agreed on before the table plays or disputes.

    The first reading of each ruling is its default. The presets ``nl``, ``de`` and
    ``en`` play as a fair reader of the Dutch, the German or the English rulebook alone
    would: its examples and captions are rules, and if one sentence explains another,
    the explanation wins over the letter.

    ``name`` is the name of the ruleset, by default made of its readings. Rulesets with
    the same readings are equal, whatever their names. Raises `RulesetError` for an
    unknown reading, and for the name of a preset whose readings differ.
    """

    presets = ("default", "nl", "de", "en")

    # --- Carrying out actions, bonus discs --------------------------------------------

    bonus_disc_wait: Literal["next-turn", "next-round"] = ruling(
        "When may you first use a bonus disc that you bought at the market?",
        Reading("next-turn", "After the regular action of any later turn, even in the same round: in each turn "
                "you can use only discs that you held when the turn began.",
                "Dutch ('een volgende beurt') and English agree; only German waits longer."),
        Reading("next-round", "Not before the next round: in each round you can use only discs that you held "
                "when the round began.",
                "German says 'erst in der nächsten Runde'."),
        de="next-round", sureness="high", questions=("D01", "G14"))

    older_bonus_disc: Literal["usable", "waits"] = ruling(
        "In the turn in which you buy a bonus disc, may you use one you already had?",
        Reading("usable", "Yes: only the new disc waits.",
                "Dutch and German make the bought disc wait, and the bonus action that the English "
                "sentence puts off is that of the bought disc."),
        Reading("waits", "No: once you have bought a bonus disc, you use none for the rest of that turn.",
                "In English the buyer 'may not take his bonus action' at once, whatever discs are held."),
        sureness="high", questions="G14")

    bonus_cap_three_players: Literal["three", "two"] = ruling(
        "How many bonus discs may you use in one round of a game for three?",
        Reading("three", "Three: one after each of the three regular actions.",
                "Dutch and English print the exception for three players."),
        Reading("two", "Two, as with four and five players.",
                "German prints 'maximal 2' without an exception."),
        de="two", sureness="high", questions="D02")

    bonus_timing: Literal["directly", "within-round"] = ruling(
        "May you use several bonus discs after one action?",
        Reading("directly", "No: each regular action may be followed by one bonus disc, at once and in the same "
                "turn.",
                "Dutch and English print both: directly, and one after each. German concludes ('also') "
                "that there are two a round, and this follows only if one disc comes after each of two "
                "actions."),
        Reading("within-round", "Yes: after any regular action of yours you may use several in that turn, up to the "
                "limit of the round.",
                "Taken alone, the German sentence before that limit asks only that a normal disc came first."),
        sureness="high", questions="D55")

    bonus_after_withdrawal: Literal["no", "yes"] = ruling(
        "May you use a bonus disc after an action that you have withdrawn?",
        Reading("no", "No: a withdrawn action is not carried out, so no bonus disc may follow it.",
                "Dutch and English let the disc follow an action that was carried out; on the end of a round "
                "English contrasts 'taken' with 'withdrawn'."),
        Reading("yes", "Yes: a bonus disc may follow every regular disc, a withdrawn one too.",
                "Dutch and German end the round when every action is carried out, so a withdrawn one counts "
                "as carried out there; and German asks only for a normal disc before the bonus disc."),
        de="yes", sureness="medium", questions="G08")

    zero_steps: Literal["withdrawal", "carried-out"] = ruling(
        "If you resolve a disc and then do nothing, have you carried out its action?",
        Reading("withdrawal", "No: without one real step the action counts as withdrawn.",
                "Dutch counts cards and loads from one to three, and in all editions a player who does nothing "
                "withdraws."),
        Reading("carried-out", "Yes: the action counts as carried out, so a bonus disc may follow.",
                "Building and exchanging have an upper bound only, and fewer exchanges are expressly allowed."),
        sureness="medium", questions="G09")

    action_caps: Literal["apart", "together"] = ruling(
        "Does a bonus action count towards the limits of the action before it?",
        Reading("apart", "No: its load, card or cogs count by themselves. Factories, exchanges and patents "
                "each have a ruling of their own.",
                "The editions state these limits with the action, and a bonus action is an additional one."),
        Reading("together", "Yes: regular and bonus actions of a turn share the limits of three loads, three cards "
                "and seven cogs.",
                "The bonus disc performs a part of an action, and some limits in the same books are stated "
                "by turn (Dutch) or round (English)."),
        sureness="high", questions="G11")

    # --- A: build factories -----------------------------------------------------------

    build_cap: Literal["action", "turn", "round"] = ruling(
        "May you build three factories per action, per turn or per round?",
        Reading("action", "Three in each build action; a bonus disc may add a fourth.",
                "German ties the limit to one action disc, and every edition lets a bonus disc build."),
        Reading("turn", "Three in a turn, one built by bonus disc included.", "Dutch says 'in hun beurt'."),
        Reading("round", "Three in a round, those built by bonus disc in any turn included.",
                "English says 'per round'."),
        nl="turn", en="round", sureness="medium", questions=("D04", "G11"))

    factory_influence: Literal["scored", "each-production", "ignored"] = ruling(
        "When does a factory with the influence sign bring you influence?",
        Reading("scored", "When you build it, by regular or bonus action: 1 influence at once, and never again.",
                "A Dutch caption explains the sign on the card; the translations are silent, not opposed."),
        Reading("each-production", "Each time it produces, and not when it is built.",
                "English gives 'these profits' of the card to a player who uses factory production."),
        Reading("ignored", "Never, whatever its card shows.",
                "Neither German nor English names such an award."),
        sureness="high", questions="D09")

    # --- B: produce goods -------------------------------------------------------------

    goods_choice: Literal["all", "chosen"] = ruling(
        "Must all your factories produce, or may you choose?",
        Reading("all", "All of them: every factory yields once, in one step.",
                "Dutch and German say that all factories of the player produce. English 'allows' it, as it allows "
                "nearly every action."),
        Reading("chosen", "You may choose: you let factories produce one after another, each once, and may leave "
                "some out.",
                "English allows players to use their factories and does not order it."),
        sureness="high", questions="D40")

    # --- D: produce inventions --------------------------------------------------------

    produce_order: Literal["one-by-one", "batch"] = ruling(
        "When you produce several inventions in one action, can the yield of one pay for the next?",
        Reading("one-by-one", "Yes: each card is paid, rewarded and discarded before the next is chosen.",
                "The Dutch example finishes the telephone before the cash register begins; German too lets "
                "one card go through all its steps. Without the example the Dutch text would leave it open."),
        Reading("batch", "No: all cards are chosen and paid first; profits, incomes and signs follow card by "
                "card when the action ends.",
                "In English the player chooses cards, pays 'the cost(s)', and discards when the action is over. In the "
                "Dutch running text, too, the player pays for the chosen cards, and discards after all the rest."),
        en="batch", sureness="high", questions="D08")

    coin_costs: Literal["as-printed", "cubes-only"] = ruling(
        "Must you pay the coins shown in the cost row of an invention card?",
        Reading("as-printed", "Yes: everything the cost row shows is paid, coins too.",
                "All editions send the reader to the cost that is printed, and English names coins on official "
                "cards."),
        Reading("cubes-only", "No: only the printed cubes are paid; a coin sign in the cost row asks for nothing.",
                "Dutch and German speak of resource cubes alone wherever an invention is paid."),
        sureness="high", questions="D11")

    # --- E: exchange market -----------------------------------------------------------

    market_unit: Literal["box", "line"] = ruling(
        "In the final market, may you use each box three times, or each of its two lines?",
        Reading("box", "Each box three times; its two lines share these uses, as during the game.",
                "Every edition says that the final market brings at most 3 influence, which is true only "
                "if boxes are counted."),
        Reading("line", "Each of the six lines three times by itself, within five exchanges.",
                "German says 'pro Zeile' for the final market."),
        sureness="high", questions="D15")

    market_cap: Literal["action", "turn", "round"] = ruling(
        "Do you have five exchanges, and three in a box, per action, per turn or per round?",
        Reading("action", "Per market action; a bonus disc may add a sixth exchange.",
                "German and English count the exchanges of one action. In Dutch and German a player who places a "
                "disc there again has five more, and every edition lets a bonus disc exchange once."),
        Reading("turn", "Per turn, an exchange by bonus disc included.",
                "A bonus disc performs a part of an action, and right after five exchanges its exchange would be a "
                "sixth."),
        Reading("round", "Per round, exchanges by bonus discs in any turn included.",
                "Dutch and German name the following round ('in een volgende ronde') as the time for five more."),
        sureness="medium", questions="G11")

    lower_same_kind: Literal["never", "coins", "any"] = ruling(
        "In the two-for-one exchange of the lower box, may you take back a kind that you give?",
        Reading("never", "No: what you take differs from both pieces you give, coins included.",
                "Dutch and English ask for an 'other' cube, and an exchange that returns what was paid is no "
                "exchange."),
        Reading("coins", "Only a coin: a cube you take differs from those you give, but you may take a coin for two "
                "coins or for a coin and a cube.",
                "In Dutch and English the word 'other', in brackets, stands before the cube only."),
        Reading("any", "Yes: you may take any cube or a coin, whatever you give.",
                "German does not ask for another kind."),
        nl="coins", de="any", en="coins", sureness="medium", questions=("D16", "G48"))

    free_cog_ends: Literal["action", "turn"] = ruling(
        "If you take the free cog, is your action over or your whole turn?",
        Reading("action", "The action: a bonus disc may follow it.",
                "Dutch and German say that the action is finished with it."),
        Reading("turn", "The turn: no bonus disc may follow.", "English says 'His turn is then over'."),
        en="turn", sureness="high", questions=("D53", "G10"))

    # --- F: develop inventions --------------------------------------------------------

    develop_or_patent: Literal["action", "turn"] = ruling(
        "May you develop and register a patent in the same turn?",
        Reading("action", "Yes: one of them as the action, the other by a bonus disc after it.",
                "Dutch and German make it a choice within this action, and a bonus disc may do either."),
        Reading("turn", "No: whoever develops in a turn registers no patent in it, not even by bonus disc, and "
                "whoever registers a patent in it develops nothing.",
                "English forbids both 'on the same turn'."),
        en="turn", sureness="high", questions=("D06", "G15"))

    technical_needs: Literal["same-invention", "any-original"] = ruling(
        "Which original must have been developed before you may develop a technical space?",
        Reading("same-invention", "The original of the same invention, developed by anybody.",
                "In English it is the developed original that is developed further; in Dutch and German the "
                "next sentences pair the two spaces of one invention."),
        Reading("any-original", "Any original at all: the first one on the board opens all nine technical "
                "spaces.",
                "Taken alone, a Dutch and a German sentence say only that once an original is made, a technical "
                "one can be made."),
        sureness="high", questions="D54")

    # --- F: register patents ----------------------------------------------------------

    patent_cap: Literal["action", "turn"] = ruling(
        "May you register more than two patents in one turn?",
        Reading("action", "Yes: two in each patent action, and a third by a bonus disc in that turn.",
                "German and English count by the action, and so does the Dutch margin ('per actie'), which shows "
                "what the Dutch text means by 'spelbeurt'."),
        Reading("turn", "No: two in a turn, one by bonus disc included.",
                "The Dutch sentence says 'in 1 spelbeurt'."),
        sureness="high", questions=("D05", "G11"))

    patent_steps: Literal["stepwise", "lump"] = ruling(
        "Does your pawn move after each of two patents, or once for both?",
        Reading("stepwise", "After each: a patent is paid, scored and checked for a sign before the next; a coin "
                "found may pay the second.",
                "The second Dutch example does just that, 6 and then 7; English pays 'each time'."),
        Reading("lump", "Once: the pawn moves for the whole action, and a sign is looked for where it ends.",
                "German moves up to two squares and scores only then ('Anschließend'); Dutch always takes the "
                "total of the coins, and its first example gives sums."),
        de="lump", sureness="high", questions=("D07", "G46"))

    patent_placing: Literal["may", "must"] = ruling(
        "Must you place the marker of a new patent when you have an unpatented space?",
        Reading("may", "No: it may be left out, and is then lost for good.",
                "German ('darf') and the Dutch example ('mag') phrase it as a permission."),
        Reading("must", "Yes: it is placed whenever you have an unpatented space.",
                "English and the Dutch running text simply state that the player places it."),
        en="must", sureness="medium", questions=("D19", "G42"))

    patent_same_turn: Literal["allowed", "later-turn"] = ruling(
        "May you patent an invention in the very turn in which you developed it?",
        Reading("allowed", "Yes: a bonus disc used right after developing it may patent it.",
                "A bonus disc may do any bonus action. German bars only a patent older than the invention, English "
                "asks only for a new patent, and Dutch only comforts players who bought a patent too early."),
        Reading("later-turn", "No: a space can take a patent only in a later turn than its development.",
                "Dutch names a following turn ('in een volgende beurt') for the patent on a later invention."),
        sureness="medium", questions=("D20", "G15"))

    # --- Influence track --------------------------------------------------------------

    signs_on_income: Literal["own-action", "any-award"] = ruling(
        "Does a sign on the track pay you when inventor income moves your pawn in another player's action?",
        Reading("own-action", "No: the points count, but signs pay only for influence of your own action.",
                "Dutch ('zijn acties') and English speak of the player's own action, as does the last "
                "German sentence."),
        Reading("any-award", "Yes: every landing during an action pays, whoever's action it is.",
                "The German condition ('während der Aktionsausführung') does not say whose action."),
        de="any-award", sureness="medium", questions=("D03", "G01"))

    award_steps: Literal["each", "once"] = ruling(
        "Does your pawn move after each development and each exchange for influence, or once for the sum?",
        Reading("each", "After each: every one of them is a move of its own that can end on a sign.",
                "The Dutch examples go step by step for cards and patents, and all editions let a player get "
                "several signs in one action."),
        Reading("once", "Once, when the action ends: only the last space is looked at for a sign.",
                "No example shows separate steps for developments or exchanges."),
        sureness="medium", questions="G63")

    track_end: Literal["runs-on", "stops", "laps"] = ruling(
        "What happens to influence beyond the last space of the track?",
        Reading("runs-on", "The count goes on without limit; there are no signs beyond the last space.",
                "No edition speaks of it; but none ever takes a point away, and signs stand on spaces of the track."),
        Reading("stops", "The pawn stays on the last space; further points are lost and reach no sign.",
                "The score of the track is the position of the pawn, and a pawn cannot leave the track."),
        Reading("laps", "The pawn starts another lap: all points count and the signs are met again.",
                "That is how scoring tracks are used in most games."),
        sureness="low", questions="G07")

    # --- End of a round ---------------------------------------------------------------

    reshuffle: Literal["remaining-first", "merge", "eager"] = ruling(
        "What happens when a draw pile is too short to fill the board?",
        Reading("remaining-first", "Its last cards are dealt, then the discard pile is shuffled and dealing "
                "goes on from it.",
                "Dutch shuffles the discard pile alone, for inventions and factories alike. It does not say that "
                "the last cards are dealt first, but nothing else can be done with them."),
        Reading("merge", "What remains of it is shuffled together with the discard pile before dealing.",
                "English shuffles 'both' piles, for inventions and factories alike."),
        Reading("eager", "As soon as its last card is dealt, needed or not, the discard pile is shuffled "
                "and becomes the draw pile; factories likewise.",
                "German says so of inventions, and nothing of factories."),
        de="eager", en="merge", sureness="medium", questions=("D23", "D24"))

    fill_order: Literal["from-start", "from-exit"] = ruling(
        "In which order do you refill the empty spaces of the display?",
        Reading("from-start", "As in the setup: from the start of the path, factories from the left. If "
                "cards run out, the gap stays between the new cards and those that slid on.",
                "Dutch and English name this order for the setup, the only time an order is named."),
        Reading("from-exit", "From the space nearest the exit, so that no gap is left between cards.",
                "Cards slide on until they touch, so a gap is foreign to the display."),
        sureness="medium", questions=("G26", "G27"))

    shuffle_on_technical: Literal["no", "yes"] = ruling(
        "Do you shuffle draw and discard pile after a round in which only technical spaces were developed?",
        Reading("no", "No: only new cards, which an original brings, cause the shuffle.",
                "All editions shuffle so as to mix in the new cards, and a technical brings none."),
        Reading("yes", "Yes: any development of the round causes it.",
                "The condition asks for new inventions, and Dutch counts technical ones as brought to the "
                "market."),
        sureness="medium", questions="G28")

    # --- Final scoring ----------------------------------------------------------------

    final_market_disc: Literal["forbidden", "allowed"] = ruling(
        "May you buy a bonus disc in the final market?",
        Reading("forbidden", "No.", "Dutch and English name this as the one exception."),
        Reading("allowed", "Yes, though it is worth nothing any more.", "German names no exception."),
        de="allowed", sureness="high", questions="D14")

    signs_in_final_market: Literal["none", "paid"] = ruling(
        "Does a sign pay you when an exchange of the final market leads to it?",
        Reading("none", "No: no disc carries out an action any more.",
                "Signs pay for influence received in an action; the final market takes over the market's "
                "rules only."),
        Reading("paid", "Yes, at once, and what it pays can be used in further exchanges.",
                "The market's rules hold with one exception only, and German and English call each exchange an "
                "action."),
        sureness="low", questions="G02")

    final_market_order: Literal["clockwise", "free"] = ruling(
        "In which order do you use the final market?",
        Reading("clockwise", "Clockwise, beginning with the start player of the last round.",
                "Turns go so in every round, and no edition names another order."),
        Reading("free", "In any order: whoever wants to is next, and finishes before another begins.",
                "Every edition lets all players use it and says nothing of turns."),
        sureness="low", questions="G53")

    capacity: Literal["all", "cubes-only", "with-influence"] = ruling(
        "What counts for your production capacity?",
        Reading("all", "All goods a factory yields: cubes, coins and cogs. Influence for building is no "
                "output.",
                "Every edition adds up the values on top of the cards and excepts none; and Dutch and German call "
                "the whole yield of factories raw materials, coins and cogs included."),
        Reading("cubes-only", "Cubes only.",
                "Dutch and German name capacity for raw materials ('für Rohstoffe')."),
        Reading("with-influence", "All goods, and the influence sign of a factory as well.",
                "If the sign stands among the values on top, adding these up includes it."),
        nl="cubes-only", de="cubes-only", sureness="medium", questions=("D13", "G50"))

    category_ties: Literal["first-place", "every-tie"] = ruling(
        "Who gets points when players tie in a bonus category?",
        Reading("first-place", "Only those tied for first place; all others get nothing.",
                "The bonus goes to whoever has most, and the Dutch example pays two who stand highest."),
        Reading("every-tie", "Every group of equal players, by how many they are, in addition to the 5 for a "
                "sole leader.",
                "The sentences on ties ask for equal values only."),
        sureness="high", questions=("D22", "G52"))

    zero_ties: Literal["paid", "unpaid"] = ruling(
        "Do you get points for a tie at zero in a bonus category?",
        Reading("paid", "Yes, like any other tie.", "The editions ask for equality and name no minimum."),
        Reading("unpaid", "No: whoever has nothing in a category gets nothing for it.",
                "Having the most, or standing highest, presupposes having something."),
        sureness="medium", questions="G51")

    final_tie: Literal["any-number", "two-only"] = ruling(
        "Do inventions break a tie for victory between three or more players?",
        Reading("any-number", "Yes: among all tied leaders those with the most inventions win.",
                "Dutch and German speak of two or more players; the English 'two players' is the usual case."),
        Reading("two-only", "No: three or more tied leaders share the victory at once.",
                "English gives the rule for 'two players' and no other."),
        sureness="high", questions="D21")

    tie_break: Literal["spaces", "originals", "kinds"] = ruling(
        "What counts as an invention when inventions break a tie?",
        Reading("spaces", "Every space you have developed, gold or silver.",
                "Dutch says of both that they are brought to the market, the very words of its tie-break."),
        Reading("originals", "The original spaces you have developed.",
                "Only an original brings a new invention into play; a technical develops it further."),
        Reading("kinds", "Each invention once, however many of its spaces you developed.",
                "The board shows nine inventions, each with two spaces."),
        sureness="medium", questions="G56")

    # --- Supplies ---------------------------------------------------------------------

    bonus_supply: Literal["twenty", "unlimited"] = ruling(
        "Are bonus discs limited to the twenty in the box?",
        Reading("twenty", "Yes: while the supply is empty none can be bought.",
                "They are dealt out by number, exactly twenty of them with four players, and used ones "
                "return."),
        Reading("unlimited", "No: a substitute is used when they run out.",
                "No edition says what happens with an empty supply."),
        sureness="medium", questions="G19")

    goods_supply: Literal["unlimited", "limited"] = ruling(
        "Are coins, cubes and cogs limited to those in the box?",
        Reading("unlimited", "No: they only serve for counting, and a substitute is used when they run out.",
                "No edition mentions a shortage, and pieces of value 3 stretch the cubes and cogs."),
        Reading("limited", "Yes: you get what is left, and an exchange or free cog that the supply cannot give "
                "is not possible. The active player receives first, then the owner of the original, then of "
                "the technical; loads are refilled in board order.",
                "The editions give the number of pieces, and everything is taken from the general supply."),
        sureness="medium", questions="G20")

    marker_limit: Literal["fifteen", "unlimited"] = ruling(
        "Are you limited to your fifteen markers for developments and patents?",
        Reading("fifteen", "Yes: without a marker nothing can be developed, and a patent is scored but not "
                "placed.",
                "Each player has fifteen of them, and developing means placing one."),
        Reading("unlimited", "No: a substitute is used.",
                "Eighteen spaces and six patents can ask for more, and no edition names this limit."),
        sureness="medium", questions="G21")
