"""A real Home Assistant, of its own package and without its pages, for each who connects to a socket.

    python home.py SOCKET

Its parts take 8 s of a processor to load: they are loaded once, and each Home Assistant is a process forked with them.
The first line of a connection is {"folder": …, "port": …} of its folder and its broker, with "user" and "password" where
the broker wants them; each other one is answered by a line of JSON. The end of the connection is that of Home Assistant.
"""

import asyncio
import contextlib
import importlib
import json
import logging
import os
import pathlib
import socket
import socketserver
import sys

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.components import mqtt
from homeassistant.components.mqtt import device_trigger
from homeassistant.core_config import async_process_ha_core_config
from homeassistant.helpers import device_registry, entity_registry
from homeassistant.setup import async_setup_component

# What goes over the broker and back, so that all that was sent before has been read.
MARKER = "homeassistant/marker"

# What our items are made of.
PARTS = ["binary_sensor", "button", "device_tracker", "event", "image", "number", "select", "sensor", "switch"]


def entry(port, user, password):
    """What somebody has entered on the page of the MQTT integration."""
    announcement = {"topic": "homeassistant/status", "qos": 0, "retain": False}
    login = {"username": user, "password": password} if user else {}
    return config_entries.ConfigEntry(
        domain="mqtt",
        title="broker",
        version=1,
        minor_version=2,
        data={
            "broker": "127.0.0.1",
            "port": port,
            "discovery": True,
            "discovery_prefix": "homeassistant",
            "birth_message": announcement | {"payload": "online"},
            "will_message": announcement | {"payload": "offline"},
            **login,
        },
        options={},
        source=config_entries.SOURCE_USER,
        unique_id=None,
        entry_id="mqtt",
        discovery_keys={},
        subentries_data=(),
    )


async def begin(folder, port, user, password):
    """Home Assistant as its command starts it, but for the pages and the check whether they have loaded."""
    hass = core.HomeAssistant(str(folder))
    # It would install what is missing for parts that nobody uses here.
    hass.config.skip_pip = True
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await hass.config_entries.async_initialize()
    await bootstrap.async_load_base_functionality(hass)
    await async_process_ha_core_config(hass, {"latitude": 46.0569, "longitude": 14.5058, "time_zone": "UTC"})
    await async_setup_component(hass, "homeassistant", {})
    # Nobody asks it over HTTP; any port will do.
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        http = {"server_host": "127.0.0.1", "server_port": free.getsockname()[1]}
    await async_setup_component(hass, "http", {"http": http})
    await async_setup_component(hass, "mqtt", {})
    if not hass.config_entries.async_entries("mqtt"):
        await hass.config_entries.async_add(entry(port, user, password))
    await hass.async_start()
    return hass


def entities(hass):
    """What Home Assistant has over MQTT: each entity by its unique id, with its state and the device that it belongs to."""
    devices = device_registry.async_get(hass)
    found = {}
    for entity in entity_registry.async_get(hass).entities.values():
        if entity.platform != "mqtt":
            continue
        device = devices.async_get(entity.device_id) if entity.device_id else None
        state = hass.states.get(entity.entity_id)
        found[entity.unique_id] = {
            "entity": entity.entity_id,
            "name": entity.name or entity.original_name,
            "is_off": entity.disabled_by is not None,
            "device": device and (device.name_by_user or device.name),
            "device_id": entity.device_id,
            "state": state and state.state,
            "attributes": json.loads(json.dumps(dict(state.attributes), default=str)) if state else None,
        }
    return found


async def settle(hass):
    """Waits until all that the broker had for it has been read and worked on."""
    is_back = asyncio.Event()
    # On this thread, and not on one of its pool.
    leave = await mqtt.async_subscribe(hass, MARKER, core.callback(lambda _: is_back.set()), qos=1)
    # What it works on may have it subscribe to more.
    for _ in range(2):
        is_back.clear()
        while not is_back.is_set():
            # Again: it subscribes a moment after it was asked to.
            await mqtt.async_publish(hass, MARKER, "here", qos=1)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(is_back.wait(), 0.2)
        await hass.async_block_till_done()
    leave()


