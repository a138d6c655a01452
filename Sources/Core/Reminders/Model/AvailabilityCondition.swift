public import Tracking

/// What the owner's calendar says.
public struct AvailabilityCondition: Hashable, Sendable {
    public let state: State
    /// A word that the title of the event has, anywhere in it and in letters of any case.
    ///
    /// Nil for any. Compared without case and accents of ASCII letters.
    public let word: String?

    public enum State: Hashable, Sendable {
        /// Nothing is on for at least so long from now, 10 minutes to 7 days.
        case free(Duration)
        /// An event is on.
        case inEvent
        /// An event begins within so long, up to 7 days.
        case begins(within: Duration)
        /// An event that is on ends within so long, up to 7 days.
        case ends(within: Duration)
    }

    /// How long one may ask to be free.
    public static let freeRange = Duration.seconds(600)...Duration.seconds(7 * 86_400)
    /// How far ahead an event may begin or end.
    public static let aheadRange = Duration.seconds(60)...Duration.seconds(7 * 86_400)
    /// How long the word may be.
    public static let word = TextBounds(1...100)

    /// Why there is no such condition.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case free
        case ahead
        case word
        case wordOfFree

        public var description: String {
            switch self {
            case .free: "free for 10 minutes to 7 days is expected"
            case .ahead: "1 minute to 7 days ahead is expected"
            case .word: "a word of 1 to 100 characters is expected"
            case .wordOfFree: "free time has no title: leave the word out"
            }
        }
    }

    /// - Throws: ``Invalid``.
    public init(_ state: State, word: String? = nil) throws(Invalid) {
        switch state {
        case .free(let duration):
            if word != nil { throw .wordOfFree }
            if !Self.freeRange.contains(duration) { throw .free }
        case .begins(let duration), .ends(let duration): if !Self.aheadRange.contains(duration) { throw .ahead }
        case .inEvent: break
        }
        if let word, !Self.word.allows(word) || word.allSatisfy(\.isWhitespace) { throw .word }
        self.state = state
        self.word = word
    }
}
