/// For how long after its end a month stays in the store.
public struct KeepHot: Hashable, Sendable, CustomStringConvertible {
    /// At least 0.
    public let days: Double

    /// What holds where nobody says anything else.
    public static let standard = KeepHot(days: 90)

    /// What is expected where a text is none.
    public static let expectation = "days such as 90d, or 0d for all months that are over"

    private init(days: Double) { self.days = days }

    /// A text such as `90d`; nil for another one.
    public init?(_ text: String) {
        guard text.last == "d", text.utf8.dropLast().allSatisfy({ (48...57).contains($0) || $0 == 46 }),
            let days = Double(text.dropLast()), days <= 36_500
        else { return nil }
        self.days = days
    }

    /// In milliseconds.
    var milliseconds: Int64 { Int64((days * 86_400_000).rounded()) }

    /// `90d`.
    public var description: String { Int(exactly: days).map { "\($0)d" } ?? "\(days)d" }
}
