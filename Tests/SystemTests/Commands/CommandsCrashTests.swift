import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
struct CommandsCrashTests {
    private static let burst = Burst(steps: 4000)

    @Test func `a service killed in a burst loses no message and repeats no alert`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withClient(of: broker.configuration, subscribing: "tagalong/alerts/#") { client, heard in
                    let call = ["history", "--broker", broker.url, "--store", sandbox.store]
                    var history = try sandbox.start(call)
                    // The session must be there before the burst: a broker keeps nothing for one it never saw.
                    try await history.wait(for: "connected")
                    let burst = Task { try await Self.burst.send(to: broker.configuration) }
                    for count in [1, 17, 40, 41, 90, 120] {
                        try await eventually { await heard.messages.count >= count }
                        #expect(await history.terminate(SIGKILL).status == -SIGKILL)
                        history = try sandbox.start(call)
                    }
                    try await burst.value
                    try await history.wait(for: "connected")
                    try await eventually { try Self.burst.stored(in: sandbox.store) == Self.burst.steps }
                    #expect(await history.terminate().status == 0)
                    history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                    try await Self.burst.settle(client, heard)
                    #expect(await history.terminate().status == 0)
                    try await Self.burst.expectEachOnce(heard.messages)
                    try Self.burst.expectAllStored(in: sandbox.store)
                    try await Self.burst.report("history killed 6 times", in: sandbox.store, heard.messages)
                }
            }
        }
    }

    @Test func `a broker that dies and comes back is told once, and nothing is lost`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let history = try sandbox.start(["history", "--broker", broker.url, "--store", sandbox.store])
                try await history.wait(for: "connected")
                try await withClient(of: broker.configuration) { client, _ in
                    try await Self.send(1...100, over: client)
                    try await client.drained()
                    await broker.stop()
                    try await history.wait(for: "trying again until it works")
                    try await Self.send(101...200, over: client)
                    // Long enough for more than one attempt.
                    try await Task.sleep(for: .seconds(2))
                    try await broker.start()
                    try await client.drained()
                }
                try await eventually { try Self.keys(in: sandbox) == 200 }
                let outcome = await history.terminate()
                #expect(outcome.status == 0)
                #expect(outcome.errors.split(separator: "\n").count { $0.contains("trying again") } == 1)
            }
        }
    }

    @Test func `a store that refuses a batch gets it again, and later ones too`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let history = try sandbox.start(["history", "--broker", broker.url, "--store", sandbox.store])
                try await history.wait(for: "connected")
                try await withClient(of: broker.configuration, subscribing: "tagalong/alerts/#") { client, heard in
                    let blocker = try Store(path: sandbox.store, mode: .readWrite(create: false))
                    let release = DispatchSemaphore(value: 0)
                    let (holding, held) = AsyncStream<Void>.makeStream()
                    Thread.detachNewThread {
                        defer { held.finish() }
                        try? blocker.write { _ in
                            held.yield()
                            release.wait()
                        }
                    }
                    // On a busy machine the thread starts late, and everything would be stored before the lock is held.
                    try #require(await holding.contains { true })
                    try await Self.send(1...10, over: client)
                    try await history.wait(for: "nothing is lost")
                    release.signal()
                    try await eventually { try Self.keys(in: sandbox) == 10 }
                    try await Self.send(11...20, over: client, metres: 8)
                    try await eventually { try Self.keys(in: sandbox) == 20 }
                    try await eventually { await !heard.messages.isEmpty }
                    #expect(await heard.messages.count == 1)
                }
                #expect(await history.terminate().status == 0)
            }
        }
    }

    private static func send(_ range: ClosedRange<Int>, over client: MQTTClient, metres: Double = 1) async throws {
        let start = Traffic.now.advanced(by: .seconds(-60))
        for number in range {
            let time = start.advanced(by: .milliseconds(10 * number))
            try await client.publish(Traffic.location("phone", metres: 0, at: time))
            try await client.publish(
                Traffic.location("keys", metres: metres, at: time, sequence: UInt32(number))
            )
        }
    }

    private static func keys(in sandbox: Sandbox) throws -> Int {
        try Store(path: sandbox.store, mode: .readOnly).fixCount(of: Traffic.device("keys"))
    }
}
