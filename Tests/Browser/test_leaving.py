"""What is left in a browser of somebody whose session is over: nothing, and the next person there sees nothing of it."""

import json
import subprocess

import pytest

from service import wait_until

PASSCODE = "4711-blue"
# In no text and no script of the pages.
THING = "anna/violin"

# All that pages can keep, as one text.
KEPT = """
const done = arguments[0];
(async () => {
    const cached = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        cached.push(name);
        for (const request of await cache.keys()) {
            const answer = await cache.match(request, { ignoreVary: true });
            cached.push(`${request.url} ${await answer.text()}`);
        }
    }
    const worker = await navigator.serviceWorker.getRegistration();
    const told = ((await worker?.getNotifications()) ?? []).map((each) => `${each.title} ${each.body}`);
    const databases = (await indexedDB.databases()).map((each) => each.name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, cached, told]);
})().then(done, (error) => done(`violin ${error}`));
"""


def kept(page):
    return page.driver.execute_async_script(KEPT)


def traces(page):
    """What there is of the thing: on the page, in its title and address, and kept."""
    source = "return document.documentElement.outerHTML + document.title + location.href"
    return [where for where, text in (("page", page.script(source)), ("kept", kept(page))) if "violin" in text.lower()]


def account(service, *words, typed=None):
    command = [service.program, "account", *words, "--data-dir", service.data]
    subprocess.run(command, input=(typed or "").encode(), check=True, stdout=subprocess.DEVNULL)


def log_in(page, name):
    page.fill("#account", name)
    page.fill("#passcode", PASSCODE)
    page.press("Log in")


@pytest.fixture
def anna(service, page):
    """A browser in which Anna has logged in and looked at her thing; Bea may see nothing of it."""
    service.item(THING, "Violin")
    for name, *more in (("anna", "--admin"), ("bea",)):
        account(service, "add", name, *more)
        account(service, "passcode", name, typed=f"{PASSCODE}\n")
    page.open()
    log_in(page, "anna")
    page.card(THING)
    page.wait_for_worker()
    # What the worker did not see being loaded it keeps at the second time.
    page.open(f"/items/{THING}")
    page.wait(".fixes li")
    page.open()
    page.card(THING)
    wait_until(lambda: f"/api/v1/items/{THING}" in kept(page), "the item is kept")
    # Without a connection she sees it, and so would who comes behind her.
    wait_until(lambda: "tagalong.items" in json.loads(kept(page))[0], "the list is kept")
    return page


def revoked(service, page):
    account(service, "logout", "anna")


def revoked_while_away(service, page):
    page.leave()
    account(service, "logout", "anna")
    page.open()


def logged_out(service, page):
    page.open("/settings")
    page.press("Log out")



def by_the_next_answer(service, page):
    """With the next thing that is asked, on a page whose stream does not come through."""
    page.command("Network.enable")
    page.command("Network.setBlockedURLs", urls=["*/api/v1/events*"])
    account(service, "logout", "anna")
    page.open("/alerts")


@pytest.mark.parametrize("end", [revoked, revoked_while_away, logged_out, by_the_next_answer])
def test_a_session_that_is_over_leaves_nothing_in_the_browser_for_the_next_person(service, anna, screenshots, end):
    page = anna
    end(service, page)
    page.wait("#passcode")
    page.command("Network.setBlockedURLs", urls=[])
    wait_until(lambda: traces(page) == [], lambda: f"nothing is left: {traces(page)} {kept(page)[:3000]}")
    assert page.path == "/login"
    page.picture(screenshots / f"leaving-{end.__name__}-login.png", full=False)
    log_in(page, "bea")
    page.wait("main .empty")
    assert traces(page) == []
    page.picture(screenshots / f"leaving-{end.__name__}-bea.png", full=False)
    # Where the console is away, the browser shows what it kept.
    page.wait_for_worker()
    page.open()
    page.wait("main .empty")
    service.stop()
    page.driver.refresh()
    page.wait("main .empty, main .notice")
    assert traces(page) == []


def test_an_answer_that_was_opened_in_a_tab_does_not_stay_in_place_of_the_pages(service, anna):
    page = anna
    page.driver.get(f"http://localhost:{service.port}/api/v1/items/{THING}")
    wait_until(lambda: "violin" in page.driver.page_source.lower(), "the answer is there")
    account(service, "logout", "anna")
    service.stop()
    # Whoever comes next asks for the pages, and has no connection.
    page.driver.get(f"http://localhost:{service.port}/")
    page.wait("main")
    assert '"device"' not in page.driver.page_source
    shell = page.driver.execute_async_script(
        "const done = arguments[0]; caches.open('tagalong-pages').then((c) => c.match('/')).then((a) => a.text()).then(done)"
    )
    assert shell.lower().startswith("<!doctype html") and "violin" not in shell.lower()


