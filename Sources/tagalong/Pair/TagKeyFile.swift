import Files
import Foundation
import Keys
import Settings

/// A person's file with keys of tags.
struct TagKeyFile {
    let path: String

    /// The key of a tag, by its name where the file has several.
    ///
    /// - Throws: ``CommandFailure`` that has nothing of what stands in the file, except names.
    func key(of name: String?) throws -> TagKey {
        let bytes: [UInt8]?
        do throws(FileError) { bytes = try FileReader.read(path, limit: KeyFile.longest) } catch {
            throw CommandFailure(.badInput, "\(error)")
        }
        guard let bytes else { throw CommandFailure(.badInput, "\(path) cannot be read: there is no such file") }
        let file: KeyFile
        do throws(KeyFile.Invalid) { file = try KeyFile(bytes) } catch {
            throw CommandFailure(.badInput, "\(path): \(error)")
        }
        if let status = PrivateFile.status(of: path), status.isRegular, status.mode & 0o077 != 0 {
            try Output.error.write(
                "\(path) may be read by others than its owner, and has a secret; say chmod 600 \(path)\n")
        }
        return try choose(from: file.tags, name)
    }

    private func choose(from tags: [KeyFile.Tag], _ name: String?) throws(CommandFailure) -> TagKey {
        if let name, tags.count > 1 || tags.first?.name != nil {
            let found = tags.filter { $0.name == name }
            if found.count == 1, let only = found.first { return only.key }
        } else if tags.count == 1, let only = tags.first {
            return only.key
        }
        let names = WordList.alternatives(tags.map { ($0.name ?? "a tag without a name").printable })
        throw CommandFailure(.badInput, "\(path) has keys of \(names); name one of them as TAG")
    }
}
