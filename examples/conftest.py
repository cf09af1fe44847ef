"""The profiles of Hypothesis and the reports of failures are those of the other tests."""

from tests.conftest import pytest_configure, pytest_runtest_makereport

__all__ = ["pytest_configure", "pytest_runtest_makereport"]
