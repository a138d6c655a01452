internal import Store
internal import Tracking

/// Whom something is shared with.
enum ShareCircle {
    case contact(Name)
    case group(String)

    fileprivate var table: String {
        switch self {
        case .contact: "contact_shares"
        case .group: "group_shares"
        }
    }

    fileprivate var column: String {
        switch self {
        case .contact: "account"
        case .group: "group_id"
        }
    }

    fileprivate var key: String {
        switch self {
        case .contact(let name): name.text
        case .group(let id): id
        }
    }
}

extension SQLSession {
    func requireContact(_ contact: Name, of account: Name) throws {
        guard try areContacts(account, contact), try isActive(contact) else {
            throw AccessError.people(.notConnected(contact))
        }
    }

    /// What an account shares with a contact or a group, by item.
    func things(of giver: Name, with circle: ShareCircle) throws -> [Grant] {
        let sql = """
            SELECT owner, tracker, "right", by_area FROM \(circle.table)
            WHERE giver = ? AND \(circle.column) = ? ORDER BY owner, tracker
            """
        return try rows(sql, [giver.text, circle.key]) { try Grant($0, at: 0) }
    }

    /// When the items were added that an account shares with a contact or a group, as far as that is written down.
    private func itemTimes(of giver: Name, with circle: ShareCircle) throws -> [DeviceID: Timestamp] {
        let sql = """
            SELECT owner, tracker, item_created_ms FROM \(circle.table)
            WHERE giver = ? AND \(circle.column) = ? AND tracker <> '' AND item_created_ms IS NOT NULL
            """
        let found = try rows(sql, [giver.text, circle.key]) { row in
            let item = DeviceID(owner: try Name(row[0] as String), device: try Name(row[1] as String))
            return (item, Timestamp(milliseconds: row[2]))
        }
        return Dictionary(found) { $1 }
    }

    /// Replaces what an account shares with a contact or a group, and tells them of what is new.
    ///
    /// A share of which only the right changes stays one of the same item.
    func share(
        _ things: [Grant],
        added times: [DeviceID: Timestamp],
        of giver: Name,
        with circle: ShareCircle,
        from source: String?,
        at now: Timestamp
    ) throws {
        let items = try times.merging(itemTimes(of: giver, with: circle)) { $1 }
        let before = try self.things(of: giver, with: circle)
        // Of two for the same thing the last counts, as with grants.
        var wanted: [[String]: Grant] = [:]
        for thing in things { wanted[[thing.owner.text, thing.tracker?.text ?? ""]] = thing }
        guard wanted.count <= GroupLimits.shares else { throw AccessError.people(.tooManyShares) }
        let after = Set(wanted.values)
        guard let principal = try self.giver(giver) else { throw AccessError.noSuchAccount(giver) }
        // What has been shared before stays, were it only until the right to share it comes back.
        let added = after.subtracting(before).sorted { "\($0)" < "\($1)" }
        if let grant = added.first(where: { !principal.mayShare($0) }) { throw AccessError.people(.mayNotShare(grant)) }
        for grant in before where !after.contains(grant) {
            try execute(
                "DELETE FROM \(circle.table) WHERE giver = ? AND \(circle.column) = ? AND owner = ? AND tracker = ?",
                [giver.text, circle.key, grant.owner.text, grant.tracker?.text ?? ""]
            )
        }
        for grant in added {
            let item = grant.tracker.flatMap { items[DeviceID(owner: grant.owner, device: $0)] }
            try insert(grant, of: giver, in: circle, item, at: now)
        }
        if !added.isEmpty {
            try record(.itemShared, giver.text, from: source, at: now)
            try tell(of: added, by: giver, circle, at: now)
        }
        if before.contains(where: { wanted[[$0.owner.text, $0.tracker?.text ?? ""]] == nil }) {
            try record(.itemUnshared, giver.text, from: source, at: now)
        }
    }

    private func insert(
        _ grant: Grant, of giver: Name, in circle: ShareCircle, _ item: Timestamp?, at now: Timestamp
    ) throws {
        try execute(
            """
            INSERT INTO \(circle.table)
                (giver, \(circle.column), owner, tracker, "right", by_area, created_ms, item_created_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                giver.text, circle.key, grant.owner.text, grant.tracker?.text ?? "", grant.right.word, grant.isByArea,
                now.milliseconds, item?.milliseconds,
            ]
        )
    }

    /// How many people's shares somebody is told of who joins a group: a large one is not to fill an inbox.
    private static let mostTold = 10

    /// Tells somebody who has joined a group what others share there.
    func tellShares(in group: String, to member: Name, at now: Timestamp) throws {
        let sql = """
            SELECT giver, owner, tracker, "right", by_area FROM group_shares
            WHERE group_id = ? AND giver <> ? ORDER BY giver, owner, tracker
            """
        let found = try rows(sql, [group, member.text]) { row in
            (giver: try Name(row[0] as String), grant: try Grant(row, at: 1))
        }
        var told = 0
        for (giver, shares) in Dictionary(grouping: found, by: \.giver).sorted(by: { $0.key < $1.key }) {
            guard told < Self.mostTold, let principal = try self.giver(giver) else { continue }
            let grants = shares.map(\.grant).filter { principal.mayShare($0) }
            guard !grants.isEmpty else { continue }
            try tell(of: grants, by: giver, in: group, to: [member], at: now)
            told += 1
        }
    }

    private func tell(of grants: [Grant], by giver: Name, _ circle: ShareCircle, at now: Timestamp) throws {
        switch circle {
        case .contact(let name): try tell(of: grants, by: giver, in: nil, to: [name], at: now)
        case .group(let id):
            try tell(of: grants, by: giver, in: id, to: try memberNames(of: id).filter { $0 != giver }, at: now)
        }
    }

    private func tell(
        of grants: [Grant], by giver: Name, in group: String?, to names: [Name], at now: Timestamp
    ) throws {
        // One notice for all items of an owner, and none for what was told lately: shares that come and go push nothing
        // else out of an inbox.
        for (owner, grants) in Dictionary(grouping: grants, by: \.owner).sorted(by: { $0.key < $1.key }) {
            let tracker = grants.count == 1 ? grants[0].tracker : nil
            let text = Self.words(grants)
            for name in names where try !wasToldLately(name, of: owner, tracker, text, by: giver, at: now) {
                let item = tracker.map { DeviceID(owner: owner, device: $0) }
                try notify(name, .share, about: giver, group: group, item: item, owner: owner, text: text, at: now)
            }
        }
    }

    /// The first few of what is shared, and how many there are.
    private static func words(_ grants: [Grant]) -> String {
        let shown = grants.prefix(3).map(\.description).joined(separator: ", ")
        return grants.count > 3 ? "\(shown) … (\(grants.count))" : shown
    }

    /// Whether somebody has a notice of the last hour that the same one shares the same; of several items, that they are
    /// called the same.
    private func wasToldLately(
        _ name: Name, of owner: Name, _ tracker: Name?, _ text: String, by giver: Name, at now: Timestamp
    ) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM notices WHERE account = ? AND kind = ? AND about = ? AND owner = ?
                AND tracker IS NOT DISTINCT FROM ? AND (tracker IS NOT NULL OR text = ?) AND time_ms > ?)
            """
        let asked: SQLArguments = [
            name.text, NoticeKind.share.rawValue, giver.text, owner.text, tracker?.text, text,
            now.milliseconds - 3_600_000,
        ]
        return try value(sql, asked) ?? false
    }
}
