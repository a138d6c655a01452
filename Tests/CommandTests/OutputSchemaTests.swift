import ArgumentParser
import Bluetooth
import Foundation
import Gateway
import Ranging
import Store
import TestSupport
import Testing
import Tracking

@testable import tagalong

/// docs/schemas and docs/json.md against the commands; that each output is as its schema says is looked at wherever a
/// test of the program reads it.
@Suite struct OutputSchemaTests {
    /// The commands with `--json`, such as `account-list`.
    private static let commands = {
        let all = (try? CommandDump.program().all) ?? []
        return all.filter { $0.shown.contains { $0.spellings.contains("--json") } }
            .map { $0.words.dropFirst().joined(separator: "-") }.sorted()
    }()

    private let page: String

    init() throws {
        page = try String(contentsOf: packageRoot.appending(path: "docs/json.md"), encoding: .utf8)
    }

    @Test func `every command that prints JSON has a schema, and no other`() throws {
        #expect(Self.commands.count > 25)
        #expect(try OutputSchema.commands() == Self.commands)
    }

    @Test(arguments: commands) func `a schema says what it is of, and what each key means`(command: String) throws {
        let schema = try OutputSchema(of: command)
        // Two commands have a hyphen of their own.
        let words = command.replacing("-", with: " ").replacing("access log", with: "access-log")
            .replacing("found page", with: "found-page")
        #expect(schema.document["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema.document["title"] as? String == "tagalong \(words) --json")
        #expect(!(schema.document["description"] as? String ?? "").isEmpty)
        #expect(undescribed(schema.document, schema.document, "") == [])
        #expect(page.contains("| `\(words)` | [\(command).json](schemas/\(command).json) |"))
    }

    /// The keys without a description, and the references that lead nowhere.
    private func undescribed(_ node: Any, _ document: [String: Any], _ place: String) -> [String] {
        if let list = node as? [Any] { return list.flatMap { undescribed($0, document, place) } }
        guard let object = node as? [String: Any] else { return [] }
        var found: [String] = []
        if let reference = object["$ref"] as? String, SchemaCheck(document: document).find(reference).isEmpty {
            found.append("\(place): \(reference)")
        }
        for (key, property) in object["properties"] as? [String: [String: Any]] ?? [:]
        where property["description"] == nil { found.append("\(place)/\(key)") }
        let required = object["required"] as? [String] ?? []
        let properties = object["properties"] as? [String: Any] ?? [:]
        found += required.filter { properties[$0] == nil }.map { "\(place)/\($0) is required" }
        return found + object.flatMap { undescribed($0.value, document, "\(place)/\($0.key)") }
    }

    @Test func `what is not described is found`() throws {
        let output = """
            [
            {"check":"x","result":"fine","detail":1},
            {"check":"y","result":"ok","detail":"z","more":true}
            ]
            """
        let errors = try OutputSchema(of: "doctor").errors(in: output)
        #expect(errors.count == 3)
        #expect(errors.contains { $0.contains("/1: 'more' is not described") })
    }

    @Test func `what is laid out otherwise than its page says is found`() throws {
        let refused = QuarantineRow(
            received: try #require(Timestamp("2026-05-01T09:00:00Z")), topic: "a/b", payload: [], reason: "topic",
            sentence: "found nothing"
        )
        let report = QuarantineReport(rows: [refused, refused], counters: [.stored: 1, .quarantined("topic"): 2])
        let quarantine = try OutputSchema(of: "quarantine")
        #expect(try quarantine.errors(in: report.json.line + "\n") == [])
        #expect(try quarantine.errors(in: "{\n" + report.json.line.dropFirst()).count == 1)
        let items = try OutputSchema(of: "account-list")
        #expect(try items.errors(in: "[]\n") == [])
        #expect(try !items.errors(in: "[\n\n]\n").isEmpty)
        #expect(try !items.errors(in: "[{},\n{}]\n").isEmpty)
    }

    @Test func `a scan, a tag and a calibration are printed as their schemas say`() throws {
        let time = try #require(Timestamp("2026-05-01T09:00:00Z"))
        var tags = HeardTags(library: .standard)
        for (tag, rssi) in [(1, nil), (2, -60)] {
            let sighting = Sighting(
                tag: BluetoothAddress(bits: UInt64(tag)), adapter: BluetoothAddress(bits: 9),
                advertisement: Advertisement(name: tag == 2 ? "iTAG" : nil), rssi: rssi
            )
            tags.record(sighting, at: time)
        }
        let lines = tags.nearest.map { HeardTagLine(tag: $0, now: time).json.line + "\n" }
        #expect(lines.count == 2)
        #expect(try OutputSchema(of: "scan").errors(in: lines.joined()) == [])

        var entry = TagEntry(
            device: DeviceID(owner: try Name("sam"), device: try Name("keys")), item: try ItemName("Keys"),
            identity: .address(BluetoothAddress(bits: 7)), address: nil, profile: try Name("beacon")
        )
        var rows = [TagLine(entry)]
        entry.address = BluetoothAddress(bits: 7)
        rows.append(TagLine(entry))
        #expect(try OutputSchema(of: "tags").errors(in: Listing.array(rows)) == [])

        let report = CalibrationReport(
            entry: entry,
            levels: [
                Calibration.Level(distance: 5, strengths: [-79, -79]), Calibration.Level(distance: 9, strengths: []),
            ],
            pathLoss: PathLoss(powerAtOneMetre: -65, exponent: 2, sigma: 2),
            usual: PathLoss()
        )
        #expect(try OutputSchema(of: "calibrate").errors(in: report.json.line) == [])
    }
}
