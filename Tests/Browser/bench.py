"""How fast the pages are with 200 things of which each reports once a second. Run by `scripts/browser --bench`."""

import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile
import threading
import time
import urllib.parse

import paho.mqtt.client as mqtt

from browser import Page, make_driver
from service import HOME, Service, north_of, wait_until

# Notes when the distance of a card was written.
WATCH = """
window.seen = [];
window.observer = new MutationObserver((records) => {
    const now = Date.now();
    for (const record of records) {
        const about = record.target.parentElement?.closest(".about") ?? record.target.closest?.(".about");
        if (about) window.seen.push([about.closest(".card").dataset.id, about.textContent, now]);
    }
});
window.observer.observe(document.querySelector("main"), {subtree: true, childList: true, characterData: true});
"""


class Fleet:
    """Things with trackers; each step puts every one at another distance."""

    def __init__(self, service, count):
        self.service, self.count, self.step = service, count, 0
        # When each text was caused to be on a card, in milliseconds.
        self.sent = {}
        url = urllib.parse.urlparse(service.broker)
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self.client.username_pw_set(url.username, url.password)
        self.client.connect(url.hostname, url.port)
        self.client.loop_start()

    def publish(self, topic, message):
        return self.client.publish(topic, json.dumps(message), qos=1)

    def phone(self):
        now = time.time()
        message = {"_type": "location", "lat": HOME[0], "lon": HOME[1], "acc": 0, "tst": int(now), "tst_ms": int(now * 1000)}
        self.publish("owntracks/sam/phone", message).wait_for_publish()

    def metres(self, number):
        # Between 1 and 4 m, so that no alert is raised, and another one each time.
        return 1.2 + (self.step + number) % 4

    def tell(self, number):
        metres = self.metres(number)
        place = north_of(HOME, metres)
        now = time.time()
        message = {
            "_type": "location", "lat": place[0], "lon": place[1], "acc": 0, "tst": int(now), "tst_ms": int(now * 1000),
            "batt": 80, "boot": 1, "seq": self.step + 1, "mode": "bluetooth", "src": "gnss",
        }
        self.sent.setdefault((f"sam/t{number}", f"about {round(metres)} m"), []).append(time.time() * 1000)
        self.publish(f"owntracks/sam/t{number}", message)

    def second(self):
        """One report of each, spread over a second."""
        begin = time.monotonic()
        self.phone()
        for number in range(self.count):
            time.sleep(max(0, begin + number / self.count - time.monotonic()))
            self.tell(number)
        self.step += 1


def latencies(fleet, seen):
    """Milliseconds from the location on MQTT to its distance on the page, of those that were shown, in order."""
    found = []
    for device, text, shown in seen:
        before = [sent for sent in fleet.sent.get((device, text), []) if sent <= shown]
        if before:
            found.append(shown - before[-1])
    return sorted(found)


def heap(page):
    """Bytes and nodes that are still used after a collection."""
    page.command("HeapProfiler.collectGarbage")
    metrics = {each["name"]: each["value"] for each in page.command("Performance.getMetrics")["metrics"]}
    return metrics["JSHeapUsedSize"], metrics["Nodes"]


