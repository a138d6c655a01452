import Store
import Tracking

extension HistoryCore {
    /// Goes on with the fixes of a device where an earlier life of the service left them.
    ///
    /// - Parameters:
    ///   - row: The device.
    ///   - held: What was kept of its fixes that wait.
    /// - Returns: The last fix that was handed on and was plausible.
    /// - Throws: ``StoreError``.
    mutating func resumeStream(of row: DeviceRow, _ held: [UInt8]?) throws -> StoredFix? {
        let newest = try store.latest(of: row.id, limit: 1).first
        guard newest != nil || row.clockAhead != nil else { return nil }
        var stream = DeviceStream(row.id)
        let index = streams.count
        stream.clockAhead = row.clockAhead ?? 0
        stream.newest = newest?.fix.time ?? stream.newest
        stream.isFirst = newest == nil
        var handed = newest
        if let held = held.flatMap({ Timestamp(rfc3339: $0) }) {
            // They are where they were, and go on when their time is over.
            let waiting = try store.fixes(of: row.id, from: held, to: stream.newest)
            stream.order = ArrivalOrder(highest: waiting.compactMap(\.mark).min().map(Self.markBeforeGap))
            stream.order.restore(waiting.map { Arrival($0, stream: index) })
            stream.savedHold = held
            holding.append(index)
            handed = try store.latest(of: row.id, limit: 1, before: held).first
        } else {
            stream.order = ArrivalOrder(highest: newest?.mark)
        }
        stream.handed = handed?.fix.time ?? stream.handed
        let last = try resumePlausibility(&stream, handed)
        streams.append(stream)
        streamIndices[row.id] = index
        return last
    }

    /// A mark two before: so that one is missing between it and the first that waits.
    private static func markBeforeGap(_ mark: FixMark) -> FixMark {
        FixMark(boot: mark.boot, sequence: mark.sequence > 2 ? mark.sequence - 2 : 0)
    }

    private func resumePlausibility(_ stream: inout DeviceStream, _ handed: StoredFix?) throws -> StoredFix? {
        guard let handed else { return nil }
        guard handed.isImplausible else {
            _ = stream.plausibility.judge(handed.fix, handed.mark, limit: nil)
            return handed
        }
        let after = Timestamp(milliseconds: handed.fix.time.milliseconds + 1)
        let last = try store.latest(of: stream.device, limit: 1, before: after, isPlausible: true).first
        guard let last else { return nil }
        _ = stream.plausibility.judge(last.fix, last.mark, limit: nil)
        // Those since are judged as they were.
        for fix in try store.fixes(of: stream.device, from: last.fix.time, to: handed.fix.time) where fix.isImplausible
        {
            _ = stream.plausibility.judge(fix.fix, fix.mark, limit: configuration.topSpeed)
        }
        return last
    }
}
