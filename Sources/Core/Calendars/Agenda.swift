public import Tracking

/// One time of an event.
public struct Occurrence: Hashable, Sendable {
    /// What the calendar calls the event: the same for each of its times; empty where it does not say.
    public let uid: String
    /// In one line, at most 200 characters; may be empty.
    public let title: String
    public let location: String?
    public let start: Timestamp
    /// Not before the start; of a whole day it is the midnight at which the next one begins.
    public let end: Timestamp
    /// Whether it is of whole days, from midnight to midnight where the calendar is looked at.
    public let isAllDay: Bool
    /// Whether its owner is not free then: the calendar says so of each event (TRANSP).
    public let isBusy: Bool

    /// A time of an event.
    public init(
        uid: String, title: String, location: String?, start: Timestamp, end: Timestamp, isAllDay: Bool, isBusy: Bool
    ) {
        (self.uid, self.title, self.location) = (uid, title, location)
        (self.start, self.end, self.isAllDay, self.isBusy) = (start, end, isAllDay, isBusy)
    }
}

/// What there is in a calendar in a span of time.
public struct Agenda: Sendable, Equatable {
    /// The span for which it is complete, without its end: ``to`` is earlier than asked for where there is too much.
    public let from: Timestamp
    public let to: Timestamp
    /// What is in the span or reaches into it, by start, then end, then title; nothing that is cancelled.
    public let occurrences: [Occurrence]
    /// What could not be read or followed, one sentence each; at most ``CalendarFile/mostProblems``.
    public let problems: [String]

    /// How many times of events there may be.
    public static let mostOccurrences = 10_000

    /// An agenda, as a test or a scenario makes one.
    public init(from: Timestamp, to: Timestamp, occurrences: [Occurrence], problems: [String] = []) {
        (self.from, self.to, self.occurrences, self.problems) = (from, to, occurrences, problems)
    }
}
