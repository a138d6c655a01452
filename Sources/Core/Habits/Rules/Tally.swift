/// On how many days a thing went along, did not, and nobody knows.
///
/// A day on which its owner left several times counts by the share of them: days are independent of each other, and what
/// happens on one of them is less so.
struct Tally: Hashable, Sendable {
    var along = 0.0
    var apart = 0.0
    var unknown = 0.0

    /// What is surely on one side is rounded towards the other.
    var share: Share {
        let total = Int((along + apart).rounded())
        return Share(count: min(total, Int(along + 0.001)), total: total)
    }

    /// The same where of two days of which nothing is known one counts as without it: trackers are silent at rest.
    var cautious: Share {
        let total = Int((along + apart + 0.5 * unknown).rounded())
        return Share(count: min(total, Int(along + 0.001)), total: total)
    }

    mutating func add(_ record: DayRecord, within mask: UInt64) {
        let (along, apart) = ((record.along & mask).nonzeroBitCount, (record.apart & mask).nonzeroBitCount)
        guard along + apart > 0 else {
            if record.unknown & mask != 0 { unknown += 1 }
            return
        }
        self.along += Double(along) / Double(along + apart)
        self.apart += Double(apart) / Double(along + apart)
    }

    static func + (left: Tally, right: Tally) -> Tally {
        Tally(along: left.along + right.along, apart: left.apart + right.apart, unknown: left.unknown + right.unknown)
    }

    /// The worth of a rule with these days: two that are right make up for one that is wrong, and what is not known
    /// counts a little against it, so that a rule is not drawn around the days on which a tracker was heard.
    var worth: Double { along - 2 * apart - 0.5 * unknown }
}
