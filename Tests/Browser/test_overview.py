"""The map of all items, beside the list."""

import json
import re
import subprocess
import urllib.request

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from service import HOME, Service, north_of, wait_until
from test_leaving import PASSCODE, account
from tileserver import TileServer


@pytest.fixture(params=["grid", "tiles"])
def service(request, tagalong, tmp_path):
    with TileServer((0xF2, 0xEF, 0xE9)) as tiles:
        flags = ["--tile-url", tiles.url, "--tile-attribution", "© Test"] if request.param == "tiles" else []
        with Service(tagalong, tmp_path / "data", *flags) as service:
            service.form = request.param
            yield service


SCALE = ".scale, .leaflet-control-scale-line"


def drawn(page):
    """What the map says that it shows."""
    told = page.script("return document.querySelector('.map-points')?.dataset.shown")
    return json.loads(told) if told else {}


def wait_until_drawn(page, **wanted):
    def is_so():
        told = drawn(page)
        return all(told.get(key) == value for key, value in wanted.items())

    wait_until(is_so, lambda: f"the map shows {wanted}: {drawn(page)}")


def many(service):
    """Ten things: eight with their owner at home, one left behind, one of somebody else."""
    for number in range(8):
        service.item(f"sam/thing{number}", f"Thing {number}", 1 + number / 4)
    service.item("sam/umbrella", "Umbrella", 900)
    service.reported("kim/violin")
    service.fix("kim/violin", north_of(HOME, 1500))
    wait_until(lambda: "position" in service.items().get("kim/violin", {}), "the violin is somewhere")
    service.patch("/api/v1/items/kim/violin", {"item": "Violin"})
    place = {"name": "Home", "lat": HOME[0], "lon": HOME[1], "radius_m": 60}
    service.ask("POST", "/api/v1/items/sam/umbrella/places", place)
    latitude, longitude = north_of(HOME, 400)
    status = {"_type": "status", "state": "online", "adapters": [], "lat": latitude, "lon": longitude}
    service.publish("tagalong/gateway/attic/status", status, retain=True)
    wait_until(lambda: service.get("/api/v1/map")["gateways"], "the console knows the gateway")


def test_the_map_beside_the_list_shows_items_owners_places_and_gateways(service, page, screenshots):
    many(service)
    page.open()
    wait_until_drawn(page, points=10, people=2, gateways=1, places=1)
    assert page.wait(".card").is_displayed() and page.wait(".overview").is_displayed()
    page.wait(".map-foot", lambda foot: "10 items on the map." in foot.text)
    assert page.complaints() == []

    def map_on_a_phone():
        if page.script("return innerWidth") < 600:
            page.script("document.querySelectorAll('.beside-switch input')[1].click()")
            page.wait(".overview", lambda each: each.is_displayed())

    page.inspect(screenshots, f"overview-{service.form}", map_on_a_phone)
    page.window(2560, 1440)
    page.settle()
    assert page.overflow() <= 0
    page.picture(screenshots / f"overview-{service.form}-2560.png", full=False)


def test_what_is_left_behind_is_red_also_among_many(service, page, screenshots):
    many(service)
    page.open()
    wait_until_drawn(page, points=10)
    # So far out that all are one.
    for _ in range(12):
        page.press("Zoom out", ".overview")
    wait_until(lambda: drawn(page)["marks"] == 1, lambda: drawn(page))
    told = drawn(page)
    lost = sum(each["level"] == "critical" for each in service.items().values())
    assert lost >= 1
    assert (told["red"], told["labels"]) == (1, [f"{lost} of 10 left behind"])
    page.picture(screenshots / f"overview-lost-{service.form}.png", full=False)


def test_a_search_applies_to_the_list_and_to_the_map(service, page):
    many(service)
    page.open()
    wait_until_drawn(page, points=10)
    page.fill(".filter input", "umbrella")
    wait_until_drawn(page, points=1, people=1, places=1)
    assert len(page.all(".card")) == 1
    page.fill(".filter input", "violin")
    wait_until_drawn(page, points=1, people=1, places=0)
    page.fill(".filter input", "")
    wait_until_drawn(page, points=10)


def test_the_map_follows_the_item_that_is_chosen(service, page):
    service.item("sam/keys", "Keys", 1)
    service.item("sam/bag", "Bag", 2)
    page.open()
    wait_until_drawn(page, points=2)
    choice = page.wait("#map-choice")
    choice.click()
    wait_until(lambda: len(choice.find_elements(By.TAG_NAME, "option")) == 3, "both can be chosen")
    Select(choice).select_by_visible_text("Keys")
    link = page.wait(".map-about a")
    assert link.text == "Keys" and link.get_attribute("href").endswith("/items/sam/keys")
    wait_until(lambda: drawn(page).get("chosen"), "the keys are shown as chosen")
    scale = page.wait(SCALE).text
    service.fix("sam/keys", north_of(HOME, 800))

    def is_in_sight():
        x, y = drawn(page).get("chosen") or [-1, -1]
        surface = page.wait(".overview .map-surface").size
        return page.wait(SCALE).text != scale and 0 < x < surface["width"] and 0 < y < surface["height"]

    wait_until(is_in_sight, lambda: f"the keys are in sight: {drawn(page)}")
    page.press("All items", ".map-about")
    page.gone(".map-about a")
    assert page.focused()[0] == "SELECT"


