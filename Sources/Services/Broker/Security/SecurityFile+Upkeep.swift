internal import MQTT
internal import Messages
internal import Tracking

extension SecurityFile {
    /// Sees to it that the owner and the administrator get in, and that every role of ours has the rights that this
    /// version gives it on these topics.
    ///
    /// Clients, groups and roles of others stay as they are. Returned are the subscribers who read reminders until now and
    /// do so no more: whether anybody asked for that, nothing says.
    @discardableResult
    mutating func maintain(owner: Secret, admin: Secret, topics: Topics) -> [ClientRecord] {
        let losing = records.filter {
            $0.client.kind == "subscriber" && !$0.readsReminders && mayReadReminders($0.client.role)
        }
        put(Self.adminRights, of: Self.adminRole)
        put(BrokerClient.service(topics, Self.formats(in: rights(of: Self.serviceRole) ?? [])), of: Self.serviceRole)
        put(user: Self.adminUser, admin, role: Self.adminRole, title: "changes the clients")
        put(user: PrivateBroker.user, owner, role: Self.serviceRole, title: "the broker's owner")
        for role in roleNames {
            guard let client = client(ofRole: role), let rights = rights(of: role) else { continue }
            let all = client.rights(
                topics,
                trackers: Self.trackers(in: rights),
                formats: Self.formats(in: rights),
                readsReminders: readsReminders(role)
            )
            put(all, of: role)
        }
        return losing
    }

    /// Sees to it that one of our own services gets in, under an id that is its alone and stays.
    mutating func maintain(_ service: OwnService, _ password: Secret) {
        let clientID = clientID(of: service.user) ?? service.generatedID()
        put(user: service.user, password, role: Self.serviceRole, title: service.title, clientID: clientID)
    }

    /// The topics of the plugin, and nothing else.
    private static let adminRights: [TopicRight] =
        .send("$CONTROL/dynamic-security/#") + .read("$CONTROL/dynamic-security/#")

    /// Whose role it is; nil for one that is not ours.
    func client(ofRole role: String) -> BrokerClient? {
        let parts = role.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let client = BrokerClient(kind: String(parts[0]), subject: String(parts[1]))
        guard case .subscriber(let name, _) = client else { return client }
        return .subscriber(name, owner: rights(of: role).flatMap(Self.owner))
    }

    /// The trackers of a gateway: those whose nearness it may tell.
    static func trackers(in rights: [TopicRight]) -> [DeviceID] {
        rights.compactMap { right in
            let levels = right.filter.split(separator: "/")
            guard right.action == .send, levels.count > 3, levels.last == "proximity" else { return nil }
            return DeviceID(written: levels.dropLast().suffix(2).joined(separator: "/"))
        }
    }

    /// The formats of other programs that somebody may publish and read, as asked for when it was let in.
    static func formats(in rights: [TopicRight]) -> ForeignFormats {
        func has(_ action: TopicRight.Action, _ format: ForeignFormat, _ filters: [String]) -> Bool {
            rights.contains { $0.action == action && ($0.filter == "\(format.base)/#" || filters.contains($0.filter)) }
        }
        return ForeignFormats(
            published: Set(ForeignFormat.allCases.filter { has(.send, $0, $0.published) }),
            read: Set(ForeignFormat.received.filter { has(.subscribe, $0, $0.read) })
        )
    }

    /// What the plugin keeps with the role of a subscriber that was let in for reminders, too: its rights do not say so, as
    /// a version gave them to all subscribers.
    static let remindersNote = "reads reminders, too"

    /// Whether a subscriber's role is of one that reads reminders, too, as asked for when it was let in.
    func readsReminders(_ role: String) -> Bool { note(of: role) == Self.remindersNote }

    /// Whether a role has the right to read reminders, on whatever base, of all owners or of one.
    private func mayReadReminders(_ role: String) -> Bool {
        (rights(of: role) ?? []).contains { right in
            let levels = right.filter.split(separator: "/")
            guard right.action == .receive, levels.last == "#", let last = levels.dropLast().last else { return false }
            if last == "reminders" { return true }
            // No owner is called as the other topics are.
            let isOwner = (try? Name(last)).map { !Topics.isReserved($0) } ?? false
            return isOwner && levels.dropLast(2).last == "reminders"
        }
    }

    /// The owner whose alerts alone may be read.
    private static func owner(in rights: [TopicRight]) -> Name? {
        rights.first { $0.action == .receive && $0.filter.hasSuffix("/+") }.flatMap { right in
            right.filter.split(separator: "/").dropLast().last.flatMap { try? Name($0) }
        }
    }
}
