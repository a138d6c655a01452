internal import Store
public import Tracking

/// What people share of the things that they may command, with contacts and with groups.
public struct ShareBook: Sendable {
    let database: AccessDatabase

    /// What an account shares with a contact, by item.
    ///
    /// - Throws: ``PeopleError/notConnected(_:)``.
    public func things(of giver: Name, with contact: Name) throws(AccessError) -> [Grant] {
        try database.read { session in
            try session.requireContact(contact, of: giver)
            return try session.things(of: giver, with: .contact(contact))
        }
    }

    /// Replaces what an account shares with a contact, who is told of what is new.
    ///
    /// `added` says when the items were added that the shares are of; of others the next ``sweep(_:)`` does.
    ///
    /// - Throws: ``PeopleError/notConnected(_:)``, ``PeopleError/mayNotShare(_:)`` or ``PeopleError/tooManyShares``.
    public func share(
        _ things: [Grant],
        added: [DeviceID: Timestamp] = [:],
        of giver: Name,
        with contact: Name,
        from source: String? = nil,
        at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            try session.requireContact(contact, of: giver)
            try session.share(things, added: added, of: giver, with: .contact(contact), from: source, at: now)
        }
    }

    /// What others share with an account that holds now.
    public func things(sharedWith account: Name) throws(AccessError) -> [SharedThing] {
        try database.read { try $0.shares(with: account) }
    }
}

extension AccessControl {
    /// What people share.
    public var shares: ShareBook { ShareBook(database: database) }
}
