"""What is kept: tables, the connection, the one writer, migrations."""

from duiyi.server.store.database import Database
from duiyi.server.store.writer import Write, Writer

__all__ = ["Database", "Write", "Writer"]
