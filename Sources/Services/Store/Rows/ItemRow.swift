/// A tracker with what is to be shown of it.
public struct ItemRow: Hashable, Sendable {
    public var device: DeviceRow
    /// The newest by the time of measurement of those that are plausible.
    public var lastFix: StoredFix?
    /// The last message of each kind.
    public var documents: [DocumentKind: [UInt8]] = [:]
    public var photo: PhotoSummary?

    /// Whether its tracker can be told something, as far as is stored; see ``Store/isTracker(_:)``.
    public var isTracker: Bool {
        if [DocumentKind.desired, .reported, .availability].contains(where: { documents[$0] != nil }) { return true }
        return lastFix?.isOfTracker ?? true
    }
}
