import Broker
import Logging

/// Checks who may connect to the private broker.
enum BrokerClientsCheck {
    /// What there is to say about the credentials of the broker in a directory; nothing about one without any.
    static func findings(in directory: String) async -> [Finding] {
        let provisioner = Provisioner(directory: directory, logger: Logger(part: "broker", level: .warning))
        let records = (try? provisioner.records()) ?? []
        let kept = await KeptMessages(in: directory)
        return findings(of: records) + (kept.map { findings(of: $0, records) } ?? [])
            + full(directory, ids(of: kept, records)) + findings(of: FloodRecord(in: directory))
    }

    /// Who was cut off since it sent too much.
    static func findings(of record: FloodRecord) -> [Finding] {
        record.entries.map { entry in
            let often = entry.times == 1 ? "" : " (\(entry.times) times by now)"
            return Finding(
                subject: "flooding client \(entry.user)",
                verdict: .warning,
                detail: "\(entry.user) was cut off at \(entry.cutAt)\(often): it had sent "
                    + "\(entry.messages) messages of \(entry.bytes) bytes within \(entry.milliseconds) ms; "
                    + (entry.isOut ? "'tagalong up' lets it in again after a minute" : "it was let in again"),
                remedy: "if that is not meant: 'tagalong broker revoke \(entry.user)'"
            )
        }
    }

    /// The client ids that belong to somebody: those that are bound, and those of sessions that are kept.
    static func ids(of kept: KeptMessages?, _ records: [ClientRecord]) -> Set<String> {
        Set(records.compactMap(\.clientID)).union(kept?.users.keys.map { $0 } ?? [])
    }

    /// For whom messages were dropped, of ids that belong to somebody: the log has what anybody calls itself.
    private static func full(_ directory: String, _ known: Set<String>) -> [Finding] {
        let history = (try? OwnBroker.access(of: .history, in: directory))?.clientID
        let clients = PrivateBroker.clientsWithFullQueues(in: directory)
        return clients.filter { $0 == history || known.contains($0) }.sorted().map { client in
            Finding(
                subject: "full queue \(client == history ? "history" : client.printable)",
                verdict: .warning,
                detail: "messages for \(client == history ? "the history service" : client.printable) were dropped, "
                    + "since too much waited for it",
                remedy: client == history ? "is the disk full, or does a client flood?" : nil
            )
        }
    }

    /// Who floods the broker, as far as what it keeps shows it.
    static func findings(of kept: KeptMessages, _ records: [ClientRecord]) -> [Finding] {
        let known = Set(records.map(\.user))
        let writers = kept.retained.filter { known.contains($0.key) && $0.value.messages > SessionBounds.retained }
        let authors = kept.written.filter { known.contains($0.key) && $0.value.messages > SessionBounds.messages }
        // A check has a name of its own, so that programs can look for it.
        func warning(_ user: String, _ what: String, _ detail: String, _ remedy: String) -> Finding {
            Finding(subject: "flooding client \(user), \(what)", verdict: .warning, detail: detail, remedy: remedy)
        }
        return writers.sorted { $0.key < $1.key }.map { user, amount in
            warning(
                user,
                "retained",
                "\(user) has the broker keep messages on \(amount.messages) topics, \(amount.bytes) bytes",
                "if that is not meant: 'tagalong broker revoke \(user)'"
            )
        }
            + authors.sorted { $0.key < $1.key }.map { user, amount in
                warning(
                    user,
                    "sent",
                    "\(amount.messages) of the messages that wait for others are \(user)'s, \(amount.bytes) bytes",
                    "if that is not meant: 'tagalong broker revoke \(user)'"
                )
            }
            + kept.excesses(among: records).map { excess in
                warning(
                    excess.user,
                    "waiting",
                    "\(excess.amount.messages) messages wait for \(excess.user), \(excess.amount.bytes) bytes, in "
                        + "\(excess.sessions.count) sessions",
                    "'tagalong up' drops them; does \(excess.user) still fetch them?"
                )
            }
    }

    static func findings(of records: [ClientRecord]) -> [Finding] {
        func users(_ records: [ClientRecord]) -> String { records.map(\.user).joined(separator: ", ") }
        let old = records.filter(\.isUnbound)
        let any = records.filter { $0.identity == .any }
        var findings: [Finding] = []
        if !old.isEmpty {
            findings.append(
                Finding(
                    subject: "client ids",
                    verdict: .warning,
                    detail: "\(users(old)): of an earlier version, may take any client id and so end another's session",
                    remedy: "for each: 'tagalong broker rotate USER' binds it to one id; tell the client that and the "
                        + "new password"
                )
            )
        }
        if !any.isEmpty {
            findings.append(
                Finding(
                    subject: "any client id",
                    verdict: .note,
                    detail: "\(users(any)): may take any client id, as you asked for"
                )
            )
        }
        return findings
    }
}
