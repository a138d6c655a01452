"""What scripts/vm-crowd does with bleak, which knows nothing of our tags but their bytes.

    crowd.py ADAPTER find ADDRESS...      waits until all have been heard
    crowd.py ADAPTER tracker ADDRESS      battery, ring and silence, registration, a position
    crowd.py ADAPTER tag ADDRESS          battery, ring and silence, the button
    crowd.py ADAPTER again ADDRESS        connects with the bond that there is, and reads what only a bond may
    crowd.py ADAPTER separated ADDRESS    asks a DULT accessory for its make, its sound and its identifier
    crowd.py ADAPTER away ADDRESS         waits until a DULT accessory says that it is away from its owner

Several jobs may stand behind one another, with -- between them.
"""

import asyncio
import contextlib
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakDBusError, BleakError

# As in scripts/vm.d/steps: the guest may be slow, and only what fails takes so long.
PATIENCE = 240
BASE = "0000{}-0000-1000-8000-00805f9b34fb"
TAGALONG = "83c1000{}-9ad7-4dd7-a296-c65c495218da"
ALERT_SERVICE, ALERT, BATTERY = BASE.format("1802"), BASE.format("2a06"), BASE.format("2a19")
LOCATION, BUTTON = BASE.format("2a67"), BASE.format("ffe1")
REGISTRATION, CONTROL, STATE, FIX = (TAGALONG.format(number) for number in (2, 3, 5, 6))
DULT, DULT_MARK = "8e0c0001-1d68-fb92-bf61-48377421680e", BASE.format("fcb2")


async def heard(adapter, address):
    for attempt in range(3):
        try:
            device = await BleakScanner.find_device_by_address(address, timeout=PATIENCE, adapter=adapter)
        except BleakDBusError as error:
            # BlueZ ends no discovery in the middle of its beginning, however quickly the device was heard.
            if error.dbus_error != "org.bluez.Error.InProgress":
                raise
            print(f"attempt {attempt + 1} to hear {address}: {error}", flush=True)
            await asyncio.sleep(1)
            continue
        if device is None:
            sys.exit(f"bleak does not hear {address} within {PATIENCE} s")
        return device
    sys.exit(f"bleak does not end its discovery of {address}")


@contextlib.asynccontextmanager
async def connected(adapter, address):
    """A connection; the attempt in the middle of which the tag changes its address fails, and another is made."""
    link = await connect(adapter, address)
    try:
        yield link
    finally:
        await link.disconnect()


async def connect(adapter, address):
    for attempt in range(3):
        link = BleakClient(await heard(adapter, address), adapter=adapter, timeout=PATIENCE)
        try:
            await link.connect()
            return link
        except (BleakError, asyncio.TimeoutError) as error:
            print(f"attempt {attempt + 1} to connect to {address}: {error}", flush=True)
    sys.exit(f"bleak does not connect to {address}")


async def answer(queue, what):
    try:
        return bytes(await asyncio.wait_for(queue.get(), PATIENCE))
    except asyncio.TimeoutError:
        sys.exit(f"bleak is not told {what} within {PATIENCE} s")


async def listen(link, characteristic):
    """The values that a characteristic notifies or indicates from now on."""
    queue = asyncio.Queue()
    await link.start_notify(characteristic, lambda _, value: queue.put_nowait(value))
    return queue


async def ring(link):
    service = link.services.get_service(ALERT_SERVICE)
    if service is None:
        sys.exit("bleak finds no Immediate Alert service")
    alert = service.get_characteristic(ALERT)
    await link.write_gatt_char(alert, b"\x02", response=False)
    await asyncio.sleep(1)
    await link.write_gatt_char(alert, b"\x00", response=False)
    print("alert level written: 2, then 0", flush=True)


