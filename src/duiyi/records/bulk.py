"""Many files at once: each is read whole or refused with the reason; on request bad games alone are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from duiyi.records.errors import RecordError
from duiyi.records.formats import read_each, read_records
from duiyi.records.record import Record

__all__ = ["Imported", "find_files", "import_files"]

_COMPANIONS = {".jou", ".trn"}
"""Lists of names that belong to other files."""


class Imported(NamedTuple):
    """What became of one file: its records, and what was refused."""

    path: Path
    records: list[Record]
    errors: list[RecordError]


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The files of some paths, folders searched to the bottom; hidden files and lists of names are left out.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = [Path(folder, name).write_text("f5") for name in ("b.oth", "a.oth", ".hidden")]
    ...     [path.name for path in find_files([Path(folder)])]
    ['a.oth', 'b.oth']
    """
    files: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        found = (file for file in path.rglob("*") if file.is_file() and file.suffix.lower() not in _COMPANIONS)
        files += sorted(file for file in found if not file.name.startswith("."))
    return files


def import_files(
    files: Iterable[Path], format_name: str | None = None, *, skip_bad: bool = False
) -> Iterator[Imported]:
    """Read one file after another; a file that cannot be read is reported and the next one goes on.

    With `skip_bad` the good games of a collection are taken although others in it are bad.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.oth").write_text("f5d6"), Path(folder, "b.oth").write_text("f5f5")
    ...     files = find_files([Path(folder)])
    ...     [(len(one.records), [error.expected for error in one.errors]) for one in import_files(files)]
    [(1, []), (0, ['a legal move'])]
    """
    for file in files:
        try:
            data = file.read_bytes()
            if skip_bad:
                yield Imported(file, *read_each(data, str(file), format_name))
            else:
                yield Imported(file, read_records(data, str(file), format_name), [])
        except RecordError as error:
            yield Imported(file, [], [error])
        except OSError as error:
            found = error.strerror or str(error)
            yield Imported(file, [], [RecordError(str(file), "", "a file that can be read", found)])
