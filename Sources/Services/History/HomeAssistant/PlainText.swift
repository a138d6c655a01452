import JSON
import Messages
import Tracking

/// What is set by a plain text.
struct PlainText: Sendable {
    private let payload: [UInt8]

    init(_ payload: [UInt8]) { self.payload = payload }

    /// One of some words, which are told in a refusal.
    func word<Word: RawRepresentable<String>>(_ words: String) throws(MessageError) -> Word {
        guard let word = Word(rawValue: String(decoding: payload, as: UTF8.self)) else { throw refusal(words) }
        return word
    }

    /// Whole seconds between two reports.
    func seconds() throws(MessageError) -> Int {
        guard let number, let seconds = Int(exactly: number), (1...86_400).contains(seconds) else {
            throw refusal("a whole number of seconds from 1 to 86400")
        }
        return seconds
    }

    /// Whether an item is marked as lost.
    enum Mark: String { case on, off }

    enum Distance: String { case warning, critical }

    /// Two distances of which one is changed.
    func thresholds(after old: Thresholds, changing distance: Distance) throws(MessageError) -> Thresholds {
        let (expected, limits): (String, (Double) throws -> Thresholds)
        switch distance {
        case .warning:
            let (near, far) = (Self.text(Self.nearest), Self.text(old.critical))
            expected = "a distance of at least \(near) m and below the critical one of \(far) m"
            limits = { try Thresholds(warning: $0, critical: old.critical) }
        case .critical:
            let farthest = Self.text(Self.farthest)
            expected = "a distance above the warning one of \(Self.text(old.warning)) m, at most \(farthest) m,"
            limits = { try Thresholds(warning: old.warning, critical: $0) }
        }
        let all = Self.nearest...Self.farthest
        guard let number, all.contains(number), let new = try? limits(number) else { throw refusal(expected) }
        return new
    }

    /// The nearest distance that can be set, in metres, as in a scenario.
    private static let nearest: Double = 0.001
    /// The farthest distance that can be set, in metres; the same as over HTTP.
    private static let farthest: Double = 100_000

    private var number: Double? { (try? JSONValue(payload))?.number }

    private static func text(_ number: Double) -> String {
        String(decoding: JSONValue.number(number).encoded(), as: UTF8.self)
    }

    func refusal(_ expected: String) -> MessageError {
        let found = String(decoding: payload.prefix(64), as: UTF8.self)
        return MessageError(.range, field: "payload", expected: expected, found: "\"\(found)\"")
    }
}
