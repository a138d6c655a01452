"""A real `tagalong up` with its own data, and what trackers and phones would tell it over MQTT."""

import contextlib
import json
import math
import os
import pathlib
import random
import re
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A machine with other work is slow: this is for what never comes, not for what is late.
PATIENCE = int(os.environ.get("PATIENCE", "180"))

# Below those that Linux gives to outgoing connections: none of them takes the port of a service that is started again.
PORTS = range(10240, 32768)
TAKEN = "taken"


def free_port():
    """A port that nobody listens at, for what is told to others before it listens."""
    for port in random.sample(PORTS, 20):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


HOME = (46.0569, 14.5058)


def wait_until(condition, what, patience=PATIENCE):
    """Waits for a condition to hold, and answers what it answers."""
    end = time.monotonic() + patience
    # Soon at first. Each look costs the processor time, and what takes long does so because there is little of it.
    pause = 0.05
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"not within {patience} s: {what() if callable(what) else what}")
        time.sleep(pause)
        pause = min(1.2 * pause, 0.25)


def north_of(place, metres):
    """The position so many metres to the north, on the ellipsoid."""
    latitude = math.radians(place[0])
    degree = 111132.954 - 559.822 * math.cos(2 * latitude) + 1.175 * math.cos(4 * latitude)
    return (place[0] + metres / degree, place[1])


class Service:
    """`tagalong up`, as long as the `with` lasts."""

    def __init__(self, program, data, *flags):
        self.program, self.data, self.flags = program, data, flags
        self.process = None
        self.port = 0
        self.others = []
        self.sequences = {}

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        """Starts it, at the port of before if there was one."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.log = self.data / "up.log"
        for port in [self.port] if self.port else random.sample(PORTS, 20):
            with open(self.log, "wb") as log:
                command = [self.program, *self.command, "--data-dir", self.data, "--http", str(port), *self.flags]
                self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
            told = wait_until(self.told_address, lambda: f"the console listens: {self.log.read_text()}")
            if told is not TAKEN:
                break
        assert told is not TAKEN, f"tagalong has ended: {self.log.read_text()}"
        # As a person reads it on the terminal.
        self.printed = told.group(1)
        self.port = int(told.group(2))
        self.broker = self.find_broker()

    def state(self):
        """What it has said last, for whoever reads of a failure and was not there."""
        return "\n".join(self.log.read_text().splitlines()[-40:])

    @property
    def command(self):
        return ["up"]

    def find_broker(self):
        """The URL of the broker that it has started, with a password."""
        return (self.data / "broker/url").read_text().split()[0]

    def told_address(self):
        """Where it listens; nothing yet, or that somebody else has the port."""
        has_ended = self.process.poll() is not None
        text = self.log.read_text()
        if has_ended and "another program listens there already" in text:
            return TAKEN
        assert not has_ended, f"tagalong has ended: {text}"
        return "history: connected" in text and re.search(r"listens on (http://localhost:(\d+))", text)

    def stop(self):
        """Ends what was started, the service last."""
        for process in self.others:
            process.kill()
            process.wait()
        self.others = []
        if self.process:
            self.process.terminate()
            self.process.wait()
        self.process = None

    @property
    def url(self):
        # Passkeys are for names, not for addresses.
        return f"http://localhost:{self.port}"

    # What others say over MQTT

    def publish(self, topic, message, retain=False):
        """Publishes as anybody would; a text as it is, anything else as JSON."""
        payload = message if isinstance(message, str) else json.dumps(message)
        retained = ["-r"] if retain else []
        subprocess.run(
            ["mosquitto_pub", "-L", f"{self.broker}/{topic}", "-q", "1", "-s", *retained],
            input=payload.encode(),
            check=True,
        )

    def fix(self, device, place, ago=0, **more):
        """A tracker tells where it is, exactly, and its owner's phone at the same moment where that is: at home."""
        now = time.time() - ago
        when = {"_type": "location", "acc": 0, "tst": int(now), "tst_ms": int(now * 1000)}
        phone = when | {"lat": HOME[0], "lon": HOME[1]}
        self.publish(f"owntracks/{device.split('/')[0]}/phone", phone, retain=True)
        self.sequences[device] = self.sequences.get(device, 0) + 1
        known = {"batt": 80, "boot": 1, "seq": self.sequences[device], "mode": "bluetooth", "src": "gnss"}
        message = when | known | {"lat": place[0], "lon": place[1]}
        self.publish(f"owntracks/{device}", message | more, retain=True)

    def reported(self, device, version=0, power="on", **more):
        """A tracker tells what it is."""
        message = {
            "_type": "reported",
            "version": version,
            "power": power,
            "report_every_s": 600,
            "mode": "auto",
            "firmware": "1.2.0",
            "model": "T1",
            "boot": 1,
            "battery": 80,
            "active_mode": "bluetooth" if power == "on" else "off",
        }
        self.publish(f"tagalong/{device}/reported", message | more, retain=True)

    def item(self, device, name, metres=1.0):
        """A thing with a tracker, so far from its owner."""
        self.reported(device)
        self.fix(device, north_of(HOME, metres))
        wait_until(lambda: "distance_m" in self.items().get(device, {}), f"where {device} is is known")
        self.patch(f"/api/v1/items/{device}", {"item": name})

    def listen(self, topic, each):
        """Calls with each message of a topic from now on, until the end."""
        # With what it does between the messages, a line at once: what is not retained is lost before it has subscribed.
        command = ["stdbuf", "-oL", "mosquitto_sub", "-d", "-L", f"{self.broker}/{topic}", "-q", "1"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.others.append(process)
        has_begun = threading.Event()

        def read():
            for line in process.stdout:
                if line.startswith("{"):
                    each(line)
                elif line.startswith("Subscribed"):
                    has_begun.set()

        threading.Thread(target=read, daemon=True).start()
        wait_until(has_begun.is_set, f"{topic} is subscribed to")

    def obey(self, device):
        """Has the tracker do as it is told from now on: what it is to be, and its commands."""

        def follow(line):
            wanted = json.loads(line)
            self.reported(
                device,
                wanted["version"],
                wanted.get("power", "on"),
                report_every_s=wanted.get("report_every_s", 600),
                mode=wanted.get("mode", "auto"),
            )

        def answer(line):
            self.publish(f"tagalong/{device}/result", {"_type": "result", "id": json.loads(line)["id"], "ok": True})

        self.listen(f"tagalong/{device}/desired", follow)
        self.listen(f"tagalong/{device}/command", answer)

    def simulate(self, scenario, speed):
        """Plays a scenario in front of the broker."""
        command = [self.program, "simulate", ROOT / "scenarios" / scenario, "--speed", str(speed)]
        with open(self.data / "simulate.log", "wb") as log:
            process = subprocess.Popen(
                [*command, "--broker", "private", "--data-dir", self.data], stdout=log, stderr=subprocess.STDOUT
            )
        self.others.append(process)
        return process

    # What the console says over HTTP

    def ask(self, method, path, body=None, kind="application/json"):
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        headers = {} if data is None else {"Content-Type": kind}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from error
        return json.loads(text) if text else None

    def get(self, path):
        return self.ask("GET", path)

    def patch(self, path, body):
        return self.ask("PATCH", path, body)

    def items(self):
        return {f"{item['owner']}/{item['tracker']}": item for item in self.get("/api/v1/items")["items"]}
