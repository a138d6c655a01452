import Access
import Alerts
import Cryptography
import Foundation
import Messages
import ServerSupport
import Store
import Synchronization
import TestSupport
import Testing
import Tracking
import WebPush

@testable import Notifications

/// Web Push from an alert to a push service of the test, which reads what a browser would.
@Suite(.timeLimit(.minutes(30)))
struct PushTests {
    /// A browser that has subscribed with the push service of a test.
    struct Browser {
        let key: P256Key
        let secret: [UInt8]
        let path: String

        init(_ path: String) {
            var generator = SystemRandomNumberGenerator()
            key = P256Key(using: &generator)
            secret = (0..<16).map { _ in .random(in: 0 ... .max, using: &generator) }
            self.path = path
        }

        @discardableResult
        func subscribe(at server: TestWebServer, _ access: AccessControl, of account: String?) throws -> PushDevice {
            try access.addPushDevice(
                server.url + path,
                key: [4] + key.point,
                secret: secret,
                name: "Firefox on Android",
                of: try account.map { try Name($0) },
                session: nil,
                from: "127.0.0.1",
                at: Fixture.start
            )
        }

        /// What the browser shows of what has come to it.
        func read(_ server: TestWebServer) throws -> [[String: any Sendable]] {
            try server.requests.filter { $0.path == path }.map { request in
                let bytes = try #require(PushContent.opened(request.body, by: key, secret: secret))
                let object = try JSONSerialization.jsonObject(with: Data(bytes))
                return try #require(object as? [String: any Sendable])
            }
        }

        func titles(_ server: TestWebServer) throws -> [String] {
            try read(server).compactMap { $0["title"] as? String }
        }
    }

    private static let body = """
        Grüne Tasche is about 12 m from its owner.
        Last stored position: 46.05690, 14.50580, give or take 5 m, just now.
        """

    struct Bench {
        /// Ten minutes past each full hour of UTC it is 22:10 here, whatever the hour.
        static let lateEvening = LocalTime { now in
            let minute = Int(now.milliseconds / 60_000 % 1440)
            return (22 * 60 + minute % 60 - minute) * 60
        }

        let server: TestWebServer
        let access: AccessControl
        let sender: PushSender
        let outbox: NotificationOutbox
        let service: NotificationService
        let clock = ManualClock(at: Fixture.start)

        init(
            _ directory: String,
            _ server: TestWebServer,
            attention: @escaping @Sendable (Notice, Timestamp) throws -> Attention = { _, _ in .wanted }
        ) throws {
            self.server = server
            access = try AccessControl(path: "\(directory)/access.sqlite", rounds: 1 << 4)
            sender = try PushSender(
                access: access, policy: PushPolicy(origins: [server.url]), contact: "mailto:a@b.example",
                localTime: Self.lateEvening
            ) { _ in 2 }
            outbox = try NotificationOutbox(path: "\(directory)/notifications.sqlite")
            service = NotificationService(
                channels: [],
                coming: sender.channels,
                inboxes: InboxTeller(sender, clock: clock, generator: FixedChance(), logger: .silent),
                outbox: outbox,
                sources: .init(alerts: { _ in [] }, attention: attention),
                clock: clock,
                generator: FixedChance(),
                logger: .silent
            )
        }

        /// An account that has to log in, with grants as they are written.
        func account(_ name: String, _ grants: String...) throws {
            try access.setPasscode(Passcode("tannenbaum"), current: nil, of: Name("boss"), from: nil, at: Fixture.start)
            try access.add(
                Name(name), isAdministrator: false, grants: grants.map { try Grant(written: $0) }, at: Fixture.start
            )
        }

        func pass(until condition: () throws -> Bool) async throws {
            try await eventually {
                if try condition() { return true }
                clock.advance(by: .seconds(1))
                return false
            }
        }

