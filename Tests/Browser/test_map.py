"""The map of an item, in both of its forms: what it keeps in sight, and what can be seen on it."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from service import HOME, Service, north_of, wait_until
from tileserver import TileServer

NEWEST = {"grid": ".mark.fix.newest", "tiles": ".pin.newest"}
LIGHT, DARK = (0xF2, 0xEF, 0xE9), (0x1B, 0x1F, 0x24)


@pytest.fixture(params=["grid", "tiles"])
def form(request):
    return request.param


@pytest.fixture
def service(tagalong, tmp_path, form):
    with TileServer(LIGHT) as tiles:
        flags = ["--tile-url", tiles.url, "--tile-attribution", "© Test"] if form == "tiles" else []
        with Service(tagalong, tmp_path / "data", *flags) as service:
            yield service


def show(page, form):
    page.open("/items/sam/keys")
    page.wait(NEWEST[form])
    page.wait(".connection.live")


def is_in_sight(page, selector):
    """Whether the middle of a mark is within the map, and no control covers it."""
    source = """
        const mark = document.querySelector(arguments[0])?.getBoundingClientRect();
        const map = document.querySelector(".map-surface").getBoundingClientRect();
        if (!mark) return false;
        const [x, y] = [mark.left + mark.width / 2, mark.top + mark.height / 2];
        return x > map.left && x < map.right && y > map.top && y < map.bottom;
    """
    return page.script(source, selector)


def wait_for_positions(page, count):
    wait_until(lambda: len(page.all(".fixes li")) == count, f"{count} positions")


def test_the_map_follows_the_item_until_somebody_moves_it_and_again_when_told_to(service, page, form, screenshots):
    service.item("sam/keys", "Keys", 3)
    show(page, form)
    wait_until(lambda: is_in_sight(page, NEWEST[form]), "the item is in sight")
    assert not page.all(".map-follow:not([hidden])")
    service.fix("sam/keys", north_of(HOME, 2000))
    wait_for_positions(page, 2)
    wait_until(lambda: is_in_sight(page, NEWEST[form]), "where it went is in sight")
    # A person looks elsewhere, and is left alone.
    surface = page.wait(".map-surface")
    page.script("arguments[0].scrollIntoView({block: 'center'})", surface)
    ActionChains(page.driver).click_and_hold(surface).move_by_offset(40, 60).move_by_offset(40, 60).release().perform()
    page.wait(".map-follow:not([hidden])")
    service.fix("sam/keys", north_of(HOME, 9000))
    wait_for_positions(page, 3)
    page.settle()
    assert not is_in_sight(page, NEWEST[form])
    page.inspect(screenshots, f"map-moved-{form}")
    page.press("Follow")
    wait_until(lambda: is_in_sight(page, NEWEST[form]), "it is taken up again")
    page.gone(".map-follow:not([hidden])")
    # The focus is where the keys move the map.
    assert page.script("return document.activeElement.classList.contains('map-surface')")
    service.fix("sam/keys", north_of(HOME, 40000))
    wait_for_positions(page, 4)
    wait_until(lambda: is_in_sight(page, NEWEST[form]), "it is followed again")


COVERED = """
    const controls = [...document.querySelectorAll(".map-buttons, .north, .scale, .leaflet-control")].map((each) => each.getBoundingClientRect());
    const marks = [...document.querySelectorAll(".mark.fix, .mark.owner, .pin")].filter((each) => each.style.display !== "none");
    return marks.map((each) => each.getBoundingClientRect())
        .filter((one) => controls.some((other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top)).length;
"""


def test_no_mark_lies_under_the_controls_of_the_map(service, page, form):
    service.item("sam/keys", "Keys", 1)
    # A cross: positions at all ends of what is shown.
    for north, east in ((300, 0), (0, -0.006), (-300, 0.006), (300, -0.006), (-300, -0.006), (300, 0.006)):
        latitude, longitude = north_of(HOME, north)
        service.fix("sam/keys", (latitude, longitude + east))
    wait_until(lambda: service.get("/api/v1/items/sam/keys")["fixes"] == 7, "all are stored")
    for width in (320, 1440, 2560):
        page.window(width, 900)
        show(page, form)
        wait_until(lambda: is_in_sight(page, NEWEST[form]), "the item is in sight")
        page.settle()
        assert page.script(COVERED) == 0, width
        # Also after the window was given another size.
        page.window(width // 2 if width > 1000 else 500, 900)
        page.settle()
        wait_until(lambda: page.script(COVERED) == 0, f"nothing is covered, {width} wide at first")


def luminance(colour):
    parts = [part / 255 for part in colour]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


COLOURS = """
    const parts = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
    const all = {};
    for (const [name, selector, ...properties] of arguments[0]) {
        all[name] = [...document.querySelectorAll(selector)].flatMap((each) => properties.map((property) => parts(getComputedStyle(each)[property])));
    }
    return all;
"""
DRAWN = [
    ("the line to the owner", ".link", "stroke"),
    ("the way", ".way", "stroke"),
    ("the accuracy", ".accuracy, .casing", "stroke"),
    ("the owner", ".pin.owner", "backgroundColor", "borderTopColor"),
    ("the newest", ".pin.newest", "backgroundColor", "borderTopColor"),
]


@pytest.mark.parametrize("form", ["tiles"], indirect=True)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_drawn_on_tiles_is_seen_on_light_and_dark_ones_in_both_themes(
    service, page, form, theme, screenshots
):
    service.item("sam/keys", "Keys", 40)
    service.fix("sam/keys", north_of(HOME, 20), acc=8)
    wait_until(lambda: service.get("/api/v1/items/sam/keys")["fixes"] == 2, "both are stored")
    page.theme(theme)
    show(page, form)
    page.wait(".leaflet-tile-loaded")
    page.settle()
    page.picture(screenshots / f"tiles-{theme}.png", full=False)
    for name, colours in page.script(COLOURS, DRAWN).items():
        assert colours, name
        for tile in (LIGHT, DARK):
            # Of a line and its edge one is enough, as they lie beside each other (WCAG 1.4.11).
            assert max(contrast(colour, tile) for colour in colours) >= 3, f"{name} on {tile}: {colours}"
