import Bluetooth
import Foundation
import Settings
import TestSupport
import Testing
import Tracking

struct ShippedProfileTests {
    @Test func `each shipped profile has a golden advertisement`() throws {
        // One without conditions is for tags that are known by a key.
        let names = try shippedLibrary().profiles.filter { !$0.patterns.isEmpty }.map(\.name.text)
        #expect(names == GoldenAdvertisement.all.map(\.profile).sorted())
    }

    @Test(arguments: GoldenAdvertisement.all)
    func `a shipped profile recognises its own advertisement and no other's`(golden: GoldenAdvertisement) throws {
        let library = try shippedLibrary()
        let own = try #require(library.profiles.first { $0.name.text == golden.profile })
        let alone = ProfileLibrary([own])
        let advertisement = try Advertisement(decoding: golden.data)
        #expect(library.recognise(advertisement)?.profile == own)
        for other in GoldenAdvertisement.all {
            let found = alone.recognise(try Advertisement(decoding: other.data))
            #expect((found != nil) == (other.profile == golden.profile), "\(other.profile)")
        }
    }

    @Test func `a library without files knows our own tracker as the shipped file describes it`() throws {
        let name = try Name("tagalong-t1")
        #expect(ProfileLibrary.standard[name] == (try shippedLibrary()[name]))
        #expect(ProfileLibrary.standard.recognise(try GoldenAdvertisement.of("tagalong-t1"))?.profile.name == name)
    }

    @Test func `an iBeacon tells its identity and its power at a metre`() throws {
        let found = try #require(try shippedLibrary().recognise(GoldenAdvertisement.of("ibeacon")))
        let uuid = BluetoothUUID.written("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")
        #expect(found.identity == .iBeacon(uuid, major: 42, minor: 256))
        #expect(found.referencePower == -59)
        #expect(found.pathLoss.powerAtOneMetre == -59)
        #expect(found.profile.controls.isPresenceOnly)
    }

    @Test func `an Eddystone UID tells its identity, and its power less 41 dB`() throws {
        let found = try #require(try shippedLibrary().recognise(GoldenAdvertisement.of("eddystone")))
        #expect(found.identity == .eddystone(Array(1...16)))
        #expect(found.referencePower == -59)
    }

    @Test(arguments: [("dult", false), ("fmdn", true), ("find-my", true), ("smarttag", true)])
    func `a frame tells whether the tag is away from its owner`(profile: String, isSeparated: Bool) throws {
        #expect(try shippedLibrary().recognise(GoldenAdvertisement.of(profile))?.isSeparated == isSeparated)
    }

    @Test func `a SmartTag tells the network's counter`() throws {
        #expect(try shippedLibrary().recognise(GoldenAdvertisement.of("smarttag"))?.counter == 0x0C0B0A)
    }

    @Test(
        arguments: [
            ("D8:00:00:00:00:01", true), ("C7:11:22:33:44:55", true), ("D9:00:00:00:00:01", nil),
            ("F0:00:00:00:00:01", nil), (nil, nil),
        ] as [(String?, Bool?)]
    )
    func `a Chipolo tells whether it is away only up to the firmware of D8`(address: String?, isAway: Bool?) throws {
        let address = address.flatMap { BluetoothAddress($0) }
        let found = try shippedLibrary().recognise(GoldenAdvertisement.of("chipolo"), from: address)
        #expect(found?.profile.name.text == "chipolo" && found?.isSeparated == isAway)
    }

    /// Captured: eu.darken.fmdn.sonar, AFNTrackerPingTest, and theengs/decoder, test_ble.cpp.
    @Test(
        arguments: [
            ("12 02 14 03", .airTag, "find-my"),
            ("12 19 10 86 7B C4 5F D3 B0 D8 62 02 3F 80 D4 8E 8B AE 79 E2 3D FD 98 AB E4 03 4D", .airTag, "find-my"),
            ("12 02 64 02", .accessory, "find-my"), ("12 02 34 02", .headphones, "find-my"),
            ("12 02 00 02", .device, "apple-device"),
            (
                "07 19 05 00 55 10 00 00 01 3C 0B AF 07 2D 1F 1B 2B 85 B2 23 2E B9 67 97 E7 36 D3", nil,
                "airtag-unpaired"
            ),
            // AirPods begin alike.
            ("07 19 01 0E 20 22 F5 8F 00 00 0A 7D 9F FF 27 23 48 73 D4 30 5E 0F ED 1B 39 E2 B8", nil, nil),
        ] as [(String, FindMyFrame.Kind?, String?)]
    )
    func `bits 4 and 5 tell what is in Apple's network`(
        text: String, kind: FindMyFrame.Kind?, profile: String?
    ) throws {
        let found = try shippedLibrary().recognise(Advertisement(manufacturerData: [0x004C: hex(text)]))
        #expect(found?.profile.name.text == profile && found?.findMy == kind)
        #expect(found?.isTag ?? true == (kind != .device))
        // What is no tag tells no battery.
        #expect((found?.battery == nil) == (kind == nil || kind == .device))
    }

    @Test(arguments: [("find-my", 20), ("smarttag", 50)])
    func `a frame tells the battery in four steps`(profile: String, battery: Int) throws {
        #expect(try shippedLibrary().recognise(GoldenAdvertisement.of(profile))?.battery == battery)
    }

    @Test func `an iTag is rung, silenced and listened to by the standard services`() throws {
        let controls = try #require(try shippedLibrary()[Name("itag")]).controls
        let alert = TagCharacteristic(service: BluetoothUUID(0x1802), uuid: BluetoothUUID(0x2A06))
        let loss = TagCharacteristic(service: BluetoothUUID(0x1803), uuid: BluetoothUUID(0x2A06))
        #expect(controls.rings.map(\.start) == [TagWrite(characteristic: alert, value: [2])])
        #expect(controls.rings.map(\.stop) == [TagWrite(characteristic: alert, value: [0])])
        #expect(controls.silence == TagWrite(characteristic: loss, value: [0], withResponse: true))
        #expect(controls.button?.isPressed([1]) == true)
        #expect(controls.button?.isPressed([0]) == false)
    }

    @Test func `strangers' tags are rung only while they are separated`() throws {
        let library = try shippedLibrary()
        for name in ["dult", "find-my", "fmdn"] {
            let rings = try #require(library[Name(name)]).controls.rings
            #expect(!rings.isEmpty)
            #expect(rings.allSatisfy { $0.onlyWhenSeparated && $0.start.withResponse })
            // The draft: 12 s is recommended.
            let dult = try #require(rings.first { $0.start.value == [0x00, 0x03] })
            #expect(dult.lasts == .seconds(12) && dult.subscribes && dult.stop?.value == [0x01, 0x03])
        }
    }
}
