import Foundation
import ServerSupport

/// An event as a browser would see it.
struct ServerSentEvent: Hashable, Sendable {
    var id: String?
    var type = "message"
    var data = ""

    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any] ?? [:]
    }

    /// `owner/tracker` of one that is about an item.
    var item: String { "\(json["owner"] as? String ?? "")/\(json["tracker"] as? String ?? "")" }
    var document: [String: Any]? { json["document"] as? [String: Any] }
}

/// Reads events from bytes, as the HTML standard says.
struct EventParser {
    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    private var lines: [String] = []
    private(set) var comments = 0
    private(set) var retry: Int?

    mutating func take(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if let event = end(String(decoding: line, as: UTF8.self)) { events.append(event) }
                line = []
            } else {
                line.append(byte)
            }
        }
        return events
    }

    private mutating func end(_ line: String) -> ServerSentEvent? {
        guard !line.isEmpty else {
            defer { (event.type, lines) = ("message", []) }
            event.data = lines.joined(separator: "\n")
            return lines.isEmpty ? nil : event
        }
        if line.hasPrefix(":") { comments += 1 }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]) : ""
        switch parts[0] {
        case "id": event.id = value
        case "event": event.type = value
        case "data": lines.append(value)
        case "retry": retry = Int(value)
        default: break
        }
        return nil
    }
}

/// A stream of events from the console.
struct EventStream {
    let status: Int
    let headers: [String: String]
    private var body: TestWebStream
    private(set) var parser = EventParser()
    private var waiting: [ServerSentEvent] = []
    /// The identifier of the last event that was read.
    private(set) var lastID: String?

    init(
        _ console: ConsoleBench,
        _ query: String = "",
        after last: String? = nil,
        headers: [String: String] = [:],
        at base: String? = nil,
        through client: TestWebClient = .plain
    ) async throws {
        var headers = headers
        headers["Last-Event-ID"] = last
        body = try await client.open("GET", "\(base ?? console.base)/api/v1/events\(query)", headers: headers)
        status = body.status
        self.headers = ConsoleBench.fields(body.headers)
    }

    /// The last word on whether the broker is heard.
    private(set) var beat: ServerSentEvent?

    /// Reads until it is told whether the broker is heard, in a way that meets the condition.
    mutating func beat(where meets: ([String: Any]) -> Bool) async throws -> [String: Any]? {
        while true {
            if let told = beat?.json, meets(told) { return told }
            beat = nil
            while beat == nil {
                guard let bytes = try await body.next() else { return nil }
                take(bytes)
            }
        }
    }

    private mutating func take(_ bytes: some Sequence<UInt8>) {
        let events = parser.take(bytes)
        beat = events.last { $0.type == "beat" } ?? beat
        waiting += events.filter { $0.type != "beat" }
    }

    /// The next event that is news; nil at the end of the stream.
    mutating func next() async throws -> ServerSentEvent? {
        while waiting.isEmpty {
            guard let bytes = try await body.next() else { return nil }
            take(bytes)
        }
        let event = waiting.removeFirst()
        lastID = event.id
        return event
    }

    /// The events up to one that is looked for, that one included.
    mutating func upTo(_ found: (ServerSentEvent) -> Bool) async throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        while let event = try await next() {
            events.append(event)
            if found(event) { break }
        }
        return events
    }

    /// What was there before, up to the event that says so.
    mutating func snapshot() async throws -> [ServerSentEvent] {
        try await upTo { $0.type == "ready" }.dropLast()
    }

    /// Reads until a heartbeat has come.
    mutating func heartbeat() async throws {
        let before = parser.comments
        while parser.comments == before {
            guard let bytes = try await body.next() else { return }
            take(bytes)
        }
    }
}
