import Messages
import Tracking

/// The receivers of other makes for which a gateway speaks: who there is, what they are called, and which are not its own
/// to speak for.
struct ForeignReceivers: Sendable {
    let formats: Set<ForeignFormat>
    private let gateway: Name
    private(set) var nodes: [Key: ForeignNode] = [:]
    /// Gateways that speak for themselves.
    private var gateways: Set<Name> = []
    /// Nodes for which another gateway speaks.
    private var elsewhere: [Name: Name] = [:]
    /// The nodes of which something could not be read.
    private var complained: Set<Key> = []
    /// All nodes that were ever told of.
    private var seen: Set<Key> = []
    /// The gateway's own output, which may come back.
    private let own: Set<Key>

    struct Key: Hashable, Sendable, Comparable {
        var format: ForeignFormat
        var title: String

        static func < (left: Key, right: Key) -> Bool {
            (left.format.rawValue, left.title) < (right.format.rawValue, right.title)
        }
    }

    static let mostNodes = 64
    /// How many nodes are told of in all, one after the other.
    static let mostSeen = 256
    private static let mostGateways = 1000

    /// The receivers of some formats; nil for none.
    init?(_ formats: Set<ForeignFormat>, gateway: Name, published: Set<ForeignFormat>, room: ItemName?) {
        guard !formats.isEmpty else { return nil }
        (self.formats, self.gateway) = (formats, gateway)
        let output = ForeignOutput(published, gateway: gateway, room: room)
        own = Set(
            (output?.state(.online) ?? []).compactMap { message in
                ForeignNews(message, formats: formats).map { Key(format: $0.format, title: $0.node) }
            }
        )
    }

    /// Whether a topic is one of theirs.
    func reads(_ topic: String) -> Bool { formats.contains { topic.hasPrefix($0.base + "/") } }

    /// What a node may be told of as; nil where nothing may be told of it.
    mutating func node(_ key: Key, at now: Timestamp) -> (node: ForeignNode, isNew: Bool)? {
        guard !own.contains(key) else { return nil }
        if let known = nodes[key] { return (known, false) }
        // Each leaves a retained status behind.
        guard nodes.count < Self.mostNodes, seen.contains(key) || seen.count < Self.mostSeen, let name = name(of: key)
        else { return nil }
        seen.insert(key)
        if let other = elsewhere[name], other < gateway { return nil }
        return (ForeignNode(key.title, key.format, as: name, at: now), true)
    }

    mutating func put(_ node: ForeignNode, as key: Key) { nodes[key] = node }
    mutating func remove(_ key: Key) -> ForeignNode? { nodes.removeValue(forKey: key) }

    /// Whether this is the first time that something of a node cannot be read.
    mutating func isFirstComplaint(_ key: Key) -> Bool {
        complained.count < Self.mostNodes && complained.insert(key).inserted
    }

    /// The node's own name, or with its format behind where a gateway has that.
    private func name(of key: Key) -> Name? {
        let taken = Set(nodes.values.map(\.name)).union(gateways).union([gateway])
        var letters = ""
        for scalar in key.title.unicodeScalars {
            let isAllowed = scalar.isASCII && Name.isAllowed(UInt8(truncatingIfNeeded: scalar.value))
            letters.unicodeScalars.append(isAllowed ? scalar : "-")
        }
        let longer = "\(letters.prefix(63 - key.format.rawValue.count))-\(key.format.rawValue)"
        return [String(letters.prefix(64)), longer].lazy.compactMap { try? Name($0) }.first { !taken.contains($0) }
    }

    /// What follows from a gateway's status.
    enum Consequence: Hashable, Sendable {
        case nothing
        /// A node of an earlier run is still said to be there.
        case takeBack(Name)
        /// Another gateway speaks for a node, too, and has to hear that it is not its own.
        case insist(Key)
    }

    /// Takes in the status of another gateway, or of a node: two gateways that read the same nodes agree on the one whose
    /// name comes first, and no node has the name of a gateway.
    mutating func learned(_ status: GatewayStatus, of name: Name) -> Consequence {
        guard name != gateway else { return .nothing }
        let key = nodes.first { $0.value.name == name }?.key
        guard let speaker = status.via else {
            if gateways.count < Self.mostGateways { gateways.insert(name) }
            if status.state == .offline { elsewhere = elsewhere.filter { $0.value != name } }
            if let key { nodes[key] = nil }
            return .nothing
        }
        if speaker == gateway { return key == nil && status.state == .online ? .takeBack(name) : .nothing }
        guard status.state == .online, elsewhere.count < Self.mostGateways else {
            if elsewhere[name] == speaker { elsewhere[name] = nil }
            return .nothing
        }
        elsewhere[name] = speaker
        guard let key else { return .nothing }
        if gateway < speaker { return .insist(key) }
        nodes[key] = nil
        return .nothing
    }
}
