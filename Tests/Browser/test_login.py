"""Passcode, lockout and passkeys."""

import re
import urllib.parse

import pytest
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from service import wait_until

PASSCODE = "4711-blue"


def set_passcode(page, first=PASSCODE, second=PASSCODE):
    page.open("/settings")
    page.press("Set a passcode")
    page.fill("#next", first)
    page.fill("#again", second)
    page.press("Save", "[data-panel=passcode]")


def log_in(page, passcode=PASSCODE):
    page.fill("#passcode", passcode)
    page.press("Log in")


@pytest.fixture
def protected(service, page):
    """A console with a thing and a passcode, seen by a browser that has not logged in."""
    service.item("sam/keys", "Keys")
    set_passcode(page)
    # Not what the service says: it knows before the browser has its cookie, which would then outlive what is forgotten.
    page.toast("The passcode is set.")
    page.forget()
    return page


def test_who_is_logged_in_is_led_to_pages_of_this_console_only(page):
    # One console for all of them: it changes nothing.
    for to in ("//evil.example", "/\\evil.example", "/\t/evil.example", "https://evil.example/", "/login?to=/x", "http:", ""):
        page.open("/login?to=" + urllib.parse.quote(to))
        wait_until(lambda: page.path == "/", lambda: f"{page.path} after {to!r}")  # noqa: B023
        page.wait(".card, .empty")


def test_5_1_1_a_passcode_is_typed_twice_and_asked_for_from_then_on(protected):
    protected.open()
    protected.wait("h1", lambda title: title.text == "Log in")
    assert protected.path == "/login"


def test_5_1_2_a_passcode_is_kept_only_when_both_agree(service, page, screenshots):
    set_passcode(page, second="4711-red")
    page.wait("#again-error", lambda error: error.text == "The passcodes do not match.")
    page.inspect(screenshots, "settings-passcode")
    assert not service.get("/api/v1/session")["required"]


def test_5_5_3_after_login_the_item_list_is_shown(protected):
    protected.open("/alerts")
    protected.wait("#passcode")
    log_in(protected)
    # To where one wanted to be.
    protected.wait("h1", lambda title: title.text == "Alerts")
    protected.open("/login")
    protected.card("sam/keys")
    assert protected.path == "/"


def test_who_logs_in_on_one_page_is_in_on_the_others_too(protected):
    page = protected
    page.open("/alerts")
    page.wait("#passcode")
    with page.another_tab() as (first, _):
        page.open("/settings")
        page.wait("#passcode")
        log_in(page)
        page.wait("h1", lambda title: title.text == "Settings")
        page.driver.switch_to.window(first)
        page.wait("h1", lambda title: title.text == "Alerts")
    assert page.complaints() == []


def test_5_5_2_five_wrong_tries_lock_for_10_minutes_with_the_time_left_shown(protected, screenshots):
    protected.open()
    for _ in range(4):
        log_in(protected, "wrong")
        protected.wait("#passcode-error", lambda error: error.text)
        wait_until(lambda: not protected.wait("#passcode").get_attribute("value"), "the field is empty again")
    log_in(protected, "wrong")
    message = protected.wait_for_text("Too many attempts. Wait", ".login .notice")
    assert not protected.button("Log in").is_enabled()
    # Of 10 minutes: a slow machine may have used up some.
    minutes, seconds = re.search(r"Wait (\d+):(\d\d) min", message.text).groups()
    assert 400 < int(minutes) * 60 + int(seconds) <= 600
    before = message.text
    wait_until(lambda: message.text != before, "the time goes by")
    protected.inspect(screenshots, "login-locked")
    # Another browser is told the same.
    protected.forget()
    protected.open()
    log_in(protected)
    protected.wait_for_text("Too many attempts. Wait", ".login .notice")


def test_5_2_1_the_passcode_is_changed(protected):
    protected.open("/settings")
    log_in(protected)
    protected.press("Change the passcode")
    protected.fill("#current", "wrong")
    protected.fill("#next", "another-one")
    protected.fill("#again", "another-one")
    protected.press("Save", "[data-panel=passcode]")
    protected.wait("#current-error", lambda error: error.text)
    protected.fill("#current", PASSCODE)
    protected.press("Save", "[data-panel=passcode]")
    protected.toast("The passcode is changed.")
    protected.press("Log out")
    protected.wait("#passcode")
    log_in(protected, "another-one")
    protected.card("sam/keys")


SLOW = """
const real = window.fetch;
window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (asked[0] === "/api/v1/passcode") await new Promise((resolve) => { window.answerNow = resolve; });
    return answer;
};
"""


@pytest.mark.parametrize("first", [True, False])
def test_who_sets_the_passcode_stays_in_whatever_is_refused_before_the_answer(service, page, first):
    page.open("/settings")
    page.wait("[data-panel=passcode]")
    if not first:
        set_passcode(page)
        page.toast("The passcode is set.")
    page.script(SLOW)
    page.press("Set a passcode" if first else "Change the passcode")
    if not first:
        page.fill("#current", PASSCODE)
    page.fill("#next", "another-one")
    page.fill("#again", "another-one")
    page.press("Save", "[data-panel=passcode]")
    wait_until(lambda: page.script("return Boolean(window.answerNow)"), "the console has answered")
    # The session of before is over, as the stream and every answer say.
    page.driver.execute_async_script(
        "const done = arguments[0]; ofPage('api.js').then((api) => {"
        "api.noteRefusal(401); api.rightsChanged(); setTimeout(done, 500); })"
    )
    page.script("window.answerNow()")
    page.toast("The passcode is set." if first else "The passcode is changed.")
    page.button("Change the passcode")
    assert page.path == "/settings"
    page.press("Log out")
    log_in(page, "another-one")
    page.wait(".empty")


