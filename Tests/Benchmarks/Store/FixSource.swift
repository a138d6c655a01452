import Store
import Tracking

/// Fixes of a fleet on its way, as a history hands them to its store: of all trackers in turns, each with its number.
struct FixSource {
    let trackers: [DeviceID]
    private var next = 0
    private var sequences: [UInt32]
    private let begin = Timestamp(seconds: 1_735_689_600)

    init(_ count: Int) throws {
        trackers = try (0..<count).map { DeviceID(owner: try Name("o\($0 / 4)"), device: try Name("t\($0)")) }
        sequences = Array(repeating: 0, count: count)
    }

    /// How many have been taken.
    var taken: Int { next }

    /// The next fixes: ten seconds from one of a tracker to its next.
    mutating func take(_ count: Int) throws -> [StoredFix] {
        var fixes: [StoredFix] = []
        fixes.reserveCapacity(count)
        for _ in 0..<count {
            let tracker = next % trackers.count
            next += 1
            sequences[tracker] += 1
            let step = Int32(sequences[tracker])
            let time = begin.advanced(by: .seconds(10 * Int64(step)))
            let place = try Coordinate(
                latitudeE7: 460_000_000 + step * 900 + step % 7 * 13,
                longitudeE7: 145_000_000 + Int32(tracker) + step % 5 * 17
            )
            fixes.append(
                StoredFix(
                    device: trackers[tracker],
                    fix: Fix(coordinate: place, time: time, accuracy: 4.5, speed: 3.2),
                    mark: FixMark(boot: 1, sequence: sequences[tracker]),
                    mode: .cellular,
                    source: .gnss,
                    battery: 80,
                    received: time.advanced(by: .milliseconds(700))
                )
            )
        }
        return fixes
    }
}
