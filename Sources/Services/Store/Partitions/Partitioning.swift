public import Tracking

/// How owners are spread over partitions: the same on every machine, for as long as the number stays.
public struct Partitioning: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// Who shares things is in one partition, as what one of them does counts for the others.
    public let households: Households

    /// As many as are of use: each has a connection to the database and a session on the broker.
    public static let range = 1...1024
    /// The number where none is told.
    public static let usual = 64

    /// - Precondition: The number is in ``range``.
    public init(count: Int, households: Households = Households()) {
        precondition(Self.range.contains(count))
        (self.count, self.households) = (count, households)
    }

    /// The partition of an owner: FNV-1a with 64 bits of the name, or for a household of the one that comes first by its
    /// bytes, folded to 32 bits by exclusive or, modulo the number of partitions.
    ///
    /// Source of the hash and the folding: draft-eastlake-fnv.
    public func partition(of owner: Name) -> Int {
        let members = [owner] + households.members(with: owner)
        let first = members.map(\.text).min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? owner.text
        let hash = first.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int((hash >> 32 ^ hash & 0xFFFF_FFFF) % UInt64(count))
    }

    /// The households as they are kept, so that workers find out that they were told others.
    var writtenHouseholds: String {
        households.all.map { $0.map(\.text).sorted().joined(separator: ",") }.sorted().joined(separator: ";")
    }
}
