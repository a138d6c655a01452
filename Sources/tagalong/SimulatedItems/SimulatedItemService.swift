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

    /// A service that goes on with the items of its file; one that cannot be read is told of, and stays as it is.
    init(
        file: SimulatedItemFile,
        topics: Topics,
        clock: any UTCClock,
        logger: Logger,
        connect: @escaping SimulatedTrackerRun.Connect
    ) {
        (self.file, self.topics, self.clock) = (file, topics, clock)
        (self.logger, self.connect) = (logger, connect)
        devices = Devices()
        do {
            for item in try file.read() { items[item.device] = item }
            trouble = nil
        } catch {
            trouble = "nothing is simulated until this is mended or moved away: \(error)"
            logger.error("\(error); nothing is simulated until it is mended or moved away")
        }
        devices.set(Set(items.keys))
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

    /// What is simulated now.
    var all: [SimulatedItem] { Array(items.values) }

    /// Switches the tracker on of an item that there is.
    func start(_ device: DeviceID) {
        guard isRunning, runs[device] == nil, let item = items[device] else { return }
        let run = SimulatedTrackerRun(
            item, topics: topics, clock: clock, logger: logger, connect: connect, keep: { await self.keep($0) }
        )
        // Not of the request that began it, nor ended in the middle of a sentence when the service is.
        runs[device] = Task.detached { if await run.run() { await self.leave(device) } }
    }

    private func keep(_ item: SimulatedItem) {
        guard items[item.device] != nil else { return }
        items[item.device] = item
        save()
    }

    /// Its item was deleted, and it knows.
    private func leave(_ device: DeviceID) {
        // One that was ended meanwhile is forgotten, and its name may be another's.
        guard runs.removeValue(forKey: device) != nil else { return }
        forget(device)
        save()
        logger.info("\(device) is simulated no more: its item was deleted")
    }

    private func forget(_ device: DeviceID) {
        items[device] = nil
        devices.set(Set(items.keys))
    }

    private func save() {
        guard trouble == nil else { return }
        do { try file.write(all) } catch { logger.error("what is simulated is not kept: \(error)") }
    }

    // MARK: What the routes do

    /// Keeps another one, which says nothing yet.
    func add(_ item: SimulatedItem) throws(SimulatedItemDesk.Refusal) {
        if let trouble { throw .failed(trouble) }
        guard items[item.device] == nil else { throw .taken(item.device) }
        guard items.count < SimulatedItemDesk.most else { throw .full }
        do { try file.write(all + [item]) } catch { throw .failed("\(error)") }
        items[item.device] = item
        devices.set(Set(items.keys))
    }

    /// Ends one without a goodbye, and forgets it.
    func end(_ device: DeviceID) async throws(SimulatedItemDesk.Refusal) {
        guard items[device] != nil else { throw .unknown(device) }
        forget(device)
        if let run = runs.removeValue(forKey: device) {
            run.cancel()
            await run.value
        }
        do { try file.write(all) } catch { throw .failed("\(error)") }
    }
}
