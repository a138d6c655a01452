public import Tracking

/// Which tag is to be tied to which thing.
public struct PairingRequest: Hashable, Sendable {
    /// An address, another identity, or the name that the tag advertises.
    public var tag: String
    /// What the thing is called, as somebody typed it.
    public var item: String
    public var owner: Name
    /// What the tracker is to be called among the owner's devices; nil to derive it from the thing's name.
    public var device: Name?
    /// Seconds between reports; nil leaves the tracker's own habit.
    public var reportEvery: Int?
    /// For how long the tag is looked for.
    public var findWithin: Duration

    public init(
        tag: String,
        item: String,
        owner: Name,
        device: Name? = nil,
        reportEvery: Int? = nil,
        findWithin: Duration = .seconds(30)
    ) {
        (self.tag, self.item, self.owner, self.device) = (tag, item, owner, device)
        (self.reportEvery, self.findWithin) = (reportEvery, findWithin)
    }
}
