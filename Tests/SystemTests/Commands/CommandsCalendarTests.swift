import Foundation
import MQTT
import Messages
import Reminders
import ServerSupport
import TestSupport
import Testing
import Tracking

/// Calendars that people connect to the built program, on a server that `calendars: trusted` names and that counts.
@Suite(.timeLimit(.minutes(30)))
struct CommandsCalendarTests {
    private static let own = (sam: "/own-secret/sam.ics", kim: "/own-secret/kim.ics")
    private static let administrators = "/administrator/sam.ics"

    /// A calendar with one event, from so many hours before now to so many after.
    private static func calendar(_ title: String, from: Int, to: Int) -> [UInt8] {
        func time(_ hours: Int) -> String {
            let time = Traffic.now.advanced(by: .seconds(hours * 3600))
            return time.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        }
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN", "BEGIN:VEVENT", "UID:\(title)",
            "DTSTAMP:20260101T000000Z", "DTSTART:\(time(from))", "DTEND:\(time(to))", "SUMMARY:\(title)",
            "END:VEVENT", "END:VCALENDAR", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private static func server(_ body: (TestWebServer) async throws -> Void) async throws {
        // The same bytes each time: they are of the moment at which the test begins.
        let calendars = [
            own.sam: calendar("Dentist", from: -1, to: 3), own.kim: calendar("Choir", from: -1, to: 3),
            administrators: calendar("Past", from: -5, to: -4),
        ]
        try await withTestWebServer(
            reply: { request, _ in
                guard let calendar = calendars[request.path] else { return TestWebServer.Reply(404) }
                var reply = TestWebServer.Reply()
                reply.body = calendar
                return reply
            }, body)
    }

    private static func requests(_ path: String, _ server: TestWebServer) -> Int {
        server.requests.count { $0.path == path }
    }

    /// Sam's is named by the administrator; Kim has none.
    private static func configure(_ sandbox: Sandbox, _ server: TestWebServer) throws -> String {
        try sandbox.write(
            """
            calendars:
              trusted: ["\(server.url)"]
              people:
                sam: {url: "\(server.url)\(administrators)"}
            """,
            to: "facts.yaml"
        )
    }

    /// What asks to be told while its owner is in an event.
    private static func reminder(of owner: String) -> Message {
        let json = #"{"_type":"reminder","name":"Quiet","availability":{"in_event":true}}"#
        return Message(topic: "tagalong/reminders/\(owner)/quiet", payload: Array(json.utf8), retained: true)
    }

    /// Who was told of a reminder, with the title of the event, in the order of their names.
    private static func told(_ received: Received) async -> [String] {
        await received.messages.compactMap { try? ReminderEventMessage(decoding: $0.payload) }
            .filter { $0.event == .fired }
            .map { "\($0.owner), \($0.title.text): \($0.why.first?.event ?? "nothing")" }
            .sorted()
    }

    private struct Calendar: Decodable {
        let connected: Bool
        let kind, host: String?
        let events: Int?
    }

    private struct Why: Decodable {
        struct Finding: Decodable { let verdict: String, missing: String? }

        let why: [Finding]
    }

    /// A running service with its console.
    private struct Service {
        let process: RunningCommand
        let page: String

        init(_ sandbox: Sandbox, _ broker: TestBroker, facts: String) async throws {
            process = try sandbox.start([
                "history", "--broker", broker.url, "--store", sandbox.store, "--notifications", "off", "--facts",
                facts, "--http", "127.0.0.1:0", "--log-level", "debug",
            ])
            try await process.wait(for: "listens on ")
            try await process.wait(for: "connected")
            page = try #require(process.errors.firstMatch(of: /listens on (http:\/\/[^\s]+)/).map { String($0.1) })
        }

        func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> TestWebClient.Answer {
            let headers = body.map { _ in ["Content-Type": "application/json"] } ?? [:]
            return try await TestWebClient.plain.send(
                method, "\(page)/api/v1/\(path)", headers: headers, body: body.map { Array($0.utf8) }
            )
        }

        func connect(_ owner: String, _ address: String) async throws -> (status: Int, text: String) {
            let answer = try await ask("PUT", "calendars/\(owner)", #"{"url":"\#(address)"}"#)
            return (answer.status, String(decoding: answer.body, as: UTF8.self))
        }

        func calendar(of owner: String) async throws -> Calendar {
            let answer = try await ask("GET", "calendars/\(owner)")
            return try JSONDecoder().decode(Calendar.self, from: Data(answer.body))
        }

        /// Why nothing is known of an owner's reminder; nil where it is.
        func missing(of owner: String) async throws -> String? {
            let answer = try await ask("GET", "reminders/\(owner)/quiet/why")
            return try JSONDecoder().decode(Why.self, from: Data(answer.body)).why.first?.missing
        }
    }

    @Test func `R-9 a connected calendar is read for a reminder, also after a restart, until it is forgotten`()
        async throws
    {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await Self.server { server in
                    try await withClient(of: broker.configuration, subscribing: "tagalong/reminders/+") {
                        client, received in
                        let facts = try Self.configure(sandbox, server)
                        var service = try await Service(sandbox, broker, facts: facts)
                        for owner in ["sam", "kim"] { try await client.publish(Self.reminder(of: owner)) }
                        try await client.drained()
                        try await eventually { Self.requests(Self.administrators, server) == 1 }
                        try await eventually(every: .milliseconds(50)) {
                            (try? await service.missing(of: "kim")) == "off"
                        }
                        #expect(try await service.calendar(of: "sam").kind == "administrator")
                        #expect(await Self.told(received) == [])

                        // Once before it is connected, and once because a reminder needs it.
                        for (owner, path) in [("sam", Self.own.sam), ("kim", Self.own.kim)] {
                            let answer = try await service.connect(owner, server.url + path)
                            #expect(answer.status == 200, "\(answer.text)")
                            let calendar = try await service.calendar(of: owner)
                            #expect(calendar.connected && calendar.kind == "address" && calendar.host == "127.0.0.1")
                            try await eventually { Self.requests(path, server) == 2 }
                        }
                        let all = ["kim, Quiet: Choir", "sam, Quiet: Dentist"]
                        try await eventually { await Self.told(received) == all }
                        try await eventually(every: .milliseconds(50)) {
                            try await service.calendar(of: "sam").events == 1
                        }
                        let command = ["remind", "calendar", "--json", "--store", sandbox.store]
                        let shown: Calendar = try await sandbox.start(command + ["sam"]).ended().json()
                        #expect(shown.connected && shown.kind == "address" && shown.events == 1)
                        // What Kim has connected leaves Sam's as it is.
                        #expect(Self.requests(Self.own.sam, server) == 2)
                        let first = await service.process.terminate()
                        #expect(first.status == 0)

                        // It is kept, and asked for again; of an event that was told nothing is told again.
                        service = try await Service(sandbox, broker, facts: facts)
                        try await eventually {
                            Self.requests(Self.own.sam, server) == 3 && Self.requests(Self.own.kim, server) == 3
                        }
                        try await eventually(every: .milliseconds(50)) {
                            try await service.calendar(of: "sam").events == 1
                        }
                        #expect(await Self.told(received) == all)
                        #expect(Self.requests(Self.administrators, server) == 1)

                        // The administrator's comes back, and nothing where there is none.
                        #expect(try await service.ask("DELETE", "calendars/sam").status == 204)
                        let left: Calendar = try await sandbox.start(command + ["kim", "--remove"]).ended().json()
                        #expect(!left.connected && left.kind == nil)
                        try await eventually { Self.requests(Self.administrators, server) == 2 }
                        try await eventually(every: .milliseconds(50)) {
                            (try? await service.missing(of: "kim")) == "off"
                        }
                        #expect(try await !service.calendar(of: "kim").connected)
                        try await eventually(every: .milliseconds(50)) {
                            let sams = try await service.calendar(of: "sam")
                            return sams.kind == "administrator" && sams.events == 0
                        }
                        let second = await service.process.terminate()
                        #expect(second.status == 0)
                        // The address is a secret, however much is logged.
                        for text in [first.output, first.errors, second.output, second.errors] {
                            #expect(!text.contains("own-secret"))
                        }
                    }
                }
            }
        }
    }

