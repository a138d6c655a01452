"""What each role is offered: all that is possible, nothing that is refused, and who one is."""

import re
import subprocess
import urllib.request

import pytest

from browser import Page
from service import HOME, Service, north_of, wait_until
from test_add import Gateway
from test_leaving import PASSCODE, account, log_in
from test_unknown import publish_list

# Each role that exists, by the grants of an account; the owner's is called as the owner.
ROLES = {
    "boss": ["--admin"],
    "sam": ["--allow", "sam=command"],
    "commander": ["--allow", "sam/keys=command"],
    "historian": ["--allow", "sam=history"],
    "last": ["--allow", "sam/keys=last"],
    "areas": ["--allow", "sam/keys=history:area"],
    "area": ["--allow", "sam/keys=last:area"],
    "stranger": [],
}
MAY_COMMAND = {"boss", "sam", "commander"}
MAY_SEE_HISTORY = MAY_COMMAND | {"historian", "areas"}

# What the page asks for, and what is answered.
ASKED = """
window.asked = [];
window.isAsking = 0;
const plain = window.fetch;
window.fetch = async (...call) => {
    window.isAsking += 1;
    try {
        const answer = await plain(...call);
        window.asked.push([answer.status, call[1]?.method ?? "GET", String(call[0].url ?? call[0])]);
        return answer;
    } finally { window.isAsking -= 1; }
};
"""


class Shared(Service):
    """A console with accounts, and a token for what it counts."""

    def open_to(self, roles):
        for name, grants in roles.items():
            account(self, "add", name, *grants)
            account(self, "passcode", name, typed=f"{PASSCODE}\n")
        command = [self.program, "account", "token", "add", "boss", "--scope", "metrics", "--data-dir", self.data]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        self.token = re.search(r"tgl_\S+", told).group()

    def refusals(self):
        """How many requests were answered with 403, by their routes."""
        request = urllib.request.Request(f"{self.url}/metrics", headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request) as answer:
            lines = answer.read().decode().splitlines()
        return [line for line in lines if line.startswith("tagalong_http_requests_total") and 'status="403"' in line]


@pytest.fixture(scope="module")
def shared(tagalong, tmp_path_factory):
    """Sam's things, shared in each way; the keys are left behind."""
    with Shared(tagalong, tmp_path_factory.mktemp("shared") / "data") as service:
        service.item("sam/keys", "Keys", 1)
        service.item("sam/bag", "Bag", 2)
        service.fix("sam/keys", north_of(HOME, 14))
        wait_until(lambda: service.items()["sam/keys"]["level"] == "critical", "the keys are left behind")
        place = {"name": "Home", "lat": HOME[0], "lon": HOME[1], "radius_m": 6}
        service.ask("POST", "/api/v1/items/sam/bag/places", place)
        service.obey("sam/keys")
        Gateway(service)
        publish_list(service)
        service.open_to(ROLES)
        yield service


@pytest.fixture
def page(driver, shared):
    page = Page(driver, shared.url)
    page.forget()
    recorder = page.command("Page.addScriptToEvaluateOnNewDocument", source=ASKED)["identifier"]
    yield page
    page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=recorder)
    page.leave()


def enter(page, role):
    page.open("/login")
    log_in(page, role)
    page.wait("#who")
    wait_until(lambda: page.path == "/", lambda: f"the list, not {page.text()}, after {page.script('return window.asked')}")


def at_rest(page):
    """Waits until nothing is asked for any more."""
    page.wait(".connection.live")
    wait_until(
        lambda: page.script("return window.isAsking === 0 && !document.querySelector('main [aria-busy=true]')"),
        "the page is at rest",
    )


def shown(page, selector):
    """What the controls that can be seen are called."""
    called = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility())" \
        ".map((each) => each.getAttribute('aria-label') ?? each.innerText.trim())"
    return page.script(called, selector)


PATHS = ["/", "/items/sam/keys", "/items/sam/bag", "/items/sam/keys/edit", "/alerts", "/unknown-tags", "/add", "/add/mqtt", "/settings", "/simulation", "/status", "/reminders",
         "/reminders?tab=history", "/reminders/new", "/reminders/sam/nothing", "/nowhere"]