def resident(process):
    """The memory of a process, in bytes."""
    lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def paints(page, is_new):
    """Medians of the first paint and of the list, in milliseconds."""
    first, cards = [], []
    for _ in range(5):
        page.forget()
        if is_new:
            page.command("Network.clearBrowserCache")
        page.driver.get(page.url)
        wait_until(lambda: page.script("return performance.getEntriesByName('cards').length"), "the list")
        first.append(page.script("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        cards.append(page.script("return performance.getEntriesByName('cards')[0].startTime"))
    return statistics.median(first), statistics.median(cards)


# A phone some years old on a slow mobile network, as Lighthouse has it.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER_PROCESSOR = 4

LOADED = """
const bytes = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .reduce((sum, each) => sum + each.transferSize, 0);
return [performance.getEntriesByName("first-contentful-paint")[0].startTime,
    performance.getEntriesByName("cards")[0].startTime, bytes];
"""


def far(page):
    """Medians of the first content, of the list that can be used, both in milliseconds, and of the bytes that came, in a
    browser that was never here, far away."""
    found = []
    for _ in range(5):
        page.forget()
        page.command("Network.enable")
        page.command("Network.clearBrowserCache")
        page.command("Network.emulateNetworkConditions", **SLOW)
        page.command("Emulation.setCPUThrottlingRate", rate=SLOWER_PROCESSOR)
        page.driver.get(page.url)
        wait_until(lambda: page.script("return performance.getEntriesByName('cards').length"), "the list")
        found.append(page.script(LOADED))
        page.command("Emulation.setCPUThrottlingRate", rate=1)
        page.command("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    page.command("Network.disable")
    return [statistics.median(each) for each in zip(*found)]


def measure_far(page, things, results):
    first, usable, size = far(page)
    results.add(f"First content of {things} things, 1.6 Mbit/s, 150 ms, processor ÷ {SLOWER_PROCESSOR}", first, "ms", 1200)
    results.add("  the list can be used", usable, "ms", 2000)
    results.add("  bytes of the first load", size / 1e3, "kB", 120)


def growth(samples):
    """Bytes a minute, by least squares over pairs of minutes and bytes."""
    times, values = zip(*samples)
    middle = statistics.fmean(times)
    spread = sum((time - middle) ** 2 for time in times)
    return sum((time - middle) * value for time, value in samples) / spread if spread else 0.0


class Results:
    """Lines for people, and for `scripts/bench`."""

    def __init__(self):
        self.lines = []

    def add(self, name, value, unit, at_most=None):
        self.lines.append({"name": name, "value": value, "unit": unit, "atMost": at_most})
        wanted = "" if at_most is None else f" (at most {at_most:g})"
        print(f"{name}: {value:.4g} {unit}{wanted}", flush=True)


def measure_delay(page, fleet, minutes, results):
    """From the location on MQTT to its distance on the page."""
    page.script(WATCH)
    seen, begin = [], time.time() * 1000
    # Sixty of them have a card: the others are counted, and shown on request.
    cards = set(page.script("return [...document.querySelectorAll('.card')].map((each) => each.dataset.id)"))
    end = time.monotonic() + minutes * 60
    while time.monotonic() < end:
        time.sleep(5)
        seen += json.loads(page.script("const seen = JSON.stringify(window.seen); window.seen = []; return seen"))
    told = sum(begin <= sent for (device, _), times in list(fleet.sent.items()) if device in cards for sent in times)
    page.script("window.observer.disconnect()")
    found = latencies(fleet, seen)
    part = lambda share: found[min(len(found) - 1, int(share * len(found)))]
    results.add(f"Location on MQTT → DOM, {fleet.count} things, 1 Hz, median", part(.5), "ms", 100)
    results.add("  95 of 100", part(.95), "ms")
    results.add("  99 of 100", part(.99), "ms")
    results.add("Locations that were shown, of those sent of things with a card", min(100, 100 * len(found) / told), "%")


def measure_memory(page, service, minutes, results):
    """What the page and the service take while it goes on, with nothing in the page that watches it."""
    page.command("Performance.enable")
    heaps, services = [], []
    begin, every = time.monotonic(), min(30, minutes * 60 / 5)
    while True:
        elapsed = time.monotonic() - begin
        heaps.append((elapsed / 60, *heap(page)))
        services.append(resident(service.process))
        print(f"  after {elapsed / 60:.1f} min: heap of the page {heaps[-1][1] / 1e6:.2f} MB", file=sys.stderr, flush=True)
        if elapsed >= minutes * 60:
            break
        time.sleep(every)
    results.add("Heap of the page after collection, at the beginning", heaps[0][1] / 1e6, "MB")
    results.add(f"  after {minutes:g} min", heaps[-1][1] / 1e6, "MB")
    # In a short run the browser is still compiling.
    results.add("  growth", growth([(at, size) for at, size, _ in heaps]) / 1e3, "kB/min", 50 if minutes >= 5 else None)
    results.add("DOM nodes more than at the beginning", heaps[-1][2] - heaps[0][2], "")
    results.add("Memory of the service, at the beginning", services[0] / 1e6, "MB")
    results.add(f"  after {minutes:g} min", services[-1] / 1e6, "MB")


def measure(page, service, fleet, minutes, results):
    page.wait(".connection.live")
    stop = threading.Event()

    def report():
        while not stop.is_set():
            fleet.second()

    sender = threading.Thread(target=report, daemon=True)
    sender.start()
    # Until the browser has compiled what runs often.
    time.sleep(min(30, 20 * minutes))
    measure_delay(page, fleet, min(2, minutes), results)
    measure_memory(page, service, minutes, results)
    stop.set()
    sender.join()


def run(driver, service, options, results):
    fleet = Fleet(service, options.things)
    fleet.second()
    wait_until(lambda: len(service.items()) == options.things, "all are known")
    page = Page(driver, service.url)
    first, cards = paints(page, is_new=True)
    results.add(f"First paint of {options.things} things, never seen before", first, "ms", 1000)
    results.add("  the list", cards, "ms", 1000)
    first, cards = paints(page, is_new=False)
    results.add("First paint, with what the browser kept", first, "ms", 1000)
    results.add("  the list", cards, "ms", 1000)
    measure_far(page, options.things, results)
    measure(page, service, fleet, options.minutes, results)
    fleet.client.loop_stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--things", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    results = Results()
    driver = make_driver()
    try:
        with tempfile.TemporaryDirectory() as folder:
            with Service(os.environ["TAGALONG"], pathlib.Path(folder) / "data") as service:
                run(driver, service, options, results)
    finally:
        driver.quit()
    if options.json:
        options.json.write_text(json.dumps(results.lines))


if __name__ == "__main__":
    main()
