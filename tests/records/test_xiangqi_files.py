"""Xiangqi files written by hand: PGN, DhtmlXQ, XQF, CBR and CBL."""

from __future__ import annotations

import struct

import pytest

from duiyi.records import Record, RecordError, ccbridge, dhtmlxq, pgn, read_records, write_record, xqf

ICCS = '[Game "Chinese Chess"]\n[Format "ICCS"]\n1. H2-E2 H9-G7\n2. h0g2 I9H9 1-0\n'
WXF = '[Game "Chinese Chess"]\n[Format "WXF"]\n1. C2.5 H8+7 2. H2+3 R9=8 1-0\n'
CHINESE = (
    '[Game "Chinese Chess"]\n[Event "全国赛"]\n[Red "甲"]\n[Black "乙"]\n1. 炮二平五 马８进７\n2. 傌二進三 车9平8 1-0\n'
)
MOVES = ("h2e2", "h9g7", "h0g2", "i9h9")


@pytest.mark.parametrize("text", [ICCS, WXF, CHINESE])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
def test_every_notation_in_every_encoding(text: str, encoding: str) -> None:
    (record,) = read_records(text.encode(encoding), "game.pgn")
    assert record.mainline == MOVES
    assert record.outcome is not None
    assert record.outcome.scores == (1.0, 0.0)


def test_pgn_by_content_in_gbk() -> None:
    assert read_records(CHINESE.encode("gbk"))[0].header.names == ("甲", "乙")


@pytest.mark.parametrize("notation", ["chinese", "wxf", "iccs"])
def test_pgn_is_written_in_every_notation(notation: str) -> None:
    record = Record.from_moves("xiangqi", MOVES).branch(1, "b9c7 b0c2").branch(3, "b7e7")
    assert pgn.read(pgn.write(record, notation)) == [record]


def test_algebraic_moves_of_chess_programs() -> None:
    (record,) = pgn.read(b'[Variant "xiangqi"]\n1. Che3 Hg8 2. Hg3 Rh10 *')
    assert record.mainline == MOVES


def test_algebraic_moves_of_xboard_count_ranks_from_nought() -> None:
    # As XBoard 4.9.1 saved it: pawns without a letter, also sideways, scores and seconds as comments.
    moves = """1. Che2 {+0.17/11} Cbe7 {-0.08/4 0.4} 2. Hg2 {+0.21/13 0.5} Hc7 3. Cbc2 Chg7 4. Ha2 g5 5. Rb0 Cxg3
    6. Rb5 g4 7. Rb4 gh4 8. Rxh4 Cg8 9. Rh8 Ra8 10. Hf4 Cxe3+ 11. Ade1 {Xboard adjudication} 1-0"""
    (record,) = pgn.read(f'[White "a"]\n[Variant "xiangqi"]\n{moves}'.encode())
    assert record.mainline[:4] == ("h2e2", "b7e7", "h0g2", "b9c7")
    assert record.mainline[13] == "g4h4"
    assert record.mainline[-1] == "d0e1"
    assert record.moves[2].comment == "+0.21/13 0.5"


def test_pgn_with_comments_variations_verdicts_and_clocks() -> None:
    (record,) = pgn.read(
        """[Game "Chinese Chess"]
        {opening words} 1. 炮二平五! $5 {[%clk 0:04:59.5][%emt 0.5] centre}
        (1. 炮八平五 {mirror} 马８进７ (1... 炮8平5) 2. 马二进三)
        1... 马８进７ ; to the end of the line
        *""".encode()
    )
    assert record.comment == "opening words"
    first, second = record.moves
    assert (first.move, first.marks, first.clock, first.seconds, first.comment) == (
        "h2e2",
        ("!", "!?"),
        299.5,
        0.5,
        "centre",
    )
    (line,) = first.variations
    assert [step.move for step in line] == ["b2e2", "h9g7", "h0g2"]
    assert line[0].comment == "mirror"
    assert line[1].variations[0][0].move == "h7e7"
    assert second.comment == "to the end of the line"


def test_a_comment_before_the_first_move_of_a_variation_belongs_to_it() -> None:
    (record,) = pgn.read(b'[Game "Chinese Chess"]\n1. h2e2 ({better} 1. b2e2) h9g7 *')
    assert record.moves[0].variations[0][0].comment == "better"
    assert record.mainline == ("h2e2", "h9g7")


def test_pgn_from_a_position_and_with_words_after_the_end() -> None:
    tags = '[Game "Chinese Chess"]\n[FEN "4k4/9/9/9/9/9/9/9/4R4/3K5 w"]\n[Result "1-0"]\n'
    text = f"{tags}1. 车五平六 将5平6 1-0\n====\nvisit us\n"
    (record,) = pgn.read(text.encode())
    assert record.start == "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1"
    assert record.mainline == ("e1d1", "e9f9")


