"""Changing an item, and deleting it."""

import base64
import re
import struct
import time
import zlib

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from service import HOME, north_of, wait_until


def edit(page):
    page.open("/items/sam/keys/edit")
    page.wait("[data-form=places]")


def png(path, width=1600, height=900):
    """A picture of one colour."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + b"\x20\x80\xa0" * width
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    content = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + content)
    return path


def test_3_5_1_an_item_is_renamed(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    page.fill("#name", "Sam's keys")
    page.press("Save", "[data-form=name]")
    page.toast("Saved.")
    assert service.items()["sam/keys"]["item"] == "Sam's keys"
    page.open()
    assert "Sam's keys" in page.card("sam/keys").text


def test_1_4_1_a_wrong_name_is_told_beside_the_field_and_not_stored(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    unseen = "Leave out characters that cannot be seen."
    wrong = [("", "Enter a name."), ("x" * 61, "Use at most 60 characters; these are 61."), ("Ke\u200bys", unseen), ("K\u202eeys", unseen)]
    for text, complaint in wrong:
        field = page.fill("#name", text)
        page.press("Save", "[data-form=name]")
        page.wait("#name-error", lambda error: error.text == complaint)
        assert field.get_attribute("aria-invalid") == "true"
        assert "name-error" in field.get_attribute("aria-describedby")
    assert service.items()["sam/keys"]["item"] == "Keys"
    page.fill("#name", "x" * 60)
    # What is wrong no more is not red until the next press.
    wait_until(lambda: not page.wait("#name-error").is_displayed(), "nothing is wrong")
    page.press("Save", "[data-form=name]")
    page.toast("Saved.")
    assert not page.wait("#name").get_attribute("aria-invalid") == "true"


def test_3_5_2_the_photo_is_replaced_scaled_and_removed(service, page, tmp_path):
    service.item("sam/keys", "Keys")
    edit(page)
    chosen, taken = page.all("[data-form=photo] input[type=file]")
    assert taken.get_attribute("capture") == "environment"
    chosen.send_keys(str(png(tmp_path / "photo.png")))
    page.toast("The photo is saved.")
    photo = service.items()["sam/keys"]["photo"]
    assert photo["type"] == "image/jpeg"
    size = page.driver.execute_async_script(
        "const done = arguments[1]; fetch(arguments[0]).then((answer) => answer.blob()).then(createImageBitmap)"
        ".then((picture) => done([picture.width, picture.height]))",
        photo["url"],
    )
    assert size == [1024, 576]
    page.open()
    picture = page.card("sam/keys").find_element("css selector", ".picture img")
    wait_until(lambda: page.script("return arguments[0].naturalWidth", picture) == 1024, "the list shows it")
    edit(page)
    page.press("Remove the photo")
    page.toast("The photo is removed.")
    assert "photo" not in service.items()["sam/keys"]


def test_a_file_that_is_no_picture_is_told_and_not_stored(service, page, tmp_path):
    service.item("sam/keys", "Keys")
    edit(page)
    path = tmp_path / "photo.jpg"
    path.write_bytes(base64.b64decode("R0lGODlhAQ=="))
    page.all("[data-form=photo] input[type=file]")[0].send_keys(str(path))
    page.wait_for_text("This picture cannot be read")
    assert "photo" not in service.items()["sam/keys"]


def test_distances_of_its_own_move_the_red_border(service, page):
    service.item("sam/keys", "Keys", 7)
    page.open()
    page.wait_for_level("sam/keys", "warning")
    edit(page)
    page.fill("#warning", "20")
    page.fill("#critical", "15")
    page.press("Save", "[data-form=distances]")
    page.wait("#critical-error", lambda error: error.text == "Left behind must be farther than too far away.")
    page.fill("#warning", "8")
    page.press("Save", "[data-form=distances]")
    page.toast("Saved.")
    assert service.items()["sam/keys"]["thresholds"] == {"warning_m": 8, "critical_m": 15, "own": True}
    page.press("Use the standard distances")
    wait_until(lambda: not service.items()["sam/keys"]["thresholds"]["own"], "the standard distances")


def test_the_report_interval_is_wanted_of_the_tracker(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    page.fill("#interval", "5")
    page.press("Save", "[data-form=reports]")
    page.toast("Saved. The tracker applies it when it wakes.")
    assert service.items()["sam/keys"]["report_every_s"] == {"desired": 300, "reported": 600, "pending": True}
    page.fill("#interval", "100000")
    page.press("Save", "[data-form=reports]")
    page.wait("#interval-error", lambda error: error.text == "Enter 1 second to 24 hours.")


PLACES = "[data-form=places]"


def places(service):
    return service.get("/api/v1/items/sam/keys/places")["places"]


def click_map(page, *points):
    """Clicks the map at so many points to the right of and below its middle."""
    surface = page.wait(f"{PLACES} .map-surface")
    page.script("arguments[0].scrollIntoView({block: 'center'})", surface)
    for x, y in points:
        ActionChains(page.driver).move_to_element_with_offset(surface, x, y).click().perform()


def test_a_place_is_drawn_on_the_map_changed_and_removed(service, page, screenshots):
    service.item("sam/keys", "Keys")
    edit(page)
    page.press("Add a place", PLACES)
    page.fill("#place-name", "Café")
    page.press("Save the place", PLACES)
    page.wait("#place-middle-error", lambda error: error.text == "Set the centre on the map first.")
    click_map(page, (40, -30))
    page.wait_for_text("Centre at")
    page.fill("#place-radius", "0")
    page.press("Save the place", PLACES)
    page.wait("#place-radius-error", lambda error: error.text == "Enter 1 to 10000 metres.")
    page.fill("#place-radius", "30")
    page.press("Save the place", PLACES)
    page.toast("Café is saved.")
    [place] = places(service)
    assert place["name"] == "Café" and place["radius_m"] == 30
    assert abs(place["lat"] - HOME[0]) < 0.01
    page.press("Change Café", PLACES)
    page.fill("#place-radius", "45")
    page.press("Save the place", PLACES)
    wait_until(lambda: places(service)[0]["radius_m"] == 45, "it is changed")
    page.press("Remove Café")
    page.toast("Café is removed.")
    assert places(service) == []


def test_a_place_with_corners_is_drawn_closed_changed_and_removed(service, page, screenshots):
    service.item("sam/keys", "Keys")
    edit(page)
    page.press("Add a place", PLACES)
    page.fill("#place-name", "Garden")
    page.wait(f"{PLACES} .segments label", lambda label: label.text == "Corners").click()
    page.press("Save the place", PLACES)
    page.wait("#place-corners-error", lambda error: error.text == "Set at least 3 corners.")
    click_map(page, (-80, -60), (80, -60), (80, 60))
    page.wait_for_text("3 corners. Click the first one to close the shape, or set more.")
    click_map(page, (0, 90))
    page.press("Undo the last corner", PLACES)
    click_map(page, (-80, 60), (-80, -60))
    page.wait_for_text("Closed, with 4 corners.")
    # A closed shape takes no more.
    click_map(page, (0, 0))
    assert len(page.wait("#place-corners").get_attribute("value").split("\n")) == 4
    page.inspect(screenshots, "edit-corners")
    page.press("Save the place", PLACES)
    page.toast("Garden is saved.")
    [place] = places(service)
    west, east = place["points"][0]["lon"], place["points"][1]["lon"]
    assert place["name"] == "Garden" and len(place["points"]) == 4 and west < east
    page.wait_for_text("4 corners")
    page.press("Change Garden", PLACES)
    surface = page.wait(f"{PLACES} .map-surface")
    corner = page.wait(f"{PLACES} .mark.corner.first circle")
    page.script("arguments[0].scrollIntoView({block: 'center'})", surface)
    ActionChains(page.driver).click_and_hold(corner).move_by_offset(-20, 0).move_by_offset(-20, 0).release().perform()
    page.press("Save the place", PLACES)
    wait_until(lambda: places(service)[0]["points"][0]["lon"] < west, "the corner is farther west")
    assert places(service)[0]["points"][1]["lon"] == east
    page.press("Remove Garden")
    page.toast("Garden is removed.")
    assert places(service) == []


def test_a_place_is_made_with_the_keyboard_alone(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    page.tab_to("Add a place").send_keys("\ue007")
    page.wait("#place-name").send_keys("Field")
    page.tab_to("Circle").send_keys("\ue014")  # right
    page.tab_to("Map of Keys").send_keys("\ue007")  # Enter
    page.wait_for_text("1 corner so far")
    corners = page.tab_to("Corners")
    corners.send_keys("\n46.1, 14.5\nsouth of the river")
    page.tab_to("Save the place").send_keys("\ue007")
    page.wait("#place-corners-error", lambda error: error.text.startswith("Line 3: enter latitude and longitude"))
    wait_until(lambda: page.focused()[1] == "Corners", "what is wrong has the focus")
    page.script("document.activeElement.select()")
    corners.send_keys("46.0569, 14.5058\n46.0579, 14.5058\n46.0579 14.5078\n")
    page.wait_for_text("Closed, with 3 corners.")
    page.tab_to("Save the place").send_keys("\ue007")
    page.toast("Field is saved.")
    [place] = places(service)
    assert [(point["lat"], point["lon"]) for point in place["points"]] == [
        (46.0569, 14.5058), (46.0579, 14.5058), (46.0579, 14.5078),
    ]


def test_what_the_console_refuses_of_a_shape_is_told_beside_the_field(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    page.press("Add a place", PLACES)
    page.fill("#place-name", "Too large")
    page.wait(f"{PLACES} .segments label", lambda label: label.text == "Corners").click()
    page.fill("#place-corners", "46, 14\n47, 14\n47, 15")
    page.press("Save the place", PLACES)
    page.wait("#place-corners-error", lambda error: "20000 m" in error.text)
    assert places(service) == []


def test_a_place_holds_for_several_items_of_the_owner(service, page, screenshots):
    for device, name in (("sam/keys", "Keys"), ("sam/bag", "Bag"), ("sam/bike", "Bicycle"), ("kim/case", "Case")):
        service.item(device, name)
    of = lambda tracker: [place["name"] for place in service.get(f"/api/v1/items/sam/{tracker}/places")["places"]]  # noqa: E731
    edit(page)
    page.press("Add a place", PLACES)
    page.fill("#place-name", "Office")
    page.fill("#place-middle", "46.05, 14.5")
    page.wait(".also summary", lambda summary: summary.text == "Also for other items").click()
    # Kim's are Kim's.
    assert [label.text for label in page.all(".also-items label")] == ["Bag", "Bicycle"]
    page.wait("#also-bag").click()
    page.wait(".also summary", lambda summary: summary.text == "Also for 1 other item")
    page.inspect(screenshots, "edit-place-also")
    page.press("Save the place", PLACES)
    page.toast("Office is saved.")
    assert (of("keys"), of("bag"), of("bike")) == (["Office"], ["Office"], [])
    page.press("Change Office", PLACES)
    page.fill("#place-name", "Work")
    page.wait(".also summary", lambda summary: summary.text == "Also for 1 other item")
    page.wait("#also-bag").click()
    page.wait("#also-bike").click()
    page.press("Save the place", PLACES)
    page.toast("Work is saved.")
    assert (of("keys"), of("bag"), of("bike")) == (["Work"], [], ["Work"])
    # Of one that is full the others know nothing.
    for number in range(20):
        service.ask("POST", "/api/v1/items/sam/bag/places", {"name": f"Shed {number}", "lat": 1, "lon": 1, "radius_m": 9})
    page.press("Change Work", PLACES)
    page.wait(".also summary", lambda summary: summary.text == "Also for 1 other item")
    page.wait("#also-bag").click()
    page.press("Save the place", PLACES)
    page.toast("Work is saved, but not for Bag. an item has at most 20 places: remove one first")
    assert (of("keys"), of("bike"), len(of("bag"))) == (["Work"], ["Work"], 20)


def test_it_is_asked_whether_an_item_may_stay_where_it_spends_its_nights(service, page, screenshots):
    service.item("sam/keys", "Keys")
    # Somewhere it is noon now, so that its last position is of no night.
    east = 12 - time.gmtime().tm_hour
    page.command("Emulation.setTimezoneOverride", timezoneId=f"Etc/GMT{-east:+d}")
    since_one = (time.time() + east * 3600) % 86400 - 3600
    for place, nights in ((north_of(HOME, 5000), (9, 8, 7)), (HOME, (4, 3, 2, 1))):
        for night in nights:
            service.fix("sam/keys", place, ago=night * 86400 + since_one)
    service.fix("sam/keys", HOME)
    try:
        edit(page)
        page.wait(f"{PLACES} .notice")
        told = [question.text.split(" near ")[0] for question in page.all(f"{PLACES} .notice")]
        assert told == [f"Keys has spent {nights} of the last 30 nights" for nights in (4, 3)]
        page.inspect(screenshots, "edit-place-question")
        page.press("No", f"{PLACES} .notice:last-child")
        wait_until(lambda: len(page.all(f"{PLACES} .notice")) == 1, "one question is answered")
        # The answer is remembered.
        edit(page)
        wait_until(lambda: len(page.all(f"{PLACES} .notice")) == 1, "one question is left")
        page.press("Yes, name the place", PLACES)
        assert page.focused()[0] == "INPUT"
        page.fill("#place-name", "Home")
        page.press("Save the place", PLACES)
        page.toast("Home is saved.")
        page.gone(f"{PLACES} .notice")
        [place] = places(service)
        assert place["name"] == "Home" and abs(place["lat"] - HOME[0]) < 0.001 and place["radius_m"] >= 30
    finally:
        page.command("Emulation.setTimezoneOverride", timezoneId="")
    assert page.complaints() == []


def test_an_item_is_renamed_with_the_keyboard_alone(service, page):
    service.item("sam/keys", "Keys")
    page.open()
    page.card("sam/keys")
    page.tab_to("Keys").send_keys("\ue007")
    page.wait("h1", lambda title: title.text == "Keys")
    page.tab_to("Edit").send_keys("\ue007")
    page.wait(PLACES)
    name = page.tab_to("Name")
    name.clear()
    name.send_keys("Door keys\ue007")
    page.toast("Saved.")
    assert service.items()["sam/keys"]["item"] == "Door keys"


def test_3_6_1_and_3_6_2_an_item_is_deleted_after_a_question(service, page, screenshots):
    service.item("sam/keys", "Keys", 7)
    edit(page)
    page.press("Delete Keys")
    page.wait("dialog[open]")
    page.inspect(screenshots, "edit-delete")
    # Nothing is deleted by a key pressed too soon.
    assert page.focused()[1] == "Cancel"
    page.key("Escape", 27)
    page.gone("dialog")
    page.press("Delete Keys")
    page.press("Cancel", "dialog")
    page.gone("dialog")
    assert "sam/keys" in service.items()
    page.press("Delete Keys")
    page.press("Delete", "dialog")
    page.toast("Keys is deleted.")
    page.wait_for_text("No items yet")
    assert service.items() == {}


REFUSED = """
const [call, values, done] = arguments;
ofPage("api.js").then(({ api }) => api[call](...values))
    .then(() => done(null), (problem) => done([problem.message, Object.values(problem.fields ?? {})]));
