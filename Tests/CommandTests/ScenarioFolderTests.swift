import Foundation
import Glibc
import TestSupport
import Testing
import Web

@testable import tagalong

/// The scenarios of the simulation view, in a directory of their own.
final class ScenarioFolderTests {
    private let directory: URL
    private let folder: ScenarioFolder

    private static let walk = """
        name: Walk
        duration: 10s
        owners: [{id: sam, position: [46, 14]}]
        trackers: [{id: keys, owner: sam, with: sam, report-every: 1s}]
        expect: [{tracker: keys, no-alert: true}]
        """

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "scenarios-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        folder = ScenarioFolder(path: directory.path)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private func lines(_ order: SimulationOrder) throws -> [[String: Any]] {
        let start = try #require(try folder.plan(order))
        var run = try start()
        var bytes: [UInt8] = []
        while let part = try run.next() { bytes += part }
        return try bytes.split(separator: UInt8(ascii: "\n")).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
    }

    @Test func `what is kept is listed, read, taken the place of, and taken away`() throws {
        try folder.keep(Self.walk, as: "walk")
        #expect(folder.listing().entries == [ScenarioEntry(name: "walk", title: "Walk")])
        #expect(try folder.text(of: "walk") == Self.walk)
        try folder.keep(Self.walk.replacing("name: Walk", with: "name: Run"), as: "walk")
        #expect(folder.listing().entries.map(\.title) == ["Run"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["walk.yaml"])
        try folder.remove("walk")
        #expect(folder.listing().entries.isEmpty)
        #expect(try folder.text(of: "walk") == nil)
    }

    @Test func `a file with a mistake is listed with it, and without where it is on this machine`() throws {
        try Data("name: Walk\nowners: []\n".utf8).write(to: directory.appending(path: "wrong.yaml"))
        #expect(folder.listing().entries.isEmpty)
        let problem = ScenarioProblem("at least one owner is expected", line: 2)
        #expect(folder.listing().broken == [.init(name: "wrong", problem: problem)])
        let device = Self.walk.replacing("owner: sam", with: "owner: sam, device: nothing")
        let told = #expect(throws: ScenarioProblem.self) { try folder.check(device) }
        #expect(told?.line == 4)
        #expect(told?.message.contains(directory.path) == false)
    }

    @Test func `a pipe is no scenario, and nobody waits for its end`() throws {
        let made = unsafe mkfifo(directory.appending(path: "pipe.yaml").path, 0o600)
        #expect(made == 0)
        try folder.keep(Self.walk, as: "walk")
        #expect(folder.listing().entries.map(\.name) == ["walk"] && folder.listing().broken.isEmpty)
        #expect(try folder.text(of: "pipe") == nil)
    }

    @Test(arguments: ["/etc/hostname", "../secret.gpx", "paths/../../secret.gpx"])
    func `a text reads no file beyond the directory`(path: String) {
        let text = Self.walk.replacing("position: [46, 14]", with: "path: \(path)")
        let expected = "a path within the directory of the scenarios is expected, found '\(path)'"
        #expect(throws: ScenarioProblem(expected, line: 3)) { try folder.check(text) }
        let reason = "'points' are expected, found a path: there is no directory of scenarios that it could be in"
        #expect(throws: ScenarioProblem(reason, line: 3)) { try ScenarioFolder(path: nil).check(text) }
    }

    @Test func `a text may name a path in the directory`() throws {
        try Data("0,46,14\n60,46.001,14\n".utf8).write(to: directory.appending(path: "walk.csv"))
        let text = Self.walk.replacing("position: [46, 14]", with: "path: walk.csv")
        #expect(try folder.check(text).title == "Walk")
    }

    @Test func `a link that leads out of the directory is not followed, one within is`() throws {
        let outside = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: outside) }
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try Data(Self.walk.utf8).write(to: outside.appending(path: "secret.yaml"))
        try Data("0,46,14\n60,46.001,14\n".utf8).write(to: outside.appending(path: "secret.csv"))
        try folder.keep(Self.walk, as: "walk")
        try Data("0,46,14\n60,46.001,14\n".utf8).write(to: directory.appending(path: "way.csv"))
        let files = FileManager.default
        for (name, to) in [
            ("out.yaml", outside.path + "/secret.yaml"), ("in.yaml", "walk.yaml"), ("in.csv", "way.csv"),
            ("out.csv", outside.path + "/secret.csv"), ("paths", outside.path),
        ] {
            try files.createSymbolicLink(atPath: directory.path + "/\(name)", withDestinationPath: to)
        }
        let told = "a file in the directory of the scenarios is expected, found a link out of it"
        #expect(folder.listing().entries.map(\.name) == ["in", "walk"])
        #expect(folder.listing().broken == [.init(name: "out", problem: ScenarioProblem(told))])
        let refusal = SimulationShelfError.failed(reason: "out.yaml: \(told)")
        #expect(throws: refusal) { try folder.text(of: "out") }
        #expect(throws: refusal) { try folder.keep(Self.walk, as: "out") }
        #expect(throws: ScenarioProblem(told)) { _ = try folder.plan(SimulationOrder(.named("out"))) }
        #expect(try String(contentsOfFile: outside.path + "/secret.yaml", encoding: .utf8) == Self.walk)
        #expect(try folder.text(of: "in") == Self.walk)
        for path in ["out.csv", "paths/secret.csv"] {
            let text = Self.walk.replacing("position: [46, 14]", with: "path: \(path)")
            #expect(throws: ScenarioProblem("\(told): '\(path)'", line: 3)) { try folder.check(text) }
            // By whatever way it came into the directory.
            try Data(text.utf8).write(to: directory.appending(path: "by-hand.yaml"))
            #expect(throws: ScenarioProblem("\(told): '\(path)'", line: 3)) {
                _ = try folder.plan(SimulationOrder(.named("by-hand")))
            }
        }
        _ = try folder.check(Self.walk.replacing("position: [46, 14]", with: "path: in.csv"))
    }

    @Test(.timeLimit(.minutes(2))) func `a pipe is no path, and nobody waits for its end`() throws {
        let made = unsafe mkfifo(directory.appending(path: "pipe.csv").path, 0o600)
        #expect(made == 0)
        let text = Self.walk.replacing("position: [46, 14]", with: "path: pipe.csv")
        let told = ScenarioProblem("a file is expected, found a directory, pipe or device: 'pipe.csv'", line: 3)
        #expect(throws: told) { try folder.check(text) }
        try Data(text.utf8).write(to: directory.appending(path: "by-hand.yaml"))
        #expect(folder.listing().broken == [.init(name: "by-hand", problem: told)])
        #expect(throws: told) { _ = try folder.plan(SimulationOrder(.named("by-hand"))) }
    }

    @Test func `what has no name here is not planned`() throws {
        #expect(try folder.plan(SimulationOrder(.named("nobody"))) == nil)
        try folder.keep(Self.walk, as: "walk")
        #expect(try folder.plan(SimulationOrder(.named("walk"))) != nil)
        #expect(try folder.plan(SimulationOrder(.named("../\(directory.lastPathComponent)/walk"))) == nil)
    }

    @Test(arguments: ["../walk", "/etc/passwd", "walk.yaml", ""])
    func `a name is no path`(name: String) throws {
        try folder.keep(Self.walk, as: "walk")
        #expect(try folder.text(of: name) == nil)
    }

    @Test func `without a directory scenarios are played and kept nowhere`() throws {
        let nowhere = ScenarioFolder(path: nil)
        #expect(!nowhere.keeps)
        #expect(try nowhere.check(Self.walk).trackers == 1)
        #expect(throws: SimulationShelfError.closed) { try nowhere.keep(Self.walk, as: "walk") }
        #expect(nowhere.listing() == ScenarioListing())
    }

    @Test func `a run tells everything of a tracker, and at the end what came of the assertions`() throws {
        let lines = try lines(SimulationOrder(.text(Self.walk), seed: 7))
        #expect(lines.count { $0["tracker"] as? String == "sam/keys" } == 11)
        let report = try #require(lines.last?["report"] as? [String: Any])
        #expect(report["passed"] as? Bool == true && report["held"] as? Int == 1)
    }

    @Test func `gateways that stay where they are are told first`() throws {
        let text = Self.walk + "\ngateways: [{id: hall, position: [46, 14.001]}, {id: pocket, carried-by: sam}]"
        let first = try #require(lines(SimulationOrder(.text(text))).first)
        #expect(first["gateway"] as? String == "hall" && first["lon"] as? Double == 14.001)
        #expect(try lines(SimulationOrder(.text(text))).count { $0["gateway"] != nil } == 1)
    }

    @Test func `of a fleet there are the places of all at each moment, laid over each other`() throws {
        let text = Self.walk.replacing("duration: 10s", with: "duration: 10m")
        let lines = try lines(SimulationOrder(.text(text), fleet: 21))
        let head = try #require(lines.first)
        #expect((head["trackers"] as? [String])?.count == 21)
        #expect(head["every_s"] as? Double == 2)
        let frames = lines.compactMap { $0["places"] as? [Int] }
        #expect(frames.count == 301 && frames.allSatisfy { $0.count == 63 })
        // Without noise every copy is where its owner is, near.
        #expect(frames.last == Array(repeating: [0, 0, 1], count: 21).flatMap(\.self))
        #expect(lines.allSatisfy { $0["tracker"] == nil })
    }

    @Test func `what is truly away and what is told of it are two things, and alerts come once`() throws {
        let text = """
            name: Left
            duration: 5m
            owners:
              - id: sam
                points: [{at: 0s, lat: 46, lon: 14}, {at: 1m, lat: 46, lon: 14}, {at: 3m, lat: 46.002, lon: 14}]
            trackers: [{id: keys, owner: sam, position: [46, 14], report-every: 5s}]
            """
        let lines = try lines(SimulationOrder(.text(text), view: .fleet))
        let frames = lines.filter { $0["places"] != nil }
        // Told critical, truly beyond 10 m.
        #expect((frames.last?["places"] as? [Int])?.last == 3 + 2 * 4)
        let events = frames.flatMap { $0["alerts"] as? [[Any]] ?? [] }.map { $0[1] as? String }
        #expect(events == ["raised", "escalated"])
    }

    @Test(arguments: [
        (2_000, "10m", "1s", "1200000 positions are too many"), (10_000, "10d", "1h", "864001 steps"),
    ])
    func `what is too much for a service with other work is refused before it begins`(
        fleet: Int, duration: String, every: String, expected: String
    ) throws {
        let text = Self.walk.replacing("duration: 10s", with: "duration: \(duration)")
            .replacing("report-every: 1s", with: "report-every: \(every)")
        let told = #expect(throws: ScenarioProblem.self) {
            _ = try folder.plan(SimulationOrder(.text(text), fleet: fleet))
        }
        let message = try #require(told?.message)
        #expect(message.hasSuffix("'tagalong simulate' has no such limit"))
        #expect(message.contains(expected))
    }
}
