"""An item whose tracker is a part of the service, from the form to its end."""

from selenium.webdriver.common.by import By

from service import HOME, north_of, wait_until

KITE = "/api/v1/items/sam/kite"


def simulated(service):
    return [each["tracker"] for each in service.get("/api/v1/simulated-items")["items"]]


def phone(service):
    """The phone that distances are measured from: it is at home."""
    service.fix("sam/keys", north_of(HOME, 1))
    wait_until(lambda: "sam/keys" in service.items(), "the keys are heard, and the phone")


def choose(page):
    page.open("/add")
    page.wait("a.kind", lambda kind: kind.text == "Simulated item").click()
    page.wait("#name")


def kind(page, text):
    page.first(".segments label", lambda label: label.text == text).click()


def test_one_is_added_reports_obeys_survives_a_restart_and_ends_with_its_item(service, page, screenshots):
    phone(service)
    choose(page)
    assert page.first("a.kind[aria-current]", lambda link: True).text == "Simulated item"
    # It begins where its owner is.
    page.wait("#place-middle", lambda field: field.get_attribute("value") == "46.056900, 14.505800")
    page.wait_for_text("It begins at 46.05690, 14.50580.")
    page.inspect(screenshots, "add-simulated")
    page.press("Add")
    page.wait("#name-error", lambda error: error.text == "Enter a name.")
    assert simulated(service) == []
    kind(page, "Leaves and comes back")
    page.wait_for_text("alerts are raised and cleared")
    page.fill("#name", "Kite")
    page.fill("#radius", "49")
    page.press("Add")
    page.wait("#radius-error", lambda error: error.text == "Enter 50 to 5000 metres.")
    page.fill("#radius", "60")
    page.press("Add")
    page.wait("h1", lambda title: title.text == "Kite")
    assert page.path == "/items/sam/kite"
    page.wait(".hero .simulated", lambda word: word.text == "Simulated")
    # Its position, its battery and what it is come from its tracker.
    page.wait("ol.fixes .number")
    page.wait_for_text("Tagalong T1")
    item = wait_until(lambda: service.get(KITE) if not service.get(KITE)["pending"] else None, "it does what it is told")
    assert item["simulated"] and item["battery"] == 100 and item["availability"] == "online", item
    page.inspect(screenshots, "item-simulated")
    # It rings, and is switched off.
    page.press("Ring")
    wait_until(lambda: "ringing_until" in service.get(KITE), "it says that it rings")
    page.wait(".hero .switch").click()
    wait_until(lambda: service.get(KITE)["power"].get("reported") == "off", "it says that it is off")
    page.wait(".hero .switch", lambda switch: switch.text == "Off")
    # It is still there after a restart, and off.
    service.stop()
    service.start()
    assert simulated(service) == ["kite"]
    page.open("/items/sam/kite")
    page.wait(".hero .switch", lambda switch: switch.text == "Off" and switch.get_attribute("aria-checked") == "false")
    wait_until(lambda: service.get(KITE)["availability"] == "online", "its tracker is there again")
    fixes = service.get(KITE)["fixes"]
    page.wait(".hero .switch").click()
    wait_until(lambda: service.get(KITE)["fixes"] > fixes, "it reports once it is on")
    # With its item it ends.
    page.open("/items/sam/kite/edit")
    page.press("Delete Kite")
    page.press("Delete", "dialog")
    wait_until(lambda: simulated(service) == [], "its tracker has ended")
    wait_until(lambda: service.get("/api/v1/deletions")["deletions"] == [], "it has said goodbye")
    assert "sam/kite" not in service.items()


def test_the_place_is_chosen_on_the_map_and_what_stays_asks_for_no_radius(service, page, screenshots):
    phone(service)
    choose(page)
    kind(page, "Stays there")
    page.wait("#radius", lambda field: not field.is_displayed())
    page.wait("#place-middle", lambda field: field.get_attribute("value") != "")
    surface = page.wait(".map-box [tabindex='0']")
    surface.send_keys("\ue015\ue015")
    page.fill("#place-middle", "46.05700, 14.50600")
    page.wait_for_text("It begins at 46.05700, 14.50600.")
    page.fill("#name", "Kite")
    page.fill("#owner", "sa m")
    page.press("Add")
    page.wait("#owner-error", lambda error: error.is_displayed())
    page.fill("#owner", "sam")
    page.wait("#every").find_element(By.CSS_SELECTOR, "option[value='60']").click()
    page.press("Add")
    page.wait("h1", lambda title: title.text == "Kite")
    item = service.get(KITE)
    assert item["report_every_s"]["desired"] == 60
    entry = service.get("/api/v1/simulated-items")["items"][0]
    assert (entry["movement"], entry["lat"], entry["lon"]) == ("stays", 46.057, 14.506), entry
    # The real item beside it is as it was.
    assert not service.items()["sam/keys"].get("simulated")
    page.open("/items/sam/keys")
    page.wait("h1")
    page.gone(".hero .simulated")
