import Foundation

/// Another program under measurement, of whose output the first lines are read.
final class Child {
    private let process = Process()
    private let output = Pipe()
    private var unread = Data()

    /// Starts a program that finds neither settings nor data of anybody, and whose standard error goes to a log.
    init(_ program: String, _ arguments: [String], home: String, log: String) throws {
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = [
            "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home,
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        process.standardOutput = output
        try process.run()
    }

    /// This program itself, doing something else.
    static func ourselves(_ arguments: [String], in directory: String) throws -> Child {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        return try Child(program, arguments, home: directory, log: "\(directory)/child.log")
    }

    var status: ProcessStatus { ProcessStatus(identifier: process.processIdentifier) }
    var isRunning: Bool { process.isRunning }

    /// The next line that the program writes; nil at its end.
    func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }

    /// Asks the program to end and waits until it has.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// After a failure nobody else ends it.
    deinit { if process.isRunning { process.terminate() } }
}

/// Runs something with a directory of its own, and removes that afterwards.
func withTemporaryDirectory<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = FileManager.default.temporaryDirectory.appending(path: "tagalong-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}
