extension PeopleRoleTable {
    /// The operations of inboxes, each of which is its owner's alone.
    static let inboxRows = """
        GET     /api/v1/inbox                             401 403 200 200 200 200 200 200 200
        POST    /api/v1/inbox/read?no                     401 403 400 400 400 400 400 400 400
        GET     /api/v1/inbox/silenced                    401 403 200 200 200 200 200 200 200
        PUT     /api/v1/inbox/silenced?no                 401 403 400 400 400 400 400 400 400
        """.split(separator: "\n").compactMap { RoleTable.Row($0, roles: roles.count) }
}
