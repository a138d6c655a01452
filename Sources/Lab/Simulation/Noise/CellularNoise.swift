import Glibc

/// A modem in its network, by chance: how long it takes to register, whether there is coverage, how long a message
/// takes, and when it can be reached.
///
/// The same seed and the same calls give the same answers.
public struct CellularNoise: Sendable {
    /// What became of a modem since it was last asked.
    public enum Change: Hashable, Sendable {
        case connected
        /// The network or the broker is gone, without a word.
        case lost
    }

    public private(set) var parameters: Parameters
    private var draws: SplitMix
    private var holes: Telegraph
    private var phase = Phase.off
    private var hasRegistered = false
    private var attempts = 0.0
    private var awakeUntil = -Double.infinity
    private var lastExchange = -Double.infinity
    private var lastArrival = -Double.infinity
    private let attach: Double
    private let exchange: Double

    private enum Phase: Sendable {
        case off
        /// Nothing is tried before a moment.
        case waiting(until: Double)
        /// Searching and registering, which is done at a moment.
        case attaching(until: Double)
        case connected
    }

    /// Registration and exchange take so many seconds by the profile.
    ///
    /// `draws` is a stream of its own; it begins to exist at `seconds`, switched off.
    public init(
        _ parameters: Parameters, attach: Double = 30, exchange: Double = 0.8, _ draws: SplitMix, at seconds: Double = 0
    ) {
        self.parameters = parameters
        self.draws = draws
        (self.attach, self.exchange) = (attach, exchange)
        holes = Telegraph(parameters.holes, at: seconds, &self.draws)
    }

    /// Comes into other surroundings.
    public mutating func enter(_ parameters: Parameters, at seconds: Double) {
        self.parameters = parameters
        holes = Telegraph(parameters.holes, at: seconds, &draws)
    }

    public var isConnected: Bool { if case .connected = phase { true } else { false } }

    /// Is switched on or off; switched off, it says goodbye by itself.
    public mutating func set(on: Bool, at seconds: Double) {
        guard on else { return phase = .off }
        guard case .off = phase else { return }
        attempts = 0
        phase = .waiting(until: seconds)
    }

    /// Goes on to a moment, which is not before the last one, and tells what has changed; nil for nothing.
    ///
    /// `isReachable` is whether network and broker are there, beside the holes that come by chance.
    public mutating func advance(to seconds: Double, isReachable: Bool) -> Change? {
        _ = holes.advance(to: seconds, &draws)
        let isThere = isReachable && !holes.isOn
        switch phase {
        case .off: return nil
        case .waiting(let until):
            guard seconds >= until else { return nil }
            if isThere { phase = .attaching(until: seconds + registration()) } else { backOff(at: seconds) }
            return nil
        case .attaching(let until):
            guard isThere else {
                backOff(at: seconds)
                return nil
            }
            guard seconds >= until else { return nil }
            phase = .connected
            hasRegistered = true
            attempts = 0
            touch(seconds)
            return .connected
        case .connected:
            guard !isThere else { return nil }
            backOff(at: seconds)
            return .lost
        }
    }

    private mutating func backOff(at seconds: Double) {
        attempts += 1
        phase = .waiting(until: seconds + min(parameters.backOffLimit, parameters.backOff * attempts))
    }

    private mutating func registration() -> Double {
        let median = hasRegistered ? parameters.attach ?? attach : parameters.firstAttach
        return min(parameters.attachLimit, median * draws.factor(spread: parameters.attachSpread))
    }

    /// The modem sends something; answers when it arrives, never before what was sent earlier.
    public mutating func send(at seconds: Double) -> Double {
        let setUp = seconds <= lastExchange + parameters.tail ? 0 : parameters.wake
        let time = ((parameters.exchange ?? exchange) + setUp) * draws.factor(spread: parameters.exchangeSpread)
        lastArrival = max(lastArrival, seconds + time)
        touch(lastArrival)
        return lastArrival
    }

    /// The modem has received something.
    public mutating func receive(at seconds: Double) { touch(seconds) }

    private mutating func touch(_ seconds: Double) {
        lastExchange = max(lastExchange, seconds)
        awakeUntil = lastExchange + parameters.tail + parameters.active
    }

    /// Whether something that is meant for it reaches it at a moment; else it waits with the broker.
    public func hears(at seconds: Double, within step: Double = 0) -> Bool {
        guard isConnected else { return false }
        if seconds <= awakeUntil { return true }
        let rest = seconds - lastExchange
        return switch parameters.saving {
        case .none: true
        case .paged: rest.truncatingRemainder(dividingBy: max(0.1, parameters.cycle)) <= max(step, 0.1)
        case .deep: rest.truncatingRemainder(dividingBy: max(1, parameters.updateEvery)) <= max(step, parameters.active)
        }
    }
}

extension CellularNoise {
    /// What a modem's network does; docs/noise.md has the sources.
    public struct Parameters: Hashable, Sendable {
        /// How a modem rests between exchanges.
        public enum Saving: String, Hashable, Sendable, CaseIterable {
            /// It hears nothing until it wakes by itself.
            case deep = "psm"
            /// It listens for a moment once a cycle.
            case paged = "edrx"
            /// It can always be reached.
            case none
        }

        /// The median seconds of the first registration of its life, which searches all bands.
        public var firstAttach = 60.0
        /// The median seconds of one on a known network; nil for that of the tracker's profile.
        public var attach: Double?
        /// The standard deviation of the natural logarithm of these times.
        public var attachSpread = 0.5
        /// No search takes longer, in seconds.
        public var attachLimit = 180.0
        /// The median seconds of an exchange; nil for that of the tracker's profile.
        public var exchange: Double?
        /// What it takes to connect again for one after a rest, in seconds.
        public var wake = 1.0
        /// The standard deviation of the natural logarithm of the times of an exchange.
        public var exchangeSpread = 0.3
        /// When there is no coverage, and for how long.
        public var holes = Telegraph.Times(off: 21_600, on: 120)
        public var saving = Saving.deep
        /// Seconds for which it can be reached after an exchange, beside the tail of the connection.
        public var active = 6.0
        /// Seconds for which the network keeps a connection after an exchange.
        public var tail = 10.0
        /// Seconds between two updates by which a modem at rest shows itself.
        public var updateEvery = 7200.0
        /// Seconds of a paging cycle.
        public var cycle = 5.12
        /// Seconds after which a lost connection is tried again; each further try waits as much longer.
        public var backOff = 60.0
        /// Seconds beyond which waiting does not grow.
        public var backOffLimit = 3600.0
    }
}