    @Test func `a calendar on a server that is not trusted is refused, and nobody is asked for it`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await Self.server { server in
                    try await withTestWebServer { other in
                        let facts = try Self.configure(sandbox, server)
                        let service = try await Service(sandbox, broker, facts: facts)
                        let open = try await service.connect("kim", other.url + Self.own.kim)
                        #expect(open.status == 422 && open.text.contains("an address that begins with https:"))
                        let secure = other.url.replacing("http://", with: "https://")
                        let closed = try await service.connect("kim", secure + Self.own.kim)
                        #expect(closed.status == 422 && closed.text.contains("its address is not one of the internet"))
                        // The host of a trusted server counts as it is written.
                        let name = server.url.replacing("127.0.0.1", with: "localhost")
                        #expect(try await service.connect("kim", name + Self.own.kim).status == 422)
                        #expect(other.requests.isEmpty && server.requests.isEmpty)
                        #expect(try await !service.calendar(of: "kim").connected)
                        // What is there, but is no calendar, is not connected either.
                        let nothing = try await service.connect("kim", server.url + "/nothing.ics")
                        #expect(nothing.status == 422 && nothing.text.contains("the calendar is not connected: "))
                        #expect(try await !service.calendar(of: "kim").connected)
                        #expect(await service.process.terminate().status == 0)
                    }
                }
            }
        }
    }
}
