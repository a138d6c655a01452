"""What an item's entities show and set in a real Home Assistant."""

import base64
import subprocess
import time

from service import HOME, north_of, wait_until

# The smallest pictures there are: a point each.
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def set_to(home, device, what, value):
    """Sets an entity as its user does on a page."""
    entity = home.entities(device)[what]["entity"]
    domain = entity.split(".")[0]
    service, key = {"number": ("set_value", "value"), "select": ("select_option", "option")}[domain]
    home.ask("call", service=f"{domain}.{service}", data={"entity_id": entity, key: value})


def press(home, device, what):
    home.ask("call", service="button.press", data={"entity_id": home.entities(device)[what]["entity"]})


def refused(history):
    """The refused messages as somebody reads them."""
    command = [history.program, "quarantine", "--data-dir", history.data]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def number(home, device, what):
    state = home.state(device, what)
    return None if state in (None, "unknown", "unavailable") else float(state)


def test_a_position_without_accuracy_is_not_told_to_be_exact(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    history.fix("sam/keys", north_of(HOME, 2), acc=7.5)
    home.wait_for_state("sam/keys", "accuracy", "7.5")
    assert home.entities("sam/keys")["position"]["attributes"]["gps_accuracy"] == 7.5
    history.fix("sam/keys", north_of(HOME, 3), acc=None)
    home.wait_for_state("sam/keys", "accuracy", "unknown")


def test_a_tracker_that_nobody_can_reach_cannot_be_rung(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    state = {"_type": "state", "level": "unknown", "since": "2026-05-01T09:00:00.000Z", "item": "Keys"}
    history.publish("tagalong/sam/keys/state", state | {"unreachable": "2026-05-01T09:00:00.000Z"}, retain=True)
    for what in ["ring", "locate"]:
        home.wait_for_state("sam/keys", what, "unavailable")
    home.wait_for_state("sam/keys", "reachable", "off")
    home.wait_for_state("sam/keys", "unreachable", "2026-05-01T09:00:00+00:00")
    history.publish("tagalong/sam/keys/state", state, retain=True)
    home.wait_for_state("sam/keys", "reachable", "on")
    for what in ["ring", "locate"]:
        home.wait_for_state("sam/keys", what, "unknown")


def test_what_the_broker_keeps_no_more_is_unknown_without_a_word_in_the_log(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    home.wait_for_state("sam/keys", "lost", "off")
    for kind in ["state", "reported"]:
        broker.publish(f"tagalong/sam/keys/{kind}", "")
    for what in ["lost", "level", "battery", "mode", "distance", "warning", "interval", "radio", "power", "marked_lost"]:
        home.wait_for_state("sam/keys", what, "unknown")
    for what in ["ring", "locate"]:
        home.wait_for_state("sam/keys", what, "unavailable")


def test_distances_are_set_one_at_a_time_and_become_rules(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    assert [number(home, "sam/keys", what) for what in ["warning", "critical"]] == [5, 10]
    set_to(home, "sam/keys", "critical", 40)
    set_to(home, "sam/keys", "warning", 12.5)
    home.wait_for_state("sam/keys", "warning", "12.5")
    home.wait_for_state("sam/keys", "critical", "40")
    rules = history.get("/api/v1/items/sam/keys/rules")["thresholds"]
    assert (rules["warning_m"], rules["critical_m"]) == (12.5, 40)
    # One that is not below the critical distance changes nothing.
    set_to(home, "sam/keys", "warning", 40)
    sentence = 'payload: a distance of at least 0.001 m and below the critical one of 40 m is expected, found "40"'
    wait_until(lambda: sentence in refused(history), lambda: f"it is refused: {refused(history)}")
    assert number(home, "sam/keys", "warning") == 12.5
    # Somebody else changes them.
    history.patch("/api/v1/items/sam/keys/rules", {"thresholds": None})
    home.wait_for_state("sam/keys", "warning", "5")


def test_an_item_is_marked_as_lost_and_found_again(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    home.wait_for_state("sam/keys", "marked_lost", "off")
    entity = home.entities("sam/keys")["marked_lost"]["entity"]
    home.ask("call", service="switch.turn_on", data={"entity_id": entity})
    home.wait_for_state("sam/keys", "marked_lost", "on")
    # What a person says is not what distances say.
    assert home.state("sam/keys", "lost") == "off"
    since = history.items()["sam/keys"]["marked_lost"]["since"]
    # Somebody adds a note, and then says that it is found.
    history.ask("PUT", "/api/v1/items/sam/keys/lost", {"note": "Left on bus 12"})

    def attributes():
        return home.entities("sam/keys")["marked_lost"]["attributes"]

    wait_until(lambda: attributes().get("note") == "Left on bus 12", lambda: f"the note is there: {attributes()}")
    assert attributes()["since"] == since
    history.ask("DELETE", "/api/v1/items/sam/keys/lost")
    home.wait_for_state("sam/keys", "marked_lost", "off")
    assert "note" not in attributes()


def test_interval_and_radio_show_what_the_tracker_has_taken_up(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    set_to(home, "sam/keys", "interval", 30)
    set_to(home, "sam/keys", "radio", "bluetooth")
    wait_until(lambda: history.items()["sam/keys"]["mode"].get("desired") == "bluetooth", "both are wanted")
    assert history.items()["sam/keys"]["report_every_s"]["desired"] == 30
    home.ask("settle")
    # It sleeps, and knows nothing of that.
    assert (home.state("sam/keys", "interval"), home.state("sam/keys", "radio")) == ("600", "auto")
    history.obey("sam/keys")
    home.wait_for_state("sam/keys", "interval", "30")
    home.wait_for_state("sam/keys", "radio", "bluetooth")


def test_alerts_are_events_and_none_happens_again(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    home.wait_for_state("sam/keys", "lost", "off")
    assert home.state("sam/keys", "alert") == "unknown"
    history.fix("sam/keys", north_of(HOME, 40))
    home.wait_for_state("sam/keys", "level", "critical")
    wait_until(lambda: home.state("sam/keys", "alert") != "unknown", "the alert has come")
    event = home.entities("sam/keys")["alert"]
    assert event["attributes"]["event_type"] in ["raised", "escalated"]
    assert 39 < event["attributes"]["distance_m"] < 41
    # An event that comes back with the service, or with Home Assistant, would be one more.
    history.stop()
    home.wait_for_state("sam/keys", "lost", "unavailable")
    assert home.state("sam/keys", "alert") == event["state"]
    history.start()
    home.wait_for_all("sam/keys", broker)
    home.stop()
    home.start()
    home.wait_for_all("sam/keys", broker)
    assert home.state("sam/keys", "alert") == event["state"]


def test_each_press_of_a_button_is_an_event_of_a_tag_that_has_one(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    history.thing("sam/purse", "Purse", 1)
    history.reported("sam/purse", button=True)
    wait_until(lambda: "button" in home.entities("sam/purse"), "it has a button")
    home.wait_for_all("sam/purse", broker)
    home.wait_for_all("sam/keys", broker)
    assert "button" not in home.entities("sam/keys")
    last = home.state("sam/purse", "button")
    for _ in range(2):
        press = {"_type": "button", "time": "2026-05-01T09:00:00.250Z", "gateway": "attic"}
        history.publish("tagalong/sam/purse/button", press)
        wait_until(lambda: home.state("sam/purse", "button") != last, "it is pressed")
        last = home.state("sam/purse", "button")
        time.sleep(0.01)
    assert home.entities("sam/purse")["button"]["attributes"]["event_type"] == "press"
    history.reported("sam/purse")
    wait_until(lambda: "button" not in home.entities("sam/purse"), "it has none any more")


def test_each_kind_of_press_triggers_the_automations_of_its_device(history, home, broker):
    history.thing("sam/purse", "Purse", 1)
    history.reported("sam/purse", button=True)
    wait_until(lambda: "button" in home.entities("sam/purse"), "it has a button")
    home.wait_for_all("sam/purse", broker)
    device = home.entities("sam/purse")["button"]["device_id"]
    kinds = [f"button_{kind}_press" for kind in ("short", "double", "long")]
    assert sorted(home.ask("listen", device_id=device)) == sorted(kinds)
    home.ask("settle")
    presses = [{"press": press} for press in ("long", "single", "double")] + [{}]
    for press in presses:
        told = {"_type": "button", "time": "2026-05-01T09:00:00.250Z", "gateway": "attic"} | press
        history.publish("tagalong/sam/purse/button", told)
        home.ask("settle")
    wait_until(lambda: len(home.ask("fired")) >= 4, "each press has triggered something")
    assert home.ask("fired") == ["button_long_press", "button_short_press", "button_double_press", "button_short_press"]
    history.reported("sam/purse")
    wait_until(lambda: not home.ask("triggers", device_id=device), "it has none any more")


def test_a_photo_is_shown_and_taken_off(history, home, broker):
    kept = {}
    broker.client.message_callback_add(
        "tagalong/+/+/photo", lambda _client, _data, message: kept.update({message.topic: message.payload})
    )
    broker.client.subscribe("tagalong/+/+/photo", qos=1)
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)
    assert "photo" not in home.entities("sam/keys")
    history.ask("PUT", "/api/v1/items/sam/keys/photo", PNG, "image/png")
    wait_until(lambda: home.state("sam/keys", "photo") not in (None, "unknown"), "it is shown")
    assert kept["tagalong/sam/keys/photo"][1:4] == b"PNG"
    home.stop()
    home.start()
    wait_until(lambda: home.state("sam/keys", "photo") not in (None, "unknown"), "it is shown again")
    home.wait_for_all("sam/keys", broker)
    history.ask("DELETE", "/api/v1/items/sam/keys/photo")
    wait_until(lambda: "photo" not in home.entities("sam/keys"), "its entity is gone")
    wait_until(lambda: kept["tagalong/sam/keys/photo"] == b"", "the broker keeps it no more")
    home.wait_for_all("sam/keys", broker)
