"""Databases of the first tables become databases with a library."""

from __future__ import annotations

import alembic.command
import alembic.config
import sqlalchemy as sa

from duiyi import load_game
from duiyi.server.archive import stored_key
from duiyi.server.store.database import upgrade


def test_positions_of_older_games_get_keys_that_know_the_symmetries() -> None:
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        config = alembic.config.Config()
        config.set_main_option("script_location", "duiyi.server.store:migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "0001")
        game = load_game("reversi")
        row: dict[str, object] = dict.fromkeys(("outcome", "settlement", "clock", "reason", "room"), "x")
        row |= dict.fromkeys(("rated", "assisted", "public"), False) | {"started": 1, "ended": 2, "plies": 1}
        row |= {"game": "reversi", "spec": "reversi", "start": game.initial().text()}
        row |= {"moves": '[{"seat":0,"text":"f5"}]'}
        rows = [row | {"id": "old"}, row | {"id": "gone", "spec": "a game of the past"}]
        names = ", ".join(rows[0])
        insert = sa.text(f"insert into records ({names}) values ({', '.join(':' + name for name in rows[0])})")
        connection.execute(insert, rows)
        for record in ("old", "gone"):
            for ply in (0, 1):
                values = {"record": record, "ply": ply, "key": 77}
                connection.execute(sa.text("insert into positions values (:record, :ply, :key)"), values)
        upgrade(connection)
        found = connection.execute(sa.text("select record, ply, key from positions")).all()
        assert {(record, ply): key for record, ply, key in found} == {
            ("old", 0): stored_key(game.initial()),
            ("old", 1): stored_key(game.initial().after(game.parse_move("d3"))),
            ("gone", 0): 77,
            ("gone", 1): 77,
        }
        assert connection.execute(sa.text("select imported from records where id = 'old'")).scalar() == 0
    engine.dispose()
