"""The map with tiles, which here come from a server of the test."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from service import HOME, Service, north_of, wait_until
from test_edit import click_map
from tileserver import TileServer


@pytest.fixture
def tiles():
    with TileServer() as tiles:
        yield tiles


@pytest.fixture
def service(tagalong, tmp_path, tiles):
    flags = ["--tile-url", tiles.url, "--tile-attribution", "© Test & Sons"]
    with Service(tagalong, tmp_path / "data", *flags) as service:
        yield service


def test_tiles_are_loaded_from_their_host_and_credited(service, page, tiles, screenshots):
    service.item("sam/keys", "Keys", 40)
    service.fix("sam/keys", north_of(HOME, 20), ago=60, acc=8)
    wait_until(lambda: service.get("/api/v1/items/sam/keys")["fixes"] == 2, "both are stored")
    page.open("/items/sam/keys")
    page.wait(".leaflet-tile-loaded")
    wait_until(lambda: len(page.all(".pin")) == 3, "two positions and the owner")
    assert "© Test & Sons" in page.wait(".leaflet-control-attribution").text
    assert page.wait(".leaflet-control-scale").is_displayed()
    assert tiles.asked
    page.picture(screenshots / "tiles.png", full=False)
    assert page.complaints() == []
    assert page.accessibility_faults() == []


def test_a_place_is_drawn_on_tiles(service, page):
    service.item("sam/keys", "Keys")
    page.open("/items/sam/keys/edit")
    page.wait("[data-form=places]")
    page.press("Add a place", "[data-form=places]")
    page.wait("[data-form=places] .leaflet-tile-loaded")
    page.wait("[data-form=places] .map-surface").click()
    page.wait_for_text("Centre at 46.05")


def test_a_place_with_corners_is_drawn_on_tiles(service, page):
    service.item("sam/keys", "Keys")
    page.open("/items/sam/keys/edit")
    page.wait("[data-form=places]")
    page.press("Add a place", "[data-form=places]")
    page.fill("#place-name", "Garden")
    page.wait("[data-form=places] .segments label", lambda label: label.text == "Corners").click()
    page.wait("[data-form=places] .leaflet-tile-loaded")
    click_map(page, (-80, -60), (80, -60), (80, 60), (-80, -60))
    page.wait_for_text("Closed, with 3 corners.")
    corner = page.all("[data-form=places] .pin.corner")[1]
    before = page.wait("#place-corners").get_attribute("value")
    ActionChains(page.driver).click_and_hold(corner).move_by_offset(10, 0).move_by_offset(20, 0).release().perform()
    wait_until(lambda: page.wait("#place-corners").get_attribute("value") != before, "the corner is moved")
    page.press("Save the place", "[data-form=places]")
    page.toast("Garden is saved.")
    assert len(service.get("/api/v1/items/sam/keys/places")["places"][0]["points"]) == 3


# When they do not come


def two_positions(service):
    service.item("sam/keys", "Keys", 40)
    service.fix("sam/keys", north_of(HOME, 20), ago=60, acc=8)
    wait_until(lambda: service.get("/api/v1/items/sam/keys")["fixes"] == 2, "both are stored")


@pytest.mark.parametrize("how", ["refuse", "cut", "hang"])
def test_without_tiles_there_is_the_grid_and_a_word_until_they_come_again(service, page, tiles, screenshots, how):
    two_positions(service)
    tiles.how = how
    page.open("/items/sam/keys")
    page.wait(".grid-map .mark.fix.newest")
    note = f"The map's pictures cannot be loaded from {tiles.host}: a plain grid instead."
    page.wait(".map-note", lambda each: each.text == note)
    page.gone(".leaflet-container")
    if how == "refuse":
        page.inspect(screenshots, "tiles-none")
    tiles.how = "serve"
    page.wait(".leaflet-tile-loaded")
    wait_until(lambda: len(page.all(".pin")) == 3, "two positions and the owner")
    page.gone(".grid-map")
    page.wait(".map-note", lambda each: not each.text)


def test_tiles_that_end_while_somebody_looks_leave_the_grid_where_the_map_was_moved_to(service, page, tiles):
    two_positions(service)
    page.open("/items/sam/keys")
    page.wait(".leaflet-tile-loaded")
    wait_until(lambda: len(page.all(".pin")) == 3, "two positions and the owner")
    before = spread(page, ".pin")
    tiles.how = "cut"
    page.wait(".map-surface").send_keys(Keys.ARROW_RIGHT)
    # Farther out, where none has been loaded before.
    page.press("Zoom out")
    page.wait(".grid-map .mark.fix")
    page.wait(".map-note", lambda each: tiles.host in each.text)
    # As far out as it was, and followed only when somebody says so.
    assert spread(page, ".mark.owner, .mark.fix") < 0.7 * before
    assert page.button("Follow").is_displayed()


def spread(page, marks):
    """How many pixels of height the marks are apart."""
    return page.script(
        "const tops = [...document.querySelectorAll(arguments[0])].map((each) => each.getBoundingClientRect().top);"
        "return Math.max(...tops) - Math.min(...tops)", marks
    )


def test_some_tiles_that_are_missing_are_told_of_and_leave_the_map(service, page, tiles):
    two_positions(service)
    page.open("/items/sam/keys")
    page.wait(".leaflet-tile-loaded")
    wait_until(lambda: not page.all(".leaflet-tile:not(.leaflet-tile-loaded)"), "all are loaded")
    tiles.how = "refuse"
    surface = page.wait(".map-surface")
    page.script("arguments[0].scrollIntoView({block: 'center'})", surface)
    before = len(tiles.asked)

    def is_told():
        if len(tiles.asked) == before:
            surface.send_keys(Keys.ARROW_RIGHT)
        return "Some of the map's pictures" in page.wait(".map-note").text or page.all(".grid-map")

    wait_until(is_told, "a column of tiles is missing")
    assert page.wait(".map-note").text == f"Some of the map's pictures cannot be loaded from {tiles.host}."
    assert page.all(".leaflet-tile-loaded")
