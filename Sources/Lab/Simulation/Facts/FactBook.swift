public import Calendars
import CivilTime
public import Reminders
public import Tracking

/// What services outside tell on the virtual clock, of some copies of a scenario.
///
/// It is told at once and once: a forecast does not change but when its time comes, and while a service fails nothing
/// is known of what it told before.
public struct FactBook: Sendable {
    private let facts: Scenario.Facts
    private let start: Timestamp
    private let end: Timestamp
    /// How far east of the file's each copy lies, in degrees.
    private let turns: [Double]
    private let agendas: [Name: Agenda]
    /// The failures of each calendar, by the names of the copies.
    private let outages: [Name: [Scenario.Outage]]
    /// The milliseconds since the start at which a service fails or answers again, in order.
    public let edges: [Int64]

    /// How far from where it is told of the weather is so, in metres: two cells of forecasts.
    public static let reach = 25_000.0
    /// How far around a cell's middle shops are told of, in metres: beyond its corners by more than the farthest that
    /// somebody can be from the nearest.
    public static let around = 5000.0
    /// How far a forecast looks beyond the end of the scenario.
    private static let ahead = Duration.seconds(10 * 86_400)
    /// How far a calendar is looked through beyond the end: as far as one may ask.
    private static let calendarAhead = Duration.seconds(8 * 86_400)

    /// What is told in a world of that scenario.
    public init(_ scenario: Scenario, world: World) {
        facts = scenario.facts
        start = world.start
        end = world.start.advanced(by: scenario.duration)
        turns = world.turns
        var agendas: [Name: Agenda] = [:]
        var outages: [Name: [Scenario.Outage]] = [:]
        for (index, owner) in scenario.owners.enumerated() {
            guard let calendar = facts.calendars[owner.id] else { continue }
            let agenda = Self.agenda(calendar, from: world.start, to: end.advanced(by: Self.calendarAhead))
            for copy in turns.indices {
                let name = world.phone(ofOwner: copy * scenario.owners.count + index).id.owner
                (agendas[name], outages[name]) = (agenda, calendar.outages)
            }
        }
        (self.agendas, self.outages) = (agendas, outages)
        let all = (facts.weather?.outages ?? []) + (facts.spots?.outages ?? []) + outages.values.flatMap(\.self)
        edges = Set(all.flatMap { [$0.from, $0.to].compactMap { $0?.milliseconds } }).sorted()
    }

    /// Whether nobody can be asked for anything.
    public var isEmpty: Bool { facts.isEmpty }

    /// The weather to come in a cell, so many milliseconds after the start.
    public func forecast(of cell: Cell, at elapsed: Int64) -> Known<Forecast> {
        guard let source = facts.weather else { return .off }
        if let outage = source.outages.first(where: { $0.covers(elapsed) }) { return .failing(outage.sentence) }
        let spells = spells(of: cell, source.entries)
        guard !spells.isEmpty else { return .failing("the scenario tells no weather for this place") }
        let horizon = end.advanced(by: Self.ahead)
        let slots = spells.map { spell in
            let from = start.advanced(by: spell.from)
            return Forecast.Slot(
                from: from,
                to: spell.to.map { start.advanced(by: $0) } ?? max(from, horizon).advanced(by: .seconds(1)),
                weather: spell.weather
            )
        }
        return .known(Forecast(slots: slots, issued: start, expires: horizon, source: "the scenario"))
    }

    /// Those around the nearest place that something is said of, or else those of everywhere.
    private func spells(of cell: Cell, _ all: [Scenario.Spell]) -> [Scenario.Spell] {
        guard let middle = cell.middle else { return [] }
        var nearest: (around: Coordinate, distance: Double)?
        for around in Set(all.compactMap(\.around)) {
            let distance = turns.map { around.turned(by: $0).distance(to: middle) }.min() ?? .infinity
            // Of two that are as far the one that is farther south and west, for a set has no order.
            let rank = (distance, around.latitude, around.longitude)
            let isNearer = nearest.map { ($0.distance, $0.around.latitude, $0.around.longitude) > rank }
            if distance <= Self.reach, isNearer ?? true { nearest = (around, distance) }
        }
        return all.filter { $0.around == nearest?.around }
    }

    /// What an owner has in the calendar.
    public func agenda(of owner: Name, at elapsed: Int64) -> Known<Agenda> {
        guard let agenda = agendas[owner] else { return .off }
        if let outage = outages[owner]?.first(where: { $0.covers(elapsed) }) { return .failing(outage.sentence) }
        return .known(agenda)
    }

    /// What there is of a kind around a cell.
    public func spots(of kind: SpotKind, around cell: Cell, at elapsed: Int64) -> Known<[Spot]> {
        guard let source = facts.spots else { return .off }
        if let outage = source.outages.first(where: { $0.covers(elapsed) }) { return .failing(outage.sentence) }
        guard let middle = cell.middle else { return .known([]) }
        let turned = source.entries.filter { $0.kind == kind }.flatMap { spot in
            turns.map { Spot(name: spot.name, position: spot.position.turned(by: $0), kind: kind, address: nil) }
        }
        return .known(turned.filter { $0.position.distance(to: middle) <= Self.around })
    }

    private static func agenda(_ calendar: Scenario.Calendar, from start: Timestamp, to end: Timestamp) -> Agenda {
        var occurrences: [Occurrence] = []
        var (last, problems) = (end, [String]())
        for file in calendar.files {
            // Times without a zone are UTC, as those of quiet hours are.
            let agenda = file.occurrences(from: start, to: end, floating: .utc)
            last = min(last, agenda.to)
            occurrences += agenda.occurrences
            problems += agenda.problems
        }
        for (index, event) in calendar.events.enumerated() {
            occurrences.append(
                Occurrence(
                    uid: "event-\(index + 1)", title: event.title, location: nil, start: start.advanced(by: event.from),
                    end: start.advanced(by: event.to), isAllDay: false, isBusy: event.isBusy
                )
            )
        }
        occurrences.sort { ($0.start, $0.end, $0.title) < ($1.start, $1.end, $1.title) }
        let seen = occurrences.prefix { $0.start < last }
        return Agenda(from: start, to: last, occurrences: Array(seen), problems: problems)
    }
}
