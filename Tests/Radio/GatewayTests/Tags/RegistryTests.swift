import Bluetooth
import Foundation
import Gateway
import Testing
import Tracking

@Suite final class RegistryTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("registry-\(UUID())")
    private var path: String { directory.appendingPathComponent("deep/tags.jsonl").path }
    private var file: RegistryFile { RegistryFile(path: path) }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private func entry(_ name: String, _ identity: TagIdentity) throws -> TagEntry {
        TagEntry(
            device: DeviceID(owner: try Name("sam"), device: try Name(name)),
            item: try ItemName("Sam's \(name) \u{1F511}"),
            identity: identity,
            profile: try Name("itag")
        )
    }

    private func put(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: directory.appendingPathComponent("deep"),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func `a file that is not there is an empty registry`() throws {
        #expect(try file.read().entries.isEmpty && file.stamp == nil)
    }

    @Test func `what is added is found again by device, identity and address`() throws {
        let uuid = BluetoothUUID(0xFFE0)
        let address = BluetoothAddress(bits: 0x1234)
        var tracker = try entry("bike", TagIdentity(TrackerNumber(77)))
        (tracker.address, tracker.adapter, tracker.isBonded) = (address, BluetoothAddress(bits: 9), true)
        tracker.calibration = PathLoss(powerAtOneMetre: -61.5, exponent: 2.25, sigma: 4)
        let entries = [
            tracker, try entry("keys", .iBeacon(uuid, major: 1, minor: 65_535)),
            try entry("purse", .eddystone(Array(0..<16))), try entry("vase", .address(BluetoothAddress(bits: 0xFF))),
        ]
        for entry in entries { try file.add(entry) }
        let registry = try file.read()
        #expect(registry.entries == entries)
        #expect(registry[.address(address)] == tracker && registry[TagIdentity(TrackerNumber(77))] == tracker)
        #expect(registry[tracker.device] == tracker)
    }

    @Test func `a line is written so`() throws {
        var tracker = try entry("bike", TagIdentity(TrackerNumber(77)))
        (tracker.address, tracker.adapter, tracker.isBonded) = (
            BluetoothAddress(bits: 0x1234), BluetoothAddress(bits: 9), true
        )
        try file.add(tracker)
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == #"{"_type":"tag","owner":"sam","device":"bike","item":"Sam's bike 🔑","#
                + #""identity":"tagalong:000000000000004D","address":"00:00:00:00:12:34","#
                + #""adapter":"00:00:00:00:00:09","bonded":true,"profile":"itag"}"# + "\n"
        )
    }

    @Test(arguments: [
        TagIdentity.address(BluetoothAddress(bits: 1)), .iBeacon(BluetoothUUID(0xFEED), major: 0, minor: 9),
        .eddystone(Array(repeating: 0xAB, count: 16)), .tracker([1, 2, 3, 4, 5, 6, 7, 8]),
    ])
    func `an identity reads back as it is written`(identity: TagIdentity) {
        #expect(TagIdentity(identity.text) == identity)
    }

    @Test(arguments: ["", "x", "ibeacon:", "ibeacon:FFE0/1", "eddystone:00", "tagalong:0", "tile:1", ":::::"])
    func `what is no identity is none`(text: String) {
        #expect(TagIdentity(text) == nil)
    }

    @Test func `keys that nobody knows stay as they came`() throws {
        let line =
            #"{"_type":"tag","owner":"sam","device":"keys","item":"Keys","identity":"00:00:00:00:00:01","#
            + #""profile":"itag","colour":{"r":1.50}}"#
        try put(line + "\n")
        try file.add(entry("bike", .address(BluetoothAddress(bits: 2))))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(line))
    }

    @Test func `two tags have nothing in common`() throws {
        try file.add(entry("keys", .address(BluetoothAddress(bits: 1))))
        let before = try String(contentsOfFile: path, encoding: .utf8)
        for other in [
            try entry("keys", .address(BluetoothAddress(bits: 2))),
            try entry("bike", .address(BluetoothAddress(bits: 1))),
        ] {
            #expect(throws: RegistryError.self) { try file.add(other) }
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    }

    @Test(arguments: [
        ("{", ":2: payload"), (#"{"owner":"sam"}"#, ":2: device: a value is expected, found nothing"),
        (#"{"owner":"gateway","device":"a","item":"A","identity":"00:00:00:00:00:02","profile":"p"}"#, ":2: owner"),
        (#"{"owner":"sam","device":"a","item":"A","identity":"moon","profile":"p"}"#, ":2: identity: an address, or"),
        (
            #"{"owner":"sam","device":"a","item":"A","identity":"00:00:00:00:00:02","address":1,"profile":"p"}"#,
            "address"
        ),
        (#"{"owner":"sam","device":"a","item":"A","identity":"00:00:00:00:00:01","profile":"p"}"#, ":2: 00:00"),
    ])
    func `a wrong line is told by its number and key, and nothing is written`(line: String, says: String) throws {
        let first = #"{"owner":"sam","device":"keys","item":"Keys","identity":"00:00:00:00:00:01","profile":"itag"}"#
        try put(first + "\n" + line + "\n")
        let error = #expect(throws: RegistryError.self) { try file.read() }
        #expect(error.map { "\($0)".contains(says) } == true, "\(error.map { "\($0)" } ?? "")")
        #expect(throws: RegistryError.self) { try file.add(entry("bike", .address(BluetoothAddress(bits: 3)))) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == first + "\n" + line + "\n")
    }

    @Test func `many that change it at once lose nothing`() async throws {
        let file = file
        let sam = try Name("sam"), profile = try Name("itag"), item = try ItemName("Thing")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask {
                    try file.add(
                        TagEntry(
                            device: DeviceID(owner: sam, device: try Name("tag-\(number)")),
                            item: item,
                            identity: .address(BluetoothAddress(bits: UInt64(number))),
                            profile: profile
                        )
                    )
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().entries.count == 40)
    }

    @Test func `a change shows in the stamp`() throws {
        try file.add(entry("keys", .address(BluetoothAddress(bits: 1))))
        let before = file.stamp
        try file.add(entry("bike", .address(BluetoothAddress(bits: 2))))
        #expect(file.stamp != before)
    }

    @Test(arguments: [
        ("Sam's Keys", "sams-keys"), ("  Bike  2 ", "bike-2"), ("\u{1F511}", "tag"), ("Ä b", "a-b"), ("keys", "keys-2"),
    ])
    func `a tracker is called after its thing`(item: String, name: String) throws {
        var registry = TagRegistry()
        try registry.add(entry("keys", .address(BluetoothAddress(bits: 1))))
        #expect(registry.freeName(for: try ItemName(item), of: try Name("sam"))?.device.text == name)
    }
}
