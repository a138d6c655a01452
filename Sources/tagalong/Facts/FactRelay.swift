import Calendars
import CivilTime
import Facts
import History
import Logging
import Messages
import Reminders
import ServiceLifecycle
import Store
import Tracking

/// Brings what reminders need from elsewhere to the history that decides on them.
///
/// What it needs it tells by itself, and what is found out of that is told to it, one fact after the other.
actor FactRelay: Service {
    private let history: HistoryService
    private let configuration: FactConfiguration
    private let facts: FactService
    private let zone: Zone
    private let clock: any UTCClock
    private let logger: Logger
    private let connect: @Sendable (BusSession) throws -> any Bus
    private let post = FactPost()
    private var needs: Set<Need> = []
    /// Where calendars are, by whose they are.
    private var places: [String: CalendarPlace] = [:]
    /// What a weather station of one's own has said last.
    private var station: Forecast?
    /// What calendars say, for as long as they stay the same.
    private var agendas: [String: (texts: [[UInt8]], agenda: Known<Agenda>)] = [:]

    /// For how far ahead calendars are looked at: what begins within a fortnight may be asked for.
    private static let horizon = Duration.seconds(16 * 86_400)
    /// For how long what a station has measured stands; the engine grants it an hour more.
    private static let stands = Duration.seconds(1800)

    /// A relay that has not begun; `connect` makes a client of a session, for a weather station on MQTT.
    init(
        _ configuration: FactConfiguration, for history: HistoryService, zone: Zone, file: FactFile?,
        clock: any UTCClock, logger: Logger, connect: @escaping @Sendable (BusSession) throws -> any Bus
    ) {
        (self.history, self.configuration, self.zone) = (history, configuration, zone)
        (self.clock, self.logger, self.connect) = (clock, logger, connect)
        let post = post
        facts = FactService(configuration, file: file, clock: clock, logger: logger) { need in
            post.leave { $0.changed.insert(need) }
        }
    }

    /// What it asks, for whoever wants to know how that goes.
    nonisolated var service: FactService { facts }

    /// Runs until it is shut down.
    func run() async throws {
        await history.onNeeds { [post] all, untaught in
            post.leave { ($0.needs, $0.changed) = (all, $0.changed.union(untaught)) }
        }
        await history.onCalendars { [post] rows in post.leave { $0.calendars = rows } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.facts.run() }
            group.addTask { await cancelWhenGracefulShutdown { await self.relay() } }
            group.addTask { await cancelWhenGracefulShutdown { await self.count() } }
            if let station = configuration.station {
                group.addTask { try await cancelWhenGracefulShutdown { try await self.listen(to: station) } }
            }
            try await group.waitForAll()
        }
    }

    private func relay() async {
        for await _ in post.bell {
            let letter = post.take()
            var moved: Set<String> = []
            if let rows = letter.calendars { moved = await takeUp(rows) }
            if let needs = letter.needs, needs != self.needs {
                self.needs = needs
                await facts.setNeeds(needs)
                agendas = agendas.filter { needs.contains(.calendar($0.key)) }
            }
            if let forecast = letter.station { station = forecast }
            // Time alone has moved on what calendars say of the days to come.
            if letter.isNewHour { agendas = [:] }
            for need in needs {
                let isNews =
                    switch need {
                    case .weather: letter.station != nil
                    case .calendar(let name): letter.isNewHour || moved.contains(name)
                    case .spots: false
                    }
                if isNews || letter.changed.contains(need) { await teach(need) }
            }
            if Task.isCancelled { return }
        }
    }

    /// Goes by the calendars that people have connected, before those that the administrator has named.
    ///
    /// - Returns: Whose are elsewhere now. What those of others say is not read anew: that may take seconds each.
    private func takeUp(_ rows: [CalendarRow]) async -> Set<String> {
        var places = Dictionary(uniqueKeysWithValues: configuration.calendars.map { ($0.key.text, $0.value) })
        for row in rows {
            do {
                guard let calendar = ConnectedCalendar(decoding: row.place) else {
                    logger.warning("\(row) cannot be read: connect it again")
                    continue
                }
                places[row.owner.text] = try calendar.place(isTrusted: configuration.trusted.has(calendar))
            } catch { logger.warning("\(row) cannot be asked for: \(error)") }
        }
        let before = self.places
        let moved = Set(places.keys).union(before.keys).filter { places[$0] != before[$0] }
        for name in moved { agendas[name] = nil }
        self.places = places
        await facts.setCalendars(places)
        return moved
    }

    /// How many events an owner's calendar has in the next fortnight; nil where that is not known now.
    func events(of owner: Name) -> Int? {
        guard case .known(let agenda)? = agendas[owner.text]?.agenda else { return nil }
        let now = clock.now
        let end = now.advanced(by: .seconds(14 * 86_400))
        return agenda.occurrences.count { $0.end > now && $0.start < end }
    }

    private func count() async {
        while !Task.isCancelled {
            _ = try? await clock.sleep(until: clock.now.advanced(by: .seconds(3600)), tolerance: .seconds(60))
            post.leave { $0.isNewHour = true }
        }
    }

    /// Tells the history what is known of something.
    private func teach(_ need: Need) async {
        do {
            switch need {
            case .weather(let cell):
                let forecast = await weather(of: cell)
                try await history.perform { core, now in ((), try core.learn(forecast, of: cell, at: now)) }
            case .spots(let kind, let cell):
                let spots = await facts.spots(kind, in: cell)
                try await history.perform { core, now in
                    ((), try core.learn(spots, of: kind, around: cell, at: now))
                }
            case .calendar(let name):
                guard let owner = try? Name(name) else { return }
                let agenda = agenda(of: await facts.calendar(name), named: name)
                try await history.perform { core, now in ((), try core.learn(agenda, of: owner, at: now)) }
            }
        } catch {
            // The history asks anew once its store is written again.
            logger.debug("what is known of \(need) is not taken: \(error)")
        }
    }

    private func weather(of cell: Cell) async -> Known<Forecast> {
        guard configuration.station != nil else { return await facts.forecast(for: cell) }
        return station.map { .known($0) } ?? .waiting
    }

    /// What calendars say of the days around now.
    private func agenda(of calendars: Known<[[UInt8]]>, named name: String) -> Known<Agenda> {
        switch calendars {
        case .off: return .off
        case .waiting: return .waiting
        case .failing(let sentence): return .failing(sentence)
        case .known(let texts):
            if let known = agendas[name], known.texts == texts { return known.agenda }
            let agenda = agenda(of: texts)
            agendas[name] = (texts, agenda)
            return agenda
        }
    }

    private func agenda(of texts: [[UInt8]]) -> Known<Agenda> {
        let now = clock.now
        let (from, to) = (now.advanced(by: .seconds(-86_400)), now.advanced(by: Self.horizon))
        do throws(CalendarError) {
            let agenda = try Agenda(reading: texts, from: from, to: to, floating: zone) { Task.isCancelled }
            return agenda.map { .known($0) } ?? .waiting
        } catch { return .failing("\(error)") }
    }

    /// Hears what a weather station of one's own publishes.
    private func listen(to station: Station) async throws {
        let session = BusSession(
            clientID: "tagalong-weather-\(String(UInt64.random(in: 0 ... .max), radix: 16))",
            subscriptions: [.init(station.topic)],
            persistent: false
        )
        try await connect(session).run { event in
            guard case .received(let messages) = event else { return }
            for message in messages {
                guard let weather = message.bytes.flatMap(station.weather) else { continue }
                let now = self.clock.now
                let end = now.advanced(by: Self.stands)
                let slot = Forecast.Slot(from: now, to: end, weather: weather)
                let forecast = Forecast(slots: [slot], issued: now, expires: end, source: station.topic)
                self.post.leave { $0.station = forecast }
            }
        }
    }
}
