/// A signal: an announcement to whoever listens.
public struct BusSignal: Hashable, Sendable {
    /// The unique name of the sender; empty on those to be sent.
    public internal(set) var sender = ""
    public let path: ObjectPath
    public let interface: String
    public let member: String
    public internal(set) var arguments: [BusValue] = []
}
