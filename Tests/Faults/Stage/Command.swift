import Foundation
import Glibc

/// Other people's small programs, run to their end.
enum Command {
    static let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]

    /// Runs a program; what it writes, in one line, and its status, which is 127 for one that is not there.
    static func output(_ words: [String]) -> (status: Int32, text: String) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return (127, "there are no more pipes") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        do {
            let process = try Spawn.start(words, environment: environment, output: ends[1])
            close(ends[1])
            let data = reading.readDataToEndOfFile()
            let text = String(decoding: data, as: UTF8.self).split(separator: "\n").joined(separator: "; ")
            return (Spawn.wait(for: process), text)
        } catch {
            close(ends[1])
            return (127, "\(error)")
        }
    }

    /// Runs a program that must succeed.
    ///
    /// - Throws: ``Trouble`` with what it wrote.
    static func run(_ words: String...) throws { try run(words) }

    static func run(_ words: [String]) throws {
        let outcome = output(words)
        guard outcome.status == 0 else {
            throw Trouble("'\(words.joined(separator: " "))' fails: \(outcome.text)")
        }
    }
}
