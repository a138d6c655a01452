"""How the service is, on a page for whoever looks after it."""

import time

from selenium.webdriver.support.select import Select

from service import HOME, wait_until
from test_add import Gateway


def panel(page, name):
    return page.script("return document.querySelector(`[data-panel=${arguments[0]}]`)?.innerText ?? ''", name)


def wait_for(page, name, text):
    wait_until(lambda: text in panel(page, name), lambda: f"{text!r} in {name}: {panel(page, name)!r}")


def test_the_status_page_tells_what_is_heard_stored_and_refused(service, page, screenshots):
    service.item("sam/keys", "Keys")
    Gateway(service, health="stalled")
    service.publish("owntracks/sam/keys", {"_type": "location", "lat": 99, "lon": HOME[1], "tst": 1777626000})
    page.open("/settings")
    page.wait("[data-panel=about] a[href='/status']").click()
    page.wait("h1", lambda title: title.text == "Status")
    wait_for(page, "quarantine", "1 message was refused so far")
    wait_for(page, "quarantine", "owntracks/sam/keys")
    assert "lat" in panel(page, "quarantine")
    wait_for(page, "services", "The broker runs since")
    wait_for(page, "broker", "Heard since")
    wait_for(page, "gateways", "Adapter hci0 says that it scans, and hears nothing")
    wait_for(page, "database", "positions stored so far")
    wait_for(page, "outbox", "Nothing waits.")
    wait_for(page, "log", "connected")
    page.inspect(screenshots, "status")


def test_the_status_page_goes_on_and_its_log_is_asked_for_by_level(service, page):
    page.open("/status")
    wait_for(page, "database", "0 positions stored so far")
    service.item("sam/keys", "Keys")
    # Of the tracker, and of the phone.
    wait_for(page, "database", "2 positions stored so far")
    wait_for(page, "log", "info")
    Select(page.wait("[data-panel=log] select")).select_by_value("error")
    wait_for(page, "log", "No entries.")


HIDE = """
Object.defineProperty(document, "hidden", { configurable: true, get: () => arguments[0] });
document.dispatchEvent(new Event("visibilitychange"));
"""
COUNT = """
const real = window.fetch;
window.asked = 0;
window.fetch = (path, ...more) => { if (path === "/api/v1/status") window.asked += 1; return real(path, ...more); };
"""


def test_a_status_page_that_nobody_sees_asks_for_nothing(service, page):
    page.open("/status")
    wait_for(page, "services", "The broker runs since")
    page.script(COUNT)
    asked = lambda: page.script("return window.asked")
    wait_until(lambda: asked() > 0, "it goes on")
    page.script(HIDE, True)
    # What was under way at that moment is over soon.
    wait_until(lambda: (before := asked(), time.sleep(6), asked() == before)[-1], "it has stopped")
    page.script(HIDE, False)
    before = asked()
    wait_until(lambda: asked() > before, "it goes on at once")


def test_a_status_page_without_its_service_says_so_and_goes_on_with_it(service, page):
    page.open("/status")
    wait_for(page, "services", "The broker runs since")
    service.stop()
    page.wait("main .notice.amber")
    assert "The broker runs since" in panel(page, "services")
    service.start()
    page.gone("main .notice.amber")
