"""What scripts/foreign does as a central with bumble, a Bluetooth host that is not ours.

    bumble_central.py SOCKET LOG

SOCKET is where `tagalong simulate --radio hci:SOCKET --adapters 3` serves its first controller, LOG what it prints.
"""

import asyncio
import contextlib
import re
import sys

from bumble import hci
from bumble.core import AdvertisingData, UUID
from bumble.device import AdvertisingEventProperties, AdvertisingParameters, ConnectionParametersPreferences, Device, Peer
from bumble.gatt import (
    GATT_ALERT_LEVEL_CHARACTERISTIC,
    GATT_BATTERY_LEVEL_CHARACTERISTIC,
    GATT_IMMEDIATE_ALERT_SERVICE,
    Characteristic,
    Service,
)
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.transport import open_transport

# As in scripts/vm.d/steps: only what fails takes so long.
PATIENCE = 60
OWN = UUID("83C10000-9AD7-4DD7-A296-C65C495218DA")
REGISTRATION, CONTROL, STATE, FIX = (UUID(f"83C1000{number}-9AD7-4DD7-A296-C65C495218DA") for number in (2, 3, 5, 6))
LOCATION, BUTTON, DULT = UUID(0x2A67), UUID(0xFFE1), UUID("8E0C0001-1D68-FB92-BF61-48377421680E")


def check(holds, what):
    if not holds:
        sys.exit(f"bumble: not so: {what}")
    print(f"✓ bumble: {what}", flush=True)


class Screen(PairingDelegate):
    """Shows six digits, and agrees."""

    def __init__(self):
        super().__init__(PairingDelegate.DISPLAY_OUTPUT_AND_YES_NO_INPUT)
        self.number = None

    async def compare_numbers(self, number, digits):
        self.number = number
        return True


class Log:
    def __init__(self, path):
        self.path = path

    async def says(self, pattern):
        """Waits until a line of the simulator's matches."""
        for _ in range(10 * PATIENCE):
            with open(self.path) as lines:
                found = re.search(pattern, lines.read(), re.MULTILINE)
            if found:
                return found
            await asyncio.sleep(0.1)
        sys.exit(f"the simulator does not say {pattern}")


async def answer(queue, what):
    try:
        return await asyncio.wait_for(queue.get(), PATIENCE)
    except asyncio.TimeoutError:
        sys.exit(f"bumble is not told {what} within {PATIENCE} s")


async def subscribe(peer, uuid):
    queue = asyncio.Queue()
    await peer.get_characteristics_by_uuid(uuid)[0].subscribe(queue.put_nowait)
    return queue


def characteristic(peer, uuid, service=None):
    return peer.get_characteristics_by_uuid(uuid, *([service] if service else []))[0]


async def find(device, addresses):
    """What is advertised, by address, once all of these were heard."""
    found, done = {}, asyncio.Event()

    def hear(advertisement):
        address = advertisement.address.to_string(False)
        found[address] = advertisement
        if addresses <= found.keys():
            done.set()

    device.on("advertisement", hear)
    await device.start_scanning(active=False)
    await asyncio.wait_for(done.wait(), PATIENCE)
    await device.stop_scanning()
    device.remove_listener("advertisement", hear)
    return found


async def open_peer(device, address):
    link = await device.connect(hci.Address(address), timeout=PATIENCE)
    peer = Peer(link)
    await peer.request_mtu(247)
    await peer.discover_all()
    return link, peer


