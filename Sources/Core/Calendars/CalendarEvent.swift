/// A VEVENT: an event, all of one that comes again, or one time of it that is another way.
struct CalendarEvent: Hashable, Sendable {
    /// How long it is: what is written, or else what follows from its start (RFC 5545, section 3.6.1).
    enum Length: Hashable, Sendable {
        case until(EventTime)
        case length(EventLength)
    }

    /// A time that is added to those of the rules, with its own length if it has one.
    struct Added: Hashable, Sendable {
        let start: EventTime
        let length: Length?
    }

    /// Where it begins in the file, from 1 on.
    let line: Int
    var uid = ""
    var title = ""
    var location: String?
    var start: EventTime
    var length: Length
    var isBusy = true
    var isCancelled = false
    var sequence = 0
    /// When this version was made, in seconds since 1970.
    var stamp = Int.min
    var rules: [RecurrenceRule] = []
    var exceptionRules: [RecurrenceRule] = []
    var added: [Added] = []
    var exceptions: [EventTime] = []
    /// Which time of an event this is.
    var recurrenceID: EventTime?
    /// Whether it is all times from that one on.
    var isThisAndFuture = false
}
