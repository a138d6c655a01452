import Testing
import Tracking

@testable import Access
@testable import Store

extension AccessBench {
    /// Fills every table of people in, as somebody has who uses all of it; each text of theirs has the word.
    ///
    /// They are in a group with all the others, of which they are the only admin, and in one alone.
    func meetPeople(_ name: Name, _ word: String, others: [Name]) throws {
        let (me, first, now) = (name.text, try #require(others.first), start.milliseconds)
        try access.database.write { session in
            func add(_ table: String, _ values: SQLArguments) throws {
                let known = try #require(AccessTable.all.first { $0.name == table })
                let columns = known.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
                try session.execute(
                    "INSERT INTO \(table) (\(columns)) VALUES (\(SQLSession.marks(values.values.count)))", values)
            }
            func find(_ column: String, _ id: String) throws {
                try session.execute(
                    "INSERT INTO found (\(column), name, more) VALUES (?, ?, ?)", [id, word, "\(word) \(word)ton"])
            }
            try add("profiles", [me, word, "\(word)ton", "\(word) school", "\(word) works", "name town", now])
            try find("account", me)
            try add("profile_entries", [me, 0, "work", "mail", "\(word) mail", "\(word)@example.org"])
            try add("pictures", [me, nil, "image/png", Array("\(word) picture".utf8), now])
            try add("silenced", [me, "share"])
            for other in others {
                try add("contacts", [me, other.text, "work", now])
                try add("contacts", [other.text, me, "", now])
                try add("contact_shares", [me, other.text, me, "keys", "last", false, now, nil])
                try session.notify(other, .acceptance, about: name, text: word, at: start)
            }
            try add("contact_requests", [me, first.text, "", "work", now, nil, nil])
            try add("contact_requests", [first.text, me, "", "", now, now, nil])
            for (id, members) in [("shared-\(word)", [name] + others), ("alone-\(word)", [name])] {
                try add("user_groups", [id, "\(word) group", "about \(word)", false, me, now])
                try find("group_id", id)
                try add("pictures", [nil, id, "image/png", Array("\(word) group".utf8), now])
                for (place, member) in members.enumerated() {
                    try add("group_members", [id, member.text, member == name, "", now + Int64(place)])
                }
                try add("group_shares", [me, id, me, "keys", "history", true, now, now])
            }
            try add("group_invitations", ["alone-\(word)", first.text, me, now])
            try add("told_invitations", ["alone-\(word)", first.text, me, now])
            try session.notify(first, .invitation, about: name, group: "alone-\(word)", at: start)
            // Whom they have invited by mail, to the group too.
            let link = try session.makeMailLink(
                .invite, of: name, mail: MailAddress("invited-\(word)@example.org"), at: start
            )
            try session.execute(
                "INSERT INTO person_invitations (hash, id, level, group_id, place) VALUES (?, ?, ?, ?, ?)",
                [link.secret.hash, "invitation-\(word)", "work", "alone-\(word)", Array("place".utf8)]
            )
            // A thing of theirs that an administrator shares, and what somebody is told of it.
            try add("group_shares", [first.text, "shared-\(word)", me, "bike", "last", false, now, nil])
            let bike = DeviceID(owner: name, device: try Name("bike"))
            try session.notify(first, .share, about: others.last, item: bike, at: start)
            try session.notify(name, .removal, about: first, text: "of \(word)", at: start)
            try add(
                "found_pages",
                [
                    "page-\(word)", Array("hash of \(word)".utf8), "\(word) code", me, "bike", now, me,
                    "\(word) message", true, "work", now, now,
                ]
            )
            try add("finder_messages", [now, "page-\(word)", now, "\(word) here", "\(word) there", 1, 2, 3])
            try session.notify(name, .finder, item: bike, message: now, at: start)
        }
    }

    /// What may be found, and the words that it is found by.
    func found() throws -> [String] {
        try access.database.read { try $0.rows("SELECT name FROM found ORDER BY id") { $0[0] } }
    }
}
