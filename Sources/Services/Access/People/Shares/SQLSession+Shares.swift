internal import Store
internal import Tracking

extension SQLSession {
    /// What others share with an account that holds now, of contacts and of members of its groups.
    func shares(with name: Name) throws -> [SharedThing] {
        let sql = """
            SELECT giver, owner, tracker, "right", by_area FROM contact_shares WHERE account = ?1
            UNION
            SELECT s.giver, s.owner, s.tracker, s."right", s.by_area
            FROM group_members m JOIN group_shares s ON s.group_id = m.group_id
            WHERE m.account = ?1 AND s.giver <> ?1
            ORDER BY 1, 2, 3, 4, 5
            """
        let found = try rows(sql, [name.text]) { row in
            (giver: try Name(row[0] as String), grant: try Grant(row, at: 1))
        }
        var givers: [Name: Principal] = [:]
        return try found.compactMap { giver, grant in
            if givers[giver] == nil { givers[giver] = try self.giver(giver) }
            return givers[giver].flatMap { SharedThing(grant, by: giver, $0) }
        }
    }

    /// Who shares, with what administrators grant and nothing that others share: that is not passed on.
    ///
    /// Who is deactivated, or has not shown yet who they are, shares nothing.
    func giver(_ name: Name) throws -> Principal? {
        let sql = "SELECT administrator FROM accounts WHERE name = ? AND \(Self.isActive)"
        guard let isAdministrator: Bool = try value(sql, [name.text]) else { return nil }
        return Principal(
            account: name, isAdministrator: isAdministrator, grants: isAdministrator ? [] : try grants(of: name)
        )
    }
}

extension SharedThing {
    /// What is left of a share of somebody who may do so much now; nil for nothing.
    init?(_ grant: Grant, by name: Name, _ giver: Principal) {
        guard giver.mayShare(grant) else { return nil }
        let exceptions =
            giver.isAdministrator || grant.tracker != nil
            ? []
            : giver.grants.filter { $0.owner == grant.owner && $0.right < .command }.compactMap(\.tracker)
        self.init(giver: name, grant: grant, exceptions: Set(exceptions))
    }
}

extension Principal {
    /// Whether this can be shared: what is the principal's to command, and no more than a share can be.
    func mayShare(_ grant: Grant) -> Bool {
        guard grant.right >= .lastPosition else { return false }
        guard let tracker = grant.tracker else { return ownRight(onAllOf: grant.owner) >= .command }
        return mayPassOn(DeviceID(owner: grant.owner, device: tracker))
    }
}

extension Grant {
    /// A grant of four columns: owner, tracker, right, and whether it is by area.
    init(_ row: SQLRow, at column: Int) throws {
        let tracker: String = row[column + 1]
        self.init(
            owner: try Name(row[column] as String),
            tracker: tracker.isEmpty ? nil : try Name(tracker),
            right: Right(word: row[column + 2]) ?? .none,
            isByArea: row[column + 3]
        )
    }
}
