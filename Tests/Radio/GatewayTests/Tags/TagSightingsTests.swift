import Bluetooth
import Messages
import Testing
import Tracking

@testable import Gateway

struct TagSightingsTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let address = BluetoothAddress(bits: 0xC0FF_EE00_0001)

    private func sightings() throws -> TagSightings {
        let patterns = [TagPattern(frame: .eddystone()), TagPattern(frame: .findMy())]
        let profile = TagProfile(name: try Name("tag"), model: "Tag", patterns: patterns)
        return TagSightings(library: ProfileLibrary([profile]))
    }

    private func sighting(_ data: [UInt8], apple: [UInt8]? = nil, by adapter: UInt64 = 1) -> Sighting {
        Sighting(
            tag: Self.address,
            adapter: BluetoothAddress(bits: adapter),
            advertisement: Advertisement(
                serviceData: data.isEmpty ? [:] : [EddystoneFrame.service: data],
                manufacturerData: apple.map { [IBeaconFrame.company: $0] } ?? [:]
            )
        )
    }

    @Test func `sensors are told of once a minute, when a frame has told of them`() throws {
        var sightings = try sightings()
        let telemetry: [UInt8] = [0x20, 0, 0x0B, 0xB8, 0x16, 0x80, 0, 0, 0, 1, 0, 0, 0, 1]
        let identity: [UInt8] = [0x00, 0xEE] + Array(1...16)
        func told(_ data: [UInt8], after seconds: Int64) -> SensorReadings? {
            let now = Self.start.advanced(by: .seconds(seconds))
            _ = sightings.record(sighting(data), in: TagRegistry(), at: now)
            return sightings.readings(toTellOf: Self.address, at: now)
        }
        let readings = SensorReadings(batteryMillivolts: 3000, temperature: 22.5)
        #expect(told(identity, after: 0) == nil)
        #expect(told(telemetry, after: 1) == readings)
        #expect(told(telemetry, after: 60) == nil)
        #expect(told(identity, after: 61) == nil)
        #expect(told(telemetry, after: 62) == readings)
        // What was told in another frame than the last one is in `seen`, too.
        _ = told(identity, after: 63)
        #expect(sightings.byAddress[Self.address]?.message.readings == readings)
    }

    @Test(arguments: [(UInt8(0x10), true), (0x20, true), (0x30, true), (0x00, false)])
    func `what is no tag is not told of`(status: UInt8, isTold: Bool) throws {
        var sightings = try sightings()
        _ = sightings.record(sighting([], apple: [0x12, 0x02, status, 0]), in: TagRegistry(), at: Self.start)
        #expect(sightings.isWorthTelling(Self.address, at: Self.start) == isTold)
    }

    @Test func `what one adapter hears of a tag is not lost by what another hears`() throws {
        var sightings = try sightings()
        let frame: [UInt8] = [0x00, 0xEE] + Array(1...16)
        let whole = sightings.record(sighting(frame), in: TagRegistry(), at: Self.start)
        let identity = try #require(whole?.identity)
        #expect(identity != .address(Self.address))
        // An adapter that does not hear where the frame stands, such as an extended advertisement.
        let part = sightings.record(sighting([], by: 2), in: TagRegistry(), at: Self.start)
        #expect(part?.identity == identity && part?.recognition != nil)
        #expect(part?.adapter == BluetoothAddress(bits: 2))
    }

    @Test func `a tag that one adapter forgets is in reach for as long as another hears it`() throws {
        var sightings = try sightings()
        for adapter: UInt64 in [1, 2] {
            _ = sightings.record(sighting([0x10, 0xEE, 0], by: adapter), in: TagRegistry(), at: Self.start)
        }
        sightings.remove(Self.address, by: BluetoothAddress(bits: 1))
        #expect(sightings.byAddress[Self.address] != nil)
        sightings.remove(Self.address, by: BluetoothAddress(bits: 2))
        #expect(sightings.byAddress[Self.address] == nil)
    }
}
