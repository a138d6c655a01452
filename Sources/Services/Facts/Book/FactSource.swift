internal import Reminders
internal import Tracking

/// Somebody who tells facts of one kind, by requests whose form is documented.
protocol FactSource: Sendable {
    /// What it is called on pages and in logs.
    var name: String { get }
    /// What facts of it that were kept belong to: another server's are not taken for its.
    var origin: String { get }
    var limits: FactLimits { get }
    /// Whether it is a file of this machine, which costs nothing.
    var isFile: Bool { get }

    /// How a need is met; nil where it is none of its.
    func conversation(for need: Need, at now: Timestamp) -> (any Conversation)?
}

extension FactSource {
    var isFile: Bool { false }
}

/// How much, how long and how often a source is asked.
struct FactLimits: Hashable, Sendable {
    /// The longest answer, in bytes; of a conversation, all of them together.
    var answer: Int
    /// How long one answer may take.
    var timeout = Duration.seconds(30)
    /// From the end of a fetch to the next one, at least.
    var pause = Duration.seconds(1)
    /// How long a fact is kept where the server says nothing, and the bounds for what it says.
    var lifetime: Duration
    var shortest = Duration.seconds(600)
    var longest: Duration
    /// How long a fact counts beyond that while a new one is fetched, or cannot be.
    var grace: Duration
}

/// What is asked and answered until there is a fact: mostly one request.
protocol Conversation: Sendable {
    /// What is to be sent now.
    var request: FactRequest { get }
    /// Whether its first answer may be that nothing has changed.
    var isConditional: Bool { get }
    /// Takes in an answer; nil when the next request is to be sent.
    mutating func receive(_ reply: FactReply, at now: Timestamp) throws(FactError) -> Fact?
}

/// What was fetched.
enum Fact: Hashable, Sendable {
    case forecast(Forecast)
    case spots([Spot])
    /// The texts of a calendar, as they came.
    case calendar([[UInt8]])
}

/// A conversation of one request.
struct Question: Conversation {
    let request: FactRequest
    var isConditional: Bool { true }
    let read: @Sendable (_ body: [UInt8], _ now: Timestamp) throws(FactError) -> Fact

    mutating func receive(_ reply: FactReply, at now: Timestamp) throws(FactError) -> Fact? {
        try reply.check(at: now)
        guard !reply.isPage else { throw FactError("\(reply.host) answers with a web page") }
        guard !reply.body.isEmpty else { throw FactError("\(reply.host) answers with nothing") }
        return try read(reply.body, now)
    }
}

extension FactReply {
    var host: String { FactAddress.host(url) }

    /// - Throws: ``FactError`` for a status that is no success, with what it means for whoever looks after this.
    func check(at now: Timestamp, allowing allowed: Set<Int> = [200, 203]) throws(FactError) {
        if allowed.contains(status) { return }
        switch status {
        case 401: throw FactError("\(host) asks for a key or password, or does not take the one that it gets")
        case 403: throw FactError("\(host) forbids the request; see its terms, the key and the contact")
        case 404, 410: throw FactError("\(host) has nothing at this address (status \(status))")
        case 429, 503:
            let reason = status == 429 ? "was asked too often" : "is out of service"
            throw FactError("\(host) \(reason)", retryAfter: Freshness.rest(headers, at: now))
        default: throw FactError("\(host) answers with status \(status)")
        }
    }
}
