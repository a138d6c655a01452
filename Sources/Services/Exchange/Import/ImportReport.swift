public import Tracking

/// What came of taking files in.
public struct ImportReport: Hashable, Sendable {
    /// Fixes that are new.
    public var stored = 0
    /// Fixes of a time and place that were there already.
    public var duplicates = 0
    /// Fixes that are older than fixes are kept.
    public var outdated = 0
    /// Positions that could not be used and were left out.
    public var skipped = 0
    /// What is no position of a device at all, such as waypoints, or a phone's farewell.
    public var passedOver = 0
    /// The first few sentences about what was left out.
    public var reasons: [String] = []
    /// The time of the earliest fix read.
    public var first: Timestamp?
    /// The time of the latest fix read.
    public var last: Timestamp?

    public init() {}

    static let mostReasons = 5

    mutating func saw(_ time: Timestamp) {
        first = min(first ?? time, time)
        last = max(last ?? time, time)
    }
}

extension ImportReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case stored, duplicates, outdated, skipped, reasons, first, last
        case passedOver = "passed_over"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        stored = try values.decode(Int.self, forKey: .stored)
        duplicates = try values.decode(Int.self, forKey: .duplicates)
        outdated = try values.decode(Int.self, forKey: .outdated)
        skipped = try values.decode(Int.self, forKey: .skipped)
        passedOver = try values.decode(Int.self, forKey: .passedOver)
        reasons = try values.decode([String].self, forKey: .reasons)
        first = try values.decodeIfPresent(String.self, forKey: .first).flatMap { Timestamp($0) }
        last = try values.decodeIfPresent(String.self, forKey: .last).flatMap { Timestamp($0) }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(stored, forKey: .stored)
        try values.encode(duplicates, forKey: .duplicates)
        try values.encode(outdated, forKey: .outdated)
        try values.encode(skipped, forKey: .skipped)
        try values.encode(passedOver, forKey: .passedOver)
        try values.encode(reasons, forKey: .reasons)
        try values.encodeIfPresent(first?.description, forKey: .first)
        try values.encodeIfPresent(last?.description, forKey: .last)
    }
}

extension ImportReport {
    /// Counts what came of more files.
    mutating func add(_ other: ImportReport) {
        stored += other.stored
        duplicates += other.duplicates
        outdated += other.outdated
        skipped += other.skipped
        passedOver += other.passedOver
        reasons = Array((reasons + other.reasons).prefix(Self.mostReasons))
        [other.first, other.last].compactMap(\.self).forEach { saw($0) }
    }
}

extension [ImportReport] {
    /// What came of all of them.
    public var sum: ImportReport {
        reduce(into: ImportReport()) { $0.add($1) }
    }
}