        func run(_ body: () async throws -> Void) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                try await body()
                group.cancelAll()
            }
        }
    }

    func withBench(
        attention: @escaping @Sendable (Notice, Timestamp) throws -> Attention = { _, _ in .wanted },
        reply: @escaping @Sendable (TestWebServer.Request, Int) -> TestWebServer.Reply = { _, _ in .init(201) },
        _ body: (Bench) async throws -> Void
    ) async throws {
        try await withDirectory { directory in
            try await withTestWebServer(reply: reply) { server in
                try await body(try Bench(directory, server, attention: attention))
            }
        }
    }

    private func tell(_ bench: Bench, _ alerts: AlertMessage...) { bench.service.receive(alerts.map(AlertRow.init)) }

    @Test func `in a browser's quiet hours an alert comes without a sound, and a test with one`() async throws {
        try await withBench { bench in
            let browsers = [Browser("/push/1"), Browser("/push/2"), Browser("/push/3")]
            for (browser, quiet) in zip(browsers, ["22:00-07:00", "07:00-22:00", nil]) {
                let device = try browser.subscribe(at: bench.server, bench.access, of: nil)
                let hours = try quiet.map { try QuietHours($0) }
                _ = try bench.access.setQuietHours(hours, ofPushDevice: device.id, of: nil)
                try await bench.sender.test(device.id, at: Fixture.start)
            }
            try await bench.run {
                tell(bench, try Fixture.raised().alert, try Fixture.escalated().alert)
                try await eventually { bench.server.requests.count == 6 }
            }
            let heard = try browsers.map { try $0.read(bench.server).map { $0["quiet"] as? Bool } }
            #expect(heard == [[false, true], [false, false], [false, false]])
            #expect(bench.server.requests.filter { $0.path == "/push/1" }.last?.headers["urgency"] == "high")
        }
    }

    @Test func `an episode that becomes critical comes once, encrypted, and its end takes its place`() async throws {
        try await withBench { bench in
            let browser = Browser("/push/1")
            try browser.subscribe(at: bench.server, bench.access, of: nil)
            try await bench.run {
                let alerts = [try Fixture.raised().alert, try Fixture.escalated().alert, try Fixture.cleared().alert]
                // The warning is not told, and nothing twice however often it comes.
                for _ in 0..<3 { tell(bench, alerts[0], alerts[1]) }
                try await eventually { bench.server.requests.count == 1 }
                tell(bench, alerts[1], alerts[2])
                try await eventually { bench.server.requests.count == 2 }
            }
            let told = try browser.read(bench.server)
            #expect(told.map { $0["title"] as? String } == ["Grüne Tasche may be lost", "Grüne Tasche is near again"])
            #expect(told[0]["body"] as? String == Self.body)
            #expect(told[1]["body"] as? String == "Grüne Tasche is about 1 m from its owner.")
            #expect(told.map { $0["tag"] as? String } == ["sam/bag", "sam/bag"])
            #expect(told.map { $0["link"] as? String } == ["/items/sam/bag", "/items/sam/bag"])
            #expect(told.map { $0["quiet"] as? Bool } == [false, true])
            #expect(told[0]["lost"] as? Int == 2)
            let requests = bench.server.requests
            #expect(requests.map { $0.headers["urgency"] } == ["high", "normal"])
            #expect(requests[0].headers["topic"]?.count == 32)
            #expect(requests[0].headers["topic"] == requests[1].headers["topic"])
            #expect(requests[0].headers["ttl"] == "86400")
            #expect(requests[0].headers["content-encoding"] == "aes128gcm")
            #expect(requests[0].headers["authorization"]?.hasPrefix("vapid t=") == true)
            #expect(requests.allSatisfy { $0.body.count == 103 + 512 })
            #expect(try bench.access.pushDevices().first?.sent == Fixture.start)
        }
    }

    @Test func `each account hears of what it may see, without the distance where only the area is shared`()
        async throws
    {
        try await withBench { bench in
            try bench.account("kim", "sam=history")
            try bench.access.add(
                Name("lee"), isAdministrator: false, grants: [try Grant(written: "sam=history:area")], at: Fixture.start
            )
            try bench.access.add(
                Name("pat"), isAdministrator: false, grants: [try Grant(written: "sam=last")], at: Fixture.start
            )
            let browsers = ["kim", "lee", "pat", "boss"].map { ($0, Browser("/\($0)")) }
            for (account, browser) in browsers { try browser.subscribe(at: bench.server, bench.access, of: account) }
            try await bench.run {
                tell(bench, try Fixture.escalated().alert)
                try await eventually { bench.server.requests.count == 3 }
            }
            let bodies = try browsers.map { try $0.1.read(bench.server).map { $0["body"] as? String } }
            #expect(bodies == [[Self.body], ["The distance is not shared with you."], [], [Self.body]])
        }
    }

    @Test func `a right that was taken away meanwhile counts`() async throws {
        let isThere = Mutex(false)
        try await withBench(reply: { _, _ in .init(isThere.withLock(\.self) ? 201 : 503) }) { bench in
            try bench.account("kim", "sam=history")
            try Browser("/kim").subscribe(at: bench.server, bench.access, of: "kim")
            try await bench.run {
                tell(bench, try Fixture.escalated().alert)
                try await eventually { bench.server.requests.count == 1 }
                try bench.access.setGrants([], of: Name("kim"), at: Fixture.start)
                isThere.withLock { $0 = true }
                try await bench.pass { try bench.outbox.deliveries().first?.state == .failed }
            }
            #expect(bench.server.requests.count == 1)
        }
    }

    @Test func `what was acknowledged while the push service was away is not told any more`() async throws {
        let isKnown = Mutex(false)
        try await withBench(
            attention: { _, _ in isKnown.withLock(\.self) ? .over("acknowledged") : .wanted },
            reply: { _, _ in .init(503) }
        ) { bench in
            try Browser("/1").subscribe(at: bench.server, bench.access, of: nil)
            try await bench.run {
                tell(bench, try Fixture.escalated().alert)
                try await eventually { bench.server.requests.count == 1 }
                isKnown.withLock { $0 = true }
                try await bench.pass { try bench.outbox.deliveries().first?.state == .superseded }
            }
            #expect(try bench.outbox.deliveries().first?.trouble == "acknowledged")
        }
    }

    @Test func `a push service that asks for patience is asked again when it said so`() async throws {
        try await withBench(
            reply: { _, number in
                var reply = TestWebServer.Reply(number == 0 ? 429 : 201)
                if number == 0 { reply.headers = [("Retry-After", "120")] }
                return reply
            }
        ) { bench in
            try Browser("/1").subscribe(at: bench.server, bench.access, of: nil)
            try await bench.run {
                tell(bench, try Fixture.escalated().alert)
                try await eventually { bench.server.requests.count == 1 }
                try await bench.pass { bench.server.requests.count == 2 }
            }
            #expect(bench.clock.now >= Fixture.start.advanced(by: .seconds(120)))
        }
    }

    @Test(arguments: [404, 410])
    func `a browser that takes no messages any more is forgotten, and no other is`(status: Int) async throws {
        try await withBench(reply: { request, _ in .init(request.path == "/gone" ? status : 201) }) { bench in
            let (gone, other) = (Browser("/gone"), Browser("/other"))
            try gone.subscribe(at: bench.server, bench.access, of: nil)
            let kept = try other.subscribe(at: bench.server, bench.access, of: nil)
            try await bench.run {
                tell(bench, try Fixture.escalated().alert)
                try await eventually { try bench.access.pushDevices().map(\.id) == [kept.id] }
                try await eventually { try bench.outbox.counts().count == 1 }
                tell(bench, try Fixture.cleared().alert)
                try await eventually { try other.titles(bench.server).count == 2 }
            }
            #expect(bench.server.requests.count { $0.path == "/gone" } == 1)
        }
    }

    @Test func `a browser that comes while the service runs hears what happens from then on`() async throws {
        try await withBench { bench in
            let (first, second) = (Browser("/1"), Browser("/2"))
            try first.subscribe(at: bench.server, bench.access, of: nil)
            try await bench.run {
                tell(bench, try Fixture.escalated().alert)
                try await eventually { try first.titles(bench.server).count == 1 }
                try second.subscribe(at: bench.server, bench.access, of: nil)
                bench.service.lookForChannels()
                try await eventually { try bench.outbox.counts().count == 2 }
                let alert = try Fixture.alert(
                    4, .raised, .critical, from: .none, after: 90, episode: "another", tracker: "keys"
                )
                tell(bench, alert)
                try await eventually { try first.titles(bench.server).count == 2 }
                try await eventually { try second.titles(bench.server).count == 1 }
            }
        }
    }

    @Test func `browsers of before there was a passcode are told nothing once there is one`() async throws {
        try await withBench { bench in
            let browser = Browser("/1")
            let device = try browser.subscribe(at: bench.server, bench.access, of: nil)
            try bench.account("kim")
            #expect(try bench.access.pushDevice(device.id) == nil)
            await #expect(throws: DeliveryFailure.self) { try await bench.sender.test(device.id, at: Fixture.start) }
            #expect(bench.server.requests.isEmpty)
        }
    }

    @Test func `a test says that it is one`() async throws {
        try await withBench { bench in
            let browser = Browser("/1")
            let device = try browser.subscribe(at: bench.server, bench.access, of: nil)
            try await bench.sender.test(device.id, at: Fixture.start)
            let told = try #require(try browser.read(bench.server).first)
            #expect(told["title"] as? String == "A test from Tagalong")
            #expect(told["body"] as? String == "This only tries out whether messages arrive; nothing is lost.")
            #expect(told["link"] as? String == "/settings")
        }
    }
}