# The next answers about the session are of before this browser had the new one.
OLD = """
const real = window.fetch;
let left = arguments[0];
window.fetch = async (...asked) => asked[0] === "/api/v1/session" && left-- > 0
    ? Response.json({ required: true, authenticated: false, accounts: false, may: [] }) : real(...asked);
"""


@pytest.mark.parametrize("old", [0, 1, 2])
@pytest.mark.parametrize("is_refused", [False, True])
def test_a_page_of_the_settings_follows_a_passcode_that_was_set_in_another_tab(service, page, old, is_refused):
    page.open("/settings")
    page.button("Set a passcode")
    page.script(OLD, old)
    if is_refused:
        # Something that it asks as soon as it learns of it.
        page.script("ofPage('api.js').then((api) => addEventListener('storage', () => api.noteRefusal(401)))")
    with page.another_tab():
        set_passcode(page)
        page.toast("The passcode is set.")
    page.button("Change the passcode")
    assert page.path == "/settings"


REFUSED = """
const real = window.fetch;
window.fetch = async (...asked) => asked[0] === "/api/v1/passcode" ? new Response("{}", { status: 403 }) : real(...asked);
"""


def test_who_sets_a_passcode_after_somebody_else_is_told_so(service, page):
    page.open("/settings")
    page.press("Set a passcode")
    page.fill("#next", "too-late")
    page.fill("#again", "too-late")
    page.script(REFUSED)
    page.press("Save", "[data-panel=passcode]")
    page.toast("A passcode was set in the meantime.")
    page.gone("#next")


def test_5_3_1_the_passcode_is_turned_off(protected):
    protected.open("/settings")
    log_in(protected)
    protected.press("Turn it off")
    protected.fill("#current", PASSCODE)
    protected.press("Turn it off", "[data-panel=passcode] form")
    protected.press("Turn it off", "dialog")
    protected.toast("The passcode is turned off.")
    protected.forget()
    protected.open()
    protected.card("sam/keys")


@pytest.fixture
def authenticator(driver):
    """A device with a fingerprint reader, as the browser plays it."""
    options = VirtualAuthenticatorOptions(
        protocol="ctap2",
        transport="internal",
        has_resident_key=True,
        has_user_verification=True,
        is_user_consenting=True,
        is_user_verified=True,
    )
    driver.add_virtual_authenticator(options)
    yield driver
    driver.remove_virtual_authenticator()


def test_5_5_1_and_5_1_3_a_passkey_logs_in_in_place_of_the_passcode(protected, authenticator, screenshots):
    protected.open("/settings")
    log_in(protected)
    # 5-1-3: it may be added, and removed.
    protected.press("Add a passkey")
    protected.toast("The passkey is added.")
    protected.inspect(screenshots, "settings-passkey")
    protected.press("Log out")
    protected.wait("#passcode")
    protected.press("Use a passkey")
    protected.card("sam/keys")
    protected.open("/settings")
    protected.wait("[data-panel=passkeys] li button").click()
    protected.toast("The passkey is removed.")
    protected.press("Log out")
    protected.wait("#passcode")
    log_in(protected)
    protected.card("sam/keys")


def test_who_leaves_with_half_a_passcode_is_asked(service, page):
    page.open("/settings")
    page.press("Set a passcode", "[data-panel=passcode]")
    page.wait("#next").send_keys("123456")
    page.wait("nav a[href='/']").click()
    page.wait("dialog[open]")
    page.press("Stay", "dialog")
    page.gone("dialog")
    assert page.wait("#next").get_attribute("value") == "123456"
    page.press("Cancel", "[data-panel=passcode]")
    page.wait("nav a[href='/']").click()
    page.wait("main .empty")
    assert page.path == "/"


def test_the_login_page_is_accessible_also_after_a_wrong_try(protected, screenshots):
    protected.open()
    protected.wait("#passcode")
    protected.inspect(screenshots, "login")
    log_in(protected, "wrong")
    protected.wait("#passcode-error", lambda error: error.text == "Wrong passcode.")
    protected.inspect(screenshots, "login-wrong")


def test_a_passcode_is_set_and_used_with_the_keyboard_alone(service, page):
    service.item("sam/keys", "Keys")
    page.open("/settings")
    page.wait("[data-panel=about]")
    page.tab_to("Set a passcode").send_keys("\ue007")
    page.wait("#next")
    wait_until(lambda: page.script("return document.activeElement.id") == "next", "the first field has the focus")
    page.driver.switch_to.active_element.send_keys(PASSCODE)
    page.tab_to("New passcode, again").send_keys(PASSCODE + "\ue007")
    page.toast("The passcode is set.")
    page.forget()
    page.open()
    page.wait("#passcode")
    wait_until(lambda: page.script("return document.activeElement.id") == "passcode", "the field has the focus")
    page.driver.switch_to.active_element.send_keys(PASSCODE + "\ue007")
    page.card("sam/keys")
