import Access
import Foundation
import Messages
import NIOCore
import Reminders
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Web

/// Who looked at what was found of whose reminders.
@Suite(.timeLimit(.minutes(30)))
struct ReminderLookTests {
    private static let path = "/api/v1/reminders/sam/keys"
    private static let away = #"{"name":"Keys","thing":{"thing":"keys","is":"away"}}"#

    private static func token(_ name: String, _ grants: [String], on access: AccessControl) throws -> [String: String] {
        let (name, now) = (try Name(name), WallClock().now)
        try access.add(name, isAdministrator: false, grants: try grants.map { try Grant(written: $0) }, at: now)
        try access.setPasscode(Passcode("tannenbaum"), current: nil, of: name, from: nil, at: now)
        let (secret, _) = try access.makeToken("t", of: name, scope: .admin, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }

    /// Sam has keys, a phone, and a reminder of the keys that was told.
    private static func prepare(_ console: ConsoleBench) async throws {
        try await console.meetKeys()
        let phone = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        let seconds = WallClock().now.milliseconds / 1000
        let position = #"{"_type":"location","lat":52.52,"lon":13.405,"acc":10,"tst":\#(seconds)}"#
        try await console.ingest([Message(topic: console.topics.location(phone), payload: Array(position.utf8))])
        let made = try await console.send("PUT", path, json: away)
        #expect(made.status == 201, "\(made.text)")
        var finding = FindingMessage(kind: .thing, verdict: .holds, text: "not with its owner")
        finding.distance = 40
        for (id, event, why) in [("1", ReminderEventMessage.Event.fired, [finding]), ("2", .dismissed, [])] {
            let message = ReminderEventMessage(
                id: id, event: event, owner: phone.owner, reminder: try Name("keys"), title: try ItemName("Keys"),
                colour: .blue, time: WallClock().now, why: why)
            let row = ReminderEventRow(
                id: id, owner: phone.owner, reminder: try Name("keys"), time: message.time, event: event.rawValue,
                payload: message.encoded(), isSent: true)
            _ = try console.store.write { try $0.insert(row) }
        }
    }

    /// What is noted, as `VIEWER KIND DEVICE`.
    private static func noted(_ console: ConsoleBench) throws -> Set<String> {
        console.parts.keepLooks()
        let looks = try console.access.looks(of: nil, limit: 100)
        return Set(looks.map { "\($0.viewer) \($0.kind.rawValue) \($0.device.device)" })
    }

    @Test(arguments: [
        ("GET", "/api/v1/reminders", "", "last"), ("GET", path, "", "last"), ("GET", "\(path)/why", "", "last"),
        ("PATCH", path, #"{"colour":"red"}"#, "last"), ("PUT", path, away, "last"),
        ("POST", "/api/v1/reminder-trials/sam", away, "last"),
        ("GET", "/api/v1/reminder-events", "", "history"),
        ("GET", "/api/v1/reminder-events?owner=sam&reminder=keys", "", "history"),
    ])
    func `each way to see what is found of another's reminder is a line at the phone and the thing`(
        _ method: String, _ path: String, _ body: String, _ kind: String
    ) async throws {
        try await withConsole { console in
            try await Self.prepare(console)
            let sam = try Self.token("sam", ["sam=command"], on: console.access)
            let lee = try Self.token("lee", ["sam=command"], on: console.access)
            for (headers, lines) in [(sam, []), (lee, ["lee \(kind) phone", "lee \(kind) keys"])] {
                let answer =
                    body.isEmpty
                    ? try await console.send(method, path, headers: headers)
                    : try await console.send(method, path, json: body, headers: headers)
                #expect(answer.status == 200, "\(answer.text)")
                #expect(try Self.noted(console) == Set(lines))
            }
        }
    }

    @Test func `things that are invented leave no line, in trials and in reminders`() async throws {
        try await withConsole { console in
            try await Self.prepare(console)
            let lee = try Self.token("lee", ["sam=command"], on: console.access)
            for number in 1...3 {
                let body = #"{"name":"No","thing":{"thing":"none-\#(number)","is":"away"}}"#
                let tried = try await console.send("POST", "/api/v1/reminder-trials/sam", json: body, headers: lee)
                #expect(tried.status == 200)
                let kept = try await console.send("PUT", "/api/v1/reminders/sam/no-\(number)", json: body, headers: lee)
                #expect(kept.status == 201)
                let path = "/api/v1/reminders/sam/no-\(number)/why"
                #expect(try await console.get(path, headers: lee).status == 200)
            }
            #expect(try Self.noted(console) == ["lee last phone"])
        }
    }

    @Test func `of an owner without a phone one line stands for all reminders, and for what is tried`() async throws {
        try await withConsole { console in
            let lee = try Self.token("lee", ["sam=command"], on: console.access)
            for number in 1...3 {
                let path = "/api/v1/reminders/sam/now-\(number)"
                let made = try await console.send("PUT", path, json: ConsoleBench.alwaysHeld, headers: lee)
                #expect(made.status == 201, "\(made.text)")
                #expect(try await console.get("\(path)/why", headers: lee).status == 200)
            }
            try await eventually {
                try await console.get("/api/v1/reminder-events", headers: lee).object.list("events").count == 3
            }
            #expect(try await console.get("/api/v1/reminders?owner=sam", headers: lee).status == 200)
            #expect(try Self.noted(console) == ["lee last reminders", "lee history reminders"])
        }
    }

    @Test func `who tries conditions of an owner without a phone leaves a line, too`() async throws {
        try await withConsole { console in
            let lee = try Self.token("lee", ["sam=command"], on: console.access)
            for _ in 1...2 {
                let tried = try await console.send(
                    "POST", "/api/v1/reminder-trials/sam", json: ConsoleBench.alwaysHeld, headers: lee)
                #expect(tried.status == 200)
            }
            #expect(try Self.noted(console) == ["lee last reminders"])
        }
    }

    @Test func `what says nothing of where somebody is leaves no line`() async throws {
        try await withConsole { console in
            try await Self.prepare(console)
            let lee = try Self.token("lee", ["sam=command"], on: console.access)
            let eve = try Self.token("eve", [], on: console.access)
            // Of the newest event it is told what was done, and not what was found.
            let newest = try await console.get("/api/v1/reminder-events?limit=1", headers: lee)
            #expect(try newest.object.list("events").map { $0["event"] as? String } == ["dismissed"])
            #expect(try await console.get("/api/v1/reminders?owner=eve", headers: lee).status == 200)
            #expect(try await console.get(Self.path, headers: eve).status == 404)
            #expect(try await console.get("/api/v1/reminders", headers: eve).status == 200)
            #expect(try Self.noted(console) == [])
        }
    }

    @Test(arguments: [("reminder-state", ["lee last keys", "lee last phone"]), ("reminder", [])])
    func `a stream of how it stands with another's reminders leaves lines, that of what they are none`(
        _ type: String, _ lines: [String]
    ) async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            try await Self.prepare(console)
            let id = ReminderID(owner: try Name("sam"), id: try Name("keys"))
            let topics = [console.topics.reminder(id), console.topics.reminderState(id)]
            for topic in topics { try await eventually { await console.feed.latest(topic) != nil } }
            let sam = try Self.token("sam", ["sam=command"], on: console.access)
            let lee = try Self.token("lee", ["sam=last"], on: console.access)
            for (headers, lines) in [(sam, []), (lee, lines)] {
                var stream = try await EventStream(console, "?types=\(type)", headers: headers)
                #expect(try await stream.snapshot().map(\.type) == [type])
                #expect(try Self.noted(console) == Set(lines))
            }
        }
    }

