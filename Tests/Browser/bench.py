"""How fast the pages are with 200 things of which each reports once a second. Run by `scripts/browser --bench`."""

import argparse
import json
import os
import pathlib
import statistics
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
new MutationObserver((records) => {
    const now = Date.now();
    for (const record of records) {
        const about = record.target.parentElement?.closest(".about") ?? record.target.closest?.(".about");
        if (about) window.seen.push([about.closest(".card").dataset.id, about.textContent, now]);
    }
}).observe(document.querySelector("main"), {subtree: true, childList: true, characterData: true});
"""

class Fleet:
    """Things with trackers; each step puts every one at another distance."""

    def __init__(self, service, count):
        self.service, self.count, self.step, self.sent = service, count, 0, {}
        url = urllib.parse.urlparse(service.broker)
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self.client.username_pw_set(url.username, url.password)
        self.client.on_message = self.told
        self.client.connect(url.hostname, url.port)
        self.client.subscribe("tagalong/+/+/state")
        self.client.loop_start()

    def publish(self, topic, message):
        return self.client.publish(topic, json.dumps(message), qos=1)

    def phone(self):
        now = time.time()
        message = {"_type": "location", "lat": HOME[0], "lon": HOME[1], "acc": 0, "tst": int(now), "tst_ms": int(now * 1000)}
        self.publish("owntracks/sam/phone", message).wait_for_publish()

    def metres(self, number):
        # Between 1 and 4 m, so that no alert is raised, and another one each time.
        return 1 + (self.step + number) % 4

    def tell(self, number):
        now = time.time()
        place = north_of(HOME, self.metres(number))
        message = {
            "_type": "location", "lat": place[0], "lon": place[1], "acc": 0, "tst": int(now), "tst_ms": int(now * 1000),
            "batt": 80, "boot": 1, "seq": self.step + 1, "mode": "bluetooth", "src": "gnss",
        }
        self.publish(f"owntracks/sam/t{number}", message)

    def told(self, _client, _data, message):
        """A state is on the bus; the service tells one of each thing every few seconds at most."""
        distance = json.loads(message.payload).get("distance_m")
        if distance is None:
            return
        device = "/".join(message.topic.split("/")[1:3])
        self.sent.setdefault((device, f"about {round(distance)} m"), []).append(time.time() * 1000)

    def second(self):
        """One report of each, spread over a second."""
        begin = time.monotonic()
        self.phone()
        for number in range(self.count):
            time.sleep(max(0, begin + number / self.count - time.monotonic()))
            self.tell(number)
        self.step += 1


def latencies(fleet, seen):
    """Milliseconds from the message to the page, of those that were shown."""
    found = []
    for device, text, shown in seen:
        before = [sent for sent in fleet.sent.get((device, text), []) if sent <= shown + 50]
        if before:
            found.append(max(0, shown - before[-1]))
    return sorted(found)


def heap(page):
    page.command("HeapProfiler.collectGarbage")
    metrics = page.command("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in metrics}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--things", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    driver = make_driver()
    with tempfile.TemporaryDirectory() as folder, Service(os.environ["TAGALONG"], pathlib.Path(folder) / "data") as service:
        fleet = Fleet(service, options.things)
        fleet.second()
        wait_until(lambda: len(service.items()) == options.things, "all are known")
        page = Page(driver, service.url)
        page.forget()
        paints, alls = [], []
        for _ in range(5):
            page.command("Page.navigate", url="about:blank")
            driver.get(page.url)
            page.wait(".card")
            wait_until(lambda: len(page.all(".card")) == options.things, "all cards")
            paints.append(page.script("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            alls.append(page.script("return window.performance.getEntriesByName('cards')[0]?.startTime ?? 0"))
        print(f"{options.things} things: first paint {statistics.median(paints):.0f} ms, all cards {statistics.median(alls):.0f} ms (median of 5)")
        page.wait(".connection.live")
        page.command("Performance.enable")
        page.script(WATCH)
        stop = threading.Event()

        def report():
            while not stop.is_set():
                fleet.second()

        sender = threading.Thread(target=report, daemon=True)
        sender.start()
        time.sleep(20)
        start = heap(page)
        page.script("window.seen = []")
        end = time.monotonic() + options.minutes * 60
        seen = []
        while time.monotonic() < end:
            time.sleep(5)
            seen += page.script("const seen = window.seen; window.seen = []; return seen")
        finish = heap(page)
        stop.set()
        sender.join()
        found = latencies(fleet, seen)
        part = lambda share: found[min(len(found) - 1, int(share * len(found)))]
        print(f"state on MQTT to DOM, {len(found)} updates: median {part(.5):.0f} ms, 95 % {part(.95):.0f} ms, 99 % {part(.99):.0f} ms")
        grown = (finish["JSHeapUsedSize"] - start["JSHeapUsedSize"]) / 1e6
        print(f"JavaScript heap after collection: {start['JSHeapUsedSize'] / 1e6:.1f} MB, after {options.minutes:g} min {grown:+.1f} MB")
        print(f"DOM nodes: {start['Nodes']:.0f}, {finish['Nodes'] - start['Nodes']:+.0f}")
    driver.quit()


if __name__ == "__main__":
    main()
