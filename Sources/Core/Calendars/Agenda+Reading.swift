public import CivilTime
public import Tracking

extension Agenda {
    /// What the calendars of one person say together of a span, each a text of the form of RFC 5545.
    ///
    /// However many texts there are, they take as much work and memory as one may: a server that gives each event a text of
    /// its own gets no more for it. It is nil where `isEnded`, which is asked before each text, says that nobody waits for it
    /// any more.
    /// - Throws: ``CalendarError`` where of one of them nothing is read.
    public init?(
        reading texts: [[UInt8]], from: Timestamp, to: Timestamp, floating: Zone,
        zones database: ZoneDatabase = ZoneDatabase(), isEnded: () -> Bool = { false }
    ) throws(CalendarError) {
        var shared = SharedReading()
        var found: [Agenda] = []
        var count = 0
        var end = to
        for text in texts {
            if isEnded() { return nil }
            let file = try CalendarFile(text, zones: database, &shared)
            let agenda = file.occurrences(
                from: from, to: end, floating: floating, atMost: Self.mostOccurrences, &shared.work
            )
            found.append(agenda)
            count += agenda.occurrences.count
            guard count > 2 * Self.mostOccurrences else { continue }
            // What is too much goes at once, and is not looked for any more.
            let merged = Agenda(merging: found, from: from, to: end)
            (found, count, end) = ([merged], merged.occurrences.count, merged.to)
        }
        self.init(merging: found, from: from, to: end)
    }
}
