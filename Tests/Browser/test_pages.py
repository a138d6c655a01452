"""What holds for every page: nothing for axe-core to find, no breach of the policy, room on every screen, pictures."""

import pytest

from service import HOME, north_of, wait_until
from test_add import Gateway

PAGES = {
    "list": ("/", ".card"),
    "item": ("/items/sam/keys", ".fixes li"),
    "edit": ("/items/sam/keys/edit", "[data-form=places]"),
    "alerts": ("/alerts", ".alerts li"),
    "add": ("/add", "button.tag"),
    "settings": ("/settings", "[data-panel=about]"),
    "nothing": ("/items/sam/nothing", ".empty"),
}


@pytest.fixture(scope="module")
def full(tagalong, tmp_path_factory):
    """A console with things near, too far, left behind, and without data."""
    from service import Service

    with Service(tagalong, tmp_path_factory.mktemp("full") / "data") as service:
        service.item("sam/bag", "Work bag", 1.2)
        service.item("sam/umbrella", "Umbrella", 7)
        service.item("sam/keys", "Keys", 21)
        for number, metres in enumerate((17, 14, 11, 10.5, 8, 5.5, 4, 2, 1)):
            service.fix("sam/keys", north_of(HOME, metres), ago=10 * (number + 1), acc=3)
        service.reported("sam/camera", battery=9)
        wait_until(lambda: len(service.items()) == 4, "four are known")
        service.patch("/api/v1/items/sam/camera", {"item": "Camera with a name that is rather long for a card"})
        wait_until(lambda: service.items()["sam/keys"]["level"] == "critical", "the keys are left behind")
        home = {"name": "Home", "lat": HOME[0], "lon": HOME[1], "radius_m": 6}
        service.ask("POST", "/api/v1/items/sam/keys/places", home)
        Gateway(service)
        wait_until(lambda: service.get("/api/v1/gateways")["gateways"], "the gateway is known")
        yield service


@pytest.fixture
def page(driver, full):
    from browser import Page

    page = Page(driver, full.url)
    page.forget()
    yield page
    page.leave()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_core_finds_nothing(page, name, theme):
    path, ready = PAGES[name]
    page.theme(theme)
    page.open(path)
    page.wait(ready)
    assert page.accessibility_faults() == []
    assert page.complaints() == []


@pytest.mark.parametrize("width", [320, 1440])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_has_its_picture_taken(page, screenshots, name, width):
    path, ready = PAGES[name]
    page.window(width, 900)
    page.open(path)
    # What is said once to a browser that is new here.
    page.script("localStorage.setItem('tagalong.open', 'yes')")
    page.open(path)
    page.wait(ready)
    page.wait(".connection.live")
    assert page.overflow() <= 0
    page.picture(screenshots / f"{name}-{width}.png", full=False)
    page.picture(screenshots / f"{name}-{width}-whole.png")


def test_every_control_of_a_page_is_reached_by_the_keyboard_and_seen(page):
    page.open("/")
    page.wait(".card")
    page.script("document.body.focus()")
    seen = []
    for _ in range(40):
        page.command("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        page.command("Input.dispatchKeyEvent", type="keyUp", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        seen.append(page.script(
            "const at = document.activeElement; const box = (at.closest('h2') ? at.closest('.card') : at).getBoundingClientRect();"
            "const outline = getComputedStyle(at.closest('h2') ? at.closest('.card') : at).outlineStyle;"
            "return [at.tagName, at.getAttribute('aria-label') ?? at.innerText, outline, box.width, box.height]"
        ))
    names = [name for _, name, *_ in seen]
    for expected in ["Skip to the content", "Alerts", "Ring Keys", "Locate Keys now", "Tracker of Umbrella", "Work bag"]:
        assert any(expected in name for name in names), f"{expected} is not among {names}"
    for tag, name, outline, width, height in seen:
        if tag == "BODY":
            continue
        assert outline == "solid", f"{name} does not show that it has the focus"
        assert width >= 24 and height >= 24, f"{name} is only {width} by {height}"
