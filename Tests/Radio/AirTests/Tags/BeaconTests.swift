import Air
import Bluetooth
import Testing
import Tracking

struct BeaconTests {
    @Test func `an iBeacon's bytes are those of its numbers`() throws {
        let uuid = try #require(BluetoothUUID("00010203-0405-0607-0809-0A0B0C0D0E0F"))
        let tag = TagServices([IBeacon(uuid: uuid, major: 0x0102, minor: 0x0304, power: -59)], at: TagFixtures.start)
        #expect(
            tag.advertisingData == [2, 0x01, 0x06, 26, 0xFF, 0x4C, 0x00, 0x02, 0x15] + Array(0...15) + [
                1, 2, 3, 4, 0xC5,
            ]
        )
        let short = IBeacon(uuid: BluetoothUUID(0x180F), major: 1, minor: 2)
        let recognition = try recognise(TagServices([short], at: TagFixtures.start))
        #expect(recognition?.identity == .iBeacon(BluetoothUUID(0x180F), major: 1, minor: 2))
    }

    private func recognise(_ tag: TagServices) throws -> Recognition? {
        let data = try #require(tag.advertisingData)
        return try TagFixtures.library().recognise(Advertisement(decoding: data))
    }

    @Test func `an Eddystone beacon tells who it is and how it is in turns`() throws {
        var tag = TagServices(
            [EddystoneBeacon(identifier: Array(1...16), power: -20, temperature: 21.5, at: TagFixtures.start)],
            at: TagFixtures.start
        )
        _ = tag.handle(.battery(95))
        let head: [UInt8] = [2, 0x01, 0x06, 3, 0x03, 0xAA, 0xFE]
        let identity = head + [23, 0x16, 0xAA, 0xFE, 0x00, 0xEC] + Array(1...16) + [0, 0]
        #expect(tag.advertisingData == identity)
        #expect(try recognise(tag)?.identity == .eddystone(Array(1...16)))
        #expect(tag.nextWakeUp == TagFixtures.after(milliseconds: 1000))

        _ = tag.advance(to: TagFixtures.after(milliseconds: 1000))
        #expect(tag.takeEffects() == [.advertisementChanged])
        let telemetry: [UInt8] = [0x20, 0, 0x0B, 0x86, 0x15, 0x80, 0, 0, 0, 2, 0, 0, 0, 10]
        #expect(tag.advertisingData == head + [17, 0x16, 0xAA, 0xFE] + telemetry)
        let told = try #require(try recognise(tag)?.telemetry)
        #expect(
            told
                == TagTelemetry(batteryMillivolts: 2950, temperature: 21.5, advertisements: 2, uptime: .seconds(1))
        )
        _ = tag.advance(to: TagFixtures.after(milliseconds: 2000))
        #expect(tag.advertisingData == identity)
    }

    @Test func `a Find My tag tells its key while its owner is away, and changes it with its address`() throws {
        var tag = TagServices([FindMyTag(number: 7, at: TagFixtures.start)], at: TagFixtures.start)
        #expect(tag.advertisingData?.prefix(9) == [2, 0x01, 0x06, 7, 0xFF, 0x4C, 0x00, 0x12, 0x02][...])
        #expect(try recognise(tag)?.isSeparated == false)
        _ = tag.handle(.owner(isNear: false))
        _ = tag.handle(.battery(20))
        _ = tag.advance(to: TagFixtures.after(minutes: 31))
        let first = try #require(tag.advertisingData)
        // Thirty-one bytes: no room for flags.
        #expect(first.count == 31 && first.prefix(7) == [30, 0xFF, 0x4C, 0x00, 0x12, 0x19, 0x90][...])
        let recognition = try #require(try recognise(tag))
        #expect(recognition.isSeparated == true && recognition.battery == 20)
        #expect(recognition.findMy == .airTag)
        _ = tag.advance(to: TagFixtures.after(minutes: 30 + 24 * 60))
        #expect(tag.advertisingData == first)
        _ = tag.takeEffects()
        _ = tag.advance(to: TagFixtures.after(minutes: 31 + 24 * 60))
        #expect(tag.advertisingData != first)
        #expect(tag.takeEffects() == [.rotateAddress, .advertisementChanged])
    }

}
