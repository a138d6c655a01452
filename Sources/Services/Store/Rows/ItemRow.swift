/// A tracker with what is to be shown of it.
public struct ItemRow: Hashable, Sendable {
    public var device: DeviceRow
    /// The newest by the time of measurement of those that are plausible.
    public var lastFix: StoredFix?
    /// The last message of each kind.
    public var documents: [DocumentKind: [UInt8]] = [:]
    public var photo: PhotoSummary?
}
