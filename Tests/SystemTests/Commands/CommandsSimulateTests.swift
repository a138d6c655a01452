import Foundation
import Testing

/// Scenarios that are played on the virtual clock.
@Suite(.timeLimit(.minutes(10)))
struct CommandsSimulateTests {
    private static let scenario = """
        name: A bag
        duration: 1h
        owners: [{id: sam, position: [60, 5], report-every: 1s}]
        trackers: [{id: bag, owner: sam, with: sam}]
        """

    private func databases(_ sandbox: Sandbox) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.directory)
            .filter { $0.hasPrefix("tagalong-simulate-") }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a simulation that is stopped leaves no database behind`(signal: Int32) async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(Self.scenario, to: "bag.yaml")
            let run = try sandbox.start(
                ["simulate", file, "--speed", "1"],
                environment: ["TMPDIR": sandbox.directory]
            )
            // Signals are caught before the database is made.
            try await eventually { try !databases(sandbox).isEmpty }
            let outcome = await run.terminate(signal)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("bag.yaml: stopped before its end"))
            let left = try databases(sandbox)
            #expect(left.isEmpty)
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
