import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// A simulated tracker on a real broker, whose item is deleted.
@Suite(.timeLimit(.minutes(30)))
struct CommandsDeletionTests {
    private let topics = Topics()

    /// A tracker far from its owner, so that it has only its modem.
    private static let scenario = """
        name: Far away
        seed: 3
        start: 2026-05-12T10:00:00Z
        duration: 12h
        step: 1s
        noise: none
        owners:
          - {id: sam, position: [59.32930, 18.06860], report-every: 1s}
        trackers:
          - {id: keys, owner: sam, item: Keys, position: [59.33930, 18.06860], report-every: 2s}
        """

    /// Runs the body once a simulated tracker has been stored.
    private func withTracker(
        _ body: (Sandbox, TestBroker, DeviceID, _ history: RunningCommand, _ restart: () throws -> RunningCommand)
            async throws -> Void
    ) async throws {
        let keys = try Traffic.device("keys")
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let start = {
                    try sandbox.start([
                        "history", "--broker", broker.url, "--store", sandbox.store, "--http", "127.0.0.1:0",
                    ])
                }
                let history = try start()
                try await history.wait(for: "listens on")
                try await history.wait(for: "connected")
                let file = try sandbox.write(Self.scenario, to: "far.yaml")
                let simulation = try sandbox.start(["simulate", file, "--speed", "1", "--broker", broker.url])
                try await withClient(of: broker.configuration, subscribing: topics.stored(keys)) { _, received in
                    try await eventually { await !received.messages.isEmpty }
                }
                try await body(sandbox, broker, keys, history, start)
                _ = await simulation.terminate(SIGKILL)
            }
        }
    }

    /// Waits until the tracker has said goodbye, and the broker keeps nothing of it.
    private func expectGone(_ keys: DeviceID, _ broker: TestBroker, _ sandbox: Sandbox) async throws {
        let store = try Store(path: sandbox.store, mode: .readOnly)
        try await eventually { try store.deletions().isEmpty }
        #expect(try store.device(keys) == nil)
        #expect(try store.alerts(of: nil).isEmpty)
        let filters = ["tagalong/sam/keys/#", topics.location(keys), "homeassistant/#"]
        try await eventually {
            try await withClient(of: broker.configuration, subscribing: filters[0], filters[1], filters[2], "end") {
                client,
                received in
                try await client.publish(Message(topic: "end", payload: []))
                try await eventually { await received.messages.contains { $0.topic == "end" } }
                return await received.messages.allSatisfy { $0.topic == "end" || !$0.retained }
            }
        }
    }

    @Test func `a live tracker whose item is deleted switches itself off and leaves (cases 3-6-1, 3-6-2, 3-6-3)`()
        async throws
    {
        try await withTracker { sandbox, broker, keys, history, _ in
            try await withClient(of: broker.configuration, subscribing: topics.reported(keys)) { _, received in
                let outcome = try await sandbox.run("delete", "keys", "--yes", "--store", sandbox.store)
                #expect(outcome.errors == "")
                #expect(outcome.output == "sam/keys is deleted; its tracker is notified\n")
                try await eventually {
                    await received.messages.contains { message in
                        let state = try? ReportedState(decoding: message.payload)
                        return state?.power == .off && state?.isRegistered == false
                    }
                }
            }
            try await expectGone(keys, broker, sandbox)
            let again = try await sandbox.run("delete", "keys", "--yes", "--store", sandbox.store)
            #expect(again.status == 1)
            #expect(await history.terminate().status == 0)
        }
    }

    @Test func `what is deleted while no service runs is told by the next one, after a kill (case 3-6-3)`() async throws
    {
        try await withTracker { sandbox, broker, keys, history, restart in
            _ = await history.terminate(SIGKILL)
            let outcome = try await sandbox.run("delete", "sam/keys", "--yes", "--store", sandbox.store)
            #expect(
                outcome.output == "sam/keys is deleted; its tracker is notified when the history service next runs\n")
            let next = try restart()
            try await expectGone(keys, broker, sandbox)
            #expect(await next.terminate().status == 0)
        }
    }

    @Test func `nobody is asked where nobody can answer, and nothing is deleted`() async throws {
        try await withTracker { sandbox, _, keys, _, _ in
            let outcome = try await sandbox.run("delete", "keys", "--store", sandbox.store)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("--yes is expected"))
            #expect(try Store(path: sandbox.store, mode: .readOnly).device(keys) != nil)
        }
    }

    @Test func `Home Assistant sees an item, rings it and switches it off`() async throws {
        try await withTracker { _, broker, keys, _, _ in
            let all = ["homeassistant/#", topics.state(keys), topics.reported(keys), topics.result(keys)]
            try await withClient(of: broker.configuration, subscribing: all[0], all[1], all[2], all[3]) {
                client,
                received in
                let config = topics.homeAssistantConfig(keys)
                try await eventually { await received.messages.contains { $0.topic == config && $0.retained } }
                try await eventually { await received.messages.contains { $0.topic == topics.state(keys) } }
                try await client.publish(Message(topic: "homeassistant/status", payload: Array("online".utf8)))
                try await eventually { await received.messages.contains { $0.topic == config && !$0.retained } }
                try await client.publish(Message(topic: topics.set(keys, "command"), payload: Array("ring".utf8)))
                try await eventually {
                    await received.messages.contains { message in
                        message.topic == topics.result(keys)
                            && (try? CommandResult(decoding: message.payload))?.error == nil
                    }
                }
                for (word, power) in [("off", Power.off), ("on", .on)] {
                    try await client.publish(Message(topic: topics.set(keys, "power"), payload: Array(word.utf8)))
                    try await eventually {
                        let last = await received.messages.last { $0.topic == topics.reported(keys) }
                        return last.flatMap { try? ReportedState(decoding: $0.payload) }?.power == power
                    }
                }
            }
        }
    }
}
