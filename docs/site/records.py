"""Records in the reference: how one is made, and each field with its type, its default and its sentence.

This is an extension of griffe, which reads the code for mkdocstrings. It does not know what a declaration means: that
`Field[int]` holds a number, that its sentence stands in the call of `field`, that some decorators make properties. The
classes themselves know it. Of values only those are shown that are short and name nothing private.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pkgutil import resolve_name
from typing import Any

import attrs
import griffe

from docs.site.docstrings import walk
from era_of_inventions.tabletop.values.json_schema import sentence

MADE = "__init__"
MORE = "..."
PRIVATE = re.compile(r"(?<!\w)_+[a-zA-Z]")
VALUE_MAX = 80
"""The most characters of a value that is shown."""


class Records(griffe.Extension):
    """Describes the fields, the properties and the making of classes as the classes are at run time."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Process all classes of a package, then all values."""
        for module in [item for item in walk(pkg) if isinstance(item, griffe.Module)]:
            _name_functions(module)
        classes = [*_classes(pkg)]
        for item, kind in classes:
            if issubclass(kind, enum.Enum):
                item.labels.add("enum")
            _name_properties(item, kind)
            _describe_fields(item, kind)
        for item, kind in classes:
            _describe_overrides(item)
            if MADE not in item.members and (attrs.has(kind) or _is_named_tuple(kind)):
                item.set_member(MADE, _made(item, kind))
        for any_item in walk(pkg):
            _shorten(any_item)


def _name_functions(module: griffe.Module) -> None:
    """Turn the values that are declared by a private protocol of calls into functions."""
    for name, value in [*module.members.items()]:
        protocol = module.members.get(str(value.annotation)) if isinstance(value, griffe.Attribute) else None
        call = protocol.members.get("__call__") if protocol and PRIVATE.match(protocol.name) else None
        if isinstance(call, griffe.Function):
            about = resolve_name(f"{module.path}:{name}").__doc__
            function = griffe.Function(
                name,
                parameters=griffe.Parameters(*[*call.parameters][1:]),
                returns=call.returns,
                lineno=value.lineno,
                endlineno=value.endlineno,
                docstring=griffe.Docstring(about, lineno=value.lineno),
            )
            module.set_member(name, function)


def _classes(package: griffe.Module) -> Iterator[tuple[griffe.Class, type[Any]]]:
    """Yield every class of a package, as it is read and as it is at run time."""
    for item in walk(package):
        if isinstance(item, griffe.Class):
            with suppress(AttributeError, ImportError):
                place = item.path.removeprefix(f"{item.module.path}.")
                kind = resolve_name(f"{item.module.path}:{place}")
                if isinstance(kind, type):
                    yield item, kind


def _is_named_tuple(kind: type[Any]) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _name_properties(item: griffe.Class, kind: type[Any]) -> None:
    """Turn the methods of a class that are properties at run time into such."""
    for name, method in [*item.members.items()]:
        if isinstance(method, griffe.Function) and isinstance(vars(kind).get(name), property | cached_property):
            attribute = griffe.Attribute(
                name,
                lineno=method.lineno,
                endlineno=method.endlineno,
                annotation=method.returns,
                docstring=method.docstring,
            )
            attribute.labels.add("property")
            item.set_member(name, attribute)


def _describe_fields(item: griffe.Class, kind: type[Any]) -> None:
    for one in attrs.fields(kind) if attrs.has(kind) else ():
        member = item.members.get(one.name)
        if isinstance(member, griffe.Attribute):
            member.annotation = _held(member.annotation)
            member.value = _default(member.value, one)
            if not member.docstring and (text := sentence_of(one)):
                member.docstring = griffe.Docstring(text, lineno=member.lineno, parent=member)


def _describe_overrides(item: griffe.Class) -> None:
    """Describe members that override others, and say nothing of themselves, as the others are described."""
    for name, member in item.members.items():
        if isinstance(member, griffe.Object) and not member.docstring:
            overridden = (base.members[name].docstring for base in item.mro() if name in base.members)
            if text := next((docstring.value for docstring in overridden if docstring), ""):
                member.docstring = griffe.Docstring(text, lineno=member.lineno, parent=member)


def _shorten(item: griffe.Object) -> None:
    """Show dots instead of a default that is long or names something private, and no such value of a constant.

    A name for a type is shown whole, however long.
    """
    if isinstance(item, griffe.Attribute) and _is_internal(item.value, whole=str(item.annotation) == "TypeAlias"):
        item.value = MORE if item.parent and item.parent.is_class else None
    elif isinstance(item, griffe.Function):
        for parameter in item.parameters:
            if _is_internal(parameter.default):
                parameter.default = MORE


def _is_internal(value: str | griffe.Expr | None, *, whole: bool = False) -> bool:
    return bool(PRIVATE.search(str(value))) or (not whole and len(str(value)) > VALUE_MAX)


def sentence_of(field: attrs.Attribute[Any]) -> str:
    """Return the sentence that a field is declared with; of a ruling, its question. It is empty if there is none."""
    if ruling := field.metadata.get("ruling"):
        return str(ruling.question)
    spec = field.metadata.get("spec")
    about = spec and (spec.about or spec.words)
    return sentence(about).replace("`", "``") if about else ""


def _held(annotation: str | griffe.Expr | None) -> str | griffe.Expr | None:
    """Return the type of the values in a field, by the annotation of its declaration."""
    if not isinstance(annotation, griffe.ExprSubscript):
        return annotation
    match str(annotation.left):
        case "Field":
            return annotation.slice
        case "Listed":
            return griffe.ExprSubscript("tuple", griffe.ExprTuple([annotation.slice, "..."], implicit=True))
    return annotation


def _default(value: str | griffe.Expr | None, field: attrs.Attribute[Any]) -> str | griffe.Expr | None:
    """Return the default of a field as its declaration has it; None if there is none."""
    if field.default is attrs.NOTHING:
        return None
    if not isinstance(value, griffe.ExprCall):
        return value
    given = (one.value for one in value.arguments if isinstance(one, griffe.ExprKeyword) and one.name == "default")
    made = getattr(field.default, "factory", None)
    return next(given, f"{made.__name__}()" if made else repr(field.default))


def _made(item: griffe.Class, kind: type[Any]) -> griffe.Function:
    """Return the method that makes a record, whose parameters are its fields."""
    made = griffe.Function(MADE, parameters=griffe.Parameters(griffe.Parameter("self")), lineno=item.lineno)
    for name, alias, by_name, default in _given(kind):
        field = item.attributes.get(name)
        made.parameters.add(
            griffe.Parameter(
                alias,
                kind=griffe.ParameterKind.keyword_only if by_name else griffe.ParameterKind.positional_or_keyword,
                annotation=field.annotation if field else None,
                default=None if default is attrs.NOTHING else (field and field.value) or repr(default),
            )
        )
    return made


def _given(kind: type[Any]) -> Iterator[tuple[str, str, bool, Any]]:
    """Yield what a record is made of: each field, its parameter, whether that must be named, and its default."""
    if attrs.has(kind):
        fields = (one for one in attrs.fields(kind) if one.init)
        for one in sorted(fields, key=lambda one: one.kw_only):
            yield one.name, one.alias or one.name, one.kw_only, one.default
    else:
        for name in kind._fields:
            yield name, name, False, kind._field_defaults.get(name, attrs.NOTHING)
