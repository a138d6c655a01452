/// How much may be spent on finding out when events are, in steps: a rule of a stranger may go on for ever and never match.
struct Work: Sendable {
    /// What one event may take: some tens of milliseconds.
    static let ofEvent = 200_000
    /// What all events and time zones may take together: of a file, or of all files of a person.
    static let ofAll = 10_000_000

    /// What is left for all.
    private(set) var left: Int
    private var leftOfEvent: Int

    init(_ all: Int = Self.ofAll) {
        left = all
        leftOfEvent = min(all, Self.ofEvent)
    }

    /// Begins with another event, or another time zone.
    mutating func next() { leftOfEvent = min(left, Self.ofEvent) }

    /// Takes some steps; throws where that is more than there may be.
    mutating func spend(_ steps: Int = 1) throws(TooMuchWork) {
        guard steps <= leftOfEvent else {
            left -= leftOfEvent
            leftOfEvent = 0
            throw TooMuchWork()
        }
        left -= steps
        leftOfEvent -= steps
    }
}

/// A rule took more steps than it may.
struct TooMuchWork: Error {}
