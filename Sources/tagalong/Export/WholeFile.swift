import Files
import Foundation

/// Writes a file whole or not at all.
enum WholeFile {
    /// Writes beside the file, and puts what was written in its place at the end; what is no file, such as
    /// `/dev/stdout`, is written as it is.
    ///
    /// - Throws: What the body throws, or ``CommandFailure`` when the file cannot be written.
    static func write(_ path: String, _ body: ((String) throws -> Void) throws -> Void) throws {
        // A link stays one, and what it leads to is replaced.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let before = PrivateFile.status(of: target)
        let isReplaced = before?.isRegular ?? (PrivateFile.status(of: path) == nil)
        guard isReplaced else {
            let writer = try PrivateFile.writer(path)
            return try body { text in try write(text, writer, path) }
        }
        let draft = FileDraft(of: target, suffix: ".\(UInt32.random(in: 0 ... .max)).part")
        do {
            let writer = try draft.begin()
            try body { text in try write(text, writer, path) }
            if let before { writer.setMode(before.mode) }
            try writer.finish()
            try draft.place()
        } catch {
            draft.discard()
            throw (error as? FileError).map { PrivateFile.failure(path, $0.reason) } ?? error
        }
    }

    private static func write(_ text: String, _ writer: FileWriter, _ path: String) throws(CommandFailure) {
        do throws(FileError) { try writer.write(Array(text.utf8)) } catch {
            throw PrivateFile.failure(path, error.reason)
        }
    }
}
