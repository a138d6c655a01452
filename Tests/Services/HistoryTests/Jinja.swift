import Foundation

/// Debian's Python with Jinja.
enum Jinja {
    static let isThere = (try? python("import jinja2", input: "")) != nil

    private struct Failed: Error {}

    static func python(_ script: String, input: String) throws -> String {
        let (process, inlet, outlet) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", script]
        (process.standardInput, process.standardOutput, process.standardError) = (inlet, outlet, FileHandle.nullDevice)
        try process.run()
        try inlet.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try inlet.fileHandleForWriting.close()
        let output = try outlet.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return String(decoding: output, as: UTF8.self)
    }
}
