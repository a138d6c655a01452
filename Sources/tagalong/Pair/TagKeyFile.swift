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
        if case .bytes(let count) = FileReader.extent(of: path), count > KeyFile.longest {
            throw CommandFailure(.badInput, "\(path): expected at most \(KeyFile.longest >> 20) MiB")
        }
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
        if let name, tags.contains(where: { $0.name == name }) {
            throw CommandFailure(.badInput, "\(path) has several tags named \(name.printable): leave one of them in it")
        }
        let names = WordList.alternatives(tags.prefix(10).map { ($0.name ?? "a tag without a name").printable })
        let more = tags.count > 10 ? ", and \(tags.count - 10) others" : ""
        throw CommandFailure(.badInput, "\(path) has keys of \(names)\(more); name one of them as TAG")
    }
}
