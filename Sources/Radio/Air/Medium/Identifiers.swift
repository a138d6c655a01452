/// A tag in the air.
public struct TagID: Hashable, Sendable {
    public let number: Int

    public init(_ number: Int) { self.number = number }
}

/// A controller in the air, which hears the tags.
public struct ReceiverID: Hashable, Sendable {
    public let number: Int

    public init(_ number: Int) { self.number = number }
}

/// A connection between a controller and a tag or another controller; a number is never used twice.
public struct LinkID: Hashable, Sendable {
    public let number: Int

    public init(_ number: Int) { self.number = number }
}

/// What sends an advertisement.
public enum Transmitter: Hashable, Sendable {
    case tag(TagID)
    /// One of the advertising sets of a controller.
    case receiver(ReceiverID, set: UInt8)
}
