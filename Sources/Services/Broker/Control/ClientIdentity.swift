internal import JSON

/// Which client id a credential may be used with.
public enum ClientIdentity: Hashable, Sendable {
    /// The one that goes with the client, ``BrokerClient/clientID``.
    case usual
    /// This one, of 1 to ``longestName`` bytes.
    case named(String)
    /// Any, as it was asked for: for programs that cannot set one, or that connect several times at once. Who has such a
    /// credential can take the id, and with it the session, of any other client whose id it knows.
    case any
    /// Any, as an earlier version made it.
    case old

    /// As many bytes as every version of MQTT takes without a word.
    public static let longestName = 64

    /// A client id that was asked for: 1 to ``longestName`` letters, digits, `.`, `_`, `~` or `-`; nil for what is
    /// none.
    public init?(named name: String) {
        let others = Set("._~-".utf8)
        let isPlain = name.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || others.contains($0)
        }
        guard isPlain, (1...Self.longestName).contains(name.utf8.count) else { return nil }
        self = .named(name)
    }

    /// The client id that the broker insists on; nil for any.
    func clientID(of client: BrokerClient) -> String? {
        switch self {
        case .usual: client.clientID
        case .named(let name): name
        case .any, .old: nil
        }
    }

    /// What the plugin keeps with the client, so that what was asked for is told from what is old.
    static let note = "any client id"

    init(_ value: JSONValue, of client: BrokerClient) {
        guard let name = value["clientid"]?.text else {
            self = value["textdescription"]?.text == Self.note ? .any : (client.clientID == nil ? .usual : .old)
            return
        }
        self = name == client.clientID ? .usual : .named(name)
    }
}
