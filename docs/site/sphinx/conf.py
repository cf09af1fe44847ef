"""How Sphinx makes the reference."""

from importlib.metadata import version as installed
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.environment import BuildEnvironment

project = "Era of Inventions"
version = release = installed("era-of-inventions")
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.linkcode"]
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
    return {"parallel_read_safe": True}
