"""Many pages of the console in one browser: it has six connections to a host, and each page is to be told of what happens."""

import re
import urllib.request

import pytest

from service import HOME, north_of, wait_until

DEVICE = "sam/keys"

# A browser without a screen takes all its tabs for seen, so here each is told whether it is.
UNSEEN = """
if (window.isSeen === undefined) {
    window.isSeen = false;
    Object.defineProperty(document, "hidden", { get: () => !window.isSeen });
}
"""


@pytest.fixture
def tabs(page):
    """Opens more tabs, and closes them in the end."""
    # Not with the page: it would be so for the next test, too.
    page.open()
    page.script(UNSEEN)

    def more(count, path="/"):
        for _ in range(count):
            page.driver.switch_to.new_window("tab")
            page.command("Page.addScriptToEvaluateOnNewDocument", source=UNSEEN)
            page.open(path)
        return page.driver.window_handles

    with page.alone_again():
        yield more


def close(page, handle):
    page.driver.switch_to.window(handle)
    page.driver.close()


def see(page, seen):
    """One tab is looked at, and no other."""
    for handle in page.driver.window_handles:
        page.driver.switch_to.window(handle)
        page.script("window.isSeen = arguments[0]; document.dispatchEvent(new Event('visibilitychange'))", handle == seen)
    page.driver.switch_to.window(seen)


def streams(service):
    text = urllib.request.urlopen(f"{service.url}/metrics", timeout=60).read().decode()
    return int(re.search(r"^tagalong_event_streams (\d+)", text, re.MULTILINE).group(1))


def of_each(page, handles, source):
    """What a script answers in each tab; to look at a tab so does not show it."""
    told = []
    for handle in handles:
        page.driver.switch_to.window(handle)
        told.append(page.script(f"return {source}"))
    return told


def wait_for_titles(page, handles, title):
    titles = lambda: of_each(page, handles, "document.title")  # noqa: E731
    wait_until(lambda: all(each == title for each in titles()), lambda: f"each says {title}: {titles()}")


def test_nine_pages_are_open_and_each_is_told_what_happens(service, page, tabs):
    service.item(DEVICE, "Keys")
    service.fix(DEVICE, HOME)
    handles = tabs(8)
    see(page, handles[-1])
    page.wait_for_level(DEVICE, "near")
    # That of the page one looks at, and one of those that nobody sees.
    wait_until(lambda: streams(service) == 2, lambda: f"two streams: {streams(service)}")
    service.fix(DEVICE, north_of(HOME, 40))
    wait_for_titles(page, handles, "(1) Your things · Tagalong")
    # Whichever told the others is gone, and so are some that were told.
    *gone, left, last = handles[1:]
    for handle in gone:
        close(page, handle)
    service.fix(DEVICE, HOME)
    wait_for_titles(page, [handles[0], left, last], "Your things · Tagalong")
    wait_until(lambda: streams(service) == 2, lambda: f"two streams: {streams(service)}")
    for handle in (handles[0], left):
        page.driver.switch_to.window(handle)
        assert page.complaints() == []


def test_a_page_that_is_looked_at_again_has_what_it_missed(service, page, tabs):
    service.item(DEVICE, "Keys")
    service.fix(DEVICE, HOME)
    handles = tabs(2)
    wait_until(lambda: streams(service) == 1, lambda: f"one stream: {streams(service)}")
    for distance, level in ((40, "critical"), (0, "near")):
        service.fix(DEVICE, north_of(HOME, distance))
        for handle in handles:
            see(page, handle)
            page.wait_for_level(DEVICE, level)
            page.wait(".connection.live")
            wait_until(lambda: streams(service) == 2, lambda: f"two streams: {streams(service)}")
            assert page.complaints() == []


# A connection that is slower than those of the other tabs.
SLOW = """
window.EventSource = class extends EventSource {
    addEventListener(kind, hear) {
        super.addEventListener(kind, (event) => setTimeout(() => { if (this.readyState !== 2) hear(event); }, 5000));
    }
};
"""


def test_what_happens_while_a_slow_page_leaves_its_connection_is_not_missed(service, page, tabs):
    service.item(DEVICE, "Keys")
    service.fix(DEVICE, HOME)
    page.open()
    page.script(UNSEEN)
    page.wait_for_level(DEVICE, "near")
    page.driver.switch_to.new_window("tab")
    page.command("Page.addScriptToEvaluateOnNewDocument", source=UNSEEN + SLOW)
    page.open()
    # It has asked for its events, has not heard the first beat, and the other one tells of this.
    service.fix(DEVICE, north_of(HOME, 40))
    wait_until(lambda: streams(service) == 1, lambda: f"one stream: {streams(service)}")
    wait_for_titles(page, page.driver.window_handles, "(1) Your things · Tagalong")


# A page that hears everything at once, but for the beats: it begins late to tell the others.
LATE = """
window.EventSource = class extends EventSource {
    addEventListener(kind, hear) {
        super.addEventListener(kind, (event) => setTimeout(() => hear(event), kind === "beat" ? 4000 : 0));
    }
};
"""


def test_what_happens_before_another_page_tells_is_heard_by_a_slow_page_itself(service, page, tabs):
    service.item(DEVICE, "Keys")
    service.fix(DEVICE, HOME)
    page.command("Page.addScriptToEvaluateOnNewDocument", source=UNSEEN + LATE)
    page.open()
    page.wait_for_level(DEVICE, "near")
    page.driver.switch_to.new_window("tab")
    page.command("Page.addScriptToEvaluateOnNewDocument", source=UNSEEN + SLOW)
    page.open()
    service.fix(DEVICE, north_of(HOME, 40))
    wait_for_titles(page, page.driver.window_handles, "(1) Your things · Tagalong")
    wait_until(lambda: streams(service) == 1, lambda: f"one stream: {streams(service)}")


def test_pages_share_a_stream_where_nothing_can_be_kept(service, page, tabs):
    service.item(DEVICE, "Keys")
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    page.script(full)
    for _ in range(3):
        page.driver.switch_to.new_window("tab")
        page.command("Page.addScriptToEvaluateOnNewDocument", source=UNSEEN + full)
        page.open()
    handles = page.driver.window_handles[1:]
    page.driver.switch_to.window(page.driver.window_handles[0])
    page.leave()
    wait_until(lambda: streams(service) == 1, lambda: f"one stream: {streams(service)}")
    service.fix(DEVICE, north_of(HOME, 40))
    wait_for_titles(page, handles, "(1) Your things · Tagalong")
