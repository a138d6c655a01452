import API
import Logging
import Messages
import Testing
import Tracking

@Suite struct StatusTests {
    private struct Session: Decodable {
        let connected: Bool
        let received: Int
    }

    private struct Status: Decodable {
        struct Broker: Decodable {
            let connected: Bool
            let history: Session
            let console: Session
        }

        struct Database: Decodable { let stored: Int }
        struct Outbox: Decodable { let waiting: Int }

        struct Quarantine: Decodable {
            let total: Int
            let reasons: [String: Int]
        }

        let version: String
        let started: String
        let time: String
        let broker: Broker
        let database: Database
        let outbox: Outbox
        let quarantine: Quarantine
    }

    @Test func `what is stored, heard, waiting and refused is told`() async throws {
        try await withConsole { console in
            let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
            let topic = console.topics.location(device)
            let location = #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1700000000,"boot":1,"seq":1}"#
            try await console.ingest([
                Message(topic: topic, payload: Array(location.utf8)), Message(topic: topic, payload: Array("{".utf8)),
                Message(topic: topic, payload: Array(#"{"_type":"location","lat":99}"#.utf8)),
            ])
            let status: Status = try await console.get("/api/v1/status").decode()
            #expect(status.version == "0.0.0")
            #expect(status.started <= status.time)
            // The one of the history service may still be on its way.
            #expect(status.broker.console.connected)
            #expect(status.broker.connected == status.broker.history.connected)
            #expect(status.database.stored == 1)
            #expect(status.quarantine.total == 2)
            #expect(status.quarantine.reasons["json"] == 1)
            #expect(status.quarantine.reasons.count == 2)
        }
    }

    @Test func `a log that is full forgets the oldest, and is asked for by level`() throws {
        let log = RunLog()
        for number in 1...(RunLog.room + 5) {
            let time = Timestamp(milliseconds: Int64(number))
            log.note("entry \(number)", level: number.isMultiple(of: 100) ? .warning : .info, part: "test", at: time)
        }
        let all = log.entries(from: .trace, limit: 2 * RunLog.room)
        #expect(all.map(\.number) == Array(6...(RunLog.room + 5)))
        #expect(log.entries(from: .trace, limit: 2).map(\.text) == ["entry 1004", "entry 1005"])
        let grave = log.entries(from: .warning, limit: 100).map(\.number)
        #expect(grave == Array(stride(from: 100, through: 1000, by: 100)))
    }

    @Test func `of a long entry the beginning is kept`() throws {
        let log = RunLog()
        log.note(String(repeating: "a", count: 100_000), level: .info, part: "test", at: Timestamp(milliseconds: 0))
        let text = try #require(log.entries(from: .info, limit: 1).first?.text)
        #expect(text.count == 2001 && text.hasSuffix("a…"))
    }

    @Test(arguments: [
        ("/api/v1/log?level=loud", "one of trace, debug, info, notice, warning, error, critical is expected"),
        ("/api/v1/log?limit=0", "an integer from 1 to 1000 is expected"),
        ("/api/v1/status?all=1", "all"),
    ])
    func `what makes no sense is refused with a sentence`(path: String, sentence: String) async throws {
        try await withConsole { console in
            let answer = try await console.get(path)
            #expect(answer.status == 400)
            #expect(answer.text.contains(sentence))
        }
    }
}
