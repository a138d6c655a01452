import Foundation
import MQTT
import Messages
import Reminders
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

/// `tagalong remind` with a broker, and with a database as the history service leaves it.
@Suite(.timeLimit(.minutes(30)))
struct CommandsRemindTests {
    private static let topics = Topics()
    private static let now = Timestamp(milliseconds: 1_777_626_000_250)

    private static func umbrella() throws -> ReminderID {
        ReminderID(owner: try Name("sam"), id: try Name("take-the-umbrella"))
    }

    private static func decoded(_ message: Message?) throws -> ReminderMessage {
        try ReminderMessage(decoding: try #require(message).payload)
    }

    @Test func `a reminder is made, changed, switched off and deleted over the broker`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withClient(of: broker.configuration, subscribing: "tagalong/reminders/#") { client, heard in
                    func remind(_ words: [String]) async throws -> CommandOutcome {
                        try await sandbox.start(["remind"] + words + ["--broker", broker.url]).ended()
                    }
                    func last() async throws -> ReminderMessage { try Self.decoded(await heard.messages.last) }
                    let state = StateMessage(level: .near, since: Self.now, item: "Sam's umbrella").encoded()
                    let thing = DeviceID(owner: try Name("sam"), device: try Name("umbrella"))
                    try await client.publish(Message(topic: Self.topics.state(thing), payload: state, retained: true))
                    try await client.drained()

                    let made = try await remind([
                        "add", "Take the umbrella", "--weather", "rain", "--within", "8h", "--leaves", "Home",
                        "--thing", "Sam's umbrella", "--is", "away",
                    ])
                    #expect(made.errors == "")
                    #expect(
                        made.output == """
                            Take the umbrella (sam/take-the-umbrella)
                              weather: rain within 8h
                              place: leaves Home
                              thing: umbrella is not with its owner

                            """
                    )
                    try await eventually { await heard.messages.count == 1 }
                    #expect(await heard.messages.last?.topic == "tagalong/reminders/sam/take-the-umbrella")
                    #expect(try await last().conditions.kinds == [.weather, .place, .thing])
                    #expect(try await last().made != nil)

                    // One more of that title has another name, and a name that is taken is refused.
                    let second = ["add", "Take the umbrella", "--owner", "sam", "--free", "2h"]
                    #expect(try await remind(second).output.hasPrefix("Take the umbrella (sam/take-the-umbrella-2)\n"))
                    let taken = try await remind(second + ["--id", "take-the-umbrella"])
                    #expect(taken.status == 1 && taken.errors.contains("sam/take-the-umbrella is a reminder already"))

                    // What others have put there stays.
                    var kept = Kept(try Self.decoded(await heard.messages.first))
                    kept.extra = [try ExtraKey(name: "icon", json: Array("1".utf8))]
                    try await client.publish(
                        Message(topic: Self.topics.reminder(Self.umbrella()), payload: kept.encoded(), retained: true)
                    )
                    try await client.drained()
                    let changes = [
                        "--name", "Umbrella!", "--colour", "red", "--between", "07:00-09:30", "--without", "place",
                    ]
                    let edited = try await remind(["edit", "sam/take-the-umbrella"] + changes)
                    #expect(
                        edited.status == 0 && edited.output.hasPrefix("Umbrella! (sam/take-the-umbrella)\n  time: "))
                    try await eventually { await heard.messages.count == 4 }
                    #expect(try await last().conditions.kinds == [.time, .weather, .thing])
                    let renamed = try await last()
                    #expect(renamed.title.text == "Umbrella!" && renamed.colour == .red)
                    #expect(
                        await heard.messages.last.map { String(decoding: $0.payload, as: UTF8.self) }?.hasSuffix(
                            #","icon":1}"#) == true)

                    #expect(
                        try await remind(["disable", "Umbrella!"]).output
                            == "Umbrella! (sam/take-the-umbrella) is disabled\n")
                    try await eventually { await heard.messages.count == 5 }
                    #expect(try await !last().isEnabled)
                    #expect(try await remind(["enable", "umbrella!"]).status == 0)
                    try await eventually { await heard.messages.count == 6 }
                    #expect(try await last().isEnabled)

