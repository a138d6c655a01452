import Exchange
import Foundation
import Messages
import Store
import TestSupport
import Testing
import Tracking

/// What is exported and imported again is the same, but for what a format has no place for.
struct RoundTripTests {
    /// Fixes of every kind, oldest first, as the store gives them back.
    private func history(seed: UInt64) throws -> (store: Store, fixes: [StoredFix]) {
        var chance = SeededGenerator(seed: seed)
        let store = try Store.inMemory()
        let device = try phone()
        var time = Timestamp(milliseconds: 1_777_626_000_000)
        let fixes = try (1...200).map { index in
            time = time.advanced(by: .milliseconds(Int64.random(in: 1...90_000, using: &chance)))
            return try Self.fix(index, device, time, &chance)
        }
        _ = try store.write { transaction in
            for fix in fixes { _ = try transaction.insert(fix) }
        }
        return (store, try store.everything())
    }

    private static func fix(
        _ index: Int,
        _ device: DeviceID,
        _ time: Timestamp,
        _ chance: inout SeededGenerator
    ) throws -> StoredFix {
        func maybe<Value>(_ value: Value, _ chance: inout SeededGenerator) -> Value? {
            Bool.random(using: &chance) ? value : nil
        }
        let coordinate = try Coordinate(
            latitudeE7: Int32.random(in: -900_000_000...900_000_000, using: &chance),
            longitudeE7: Int32.random(in: -1_800_000_000...1_800_000_000, using: &chance)
        )
        let fix = Fix(
            coordinate: coordinate,
            time: time,
            accuracy: maybe(Double(Int.random(in: 0...9999, using: &chance)) / 10, &chance),
            altitude: maybe(Double(Int.random(in: -999...99_999, using: &chance)) / 10, &chance),
            verticalAccuracy: maybe(Double(Int.random(in: 0...999, using: &chance)) / 10, &chance),
            speed: maybe(Double(Int.random(in: 0...2999, using: &chance)) / 10, &chance),
            course: maybe(Double(Int.random(in: 0...3600, using: &chance)) / 10, &chance)
        )
        return StoredFix(
            device: device,
            fix: fix,
            mark: FixMark(boot: 2, sequence: UInt32(index)),
            mode: maybe(.cellular, &chance),
            source: maybe(.lastKnown, &chance),
            trigger: maybe("p", &chance),
            connection: maybe("m", &chance),
            battery: maybe(Int.random(in: 0...100, using: &chance), &chance),
            gateway: maybe(try Name("hall-2"), &chance),
            sent: maybe(Timestamp(milliseconds: time.wholeSeconds * 1000 + 2000), &chance),
            received: time.advanced(by: .milliseconds(Int64.random(in: 0...5000, using: &chance))),
            extra: maybe(Array(#"{"note":"a\tb, \"c\""}"#.utf8), &chance)
        )
    }

    /// A fix without what a format does not carry.
    private func carried(_ stored: StoredFix, by format: TrackFormat) -> StoredFix {
        var stored = stored
        let fix = stored.fix
        switch format {
        case .rec:
            let seconds = Timestamp(milliseconds: stored.received.wholeSeconds * 1000)
            stored.received = stored.received.wholeSeconds == fix.time.wholeSeconds ? max(seconds, fix.time) : seconds
        case .csv:
            (stored.trigger, stored.connection, stored.sent, stored.extra) = (nil, nil, nil, nil)
        case .geojson:
            stored.fix.verticalAccuracy = nil
            (stored.trigger, stored.connection, stored.extra, stored.mark, stored.gateway) = (nil, nil, nil, nil, nil)
            (stored.sent, stored.received) = (nil, presentMoment)
        case .gpx, .linestring, .kml:
            let hasMore = format == .gpx
            stored = StoredFix(
                device: stored.device,
                fix: Fix(
                    coordinate: fix.coordinate,
                    time: fix.time,
                    accuracy: hasMore ? fix.accuracy : nil,
                    altitude: fix.altitude,
                    speed: hasMore ? fix.speed : nil,
                    course: hasMore ? fix.course : nil
                ),
                received: presentMoment
            )
        }
        return stored
    }

    @Test(arguments: [TrackFormat.rec, .csv, .geojson, .gpx], [1, 2, 3] as [UInt64])
    func `what a format carries comes back`(format: TrackFormat, seed: UInt64) throws {
        let (_, fixes) = try history(seed: seed)
        let copy = try Store.inMemory()
        let report = try copy.take(format.text(of: fixes, title: "Keys")) { $0.keepsNumbers = true }
        #expect(report.stored == fixes.count)
        #expect(try copy.everything() == fixes.map { carried($0, by: format) })
    }

    @Test(arguments: [TrackFormat.rec, .csv, .geojson, .gpx], [true, false])
    func `what is there already changes nothing`(format: TrackFormat, keepsNumbers: Bool) throws {
        let (store, fixes) = try history(seed: 4)
        let report = try store.take(format.text(of: fixes, title: "Keys")) { $0.keepsNumbers = keepsNumbers }
        #expect((report.stored, report.duplicates) == (0, fixes.count))
        #expect(try store.everything() == fixes)
    }

    @Test(arguments: [TrackFormat.linestring, .kml])
    func `a format without times, and one that nobody reads, are refused`(format: TrackFormat) throws {
        let (_, fixes) = try history(seed: 5)
        #expect(try refusal(format.text(of: fixes, title: "Keys")) != "")
    }

    @Test
    func `importing twice is importing once`() throws {
        let (_, fixes) = try history(seed: 6)
        let text = TrackFormat.gpx.text(of: fixes, title: "Keys")
        let store = try Store.inMemory()
        let report = try store.take(text, text)
        #expect((report.stored, report.duplicates) == (fixes.count, fixes.count))
        #expect(try store.take(text).stored == 0)
        #expect(try store.everything().count == fixes.count)
    }

    @Test
    func `numbers of another tracker are not taken over unless it is wished`() throws {
        let (_, fixes) = try history(seed: 7)
        let text = TrackFormat.csv.text(of: fixes, title: "Keys")
        let (plain, numbered) = (try Store.inMemory(), try Store.inMemory())
        try plain.take(text)
        try numbered.take(text) { $0.keepsNumbers = true }
        #expect(try plain.everything().allSatisfy { $0.mark == nil })
        #expect(try plain.received(of: try phone(), boot: 2).contiguousThrough == 0)
        #expect(try numbered.received(of: try phone(), boot: 2).contiguousThrough == 200)
    }

    @Test
    func `out of order and in portions, all fixes find their place`() throws {
        var chance = SeededGenerator(seed: 8)
        let lines = (0..<20_000).shuffled(using: &chance).map { index in
            let time = Timestamp(milliseconds: 1_777_626_000_000 + Int64(index) * 1000)
            return "46,\(Double(index) / 1000),\(time)"
        }
        let store = try Store.inMemory()
        let report = try store.take("lat,lon,time\n" + lines.joined(separator: "\n"))
        #expect(report.stored == 20_000)
        let longitudes = try store.everything().map(\.fix.coordinate.longitude)
        #expect(longitudes == (0..<20_000).map { Double($0) / 1000 })
    }

    @Test
    func `fixes older than they are kept are counted and not stored`() throws {
        let store = try Store.inMemory()
        let text = "lat,lon,time\n46,14,2024-05-01T09:00:00Z\n46,14,2026-05-01T09:00:00Z"
        let report = try store.take(text) { $0.keptSince = Timestamp("2026-01-01T00:00:00Z") }
        #expect((report.stored, report.outdated) == (1, 1))
    }
}
