import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// What has come into inboxes, for the browsers of their owners.
@Suite(.onBothEngines) struct InboxUntoldTests {
    private let bench: AccessBench
    private let (sam, kim): (Name, Name)
    private var inbox: Inbox { bench.access.inbox }

    init() throws {
        bench = try AccessBench()
        (sam, kim) = (try Name("sam"), try Name("kim"))
        for name in [sam, kim] { try bench.access.add(name, isAdministrator: false, at: bench.start) }
    }

    private func subscribe(_ name: Name, _ endpoint: String) throws -> String {
        try bench.access.addPushDevice(
            "https://push.example/\(endpoint)", key: [4] + [UInt8](repeating: 1, count: 64),
            secret: [UInt8](repeating: 2, count: 16), name: "Firefox", of: name, session: nil, from: "::1",
            at: bench.start
        ).id
    }

    private func tell(_ name: Name, at second: Double = 1) throws {
        try bench.access.database.write { try $0.notify(name, .share, at: bench.at(second)) }
    }

    @Test func `each notice is given out once for each browser of its owner, whichever service asks`() throws {
        let other = try AccessControl(path: bench.path, rounds: 1 << 10)
        let devices = try [subscribe(sam, "1"), subscribe(sam, "2")]
        try tell(sam)
        // What there was before anybody asks is old.
        #expect(try inbox.takeUntold(at: bench.at(2)).isEmpty)
        try tell(sam, at: 3)
        try tell(kim, at: 3)
        let taken = try other.inbox.takeUntold(at: bench.at(4))
        #expect(Set(taken.map(\.device)) == Set(devices) && taken.allSatisfy { $0.account == sam })
        for access in [bench.access, other] { #expect(try access.inbox.takeUntold(at: bench.at(5)).isEmpty) }
        let id = try #require(taken.first).notice
        #expect(try inbox.unreadNotice(id, of: sam, at: bench.at(5))?.time == bench.at(3))
        #expect(try inbox.unreadNotice(id, of: kim, at: bench.at(5)) == nil)
        _ = try inbox.markRead(id, of: sam, at: bench.at(6))
        #expect(try inbox.unreadNotice(id, of: sam, at: bench.at(7)) == nil)
    }

    @Test func `what was read, or came more than a day ago, is not given out`() throws {
        _ = try subscribe(sam, "1")
        #expect(try inbox.takeUntold(at: bench.at(0)).isEmpty)
        try tell(sam, at: 1)
        try tell(sam, at: 86_000)
        try tell(sam, at: 86_001)
        _ = try inbox.markRead(try inbox.newest(), of: sam, at: bench.at(86_002))
        let taken = try inbox.takeUntold(at: bench.at(86_402))
        #expect(taken.map(\.notice) == [bench.at(86_000).milliseconds])
    }
}
