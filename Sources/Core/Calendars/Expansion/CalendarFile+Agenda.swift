public import CivilTime
public import Tracking

extension CalendarFile {
    /// The times of its events in a span.
    ///
    /// What takes place in part of the span is in it, and what takes no time if it is not at the span's end. Events that
    /// come again do so in their own zone's time: one at 9:00 stays at 9:00 when the clocks are set. A time in an hour that
    /// the clocks leave out is meant before they are set, and of two the first (RFC 5545, section 3.3.5).
    /// - Parameters:
    ///   - from: The first moment of the span.
    ///   - to: The first moment behind it.
    ///   - floating: Where times are that say no zone, and whole days.
    ///   - most: How many there may be; the span ends earlier where there are more.
    /// - Returns: What there is, in order, and what could not be followed.
    public func occurrences(
        from: Timestamp, to: Timestamp, floating: Zone, atMost most: Int = Agenda.mostOccurrences
    ) -> Agenda {
        var work = Work()
        return occurrences(from: from, to: to, floating: floating, atMost: most, &work)
    }

    /// The same, with what is left for several files.
    func occurrences(
        from: Timestamp, to: Timestamp, floating: Zone, atMost most: Int, _ work: inout Work
    ) -> Agenda {
        guard from < to else { return Agenda(from: from, to: from, occurrences: [], problems: problems) }
        var problems = problems
        func tell(_ problem: String) { if problems.count < Self.mostProblems { problems.append(problem) } }
        let table = ZoneTable(zones: zones, floating: floating)
        var expansion = Expansion(span: Span(from: from, to: to), zones: table, work)
        expansion.most = max(1, most)
        for one in series {
            do throws(TooMuchWork) { try expansion.add(one) } catch {
                let event = one.master ?? one.overrides.first
                let title = CalendarText.quoted(event?.title ?? "")
                let line = event?.line ?? 0
                tell("line \(line): the event \(title) comes again too often to be followed and is left out")
            }
        }
        work = expansion.work
        let occurrences = expansion.all()
        if expansion.span.to < to {
            tell("there are more than \(expansion.most) times of events: the later ones are left out")
        }
        return Agenda(from: from, to: expansion.span.to, occurrences: occurrences, problems: problems)
    }
}
