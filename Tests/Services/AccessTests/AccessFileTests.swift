import Foundation
import GRDB
import Testing
import Tracking

@testable import Access
@testable import Store

/// What is true of the file of accounts alone.
@Suite struct AccessFileTests {
    private let bench: AccessBench
    private let sam: Name
    private let site = PasskeySite(id: "localhost", origin: "http://localhost:8467")

    init() throws {
        bench = try AccessBench()
        try bench.account()
        sam = try Name("sam")
    }

    @Test func `the file is its owner's alone`() throws {
        let mode = try FileManager.default.attributesOfItem(atPath: bench.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    @Test func `a file of version 2 is taken over, without the names that strangers typed`() throws {
        let path = bench.directory.path + "/old.sqlite"
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try database.execute(sql: AccessDatabase.tables + AccessDatabase.privacy)
            try database.execute(
                sql: """
                    INSERT INTO accounts (name, administrator, created_ms) VALUES ('sam', 1, 0);
                    INSERT INTO audit (time_ms, account, source, event) VALUES (1, 'sam', '::1', 'refused');
                    INSERT INTO audit (time_ms, account, source, event) VALUES (2, 'sam', '::1', 'logged-in');
                    """
            )
            try database.execute(
                sql: """
                    INSERT INTO lockouts (subject, tries, last_ms) VALUES ('account:sam', 1, 1), ('account:typed', 1, 1);
                    INSERT INTO audit (time_ms, account, source, event) VALUES (3, 'typed', '::1', 'locked');
                    """
            )
            try database.execute(
                sql: "INSERT INTO audit (time_ms, account, source, event) VALUES (3, ?, '::1', 'refused')",
                arguments: ["a" + String(repeating: "\u{301}", count: 10_000)]
            )
            try database.execute(sql: "PRAGMA application_id = \(0x5447_4143); PRAGMA user_version = 2")
        }
        try queue.close()
        let access = try AccessControl(path: path)
        #expect(try access.audit().map(\.account) == [nil, nil, "sam", "sam"])
        let rooms = try access.database.read { try $0.rows("SELECT room FROM audit ORDER BY id") { $0[0] as Int } }
        #expect(rooms == [1, 0, 2, 2])
        let subjects = try access.database.read { try $0.rows("SELECT subject FROM lockouts") { $0[0] as String } }
        #expect(subjects == ["account:sam"])
        _ = try access.rememberDevice(nil, of: sam, at: bench.at(0))
    }

    @Test func `in a file of version 10 whoever waits holds the address no more, and notices go on rising`() throws {
        let path = bench.directory.path + "/ten.sqlite"
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            for sql in [
                AccessDatabase.tables, AccessDatabase.privacy, AccessDatabase.passkeySites, AccessDatabase.knownDevices,
                AccessDatabase.forgottenNames, AccessDatabase.pushDevices, AccessDatabase.itemLinks,
                AccessDatabase.pushQuietHours, AccessDatabase.people, AccessDatabase.mail,
            ] { try database.execute(sql: sql) }
            try database.execute(
                sql: """
                    INSERT INTO accounts (name, administrator, created_ms, mail, mail_key, verified_ms) VALUES
                        ('sam', 1, 0, 'sam@example.org', 'sam@example.org', 0),
                        ('kim-1', 0, \(bench.at(0).milliseconds), 'kim@example.org', 'kim@example.org', NULL);
                    INSERT INTO notices (id, account, kind, time_ms, text) VALUES (\(Int64.max / 2), 'sam', 'removal', 1, '');
                    PRAGMA application_id = \(0x5447_4143);
                    PRAGMA user_version = 10;
                    """
            )
        }
        try queue.close()
        let access = try AccessControl(path: path, rounds: 1 << 10)
        let mail = try #require(MailAddress("kim@example.org"))
        let newcomer = Newcomer(name: "Kim", mail: mail, passcode: try Passcode("mistletoe"))
        let letter = try access.register(newcomer, where: .open, from: "192.0.2.1", at: bench.at(1))
        let kim = try access.verify(
            #require(letter).secret, passcode: "mistletoe", from: "192.0.2.1", at: bench.at(2)
        ).account
        #expect(try access.accounts().map(\.name) == [kim, sam])
        try access.database.write { session in
            try session.execute("DELETE FROM notices")
            try session.notify(sam, .removal, at: bench.at(3))
        }
        #expect(try access.inbox.page(of: sam, at: bench.at(4)).first?.id == Int64.max / 2 + 1)
    }

    @Test func `a database of version 2 is brought up to date with the passkeys that it has`() throws {
        let path = bench.directory.path + "/former.sqlite"
        let authenticator = Authenticator()
        let challenge = bench.access.challenge(toRegisterFor: sam, at: bench.at(0))
        try bench.access.register(
            authenticator.register(challenge), label: "phone", for: sam, on: site, from: "::1", at: bench.at(1)
        )
        let (id, key) = try bench.access.database.read { database in
            let row = try database.row("SELECT credential, key FROM passkeys") { row in
                (Data(row[0] as [UInt8]), Data(row[1] as [UInt8]))
            }
            return try #require(row)
        }
        let former = try DatabaseQueue(path: path)
        try former.write { database in
            try database.execute(sql: AccessDatabase.tables + AccessDatabase.privacy)
            try database.execute(sql: "INSERT INTO accounts (name, administrator, created_ms) VALUES ('sam', 1, 0)")
            try database.execute(
                sql: """
                    INSERT INTO passkeys (credential, account, label, key, counter, created_ms)
                    VALUES (?, 'sam', 'phone', ?, 1, 0)
                    """,
                arguments: [id, key]
            )
            try database.execute(sql: "PRAGMA application_id = \(AccessDatabase.applicationID)")
            try database.execute(sql: "PRAGMA user_version = 2")
        }
        try former.close()
        let access = try AccessControl(path: path)
        var used = authenticator
        used.counter = 2
        let answer = try used.logIn(access.challengeToLogIn(at: bench.at(1)))
        #expect(try access.logIn(answer, on: site, from: "::1", at: bench.at(2)).session.principal.account == sam)
    }
}
