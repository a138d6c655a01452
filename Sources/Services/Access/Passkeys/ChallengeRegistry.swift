internal import Store
internal import Synchronization
internal import Tracking

/// The questions that authenticators are asked; each may be answered once.
///
/// A question has its purpose and its end in itself, sealed with a key of this run, or of all services that share accounts. Nothing is kept of it before somebody
/// has answered it rightly: however many strangers ask for, nobody else's is pushed out.
final class ChallengeRegistry: Sendable {
    enum Purpose: Hashable, Sendable {
        case register(Name)
        case logIn

        fileprivate var text: String {
            switch self {
            case .register(let account): "passkey of \(account)"
            case .logIn: "log in"
            }
        }
    }

    /// A question of ours whose time is not over.
    struct Question: Hashable, Sendable {
        /// What is sealed in it: a text that is spelt in another way is the same question.
        let place: [UInt8]
        let until: Timestamp
    }

    /// How long a question may be answered.
    static let duration = Duration.seconds(300)

    private let seal: CursorSeal
    /// Those that have been answered, until they are over by themselves.
    private let answered = Mutex<Set<Question>>([])

    init(key: AccessSecret = AccessSecret()) { seal = CursorSeal(key: key) }

    func make(for purpose: Purpose, at now: Timestamp) -> String {
        var generator = SystemRandomNumberGenerator()
        let until = now.advanced(by: Self.duration)
        let chance = (0..<16).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        let bits = UInt64(bitPattern: until.milliseconds)
        let end = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
        // Where nothing can be sealed, one that no answer is good for.
        return seal.closed(chance + end, for: purpose.text) ?? AccessSecret(using: &generator).text
    }

    /// The question of a challenge; nil for one that is over, was answered, was for something else or never was.
    func question(_ challenge: String, for purpose: Purpose, at now: Timestamp) -> Question? {
        guard let place = seal.opened(challenge, for: purpose.text), place.count == 24 else { return nil }
        let bits = place.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let question = Question(place: place, until: Timestamp(milliseconds: Int64(bitPattern: bits)))
        guard question.until > now, answered.withLock({ !$0.contains(question) }) else { return nil }
        return question
    }

    /// Takes the right answer to a question; false when there was one already, at any of the services that share accounts.
    func answer(_ question: Question, at now: Timestamp, _ database: SQLSession) throws -> Bool {
        if database.isShared {
            try database.execute("DELETE FROM answered_questions WHERE until_ms <= ?", [now.milliseconds])
            let sql = "INSERT INTO answered_questions (place, until_ms) VALUES (?, ?) ON CONFLICT (place) DO NOTHING"
            return try database.change(sql, [question.place, question.until.milliseconds]) > 0
        }
        return answered.withLock { answered in
            answered = answered.filter { $0.until > now }
            return answered.insert(question).inserted
        }
    }
}
