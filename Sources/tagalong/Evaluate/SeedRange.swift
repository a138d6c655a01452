import ArgumentParser

/// Seeds from one to another: `1-200`, a single one, or `none`.
struct SeedRange: Hashable, Sendable, ExpressibleByArgument {
    /// nil for none at all.
    let range: ClosedRange<UInt64>?

    /// What takes seconds.
    static let few = SeedRange(1...4)

    private init(_ range: ClosedRange<UInt64>) { self.range = range }

    init?(argument: String) {
        if argument == "none" {
            range = nil
            return
        }
        let words = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard words.count <= 2, let first = words.first.flatMap({ UInt64($0) }) else { return nil }
        guard let last = words.last.flatMap({ UInt64($0) }), first <= last, last - first < 100_000 else { return nil }
        range = first...last
    }

    var defaultValueDescription: String { range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "none" }
}
