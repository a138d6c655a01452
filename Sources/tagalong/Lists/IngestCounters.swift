import JSON
import Store

/// What became of the positions that were taken in, in the order of the rules.
struct IngestCounters {
    private let counts: [(name: String, count: Int)]

    private static let told: [(Counter, String)] = [
        (.stored, "stored"), (.duplicates, "copies"), (.clockCorrected, "set right for a wrong clock"),
        (.late, "over 15 min old"), (.held, "waited for one before"), (.reordered, "put in order"),
        (.overtaken, "overtaken"), (.implausible, "implausible"), (.believed, "of these accepted later"),
        (.outdated, "too old to be kept"), (.expired, "removed since"), (.wordless, "stored without their words"),
        (.asked, "location requests"), (.answered, "of these answered"),
        (.unreachable, "trackers unreachable"),
    ]

    private let phrases: [String]

    init(_ counters: [Counter: Int]) {
        counts = Self.told.map { ($0.0.name, counters[$0.0] ?? 0) }
        phrases = Self.told.compactMap { counter, phrase in counters[counter].map { "\($0) \(phrase)" } }
    }

    /// `Positions: 905 stored, 7 copies.`; nil when nothing came yet.
    var sentence: String? { phrases.isEmpty ? nil : "Positions: \(phrases.joined(separator: ", "))." }

    var json: JSONValue {
        .raw(Array(("{" + counts.map { "\"\($0.name)\":\($0.count)" }.joined(separator: ",") + "}").utf8))
    }
}
