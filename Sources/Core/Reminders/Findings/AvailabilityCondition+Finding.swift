import Calendars
import Tracking

extension AvailabilityCondition {
    /// How it stands at a moment by an agenda.
    func finding(at now: Timestamp, agenda: Known<Agenda>) -> Finding {
        guard let agenda = agenda.value else { return .unknown(agenda.missing ?? .waiting) }
        guard agenda.from <= now else { return .unknown(.waiting) }
        switch state {
        case .free(let span): return free(span, at: now, agenda)
        case .inEvent: return events(at: now, agenda, ahead: .zero) { $0.start <= now && now < $0.end }
        case .begins(let within):
            let last = now.advanced(by: within)
            return events(at: now, agenda, ahead: within) { now < $0.start && $0.start <= last }
        case .ends(let within):
            let last = now.advanced(by: within)
            return events(at: now, agenda, ahead: within) { $0.start <= now && now < $0.end && $0.end <= last }
        }
    }

    private func free(_ span: Duration, at now: Timestamp, _ agenda: Agenda) -> Finding {
        let last = now.advanced(by: span)
        let coming = agenda.occurrences.filter { $0.isBusy && $0.end > now && $0.end > $0.start }
        let next = coming.first
        if let next, next.start < last {
            // Free again at the earliest when one of those in the way has ended.
            let until = coming.prefix { $0.start < last }.map(\.end).min()
            return Finding(.fails, next.start <= now ? .event(next) : .free(until: next.start), until: until)
        }
        guard agenda.to >= last else { return .unknown(.horizon) }
        let edge = next.map(\.start) ?? agenda.to
        return Finding(.holds, .free(until: next?.start), until: edge.advanced(by: .zero - span).later(by: 1))
    }

    /// How it stands where one of the events has to be as asked for.
    private func events(
        at now: Timestamp, _ agenda: Agenda, ahead: Duration, _ counts: (Occurrence) -> Bool
    ) -> Finding {
        let wanted = agenda.occurrences.filter { isWanted($0) && $0.end >= now }
        let found = wanted.filter(counts)
        var until: Timestamp?
        for event in wanted {
            for edge in [event.start, event.end] {
                for moment in [edge.advanced(by: .zero - ahead), edge] where moment > now {
                    until = min(until ?? moment, moment)
                }
            }
        }
        guard let first = found.first else {
            guard agenda.to >= now.advanced(by: ahead) else { return .unknown(.horizon, until: until) }
            let next = wanted.first { $0.end > now }
            return Finding(.fails, .event(next), until: until)
        }
        return Finding(.holds, .event(first), until: until, subjects: found.prefix(Self.mostSubjects).map(\.subject))
    }

    /// Of so many events it is remembered that they were told: a calendar may have 10,000 at a time, and what is
    /// remembered is kept and published with the reminder.
    static let mostSubjects = 500

    /// Of events with a word all count, else those that keep their owner busy.
    private func isWanted(_ event: Occurrence) -> Bool {
        guard let word else { return event.isBusy }
        return event.title.folded.contains(word.folded)
    }
}

extension Occurrence {
    /// The same number for the same occurrence, in each run of the program.
    fileprivate var subject: Int {
        // FNV-1a of 64 bits: Hasher answers otherwise in each process.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(uid)\u{0}\(start.milliseconds)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(truncatingIfNeeded: hash)
    }
}

extension Timestamp {
    fileprivate func later(by milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }
}

extension String {
    /// Without case; no accent is dropped, as a word without it may be another one.
    fileprivate var folded: String { lowercased() }
}
