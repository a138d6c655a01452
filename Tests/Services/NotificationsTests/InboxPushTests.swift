import Foundation
import ServerSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Access
@testable import Notifications

/// What comes into an inbox, in the browsers of its owner.
extension PushTests {
    /// Adds accounts that everybody finds, and asks for what nobody was told yet, so that what comes from now on is told.
    private func meet(_ bench: Bench, _ names: String...) throws {
        for name in names {
            try bench.account(name)
            let profile = Profile(name: "\(name.capitalized) Öztürk", shown: [.name])
            try bench.access.profiles.replace(profile, of: Name(name), at: Fixture.start)
        }
        #expect(try bench.access.inbox.takeUntold(at: Fixture.start).isEmpty)
    }

    private func ask(_ bench: Bench, _ other: String, by asker: String) throws {
        try bench.access.contacts.ask(Name(other), by: Name(asker), at: bench.clock.now)
    }

    @Test func `P-17 a request comes to all browsers of whom is asked, once, and to nobody else's`() async throws {
        try await withBench { bench in
            try meet(bench, "sam", "kim")
            let browsers = [Browser("/kim/1"), Browser("/kim/2"), Browser("/sam"), Browser("/boss")]
            for browser in browsers {
                let account = browser.path.split(separator: "/").first.map(String.init)
                try browser.subscribe(at: bench.server, bench.access, of: account)
            }
            try await bench.run {
                try ask(bench, "kim", by: "sam")
                try await bench.pass { bench.server.requests.count == 2 }
                // What is told is told no more, neither here nor by another service that shares the accounts.
                let other = InboxTeller(bench.sender, clock: bench.clock, generator: FixedChance(), logger: .silent)
                let task = Task { await other.run() }
                try bench.access.contacts.accept(
                    Name("sam"), by: Name("kim"), granting: TrustLevel(), at: bench.clock.now)
                try await bench.pass { bench.server.requests.count == 3 }
                task.cancel()
                await task.value
            }
            let told = try browsers.map { try $0.titles(bench.server) }
            let title = "Sam Öztürk asks for a connection"
            #expect(told == [[title], [title], ["Kim Öztürk has accepted your request"], []])
            let text = try #require(try browsers[0].read(bench.server).first)
            #expect(text["link"] as? String == "/inbox" && text["quiet"] as? Bool == false && text["lost"] == nil)
            #expect((text["tag"] as? String)?.hasPrefix("inbox/") == true)
            #expect(bench.server.requests.allSatisfy { $0.headers["topic"]?.hasPrefix("inbox-") == true })
            #expect(bench.server.requests.allSatisfy { $0.body.count == 103 + 512 })
        }
    }

    @Test func `P-17 in a browser's quiet hours it comes without a sound, and of a kind that is silenced not at all`()
        async throws
    {
        try await withBench { bench in
            try meet(bench, "sam", "kim", "lee")
            let browsers = [Browser("/kim"), Browser("/lee"), Browser("/sam")]
            for (browser, account) in zip(browsers, ["kim", "lee", "sam"]) {
                let device = try browser.subscribe(at: bench.server, bench.access, of: account)
                let hours = try QuietHours("22:00-07:00")
                _ = try bench.access.setQuietHours(hours, ofPushDevice: device.id, of: Name(account))
            }
            try bench.access.inbox.silence([.request], of: Name("lee"))
            try await bench.run {
                try ask(bench, "lee", by: "sam")
                try ask(bench, "kim", by: "sam")
                try await bench.pass { bench.server.requests.count == 1 }
                try ask(bench, "sam", by: "lee")
                try await bench.pass { bench.server.requests.count == 2 }
            }
            #expect(try browsers[0].read(bench.server).map { $0["quiet"] as? Bool } == [true])
            #expect(try browsers[1].titles(bench.server).isEmpty)
        }
    }

