import Access
import ServerSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import API

/// Mails about accounts on their way.
@Suite(.timeLimit(.minutes(30)))
struct LetterCarrierTests {
    /// What has been tried, in order, and what each address answers.
    private final class Post: Sendable {
        private let tried = Mutex<[String]>([])
        var tries: [String] { tried.withLock { $0 } }
        func note(_ mail: MailAddress) { tried.withLock { $0.append(mail.text) } }
    }

    private static func letter(_ mail: String) throws -> AccountLetter {
        AccountLetter(.alreadyRegistered, to: try #require(MailAddress(mail)), language: .english)
    }

    private static func with(
        _ clock: any UTCClock = WallClock(),
        sending: @escaping LetterCarrier.Sending,
        _ body: (LetterCarrier) async throws -> Void
    ) async throws {
        let carrier = LetterCarrier(pages: { nil }, clock: clock, logger: .silent, sending: sending)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await carrier.run() }
            try await body(carrier)
            group.cancelAll()
        }
    }

    @Test func `a mail that is refused is tried once, and what waits for another try holds up nobody`() async throws {
        let (post, clock) = (Post(), AdjustableClock())
        try await Self.with(clock) { _, to, _ in
            post.note(to)
            if to.domain == "refused.example" { return .refused("550 no such user") }
            return to.domain == "away.example" ? .unreachable("greylisted") : .sent
        } _: { carrier in
            for index in 0..<8 { carrier.send(try Self.letter("\(index)@away.example")) }
            carrier.send(try Self.letter("kim@refused.example"))
            carrier.send(try Self.letter("kim@example.org"))
            // They were to wait for 5 seconds, and hold all places meanwhile.
            try await eventually {
                clock.advance(by: .milliseconds(50))
                return post.tries.contains("kim@example.org") && post.tries.contains("kim@refused.example")
            }
            try await eventually {
                clock.advance(by: .seconds(1))
                return (0..<8).allSatisfy { index in post.tries.count { $0 == "\(index)@away.example" } == 3 }
            }
            #expect(post.tries.count { $0 == "kim@refused.example" } == 1)
        }
    }

    @Test func `an address that is slow has one place, however many mails wait for it`() async throws {
        let (post, (gate, open)) = (Post(), AsyncStream<Void>.makeStream())
        try await Self.with { _, to, _ in
            post.note(to)
            if to.text == "slow@example.org" { for await _ in gate {} }
            return .sent
        } _: { carrier in
            for _ in 0..<8 { carrier.send(try Self.letter("slow@example.org")) }
            try await eventually { post.tries == ["slow@example.org"] }
            for index in 0..<8 { carrier.send(try Self.letter("\(index)@example.org")) }
            try await eventually { post.tries.count == 9 }
            open.finish()
            try await eventually { post.tries.count { $0 == "slow@example.org" } == 8 }
        }
    }

    @Test func `a server that refuses a recipient for good is not asked again`() async throws {
        let clock = AdjustableClock()
        try await SignInBench.with(.open, .init(answers: ["RCPT": "550 no such user"]), clock: clock) { bench in
            _ = try await bench.register()
            try await eventually {
                clock.advance(by: .milliseconds(50))
                return bench.server.commands.contains { $0.hasPrefix("RCPT") }
            }
            bench.server.become(.init())
            _ = try await bench.register("lee@example.org")
            try await eventually {
                clock.advance(by: .seconds(1))
                return bench.server.mails.count == 1
            }
            clock.advance(by: .seconds(60))
            #expect(bench.server.commands.count { $0.hasPrefix("RCPT TO:<kim@example.org>") } == 1)
        }
    }
}
