import CivilTime

/// Finds habits in the days on which somebody left a place, for one thing.
///
/// Rules with support and confidence (R. Agrawal and R. Srikant, "Fast algorithms for mining association rules", VLDB
/// 1994) that are better than chance by as much as the number of rules that were tried demands (G. I. Webb,
/// "Discovering significant patterns", Machine Learning 68, 2007). The best is taken, what it covers is put aside, and
/// the next is looked for in the rest.
struct RuleMiner {
    /// Days since ``date`` until now are what counts as of late.
    let today: CivilDate

    /// The fewest days on which the thing went along.
    static let leastSupport = 4.0
    /// The true share is at least this, surely.
    static let leastShare = 0.55
    /// What was counted itself is at least this.
    static let leastCount = 0.75
    /// The share of days of which it is known what the thing did.
    static let leastKnown = 0.6
    /// The share against which it is held: one that goes along more often by chance is offered for that.
    static let even = 0.55
    /// How often it goes along where a narrower rule does not hold, for the rule of every time to be offered in its place.
    static let alike = 0.6
    /// How likely a rule without a habit behind it may be.
    static let chance = 0.05
    /// From this many half hours on, the times at which it goes along are any.
    static let wide = 18
    /// How many rules of a thing at a place there may be.
    static let most = 3
    /// Days within which a habit must have been kept to be one still.
    static let late = 21
    /// How often of late.
    static let leastLate = 0.6

    func rules(in records: [DayRecord]) -> [HabitRule] {
        var rest = records
        var rules: [HabitRule] = []
        let base = Self.base(of: records)
        while rules.count < Self.most, let rule = best(in: rest, base, isFirst: rules.isEmpty) {
            rules.append(rule)
            Self.clear(&rest, of: rule)
        }
        return rules
    }

    /// How often it goes along at all, the unit a departure; with one more each way, so that it is never all or nothing.
    ///
    /// Of two of which nothing is known one counts as without it: trackers are silent at rest.
    private static func base(of records: [DayRecord]) -> Double {
        let along = records.reduce(0) { $0 + $1.along.nonzeroBitCount }
        let apart = records.reduce(0) { $0 + $1.apart.nonzeroBitCount }
        let unknown = records.reduce(0) { $0 + $1.unknown.nonzeroBitCount }
        return Double(along + 1) / (Double(along + apart + 2) + 0.5 * Double(unknown))
    }

    private func best(in records: [DayRecord], _ base: Double, isFirst: Bool) -> HabitRule? {
        let candidates = candidates(in: records).sorted { ($0.worth, $1.window.count) > ($1.worth, $0.window.count) }
        for candidate in candidates {
            guard candidate.worth > 0 else { return nil }
            guard holds(candidate, base, isFirst: isFirst) else { continue }
            if isFirst, candidate.rivals > 1, let general = general(in: records, instead: candidate) { return general }
            let rule = narrowed(candidate, in: records)
            if isKept(rule, in: records) { return rule }
        }
        return nil
    }

    /// The rule of each time that somebody leaves, where it is as good for what another one leaves out.
    private func general(in records: [DayRecord], instead rule: HabitRule) -> HabitRule? {
        let tally = Self.tally(of: records, on: HabitRule.everyDay, within: .day)
        let general = HabitRule(days: HabitRule.everyDay, window: .day, tally: tally, isRecent: false)
        var rest = records
        Self.clear(&rest, of: rule)
        let left = Self.tally(of: rest, on: HabitRule.everyDay, within: .day)
        guard left.along + left.apart > 0, left.along >= Self.alike * (left.along + left.apart) else { return nil }
        guard holds(general, 1, isFirst: true), isKept(general, in: records) else { return nil }
        return narrowed(general, in: records)
    }

    /// Puts aside what a rule covers.
    private static func clear(_ records: inout [DayRecord], of rule: HabitRule) {
        for index in records.indices where rule.days.contains(records[index].date.weekday) {
            records[index].clear(rule.window.mask)
        }
    }

    private static func tally(of records: [DayRecord], on days: Set<Weekday>, within window: Window) -> Tally {
        let tallies = tallies(of: records, within: window)
        return days.reduce(Tally()) { $0 + tallies[$1.rawValue] }
    }

    private func holds(_ rule: HabitRule, _ base: Double, isFirst: Bool) -> Bool {
        let tally = rule.tally
        let known = tally.along + tally.apart
        guard tally.along >= Self.leastSupport, tally.cautious.low >= Self.leastShare,
            tally.along >= Self.leastCount * known, known >= Self.leastKnown * (known + tally.unknown)
        else { return false }
        // What holds whenever somebody leaves was not picked from anything.
        if isFirst, rule.rivals == 1 { return true }
        return tally.cautious.chance(at: min(base, Self.even)) * Double(rule.rivals) <= Self.chance
    }

    private func candidates(in records: [DayRecord]) -> [HabitRule] {
        let middle = records.first.map { ($0.date.daysSince1970 + today.daysSince1970) / 2 } ?? 0
        let late = records.filter { $0.date.daysSince1970 > middle }
        return [(records, false), (late, true)].flatMap { records, isRecent in
            Window.all.flatMap { window in
                let tallies = Self.tallies(of: records, within: window)
                return Self.daySets(tallies).map { days in
                    let tally = days.reduce(Tally()) { $0 + tallies[$1.rawValue] }
                    return HabitRule(days: days, window: window, tally: tally, isRecent: isRecent)
                }
            }
        }
    }

    /// By the number of the weekday.
    private static func tallies(of records: [DayRecord], within window: Window) -> [Tally] {
        var tallies = [Tally](repeating: Tally(), count: 8)
        let mask = window.mask
        for record in records {
            tallies[record.date.weekday.rawValue].add(record, within: mask)
        }
        return tallies
    }

    /// Every day, weekdays, the weekend, and those on which it went along so often that they are worth it.
    private static func daySets(_ tallies: [Tally]) -> [Set<Weekday>] {
        guard tallies.contains(where: { $0.along > 0 }) else { return [] }
        var sets = [HabitRule.everyDay, HabitRule.workdays, HabitRule.weekend]
        let good = Weekday.allCases.filter { tallies[$0.rawValue].along >= 2 && tallies[$0.rawValue].worth > 0 }
        sets += good.map { [$0] }
        if (2...6).contains(good.count), !sets.contains(Set(good)) { sets.append(Set(good)) }
        return sets
    }

    /// The same for the times at which the thing did go along.
    private func narrowed(_ rule: HabitRule, in records: [DayRecord]) -> HabitRule {
        let mask = rule.window.mask
        let covered = records.filter { rule.days.contains($0.date.weekday) }
        let inWindow = covered.flatMap(\.times).filter {
            mask & (UInt64(1) << UInt64($0 / DayRecord.slotSeconds)) != 0
        }
        guard let window = Window(around: inWindow), window.count < Self.wide else { return rule }
        var narrow = rule
        narrow.window = window
        narrow.tally = Self.tally(of: records, on: rule.days, within: window)
        // A narrower one leaves out wrong days as well as right ones; a quarter of an hour more may bring wrong ones in.
        return narrow.tally.worth >= rule.tally.worth - 2 ? narrow : rule
    }

    /// Whether it has been so of late, too, as far as somebody left the place at all.
    private func isKept(_ rule: HabitRule, in records: [DayRecord]) -> Bool {
        let late = records.filter { $0.date.daysSince1970 > today.daysSince1970 - Self.late }
        let tally = Self.tally(of: late, on: rule.days, within: rule.window)
        let known = tally.along + tally.apart
        return known == 0 ? late.count < 7 : tally.along >= Self.leastLate * known
    }
}
