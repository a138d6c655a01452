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
        try? await cancelWhenGracefulShutdown {
            try await withTaskExecutorPreference(self.turn.executor) { try await self.look() }
        }
    }

    private func look() async throws {
        var (next, rest, trouble, waits) = (clock.now, Self.minute, nil as String?, false)
        while true {
            try Task.checkCancellation()
            do {
                // These would answer without what is out.
                let isMixed = try store.hasBlindWorkers()
                if isMixed, !waits {
                    logger.notice("workers of an older version are at work: no month is moved until they have ended")
                }
                waits = isMixed
                let isTime = next <= clock.now || next > clock.now.advanced(by: Self.hour + Self.hour)
                if isTime, !isMixed {
                    tell(try await inTurn { pass in try await mover.sweep(between: pass) })
                    next = clock.now.advanced(by: Self.hour)
                } else if try mover.hasRemovals() {
                    _ = try await inTurn { _ in try await mover.clear() }
                }
                if trouble != nil { logger.info("the object storage is used again") }
                (rest, trouble) = (Self.minute, nil)
                health.succeed(at: clock.now)
            } catch let error where !(error is CancellationError) {
                if (error as? StoreError)?.reason == .fenced { return }
                health.fail()
                if trouble != "\(error)" { logger.warning("\(error); nothing is lost, trying again until it works") }
                trouble = "\(error)"
                next = clock.now.advanced(by: rest)
                rest = min(rest * 2, Self.hour)
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
