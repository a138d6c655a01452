public import Calendars
public import Reminders
public import Tracking

extension Scenario {
    /// What services outside tell in a scenario, for reminders to ask; what is nil nobody can be asked for.
    public struct Facts: Sendable {
        public internal(set) var weather: Source<Spell>?
        /// Of those owners who have connected a calendar.
        public internal(set) var calendars: [Name: Calendar] = [:]
        public internal(set) var spots: Source<Spot>?

        /// Whether nobody can be asked for anything.
        public var isEmpty: Bool { weather == nil && calendars.isEmpty && spots == nil }
    }

    /// A service that tells something, and when it does not.
    public struct Source<Entry: Sendable>: Sendable {
        public internal(set) var entries: [Entry] = []
        public internal(set) var outages: [Outage] = []
    }

    /// The weather from one time to another.
    public struct Spell: Hashable, Sendable {
        /// Around where, within ``FactBook/reach``; nil for wherever nothing else is said.
        public let around: Coordinate?
        /// Since the start.
        public let from: Duration
        /// Since the start; nil for until the next begins.
        public let to: Duration?
        public let weather: Weather
    }

    /// An owner's calendar.
    public struct Calendar: Sendable {
        /// Those of the files.
        public internal(set) var files: [CalendarFile] = []
        public internal(set) var events: [Appointment] = []
        public internal(set) var outages: [Outage] = []
    }

    /// An event of a calendar.
    public struct Appointment: Hashable, Sendable {
        public let title: String
        /// Since the start.
        public let from: Duration
        public let to: Duration
        /// Whether its owner is not free then.
        public let isBusy: Bool
    }

    /// A time at which a service does not answer.
    public struct Outage: Hashable, Sendable {
        /// Since the start.
        public let from: Duration
        /// Since the start; nil for to the end.
        public let to: Duration?
        /// Why.
        public let sentence: String

        func covers(_ elapsed: Int64) -> Bool {
            from.milliseconds <= elapsed && elapsed < to?.milliseconds ?? .max
        }
    }
}
