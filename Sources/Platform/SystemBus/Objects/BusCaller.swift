/// Who called which method of ours.
public struct BusCaller: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: String
    /// The called object.
    public let path: ObjectPath
    /// The interface, if the caller named one.
    public let interface: String?
    public let member: String
}

struct BusRequest: Sendable {
    let identifier: UInt64
    let caller: BusCaller
    let arguments: [BusValue]
}
