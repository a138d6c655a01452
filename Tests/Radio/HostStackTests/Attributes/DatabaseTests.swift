import Bluetooth
import TestSupport
import Testing

@testable import HostStack

struct DatabaseTests {
    /// Core Specification 5.4, volume 3, part G, appendix B.
    @Test func `the sample database has the sample hash`() {
        let entries: [(UInt16, UInt16, String)] = [
            (0x01, 0x2800, "0018"), (0x02, 0x2803, "0A 0300 002A"), (0x03, 0x2A00, "41"),
            (0x04, 0x2803, "02 0500 012A"), (0x05, 0x2A01, "0000"),
            (0x06, 0x2800, "0118"), (0x07, 0x2803, "20 0800 052A"), (0x08, 0x2A05, ""), (0x09, 0x2902, "0000"),
            (0x0A, 0x2803, "0A 0B00 292B"), (0x0B, 0x2B29, ""), (0x0C, 0x2803, "02 0D00 2A2B"), (0x0D, 0x2B2A, ""),
            (0x0E, 0x2800, "0818"), (0x0F, 0x2802, "1400 1600 0F18"), (0x10, 0x2803, "A2 1100 182A"),
            (0x11, 0x2A18, ""), (0x12, 0x2902, "0000"), (0x13, 0x2900, "0000"),
            (0x14, 0x2801, "0F18"), (0x15, 0x2803, "02 1600 192A"), (0x16, 0x2A19, "64"),
        ]
        let message = DatabaseHash.message(of: entries.map { ($0.0, BluetoothUUID($0.1), hex($0.2)) })
        #expect(AES128.cmac(message, key: 0) == 0xF1CA_2D48_ECF5_8BAC_8A88_30BB_B9FB_A990)
    }

    @Test func `handles count from 1 without gaps, services in the order given`() {
        let database = AttributeDatabase(name: "Tag", appearance: 512, services: Samples.services)
        #expect(database.attributes.map(\.handle) == Array(1...30))
        let services = database.attributes.filter { $0.type == AttributeType.primaryService }
        #expect(services.map(\.handle) == [1, 6, 14, 18, 28])
        #expect(services.map(\.groupEnd) == [5, 13, 17, 27, 30])
    }

    @Test func `services that are the host's own are left out`() {
        let doubled = [LocalService(uuid: BluetoothUUID(0x1801), characteristics: [])] + Samples.services
        let database = AttributeDatabase(name: "Tag", appearance: 512, services: doubled)
        #expect(database == AttributeDatabase(name: "Tag", appearance: 512, services: Samples.services))
    }

    @Test func `services that no handle is left for are left out`() {
        let characteristic = LocalCharacteristic(uuid: BluetoothUUID(0xFFF1), properties: [.read, .notify])
        let service = LocalService(
            uuid: BluetoothUUID(0xFFF0),
            characteristics: Array(repeating: characteristic, count: 10_000)
        )
        let database = AttributeDatabase(name: "Tag", appearance: 0, services: Array(repeating: service, count: 4))
        #expect(database.attributes.count == 13 + 2 * 30_001)
        #expect(database[0xFFFF] == nil)
        #expect(database[0] == nil)
    }

    @Test func `the hash changes with a property`() {
        var services = Samples.services
        services[0].characteristics[0].properties = .read
        let other = AttributeDatabase(name: "Tag", appearance: 512, services: services)
        #expect(other.hash != AttributeDatabase(name: "Tag", appearance: 512, services: Samples.services).hash)
    }

    @Test func `preferred parameters and features of the server stand at the end of their services`() throws {
        var settings = HostSettings(name: "Tag")
        settings.preferredParameters = ConnectionParameters(interval: 80...160, latency: 2, timeout: 600)
        settings.tellsServerFeatures = true
        let database = AttributeDatabase(settings, services: Samples.services)
        let told = database.attributes.prefix(17).map { ($0.handle, $0.type) }
        #expect(told.filter { $0.1 == AttributeType.preferredParameters }.map(\.0) == [7])
        #expect(told.filter { $0.1 == AttributeType.serverFeatures }.map(\.0) == [17])
        #expect(database[6]?.fixedValue == hex("02 07 00 04 2a"))
        #expect(database[7]?.fixedValue == hex("50 00 a0 00 02 00 58 02"))
        #expect(database[16]?.fixedValue == hex("02 11 00 3a 2b"))
        #expect(database[17]?.fixedValue == [0])
        #expect(database[1]?.groupEnd == 7)
        #expect(database[8]?.groupEnd == 17)
    }

    @Test func `a name over 248 bytes is cut between characters`() {
        let database = AttributeDatabase(name: String(repeating: "ä", count: 200), appearance: 0, services: [])
        #expect(database[3]?.fixedValue == Array(String(repeating: "ä", count: 124).utf8))
    }
}
