"""The documentation: its sources, and in `docs.site` what makes a site of them."""
