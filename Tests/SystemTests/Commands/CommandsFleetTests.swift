import Foundation
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing

/// A fleet without a scenario, in front of a real broker.
@Suite(.timeLimit(.minutes(30)))
struct CommandsFleetTests {
    private struct Report: Decodable {
        struct Messages: Decodable { let published, acknowledged, unacknowledged: Int }
        struct Positions: Decodable { let made, acknowledged, waiting, thinned: Int }
        struct Verify: Decodable { let arrived, lost, doubled, unobserved: Int }
        let trackers, connections, joined, left, lost, disconnects: Int
        let ended: String
        let messages: Messages
        let positions: Positions
        let verify: Verify?
    }

    private func report(_ path: String) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: path)))
    }

    @Test(arguments: [3, 60])
    func `all that is published is acknowledged and arrives`(connections: Int) async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let file = "\(sandbox.directory)/report.json"
                let outcome = try await sandbox.run(
                    "simulate", "--fleet", "60", "--broker", broker.url, "--connections", "\(connections)",
                    "--interval",
                    "1s", "--duration", "5s", "--verify", "--report", file
                )
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("nothing lost"))
                let report = try report(file)
                #expect(report.trackers == 60 && report.joined == 60 && report.connections == connections)
                #expect(report.ended == "duration" && report.lost == 0)
                #expect(report.messages.published == report.messages.acknowledged)
                #expect(report.positions.made > 60 && report.positions.made == report.positions.acknowledged)
                let verify = try #require(report.verify)
                #expect(verify.arrived == report.positions.acknowledged)
                #expect(verify.lost == 0 && verify.doubled == 0 && verify.unobserved == 0)
                // A line each second, as this is no terminal.
                #expect(outcome.errors.contains(" trackers, published "))
                #expect(!outcome.errors.contains("\u{1B}"))
            }
        }
    }

    @Test func `a broker that is killed and comes back costs nothing that it had not acknowledged`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let file = "\(sandbox.directory)/report.json"
                let run = try sandbox.start([
                    "simulate", "--fleet", "40", "--broker", broker.url, "--connections", "4", "--interval", "1s",
                    "--report", file, "--verify",
                ])
                try await run.wait(for: "40 of 40 trackers")
                await broker.kill()
                try await run.wait(for: "4 connections down")
                // Reports wait in their trackers.
                try await eventually {
                    run.errors.split(separator: "\n").last.map { !$0.contains("backlog 0") } == true
                }
                try await broker.start()
                try await eventually {
                    run.errors.split(separator: "\n").last.map {
                        !$0.contains("down") && !$0.contains("acknowledged 0/s")
                    } == true
                }
                let outcome = await run.terminate()
                #expect(outcome.status == 0, "\(outcome.errors)")
                let report = try report(file)
                #expect(report.ended == "signal" && report.lost == 0 && report.disconnects >= 4)
                #expect(report.positions.made == report.positions.acknowledged)
                let verify = try #require(report.verify)
                #expect(verify.lost == 0)
                #expect(verify.arrived + verify.unobserved == report.positions.acknowledged)
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends it in good order`(signal: Int32) async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let file = "\(sandbox.directory)/report.json"
                let run = try sandbox.start([
                    "simulate", "--fleet", "20", "--broker", broker.url, "--interval", "1s", "--ramp", "0", "--report",
                    file, "--clean-up",
                ])
                try await run.wait(for: "20 of 20 trackers")
                let outcome = await run.terminate(signal)
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(try report(file).ended == "signal")
                // Nothing is left on the broker.
                #expect(try await kept(broker) == [])
            }
        }
    }

    @Test func `a broker that does not come back loses what waited, which is told`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let file = "\(sandbox.directory)/report.json"
                let run = try sandbox.start([
                    "simulate", "--fleet", "20", "--broker", broker.url, "--interval", "1s", "--report", file,
                ])
                try await run.wait(for: "20 of 20 trackers")
                await broker.kill()
                try await run.wait(for: "1 connection down")
                try await eventually {
                    run.errors.split(separator: "\n").last.map { !$0.contains("backlog 0") } == true
                }
                run.send(SIGTERM)
                // The second one does not wait for what is under way.
                let outcome = await run.terminate()
                #expect(outcome.status == 1, "\(outcome.errors)")
                #expect(outcome.errors.contains("lost "))
                #expect(try report(file).lost > 0)
            }
        }
    }

    @Test func `trackers ride with the vehicles of SUMO, until the file ends`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let steps = (0...4).map { time in
                    let vehicles = (time..<time + 3)
                        .map { "<vehicle id=\"v\($0)\" x=\"14.5\" y=\"46.0\" angle=\"0\" speed=\"5\"/>" }
                    return "<timestep time=\"\(time).00\">\(vehicles.joined())</timestep>"
                }
                let paths = try sandbox.write(
                    "<fcd-export>\n\(steps.joined(separator: "\n"))\n</fcd-export>", to: "town.xml")
                let file = "\(sandbox.directory)/report.json"
                let outcome = try await sandbox.run(
                    "simulate", "--fleet", "3", "--broker", broker.url, "--interval", "1s", "--paths", paths,
                    "--report",
                    file, "--verify"
                )
                #expect(outcome.status == 0, "\(outcome.errors)")
                let report = try report(file)
                #expect(report.ended == "paths" && report.joined == 7 && report.left == 4 && report.lost == 0)
                #expect(report.verify?.arrived == report.positions.made)
            }
        }
    }

    /// Whoever writes into the pipe takes its time.
    @Test func `paths that come through a pipe are ridden as they come, and hold up nobody`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let pipe = "\(sandbox.directory)/town.pipe"
                try #require(unsafe mkfifo(pipe, 0o600) == 0)
                let run = try sandbox.start([
                    "simulate", "--fleet", "1", "--broker", broker.url, "--interval", "1s", "--paths", pipe,
                ])
                try await run.wait(for: "0 of 1 trackers")
                let writer = try FileHandle(forWritingTo: URL(filePath: pipe))
                let vehicle = "<vehicle id=\"a\" x=\"14\" y=\"46\"/>"
                let steps = (0..<3).map { "<timestep time=\"\($0)\">\(vehicle)</timestep>\n" }
                try writer.write(contentsOf: Data("<fcd-export>\(steps.joined())".utf8))
                try await run.wait(for: "1 of 1 trackers")
                let outcome = await run.terminate()
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
        }
    }

    @Test func `paths that break off end it in good order, and are told with their line`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let vehicle = "<vehicle id=\"a\" x=\"14.5\" y=\"46.0\"/>"
                let padding = String(repeating: "<!-- \(String(repeating: "-x", count: 500)) -->\n", count: 700)
                let text = """
                    <fcd-export>
                    <timestep time="0">\(vehicle)</timestep>
                    <timestep time="1">\(vehicle)</timestep>
                    <timestep time="2">\(vehicle)</timestep>
                    \(padding)<timestep time="later"/>
                    """
                let paths = try sandbox.write(text.replacing("---", with: "--"), to: "town.xml")
                let outcome = try await sandbox.run(
                    "simulate", "--fleet", "3", "--broker", broker.url, "--interval", "1s", "--paths", paths
                )
                #expect(outcome.status == 2)
                #expect(outcome.errors.contains("town.xml:"), "\(outcome.errors)")
            }
        }
    }

    @Test func `without a broker, a user or a place for the report it says why and does nothing`() async throws {
        try await withTestBroker(isAnonymous: false) { broker in
            try await withSandbox { sandbox in
                let port = broker.configuration.port
                let refused = try await sandbox.run("simulate", "--fleet", "5", "--broker", "mqtt://127.0.0.1:\(port)")
                #expect(refused.status == 3)
                #expect(refused.errors.contains("wants a user name"), "\(refused.errors)")
                let nobody = try await sandbox.run("simulate", "--fleet", "5", "--broker", "mqtt://127.0.0.1:1")
                #expect(nobody.status == 3)
                let unwritable = try await sandbox.run(
                    "simulate", "--fleet", "5", "--broker", broker.url, "--report", "\(sandbox.directory)/no/report"
                )
                #expect(unwritable.status == 1)
                #expect(unwritable.errors.contains("no/report cannot be written"))
                let many = try await sandbox.run(
                    "simulate", "--fleet", "20000", "--connections", "20000", "--broker", broker.url
                )
                #expect([2, 3].contains(many.status), "\(many.errors)")
            }
        }
    }

    /// What a broker keeps of a fleet.
    private func kept(_ broker: TestBroker) async throws -> [String] {
        let session = BusSession(
            clientID: "looker", subscriptions: [.init("owntracks/#"), .init("tagalong/#")], persistent: false
        )
        let client = try MQTTClient(configuration: broker.configuration, session: session, logger: .silent)
        let (topics, seen) = AsyncStream.makeStream(of: String.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await client.run { event in
                    guard case .received(let messages) = event else { return }
                    for message in messages { seen.yield(message.topic) }
                }
            }
            // What is kept comes before what is published later.
            try await client.publish(Message(topic: "tagalong/end", payload: [1]))
            var found: [String] = []
            for await topic in topics {
                if topic == "tagalong/end" { break }
                found.append(topic)
            }
            group.cancelAll()
            return found
        }
    }
}