def test_several_games_even_with_tags_in_comments() -> None:
    text = (
        '[Game "Chinese Chess"]\n1. h2e2 {see [Event "x"]} *\n\n[Game "Chinese Chess"]\n[Result "0-1"]\n1. b2e2 0-1\n'
    )
    records = pgn.read(text.encode())
    assert [record.mainline for record in records] == [("h2e2",), ("b2e2",)]
    assert records[1].outcome is not None


def test_pawns_of_crowded_files_are_told_apart() -> None:
    fen = "3k5/2P1P4/2P1P4/9/9/9/9/9/9/4K4 w"
    for text in ("四兵平六", "后七平六", "7-.6"):
        (record,) = pgn.read(f'[Game "Chinese Chess"]\n[FEN "{fen}"]\n1. {text} *'.encode())
        assert record.mainline == ("c7d7",)


def test_a_game_that_went_on_past_the_natural_limit_is_read_without_it() -> None:
    start = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 100"
    text = f'[Game "Chinese Chess"]\n[FEN "{start}"]\n1. a1a2 d9d8 2. a2a3 *'
    assert pgn.read(text.encode())[0].game == "xiangqi(natural=0)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. h2e2 h2e2 *", "line 2, column 9: expected a legal move, found 'h2e2'"),
        ("1. 炮二平九九 *", "expected a legal move, found '炮二平九九'"),
        ("1. h2e2 (1. b2e2 *", r"expected '\)' at the end of a variation"),
        ("1. h2e2 ) *", r"expected '\(' before '\)'"),
        ("1. h2e2 {never closed", "expected a move, a comment or a result"),
        ("1. h2e2 [broken", r"expected a move, a comment or a result, found '\[broken'"),
    ],
)
def test_bad_pgn(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        pgn.read(f'[Game "Chinese Chess"]\n{text}'.encode(), "x.pgn")


def test_pgn_of_another_game_is_refused() -> None:
    with pytest.raises(RecordError, match="expected a game of Chinese Chess, found 'Shogi'"):
        pgn.read(b'[Game "Shogi"]\n1. e4 *', "x.pgn")
    with pytest.raises(RecordError, match="expected a tag such as"):
        pgn.read(b"1. e4 e5", "x.pgn")


def dhtml(**tags: str) -> bytes:
    return "".join(f"[DhtmlXQ_{key}]{value}[/DhtmlXQ_{key}]\n" for key, value in tags.items()).encode()


def test_dhtmlxq_with_variations_of_variations_and_comments() -> None:
    (record,) = dhtmlxq.read(
        dhtml(
            title="顺炮",
            red="甲",
            black="乙",
            result="红胜",
            binit="8979695949392919097717866646260600102030405060708012720323436383",
            movelist="774770627967",
            move_1_2_2="1022",
            move_0_1_1="17471242",
            comment0="第一行||第二行",
            comment2="马",
            comment1_1="\\u597d",
        )
    )
    assert record.start is None
    assert record.mainline == ("h2e2", "h9g7", "h0g2")
    assert record.comment == "第一行\n第二行"
    assert record.moves[1].comment == "马"
    (line,) = record.moves[0].variations
    assert [step.move for step in line] == ["b2e2", "b7e7"]
    assert line[0].comment == "好"
    assert line[1].variations[0][0].move == "b9c7"
    assert record.outcome is not None
    assert record.outcome.scores == (1.0, 0.0)


def test_dhtmlxq_of_an_endgame_where_black_moves_first() -> None:
    pieces = ["99"] * 32
    pieces[4], pieces[20], pieces[16] = "49", "30", "00"
    (record,) = dhtmlxq.read(dhtml(binit="".join(pieces), movelist="0008"))
    assert record.start == "r2k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"
    assert record.mainline == ("a9a1",)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({"movelist": "7747774"}, "expected four digits from 0000 to 8989, found '774'"),
        ({"movelist": "77477747"}, "expected a legal move"),
        ({"movelist": "7747", "move_7_1_1": "1747"}, "expected a variation of a line that exists, found 'move_7_1_1'"),
        ({"binit": "123"}, "expected 32 points of two digits"),
        ({"title": "x"}, r"expected \[DhtmlXQ_movelist\]"),
    ],
)
def test_bad_dhtmlxq(tags: dict[str, str], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        dhtmlxq.read(dhtml(**tags), "x")


def test_a_dhtmlxq_tag_that_never_ends() -> None:
    with pytest.raises(RecordError, match="after its tag, found the end of the file"):
        dhtmlxq.read(b"[DhtmlXQ_title]x", "x")


# --- XQF ---

START = bytes((80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3)) + bytes(
    (9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86)
)


def xqf_header(version: int, keys: bytes = bytes(13), pieces: bytes = START, result: int = 1) -> bytearray:
    header = bytearray(0x400)
    header[:3] = b"XQ" + bytes([version])
    header[3:16] = keys
    header[0x10:0x30] = pieces
    header[0x33] = result
    for place, text in ((0x50, "仙人指路"), (0x130, "红方"), (0x140, "黑方")):
        raw = text.encode("gbk")
        header[place : place + 1 + len(raw)] = bytes([len(raw)]) + raw
    return header


def plain_node(origin: int, goal: int, flag: int, comment: str = "") -> bytes:
    raw = comment.encode("gbk")
    return bytes([origin + 24, goal + 32, flag, 0]) + struct.pack("<i", len(raw)) + raw


def test_xqf_version_one_in_the_clear() -> None:
    # h2e2 is 72 to 42, h9g7 is 79 to 67: column times ten plus row from the lower left.
    body = plain_node(0, 0, 0xF0, "开局") + plain_node(72, 42, 0xF0) + plain_node(79, 67, 0, "屏风马")
    (record,) = xqf.read(bytes(xqf_header(10)) + body, "x.xqf")
    assert record.mainline == ("h2e2", "h9g7")
    assert record.comment == "开局"
    assert record.moves[1].comment == "屏风马"
    assert record.header.title == "仙人指路"
    assert record.header.names == ("红方", "黑方")
    assert record.outcome is not None
    assert record.outcome.scores == (1.0, 0.0)


def scrambled(version: int, body: list[tuple[int, int, int, str]]) -> bytes:
    """A scrambled file, made by the inverse of what the reader does, written here once more from the description."""
    mask, ors, total, keys = 0x5A, (0x11, 0x22, 0x44, 0x81), 0x9C, (0x37, 0xC1, 0x5E)
    factor = [(((key * key * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8 for key in keys]
    piece_key = factor[0] * keys[0] % 256
    origin_key = factor[1] * piece_key % 256
    goal_key = factor[2] * origin_key % 256
    comment_key = (total * 256 + keys[0]) % 32000 + 767
    parts = [(key & mask) | bit for key, bit in zip((total, *keys), ors, strict=True)]
    stream = [letter & parts[place % 4] for place, letter in enumerate(b"[(C) Copyright Mr. Dong Shiwei.]")]
    shift = piece_key + 1 if version >= 12 else 0
    pieces = bytes((START[(place + shift) % 32] + piece_key) % 256 for place in range(32))
    plain = b""
    for origin, goal, flags, comment in body:
        raw = comment.encode("gbk")
        size = struct.pack("<i", len(raw) + comment_key) + raw if raw else b""
        plain += (
            bytes([(origin + 24 + origin_key) % 256, (goal + 32 + goal_key) % 256, flags | 0x20 * bool(raw), 0]) + size
        )
    hidden = bytes((byte + stream[place % 32]) % 256 for place, byte in enumerate(plain))
    header = xqf_header(version, bytes([mask, 0, 0, 0, 0, *ors, total, *keys]), pieces)
    return bytes(header) + hidden


@pytest.mark.parametrize("version", [11, 12, 15, 16, 18])
def test_xqf_scrambled_with_variations(version: int) -> None:
    body = [
        (0, 0, 0x80, "根"),
        (72, 42, 0x80 | 0x40, ""),  # h2e2, and there is another first move
        (79, 67, 0x40, "应"),  # h9g7, and another answer
        (19, 27, 0x00, ""),  # b9c7
        (12, 42, 0x00, "中炮"),  # b2e2
    ]
    (record,) = xqf.read(scrambled(version, body), "x.xqf")
    assert record.comment == "根"
    assert record.mainline == ("h2e2", "h9g7")
    assert record.moves[1].comment == "应"
    assert record.moves[1].variations[0][0].move == "b9c7"
    assert record.moves[0].variations[0][0].move == "b2e2"
    assert record.moves[0].variations[0][0].comment == "中炮"
    assert xqf.read(write_record(record, "xqf")) == [record]


def test_xqf_of_an_endgame_where_black_moves_first() -> None:
    pieces = bytearray(b"\xff" * 32)
    pieces[4], pieces[20], pieces[16] = 40, 39, 9
    body = plain_node(0, 0, 0xF0) + plain_node(9, 1, 0)
    (record,) = xqf.read(bytes(xqf_header(10, pieces=bytes(pieces), result=0)) + body)
    assert record.start == "r2k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"
    assert record.outcome is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK", "byte 0: expected the letters XQ"),
        (b"XQ\x0a", "byte 3: expected a header of 1024 bytes, found 3 bytes"),
        (bytes(xqf_header(10)), "byte 1024: expected a node of 4 bytes, found 0 bytes"),
        (bytes(xqf_header(10)) + plain_node(0, 0, 0xF0), "byte 1032: expected a node of 4 bytes"),
        (
            bytes(xqf_header(10)) + plain_node(0, 0, 0xF0) + plain_node(72, 81, 0),
            "byte 1032: expected a legal move, found",
        ),
        (
            bytes(xqf_header(10)) + plain_node(0, 0, 0xF0) + plain_node(72, 95, 0),
            "expected a point from 0 to 89, found 95",
        ),
        (
            bytes(xqf_header(10)) + bytes([24, 32, 0, 0, 255, 0, 0, 0]),
            "expected a comment of at most 0 bytes, found 255",
        ),
        (bytes(xqf_header(10, pieces=bytes(32))) + plain_node(0, 0, 0), "expected one piece on a point, found"),
    ],
)
def test_bad_xqf(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        xqf.read(data, "x.xqf")


# --- CBR and CBL ---


def cbr(moves: bytes, comment: str = "", result: int = 2, side: int = 1) -> bytes:
    data = bytearray(2214)
    data[:16] = b"CCBridge Record\0"
    for place, text in ((180, "标题"), (692, "赛事"), (1076, "红"), (1300, "黑")):
        raw = text.encode("utf-16-le")
        data[place : place + len(raw)] = raw
    data[2076], data[2116] = result, side
    board = Record.from_moves("xiangqi", "").position_at(0).board()
    codes = {letter: number for number, letter in enumerate("RNBAKCP", 1)}
    for cell, letter in enumerate(board):
        if letter:
            data[2120 + cell] = codes[letter.upper()] + (0x10 if letter.isupper() else 0x20)
    raw = comment.encode("utf-16-le")
    intro = struct.pack("<ii", 5, len(raw)) + raw if comment else struct.pack("<i", 0)
    return bytes(data) + intro + moves


def cell(square: str) -> int:
    return (9 - int(square[1])) * 9 + ord(square[0]) - 97


def step(mark: int, move: str, comment: str = "") -> bytes:
    raw = comment.encode("utf-16-le")
    size = struct.pack("<i", len(raw)) + raw if comment else b""
    return bytes([mark | 4 * bool(comment), 0, cell(move[:2]), cell(move[2:])]) + size


def test_cbr_with_a_variation_and_comments() -> None:
    moves = step(0, "h2e2") + step(2, "h9g7", "屏风马") + step(1, "h0g2") + step(1, "b9c7")
    (record,) = ccbridge.read(cbr(moves, "卷首语"), "x.cbr")
    assert record.mainline == ("h2e2", "h9g7", "h0g2")
    assert record.moves[1].comment == "屏风马"
    assert record.moves[1].variations[0][0].move == "b9c7"
    assert record.comment == "卷首语"
    assert record.header.names == ("红", "黑")
    assert (record.header.title, record.header.event) == ("标题", "赛事")
    assert record.outcome is not None
    assert record.outcome.scores == (0.0, 1.0)


def library(*games: bytes) -> bytes:
    head = struct.pack("<16s44si512s", b"CCBridgeLibrary\0", b"", len(games), "棋库".encode("utf-16-le"))
    return head.ljust(101_952, b"\0") + b"".join(game.ljust(-len(game) // 4096 * -4096, b"\0") for game in games)


def test_cbl_with_several_games_a_long_one_and_a_title_page() -> None:
    page = bytearray(cbr(b""))
    page[2120:2210] = bytes(90)
    long = cbr(step(1, "h2e2", "长" * 4000))
    records = read_records(library(bytes(page), cbr(step(1, "h2e2")), long, cbr(step(1, "b2e2"))), "x.cbl")
    assert [record.mainline for record in records] == [("h2e2",), ("h2e2",), ("b2e2",)]
    assert len(records[1].moves[0].comment) == 4000


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"nothing", "expected CCBridge Record or CCBridgeLibrary"),
        (b"CCBridge Record\0", "byte 16: expected a header of 2214 bytes"),
        (cbr(step(1, "h2e3")), "byte 2218: expected a legal move"),
        (cbr(bytes([1, 0, 200, 3])), "byte 2218: expected points from 0 to 89, found 200 and 3"),
        (cbr(bytes([5, 0, 64, 67, 255, 255, 0, 0])), "expected a comment of at most 0 bytes"),
        (library(), "expected a game in the library, found none"),
        (library(cbr(step(1, "h2e2")), cbr(step(1, "h2e3"))), "game 2, byte 108266: expected a legal move"),
    ],
)
def test_bad_ccbridge(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        ccbridge.read(data, "x")


def test_ccbridge_is_not_written() -> None:
    with pytest.raises(RecordError, match="expected a suffix that can be written"):
        write_record(Record.from_moves("xiangqi", "h2e2"), "x.cbr")
