"""The help of `era play`, for people at the terminal."""

from __future__ import annotations

from era_of_inventions.tabletop.cli.command import pictures_of
from era_of_inventions.tabletop.play.game import AnyGame
from era_of_inventions.tabletop.play.verdict_text import wrapped
from era_of_inventions.tabletop.records.notation import show_move

ALIASES = {"": "moves", "?": "help", "exit": "quit", "exit!": "quit!"}
"""Abbreviations and synonyms of some words that can be typed."""
EVERYTHING, MYSELF = "all", "me"
"""The words that `show` takes besides parts of the table and names of players."""
HELP = """\
Type the number of a move, or the move in words: {first}.
Some numbers stand for several moves: you then choose one of these.
  moves         list the legal moves        score         the score if it ended here
  show          the table in short          show PART     {parts}
  why           why moves are not possible  why MOVE      judge it without making it
  undo [N]      take back N of your moves   note TEXT     write a comment
  save          save the game in its file   save FILE     save it in a new file,
                                                          and go on there
  quit          save the game and stop      quit!         stop without saving
Separate several moves with semicolons: {first}; {last}.
A name and a colon before them say whose moves they are. If Chance is to move,
type what it did; the ids are enough: {chance}."""


def help_of(game: AnyGame) -> str:
    """Return the help, with moves of a game as examples."""
    chance = game.rulebook.grammar.chance
    made = [show_move(move, game.setting) for move in game.moves if type(move) in chance]
    others = [
        show_move(move, game.setting) for move in game.moves if type(move) not in chance
    ]
    ids = ", ".join(text.rpartition(" ")[2] for text in made[:2])
    parts = f"{MYSELF}, a name, {', '.join(pictures_of(game.rulebook).parts)} or {EVERYTHING}"
    shown = "\n".join(wrapped(" " * 50, parts, 80)).lstrip()
    return HELP.format(
        first=others[0], last=others[-1], chance=ids or "nothing in this game", parts=shown
    )
