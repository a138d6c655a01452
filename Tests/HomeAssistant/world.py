"""A broker, the history service and Home Assistant, each as real as it gets, and what goes between them."""

import contextlib
import json
import pathlib
import random
import re
import socket
import subprocess
import sys
import threading

import paho.mqtt.client as mqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

from service import PATIENCE, PORTS, Service, wait_until

HERE = pathlib.Path(__file__).resolve().parent
# What Home Assistant says of each topic that is emptied after its entities have moved; its documentation asks for that.
LEFT = "No device components to cleanup for tagalong_{}, node_id 'None'"

# What it says of its own MQTT integration when the first device brings entities of several kinds.
ITS_OWN = "Detected code that calls async_forward_entry_setups for integration mqtt"

# What it says of the templates of version 0.1 when the broker keeps nothing more of an item.
FORMER_TEMPLATES = re.compile(r"'value_json' is undefined|Erroneous JSON: $")


def topic_of(owner, tracker):
    return f"homeassistant/device/tagalong_{owner}_{tracker}/config"


def former_topic(tracker):
    """Where version 0.1 announced an item of which no other owner had a namesake."""
    return f"homeassistant/device/tagalong_{tracker}/config"


def former(device, item):
    """What version 0.1 announced."""
    text = (HERE / "former.json").read_text()
    return json.dumps(json.loads(text.replace("OWNER/TRACKER", device).replace("ITEM", item)))


class Broker:
    """mosquitto with an empty memory, and what it keeps: for Home Assistant (`kept`), and of Tagalong's own topics."""

    def __init__(self, folder):
        self.folder = folder
        self.kept, self.own = {}, {}
        folder.mkdir()
        for self.port in random.sample(PORTS, 20):
            (folder / "conf").write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
            with open(folder / "log", "wb") as log:
                self.process = subprocess.Popen(["mosquitto", "-c", folder / "conf"], stdout=log, stderr=log)
            if wait_until(self.has_begun, "mosquitto listens or ends") is True:
                break
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self.listen()

    def has_begun(self):
        if self.process.poll() is not None:
            text = (self.folder / "log").read_text()
            assert "in use" in text, f"mosquitto has ended: {text}"
            return "the port is taken"
        return " running" in (self.folder / "log").read_text()

    def listen(self):
        is_there = threading.Event()
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self.client.on_message = lambda _client, _data, message: self.keep(message)
        self.client.on_subscribe = lambda *_: is_there.set()
        self.client.connect("127.0.0.1", self.port)
        # With the flag as it was published, which tells what is kept.
        options = SubscribeOptions(qos=1, retainAsPublished=True)
        self.client.subscribe([("homeassistant/device/#", options), ("tagalong/#", options)])
        self.client.loop_start()
        assert is_there.wait(PATIENCE)

    def keep(self, message):
        if not message.retain:
            return
        kept = self.own if message.topic.startswith("tagalong/") else self.kept
        if message.payload:
            kept[message.topic] = message.payload if kept is self.own else json.loads(message.payload)
        else:
            kept.pop(message.topic, None)

    def publish(self, topic, payload, retain=True):
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE)
        if topic.endswith("/config") and retain:
            wait_until(lambda: (topic in self.kept) == bool(payload), f"{topic} is kept")

    def announced(self, device):
        """The unique ids of the entities under all topics at which an item stands."""
        ids = set()
        for config in list(self.kept.values()):
            if config["device"]["identifiers"] == [f"tagalong/{device}"]:
                ids |= {component["unique_id"] for component in config["components"].values() if "unique_id" in component}
        return ids

    def stop(self):
        self.client.loop_stop()
        self.client.disconnect()
        self.process.terminate()
        self.process.wait()


class History(Service):
    """`tagalong history` at a broker that is there already."""

    def __init__(self, program, data, broker):
        super().__init__(program, data)
        self.url_of_broker = broker

    @property
    def command(self):
        return ["history", "--broker", self.url_of_broker]

    def find_broker(self):
        return self.url_of_broker

    def stop(self, kill=False):
        if kill:
            self.process.kill()
        super().stop()

    def thing(self, device, name, metres=1.0):
        """A thing whose tracker can be reached."""
        self.reported(device)
        self.publish(f"tagalong/{device}/availability", "online", retain=True)
        self.item(device, name, metres)

    def delete(self, device):
        self.ask("DELETE", f"/api/v1/items/{device}")
        wait_until(lambda: device not in self.items(), f"{device} is deleted")


