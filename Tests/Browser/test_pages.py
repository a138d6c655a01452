"""What holds for every page: nothing for axe-core to find, no breach of the policy, room on every screen, pictures."""

import re

import pytest

from browser import Page, make_driver
from service import HOME, Service, north_of, wait_until
from test_add import Gateway
from test_unknown import publish_list

PAGES = {
    "list": ("/", ".card"),
    "item": ("/items/sam/keys", ".fixes li"),
    "edit": ("/items/sam/keys/edit", "[data-form=places]"),
    "alerts": ("/alerts", ".alerts li"),
    "unknown": ("/unknown-tags", "article h3"),
    "add": ("/add", "button.tag"),
    "reminders": ("/reminders", ".reminder"),
    "reminder": ("/reminders/sam/umbrella", ".conditions [data-verdict]"),
    "settings": ("/settings", "[data-panel=about]"),
    "nothing": ("/items/sam/nothing", ".empty"),
}


@pytest.fixture(scope="module")
def full(tagalong, tmp_path_factory):
    """A console with things near, too far, left behind, and without data."""
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
        reminder = {"name": "Umbrella", "thing": {"thing": "umbrella", "is": "away"}, "place": {"event": "leaves", "place": "Home"}}
        service.ask("POST", "/api/v1/reminders/sam", reminder)
        Gateway(service)
        publish_list(service)
        yield service


@pytest.fixture
def page(driver, full):
    page = Page(driver, full.url)
    page.forget()
    yield page
    page.leave()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_fits_and_has_its_picture_taken(page, screenshots, name):
    path, ready = PAGES[name]
    page.open(path)
    # What is said once to a browser that is new here.
    page.script("localStorage.setItem('tagalong.open', 'yes')")

    def prepare():
        page.open(path)
        page.wait(ready)
        page.wait(".connection.live")

    page.inspect(screenshots, name, prepare)


NAMES = ["W" * 60, "<img src=x onerror=alert(1)>", "مفاتيح (2) البيت", "👩‍👩‍👧‍👦 🔑"]


@pytest.mark.parametrize("name", NAMES, ids=["long", "html", "right to left", "pictures"])
def test_a_name_of_any_letters_fits_and_is_shown_as_it_is(full, page, name):
    before = full.items()["sam/keys"]["item"]
    full.patch("/api/v1/items/sam/keys", {"item": name})
    try:
        for path, ready in (PAGES[each] for each in ("list", "item", "edit", "alerts")):
            page.open(path)
            page.wait(ready)
            if path.startswith("/items"):
                page.wait("h1", lambda title: name in title.text)
            for width in (320, 768, 1440):
                page.window(width, 900)
                page.settle()
                assert page.overflow() <= 0, (path, width)
        assert page.complaints() == []
    finally:
        full.patch("/api/v1/items/sam/keys", {"item": before})


def test_an_address_of_nothing_says_so(page):
    page.open("/nowhere")
    page.wait("h1", lambda title: title.text == "There is nothing here")
    assert not page.all("[aria-current=page]")
    page.press("To your items")
    page.wait(".card")


def test_no_page_asks_another_host_for_anything(full, tmp_path):
    # The browser's own log of its network has what workers ask for, too.
    log = tmp_path / "network.json"
    recorder = make_driver(f"--log-net-log={log}")
    try:
        page = Page(recorder, full.url)
        page.forget()
        for path, ready in PAGES.values():
            page.open(path)
            page.wait(ready)
        page.wait_for_worker()
    finally:
        recorder.quit()
    # One event a line; the browser itself may look for something elsewhere.
    ours = [line for line in log.read_text().splitlines() if f'"initiator":"{full.url}"' in line]
    asked = {match for line in ours for match in re.findall(r'"url":"([^"]*)"', line)}
    assert f"{full.url}/api/v1/events" in asked and any(each.endswith("/scripts/views/add.js") for each in asked)
    assert [address for address in asked if not address.startswith((full.url + "/", "data:", f"blob:{full.url}"))] == []


def test_the_policy_allows_no_script_or_style_within_a_page(page):
    page.open()
    refused = page.driver.execute_async_script(
        "const done = arguments[0]; addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));"
        "const script = document.createElement('script'); script.textContent = 'window.wasRun = true';"
        "document.head.append(script)"
    )
    assert refused == "script-src-elem" and page.script("return window.wasRun === undefined")
    # The browser tells of it, as it is to.
    assert page.complaints()


def test_nothing_moves_for_whoever_wants_less_motion(page):
    page.open()
    page.wait(".card")
    source = (
        "const box = document.createElement('div'); box.className = 'skeleton'; document.querySelector('main').append(box);"
        "const style = getComputedStyle(box); const found = [style.animationDuration, style.animationIterationCount];"
        "box.remove(); return found"
    )
    assert page.script(source) == ["1e-05s", "1"]
    page.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "no-preference"}])
    assert page.script(source) == ["1.2s", "infinite"]


@pytest.mark.parametrize("name", PAGES)
def test_every_control_of_a_page_is_reached_by_the_keyboard_and_shows_it(page, name):
    path, ready = PAGES[name]
    page.open(path)
    page.wait(ready)
    wanted = page.script(
        "return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex=\"0\"]')]"
        ".filter((each) => each.checkVisibility() && !each.disabled && (each.type !== 'radio' || each.checked)).length"
    )
    # A date is several stops: its day, month, year, and calendar.
    stops = wanted + 3 * len(page.all("input[type=date]"))
    seen = []
    while len({each[5] for each in seen}) < wanted and len(seen) < stops:
        page.key("Tab", 9)
        seen.append(page.script(FOCUS))
    missed = [each for each in seen if each[0] == "BODY"]
    assert not missed and len({each[5] for each in seen}) == wanted
    # The calendar within a date shows the focus itself.
    firsts = {each[5]: each for each in reversed(seen)}
    for tag, called, outline, width, height, _ in firsts.values():
        assert outline == "solid", f"{tag} {called} does not show that it has the focus"
        assert width >= 24 and height >= 24, f"{tag} {called} is only {width} by {height}"


# What has the focus, and how it shows: some controls show it by what is around them.
FOCUS = """
const at = document.activeElement;
const shows = at.closest(".card h2") ? at.closest(".card") : at.matches(".file-input") ? at.closest(".button")
    : at.matches(".segments input") ? at.nextElementSibling
    : at.matches(".colour-row input, .weekday-boxes input") ? at.closest("label") : at;
const box = shows.getBoundingClientRect();
window.known ??= [];
if (!window.known.includes(at)) window.known.push(at);
return [at.tagName, at.getAttribute("aria-label") ?? at.innerText, getComputedStyle(shows).outlineStyle, box.width, box.height,
    window.known.indexOf(at)];
"""
