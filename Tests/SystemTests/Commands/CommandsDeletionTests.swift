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

    @Test func `a device that a wrong message made is deleted, with and without a service, and does not come back`()
        async throws
    {
        let bogus = DeviceID(owner: try Name("xx"), device: try Name("bogus"))
        var wrong = try Traffic.location("phone", metres: 0, at: Traffic.now.advanced(by: .seconds(-60)))
        wrong = Message(topic: topics.location(bogus), payload: wrong.payload, retained: true)
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = ["--broker", broker.url, "--store", sandbox.store, "--http", "127.0.0.1:0"]
                for isRunning in [true, false] {
                    var history = try sandbox.start(["history"] + call)
                    try await history.wait(for: "listens on")
                    try await history.wait(for: "connected")
                    let store = try Store(path: sandbox.store, mode: .readOnly)
                    try await withClient(of: broker.configuration) { client, _ in
                        try await client.publish(wrong)
                        try await client.drained()
                    }
                    try await eventually { try store.device(bogus) != nil }
                    if !isRunning { _ = await history.terminate() }
                    let outcome = try await sandbox.run("delete", "xx/bogus", "--yes", "--store", sandbox.store)
                    #expect(outcome.errors == "")
                    #expect(outcome.output.hasPrefix("xx/bogus is deleted"))
                    #expect(outcome.output.contains("next runs") == !isRunning)
                    if !isRunning {
                        history = try sandbox.start(["history"] + call)
                        try await history.wait(for: "connected")
                    }
                    try await eventually { try store.deletions().isEmpty }
                    #expect(try store.device(bogus) == nil)
                    try await withClient(of: broker.configuration, subscribing: "owntracks/#", "end") {
                        client,
                        received in
                        try await client.publish(Message(topic: "end", payload: []))
                        try await eventually { await received.messages.contains { $0.topic == "end" } }
                        #expect(await received.messages.allSatisfy { $0.topic == "end" })
                    }
                    #expect(await history.terminate().status == 0)
                }
            }
        }
    }

    @Test func `of what is no tracker, or was refused all of it, nobody is said to be notified`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = ["--store", sandbox.store]
                let history = try sandbox.start(["history", "--broker", broker.url, "--http", "127.0.0.1:0"] + call)
                try await history.wait(for: "listens on")
                try await history.wait(for: "connected")
                let store = try Store(path: sandbox.store, mode: .readOnly)
                for name in ["phone", "bike", "boat"] {
                    let fix = try Traffic.location(name, metres: 3, at: Traffic.now)
                    try await withClient(of: broker.configuration) { client, _ in
                        try await client.publish(fix)
                        try await client.drained()
                    }
                    let device = try Traffic.device(name)
                    try await eventually { try store.device(device)?.kind == (name == "phone" ? .phone : .tracker) }
                }
                try await withClient(of: broker.configuration) { client, _ in
                    for name in ["skis", "skates"] {
                        try await client.publish(Message(topic: "owntracks/sam/\(name)", payload: Array("where".utf8)))
                    }
                    try await client.drained()
                }
                try await eventually { try store.quarantine().count == 2 }
                func delete(_ text: String) async throws -> CommandOutcome {
                    try await sandbox.start(["delete", text, "--yes"] + call).ended()
                }
                for device in ["sam/bike", "sam/skis"] {
                    let outcome = try await delete(device)
                    #expect(outcome.output == "\(device) is deleted\n", "\(outcome)")
                }
                #expect(await history.terminate().status == 0)
                let later = "is deleted; the broker lets go of it when the history service next runs\n"
                for device in ["sam/boat", "sam/skates"] {
                    let outcome = try await delete(device)
                    #expect(outcome.output == "\(device) \(later)", "\(outcome)")
                }
                #expect(try await delete("sam/skates").status == 1)
                #expect(try store.quarantine().isEmpty)
            }
        }
    }

    @Test func `nobody is asked about an owner that there is not, or about an erasure that goes on`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = ["--store", sandbox.store]
                let nobody = try await sandbox.start(["account", "erase", "nobody"] + call).ended()
                #expect(nobody.status == 1)
                #expect(nobody.errors.contains("there is no account 'nobody', and no owner of that name"))
                let history = try sandbox.start(["history", "--broker", broker.url, "--http", "off"] + call)
                try await history.wait(for: "connected")
                let store = try Store(path: sandbox.store, mode: .readOnly)
                let phone = try Traffic.location("phone", metres: 0, at: Traffic.now)
                try await withClient(of: broker.configuration) { client, _ in
                    try await client.publish(phone)
                    try await client.drained()
                }
                try await eventually { try !store.devices().isEmpty }
                #expect(await history.terminate().status == 0)

                let unsure = try await sandbox.start(["account", "erase", "sam"] + call).ended()
                #expect(unsure.status == 2 && unsure.errors.contains("--yes is expected"))
                let first = try await sandbox.start(["account", "erase", "sam", "--yes"] + call).ended()
                #expect(first.output.hasPrefix("the data of sam is gone; the "), "\(first)")
                let again = try await sandbox.start(["account", "erase", "sam"] + call).ended()
                #expect(again.status == 0, "\(again)")
                #expect(again.errors == "sam is being erased already\n")
                #expect(again.output == first.output)

                // What has come since is something else, of which nobody has said that it goes.
                let file = try sandbox.write("time,lat,lon\n2026-05-01T09:00:00Z,46,14\n", to: "since.csv")
                #expect(try await sandbox.start(["import", "sam/since", file, "--new"] + call).ended().status == 0)
                let later = try await sandbox.start(["account", "erase", "sam"] + call).ended()
                #expect(later.status == 2 && later.errors.contains("--yes is expected"))
                #expect(try store.devices().map(\.id.device.text) == ["since"])

                // A service that goes on with the erasure leaves it, too.
                let next = try sandbox.start(["history", "--broker", broker.url, "--http", "127.0.0.1:0"] + call)
                try await eventually {
                    try await sandbox.run("account", "audit", "--json").output.contains("account-erased")
                }
                #expect(try store.devices().map(\.id.device.text) == ["since"])
                #expect(await next.terminate().status == 0)
            }
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
