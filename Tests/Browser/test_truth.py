"""Whether what a page says is so: times, *Live*, and what nothing is known of any more."""

import os
import shutil
import signal
import subprocess

import pytest

from browser import Page
from service import HOME, Service, free_port, north_of, wait_until


def test_what_was_seen_before_the_page_is_not_seen_just_now(service, page):
    service.item("sam/keys", "Keys", 1)
    received = service.items()["sam/keys"]["last_seen"]
    page.open()
    page.wait(".connection.live")
    page.card("sam/keys")
    # Before it was live the last fix came once more, with what the stream begins with.
    assert page.driver.execute_async_script(SEEN) == received


SEEN = """
ofPage("items.js").then(({ items }) => arguments[0](items.all.get("sam/keys").last_seen));
"""


def wrong_clock(page, minutes):
    source = """
    const [real, shift] = [Date, SHIFT];
    window.Date = class extends real {
        constructor(...all) { all.length ? super(...all) : super(real.now() + shift); }
        static now() { return real.now() + shift; }
    };
    """.replace("SHIFT", str(minutes * 60_000))
    return page.command("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]


@pytest.mark.parametrize("minutes", [20, -60])
def test_a_browser_with_a_wrong_clock_tells_alerts_and_ages(service, page, minutes):
    service.item("sam/keys", "Keys")
    clock = wrong_clock(page, minutes)
    try:
        page.open()
        page.wait(".connection.live")
        card = page.card("sam/keys")
        service.item("sam/keys", "Keys", 12)
        page.toast("Keys was left behind, beyond 10 m")
        ages = page.driver.execute_async_script(AGES)
        assert ages == "10 min ago", (ages, card.text)
    finally:
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=clock)


# Of a time that the service says.
AGES = """
const done = arguments[0];
Promise.all([ofPage("format.js"), fetch("/api/v1/server").then((answer) => answer.json())])
    .then(([{ ago }, { time }]) => done(ago(new Date(Date.parse(time) - 630_000).toISOString())));
"""


STREAMS = """
window.streams = 0;
window.EventSource = class extends EventSource {
    constructor(address) {
        super(address);
        window.streams += 1;
    }
};
"""


def test_a_page_whose_service_has_fallen_silent_is_not_live(service, page, screenshots):
    service.item("sam/keys", "Keys")
    counter = page.command("Page.addScriptToEvaluateOnNewDocument", source=STREAMS)["identifier"]
    try:
        page.open()
        page.wait(".connection.live")
        service.process.send_signal(signal.SIGSTOP)
        page.wait(".connection.broken", lambda each: "No word from Tagalong since " in each.text)
        # A connection may be dead without a word: it tries another.
        wait_until(lambda: page.script("return window.streams") > 1, "another stream")
        page.inspect(screenshots, "silent-service")
    finally:
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=counter)
        service.process.send_signal(signal.SIGCONT)
    page.wait(".connection.live")


# As of a laptop that is closed: on some systems this clock stands still then, and the time of day does not.
SLEEP = """
const [still, wall] = [performance.now(), Date.now.bind(Date)];
performance.now = () => still;
Date.now = () => wall() + 60_000;
"""


def test_a_page_that_wakes_up_is_not_live_before_it_has_heard_anything(service, page):
    service.item("sam/keys", "Keys")
    page.open()
    page.wait(".connection.live")
    service.process.send_signal(signal.SIGSTOP)
    try:
        page.script(SLEEP)
        page.wait(".connection.broken", lambda each: "No word from Tagalong since " in each.text)
    finally:
        service.process.send_signal(signal.SIGCONT)
    page.wait(".connection.live")


class NamedBroker:
    """A broker beside the service, which can go and come back."""

    def __init__(self, folder):
        self.configuration = folder / "mosquitto.conf"
        self.port = free_port()
        self.configuration.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self.start()

    def start(self):
        program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
        self.process = subprocess.Popen([program, "-c", self.configuration], stderr=subprocess.DEVNULL)

    def stop(self):
        self.process.kill()
        self.process.wait()


class WithNamedBroker(Service):
    def find_broker(self):
        return self.flags[1]


def test_a_service_that_does_not_hear_its_broker_is_not_live(tagalong, driver, tmp_path, screenshots):
    broker = NamedBroker(tmp_path)
    try:
        with WithNamedBroker(tagalong, tmp_path / "data", "--broker", f"mqtt://127.0.0.1:{broker.port}") as service:
            page = Page(driver, service.url)
            page.forget()
            service.item("sam/keys", "Keys")
            page.open()
            page.wait(".connection.live")
            page.wait("main .notice a").send_keys("")
            broker.stop()
            page.wait(".connection.deaf", lambda each: "Broker away since " in each.text)
            page.wait_for_text("Tagalong does not hear its broker since ")
            # A notice that comes takes no other one along, nor the focus of whoever is at it.
            assert page.focused() == ["A", "Set one"]
            page.inspect(screenshots, "broker-away")
            broker.start()
            page.wait(".connection.live")
            page.gone("main .notice.amber")
            page.leave()
    finally:
        broker.stop()


def tells(*words):
    return lambda element: all(each in element.text for each in words)


def is_within(page, outer, inner):
    right = "return document.querySelector(arguments[0]).getBoundingClientRect().right"
    page.wait(f"{outer} {inner}")
    assert page.script(right, f"{outer} {inner}") < page.script(right, outer)


def leave_behind(service, device, name, metres):
    """An item that was left some minutes ago, and whose tracker has not been heard since: soon nothing is known of it."""
    service.reported(device, report_every_s=30)
    service.fix(device, north_of(HOME, metres), ago=240)
    wait_until(lambda: service.items().get(device, {}).get("episode"), f"{device} is left behind")
    service.patch(f"/api/v1/items/{device}", {"item": name})


def test_what_is_left_behind_stays_on_top_when_its_tracker_falls_silent(service, page, screenshots):
    leave_behind(service, "sam/middle", "Middle", 7)
    leave_behind(service, "sam/zither", "Zither", 14)
    service.item("sam/anchor", "Anchor")
    page.open()
    page.wait(".connection.live")
    words = {"sam/middle": ("warning", "Beyond 5 m "), "sam/zither": ("critical", "Left behind ")}
    for device, (level, _) in words.items():
        page.wait_for_level(device, level)
        wait_until(lambda: service.items()[device]["level"] == "unknown", f"nothing is known of {device}")
    # As it happens, and as it is told to who comes later.
    for again in (False, True):
        if again:
            page.open()
        for device, (level, begin) in words.items():
            page.wait(f".card.{level}[data-id='{device}']", tells(begin, " ago, last known there"))
        assert page.all(".card")[0].get_attribute("data-id") == "sam/zither"
    page.inspect(screenshots, "silent-items", prepare=lambda: is_within(page, ".card", ".badge"))
    page.open("/items/sam/zither")
    page.wait(".hero.critical .badge", lambda badge: "last known there" in badge.text)
    page.inspect(screenshots, "silent-item", prepare=lambda: is_within(page, ".hero", ".badge"))
    service.reported("sam/zither", power="off")
    page.wait(".hero.unknown .badge", lambda badge: "Switched off" in badge.text)
