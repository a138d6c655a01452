import Bluetooth
import Foundation
import TestSupport
import Testing
import Tracking

struct ProfileLibraryTests {
    private func profile(_ name: String, _ patterns: TagPattern...) throws -> TagProfile {
        TagProfile(name: try Name(name), model: name, patterns: patterns)
    }

    @Test func `the pattern that settles the most wins, whatever the order`() throws {
        let uuid = BluetoothUUID.written("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")
        let profiles = [
            try profile("any-beacon", TagPattern(frame: .iBeacon())),
            try profile("our-beacons", TagPattern(frame: .iBeacon(uuid: uuid))),
            try profile("this-beacon", TagPattern(frame: .iBeacon(uuid: uuid, major: 42, minor: 256))),
            try profile("apple", TagPattern(manufacturer: DataCondition(key: 0x004C))),
        ]
        let advertisement = try GoldenAdvertisement.of("ibeacon")
        #expect(ProfileLibrary(profiles).recognise(advertisement)?.profile.model == "this-beacon")
        #expect(ProfileLibrary(profiles.reversed()).recognise(advertisement)?.profile.model == "this-beacon")
        #expect(ProfileLibrary([profiles[3], profiles[0]]).recognise(advertisement)?.profile.model == "any-beacon")
    }

    @Test func `among equals the first name wins`() throws {
        let pattern = TagPattern(services: [BluetoothUUID(0x1802)])
        let profiles = [try profile("b", pattern), try profile("a", pattern)]
        let advertisement = Advertisement(services: [BluetoothUUID(0x1802), BluetoothUUID(0x1803)])
        #expect(ProfileLibrary(profiles).recognise(advertisement)?.profile.model == "a")
    }

    @Test(
        arguments: [
            (NameCondition("iTAG"), "iTAG", true), (NameCondition("iTAG"), "iTAG2", false),
            (NameCondition("iTAG"), "itag", false), (NameCondition("iTAG", ignoresCase: true), "ITag", true),
            (NameCondition("iTAG", isPrefix: true), "iTAG2", true),
            (NameCondition("iTAG", isPrefix: true), "iTA", false),
            (NameCondition("iTAG", isPrefix: true), nil, false),
            // As clones send it.
            (NameCondition("iTAG"), "iTAG            ", true), (NameCondition("iTAG   "), "iTAG            ", true),
            (NameCondition("iTAG ", isPrefix: true), "iTAG            ", true),
            (NameCondition("iTAG ", isPrefix: true), "iTAG 2", true), (NameCondition("i TAG"), "iTAG", false),
        ] as [(NameCondition, String?, Bool)]
    )
    func `a name is compared whole or from its beginning`(condition: NameCondition, name: String?, fits: Bool) {
        #expect(TagPattern(name: condition).matches(Advertisement(name: name)) == fits)
    }

    @Test(
        arguments: [
            (DataCondition(key: 1), [], true), (DataCondition(key: 1, data: [0x12]), [0x12, 0x99], true),
            (DataCondition(key: 1, data: [0x12]), [], false), (DataCondition(key: 1, data: [0x12]), [0x13], false),
            (DataCondition(key: 1, data: [0x12], mask: [0xFE]), [0x13], true),
            (DataCondition(key: 1, length: 2), [1, 2], true), (DataCondition(key: 1, length: 2), [1, 2, 3], false),
        ] as [(DataCondition<UInt16>, [UInt8], Bool)]
    )
    func `data is compared by the bits of the mask`(condition: DataCondition<UInt16>, data: [UInt8], fits: Bool) {
        let pattern = TagPattern(manufacturer: condition)
        #expect(pattern.matches(Advertisement(manufacturerData: [1: data])) == fits)
        #expect(!pattern.matches(Advertisement(manufacturerData: [2: data])))
    }

    @Test func `what a frame tells is read whichever pattern has recognised the tag`() throws {
        let library = ProfileLibrary([try profile("mine", TagPattern(name: NameCondition("Mine")))])
        let advertisement = Advertisement(name: "Mine", serviceData: [DULTFrame.service: [2, 0]])
        #expect(library.recognise(advertisement)?.isSeparated == true)
        #expect(library.recognise(Advertisement(name: "Yours")) == nil)
    }

    @Test func `Eddystone telemetry goes with the recognition`() throws {
        let data = hex("20 00 0B B8 16 80 00 00 10 00 00 00 0E 10")
        let found = try shippedLibrary().recognise(Advertisement(serviceData: [EddystoneFrame.service: data]))
        #expect(found?.telemetry?.batteryMillivolts == 3000)
        #expect(found?.identity == nil)
    }

    @Test func `a person's profile goes before the installed one of its name`() throws {
        try withDirectories { own, installed in
            try Data("model: Own\nrecognise: {service: 1802}".utf8).write(to: own.appending(path: "find-me.yaml"))
            try Data("no profile".utf8).write(to: own.appending(path: "notes.txt"))
            try Data("model: Shipped".utf8).write(to: installed.appending(path: "find-me.yaml"))
            try Data("model: Other".utf8).write(to: installed.appending(path: "other.yaml"))
            let library = try ProfileLibrary(directories: [own.path], installed: [installed.path + "/", "/nowhere"])
            #expect(library.profiles.map(\.model) == ["Own", "Other", "device with a private address", "Tagalong T1"])
        }
    }

    @Test func `a directory with a wrong profile is refused whole`() throws {
        try withDirectories { own, _ in
            try Data("model: Good".utf8).write(to: own.appending(path: "good.yaml"))
            try Data("model: Bad\nrecognise: {servce: 1802}".utf8).write(to: own.appending(path: "bad.yaml"))
            let text = errorText { _ = try ProfileLibrary(directories: [own.path]) }
            #expect(text == "\(own.path)/bad.yaml:2: unknown key 'servce', did you mean 'service'?")
        }
    }

    @Test func `a directory that is not there is refused`() {
        #expect(
            errorText { _ = try ProfileLibrary(directories: ["/nowhere"]) } == "/nowhere: there is no such directory"
        )
    }

    private func withDirectories(_ work: (URL, URL) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "profiles-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let (own, installed) = (root.appending(path: "own"), root.appending(path: "installed"))
        for directory in [own, installed] {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        try work(own, installed)
    }
}
