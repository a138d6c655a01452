import Access
import Foundation
import Messages
import Reminders
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Web

/// Reminders over HTTP.
@Suite(.timeLimit(.minutes(30)))
struct ReminderRoutesTests {
    private static let umbrella = """
        {"name":"Umbrella ☂","colour":"violet","weather":{"sky":"rain","within_s":28800},
         "place":{"event":"leaves","place":"Home"},"thing":{"thing":"umbrella","is":"away"}}
        """
    private static let always = ConsoleBench.alwaysHeld
    private static let path = "/api/v1/reminders/sam/umbrella"

    private static func check(_ console: ConsoleBench) async throws -> SchemaCheck {
        SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
    }

    @Test func `one is made, read, listed, changed and deleted, as it is described`() async throws {
        try await withConsole { console in
            let check = try await Self.check(console)
            let made = try await console.send("POST", "/api/v1/reminders/sam", json: Self.umbrella)
            #expect(made.status == 201 && made.headers["location"] == Self.path, "\(made.text)")
            #expect(try check.errors("POST", "/api/v1/reminders/{owner}", made) == [])
            let one = try await console.get(Self.path)
            #expect(try check.errors("GET", "/api/v1/reminders/{owner}/{reminder}", one) == [])
            #expect(one.body == made.body && one.headers["etag"] == made.headers["etag"])
            let reminder = try one.object
            #expect(reminder["owner"] as? String == "sam" && reminder["id"] as? String == "umbrella")
            #expect(reminder["name"] as? String == "Umbrella ☂" && reminder["colour"] as? String == "violet")
            #expect(reminder["enabled"] as? Bool == true && reminder["_type"] == nil)
            #expect(reminder["may"] as? [String] == ["history", "change"])
            #expect((reminder["state"] as? [String: Any])?["status"] as? String == "unknown")
            let list = try await console.get("/api/v1/reminders")
            #expect(try check.errors("GET", "/api/v1/reminders", list) == [])
            #expect(try list.object.list("reminders").map { $0["id"] as? String } == ["umbrella"])
            let changed = try await console.send("PATCH", Self.path, json: #"{"enabled":false,"colour":null}"#)
            #expect(try check.errors("PATCH", "/api/v1/reminders/{owner}/{reminder}", changed) == [])
            #expect(try changed.object["enabled"] as? Bool == false)
            #expect(try changed.object["colour"] as? String == "blue")
            #expect(try changed.object["made"] as? String == reminder["made"] as? String)
            #expect((try changed.object["state"] as? [String: Any])?["status"] as? String == "disabled")
            let replaced = try await console.send("PUT", Self.path, json: Self.always)
            #expect(replaced.status == 200)
            #expect(try check.errors("PUT", "/api/v1/reminders/{owner}/{reminder}", replaced) == [])
            #expect(try replaced.object["weather"] == nil)
            #expect(try replaced.object["name"] as? String == "Now")
            #expect(try replaced.object["made"] as? String == reminder["made"] as? String)
            #expect(try await console.send("DELETE", Self.path).status == 204)
            for method in ["GET", "DELETE"] { #expect(try await console.send(method, Self.path).status == 404) }
            #expect(try await console.send("PATCH", Self.path, json: #"{"enabled":true}"#).status == 404)
            #expect(try await console.get("/api/v1/reminders").object.list("reminders").isEmpty)
        }
    }

    @Test func `the broker keeps what was made over HTTP, and what is published there is answered`() async throws {
        try await withConsole { console in
            try await console.waitUntilSwept()
            _ = try await console.send("PUT", Self.path, json: Self.umbrella)
            let id = ReminderID(owner: try Name("sam"), id: try Name("umbrella"))
            let topic = console.topics.reminder(id)
            try await eventually { await console.feed.latest(topic) != nil }
            let kept = try #require(await console.feed.latest(topic))
            #expect(try ReminderMessage(decoding: kept.payload).title.text == "Umbrella ☂")
            let other = ReminderID(owner: try Name("eve"), id: try Name("bag"))
            let payload = Array(Self.always.utf8)
            try await console.feed.publish(
                Message(topic: console.topics.reminder(other), payload: payload, retained: true))
            try await eventually { try await console.get("/api/v1/reminders/eve/bag").status == 200 }
            try await console.feed.publish(Message(topic: console.topics.reminder(other), payload: [], retained: true))
            try await eventually { try await console.get("/api/v1/reminders/eve/bag").status == 404 }
        }
    }

    @Test func `its name in topics is made of its title, or said, and never another's`() async throws {
        try await withConsole { console async throws in
            func make(_ title: String, _ more: String = "") async throws -> (Int, String?) {
                let body = #"{"name":"\#(title)","place":{"event":"enters","place":"Home"}\#(more)}"#
                let answer = try await console.send("POST", "/api/v1/reminders/sam", json: body)
                return (answer.status, try answer.object["id"] as? String)
            }
            #expect(try await make("Gym bag") == (201, "gym-bag"))
            #expect(try await make("Gym bag") == (201, "gym-bag-2"))
            #expect(try await make("☂️") == (201, "reminder"))
            #expect(try await make("Ключи") == (201, "reminder-2"))
            #expect(try await make("Keys", #","id":"mine""#) == (201, "mine"))
            #expect(try await make("Keys", #","id":"mine""#).0 == 409)
            #expect(try await make("Keys", #","id":"a/b""#).0 == 422)
            #expect(try await console.send("POST", "/api/v1/reminders/alerts", json: Self.always).status == 404)
        }
    }

    @Test(arguments: [
        (#"{"time":{"from":"07:00","to":"09:00"}}"#, "/name"),
        (#"{"name":"","time":{"from":"07:00","to":"09:00"}}"#, "/name"),
        (#"{"name":"a\u202Eb","time":{"from":"07:00","to":"09:00"}}"#, "/name"),
        (#"{"name":"a","time":{"from":"7","to":"09:00"}}"#, "/time/from"),
        (#"{"name":"a","time":{"from":"07:00","to":"09:00","day":["mon"]}}"#, "/time/day"),
        (#"{"name":"a","time":{"from":"07:00","to":"09:00","days":["m"]}}"#, "/time/days"),
        (#"{"name":"a","time":5}"#, "/time"),
        (#"{"name":"a","colour":"pink","time":{"from":"07:00","to":"09:00"}}"#, "/colour"),
        (#"{"name":"a","enabled":"yes","time":{"from":"07:00","to":"09:00"}}"#, "/enabled"),
        (#"{"name":"a","weather":{"sky":"hail"}}"#, "/weather/sky"),
        (#"{"name":"a","weather":{"temperature_below":-100}}"#, "/weather/temperature_below"),
        (#"{"name":"a","weather":{"sky":"rain","place":{"event":"enters","place":"Home"}}}"#, "/weather/place/event"),
        (#"{"name":"a","availability":{"free_s":1}}"#, "/availability/free_s"),
        (#"{"name":"a","place":{"event":"near","place":"Home"}}"#, "/place/event"),
        (#"{"name":"a","place":{"event":"enters","lat":91,"lon":0,"radius_m":5}}"#, "/place/lat"),
        (
            #"{"name":"a","place":{"event":"enters","points":[{"lat":1,"lon":1},{"lat":1,"lon":2},{"lat":"x","lon":2}]}}"#,
            "/place/points/2/lat"
        ),
        (
            #"{"name":"a","place":{"event":"enters","points":[{"lat":1,"lon":1,"z":0},{"lat":1,"lon":1.01},{"lat":1.01,"lon":1}]}}"#,
            "/place/points/0/z"
        ),
        (#"{"name":"a","thing":{"thing":"x y","is":"away"}}"#, "/thing/thing"),
        (#"{"name":"a","thing":{"thing":"x","battery_below":0}}"#, "/thing/battery_below"),
        (#"{"name":"a","owner":"eve","time":{"from":"07:00","to":"09:00"}}"#, "/owner"),
        (#"{"name":"a","_type":"alert","time":{"from":"07:00","to":"09:00"}}"#, "/_type"),
    ])
    func `what is wrong in a body is told with its place`(body: String, pointer: String) async throws {
        try await withConsole { console in
            for (method, path) in [("POST", "/api/v1/reminders/sam"), ("PUT", Self.path)] {
                let answer = try await console.send(method, path, json: body)
                #expect(answer.status == 422)
                let places = try answer.object.list("errors").map { $0["pointer"] as? String }
                #expect(places == [pointer], "\(method): \(answer.text)")
            }
            #expect(try await console.get("/api/v1/reminders").object.list("reminders").isEmpty)
        }
    }

    @Test(arguments: ["[]", "5", #"{"name":"a"}"#, #"{"name":"a","time":null}"#])
    func `a body that is no reminder is refused in a sentence`(body: String) async throws {
        try await withConsole { console in
            let answer = try await console.send("PUT", Self.path, json: body)
            #expect(answer.status == 422 && answer.text.contains("is expected"), "\(answer.text)")
            #expect(try await console.send("PUT", Self.path, json: "{").status == 400)
            #expect(try await console.send("PUT", Self.path, body: "{}").status == 415)
            let long = #"{"name":"a","time":"\#(String(repeating: "x", count: 300_000))"}"#
            #expect(try await console.send("PUT", Self.path, json: long).status == 413)
        }
    }

    @Test func `a patch changes members within conditions, and takes away those that are null`() async throws {
        try await withConsole { console in
            _ = try await console.send("PUT", Self.path, json: Self.umbrella)
            func patch(_ body: String) async throws -> ConsoleBench.Answer {
                let headers = ["Content-Type": "application/merge-patch+json"]
                return try await console.send("PATCH", Self.path, headers: headers, body: body)
            }
            var changed = try await patch(#"{"weather":{"sky":null,"temperature_below":3},"thing":null}"#)
            let weather = try #require(try changed.object["weather"] as? [String: Any])
            #expect(weather.keys.sorted() == ["temperature_below", "within_s"])
            #expect(try changed.object["thing"] == nil)
            #expect(try changed.object["place"] != nil)
            changed = try await patch(#"{"place":{"place":null,"lat":52.5,"lon":13.4,"radius_m":100}}"#)
            #expect(changed.status == 200, "\(changed.text)")
            #expect((try changed.object["place"] as? [String: Any])?["event"] as? String == "leaves")
            // A condition may not stay with what two of them have.
            #expect(try await patch(#"{"place":{"place":"Home"}}"#).status == 422)
            #expect(try await patch(#"{"weather":null,"place":null}"#).status == 422)
            for body in ["{}", "[]"] { #expect(try await patch(body).status == 422) }
            #expect(try await patch(#"{"id":"other"}"#).status == 422)
            #expect(try await console.get(Self.path).body == changed.body)
        }
    }

    @Test func `a change that is based on another one is refused, and what is known is not sent again`() async throws {
        try await withConsole { console in
            let made = try await console.send(
                "PUT", Self.path, json: Self.umbrella, headers: ["If-None-Match": "*"])
            #expect(made.status == 201)
            let taken = try await console.send("PUT", Self.path, json: Self.always, headers: ["If-None-Match": "*"])
            #expect(taken.status == 412)
            let old = try #require(made.headers["etag"])
            #expect(try await console.get(Self.path, headers: ["If-None-Match": old]).status == 304)
            let list = try #require(try await console.get("/api/v1/reminders").headers["etag"])
            #expect(try await console.get("/api/v1/reminders", headers: ["If-None-Match": list]).status == 304)
            let basis = ["If-Match": old]
            let first = try await console.send("PATCH", Self.path, json: #"{"colour":"red"}"#, headers: basis)
            #expect(first.status == 200)
            for (method, body) in [("PATCH", #"{"colour":"blue"}"#), ("PUT", Self.always)] {
                #expect(try await console.send(method, Self.path, json: body, headers: basis).status == 412)
            }
            #expect(try await console.send("DELETE", Self.path, headers: basis).status == 412)
            #expect(try await console.get("/api/v1/reminders", headers: ["If-None-Match": list]).status == 200)
            #expect(try await console.send("DELETE", Self.path, headers: ["If-Match": "*"]).status == 204)
            let gone = try await console.send("PUT", Self.path, json: Self.always, headers: ["If-Match": "*"])
            #expect(gone.status == 412)
        }
    }

    @Test func `of changes at once none undoes another, and of those that are based on one state one is made`()
        async throws
    {
        try await withConsole { console in
            let made = try await console.send("PUT", Self.path, json: Self.umbrella)
            let patches = [
                #"{"colour":"red"}"#, #"{"enabled":false}"#, #"{"name":"Brolly"}"#, #"{"weather":{"within_s":7200}}"#,
                #"{"place":{"event":"enters"}}"#,
            ]
            func send(_ patches: [String], _ headers: [String: String] = [:]) async throws -> [Int] {
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for patch in patches {
                        group.addTask {
                            try await console.send("PATCH", Self.path, json: patch, headers: headers).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }.sorted()
                }
            }
            #expect(try await send(patches) == [200, 200, 200, 200, 200])
            let all = try await console.get(Self.path).object
            #expect(all["colour"] as? String == "red" && all["enabled"] as? Bool == false)
            #expect(all["name"] as? String == "Brolly")
            #expect((all["weather"] as? [String: Any])?["within_s"] as? Int == 7200)
            #expect((all["place"] as? [String: Any])?["event"] as? String == "enters")
            #expect(try all["made"] as? String == made.object["made"] as? String)
            let tag = try #require(try await console.get(Self.path).headers["etag"])
            let others = ["blue", "green", "orange", "violet"].map { #"{"colour":"\#($0)"}"# }
            #expect(try await send(others, ["If-Match": tag]) == [200, 412, 412, 412])
            #expect(try await send(others, ["If-Match": "*"]) == [200, 200, 200, 200])
        }
    }

    @Test func `one is told, with why, and is dismissed and put off`() async throws {
        try await withConsole { console in
            let check = try await Self.check(console)
            let path = "/api/v1/reminders/sam/now"
            for action in ["dismiss", "snooze"] {
                #expect(try await console.send("POST", "\(path)/\(action)").status == 404)
            }
            _ = try await console.send("PUT", Self.path, json: Self.umbrella)
            #expect(try await console.send("POST", "\(Self.path)/dismiss").status == 409)
            _ = try await console.send("PUT", path, json: Self.always)
            try await eventually {
                let state = try await console.get(path).object["state"] as? [String: Any]
                return state?["told"] != nil
            }
            let why = try await console.get("\(path)/why")
            #expect(try check.errors("GET", "/api/v1/reminders/{owner}/{reminder}/why", why) == [])
            #expect(try why.object["status"] as? String == "holds")
            #expect(try why.object["id"] as? String == "now")
            #expect(try why.object.list("why").first?["kind"] as? String == "time")
            let snoozed = try await console.send("POST", "\(path)/snooze", json: #"{"for_s":600}"#)
            #expect(try check.errors("POST", "/api/v1/reminders/{owner}/{reminder}/snooze", snoozed) == [])
            #expect((try snoozed.object["state"] as? [String: Any])?["snoozed_until"] != nil, "\(snoozed.text)")
            for body in [#"{"for_s":59}"#, #"{"until":"2020-01-01T00:00:00Z"}"#, #"{"for":5}"#] {
                #expect(try await console.send("POST", "\(path)/snooze", json: body).status == 422)
            }
            let until = WallClock().now.advanced(by: .seconds(3600))
            let both = #"{"for_s":600,"until":"\#(until)"}"#
            #expect(try await console.send("POST", "\(path)/snooze", json: both).status == 422)
            let dismissed = try await console.send("POST", "\(path)/dismiss")
            #expect(try check.errors("POST", "/api/v1/reminders/{owner}/{reminder}/dismiss", dismissed) == [])
            // A second time there is nothing to answer.
            #expect(try await console.send("POST", "\(path)/dismiss").status == 409)
            let events = try await console.get("/api/v1/reminder-events")
            #expect(try check.errors("GET", "/api/v1/reminder-events", events) == [])
            let told = try events.object.list("events")
            #expect(told.map { $0["event"] as? String } == ["dismissed", "snoozed", "fired"])
            #expect(told.allSatisfy { $0["reminder"] as? String == "now" && $0["_type"] == nil })
        }
    }

    @Test func `an answer to an event is to that occasion, and one to the next time is told and given once`()
        async throws
    {
        try await withConsole { console in
            let check = try await Self.check(console)
            let path = "/api/v1/reminders/sam/now"
            _ = try await console.send("PUT", path, json: Self.always)
            try await eventually {
                try await !console.get("/api/v1/reminder-events").object.list("events").isEmpty
            }
            let event = try #require(
                try await console.get("/api/v1/reminder-events").object.list("events").first?["id"] as? String)
            let old = "000001777626000.sam.now.fired"
            for action in ["dismiss", "snooze"] {
                let late = try await console.send("POST", "\(path)/\(action)", json: #"{"event":"\#(old)"}"#)
                #expect(late.status == 409, "\(late.text)")
                let none = try await console.send("POST", "\(path)/\(action)", json: #"{"event":""}"#)
                #expect(none.status == 422)
            }
            let answer = #"{"event":"\#(event)"}"#
            let later = try await console.send("POST", "\(path)/snooze", json: answer)
            #expect(try check.errors("POST", "/api/v1/reminders/{owner}/{reminder}/snooze", later) == [])
            let state = try #require(try later.object["state"] as? [String: Any])
            #expect(state["put_off"] != nil && state["snoozed_until"] == nil && state["told"] != nil)
            #expect(try await console.send("POST", "\(path)/snooze").status == 409)
            #expect(try await console.send("POST", "\(path)/dismiss", json: answer).status == 200)
            let again = #"{"event":"\#(event)","for_s":600}"#
            #expect(try await console.send("POST", "\(path)/snooze", json: again).status == 409)
            let told = try await console.get("/api/v1/reminder-events").object.list("events")
            #expect(told.map { $0["event"] as? String } == ["dismissed", "snoozed", "fired"])
        }
    }

    @Test func `an owner has 500, and may have another one once one is deleted`() async throws {
        try await withConsole { console in
            let payload = Array(Self.umbrella.utf8)
            let sam = try Name("sam")
            let messages = try (1...Reminder.limit).map { number in
                let id = ReminderID(owner: sam, id: try Name("r\(number)"))
                return Message(topic: console.topics.reminder(id), payload: payload, retained: true)
            }
            for start in stride(from: 0, to: messages.count, by: 100) {
                try await console.ingest(Array(messages[start..<start + 100]))
            }
            let all = try await console.get("/api/v1/reminders")
            #expect(try all.object.list("reminders").count == Reminder.limit)
            #expect(try all.object["next"] == nil)
            for (method, path) in [("POST", "/api/v1/reminders/sam"), ("PUT", Self.path)] {
                let answer = try await console.send(method, path, json: Self.umbrella)
                #expect(answer.status == 409 && answer.text.contains("'sam' has 500 reminders"))
            }
            #expect(try await console.send("PUT", "/api/v1/reminders/sam/r7", json: Self.always).status == 200)
            #expect(try await console.send("POST", "/api/v1/reminders/eve", json: Self.umbrella).status == 201)
            #expect(try await console.send("DELETE", "/api/v1/reminders/sam/r7").status == 204)
            #expect(try await console.send("POST", "/api/v1/reminders/sam", json: Self.umbrella).status == 201)
        }
    }
}
