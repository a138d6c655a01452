internal import Files

/// Files that only their owner may read, replaced as a whole.
enum SecretFile {
    /// The bytes of a file; nil when there is none.
    static func read(_ path: String) throws(BrokerError) -> [UInt8]? {
        do throws(FileError) { return try FileReader.read(path) } catch {
            throw .cannotRead(path, reason: error.reason)
        }
    }

    /// The first line of a file; nil when there is none.
    static func line(_ path: String) throws(BrokerError) -> String? {
        guard let bytes = try read(path) else { return nil }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.isEmpty ? nil : line
    }

    /// Puts bytes in the place of a file: after a crash it has the old ones or the new ones.
    static func write(_ bytes: [UInt8], to path: String) throws(BrokerError) {
        do throws(FileError) { try FileDraft.replace(path, with: bytes) } catch {
            throw .cannotWrite(path, reason: error.reason)
        }
    }

    static func write(_ text: String, to path: String) throws(BrokerError) { try write(Array(text.utf8), to: path) }

    static func remove(_ path: String) { FileDraft.remove(path) }

    /// Makes a directory for its owner alone.
    static func makeDirectory(_ path: String) throws(BrokerError) {
        do throws(FileError) { try Directory.make(path) } catch { throw .cannotWrite(path, reason: error.reason) }
    }
}
