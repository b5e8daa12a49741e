"""Records of played games, and the file formats in which the world keeps them.

>>> from duiyi.records import Record, read_records
>>> read_records(b"(;GM[2]FF[4]PB[Ann];B[fe];W[df])")[0].mainline
('f5', 'd6')
"""

from duiyi.records.errors import RecordError
from duiyi.records.formats import (
    FORMATS,
    Format,
    format_of,
    read_each,
    read_records,
    sniff_format,
    write_record,
    write_records,
)
from duiyi.records.record import Header, Note, Record, Step

__all__ = [
    "FORMATS",
    "Format",
    "Header",
    "Note",
    "Record",
    "RecordError",
    "Step",
    "format_of",
    "read_each",
    "read_records",
    "sniff_format",
    "write_record",
    "write_records",
]
