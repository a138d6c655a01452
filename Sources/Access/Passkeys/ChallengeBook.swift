internal import Synchronization
internal import Tracking

/// The questions that authenticators have been asked and have not yet answered; each may be answered once.
final class ChallengeBook: Sendable {
    enum Purpose: Hashable, Sendable {
        case register(Name)
        case logIn
    }

    private struct Entry {
        var purpose: Purpose
        var until: Timestamp
    }

    private let entries = Mutex<[String: Entry]>([:])
    /// More than a house full of people needs; a stranger who asks for more makes the oldest worthless.
    private static let most = 1000
    private static let duration = Duration.seconds(300)

    func make(for purpose: Purpose, at now: Timestamp) -> String {
        var generator = SystemRandomNumberGenerator()
        let challenge = AccessSecret(using: &generator).text
        entries.withLock { entries in
            entries = entries.filter { $0.value.until > now }
            if entries.count >= Self.most, let oldest = entries.min(by: { $0.value.until < $1.value.until }) {
                entries[oldest.key] = nil
            }
            entries[challenge] = Entry(purpose: purpose, until: now.advanced(by: Self.duration))
        }
        return challenge
    }

    /// What a challenge was for; nil for one that is over, was answered or never was.
    func take(_ challenge: String, at now: Timestamp) -> Purpose? {
        entries.withLock { entries in
            guard let entry = entries.removeValue(forKey: challenge), entry.until > now else { return nil }
            return entry.purpose
        }
    }
}
