import Foundation
import TestSupport
import Testing

/// Scenarios that are played on the virtual clock.
@Suite(.timeLimit(.minutes(30)))
struct CommandsSimulateTests {
    private static let scenario = """
        name: A bag
        duration: 1h
        owners: [{id: sam, position: [60, 5], report-every: 1s}]
        trackers: [{id: bag, owner: sam, with: sam}]
        """

    @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
    func `a simulation that is stopped leaves nothing behind`(signal: Int32) async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(Self.scenario.replacing("1h", with: "1000h"), to: "bag.yaml")
            let trace = "\(sandbox.directory)/trace.jsonl"
            let temporary = "\(sandbox.directory)/tmp"
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
            let run = try sandbox.start(
                ["simulate", file, "--speed", "1000", "--trace", trace],
                environment: ["TMPDIR": temporary]
            )
            // Signals are caught before the first step.
            try await eventually { FileManager.default.contents(atPath: trace)?.isEmpty == false }
            let outcome = await run.terminate(signal)
            #expect(outcome.status == (signal == SIGKILL ? -SIGKILL : 1))
            if signal != SIGKILL { #expect(outcome.errors.contains("bag.yaml: stopped before its end")) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
        }
    }

    @Test(arguments: [1, 2])
    func `a report has all runs, and the trace says where each of several begins`(count: Int) async throws {
        try await withSandbox { sandbox in
            let text = Self.scenario.replacing("1h", with: "5s")
            let file = try sandbox.write(text, to: "bag.yaml")
            let (report, trace) = ("\(sandbox.directory)/report.json", "\(sandbox.directory)/trace.jsonl")
            let options = ["--seed", "7", "--repeat", "\(count)", "--report", report, "--trace", trace]
            let outcome = try await sandbox.start(["simulate", file] + options).ended()
            #expect(outcome.status == 0 && outcome.errors == "")
            let written = try Data(contentsOf: URL(filePath: report))
            let whole = try #require(JSONSerialization.jsonObject(with: written) as? [String: Any])
            let runs = try #require(whole["runs"] as? [[String: Any]])
            #expect(runs.compactMap { $0["seed"] as? Int } == Array(7..<7 + count))
            #expect((whole["seed"] as? Int) == (count == 1 ? 7 : nil))
            let marks = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
                .filter { $0.contains(#""run":"#) }
            #expect(marks.count == (count == 1 ? 0 : count))
        }
    }

    /// Each of its parts may take a file for its history, where every thread has few enough, and there are more of them
    /// than most shells allow.
    @Test func `a fleet in many parts may open as many files as the system lets it`() async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(Self.scenario.replacing("1h", with: "10s"), to: "bag.yaml")
            let fleet = [try Sandbox.executable(), "simulate", file, "--fleet", "2560", "--jobs", "8", "--quiet"]
            for (limits, status) in [("40:4096", Int32(0)), ("40:40", 1)] {
                let run = try RunningCommand(
                    "/usr/bin/prlimit",
                    ["--nofile=\(limits)"] + fleet,
                    environment: ["PATH": "/usr/bin:/bin", "HOME": sandbox.directory],
                    files: "\(sandbox.directory)/limited-\(status)"
                )
                let outcome = await run.ended()
                #expect(outcome.status == status)
                #expect(outcome.errors.isEmpty || outcome.errors.contains("the history that is not kept: "))
            }
        }
    }

    @Test func `without radio a tracker that is with its owner has its modem only`() async throws {
        try await withSandbox { sandbox in
            let expected = "expect: [{tracker: bag, mode: MODE, by: 30m}]\n"
            for (mode, radio) in [("cellular", "none"), ("bluetooth", "simulated")] {
                let text = "\(Self.scenario)\n" + expected.replacing("MODE", with: mode)
                let file = try sandbox.write(text, to: "\(mode).yaml")
                let outcome = try await sandbox.run("simulate", file, "--radio", radio)
                #expect(outcome.errors == "")
                #expect(outcome.status == 0, "\(radio)")
            }
        }
    }
}
