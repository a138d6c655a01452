internal import Logging
internal import Tracking

/// Cuts off for a while who sends so much that the queue of the history service would overflow, and lets it in again.
///
/// What a client sends with quality 1 it sends again then. Only phones, trackers and gateways can be cut off.
actor FloodGuard {
    /// How long a client is kept out.
    static let pause = Duration.seconds(60)
    /// When a device floods on, though its own credentials have been out for so long that what had waited is read, it is
    /// a gateway that speaks for it.
    static let doubt = Duration.seconds(40)

    private let provisioner: Provisioner
    private let clock: any UTCClock
    private let logger: Logger
    private var record: FloodRecord
    /// Whom the run before had left out.
    private var left: Set<String>

    init(provisioner: Provisioner, clock: any UTCClock, logger: Logger) {
        (self.provisioner, self.clock, self.logger) = (provisioner, clock, logger)
        record = FloodRecord(in: provisioner.files.directory)
        left = Set(record.out.map(\.user))
    }

    /// Works until it is cancelled, told who sends more than it may.
    ///
    /// - Throws: `CancellationError`.
    func run(_ floods: AsyncStream<SenderMeter.Excess>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await excess in floods { await self.act(on: excess) }
                try Task.checkCancellation()
            }
            group.addTask {
                while true {
                    await self.letIn()
                    try await self.clock.sleep(until: self.clock.now.advanced(by: .seconds(1)), tolerance: nil)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Cuts off who sends in a sender's name.
    func act(on excess: SenderMeter.Excess) async {
        do {
            let users = try culprits(excess.sender)
            guard !users.isEmpty else { return logger.debug("\(excess); it was cut off, or nobody is to be") }
            // First, so that whoever comes after a stop knows whom to let in again.
            for user in users { record.cut(user, for: excess, at: clock.now) }
            try record.write(to: provisioner.files)
            do { try await provisioner.send(users.map { .disableClient($0) }) } catch {
                // The next excess has it tried again.
                left.formUnion(users)
                throw error
            }
            logger.warning("\(excess); cut off for \(Int(Self.pause.inSeconds)) s: \(users.joined(separator: ", "))")
        } catch { logger.error("\(excess), and could not be cut off: \(error)") }
    }

    func letIn() async {
        let now = clock.now
        let users = record.out.filter { entry in
            let end = entry.cutAt.advanced(by: Self.pause)
            // A clock that was set back must keep nobody out for longer.
            return end <= now || now < entry.cutAt || left.contains(entry.user)
        }
        .map(\.user)
        guard !users.isEmpty else { return }
        do {
            try await provisioner.send(users.map { .enableClient($0) })
            record.letIn(Set(users))
            left.subtract(users)
            try record.write(to: provisioner.files)
            logger.notice("\(users.joined(separator: ", ")) may connect again")
        } catch { logger.debug("\(users.joined(separator: ", ")) could not be let in again: \(error)") }
    }

    /// The users who may send in a sender's name and are to be cut off now.
    private func culprits(_ sender: Sender) throws -> [String] {
        let known = try provisioner.records()
        let now = clock.now
        let disabled = try provisioner.disabledUsers()
        var users: [String]
        switch sender {
        case .gateway(let name): users = known.filter { $0.client == .gateway(name) }.map(\.user)
        case .device(let device):
            users = known.filter { [.phone(device), .tracker(device), .leaving(device)].contains($0.client) }.map(
                \.user
            )
            let isInDoubt = users.allSatisfy { user in
                record.out.contains { $0.user == user && $0.cutAt.advanced(by: Self.doubt) <= now }
            }
            if isInDoubt { users += known.filter { $0.trackers.contains(device) }.map(\.user) }
        }
        // Whom the owner has disabled must not be enabled later on.
        return users.filter { !disabled.contains($0) }
    }
}
