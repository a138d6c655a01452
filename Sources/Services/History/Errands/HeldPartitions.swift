public import Store
import Synchronization
import Tracking

/// The history services of the partitions that a worker holds at a moment, for those in its process who ask them something.
public final class HeldPartitions: Sendable {
    private let partitioning: Mutex<Partitioning>
    private let services = Mutex<[Int: HistoryService]>([:])
    /// Told of each service before it runs.
    private let begins = Mutex<(@Sendable (HistoryService) async -> Void)?>(nil)

    /// None is held yet.
    public init(_ partitioning: Partitioning) { self.partitioning = Mutex(partitioning) }

    /// Owners are spread in this way from now on; while that changes nothing is held.
    func follow(_ partitioning: Partitioning) { self.partitioning.withLock { $0 = partitioning } }

    /// The partition of an owner.
    func partition(of owner: Name) -> Int { partitioning.withLock { $0.partition(of: owner) } }

    /// How many partitions there are.
    var count: Int { partitioning.withLock(\.count) }

    /// The service that has an owner; nil where another worker's has.
    func service(of owner: Name) -> HistoryService? { services.withLock { $0[partition(of: owner)] } }

    /// All of them, by their partition.
    public var all: [Int: HistoryService] { services.withLock { $0 } }

    /// Has somebody told of each service before it runs.
    func whenOneBegins(_ body: @escaping @Sendable (HistoryService) async -> Void) { begins.withLock { $0 = body } }

    /// A service is about to run.
    func begin(_ service: HistoryService, of partition: Int) async {
        await begins.withLock { $0 }?(service)
        services.withLock { $0[partition] = service }
    }

    /// A service has ended.
    func end(_ service: HistoryService, of partition: Int) {
        services.withLock { if $0[partition] === service { $0[partition] = nil } }
    }
}
