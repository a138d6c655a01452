import Access
import Tracking

/// Who has the connections, and which of them ends when there is no room for another one.
///
/// A connection is a stranger's until a request on it shows a credential that lets in. Strangers never have all of the
/// room, and what ends for a newcomer is theirs. Of a source that has more than a tenth of its share it is the first, and
/// of the source that has most of it; then what has for longest not said what it wants, or been idle, then what is being
/// answered, the oldest first. So a source with few connections keeps them beside one with many, and one that has just
/// come, and is about to say what it wants, is the last. Where there is none of theirs, one ends that somebody is logged
/// in on and nothing is answered on. So whoever can log in is let in, however many others hold connections. An account
/// has half of what its source may have, or the answers under way of one behind a proxy: the other half is its
/// neighbours'.
struct Seats: Sendable {
    /// What a connection is doing.
    enum Phase: Sendable {
        /// No request is complete, and one may be coming.
        case opening
        /// Between two requests.
        case idle
        /// All headers of a request are there, and its body may still come.
        case receiving
        case answering
    }

    /// Whose a connection is, as its last request showed.
    enum Guest: Hashable, Sendable {
        /// Nobody has logged in, or needs to.
        case stranger
        /// Somebody who has logged in; without an account for commands of this machine.
        case known(Name?)
    }

    /// How a connection is received.
    struct Reception: Hashable, Sendable {
        /// Its number; nil where there is no room.
        var number: Int?
        /// The one that ends for it, or itself where there is no room.
        var ending: Int?
        var reason = NetworkMetrics.Closing.full
    }

    private struct Seat: Sendable {
        let source: NetworkAddress?
        /// How many connections its source may have.
        let share: Int
        var phase = Phase.opening
        /// When it began what it is doing, among all that was begun.
        var since = 0
        var guest = Guest.stranger
        /// Where the request that is being answered comes from, through the proxy that has the connection.
        var origin: NetworkAddress?
        /// Whose that request is, whether or not the connection counts as theirs.
        var account: Name?

        /// What is worth more ends later.
        ///
        /// A stranger's request is none before all of it is there.
        var worth: Int {
            switch guest {
            case .stranger: phase == .answering ? 1 : 0
            case .known: 2
            }
        }

        /// Whether a request is being answered, or will be when its body is there.
        var isBusy: Bool { phase == .answering || phase == .receiving }

        var line: SeatOrder.Line { SeatOrder.Line(source: source, share: share) }

        /// How it stands among those that may end; nil where somebody who is logged in is being answered.
        func entry(_ number: Int) -> SeatOrder.Entry? {
            if guest != .stranger, isBusy { return nil }
            return SeatOrder.Entry(worth: worth, since: since, number: number, isStranger: guest == .stranger)
        }
    }

    /// An account at a source, or at an origin.
    private struct Neighbour: Hashable, Sendable {
        let address: NetworkAddress?
        let account: Name
    }

    private let limits: ConsoleLimits
    private let room: Int
    private let roomOfStrangers: Int
    private let trusted: [AddressRange]
    private var seats: [Int: Seat] = [:]
    private var order: SeatOrder
    private var last = 0
    private var begun = 0
    private var ofSource: [NetworkAddress?: Int] = [:]
    private var ofOrigin: [NetworkAddress: Int] = [:]
    private var ofAccount: [Name: Int] = [:]
    private var ofAccountAtSource: [Neighbour: Int] = [:]
    private var ofAccountAtOrigin: [Neighbour: Int] = [:]
    private var strangers = 0

    init(_ configuration: ConsoleConfiguration) {
        (limits, trusted) = (configuration.limits, configuration.trustedProxies)
        (room, roomOfStrangers) = (configuration.connections, configuration.strangers)
        order = SeatOrder(shares: [limits.connectionsOfSource, limits.connectionsOfMachine])
    }

    var count: Int { seats.count }

