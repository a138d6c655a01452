import Foundation
import TestSupport

/// What strangers do to the console at the same time, each kind from an address of its own.
final class HTTPAttack: Attack {
    private let port: Int
    let record = AttackRecord()

    init(port: Int) { self.port = port }

    /// Attacks until it is over.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            // Three at once stopped the history service, too.
            for _ in 0..<3 { group.addTask { await onThread { self.sendBodies() } } }
            group.addTask { await onThread { self.holdHeads() } }
            group.addTask { await onThread { self.hold("event streams", most: 500, from: 4, ["/api/v1/events"]) } }
            group.addTask {
                let paths = [
                    "/api/v1/alerts?limit=500", "/api/0/last", "/api/v1/items", "/metrics", "/api/v1/openapi.json",
                ]
                await onThread { self.hold("unread answers", most: 200, from: 5, paths) }
            }
            group.addTask { await onThread { self.trickle() } }
        }
    }

    private func connect(from source: UInt8, receiveBuffer: Int32? = nil) -> RawSocket? {
        try? RawSocket(port: port, from: source, patience: 2, receiveBuffer: receiveBuffer)
    }

    private func head(_ request: String, _ headers: String = "") -> String {
        "\(request) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)"
    }

    private func post(_ path: String, type: String = "application/json", _ body: String) -> String {
        head("POST \(path)", "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n") + body
    }

    /// Bodies that cost much to read, from clients that leave without waiting.
    private func sendBodies() {
        let empty = "[" + Array(repeating: "\"\"", count: 60_000).joined(separator: ",") + "]"
        let members = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let bodies = [
            String(repeating: "{\"a\":", count: 400) + empty + String(repeating: "}", count: 400),
            String(repeating: "[", count: 100_000), String(repeating: "{\"\":", count: 50_000), "{\(members)}",
            "{\"name\":\"" + String(repeating: "\u{301}", count: 120_000) + "\"}",
            "[" + String(repeating: "1e999999,", count: 25_000) + "1]",
        ]
        var number = 0
        while record.goesOn {
            let body = bodies[number % bodies.count]
            let path = number.isMultiple(of: 2) ? "/api/v1/session" : "/pub?u=sam&d=phone"
            number += 1
            guard let caller = connect(from: 2) else { continue }
            if (try? caller.write(post(path, body))) != nil { record.count("costly bodies") }
            // Every other one goes before there is an answer.
            if number.isMultiple(of: 3) { _ = caller.read() }
        }
    }

    /// Headers that never end.
    private func holdHeads() {
        var held: [RawSocket] = []
        while record.goesOn {
            if held.count < 1101, let caller = connect(from: 3) {
                if (try? caller.write(head("GET /health"))) != nil { record.count("half-sent headers") }
                held.append(caller)
            } else {
                // Each sends a little now and then, so that it is never idle.
                for caller in held where record.goesOn { try? caller.write("X-A: b\r\n") }
                record.rest(0.2)
            }
        }
    }

    /// Answers that nobody reads, each over a connection of its own.
    private func hold(_ what: String, most: Int, from source: UInt8, _ paths: [String]) {
        var held: [RawSocket] = []
        while record.goesOn {
            if held.count < most, let caller = connect(from: source, receiveBuffer: 2048) {
                let request = head("GET \(paths[held.count % paths.count])", "\r\n")
                if (try? caller.write(request)) != nil { record.count(what) }
                held.append(caller)
            } else {
                record.rest(0.1)
            }
        }
    }

    /// Files that are announced, and come byte by byte.
    private func trickle() {
        let query = "item=owner-0/stranger&new=true"
        let announced = head("POST /api/v1/import?\(query)", "Content-Length: 60000000\r\n\r\n")
        let held = (0..<20).compactMap { _ in connect(from: 6) }
        for caller in held where (try? caller.write(announced)) != nil { record.count("trickled files") }
        while record.goesOn {
            for caller in held where record.goesOn { try? caller.write("<gpx>") }
            if let caller = connect(from: 6) {
                let garbage = "{\"locations\":[" + String(repeating: "{\"latitudeE7\":1,", count: 20_000)
                let request = post("/api/v1/import?\(query)", garbage)
                if (try? caller.write(request)) != nil { record.count("files of garbage") }
            }
        }
    }
}
