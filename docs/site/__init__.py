"""What makes the documentation site: ``python -m docs.site``."""
