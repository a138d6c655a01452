import Bluetooth
import Foundation
import Settings
import Testing
import Tracking

struct ShippedProfileTests {
    @Test func `each shipped profile has a golden advertisement`() throws {
        let names = try shippedLibrary().profiles.map(\.name.text)
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

    @Test(arguments: [("dult", false), ("fmdn", true), ("find-my", true), ("smarttag", true), ("chipolo", true)])
    func `a frame tells whether the tag is away from its owner`(profile: String, isSeparated: Bool) throws {
        #expect(try shippedLibrary().recognise(GoldenAdvertisement.of(profile))?.isSeparated == isSeparated)
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
        for name in ["dult", "find-my"] {
            let rings = try #require(library[Name(name)]).controls.rings
            #expect(!rings.isEmpty)
            #expect(rings.allSatisfy { $0.onlyWhenSeparated && $0.start.withResponse })
        }
    }
}
