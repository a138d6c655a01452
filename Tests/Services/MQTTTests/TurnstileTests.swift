import Messages
import ServerSupport
import Synchronization
import TestSupport
import Testing
import Threads

@testable import MQTT

/// Sessions that take turns to have handled what came.
@Suite(.timeLimit(.minutes(30)))
struct TurnstileTests {
    /// Longer than any test.
    private static let ever = Duration.seconds(86_400)

    private func enter(_ turnstile: Turnstile, within limit: Duration = .milliseconds(1)) throws -> Bool {
        turnstile.enter(try Bell(), within: limit)
    }

    @Test func `so many are inside, and the next one when one leaves`() throws {
        let turnstile = Turnstile(width: 2, pace: .zero, burst: 1)
        #expect(try enter(turnstile))
        #expect(try enter(turnstile))
        #expect(try !enter(turnstile))
        turnstile.leave()
        #expect(try enter(turnstile))
        #expect(try !enter(turnstile))
    }

    @Test func `who has waited long enough goes on, and is in nobody's way`() throws {
        let turnstile = Turnstile(width: 1, pace: .zero, burst: 1)
        #expect(try enter(turnstile))
        #expect(try !enter(turnstile))
        #expect(turnstile.waiting == 0)
        turnstile.leave()
        #expect(try enter(turnstile))
    }

    @Test func `a few may pass at once, and after them one each time`() throws {
        let turnstile = Turnstile(width: 9, pace: Self.ever, burst: 3)
        for _ in 1...3 { #expect(try enter(turnstile)) }
        #expect(try !enter(turnstile))
        turnstile.leave()
        #expect(try !enter(turnstile))
    }

    private final class Passed: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    @Test func `those that wait pass in the order in which they came`() async throws {
        let turnstile = Turnstile(width: 1, pace: .milliseconds(1), burst: 1)
        #expect(try enter(turnstile, within: Self.ever))
        let passed = Passed()
        for number in 1...5 {
            let bell = try Bell()
            try DedicatedThread.start {
                guard turnstile.enter(bell, within: Self.ever) else { return }
                passed.numbers.withLock { $0.append(number) }
                turnstile.leave()
            }
            while turnstile.waiting < number { await Task.yield() }
        }
        turnstile.leave()
        while passed.numbers.withLock({ $0.count }) < 5 { await Task.yield() }
        #expect(passed.numbers.withLock { $0 } == [1, 2, 3, 4, 5])
        #expect(turnstile.waiting == 0)
    }

    @Test func `a client whose turn never comes is served all the same`() async throws {
        let turnstile = Turnstile(width: 1, pace: .zero, burst: 1)
        #expect(try enter(turnstile))
        try await withTestBroker { broker in
            let client = try MQTTClient(
                configuration: broker.configuration,
                session: BusSession(clientID: "a", subscriptions: [.init("x")], will: nil, persistent: false),
                logger: .silent,
                turns: turnstile
            )
            try await running(client) { log in
                await log.wait(forConnections: 1)
                try await client.publish(Message("x", "there"))
                await log.wait(forMessages: 1)
            }
        }
        // It gave back no turn that it had not had.
        #expect(try !enter(turnstile))
    }
}
