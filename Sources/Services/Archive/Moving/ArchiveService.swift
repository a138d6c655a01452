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
    private let pause: @Sendable (Duration) async throws -> Void

    private static let minute = Duration.seconds(60)
    private static let hour = Duration.seconds(3600)

    /// A service that has not begun; `pause` waits between two looks.
    public init(
        _ mover: MonthMover, of store: Store, clock: any UTCClock, logger: Logger, turn: ArchiveTurn = ArchiveTurn(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.mover, self.store, self.clock, self.logger) = (mover, store, clock, logger)
        (self.turn, self.pause) = (turn, pause)
    }

    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withTaskExecutorPreference(self.turn.executor) { try await self.look() }
        }
    }

    private func look() async throws {
        var (next, rest, trouble) = (clock.now, Self.minute, nil as String?)
        while true {
            try Task.checkCancellation()
            do {
                if next <= clock.now || next > clock.now.advanced(by: Self.hour + Self.hour) {
                    tell(try await inTurn { try await mover.sweep() })
                    next = clock.now.advanced(by: Self.hour)
                } else if try !store.removals().isEmpty {
                    _ = try await inTurn { try await mover.clear() }
                }
                if trouble != nil { logger.info("the object storage is used again") }
                (rest, trouble) = (Self.minute, nil)
            } catch let error where !(error is CancellationError) {
                if (error as? StoreError)?.reason == .fenced { return }
                if trouble != "\(error)" { logger.warning("\(error); nothing is lost, trying again until it works") }
                trouble = "\(error)"
                next = clock.now.advanced(by: rest)
                rest = min(rest * 2, Self.hour)
            }
            try await pause(Self.minute)
        }
    }

    /// Works while no other one of this process does.
    private func inTurn<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        await turn.take()
        let result: Result<Value, any Error>
        do {
            try Task.checkCancellation()
            result = .success(try await body())
        } catch { result = .failure(error) }
        await turn.give()
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