async def use_tracker(device, log, address, screen):
    link, peer = await open_peer(device, address)
    services = {service.uuid for service in peer.services}
    known = {UUID(number) for number in (0x1800, 0x1801, 0x1802, 0x1803, 0x1804, 0x180A, 0x180F, 0x1819)} | {OWN}
    check(known <= services, "discovers the services of a tracker")
    battery = await characteristic(peer, GATT_BATTERY_LEVEL_CHARACTERISTIC).read_value()
    check(battery == b"\x64", "reads its battery: 100 %")
    await link.pair()
    shown = await log.says(r"^keys: somebody pairs; they should see (\d{6})$")
    check(int(shown[1]) == screen.number, f"pairs by numeric comparison: both sides showed {shown[1]}")
    await log.says("^keys: is bonded$")
    check(link.is_encrypted and link.authenticated and link.sc, "the link is encrypted by LE Secure Connections")

    alert = characteristic(peer, GATT_ALERT_LEVEL_CHARACTERISTIC, GATT_IMMEDIATE_ALERT_SERVICE)
    await alert.write_value(b"\2", with_response=False)
    await log.says("^keys: rings$")
    await alert.write_value(b"\0", with_response=False)
    await log.says("^keys: is silent again$")
    check(True, "rings it, and silences it")

    answers, positions = await subscribe(peer, REGISTRATION), await subscribe(peer, LOCATION)
    await subscribe(peer, FIX)
    # The bytes of docs/protocol.md: owner sam, device keys, gateway den; then kept; then on, in Bluetooth mode.
    await characteristic(peer, REGISTRATION).write_value(b"\1\1\3sam\2\4keys\3\3den", with_response=True)
    check((await answer(answers, "the answer to its registration"))[:2] == b"\1\0", "registers it")
    control = characteristic(peer, CONTROL)
    await control.write_value(b"\1\6", with_response=True)
    await control.write_value(bytes([1, 5, 0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 1]), with_response=True)
    value = await answer(positions, "a position")
    start = 2 + 2 * (value[0] & 1) + 3 * (value[0] >> 1 & 1)
    place = [int.from_bytes(value[at : at + 4], "little", signed=True) for at in (start, start + 4)]
    check(place == [603931000, 53242000], "is told its position")
    await link.disconnect()


async def come_back(device, log):
    """The address has changed with the registration; who has bonded knows whose it is."""
    address = (await log.says(r"^keys: advertises as ([0-9A-F:]{17}) from now on$"))[1]
    link = await device.connect(hci.Address(address), timeout=PATIENCE)
    await link.encrypt()
    peer = Peer(link)
    await peer.discover_all()
    state = await characteristic(peer, STATE).read_value()
    check(state[0] == 1, "comes back with its bond to another address, and reads what only a bond may")
    await link.disconnect()


async def use_fast_link(device, link):
    """Goes over to coded PHY and to 2M PHY, where the controller has them."""
    if not device.supports_le_features(hci.LeFeatureMask.LE_2M_PHY):
        return
    for phy in (hci.Phy.LE_CODED, hci.Phy.LE_2M):
        changed = asyncio.Queue()
        link.once(link.EVENT_CONNECTION_PHY_UPDATE, changed.put_nowait)
        await link.set_phy([phy], [phy])
        await answer(changed, "of another PHY")
        phys = await link.get_phy()
        check((phys.tx_phy, phys.rx_phy) == (phy, phy), f"goes over to {phy.name}")


async def use_itag(device, log, address):
    link, peer = await open_peer(device, address)
    # 30 to 50 ms, no latency, 4 s; no bearers beside the first.
    wishes = await characteristic(peer, UUID(0x2A04)).read_value()
    check(wishes == bytes([24, 0, 40, 0, 0, 0, 0x90, 1]), "reads how often an iTag would like to meet")
    check(await characteristic(peer, UUID(0x2B3A)).read_value() == b"\0", "reads the features of its server")
    check(not peer.get_characteristics_by_uuid(UUID(0x2AA6)), "it has nothing that only centrals have")
    await use_fast_link(device, link)
    presses = await subscribe(peer, BUTTON)
    alert = characteristic(peer, GATT_ALERT_LEVEL_CHARACTERISTIC, GATT_IMMEDIATE_ALERT_SERVICE)
    await alert.write_value(b"\2", with_response=False)
    await log.says("^button: rings$")
    check(await answer(presses, "of a press") == b"\1", "rings an iTag, and hears its button")
    await link.disconnect()


