public import Bluetooth
public import Tracking

/// An advertisement that is always the same, as a part beside others.
public struct FixedAdvertisement: TagPart {
    public let advertisement: Advertisement

    public init(_ advertisement: Advertisement) { self.advertisement = advertisement }
    public func advertisement(at now: Timestamp) -> Advertisement? { advertisement }
}