@pytest.mark.parametrize("role", ROLES)
def test_no_page_asks_for_what_the_role_may_not(shared, page, role):
    before = shared.refusals()
    enter(page, role)
    for path in PATHS:
        page.open(path)
        at_rest(page)
        assert [each for each in page.script("return window.asked") if each[0] in (401, 403)] == [], path
        assert page.complaints() == [], path
    # From the list on, by its links.
    page.open()
    at_rest(page)
    for tab in shown(page, ".tabs a"):
        page.wait(".tabs a", lambda link: link.text == tab and link.is_displayed()).click()
        at_rest(page)
    if role != "stranger":
        page.open()
        page.card("sam/keys").find_element("css selector", "h2 a").click()
        page.wait(".fixes li")
        at_rest(page)
    # Also of what the worker asks for, and what the page asks for by other means.
    assert shared.refusals() == before


@pytest.mark.parametrize("role", [role for role in ROLES if role != "stranger"])
def test_a_card_and_its_page_offer_what_the_role_may(page, role):
    enter(page, role)
    page.card("sam/keys")
    at_rest(page)
    commands = ["I know about Keys", "Tracker of Keys", "Ring Keys", "Locate Keys now"] if role in MAY_COMMAND else []
    assert shown(page, ".card[data-id='sam/keys'] button") == commands
    page.open("/items/sam/keys")
    page.wait(".fixes li")
    at_rest(page)
    isByArea = role in ("area", "areas")
    assert shown(page, ".hero-actions .buttons:first-child > *") == (
        ["Tracker of Keys", "Ring Keys", "Locate Keys now", "Edit"] if role in MAY_COMMAND else [])
    assert bool(shown(page, ".navigate a")) != isByArea
    assert bool(shown(page, ".export-form button")) == (role in MAY_SEE_HISTORY)
    assert bool(shown(page, ".segments")) == (role in MAY_SEE_HISTORY - {"areas"})
    assert bool(shown(page, ".alerts li")) == (role in MAY_SEE_HISTORY)
    assert bool(shown(page, ".alerts summary")) == (role in MAY_SEE_HISTORY - {"areas"})
    assert ("I know" in page.text()) == (role in MAY_COMMAND)
    page.open("/items/sam/keys/edit")
    at_rest(page)
    assert bool(shown(page, "form")) == (role in MAY_COMMAND)
    assert ("Delete Keys" in page.text()) == (role == "boss")
    if role not in MAY_COMMAND:
        page.press("Show Keys")
        page.wait(".hero")


@pytest.mark.parametrize("role", sorted(MAY_COMMAND))
def test_what_a_role_is_offered_works(shared, page, role):
    before = shared.refusals()
    enter(page, role)
    page.card("sam/keys")
    for label, said in (("Locate Keys now", "Keys has reported its position"), ("Ring Keys", "Keys rings")):
        page.press(label)
        page.toast(said)
    page.open("/items/sam/keys/edit")
    # The others go by the name of before.
    for name in (f"Keys for {role}", "Keys"):
        page.fill("#name", name)
        page.press("Save", "[data-form=name]")
        page.toast("Saved.")
    assert shared.refusals() == before


@pytest.mark.parametrize("role", ["boss", "sam", "area", "stranger"])
def test_the_bar_says_who_is_logged_in_and_leads_out(page, screenshots, role):
    enter(page, role)
    at_rest(page)
    who = page.wait("#who")
    kind = {"boss": ", administrator", "sam": ""}.get(role, ", guest")
    assert who.get_attribute("aria-label") == f"Logged in as {role}{kind}"
    assert ("guest" in who.text) == (kind == ", guest")
    add = [link for link in page.all(".tabs a") if link.text == "Add" and link.is_displayed()]
    assert bool(add) == (role == "boss")
    who.click()
    page.wait("#who-panel", lambda panel: panel.is_displayed() and f"Logged in as {role}" in panel.text)
    page.inspect(screenshots, f"who-{role}")
    if not page.wait("#log-out").is_displayed():
        page.wait("#who").click()
    page.wait("#log-out").click()
    page.wait("#passcode")
    assert page.path == "/login" and not page.wait("#who").is_displayed()