"""


@pytest.mark.parametrize(
    "call, values",
    [
        ("change", ["sam/keys", {"item": ""}]),
        ("change", ["sam/keys", {"report_every_s": "often"}]),
        ("changeRules", ["sam/keys", {"quiet": "never"}]),
        ("changeRules", ["sam/keys", {"snooze_until": "later"}]),
        ("addPlace", ["sam/keys", {"name": ""}]),
        ("logIn", ["", ""]),
        ("setPasscode", [{"new": 1}]),
    ],
)
def test_what_the_console_refuses_is_told_in_words_for_a_person(service, page, call, values):
    service.item("sam/keys", "Keys")
    page.open()
    told = page.driver.execute_async_script(REFUSED, call, values)
    assert told, "it was refused"
    message, fields = told
    for text in [message, *fields]:
        assert not re.search(r"/[a-z_]+|found|\"|expected|[a-z]_[a-z]", text), told
        assert re.fullmatch(r"[A-Z].*\.", text, re.S), told


def test_one_save_saves_all_that_was_changed_and_nothing_while_something_is_wrong(service, page, screenshots):
    service.item("sam/keys", "Keys")
    edit(page)
    assert page.all(".save-bar") == []
    page.fill("#name", "Door keys")
    page.fill("#warning", "8")
    page.fill("#critical", "6")
    page.wait(".save-bar p", lambda text: text.text == "Not saved yet: Name, Distances")
    assert len(page.all(".save-bar")) == 1
    page.inspect(screenshots, "edit-unsaved")
    page.press("Save", ".save-bar")
    page.wait("#critical-error", lambda error: error.text == "Left behind must be farther than too far away.")
    assert page.focused()[1] == "Left behind"
    assert service.items()["sam/keys"]["item"] == "Keys"
    page.fill("#critical", "16")
    page.press("Save", ".save-bar")
    page.toast("Saved.")
    page.gone(".save-bar")
    item = service.items()["sam/keys"]
    assert item["item"] == "Door keys"
    assert item["thresholds"] == {"warning_m": 8, "critical_m": 16, "own": True}
    # What was not touched is not asked of the tracker.
    assert "desired" not in item["report_every_s"] or not item["report_every_s"]["pending"]


def test_what_is_not_saved_takes_little_of_a_phone(service, page, screenshots):
    service.item("sam/keys", "Keys")
    edit(page)
    page.window(320, 568)
    page.fill("#name", "Door keys")
    bar = page.wait(".save-bar")
    page.picture(screenshots / "edit-unsaved-phone.png", full=False)
    discard, save = (page.button(text, ".save-bar") for text in ("Discard the changes", "Save"))
    assert discard.rect["y"] == save.rect["y"]
    assert bar.rect["height"] <= 568 / 5, bar.rect


def would_ask(page):
    """Whether the browser would ask before the tab is closed."""
    return page.script("const event = new Event('beforeunload', { cancelable: true }); dispatchEvent(event); return event.defaultPrevented")


def test_who_leaves_with_unsaved_changes_is_asked(service, page, screenshots):
    service.item("sam/keys", "Keys")
    page.open()
    page.wait(".card a").click()
    page.wait(".hero-actions a.button").click()
    page.wait(PLACES)
    assert not would_ask(page)
    page.fill("#name", "Door keys")
    assert would_ask(page)

    def stay():
        page.wait("dialog[open]")
        assert page.focused()[1] == "Stay"
        page.press("Stay", "dialog")
        page.gone("dialog")
        assert page.path == "/items/sam/keys/edit"
        assert page.wait("#name").get_attribute("value") == "Door keys"

    page.wait("nav a[href='/alerts']").click()
    page.wait("dialog[open]")
    page.inspect(screenshots, "edit-leave")
    stay()
    page.driver.back()
    stay()
    page.driver.back()
    page.wait("dialog[open]")
    page.press("Discard the changes", "dialog")
    page.wait("h1", lambda title: title.text == "Keys")
    assert page.path == "/items/sam/keys"
    page.driver.back()
    page.card("sam/keys")
    assert page.path == "/"
    page.driver.forward()
    page.wait(".hero")
    page.driver.forward()
    page.wait(PLACES)
    # Discarded is discarded, and the bar takes it back as well.
    assert page.wait("#name").get_attribute("value") == "Keys"
    page.fill("#name", "Door keys")
    page.press("Discard the changes", ".save-bar")
    assert page.wait("#name").get_attribute("value") == "Keys"
    assert not would_ask(page)


def test_a_new_name_is_everywhere_at_once(service, page):
    service.item("sam/keys", "Keys")
    first = page.driver.current_window_handle
    others = []
    for path in ("/", "/items/sam/keys", "/items/sam/keys/edit"):
        page.driver.switch_to.new_window("tab")
        others.append(page.driver.current_window_handle)
        page.open(path)
        page.wait(".card, .fixes li, [data-form=places]")
    page.driver.switch_to.window(first)
    edit(page)
    page.fill("#name", "Door keys")
    page.press("Save", "[data-form=name]")
    page.toast("Saved.")
    assert page.wait("h1").text == "Edit Door keys"
    assert page.wait("a.back").text == "Door keys"
    assert page.driver.title == "Edit Door keys · Tagalong"
    page.button("Delete Door keys")
    page.wait("a.back").click()
    page.wait("h1", lambda title: title.text == "Door keys")
    # What was computed before says no other.
    service.fix("sam/keys", HOME)
    for handle, path in zip(others, ("list", "Door keys", "Edit Door keys"), strict=True):
        page.driver.switch_to.window(handle)
        if path == "list":
            page.wait(".card h2", lambda name: name.text == "Door keys")
        else:
            page.wait("h1", lambda title, name=path: title.text == name)
            assert page.driver.title == f"{path} · Tagalong"
            # Also where it is heard and not seen.
            maps = page.script("return [...document.querySelectorAll('.map-surface')].map((each) => each.ariaLabel)")
            assert all(each.startswith("Map of Door keys.") for each in maps), maps
            assert maps
        page.driver.close()
    page.driver.switch_to.window(first)


# Keeps the page's stream of events, so that a test can say in it what it likes.
STREAM = """
const Kept = window.EventSource;
window.EventSource = class extends Kept { constructor(...all) { super(...all); window.stream = this; } };
"""
OLD_STATE = """
const document = { item: "Keys", level: "near", battery: 42 };
window.stream.dispatchEvent(new MessageEvent("state", { data: JSON.stringify({ owner: "sam", tracker: "keys", document }) }));
"""


def test_a_state_from_before_a_renaming_does_not_bring_the_old_name_back(service, page):
    service.item("sam/keys", "Keys")
    added = page.command("Page.addScriptToEvaluateOnNewDocument", source=STREAM)["identifier"]
    try:
        page.open()
        page.wait(".connection.live")
        service.patch("/api/v1/items/sam/keys", {"item": "Door keys"})
        page.wait(".card h2", lambda name: name.text == "Door keys")
        page.script(OLD_STATE)
        page.wait(".card", lambda card: "42 %" in card.text)
        assert page.wait(".card h2").text == "Door keys"
    finally:
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added)


def test_what_was_changed_elsewhere_is_not_taken_back(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    service.patch("/api/v1/items/sam/keys", {"thresholds": {"warning_m": 7, "critical_m": 20}})
    page.wait("#warning", lambda field: field.get_attribute("value") == "7")
    assert page.all(".save-bar") == []
    page.fill("#critical", "30")
    page.press("Save", ".save-bar")
    page.gone(".save-bar")
    assert service.items()["sam/keys"]["thresholds"] == {"warning_m": 7, "critical_m": 30, "own": True}


def test_a_place_that_was_removed_elsewhere_can_be_added_again(service, page):
    service.item("sam/keys", "Keys")
    place = {"name": "Home", "lat": HOME[0], "lon": HOME[1], "radius_m": 60}
    service.ask("POST", "/api/v1/items/sam/keys/places", place)
    edit(page)
    page.press("Change Home", "[data-form=places]")
    service.ask("DELETE", "/api/v1/items/sam/keys/places/Home")
    page.press("Save the place", "[data-form=places]")
    page.wait("#place-name-error", lambda error: error.text == "This place was removed elsewhere. Save it again to add it.")
    page.press("Save the place", "[data-form=places]")
    page.toast("Home is saved.")
    assert len(service.get("/api/v1/items/sam/keys/places")["places"]) == 1


def test_a_double_click_asks_once_whether_an_item_is_to_be_deleted(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    page.script("arguments[0].click(); arguments[0].click()", page.button("Delete Keys"))
    page.wait("dialog[open]")
    assert len(page.all("dialog")) == 1
    page.press("Cancel", "dialog")
    page.gone("dialog")
    assert "sam/keys" in service.items()


def test_what_could_be_saved_and_what_could_not_is_told(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    page.fill("#name", "Door keys")
    page.script("arguments[0].click()", page.wait("#quiet-on"))
    page.command("Network.enable")
    page.command("Network.setBlockedURLs", urls=["*/rules"])
    page.press("Save", ".save-bar")
    page.toast("Saved: Name. Not saved: Quiet hours.")
    page.wait(".save-bar p", lambda text: text.text == "Not saved yet: Quiet hours")
    page.command("Network.setBlockedURLs", urls=[])
    page.press("Save", ".save-bar")
    page.gone(".save-bar")
    assert service.get("/api/v1/items/sam/keys/rules")["quiet"] == "22:00-07:00"
