internal import Store
package import Tracking

extension ProfileBook {
    /// Adds many accounts with what they tell of themselves in one transaction, as a load for measurements.
    package func add(_ people: [(account: Name, profile: Profile)], at now: Timestamp) throws(AccessError) {
        try database.write { session in
            for (account, profile) in people {
                try session.add(account, isAdministrator: false, at: now)
                try session.replaceProfile(of: account, by: profile, at: now)
            }
        }
    }
}

extension ContactBook {
    /// Makes somebody a contact of many in one transaction, as a load for measurements.
    package func connect(_ account: Name, with others: [Name], at now: Timestamp) throws(AccessError) {
        try database.write { session in
            for other in others {
                try session.connect(account, granting: TrustLevel(), with: other, granting: TrustLevel(), at: now)
            }
        }
    }
}
