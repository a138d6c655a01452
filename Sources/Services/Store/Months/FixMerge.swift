import Tracking

/// Puts what the store has of a month together with what is out of it, each fix once.
///
/// A fix is a copy when all of its key is the same, or when it has no mark and one that is out has its time and
/// coordinate: as with files, which may not tell marks.
struct FixMerge {
    private let here: [StoredFix]
    private var next = 0
    /// The fixes that are out of the moment that was reached.
    private var moment: (time: Int64, keys: [FixRecord.Key])?
    /// What the store has of that moment, until it is known what is out of it.
    private var held: [StoredFix] = []

    /// What the store has, oldest first.
    init(_ here: [StoredFix]) { self.here = here }

    private static func key(_ fix: StoredFix) -> FixRecord.Key { FixRecord.Key(fix.fix, fix.mark) }

    /// Adds the next fix that is out, oldest first, and hands out in order what is complete by that.
    mutating func add(_ fix: StoredFix, _ body: (StoredFix) throws -> Void) rethrows {
        let time = fix.fix.time.milliseconds
        if let reached = moment?.time, reached != time { try endMoment(body) }
        while next < here.count, here[next].fix.time.milliseconds < time { try pass(body) }
        held.append(fix)
        moment = (time, (moment?.keys ?? []) + [Self.key(fix)])
    }

    /// Hands out the rest.
    mutating func end(_ body: (StoredFix) throws -> Void) rethrows {
        try endMoment(body)
        while next < here.count { try pass(body) }
    }

    private mutating func pass(_ body: (StoredFix) throws -> Void) rethrows {
        try body(here[next])
        next += 1
    }

    private mutating func endMoment(_ body: (StoredFix) throws -> Void) rethrows {
        guard let (time, keys) = moment else { return }
        var all = held
        while next < here.count, here[next].fix.time.milliseconds == time {
            let key = Self.key(here[next])
            let isCopy = keys.contains { out in
                out == key || key.mark == .none && (out.latitude, out.longitude) == (key.latitude, key.longitude)
            }
            if !isCopy { all.append(here[next]) }
            next += 1
        }
        if all.count > held.count { all.sort { Self.key($0) < Self.key($1) } }
        (moment, held) = (nil, [])
        try all.forEach(body)
    }

    /// Both in order.
    static func merged(_ here: [StoredFix], _ out: [StoredFix]) -> [StoredFix] {
        if here.isEmpty { return out }
        if out.isEmpty { return here }
        var merge = FixMerge(here)
        var all: [StoredFix] = []
        all.reserveCapacity(here.count + out.count)
        for fix in out { merge.add(fix) { all.append($0) } }
        merge.end { all.append($0) }
        return all
    }
}
