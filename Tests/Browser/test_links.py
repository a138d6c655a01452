"""Links that show one item without an account: made, opened, revoked while open, and all of it by the keyboard."""

import pytest

from service import HOME, north_of, wait_until
from test_appearance import prefer
from test_leaving import PASSCODE, account, log_in
from test_login import set_passcode

PANEL = "[data-panel=links]"
GUEST = ".shared-item"


@pytest.fixture
def sam(service, page):
    """A page of Sam's keys, who may command them."""
    service.item("sam/keys", "Keys", 3)
    service.item("sam/bag", "Bag", 2)
    account(service, "add", "boss", "--admin")
    account(service, "add", "sam", "--allow", "sam=command")
    for name in ("boss", "sam"):
        account(service, "passcode", name, typed=f"{PASSCODE}\n")
    page.open("/login")
    log_in(page, "sam")
    wait_until(lambda: page.path == "/", "the list")
    page.open("/items/sam/keys")
    page.wait_for_text("No open links.", PANEL)
    return page


def unfold(page):
    """Opens the form of a new link, or closes it."""
    page.wait(f"{PANEL} summary", lambda each: each.text == "Share a link…").click()


def in_sight(page):
    page.script("arguments[0].scrollIntoView({block: 'start'})", page.wait(PANEL))


def make(page, precision=None, note="Kim"):
    """The path of a new link."""
    unfold(page)
    page.fill("#link-note", note)
    if precision:
        page.wait(f"{PANEL} .segments label", lambda each: each.text == precision).click()
    page.press("Create the link", PANEL)
    page.wait_for_text("The link is created.", PANEL)
    address = page.wait(f"{PANEL} .secret input").get_property("value")
    assert address.startswith(f"{page.url}/s/tgs_")
    return address.removeprefix(page.url)


def open_as_guest(page, path):
    """Opens a link in a browser that knows nothing of the console."""
    page.forget()
    page.open(path)


def test_a_link_is_made_opened_without_an_account_and_counted(service, sam, screenshots):
    page = sam
    unfold(page)
    page.inspect(screenshots, "item-link-adding", lambda: in_sight(page))
    unfold(page)
    path = make(page)
    assert "Kim" in page.wait(f"{PANEL} [data-link]").text
    assert "not opened yet" in page.wait(f"{PANEL} [data-link]").text
    page.wait(f"{PANEL} .qr svg path")
    page.inspect(screenshots, "item-link-made", lambda: in_sight(page))

    open_as_guest(page, path)
    page.wait_for_text("Keys", f"{GUEST} h1")
    page.wait_for_text("Position ", f"{GUEST} .facts")
    text = page.text()
    assert "Shared with you until" in text and "to view only." in text
    assert "Bag" not in text and "sam" not in text
    assert not page.all("nav, main form, main [href^='/']")
    # It follows the item.
    before = page.wait(f"{GUEST} .facts").text
    service.fix("sam/keys", north_of(HOME, 4), acc=7)
    wait_until(lambda: "± 7 m" in page.wait(f"{GUEST} .facts").text, lambda: f"the new position, not {before}")
    page.inspect(screenshots, "shared-item")
    # Nothing else is open in that browser.
    page.open("/items/sam/keys")
    wait_until(lambda: page.path == "/login", "the login")

    log_in(page, "sam")
    wait_until(lambda: page.path == "/items/sam/keys", "the item")
    page.wait_for_text("opened 1 time, last", PANEL)
    page.wait_for_text("sam (share link", "[aria-labelledby=looks-title]")


def test_a_link_by_area_shows_the_area_only(service, sam, screenshots):
    page = sam
    path = make(page, "the area only")
    page.wait_for_text("shows the area only", f"{PANEL} [data-link]")
    open_as_guest(page, path)
    page.wait_for_text("You are told the area only", GUEST)
    assert "±" not in page.text()
    page.inspect(screenshots, "shared-item-area")


