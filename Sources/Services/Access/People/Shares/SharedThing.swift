public import Tracking

/// What somebody else lets one do with a thing, as a contact or as a member of a group.
///
/// It holds while who shares may command the thing by grants of the own, and ends with the connection or the membership;
/// it is never passed on.
public struct SharedThing: Hashable, Sendable {
    public let giver: Name
    /// At least the last position.
    public let grant: Grant
    /// Of a share of all of an owner's things, those that the giver may not share.
    public let exceptions: Set<Name>

    /// Whether it is of a device.
    func covers(_ device: DeviceID) -> Bool {
        guard grant.owner == device.owner else { return false }
        if let tracker = grant.tracker { return tracker == device.device }
        return !exceptions.contains(device.device)
    }
}
