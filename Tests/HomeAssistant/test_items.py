"""Items in a real Home Assistant: what becomes of entities, their ids and what its user set up for them."""

from service import HOME, north_of, wait_until
from world import Home


def test_an_item_appears_with_its_states_and_follows_its_tracker(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    home.wait_for_state("sam/keys", "lost", "off")
    entities = home.entities("sam/keys")
    assert entities["battery"]["state"] == "80"
    assert entities["mode"]["state"] == "bluetooth"
    assert entities["position"]["attributes"]["friendly_name"] == "Keys"
    assert round(entities["position"]["attributes"]["longitude"], 4) == HOME[1]
    history.fix("sam/keys", north_of(HOME, 40))
    home.wait_for_state("sam/keys", "lost", "on")
    assert 39 < float(home.state("sam/keys", "distance")) < 41


def test_two_owners_trackers_of_one_name_are_two_devices_and_each_is_deleted_alone(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    sams = home.ids("sam/keys")
    history.thing("ben/keys", "Keys", 30)
    home.wait_for_all("ben/keys", broker)
    home.wait_for_state("ben/keys", "lost", "on")
    bens = home.ids("ben/keys")
    assert bens["battery"][0] == "sensor.keys_battery_2"
    assert {entity[2] for entity in sams.values()}.isdisjoint(entity[2] for entity in bens.values())
    # He that came first has all that was his.
    home.wait_for_all("sam/keys", broker)
    assert home.ids("sam/keys") == sams
    assert home.state("sam/keys", "lost") == "off"

    history.delete("ben/keys")
    wait_until(lambda: not home.entities("ben/keys"), "ben/keys is gone")
    home.wait_for_all("sam/keys", broker)
    assert home.ids("sam/keys") == sams
    history.fix("sam/keys", north_of(HOME, 40))
    home.wait_for_state("sam/keys", "lost", "on")


def test_the_one_who_came_first_is_deleted_and_the_other_stays(history, home, broker):
    for device in ["sam/keys", "ben/keys"]:
        history.thing(device, "Keys", 1)
        home.wait_for_all(device, broker)
    bens = home.ids("ben/keys")
    history.delete("sam/keys")
    wait_until(lambda: not home.entities("sam/keys"), "sam/keys is gone")
    home.wait_for_all("ben/keys", broker)
    assert home.ids("ben/keys") == bens
    assert list(broker.kept) == ["homeassistant/device/tagalong_ben_keys/config"]


def test_a_deleted_item_is_taken_off_once_whenever_its_tracker_hears_of_it(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    history.delete("sam/keys")
    wait_until(lambda: not home.entities("sam/keys"), "sam/keys is gone")
    history.stop()
    history.start()
    home.ask("settle")
    history.reported("sam/keys", 9, "off", registered=False)
    wait_until(lambda: not any(topic.startswith("tagalong/sam/keys/") for topic in broker.own), "nothing is kept of it")
    home.ask("settle")
    assert not home.entities("sam/keys")
    # As a new item.
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)


def test_an_owner_with_an_underscore_is_no_other_owner(history, home, broker):
    devices = ["a/b_c", "a_b/c"]
    for device in devices:
        history.thing(device, device, 1)
        home.wait_for_all(device, broker)
    ids = home.ids("a/b_c")
    history.delete("a_b/c")
    wait_until(lambda: not home.entities("a_b/c"), "a_b/c is gone")
    home.wait_for_all("a/b_c", broker)
    assert home.ids("a/b_c") == ids


def test_a_renamed_item_keeps_its_entities(history, home, broker):
    history.thing("sam/keys", "Keys")
    home.wait_for_all("sam/keys", broker)
    ids = home.ids("sam/keys")
    history.patch("/api/v1/items/sam/keys", {"item": "Car keys"})
    wait_until(lambda: home.entities("sam/keys")["lost"]["device"] == "Car keys", "the device is renamed")
    home.wait_for_all("sam/keys", broker)
    after = home.ids("sam/keys")
    assert after == ids
    assert home.entities("sam/keys")["lost"]["attributes"]["friendly_name"] == "Car keys Lost"


def test_what_its_user_has_set_up_outlives_renaming_and_both_restarts(world, history, home, broker):
    history.thing("sam/keys", "Keys")
    home.wait_for_all("sam/keys", broker)
    entities = home.entities("sam/keys")
    home.ask("change", entity=entities["battery"]["entity"], to={"new_entity_id": "sensor.hook", "name": "Hook"})
    home.ask("change", entity=entities["mode"]["entity"], to={}, disabled=True)
    home.wait_for_all("sam/keys", broker)
    ids = home.ids("sam/keys")
    assert ids["battery"][:2] == ("sensor.hook", "Hook")
    assert ids["mode"][3]

    history.patch("/api/v1/items/sam/keys", {"item": "Car keys"})
    wait_until(lambda: home.entities("sam/keys")["lost"]["device"] == "Car keys", "the device is renamed")
    home.stop()
    home.start()
    home.wait_for_all("sam/keys", broker)
    assert home.ids("sam/keys") == ids
    history.stop()
    home.wait_for_state("sam/keys", "lost", "unavailable")
    history.start()
    home.wait_for_all("sam/keys", broker)
    assert home.ids("sam/keys") == ids


def test_home_assistant_is_right_again_after_it_was_away(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    history.thing("ben/keys", "Keys", 1)
    for device in ["sam/keys", "ben/keys"]:
        home.wait_for_all(device, broker)
    ids = {device: home.ids(device) for device in ["sam/keys", "ben/keys"]}
    home.stop()
    history.fix("sam/keys", north_of(HOME, 40))
    wait_until(lambda: history.items()["sam/keys"]["level"] == "critical", "the keys are left behind")
    home.start()
    for device, lost in [("sam/keys", "on"), ("ben/keys", "off")]:
        home.wait_for_all(device, broker)
        home.wait_for_state(device, "lost", lost)
        assert home.ids(device) == ids[device]


def test_a_service_that_ends_or_is_killed_makes_entities_unavailable_until_it_is_back(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    ids = home.ids("sam/keys")
    for kill in [False, True]:
        history.stop(kill)
        home.wait_for_state("sam/keys", "lost", "unavailable")
        assert home.ids("sam/keys") == ids
        history.start()
        home.wait_for_all("sam/keys", broker)
        home.wait_for_state("sam/keys", "lost", "off")
        assert home.ids("sam/keys") == ids


def test_an_item_that_is_deleted_while_home_assistant_is_away_can_be_deleted_there(history, home, broker):
    for device in ["sam/keys", "ben/keys"]:
        history.thing(device, "Keys", 1)
        home.wait_for_all(device, broker)
    bens, sams = home.ids("ben/keys"), home.ids("sam/keys")
    home.stop()
    history.delete("sam/keys")
    home.start()
    home.wait_for_all("ben/keys", broker)
    assert home.ids("ben/keys") == bens
    # Home Assistant has not heard of it, and forgets nothing by itself.
    assert all(entity["state"] in (None, "unavailable") for entity in home.entities("sam/keys").values())
    assert home.ask("remove", device_id=sams["lost"][2])
    wait_until(lambda: not home.entities("sam/keys"), "its device is deleted")
    assert home.ids("ben/keys") == bens


def test_the_controls_reach_the_tracker_with_a_credential_of_the_private_broker(tagalong, homes, tmp_path):
    from service import Service

    with Service(tagalong, tmp_path / "data") as service:
        service.reported("sam/keys")
        service.publish("tagalong/sam/keys/availability", "online", retain=True)
        service.item("sam/keys", "Keys", 1)
        commands = []
        service.listen("tagalong/sam/keys/command", commands.append)
        service.obey("sam/keys")
        # As docs/home-assistant.md says: what is in the file.
        user, password, port = credential(service)
        home = Home(homes, tmp_path / "home", port, user=user, password=password)
        home.start()
        wait_until(lambda: home.state("sam/keys", "lost") == "off", lambda: f"it is there: {home.entities()}")
        wait_until(lambda: home.state("sam/keys", "ring") == "unknown", "it can be rung")
        entities = home.entities("sam/keys")
        home.ask("call", service="button.press", data={"entity_id": entities["ring"]["entity"]})
        wait_until(lambda: any('"ring"' in command for command in commands), "it rings")
        for word in ["off", "on"]:
            home.ask("call", service=f"switch.turn_{word}", data={"entity_id": entities["power"]["entity"]})
            home.wait_for_state("sam/keys", "power", word)
        home.ask("settle")
        home.stop()
        assert home.complaints() == []


def credential(service):
    """User, password and port of the URL in the private broker's file."""
    from urllib.parse import unquote, urlsplit

    url = urlsplit(service.broker)
    return unquote(url.username), unquote(url.password), url.port
