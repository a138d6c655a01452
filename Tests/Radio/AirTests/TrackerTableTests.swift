import Air
import Bluetooth
import Firmware
import TestSupport
import Testing
import Tracking

struct TrackerTableTests {
    private static let bonded = LinkState(isEncrypted: true, isBonded: true)

    private func table(owner: String? = "sam") throws -> TrackerTable {
        let name = try owner.map { try Name($0) }
        var firmware = Firmware(parameters: FirmwareParameters(), owner: name)
        _ = firmware.handle(.start, at: Timestamp(seconds: 0))
        return TrackerTable(number: AirBench.number, txPower: -4, view: TrackerView(firmware))
    }

    private func name(_ service: BluetoothUUID, _ characteristic: BluetoothUUID) -> AttributeName {
        AttributeName(service: service, characteristic: characteristic)
    }

    private func tagalong(_ characteristic: BluetoothUUID) -> AttributeName {
        name(TagalongService.uuid, characteristic)
    }

    private static let names = TrackerServices.all.flatMap { service in
        service.characteristics.map { AttributeName(service: service.uuid, characteristic: $0.uuid) }
    }

    @Test func `without an encrypted and bonded link only what everybody may know is read`() throws {
        let table = try table()
        let open = Self.names.filter {
            (try? table.read($0, over: LinkState(isEncrypted: false, isBonded: false))) != nil
        }
        #expect(
            Set(open.map(\.characteristic)) == [
                TagalongService.identity, StandardCharacteristic.txPowerLevel, StandardCharacteristic.batteryLevel,
                StandardCharacteristic.manufacturerName, StandardCharacteristic.modelNumber,
                StandardCharacteristic.serialNumber, StandardCharacteristic.firmwareRevision,
                StandardCharacteristic.locationFeature,
            ]
        )
    }

    @Test(arguments: [
        (LinkState(isEncrypted: false, isBonded: false), 0x0F), (.init(isEncrypted: true, isBonded: false), 5),
    ])
    func `every write needs an encrypted and bonded link`(link: LinkState, code: Int) throws {
        var table = try table()
        for attribute in Self.names {
            #expect {
                try table.write([0], to: attribute, over: link)
            } throws: {
                [UInt8(code), AttributeError.writeNotPermitted.code].contains(($0 as? AttributeError)?.code)
            }
        }
    }

    @Test(arguments: [(UInt8(2), true), (1, true), (0, false)])
    func `an alert level rings or silences`(level: UInt8, rings: Bool) throws {
        var table = try table(owner: nil)
        let alert = name(StandardService.immediateAlert, StandardCharacteristic.alertLevel)
        #expect(try table.write([level], to: alert, over: Self.bonded) == .alert(rings))
        #expect(throws: AttributeError.malformed) { try table.write([3], to: alert, over: Self.bonded) }
    }

    @Test func `what a gateway tells becomes what the firmware receives`() throws {
        var table = try table()
        _ = table.subscribed(to: tagalong(TagalongService.control), true)
        let position = Reference(
            coordinate: try Coordinate(latitude: 1, longitude: 2),
            accuracy: 3,
            time: .init(seconds: 9)
        )
        for downlink in [
            .reference(position), .desired(DesiredState(version: 3)), .stored(FixMark(boot: 1, sequence: 2)),
            .command(Command(id: "a", verb: .locate)),
        ] as [Downlink] {
            let (characteristic, value) = downlink.gatt
            #expect(try table.write(value, to: tagalong(characteristic), over: Self.bonded) == .received(downlink))
        }
    }

    @Test(
        arguments: [
            (TagalongService.control, [1, 9], 0x82), (TagalongService.control, [1, 1], 0x81),
            (TagalongService.control, [1, 1, 1, 0x61], 0xFD), (TagalongService.control, [1, 6], 0x83),
            (TagalongService.registration, [2], 0x81), (TagalongService.reference, [], 0x81),
            (TagalongService.identity, [1], 0x03),
        ] as [(BluetoothUUID, [UInt8], UInt8)]
    )
    func `a write that cannot be carried out says why`(to: BluetoothUUID, value: [UInt8], code: UInt8) throws {
        var table = try table()
        #expect(throws: AttributeError(code: code)) { try table.write(value, to: tagalong(to), over: Self.bonded) }
    }

    @Test func `without an owner nobody tells it anything`() throws {
        var table = try table(owner: nil)
        let mark = FixMark(boot: 1, sequence: 1).gattValue
        #expect(throws: AttributeError.notRegistered) {
            try table.write(mark, to: tagalong(TagalongService.stored), over: Self.bonded)
        }
    }

    @Test func `a fix is notified twice, as our own value and as the standard's, and can be read`() throws {
        var table = try table()
        let coordinate = try Coordinate(latitude: 46.5, longitude: 14.25)
        let fix = TrackerFix(
            fix: Fix(coordinate: coordinate, time: Timestamp(seconds: 1), accuracy: 5),
            mark: FixMark(boot: 1, sequence: 1),
            mode: .bluetooth,
            source: .gnss,
            trigger: .periodic,
            battery: 50
        )
        let standard = name(StandardService.locationAndNavigation, StandardCharacteristic.locationAndSpeed)
        #expect(table.say(.fix(fix, sent: Timestamp(seconds: 2))).isEmpty)
        let isUp = table.subscribed(to: tagalong(TagalongService.fix), true)
        _ = table.subscribed(to: standard, true)
        #expect(isUp == .link(.bluetooth, up: true))
        let sent = SentFix(fix, sent: Timestamp(seconds: 2)).gattValue
        #expect(
            table.say(.fix(fix, sent: Timestamp(seconds: 2))) == [
                AttributeUpdate(tagalong(TagalongService.fix), value: sent),
                AttributeUpdate(standard, value: LocationAndSpeed(fix).gattValue),
            ]
        )
        #expect(try table.read(tagalong(TagalongService.fix), over: Self.bonded) == sent)
        var freed = table.view
        freed.owner = nil
        _ = table.update(freed)
        #expect(try table.read(tagalong(TagalongService.fix), over: Self.bonded).isEmpty)
    }

    @Test func `the battery is notified when it changes, and the link's end ends every subscription`() throws {
        var table = try table()
        let battery = name(StandardService.battery, StandardCharacteristic.batteryLevel)
        _ = table.subscribed(to: battery, true)
        var view = table.view
        view.state.battery = 41
        #expect(table.update(view) == [AttributeUpdate(battery, value: [41])])
        #expect(table.update(view).isEmpty)
        #expect(table.link(isUp: false) == .link(.bluetooth, up: false))
        view.state.battery = 40
        #expect(table.update(view).isEmpty)
        #expect(try table.read(battery, over: LinkState(isEncrypted: false, isBonded: false)) == [40])
    }

    @Test func `random writes of every length never trap`() throws {
        var generator = SeededGenerator(seed: 31)
        var table = try table()
        for name in Self.names { _ = table.subscribed(to: name, true) }
        var taken = 0
        for length in 0...513 {
            for name in Self.names {
                var value = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                if length > 1 { (value[0], value[1]) = (1, value[1] & 7) }
                if (try? table.write(value, to: name, over: Self.bonded)) != nil { taken += 1 }
            }
        }
        #expect(taken > 100)
    }

    @Test func `the advertisement fits into 31 bytes and its scan response`() {
        let advertisement = TrackerAdvertisement(number: AirBench.number, txPower: -4)
        let service = TagalongService.uuid.littleEndian
        #expect(advertisement.bytes == [2, 1, 6, 17, 7] + service + [2, 0x0A, 0xFC])
        #expect(advertisement.scanResponse == [14, 9] + Array("Tagalong 6677".utf8))
        #expect(advertisement.bytes.count <= 31 && advertisement.scanResponse.count <= 31)
        #expect(advertisement.advertisement.name == "Tagalong 6677")
    }
}
