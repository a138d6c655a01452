import Foundation
import ServerSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CommandsOpenFilesTests {
    /// A console that can open no file for a connection keeps everybody out.
    @Test func `a service may open as many files as the system lets it`() async throws {
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                let words = ["history", "--broker", broker.url, "--store", sandbox.store, "--http", "127.0.0.1:0"]
                let service = try RunningCommand(
                    "/usr/bin/prlimit",
                    ["--nofile=300:4096", try Sandbox.executable()] + words,
                    environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": sandbox.directory],
                    files: "\(sandbox.directory)/limited"
                )
                try await service.wait(for: "listens on")
                let limits = try String(contentsOfFile: "/proc/\(service.identifier)/limits", encoding: .utf8)
                let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
                #expect(line.split(separator: " ")[3] == "4096", "\(line)")
                #expect(await service.terminate().status == 0)
            }
        }
    }
}