    @Test func `P-17 what was read while the push service was away is told no more, and all else later`() async throws {
        let isThere = Mutex(false)
        try await withBench(reply: { _, _ in .init(isThere.withLock(\.self) ? 201 : 503) }) { bench in
            try meet(bench, "sam", "kim", "lee")
            let kim = try Name("kim")
            let browser = Browser("/kim")
            try browser.subscribe(at: bench.server, bench.access, of: "kim")
            try await bench.run {
                try ask(bench, "kim", by: "sam")
                try await bench.pass { bench.server.requests.count == 1 }
                let first = try #require(try bench.access.inbox.page(of: kim, at: bench.clock.now).first)
                _ = try bench.access.inbox.markRead(first.id, of: kim, at: bench.clock.now)
                try ask(bench, "kim", by: "lee")
                try await bench.pass { bench.server.requests.count == 2 }
                isThere.withLock { $0 = true }
                try await bench.pass { bench.server.requests.count == 3 }
            }
            let (sam, lee) = ("Sam Öztürk asks for a connection", "Lee Öztürk asks for a connection")
            #expect(try browser.titles(bench.server) == [sam, lee, lee])
            #expect(bench.clock.now >= Fixture.start.advanced(by: .seconds(10)))
        }
    }

    @Test(arguments: [404, 410])
    func `a browser that takes no messages any more is forgotten by the inbox too`(status: Int) async throws {
        try await withBench(reply: { _, _ in .init(status) }) { bench in
            try meet(bench, "sam", "kim")
            try Browser("/gone").subscribe(at: bench.server, bench.access, of: "kim")
            try await bench.run {
                try ask(bench, "kim", by: "sam")
                try await bench.pass { try bench.access.pushDevices().isEmpty }
            }
            #expect(bench.server.requests.count == 1)
        }
    }

    @Test func `what a finder has written is in the message to a browser`() throws {
        let message = FinderMessage(id: 1, time: Fixture.start, content: .init(text: "At the bar", contact: "+41 1"))
        let told = PushText(
            InboxNotice(
                id: 7, kind: .finder, time: Fixture.start, isRead: false, about: nil, aboutName: nil, group: nil,
                groupName: nil, item: DeviceID(owner: try Name("kim"), device: try Name("keys")), finder: message,
                text: ""
            ), isQuiet: false)
        #expect(told.title == "Somebody has found keys" && told.body == "At the bar")
    }

    @Test(arguments: ["x", "\u{1F511}", "\n", "e\u{301}"])
    func `of a long message of a finder a browser is told the beginning, as much as one message holds`(
        sign: String
    ) throws {
        let text = "At the bar " + String(repeating: sign, count: 989)
        let told = PushText(
            InboxNotice(
                id: 7, kind: .finder, time: Fixture.start, isRead: false, about: nil, aboutName: nil, group: nil,
                groupName: nil, item: DeviceID(owner: try Name("kim"), device: try Name("keys")),
                finder: FinderMessage(id: 1, time: Fixture.start, content: .init(text: text)), text: ""
            ), isQuiet: false)
        #expect(told.body == "At the bar " + String(repeating: sign, count: 289))
        #expect(told.encoded().count <= 3993)
    }

    @Test(arguments: [
        (NoticeKind.request, "", nil, "Kim asks for a connection"),
        (.acceptance, "", nil, "Kim has accepted your request"),
        (.invitation, "", "Choir", "Kim invites you to Choir"), (.invitation, "", nil, "Kim invites you to a group"),
        (.removal, "", nil, "Kim has ended your connection"), (.removal, "Choir", nil, "You are no longer in Choir"),
        (.finder, "It lies at <b>the</b> bar", nil, "Somebody has found keys"),
        (.share, "", nil, "Kim shares keys with you"),
    ])
    func `each kind is said in a sentence`(_ kind: NoticeKind, _ text: String, _ group: String?, _ title: String) throws
    {
        let told = PushText(
            InboxNotice(
                id: 7, kind: kind, time: Fixture.start, isRead: false, about: try Name("kim"), aboutName: "Kim",
                group: group.map { _ in "g" }, groupName: group,
                item: DeviceID(owner: try Name("kim"), device: try Name("keys")), finder: nil, text: text
            ), isQuiet: false)
        #expect(told.title == title)
        #expect(told.body == (kind == .removal ? "" : text))
    }
}
