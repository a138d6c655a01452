import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What somebody sets by a plain text.
@Suite(.onBothEngines) struct SwitchesTests {
    private let keys: DeviceID
    private let purse: DeviceID
    private let topics = Topics()

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        purse = DeviceID(owner: try Name("eve"), device: try Name("keys"))
    }

    private func core(_ configuration: HistoryConfiguration = HistoryConfiguration()) throws -> HistoryCore {
        var core = try HistoryCore(store: Store.forTest(), configuration: configuration)
        let fix = Fix(coordinate: try Coordinate(latitude: 46, longitude: 14), time: now(1), accuracy: 5)
        let location = LocationMessage(fix: fix, mark: FixMark(boot: 1, sequence: 1), mode: .cellular)
        _ = try core.ingest([Message(topic: topics.location(keys), payload: location.encoded())], at: now(1))
        return core
    }

    private func text(_ topic: String, _ payload: String, retained: Bool = false) -> Message {
        Message(topic: topic, payload: Array(payload.utf8), retained: retained)
    }

    private func set(_ what: String, _ payload: String) -> Message { text(topics.set(keys, what), payload) }

    private func payloads(_ messages: [Message], on topic: String) -> [String] {
        messages.filter { $0.topic == topic }.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    private func now(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test func `a switch changes what is wanted and leaves the rest of it as it was`() throws {
        var core = try core()
        let wish = #"{"_type":"desired","version":7,"power":"on","report_every_s":60,"mode":"cellular","led":[1]}"#
        _ = try core.ingest([text(topics.desired(keys), wish, retained: true)], at: now(1))
        let told = try core.ingest([text(topics.set(keys, "power"), "off")], at: now(2))
        let wanted = try #require(told.first { $0.topic == topics.desired(keys) })
        #expect(wanted.retained)
        let expected = #"{"_type":"desired","version":8,"power":"off","report_every_s":60,"mode":"cellular","led":[1]}"#
        #expect(String(decoding: wanted.payload, as: UTF8.self) == expected)
        _ = try core.ingest([wanted], at: now(3))
        #expect(try core.ingest([text(topics.set(keys, "power"), "off")], at: now(4)).isEmpty)
    }

    @Test func `each press of a button is a command with an id of its own`() throws {
        var core = try core()
        let press = text(topics.set(keys, "command"), "ring")
        let told = try core.ingest([press, press], at: now(2)).filter { $0.topic == topics.command(keys) }
        let commands = try told.map { try Command(decoding: $0.payload) }
        #expect(commands.map(\.verb) == [.ring, .ring])
        #expect(Set(commands.map(\.id)).count == 2)
        #expect(told.allSatisfy { !$0.retained })
    }

    @Test(arguments: ["unregister", "explode", "ON", ""])
    func `nothing else can be set so`(payload: String) throws {
        var core = try core()
        for what in ["power", "command", "lost", "colour"] {
            #expect(try core.ingest([text(topics.set(keys, what), payload)], at: now(2)).isEmpty)
        }
        // What is kept would be done again after each restart, and a tracker that is not there cannot be told.
        #expect(try core.ingest([text(topics.set(keys, "command"), "ring", retained: true)], at: now(2)).isEmpty)
        #expect(try core.ingest([text(topics.set(purse, "command"), "ring")], at: now(2)).isEmpty)
    }

    @Test func `an interval and a radio are wanted like the power, also all at once`() throws {
        var core = try core()
        let told = try core.ingest([set("interval", "30"), set("mode", "bluetooth"), set("power", "off")], at: now(2))
        let wanted = payloads(told, on: topics.desired(keys))
        #expect(
            wanted == [
                #"{"_type":"desired","version":1,"power":"on","report_every_s":30,"mode":"auto"}"#,
                #"{"_type":"desired","version":2,"power":"on","report_every_s":30,"mode":"bluetooth"}"#,
                #"{"_type":"desired","version":3,"power":"off","report_every_s":30,"mode":"bluetooth"}"#,
            ]
        )
    }

    @Test func `what never came back from the broker is not counted on for ever`() throws {
        var core = try core()
        _ = try core.ingest([set("interval", "30"), set("warning", "7")], at: now(2))
        let told = try core.ingest([set("mode", "bluetooth"), set("critical", "20")], at: now(60))
        let wish = #"{"_type":"desired","version":1,"power":"on","mode":"bluetooth"}"#
        #expect(payloads(told, on: topics.desired(keys)) == [wish])
        #expect(
            payloads(told, on: topics.rules(keys)) == [#"{"_type":"rules","warning_m":5,"critical_m":20}"#]
        )
    }

    @Test func `one distance leaves the other, and all else in the rules, as it was`() throws {
        var core = try core()
        let first = try core.ingest([set("warning", "8.25"), set("critical", "40")], at: now(2))
        #expect(
            payloads(first, on: topics.rules(keys)) == [
                #"{"_type":"rules","warning_m":8.25,"critical_m":10}"#,
                #"{"_type":"rules","warning_m":8.25,"critical_m":40}"#,
            ]
        )
        #expect(first.allSatisfy { $0.retained })
        let rules = #"{"_type":"rules","warning_m":8,"critical_m":20,"quiet":"22:00-07:00","colour":[1]}"#
        _ = try core.ingest([text(topics.rules(keys), rules, retained: true)], at: now(3))
        // What was set before is under way still, and comes behind these in the broker's order.
        _ = try core.ingest(first.map { Message(topic: $0.topic, payload: $0.payload) }, at: now(3))
        _ = try core.ingest([text(topics.rules(keys), rules)], at: now(3))
        let second = try core.ingest([set("critical", "30")], at: now(4))
        #expect(
            payloads(second, on: topics.rules(keys)) == [
                #"{"_type":"rules","warning_m":8,"critical_m":30,"quiet":"22:00-07:00","colour":[1]}"#
            ]
        )
        #expect(payloads(try core.ingest([set("critical", "30.0")], at: now(4)), on: topics.rules(keys)) == [])
    }

    @Test func `an item is marked as lost, and found again, by a plain text, and all else in its rules stays`() throws {
        var core = try core()
        let rules = #"{"_type":"rules","quiet":"22:00-07:00","colour":[1]}"#
        _ = try core.ingest([text(topics.rules(keys), rules, retained: true)], at: now(1))
        // The second one says what is so already.
        let on = try core.ingest([set("lost", "on"), set("lost", "on")], at: now(2))
        let marked =
            #"{"_type":"rules","quiet":"22:00-07:00","marked_lost":{"since":"1970-01-01T00:00:02.000Z"},"colour":[1]}"#
        #expect(payloads(on, on: topics.rules(keys)) == [marked])
        #expect(on.allSatisfy { $0.retained })
        let told = try core.ingest([text(topics.rules(keys), marked, retained: true)], at: now(3))
        let states = try told.filter { $0.topic == topics.state(keys) }.map { try StateMessage(decoding: $0.payload) }
        #expect(states.map(\.markedLost) == [LostMark(since: now(2))])
        let off = try core.ingest([set("lost", "off"), set("lost", "off")], at: now(4))
        #expect(payloads(off, on: topics.rules(keys)) == [rules])
    }

    @Test func `whoever sets a mark by a plain text leaves the note that is there`() throws {
        var core = try core()
        let rules = #"{"_type":"rules","marked_lost":{"since":"1970-01-01T00:00:01.000Z","note":"Left on bus 12"}}"#
        _ = try core.ingest([text(topics.rules(keys), rules, retained: true)], at: now(1))
        #expect(payloads(try core.ingest([set("lost", "on")], at: now(2)), on: topics.rules(keys)) == [])
    }

    @Test func `keys of rules that are not ours outlast a restart`() throws {
        let store = try Store.forTest()
        var core = try HistoryCore(store: store)
        let rules = #"{"_type":"rules","quiet":"22:00-07:00","colour":[1]}"#
        _ = try core.ingest([text(topics.rules(keys), rules, retained: true)], at: now(1))
        core = try HistoryCore(store: store)
        let told = try core.ingest([set("warning", "8")], at: now(2))
        #expect(
            payloads(told, on: topics.rules(keys)) == [
                #"{"_type":"rules","warning_m":8,"critical_m":10,"quiet":"22:00-07:00","colour":[1]}"#
            ]
        )
    }

    @Test func `the distances in force are told as soon as the rules have come back`() throws {
        var core = try core(HistoryConfiguration(thresholds: try Thresholds(warning: 6, critical: 12)))
        let before = try core.tick(at: now(9)) + core.ingest([set("warning", "8")], at: now(9))
        let rules = try #require(before.first { $0.topic == topics.rules(keys) })
        let told = payloads(try core.ingest([rules], at: now(9)), on: topics.state(keys))
        #expect(told.count == 1)
        #expect(told.first?.hasSuffix(#""warning_m":8,"critical_m":12}"#) == true)
        let back = payloads(try core.ingest([text(topics.rules(keys), "")], at: now(9)), on: topics.state(keys))
        #expect(back.first?.hasSuffix(#""warning_m":6,"critical_m":12}"#) == true)
    }

    @Test(arguments: [
        ("warning", "10", "a distance of at least 0.001 m and below the critical one of 10 m"),
        ("warning", "0", "a distance of at least 0.001 m and below the critical one of 10 m"),
        ("warning", "1e-320", "a distance of at least 0.001 m and below the critical one of 10 m"),
        ("warning", "-3", "a distance of at least 0.001 m and below the critical one of 10 m"),
        ("warning", "nan", "a distance of at least 0.001 m and below the critical one of 10 m"),
        ("warning", "0x3", "a distance of at least 0.001 m and below the critical one of 10 m"),
        ("critical", "5", "a distance above the warning one of 5 m, at most 100000 m,"),
        ("critical", "100001", "a distance above the warning one of 5 m, at most 100000 m,"),
        ("critical", "1e999", "a distance above the warning one of 5 m, at most 100000 m,"),
        ("interval", "30.5", "a whole number of seconds from 1 to 86400"),
        ("interval", "0", "a whole number of seconds from 1 to 86400"),
        ("interval", "86401", "a whole number of seconds from 1 to 86400"),
        ("interval", "1e300", "a whole number of seconds from 1 to 86400"),
        ("interval", "soon", "a whole number of seconds from 1 to 86400"),
        ("interval", "[30]", "a whole number of seconds from 1 to 86400"),
        ("mode", "lora", "auto, bluetooth or cellular"),
        ("mode", "off", "auto, bluetooth or cellular"),
    ])
    func `what cannot be is refused with what was expected, and changes nothing`(
        what: String, payload: String, expected: String
    ) throws {
        let store = try Store.forTest()
        var core = try HistoryCore(store: store)
        let reported = ReportedState(
            version: 3, power: .on, reportEvery: 600, mode: .auto, firmware: "1", model: "T1", boot: 1, battery: 80,
            activeMode: .cellular
        )
        _ = try core.ingest([Message(topic: topics.reported(keys), payload: reported.encoded())], at: now(1))
        #expect(try core.ingest([set(what, payload)], at: now(2)).isEmpty)
        let refused = try store.quarantine()
        #expect(refused.map(\.topic) == ["tagalong/sam/keys/set/\(what)"])
        #expect(refused.map(\.sentence) == [#"payload: \#(expected) is expected, found "\#(payload)""#])
    }
}
