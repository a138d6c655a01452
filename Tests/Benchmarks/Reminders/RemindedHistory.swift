import Calendars
import History
import Messages
import Reminders
import Store
import Tracking

/// A history service without its bus that watches over the reminders of a town: what was told comes back as from a
/// broker, and what is needed from elsewhere is known at once.
struct RemindedHistory {
    private(set) var core: HistoryCore
    /// How often something was told of a reminder.
    private(set) var told = 0
    private let topics = Topics()

    /// Goes on where a store stands, and has heard all that the broker keeps.
    init(_ store: Store) throws {
        core = try HistoryCore(store: store)
        let fence = core.connected(at: ReminderTown.start).filter { $0.topic == topics.fence }
        try take(fence, at: ReminderTown.start)
    }

    /// With people, and what is defined for them.
    init(_ store: Store, _ town: ReminderTown, _ definitions: [Message]) throws {
        try self.init(store)
        try take(town.beginnings(at: ReminderTown.start), at: ReminderTown.start)
        try take(definitions, at: ReminderTown.start)
        let count = try store.reminders().count
        guard count == definitions.count else {
            throw WrongCount("reminders", expected: definitions.count, found: count)
        }
    }

    /// Takes in a batch, and what follows from it.
    mutating func take(_ messages: [Message], at now: Timestamp) throws {
        try hear(try core.ingest(messages, at: now), at: now)
        try learn(at: now)
    }

    mutating func tick(at now: Timestamp) throws {
        try hear(try core.tick(at: now), at: now)
        try learn(at: now)
    }

    /// What was told of a reminder has gone out when it comes back.
    private mutating func hear(_ messages: [Message], at now: Timestamp) throws {
        let events = messages.filter { topics.parse($0.topic)?.isOfReminderEvents == true }
        if events.isEmpty { return }
        told += events.count
        _ = try core.ingest(events, at: now)
    }

    /// Tells what is needed, and not known yet.
    private mutating func learn(at now: Timestamp) throws {
        for need in core.factsUntaught {
            let messages: [Message] =
                switch need {
                case .weather(let cell): try core.learn(.known(Self.forecast), of: cell, at: now)
                case .spots(let kind, let cell):
                    try core.learn(.known(Self.spots(cell)), of: kind, around: cell, at: now)
                case .calendar(let name): try core.learn(.known(Self.agenda), of: Name(name), at: now)
                }
            try hear(messages, at: now)
        }
    }

    /// Two days by the hour, with rain in the afternoon.
    private static let forecast: Forecast = {
        let slots: [Forecast.Slot] = (-1..<48).map { hour in
            let from = ReminderTown.start.advanced(by: .seconds(hour * 3600))
            let weather = Weather(
                sky: hour == 6 ? .rain : .clouds, temperature: 12 + Double(hour % 8), chance: 0.4)
            return Forecast.Slot(from: from, to: from.advanced(by: .seconds(3600)), weather: weather)
        }
        let end = ReminderTown.start.advanced(by: .seconds(48 * 3600))
        return Forecast(slots: slots, issued: ReminderTown.start, expires: end, source: "bench")
    }()

    /// Ten bakeries around the middle of a cell.
    private static func spots(_ cell: Cell) -> [Spot] {
        guard let middle = cell.middle else { return [] }
        return (0..<10).map { number in
            let position = middle.offset(north: Double(number * 200 - 1000), east: Double(number * 377 % 2000 - 1000))
            return Spot(name: "Bakery \(number)", position: position, kind: .bakery)
        }
    }

    /// Nine days with an appointment each.
    private static let agenda: Agenda = {
        let day = 86_400
        let occurrences = (0..<9).map { number in
            let start = ReminderTown.start.advanced(by: .seconds(number * day + 1800))
            return Occurrence(
                uid: "\(number)", title: "Meeting", location: nil, start: start,
                end: start.advanced(by: .seconds(3600)), isAllDay: false, isBusy: true
            )
        }
        return Agenda(
            from: ReminderTown.start.advanced(by: .seconds(-day)),
            to: ReminderTown.start.advanced(by: .seconds(9 * day)), occurrences: occurrences
        )
    }()
}

extension Topic {
    /// Whether it is where reminders are told.
    fileprivate var isOfReminderEvents: Bool { if case .reminderEvents = self { true } else { false } }
}
