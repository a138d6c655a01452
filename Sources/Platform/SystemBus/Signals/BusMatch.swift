/// Which signals are wanted; every part given has to fit.
public struct BusMatch: Hashable, Sendable {
    /// The sender, by unique or well-known name.
    public var sender: String?
    /// The object the signal comes from.
    public var path: ObjectPath?
    /// The object the signal comes from, or one above it.
    public var pathNamespace: ObjectPath?
    public var interface: String?
    public var member: String?
    /// The first argument, where that is a string.
    public var firstArgument: String?

    public init(
        sender: String? = nil,
        path: ObjectPath? = nil,
        pathNamespace: ObjectPath? = nil,
        interface: String? = nil,
        member: String? = nil,
        firstArgument: String? = nil
    ) {
        (self.sender, self.path, self.pathNamespace) = (sender, path, pathNamespace)
        (self.interface, self.member, self.firstArgument) = (interface, member, firstArgument)
    }

    /// The sender where it is a name that can change its owner.
    var wellKnownSender: String? { sender.flatMap { $0.hasPrefix(":") || $0 == BusName.bus ? nil : $0 } }

    var rule: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            // A quote cannot stand inside quotes: it ends them, stands escaped, and begins new ones.
            guard let value else { return }
            let pieces = value.split(separator: "'", omittingEmptySubsequences: false)
            parts.append("\(key)='\(pieces.joined(separator: "'\\''"))'")
        }
        add("sender", sender)
        add("path", path?.text)
        // The bus knows no namespace of the root: that is every path.
        if pathNamespace != .root { add("path_namespace", pathNamespace?.text) }
        add("interface", interface)
        add("member", member)
        add("arg0", firstArgument)
        return parts.joined(separator: ",")
    }

    /// Compares everything but the arguments; asks for the unique name behind a well-known sender.
    func fits(_ header: SignalHeader, owner: (String) -> String?) -> Bool {
        if let interface, interface != header.interface { return false }
        if let member, member != header.member { return false }
        if let path, path != header.path { return false }
        if let pathNamespace, header.path != pathNamespace, !header.path.isBelow(pathNamespace) { return false }
        guard let sender else { return true }
        return header.sender == (wellKnownSender == nil ? sender : owner(sender))
    }

    func fits(_ arguments: [BusValue]) -> Bool { firstArgument.map { arguments.first == .string($0) } ?? true }
}

/// What a signal says of itself before its arguments.
struct SignalHeader: Hashable { let sender: String, path: ObjectPath, interface: String, member: String }
