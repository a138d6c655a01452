internal import Reminders
internal import Tracking

/// One fetch, from the first request to a fact or a failure: redirects, limits and a conversation's steps.
///
/// It sends nothing: whoever does asks for ``request`` and tells the reply.
struct Fetch: Sendable {
    /// Nil for a search, which nobody but who asks has a need for.
    let need: Need?
    let source: String
    /// What the fact belongs to.
    let origin: String
    /// What may come over the net for all answers together, in bytes.
    let room: Int
    /// What all answers together may have, in bytes: more than ``room`` where they come compressed.
    let answer: Int
    let timeout: Duration
    let purpose: FactBudget.Purpose
    /// Whether ``room`` is less than the source's answers may have, as the bytes of the day are.
    let isShort: Bool
    private var conversation: any Conversation
    private(set) var request: FactRequest
    /// How many bytes have come over the net.
    private(set) var received = 0
    private var read = 0
    private var redirects = 0
    private var steps = 0
    private let userAgent: String
    private let tag: String?
    private let modified: String?

    private static let mostRedirects = 3
    private static let mostSteps = 40
    /// How long all of it may take, however many requests it needs.
    static let longest = Duration.seconds(120)

    enum Result: Hashable, Sendable {
        case unchanged(Freshness)
        case fact(Fact, Freshness)
        case failure(FactError)
    }

    init(
        _ need: Need?, from source: String, _ conversation: any Conversation, room: Int, answer: Int? = nil,
        timeout: Duration,
        userAgent: String, origin: String = "", tag: String? = nil, modified: String? = nil,
        purpose: FactBudget.Purpose = .weather, isShort: Bool = false
    ) {
        self.answer = answer ?? room
        (self.need, self.source, self.conversation, self.room, self.timeout) = (
            need, source, conversation, room, timeout
        )
        (self.userAgent, self.tag, self.modified) = (userAgent, tag, modified)
        (self.origin, self.purpose, self.isShort) = (origin, purpose, isShort)
        request = conversation.request
        dress()
    }

    /// How many bytes may come for the next answer, and how many it may have.
    var rest: Int { max(0, room - received) }
    var restOfAnswer: Int { max(0, answer - read) }

    /// Puts onto the request what all have.
    private mutating func dress() {
        // Where a source wants a contact in it, the conversation has set it.
        if request.headers["User-Agent"] == nil { request.headers["User-Agent"] = userAgent }
        guard steps == 0, conversation.isConditional else { return }
        if let tag { request.headers["If-None-Match"] = tag }
        if let modified { request.headers["If-Modified-Since"] = modified }
    }

    /// Takes in an answer; nil when ``request`` is to be sent next.
    mutating func receive(_ reply: FactReply, at now: Timestamp) -> Result? {
        received += reply.received ?? reply.body.count
        read += reply.body.count
        do throws(FactError) { return try judge(reply, at: now) } catch { return .failure(error) }
    }

    /// Takes in that there is no answer.
    mutating func fail(_ sentence: String, received bytes: Int) -> Result {
        received += bytes
        return .failure(FactError("\(FactAddress.host(request.url)): \(sentence)"))
    }

    private mutating func judge(_ reply: FactReply, at now: Timestamp) throws(FactError) -> Result? {
        let freshness = Freshness(reply.headers, at: now)
        switch reply.status {
        case 304 where steps == 0 && conversation.isConditional && (tag != nil || modified != nil):
            return .unchanged(freshness)
        case 301, 302, 303, 307, 308:
            guard let place = reply.headers["location"] else { break }
            redirects += 1
            guard redirects <= Self.mostRedirects else {
                throw FactError("\(reply.host) sends on more than \(Self.mostRedirects) times")
            }
            try request.move(to: place, status: reply.status)
            return nil
        default: break
        }
        if let fact = try conversation.receive(reply, at: now) { return .fact(fact, freshness) }
        steps += 1
        guard steps < Self.mostSteps else { throw FactError("\(reply.host) has no end of answers") }
        request = conversation.request
        redirects = 0
        dress()
        return nil
    }
}
