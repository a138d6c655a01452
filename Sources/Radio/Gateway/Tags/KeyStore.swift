public import Bluetooth
import Files
import JSON
public import Keys
import Messages
import Tracking

/// A key that a gateway keeps, with where its tag was heard last.
public struct StoredKey: Hashable, Sendable {
    public var key: TagKey
    public var alignment: KeyAlignment?

    public init(_ key: TagKey, alignment: KeyAlignment? = nil) { (self.key, self.alignment) = (key, alignment) }

    public var identity: TagIdentity { key.identity }
}

/// The file of the keys of owners' tags, beside the registry: one JSON object to a line, mode 0600.
///
/// It is replaced as a whole, and every change holds a lock over reading and writing. No error has anything of a key.
public struct KeyStore: Hashable, Sendable {
    public let path: String

    /// The name of the file.
    public static let name = "tag-keys.jsonl"

    public init(path: String) { self.path = path }

    /// The keys by the identities of their tags; none when there is no file.
    ///
    /// - Throws: ``RegistryError`` with the line.
    public func read() throws(RegistryError) -> [TagIdentity: StoredKey] {
        let bytes: [UInt8]?
        do throws(FileError) { bytes = try FileReader.read(path) } catch { throw RegistryError(error) }
        var keys: [TagIdentity: StoredKey] = [:]
        let lines = (bytes ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            guard let stored = StoredKey(line: Array(line)) else {
                let error = MessageError(.range, field: "key", expected: "a key as 'tagalong pair --key' writes it")
                throw RegistryError(path, line: index + 1, .malformed(error))
            }
            keys[stored.identity] = stored
        }
        return keys
    }

    /// Keeps a key, in the place of one of the same tag; whether there was none.
    @discardableResult
    public func add(_ key: StoredKey) throws(RegistryError) -> Bool {
        var isNew = false
        try update { keys in
            isNew = keys[key.identity] == nil
            keys[key.identity] = key
        }
        return isNew
    }

    /// Forgets the key of a tag, if there is one.
    public func remove(_ identity: TagIdentity) throws(RegistryError) { try update { $0[identity] = nil } }

    /// Keeps where tags were heard; of those that it knows.
    func align(_ alignments: [TagIdentity: KeyAlignment]) throws(RegistryError) {
        try update { keys in
            for (identity, alignment) in alignments { keys[identity]?.alignment = alignment }
        }
    }

    private func update(_ change: (inout [TagIdentity: StoredKey]) -> Void) throws(RegistryError) {
        let lock: FileLock
        do throws(FileError) {
            try Directory.make(Directory.parent(of: path))
            lock = try FileLock(path + ".lock")
        } catch { throw RegistryError(error) }
        defer { lock.release() }
        var keys = try read()
        let before = keys
        change(&keys)
        guard keys != before else { return }
        let bytes = keys.values.sorted { $0.identity.text < $1.identity.text }.flatMap {
            $0.line + [UInt8(ascii: "\n")]
        }
        do throws(FileError) { try FileDraft.replace(path, with: bytes) } catch { throw RegistryError(error) }
    }

    /// What tells whether the file has changed; nil when there is none.
    var stamp: RegistryFile.Stamp? { RegistryFile(path: path).stamp }
}

extension RegistryFile {
    /// Where the keys of its tags are.
    public var keys: KeyStore {
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map { String($0) }
        return KeyStore(path: (parent + [KeyStore.name]).joined(separator: "/"))
    }
}

extension StoredKey {
    fileprivate init?(line: [UInt8]) {
        guard let value = try? JSONValue(line), let key = TagKey(record: value) else { return nil }
        self.init(key)
        guard let counter = value["counter"]?.number.flatMap({ Int(exactly: $0) }),
            (0...KeyAlignment.most).contains(counter),
            let time = value["counter_at"]?.text.flatMap({ Timestamp($0) })
        else { return }
        alignment = KeyAlignment(counter: counter, time: time)
    }

    fileprivate var line: [UInt8] {
        var members: [(String, JSONValue?)] = [("_type", "key"), ("identity", .text(identity.text))]
        members += key.record.all.map { ($0.name, Optional($0.value)) }
        members.append(("counter", alignment.map { .whole(Int64($0.counter)) }))
        members.append(("counter_at", alignment.map { .text("\($0.time)") }))
        return JSONValue.object(JSONMembers(members)).encoded()
    }
}
