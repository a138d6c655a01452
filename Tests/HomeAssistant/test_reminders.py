"""What the entities of reminders show and set in a real Home Assistant."""

import json
import subprocess

from service import HOME, north_of, wait_until

UMBRELLA = {"_type": "reminder", "name": "Umbrella", "colour": "violet", "thing": {"thing": "keys", "is": "away"}}


def topic(reminder):
    return f"tagalong/reminders/{reminder}"


def config(reminder):
    owner, name = reminder.split("/")
    return f"homeassistant/device/tagalong-reminders_{owner}/{name}/config"


def entities(home, reminder):
    """Those of a reminder, by what they are."""
    return home.entities(f"reminders/{reminder}")


def make(history, home, reminder="sam/umbrella", **more):
    """A reminder that is told when its owner goes without the keys."""
    history.publish(topic(reminder), UMBRELLA | more, retain=True)
    # Of an entity that is not available nobody can ask anything.
    wait_for_switch(home, "on", reminder)
    assert set(entities(home, reminder)) == {"event", "enabled", "dismiss"}
    home.ask("settle")


def last(home, reminder="sam/umbrella"):
    """When its last event was, and of which type."""
    event = entities(home, reminder)["event"]
    return event["state"], event["attributes"]["event_type"]


def wait_for_event(home, kind, reminder="sam/umbrella"):
    wait_until(
        lambda: last(home, reminder)[1] == kind,
        lambda: f"{reminder} is {kind}: {entities(home, reminder)}",
    )


def wait_for_dismiss(home, state, reminder="sam/umbrella"):
    """Whether it can be dismissed; the state of a button that can be pressed is when it was pressed last."""

    def holds():
        return (entities(home, reminder)["dismiss"]["state"] != "unavailable") == state

    wait_until(holds, lambda: f"{reminder} can be dismissed: {state}: {entities(home, reminder)}")


def wait_for_switch(home, state, reminder="sam/umbrella"):
    """Whether it is switched on."""

    def switch():
        return entities(home, reminder).get("enabled", {})

    wait_until(lambda: switch().get("state") == state, lambda: f"{reminder} is switched {state}: {switch()}")


def attributes_of_switch(home, reminder="sam/umbrella"):
    """How it stands with it."""
    return entities(home, reminder)["enabled"]["attributes"]


def call(home, service, what, reminder="sam/umbrella"):
    home.ask("call", service=service, data={"entity_id": entities(home, reminder)[what]["entity"]})


def sam_with_keys(history, home, broker):
    history.thing("sam/keys", "Keys", 1)
    home.wait_for_all("sam/keys", broker)


def leave(history, metres=60):
    """Sam's phone is at home, and the keys are so far from it."""
    history.fix("sam/keys", north_of(HOME, metres))


def test_a_reminder_appears_tells_is_dismissed_by_its_button_and_goes(history, home, broker):
    sam_with_keys(history, home, broker)
    make(history, home)
    found = entities(home, "sam/umbrella")
    assert {entity["device"] for entity in found.values()} == {"Reminders of sam"}
    assert [found[what]["entity"] for what in ["event", "enabled", "dismiss"]] == [
        "event.reminders_of_sam_umbrella",
        "switch.reminders_of_sam_umbrella",
        "button.reminders_of_sam_dismiss_umbrella",
    ]
    assert found["event"]["state"] == "unknown"
    wait_for_dismiss(home, False)

    leave(history)
    wait_for_event(home, "fired")
    attributes = entities(home, "sam/umbrella")["event"]["attributes"]
    assert attributes["friendly_name"] == "Reminders of sam Umbrella"
    assert attributes["colour"] == "violet" and attributes["time"].endswith("Z")
    assert [(why["kind"], why["verdict"]) for why in attributes["why"]] == [("thing", "holds")]
    # The service was not told the address of its pages.
    assert attributes["link"] is None
    wait_for_dismiss(home, True)
    wait_until(lambda: attributes_of_switch(home).get("status") == "holds", "it says so")

    call(home, "button.press", "dismiss")
    wait_for_event(home, "dismissed")
    # It is done: there is nothing to dismiss until it is told again.
    wait_for_dismiss(home, False)
    wait_until(lambda: attributes_of_switch(home).get("dismissed"), "when that was is there")

    broker.publish(topic("sam/umbrella"), "")
    wait_until(lambda: not entities(home, "sam/umbrella"), lambda: f"it is gone: {entities(home, 'sam/umbrella')}")
    wait_until(
        lambda: config("sam/umbrella") not in broker.kept and not any("umbrella" in topic for topic in broker.own),
        lambda: f"nothing is kept of it: {list(broker.kept)} {list(broker.own)}",
    )