async def find(adapter, addresses):
    missing = {address.upper() for address in addresses}
    done = asyncio.Event()

    def hear(device, advertisement):
        if device.address.upper() in missing:
            missing.remove(device.address.upper())
            print(f"found {device.address} {advertisement.rssi} dBm {advertisement.local_name or ''}", flush=True)
        if not missing:
            done.set()

    async with BleakScanner(hear, adapter=adapter):
        try:
            await asyncio.wait_for(done.wait(), PATIENCE)
        except asyncio.TimeoutError:
            sys.exit(f"bleak does not hear {', '.join(sorted(missing))} within {PATIENCE} s")


async def tracker(adapter, addresses):
    async with connected(adapter, addresses[0]) as link:
        print(f"battery {(await link.read_gatt_char(BATTERY))[0]} %", flush=True)
        await ring(link)
        answers = await listen(link, REGISTRATION)
        positions = await listen(link, LOCATION)
        await listen(link, FIX)
        # The bytes of docs/protocol.md: owner sam, device keys, gateway den; then kept; then on, in Bluetooth mode.
        await link.write_gatt_char(REGISTRATION, b"\1\1\3sam\2\4keys\3\3den", response=True)
        if (await answer(answers, "the answer to its registration"))[:2] != b"\1\0":
            sys.exit("the tracker has not accepted its registration")
        await link.write_gatt_char(CONTROL, b"\1\6", response=True)
        await link.write_gatt_char(CONTROL, bytes([1, 5, 0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 1]), response=True)
        value = await answer(positions, "a position")
        # Behind the flags speed and distance come first, where they are told.
        start = 2 + 2 * (value[0] & 1) + 3 * (value[0] >> 1 & 1)
        latitude, longitude = (
            int.from_bytes(value[place : place + 4], "little", signed=True) for place in (start, start + 4)
        )
        print(f"position {latitude / 1e7:.4f} {longitude / 1e7:.4f}", flush=True)


async def tag(adapter, addresses):
    async with connected(adapter, addresses[0]) as link:
        print(f"battery {(await link.read_gatt_char(BATTERY))[0]} %", flush=True)
        await ring(link)
        presses = await listen(link, BUTTON)
        print(f"button {(await answer(presses, 'of a press of the button')).hex()}", flush=True)


async def again(adapter, addresses):
    async with connected(adapter, addresses[0]) as link:
        state = await link.read_gatt_char(STATE)
        print(f"state {state.hex()}", flush=True)


async def separated(adapter, addresses):
    async with connected(adapter, addresses[0]) as link:
        answers = await listen(link, DULT)

        async def ask(opcode, what):
            await link.write_gatt_char(DULT, opcode.to_bytes(2, "little"), response=True)
            return await answer(answers, what)

        print(f"model {(await ask(0x0005, 'the model'))[2:].decode()}", flush=True)
        print(f"sound {(await ask(0x0300, 'that it sounds')).hex()}", flush=True)
        print(f"stop {(await ask(0x0301, 'that it is silent')).hex()}", flush=True)
        print(f"identifier {(await ask(0x0404, 'its identifier')).hex()}", flush=True)


async def away(adapter, addresses):
    told = asyncio.Event()

    def hear(device, advertisement):
        if device.address == addresses[0] and advertisement.service_data.get(DULT_MARK) == b"\xff\0":
            told.set()

    async with BleakScanner(hear, adapter=adapter):
        try:
            await asyncio.wait_for(told.wait(), PATIENCE)
        except asyncio.TimeoutError:
            sys.exit(f"{addresses[0]} does not say within {PATIENCE} s that it is away from its owner")
    print("away from its owner", flush=True)


JOBS = {job.__name__: job for job in (find, tracker, tag, again, separated, away)}


async def work(adapter, words):
    while words:
        end = words.index("--") if "--" in words else len(words)
        name, *addresses = words[:end]
        if name not in JOBS or not addresses:
            sys.exit(__doc__)
        await JOBS[name](adapter, addresses)
        words = words[end + 1 :]


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    asyncio.run(work(sys.argv[1], sys.argv[2:]))
