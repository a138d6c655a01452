public import Logging
public import ServiceLifecycle
public import Store
public import Tracking

/// Moves months out while a history service runs: looks once an hour, and within a minute for objects that are to go.
///
/// What is wrong with the storage is said once, and tried again with pauses of a minute to an hour. Nothing that is stored
/// waits for it.
public struct ArchiveService: Service {
    private let mover: MonthMover
    private let store: Store
    private let clock: any UTCClock
    private let logger: Logger
    private let turn: ArchiveTurn
    private let health: ArchiveHealth
    private let pause: @Sendable (Duration) async throws -> Void

    private static let minute = Duration.seconds(60)
    private static let hour = Duration.seconds(3600)

    /// A service that has not begun; `pause` waits between two looks.
    public init(
        _ mover: MonthMover, of store: Store, clock: any UTCClock, logger: Logger, turn: ArchiveTurn = ArchiveTurn(),
        health: ArchiveHealth = ArchiveHealth(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.mover, self.store, self.clock, self.logger) = (mover, store, clock, logger)
        (self.turn, self.health, self.pause) = (turn, health, pause)
    }

    public func run() async throws {
        let part = health.begin(at: clock.now)
        defer { health.end(part) }
        try? await cancelWhenGracefulShutdown {
            try await withTaskExecutorPreference(self.turn.executor) { try await self.look(part) }
        }
    }

    /// What a look was about, the less before the more: what works again is what had failed, or more than that.
    private enum Step: Int, Comparable {
        case nothing
        case clear
        case sweep

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    private func look(_ part: Int) async throws {
        var (next, rest, waits) = (clock.now, Self.minute, false)
        var trouble: (step: Step, sentence: String)?
        while true {
            try Task.checkCancellation()
            var step = Step.nothing
            do {
                // These would answer without what is out.
                let isMixed = try store.hasBlindWorkers()
                if isMixed, !waits {
                    logger.notice("workers of an older version are at work: no month is moved until they have ended")
                }
                waits = isMixed
                let isTime = next <= clock.now || next > clock.now.advanced(by: Self.hour + Self.hour)
                if isTime, !isMixed {
                    step = .sweep
                    tell(try await inTurn { pass in try await mover.sweep(between: pass) })
                    next = clock.now.advanced(by: Self.hour)
                    rest = Self.minute
                } else if try mover.hasRemovals() {
                    step = .clear
                    _ = try await inTurn { _ in try await mover.clear() }
                }
                // What could not be removed, and is put off, is not in order because it was not tried.
                if let known = trouble, known.step <= step, try !mover.hasPutOff() {
                    logger.info("the object storage is used again")
                    trouble = nil
                }
                if trouble == nil, !isTime || !isMixed { health.succeed(part, at: clock.now) }
            } catch let error where !(error is CancellationError) {
                if (error as? StoreError)?.reason == .fenced { return }
                health.fail()
                if trouble?.sentence != "\(error)" {
                    logger.warning("\(error); nothing is lost, trying again until it works")
                }
                trouble = (max(step, trouble?.step ?? .nothing), "\(error)")
                // What is wrong with what is to be removed puts off nothing else.
                if step == .sweep {
                    next = clock.now.advanced(by: rest)
                    rest = min(rest * 2, Self.hour)
                }
            }
            try await pause(Self.minute)
        }
    }

    /// Works while no other one of this process does; what is handed to `body` lets those who wait go first.
    private func inTurn<Value: Sendable>(
        _ body: (_ pass: () async throws -> Void) async throws -> Value
    ) async throws -> Value {
        try await turn.take()
        var isHeld = true
        let result: Result<Value, any Error>
        do {
            try Task.checkCancellation()
            result = .success(
                try await body {
                    try Task.checkCancellation()
                    isHeld = false
                    try await turn.pass()
                    isHeld = true
                })
        } catch { result = .failure(error) }
        if isHeld { await turn.give() }
        return try result.get()
    }

    private func tell(_ report: MonthMover.Report) {
        if report.months > 0 {
            logger.info("moved \(report.months) months with \(report.fixes) positions out, in \(report.bytes) bytes")
        }
        if report.removed > 0 { logger.info("removed \(report.removed) objects that nobody refers to") }
        if report.changed > 0 { logger.debug("\(report.changed) months changed meanwhile and wait") }
    }
}
