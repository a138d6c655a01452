import Bluetooth
import SystemBus
import Testing

@testable import BlueZ

struct CentralLinkTests {
    private let battery = AttributeName(service: BluetoothUUID(0x180F), characteristic: BluetoothUUID(0x2A19))
    private let gateway: ObjectPath = "/org/bluez/hci0/dev_1"
    private let phone: ObjectPath = "/org/bluez/hci0/dev_2"

    @Test func `a link comes up once, whoever tells of it first`() {
        var links = CentralLinks()
        #expect(links.started(battery) == [.link(isUp: true), .subscribed(battery, true)])
        #expect(links.arrived(gateway) == [])
        #expect(links.arrived(gateway) == [])
        #expect(links.isSubscribed(battery))
        #expect(links.left(gateway) == [.link(isUp: false)])
        #expect(!links.isSubscribed(battery))
    }

    @Test func `a bonded central that comes back has its subscriptions again`() {
        var links = CentralLinks()
        _ = links.arrived(gateway)
        _ = links.started(battery)
        _ = links.left(gateway)
        #expect(links.arrived(phone) == [.link(isUp: true)])
        #expect(links.left(phone) == [.link(isUp: false)])
        #expect(links.arrived(gateway) == [.link(isUp: true), .subscribed(battery, true)])
        #expect(links.stopped(battery) == [.subscribed(battery, false)])
        _ = links.left(gateway)
        #expect(links.arrived(gateway) == [.link(isUp: true)])
    }

    @Test func `with one of two centrals go its subscriptions, but not the link`() {
        var links = CentralLinks()
        _ = links.arrived(gateway)
        _ = links.started(battery)
        #expect(links.arrived(phone) == [])
        #expect(links.left(gateway) == [.subscribed(battery, false)])
        #expect(links.left(phone) == [.link(isUp: false)])
    }

    @Test func `what bluetoothd has forgotten is forgotten`() {
        var links = CentralLinks()
        _ = links.arrived(gateway)
        _ = links.started(battery)
        #expect(links.reset() == [.link(isUp: false)])
        #expect(links.reset() == [])
        #expect(links.arrived(gateway) == [.link(isUp: true)])
    }

    @Test func `only a device that connects or bonds anew is news`() {
        var table = CentralTable()
        table.load(gateway, ["Address": "C0:FF:EE:00:12:34", "Connected": true, "Bonded": false])
        #expect(table.update(gateway, ["Connected": true]) == [])
        #expect(table.update(gateway, ["Bonded": true]) == [.bonded(gateway)])
        #expect(table.update(gateway, ["Connected": false]) == [.disconnected(gateway)])
        #expect(table.update(phone, ["Connected": true]) == [])
        #expect(table.update(phone, ["Address": "C0:FF:EE:00:12:35", "Connected": true]) == [.connected(phone)])
        #expect(table.remove(phone) == [.disconnected(phone)])
    }
}
