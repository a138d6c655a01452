import Cryptography
import Foundation
import Glibc
public import Store
import Synchronization
import Threads
import Tracking

/// Months that were fetched of an object storage, each as a small database in a directory, up to a number of bytes.
///
/// What was not read for the longest time goes first. Nothing there is ever the only copy.
public final class MonthCache: FixShelf {
    private let directory: String
    private let limit: Int
    private let storage: ObjectStorage
    private let state = Mutex(State())
    /// Unpacking a month takes long: the threads that tasks share are free for what must not wait.
    private let executor = WorkExecutor(threads: 1)

    private struct State {
        /// Those in use, by their objects: they are read also when their file is gone.
        var open: [String: Weak] = [:]
        /// The last ones read, the newest first.
        var recent: [Store] = []
        var fetches: [String: Task<Store, any Error>] = [:]
    }

    private struct Weak { weak var store: Store? }

    /// Bytes that are kept where nobody says anything else.
    public static let standardLimit = 1 << 30
    /// So many databases are kept open.
    private static let mostOpen = 8

    /// A cache in a directory, which is made when it is needed.
    public init(_ storage: ObjectStorage, in directory: String, limit: Int = standardLimit) {
        var patient = storage
        // Somebody waits.
        patient.tries = min(2, storage.tries)
        (self.storage, self.directory, self.limit) = (patient, directory, limit)
    }

    public func open(_ month: MonthOut) throws -> Store? {
        if let store = state.withLock({ $0.open[month.object]?.store }) {
            keep(store, month)
            return store
        }
        let path = path(month)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        // One that this version cannot read is fetched once more.
        guard let store = try? Store(path: path, mode: .readOnly) else { return nil }
        // By when files were last read they go.
        unsafe utimes(path, nil)
        keep(store, month)
        return store
    }

    public func fetch(_ month: MonthOut) async throws -> Store {
        if let store = try open(month) { return store }
        let task = state.withLock { state in
            if let running = state.fetches[month.object] { return running }
            let task = Task(executorPreference: executor) { try await self.bring(month) }
            state.fetches[month.object] = task
            return task
        }
        defer { state.withLock { $0.fetches[month.object] = nil } }
        return try await task.value
    }

    /// The bytes of a month's object, which are those that were written.
    ///
    /// - Throws: ``ArchiveError``.
    static func bytes(of month: MonthOut, in storage: ObjectStorage) async throws -> [UInt8] {
        let place = "\(storage.address)"
        guard let bytes = try await storage.get(month.object, limit: month.bytes) else {
            throw ArchiveError.missing(storage: place, object: month.object)
        }
        guard bytes.count == month.bytes, Hex.text(Digest.sha256(bytes)) == month.digest else {
            throw ArchiveError.differs(storage: place, object: month.object)
        }
        return bytes
    }

    private func bring(_ month: MonthOut) async throws -> Store {
        let bytes = try await Self.bytes(of: month, in: storage)
        let memory = try Store.inMemory()
        try memory.write { transaction in
            try MonthObject.read(bytes, month.object, of: month.device, month.month) { try transaction.restore($0) }
        }
        // Where nothing can be written it is read from memory, as long as somebody needs it.
        let store = (try? file(memory, month)) ?? memory
        keep(store, month)
        return store
    }

    private func file(_ memory: Store, _ month: MonthOut) throws -> Store {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = "\(directory)/\(UUID().uuidString).draft"
        defer { try? FileManager.default.removeItem(atPath: draft) }
        // For its owner alone: SQLite would let everybody read it.
        close(unsafe Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        try memory.backUp(to: draft)
        guard unsafe rename(draft, path(month)) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        makeRoom(beside: path(month))
        return try Store(path: path(month), mode: .readOnly)
    }

    private func path(_ month: MonthOut) -> String { path(of: month.object) }

    /// The name of an object is never given to another one.
    private func path(of object: String) -> String {
        "\(directory)/\(Hex.text(Digest.sha256(Array("\(storage.address)/\(object)".utf8)))).sqlite"
    }

    /// Removes what was fetched of an object, as it is to go.
    public func forget(_ object: String) {
        let store = state.withLock { $0.open.removeValue(forKey: object)?.store }
        state.withLock { state in state.recent.removeAll { $0 === store } }
        unsafe unlink(path(of: object))
    }

    private func keep(_ store: Store, _ month: MonthOut) {
        state.withLock { state in
            state.open = state.open.filter { $0.value.store != nil }
            state.open[month.object] = Weak(store: store)
            state.recent.removeAll { $0 === store }
            state.recent.insert(store, at: 0)
            if state.recent.count > Self.mostOpen { state.recent.removeLast() }
        }
    }

    private func makeRoom(beside kept: String) {
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
        let files = try? FileManager.default.contentsOfDirectory(
            at: URL(fileURLWithPath: directory), includingPropertiesForKeys: keys)
        var found = (files ?? []).compactMap { url -> (path: String, size: Int, read: Date)? in
            guard url.pathExtension == "sqlite", let values = try? url.resourceValues(forKeys: Set(keys)),
                let size = values.fileSize, let read = values.contentModificationDate
            else { return nil }
            return (url.path, size, read)
        }
        found.sort { $0.read < $1.read }
        var size = found.reduce(0) { $0 + $1.size }
        for file in found where size > limit && file.path != kept {
            if unsafe unlink(file.path) == 0 { size -= file.size }
        }
    }
}
