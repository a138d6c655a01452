import Files
import Foundation

/// A database that takes its place whole or not at all.
struct DatabaseDraft {
    private let file: FileDraft

    init(of path: String) { file = FileDraft(of: path, suffix: ".part") }

    /// Writes the database under its other name: the body writes a file that is there and empty.
    ///
    /// - Throws: What the body throws, or `FileError`; then nothing is left of it.
    func prepare(_ body: (_ draft: String) throws -> Void) throws {
        discard()
        do {
            _ = try file.begin()
            try body(file.draft)
            try FileDraft.synchronise(file.draft)
        } catch {
            discard()
            throw error
        }
    }

    /// Gives the database its name, in one step.
    func place() throws(FileError) { try file.place() }

    /// Takes away what was written under the other name, with what SQLite wrote beside.
    private func discard() {
        for suffix in ["", "-journal", "-wal", "-shm"] { FileDraft.remove(file.draft + suffix) }
    }

    /// Whether two paths lead to one file.
    static func areSame(_ one: String, _ other: String) -> Bool {
        let first = identity(one)
        return first != nil && first == identity(other)
    }

    /// The numbers of its file system and of the file there; nil when there is none.
    private static func identity(_ path: String) -> [AnyHashable]? {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let system = attributes?[.systemNumber] as? AnyHashable,
            let number = attributes?[.systemFileNumber] as? AnyHashable
        else { return nil }
        return [system, number]
    }
}
