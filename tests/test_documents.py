"""Every example in the documents and docstrings runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import duiyi
from tests.places import ROOT

DOCUMENTS = sorted(
    path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")] if ">>> " in path.read_text(encoding="utf-8")
)
EXAMPLES = sorted(path.stem for path in ROOT.glob("examples/*.py"))
# The command line and servers are started by other tests; everything else must import and its examples must run.
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(duiyi.__path__, "duiyi.")
    if not module.name.startswith(("duiyi._", "duiyi.learn"))
    and not module.name.endswith("__main__")
    and ".migrations" not in module.name
)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_of_a_document_run(path: Path) -> None:
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 0


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_an_example_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
