import Store
import Tracking

extension DeviceStream {
    /// Goes on with the fixes of a device where an earlier life of the service left them; nil for one that has none.
    ///
    /// With it comes the last fix that was handed on and was plausible. `held` is what was kept of the fixes that wait.
    static func load(
        _ row: DeviceRow, held: [UInt8]?, number: Int, topSpeed: Double?, from store: Store
    ) throws -> (stream: DeviceStream, last: StoredFix?)? {
        let newest = try store.latest(of: row.id, limit: 1, reach: .store).first
        guard newest != nil || row.clockAhead != nil else { return nil }
        var stream = DeviceStream(row.id)
        stream.clockAhead = row.clockAhead ?? 0
        stream.newest = newest?.fix.time ?? stream.newest
        stream.isFirst = newest == nil
        var handed = newest
        if let held = held.flatMap({ Timestamp(rfc3339: $0) }) {
            // They are where they were, and go on when their time is over.
            let waiting = try store.fixes(of: row.id, from: held, to: stream.newest, reach: .store)
            // Two before, so that one is missing between it and the first that waits.
            let before = waiting.compactMap(\.mark).min().map { first in
                FixMark(boot: first.boot, sequence: first.sequence > 2 ? first.sequence - 2 : 0)
            }
            stream.order = ArrivalOrder(highest: before)
            stream.order.restore(waiting.map { Arrival(stored: $0, stream: number) })
            stream.savedHold = held
            handed = try store.latest(of: row.id, limit: 1, before: held, reach: .store).first
        } else {
            stream.order = ArrivalOrder(highest: newest?.mark)
        }
        stream.handed = handed?.fix.time ?? stream.handed
        let last = try stream.resumePlausibility(handed, topSpeed: topSpeed, from: store)
        return (stream, last)
    }

    private mutating func resumePlausibility(
        _ handed: StoredFix?, topSpeed: Double?, from store: Store
    ) throws -> StoredFix? {
        guard let handed else { return nil }
        guard handed.isImplausible else {
            _ = plausibility.judge(handed.fix, handed.mark, limit: nil)
            return handed
        }
        let after = Timestamp(milliseconds: handed.fix.time.milliseconds + 1)
        let last = try store.latest(of: device, limit: 1, before: after, isPlausible: true, reach: .store).first
        guard let last else { return nil }
        _ = plausibility.judge(last.fix, last.mark, limit: nil)
        // Those since are judged as they were.
        for fix in try store.fixes(of: device, from: last.fix.time, to: handed.fix.time, reach: .store)
        where fix.isImplausible {
            _ = plausibility.judge(fix.fix, fix.mark, limit: topSpeed)
        }
        return last
    }
}