@pytest.mark.parametrize("role", ["area", "areas"])
def test_an_item_shared_by_area_has_a_page_with_its_area_and_why_no_more_is_shown(page, screenshots, role):
    enter(page, role)
    card = page.card("sam/keys")
    assert "Only its area is shared" in card.text and "Left behind" in card.text
    page.open("/items/sam/keys")
    page.wait(".fixes li")
    assert page.wait("h1").text == "Keys"
    assert "sam shares only the area of this item with you" in page.text()
    assert "Battery 80 %" in page.text() and "around 46.0" in page.text() and "± 750 m" in page.text()
    wait_until(lambda: len(page.all(".area")) == 1, "the area is on the map")
    width, box = page.script(
        "const area = document.querySelector('.area').getBoundingClientRect();"
        "const map = document.querySelector('.map-surface').getBoundingClientRect();"
        "return [area.width, area.top >= map.top && area.bottom <= map.bottom && area.left >= map.left]"
    )
    assert width > 100 and box
    # Nothing looks as if it were exact.
    assert not page.all(".mark.fix") and not page.all(".mark.owner") and not page.all(".link")
    assert "No evidence was stored" not in page.text()
    at_rest(page)
    page.inspect(screenshots, f"item-{role}", lambda: (page.open("/items/sam/keys"), page.wait(".area"), at_rest(page)))


@pytest.mark.parametrize("role, sentence", [
    ("last", "shares only the latest position"), ("historian", "lets you look at this item, not change or ring it"),
])
def test_a_guest_is_told_what_is_not_shared(page, screenshots, role, sentence):
    enter(page, role)
    page.open("/items/sam/keys")
    page.wait(".fixes li")
    assert sentence in page.text()
    assert len(page.all(".mark.fix")) >= 1
    at_rest(page)
    page.inspect(screenshots, f"item-{role}", lambda: (page.open("/items/sam/keys"), page.wait(".fixes li"), at_rest(page)))
    page.open("/alerts")
    page.wait_for_text("Alerts are not shared with you" if role == "last" else "Keys was left behind")


def test_a_guest_with_nothing_is_told_how_something_comes(page, screenshots):
    enter(page, "stranger")
    page.wait_for_text("What others share with you appears here")
    assert page.wait("h1").text == "Shared with you" and not shown(page, "main a.button")
    page.inspect(screenshots, "list-stranger")
    for path, text in {
        "/add": "Only administrators can add items",
        "/add/mqtt": "Only administrators can add items",
        "/unknown-tags": "No guard is running for stranger",
        "/simulation": "Only administrators can run scenarios",
        "/status": "Only administrators see how the service is",
        "/items/sam/keys": "There is no such item",
        "/items/sam/keys/edit": "There is no such item",
    }.items():
        page.open(path)
        page.wait_for_text(text)
    page.open("/settings")
    page.wait("[data-panel=about]")
    # It would only keep this one out.
    assert "Turn it off" not in page.text() and "Change the passcode" in page.text()


def test_a_page_follows_when_the_rights_change(shared, page):
    account(shared, "allow", "commander", "sam/keys=command")
    enter(page, "commander")
    page.open("/items/sam/keys")
    page.wait(".connection.live")
    page.button("Ring")
    account(shared, "allow", "commander", "sam/keys=last:area")
    page.wait_for_text("sam shares only the area")
    page.wait(".area")
    assert page.path == "/items/sam/keys" and not shown(page, ".hero-actions button")
    assert "Battery" in page.text()
    page.wait(".connection.live")
    account(shared, "allow", "commander", "sam/keys=none")
    page.wait_for_text("There is no such item")
    assert "Keys" not in page.text() and "Keys" not in page.script("return document.title")
    page.press("To your items")
    page.wait_for_text("What others share with you appears here")
    page.wait(".connection.live")
    account(shared, "allow", "commander", "sam/keys=command")
    page.card("sam/keys")
    assert page.complaints() == []


def test_what_is_refused_all_the_same_has_the_page_follow_at_once(shared, page):
    account(shared, "allow", "commander", "sam/keys=command")
    enter(page, "commander")
    page.card("sam/keys")
    # Of the change nothing is heard but by the answers.
    page.command("Network.enable")
    page.command("Network.setBlockedURLs", urls=["*/api/v1/events*"])
    try:
        page.open("/items/sam/keys")
        page.button("Locate")
        account(shared, "allow", "commander", "sam/keys=last")
        page.press("Locate")
        page.wait_for_text("shares only the latest position")
        assert not shown(page, ".hero-actions button")
    finally:
        page.command("Network.setBlockedURLs", urls=[])
        account(shared, "allow", "commander", "sam/keys=command")
