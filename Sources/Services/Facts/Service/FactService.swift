public import Logging
public import Reminders
public import ServiceLifecycle
public import Tracking

/// Fetches what reminders need, for as long as they need it, and tells what is known.
///
/// What is to be done it asks its ``FactBook``; it brings the clock, chance, sockets and a file.
public actor FactService: Service {
    private var book: FactBook
    private let sender: FactSender
    private let file: FactFile?
    private let clock: any UTCClock
    private let logger: Logger
    private var generator: any RandomNumberGenerator & Sendable
    private let changed: @Sendable (Need) -> Void

    private var sleeper: Task<Void, Never>?
    private var isStirred = false
    private var kept = Timestamp(milliseconds: .min)
    private var hasNews = false
    private var hasToldBudget = false
    private var hasToldFile = false
    private let refresh: Duration
    private let nominatim: Nominatim?
    /// Before then no search begins.
    private var nextSearch = Timestamp(milliseconds: .min)
    private var searches = SearchMemory()
    /// What a weather station of one's own tells, to which somebody else listens; nil where there is none.
    private var station: StationState?
    /// How many calendars are being tried that nobody has connected yet.
    private var trials = 0

    /// How many of these there may be at once.
    static let mostTrials = 2

    /// How long somebody waits for their turn to search.
    private static let longestWait = Duration.seconds(5)

    /// The longest text that is searched for, in characters.
    public static let longestSearch = 200

    /// How often what is known goes into the file, at most.
    private static let keeping = Duration.seconds(60)

    /// A service that fetches nothing yet.
    ///
    /// What it knows and has used it keeps over a restart in `file`, or nowhere. `changed` is called after each fetch for
    /// a need, whether it has succeeded or not, and must not block.
    public init(
        _ configuration: FactConfiguration,
        file: FactFile? = nil,
        clock: any UTCClock,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger,
        changed: @escaping @Sendable (Need) -> Void = { _ in }
    ) {
        book = FactBook(configuration.sources, budget: configuration.budget, userAgent: configuration.userAgent)
        sender = FactSender(clock: clock)
        (self.file, self.clock, self.logger, self.changed) = (file, clock, logger, changed)
        (self.generator, refresh, nominatim) = (generator, configuration.refresh, configuration.nominatim)
        if let told = configuration.station, let name = configuration.weather {
            station = StationState(told, named: name, at: clock.now)
        }
        guard let file else { return }
        do throws(FactFile.Trouble) {
            if let memory = try file.read() {
                book.restore(memory)
                station?.restore(memory.station, at: clock.now)
            }
        } catch { logger.warning("\(error)") }
    }

    /// Sets what is needed from now on.
    public func setNeeds(_ needs: Set<Need>) {
        book.setNeeds(needs, at: clock.now)
        stir()
    }

    /// Sets where the calendars are, by the names that needs call them by.
    public func setCalendars(_ calendars: [String: CalendarPlace]) {
        let sources = calendars.map { ($0, CalendarSource(id: $0, place: $1, refresh: refresh)) }
        book.setCalendars(Dictionary(uniqueKeysWithValues: sources))
        stir()
    }

    /// The forecast for a cell of ``Cell/weather(of:)``: that of a station of one's own is that of every cell.
    public func forecast(for cell: Cell) -> Known<Forecast> {
        let now = clock.now
        return station?.weather(at: now) ?? book.forecast(for: cell, at: now)
    }

    /// What there is of a kind around a cell of ``Cell/spots(of:)``.
    public func spots(_ kind: SpotKind, in cell: Cell) -> Known<[Spot]> { book.spots(kind, in: cell, at: clock.now) }

    /// The texts of a calendar, as they came.
    public func calendar(_ name: String) -> Known<[[UInt8]]> { book.calendar(name, at: clock.now) }

    /// How it goes with each source that has been asked, and with a weather station of one's own.
    public var statuses: [SourceStatus] {
        let now = clock.now
        return book.statuses(at: now) + (station.map { [$0.status(at: now)] } ?? [])
    }

    /// Takes in what has happened to a weather station of one's own, in its order.
    public func note(_ events: [StationEvent]) {
        let (now, before) = (clock.now, station?.forecast)
        for event in events { station?.note(event, at: now) }
        guard station?.forecast != before else { return }
        // It goes into the file, as nobody can ask the station again.
        hasNews = true
        stir()
    }

    /// Why nothing comes from a weather station of one's own now; nil while something does, or where there is none.
    public var stationTrouble: String? { station?.trouble(at: clock.now) }

    /// How many bytes have come on the day of UTC, and how many may.
    public var bytes: (used: Int, limit: Int) { book.bytes(at: clock.now) }

    /// What an address leads to, the likeliest first; empty where nothing of the kind is known.
    ///
    /// One search a second goes out, whoever asks; what was searched for within the day is known.
    /// A suggestion is what is asked while somebody types; languages are as in `Accept-Language`.
    /// The account that searches has its share of the bytes for searches.
    /// - Throws: ``FactError``, also when too many ask at once.
    public func search(
        _ text: String, isSuggestion: Bool = false, languages: String? = nil, by account: String? = nil
    ) async throws(FactError) -> [Spot] {
        guard let nominatim else { throw FactError("no source is configured under 'places: nominatim' in facts.yaml") }
        guard !isSuggestion || nominatim.suggests else {
            throw FactError("the server for addresses gives no suggestions while somebody types")
        }
        let request = nominatim.request(text, languages: languages)
        if let known = searches.value(of: request, at: clock.now) { return known }
        try await takeTurn()
        let question = Question(request: request) { body, _ throws(FactError) in .spots(try Nominatim.spots(body)) }
        guard var fetch = book.beginSearch(question, by: account, at: clock.now) else {
            throw book.refusal(for: .search(account), at: clock.now)
        }
        let result = await sender.carryOut(&fetch)
        let now = clock.now
        book.settle(fetch, result, at: now, using: &generator)
        hasNews = true
        switch result {
        case .fact(.spots(let spots), _):
            searches.remember(spots, of: request, at: now)
            return spots
        case .failure(let error):
            if let rest = error.retryAfter { nextSearch = max(nextSearch, now.advanced(by: rest)) }
            throw error
        default: throw FactError("the server for addresses answers with something else")
        }
    }

    /// The texts of a calendar that nobody has connected yet, as they come: it is fetched once, now.
    ///
    /// The account that tries it has its share of the bytes for trials.
    /// - Throws: ``FactError`` where there is none, and with ``FactError/retryAfter`` where too many ask at once.
    public func fetchOnce(_ place: CalendarPlace, by account: String? = nil) async throws(FactError) -> [[UInt8]] {
        guard trials < Self.mostTrials else {
            throw FactError("too many calendars are being tried at once", retryAfter: .seconds(10))
        }
        let source = CalendarSource(id: "on trial", place: place, refresh: refresh)
        guard var fetch = book.beginTrial(source, by: account, at: clock.now) else {
            throw book.refusal(for: .trial(account), at: clock.now)
        }
        trials += 1
        defer { trials -= 1 }
        let result = await sender.carryOut(&fetch)
        book.settle(fetch, result, at: clock.now, using: &generator)
        hasNews = true
        switch result {
        case .fact(.calendar(let texts), _): return texts
        case .failure(let error): throw error
        default: throw FactError("the server answers with something else than a calendar")
        }
    }

    private func takeTurn() async throws(FactError) {
        let now = clock.now
        let turn = max(now, nextSearch)
        guard now.duration(to: turn) <= Self.longestWait else {
            throw FactError("the server for addresses is asked too often", retryAfter: now.duration(to: turn))
        }
        nextSearch = turn.advanced(by: Nominatim.pause)
        guard turn > now else { return }
        do { try await clock.sleep(until: turn, tolerance: nil) } catch { throw FactError("the search was ended") }
    }

    /// Fetches until it is shut down.
    public func run() async throws {
        await cancelWhenGracefulShutdown { await self.work() }
        keep()
    }

    private func work() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                for fetch in book.begin(at: clock.now) { group.addTask { await self.carryOut(fetch) } }
                tellBudget()
                keepNowAndThen()
                await pause()
            }
            group.cancelAll()
        }
    }

    private func carryOut(_ fetch: Fetch) async {
        var fetch = fetch
        let result = await sender.carryOut(&fetch)
        book.settle(fetch, result, at: clock.now, using: &generator)
        switch result {
        case .failure(let error) where !Task.isCancelled: logger.info("\(fetch.source): \(error)")
        default: break
        }
        hasNews = true
        if let need = fetch.need { changed(need) }
        stir()
    }

    /// Waits until something is due, or something has happened.
    private func pause() async {
        if !isStirred {
            let now = clock.now
            let next = book.wake(at: now) ?? now.advanced(by: .seconds(3600))
            let sleep = Task { [clock] in _ = try? await clock.sleep(until: next, tolerance: nil) }
            sleeper = sleep
            await withTaskCancellationHandler {
                await sleep.value
            } onCancel: {
                sleep.cancel()
            }
            sleeper = nil
        }
        isStirred = false
    }

    private func stir() {
        isStirred = true
        sleeper?.cancel()
    }

    private func tellBudget() {
        let isUsedUp = book.isUsedUp(at: clock.now)
        if isUsedUp, !hasToldBudget {
            let bytes = book.bytes(at: clock.now)
            logger.warning(
                "the \(bytes.limit) bytes of the day are used up: nothing is fetched for reminders until midnight UTC"
            )
        }
        hasToldBudget = isUsedUp
    }

    private func keepNowAndThen() {
        let now = clock.now
        guard hasNews, kept.milliseconds == .min || kept.advanced(by: Self.keeping) <= now else { return }
        keep()
        kept = now
    }

    private func keep() {
        guard hasNews, let file else { return }
        hasNews = false
        do throws(FactFile.Trouble) {
            let now = clock.now
            var memory = book.memory(at: now)
            memory.station = station?.memory(at: now)
            try file.write(memory)
            hasToldFile = false
        } catch {
            if !hasToldFile { logger.error("\(error); what is known is lost with a restart until that is mended") }
            hasToldFile = true
        }
    }
}
