"""What a person sees when a part of the program does not run, and that nothing is shown that was refused."""

import gzip
import os
import signal
import time
import urllib.request

import pytest

from browser import Page
from service import HOME, Service, wait_until

NOWHERE = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"}


@pytest.fixture
def without_bluetooth(tagalong, tmp_path, monkeypatch):
    """A console whose gateway finds no Bluetooth."""
    for name, value in NOWHERE.items():
        monkeypatch.setenv(name, value)
    with Service(tagalong, tmp_path / "data", "--gateway") as service:
        yield service


def notice(page):
    return page.script("return document.querySelector('#services')?.textContent ?? ''")


def broker_process(service):
    return int((service.data / "broker/mosquitto.pid").read_text())


def test_a_gateway_without_bluetooth_is_told_above_every_page_and_the_rest_goes_on(driver, without_bluetooth, screenshots):
    service = without_bluetooth
    service.item("sam/keys", "Keys")
    page = Page(driver, service.url)
    page.forget()
    for path in ["/", "/items/sam/keys", "/settings"]:
        page.open(path)
        page.wait("#services .notice")
        text = notice(page)
        assert "The Bluetooth gateway has not been running since" in text
        assert "Reason: " in text and "It is started again by itself" in text
    page.script("localStorage.setItem('tagalong.open', 'yes')")

    def prepare():
        page.open()
        page.wait("#services .notice")
        page.wait(".card")

    page.inspect(screenshots, "gateway-down", prepare)
    page.leave()


def test_a_killed_broker_is_started_again_and_the_page_says_so_until_it_runs(page, service, screenshots):
    service.item("sam/keys", "Keys")
    page.open()
    page.wait_for_level("sam/keys", "near")
    assert notice(page) == ""
    # So that it cannot begin for a while.
    rules = service.data / "broker/dynamic-security.json"
    kept = rules.read_text()
    rules.write_text("{")
    before = broker_process(service)
    os.kill(before, signal.SIGKILL)
    page.wait("#services .notice")
    assert "The broker has not been running since" in notice(page)
    page.picture(screenshots / "broker-down-1440.png", full=False)
    assert service.process.poll() is None
    rules.write_text(kept)
    wait_until(lambda: notice(page) == "", "the broker runs again")
    assert broker_process(service) != before
    # And what a tracker says then arrives, with no alarm from the gap.
    wait_until(lambda: service.get("/api/v1/server")["broker"], "the console hears the broker")
    service.fix("sam/keys", HOME, batt=66)
    wait_until(lambda: "66 %" in page.wait(".card[data-id='sam/keys']").text, "the new battery is shown")
    assert service.get("/api/v1/alerts")["alerts"] == []
    service.process.terminate()
    assert service.process.wait() == 0


def test_a_message_that_the_history_service_refuses_is_never_shown(page, service):
    service.reported("sam/keys", battery=80)
    wait_until(lambda: "sam/keys" in service.items(), "it is known")
    page.open()
    wait_until(lambda: "80 %" in page.wait(".card[data-id='sam/keys']").text, "the battery is shown")
    service.reported("sam/keys", battery=900)
    service.publish("tagalong/sam/keys/availability", "perhaps", retain=True)
    # Behind them on the bus, so that they were passed over once this is shown.
    service.reported("sam/bag", battery=70)
    wait_until(lambda: page.all(".card[data-id='sam/bag']"), "the other item is there")
    assert "80 %" in page.wait(".card[data-id='sam/keys']").text
    assert "900" not in page.wait("main").text
    refused = lambda: [each["topic"] for each in service.get("/api/v1/quarantine")["messages"]]
    wait_until(lambda: "tagalong/sam/keys/reported" in refused(), "the history service has refused it")
    page.open()
    assert "80 %" in page.wait(".card[data-id='sam/keys']").text


def test_the_first_load_of_the_pages_takes_at_most_120_kilobytes(page, service):
    service.item("sam/keys", "Keys")
    page.command("Network.enable")
    page.command("Network.setCacheDisabled", cacheDisabled=True)
    page.open()
    page.wait(".card")
    sizes = page.script(
        """return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .filter((each) => !each.name.endsWith('/events')).map((each) => [each.name, each.transferSize, each.decodedBodySize])"""
    )
    page.command("Network.setCacheDisabled", cacheDisabled=False)
    sent, whole = sum(each[1] for each in sizes), sum(each[2] for each in sizes)
    print(f"first load: {len(sizes)} answers, {sent} bytes of {whole}")
    assert 0 < sent <= 120_000, sizes
    assert not [name for name, *_ in sizes if "/languages/" in name], "texts of another language are loaded only for it"
    assert whole > 1.5 * sent, sizes


