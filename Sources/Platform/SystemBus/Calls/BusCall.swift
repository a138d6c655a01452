/// A method call.
public struct BusCall: Hashable, Sendable {
    /// The name of the called program.
    public var destination: String
    /// The called object.
    public var path: ObjectPath
    public var interface: String
    public var member: String
    public var arguments: [BusValue]
    /// The longest wait for the answer, counted from when the call is sent on a connection that stands.
    public var timeout: Duration
    /// Whether the called program may ask the user at the screen for permission.
    public var allowsInteraction: Bool

    public init(
        destination: String,
        path: ObjectPath,
        interface: String,
        member: String,
        arguments: [BusValue] = [],
        timeout: Duration = .seconds(10),
        allowsInteraction: Bool = false
    ) {
        (self.destination, self.path, self.interface, self.member) = (destination, path, interface, member)
        (self.arguments, self.timeout, self.allowsInteraction) = (arguments, timeout, allowsInteraction)
    }

    static func ofBus(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(
            destination: BusName.bus,
            path: BusName.busPath,
            interface: BusName.bus,
            member: member,
            arguments: arguments
        )
    }
}

extension BusCall: CustomStringConvertible {
    public var description: String { "\(interface).\(member) of \(destination) at \(path)" }
}

enum BusName {
    static let bus = "org.freedesktop.DBus"
    static let busPath: ObjectPath = "/org/freedesktop/DBus"
    static let properties = "org.freedesktop.DBus.Properties"
    static let introspectable = "org.freedesktop.DBus.Introspectable"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let peer = "org.freedesktop.DBus.Peer"
}
