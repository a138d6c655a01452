"""Making an item of a device that only reports where it is."""

import time

from service import HOME, north_of, wait_until
from test_edit import png


def report(service, device, metres, ago=0):
    """A device that speaks no more than OwnTracks tells where it is."""
    lat, lon = north_of(HOME, metres)
    message = {"_type": "location", "lat": lat, "lon": lon, "acc": 5, "tst": int(time.time()) - ago, "batt": 61}
    service.publish(f"owntracks/{device}", message, retain=True)


def devices(service):
    return {f"{each['owner']}/{each['device']}": each for each in service.get("/api/v1/heard")["devices"]}


def hear(service):
    """The phone is what was heard first."""
    report(service, "sam/iphone", 0)
    wait_until(lambda: "sam/iphone" in devices(service), "the phone is heard")
    report(service, "sam/trike", 120)
    wait_until(lambda: "sam/trike" in devices(service), "the trike is heard")


def choose(page):
    page.open("/add")
    page.wait("a.kind", lambda kind: kind.text == "Bluetooth tag")
    page.first("a.kind", lambda kind: kind.text == "Tracker over MQTT").click()
    page.wait("button.tag", lambda tag: "sam/trike" in tag.text).click()


def test_a_device_that_was_heard_is_chosen_named_and_has_its_history(service, page, screenshots, tmp_path):
    hear(service)
    page.open("/add/mqtt")
    page.wait("button.tag", lambda tag: "sam/trike" in tag.text)
    # The phone is told of, and cannot be chosen.
    assert [tag.text.split("\n")[0] for tag in page.all("button.tag")] == ["sam/trike"]
    assert "The phone that distances are measured from" in page.wait("div.tag").text
    page.wait("details summary").click()
    page.wait_for_text("tagalong broker add tracker OWNER/TRACKER")
    page.inspect(screenshots, "add-mqtt")
    choose(page)
    page.press("Add")
    page.wait("#name-error", lambda error: error.text == "Enter a name.")
    assert service.items() == {}
    page.fill("#name", "Trike")
    page.all("input[type=file]")[0].send_keys(str(png(tmp_path / "photo.png", 40, 40)))
    page.wait(".photo-preview img")
    page.inspect(screenshots, "add-mqtt-name")
    page.press("Add")
    page.wait_for_text("Trike is added.")
    assert page.focused() == ["A", "Show Trike"]
    page.inspect(screenshots, "add-mqtt-done")
    item = service.items()["sam/trike"]
    assert item["item"] == "Trike" and "photo" in item and not item["controllable"]
    page.press("Add another")
    page.wait_for_text("No device has been heard that is no item yet.")
    page.open("/items/sam/trike")
    page.wait("h1", lambda title: title.text == "Trike")
    page.wait("ol.fixes .number")
    page.wait(".hero a.button", lambda link: link.text == "Edit")
    # What it cannot do is not offered.
    shown = [each.text for each in page.all(".hero button") if each.is_displayed()]
    assert not {"Ring", "Locate", "On", "Off"} & set(shown), shown
    assert "A position every" not in page.text()


def test_one_that_is_heard_for_the_first_time_comes_into_the_list(service, page):
    report(service, "sam/iphone", 0)
    wait_until(lambda: "sam/iphone" in devices(service), "the phone is heard")
    page.open("/add/mqtt")
    page.wait_for_text("No device has been heard that is no item yet.")
    report(service, "sam/trike", 120)
    page.wait("button.tag", lambda tag: "sam/trike" in tag.text)
    page.gone("main [role=status]:not(:empty)")


def test_one_that_was_added_on_another_page_meanwhile_keeps_its_name(service, page):
    hear(service)
    choose(page)
    page.fill("#name", "Tandem")
    with page.another_tab():
        choose(page)
        page.fill("#name", "Trike")
        page.press("Add")
        page.wait_for_text("Trike is added.")
    page.press("Add")
    page.wait_for_text("sam/trike was added meanwhile, as Trike.")
    assert service.items()["sam/trike"]["item"] == "Trike"
    page.wait(".notice a", lambda link: link.text == "Show Trike").click()
    page.wait("h1", lambda title: title.text == "Trike")


def test_it_is_renamed_and_removed_from_the_items_with_its_positions(service, page, screenshots):
    hear(service)
    choose(page)
    page.fill("#name", "Trike")
    page.press("Add")
    page.wait_for_text("Trike is added.")
    page.open("/items/sam/trike/edit")
    page.wait("[data-form=places]")
    assert page.all("[data-form=reports]") == []
    page.fill("#name", "Tandem")
    page.press("Save", "[data-form=name]")
    page.toast("Saved.")
    assert service.items()["sam/trike"]["item"] == "Tandem"
    page.inspect(screenshots, "edit-reporter")
    page.press("Remove Tandem from the items")
    page.press("Remove", "dialog")
    page.toast("Tandem is no item any more.")
    page.wait("button.tag", lambda tag: "sam/trike" in tag.text)
    assert page.path == "/add/mqtt"
    assert service.items() == {}
    page.open()
    page.wait_for_text("No items yet")
    assert devices(service)["sam/trike"]["battery"] == 61
