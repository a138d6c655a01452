import Foundation

/// Reads QR codes by zbar's program (Debian's zbar-tools), where it is there.
public enum QRReader {
    private static let program = "/usr/bin/zbarimg"

    /// Whether the program is there.
    public static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The text of the one code in a picture; nil where the program is not there.
    ///
    /// - Throws: What keeps the program from being run.
    public static func read(_ picture: [UInt8]) throws -> String? {
        guard isThere else { return nil }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("qr-\(UUID().uuidString).png")
        try Data(picture).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        // No bus is asked for a camera's sake, and nothing but the text is said.
        process.arguments = ["--quiet", "--raw", "--nodbus", file.path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
