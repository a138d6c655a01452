import Access
import Foundation
import Store
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// What happens to things that one may not see shows nowhere: not in what pages have, nor in where they end.
@Suite(.timeLimit(.minutes(30)))
struct HiddenAlertTests {
    private let keys, bag: DeviceID

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        bag = DeviceID(owner: try Name("sam"), device: try Name("bag"))
    }

    private func insert(_ numbers: some Sequence<Int>, of device: DeviceID, into console: ConsoleBench) throws {
        let rows = numbers.map { number in
            AlertRow(
                id: "\(device.device)-\(number)",
                device: device,
                event: "raised",
                level: "warning",
                previous: "none",
                threshold: 5,
                distance: 6.5,
                confidence: 0.97,
                time: Timestamp(seconds: 1_767_000_000 + Double(number)),
                episode: "e"
            )
        }
        try console.store.write { transaction in
            for row in rows { _ = try transaction.insert(row) }
        }
    }

    /// The header of a token of a new account.
    private func somebody(_ name: String, _ grants: String..., on console: ConsoleBench) throws -> [String: String] {
        let (name, now, first) = (try Name(name), WallClock().now, try Name(Account.first))
        if try !console.access.isProtected() {
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: first, from: nil, at: now)
        }
        let written = try grants.map { try Grant(written: $0) }
        try console.access.add(name, isAdministrator: false, grants: written, at: now)
        let (secret, _) = try console.access.makeToken("t", of: name, scope: .admin, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }

    private func page(_ answer: ConsoleBench.Answer) throws -> (ids: [String], next: String?) {
        #expect(answer.status == 200, "\(answer.text)")
        let told = try answer.object
        return (told.list("alerts").compactMap { $0["id"] as? String }, told["next"] as? String)
    }

    @Test(arguments: ["sam=none", "sam/keys=last", "kim=history"])
    func `who may see no alert gets one and the same answer, whatever happens`(grant: String) async throws {
        try await withConsole { console in
            let headers = try somebody("kim", grant, on: console)
            let nothing = #"{"alerts":[]}"#
            for round in 0..<3 {
                for query in ["", "?limit=1", "?limit=1000", "?owner=sam&limit=1", "?to=2027-01-01T00:00:00Z&limit=2"] {
                    let answer = try await console.get("/api/v1/alerts" + query, headers: headers)
                    #expect(answer.text == nothing && answer.headers["content-length"] == "\(nothing.utf8.count)")
                }
                for device in [keys, bag] { try insert((round * 40)..<(round * 40 + 40), of: device, into: console) }
            }
        }
    }

    @Test(arguments: [1, 2, 7]) func `pages are full of what one may see, without gaps where others' are`(
        limit: Int
    ) async throws {
        try await withConsole { console in
            let headers = try somebody("kim", "sam=none", "sam/keys=history", on: console)
            try insert([1, 2, 50, 51, 52, 90, 200], of: keys, into: console)
            try insert(1...199, of: bag, into: console)
            var (all, cursor, sizes) = ([String](), "", [Int]())
            repeat {
                let answer = try await console.get("/api/v1/alerts?limit=\(limit)\(cursor)", headers: headers)
                let (ids, next) = try page(answer)
                (all, cursor) = (all + ids, next.map { "&cursor=\($0)" } ?? "")
                sizes.append(ids.count)
            } while !cursor.isEmpty
            #expect(all == [200, 90, 52, 51, 50, 2, 1].map { "keys-\($0)" })
            #expect(sizes.dropLast().allSatisfy { $0 == limit })
        }
    }

    @Test func `a right on all of an owner's things leaves out those that are excepted`() async throws {
        try await withConsole { console in
            let headers = try somebody("kim", "sam=history", "sam/bag=none", on: console)
            try insert(1...3, of: keys, into: console)
            try insert(1...3, of: bag, into: console)
            let (ids, next) = try page(try await console.get("/api/v1/alerts?limit=3", headers: headers))
            #expect(ids == ["keys-3", "keys-2", "keys-1"] && next == nil)
        }
    }

    @Test func `a cursor is good for the account and the list that it was told in, and for nobody who made one`()
        async throws
    {
        try await withConsole { console in
            let kim = try somebody("kim", "sam/keys=history", on: console)
            let lee = try somebody("lee", "sam/keys=history", on: console)
            try insert(1...4, of: keys, into: console)
            try await console.meetKeys()
            try await console.ingest([
                console.fix(of: keys, at: WallClock().now, sequence: 2, north: 5),
                console.fix(of: keys, at: WallClock().now, sequence: 3, north: 9),
            ])
            let alerts = "/api/v1/alerts?limit=1"
            let fixes = "/api/v1/items/sam/keys/fixes?limit=1"
            let ofAlerts = try #require(try page(try await console.get(alerts, headers: kim)).next)
            let ofFixes = try #require(try await console.get(fixes, headers: kim).object["next"] as? String)
            #expect(try await console.get("\(alerts)&cursor=\(ofAlerts)", headers: kim).status == 200)
            #expect(try await console.get("\(fixes)&cursor=\(ofFixes)", headers: kim).status == 200)
            for (path, headers, cursor) in [
                (alerts, lee, ofAlerts), (fixes, lee, ofFixes), (alerts, kim, ofFixes), (fixes, kim, ofAlerts),
                (alerts, kim, ofAlerts + "A"), (alerts, kim, String(ofAlerts.dropLast(8))),
                // As versions of before had it, for anybody to make.
                (alerts, kim, "1767000003000.keys-3"), (fixes, kim, "1767000003000.1"),
            ] {
                let answer = try await console.get("\(path)&cursor=\(cursor)", headers: headers)
                #expect(answer.status == 400, "\(path) \(cursor)")
                #expect(answer.text.contains("as it was told to this account"))
            }
        }
    }

    @Test func `the identifiers of events tell nothing of how many there are for others`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let kim = try somebody("kim", "sam/keys=history", on: console)
            let lee = try somebody("lee", "sam/keys=history", on: console)
            var stream = try await EventStream(console, headers: kim)
            var seen = try await stream.upTo { $0.type == "ready" }
            for sequence in 1...30 {
                try await console.ingest([console.fix(of: bag, at: WallClock().now, sequence: UInt32(sequence))])
            }
            try await console.ingest([console.fix(of: keys, at: WallClock().now, sequence: 2, north: 5)])
            seen += try await stream.upTo { $0.type == "fix" && $0.item == "sam/keys" }
            let ids = seen.compactMap(\.id)
            #expect(!ids.isEmpty && Set(ids.map(\.utf8.count)).count == 1)
            #expect(ids.allSatisfy { !$0.contains(String(console.feed.live.log, radix: 16)) })
            // Who has it goes on from there; for somebody else it is none, and all begins anew.
            let last = try #require(stream.lastID)
            var resumed = try await EventStream(console, after: last, headers: kim)
            #expect(try await resumed.snapshot().allSatisfy { $0.type != "reset" })
            var other = try await EventStream(console, after: last, headers: lee)
            #expect(try await other.snapshot().first?.type == "reset")
        }
    }
}
