"""What is wrong with the declarations of a rulebook, as far as no position is needed to see it."""

from __future__ import annotations

import dis
import pkgutil
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import lru_cache
from inspect import iscode, isfunction, signature
from itertools import chain, pairwise
from keyword import iskeyword
from typing import Any, Final, cast

import attrs

from era_of_inventions.tabletop.errors import RulebookError, describe, instead, unknown
from era_of_inventions.tabletop.law.clause import (
    ALWAYS,
    WITH_SUBJECT,
    Check,
    Clause,
    Kind,
    Total,
    limit,
)
from era_of_inventions.tabletop.law.verdict import ID
from era_of_inventions.tabletop.play.calls import tried
from era_of_inventions.tabletop.play.grammar import BLANK
from era_of_inventions.tabletop.play.occasions import ActsNow, Occasion, SetUp
from era_of_inventions.tabletop.play.rulebook import RANDOM, AnyRulebook, Rulebook
from era_of_inventions.tabletop.text.span import MARKS, fold
from era_of_inventions.tabletop.values import Move
from era_of_inventions.tabletop.values.ambiguities import form_of_name
from era_of_inventions.tabletop.values.arguments import misfits
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import NONE

KEPT: Final = 16
"""For how many rulebooks it is remembered what was found."""
NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The form of names that stand in files and on the command line."""
NAME_FORM: Final = "small letters and digits, with hyphens between words"
_ONLY_FOR: Final[Mapping[str, tuple[Kind, ...]]] = {
    "on": tuple(kind for kind in Kind if kind not in (Kind.SCORING, Kind.COMPONENT)),
    "when": (Kind.GRANT, Kind.EFFECT, Kind.TRIGGER),
    "opens": (Kind.EFFECT, Kind.TRIGGER),
    "count": (Kind.LIMIT,),
}
"""The arguments that only clauses of some kinds heed."""
_ARGUMENTS: Final[Mapping[Kind, int]] = {
    Kind.GRANT: 2,
    Kind.LIMIT: 2,
    Kind.EFFECT: 2,
    Kind.COMPONENT: 1,
}
"""The number of arguments with which the functions of clauses are called, by kind."""


@lru_cache(maxsize=KEPT)
def require_arguments(rulebook: AnyRulebook) -> None:
    """Raise `RulebookError`, with all reasons, if an argument in the declarations of a rulebook has a wrong type."""
    if reasons := tuple(_arguments(rulebook)) or tuple(_of_counts(rulebook)):
        raise RulebookError(str(rulebook.title), reasons)


@lru_cache(maxsize=KEPT)
def wrong_references(rulebook: AnyRulebook) -> tuple[str, ...]:
    """Return the reasons why the declarations of a rulebook do not fit together; their arguments have right types."""
    return tuple(dict.fromkeys(_references(rulebook)))


def _arguments(rulebook: AnyRulebook) -> Iterator[str]:
    """Yield a reason for each argument of another type than its class declares."""
    yield from (own := tuple(misfits(rulebook)))
    if own:
        return
    parts = [
        (f"{name}.", getattr(rulebook, name))
        for name in ("grammar", "positions", "disputes", "samples", "components")
    ]
    yield from (
        own := tuple(f"{place}{why}" for place, part in parts for why in misfits(part))
    )
    if own:
        return
    parts = [
        *((f"grammar.verbs {word}: ", verb) for word, verb in rulebook.grammar.verbs.items()),
        *((f"{kind.__name__}: ", one) for kind, one in rulebook.candidates.items()),
        *(("editions: ", edition) for edition in rulebook.editions),
        *((f"{clause.id}: ", clause) for clause in rulebook.law),
        *((f"ruling {ruling.id}: ", ruling) for ruling in rulebook.ruleset.rulings()),
        *(("a check: ", check) for check in rulebook.law.checks),
    ]
    for place, part in parts:
        yield from (f"{place}{reason}" for reason in misfits(part))
    if not attrs.has(rulebook.components.kind):
        found = describe(rulebook.components.kind)
        yield f"components.kind is {found}; expected a class declared with @component_set"
    yield from (reason for check in rulebook.law.checks for reason in _of_check(check))
    kind, presets = rulebook.ruleset.__name__, cast("Any", rulebook.ruleset.presets)
    if not isinstance(presets, tuple) or presets[:1] != ("default",):
        yield f"{kind}.presets is {describe(presets)}; expected a tuple that begins with 'default'"


def _of_check(check: Check) -> Iterator[str]:
    of = check.total.of if isinstance(check.total, Total) else ("",)
    if not of or not isinstance(of, tuple) or not all(isinstance(one, str) for one in of):
        yield (
            f"the check of {check.clause.id}: of is {describe(of)}; "
            "expected a tuple with one or more paths of fields"
        )


def _of_counts(rulebook: AnyRulebook) -> Iterator[str]:
    counts: Any = tried(rulebook, "player_counts", rulebook.player_counts)
    if (
        not isinstance(counts, tuple)
        or not counts
        or not all(type(n) is int and n > 0 for n in counts)
    ):
        yield f"player_counts returns {describe(counts)}; expected a tuple of numbers of players"


def _references(rulebook: AnyRulebook) -> Iterator[str]:
    yield from _of_names(rulebook)
    yield from _of_home(rulebook)
    yield from _of_files(rulebook)
    yield from _of_rulings(rulebook)
    yield from _of_clauses(rulebook)
    yield from _of_checks(rulebook)
    yield from _of_kinds(rulebook)
    yield from _of_words(rulebook)


def _of_names(rulebook: AnyRulebook) -> Iterator[str]:
    if not NAME.fullmatch(rulebook.name):
        yield f"name is {describe(rulebook.name)}; expected {NAME_FORM}"
    for place, line in (
        ("title", rulebook.title),
        *(("grammar.headings", heading) for heading in rulebook.grammar.headings),
    ):
        if not line.isprintable() or line != " ".join(line.split()) or not line:
            yield f"{place}: found {describe(line)}; expected a text on one line, with single blanks"
    if rulebook.title.startswith("#"):
        yield f"title: found {describe(rulebook.title)}, and a line that begins with # is a comment"
    for heading in rulebook.grammar.headings:
        if heading.count("#") > 1:
            yield f"grammar.headings: found {describe(heading)}; expected at most one #"
    for name in rulebook.bots:
        if {*name} & {*MARKS, "=", " "} or not name.isprintable() or not name:
            yield f"bots: the name {describe(name)} cannot be written; expected one word without , ; : ="
        if fold(name) in (RANDOM, *NONE):
            yield f"bots: the name {describe(name)} has a meaning of its own; expected another"


def _of_home(rulebook: AnyRulebook) -> Iterator[str]:
    expected = "the module and name of the rulebook, such as 'nim.rulebook:NIM'"
    try:
        found = pkgutil.resolve_name(rulebook.home)
    except (ImportError, AttributeError, ValueError) as error:
        yield f"home {describe(rulebook.home)} leads nowhere: {error}; expected {expected}"
        return
    if not isinstance(found, Rulebook) or found.name != rulebook.name:
        yield f"home {describe(rulebook.home)} leads to {describe(found)}; expected {expected}"


def _of_files(rulebook: AnyRulebook) -> Iterator[str]:
    for name in ("passages", "glossary", "ready"):
        if (path := getattr(rulebook, name)) and not path.is_file():
            yield f"{name} leads to {path}; expected a file"
    if rulebook.templates and not rulebook.templates.is_dir():
        yield f"templates leads to {rulebook.templates}; expected a folder"


# --- Rulings and editions -------------------------------------------------------------


def _of_rulings(rulebook: AnyRulebook) -> Iterator[str]:
    codes = [edition.code for edition in rulebook.editions]
    if len({*codes}) < len(codes):
        yield "two editions have the same code"
    kind, rulings = rulebook.ruleset.__name__, rulebook.ruleset.rulings()
    presets = rulebook.ruleset.presets
    read = {edition for ruling in rulings for edition, _ in ruling.editions}
    if len({*presets}) < len(presets):
        yield f"{kind}.presets is {describe(presets)}; expected each preset once"
    for code in codes:
        taken = iskeyword(code) or code in (*presets[:1], *signature(limit).parameters)
        if not code.isidentifier() or taken:
            yield f"an edition is called {describe(code)}; expected a code such as 'nl'"
    for preset in presets[1:]:
        if preset not in {*codes, *read}:
            yield (
                f"{kind}.presets: no edition is called {describe(preset)}, "
                f"and no ruling has a reading of it{instead(str(preset), codes)}"
            )
    for ruling in rulings:
        for edition, _ in ruling.editions:
            if edition not in {*codes, *presets}:
                known = unknown(edition, [*codes, *presets[1:]])
                yield f"the ruling {ruling.id}: the edition {known}"
        for edition, name in ruling.editions:
            if name not in ruling.names:
                yield (
                    f"the ruling {ruling.id}: by the edition {edition} "
                    f"the reading {unknown(name, ruling.names)}"
                )
        for name in ruling.names:
            if not NAME.fullmatch(name):
                yield f"the ruling {ruling.id} has the reading {describe(name)}; expected {NAME_FORM}"
        if not rulebook.law.consulting(ruling):
            yield (
                f"the ruling {ruling.id} is consulted by no clause; "
                f"expected rulings=({ruling.field!r},) in each that consults it"
            )


# --- Clauses --------------------------------------------------------------------------


def _of_clauses(rulebook: AnyRulebook) -> Iterator[str]:
    rulings = {ruling.field for ruling in rulebook.ruleset.rulings()}
    sections = {
        edition.code: [section.title for section in edition.sections]
        for edition in rulebook.editions
    }
    for id_, number in Counter(clause.id for clause in rulebook.law).items():
        if number > 1:
            yield f"{number} clauses have the id {id_}; ids are unique and permanent"
    for clause in rulebook.law:
        if not re.fullmatch(ID, clause.id):
            yield f"the clause {describe(clause.id)}: expected an id such as 'rules.first-player'"
        for reason in chain(
            _of_subjects(rulebook, clause),
            _of_function(clause),
            _of_consulted(clause, rulings),
            _of_cites(clause, sections),
        ):
            yield f"{clause.id} {reason}"


def _of_consulted(clause: Clause[..., Any], rulings: Set[str]) -> Iterator[str]:
    for name in clause.rulings:
        if name not in rulings:
            yield (
                f"consults the ruling {name!r}, "
                f"which the ruleset does not have{instead(name, sorted(rulings))}"
            )
    for name in sorted(_read(clause.source, rulings - {*clause.rulings})):
        yield f"consults the ruling {name!r} and does not name it; expected it in rulings="


def _of_cites(
    clause: Clause[..., Any], sections: Mapping[str, Collection[str]]
) -> Iterator[str]:
    for code, cite in clause.cites.items():
        if code not in sections:
            yield f"cites the edition {code!r}{instead(code, sections)}"
        elif cite.section not in sections[code]:
            yield (
                f"cites the section {cite.section!r}, "
                f"which the edition {code!r} does not have{instead(cite.section, sections[code])}"
            )


def _of_subjects(rulebook: AnyRulebook, clause: Clause[..., Any]) -> Iterator[str]:
    if clause.kind not in WITH_SUBJECT:
        return
    if not clause.on:
        expected = (
            "a second argument annotated with kinds of moves or occasions, or on= with them"
        )
        yield f"is a {clause.kind.value} about nothing; expected {expected}"
    for subject in clause.on:
        if reason := _unfit_subject(rulebook, clause, subject):
            yield f"is about {subject.__name__}, {reason}"


def _unfit_subject(rulebook: AnyRulebook, clause: Clause[..., Any], subject: type) -> str:
    """Return why a grant, limit or effect cannot be about a subject; empty if it can."""
    is_effect, is_occasion = clause.kind is Kind.EFFECT, issubclass(subject, Occasion)
    if not is_effect and subject in (Move, SetUp):
        return (
            f"and only effects are about {'the setup' if subject is SetUp else 'all moves'}"
        )
    if is_effect and is_occasion:
        return "an occasion, which has no effects of its own; expected a trigger that its clauses apply"
    if subject in (Move, SetUp, ActsNow) or subject in rulebook.law.grants:
        return ""
    return f"and no grant is, so that {'it never happens' if is_occasion else 'no such move is ever legal'}"


def _of_function(clause: Clause[..., Any]) -> Iterator[str]:
    if clause.statement == clause.id:
        yield "has no docstring, which is its statement"
    for name, kinds in _ONLY_FOR.items():
        if clause.kind not in kinds and getattr(clause, name) not in (None, ALWAYS, ()):
            yield f"is a {clause.kind.value}, which heeds no {name}="
    function, number = clause.source, _ARGUMENTS.get(clause.kind)
    if number is not None and isfunction(function):
        code, defaults = function.__code__, len(function.__defaults__ or ())
        most = number if code.co_flags & 4 else code.co_argcount  # 4: takes any number
        if not code.co_argcount - defaults <= number <= most:
            yield f"is a function of {code.co_argcount} arguments; expected {number}"


def _read(function: Any, rulings: Set[str]) -> set[str]:
    """Return the rulings that the code of a function itself reads from a ruleset, or from a variable that holds it."""
    found, codes = set[str](), [function.__code__] if isfunction(function) else []
    for code in codes:
        codes += filter(iscode, code.co_consts)
        variables = set[object]()
        for before, now in pairwise(dis.get_instructions(code)):
            # an instruction for two variables has both as its argument
            *_, loaded = before.argval if _is_pair(before) else (before.argval,)
            stored, *_ = now.argval if _is_pair(now) else (now.argval,)
            is_ruleset = before.opname.startswith("LOAD_ATTR") and loaded == "ruleset"
            if is_ruleset and now.opname.startswith("STORE_FAST"):
                variables.add(stored)
            is_held = "LOAD_FAST" in before.opname and loaded in variables
            is_read = now.opname.startswith(("LOAD_ATTR", "LOAD_CONST"))
            if (is_ruleset or is_held) and is_read and stored in rulings:
                found.add(stored)
    return found


def _is_pair(one: dis.Instruction) -> bool:
    return isinstance(one.argval, tuple) and one.opname != "LOAD_CONST"


def _of_checks(rulebook: AnyRulebook) -> Iterator[str]:
    for check in rulebook.law.checks:
        if check.clause not in rulebook.law:
            yield f"a check is on behalf of {check.clause.id}, which is no clause of the law"


# --- How it is written ----------------------------------------------------------------


def _of_kinds(rulebook: AnyRulebook) -> Iterator[str]:
    """Yield a reason for each kind of moves, and each clause, that a declaration names and the law does not have."""
    law, grammar, form = rulebook.law, rulebook.grammar, rulebook.disputes
    known = {kind: kind.__name__ for kind in law.subjects}
    kinds: Mapping[str, Iterable[type]] = {
        "candidates": rulebook.candidates,
        "grammar.words": grammar.words,
        "grammar.sentences": grammar.sentences,
        "grammar.chance": grammar.chance,
        "grammar.ends_line": grammar.ends_line,
        "disputes.together": form.together,
        "disputes.order": form.order,
        "disputes.starts": form.starts,
    }
    for place, of in kinds.items():
        for kind in of:
            if kind not in known:
                yield f"{place}: no clause is about {kind.__name__}{instead(kind.__name__, known.values())}"
    if max(rulebook.player_counts()) > 1 and ActsNow not in known:
        yield "no clause is about ActsNow; expected a grant or limit that says who acts"
    for kind in (kind for kind in grammar.chance if attrs.has(kind)):
        dealt = any(spec.seen == "owner" for _, spec in fields_of(kind))
        if dealt and rulebook.served is attrs.fields(Rulebook).served.default:
            yield f"a part of {kind.__name__} is seen by its owner, whom nothing names; expected served"
    for kind in rulebook.candidates:
        if attrs.has(kind) and not attrs.fields(kind):
            yield f"candidates: {kind.__name__} has no field by whose values its moves could be narrowed"
    for place, ids in (
        ("rules", form.rules.values()),
        ("by_itself", form.by_itself.values()),
    ):
        for id_ in ids:
            if id_ not in law:
                yield f"disputes.{place}: the clause {unknown(id_, [clause.id for clause in law])}"


def _of_words(rulebook: AnyRulebook) -> Iterator[str]:
    grammar, kinds = rulebook.grammar, rulebook.kinds
    words = {kind: grammar.words_of(kind) for kind in kinds}
    for kind, text in words.items():
        if (
            not text
            or text != fold(text)
            or not text.isprintable()
            or {*text} & {*MARKS, *'#"='}
        ):
            yield (
                f"grammar.words: {kind.__name__} is written {describe(text)}; "
                f'expected words in small letters, without {" ".join(MARKS)} # " ='
            )
        elif text[0].isdigit() or text == "x" or form_of_name(text):
            yield (
                f"grammar.words: {kind.__name__} is written {describe(text)}; "
                "expected words without a number of times"
            )
    for kind, sentence in grammar.sentences.items():
        names = (
            [one.name for one in attrs.fields(kind)]
            if kind in kinds and attrs.has(kind)
            else []
        )
        if BLANK.findall(sentence) != names:
            expected = " ".join(f"{{{name}}}" for name in names) or "no blank"
            yield f"grammar.sentences: {kind.__name__} is {sentence!r}; expected {expected}"
    if not kinds or not all(words.values()):
        return
    verbs = {text.split()[0]: None for text in words.values()}
    for place, word in (
        *(("also", usual) for usual in grammar.also.values()),
        *(("verbs", word) for word in grammar.verbs),
        *(
            (f"verbs {word}: then", to)
            for word, v in grammar.verbs.items()
            for to in v.then.values()
        ),
        *(
            (f"verbs {word}: meanwhile", one)
            for word, v in grammar.verbs.items()
            for one in v.meanwhile
        ),
        *((("unspoken", grammar.unspoken),) if grammar.unspoken else ()),
    ):
        if word.partition(" ")[0] not in verbs:
            yield f"grammar.{place}: the verb {unknown(word, verbs)}"
    for kind, nouns in grammar.chance.items():
        for noun in nouns:
            if not noun.strip() or not noun.isprintable():
                yield f"grammar.chance: a noun of {kind.__name__} is {describe(noun)}; expected words on one line"
    for word in grammar.also:
        if word != fold(word):
            yield f"grammar.also: found {describe(word)}; expected {describe(fold(word))}, in small letters"
        if word in words.values():
            yield f"grammar.also: found {describe(word)}, which is how other moves begin already"
