import Access
import HTTPTypes
import Hummingbird
package import Tracking

/// What all requests through one door pass, and what is counted there.
package struct ConsoleGate: Sendable {
    /// Where a request came in.
    package enum Door: Sendable {
        /// The address that was asked for.
        case front
        /// The one of this machine for its own commands, beside a front door with TLS.
        case commands
    }

    package var door = Door.front
    package let requests: RequestMetrics
    package let network: NetworkMetrics
    let rates: SourceRates
    /// The connections through this door.
    package private(set) var seats: SeatRegistry
    private let configuration: ConsoleConfiguration

    package init(_ configuration: ConsoleConfiguration) {
        (requests, network, rates) = (RequestMetrics(), NetworkMetrics(), SourceRates(configuration.rates))
        (seats, self.configuration) = (SeatRegistry(configuration, metrics: network), configuration)
    }

    /// The same for commands of this machine, with connections of its own.
    package var forCommands: ConsoleGate {
        var gate = self
        (gate.door, gate.seats) = (.commands, SeatRegistry(configuration, metrics: network))
        return gate
    }

    /// Notes whose connection a request is on.
    func seat(_ context: ConsoleContext) throws(Problem) {
        let principal = context.isProtected ? context.principal : nil
        let guest = principal.map { Seats.Guest.known($0.account) } ?? .stranger
        guard !seats.identify(context.channel, guest, from: context.origin.address) else { return }
        network.count(.crowd)
        throw Problem(
            .tooManyRequests,
            "too many requests from this address are being answered: wait a second",
            headers: [.retryAfter: "1"]
        )
    }

    func count(_ request: Request, _ context: ConsoleContext, at now: Timestamp) throws(Problem) {
        // One who works on this machine needs no HTTP to keep it busy, and a proxy that nobody trusts is one source
        // for all.
        if !context.origin.isFromHere { try checkRate(.request, context, at: now) }
        if request.triesToLogIn { try checkRate(.login, context, at: now) }
    }

    /// Counts a token or a link that is none, or is over.
    ///
    /// - Throws: ``Problem`` for too many of one address.
    package func countUnknownToken(_ context: ConsoleContext, at now: Timestamp) throws(Problem) {
        try checkRate(.token, context, at: now)
    }

    /// Refuses who has tried too many codes of found pages that lead nowhere, whatever the code is now: who guesses is not
    /// told by the answer that one was right.
    ///
    /// - Throws: ``Problem`` with the seconds until the next try.
    package func refuseGuesser(_ context: ConsoleContext, at now: Timestamp) throws(Problem) {
        guard let address = context.origin.address, let wait = rates.wait(.foundCode, address, at: now) else { return }
        throw refusal(.foundCode, wait)
    }

    /// Counts a code of a found page that leads nowhere.
    ///
    /// - Throws: ``Problem`` for too many of one address.
    package func countUnknownCode(_ context: ConsoleContext, at now: Timestamp) throws(Problem) {
        try checkRate(.foundCode, context, at: now)
    }

    /// Counts a message that a finder leaves.
    ///
    /// - Throws: ``Problem`` for too many of one address.
    package func countFinderMessage(_ context: ConsoleContext, at now: Timestamp) throws(Problem) {
        try checkRate(.finderMessage, context, at: now)
    }

    private func checkRate(_ kind: RequestRates.Kind, _ context: ConsoleContext, at now: Timestamp) throws(Problem) {
        guard let address = context.origin.address, let wait = rates.consume(kind, address, at: now) else { return }
        throw refusal(kind, wait)
    }

    private func refusal(_ kind: RequestRates.Kind, _ wait: Double) -> Problem {
        network.count(kind.refusal)
        let seconds = max(1, Int(wait.rounded(.up)))
        return Problem(
            .tooManyRequests,
            "\(kind.name) from this address: wait \(seconds) second\(seconds == 1 ? "" : "s")",
            headers: [.retryAfter: "\(seconds)"]
        )
    }
}

extension RequestRates.Kind {
    fileprivate var refusal: NetworkMetrics.Refusal {
        switch self {
        case .request: .rate
        case .login: .logins
        case .token, .foundCode: .tokens
        case .finderMessage: .rate
        }
    }

    fileprivate var name: String {
        switch self {
        case .request: "too many requests"
        case .login: "too many tries to log in"
        case .token: "too many unknown tokens"
        case .foundCode: "too many unknown codes"
        case .finderMessage: "too many messages"
        }
    }
}

extension Request {
    /// Whether it holds a passcode, a passkey or a link against what is known, or has another site asked.
    fileprivate var triesToLogIn: Bool {
        let parts = uri.path.split(separator: "/")
        if parts.starts(with: ["api", "v1", "openid"]) { return true }
        guard !isReading, method != .delete || uri.path.hasSuffix("passcode") else { return false }
        guard parts.starts(with: ["api", "v1"]), parts.count > 2 else { return false }
        return switch parts[2] {
        case "session", "registration", "verification", "recovery", "reactivation", "deactivation": true
        case "passcode": parts.count == 3
        default: false
        }
    }
}
