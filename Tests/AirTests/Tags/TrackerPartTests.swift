import Air
import Bluetooth
import Firmware
import Messages
import Synchronization
import Testing
import Tracking

/// One of our trackers that is a DULT accessory too.
struct TrackerPartTests {
    private static let bonded = LinkState(isEncrypted: true, isBonded: true)

    private func tag() throws -> TagServices {
        var firmware = Firmware(parameters: FirmwareParameters(), owner: try Name("sam"))
        _ = firmware.handle(.start, at: TagFixtures.start)
        let table = TrackerTable(number: AirBench.number, txPower: -4, view: TrackerView(firmware))
        let running = Running(firmware)
        let tracker = TrackerPart(table) { event, now in running.handle(event, at: now) }
        let dult = DULTAccessory(information: DULTInformation(), identifier: [1], at: TagFixtures.start)
        return TagServices([tracker, dult], at: TagFixtures.start)
    }

    private final class Running: Sendable {
        private let firmware: Mutex<Firmware>

        init(_ firmware: Firmware) {
            self.firmware = Mutex(firmware)
        }

        func handle(_ event: FirmwareEvent, at now: Timestamp) -> TrackerView {
            firmware.withLock {
                _ = $0.handle(event, at: now)
                return TrackerView($0)
            }
        }
    }

    @Test func `both parts are served and advertised together`() throws {
        let tag = try tag()
        #expect(tag.services.map(\.uuid) == TrackerServices.all.map(\.uuid) + [DULTAccessory.service])
        let service = TagalongService.uuid.littleEndian
        let data = try #require(tag.advertisingData)
        #expect(data == [2, 1, 6, 17, 7] + service + [5, 0x16, 0xB2, 0xFC, 0xFF, 1, 2, 0x0A, 0xFC])
        #expect(tag.scanResponse == [14, 9] + Array("Tagalong 6677".utf8))
        #expect(try TagFixtures.library().recognise(Advertisement(decoding: data))?.profile.name == Name("tagalong-t1"))
    }

    @Test func `each part is asked for its own, and the link is needed for what it is`() throws {
        var tag = try tag()
        _ = tag.handle(.link(isUp: true))
        #expect(try tag.read(TagFixtures.battery, over: TagFixtures.open).count == 1)
        #expect(throws: AttributeError.insufficientEncryption) {
            try tag.write([2], to: TagFixtures.alert, over: TagFixtures.open)
        }
        #expect(try tag.write([2], to: TagFixtures.alert, over: Self.bonded).isEmpty)
        _ = tag.subscribed(to: DULTAccessory.controlPoint, true)
        let answer = try tag.write([0x09, 0], to: DULTAccessory.controlPoint, over: TagFixtures.open)
        #expect(answer.map(\.value) == [[0x09, 0x08, 0xFF]])
    }

    @Test func `what the firmware says goes through the tracker's part`() throws {
        var tag = try tag()
        _ = tag.handle(.link(isUp: true))
        _ = tag.subscribed(to: TagFixtures.battery, true)
        let updates = tag.update(TrackerPart.self) { part in
            var view = part.table.view
            view.state.battery = 41
            return part.update(view)
        }
        #expect(updates == [AttributeUpdate(TagFixtures.battery, value: [41])])
        #expect(tag.update(ITag.self) { _ in [.sound(true)] }.isEmpty)
    }
}
