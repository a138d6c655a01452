import Calendars
import CivilTime
import Facts
import Reminders
import Tracking

/// What the calendars say that are needed, for as long as their texts stay the same.
///
/// Reading a long one takes seconds: it is read again when its text changes, and twice a day, as time alone moves on what
/// it says of the days to come.
struct AgendaShelf: Sendable {
    private struct Entry: Sendable {
        let texts: [[UInt8]]
        let agenda: Known<Agenda>
        let read: Timestamp
    }

    private var entries: [String: Entry] = [:]

    /// For how long what was read stands.
    static let lifetime = Duration.seconds(43_200)
    /// For how far ahead calendars are read: what begins within a fortnight may be asked for until they are read again.
    static let horizon = Duration.seconds(16 * 86_400)

    /// What was read of these texts; nil where they are to be read.
    func agenda(of texts: [[UInt8]], named name: String, at now: Timestamp) -> Known<Agenda>? {
        guard let entry = entries[name], !Self.isOld(entry, at: now), entry.texts == texts else { return nil }
        return entry.agenda
    }

    mutating func keep(_ agenda: Known<Agenda>, of texts: [[UInt8]], named name: String, at now: Timestamp) {
        entries[name] = Entry(texts: texts, agenda: agenda, read: now)
    }

    /// Forgets one that is somewhere else now.
    mutating func forget(_ name: String) { entries[name] = nil }

    /// Forgets what nobody needs.
    mutating func keepOnly(_ needs: Set<Need>) { entries = entries.filter { needs.contains(.calendar($0.key)) } }

    /// Those that are to be read again, though nothing may have changed in them.
    func old(at now: Timestamp) -> [String] { entries.filter { Self.isOld($0.value, at: now) }.map(\.key) }

    /// How many events there are in the next fortnight; nil where that is not known now.
    func events(named name: String, at now: Timestamp) -> Int? {
        guard case .known(let agenda)? = entries[name]?.agenda else { return nil }
        let end = now.advanced(by: CalendarPlace.counted)
        return agenda.occurrences.count { $0.end > now && $0.start < end }
    }

    /// Also where the clock was set back: what was read begins too late then.
    private static func isOld(_ entry: Entry, at now: Timestamp) -> Bool {
        now < entry.read || entry.read.advanced(by: lifetime) <= now
    }
}

extension AgendaShelf {
    /// What texts say of the days around now; nil where the task is cancelled.
    static func read(_ texts: [[UInt8]], at now: Timestamp, in zone: Zone) -> Known<Agenda>? {
        let (from, to) = (now.advanced(by: .seconds(-86_400)), now.advanced(by: horizon))
        do throws(CalendarError) {
            let agenda = try Agenda(reading: texts, from: from, to: to, floating: zone) { Task.isCancelled }
            return agenda.map { .known($0) }
        } catch { return .failing("\(error)") }
    }
}
