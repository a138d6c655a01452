internal import JSON
internal import MQTT

/// A command to mosquitto's dynamic security plugin.
struct ControlCommand: Sendable {
    let name: String
    /// The client or role that it is about.
    let subject: String
    private let members: JSONMembers
    /// Errors that tell that what was wanted is so already.
    var tolerated: Set<String> = []

    private init(_ name: String, _ subject: String, _ members: JSONMembers, tolerating: Set<String> = []) {
        self.name = name
        self.subject = subject
        self.members = members
        tolerated = tolerating
    }

    func tagged(_ tag: String) -> JSONValue {
        .object(members + ["command": .text(name), "correlationData": .text(tag)])
    }

    static func createRole(_ role: String, _ rights: [TopicRight], note: String? = nil) -> Self {
        var members: JSONMembers = ["rolename": .text(role), "acls": .list(rights.map(\.json))]
        members["textdescription"] = note.map { .text($0) }
        return Self("createRole", role, members, tolerating: ["Role already exists"])
    }

    static func deleteRole(_ role: String) -> Self {
        Self("deleteRole", role, ["rolename": .text(role)], tolerating: ["Role not found"])
    }

    static func addRight(_ right: TopicRight, to role: String) -> Self {
        var command = Self("addRoleACL", role, right.members(role))
        command.tolerated = ["ACL with this topic already exists"]
        return command
    }

    static func removeRight(_ right: TopicRight, from role: String) -> Self {
        Self("removeRoleACL", role, right.members(role), tolerating: ["Role not found", "ACL not found"])
    }

    static func createClient(_ credential: BrokerCredential, _ identity: ClientIdentity) -> Self {
        let client = credential.client
        let user = credential.user
        var members: JSONMembers = [
            "username": .text(user),
            "password": .text(credential.password.value),
            "textname": .text(client.subject),
            "roles": [["rolename": .text(client.role)]],
        ]
        members["clientid"] = credential.clientID.map { .text($0) }
        if identity == .any { members["textdescription"] = .text(ClientIdentity.note) }
        return Self("createClient", user, members)
    }

    /// Lets a client in under this id only, and ends its connections.
    static func setClientID(_ name: String, of user: String) -> Self {
        Self("setClientId", user, ["username": .text(user), "clientid": .text(name)])
    }

    /// Ends the client's connections; its session stays.
    static func setPassword(_ password: Secret, of user: String) -> Self {
        Self("setClientPassword", user, ["username": .text(user), "password": .text(password.value)])
    }

    /// Gives a client this role in place of those it has.
    static func setRole(_ role: String, of user: String) -> Self {
        Self("modifyClient", user, ["username": .text(user), "roles": [["rolename": .text(role)]]])
    }

    /// Ends the client's connections and lets it in no more until it is enabled; its session stays.
    static func disableClient(_ user: String) -> Self {
        Self("disableClient", user, ["username": .text(user)], tolerating: ["Client not found"])
    }

    /// Lets a client in again.
    static func enableClient(_ user: String) -> Self {
        Self("enableClient", user, ["username": .text(user)], tolerating: ["Client not found"])
    }

    /// Ends the client's connections.
    static func deleteClient(_ user: String) -> Self {
        Self("deleteClient", user, ["username": .text(user)], tolerating: ["Client not found"])
    }
}

extension TopicRight {
    fileprivate func members(_ role: String) -> JSONMembers {
        guard case .object(var members) = json else { return [:] }
        members["rolename"] = .text(role)
        return members
    }
}
