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

    /// A network that begins to exist at a moment, switched off; its chance comes from a stream of its own.
    ///
    /// A registration takes `attach` seconds by the profile, an exchange `exchange`.
    public init(
        _ parameters: Parameters,
        attach: Double = 30,
        exchange: Double = 0.8,
        _ draws: SplitMix,
        at seconds: Double = 0
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
        switch (on, phase) {
        case (true, .off):
            attempts = 0
            phase = .waiting(until: seconds)
        case (false, _): phase = .off
        case (true, .waiting), (true, .attaching), (true, .connected): break
        }
    }

    /// Goes on to a moment, which is not before the last one, and returns what has changed; nil for nothing.
    ///
    /// `isReachable` tells whether network and broker are there, beside the holes that come by chance.
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

    /// The modem sends something; returns when it arrives, never before what was sent earlier.
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
