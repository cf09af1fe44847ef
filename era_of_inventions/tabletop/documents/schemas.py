"""JSON Schemas (draft 2020-12) of all documents, and of the files that people write in TOML.

The schemas of documents are derived from the shapes that read the documents. With the
schemas of TOML files, an editor can check their form. What depends on other values,
such as whether an id exists, is checked when the file is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.tabletop.disputes import file_schema
from era_of_inventions.tabletop.documents.agreements import general
from era_of_inventions.tabletop.documents.heads import VERSION, Document, with_head
from era_of_inventions.tabletop.documents.judged import ReportDocument
from era_of_inventions.tabletop.documents.kinds import KINDS, OUTPUTS, DocumentKind
from era_of_inventions.tabletop.documents.positions import records
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.values.json_schema import DEFINED, REFERS
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import Inside

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def every_schema(rulebook: AnyRulebook) -> dict[str, Schema]:
    """Return all schemas of a game, keyed by the names of their files without ``.json``."""
    report = Document("report", Inside(ReportDocument, "Report")).schema(general(rulebook))
    return {
        **{kind.name: document_schema(rulebook, kind) for kind in (*KINDS, *OUTPUTS)},
        "report": schema_file(rulebook, f"report:{VERSION}", *_body(rulebook, report)),
        "dispute-file": schema_file(rulebook, "dispute-file", file_schema(rulebook), {}),
        "component-file": schema_file(
            rulebook, "component-file", rulebook.components.file_schema(), {}
        ),
    }


def document_schema(rulebook: AnyRulebook, kind: DocumentKind) -> Schema:
    """Return the schema of a kind of document."""
    body, definitions = _body(rulebook, kind.body.schema(general(rulebook)))
    if "oneOf" in body:
        names = [_name_in(alternative) for alternative in body["oneOf"]]
        alternatives = [
            with_head(rulebook, kind.name, definitions.pop(name)) for name in names
        ]
        body = {"title": kind.of(rulebook).__name__, **body, "oneOf": alternatives}
    else:
        body = with_head(rulebook, kind.name, body)
    return schema_file(rulebook, f"{kind.name}:{VERSION}", body, definitions)


def schema_file(
    rulebook: AnyRulebook, name: str, body: Schema, definitions: Schema
) -> Schema:
    """Return the content of a schema's own file: the schema with its dialect, id and definitions."""
    schema = {"$schema": DIALECT, "$id": f"urn:{rulebook.name}:schema:{name}", **body}
    return {**schema, "$defs": dict(sorted(definitions.items()))} if definitions else schema


def _body(rulebook: AnyRulebook, schema: Mapping[str, Any]) -> tuple[Schema, Schema]:
    """Split a schema into its body and the definitions that it refers to."""
    definitions: Schema = {}
    body = _collected(rulebook, schema, definitions)
    return (definitions.pop(_name_in(body)) if "$ref" in body else body), definitions


def _name_in(reference: Mapping[str, str]) -> str:
    return reference["$ref"].rpartition("/")[2]


def _collected(rulebook: AnyRulebook, value: Any, definitions: Schema) -> Any:
    """Replace the named parts of a schema by references, and add them to the ``definitions``.

    Raises ValueError if two different parts have the same name.
    """
    if isinstance(value, list | tuple):
        return [_collected(rulebook, part, definitions) for part in value]
    if not isinstance(value, Mapping):
        return value
    if REFERS in value:
        about = {key: part for key, part in value.items() if key != REFERS}
        return {**_collected(rulebook, value[REFERS], definitions), **about}
    if "$ref" in value and (name := _name_in(value)) not in definitions:
        definitions[name] = {}  # it may refer to itself
        body = {key: part for key, part in records(rulebook)[name].items() if key != DEFINED}
        definitions[name] = {"title": name, **_collected(rulebook, body, definitions)}
    collected = {
        key: _collected(rulebook, part, definitions)
        for key, part in value.items()
        if key != DEFINED
    }
    if DEFINED not in value:
        return collected
    name = value[DEFINED]
    defined = {"title": name, **collected}
    if definitions.setdefault(name, defined) != defined:
        raise ValueError(f"two schemas are called {name}; expected different names")
    return {"$ref": f"#/$defs/{name}"}
