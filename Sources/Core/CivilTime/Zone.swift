public import Tracking

/// A time zone: what clocks have shown there, and will show as far as its rules are known today.
public struct Zone: Sendable, Equatable {
    /// Its name in the database, such as `Europe/Zurich`, or the rule that it is made of.
    public let name: String

    /// Moments of another type, in seconds since 1970, ascending, and the types' indices from there on.
    private let transitions: [Int]
    private let kinds: [UInt8]
    /// At least one; the first holds before all transitions.
    private let types: [LocalType]
    /// From the last transition on.
    private let rule: ZoneRule?

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", type: LocalType(offset: 0, abbreviation: "UTC"))

    private init(name: String, type: LocalType) {
        self.name = name
        (transitions, kinds, types, rule) = ([], [], [type], nil)
    }

    /// A zone of the database, from its file's bytes: TZif of version 1 to 4, RFC 9636.
    ///
    /// - Throws: ``ZoneError/badFile(name:byte:trouble:)``, and ``ZoneError/leapSeconds(name:)`` for one that counts them.
    public init(name: String, data: [UInt8]) throws(ZoneError) {
        let file = try ZoneFile(name: name, data)
        self.name = name
        (transitions, kinds, types, rule) = (file.transitions, file.kinds, file.types, file.rule)
    }

    /// A zone of a rule that holds in all years, such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+0330>-3:30`.
    ///
    /// The rule is as POSIX has it in `TZ`, and the times of changes may be -167 to 167 hours as in RFC 9636, 3.3.1.
    /// - Throws: ``ZoneError/badRule(_:character:expected:)``.
    public init(name: String, posix: String) throws(ZoneError) {
        let rule = try ZoneRule(posix: posix)
        self.name = name
        (transitions, kinds, types, self.rule) = ([], [], [rule.standard], rule)
    }

    /// Seconds that its clocks are ahead of UTC: positive in the east, within 26 hours.
    public func offset(at moment: Timestamp) -> Int { offset(atSecond: moment.flooredSeconds) }

    /// What the time is called then, such as `CEST`; not unique in the world.
    public func abbreviation(at moment: Timestamp) -> String {
        let second = moment.flooredSeconds
        let next = nextIndex(after: second)
        if next == transitions.count, let rule { return rule.type(at: second).abbreviation }
        return types[typeIndex(before: next)].abbreviation
    }

    func offset(atSecond second: Int) -> Int {
        let next = nextIndex(after: second)
        if next == transitions.count, let rule { return rule.offset(at: second) }
        return types[typeIndex(before: next)].offset
    }

    /// The first transition after a second.
    private func nextIndex(after second: Int) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func typeIndex(before transition: Int) -> Int { transition == 0 ? 0 : Int(kinds[transition - 1]) }

    /// The next moment at which the clocks are set; nil when none is known.
    ///
    /// A new name for the same time, or summer time that becomes the standard, is none.
    public func nextTransition(after moment: Timestamp) -> Timestamp? {
        nextChange(afterSecond: moment.flooredSeconds).flatMap(Timestamp.init(exactSeconds:))
    }

    func nextChange(afterSecond second: Int) -> Int? {
        var index = nextIndex(after: second)
        while index < transitions.count {
            let moment = transitions[index]
            if offset(atSecond: moment) != types[typeIndex(before: index)].offset { return moment }
            index += 1
        }
        return rule?.nextChange(after: max(second, transitions.last ?? second))
    }
}

extension Timestamp {
    /// Whole seconds since 1970, rounded down.
    var flooredSeconds: Int { Int(milliseconds).floored(by: 1000).quotient }

    /// Nil beyond what milliseconds can tell.
    init?(exactSeconds seconds: Int) {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return nil }
        self.init(milliseconds: Int64(milliseconds))
    }
}
