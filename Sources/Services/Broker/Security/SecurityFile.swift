internal import JSON
internal import MQTT

/// The file of mosquitto's dynamic security plugin; to be changed only while no broker uses it.
struct SecurityFile: Hashable, Sendable {
    private(set) var root: JSONValue

    static let adminUser = "tagalong-admin"
    static let adminRole = "admin"
    static let serviceRole = "service"

    /// Nobody may do anything.
    ///
    /// Whoever unsubscribes ends a subscription of its own: that is allowed.
    init() {
        root = [
            "defaultACLAccess": [
                "publishClientSend": false, "publishClientReceive": false, "subscribe": false, "unsubscribe": true,
            ],
            "clients": [], "groups": [], "roles": [],
        ]
    }

    /// Reads a file; nil when there is none.
    init?(reading path: String) throws(BrokerError) {
        guard let bytes = try SecretFile.read(path) else { return nil }
        guard let root = try? JSONValue(bytes), case .object = root else {
            throw .damaged(path, expected: "a JSON object, or no file to begin with no clients")
        }
        self.root = root
    }

    func write(to path: String) throws(BrokerError) { try SecretFile.write(root.encoded(.sorted), to: path) }
    var clients: [JSONValue] { root["clients"]?.list ?? [] }
    private var roles: [JSONValue] { root["roles"]?.list ?? [] }

    /// The rights of a role; nil when there is no such role.
    func rights(of role: String) -> [TopicRight]? {
        roles.first { $0["rolename"]?.text == role }.map { role in
            (role["acls"]?.list ?? []).compactMap { acl in
                guard let action = acl["acltype"]?.text.flatMap(TopicRight.Action.init), let topic = acl["topic"]?.text,
                    acl["allow"] == true
                else { return nil }
                return TopicRight(action, topic)
            }
        }
    }

    var roleNames: [String] { roles.compactMap { $0["rolename"]?.text } }

    /// What is noted of a role beside its rights; nil for nothing.
    func note(of role: String) -> String? { roles.first { $0["rolename"]?.text == role }?["textdescription"]?.text }

    /// Sees to it that a role has exactly these rights; what is noted of it stays, where no other note is given.
    mutating func put(_ rights: [TopicRight], of role: String, note: String? = nil) {
        let known = self.rights(of: role)
        guard known.map({ Set($0) }) != Set(rights) || (note != nil && note != self.note(of: role)) else { return }
        var value = roles.first { $0["rolename"]?.text == role } ?? ["rolename": .text(role)]
        value["acls"] = .list(rights.map(\.json))
        if let note { value["textdescription"] = .text(note) }
        root["roles"] = .list(roles.filter { $0["rolename"]?.text != role } + [value])
    }

    /// The users who are not let in for now, whoever wanted that.
    var disabledUsers: Set<String> { Set(clients.compactMap { $0["disabled"] == true ? $0["username"]?.text : nil }) }

    func knows(_ user: String) -> Bool { clients.contains { $0["username"]?.text == user } }

    /// Whether a user gets in with a password.
    func accepts(_ password: Secret, of user: String) -> Bool {
        clients.first { $0["username"]?.text == user }.flatMap { PasswordHash($0) }?.matches(password) ?? false
    }

    /// The client id that a user has to use; nil for any, and for a user who is not known.
    func clientID(of user: String) -> String? { clients.first { $0["username"]?.text == user }?["clientid"]?.text }

    /// Sees to it that a client has this password, this role, and this client id if one is given.
    mutating func put(user: String, _ password: Secret, role: String, title: String, clientID: String? = nil) {
        var client = clients.first { $0["username"]?.text == user } ?? ["username": .text(user)]
        let roles: JSONValue = [["rolename": .text(role)]]
        var generator = SystemRandomNumberGenerator()
        let isRight = PasswordHash(client)?.matches(password) ?? false
        let hasRole = client["roles"]?.list.first?["rolename"]?.text == role
        if isRight, hasRole, clientID == nil || client["clientid"]?.text == clientID { return }
        if !isRight { PasswordHash(of: password, using: &generator).write(into: &client) }
        client["roles"] = roles
        client["textname"] = .text(title)
        if let clientID { client["clientid"] = .text(clientID) }
        root["clients"] = .list(clients.filter { $0["username"]?.text != user } + [client])
    }
}

extension TopicRight {
    /// As the plugin writes it, in its file and in commands.
    var json: JSONValue {
        ["acltype": .text(action.rawValue), "topic": .text(filter), "priority": .number(0), "allow": true]
    }
}
