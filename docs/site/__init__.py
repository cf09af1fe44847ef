"""The generator of the documentation site: ``python -m docs.site``."""