async def remove(hass, device_id):
    """Deletes a device as its page does, and says whether it may."""
    devices = device_registry.async_get(hass)
    entry, device = hass.config_entries.async_get_entry("mqtt"), devices.async_get(device_id)
    may = await mqtt.async_remove_config_entry_device(hass, entry, device)
    if may and devices.async_get(device_id):
        devices.async_update_device(device_id, remove_config_entry_id=entry.entry_id)
    return may


# The types of the triggers that have fired.
fired = []


async def listen(hass, device_id):
    """Has an automation of its own for each trigger of a device, and returns the triggers' types."""
    told = {"domain": "test", "name": "test", "home_assistant_start": False, "variables": {}, "trigger_data": {}}
    triggers = await device_trigger.async_get_triggers(hass, device_id)
    for trigger in triggers:
        note = core.callback(lambda *_, kind=trigger["type"]: fired.append(kind))
        await device_trigger.async_attach_trigger(hass, trigger, note, told)
    return [trigger["type"] for trigger in triggers]


async def answer(hass, request):
    match request["do"]:
        case "entities":
            return entities(hass)
        case "settle":
            await settle(hass)
        case "call":
            domain, service = request["service"].split(".")
            await hass.services.async_call(domain, service, request["data"], blocking=True)
        case "change":
            registry = entity_registry.async_get(hass)
            if request.get("disabled"):
                request["to"] |= {"disabled_by": entity_registry.RegistryEntryDisabler.USER}
            registry.async_update_entity(request["entity"], **request["to"])
        case "listen":
            return await listen(hass, request["device_id"])
        case "fired":
            return fired
        case "triggers":
            return [trigger["type"] for trigger in await device_trigger.async_get_triggers(hass, request["device_id"])]
        case "remove":
            return await remove(hass, request["device_id"])
        case other:
            raise ValueError(f"{other} is nothing that can be asked")
    return None


async def serve(connection, folder, port, user=None, password=None):
    """A life of Home Assistant."""
    logging.basicConfig(
        level=logging.INFO,
        filename=folder / "home-assistant.log",
        format="%(asctime)s %(levelname)s [%(name)s] %(message)s",
    )
    # It says at each start that it compresses answers over HTTP slowly.
    logging.getLogger("aiohttp_fast_zlib").setLevel(logging.ERROR)
    (folder / "configuration.yaml").touch()
    hass = await begin(folder, port, user, password)
    lines, answers = await asyncio.open_connection(sock=connection)
    answers.write(b'"ready"\n')
    while line := await lines.readline():
        try:
            said = {"answer": await answer(hass, json.loads(line))}
        except Exception as error:
            said = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(said).encode() + b"\n")
        await answers.drain()
    await hass.async_stop(force=True)


class Homes(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
    """Forks a process for each connection."""

    block_on_close = False


class Handler(socketserver.BaseRequestHandler):
    """In the process of its own: what it writes to standard error is that of this Home Assistant."""

    def handle(self):
        with self.request.makefile("rb", buffering=0) as lines:
            request = json.loads(lines.readline())
        folder = pathlib.Path(request.pop("folder"))
        with open(folder / "stderr", "ab") as errors:
            os.dup2(errors.fileno(), sys.stderr.fileno())
        asyncio.run(serve(self.request, folder, **request))


def main():
    for part in ["http", "mqtt", *PARTS]:
        importlib.import_module(f"homeassistant.components.{part}")
    for part in PARTS:
        importlib.import_module(f"homeassistant.components.mqtt.{part}")
    with Homes(sys.argv[1], Handler) as homes:
        print("ready", flush=True)
        homes.serve_forever()


main()
