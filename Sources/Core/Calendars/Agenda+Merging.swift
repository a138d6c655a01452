public import Tracking

extension Agenda {
    /// What several calendars of one person say together, of the span that all of them are complete for.
    ///
    /// Where there is too much, the later part is left out, and the span ends earlier.
    public init(merging agendas: [Agenda], from: Timestamp, to: Timestamp) {
        var end = agendas.map(\.to).min().map { min($0, to) } ?? to
        var occurrences = agendas.flatMap(\.occurrences).sorted {
            ($0.start, $0.end, $0.title) < ($1.start, $1.end, $1.title)
        }
        if occurrences.count > Self.mostOccurrences {
            end = min(end, occurrences[Self.mostOccurrences].start)
            occurrences.removeSubrange(Self.mostOccurrences...)
        }
        let problems = agendas.flatMap(\.problems).prefix(CalendarFile.mostProblems)
        self.init(from: from, to: end, occurrences: occurrences.filter { $0.start < end }, problems: Array(problems))
    }
}
