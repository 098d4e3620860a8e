"""Training: a few steps of each model, killed and resumed, exported and compared."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets import pool
from kibitz_datasets.pool import Kind, PoolConfig, Split, render_pool
from kibitz_scoring.errors import InputError
from kibitz_vision.reading.onnx_model import OnnxModel

pytestmark = pytest.mark.train


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A handful of pictures of each kind, from two drawn decks."""
    folder = tmp_path_factory.mktemp("pool")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setattr(pool, "TRAIN_DRAWN", range(2))
        for kind in Kind:
            render_pool(PoolConfig(folder, kind, Split.TRAIN, shards=1, seed=1, pictures=12), workers=1)
    return folder


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Starting weights that match nothing: what is tested needs no download."""
    import torch

    path = tmp_path_factory.mktemp("start") / "empty.pt"
    torch.save({}, path)
    return path


@pytest.mark.parametrize("name", ["detector", "corners", "reader", "hands"])
def test_a_model_trains_exports_and_computes_the_same(name: str, material: Path, start: Path, tmp_path: Path) -> None:
    from kibitz_models.training import export, train

    model = train.Model(name)
    config = replace(train.RECIPES[model], steps=3, batch=2, warmup_steps=1, threads=2)
    trained = train.run(model, config, train.TrainPaths(material, start, tmp_path / "checkpoint.pt"))
    out = tmp_path / f"{name}.onnx"
    export.EXPORTS[model](trained, out)  # raises where the file differs from the trained model
    assert out.stat().st_size < 16_000_000
    shapes = {"detector": (1, 3, 320, 640), "corners": (3, 3, 128, 96), "reader": (3, 3, 144, 96)}
    output = OnnxModel(out).run(np.zeros(shapes.get(name, (1, 3, 224, 320)), np.float32))[0]
    assert np.isfinite(output).all()


def test_a_run_that_was_cut_off_ends_where_an_uncut_one_does(material: Path, start: Path, tmp_path: Path) -> None:
    import torch

    from kibitz_models.training import train

    recipe = replace(train.RECIPES[train.Model.CORNERS], batch=4, warmup_steps=1, threads=1)
    whole = train.TrainPaths(material, start, tmp_path / "whole.pt")
    cut = train.TrainPaths(material, start, tmp_path / "cut.pt")
    uncut = train.run(train.Model.CORNERS, replace(recipe, steps=6), whole)

    class KilledError(Exception):
        pass

    def kill_at_four(step: int, _: float) -> None:
        if step == 4:
            raise KilledError

    from kibitz_models.training.loop import train as loop

    with pytest.raises(KilledError):
        config = replace(recipe, steps=6, checkpoint_s=0)
        loop(train.build_task(train.Model.CORNERS, cut), config, cut.checkpoint, kill_at_four)
    resumed = train.run(train.Model.CORNERS, replace(recipe, steps=6), cut)
    for a, b in zip(uncut.state_dict().values(), resumed.state_dict().values(), strict=True):
        assert torch.allclose(a, b, atol=1e-5)


def test_a_checkpoint_that_is_none_is_named(tmp_path: Path) -> None:
    from kibitz_models.training.loop import load_checkpoint

    path = tmp_path / "checkpoint.pt"
    path.write_bytes(b"no checkpoint")
    with pytest.raises(InputError, match=r"checkpoint\.pt: not a checkpoint"):
        load_checkpoint(path)


def test_an_empty_pool_says_what_to_do(tmp_path: Path) -> None:
    from kibitz_models.training.reader_task import Shards

    with pytest.raises(InputError, match="kibitz render crops"):
        Shards(tmp_path / "crops")


@pytest.mark.parametrize("name", ["detector", "reader"])
def test_training_goes_on_from_a_shipped_model_as_it_computes(name: str, material: Path, start: Path) -> None:
    import torch

    from kibitz_models.training import train
    from kibitz_models.weights import FOLDER

    shipped = FOLDER / f"{name}.onnx"
    task = train.build_task(train.Model(name), train.TrainPaths(material, shipped, start))
    model = task.build().eval()
    pictures = torch.rand(2, 3, *((144, 96) if name == "reader" else (320, 320)))
    with torch.no_grad():
        scores = model(pictures)[1] if name == "reader" else model(pictures[:1])[0][:, 4:-1]
    stored = OnnxModel(shipped).run(pictures.numpy() if name == "reader" else pictures[:1].numpy())[0]
    assert np.abs(scores.numpy() - (stored if name == "reader" else stored[:, 4:-1])).max() < 0.05


def test_a_file_of_another_network_is_no_start(material: Path, tmp_path: Path) -> None:
    from kibitz_models.training import train
    from kibitz_models.weights import FOLDER

    task = train.build_task(train.Model.READER, train.TrainPaths(material, FOLDER / "corners.onnx", tmp_path))
    with pytest.raises(InputError, match="fits nothing"):
        task.build()
    broken = tmp_path / "no.onnx"
    broken.write_bytes(b"no network")
    with pytest.raises(InputError, match="no ONNX file"):
        train.build_task(train.Model.READER, train.TrainPaths(material, broken, tmp_path)).build()
