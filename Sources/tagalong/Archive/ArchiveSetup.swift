import API
import Archive
import Logging
import ServiceLifecycle
import Store

/// How a history service moves months out, and reads those that are.
struct ArchiveSetup: Sendable {
    let choice: ArchiveChoice
    let keepHot: KeepHot
    private let logger: Logger
    /// The partitions of a worker take turns.
    private let turn = ArchiveTurn()
    private let health = ArchiveHealth()

    /// What is given by flags, or set for more than one call; nil for none.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    static func read(
        _ archive: ArchiveOptions, _ keepHot: KeepHotOptions, _ settings: CommandSettings
    ) throws -> ArchiveSetup? {
        let kept = try ArchiveChoice.keepHot(keepHot, settings)
        return try ArchiveChoice.read(archive, settings).map { choice in
            ArchiveSetup(
                choice: choice, keepHot: kept, logger: Logger(part: "archive", level: settings.logLevel))
        }
    }

    private init(choice: ArchiveChoice, keepHot: KeepHot, logger: Logger) {
        (self.choice, self.keepHot, self.logger) = (choice, keepHot, logger)
    }

    /// The service that moves months of a store, from which those that are out can be read from now on.
    func service(of store: Store) -> any Service {
        store.attach(choice.cache)
        let mover = MonthMover(store, choice.storage, choice.cache, keepHot: keepHot, clock: SystemUTCClock())
        return ArchiveService(mover, of: store, clock: SystemUTCClock(), logger: logger, turn: turn, health: health)
    }

    /// The service that keeps no more of what was fetched than is out of a store, where this process moves nothing of it.
    func sweep(of store: Store) -> any Service { CacheSweep(choice.cache, of: store, clock: SystemUTCClock()) }

    /// How that gets on, for `/metrics`.
    ///
    /// - Throws: ``StoreError``.
    func metrics(of store: Store) throws -> ArchiveMetrics {
        let (room, health) = (try store.archiveRoom(), health.current)
        return ArchiveMetrics(
            months: room.months, bytes: room.bytes, removals: room.removals, failures: health.failures,
            succeeded: health.succeeded)
    }
}
