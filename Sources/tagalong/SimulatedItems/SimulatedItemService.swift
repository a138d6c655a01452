import API
import Logging
import Messages
import ServiceLifecycle
import Simulation
import Synchronization
import Tracking

/// Runs the trackers of the simulated items, and keeps which there are in a file.
actor SimulatedItemService: Service {
    private let file: SimulatedItemFile
    private let topics: Topics
    private let clock: any UTCClock
    private let logger: Logger
    private let connect: SimulatedTrackerRun.Connect
    /// Why nothing is simulated; nil where all is well.
    private let trouble: String?
    private var items: [DeviceID: SimulatedItem] = [:]
    private var runs: [DeviceID: Task<Void, Never>] = [:]
    private var isRunning = false
    let devices: Devices

    /// Which there are, for who cannot wait.
    final class Devices: Sendable {
        private let all = Mutex<Set<DeviceID>>([])
        var value: Set<DeviceID> { all.withLock { $0 } }
        func set(_ devices: Set<DeviceID>) { all.withLock { $0 = devices } }
    }

    /// What the history service knows of an item of the file.
    enum Standing { case item, leaving, gone }

    /// A service that goes on with the items of its file; one that cannot be read is told of, and stays as it is.
    ///
    /// Lines of items that are no more are dropped. Where `standing` cannot tell, all stay.
    init(
        file: SimulatedItemFile,
        topics: Topics,
        clock: any UTCClock,
        logger: Logger,
        standing: (DeviceID) throws -> Standing,
        connect: @escaping SimulatedTrackerRun.Connect
    ) {
        (self.file, self.topics, self.clock) = (file, topics, clock)
        (self.logger, self.connect) = (logger, connect)
        devices = Devices()
        do {
            let kept = try file.read()
            let standing = Self.standing(of: kept, standing, logger)
            items = Dictionary(standing.map { ($0.device, $0) }) { $1 }
            trouble = nil
            if Set(standing) != Set(kept) { try? file.write(standing) }
        } catch {
            trouble = "nothing is simulated until this is mended or moved away: \(error)"
            logger.error("\(error); nothing is simulated until it is mended or moved away")
        }
        devices.set(Set(items.values.lazy.filter { !$0.isDeleted }.map(\.device)))
    }

    /// The items as the history service has them: whoever was killed may not have written what became of them.
    private static func standing(
        of kept: [SimulatedItem], _ standing: (DeviceID) throws -> Standing, _ logger: Logger
    ) -> [SimulatedItem] {
        kept.compactMap { item in
            var item = item
            do {
                switch try standing(item.device) {
                case .item: item.isDeleted = false
                // Its tracker has still to be told.
                case .leaving: item.isDeleted = true
                case .gone:
                    logger.info("\(item.device) is simulated no more: there is no such item")
                    return nil
                }
            } catch { logger.warning("\(item.device): whether it is an item cannot be read: \(error)") }
            return item
        }
    }

    /// Runs all trackers until it is shut down; each says that it is gone.
    func run() async throws {
        isRunning = true
        for device in items.keys { start(device) }
        // Whoever is shut down is not cancelled by it.
        let (end, tell) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationOrGracefulShutdownHandler {
            for await _ in end {}
        } onCancelOrGracefulShutdown: {
            tell.finish()
        }
        isRunning = false
        let ending = runs
        for run in ending.values { run.cancel() }
        for run in ending.values { await run.value }
        save()
    }

    /// What is simulated now, without what was deleted.
    var all: [SimulatedItem] { items.values.filter { !$0.isDeleted } }

    /// Switches the tracker on of an item that there is.
    func start(_ device: DeviceID) {
        guard isRunning, runs[device] == nil, let item = items[device] else { return }
        let run = SimulatedTrackerRun(
            item, topics: topics, clock: clock, logger: logger, connect: connect, keep: { await self.keep($0) }
        )
        // Not of the request that began it, nor ended in the middle of a sentence when the service is.
        runs[device] = Task.detached { if await run.run() { await self.part(from: device) } }
    }

    private func keep(_ item: SimulatedItem) {
        guard let old = items[item.device] else { return }
        var item = item
        item.isDeleted = old.isDeleted
        items[item.device] = item
        save()
    }

    /// Its item was deleted, and it knows.
    private func part(from device: DeviceID) {
        // One that was ended meanwhile is forgotten, and its name may be another's.
        guard runs.removeValue(forKey: device) != nil else { return }
        forget(device)
        save()
        logger.info("\(device) is simulated no more: its item was deleted")
    }

    private func forget(_ device: DeviceID) {
        items[device] = nil
        tellWhich()
    }

    private func tellWhich() { devices.set(Set(all.map(\.device))) }

    private func save() {
        guard trouble == nil else { return }
        do { try file.write(Array(items.values)) } catch { logger.error("what is simulated is not kept: \(error)") }
    }

    // MARK: What the routes do

    /// Keeps another one, which says nothing yet.
    func add(_ item: SimulatedItem) throws(SimulatedItemDesk.Refusal) {
        if let trouble { throw .failed(trouble) }
        if let old = items[item.device] { throw old.isDeleted ? .leaving(item.device) : .taken(item.device) }
        guard all.count < SimulatedItemDesk.most else { throw .full }
        try replace(item)
    }

    /// Counts one as deleted, on the disk too; its tracker goes on until it is told.
    func leave(_ device: DeviceID) throws(SimulatedItemDesk.Refusal) {
        guard var item = items[device], !item.isDeleted else { throw .unknown(device) }
        item.isDeleted = true
        try replace(item)
    }

    /// Takes that back, as its item could not be deleted.
    ///
    /// What cannot be written now is put right when the service starts: there is an item.
    func stay(_ device: DeviceID) {
        guard items[device] != nil else { return }
        items[device]?.isDeleted = false
        tellWhich()
        save()
    }

    /// Ends one without a goodbye, and forgets it; a line that cannot be taken out now is when the service starts.
    func end(_ device: DeviceID) async {
        guard items[device] != nil else { return }
        forget(device)
        save()
        guard let run = runs.removeValue(forKey: device) else { return }
        run.cancel()
        await run.value
    }

    /// Nothing is as said that is not on the disk.
    private func replace(_ item: SimulatedItem) throws(SimulatedItemDesk.Refusal) {
        var changed = items
        changed[item.device] = item
        do { try file.write(Array(changed.values)) } catch { throw .failed("nothing was changed: \(error)") }
        items = changed
        tellWhich()
    }
}
