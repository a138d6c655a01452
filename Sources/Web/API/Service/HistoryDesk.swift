public import History
import Hummingbird
import Messages
public import Store
package import Tracking
import Web

/// The history as the console changes and asks it: a service in this program, or workers that share it.
///
/// What a person changes on a worker is done by whichever holds the owner's partition, and answered when it is done; what
/// is asked is read from the store, which has that of all workers.
public struct HistoryDesk: Sendable {
    private let way: Way

    private enum Way: Sendable {
        case service(HistoryService)
        case workers(Workers)
    }

    /// What the console of a worker goes by.
    public struct Workers: Sendable {
        let errands: ErrandService
        let held: HeldPartitions
        let store: Store
        let configuration: HistoryConfiguration
        /// The address of the database.
        let path: String

        public init(
            errands: ErrandService,
            held: HeldPartitions,
            store: Store,
            configuration: HistoryConfiguration,
            path: String
        ) {
            (self.errands, self.held, self.store) = (errands, held, store)
            (self.configuration, self.path) = (configuration, path)
        }
    }

    /// A service of this program.
    public init(_ service: HistoryService) { way = .service(service) }

    /// Workers that share the history, of which this program is one.
    public init(_ workers: Workers) { way = .workers(workers) }

    /// The service that has all of it; nil where workers share it.
    public var service: HistoryService? { if case .service(let service) = way { service } else { nil } }

    /// The workers that share it; nil where one service has it.
    var workers: Workers? { if case .workers(let workers) = way { workers } else { nil } }

    /// The service that has all of it, for what workers do not offer.
    func wholeService() throws(Problem) -> HistoryService {
        guard let service else {
            throw Problem(
                .notImplemented,
                "workers share this history, and none of them does this: end them, and use the command of that name"
            )
        }
        return service
    }
}

/// What is changed.
extension HistoryDesk {
    /// Does an errand.
    ///
    /// - Throws: ``Problem`` where nobody has done it; `StoreError` of a service in this program.
    func carryOut(_ errand: HistoryErrand) async throws -> HistoryErrand.Outcome {
        switch way {
        case .service(let service):
            return try await service.perform { core, now in try errand.perform(on: &core, at: now) }
        case .workers(let workers):
            do throws(ErrandFailure) { return try await workers.errands.carryOut(errand) } catch {
                let isLater = error != .unanswered
                throw Problem(.serviceUnavailable, "\(error)", headers: isLater ? [.retryAfter: "5"] : [:])
            }
        }
    }

    /// Stores what a phone has posted.
    ///
    /// - Throws: ``StoreError``, `TooManyPhones` or ``Problem``; then nothing of it is stored.
    package func post(
        _ payloads: [[UInt8]], from phone: DeviceID, takesCommands: Bool
    ) async throws -> PostOutcome {
        guard let workers else {
            return try await wholeService().post(payloads, from: phone, takesCommands: takesCommands)
        }
        switch try await carryOut(.post(payloads, from: phone, takesCommands: takesCommands)) {
        case .posted(let accepted, let repeated, let refused, let commands):
            var outcome = PostOutcome(accepted: accepted, repeated: repeated, refused: refused)
            outcome.commands = commands
            // The key goes over no wire: all workers have the same.
            outcome.key = payloads.compactMap { workers.configuration.passphrases.key(of: $0, from: phone) }.last
            return outcome
        case .tooManyPhones(let owner): throw TooManyPhones(owner: owner.flatMap { try? Name($0) })
        case .notStored(let sentence): throw Problem.notStored(sentence, "nothing was stored")
        default: throw Problem.unknownEnd("what was posted")
        }
    }
}

extension Problem {
    /// Why a change was not made.
    init(_ outcome: HistoryErrand.Outcome, of device: DeviceID) {
        switch outcome {
        case .isItemAlready: self.init(.preconditionFailed, "\(device) is an item already")
        case .isNoItem, .none: self = ItemShelf.noItem(device)
        case .notStored(let sentence): self = .notStored(sentence)
        default: self = .unknownEnd()
        }
    }

    /// That the store could not be written, or read, and what has not come about for that.
    static func notStored(_ sentence: String, _ what: String = "nothing was changed") -> Problem {
        Problem(.serviceUnavailable, "\(what): \(sentence)", headers: [.retryAfter: "30"])
    }

    /// That something ended as it does not end elsewhere.
    static func unknownEnd(_ what: String = "the change") -> Problem {
        Problem(.internalServerError, "\(what) had an unknown end")
    }
}

/// What is stored.
extension HistoryDesk {
    /// Has the streams of events hear what is stored; of what other workers store, they hear fixes, and the rest comes over
    /// the bus.
    ///
    /// `forget` forgets what is in memory of an account and an owner that another worker has erased.
    func follow(
        _ live: LiveHub, _ topics: Topics, forget: @escaping @Sendable (_ account: Name, _ owner: Name) -> Void
    ) async {
        let append = { @Sendable (fixes: [StoredFix]) in
            live.append(fixes.lazy.map { LiveEvent(kind: .fix, subject: .device($0.device), content: .fix($0)) })
        }
        switch way {
        case .service(let service):
            await service.listen {
                live.hasReaders ? [.fixes, .states, .earlyStates] : [.fixes, .states]
            } _: { news in
                if !news.fixes.isEmpty { append(news.fixes) }
                if !news.states.isEmpty { live.add(news.states.compactMap { LiveEvent($0, topics) }) }
            }
        case .workers(let workers):
            let listener = ErrandService.Listener(
                isWatched: { live.hasReaders },
                fixes: append,
                missed: { known, newest in
                    live.purgeFixes { !known.contains($0) }
                    live.appendNewest(newest)
                    live.beginAnew()
                },
                erased: forget
            )
            workers.errands.tell(listener, from: workers.store)
        }
    }
}