    mutating func enter(from address: NetworkAddress?) -> Reception {
        let (source, share) = (address?.network, share(of: address))
        var reception = Reception()
        if ofSource[source, default: 0] >= share {
            reception.reason = .source
            reception.ending = order.first(of: source)
        } else if seats.count >= room || strangers >= roomOfStrangers {
            reception.ending = order.first
        }
        if reception.ending == nil, reception.reason == .source || seats.count >= room { return reception }
        if let ending = reception.ending { put(nil, at: ending) }
        last += 1
        begun += 1
        put(Seat(source: source, share: share, since: begun), at: last)
        reception.number = last
        return reception
    }

    mutating func leave(_ number: Int) { put(nil, at: number) }

    mutating func turn(_ number: Int, to phase: Phase) {
        guard var seat = seats[number], seat.phase != phase else { return }
        begun += 1
        (seat.phase, seat.since) = (phase, begun)
        if !seat.isBusy { (seat.origin, seat.account) = (nil, nil) }
        put(seat, at: number)
    }

    /// Notes who asks on a connection, and where the request comes from: another address than the connection's where a
    /// proxy passes it on.
    ///
    /// Tells whether it may: a source behind a proxy has no more answers under way than connections without one, and an
    /// account half of them.
    mutating func identify(_ number: Int, _ guest: Guest, from origin: NetworkAddress?) -> Bool {
        guard var seat = seats[number] else { return true }
        (seat.guest, seat.origin, seat.account) = (.stranger, nil, nil)
        put(seat, at: number)
        if isWithin(guest, seat) { seat.guest = guest }
        if case .known(let account) = guest { seat.account = account }
        let isPassedOn = origin?.network != seat.source
        let isTooMuch = isPassedOn && origin.map { isFull($0, for: seat.account) } ?? false
        if isPassedOn, !isTooMuch { seat.origin = origin?.network }
        put(seat, at: number)
        return !isTooMuch
    }

    /// Whether a connection may count as somebody's, who leaves half of the share of the source to its neighbours.
    private func isWithin(_ guest: Guest, _ seat: Seat) -> Bool {
        guard case .known(let account?) = guest else { return true }
        let here = ofAccountAtSource[Neighbour(address: seat.source, account: account), default: 0]
        return ofAccount[account, default: 0] < limits.connectionsOfAccount && here * 2 < seat.share
    }

    /// Whether an origin has as many answers under way as it may, or an account of it half of that.
    private func isFull(_ origin: NetworkAddress, for account: Name?) -> Bool {
        let share = share(of: origin)
        if ofOrigin[origin.network, default: 0] >= share { return true }
        guard let account else { return false }
        return ofAccountAtOrigin[Neighbour(address: origin.network, account: account), default: 0] * 2 >= share
    }

    /// How many connections an address may have.
    private func share(of address: NetworkAddress?) -> Int {
        guard let address else { return limits.connectionsOfSource }
        let isMany = address.isLoopback || trusted.contains { $0.contains(address) }
        return isMany ? limits.connectionsOfMachine : limits.connectionsOfSource
    }

    private mutating func put(_ seat: Seat?, at number: Int) {
        if let old = seats[number] {
            count(old, by: -1)
            if let entry = old.entry(number) { order.remove(entry, from: old.line) }
        }
        seats[number] = seat
        if let seat {
            count(seat, by: 1)
            if let entry = seat.entry(number) { order.insert(entry, in: seat.line) }
        }
    }

    private mutating func count(_ seat: Seat, by step: Int) {
        Self.count(&ofSource, seat.source, by: step)
        if let origin = seat.origin {
            Self.count(&ofOrigin, origin, by: step)
            if let account = seat.account {
                Self.count(&ofAccountAtOrigin, Neighbour(address: origin, account: account), by: step)
            }
        }
        switch seat.guest {
        case .stranger: strangers += step
        case .known(let account?):
            Self.count(&ofAccount, account, by: step)
            Self.count(&ofAccountAtSource, Neighbour(address: seat.source, account: account), by: step)
        case .known(nil): break
        }
    }

    private static func count<Key>(_ counts: inout [Key: Int], _ key: Key, by step: Int) {
        let count = counts[key, default: 0] + step
        counts[key] = count == 0 ? nil : count
    }
}
