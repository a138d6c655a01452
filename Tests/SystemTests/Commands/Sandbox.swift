import Foundation
import Testing

/// A home of its own for calls of the built program, removed at the end.
struct Sandbox: Sendable {
    let directory: String

    init() throws {
        directory = "\(FileManager.default.temporaryDirectory.path)/tagalong-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    var store: String { "\(directory)/test.sqlite" }

    func remove() { try? FileManager.default.removeItem(atPath: directory) }

    func write(_ text: String, to name: String) throws -> String {
        let path = "\(directory)/\(name)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Starts the program, which sees this home and nothing else of the environment.
    func start(_ arguments: [String], environment: [String: String] = [:]) throws -> RunningCommand {
        try RunningCommand(
            try Self.executable(),
            arguments,
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory].merging(environment) { $1 },
            files: "\(directory)/run-\(UUID().uuidString)"
        )
    }

    /// Runs the program to its end.
    func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> CommandOutcome {
        try await start(arguments, environment: environment).ended()
    }

    /// The program lies beside the tests.
    static func executable() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("tagalong").path
        try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) has not been built")
        return path
    }
}

/// Runs the body with a sandbox of its own and removes that afterwards.
func withSandbox<Result>(_ body: (Sandbox) async throws -> Result) async throws -> Result {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    return try await body(sandbox)
}

/// How a call ended.
struct CommandOutcome: Hashable, Sendable {
    /// The exit status, or the negative number of the signal that ended it.
    let status: Int32
    let output: String
    let errors: String

    func json<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(output.utf8))
    }
}
