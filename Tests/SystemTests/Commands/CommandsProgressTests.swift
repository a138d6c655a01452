import Foundation
import TestSupport
import Testing

/// What long commands tell while they run: on a terminal, and only there.
@Suite(.timeLimit(.minutes(30)))
struct CommandsProgressTests {
    private static let track = {
        let lines = (0..<20_000).map { "46.05,14.5,2026-05-01T0\($0 / 3600):\(10 + $0 / 60 % 50):\(10 + $0 % 50)Z\n" }
        return "lat,lon,time\n" + lines.joined()
    }()

    /// As a shell starts a command on a terminal; what runs behind one, as tests may, has Ctrl-C ignored.
    private static let signals = "/usr/bin/env --default-signal=INT,QUIT,HUP"

    /// Starts the program with its output on a terminal of its own, as a process whose number stands in a file then.
    private func startOnTerminal(_ sandbox: Sandbox, _ words: [String], pid: String) throws -> RunningCommand {
        let call = ([try Sandbox.executable()] + words).map { "'\($0)'" }.joined(separator: " ")
        return try RunningCommand(
            "/usr/bin/script",
            ["--quiet", "--return", "--command", "echo $$ >'\(pid)'; exec \(Self.signals) \(call)", "/dev/null"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": sandbox.directory, "TERM": "dumb"],
            files: "\(sandbox.directory)/terminal-\(UUID().uuidString)"
        )
    }

    private func onTerminal(_ sandbox: Sandbox, _ words: [String]) async throws -> CommandOutcome {
        try await startOnTerminal(sandbox, words, pid: "\(sandbox.directory)/pid").ended()
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func `import, export, backup, restore and compact say on a terminal how far they are`() async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(Self.track, to: "track.csv")
            let (copy, out) = ("\(sandbox.directory)/copy.sqlite", "\(sandbox.directory)/out.gpx")
            let calls: [(words: [String], told: String)] = [
                (["import", "sam/phone", file, "--new"], "\rImporting: 100 %\u{1B}[K"),
                (["export", "phone", "--out", out], "\rExporting: 10000 positions\u{1B}[K"),
                (["backup", copy], "\rBacking up: 100 %\u{1B}[K"),
                (["restore", copy], "\rRestoring: 100 %\u{1B}[K"),
                (["compact"], "\rCompacting "),
                (["doctor", "--full"], "\rChecking every block of the database …\u{1B}[K"),
            ]
            for (words, told) in calls {
                let shown = try await onTerminal(sandbox, words + ["--store", sandbox.store])
                #expect(shown.output.contains(told), "\(words): \(shown.output)")
                #expect(shown.output.contains("\r\u{1B}[K"), "\(words): \(shown.output)")
            }
            let silent = try await sandbox.run("import", "sam/phone", file, "--store", sandbox.store)
            #expect(silent.status == 0 && silent.errors.isEmpty)
            for words in [["export", "phone", "--out", out], ["backup", "--force", copy], ["compact"]] {
                let quiet = try await sandbox.start(words + ["--store", sandbox.store]).ended()
                #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(words): \(quiet.errors)")
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func `an import and a simulation that Ctrl-C ends leave nothing where the prompt stands then`() async throws {
        try await withSandbox { sandbox in
            let (pipe, numbers) = ("\(sandbox.directory)/pipe", "\(sandbox.directory)/pid")
            try #require(unsafe mkfifo(pipe, 0o600) == 0)
            // Open in both directions, so that nobody waits for the other side, and the import for more.
            let writer = try #require(FileHandle(forUpdatingAtPath: pipe))
            let lines = Data(Self.track.utf8)
            let writing = Task.detached { try writer.write(contentsOf: lines) }
            defer { writing.cancel() }
            let scenario = "\(packageRoot.path)/scenarios/cafe.yaml"
            let calls: [(words: [String], told: String, last: String)] = [
                (["import", "sam/phone", pipe, "--new", "--format", "csv"], "Importing: ", "\r\u{1B}[K"),
                (
                    ["simulate", scenario, "--speed", "20"], ": 0 %",
                    "\r\u{1B}[Ktagalong: \(scenario): stopped before its end\r\n"
                ),
            ]
            for (words, told, last) in calls {
                let store = words[0] == "import" ? ["--store", sandbox.store] : []
                let command = try startOnTerminal(sandbox, words + store, pid: numbers)
                try await command.wait(for: told)
                let pid = try #require(Int32(String(contentsOfFile: numbers, encoding: .utf8).dropLast()))
                kill(pid, SIGINT)
                let shown = await command.ended()
                #expect(shown.output.hasSuffix(last), "\(words): \(shown.output.debugDescription)")
                #expect(shown.status == (words[0] == "import" ? 128 + SIGINT : 1))
            }
        }
    }
}
