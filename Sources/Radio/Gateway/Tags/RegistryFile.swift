import Files
import Glibc
import Messages

/// The file in which a gateway keeps its tags: one JSON object to a line.
///
/// It is replaced as a whole, so that it is never half written, and every change holds a lock over reading and writing,
/// so that a command and a running gateway may both change it.
public struct RegistryFile: Hashable, Sendable {
    public let path: String

    /// What tells that the file is another than before.
    public struct Stamp: Hashable, Sendable {
        var inode: UInt64
        var size: Int64
        var seconds: Int64
        var nanoseconds: Int64
    }

    public init(path: String) { self.path = path }

    /// The registry as it stands; empty when there is no file yet.
    ///
    /// - Throws: ``RegistryError`` with the line and the key.
    public func read() throws(RegistryError) -> TagRegistry {
        let bytes: [UInt8]?
        do throws(FileError) { bytes = try FileReader.read(path) } catch { throw RegistryError(error) }
        guard let bytes else { return TagRegistry() }
        return try parse(bytes)
    }

    /// Changes the registry by a function that is called once, with the registry as it stands, and returns what that
    /// returned, once it is on the disk.
    ///
    /// Nothing is written when it throws.
    ///
    /// - Throws: ``RegistryError``; the file is as before then.
    public func update<Answer>(
        _ change: (inout TagRegistry) throws(RegistryError) -> Answer
    ) throws(RegistryError) -> Answer {
        let lock = try lock()
        defer { lock.release() }
        var registry = try read()
        let before = registry
        let answer = try change(&registry)
        if registry != before { try write(registry) }
        return answer
    }

    private func lock() throws(RegistryError) -> FileLock {
        do throws(FileError) {
            try Directory.make(Directory.parent(of: path))
            return try FileLock(path + ".lock")
        } catch { throw RegistryError(error) }
    }

    private func write(_ registry: TagRegistry) throws(RegistryError) {
        let bytes = registry.entries.flatMap { $0.line + [UInt8(ascii: "\n")] }
        do throws(FileError) { try FileDraft.replace(path, with: bytes) } catch { throw RegistryError(error) }
    }

    /// Adds a tag.
    ///
    /// - Throws: ``RegistryError`` when it conflicts with another.
    public func add(_ entry: TagEntry) throws(RegistryError) {
        try update { (registry) throws(RegistryError) in
            do throws(TagRegistry.Conflict) { try registry.add(entry) } catch {
                throw RegistryError(path, .conflict(error))
            }
        }
    }

    /// What tells whether the file has changed; nil when there is none.
    public var stamp: Stamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Stamp(
            inode: UInt64(status.st_ino),
            size: Int64(status.st_size),
            seconds: Int64(status.st_mtim.tv_sec),
            nanoseconds: Int64(status.st_mtim.tv_nsec)
        )
    }

    private func parse(_ bytes: [UInt8]) throws(RegistryError) -> TagRegistry {
        var registry = TagRegistry()
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
            let entry: TagEntry
            do throws(MessageError) {
                entry = try TagEntry(line: Array(line))
            } catch { throw RegistryError(path, line: index + 1, .malformed(error)) }
            do throws(TagRegistry.Conflict) {
                try registry.add(entry)
            } catch { throw RegistryError(path, line: index + 1, .conflict(error)) }
        }
        return registry
    }
}
