"""The running app does without what only training needs."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

IMPORT_EVERYTHING = """
import importlib, pkgutil, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"torch", "torchvision", "ultralytics", "onnx"}:
            raise AssertionError("imports " + name)

sys.meta_path.insert(0, Refuse())
count = 0
for package in ("kibitz_scoring", "kibitz_vision", "kibitz_server"):
    top = importlib.import_module(package)
    for module in pkgutil.walk_packages(top.__path__, package + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
            count += 1
if len(sys.argv) > 1:
    importlib.import_module(sys.argv[1])
print(count)
"""


def imported(*extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", IMPORT_EVERYTHING, *extra], capture_output=True, text=True, timeout=120, check=False
    )


def test_the_app_imports_nothing_of_training() -> None:
    done = imported("kibitz_models.weights")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) > 10


def test_an_import_of_torch_would_be_noticed() -> None:
    done = imported("torch")
    assert done.returncode != 0
    assert "imports torch" in done.stderr


THREADS_OF_A_COMMAND = """
import sys

import pytest
from kibitz_server.cli import main

sys.argv = ["kibitz", "--version"]
try:
    main()
except SystemExit:
    import cv2

    print(cv2.getNumThreads())
"""


def test_pictures_are_worked_on_in_one_thread_that_waits_for_no_other() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS_OF_A_COMMAND], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "1"


ARENAS_OF_A_COMMAND = """
import ctypes, sys, threading
if sys.argv[1] == "command":
    from kibitz_server.cli import main

    sys.argv = ["kibitz", "--version"]
    try:
        main()
    except SystemExit:
        pass
allocator = ctypes.CDLL(None)
together = threading.Barrier(4)
def allocate():
    allocator.malloc(10_000)
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
allocator.malloc_stats()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has arenas")
@pytest.mark.parametrize(("begun", "is_one"), [("command", True), ("nothing", False)])
def test_threads_of_a_command_keep_no_memory_each(begun: str, *, is_one: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ARENAS_OF_A_COMMAND, begun], capture_output=True, text=True, timeout=120, check=True
    )
    assert (done.stderr.count("Arena ") == 1) == is_one, done.stderr
