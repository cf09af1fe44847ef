"""The reference of the code, read back and compared with the classes as Python has them at run time."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pkgutil import resolve_name
from types import FunctionType, MemberDescriptorType, ModuleType
from typing import Any, get_args

import attrs
import oh_my_goods
import phoenicia
import pytest

pytest.importorskip("mkdocstrings")

from markdown import Markdown
from mkdocs.config import load_config

import era_of_inventions
from docs.site.build import VOLUMES, settings
from docs.site.pages import modules, reference_nav, reference_pages
from era_of_inventions import tabletop
from tests.support.reference_reading import Section, read

pytestmark = pytest.mark.slow

FACES: tuple[ModuleType, ...] = (era_of_inventions, tabletop, oh_my_goods, phoenicia)
PACKAGES = tuple(f"{volume.package}." for volume in VOLUMES)
METHODS = (FunctionType, classmethod, staticmethod)
NOT_DESCRIBED = {"evolve"}
"""What a face offers of another package."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Section]]:
    """The pages of the reference by module, made with the settings of the site but without its theme."""
    folder = tmp_path_factory.mktemp("reference")
    (folder / "pages").mkdir()
    (folder / "mkdocs.yml").write_text(settings() + reference_nav(VOLUMES), encoding="utf-8")
    config = load_config(str(folder / "mkdocs.yml"))
    config = config.plugins.on_config(config)
    made = {}
    for page, text in reference_pages(VOLUMES).items():
        if text.startswith(":::"):
            markdown = Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)
            made[page.removeprefix("reference/").removesuffix(".md")] = read(markdown.convert(text))
    return made


def public_classes() -> Iterator[type[Any]]:
    """The classes that the faces of the packages offer, and the moves of each game."""
    found: dict[type[Any], None] = {}
    for face in FACES:
        offered = [getattr(face, name) for name in face.__all__]
        moves = [*vars(face.moves).values()] if "moves" in face.__all__ else []
        found |= {one: None for one in (*offered, *moves) if isinstance(one, type)}
    return (kind for kind in found if kind.__module__.startswith(PACKAGES) and not kind.__name__.startswith("_"))


def path_of(one: Any) -> str:
    """Where a class or a function is defined."""
    return f"{one.__module__}.{one.__qualname__}"


CLASSES = sorted(public_classes(), key=path_of)
every_class = pytest.mark.parametrize("kind", CLASSES, ids=path_of)


def sections_of(kind: type[Any], pages: Mapping[str, list[Section]]) -> list[Section]:
    """The section of a class and those of its members, with the groups."""
    path = path_of(kind)
    own = [section for section in pages[kind.__module__] if re.match(rf"{re.escape(path)}(\.|--|$)", section.path)]
    assert own[0].path == path
    return own


def own_names(kind: type[Any]) -> list[str]:
    """The public names that a class defines itself, in its code or by the declaration of a field."""
    declared = "__attrs_attrs__" in vars(kind)
    fields = {one.name for one in attrs.fields(kind) if not one.inherited} if declared else set()
    held = {name for name, value in vars(kind).items() if not isinstance(value, MemberDescriptorType)}
    return [name for name in (*held, *fields - held) if not name.startswith("_")]


def bases_of(kind: type[Any]) -> list[type[Any]]:
    return [base for base in kind.__mro__[1:] if base.__module__.startswith(PACKAGES)]


def same(one: str, other: str) -> bool:
    """Whether two types are the same, however they are laid out and imported."""
    dumped = (ast.dump(ast.parse(re.sub(r"\b[\w.]+\.(?=\w)", "", shows))) for shows in (one, other))
    return len({*dumped}) == 1


@every_class
def test_each_field_has_its_sentence_its_type_and_its_default(kind: type[Any], pages: Any) -> None:
    shown = {section.path: section for section in sections_of(kind, pages)}
    written = inspect.get_annotations(kind)
    for one in attrs.fields(kind) if "__attrs_attrs__" in vars(kind) else ():
        if one.inherited or one.name.startswith("_"):
            continue
        section = shown[f"{path_of(kind)}.{one.name}"]
        if spec := one.metadata.get("spec"):
            assert spec.about
            assert section.text.lower().startswith(spec.about.lower().replace("`", ""))
        if ruling := one.metadata.get("ruling"):
            assert section.text.startswith(ruling.question)
        if one.name in written:
            held = re.sub(r"^(Field|Listed)\[(.*)\]$", r"\1 \2", written[one.name])
            held = re.sub(r"^Listed (.*)", r"tuple[\1, ...]", held).removeprefix("Field ")
            shows, equals, default = section.signature.partition(" = ")
            name, _, shows = shows.partition(": ")
            assert name == one.name
            assert same(shows, held)
            assert bool(equals) is (one.default is not attrs.NOTHING)
            if equals and default != "..." and not callable(one.default) and not hasattr(one.default, "factory"):
                assert eval(default, vars(importlib.import_module(kind.__module__))) == one.default