def test_each_reminder_of_an_owner_has_its_own_events_and_a_former_one_is_not_told_again(history, home, broker):
    sam_with_keys(history, home, broker)
    make(history, home)
    leave(history)
    wait_for_event(home, "fired")
    event = last(home)
    # Its name begins as that of the other, and somebody put a quote and a brace into its title.
    other = {"name": "Sam's {{ umbrella }} ☂", "thing": {"thing": "keys", "is": "with_owner"}}
    make(history, home, "sam/umbrella-2", **other)
    title = entities(home, "sam/umbrella-2")["event"]["attributes"]["friendly_name"]
    assert title == "Reminders of sam Sam's {{ umbrella }} ☂"
    assert last(home, "sam/umbrella-2") == ("unknown", None)
    leave(history, 1)
    wait_for_event(home, "fired", "sam/umbrella-2")
    assert last(home) == event
    # The occasion is over; on the next one it is told again.
    leave(history)
    wait_until(lambda: last(home) != event, "it is told again")

    event = last(home)
    history.publish(f"{topic('sam/umbrella')}/set", "snooze 1h")
    wait_for_event(home, "snoozed")
    snoozed = last(home)
    assert snoozed != event
    assert entities(home, "sam/umbrella")["event"]["attributes"]["until"].endswith("Z")
    wait_until(lambda: attributes_of_switch(home).get("snoozed_until"), "until when is there")
    wait_for_dismiss(home, True)
    # Neither comes again with the service or with Home Assistant.
    history.stop(kill=True)
    history.start()
    home.stop()
    home.start()
    wait_for_switch(home, "on")
    home.ask("settle")
    assert last(home) == snoozed


def test_a_reminder_is_switched_off_and_on_and_renamed_without_becoming_another(history, home, broker):
    sam_with_keys(history, home, broker)
    make(history, home, "a_b/umbrella")
    make(history, home)
    ids = home.ids("reminders/sam/umbrella")
    call(home, "switch.turn_off", "enabled")
    wait_for_switch(home, "off")
    wait_until(lambda: json.loads(broker.own[topic("sam/umbrella")]).get("enabled") is False, "the broker keeps that")
    leave(history)
    home.wait_for_state("sam/keys", "level", "critical")
    home.ask("settle")
    assert last(home) == ("unknown", None)
    call(home, "switch.turn_on", "enabled")
    wait_for_switch(home, "on")
    wait_for_event(home, "fired")

    renamed = json.loads(broker.own[topic("sam/umbrella")]) | {"name": "Rain coat"}
    history.publish(topic("sam/umbrella"), renamed, retain=True)

    def titles():
        return {entity["attributes"]["friendly_name"] for entity in entities(home, "sam/umbrella").values()}

    called = {"Reminders of sam Rain coat", "Reminders of sam Dismiss Rain coat"}
    wait_until(lambda: titles() == called, lambda: f"its title is the new one: {titles()}")
    now = home.ids("reminders/sam/umbrella")
    assert {what: (known[0], known[2]) for what, known in now.items()} == {
        what: (known[0], known[2]) for what, known in ids.items()
    }
    # It is deleted by command, and another owner's of the same name stays.
    command = [history.program, "remind", "delete", "sam/umbrella"]
    options = ["--broker", history.broker, "--data-dir", history.data]
    subprocess.run([*command, *options], capture_output=True, text=True, check=True)
    wait_until(lambda: not entities(home, "sam/umbrella"), "it is gone")
    assert set(entities(home, "a_b/umbrella")) == {"event", "enabled", "dismiss"}
    broker.publish(topic("a_b/umbrella"), "")
    wait_until(lambda: not entities(home, "a_b/umbrella"), "it is gone")
