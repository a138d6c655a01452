/// A signal: an announcement to whoever listens.
public struct BusSignal: Hashable, Sendable {
    /// The unique name of the sender; empty on those to be sent.
    public let sender: String
    public let path: ObjectPath
    public let interface: String
    public let member: String
    public let arguments: [BusValue]

    public init(
        sender: String = "", path: ObjectPath, interface: String, member: String, arguments: [BusValue] = []
    ) {
        (self.sender, self.path, self.interface, self.member) = (sender, path, interface, member)
        self.arguments = arguments
    }
}
