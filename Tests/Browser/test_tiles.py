"""The map with tiles, which here come from a server of the test."""

import http.server
import threading

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from service import HOME, Service, north_of, wait_until
from test_edit import click_map, png


@pytest.fixture
def tiles(tmp_path):
    """An address of tiles of one colour, and the list of what was asked for."""
    picture = png(tmp_path / "tile.png", 256, 256).read_bytes()
    asked = []

    class Tiles(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            self.wfile.write(picture)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{{z}}/{{x}}/{{y}}.png", asked
    server.shutdown()


@pytest.fixture
def service(tagalong, tmp_path, tiles):
    flags = ["--tile-url", tiles[0], "--tile-attribution", "© Test & Sons"]
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
    assert tiles[1]
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
