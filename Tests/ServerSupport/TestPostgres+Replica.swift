internal import Foundation
internal import TestSupport

/// What is done with two of them, one of which is the replica of the other.
extension TestPostgres {
    /// Waits until the replica streams, and has each commit wait for it from then on.
    public func awaitReplica() async throws {
        _ = try await ask("ALTER SYSTEM SET synchronous_standby_names = 'replica'")
        _ = try await ask("SELECT pg_reload_conf()")
        let begin = ContinuousClock.now
        while try await ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1" {
            guard begin.duration(to: .now) < .seconds(60) else {
                throw Trouble(description: "the replica of \(directory) does not stream: see its server.log")
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Has a replica become the server that writes, for which no commit waits, as there is no replica of it.
    public func promote() async throws {
        _ = try await ask("ALTER SYSTEM RESET synchronous_standby_names")
        guard try await ask("SELECT pg_promote(true, 60)") == "t" else {
            throw Trouble(description: "\(directory) is not promoted: see its server.log")
        }
    }

    /// Kills the server with all its processes, as when its machine fails; its files stay.
    public func kill() async throws {
        let file = "\(directory)/data/postmaster.pid"
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        guard let line = text?.split(separator: "\n").first else {
            throw Trouble(description: "there is no server to be killed in \(directory)")
        }
        let children = "/proc/\(line)/task/\(line)/children"
        _ = try await output("/bin/sh", ["-c", "kill -9 \(line) $(cat \(children))"])
        await stop()
    }

    /// Begins anew as the replica of another, without what it had.
    public func restart(replicating source: TestPostgres) async throws {
        await stop()
        try FileManager.default.removeItem(atPath: "\(directory)/data")
        try await start(replicating: source)
    }

    /// The answer to a statement, its first column only.
    public func ask(_ statement: String) async throws -> String {
        try await output(
            "/usr/bin/env",
            [
                "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--dbname=\(plainAddress)",
                "--command=\(statement)",
            ]
        )
    }

    private func output(_ program: String, _ arguments: [String]) async throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = await onThread {
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard process.terminationStatus == 0 else {
            throw Trouble(description: "'\(arguments.last ?? program)': \(said)")
        }
        return said
    }
}
