/// Why some bytes are no JSON, or more of it than is read.
public struct JSONError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// They are no JSON.
        case syntax
        /// A value is longer than it may be, or there are more than may be.
        case size
        /// A number is beyond what a double holds.
        case range
        /// Objects and lists stand deeper in one another than this.
        case depth(Int)
    }

    public let reason: Reason
    /// What should stand there, as a noun phrase.
    public let expected: String
    /// The beginning of what stands there; nil at the end.
    public let found: String?
    /// The place, counted from 0.
    public let byte: Int
    /// The place, counted from 1.
    public let line: Int

    /// The error in a sentence about a file, without its name and line.
    public var sentence: String {
        switch reason {
        case .depth(let limit): return "it is nested more than \(limit) deep"
        case .size, .range: return "\(expected) is expected"
        case .syntax:
            guard let found else { return "the file ends in the middle of its JSON" }
            let isPlain = found.utf8.first.map { (0x21..<0x7F).contains($0) } ?? false
            let shown = isPlain ? "'\(found.prefix(1))'" : "something else"
            return "this is no JSON: \(expected) is expected, \(shown) stands there"
        }
    }
}
