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

    /// How often what is known goes into the file, at most.
    private static let keeping = Duration.seconds(60)

    /// A service that fetches nothing yet.
    ///
    /// - Parameters:
    ///   - file: Where it keeps what it knows and has used over a restart; nil for nowhere.
    ///   - changed: Called after each fetch for a need, whether it has succeeded or not; must not block.
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
        self.generator = generator
        guard let file else { return }
        do throws(FactFile.Trouble) {
            if let memory = try file.read() { book.restore(memory) }
        } catch { logger.warning("\(error)") }
    }

    /// Sets what is needed from now on.
    public func setNeeds(_ needs: Set<Need>) {
        book.setNeeds(needs, at: clock.now)
        stir()
    }

    /// The forecast for a cell of ``Cell/weather(of:)``.
    public func forecast(for cell: Cell) -> Known<Forecast> { book.forecast(for: cell, at: clock.now) }

    /// What there is of a kind around a cell of ``Cell/spots(of:)``.
    public func spots(_ kind: SpotKind, in cell: Cell) -> Known<[Spot]> { book.spots(kind, in: cell, at: clock.now) }

    /// The texts of a calendar, as they came.
    public func calendar(_ name: String) -> Known<[[UInt8]]> { book.calendar(name, at: clock.now) }

    /// How it goes with each source that has been asked.
    public var statuses: [SourceStatus] { book.statuses(at: clock.now) }

    /// How many bytes have come on the day of UTC, and how many may.
    public var bytes: (used: Int, limit: Int) { book.bytes(at: clock.now) }

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
        changed(fetch.need)
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
            try file.write(book.memory(at: clock.now))
            hasToldFile = false
        } catch {
            if !hasToldFile { logger.error("\(error); what is known is lost with a restart until that is mended") }
            hasToldFile = true
        }
    }
}
