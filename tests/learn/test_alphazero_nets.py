"""Networks: torch, its export and the int8 twin answer alike; all games and seats can be learnt and played."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
import torch

import duiyi
from duiyi.analysis import Limits
from duiyi.engines.alphazero import AlphaZeroEngine
from duiyi.engines.alphazero_net import Net, net_path
from duiyi.engines.load import engine_names, load_engine, load_player
from duiyi.engines.onnx_file import OnnxFile
from duiyi.engines.planes import planes_mark
from duiyi.engines.sync import analyse, choose
from duiyi.learn.export import compare, export_net, quantize_net
from duiyi.learn.jobs import learnable
from duiyi.learn.loop import train
from duiyi.learn.net import layout_of
from duiyi.learn.report import write_report
from duiyi.learn.run import Run
from duiyi.learn.settings import Settings
from duiyi.learn.window import Symmetries
from duiyi.spec import SpecError
from tests.learn.networks import ALL, random_network, rows_of

SHIPPED = Path(duiyi.__file__).parent / "nets"


@pytest.fixture(scope="module")
def small_net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("nets") / "nogo5.onnx"
    export_net(random_network("nogo(size=5)"), path)
    return path


@pytest.mark.parametrize("spec", ALL)
def test_an_exported_network_answers_as_torch_does(spec: str, tmp_path: Path) -> None:
    network, rows = random_network(spec), rows_of(spec)
    export_net(network, tmp_path / "net.onnx")
    logits, rates = Net(tmp_path / "net.onnx", learnable(spec)).run(rows)
    with torch.no_grad():
        found = network(torch.from_numpy(rows))
    value = found.value.softmax(1) if network.layout.seats == 2 else found.value.sigmoid()
    np.testing.assert_allclose(logits, found.policy.numpy(), atol=1e-4)
    np.testing.assert_allclose(rates, value.numpy(), atol=1e-5)


def test_the_int8_twin_agrees_with_full_precision(tmp_path: Path) -> None:
    spec, rows = "gomoku(size=9)", rows_of("gomoku(size=9)", 128)
    export_net(random_network(spec), tmp_path / "net.onnx")
    quantize_net(tmp_path / "net.onnx", tmp_path / "int8.onnx", rows)
    agreement = compare(tmp_path / "net.onnx", tmp_path / "int8.onnx", spec, rows)
    assert agreement.top_move >= 0.8
    assert agreement.rate_mean < 0.01
    assert (tmp_path / "int8.onnx").stat().st_size < (tmp_path / "net.onnx").stat().st_size


@pytest.mark.parametrize("spec", ["reversi", "nogo(rows=3,cols=5)", "chinese_checkers", "xiangqi"])
def test_a_symmetry_turns_planes_and_moves_alike(spec: str) -> None:
    game, chance = learnable(spec), np.random.default_rng(1)
    symmetries = Symmetries(game, layout_of(game, 1, 8).places)

    def turned(planes: npt.NDArray[np.float32], symmetry: int) -> npt.NDArray[np.float32]:
        return planes.reshape(len(planes), -1)[:, symmetries.places[symmetry]].reshape(planes.shape)

    start = game.initial().features()
    # Half of the symmetries exchange the colours of Reversi's first four discs: such a game cannot be played.
    playable = [s for s in range(len(symmetries)) if np.array_equal(start, turned(start, s))]
    assert len(playable) > 1
    positions = {symmetry: game.initial() for symmetry in playable}
    for _ in range(8):
        move = int(chance.choice(positions[0].legal_moves()))
        for symmetry in playable:
            positions[symmetry] = positions[symmetry].after(int(symmetries.moves[symmetry, move]))
            planes = turned(positions[0].features(), symmetry)
            np.testing.assert_array_equal(planes, positions[symmetry].features())


@pytest.mark.parametrize(
    "spec", ["gomoku(size=7)", "reversi(size=6)", "xiangqi", "chinese_checkers(seats=3)", "chinese_checkers(seats=6)"]
)
def test_every_game_and_number_of_seats_runs_an_iteration(spec: str, tmp_path: Path) -> None:
    settings = Settings(
        game=spec,
        blocks=1,
        channels=8,
        games=2,
        games_per_job=2,
        slots=2,
        simulations=4,
        fast_simulations=2,
        batch=8,
        window=200,
        max_plies=24,
        gate_every=1,
        gate_games=2,
        gate_simulations=2,
        anchor="greedy",
        anchor_games=2,
        reuse=1,
    )
    lines = list(train(tmp_path, msgspec.structs.replace(settings, max_plies=24), iterations=1))
    assert lines[-1].rows > 0
    assert lines[-1].elo is not None
    assert lines[-1].anchor_score is not None
    page = write_report(Run(tmp_path), tmp_path / "report.html").read_text()
    assert "<svg" in page


def test_the_engine_shows_policy_and_value(small_net: Path) -> None:
    game = learnable("nogo(size=5)")
    engine = load_engine(f'alphazero(net="{small_net}",nodes=100)', game)
    found = analyse(engine, game.initial(), Limits(lines=3))
    assert found.final
    assert found.nodes == 100
    assert len(found.lines) == 3
    assert all(line.share is not None and 0 <= line.share <= 1 for line in found.lines)
    assert sum(found.rates) == pytest.approx(1)
    assert all(game.initial().is_legal(line.moves[0]) for line in found.lines)


def test_the_engine_repeats_itself_with_a_seed_and_goes_on_without(small_net: Path) -> None:
    game = learnable("nogo(size=5)")
    engine = AlphaZeroEngine(game, options={"net": str(small_net)})
    seeded = [engine.search(game.initial(), Limits(nodes=64, seed=4)) for _ in range(2)]
    assert [line.moves for line in seeded[0].lines] == [line.moves for line in seeded[1].lines]
    assert seeded[0].rates == seeded[1].rates
    timed = engine.search(game.initial(), Limits(seconds=0.05))
    assert timed.nodes > 0
    assert timed.depth >= 1


def test_the_engine_finds_a_win_within_its_tree(small_net: Path) -> None:
    game = learnable("nogo(size=5)")
    position, chance = game.initial(), np.random.default_rng(2)
    while len(position.legal_moves()) > 5:
        position = position.after(int(chance.choice(position.legal_moves())))
    while position.outcome() is None:
        found = AlphaZeroEngine(game, options={"net": str(small_net)}).search(position, Limits(nodes=3000))
        end_in = found.lines[0].end_in
        assert end_in is not None or len(position.legal_moves()) == 1, "so near the end everything is proven"
        mover, position = position.to_move, position.after(found.best)
        outcome = position.outcome()
        if outcome is not None and end_in is not None:
            assert (end_in > 0) == (outcome.scores[mover] == 1)


def test_the_engine_plays_by_name_everywhere(small_net: Path) -> None:
    game = learnable("nogo(size=5)")
    player = load_player(f'alphazero(net="{small_net}",nodes=16)', game)
    assert choose(player, game.initial()) in game.initial().legal_moves()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("alphazero(net=/nowhere/at.all)", "expected net to be a file"),
        ("alphazero(nets=3)", "expected name=value among"),
        ("alphazero", "expected a network for"),
    ],
)
def test_a_wrong_network_is_an_error_that_says_so(spec: str, words: str) -> None:
    with pytest.raises(SpecError, match=words.replace("(", r"\(")):
        load_engine(spec, learnable("nogo(rows=2,cols=3)"))


@pytest.mark.parametrize("option", ["batch=many", "batch=0", "curiosity=high", "memory=-1"])
def test_an_option_that_is_no_number_is_refused_at_once(option: str, small_net: Path) -> None:
    with pytest.raises(SpecError, match=option.split("=")[0]):
        load_engine(f'alphazero(net="{small_net}",{option})', learnable("nogo(size=5)"))


def test_advice_is_a_share_and_only_for_games_that_have_some(small_net: Path) -> None:
    for share in ("2", "-1", "much"):
        with pytest.raises(SpecError, match="advice"):
            load_engine(f"alphazero(advice={share})", learnable("chinese_checkers"))
    with pytest.raises(SpecError, match="expected no advice of an evaluation, which this game does not give"):
        load_engine(f'alphazero(net="{small_net}",advice=0.5)', learnable("nogo(size=5)"))


def test_a_depth_alone_is_a_short_look(small_net: Path) -> None:
    game = learnable("nogo(size=5)")
    found = AlphaZeroEngine(game, options={"net": str(small_net)}).search(game.initial(), Limits(depth=3))
    assert 0 < found.nodes <= 800


def test_the_engine_keeps_its_tree_between_moves(small_net: Path) -> None:
    game = learnable("nogo(size=5)")
    engine = AlphaZeroEngine(game, options={"net": str(small_net)})
    first = engine.search(game.initial(), Limits(nodes=512))
    position = game.initial().after(first.best).after(first.lines[0].moves[1])

    def visits(asked: AlphaZeroEngine) -> float:
        """Of the best move, if all had been made by the 256 simulations asked for."""
        return 256 * (asked.search(position, Limits(nodes=256)).lines[0].share or 0.0)

    assert visits(AlphaZeroEngine(game, options={"net": str(small_net)})).is_integer()
    assert not visits(engine).is_integer(), "visits of the search before count too"


def test_a_network_of_another_board_is_refused(small_net: Path, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="expected a network for nogo"):
        Net(small_net, learnable("nogo(size=7)"))
    (tmp_path / "bad.onnx").write_bytes(b"no network")
    with pytest.raises(SpecError, match="expected a network in"):
        Net(tmp_path / "bad.onnx", learnable("nogo"))
    assert net_path(learnable("nogo(size=5)"), str(small_net)) == small_net


def test_a_network_that_learnt_from_other_planes_is_refused(tmp_path: Path) -> None:
    game, path = learnable("nogo(size=5)"), tmp_path / "net.onnx"

    def loaded(**notes: str) -> Net:
        export_net(random_network(game.spec), path, notes)
        return Net(path, game)

    assert loaded(game=game.spec, planes=planes_mark(game))
    with pytest.raises(SpecError, match="the planes that nogo"):
        loaded(game=game.spec, planes="of long ago")
    assert loaded(), "a network made elsewhere says nothing of its planes"
    assert loaded(game="a game of somebody's own", planes="unknown")


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.onnx")), ids=lambda path: path.stem)
def test_a_shipped_network_has_a_card_and_plays_without_being_named(path: Path) -> None:
    game = learnable(path.stem)
    assert net_path(game) == path
    assert path.stat().st_size < 4_000_000
    assert OnnxFile(path).notes["planes"] == planes_mark(game)
    card = path.with_name(f"{path.name}.md").read_text(encoding="utf-8")
    assert all(word in card for word in ("data", "time", "fit", "strength", "duiyi learn alphazero"))
    position = game.initial()
    for _ in range(2):  # an empty board of Gomoku leaves nothing to think about
        position = position.after(position.legal_moves()[0])
    found = analyse(load_engine("alphazero", game), position, Limits(nodes=64, seed=1))
    assert found.nodes == 64
    assert "alphazero" in engine_names(game)
