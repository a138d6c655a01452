/// What a request of an app tells.
public struct FeedReport: Hashable, Sendable {
    /// What the app calls itself; nil where it does not say.
    public var device: String?
    /// The positions as `location` messages, in their order; those that can never be stored as well, so that they get
    /// into the quarantine.
    public var locations: [[UInt8]]

    public init(device: String?, locations: [[UInt8]]) { (self.device, self.locations) = (device, locations) }
}
