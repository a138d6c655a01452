"""Changing an item, and deleting it."""

import base64
import struct
import zlib

from service import wait_until


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
    for text, complaint in [("", "Enter a name."), ("x" * 61, "Use at most 60 characters; these are 61.")]:
        field = page.fill("#name", text)
        page.press("Save", "[data-form=name]")
        page.wait("#name-error", lambda error: error.text == complaint)
        assert field.get_attribute("aria-invalid") == "true"
        assert "name-error" in field.get_attribute("aria-describedby")
    assert service.items()["sam/keys"]["item"] == "Keys"
    page.fill("#name", "x" * 60)
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
    page.wait_for_text("This is not a picture that can be read")
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
    page.toast("Saved. The tracker follows when it wakes.")
    assert service.items()["sam/keys"]["report_every_s"] == {"desired": 300, "reported": 600, "pending": True}
    page.fill("#interval", "100000")
    page.press("Save", "[data-form=reports]")
    page.wait("#interval-error", lambda error: error.text == "Enter 1 second to 24 hours.")


def test_a_place_is_drawn_on_the_map_and_removed(service, page):
    service.item("sam/keys", "Keys")
    edit(page)
    page.press("Add a place", "[data-form=places]")
    page.fill("#place-name", "Café")
    page.press("Save the place", "[data-form=places]")
    page.wait_for_text("Set the middle on the map first.")
    page.wait("[data-form=places] .map-surface").send_keys("\ue007")  # Enter
    page.wait_for_text("Middle at")
    page.fill("#place-radius", "30")
    page.press("Save the place", "[data-form=places]")
    page.toast("Café is saved.")
    [place] = service.get("/api/v1/items/sam/keys/places")["places"]
    assert place["name"] == "Café" and place["radius_m"] == 30
    assert abs(place["lat"] - 46.0569) < 0.01
    page.press("Remove Café")
    page.toast("Café is removed.")
    assert service.get("/api/v1/items/sam/keys/places")["places"] == []


def test_3_6_1_an_item_is_deleted_after_a_question(service, page):
    service.item("sam/keys", "Keys", 7)
    edit(page)
    page.press("Delete Keys")
    page.wait("dialog[open]")
    page.press("Cancel", "dialog")
    page.gone("dialog")
    assert "sam/keys" in service.items()
    page.press("Delete Keys")
    page.press("Delete", "dialog")
    page.toast("Keys is deleted.")
    page.wait_for_text("Nothing to look after yet")
    assert service.items() == {}
