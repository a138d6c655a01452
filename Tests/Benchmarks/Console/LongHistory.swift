import Foundation
import Simulation
import Store
import Tracking

/// A database in which one item of a hundred has been about for long.
struct LongHistory {
    let path: String
    let item: DeviceID
    /// A day of the item's, every ten seconds.
    let day: ClosedRange<Timestamp>

    static let dayFixes = 8640

    /// Writes it.
    ///
    /// - Parameters:
    ///   - count: The fixes of the one item, ten seconds apart; the others have a hundred each.
    ///   - path: The file.
    /// - Throws: ``StoreError``.
    init(_ count: Int, at path: String) throws {
        self.path = path
        item = DeviceID(owner: try Name("owner-0"), device: try Name("tracker-0"))
        let end = Timestamp.wall
        let start = Timestamp(milliseconds: end.milliseconds - Int64(count) * 10_000)
        let first = start.milliseconds + Int64(max(0, count / 2 - Self.dayFixes)) * 10_000
        let days = min(Self.dayFixes, count)
        day = Timestamp(milliseconds: first)...Timestamp(milliseconds: first + Int64(days - 1) * 10_000)
        let store = try Store(path: path, mode: .readWrite(create: true), durability: .off)
        var draws = SplitMix(seed: 7, stream: "history")
        for number in 1..<100 {
            let other = DeviceID(owner: item.owner, device: try Name("tracker-\(number)"))
            try Self.write(other, 0..<100, from: start, store, &draws)
        }
        for part in stride(from: 0, to: count, by: 20_000) {
            try Self.write(item, part..<min(count, part + 20_000), from: start, store, &draws)
        }
    }

    private static func write(
        _ device: DeviceID,
        _ numbers: Range<Int>,
        from start: Timestamp,
        _ store: Store,
        _ draws: inout SplitMix
    ) throws {
        try store.write { transaction in
            for number in numbers {
                let time = Timestamp(milliseconds: start.milliseconds + Int64(number) * 10_000)
                let fix = Fix(
                    coordinate: try Coordinate(
                        latitude: 46.0569 + Double(Int.random(in: -9000...9000, using: &draws)) / 1e7,
                        longitude: 14.5058 + Double(Int.random(in: -9000...9000, using: &draws)) / 1e7
                    ),
                    time: time,
                    accuracy: Double(Int.random(in: 3...9, using: &draws)),
                    altitude: Double(Int.random(in: 2900...3100, using: &draws)) / 10,
                    verticalAccuracy: Double(Int.random(in: 5...15, using: &draws)),
                    speed: Double(Int.random(in: 0...60, using: &draws)) / 10,
                    course: Double(Int.random(in: 0...359, using: &draws))
                )
                let stored = StoredFix(
                    device: device,
                    fix: fix,
                    mark: FixMark(boot: 1, sequence: UInt32(number + 1)),
                    mode: .cellular,
                    source: .gnss,
                    trigger: "p",
                    connection: "m",
                    battery: 80,
                    received: Timestamp(milliseconds: time.milliseconds + 700)
                )
                _ = try transaction.insert(stored)
            }
        }
    }
}