@every_class
def test_a_record_says_how_it_is_made(kind: type[Any], pages: Any) -> None:
    if "__attrs_attrs__" not in vars(kind) or "__attrs_init__" in vars(kind):
        return
    (made,) = ast.parse(f"def {sections_of(kind, pages)[0].signature}: ...").body
    assert isinstance(made, ast.FunctionDef)
    of = made.args
    fields = [one for one in attrs.fields(kind) if one.init]
    assert [one.arg for one in of.args] == [one.alias for one in fields if not one.kw_only]
    assert [one.arg for one in of.kwonlyargs] == [one.alias for one in fields if one.kw_only]
    given = len(of.defaults) + sum(default is not None for default in of.kw_defaults)
    assert given == sum(one.default is not attrs.NOTHING for one in fields)
    assert all(one.annotation for one in (*of.args, *of.kwonlyargs))


@every_class
def test_members_stand_in_their_groups(kind: type[Any], pages: Any) -> None:
    group, groups = "", {}
    for section in sections_of(kind, pages)[1:]:
        if section.group:
            group = section.title
        else:
            groups[section.path.removeprefix(f"{path_of(kind)}.")] = group
    for name in own_names(kind):
        value = vars(kind).get(name)
        if isinstance(value, property | cached_property):
            assert groups[name] == "Properties", name
        elif isinstance(value, METHODS) and value.__qualname__.startswith(kind.__qualname__):
            assert groups[name] == "Methods", name
        elif issubclass(kind, enum.Enum) and isinstance(value, kind):
            assert groups[name] == "Values", name


@every_class
def test_inherited_members_are_listed_with_the_class_they_come_from(kind: type[Any], pages: Any) -> None:
    listed = {section.title: section.listed for section in sections_of(kind, pages) if section.listed}
    known = {*own_names(kind)}
    for base in bases_of(kind):
        expected = [name for name in own_names(base) if name not in known]
        known |= {*expected}
        if expected:
            shows = listed[f"Inherited from {base.__name__}"]
            assert {name: shows.get(name) for name in expected} == {
                name: f"{path_of(base)}.{name}" for name in expected
            }


def test_nothing_private_is_shown(pages: Mapping[str, list[Section]]) -> None:
    """Texts may name what is special to Python, such as `__slots__`."""
    shown = [
        (section.path, found)
        for sections in pages.values()
        for section in sections
        for words, pattern in (
            *((words, "_+") for words in (section.path, section.title, section.signature)),
            *((words, "_+") for words in (*section.listed, *section.listed.values())),
            (section.text, "_"),
        )
        for found in re.findall(rf"(?<!\w){pattern}[a-zA-Z]\w*", words)
    ]
    assert shown == []


def test_unions_of_moves_are_shown_whole(pages: Mapping[str, list[Section]]) -> None:
    for face in (era_of_inventions, oh_my_goods, phoenicia):
        module = face.moves
        shown = {section.path: section.signature for section in pages[module.__name__]}
        for name in ("PlayerMove", "ChanceMove"):
            kinds = [kind.__name__ for kind in get_args(getattr(module, name))]
            assert re.findall(r"\w+", shown[f"{module.__name__}.{name}"].partition(" = ")[2]) == kinds


def test_every_module_is_listed_but_those_that_are_private() -> None:
    groups = modules(VOLUMES)
    assert sorted(groups) == sorted(face.__name__ for face in FACES)
    assert [names[0] for names in groups.values()] == [*groups]
    listed = [name for names in groups.values() for name in names]
    assert len({*listed}) == len(listed)
    assert not [name for name in listed if re.search(r"(^|\.)_", name)]
    assert {kind.__module__ for kind in CLASSES} <= {*listed}
    index = reference_pages(VOLUMES)["reference/index.md"]
    assert re.findall(r"^\[`(\S+)`\]\[\]$", index, re.MULTILINE) == listed
    assert re.findall(r"reference/(\S+)\.md$", reference_nav(VOLUMES), re.MULTILINE) == ["index", *listed]


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_a_face_lists_what_it_offers(face: Any, pages: Mapping[str, list[Section]]) -> None:
    listed = {name: to for section in pages[face.__name__] for name, to in section.listed.items()}
    described = {section.path for sections in pages.values() for section in sections}
    offered = {name for name in face.__all__ if not name.startswith("_")} - NOT_DESCRIBED
    assert offered <= {*listed} | {section.path.rpartition(".")[2] for section in pages[face.__name__]}
    assert {*listed.values()} <= described
    for name in offered & {*listed}:
        module = max((module for module in pages if f"{listed[name]}.".startswith(f"{module}.")), key=len)
        found = resolve_name(f"{module}:{listed[name].removeprefix(module).lstrip('.')}")
        assert found == getattr(face, name) or found == getattr(getattr(face, name), "__func__", None)
