"""A Sphinx extension, with which other documentation cites the clauses and rulings of installed games.

``conf.py`` has ``extensions = ["era_of_inventions.sphinx"]``, and ``rules_game`` if ids
that name no game are not of Era of Inventions. Documents then have roles and
directives, ``clause`` and ``ruling`` of each::

    A box is used three times, by :rules:clause:`market.three-per-box`.

    .. rules:clause:: oh-my-goods:build.no-change

       We check it in ``rooms.rs``.

A role links to the document that shows the clause by a directive, or else to the site
of the game if ``intersphinx_mapping`` has it. An id that does not exist is a warning
wherever it is cited, in every build. The index ``rules-index`` lists what is cited,
where, and what is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from importlib.metadata import version
from typing import Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.directives import ObjectDescription
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_id, make_refnode
from sphinx.util.typing import ExtensionMetadata

from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop.errors import GameError, Synonyms, describe, hint
from era_of_inventions.tabletop.play.registry import known_rulebooks, rulebook_named
from era_of_inventions.tabletop.play.rulebook import AnyRulebook

DOMAIN = "rules"
ROLES = ("clause", "ruling")
LOGGER = logging.getLogger(__name__)


class Entry(NamedTuple):
    """A clause or a ruling, as documents show it."""

    role: str
    """``clause`` or ``ruling``."""
    game: str
    """The name of its game."""
    id: str
    name: str
    """The id after the name of the game."""
    chapter: str
    kind: str
    """What it is, such as a limit."""
    statement: str
    """Its sentence, or the question of a ruling."""
    lines: tuple[str, ...]
    """The places in the editions, or the readings."""


class Use(NamedTuple):
    """A place that cites a clause or a ruling, or shows it."""

    role: str
    name: str
    anchor: str
    """The id of the place in its document."""
    shows: bool
    """Whether it shows the entry, so that links lead there."""
    entry: Entry | None
    """What is cited; None if there was none of that name."""


@cache
def catalogue(game: str) -> Mapping[tuple[str, str], Entry]:
    """Return the clauses and rulings of an installed game by role and name. Raises `GameError` if there is none."""
    rulebook = rulebook_named(game)
    entries = (*_clauses(rulebook), *_rulings(rulebook))
    return {(entry.role, entry.name): entry for entry in entries}


def _clauses(rulebook: AnyRulebook) -> Iterator[Entry]:
    game, editions = rulebook.name, rulebook.editions
    for one in rulebook.law.clauses:
        places = tuple(f"{e.name}: {one.cites.get(e.code, 'silent')}" for e in editions)
        name, kind = f"{game}:{one.id}", one.kind.value
        yield Entry("clause", game, one.id, name, one.chapter, kind, one.statement, places)


def _rulings(rulebook: AnyRulebook) -> Iterator[Entry]:
    game = rulebook.name
    for one in rulebook.ruleset.rulings():
        default, *others = (f"{reading.name}: {reading.text}" for reading in one.readings)
        readings = (f"Default: {default}", *others)
        name = f"{game}:{one.id}"
        yield Entry("ruling", game, one.id, name, "rulings", "ruling", one.question, readings)


def find(role: str, name: str) -> Entry | None:
    """Return the clause or the ruling of a name; None if no installed game has it."""
    try:
        return catalogue(name.partition(":")[0]).get((role, name))
    except GameError:
        return None


def unknown(role: str, name: str) -> str:
    """Return the message about a name that does not exist, with the nearest in all installed games."""
    game, _, id = name.partition(":")  # noqa: A001
    try:
        title = rulebook_named(game).title
    except GameError as error:
        return str(error)
    games = [rulebook.name for rulebook in known_rulebooks()]
    entries = [entry for one in games for entry in catalogue(one).values()]
    entries.sort(key=lambda entry: (entry.game == game) + (entry.role == role))
    # The last one of equal ids counts, and so one of the same game and role.
    targets = Synonyms((entry.id, _target(entry, role, game)) for entry in entries)
    expected = hint(id, targets) or f"; `era --game {game} {role}s` lists them"
    return f"there is no {role} {describe(id)} in {title}{expected}"


def _target(entry: Entry, role: str, game: str) -> str:
    """Return how an entry is cited where this role is written and this game is the usual one."""
    target = entry.id if entry.game == game else entry.name
    return target if entry.role == role else f":{DOMAIN}:{entry.role}:`{target}`"


def full_name(env: BuildEnvironment, target: str) -> str:
    """Return a target with its game."""
    return target if ":" in target else f"{env.config.rules_game}:{target}"


class EntryDirective(ObjectDescription[str]):
    """Shows a clause or a ruling, with its statement and its places or readings."""

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> str:
        """Write the id, as a link that leads to the site, and return the full name."""
        name = full_name(self.env, sig)
        anchor = make_id(self.env, self.state.document, f"{DOMAIN}-{self.objtype}", sig)
        link = addnodes.pending_xref("", addnodes.desc_name(sig, sig), anchor=anchor)
        link["refdomain"], link["reftype"], link["reftarget"] = DOMAIN, self.objtype, name
        self.set_source_info(link)
        if entry := find(self.objtype, name):
            link["shows"] = "no-index" not in self.options
            signode += [addnodes.desc_annotation("", entry.kind), addnodes.desc_sig_space()]
        signode += link
        signode["ids"].append(anchor)
        self.state.document.note_explicit_target(signode)
        return name

    def transform_content(self, content_node: addnodes.desc_content) -> None:
        """Put the statements and their lines before the words of the document."""
        entries = filter(None, (find(self.objtype, name) for name in self.names))
        content_node.insert(0, [node for entry in entries for node in _body(entry)])


def _body(entry: Entry) -> Iterator[nodes.Node]:
    items = (nodes.list_item("", nodes.paragraph("", line)) for line in entry.lines)
    yield from (nodes.paragraph("", entry.statement), nodes.bullet_list("", *items))


class RulesIndex(Index):
    """The clauses and rulings of all games that are cited, with the documents that cite them."""

    name = "index"
    localname = "Index of rules"
    shortname = "rules"
    domain: RulesDomain

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the rows by chapter: one for each document, or one that says that none cites the entry."""
        usual, cited = self.domain.env.config.rules_game, self.domain.cited(docnames)
        chapters: dict[str, list[IndexEntry]] = {}
        for game in dict.fromkeys((usual, *(name.partition(":")[0] for _, name in cited))):
            for key, entry in catalogue(game).items():
                chapter = entry.chapter if game == usual else f"{game}:{entry.chapter}"
                if rows := [*self._rows(entry, cited.get(key, {}), docnames is None)]:
                    chapters.setdefault(chapter, []).extend(rows)
        return [*chapters.items()], False

    def _rows(
        self, entry: Entry, places: Mapping[str, str], uncited: bool
    ) -> Iterator[IndexEntry]:
        for docname, anchor in places.items():
            title = self.domain.env.titles[docname].astext()
            yield IndexEntry(entry.id, 0, docname, anchor, title, "", entry.statement)
        if uncited and not places:
            yield IndexEntry(entry.id, 0, "", "", "not cited", "", entry.statement)


