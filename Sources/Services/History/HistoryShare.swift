public import Store

/// Which part of the owners a history service stores what comes of, beside others that store the rest.
public struct HistoryShare: Hashable, Sendable {
    /// The number of its partition, from 0 on.
    public let partition: Int
    /// How owners are spread.
    public let partitioning: Partitioning

    public init(_ partition: Int, of partitioning: Partitioning) {
        (self.partition, self.partitioning) = (partition, partitioning)
    }
}