def test_a_page_of_one_person_is_emptied_when_another_logs_in_beside_it(service, anna):
    page = anna
    with page.another_tab() as (first, _):
        # As if the cookie were taken over: this one was not told by whoever left.
        page.command("Network.clearBrowserCookies")
        page.open("/login")
        page.wait("#passcode")
        log_in(page, "bea")
        page.wait("main .empty")
        page.driver.switch_to.window(first)
        wait_until(lambda: traces(page) == [], lambda: f"nothing is left: {traces(page)}: {page.text()}")


@pytest.fixture
def beside(anna):
    """A second tab of hers, on the page of her thing; the first is the one that is looked at."""
    page = anna
    with page.another_tab() as (first, second):
        page.open(f"/items/{THING}")
        page.wait(".fixes li")
        page.driver.switch_to.window(first)
        yield second


def cut_off(page, isOff):
    page.command("Network.enable")
    page.command("Network.emulateNetworkConditions", offline=isOff, latency=0, downloadThroughput=-1, uploadThroughput=-1)


@pytest.mark.parametrize("isCut", [False, True], ids=["in reach", "cut off"])
def test_who_logs_out_in_one_tab_has_left_the_others_too(anna, beside, isCut):
    page = anna
    first = page.driver.current_window_handle
    page.driver.switch_to.window(beside)
    # Nothing but the other tab tells it: neither an answer nor the stream.
    page.command("Network.enable")
    page.command("Network.setBlockedURLs", urls=["*/api/*"])
    if isCut:
        cut_off(page, True)
    page.driver.switch_to.window(first)
    page.wait("#who").click()
    page.wait("#log-out").click()
    page.wait("#passcode")
    page.driver.switch_to.window(beside)
    seen = "return (document.body?.innerText ?? '') + document.title"
    wait_until(lambda: "violin" not in page.script(seen).lower(), lambda: page.script(seen))
    wait_until(lambda: not page.path.startswith("/items"), lambda: page.path)
    page.driver.switch_to.window(first)
    assert traces(page) == []


def test_who_logs_out_without_a_connection_is_out_and_stays_out(service, anna, beside, screenshots):
    page = anna
    cookie = page.driver.get_cookie("tagalong")
    service.stop()
    page.wait("#who").click()
    page.wait("#log-out").click()
    page.wait_for_text("You are logged out on this device.")
    page.wait("#passcode")
    wait_until(lambda: traces(page) == [], lambda: f"nothing is left: {traces(page)} {kept(page)[:3000]}")
    page.inspect(screenshots, "login-untold")
    first = page.driver.current_window_handle
    page.driver.switch_to.window(beside)
    wait_until(lambda: "violin" not in page.driver.page_source.lower(), "the other tab has left, too")
    page.driver.switch_to.window(first)
    # The cookie is there still, and the session; it lets nobody back in, and ends with the first connection.
    assert page.driver.get_cookie("tagalong")["value"] == cookie["value"]
    service.start()
    page.open()
    page.wait("#passcode")
    assert "You are logged out on this device." not in page.text() and not page.driver.get_cookie("tagalong")
    log_in(page, "bea")
    page.wait("main .empty")
    page.driver.add_cookie({"name": "tagalong", "value": cookie["value"]})
    page.open()
    page.wait("#passcode")


def test_the_way_back_shows_nothing_of_who_has_left(anna):
    page = anna
    page.card(THING).find_element("css selector", "h2 a").click()
    page.wait(".fixes li")
    page.wait("#who").click()
    page.wait("#log-out").click()
    page.wait("#passcode")
    log_in(page, "bea")
    page.wait("main .empty")
    for _ in range(3):
        page.driver.back()
        page.wait("main .empty")
        assert "Violin" not in page.text()


def test_what_is_kept_of_a_session_is_gone_with_its_time_also_without_a_connection(service, anna):
    page = anna
    service.stop()
    page.driver.refresh()
    # As long as it lasts, it can be read.
    page.card(THING)
    page.script("""
    const holder = JSON.parse(localStorage.getItem("tagalong.holder"));
    localStorage.setItem("tagalong.holder", JSON.stringify({ ...holder, until: Date.now() - 1 }));
    """)
    page.driver.refresh()
    page.wait("main .empty, main .notice")
    wait_until(lambda: traces(page) == [], lambda: f"nothing is left: {traces(page)} {kept(page)[:3000]}")


def test_what_one_may_see_no_more_is_gone_from_the_page_and_the_device(service, page):
    service.item(THING, "Violin")
    account(service, "add", "anna", "--admin")
    account(service, "passcode", "anna", typed=f"{PASSCODE}\n")
    account(service, "add", "bea", "--allow", f"{THING}=last")
    account(service, "passcode", "bea", typed=f"{PASSCODE}\n")
    page.open()
    log_in(page, "bea")
    page.card(THING)
    account(service, "allow", "bea", f"{THING}=none")
    page.wait("main .empty")
    wait_until(lambda: traces(page) == [], lambda: f"nothing is left: {traces(page)} {kept(page)[:3000]}")
