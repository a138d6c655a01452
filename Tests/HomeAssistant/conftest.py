"""What the tests with Home Assistant share: a broker, the history service and Home Assistant itself, all of them empty."""

import os
import pathlib
import sys

import pytest

# The service, as the tests of the pages run it too.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
pytest.register_assert_rewrite("world")

from world import Homes, World  # noqa: E402


@pytest.fixture(scope="session")
def tagalong():
    """The program under test."""
    return os.environ["TAGALONG"]


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """What each Home Assistant is forked from."""
    homes = Homes(tmp_path_factory.mktemp("homes"))
    yield homes
    homes.stop()


@pytest.fixture
def world(tagalong, homes, tmp_path):
    """Nobody has told anybody anything yet; at the end Home Assistant's log has nothing in it that a test did not expect."""
    world = World(tagalong, homes, tmp_path)
    yield world
    world.stop()
    world.check()


@pytest.fixture
def home(world):
    """Home Assistant, running."""
    world.home.start()
    return world.home


@pytest.fixture
def history(world):
    """The history service, running."""
    world.history.start()
    return world.history


@pytest.fixture
def broker(world):
    return world.broker
