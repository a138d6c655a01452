import Foundation
import Simulation
import Testing
import Tracking

@testable import tagalong

/// The file of simulated items: read as it was written, and told of with its place where it is broken.
@Suite struct SimulatedItemFileTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    private func item(_ name: String, _ kind: Roaming.Kind = .walks) throws -> SimulatedItem {
        let roaming = Roaming(
            kind,
            around: try Coordinate(latitude: 46.05, longitude: 14.5),
            radius: 123.4,
            seed: UInt64.max,
            start: Timestamp(milliseconds: 1_777_000_000_123)
        )
        let item = try ItemName("Sam's \(name)")
        let desired = DesiredState(version: 9, power: .off, reportEvery: 30, mode: .cellular, item: item)
        let device = DeviceID(owner: try Name("sam"), device: try Name(name))
        return SimulatedItem(device: device, name: item, roaming: roaming, desired: desired)
    }

    private func withFile<Result>(_ body: (SimulatedItemFile) throws -> Result) throws -> Result {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        return try body(SimulatedItemFile(path: directory.appendingPathComponent("simulated-items.jsonl").path))
    }

    @Test func `what was written is read again, and no file is no items`() throws {
        try withFile { file in
            #expect(try file.read().isEmpty)
            let items = try [item("bike", .stays), item("kite"), item("van", .leaves)]
            try file.write(items.reversed())
            #expect(try file.read() == items)
            var left = items[0]
            left.isDeleted = true
            try file.write([left])
            #expect(try file.read() == [left])
            try file.write([])
            #expect(try file.read().isEmpty)
        }
    }

    @Test(arguments: [
        ("{", "a JSON object"),
        ("[]", "a value of another kind"),
        ("{}", "owner is missing"),
        (#""owner":"s m""#, "owner: 1 to 64"),
        (#""movement":"flies""#, "movement: stays, walks or leaves is expected"),
        (#""lat":91"#, "lat, lon: a position is expected"),
        (#""radius_m":5001"#, "radius_m: a number from 50 to 5000 is expected"),
        (#""started_ms":-1"#, "started_ms: milliseconds since 1970 is expected"),
        (#""item":"""#, "item: a name"),
        (#""tracker":"phone""#, "tracker: a name other than 'phone'"),
        (#""owner":"alerts""#, "owner: a name that no topics"),
        ("again", "sam/bike stands above already"),
    ])
    func `a broken file is told of with its line`(part: String, sentence: String) throws {
        try withFile { file in
            try file.write([item("bike")])
            let good = try String(contentsOfFile: file.path, encoding: .utf8)
            var line = part
            if part == "again" {
                line = good
            } else if part.hasPrefix("\"") {
                // The value of a key in place of the right one.
                let key = try #require(part.split(separator: ":").first)
                let old = try #require(good.range(of: "\(key):(\"[^\"]*\"|[-0-9.]+)", options: .regularExpression))
                line = good.replacingCharacters(in: old, with: part)
                    .replacingOccurrences(of: "\"tracker\":\"bike\"", with: "\"tracker\":\"kite\"")
            }
            try Data((good + "\n" + line).utf8).write(to: URL(fileURLWithPath: file.path))
            let error = #expect(throws: CommandFailure.self) { try file.read() }
            let told = try #require(error).description
            #expect(told.contains("simulated-items.jsonl:3: ") && told.contains(sentence), "\(told)")
        }
    }

    @Test func `of more than there may be, and of what is no file, it says so`() throws {
        try withFile { file in
            try file.write((1...21).map { try item("tag\($0)") })
            let many = #expect(throws: CommandFailure.self) { try file.read() }
            #expect(try #require(many).description.contains("at most 20 items are expected, found 21"))
            let other = SimulatedItemFile(path: directory.path)
            #expect(throws: CommandFailure.self) { try other.read() }
        }
    }
}
