import Foundation

/// Writes a file whole or not at all.
enum WholeFile {
    /// Writes beside the file, and puts what was written in its place at the end; what is no file, such as
    /// `/dev/stdout`, is written as it is.
    ///
    /// - Parameters:
    ///   - path: The file, which is for its owner alone; one that is there already keeps its mode.
    ///   - body: Is given what writes a text.
    /// - Throws: What the body throws, or ``CommandFailure`` when the file cannot be written.
    static func write(_ path: String, _ body: ((String) throws -> Void) throws -> Void) throws {
        // A link stays one, and what it leads to is replaced.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let before = PrivateFile.status(of: target)
        let isReplaced = before?.isRegular ?? (PrivateFile.status(of: path) == nil)
        let draft = isReplaced ? "\(target).\(UInt32.random(in: 0 ... .max)).part" : path
        guard let handle = PrivateFile.handle(draft) else { throw failure(path) }
        do {
            try body { text in
                do { try handle.write(contentsOf: Data(text.utf8)) } catch {
                    throw PrivateFile.failure(path, error.localizedDescription)
                }
            }
            if let before, before.isRegular { fchmod(handle.fileDescriptor, before.mode) }
            try handle.close()
            guard unsafe !isReplaced || rename(draft, target) == 0 else { throw failure(path) }
        } catch {
            if isReplaced { try? FileManager.default.removeItem(atPath: draft) }
            throw error
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        PrivateFile.failure(path, unsafe String(cString: strerror(errno)))
    }
}
