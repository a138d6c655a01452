/// A name whose owner is known at every moment; stays on the bus's thread.
final class TrackedName {
    let name: String
    /// How many signals' and owners' readers need it.
    var users = 0
    private(set) var owner: String?
    private(set) var generation = 0
    /// Waiters for the first answer; `nil` once it is there.
    private var waiters: [(Result<Void, BusError>) -> Void]? = []
    private var readers: [UInt64: AsyncStream<BusOwners.Element>.Continuation] = [:]

    init(_ name: String) { self.name = name }
    private var current: BusOwners.Element { BusOwners.Element(owner: owner, generation: generation) }

    /// Calls when the owner is known, at once if it is already.
    func whenKnown(_ body: @escaping (Result<Void, BusError>) -> Void) {
        if waiters == nil { body(.success(())) } else { waiters?.append(body) }
    }

    func becameKnown(_ result: Result<String?, BusError>) {
        guard let waiting = waiters else { return }
        waiters = nil
        if case .success(let owner) = result { self.owner = owner }
        for waiter in waiting { waiter(result.map { _ in }) }
    }

    func changed(to newOwner: String?) {
        // Before the first answer, which will tell the same.
        guard waiters == nil else { return }
        owner = newOwner.flatMap { $0.isEmpty ? nil : $0 }
        generation += 1
        for reader in readers.values { reader.yield(current) }
    }

    func add(_ reader: AsyncStream<BusOwners.Element>.Continuation, _ identifier: UInt64) {
        readers[identifier] = reader
        reader.yield(current)
    }

    func remove(_ identifier: UInt64) -> Bool { readers.removeValue(forKey: identifier) != nil }

    func finish() {
        for reader in readers.values { reader.finish() }
        readers = [:]
    }
}
