internal import Logging

/// Cuts off guests that have the broker keep in memory what they do not read.
///
/// mosquitto bounds what waits for a client at quality 0 in nothing but memory, for all clients together: there the history
/// service would be refused, too. So who takes it up has to go before.
struct MemoryWatch: Sendable {
    let warden: SessionWarden
    private var last = 0
    private var looksToSkip = 0

    /// Looks until the broker is asked again to write down what it keeps, which takes its time.
    private static let pause = 40
    /// Looks after which it has written.
    private static let writing = 8

    init(warden: SessionWarden) { self.warden = warden }

    /// Looks once, and tells which guests were cut off, for more than so many bytes.
    ///
    /// Memory that has been given back to the broker may not go back to the system, so that only growth tells.
    ///
    /// - Throws: ``BrokerError``, or what the connection throws.
    @discardableResult
    mutating func check(beyond bound: Int = BrokerLimits.memory) async throws -> [String] {
        if looksToSkip > 0 {
            looksToSkip -= 1
            if looksToSkip == Self.pause - Self.writing { try await warden.check() }
        }
        let directory = warden.provisioner.files.directory
        guard let memory = PrivateBroker.memory(in: directory) else { return [] }
        defer { last = memory }
        guard memory > bound, memory > last else { return [] }
        // Whom the owner has disabled, or the guard against floods, must not be let in again.
        let disabled = try warden.provisioner.disabledUsers()
        let guests = try warden.provisioner.records().filter { $0.isGuest && !disabled.contains($0.user) }.map(\.user)
        let unread = PrivateBroker.usersThatDoNotRead(in: directory)
        let users = unread.contains(nil) ? guests : guests.filter(unread.contains)
        if users.isEmpty {
            // Then it may be sessions, which the broker tells of once a minute unless it is asked.
            if looksToSkip == 0 {
                looksToSkip = Self.pause
                PrivateBroker.save(in: directory)
            }
            return []
        }
        try await warden.provisioner.send(users.flatMap { [.disableClient($0), .enableClient($0)] })
        warden.logger.warning(
            "the broker has \(memory) bytes in memory: cut off who does not read, \(users.joined(separator: ", "))"
        )
        return users
    }
}
