import Foundation
import Glibc

/// A network between this process and another namespace.
protocol Link: AnyObject {
    /// The address on this side, and the words that run a command on the other.
    var near: String { get }
    var farSide: [String] { get }

    /// Makes it slow, or as quick as it was.
    func slow(_ isSlow: Bool) throws

    func remove() async
}

/// The namespace on the other side; lives as long as this.
final class FarSide: Sendable {
    let holder: Child
    let words: [String]

    init() async throws {
        let here = try Self.namespace("self")
        let log = "\(FileManager.default.temporaryDirectory.path)/far-side-\(getpid()).log"
        let holder = try Child(["unshare", "--net", "sleep", "infinity"], log: log)
        self.holder = holder
        words = ["nsenter", "--target", "\(holder.identifier)", "--net"]
        try await eventually("the other network namespace is there") {
            guard holder.isRunning else { throw Trouble("unshare --net fails: \(holder.words)") }
            return try Self.namespace("\(holder.identifier)") != here
        }
        try? FileManager.default.removeItem(atPath: log)
        try run("ip", "link", "set", "lo", "up")
    }

    /// Runs a command there.
    func run(_ command: String...) throws { try run(command) }

    func run(_ command: [String]) throws {
        let outcome = Command.output(words + command)
        guard outcome.status == 0 else { throw Trouble("'\(command.joined(separator: " "))' fails: \(outcome.text)") }
    }

    private static func namespace(_ process: String) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/net")
    }
}
