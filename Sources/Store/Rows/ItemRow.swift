/// A tracker with what is to be shown of it.
public struct ItemRow: Hashable, Sendable {
    public var device: DeviceRow
    /// The newest by the time of measurement of those that are plausible.
    public var lastFix: StoredFix?
    /// The last ``DocumentKind/state`` document.
    public var state: [UInt8]?
}