                    let undone = try await remind(["dismiss", "Umbrella!"])
                    #expect(
                        undone.status == 1 && undone.errors.contains("has not been told: there is nothing to dismiss"))
                    #expect(try await remind(["delete", "sam/take-the-umbrella"]).status == 0)
                    try await eventually { await heard.messages.count == 7 }
                    #expect(await heard.messages.last?.isEmpty == true)
                    let gone = try await remind(["edit", "sam/take-the-umbrella", "--colour", "red"])
                    #expect(gone.status == 1 && gone.errors.contains("'sam/take-the-umbrella' is no reminder on "))
                    let bad = try await remind(["add", "x", "--weather", "sunny"])
                    #expect(bad.status == 2 && bad.errors.contains("--weather: 'sunny' is given, "))
                    #expect(try await remind(["add", "x"]).errors.contains("A condition is expected"))
                    // A user of OwnTracks may be called what is no name; one that there is not is a mistake.
                    let stranger = try await remind(["add", "x", "--owner", "a b", "--free", "2h"])
                    #expect(stranger.status == 2 && stranger.errors.contains("--owner: 'a b' is no name, and no phone"))
                    #expect(await heard.messages.count == 7)
                    let nobodys = try await remind(["add", "x", "--free", "2h", "--thing", "kim/hat", "--is", "away"])
                    #expect(nobodys.status == 1 && nobodys.errors.contains("'kim/hat' is no tracker or item"))
                }
            }
        }
    }

    @Test func `a reminder that was told is snoozed and dismissed when the history service says so`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let id = try Self.umbrella()
                try await withClient(of: broker.configuration, subscribing: Self.topics.reminderSet(id)) {
                    client, heard in
                    let reminder = ReminderMessage(
                        title: try ItemName("Umbrella"),
                        conditions: try Conditions(weather: WeatherCondition(sky: .rain))
                    )
                    let told = ReminderStateMessage(.holds, ReminderState(told: Self.now, fired: Self.now))
                    for (topic, payload) in [
                        (Self.topics.reminder(id), reminder.encoded()), (Self.topics.reminderState(id), told.encoded()),
                    ] { try await client.publish(Message(topic: topic, payload: payload, retained: true)) }
                    try await client.drained()
                    for (words, text, event, until) in [
                        (["snooze", "umbrella", "10m"], "snooze 10m", .snoozed, Self.now.advanced(by: .seconds(600))),
                        (["snooze", "umbrella"], "snooze", .snoozed, nil),
                        (["dismiss", "umbrella"], "dismiss", .dismissed, nil),
                    ] as [([String], String, ReminderEventMessage.Event, Timestamp?)] {
                        let before = await heard.messages.count
                        let call = try sandbox.start(["remind"] + words + ["--broker", broker.url])
                        try await eventually { await heard.messages.count == before + 1 }
                        #expect(await heard.messages.last.map { String(decoding: $0.payload, as: UTF8.self) } == text)
                        #expect(await heard.messages.last?.retained == false)
                        let answer = ReminderEventMessage(
                            id: "e-\(before)", event: event, owner: id.owner, reminder: id.id, title: reminder.title,
                            colour: .blue,
                            time: Self.now, until: until
                        )
                        try await client.publish(
                            Message(topic: Self.topics.reminders(of: id.owner), payload: answer.encoded())
                        )
                        let outcome = await call.ended()
                        let end =
                            switch (event, until) {
                            case (.dismissed, _): "is dismissed"
                            case (_, nil): "is snoozed until its conditions come true the next time"
                            default: "is snoozed until 2026-05-01T09:10:00Z"
                            }
                        #expect(outcome.output == "Umbrella (sam/take-the-umbrella) \(end)\n", "\(outcome.errors)")
                    }
                    // A second time it is said at once, and nothing is asked of the history service.
                    var state = ReminderState(told: Self.now, fired: Self.now)
                    state.dismissed = Self.now.advanced(by: .seconds(60))
                    let done = ReminderStateMessage(.holds, state).encoded()
                    try await client.publish(
                        Message(topic: Self.topics.reminderState(id), payload: done, retained: true))
                    try await client.drained()
                    let before = await heard.messages.count
                    let again = try await sandbox.run("remind", "dismiss", "umbrella", "--broker", broker.url)
                    #expect(again.status == 1)
                    #expect(await heard.messages.count == before)
                    #expect(
                        again.errors.contains(
                            "Umbrella (sam/take-the-umbrella) was dismissed before, at 2026-05-01T09:01:00Z: there is nothing "
                                + "to dismiss"
                        ),
                        "\(again.errors)"
                    )
                    let bad = try await sandbox.run("remind", "snooze", "umbrella", "59s", "--broker", broker.url)
                    #expect(bad.status == 2 && bad.errors.contains("a time from 1m to 30d is expected"))
                }
            }
        }
    }

    private struct Listed: Decodable {
        struct State: Decodable { let status: String }
        let owner, id: String
        let name: String?
        let problem: String?
        let state: State?
    }
    private struct Why: Decodable {
        struct Finding: Decodable { let kind, verdict, text: String }
        struct Event: Decodable { let event: String }
        let status: String?
        let why: [Finding]?
        let events: [Event]
    }
    private struct Event: Decodable { let id, event, reminder: String }

    @Test func `the database is read: list, show, why and history, for people and as JSON`() async throws {
        try await withSandbox { sandbox in
            let data = ["--store", sandbox.store]
            func remind(_ words: String...) async throws -> CommandOutcome {
                try await sandbox.start(["remind"] + words + data).ended()
            }
            try Self.fill(sandbox.store)
            let list = try await remind("list")
            #expect(list.output.contains("Umbrella"), "\(list.errors)")
            let cells = [
                "Umbrella", "sam/take-the-umbrella", "waiting", "rain within 8h; leaves Home", "2026-05-01T09:00:00Z",
            ]
            let line = list.output.split(separator: "\n").first { $0.hasPrefix("Umbrella") } ?? ""
            #expect(cells.allSatisfy { line.contains($0) }, "\(list.output)")
            // What people call it stands below NAME, and what commands call it below REMINDER.
            let head = try #require(list.output.split(separator: "\n").first)
            let column = try #require(head.range(of: "REMINDER"))
            #expect(head.hasPrefix("NAME "))
            #expect(
                line.dropFirst(head.distance(from: head.startIndex, to: column.lowerBound))
                    .hasPrefix("sam/take-the-umbrella"))
            let listed: [Listed] = try await remind("list", "--json").json()
            #expect(listed.map { "\($0.owner)/\($0.id)" } == ["kim/broken", "sam/gloves", "sam/take-the-umbrella"])
            #expect(listed[0].problem?.contains("is expected") == true && listed[2].state?.status == "waiting")
            let sams: [Listed] = try await remind("--owner", "sam", "--json").json()
            #expect(sams.count == 2)
            let shown = try await remind("show", "umbrella")
            #expect(
                shown.output == """
                    Umbrella (sam/take-the-umbrella), red
                      weather: rain within 8h
                      place: leaves Home
                      made 2026-05-01T09:00:00Z
                      waits: at least one condition does not hold
                      last told 2026-05-01T09:00:00Z

                    """
            )
            let one: Listed = try await remind("show", "gloves", "--json").json()
            #expect(one.name == "Gloves" && one.state == nil)
            let why = try await remind("why", "umbrella")
            #expect(
                why.output == """
                    Umbrella (sam/take-the-umbrella): waits: at least one condition does not hold
                      weather holds: rain from 15:00
                      place fails: 42 m inside
                    Told:
                      2026-05-01T09:00:00Z snoozed until 2026-05-01T09:10:00Z
                      2026-05-01T09:00:00Z fired: rain

                    """
            )
            let reason: Why = try await remind("why", "umbrella", "--json").json()
            #expect(reason.status == "waiting" && reason.why?.map(\.verdict) == ["holds", "fails"])
            #expect(reason.events.map(\.event) == ["snoozed", "fired"])
            #expect(
                try await remind("why", "gloves").output
                    == "Gloves (sam/gloves) is disabled, and never told\nNever told\n")
            let events: [Event] = try await remind("history", "--json").json()
            #expect(events.map(\.id) == ["e-2", "e-1"])
            let rest: [Event] = try await remind("history", "--json", "--before", "e-2").json()
            #expect(rest.map(\.id) == ["e-1"])
            #expect(try await remind("history", "sam/gone").output == "sam/gone has not been told yet.\n")
            #expect(try await remind("history", "--owner", "kim").output == "No reminder has been told yet.\n")
            let missing = try await remind("show", "shoes")
            #expect(missing.status == 1 && missing.errors.contains("'shoes' is no reminder in "))
            #expect(try await remind("history", "--limit", "0").status == 2)
            let offered = try await sandbox.start(
                [
                    "---completion", "remind", "show", "--", "positional@0", "3", "0", "tagalong", "remind", "show",
                    "--store", sandbox.store,
                ]
            ).ended()
            #expect(offered.output.contains("take-the-umbrella"), "\(offered)")
        }
    }

    @Test func `while the history service runs, why tells what is found at this moment`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let path = sandbox.store
                let history = try sandbox.start([
                    "history", "--broker", broker.url, "--store", path, "--http", "127.0.0.1:0",
                ])
                try await history.wait(for: "listens on")
                try await history.wait(for: "connected")
                let id = ReminderID(owner: try Name("sam"), id: try Name("around"))
                let (phone, time) = (try Traffic.device("phone"), Traffic.now)
                let json = """
                    {"_type":"reminder","name":"Around","place":{"event":"within","lat":\(Traffic.home.latitude),
                    "lon":\(Traffic.home.longitude),"radius_m":900}}
                    """
                try await withClient(of: broker.configuration) { client, _ in
                    let first = time.advanced(by: .seconds(-60))
                    try await client.publish(try Traffic.location("phone", metres: 0, at: first))
                    try await client.publish(
                        Message(topic: Self.topics.reminder(id), payload: Array(json.utf8), retained: true))
                    try await client.drained()
                    try await eventually {
                        let row = try Store(path: path, mode: .readOnly).reminder(id)
                        return (try? row.map { try ReminderStateMessage(decoding: $0.state).status }) == .holds
                    }
                    // No border is near, so nothing is written of it.
                    try await client.publish(try Traffic.location("phone", metres: 300, at: time))
                    try await client.drained()
                    try await eventually {
                        let last = try Store(path: path, mode: .readOnly).latest(of: phone, limit: 1).first
                        return last?.fix.time.wholeSeconds == time.wholeSeconds
                    }
                }
                let now: Why = try await sandbox.run("remind", "why", "around", "--json", "--store", path).json()
                #expect(await history.terminate().status == 0)
                let kept: Why = try await sandbox.run("remind", "why", "around", "--json", "--store", path).json()
                #expect(now.status == "holds" && kept.status == "holds")
                #expect(now.why?.first?.text.hasPrefix("600 m inside") == true, "\(now)")
                #expect(kept.why?.first?.text.hasPrefix("900 m inside") == true, "\(kept)")
                #expect(now.events.map(\.event) == ["fired"] && kept.events.map(\.event) == ["fired"])
            }
        }
    }

    private static func fill(_ path: String) throws {
        let store = try Store(path: path, mode: .readWrite(create: true))
        let conditions = try Conditions(
            weather: WeatherCondition(within: .seconds(28_800), sky: .rain),
            place: PlaceCondition(.leaves, .named(ItemName("Home")))
        )
        let umbrella = ReminderMessage(title: try ItemName("Umbrella"), colour: .red, made: now, conditions: conditions)
        let gloves = ReminderMessage(title: try ItemName("Gloves"), isEnabled: false, conditions: conditions)
        let state = ReminderStateMessage(
            .waiting, ReminderState(fired: now),
            why: [
                FindingMessage(kind: .weather, verdict: .holds, text: "rain from 15:00"),
                FindingMessage(kind: .place, verdict: .fails, text: "42 m inside"),
            ]
        )
        let id = try Self.umbrella()
        func event(
            _ number: Int, _ event: ReminderEventMessage.Event, until: Timestamp? = nil, why: [FindingMessage]
        ) -> ReminderEventRow {
            let message = ReminderEventMessage(
                id: "e-\(number)", event: event, owner: id.owner, reminder: id.id, title: umbrella.title, colour: .red,
                time: now, until: until, why: why
            )
            return ReminderEventRow(
                id: message.id, owner: id.owner, reminder: id.id, time: now, event: event.rawValue,
                payload: message.encoded(), isSent: true
            )
        }
        let found = [FindingMessage(kind: .weather, verdict: .holds, text: "rain")]
        let snoozed = event(2, .snoozed, until: now.advanced(by: .seconds(600)), why: [])
        let (sam, kim) = (try Name("sam"), try Name("kim"))
        try store.write { transaction in
            for row in [
                ReminderRow(owner: sam, id: id.id, payload: umbrella.encoded(), state: state.encoded(), updated: now),
                ReminderRow(owner: sam, id: try Name("gloves"), payload: gloves.encoded(), updated: now),
                ReminderRow(owner: sam, id: try Name("gone"), payload: [], updated: now),
                ReminderRow(owner: kim, id: try Name("broken"), payload: Array("{}".utf8), updated: now),
            ] { try transaction.save(row) }
            for row in [event(1, .fired, why: found), snoozed] { try transaction.insert(row) }
        }
    }
}
