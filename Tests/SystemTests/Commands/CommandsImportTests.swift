import Foundation
import MQTT
import ServerSupport
import Store
import TestSupport
import Testing

/// Several files in one call of `import`, with a service that runs and without one.
@Suite(.timeLimit(.minutes(30)))
struct CommandsImportTests {
    private static func csv(_ minutes: Int...) -> String {
        "lat,lon,time\n" + minutes.map { "46.05,14.5,2026-05-01T09:\($0):00Z\n" }.joined()
    }

    private struct Report: Decodable {
        let stored: Int
        let duplicates: Int
        let files: [Part]?

        struct Part: Decodable {
            let file: String
            let stored: Int
        }
    }

    /// Runs a call with a pipe as its last file, into which a text is written once.
    private func run(_ words: [String], piping text: String, _ sandbox: Sandbox) async throws -> CommandOutcome {
        let pipe = "\(sandbox.directory)/pipe-\(UUID().uuidString).csv"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        async let writing: Void = onThread {
            try? FileHandle(forWritingAtPath: pipe)?.write(contentsOf: Data(text.utf8))
        }
        let outcome = try await sandbox.start(words + [pipe, "--store", sandbox.store]).ended()
        await writing
        return outcome
    }

    /// Runs the body with a service that writes the sandbox's database.
    private func withService(_ body: (Sandbox) async throws -> Void) async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let call = ["history", "--broker", broker.url, "--store", sandbox.store, "--http", "127.0.0.1:0"]
                let history = try sandbox.start(call)
                try await history.wait(for: "listens on")
                try await body(sandbox)
                #expect(await history.terminate().status == 0)
            }
        }
    }

    @Test func `the service takes files with a pipe among them, all of them or none`() async throws {
        try await withService { sandbox in
            let file = try sandbox.write(Self.csv(10, 11), to: "a.csv")
            let call = ["import", "sam/phone", file, "--new"]
            let bad = try await run(call, piping: Self.csv(12) + "95,14.5,2026-05-01T09:13:00Z\n", sandbox)
            #expect(bad.status == 2)
            #expect(bad.errors.contains(".csv:3: position 2: "), "\(bad.errors)")
            #expect(!bad.errors.contains("imported before"))
            #expect(try Store(path: sandbox.store, mode: .readOnly).devices().isEmpty)
            let good = try await run(call, piping: Self.csv(12), sandbox)
            #expect(good.status == 0, "\(good.errors)")
            #expect(good.output.hasPrefix("sam/phone: 3 positions stored"))
        }
    }

    @Test func `a pipe without an end is refused, and nothing of the other files is stored`() async throws {
        try await withService { sandbox in
            let file = try sandbox.write(Self.csv(10), to: "a.csv")
            let call = ["import", "sam/phone", file, "/dev/zero", "--new", "--store", sandbox.store]
            let outcome = try await sandbox.start(call).ended()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("/dev/zero: at most 256 MiB are taken out of pipes"), "\(outcome.errors)")
            #expect(try Store(path: sandbox.store, mode: .readOnly).devices().isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `a dry run of several files tells of each, and leaves nothing`(isRunning: Bool) async throws {
        func check(_ sandbox: Sandbox) async throws {
            let files = try [
                sandbox.write(Self.csv(10, 11), to: "a.csv"), sandbox.write(Self.csv(12), to: "b.csv"),
            ]
            let call = ["import", "sam/phone"] + files + ["--new", "--dry-run"]
            let told = try await run(call, piping: Self.csv(13), sandbox)
            #expect(told.status == 0, "\(told.errors)")
            #expect(told.output.hasPrefix("sam/phone: 4 positions would be stored"))
            #expect(told.output.contains("a.csv: 2 positions\n") && told.output.contains("b.csv: 1 position\n"))
            let report: Report = try await run(call + ["--json"], piping: Self.csv(13), sandbox).json()
            #expect(report.stored == 4 && report.duplicates == 0)
            #expect(report.files?.map(\.stored) == [2, 1, 1])
            #expect((report.files ?? []).map(\.file).starts(with: files))
        }
        if isRunning {
            try await withService { sandbox in
                try await check(sandbox)
                #expect(try Store(path: sandbox.store, mode: .readOnly).devices().isEmpty)
            }
        } else {
            try await withSandbox { sandbox in
                try await check(sandbox)
                let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.directory)
                #expect(left.filter { $0.contains("sqlite") } == [])
            }
        }
    }
}
