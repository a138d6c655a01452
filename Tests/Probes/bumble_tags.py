"""Puts foreign tags before an adapter of this kernel: hosts and controllers of bumble behind /dev/vhci.

    bumble_tags.py

One tag of each network advertises once a second, the iTag and those that strangers may ring with services; what happens
to them is printed.
"""

import asyncio

from bumble import hci
from bumble.controller import Controller
from bumble.device import Device
from bumble.gatt import (
    GATT_ALERT_LEVEL_CHARACTERISTIC,
    GATT_BATTERY_LEVEL_CHARACTERISTIC,
    GATT_BATTERY_SERVICE,
    GATT_IMMEDIATE_ALERT_SERVICE,
    GATT_LINK_LOSS_SERVICE,
    Characteristic,
    CharacteristicValue,
    Service,
)
from bumble.core import UUID
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport
from bumble.transport.common import AsyncPipeSink

FLAGS = bytes([2, 1, 6])


def field(kind, *parts):
    data = b"".join(parts)
    return bytes([len(data) + 1, kind]) + data


def manufacturer(company, *parts):
    return field(0xFF, company.to_bytes(2, "little"), *parts)


def service(number, *parts):
    return field(0x16, number.to_bytes(2, "little"), *parts)


def services(number):
    return field(0x03, number.to_bytes(2, "little"))


def some(count, start=1):
    return bytes((start + step) & 0xFF for step in range(count))


# Sources: docs/devices.md names one for each format.
TAGS = {
    # Clones pad their name to 16 bytes.
    "itag": FLAGS + services(0xFFE0) + field(0x09, b"iTAG".ljust(16)),
    # Separated, battery full: status, 22 bytes of the key, its two first bits, hint.
    "airtag": manufacturer(0x004C, b"\x12\x19\x10", some(22), b"\x01\x00"),
    "airtag-unpaired": manufacturer(0x004C, b"\x07\x19\x05", some(24)),
    "fmdn": FLAGS + service(0xFEAA, b"\x40", some(20), b"\x55"),
    "fmdn-protected": FLAGS + service(0xFEAA, b"\x41", some(20, 99), b"\x55"),
    "chipolo": FLAGS + service(0xFE33, some(12)),
    # Of version 1, with its owner away for long, and the battery full.
    "smarttag": FLAGS + services(0xFD5A) + service(0xFD5A, b"\x13", some(11), b"\x03", some(7)),
    "dult": FLAGS + service(0xFCB2, b"\x01\x00"),
    # The specification's test vector of data format 5: 24.3 degrees, 53.49 %, 2977 mV.
    "ruuvi": FLAGS + manufacturer(0x0499, bytes.fromhex("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F")),
    "eddystone": FLAGS + services(0xFEAA) + service(0xFEAA, b"\x00\xee", some(16), b"\x00\x00"),
}


# What strangers write to: service and characteristic. Sources: draft-ietf-dult-accessory-protocol-00; AirGuard (AirTag.kt).
DULT = ("15190001-12F4-C226-88ED-2AC5579F2A85", "8E0C0001-1D68-FB92-BF61-48377421680E")
CONTROLS = {
    "airtag": ("7DFC9000-7D1C-4951-86AA-8D9728F8D66C", "7DFC9001-7D1C-4951-86AA-8D9728F8D66C"),
    "fmdn": DULT,
    "fmdn-protected": DULT,
    "dult": DULT,
}


def control_of(name, device):
    """The control point of a tag away from its owner, which prints what it is told, and answers that it does it."""
    number, point = (UUID(each) for each in CONTROLS[name])

    async def answer(connection, value):
        # Command_Response, the opcode, and status 0.
        await device.indicate_subscriber(connection, control, b"\x02\x03" + value + bytes(2))

    def write(connection, value):
        print(f"{name}: told {value.hex()}", flush=True)
        if CONTROLS[name] is DULT:
            asyncio.get_running_loop().create_task(answer(connection, bytes(value)))

    properties = Characteristic.Properties.WRITE | Characteristic.Properties.INDICATE
    control = Characteristic(point, properties, Characteristic.WRITEABLE, CharacteristicValue(write=write))
    return Service(number, [control])


def address_of(number):
    return f"C0:FE:00:00:00:{number:02X}"


class Air(LocalLink):
    """bumble's air, on which data come from the address that a controller has connected from.

    That of bumble's own is always the random one, and Linux connects from its public address.
    """

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        receiver = self.find_le_controller(destination_address)
        connection = sender_controller.le_connections.get(destination_address)
        if receiver and connection:
            own = connection.self_address
            asyncio.get_running_loop().call_soon(lambda: receiver.on_link_acl_data(own, transport, data))


async def start(name, number, link):
    """A host on a controller of its own, which hears and is heard on the link."""
    controller = Controller(name, link=link)
    device = Device(name, hci.Address(address_of(number)), host=Host(controller, AsyncPipeSink(controller)))
    if name == "itag":
        alert = CharacteristicValue(write=lambda _, value: print(f"itag: alert level {value.hex()}", flush=True))
        writable = Characteristic.Properties.WRITE_WITHOUT_RESPONSE | Characteristic.Properties.WRITE
        device.add_services([
            Service(GATT_IMMEDIATE_ALERT_SERVICE, [
                Characteristic(GATT_ALERT_LEVEL_CHARACTERISTIC, writable, Characteristic.WRITEABLE, alert)
            ]),
            Service(GATT_LINK_LOSS_SERVICE, [
                Characteristic(
                    GATT_ALERT_LEVEL_CHARACTERISTIC,
                    Characteristic.Properties.READ | Characteristic.Properties.WRITE,
                    Characteristic.READABLE | Characteristic.WRITEABLE,
                    b"\2",
                )
            ]),
            Service(GATT_BATTERY_SERVICE, [
                Characteristic(
                    GATT_BATTERY_LEVEL_CHARACTERISTIC, Characteristic.Properties.READ, Characteristic.READABLE, b"\x57"
                )
            ]),
        ])
        device.on("connection", lambda _: print("itag: somebody has connected", flush=True))
    if name in CONTROLS:
        device.add_service(control_of(name, device))
    await device.power_on()
    await device.start_advertising(
        auto_restart=True, advertising_interval_min=1000, advertising_interval_max=1000,
        own_address_type=hci.OwnAddressType.RANDOM, advertising_data=TAGS[name], scan_response_data=b"",
    )
    print(f"{name}: {address_of(number)} advertises", flush=True)
    return device


async def work():
    link = Air()
    async with await open_transport("vhci") as transport:
        adapter = Controller("adapter", transport.source, transport.sink, link, "00:FE:00:00:00:01")
        tags = [await start(name, number, link) for number, name in enumerate(TAGS, 1)]
        print(f"{len(tags)} tags before {adapter.name}", flush=True)
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(work())
