import Calendars
import CivilTime
import Facts
import History
import Logging
import Messages
import Reminders
import ServiceLifecycle
import Store
import Threads
import Tracking

/// Brings what reminders need from elsewhere to the history that decides on them.
///
/// What it needs it tells by itself, and what is found out of that is told to it, one fact after the other: calendars beside
/// the others, as reading a long one takes seconds.
actor FactRelay: Service {
    private let history: HistoryService
    private let configuration: FactConfiguration
    private let facts: FactService
    private let topics: Topics
    private let zone: Zone
    private let clock: any UTCClock
    private let logger: Logger
    private let connect: @Sendable (BusSession) throws -> any Bus
    private let post = FactPost()
    private var needs: Set<Need> = []
    /// What a weather station of one's own has told, and is not looked at yet.
    private var stationQueue = StationQueue()
    private let stationBell = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Where the calendars are, by their owners' names; nothing before those that people have connected are known.
    private var places: [String: CalendarPlace] = [:]
    private var agendas = AgendaShelf()
    /// The calendars that are still to be told to the history.
    private var untold: Set<String> = []
    private let calendarBell = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Where calendars are read: the threads that tasks share are free for what must not wait.
    private let work = WorkExecutor(threads: 1)

    /// A relay that has not begun; `connect` makes a client of a session, for a weather station on MQTT.
    init(
        _ configuration: FactConfiguration, for history: HistoryService, _ topics: Topics, zone: Zone, file: FactFile?,
        clock: any UTCClock, logger: Logger, connect: @escaping @Sendable (BusSession) throws -> any Bus
    ) {
        (self.history, self.configuration, self.topics, self.zone) = (history, configuration, topics, zone)
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
            group.addTask { await cancelWhenGracefulShutdown { await self.tellCalendars() } }
            group.addTask { await cancelWhenGracefulShutdown { await self.count() } }
            if let station = configuration.station {
                group.addTask { try await cancelWhenGracefulShutdown { try await self.listen(to: station) } }
                group.addTask { await cancelWhenGracefulShutdown { await self.tellStation() } }
                group.addTask { await cancelWhenGracefulShutdown { await self.watchStation() } }
            }
            try await group.waitForAll()
        }
    }

    private func relay() async {
        for await _ in post.bell {
            let letter = post.take()
            var changed = letter.changed
            if let rows = letter.calendars { changed.formUnion(await takeUp(rows)) }
            if let needs = letter.needs, needs != self.needs {
                self.needs = needs
                await facts.setNeeds(needs)
                agendas.keepOnly(needs)
            }
            // Time alone has moved on what calendars say of the days to come.
            if letter.isNewHour { changed.formUnion(agendas.old(at: clock.now).map(Need.calendar)) }
            for need in needs {
                switch need {
                case .weather: if letter.hasStationNews || changed.contains(need) { await teach(need) }
                case .spots: if changed.contains(need) { await teach(need) }
                case .calendar(let name): if changed.contains(need) { untold.insert(name) }
                }
            }
            if !untold.isEmpty { calendarBell.continuation.yield() }
            if Task.isCancelled { return }
        }
    }

    /// Tells the history what calendars say, one after the other, and in each round each of them once.
    private func tellCalendars() async {
        for await _ in calendarBell.stream {
            let names = untold.sorted()
            untold = []
            for name in names where needs.contains(.calendar(name)) && !Task.isCancelled {
                await teach(.calendar(name))
            }
        }
    }

    /// Goes by the calendars that people have connected, before those that the administrator has named; answers with those
    /// that are somewhere else than before.
    private func takeUp(_ rows: [CalendarRow]) async -> [Need] {
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
        await facts.setCalendars(places)
        let changed = Set(places.keys).union(self.places.keys).filter { places[$0] != self.places[$0] }
        self.places = places
        for name in changed { agendas.forget(name) }
        return changed.map(Need.calendar)
    }

    /// How many events an owner's calendar has in the next fortnight; nil where that is not known now.
    func events(of owner: Name) -> Int? { agendas.events(named: owner.text, at: clock.now) }

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
                let forecast = await facts.forecast(for: cell)
                try await history.perform { core, now in ((), try core.learn(forecast, of: cell, at: now)) }
            case .spots(let kind, let cell):
                let spots = await facts.spots(kind, in: cell)
                try await history.perform { core, now in
                    ((), try core.learn(spots, of: kind, around: cell, at: now))
                }
            case .calendar(let name):
                guard let owner = try? Name(name), let agenda = await agenda(named: name) else { return }
                try await history.perform { core, now in ((), try core.learn(agenda, of: owner, at: now)) }
            }
        } catch {
            // The history asks anew once its store is written again.
            logger.debug("what is known of \(need) is not taken: \(error)")
        }
    }

    /// What a calendar says of the days around now; nil where that is to be asked again, or by nobody any more.
    private func agenda(named name: String) async -> Known<Agenda>? {
        let place = places[name]
        let texts: [[UInt8]]
        switch await facts.calendar(name) {
        case .off: return .off
        case .waiting: return .waiting
        case .failing(let sentence): return .failing(sentence)
        case .known(let known): texts = known
        }
        let (now, zone) = (clock.now, zone)
        if let known = agendas.agenda(of: texts, named: name, at: now) { return known }
        let agenda = await withTaskExecutorPreference(work) { await Self.read(texts, at: now, in: zone) }
        // Who has another one since then is told of that one next.
        guard let agenda, needs.contains(.calendar(name)), places[name] == place else { return nil }
        agendas.keep(agenda, of: texts, named: name, at: now)
        return agenda
    }

    @concurrent
    private static func read(_ texts: [[UInt8]], at now: Timestamp, in zone: Zone) async -> Known<Agenda>? {
        AgendaShelf.read(texts, at: now, in: zone)
    }

    /// Hears what a weather station of one's own publishes.
    private func listen(to station: Station) async throws {
        let session = BusSession(
            clientID: "tagalong-weather-\(String(UInt64.random(in: 0 ... .max), radix: 16))",
            subscriptions: [.init(station.topic)],
            persistent: false
        )
        try await connect(session).run { await self.hear($0, topic: station.topic) }
    }

    private func hear(_ event: BusEvent, topic: String) {
        switch event {
        case .connected: stationQueue.put(.listening)
        case .disconnected(let reason):
            let refusal = StationRefusal(reason, topic: topic, topics)
            logger.warning("\(refusal.logged)")
            stationQueue.put(.unheard(refusal.told))
        case .received(let messages):
            // An empty one takes back what the broker keeps, and tells nothing.
            for message in messages where !message.isEmpty {
                stationQueue.put(.told(message.payload, isKept: message.retained))
            }
        }
        stationBell.continuation.yield()
    }

    /// Tells what has happened to the station, and what it has told no more often than its queue says.
    private func tellStation() async {
        for await _ in stationBell.stream {
            let (events, isPaced) = stationQueue.take()
            guard !events.isEmpty else { continue }
            await facts.note(events)
            post.leave { $0.hasStationNews = true }
            guard isPaced else { continue }
            _ = try? await clock.sleep(until: clock.now.advanced(by: StationQueue.pause), tolerance: .seconds(1))
        }
    }

    /// Tells when the station has fallen silent: then nothing happens that would.
    private func watchStation() async {
        var known = await facts.stationTrouble
        while !Task.isCancelled {
            _ = try? await clock.sleep(until: clock.now.advanced(by: .seconds(60)), tolerance: .seconds(10))
            let trouble = await facts.stationTrouble
            if trouble != known { post.leave { $0.hasStationNews = true } }
            known = trouble
        }
    }
}
