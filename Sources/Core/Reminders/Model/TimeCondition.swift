public import CivilTime

/// Between two times of the day, on some days of the week.
public struct TimeCondition: Hashable, Sendable {
    /// From this moment on.
    public let from: DayEnd
    /// Until before this moment; one that is not after ``from`` is on the next day.
    public let to: DayEnd
    /// The days on which it begins.
    public let days: Set<Weekday>
    /// The name of the time zone in which it is meant; nil for that of the service.
    public let zone: String?

    /// Why there is no such span.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case noDay
        case same

        public var description: String {
            switch self {
            case .noDay: "at least one day of the week is expected"
            case .same: "two different times of day are expected"
            }
        }
    }

    /// - Throws: ``Invalid`` where no moment could lie within.
    public init(from: DayEnd, to: DayEnd, days: Set<Weekday> = Self.everyDay, zone: String? = nil) throws(Invalid) {
        if days.isEmpty { throw .noDay }
        if from == to { throw .same }
        (self.from, self.to, self.days, self.zone) = (from, to, days, zone)
    }

    public static let everyDay = Set(Weekday.allCases)

    /// Whether it depends on where its owner is.
    public var followsSun: Bool { from.isOfSun || to.isOfSun }
}
