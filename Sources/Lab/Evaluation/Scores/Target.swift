import Simulation

/// Something that is to hold, and whether it does.
public struct Target: Hashable, Sendable {
    /// What is to hold, as a sentence without its end.
    public let sentence: String
    /// What was found, as far as it was measured.
    public let found: String
    public let holds: Bool

    init(_ sentence: String, found: String, holds: Bool) {
        (self.sentence, self.found, self.holds) = (sentence, found, holds)
    }
}

extension Target {
    /// What is to hold of distances from signal strength.
    public static func ranging(_ scores: [RangingScore]) -> [Target] {
        guard let ours = scores.first(where: { $0.method == "tagalong" }) else { return [] }
        let others = scores.filter { $0.method != "tagalong" }
        let nearest = others.min { $0.meanError < $1.meanError }
        let sharpest = others.max { $0.areaUnderCurve < $1.areaUnderCurve }
        let coverage = ours.coverage ?? 0
        return [
            Target(
                "the mean error is less than that of every other method",
                found: "\(decimals(ours.meanError)) m, best other \(nearest.told { "\(decimals($0.meanError)) m" })",
                holds: others.allSatisfy { ours.meanError < $0.meanError }
            ),
            Target(
                "the 90 % intervals hold the truth in 85 to 95 %",
                found: "\(decimals(100 * coverage, 1)) %",
                holds: (0.85...0.95).contains(coverage)
            ),
            Target(
                "near and far of 5 m are told apart better than by every other method",
                found: "\(decimals(ours.areaUnderCurve, 3)), best other "
                    + sharpest.told { decimals($0.areaUnderCurve, 3) },
                holds: others.allSatisfy { ours.areaUnderCurve > $0.areaUnderCurve }
            ),
        ]
    }

    /// What is to hold of a day by our own score.
    public static func day(_ ours: DayScore) -> [Target] {
        switch (ours.plan.kind, ours.plan.surroundings) {
        case (.carried, _):
            [
                atMost(ours.falseCriticals, 1.0 / 30, "at most 1 false critical alert in 30 item-days", "a day"),
                atMost(ours.falseWarnings, 1.0 / 3, "at most 1 false warning in 3 item-days", "a day"),
            ]
        case (.leftBluetooth, _):
            [
                atMost(ours.medianDistance, 15, "critical within 15 m in half of the runs", "m"),
                atMost(ours.longDistance, 30, "critical within 30 m in 95 % of the runs", "m"),
            ]
        case (.leftGNSS, .openSky):
            [atMost(ours.medianDistance, 20, "critical within 20 m in half of the runs", "m")]
        case (.leftGNSS, _): []
        }
    }

    /// What is to hold of changes of mode.
    public static func crossing(_ score: CrossingScore) -> Target {
        Target(
            "at most one change of mode a crossing in 95 % of the runs",
            found: "\(decimals(100 * score.calmShare, 1)) %",
            holds: score.calmShare >= 0.95
        )
    }

    /// What is to hold of the guard beside AirGuard's medium level.
    public static func guarding(_ scores: [GuardScore]) -> [Target] {
        guard let ours = scores.first(where: { $0.method == GuardRun.ours }) else { return [] }
        let medium = scores.first { $0.method.hasSuffix(AirGuardLevel.medium.rawValue) }
        let rate = ours.all.falseNotices.rate, other = medium?.all.falseNotices.rate ?? .nan
        let tagalong = ours.adversaries.first
        return [
            atMost(rate, 1.0 / 30, "at most 1 false notice in 30 person-days", "a day"),
            Target(
                "at most half as many as by AirGuard's medium level",
                found: "\(decimals(rate, 3)) and \(decimals(other, 3)) a day",
                holds: rate * 2 <= other
            ),
            atMost(
                tagalong.map { $0.longDelay / 60 }, 60,
                "within 60 minutes of the second leg in 95 % where the tag rotates daily and the phone reports often",
                "min"
            ),
            atMost(ours.all.longDelay / 60, 60, "within 60 minutes of the second leg in 95 % of all", "min"),
        ]
    }

    /// What is to hold of suggestions of reminders.
    public static func habits(_ score: HabitScore) -> [Target] {
        let (right, found) = (score.all.precision.share, score.all.recall.share)
        return [
            Target(
                "nine of ten suggestions are right", found: "\(decimals(100 * right, 1)) %", holds: right >= 0.9
            ),
            Target("eight of ten habits are found", found: "\(decimals(100 * found, 1)) %", holds: found >= 0.8),
        ]
    }

    private static func atMost(_ value: Double?, _ limit: Double, _ sentence: String, _ unit: String) -> Target {
        Target(
            sentence,
            found: value.map { $0.isFinite ? "\(decimals($0)) \(unit)" : "never" } ?? "not measured",
            holds: value.map { $0 <= limit } ?? false
        )
    }

    private static func decimals(_ number: Double, _ count: Int = 2) -> String {
        var scale = 1.0
        for _ in 0..<count { scale *= 10 }
        guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
        let whole = Int64((number.magnitude * scale).rounded())
        let fraction = String(whole % Int64(scale))
        let zeros = String(repeating: "0", count: count - fraction.count)
        return "\(number < 0 ? "-" : "")\(whole / Int64(scale)).\(zeros)\(fraction)"
    }
}

extension RangingScore? {
    /// The method's name with what is told of it.
    fileprivate func told(_ text: (RangingScore) -> String) -> String { map { "\($0.method) \(text($0))" } ?? "none" }
}