class Homes:
    """Where each Home Assistant comes from: a process that has loaded it."""

    def __init__(self, folder):
        self.socket = folder / "homes"
        # The path of a socket may be no longer than 108 bytes.
        self.process = subprocess.Popen(
            [sys.executable, HERE / "home.py", self.socket.name], cwd=folder, stdout=subprocess.PIPE, text=True
        )

    def connect(self, **login):
        if self.process.stdout:
            assert self.process.stdout.readline() == "ready\n"
            self.process.stdout.close()
            self.process.stdout = None
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        with contextlib.chdir(self.socket.parent):
            connection.connect(self.socket.name)
        connection.sendall(json.dumps(login).encode() + b"\n")
        return connection

    def stop(self):
        self.process.kill()
        self.process.wait()


class Home:
    """Home Assistant, as long as it runs, and over its restarts."""

    def __init__(self, homes, folder, port, **login):
        self.homes, self.folder = homes, folder
        self.login = {"folder": str(folder), "port": port, **login}
        self.connection = None
        folder.mkdir()

    def start(self):
        self.connection = self.homes.connect(**self.login)
        self.lines = self.connection.makefile("r")
        assert self.read() == "ready"

    def stop(self):
        connection, self.connection = self.connection, None
        if connection:
            with connection, self.lines:
                connection.shutdown(socket.SHUT_WR)
                # It hangs up when it has ended.
                assert self.lines.read() == ""

    def read(self):
        line = self.lines.readline()
        assert line, f"Home Assistant does not answer: {(self.folder / 'stderr').read_text()}"
        return json.loads(line)

    def ask(self, do, **more):
        self.connection.sendall(json.dumps({"do": do, **more}).encode() + b"\n")
        said = self.read()
        assert "error" not in said, said["error"]
        return said["answer"]

    def entities(self, device=None):
        """All entities by their unique ids, or those of an item by what they are."""
        found = self.ask("entities")
        if device is None:
            return found
        start = f"tagalong/{device}/"
        return {name.removeprefix(start): entity for name, entity in found.items() if name.startswith(start)}

    def ids(self, device):
        """What must never change: which entity is which, of which device, and what its user called it."""
        return {
            name: (entity["entity"], entity["name"], entity["device_id"], entity["is_off"])
            for name, entity in self.entities(device).items()
        }

    def state(self, device, what):
        return self.entities(device).get(what, {}).get("state")

    def wait_for_state(self, device, what, state):
        wait_until(
            lambda: self.state(device, what) == state, lambda: f"{what} of {device} is {state}: {self.entities(device)}"
        )

    def has_all(self, device, broker):
        """Whether it has just the entities that are announced of an item, and all of them are available."""
        announced, entities = broker.announced(device), self.entities(device)
        here = {f"tagalong/{device}/{name}" for name in entities}
        return announced and here == announced and all(map(self.is_available, entities.values()))

    @staticmethod
    def is_available(entity):
        return entity["is_off"] or entity["state"] not in (None, "unavailable")

    def wait_for_all(self, device, broker):
        wait_until(
            lambda: self.has_all(device, broker),
            lambda: f"all of {device} is available: {broker.announced(device)} {self.entities(device)}",
        )
        self.ask("settle")

    def complaints(self):
        """What it has logged beyond information, in all its lives."""
        log, errors = self.folder / "home-assistant.log", self.folder / "stderr"
        if not log.exists():
            return []
        found = re.findall(r"^\S+ \S+ (?:WARNING|ERROR|CRITICAL) \[.*?\] (.*)$", log.read_text(), re.MULTILINE)
        return [line for line in found + errors.read_text().splitlines() if not line.startswith(ITS_OWN)]


class World:
    """All three, and what Home Assistant may say in its log."""

    def __init__(self, program, homes, folder):
        self.broker = Broker(folder / "broker")
        self.history = History(program, folder / "data", self.broker.url)
        self.home = Home(homes, folder / "home", self.broker.port)
        self.expected = []
        self.empties_former = False

    def stop(self):
        try:
            self.home.stop()
        finally:
            self.history.stop()
            self.broker.stop()

    def expect_left(self, *names):
        """Home Assistant is to warn once of each of these topics that has been left."""
        self.expected += [LEFT.format(name) for name in names]

    def check(self):
        """Home Assistant has logged nothing but what was expected."""
        said = self.home.complaints()
        if self.empties_former:
            said = [line for line in said if not FORMER_TEMPLATES.search(line)]
        assert sorted(said) == sorted(self.expected)