async def use_extended(device, log):
    """Tags of Find Hub with identifiers of 256 bits, which need extended advertising, with 2M and coded PHY."""
    phys = {"long": hci.Phy.LE_2M, "far": hci.Phy.LE_CODED}
    addresses = {name: (await log.says(rf"^{name}: ([0-9A-F:]{{17}}) advertises before"))[1] for name in phys}
    if not device.supports_le_features(hci.LeFeatureMask.LE_EXTENDED_ADVERTISING):
        button = (await log.says(r"^button: ([0-9A-F:]{17}) advertises before"))[1]
        found = await find(device, {button})
        check(not found.keys() & set(addresses.values()), "hears nothing of extended advertisements")
        return
    found = await find(device, set(addresses.values()))
    wishes = {phy: ConnectionParametersPreferences.default for phy in hci.Phy}
    for name, phy in phys.items():
        heard = found[addresses[name]]
        (uuid, frame), *others = heard.data.get_all(AdvertisingData.Type.SERVICE_DATA_16_BIT_UUID)
        check(
            (uuid, len(frame), frame[0], others) == (UUID(0xFEAA), 34, 0x40, []) and heard.secondary_phy == phy,
            f"hears an identifier of 256 bits by extended advertising, {phy.name}",
        )
        address = hci.Address(addresses[name])
        link = await device.connect(address, connection_parameters_preferences=wishes, timeout=PATIENCE)
        used = await link.get_phy()
        check((used.tx_phy, used.rx_phy) == (phy, phy), "connects to it with that PHY")
        peer = Peer(link)
        await peer.discover_all()
        check(bool(peer.get_characteristics_by_uuid(DULT)), "discovers the controls for strangers of such a tag")
        await link.disconnect()


async def refuse(device, log, address):
    """A link that another one pairs on ends in a refusal: the tracker has an owner."""
    await device.keystore.delete_all()
    link = await device.connect(hci.Address(address), timeout=PATIENCE)
    try:
        await link.pair()
        refused = False
    except Exception as error:  # bumble has several kinds.
        print(f"  {error!r}")
        refused = True
    check(refused, "a tracker with an owner refuses another bond")
    try:
        await link.disconnect()
    except Exception:  # The tracker may have hung up.
        pass


async def share(devices, log, address):
    """Two centrals use one tag at once, and a third waits until one of them leaves."""
    first, second, third = devices
    one, its = await open_peer(first, address)
    await find(second, {address})
    check(True, "a Find Hub tag advertises on while one is connected")
    other, theirs = await open_peer(second, address)
    waits = asyncio.ensure_future(third.connect(hci.Address(address), timeout=PATIENCE))
    name = UUID(0x2A00)
    pairs = asyncio.ensure_future(one.pair())
    for _ in range(20):
        await characteristic(theirs, name).read_value()
    await pairs
    check(one.is_encrypted and not other.is_encrypted, "one pairs while the other reads, and encrypts its own link alone")
    answers = await subscribe(its, DULT)
    await characteristic(its, DULT).write_value(b"\0\3", with_response=True)
    told = await answer(answers, "the tag's answer")
    check(told == b"\2\3\0\3\xff\xff", "subscribes, and is told that it is near its owner")
    configuration = await characteristic(theirs, DULT).discover_descriptors()
    check(await theirs.gatt_client.read_value(configuration[0]) == b"\0\0", "which subscribes the other to nothing")
    silence = await subscribe(theirs, DULT)
    await characteristic(its, DULT).write_value(b"\0\3", with_response=True)
    await answer(answers, "the tag's second answer")
    await characteristic(theirs, name).read_value()
    check(silence.empty(), "who has not asked is not told")
    check(not waits.done(), "a third finds no place")
    await one.disconnect()
    link = await waits
    check(link.peer_address.to_string(False) == address, "and comes in when the first one leaves")
    await characteristic(theirs, name).read_value()
    check(True, "while the second one goes on")
    await link.disconnect()
    await other.disconnect()


