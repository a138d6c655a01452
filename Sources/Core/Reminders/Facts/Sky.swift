/// What the sky is like, of all that a forecast may call it one word.
public enum Sky: String, CaseIterable, Hashable, Sendable {
    case clear, clouds, rain, drizzle, thunderstorm, snow, fog

    /// Whether something falls from it.
    public var isWet: Bool {
        switch self {
        case .rain, .drizzle, .thunderstorm, .snow: true
        case .clear, .clouds, .fog: false
        }
    }
}
