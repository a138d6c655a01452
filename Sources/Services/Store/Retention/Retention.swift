/// How long the fixes of a device are kept.
///
/// A fix goes when either limit says so. The newest one always stays: it is what one looks for.
public struct Retention: Hashable, Sendable {
    /// Milliseconds after the measurement; nil for ever.
    public let age: Int64?
    /// How many, the newest; nil for all.
    public let fixes: Int?

    /// Why numbers are no retention.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case days(Double)
        case fixes(Int)

        public var description: String {
            switch self {
            case .days(let days): "days: a number above 0 and up to \(Retention.mostDays) is expected, found \(days)"
            case .fixes(let fixes): "fixes: a whole number of at least 1 is expected, found \(fixes)"
            }
        }
    }

    /// A hundred years.
    public static let mostDays = 36_500
    private static let dayInMilliseconds = 86_400_000.0

    public static let forever = Retention()

    private init() { (age, fixes) = (nil, nil) }

    /// A limit by age, by count, by both, or by neither.
    public init(days: Double?, fixes: Int?) throws(Invalid) {
        if let days, !(days > 0 && days <= Double(Self.mostDays)) { throw .days(days) }
        if let fixes, fixes < 1 { throw .fixes(fixes) }
        age = days.map { max(1, Int64(($0 * Self.dayInMilliseconds).rounded())) }
        self.fixes = fixes
    }

    /// As it was stored.
    init(age: Int64?, fixes: Int?) { (self.age, self.fixes) = (age, fixes) }

    public var days: Double? { age.map { Double($0) / Self.dayInMilliseconds } }
}
