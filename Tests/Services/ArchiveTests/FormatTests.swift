import Compression
import Foundation
import Store
import Testing
import Tracking

@testable import Archive

@Suite struct FormatTests {
    private static let lines = """
        {"format":"tagalong-month-1","device":"ada/bike","month":"2026-03"}
        {"time":"2026-03-01T00:00:00.000Z","lat":46.0569123,"lon":-14.5058,"received":"2026-03-01T00:00:00.250Z"}
        {"time":"2026-03-02T07:08:09.010Z","lat":46.0570001,"lon":14.5058,"acc":4.5,"alt":-12.3,"vac":3,"vel":17.2,\
        "cog":359.9,"boot":3,"seq":4294967295,"mode":"cellular","src":"last-known","t":"p","conn":"m","batt":87,\
        "gw":"home-1","sent":"2026-03-02T07:08:10.000Z","received":"2026-03-02T07:08:11.500Z","implausible":true,\
        "extra":"{\\"tid\\":\\"kö\\",\\"x\\":[1]}"}
        {"time":"2026-03-31T23:59:59.999Z","lat":0,"lon":180,"received":"2026-04-01T00:00:00.000Z","extra_hex":"7bff7d"}

        """

    private static func fixes() throws -> [StoredFix] {
        let device = try Self.device
        func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }
        let first = StoredFix(
            device: device,
            fix: Fix(
                coordinate: try Coordinate(latitude: 46.0569123, longitude: -14.5058),
                time: try time("2026-03-01T00:00:00Z")),
            received: try time("2026-03-01T00:00:00.250Z"))
        let second = StoredFix(
            device: device,
            fix: Fix(
                coordinate: try Coordinate(latitude: 46.0570001, longitude: 14.5058),
                time: try time("2026-03-02T07:08:09.010Z"), accuracy: 4.5, altitude: -12.3, verticalAccuracy: 3,
                speed: 17.2, course: 359.9),
            mark: FixMark(boot: 3, sequence: .max), mode: .cellular, source: .lastKnown, trigger: "p", connection: "m",
            battery: 87, gateway: try Name("home-1"), sent: try time("2026-03-02T07:08:10Z"),
            received: try time("2026-03-02T07:08:11.500Z"), isImplausible: true,
            extra: Array(#"{"tid":"kö","x":[1]}"#.utf8))
        let third = StoredFix(
            device: device,
            fix: Fix(
                coordinate: try Coordinate(latitude: 0, longitude: 180), time: try time("2026-03-31T23:59:59.999Z")),
            received: try time("2026-04-01T00:00:00Z"), extra: [0x7B, 0xFF, 0x7D])
        return [first, second, third]
    }

    private static var device: DeviceID {
        get throws { DeviceID(owner: try Name("ada"), device: try Name("bike")) }
    }
    private static var month: CalendarMonth { get throws { try #require(CalendarMonth("2026-03")) } }

    private static func read(_ bytes: [UInt8]) throws -> [StoredFix] {
        var found: [StoredFix] = []
        try MonthObject.read(bytes, "object", of: device, month) { found.append($0) }
        return found
    }

    @Test func `an object has these lines, packed by gzip`() throws {
        var writer = MonthWriter(try Self.device, try Self.month)
        for fix in try Self.fixes() { writer.add(fix) }
        #expect(writer.fixes == 3)
        let bytes = try #require(writer.finish())
        #expect(String(decoding: try GzipReader.unpack(bytes, limit: 1 << 20), as: UTF8.self) == Self.lines)
        #expect(try Self.read(bytes) == Self.fixes())
    }

    /// Packed by GNU gzip, as a person may do who has unpacked and looked: what was written once is read for ever.
    @Test func `the object of the first version is read`() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "Golden/2026-03.jsonl.gz")
        #expect(try Self.read(Array(Data(contentsOf: path))) == Self.fixes())
    }

    private static func packed(_ text: String) throws -> [UInt8] {
        try #require(GzipStream(.small)?.pack(Array(text.utf8), last: true))
    }

    private static let broken: [(String, line: Int)] = [
        ("{\"format\":\"tagalong-month-2\",\"device\":\"ada/bike\",\"month\":\"2026-03\"}\n", 1),
        ("", 1),
        (lines + "nonsense\n", 5),
        (
            lines
                + "{\"time\":\"2026-04-01T00:00:00.000Z\",\"lat\":1,\"lon\":1,\"received\":\"2026-04-01T00:00:00.000Z\"}\n",
            5
        ),
        (
            lines
                + "{\"time\":\"2026-03-01T00:00:00.000Z\",\"lat\":91,\"lon\":1,\"received\":\"2026-04-01T00:00:00.000Z\"}\n",
            5
        ),
        (lines + "{\"time\":\"2026-03-01T00:00:00.000Z\",\"lat\":1,\"lon\":1}\n", 5),
        (lines.replacing("cellular", with: "pigeon"), 3),
        (lines.replacing("4294967295", with: "4294967296"), 3),
    ]

    @Test(arguments: 0..<8)
    func `what is not in the form is refused with its line`(number: Int) throws {
        let (text, line) = Self.broken[number]
        let bytes = try Self.packed(text)
        let error = try #require(throws: ArchiveError.self) { try Self.read(bytes) }
        guard case .damaged(let object, let found, let expected) = error else {
            Issue.record("\(error)")
            return
        }
        #expect((object, found) == ("object", line))
        #expect(!expected.isEmpty)
    }

    @Test func `what was cut off is refused`() throws {
        let bytes = try Self.packed(Self.lines)
        for count in [0, 1, 20, bytes.count - 1] {
            #expect(throws: ArchiveError.self) { try Self.read(Array(bytes.prefix(count))) }
        }
    }

    @Test func `the index of a device has a line for each month`() throws {
        let device = try Self.device
        let month = MonthOut(
            device: device, month: try Self.month, generation: 2, object: "ada/bike/2026-03.2-00c0ffee.jsonl.gz",
            fixes: 3,
            first: Timestamp(milliseconds: 1_772_323_200_000), last: Timestamp(milliseconds: 1_775_001_599_999),
            bytes: 321,
            digest: String(repeating: "0a", count: 32), storage: "s3://things", moved: Timestamp(milliseconds: 0))
        let text = """
            {"format":"tagalong-index-1","device":"ada/bike","months":[
            {"month":"2026-03","object":"ada/bike/2026-03.2-00c0ffee.jsonl.gz","generation":2,"fixes":3,\
            "first":"2026-03-01T00:00:00.000Z","last":"2026-03-31T23:59:59.999Z","bytes":321,\
            "sha256":"\(String(repeating: "0a", count: 32))"}
            ]}

            """
        #expect(String(decoding: DeviceIndex.text(device, [month]), as: UTF8.self) == text)
    }
}
