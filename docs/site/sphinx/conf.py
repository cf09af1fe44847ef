"""How Sphinx makes the reference."""

from importlib.metadata import version as installed
from pkgutil import resolve_name
from typing import Any

import attrs
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

project = "Era of Inventions"
version = release = installed("era-of-inventions")
extensions = ["sphinx.ext.autodoc", "sphinx.ext.linkcode"]
nitpicky = True
nitpick_ignore = [("py:class", name) for name in ("Fraction", "SearchStrategy")]  # imported for type checkers alone
nitpick_ignore_regex = [("py:class", r"(era_of_inventions\..+\.)?[A-Z]")]  # type variables
default_role = "name"
html_theme = "furo"
html_title = "Era of Inventions: reference"
html_favicon = "icon.svg"
html_copy_source = False
html_show_sourcelink = False
html_use_index = True
html_static_path = ["static"]
html_css_files = ["reference.css"]
html_sidebars = {"**": ["site.html", "sidebar/scroll-start.html", "sidebar/navigation.html", "sidebar/scroll-end.html"]}
templates_path = ["templates"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0f5e72", "color-brand-content": "#0f5e72"},
    "dark_css_variables": {"color-brand-primary": "#7fc8d8", "color-brand-content": "#7fc8d8"},
}
autodoc_typehints = "signature"
autodoc_use_type_comments = False


class NameRole(PyXRefRole):
    """A name in single backticks, as docstrings write it: whatever ends so, in the same module first."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Be a reference to any name of Python, whatever the role is called."""
        self.name = "py:obj"
        return super().run()

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Look for the name as the end of a full name too."""
        return super().process_link(env, refnode, has_explicit_title, title, f".{target.lstrip('.')}")


def without_place(app: Sphinx, env: BuildEnvironment, node: nodes.Element, words: nodes.Element) -> object:
    """Deal with a name that has no place in the reference; None, and so a warning, if there is nothing of that name.

    A field without a description is described with its class. A name of another package is not linked.
    """
    name = node["reftarget"].lstrip(".")
    owner, _, field = name.rpartition(".")
    module, context = node.get("py:module"), node.get("py:class")
    found = env.domains.python_domain.find_obj(env, module, context, owner, "class", 1) if owner else []
    if len(found) == 1 and field in attrs.fields_dict(resolve_name(found[0][0])):
        place = found[0][1]
        return make_refnode(app.builder, node["refdoc"], place.docname, place.node_id, words)
    return words if _exists(name) or _exists(f"{module}.{name}") else None


def _exists(name: str) -> bool:
    try:
        resolve_name(name)
    except (AttributeError, ImportError, ValueError):
        return False
    return True


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """The page of the site that shows the source of a name."""
    from docs.site.reference import source_link

    return source_link(info["module"], info["fullname"]) if domain == "py" else None


def without_search(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Let no page of the reference offer a search of its own; the site has one for all."""
    has = context["hasdoc"]
    context["hasdoc"] = lambda name: name != "search" and has(name)


def setup(app: Sphinx) -> dict[str, Any]:
    """Make the role of single backticks known, and leave out the search."""
    app.add_role("name", NameRole())
    app.connect("html-page-context", without_search)
    app.connect("missing-reference", without_place)
    return {"parallel_read_safe": True}
