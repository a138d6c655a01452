import Foundation
import MQTT
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
struct CommandsFaultTests {
    private static let burst = Burst(steps: 2000)

    /// How far each tracker was told that its fixes are stored.
    private static func acknowledged(_ messages: [Message]) -> [DeviceID: UInt32] {
        var marks: [DeviceID: UInt32] = [:]
        for message in messages {
            guard case .stored(let device) = Topics().parse(message.topic),
                let mark = try? StoredMessage(decoding: message.payload).mark
            else { continue }
            marks[device] = max(marks[device] ?? 0, mark.sequence)
        }
        return marks
    }

    private static func expectAcknowledgedIsStored(_ messages: [Message], in path: String) throws {
        let store = try Store(path: path, mode: .readOnly)
        for (device, sequence) in acknowledged(messages) {
            #expect(try store.received(of: device, boot: 1).contiguousThrough >= sequence)
            #expect(try store.fixCount(of: device) >= Int(sequence))
        }
    }

    private static func complaints(_ command: RunningCommand, _ text: String) -> Int {
        command.errors.split(separator: "\n").count { $0.contains(text) }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "a file system of its own cannot be mounted here, so no disk was full"))
    func `a full disk stops nothing for good: nothing is lost and nothing is said twice`() async throws {
        let burst = Self.burst
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let disk = try SmallDisk("\(sandbox.directory)/disk", megabytes: 64)
                defer { disk.remove() }
                let path = "\(disk.path)/history.sqlite"
                let history = try sandbox.start(["history", "--broker", broker.url, "--store", path, "--http", "off"])
                try await history.wait(for: "connected")
                try await withClient(of: broker.configuration, subscribing: "tagalong/alerts/#", "tagalong/+/+/stored")
                {
                    client,
                    heard in
                    try disk.fill(leaving: 400_000)
                    let sending = Task { try await burst.send(to: broker.configuration) }
                    try await history.wait(for: "the disk is full")
                    try await sending.value
                    // It tries again, several times, and says nothing more.
                    try await Task.sleep(for: .seconds(4))
                    #expect(Self.complaints(history, "the disk is full") == 1)
                    let before = try burst.stored(in: path)
                    #expect(before < burst.steps)
                    try await Self.expectAcknowledgedIsStored(heard.messages, in: path)
                    try disk.empty()
                    try await history.wait(for: "written again")
                    try await eventually { try burst.stored(in: path) == burst.steps }
                    try await eventually { try await burst.alerts(heard.messages).count >= burst.alerts }
                    try await burst.settle(client, heard)
                    #expect(await history.terminate().status == 0)
                    try await Self.expectAcknowledgedIsStored(heard.messages, in: path)
                    try await burst.expectEachOnce(heard.messages.filter { $0.topic.hasPrefix("tagalong/alerts/") })
                    try burst.expectAllStored(in: path)
                    try await burst.report("full disk after \(before) steps", in: path, heard.messages)
                }
            }
        }
    }

    @Test func `a database that is moved away is missed at once, and used again when it is back`() async throws {
        let burst = Burst(steps: 1000)
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = ["history", "--broker", broker.url, "--store", sandbox.store, "--http", "off"]
                let history = try sandbox.start(call)
                try await history.wait(for: "connected")
                try await withClient(of: broker.configuration, subscribing: "tagalong/alerts/#", "tagalong/+/+/stored")
                {
                    client,
                    heard in
                    let sending = Task { try await burst.send(to: broker.configuration) }
                    try await eventually { try burst.stored(in: sandbox.store) > 10 }
                    let away = sandbox.store + ".away"
                    try FileManager.default.moveItem(atPath: sandbox.store, toPath: away)
                    try await history.wait(for: "moved away")
                    try await sending.value
                    try await Task.sleep(for: .seconds(2))
                    #expect(Self.complaints(history, "moved away") == 1)
                    // Nothing makes a second database in its place.
                    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
                    try FileManager.default.moveItem(atPath: away, toPath: sandbox.store)
                    try await eventually { try burst.stored(in: sandbox.store) == burst.steps }
                    try await burst.settle(client, heard)
                    #expect(await history.terminate().status == 0)
                    try await Self.expectAcknowledgedIsStored(heard.messages, in: sandbox.store)
                    try await burst.expectEachOnce(heard.messages.filter { $0.topic.hasPrefix("tagalong/alerts/") })
                    try burst.expectAllStored(in: sandbox.store)
                    try await burst.report("database moved away", in: sandbox.store, heard.messages)
                }
            }
        }
    }

    /// How a broker goes down: in good order, with all it had written; or in the middle, with what it had written last.
    enum End: CaseIterable { case stopped, killed }

    @Test(arguments: End.allCases)
    func `a broker that goes down under load loses nothing that a tracker keeps until it is stored`(
        end: End
    ) async throws {
        let burst = Self.burst
        let start = Traffic.now.advanced(by: .seconds(-300))
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = ["history", "--broker", broker.url, "--store", sandbox.store, "--http", "off"]
                var history = try sandbox.start(call)
                try await history.wait(for: "connected")
                try await withClient(of: broker.configuration, subscribing: "tagalong/alerts/#", "tagalong/+/+/stored")
                {
                    client,
                    heard in
                    let killer = Task { [history] in
                        for share in 1...3 {
                            try await eventually { try burst.stored(in: sandbox.store) >= burst.steps * share / 5 }
                            let connections = await heard.connections
                            if end == .killed { await broker.kill() } else { await broker.stop() }
                            // Who listens without a session has to be there before the service, or misses an alert.
                            history.send(SIGSTOP)
                            try await broker.start()
                            try await eventually { await heard.connections > connections }
                            history.send(SIGCONT)
                        }
                    }
                    // A phone keeps nothing: what a killed broker has confirmed to it, and not passed on, is lost.
                    let lasting = end == .killed ? burst.trackers : burst.devices
                    var rounds = 0
                    // As a tracker does: what is not known to be stored is sent again.
                    while try burst.stored(in: sandbox.store, of: lasting) < burst.steps {
                        let marks = await Self.acknowledged(heard.messages)
                        let stored = try burst.trackers.map { marks[try Traffic.device($0)] ?? 0 }.min() ?? 0
                        let from = rounds == 0 ? 0 : Int(min(stored, UInt32(burst.steps)))
                        for step in max(0, from - 1)..<burst.steps {
                            for message in try burst.messages(of: step, since: start) {
                                try await client.publish(message)
                            }
                            if step.isMultiple(of: 50) { try await client.drained() }
                        }
                        try await client.drained()
                        rounds += 1
                        var (seen, quiet) = (-1, 0)
                        // Waits as long as something comes.
                        while quiet < 10 {
                            let now = try burst.stored(in: sandbox.store, of: lasting)
                            (seen, quiet) = (now, now == seen ? quiet + 1 : 0)
                            if now == burst.steps { break }
                            try await Task.sleep(for: .milliseconds(500))
                        }
                    }
                    try await killer.value
                    try await eventually {
                        try Store(path: sandbox.store, mode: .readOnly).pendingOutbox().isEmpty
                    }
                    #expect(await history.terminate().status == 0)
                    history = try sandbox.start(call)
                    try await history.wait(for: "connected")
                    try await Task.sleep(for: .seconds(2))
                    #expect(await history.terminate().status == 0)
                    try await Self.expectAcknowledgedIsStored(heard.messages, in: sandbox.store)
                    let told = try await burst.alerts(heard.messages)
                    // What a killed broker had passed on and then forgot is told again, under the same id: the other
                    // choice would be to lose it.
                    if end == .stopped { #expect(Set(told.map(\.id)).count == told.count) }
                    let store = try Store(path: sandbox.store, mode: .readOnly)
                    #expect(try Set(store.alerts(of: nil, limit: 10_000).map(\.id)) == Set(told.map(\.id)))
                    for name in burst.trackers {
                        #expect(
                            try store.received(of: Traffic.device(name), boot: 1).ranges == [1...UInt32(burst.steps)]
                        )
                        #expect(try store.fixCount(of: Traffic.device(name)) == burst.steps)
                    }
                    #expect(try store.findings().isEmpty)
                    try await burst.report(
                        "broker \(end) 3 times, sent in \(rounds) rounds",
                        in: sandbox.store,
                        heard.messages
                    )
                }
            }
        }
    }
}
