public import Messages

/// The same rights for a broker that somebody else runs.
public struct ForeignRules: Sendable {
    private let entries: [Entry]

    private struct Entry {
        let user: String
        let title: String
        let role: String
        let clientID: String?
        let rights: [TopicRight]
    }

    /// The rules for clients, and for the owner, whose services have all rights.
    public init(owner: String, _ records: [ClientRecord], topics: Topics) {
        let first = Entry(
            user: owner,
            title: "the history service, the console and the command line",
            role: "service",
            clientID: nil,
            rights: BrokerClient.service(topics)
        )
        entries =
            [first]
            + records.map { record in
                Entry(
                    user: record.user,
                    title: "\(record.client.kind) \(record.client.subject)",
                    role: record.client.role,
                    clientID: record.clientID ?? (record.isUnbound ? record.client.clientID : nil),
                    rights: record.client.rights(
                        topics,
                        trackers: record.trackers,
                        formats: record.formats,
                        readsReminders: record.readsReminders
                    )
                )
            }
    }

    /// An `acl_file` of mosquitto.
    ///
    /// mosquitto lets everybody subscribe there, and checks what is delivered.
    public var aclFile: String {
        var lines = [
            "# For mosquitto.conf: allow_anonymous false, password_file FILE, acl_file THIS FILE.",
            "# 'mosquitto_passwd FILE USER' asks for a user's password and adds it.",
        ]
        for entry in entries {
            lines += ["", "# \(entry.title)", "user \(entry.user)"]
            let sends = Set(entry.rights.filter { $0.action == .send }.map(\.filter))
            let reads = Set(entry.rights.filter { $0.action == .receive }.map(\.filter))
            for filter in sends.union(reads).sorted() {
                let access = sends.contains(filter) ? (reads.contains(filter) ? "readwrite" : "write") : "read"
                lines.append("topic \(access) \(filter)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Commands for a broker with the dynamic security plugin; no password stands in them.
    public var commands: String {
        let run = "mosquitto_ctrl -o \"$OPTIONS\" dynsec"
        var lines = [
            "# OPTIONS is a file with -h HOST, -u ADMIN and -P PASSWORD, a line each, which only you may read.",
            "# Each createClient asks for the new client's password.",
        ]
        for kind in ["publishClientSend", "publishClientReceive", "subscribe"] {
            lines.append("\(run) setDefaultACLAccess \(kind) deny")
        }
        for entry in entries {
            let role = Self.quoted(entry.role)
            lines += ["", "# \(entry.title)", "\(run) createRole \(role)"]
            lines += entry.rights.map { right in
                "\(run) addRoleACL \(role) \(right.action.rawValue) \(Self.quoted(right.filter)) allow 0"
            }
            let client = entry.clientID.map { " -c \(Self.quoted($0))" } ?? ""
            lines.append("\(run) createClient \(Self.quoted(entry.user))\(client)")
            lines.append("\(run) addClientRole \(Self.quoted(entry.user)) \(role) 0")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
