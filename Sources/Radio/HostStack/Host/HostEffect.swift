/// What a tag's host wants done.
public enum HostEffect: Hashable, Sendable {
    /// Something for one link, or asked by it.
    case link(LinkNumber, LinkEffect)
    /// Advertise with this address from now on.
    case addressChanged(DeviceAddress)
}
