"""Items that somebody has marked as lost."""

import json

from selenium.webdriver.common.keys import Keys

from service import wait_until

LOST = "/api/v1/items/sam/keys/lost"


def mark(service):
    return service.items()["sam/keys"].get("marked_lost")


def order(page):
    return [card.get_attribute("data-id") for card in page.all(".card")]


def test_an_item_is_marked_as_lost_with_a_note_and_found_again_by_keyboard(service, page, screenshots):
    service.item("sam/keys", "Keys", 1)
    page.open("/items/sam/keys")
    summary = page.wait(".marking summary", lambda each: each.text == "Mark as lost")
    summary.send_keys(Keys.ENTER)
    note = page.wait("#lost-note", lambda each: each.is_displayed())
    note.send_keys("Left on bus 12")
    page.inspect(screenshots, "item-marking")
    note.send_keys(Keys.ENTER)
    page.wait_for_text("Marked as lost since", ".marking")
    page.wait_for_text("Left on bus 12", ".marking")
    wait_until(lambda: page.focused() == ["BUTTON", "Found again"], lambda: page.focused())
    since = mark(service)["since"]
    assert mark(service)["note"] == "Left on bus 12"
    # It is near all the same.
    assert "Near" in page.wait(".hero .badge").text
    page.inspect(screenshots, "item-marked")
    page.wait(".marking summary").click()
    note = page.wait("#lost-note", lambda each: each.is_displayed())
    note.clear()
    note.send_keys("With the driver")
    page.press("Save the note")
    page.wait_for_text("With the driver", ".marking")
    assert mark(service) == {"since": since, "note": "With the driver"}
    page.button("Found again").send_keys(Keys.ENTER)
    page.wait(".marking summary", lambda each: each.text == "Mark as lost")
    wait_until(lambda: mark(service) is None, "it is found")
    wait_until(lambda: page.focused()[0] == "SUMMARY", lambda: page.focused())
    assert page.complaints() == []


def test_what_is_marked_is_shown_in_the_list_and_on_the_map_at_once_and_chosen_by_a_filter(service, page, screenshots):
    service.item("sam/bag", "Bag", 1)
    service.item("sam/keys", "Keys", 1)
    page.open()
    page.wait_for_level("sam/keys", "near")
    page.wait(".connection.live")
    assert order(page) == ["sam/bag", "sam/keys"]
    service.ask("PUT", LOST, {"note": "Left on bus 12"})
    page.wait(".card[data-id='sam/keys'] .marked-lost", lambda each: "Left on bus 12" in each.text)
    wait_until(lambda: order(page) == ["sam/keys", "sam/bag"], lambda: order(page))
    assert not page.card("sam/bag").find_element("css selector", ".marked-lost").is_displayed()

    def told():
        text = page.script("return document.querySelector('.map-points')?.dataset.shown")
        return json.loads(text) if text else {}

    wait_until(lambda: told().get("marked") == 1, told)
    page.wait_for_text("All 2 are near. 1 marked as lost.")
    page.inspect(screenshots, "list-marked")
    page.open("/?state=marked")
    wait_until(lambda: order(page) == ["sam/keys"], lambda: order(page))
    service.ask("DELETE", LOST)
    wait_until(lambda: order(page) == [], lambda: order(page))
    assert page.complaints() == []


def test_a_note_that_is_too_long_is_refused_beside_its_field(service, page):
    service.item("sam/keys", "Keys", 1)
    page.open("/items/sam/keys")
    page.wait(".marking summary").click()
    note = page.wait("#lost-note", lambda each: each.is_displayed())
    page.script("arguments[0].removeAttribute('maxlength'); arguments[0].value = 'n'.repeat(201)", note)
    note.send_keys(Keys.ENTER)
    page.wait("#lost-note-error", lambda each: each.is_displayed() and "200" in each.text)
    assert mark(service) is None
