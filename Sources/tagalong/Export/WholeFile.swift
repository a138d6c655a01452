import Foundation

/// Writes a file whole or not at all.
enum WholeFile {
    /// Writes beside the file, and puts what was written in its place at the end.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - body: Is given what writes a text.
    /// - Throws: What the body throws, or ``CommandFailure`` when the file cannot be written.
    static func write(_ path: String, _ body: ((String) throws -> Void) throws -> Void) throws {
        let draft = "\(path).\(UInt32.random(in: 0 ... .max)).part"
        guard FileManager.default.createFile(atPath: draft, contents: nil),
            let handle = FileHandle(forWritingAtPath: draft)
        else { throw failure(path, unsafe String(cString: strerror(errno))) }
        do {
            try body { text in
                do { try handle.write(contentsOf: Data(text.utf8)) } catch {
                    throw failure(path, error.localizedDescription)
                }
            }
            try handle.close()
            guard unsafe rename(draft, path) == 0 else { throw failure(path, unsafe String(cString: strerror(errno))) }
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
    }

    private static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.failure, "\(path) cannot be written: \(reason)")
    }
}
