/// How far an item is from its owner, as far as is known.
public enum Level: String, Hashable, Sendable, CaseIterable {
    case near
    /// Beyond the first threshold: the item counts as lost.
    case warning
    /// Beyond the second threshold: the owner is notified.
    case critical
    /// There is no data, or none that is fresh enough to say.
    case unknown
}

/// The two distances of an item at which its level rises, in metres.
public struct Thresholds: Hashable, Sendable {
    public let warning: Double
    public let critical: Double

    /// 5 m and 10 m.
    public static let standard = Thresholds(uncheckedWarning: 5, critical: 10)

    /// Why two numbers cannot be thresholds.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String { "thresholds are metres above 0, the warning's below the critical one's" }
    }

    /// - Throws: ``Invalid`` unless 0 < warning < critical and both are finite.
    public init(warning: Double, critical: Double) throws(Invalid) {
        guard warning > 0, critical > warning, critical.isFinite else { throw Invalid() }
        self.init(uncheckedWarning: warning, critical: critical)
    }

    private init(uncheckedWarning warning: Double, critical: Double) {
        self.warning = warning
        self.critical = critical
    }
}
