import Access
import Dispatch
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Checking passcodes beside everything else.
@Suite(.timeLimit(.minutes(30)))
struct PasscodeRoomTests {
    private static let limits = ConsoleLimits()
    private static let owner = #"{"account":"owner","passcode":"tannenbaum"}"#

    /// Takes all places of strangers, whose thread gets on with none of them while the body runs.
    private func withFlood(_ room: PasscodeRoom, _ body: () async throws -> Void) async throws {
        let brake = DispatchSemaphore(value: 0)
        let most = Self.limits.passcodesOfStrangers
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<most {
                group.addTask { try await room.work(for: .stranger("network \(number)")) { brake.wait() } }
            }
            try await eventually { room.strangersTaken >= most }
            defer { for _ in 0..<most { brake.signal() } }
            try await body()
        }
    }

    private static func logIn(
        _ console: ConsoleBench,
        _ body: String,
        from source: String,
        cookie: String = ""
    ) async throws -> ConsoleBench.Answer {
        let headers = ["Content-Type": "application/json", "X-Forwarded-For": source, "Cookie": cookie]
        return try await console.send("POST", "/api/v1/session", headers: headers, body: body)
    }

    private func withProxy(
        places: Int = limits.passcodesOfStrangers,
        _ body: @Sendable (ConsoleBench) async throws -> Void
    ) async throws {
        let proxy = try #require(AddressRange(written: "127.0.0.1"))
        let configure = { @Sendable (console: inout ConsoleConfiguration) in
            (console.trustedProxies, console.limits.passcodesOfStrangers) = ([proxy], places)
        }
        try await withConsole(configure: configure) { console in
            let now = WallClock().now
            try console.access.setPasscode(
                Passcode("tannenbaum"),
                current: nil,
                of: Name(Account.first),
                from: nil,
                at: now
            )
            try await body(console)
        }
    }

    @Test func `strangers have so many places, and leave known devices and this machine theirs`() async throws {
        let room = PasscodeRoom(Self.limits)
        try await withFlood(room) {
            await #expect(throws: Problem.self) { try await room.work(for: .stranger("another")) {} }
            let device = try await room.work(for: .known("account:owner")) { 1 }
            let machine = try await room.work(for: .known("this machine")) { 2 }
            #expect([device, machine] == [1, 2])
        }
        #expect(room.strangersTaken == 0)
        #expect(try await room.work(for: .stranger("another")) { 3 } == 3)
    }

    @Test func `one source takes some of the places only, and one account from its devices too`() async throws {
        let (room, brake) = (PasscodeRoom(Self.limits), DispatchSemaphore(value: 0))
        for (caller, other, most) in [
            (PasscodeCaller.stranger("a"), PasscodeCaller.stranger("b"), Self.limits.passcodesOfSource),
            (.known("a"), .known("b"), Self.limits.passcodesOfOneKnown),
        ] {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<(most + 3) {
                    group.addTask {
                        do { try await room.work(for: caller) { brake.wait() } } catch is Problem { return false }
                        return true
                    }
                }
                // Those beyond are answered while the others wait.
                for _ in 0..<3 { #expect(try await group.next() == false) }
                group.addTask { try await room.work(for: other) { true } }
                for _ in 0..<most { brake.signal() }
                for try await isTaken in group { #expect(isTaken) }
            }
        }
    }

    @Test func `while strangers wait everything else is answered, and a known device gets in`() async throws {
        try await withProxy { console in
            let first = try await Self.logIn(console, Self.owner, from: "198.51.100.1")
            #expect(first.status == 204)
            let session = try Self.cookie("tagalong", of: console, "198.51.100.1")
            let device = try console.access.rememberDevice(nil, of: Name(Account.first), at: WallClock().now)
            for number in 1...5 {
                let wrong = #"{"account":"nobody","passcode":"weihnachten"}"#
                _ = try await Self.logIn(console, wrong, from: "203.0.113.\(number)")
            }
            try await withFlood(console.parts.passcodes) {
                // More than there are threads.
                for _ in 1...8 {
                    #expect(try await console.get("/api/v1/items", headers: ["Cookie": session]).status == 200)
                }
                let stranger = try await Self.logIn(console, Self.owner, from: "198.51.100.2")
                #expect(stranger.status == 503)
                #expect(stranger.headers["retry-after"] == "\(PasscodeRoom.pause.components.seconds)")
                // It was no try; and a lock is told all the same.
                let locked = try await Self.logIn(console, #"{"account":"nobody","passcode":"x"}"#, from: "203.0.113.9")
                #expect(locked.status == 429)
                let known = "tagalong-device=\(device.text)"
                #expect(try await Self.logIn(console, Self.owner, from: "198.51.100.3", cookie: known).status == 204)
                #expect(try await Self.logIn(console, Self.owner, from: "127.0.0.1").status == 204)
            }
            #expect(try await Self.logIn(console, Self.owner, from: "198.51.100.2").status == 204)
        }
    }

    @Test func `who has only registered waits among the strangers, and who is verified does not`() async throws {
        try await withProxy { console in
            let (now, source) = (WallClock().now, "198.51.100.1")
            let mail = try #require(MailAddress("kim@example.org"))
            let newcomer = Newcomer(name: "Kim", mail: mail, passcode: try Passcode("mistletoe"))
            _ = try console.access.register(newcomer, where: .open, from: source, at: now)
            let waiting = try console.access.logIn(mail.text, passcode: "mistletoe", from: source, at: now)
            let owner = try console.access.logIn("owner", passcode: "tannenbaum", from: source, at: now)
            #expect(!waiting.session.principal.isVerified)
            try await withFlood(console.parts.passcodes) {
                for (opened, status) in [(waiting, 503), (owner, 204)] {
                    let headers = [
                        "Content-Type": "application/json", "X-Forwarded-For": "198.51.100.2",
                        "Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf,
                    ]
                    let answer = try await console.send(
                        "POST", "/api/v1/session", headers: headers, body: Self.owner
                    )
                    #expect(answer.status == status)
                }
            }
        }
    }

    /// A session of the owner's.
    private static func cookie(_ name: String, of console: ConsoleBench, _ source: String) throws -> String {
        let opened = try console.access.logIn("owner", passcode: "tannenbaum", from: source, at: WallClock().now)
        return "\(name)=\(opened.secret.text)"
    }

    @Test func `of sixty log-ins at once from as many networks most are told to come again`() async throws {
        // Fewer than the connections that the client of the tests makes at once.
        try await withProxy(places: 2) { console in
            let answers = try await withThrowingTaskGroup { group in
                for number in 1...60 {
                    group.addTask {
                        let body = #"{"account":"nobody-\#(number)","passcode":"weihnachten"}"#
                        return try await Self.logIn(console, body, from: "2001:db8:0:\(number)::1").status
                    }
                }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(Set(answers.keys) == [401, 503])
            #expect(answers[401, default: 0] >= 2)
        }
    }
}
