public import Tracking

/// How what is asked for of a time is put together of what the store has and what is out.
extension Store {
    /// The fixes of a span of time, oldest first, and for more than `limit` the oldest.
    ///
    /// `here` reads so many at most of what the store has, oldest first, and `out` of what a month has that is out.
    func oldest(
        _ limit: Int, of device: DeviceID, _ times: ClosedRange<Int64>, _ session: Session,
        here: (ClosedRange<Int64>, Int) throws -> [StoredFix],
        out: (Store, ClosedRange<Int64>, Int) throws -> [StoredFix]
    ) throws -> [StoredFix] {
        let months = try monthsOut(of: device, times, session)
        if months.isEmpty { return try here(times, limit) }
        var found: [StoredFix] = []
        for (span, month) in Self.spans(times, months) {
            let left = limit - found.count
            guard left > 0 else { break }
            guard let month else {
                found += try here(span, left)
                continue
            }
            let stores = try openMonths([month])
            let moved = try stores.flatMap { try out($0, span, left) }
            // What came late may be all copies, so all of it is needed to have so many.
            found += FixMerge.merged(try here(span, .max), moved).prefix(left)
        }
        return found
    }

    /// So many of the newest fixes, newest first.
    ///
    /// `here` reads so many at most of what the store has, newest first, and `out` so many of what a month has that is out.
    func newest(
        _ limit: Int, of device: DeviceID, _ times: ClosedRange<Int64>, _ session: Session,
        here: (Int) throws -> [StoredFix],
        out: (Store) throws -> [StoredFix]
    ) throws -> [StoredFix] {
        var wanted = limit
        while true {
            let found = try here(wanted)
            let isCut = found.count >= wanted
            let start = isCut ? found.last?.fix.time.milliseconds ?? times.lowerBound : times.lowerBound
            let months = try monthsOut(of: device, max(start, times.lowerBound)...times.upperBound, session)
            if months.isEmpty { return found }
            var merged = Array(found.reversed())
            for month in months.reversed() {
                if merged.count >= limit, month.last < merged[merged.count - limit].fix.time { break }
                merged = FixMerge.merged(merged, try openMonths([month]).flatMap(out).reversed())
            }
            if merged.count >= limit || !isCut { return merged.suffix(limit).reversed() }
            // Copies took the place of some.
            wanted += wanted
        }
    }

    /// A time cut where months that are out begin and end.
    static func spans(
        _ times: ClosedRange<Int64>, _ months: [MonthOut]
    ) -> [(times: ClosedRange<Int64>, month: MonthOut?)] {
        var spans: [(times: ClosedRange<Int64>, month: MonthOut?)] = []
        var start = times.lowerBound
        for month in months {
            let inside = month.month.times.clamped(to: times)
            if start < inside.lowerBound { spans.append((start...(inside.lowerBound - 1), nil)) }
            spans.append((inside, month))
            if inside.upperBound == times.upperBound { return spans }
            start = inside.upperBound + 1
        }
        spans.append((start...times.upperBound, nil))
        return spans
    }
}

extension Store {
    /// Hands out, oldest first, what this store has of a month together with other fixes of it, each once.
    ///
    /// - Throws: What `body` throws, or ``StoreError``.
    public func scanMerged(
        _ late: [StoredFix], of device: DeviceID, _ month: CalendarMonth, _ body: (StoredFix) throws -> Void
    ) throws {
        var merge = FixMerge(late)
        _ = try scanStored(device, month) { try merge.add($0, body) }
        try merge.end(body)
    }
}