    @Test func `each time that another's reminder is told is a look at the history`() async throws {
        try await withConsole { console in
            try await Self.prepare(console)
            let viewer = Principal(
                account: try Name("lee"), isAdministrator: false, grants: [try Grant(written: "sam=history")])
            let sight = Sight(viewer, source: "192.0.2.7", parts: console.parts)
            let id = ReminderID(owner: try Name("sam"), id: try Name("keys"))
            let fired = try #require(try console.store.reminderEvents(of: nil, limit: 2).last)
            let event = LiveEvent(
                kind: .reminderEvent, subject: .reminder(id), content: .document(fired.payload))
            for _ in 1...3 { #expect(sight.shown(event) != nil) }
            #expect(try Self.noted(console) == ["lee history keys", "lee history phone"])
            // Some more lines where an hour has ended meanwhile.
            #expect(try console.access.looks(of: nil, limit: 100).map(\.count).reduce(0, +) == 6)
        }
    }

    @Test func `what a reminder is about is remembered for a minute`() throws {
        let subjects = ReminderSubjects()
        let (owner, start) = (try Name("sam"), Timestamp(milliseconds: 0))
        let (id, phone) = (ReminderID(owner: owner, id: try Name("keys")), DeviceID(owner: owner, device: owner))
        let belongings = ReminderSubjects.Belongings(phones: [], all: [phone])
        subjects.keep([phone], of: id, at: start)
        subjects.keep(belongings, of: owner, at: start)
        let (last, over) = (start.advanced(by: .seconds(59)), start.advanced(by: .seconds(60)))
        #expect(subjects.devices(of: id, at: last) == [phone] && subjects.devices(of: id, at: over) == nil)
        #expect(subjects.belongings(of: owner, at: last) == belongings)
        #expect(subjects.belongings(of: owner, at: over) == nil)
    }

    @Test func `a full memory of what reminders are about keeps the newer half`() throws {
        let subjects = ReminderSubjects()
        let (owner, start) = (try Name("sam"), Timestamp(milliseconds: 0))
        let ids = try (0...10_000).map { ReminderID(owner: owner, id: try Name("r\($0)")) }
        for (number, id) in ids.enumerated() {
            subjects.keep([], of: id, at: start.advanced(by: .milliseconds(number)))
        }
        let now = start.advanced(by: .seconds(11))
        #expect(ids.filter { subjects.devices(of: $0, at: now) != nil } == Array(ids[5000...]))
    }
}

extension ReminderLookTests {
    @Test func `an administrator sees what is told of all, and is told that of who has no account`() async throws {
        try await withConsole { console in
            let now = WallClock().now
            for (name, isAdministrator) in [("boss", true), ("sam", false)] {
                try console.access.add(Name(name), isAdministrator: isAdministrator, at: now)
            }
            func told(_ viewer: Principal, _ owner: String, _ kind: LiveKind = .reminderEvent) throws -> String {
                let id = ReminderID(owner: try Name(owner), id: try Name("umbrella"))
                let event = LiveEvent(kind: kind, subject: .reminder(id), content: .document(Array("{}".utf8)))
                var buffer = ByteBuffer()
                let isTold = Sight(viewer, source: "192.0.2.7", parts: console.parts).isTold(event)
                LiveFrame.write(event, isTold: isTold, nil, into: &buffer)
                return String(buffer: buffer)
            }
            func frame(_ owner: String, _ more: String = "", _ kind: LiveKind = .reminderEvent) -> String {
                let data = #"{"owner":"\#(owner)","reminder":"umbrella"\#(more),"document":{}}"#
                return "event: \(kind.rawValue)\ndata: \(data)\n\n"
            }
            let quiet = #","told":false"#
            var boss = Principal(account: try Name("boss"), isAdministrator: true)
            #expect(try told(boss, "sam") == frame("sam", quiet))
            #expect(try told(boss, "house") == frame("house") && told(boss, "boss") == frame("boss"))
            #expect(try told(boss, "sam", .reminderState) == frame("sam", "", .reminderState))
            #expect(try told(.anybody, "sam") == frame("sam"))
            let lee = Principal(
                account: try Name("lee"), isAdministrator: false, grants: [try Grant(written: "sam=history")])
            #expect(try told(lee, "sam") == frame("sam"))
            boss.grants = lee.grants
            #expect(try told(boss, "sam") == frame("sam"))
        }
    }
}