class RulesDomain(Domain):
    """Clauses and rulings. What each document cites is all that is stored."""

    name = DOMAIN
    label = "Rules"
    object_types: ClassVar = {role: ObjType(role, role) for role in ROLES}
    roles: ClassVar = {role: XRefRole() for role in ROLES}
    directives: ClassVar = dict.fromkeys(ROLES, EntryDirective)
    indices: ClassVar = [RulesIndex]
    initial_data: ClassVar = {"uses": {}}

    @property
    def uses(self) -> dict[str, list[Use]]:
        """What each document cites."""
        uses: dict[str, list[Use]] = self.data["uses"]
        return uses

    def process_doc(
        self, env: BuildEnvironment, docname: str, document: nodes.document
    ) -> None:
        """Store what a document cites, and warn about what does not exist."""
        self.uses[docname] = [_use(env, link) for link in [*_links(document)]]

    def clear_doc(self, docname: str) -> None:
        """Forget what a document cites."""
        self.uses.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process stored about documents."""
        self.uses.update((docname, otherdata["uses"][docname]) for docname in docnames)

    def cited(self, docnames: Iterable[str] | None) -> dict[tuple[str, str], dict[str, str]]:
        """Return the documents that cite each entry, with the first place in each, by role and name."""
        cited: dict[tuple[str, str], dict[str, str]] = {}
        for docname in sorted(self.uses if docnames is None else self.uses.keys() & docnames):
            for use in self.uses[docname]:
                if use.entry:
                    cited.setdefault(use[:2], {}).setdefault(docname, use.anchor)
        return cited

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield what documents show."""
        for docname, uses in sorted(self.uses.items()):
            for use in uses:
                if use.shows:
                    yield use.name, use.name, use.role, docname, use.anchor, 1

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Return a link to the place that shows the target; None if there is none, or if the link stands there."""
        sought = (typ, full_name(env, target))
        shown = () if node.get("shows") else self.get_objects()
        for name, _, role, docname, anchor, _ in shown:
            if (role, name) == sought:
                return make_refnode(builder, fromdocname, docname, anchor, contnode)
        return None


def _links(document: nodes.document) -> Iterator[addnodes.pending_xref]:
    for link in document.findall(addnodes.pending_xref):
        defines = isinstance(link.parent, nodes.substitution_definition)
        if link.get("refdomain") == DOMAIN and not defines:
            yield link


def _use(env: BuildEnvironment, link: addnodes.pending_xref) -> Use:
    """Return what a link cites, and warn if that does not exist. Give a link of a role its statement and an anchor."""
    role, name = link["reftype"], full_name(env, link["reftarget"])
    link["reftarget"], entry = name, find(role, name)
    if entry is None:
        LOGGER.warning(unknown(role, name), location=link, type=DOMAIN, subtype=role)
    if "anchor" not in link:
        link["anchor"] = f"{DOMAIN}-{env.new_serialno(DOMAIN)}"
        target = nodes.target("", "", ids=[link["anchor"]])
        link.parent.insert(link.parent.index(link), target)
        if entry:
            link[:] = [_titled(link, entry.statement)]
    return Use(role, name, link["anchor"], link.get("shows", False), entry)


def _titled(link: addnodes.pending_xref, statement: str) -> nodes.abbreviation:
    """Return the words of a link, with the statement as their title; on paper it follows them."""
    words = nodes.inline("", link.astext()) if link.get("refexplicit") else link[0]
    return nodes.abbreviation("", "", words, explanation=statement)


def _check(_: Sphinx, config: Config) -> None:
    try:
        catalogue(str(config.rules_game))
    except GameError as error:
        raise ConfigError(f"rules_game: {error}") from None


def _outdated(_: Sphinx, env: BuildEnvironment, *__: Set[str]) -> list[str]:
    """Return the documents that cite what does not exist, or what has changed since."""
    uses: dict[str, list[Use]] = env.domaindata[DOMAIN]["uses"]
    return [
        docname
        for docname, cited in uses.items()
        if any(use.entry is None or use.entry != find(use.role, use.name) for use in cited)
    ]


def _accept(_: Sphinx, domain: Domain | None, __: addnodes.pending_xref) -> bool | None:
    """Return True for a citation without a link: the project has no site to link to, or was warned before."""
    return isinstance(domain, RulesDomain) or None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the domain; called by Sphinx."""
    app.add_domain(RulesDomain)
    app.add_config_value("rules_game", ERA.name, "env", str)
    app.connect("config-inited", _check)
    app.connect("env-get-outdated", _outdated)
    app.connect("warn-missing-reference", _accept)
    return {
        "version": version("era-of-inventions"),
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
