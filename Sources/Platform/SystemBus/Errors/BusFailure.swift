/// An error on D-Bus: one that a peer answered with, or one to answer with.
public struct BusFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its name, such as `org.bluez.Error.Rejected`.
    public let name: String
    /// What it says to people; may be empty.
    public let message: String

    public init(name: String, message: String = "") { (self.name, self.message) = (name, message) }
    public var description: String { message.isEmpty ? name : "\(message) (\(name))" }
}

extension BusFailure {
    private static let prefix = "org.freedesktop.DBus.Error."

    static func failed(_ message: String) -> Self { Self(name: prefix + "Failed", message: message) }
    static func invalidArguments(_ message: String) -> Self { Self(name: prefix + "InvalidArgs", message: message) }

    static func unknownObject(_ path: ObjectPath) -> Self {
        Self(name: prefix + "UnknownObject", message: "there is no object \(path)")
    }

    static func unknownInterface(_ interface: String, at path: ObjectPath) -> Self {
        Self(name: prefix + "UnknownInterface", message: "the object \(path) has no interface \(interface)")
    }

    static func unknownMethod(_ member: String, of interface: String?) -> Self {
        Self(name: prefix + "UnknownMethod", message: "there is no method \(interface.map { $0 + "." } ?? "")\(member)")
    }

    static func unknownProperty(_ name: String, of interface: String) -> Self {
        Self(name: prefix + "UnknownProperty", message: "there is no property \(interface).\(name)")
    }

    static func readOnly(_ name: String, of interface: String) -> Self {
        Self(name: prefix + "PropertyReadOnly", message: "the property \(interface).\(name) cannot be set")
    }

    static let nameHasNoOwner = prefix + "NameHasNoOwner"
    static let noReply = prefix + "NoReply"
}
