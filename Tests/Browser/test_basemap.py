"""The map from an archive on the console's disk, and the outline of the world where there is none."""

import os
import subprocess

import pytest

import mapfile
from browser import make_driver
from pixels import Pixels
from service import HOME, ROOT, Service, wait_until

# Light and dark, as map/style.js has them.
WATER = {"light": (0xA8, 0xCD, 0xDD), "dark": (0x10, 0x31, 0x3F)}
WOOD = {"light": (0xCF, 0xE0, 0xC3), "dark": (0x1B, 0x2D, 0x21)}


# A browser without graphics.
NO_WEBGL = "HTMLCanvasElement.prototype.getContext = () => null;"


@pytest.fixture(scope="session")
def library():
    """MapLibre GL JS, from PyPI."""
    folder = ROOT / ".build/browser/maplibre"
    if not (folder / "maplibre-gl-worker.js").exists():
        made = subprocess.run([ROOT / "scripts/map-library", folder], capture_output=True, text=True)
        if made.returncode:
            pytest.skip(f"no MapLibre GL JS: {made.stderr}")
    return folder


@pytest.fixture(scope="module")
def drawing():
    """A browser that draws WebGL without graphics."""
    driver = make_driver("--enable-unsafe-swiftshader", "--use-angle=swiftshader")
    yield driver
    driver.quit()


@pytest.fixture
def flags():
    return []


@pytest.fixture
def service(tagalong, tmp_path, flags):
    with Service(tagalong, tmp_path / "data", *flags) as service:
        yield service


@pytest.fixture
def shown(service, page):
    """The page of an item, at home."""
    service.item("sam/keys", "Keys", 20)
    page.open("/items/sam/keys")
    page.wait(".map-surface")
    return page


def zoom_out(page, times):
    for _ in range(times):
        page.script("document.querySelectorAll('.map-buttons button')[1].click()")
        # Leaflet begins in the next picture, and takes no press until it is done.
        page.settle()
        wait_until(lambda: not page.all(".leaflet-zoom-anim"), "it has zoomed out")


def open_link(service, page):
    """The page of a share link of the keys, for somebody who has not logged in."""
    account = [service.program, "account"]
    passcode = [*account, "passcode", "boss", "--data-dir", service.data]
    subprocess.run(passcode, input="Correct-Horse-2071\n", check=True, capture_output=True, text=True)
    subprocess.run([*account, "add", "sam", "--allow", "sam=command", "--data-dir", service.data], check=True, capture_output=True)
    made = [*account, "link", "add", "Keys", "--console-url", service.url, "--data-dir", service.data]
    address = subprocess.run(made, check=True, capture_output=True, text=True).stdout.strip()
    page.forget()
    page.driver.get(address)
    page.wait(".map-surface")


