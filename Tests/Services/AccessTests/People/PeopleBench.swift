import Testing
import Tracking

@testable import Access
@testable import Store

/// Accounts that may know each other, on the engine that the test runs on.
struct PeopleBench {
    let bench: AccessBench

    var access: AccessControl { bench.access }

    /// Adds accounts without any right.
    init(_ names: String...) throws {
        bench = try AccessBench()
        for name in names { try bench.access.add(Name(name), isAdministrator: false, at: bench.start) }
    }

    func at(_ seconds: Double) -> Timestamp { bench.at(seconds) }

    /// Days after the start.
    func day(_ days: Double) -> Timestamp { bench.at(days * 86_400) }

    func name(_ text: String) throws -> Name { try Name(text) }

    /// Writes a profile that anybody finds by its name.
    func write(
        _ account: String,
        _ name: String,
        town: String = "",
        school: String = "",
        employer: String = "",
        shown: Set<ShownField> = [.name, .town, .school, .employer],
        entries: [ProfileEntry] = []
    ) throws {
        let profile = Profile(
            name: name, town: town, school: school, employer: employer, shown: shown, entries: entries
        )
        try access.profiles.replace(profile, of: Name(account), at: at(0))
    }

    /// Makes two accounts contacts.
    func connect(
        _ one: String, _ other: String, granting: TrustLevel = TrustLevel(), granted: TrustLevel = TrustLevel()
    ) throws {
        try access.database.write { session in
            try session.connect(Name(one), granting: granting, with: Name(other), granting: granted, at: at(0))
        }
    }

    /// A person as somebody sees them; nil for nobody.
    func see(_ account: String, as viewer: String, at now: Timestamp? = nil) throws -> PersonView? {
        do {
            return try access.profiles.person(Name(account), for: Name(viewer), at: now ?? at(1))
        } catch AccessError.people(.noSuchPerson) { return nil }
    }

    /// What is in somebody's inbox, the oldest first.
    func notices(_ account: String) throws -> [String] {
        try access.database.read { session in
            try session.rows("SELECT kind, about FROM notices WHERE account = ? ORDER BY id", [account]) { row in
                "\(row[0] as String) \(row[1] as String)"
            }
        }
    }

    /// Adds a group with its members, each with the level that they grant the others.
    func group(
        _ id: String, _ name: String, isOpen: Bool, description: String = "", _ members: [String: TrustLevel]
    ) throws {
        try access.database.write { session in
            try session.execute(
                "INSERT INTO user_groups (id, name, description, open, created_ms) VALUES (?, ?, ?, ?, 0)",
                [id, name, description, isOpen]
            )
            for (member, level) in members {
                try session.execute(
                    "INSERT INTO group_members (group_id, account, admin, level, joined_ms) VALUES (?, ?, 0, ?, 0)",
                    [id, member, level.stored]
                )
            }
            try session.makeFindable(group: id, name: name, description: description, isOpen: isOpen)
        }
    }
}
