import ServerSupport

/// The PostgreSQL of several workers, with a replica that each commit waits for where there is to be one.
final class CrewStore {
    /// The server that writes.
    private(set) var primary: TestPostgres
    private(set) var replica: TestPostgres?
    /// The address of the history, the same whichever of the two writes.
    let address: String

    static let schema = "tagalong"

    /// Starts it.
    ///
    /// - Parameters:
    ///   - hasReplica: whether there is to be one.
    ///   - isOpen: whether it can be reached over networks, too.
    /// - Throws: `TestPostgres.Trouble` when it does not start.
    init(hasReplica: Bool, isOpen: Bool) async throws {
        let primary = try await TestPostgres(isDurable: true, isOpen: isOpen)
        self.primary = primary
        guard hasReplica else {
            address = primary.address(schema: Self.schema)
            return
        }
        do {
            let replica = try await TestPostgres(isDurable: true, isOpen: false, replicating: primary)
            self.replica = replica
            address = primary.address(schema: Self.schema, or: replica)
            try await primary.awaitReplica()
        } catch {
            await primary.remove()
            await replica?.remove()
            throw error
        }
    }

    /// The address over a network, on which this machine has such an address.
    static func address(at host: String) -> String {
        "postgres://tagalong@\(host)/postgres?schema=\(schema)"
    }

    /// Kills the server that writes, and has its replica take its place after a while, as somebody has to notice.
    func failOver(after seconds: Double) async throws {
        guard let next = replica else { throw Trouble("there is no replica") }
        let former = primary
        try await former.kill()
        try await Task.sleep(for: .seconds(seconds))
        try await next.promote()
        (primary, replica) = (next, former)
    }

    /// Has the one that was killed begin anew as the replica of the other.
    func mendReplica() async throws {
        try await replica?.restart(replicating: primary)
        try await primary.awaitReplica()
    }

    func remove() async {
        await replica?.remove()
        await primary.remove()
    }
}
