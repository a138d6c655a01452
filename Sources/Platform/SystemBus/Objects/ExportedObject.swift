internal import CSystemd

/// An object of ours that others on the bus can call.
///
/// The bus adds the standard interfaces Introspectable, Properties and Peer, and ObjectManager where wanted.
public struct ExportedObject: Sendable {
    public var path: ObjectPath
    public var interfaces: [ExportedInterface]
    /// Whether it answers for the objects below it and announces their coming and going.
    public var isObjectManager: Bool

    public init(path: ObjectPath, interfaces: [ExportedInterface] = [], isObjectManager: Bool = false) {
        (self.path, self.interfaces, self.isObjectManager) = (path, interfaces, isObjectManager)
    }
}

/// An interface of an exported object.
public struct ExportedInterface: Sendable {
    public var name: String
    public var methods: [String: ExportedMethod]
    public var properties: [String: ExportedProperty]
    /// The signals it may send, with the signatures of their arguments; only for introspection.
    public var signals: [String: String]

    public init(
        name: String,
        methods: [String: ExportedMethod] = [:],
        properties: [String: ExportedProperty] = [:],
        signals: [String: String] = [:]
    ) {
        (self.name, self.methods, self.properties, self.signals) = (name, methods, properties, signals)
    }
}

/// A method of an exported object.
public struct ExportedMethod: Sendable {
    /// Does the work: begun in the order in which calls come, then side by side.
    ///
    /// It begins on the bus's thread, so it must not block; what it awaits runs where that belongs. It is cancelled
    /// when the connection ends.
    public typealias Handler = @Sendable ([BusValue], BusCaller) async throws(BusFailure) -> [BusValue]

    /// The types of the arguments; a call with others is refused.
    public var inputs: String
    /// The types of the answer.
    public var outputs: String
    public var handler: Handler

    public init(inputs: String = "", outputs: String = "", handler: @escaping Handler) {
        (self.inputs, self.outputs, self.handler) = (inputs, outputs, handler)
    }
}

/// A property of an exported object.
public struct ExportedProperty: Sendable {
    /// Takes a value that another program sets, or throws to refuse it.
    ///
    /// What it has taken is kept and announced.
    public typealias Setter = @Sendable (BusValue, BusCaller) async throws(BusFailure) -> Void

    /// The value now; its type never changes.
    public var value: BusValue
    /// Whether changes are announced.
    public var isAnnounced: Bool
    /// Without one the property is read-only.
    public var setter: Setter?

    public init(_ value: BusValue, isAnnounced: Bool = true, setter: Setter? = nil) {
        (self.value, self.isAnnounced, self.setter) = (value, isAnnounced, setter)
    }
}

extension ExportedObject {
    func checkNames() throws(BusError) {
        for interface in interfaces {
            guard unsafe sd_bus_interface_name_is_valid(interface.name) > 0 else {
                throw .invalid("\"\(interface.name)\" is not the name of an interface")
            }
            try interface.checkSignatures()
            let members = [
                Array(interface.methods.keys), Array(interface.properties.keys), Array(interface.signals.keys),
            ]
            for member in members.joined() where unsafe sd_bus_member_name_is_valid(member) <= 0 {
                throw .invalid("\"\(member)\" is not the name of a member of \(interface.name)")
            }
        }
    }
}

extension ExportedInterface {
    fileprivate func checkSignatures() throws(BusError) {
        let methods = methods.values.flatMap { [$0.inputs, $0.outputs] }
        for signature in methods + signals.values where Signature.types(signature) == nil {
            throw .invalid("\"\(signature)\" in \(name) is not a signature")
        }
    }
}
