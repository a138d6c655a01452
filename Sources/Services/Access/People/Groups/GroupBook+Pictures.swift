public import Store
public import Tracking

extension GroupBook {
    /// The picture of a group, for whoever may see the group; nil for none.
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)``.
    public func picture(of id: String, for account: Name) throws(AccessError) -> PhotoRow? {
        try database.read { session in
            _ = try session.group(id, for: account)
            return try session.picture(of: .group(id))
        }
    }

    /// Replaces the picture of a group, as an admin does; nil for none.
    ///
    /// - Throws: ``PeopleError/noSuchGroup(_:)`` or ``PeopleError/notAdmin``.
    public func setPicture(_ picture: PhotoRow?, of id: String, by account: Name) throws(AccessError) {
        try database.write { session in
            try session.requireAdmin(account, of: id)
            try session.setPicture(picture, of: .group(id))
        }
    }
}
