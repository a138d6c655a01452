import Web

/// Who reads the changes now.
struct LiveClients: Sendable {
    /// Why a reader has ended.
    enum Ending: String, Hashable, Sendable, CaseIterable {
        case left
        /// Its client took nothing for two heartbeats.
        case slow
        case finished
    }

    struct Statistics: Hashable, Sendable {
        var open = 0
        var sent = 0
        /// For want of room.
        var refused = 0
        var ended: [Ending: Int] = [:]
    }

    /// How many there may be.
    struct Limits: Sendable {
        /// Of one account, or of a source where nobody has to log in.
        var ofEach: Int
        var ofAll: Int
    }

    private struct Client {
        let asker: Asker
        let close: @Sendable () -> Void
        /// The heartbeat at which the write under way began.
        var writingSince: Int?
        var ending: Ending?
        /// Whether something has come for it from another side.
        var isCalled = false
    }

    private var clients: [Int: Client] = [:]
    private var next = 0
    private var totals = Statistics()

    var numbers: [Int] { Array(clients.keys) }

    var statistics: Statistics {
        var copy = totals
        copy.open = clients.count
        return copy
    }

    mutating func enter(
        _ asker: Asker, _ limits: Limits, close: @escaping @Sendable () -> Void
    ) throws(Allotment.Refusal) -> Int {
        let isMany = clients.values.count { $0.asker == asker } >= limits.ofEach
        if isMany || clients.count >= limits.ofAll {
            totals.refused += 1
            throw isMany ? .each : .all
        }
        next += 1
        clients[next] = Client(asker: asker, close: close)
        return next
    }

    mutating func record(_ client: Int, writingSince beat: Int?, sent: Int) {
        clients[client]?.writingSince = beat
        totals.sent += sent
    }

    mutating func call(_ client: Int) { clients[client]?.isCalled = true }

    /// Whether somebody has called a reader since it was asked last.
    mutating func wasCalled(_ client: Int) -> Bool {
        guard clients[client]?.isCalled == true else { return false }
        clients[client]?.isCalled = false
        return true
    }

    /// Those whose write has been under way for two heartbeats.
    func stalled(at beat: Int) -> [Int] {
        clients.filter { $0.value.writingSince.map { beat - $0 >= 2 } ?? false }.map(\.key)
    }

    func isDismissed(_ client: Int) -> Bool { clients[client]?.ending != nil }

    /// Marks a reader as one that is to end; answers with what closes its connection.
    mutating func dismiss(_ client: Int, _ ending: Ending) -> (@Sendable () -> Void)? {
        guard let known = clients[client], known.ending == nil else { return nil }
        clients[client]?.ending = ending
        return known.close
    }

    mutating func leave(_ client: Int, _ ending: Ending) {
        guard let known = clients.removeValue(forKey: client) else { return }
        totals.ended[known.ending ?? ending, default: 0] += 1
    }
}
