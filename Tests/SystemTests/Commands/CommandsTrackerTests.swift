import Foundation
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30)))
struct CommandsTrackerTests {
    private struct Place: Decodable { let lat: Double, lon: Double }

    /// Runs a tracker on a broker and gives its command line.
    private func withTracker(
        refusal: String? = nil,
        _ body: (Sandbox, TestBroker, (String...) async throws -> CommandOutcome) async throws -> Void
    ) async throws {
        let tracker = ScriptedTracker(id: try Traffic.device("keys"), refusal: refusal)
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await tracker.live(on: broker.configuration) {
                    try await body(sandbox, broker) { (words: String...) in
                        try await sandbox.start(words + ["--broker", broker.url]).ended()
                    }
                }
            }
        }
    }

    private func desired(on broker: TestBroker) async throws -> Kept<DesiredState> {
        let topic = Topics().desired(try Traffic.device("keys"))
        return try await withClient(of: broker.configuration, subscribing: topic) { _, received in
            try await eventually { await !received.messages.isEmpty }
            return try Kept(decoding: await received.messages[0].payload)
        }
    }

    @Test func `a tracker is switched off and on, and every change has a version of its own`() async throws {
        try await withTracker { _, broker, run in
            let off = try await run("off", "sam/keys")
            #expect(off.status == 0)
            #expect(off.output == "sam/keys is off, battery 87 %\n")
            #expect(try await desired(on: broker).value == DesiredState(version: 1, power: .off))
            let on = try await run("on", "keys")
            #expect(on.output == "sam/keys is on, reports every 10s, battery 87 %\n")
            #expect(try await desired(on: broker).value == DesiredState(version: 2, power: .on))
        }
    }

    @Test func `what is so already is not asked for again`() async throws {
        try await withTracker { _, broker, run in
            _ = try await run("off", "keys")
            #expect(try await run("off", "keys").status == 0)
            #expect(try await desired(on: broker).value.version == 1)
        }
    }

    @Test func `keys of what is wanted that we do not know stay there`() async throws {
        try await withTracker { _, broker, run in
            let topic = Topics().desired(try Traffic.device("keys"))
            let text = #"{"_type":"desired","version":4,"power":"off","report_every_s":60,"colour":{"led":[1,2]}}"#
            try await withClient(of: broker.configuration) { client, _ in
                try await client.publish(Message(topic: topic, payload: Array(text.utf8), retained: true))
                try await client.drained()
            }
            let set = try await run("set", "keys", "--report-every", "2m", "--item", "Car keys", "--mode", "cellular")
            #expect(set.status == 0)
            #expect(set.output.hasPrefix("Car keys (sam/keys) is off"))
            let desired = try await desired(on: broker)
            let expected = DesiredState(
                version: 5,
                power: .off,
                reportEvery: 120,
                mode: .cellular,
                item: try ItemName("Car keys")
            )
            #expect(desired.value == expected)
            #expect(desired.extra.map(\.name) == ["colour"])
            #expect(try await run("on", "car keys").output.contains("only over its modem"))
        }
    }

    @Test func `a tracker rings, is quiet again, and says where it is`() async throws {
        try await withTracker { _, _, run in
            #expect(try await run("ring", "keys").output == "sam/keys rings\n")
            #expect(try await run("ring", "keys", "--stop").output == "sam/keys is quiet\n")
            let located: Place = try await run("locate", "keys", "--json").json()
            #expect(abs(located.lat - Traffic.home.latitude - 7 / 111_170) < 1e-6)
            #expect(try await run("locate", "keys").output.hasPrefix("sam/keys is at 46.056963, 14.505800"))
        }
    }

    @Test func `a place in the south and west is given as it is written`() async throws {
        try await withTracker { _, broker, run in
            let item = StateMessage(level: .near, since: Traffic.now, item: "Keys")
            try await withClient(of: broker.configuration) { client, _ in
                let topic = Topics().state(try Traffic.device("keys"))
                try await client.publish(Message(topic: topic, payload: item.encoded(), retained: true))
                try await client.drained()
            }
            let circle = try await run("place", "add", "keys", "Table Bay", "--at", "-33.9,18.4", "--radius", "60")
            #expect(circle.status == 0, "\(circle.errors)")
            #expect(circle.output.contains("-33.9"))
            let polygon = try await run(
                "place", "add", "keys", "Santiago", "--corner", "-33.9,-70.1", "--corner", "-33.8,-70.1", "--corner",
                "-33.9,-70.2"
            )
            #expect(polygon.status == 0, "\(polygon.errors)")
        }
    }

    @Test func `one distance beyond the other is refused with the option that it needs`() async throws {
        try await withTracker { _, _, run in
            let far = try await run("rules", "keys", "--warning", "50")
            #expect(far.status == 2)
            #expect(far.errors.contains("--warning 50 needs a larger --critical too: that is 10 m unless given"))
            #expect(try await run("rules", "keys", "--warning", "50", "--critical", "80").status == 0)
            let close = try await run("rules", "keys", "--critical", "40")
            #expect(close.status == 2)
            #expect(close.errors.contains("--critical 40 needs a smaller --warning too: that is 50 m now"))
        }
    }

    @Test func `a refusal is told with the tracker's own reason`() async throws {
        try await withTracker(refusal: "the tracker is switched off") { _, _, run in
            let outcome = try await run("locate", "keys")
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasSuffix("tagalong: sam/keys: the tracker is switched off\n"))
        }
    }

    @Test func `a tracker that sleeps is told of, and the wish stays on the broker`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withClient(of: broker.configuration) { client, _ in
                    let id = try Traffic.device("keys")
                    let reported = ScriptedTracker.reported.encoded()
                    let gone = Availability.offline.encoded()
                    try await client.publish(Message(topic: Topics().reported(id), payload: reported, retained: true))
                    try await client.publish(Message(topic: Topics().availability(id), payload: gone, retained: true))
                    try await client.drained()
                }
                let call = ["--broker", broker.url, "--timeout", "300ms"]
                let off = await (try sandbox.start(["off", "keys"] + call)).ended()
                #expect(off.status == 1)
                #expect(off.errors.contains("sam/keys is offline; waiting up to 300ms"))
                #expect(off.errors.contains("it will follow when it wakes: the wish is kept on the broker"))
                #expect(try await desired(on: broker).value.power == .off)
                let ring = await (try sandbox.start(["ring", "keys"] + call)).ended()
                #expect(ring.status == 1)
                #expect(ring.errors.contains("it is asleep or out of reach"))
                let hasty = try await sandbox.run("on", "keys", "--no-wait", "--broker", broker.url)
                #expect(hasty.status == 0)
                #expect(try await desired(on: broker).value.power == .on)
            }
        }
    }

    @Test(arguments: [
        (GatewayStatus(state: .offline), "only a gateway reaches it, and none is running (den)"),
        (
            GatewayStatus(state: .online, adapters: [.init(name: "hci0", health: "off")]),
            "only a gateway reaches it, and none has Bluetooth now (hci0 of den is off)"
        ),
    ])
    func `that nobody can reach a tracker is told at once`(status: GatewayStatus, sentence: String) async throws {
        try await withTracker { _, broker, run in
            try await withClient(of: broker.configuration) { client, _ in
                let topic = Topics().gatewayStatus(try Name("den"))
                try await client.publish(Message(topic: topic, payload: status.encoded(), retained: true))
                try await client.drained()
            }
            let ring = try await run("ring", "keys", "--timeout", "1h")
            #expect(ring.status == 1)
            #expect(ring.errors.contains("sam/keys cannot be reached: \(sentence)"))
        }
    }

    @Test func `what presses of a button do is a rule`() async throws {
        try await withTracker { _, _, run in
            let both = ["--on-press", "double=acknowledge", "--on-press", "long=locate-phone"]
            let set = try await run("rules", "keys", both[0], both[1], both[2], both[3])
            #expect(set.status == 0, "\(set.errors)")
            #expect(set.output.contains("a double press of its button acknowledges the running episode"))
            let changed = try await run("rules", "keys", "--on-press", "double=nothing")
            #expect(!changed.output.contains("acknowledges"))
            #expect(changed.output.contains("a long press of its button asks the owner's phone where it is"))
            let bad = try await run("rules", "keys", "--on-press", "triple=acknowledge")
            #expect(bad.status == 2)
            #expect(bad.errors.contains("'triple=acknowledge' is given, single, double or long"))
        }
    }

    @Test func `a wish that somebody else overtakes is told of`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let topic = Topics().desired(try Traffic.device("keys"))
                try await withClient(of: broker.configuration, subscribing: topic) { client, received in
                    let first = DesiredState(version: 1, power: .on)
                    try await client.publish(Message(topic: topic, payload: first.encoded(), retained: true))
                    let off = try sandbox.start(["off", "keys", "--broker", broker.url])
                    try await eventually { await received.messages.count == 2 }
                    let other = DesiredState(version: 2, power: .on)
                    try await client.publish(Message(topic: topic, payload: other.encoded(), retained: true))
                    let outcome = await off.ended()
                    #expect(outcome.status == 1)
                    #expect(outcome.errors.contains("somebody else has changed the desired state meanwhile"))
                }
            }
        }
    }

    @Test(arguments: [
        ("kees", "'kees' is no tracker or item on mqtt://"),
        ("ann/keys", "ann/keys: no such tracker is known"),
    ])
    func `a tracker that nobody knows is refused, and nothing is written`(_ name: String, _ words: String) async throws
    {
        try await withTracker { _, broker, run in
            let outcome = try await run("off", name)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(words))
            try await withClient(of: broker.configuration, subscribing: "tagalong/#", "end") { client, received in
                try await client.publish(Message(topic: "end", payload: []))
                try await eventually { await received.messages.contains { $0.topic == "end" } }
                #expect(await received.messages.allSatisfy { !$0.topic.hasSuffix("desired") })
            }
        }
    }

    @Test func `a desired state that cannot be read is left as it is`() async throws {
        try await withTracker { _, broker, run in
            let topic = Topics().desired(try Traffic.device("spare"))
            try await withClient(of: broker.configuration, subscribing: topic) { client, received in
                try await client.publish(Message(topic: topic, payload: Array("{]".utf8), retained: true))
                try await client.drained()
                let outcome = try await run("off", "sam/spare")
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("\(topic): what is wanted of the tracker cannot be read"))
                #expect(await received.messages.count == 1)
            }
        }
    }

    @Test(arguments: ["on", "off", "ring", "locate"])
    func `without a broker the sentence says what was tried, with status 3`(_ command: String) async throws {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.run(command, "keys", "--broker", "mqtt://127.0.0.1:1")
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("127.0.0.1:1 refuses the connection"))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }
}
