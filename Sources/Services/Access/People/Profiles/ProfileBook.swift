public import Store
public import Tracking

extension AccessControl {
    /// What people tell of themselves.
    public var profiles: ProfileBook { ProfileBook(database: database) }
}

/// What people tell of themselves, and what others see of it.
public struct ProfileBook: Sendable {
    let database: AccessDatabase

    /// What an account has written of itself; of one that has not, what it begins with.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``.
    public func profile(of account: Name) throws(AccessError) -> Profile {
        try database.read { session in
            guard try session.hasAccount(account) else { throw AccessError.noSuchAccount(account) }
            return try session.profile(of: account) ?? Profile(unwritten: account)
        }
    }

    /// Replaces all that an account tells of itself; what it shows can be found from then on, and nothing else.
    ///
    /// `isWanted` looks at what there is, with the time of the picture, before anything is changed; nobody else changes it
    /// meanwhile.
    ///
    /// - Throws: ``PeopleError/badText(field:_:)``, and then nothing is changed; ``AccessError/noSuchAccount(_:)``.
    public func replace(
        _ profile: Profile,
        of account: Name,
        from source: String? = nil,
        at now: Timestamp,
        if isWanted: (_ profile: Profile, _ picture: Timestamp?) -> Bool = { _, _ in true }
    ) throws(AccessError) {
        try profile.check()
        try database.write { session in
            guard try session.hasAccount(account) else { throw AccessError.noSuchAccount(account) }
            let known = try session.profile(of: account) ?? Profile(unwritten: account)
            let picture = try session.person(account, for: account, at: now).view?.picture
            guard isWanted(known, picture) else { return }
            try session.replaceProfile(of: account, by: profile, at: now)
            try session.gather(.profileChanged, account, from: source, at: now)
        }
    }

    /// A person as somebody sees them.
    ///
    /// - Throws: ``PeopleError/noSuchPerson(_:)`` for nobody, and for a person whom the viewer may not know of.
    public func person(_ account: Name, for viewer: Name, at now: Timestamp) throws(AccessError) -> PersonView {
        try database.read { session in
            guard let view = try session.person(account, for: viewer, at: now).view else {
                throw AccessError.people(.noSuchPerson(account))
            }
            return view
        }
    }
}

/// Pictures of people.
extension ProfileBook {
    /// The picture of an account, for itself; nil for none.
    public func picture(of account: Name) throws(AccessError) -> PhotoRow? {
        try database.read { try $0.picture(of: .person(account)) }
    }

    /// The picture of a person as somebody sees them; nil where there is none, or where the viewer is not to see it.
    ///
    /// - Throws: ``PeopleError/noSuchPerson(_:)``.
    public func picture(
        of account: Name, for viewer: Name, at now: Timestamp
    ) throws(AccessError) -> PhotoRow? {
        try database.read { session in
            guard let view = try session.person(account, for: viewer, at: now).view else {
                throw AccessError.people(.noSuchPerson(account))
            }
            return view.picture == nil ? nil : try session.picture(of: .person(account))
        }
    }

    /// Replaces the picture of an account; nil for none.
    ///
    /// - Throws: ``AccessError/noSuchAccount(_:)``.
    public func setPicture(
        _ picture: PhotoRow?, of account: Name, from source: String? = nil, at now: Timestamp
    ) throws(AccessError) {
        try database.write { session in
            guard try session.hasAccount(account) else { throw AccessError.noSuchAccount(account) }
            try session.setPicture(picture, of: .person(account))
            try session.gather(.profileChanged, account, from: source, at: now)
        }
    }
}
