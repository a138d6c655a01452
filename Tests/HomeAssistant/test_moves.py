"""Items that a former version announced under topics without their owners."""

import subprocess

import pytest

from service import HOME, north_of, wait_until
from world import former, former_topic, topic_of


def placed_by_a_former_version(world, things):
    """Has Home Assistant know things as it did with a former version, and its user rename one entity of each.

    The service runs without announcing anything, so that all else is as it was.
    """
    world.history.flags = ["--home-assistant", "off"]
    world.history.start()
    for device, topic in things.items():
        world.history.thing(device, device, 1)
        world.broker.publish(topic, former(device, device))
    world.home.start()
    for device in things:
        world.home.wait_for_all(device, world.broker)
        entity = world.home.entities(device)["battery"]["entity"]
        to = {"new_entity_id": f"sensor.mine_{device.replace('/', '_of_')}", "name": "Mine"}
        world.home.ask("change", entity=entity, to=to)
    for device in things:
        world.home.wait_for_all(device, world.broker)
    world.history.stop()
    world.history.flags = []
    return {device: world.home.ids(device) for device in things}


def assert_moved(world, ids, others=()):
    """Everything stands at its own topic only, with the entities of before, and follows its tracker."""
    for device in ids:
        world.home.wait_for_all(device, world.broker)
        after = world.home.ids(device)
        assert {name: after[name] for name in ids[device]} == ids[device]
        assert after["battery"][1] == "Mine"
        world.home.wait_for_state(device, "lost", "off")
    own = {topic_of(*device.split("/")) for device in [*ids, *others]}
    assert set(world.broker.kept) == own
    moved = next(iter(ids))
    world.history.fix(moved, north_of(HOME, 40))
    world.home.wait_for_state(moved, "lost", "on")


def test_an_item_moves_while_home_assistant_runs(world):
    ids = placed_by_a_former_version(world, {"sam/keys": former_topic("keys")})
    world.history.start()
    wait_until(lambda: list(world.broker.kept) == [topic_of("sam", "keys")], "it stands at its own topic")
    assert_moved(world, ids)
    world.expect_left("keys")


def test_an_item_moves_while_home_assistant_is_away(world):
    ids = placed_by_a_former_version(world, {"sam/keys": former_topic("keys")})
    world.home.stop()
    world.history.start()
    wait_until(lambda: list(world.broker.kept) == [topic_of("sam", "keys")], "it stands at its own topic")
    world.home.start()
    assert_moved(world, ids)


def test_a_namesake_that_is_new_takes_nothing_from_the_one_that_moves(world):
    ids = placed_by_a_former_version(world, {"sam/keys": former_topic("keys")})
    # It is known to the service before that one is announced.
    world.history.flags = ["--home-assistant", "off"]
    world.history.start()
    world.history.thing("ben/keys", "sam/keys", 1)
    world.history.stop()
    world.history.flags = []
    world.history.start()
    world.home.wait_for_all("ben/keys", world.broker)
    world.home.wait_for_all("sam/keys", world.broker)
    after = world.home.ids("sam/keys")
    assert {name: after[name] for name in ids["sam/keys"]} == ids["sam/keys"]
    assert not [entity for entity, *_ in after.values() if entity.endswith("_2")]
    world.expect_left("keys")


@pytest.mark.parametrize("order", [["sam/keys", "x/sam_keys"], ["x/sam_keys", "sam/keys"]])
def test_one_leaves_the_topic_that_is_another_s_before_that_one_comes(world, order):
    """x/sam_keys stood where sam/keys is announced now."""
    topics = {device: former_topic(device.split("/")[1]) for device in order}
    assert topics["x/sam_keys"] == topic_of("sam", "keys")
    ids = placed_by_a_former_version(world, topics)
    world.history.start()
    assert_moved(world, ids)
    world.expect_left("keys", "sam_keys")


def test_an_item_that_the_service_does_not_know_yet_leaves_for_another_and_is_itself_again_later(world):
    ids = placed_by_a_former_version(world, {"x/sam_keys": former_topic("sam_keys")})
    # The database is lost, and its tracker silent.
    world.empties_former = True
    for file in world.history.data.glob("history.sqlite*"):
        file.unlink()
    world.broker.publish("owntracks/x/sam_keys", "")
    for what in ["reported", "desired", "availability"]:
        world.broker.publish(f"tagalong/x/sam_keys/{what}", "")
    world.history.start()
    world.history.thing("sam/keys", "Keys", 1)
    world.home.wait_for_all("sam/keys", world.broker)
    world.history.thing("x/sam_keys", "x/sam_keys", 1)
    assert_moved(world, ids, ["sam/keys"])
    world.home.wait_for_all("sam/keys", world.broker)


def test_an_item_that_a_former_version_announced_goes_when_it_is_deleted_by_the_command(world):
    placed_by_a_former_version(world, {"sam/keys": former_topic("keys")})
    world.empties_former = True
    subprocess.run([world.history.program, "delete", "sam/keys", "--yes", "--data-dir", world.history.data], check=True)
    world.history.start()
    wait_until(lambda: not world.home.entities("sam/keys"), "it is gone")
    wait_until(lambda: not world.broker.kept, "its topic is empty")
    world.home.ask("settle")
