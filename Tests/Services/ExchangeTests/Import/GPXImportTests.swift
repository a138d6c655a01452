import Exchange
import Foundation
import Store
import Testing
import Tracking

struct GPXImportTests {
    private static func document(_ points: String, version: String = "1.1") -> String {
        """
        <?xml version="1.0"?>
        <gpx version="\(version)" creator="test">
        <wpt lat="1" lon="2"><name>a sight</name></wpt>
        <trk><trkseg>
        \(points)
        </trkseg></trk></gpx>
        """
    }

    private static let point =
        #"<trkpt lat="46.05" lon="14.5"><ele>300.5</ele><time>2026-05-01T09:00:00Z</time></trkpt>"#

    @Test
    func `a track's points are stored with height and speed, and a waypoint is passed over`() throws {
        let store = try Store.inMemory()
        let speedy = """
            <trkpt lat="46.06" lon="14.5"><time>2026-05-01T09:00:10.5Z</time><extensions><a:TrackPointExtension
            xmlns:a="x"><a:speed>10</a:speed><a:course>90</a:course></a:TrackPointExtension></extensions></trkpt>
            """
        let report = try store.take(Self.document(Self.point + speedy))
        #expect((report.stored, report.duplicates, report.passedOver) == (2, 0, 1))
        #expect(report.first == Timestamp("2026-05-01T09:00:00Z"))
        let fixes = try store.everything()
        #expect(fixes.map(\.fix.altitude) == [300.5, nil])
        #expect(fixes.map(\.fix.speed) == [nil, 36])
        #expect(fixes.last?.fix.course == 90)
        #expect(fixes.last?.fix.time == Timestamp("2026-05-01T09:00:10.500Z"))
        #expect(fixes.allSatisfy { $0.received == presentMoment && $0.mark == nil })
    }

    @Test(arguments: [
        ("<accuracy>7.5</accuracy>", 7.5), ("<x:acc xmlns:x='y'>7.5</x:acc>", 7.5), ("<hdop>7.5</hdop>", nil),
    ])
    func `an accuracy stands in extensions, and is no dilution`(element: String, accuracy: Double?) throws {
        let store = try Store.inMemory()
        try store.take(
            Self.document(
                "<trkpt lat='46' lon='14'><time>2026-05-01T09:00:00Z</time><extensions>\(element)</extensions></trkpt>"
            )
        )
        #expect(try store.everything().map(\.fix.accuracy) == [accuracy])
    }

    @Test
    func `GPX 1 0 tells a point's speed beside its time`() throws {
        let store = try Store.inMemory()
        let point =
            #"<trkpt lat="46" lon="14"><time>2026-05-01T09:00:00Z</time><course>12.5</course><speed>5</speed></trkpt>"#
        try store.take(Self.document(point, version: "1.0"))
        #expect(try store.everything().first?.fix.speed == 18)
        #expect(try store.everything().first?.fix.course == 12.5)
    }

    @Test(arguments: [
        (#"<trkpt lat="46" lon="14"></trkpt>"#, "a.file:6: position 2: a time is expected"),
        (
            #"<trkpt lat="95" lon="14"><time>2026-05-01T09:00:00Z</time></trkpt>"#,
            "a.file:6: position 2: latitude 95.0 is outside -90 to 90"
        ),
        (
            #"<trkpt lat="46"><time>2026-05-01T09:00:00Z</time></trkpt>"#,
            "a.file:6: position 2: the point has no lat or no lon"
        ),
        (
            #"<trkpt lat="0" lon="0"><time>2026-05-01T09:00:00Z</time></trkpt>"#,
            "a.file:6: position 2: a position other than 0, 0 is expected, where receivers are that have none"
        ),
        (
            #"<trkpt lat="46" lon="14"><time>2099-05-01T09:00:00Z</time></trkpt>"#,
            "a.file:6: position 2: a time in the past is expected, 2099-05-01T09:00:00.000Z stands there"
        ),
        ("<trkpt", "a.file:7: this is no well-formed XML: not well-formed (invalid token)"),
    ])
    func `one bad point refuses the whole file, with its line`(point: String, sentence: String) throws {
        #expect(try refusal(Self.document(Self.point + "\n" + point)) == sentence)
    }

    /// Expat keeps each element that has not ended: 64 MiB of `<a>` had taken 3.4 GB.
    @Test(arguments: [false, true])
    func `elements nested too deep are refused, where bad points are left out too`(skipsBad: Bool) throws {
        let deep = "<a>" + String(repeating: "<a>", count: 100_000)
        let store = try Store.inMemory()
        for text in ["<gpx>" + deep, Self.document(Self.point.replacing("<ele>", with: deep))] {
            let error = #expect(throws: ImportError.self) { try store.take(text) { $0.skipsBad = skipsBad } }
            #expect(error?.message == "it is nested more than 64 deep")
        }
        #expect(try store.everything().isEmpty)
    }

    @Test
    func `bad points are left out and counted where that is wished`() throws {
        let store = try Store.inMemory()
        let bad = #"<trkpt lat="95" lon="14"/>"#
        let report = try store.take(Self.document(bad + "\n" + Self.point + "\n" + bad)) { $0.skipsBad = true }
        #expect((report.stored, report.skipped) == (1, 2))
        #expect(report.reasons.last == "a.file:7: position 3: latitude 95.0 is outside -90 to 90")
    }

    @Test
    func `entities that multiply, and those from outside, bring nothing in`() throws {
        let lines = (1...9).map { index in
            let inner = Array(repeating: "&l\(index - 1);", count: 10).joined()
            return "<!ENTITY l\(index) \"\(inner)\">"
        }
        let bomb = """
            <!DOCTYPE gpx [<!ENTITY l0 "lol">\(lines.joined())]>
            <gpx><trk><trkseg><trkpt lat="1" lon="2"><time>&l9;</time></trkpt></trkseg></trk></gpx>
            """
        #expect(try refusal(bomb).contains("this is no well-formed XML"))
        let outside = """
            <!DOCTYPE gpx [<!ENTITY file SYSTEM "file:///etc/passwd">]>
            <gpx><trk><trkseg><trkpt lat="1" lon="2"><time>&file;</time></trkpt></trkseg></trk></gpx>
            """
        #expect(try refusal(outside) == "a.file:2: position 1: a time is expected")
    }

    @Test
    func `a file without a track is refused`() throws {
        #expect(try refusal("<gpx></gpx>") == "a.file: there is no position in it")
        #expect(try refusal("<kml></kml>").contains("this is no GPX"))
    }

    @Test
    func `lines are counted across the pieces in which a large file is read`() throws {
        let many = Array(repeating: Self.point, count: 5000).joined(separator: "\n")
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gpx").path
        try Self.document(many + "\n<trkpt/>").write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try Store.inMemory()
        let error = #expect(throws: ImportError.self) {
            try store.write { transaction in
                let importer = Importer(options: ImportOptions(now: presentMoment))
                return try importer.run([ImportSource(file: path)], of: try phone(), into: &transaction)
            }
        }
        #expect(error?.line == 5005)
        #expect(error?.record == 5001)
    }
}