def test_a_link_that_is_revoked_while_it_is_open_says_so(service, sam, screenshots):
    page = sam
    path = make(page)
    page.driver.switch_to.new_window("tab")
    page.driver.get(f"{page.url}{path}")
    page.wait_for_text("Keys", f"{GUEST} h1")
    guest = page.driver.current_window_handle
    owner = next(each for each in page.driver.window_handles if each != guest)
    page.driver.switch_to.window(owner)
    page.press("Revoke Kim", PANEL)
    page.press("Revoke", "dialog")
    page.toast("Kim is revoked.")
    page.wait_for_text("No open links.", PANEL)
    page.driver.close()
    page.driver.switch_to.window(guest)
    page.wait_for_text("It has ended, or whoever made it has revoked it.")
    assert not page.all(GUEST) and "Keys" not in page.text()
    # The same for who comes later.
    page.driver.refresh()
    page.wait_for_text("This link does not work")
    page.inspect(screenshots, "shared-ended")


def test_a_link_that_was_just_made_stays_when_something_is_chosen_in_another_tab(service, sam):
    page = sam
    make(page)
    with page.another_tab():
        prefer(page, "units", "imperial")
    wait_until(lambda: "imperial" in page.script("return localStorage.getItem('tagalong.look') ?? ''"), "it is chosen")
    page.settle()
    assert page.wait(f"{PANEL} .secret input").get_property("value").startswith(f"{page.url}/s/tgs_")


# As it would be after an hour: the answer says that the link ends soon, and then there is no connection.
ENDING = """
const real = window.fetch;
let count = 0;
window.fetch = async (...asked) => {
    if (asked[0] !== "/api/v1/shared") return real(...asked);
    count += 1;
    if (count > 1) throw new TypeError("Failed to fetch");
    const told = await (await real(...asked)).json();
    told.expires = new Date(Date.parse(told.time) + 4000).toISOString();
    return new Response(JSON.stringify(told), { headers: { "Content-Type": "application/json" } });
};
"""


def test_a_link_ends_with_its_time_also_without_a_connection(service, sam):
    page = sam
    path = make(page)
    added = page.command("Page.addScriptToEvaluateOnNewDocument", source=ENDING)["identifier"]
    try:
        page.driver.get(f"{page.url}{path}")
        page.wait_for_text("This link does not work")
        assert not page.all(GUEST) and "Keys" not in page.text()
    finally:
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added)


def test_a_link_is_made_and_revoked_by_the_keyboard(service, sam):
    page = sam
    page.tab_to("Share a link…").send_keys("\ue007")
    page.tab_to("Works for")
    page.driver.switch_to.active_element.send_keys("other")
    page.tab_to("Hours").send_keys("\ue009a\ue000900\ue007")
    page.wait_for_text("Enter a whole number of hours from 1 to 720.", PANEL)
    assert page.focused()[1] == "Hours"
    page.driver.switch_to.active_element.send_keys("\ue009a\ue0002\ue007")
    page.wait_for_text("The link is created.", PANEL)
    assert page.focused()[1] == "The link"
    page.tab_to("Copy the link")
    page.tab_to("Revoke Link of").send_keys("\ue007")
    page.wait("dialog[open]")
    page.tab_to("Revoke").send_keys("\ue007")
    page.wait_for_text("No open links.", PANEL)
    assert page.focused()[0] != "BODY"


def test_who_may_not_share_the_item_is_offered_no_link(service, sam):
    account(service, "add", "kim", "--allow", "sam=history")
    account(service, "passcode", "kim", typed=f"{PASSCODE}\n")
    page = sam
    page.forget()
    page.open("/login")
    log_in(page, "kim")
    wait_until(lambda: page.path == "/", "the list")
    page.open("/items/sam/keys")
    page.wait_for_text("Latest positions")
    assert not page.all(PANEL)


def test_links_that_are_open_when_the_passcode_is_turned_off_can_be_revoked(service, page):
    service.item("sam/keys", "Keys")
    set_passcode(page)
    page.toast("The passcode is set.")
    page.open("/items/sam/keys")
    page.wait_for_text("No open links.", PANEL)
    path = make(page)
    page.open("/settings")
    page.press("Turn it off")
    page.fill("#current", PASSCODE)
    page.press("Turn it off", "[data-panel=passcode] form")
    page.press("Turn it off", "dialog")
    page.button("Set a passcode")
    page.open("/items/sam/keys")
    page.wait_for_text("Kim", PANEL)
    assert not page.all(f"{PANEL} form")
    page.press("Revoke Kim", PANEL)
    page.press("Revoke", "dialog")
    page.wait_for_text("No open links.", PANEL)
    open_as_guest(page, path)
    page.wait_for_text("This link does not work")
    page.open("/items/sam/keys")
    page.wait_for_text("Keys")
    assert not page.all(PANEL)