/// What is asked.
extension HistoryDesk {
    /// Where owners are, as far as that is known.
    func positions(of owners: [Name]) async throws -> [Name: Position] {
        switch way {
        case .service(let service):
            return try await service.perform { core, _ in
                (owners.reduce(into: [:]) { $0[$1] = core.shownPosition(of: $1) }, [])
            }
        case .workers(let workers):
            return try owners.reduce(into: [:]) { found, owner in
                guard let phone = try workers.phone(of: owner) else { return }
                let last = try workers.store.latest(of: phone, limit: 1, isPlausible: true, reach: .store).first
                found[owner] = last.flatMap { Position($0.fix) }
            }
        }
    }

    /// The phones that the distances of owners are measured from.
    func phones(of owners: Set<Name>) async throws -> Set<DeviceID> {
        switch way {
        case .service(let service):
            return try await service.perform { core, _ in (Set(owners.compactMap { core.phone(of: $0) }), []) }
        case .workers(let workers): return Set(try owners.compactMap { try workers.phone(of: $0) })
        }
    }

    /// The trackers whose items are deleted, and that have not confirmed yet that they know.
    func deletions() async throws -> [DeviceID] {
        switch way {
        case .service(let service): return try await service.perform { core, _ in (core.deletions, []) }
        case .workers(let workers):
            return try workers.store.deletions().filter { !$0.isPhone }.map(\.device).sorted()
        }
    }

    /// How long the fixes of a device are kept, and whether that is its own.
    func retention(of device: DeviceID) async throws -> (retention: Retention, isOwn: Bool) {
        switch way {
        case .service(let service):
            return try await service.perform { core, _ in (core.retention(of: device), []) }
        case .workers(let workers):
            let own = try workers.store.retentions()[device]
            return (own ?? workers.configuration.retention, own != nil)
        }
    }

    /// How long the fixes of devices are kept that have no retention of their own.
    func usualRetention() async throws -> Retention {
        switch way {
        case .service(let service): return try await service.perform { core, _ in (core.usualRetention, []) }
        case .workers(let workers): return workers.configuration.retention
        }
    }

    /// The last messages of OwnTracks' devices in this life of the service, newest first; of the partitions that are held
    /// here where workers share them.
    package func arrivals() async throws -> [Monitor.Arrival] {
        var all: [Monitor.Arrival] = []
        for service in services { all += try await service.perform { core, _ in (core.monitor.newest, []) } }
        return all.sorted { $0.received > $1.received }
    }
}

/// How it stands.
extension HistoryDesk {
    /// The services in this program.
    private var services: [HistoryService] {
        switch way {
        case .service(let service): [service]
        case .workers(let workers): workers.held.all.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// How it stands; of a worker, how its partitions do together.
    package var standing: HistoryService.Standing {
        get async {
            switch way {
            case .service(let service): return await service.standing
            case .workers(let workers):
                var all: [HistoryService.Standing] = []
                for service in services { all.append(await service.standing) }
                return HistoryService.Standing(of: all, isConnected: workers.errands.isConnected)
            }
        }
    }

    /// Messages taken from the broker that are being stored at this moment.
    var messagesInHand: Int { services.reduce(0) { $0 + $1.messagesInHand } }

    /// Counts the items, and what waits; of a worker, those of its partitions.
    func counts() async throws -> (census: ItemCensus, queues: HistoryQueues) {
        var (census, queues) = (ItemCensus(), HistoryQueues())
        for service in services {
            let more = try await service.perform { core, now in ((core.census(at: now), core.queues), []) }
            census += more.0
            queues += more.1
        }
        return (census, queues)
    }

    /// How the partitions of this worker do; nil where one service has it all.
    var partitions: PartitionMetrics? {
        workers.map { workers in
            PartitionMetrics(
                pulses: workers.held.all.sorted { $0.key < $1.key }.map { ($0.key, $0.value.lastPulse) },
                isHeard: workers.errands.isConnected
            )
        }
    }

    /// Takes the lock of the store for writing, and writes nothing.
    func probe() async throws {
        for service in services { try await service.perform { core, _ in (try core.probe(), []) } }
    }
}

extension HistoryDesk.Workers {
    /// The phone that says where an owner is; nil for not known.
    fileprivate func phone(of owner: Name) throws -> DeviceID? {
        var choice = configuration.phones
        let rows = try store.devices(of: owner)
        // As a service reads them at its start: first what was written down.
        let kept = try rows.filter { try store.document(.phone, of: $0.id)?.payload.isEmpty == false }
        for row in kept + rows { _ = choice.isPhone(row.id, sendsMarks: row.kind == .tracker) }
        return choice.phone(of: owner).map { DeviceID(owner: owner, device: $0) }
    }
}

extension Position {
    /// Where a fix was.
    fileprivate init(_ fix: Fix) { self.init(coordinate: fix.coordinate, accuracy: fix.accuracy, time: fix.time) }
}