class TestRaster:
    @pytest.fixture
    def flags(self, tmp_path):
        return ["--map", mapfile.raster(tmp_path / "raster.mbtiles", HOME)]

    def test_pictures_come_from_the_file_and_are_credited(self, service, shown, screenshots):
        shown.wait(".leaflet-tile-loaded")
        addresses = {tile.get_attribute("src") for tile in shown.all(".leaflet-tile-loaded")}
        # Closer than the archive its deepest tiles are drawn larger.
        assert all(address.startswith(f"{service.url}/basemap/14/") for address in addresses)
        assert "© Test & Sons" in shown.wait(".leaflet-control-attribution").text
        assert shown.wait(".map-note", lambda note: True).text == ""
        shown.picture(screenshots / "basemap-raster.png", full=False)
        assert shown.complaints() == []
        assert shown.accessibility_faults() == []

    def test_whoever_has_a_share_link_sees_the_map(self, service, shown, screenshots):
        open_link(service, shown)
        tile = shown.wait(".leaflet-tile-loaded")
        # Not by its address, which would have the link's secret in it.
        assert tile.get_attribute("src").startswith("blob:")
        assert "© Test & Sons" in shown.wait(".leaflet-control-attribution").text
        shown.picture(screenshots / "basemap-shared.png", full=False)
        assert shown.complaints() == []

    def test_outside_of_the_file_is_the_outline_of_the_world(self, shown, screenshots):
        shown.wait(".leaflet-tile-loaded")
        assert shown.all(".map .land") == []
        zoom_out(shown, 17)
        shown.wait(".map .land", lambda land: land.get_attribute("d"))
        shown.picture(screenshots / "basemap-outside.png", full=False)
        assert shown.complaints() == []

    def test_tiles_do_not_fill_what_the_browser_keeps_of_the_pages(self, shown):
        shown.wait_for_worker()
        shown.open("/items/sam/keys")
        shown.wait(".leaflet-tile-loaded")
        kept = "return caches.open('tagalong-pages').then((cache) => cache.keys()).then((all) => all.map((each) => each.url))"
        wait_until(lambda: any("/map/tiles.js" in each for each in shown.script(kept)), "the pages are kept")
        assert not any("/basemap/" in each or "/basemap.json" in each for each in shown.script(kept))

    @pytest.mark.parametrize("lost", ["*/basemap.json", "*/leaflet.min.js"])
    def test_a_map_that_could_not_be_loaded_is_asked_for_again(self, service, page, lost):
        service.item("sam/keys", "Keys", 20)
        page.command("Network.enable")
        page.command("Network.setBlockedURLs", urls=[lost])
        page.open("/items/sam/keys")
        page.wait(".map-note", lambda note: "The map could not be loaded from the server" in note.text)
        page.wait(".grid-map .mark.fix")
        page.command("Network.setBlockedURLs", urls=[])
        page.wait(".leaflet-tile-loaded")
        page.gone(".grid-map")
        assert page.wait(".map-note", lambda note: True).text == ""

    def test_settings_tell_what_the_map_is(self, page):
        page.open("/settings")
        page.wait_for_text("from a file on the server")


class TestVector:
    @pytest.fixture
    def driver(self, drawing):
        return drawing

    @pytest.fixture
    def flags(self, tmp_path, library):
        return ["--map", mapfile.vector(tmp_path / "vector.mbtiles", HOME), "--map-library", library]

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_vector_tiles_are_drawn_in_the_page(self, shown, theme, screenshots):
        shown.theme(theme)
        shown.wait(".vector-tiles[data-state=idle]")
        # Closer than the archive one tile is larger than the map.
        zoom_out(shown, 9)
        shown.wait(".vector-tiles[data-state=idle]")
        path = screenshots / f"basemap-vector-{theme}.png"

        def has_colours():
            shown.picture(path, full=False)
            pixels = Pixels(path)
            return all(pixels.count(colour[theme]) > 500 for colour in (WATER, WOOD))

        wait_until(has_colours, "water and wood are seen")
        assert "© Test & Sons" in shown.wait(".leaflet-control-attribution").text
        assert len(shown.all(".pin")) == 2
        assert shown.wait(".place-name").text == "Newton"
        assert shown.complaints() == []
        assert shown.accessibility_faults() == []

    def test_whoever_has_a_share_link_sees_the_map_drawn(self, service, shown):
        open_link(service, shown)
        shown.wait(".vector-tiles[data-state=idle]")
        asked = shown.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        # The tiles themselves are asked for by a worker; one that did not come would be told.
        assert [each for each in asked if "/basemap.json" in each] == [f"{service.url}/shared/basemap.json"]
        assert shown.wait(".map-note", lambda note: True).text == ""
        assert shown.complaints() == []

    def test_streets_have_their_names_along_them_where_one_is_close_enough(self, shown, screenshots):
        shown.wait(".vector-tiles[data-state=idle]")

        def turned(name):
            source = "return [...document.querySelectorAll('.place-name.street span')].find((each) => each.textContent === arguments[0])?.style.rotate"
            return shown.script(source, name)

        # One tile is larger than the map until its streets are in sight.
        for _ in range(9):
            if shown.all(".place-name.street"):
                break
            zoom_out(shown, 1)
            shown.wait(".vector-tiles[data-state=idle]")
        assert turned("Mill Road") in ("", "0deg")
        shown.script("document.querySelector('.place-name.street').scrollIntoView({block: 'center'})")
        shown.picture(screenshots / "basemap-streets.png", full=False)
        # Farther out there are none.
        zoom_out(shown, 6)
        shown.wait(".vector-tiles[data-state=idle]")
        assert not shown.all(".place-name.street")
        assert shown.complaints() == []

    def test_a_name_stands_on_the_straight_part_that_is_in_sight(self, shown):
        source = """
        const [points, width, height] = arguments;
        return import(new URL("map/streets.js", document.querySelector("script[type=module]").src)).then(({ straightParts, inSight }) =>
            straightParts(points).map((part) => inSight(part, width, height)?.length ?? 0).map(Math.round));
        """
        corner = [{"x": 0, "y": 10}, {"x": 50, "y": 12}, {"x": 100, "y": 10}, {"x": 100, "y": 200}]
        assert shown.script(source, corner, 80, 100) == [80, 0]
        assert shown.script(source, corner, 200, 100) == [100, 90]
        assert shown.script(source, corner[:1], 200, 100) == []
        # One that begins and ends outside, and one that goes by.
        assert shown.script(source, [{"x": -50, "y": 50}, {"x": 350, "y": 50}], 300, 100) == [300]
        assert shown.script(source, [{"x": -50, "y": 150}, {"x": 350, "y": 150}], 300, 100) == [0]

    def test_nothing_but_the_console_is_asked(self, shown, service):
        shown.wait(".vector-tiles[data-state=idle]")
        asked = shown.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        assert all(address.startswith((service.url, "data:")) for address in asked)
        policy = shown.script("return fetch('/').then((answer) => answer.headers.get('Content-Security-Policy'))")
        assert "unsafe" not in policy and "worker-src" not in policy