async def meet(devices, screen):
    """One host advertises, and another connects to it, pairs and reads what only an encrypted link may."""
    advertiser, central, _ = devices
    service, value = UUID("F1D00001-0000-4000-8000-000000000001"), UUID("F1D00001-0000-4000-8000-000000000002")
    permissions = Characteristic.READABLE | Characteristic.READ_REQUIRES_ENCRYPTION
    secret = Characteristic(value, Characteristic.Properties.READ, permissions, b"hello")
    advertiser.add_service(Service(service, [secret]))
    phys = [None]
    if advertiser.supports_le_features(hci.LeFeatureMask.LE_EXTENDED_ADVERTISING):
        phys += [hci.Phy.LE_1M, hci.Phy.LE_2M, hci.Phy.LE_CODED]
    for phy in phys:
        for device in (advertiser, central):
            await device.keystore.delete_all()
        connected = asyncio.Queue()
        advertiser.once("connection", connected.put_nowait)
        if phy is None:
            await advertiser.start_advertising(advertising_data=b"\x02\x01\x06")
            address, advertised = advertiser.random_address, "the legacy way"
        else:
            parameters = AdvertisingParameters(
                advertising_event_properties=AdvertisingEventProperties(is_connectable=True, is_scannable=False),
                primary_advertising_phy=hci.Phy.LE_CODED if phy == hci.Phy.LE_CODED else hci.Phy.LE_1M,
                secondary_advertising_phy=phy,
            )
            # What it advertises by the extended commands has an address of its own.
            address, advertised = hci.Address("C1:02:03:04:05:06"), phy.name
            made = await advertiser.create_advertising_set(advertising_parameters=parameters, random_address=address)
        wishes = {phy: ConnectionParametersPreferences.default for phy in hci.Phy} if len(phys) > 1 else None
        link = await central.connect(address, connection_parameters_preferences=wishes, timeout=PATIENCE)
        theirs = await answer(connected, "of a central")
        peer = Peer(link)
        await peer.discover_all()
        await link.pair()
        read = await characteristic(peer, value).read_value()
        check(
            read == b"hello" and theirs.is_encrypted and theirs.peer_address == central.random_address,
            f"connects to what another host advertises ({advertised}), pairs with it and reads",
        )
        left = asyncio.Event()
        link.once("disconnection", lambda _: left.set())
        await theirs.disconnect()
        await asyncio.wait_for(left.wait(), PATIENCE)
        if phy is not None:
            await made.remove()


async def open_device(stack, socket, number, screen):
    transport = await stack.enter_async_context(await open_transport(f"unix-client:{socket}"))
    device = Device.with_hci("Central", hci.Address(f"F0:F1:F2:F3:F4:F{number}"), transport.source, transport.sink)
    device.keystore = MemoryKeyStore()
    # It is known by the address that it connects from; bumble would tell the controller's.
    own = PairingConfig.AddressType.RANDOM
    device.pairing_config_factory = lambda _: PairingConfig(delegate=screen, identity_address_type=own)
    await device.power_on()
    return device


async def work(socket, log):
    async with contextlib.AsyncExitStack() as stack:
        screen = Screen()
        sockets = (socket, f"{socket}.2", f"{socket}.3")
        devices = [await open_device(stack, path, 5 + index, screen) for index, path in enumerate(sockets)]
        device = devices[0]
        names = ("keys", "button", "wallet", "bag")
        addresses = [(await log.says(rf"^{name}: ([0-9A-F:]{{17}}) advertises before"))[1] for name in names]
        found = await find(device, set(addresses))
        check(True, f"finds {len(addresses)} tags")
        marks = found[addresses[2]].data.get_all(AdvertisingData.Type.SERVICE_DATA_16_BIT_UUID)
        check((UUID(0xFCB2), b"\xff\1") in marks, "reads that a DULT tag is near its owner")
        await use_extended(device, log)
        await use_tracker(device, log, addresses[0], screen)
        await come_back(device, log)
        await use_itag(device, log, addresses[1])
        await refuse(device, log, (await log.says(r"^keys: advertises as ([0-9A-F:]{17}) from now on$"))[1])
        await share(devices, log, addresses[3])
        await meet(devices, screen)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    asyncio.run(work(sys.argv[1], Log(sys.argv[2])))
