public import Bluetooth

/// What happens to a tag's host: on one of its links, above it in the application, or in time.
public enum HostEvent: Sendable {
    /// Something happens on a link; only ``LinkEvent/connected(peer:own:)`` may come from one that is not known.
    case link(LinkNumber, LinkEvent)

    /// The application answers a ``LinkEffect/read(_:over:request:)`` or ``LinkEffect/write(_:to:over:request:)``;
    /// the value of a write is empty.
    case answered(RequestNumber, Result<[UInt8], AttributeError>)
    /// The application has a value to notify or indicate, to every central that has subscribed to it.
    case update(AttributeUpdate)
    /// The services are others now; 1800 and 1801 are the host's own.
    case servicesChanged([LocalService])
    /// The tag is to have a new private address at once; one without an identity key keeps its own.
    case addressRenewal
    /// The tag has this address from now on, which something else than its host makes, such as a key that it advertises.
    case addressGiven(DeviceAddress)

    /// Time has passed.
    case tick
}