class TestVectorWithoutWebGL:
    @pytest.fixture
    def flags(self, tmp_path, library):
        return ["--map", mapfile.vector(tmp_path / "vector.mbtiles", HOME), "--map-library", library]

    def test_the_page_says_what_the_browser_lacks_and_shows_the_grid(self, page, shown):
        added = page.command("Page.addScriptToEvaluateOnNewDocument", source=NO_WEBGL)
        page.open("/items/sam/keys")
        page.wait_for_text("This browser has no WebGL")
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])
        page.wait(".grid-map")
        assert page.complaints() == []


class TestVectorWithoutItsLibrary:
    @pytest.fixture
    def flags(self, tmp_path):
        nowhere = tmp_path / "nowhere"
        return ["--map", mapfile.vector(tmp_path / "vector.mbtiles", HOME), "--map-library", nowhere]

    def test_the_page_says_what_is_missing_and_shows_the_grid(self, shown, page):
        shown.wait_for_text("MapLibre GL JS is not installed on the server")
        shown.wait(".grid-map")
        assert shown.complaints() == []
        page.open("/settings")
        page.wait_for_text("which cannot be drawn")


def test_the_grid_has_the_outline_of_the_world_when_it_shows_countries(shown, screenshots):
    shown.wait(".grid-map")
    assert shown.all(".outline .land") == []
    zoom_out(shown, 25)
    shown.wait(".outline .land", lambda land: land.get_attribute("d"))
    # Three worlds beside each other, each of coasts and borders.
    assert len(shown.all(".outline path")) == 6
    shown.inspect(screenshots, "outline")
    zoom_in = "for (let i = 0; i < 12; i++) document.querySelector('.map-buttons button').click()"
    shown.script(zoom_in)
    wait_until(lambda: not shown.all(".outline .land")[0].is_displayed(), "it is too coarse for streets")
    assert shown.complaints() == []


@pytest.mark.skipif(not os.environ.get("TAGALONG"), reason="without a program")
def test_a_file_that_is_no_archive_is_told_at_the_start(tagalong, tmp_path):
    wrong = tmp_path / "map.pmtiles"
    wrong.write_bytes(b"PMTiles\x02" + bytes(200))
    command = [tagalong, "up", "--data-dir", tmp_path / "data", "--map", wrong]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 2
    assert f"--map: {wrong}: this is PMTiles version 2; version 3 is expected" in ended.stderr