TOAST = "ofPage('parts.js').then(({ toast }) => { for (const each of arguments[0]) toast(each); arguments[1](); })"


def test_a_word_that_is_said_again_stands_once_and_there_are_four_at_most(page):
    page.open()
    shown = lambda: page.script("return [...document.querySelectorAll('.toast')].map((each) => each.firstChild.textContent)")
    page.driver.execute_async_script(TOAST, ["one", "two", "one"])
    assert shown() == ["two", "one"]
    page.driver.execute_async_script(TOAST, ["three", "four", "five"])
    assert shown() == ["one", "three", "four", "five"]


LOADED = """
return performance.getEntriesByType("resource").filter(({ name }) => new URL(name).pathname.startsWith("/pages/"))
    .map(({ name, transferSize }) => [name, transferSize]);
"""


@pytest.mark.parametrize("has_worker", [True, False], ids=["worker", "no worker"])
def test_a_page_that_is_opened_again_loads_no_script_and_no_style_again(page, has_worker):
    if not has_worker:
        page.command("Network.setBypassServiceWorker", bypass=True)
    page.open()
    page.wait_for_worker()
    first = page.script(LOADED)
    # Whoever reads a page again has read it before.
    page.open()
    page.open()
    again = page.script(LOADED)
    page.command("Network.setBypassServiceWorker", bypass=False)
    assert len(again) > 4 and {name for name, _ in again} >= {name for name, _ in first if "/first" in name}
    assert [each for each in again if each[1]] == []


KEEP = """
const done = arguments[0];
caches.open("tagalong-pages").then(async (cache) => {
    for (const path of ["/pages/0123abcd/scripts/app.js", "/pages/0123abcd/scripts/views/unknown.js", "/scripts/app.js"]) await cache.put(path, new Response("old"));
    const worker = await navigator.serviceWorker.ready;
    await worker.unregister();
    done(true);
});
"""
KEPT = """
const done = arguments[0];
caches.open("tagalong-pages").then((cache) => cache.keys()).then((all) => done(all.map(({ url }) => new URL(url).pathname)));
"""


def test_the_worker_keeps_nothing_of_another_version(page):
    page.open()
    page.wait_for_worker()
    page.driver.execute_async_script(KEEP)
    page.open()
    kept = lambda: page.driver.execute_async_script(KEPT)
    wait_until(lambda: not {"/pages/0123abcd/scripts/app.js", "/scripts/app.js"} & set(kept()), lambda: f"kept: {kept()}")
    assert any(path.endswith("/scripts/views/login.js") for path in kept())
    # What was kept of the other version is there without a connection in this one, too.
    assert [path for path in kept() if path.endswith("/unknown.js") and path.startswith("/pages/") and "0123abcd" not in path]
    assert page.complaints() == []


# There is one program here: the console of another version is told by the page's own fetch.
ANOTHER = """
const ask = window.fetch;
window.fetch = async (...all) => {
    const answer = await ask(...all);
    if (String(all[0]) !== "/console.json") return answer;
    return new Response(JSON.stringify({ ...await answer.json(), pages: "0123abcd" }), { headers: { "Content-Type": "application/json" } });
};
"""


def test_a_page_says_that_the_console_was_updated_and_the_next_one_is_loaded_by_the_browser(service, page, screenshots):
    service.item("sam/keys", "Keys", 1)
    page.open()
    page.wait(".connection.live")
    # Of the same version: nothing is said.
    service.stop()
    page.wait(".connection.broken")
    service.start()
    page.wait(".connection.live")
    assert page.all("#services .notice") == []
    page.script(ANOTHER + "window.isOfBefore = true")
    service.stop()
    page.wait(".connection.broken")
    service.start()
    page.wait("#services .notice", lambda notice: "Tagalong was updated" in notice.text)
    page.inspect(screenshots, "updated")
    page.wait("nav a[href='/alerts']").click()
    page.wait("h1", lambda title: title.text == "Alerts")
    assert page.script("return window.isOfBefore") is None
    page.driver.back()
    page.card("sam/keys")


@pytest.mark.parametrize("path", ["/scripts/first.js", "/api/v1/openapi.json"])
def test_pages_and_answers_are_sent_as_gzip(service, path):
    # Not by the browser, whose worker may have kept the page: that is sent no more.
    request = urllib.request.Request(f"{service.url}{path}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        sent = answer.read()
        assert answer.headers["Content-Encoding"] == "gzip"
    assert len(gzip.decompress(sent)) > 2 * len(sent) > 0
