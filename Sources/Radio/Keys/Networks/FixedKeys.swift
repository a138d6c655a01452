import Cryptography

/// The keys of a tag that sends the same one, or several in turn, in the manner of Find My: OpenHaystack,
/// macless-haystack and their relatives.
///
/// Kept is what everybody hears.
public struct FixedKeys: Hashable, Sendable {
    /// The advertised keys of 28 bytes, in order.
    public let advertised: [[UInt8]]

    /// More keys than a tag has.
    static let most = 10_000

    /// Advertised keys; nil for none, too many, or one of another length than 28 bytes or of zeros alone, which is a gap
    /// in a file and no key.
    public init?(advertised: [[UInt8]]) {
        let known = Set(advertised)
        guard !known.isEmpty, known.count <= Self.most, known.allSatisfy({ $0.count == 28 && $0.contains { $0 != 0 } })
        else { return nil }
        self.advertised = known.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The keys that follow from private ones of 28 bytes.
    public init?(secrets: [[UInt8]]) {
        let points = secrets.compactMap { P224.point(ofSecret: $0).map { Array($0.prefix(28)) } }
        guard points.count == secrets.count else { return nil }
        self.init(advertised: points)
    }
}