def test_a_mark_is_clicked_and_leads_to_its_item(service, page):
    service.item("sam/keys", "Keys", 100)
    page.open()
    wait_until_drawn(page, points=1)
    page.settle()
    surface = page.wait(".overview .map-surface")
    page.script("arguments[0].scrollIntoView({block: 'center'})", surface)
    x, y = page.script(
        "const at = JSON.parse(document.querySelector('.map-points').dataset.shown).places_of_marks[0];"
        "const box = arguments[0].getBoundingClientRect(); return [at[0] + box.left, at[1] + box.top]", surface
    )
    for kind in ("mousePressed", "mouseReleased"):
        page.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    page.wait(".map-about a").click()
    wait_until(lambda: page.path == "/items/sam/keys", "its page")


def test_on_a_phone_there_is_the_list_or_the_map_and_it_stays_as_chosen(service, page):
    service.item("sam/keys", "Keys", 1)
    page.window(320, 700)
    page.open()
    page.card("sam/keys")
    assert not page.all(".overview")
    page.wait(".beside-switch label", lambda label: label.text == "Map").click()
    wait_until_drawn(page, points=1)
    assert not page.card("sam/keys").is_displayed()
    page.wait("#map-choice").click()
    Select(page.wait("#map-choice")).select_by_visible_text("Keys")
    page.script("arguments[0].click()", page.wait(".map-about a"))
    page.wait(".fixes li")
    page.driver.back()
    page.wait(".overview", lambda each: each.is_displayed())
    page.wait(".beside-switch label", lambda label: label.text == "List").click()
    page.wait(".card", lambda card: card.is_displayed())


def test_an_item_without_a_position_is_told_of(service, page):
    service.item("sam/keys", "Keys", 1)
    service.reported("sam/bag")
    wait_until(lambda: "sam/bag" in service.items(), "the bag is known")
    page.open()
    page.wait(".map-foot", lambda foot: "1 item on the map, 1 without a position." in foot.text)


def test_all_of_the_map_is_reached_by_the_keyboard(service, page):
    service.item("sam/keys", "Keys", 1)
    page.open()
    wait_until_drawn(page, points=1)
    page.tab_to("Follow")
    for name in ("Map of all items", "Zoom in", "Zoom out", "Show all"):
        page.tab_to(name)


# What each account is told beside the items: where the owner is, and of which trackers the place.
GRANTS = {
    "exact": (["sam/phone=last", "sam/keys=last"], HOME[0], [["keys"]]),
    "beside": (["sam/phone=last", "sam/keys=last:area", "sam/bag=last"], "area", [["bag"]]),
    "without": (["sam/keys=last"], None, [["keys"]]),
    "area": (["sam=last:area"], "area", []),
    "nothing": ([], None, []),
}


@pytest.mark.parametrize("service", ["grid"], indirect=True)
def test_who_may_see_less_is_told_no_more_of_owners_places_and_gateways(service):
    service.item("sam/keys", "Keys", 3)
    service.item("sam/bag", "Bag", 2)
    place = {"name": "Home", "lat": HOME[0], "lon": HOME[1], "radius_m": 60}
    for tracker in ("keys", "bag"):
        service.ask("POST", f"/api/v1/items/sam/{tracker}/places", place)
    status = {"_type": "status", "state": "online", "adapters": [], "lat": HOME[0], "lon": HOME[1]}
    service.publish("tagalong/gateway/attic/status", status, retain=True)
    wait_until(lambda: service.get("/api/v1/map")["gateways"], "the console knows the gateway")
    assert service.get("/api/v1/map")["places"][0]["trackers"] == ["bag", "keys"]
    account(service, "add", "boss", "--admin")
    account(service, "passcode", "boss", typed=f"{PASSCODE}\n")
    for name, (grants, where, places) in GRANTS.items():
        account(service, "add", name, *[word for grant in grants for word in ("--allow", grant)])
        told = map_of(service, name)
        positions = [each["position"] for each in told["owners"]]
        # The middle of a cell is told as far as 750 m off.
        assert ["area" if each.get("acc") == 750 else each["lat"] for each in positions] == ([where] if where else []), name
        assert [each["trackers"] for each in told["places"]] == places, name
        assert told["gateways"] == [], name


def map_of(service, name):
    command = [service.program, "account", "token", "add", name, "--data-dir", service.data]
    token = re.search(r"tgl_\S+", subprocess.run(command, check=True, capture_output=True, text=True).stdout).group()
    request = urllib.request.Request(f"{service.url}/api/v1/map", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)
