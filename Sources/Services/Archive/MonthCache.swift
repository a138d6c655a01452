import Cryptography
import Foundation
import Glibc
public import Store
import Synchronization
import Threads
public import Tracking

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
        /// Those of which an object was to go while it was fetched.
        var unwanted: Set<String> = []
        var swept: Timestamp?
    }

    private struct Weak { weak var store: Store? }

    /// Bytes that are kept where nobody says anything else.
    public static let standardLimit = 1 << 30
    /// So many databases are kept open.
    private static let mostOpen = 8
    /// After so long nobody is at work on a draft any more.
    private static let draftAge = Duration.seconds(3600)
    /// What another archive has left here goes when nobody has read it for so long.
    private static let strangeAge = Duration.seconds(7 * 86_400)
    private static let sweepPause = Duration.seconds(1800)

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
        defer {
            state.withLock { state in
                state.fetches[month.object] = nil
                state.unwanted.remove(month.object)
            }
        }
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

    /// A month as a store in memory, read of its object.
    ///
    /// - Throws: ``ArchiveError``, or `StoreError`.
    static func unpacked(_ month: MonthOut, from storage: ObjectStorage) async throws -> Store {
        let bytes = try await bytes(of: month, in: storage)
        let memory = try Store.inMemory()
        try memory.write { transaction in
            try MonthObject.read(bytes, month.object, of: month.device, month.month) { try transaction.restore($0) }
        }
        return memory
    }

    private func bring(_ month: MonthOut) async throws -> Store {
        let memory = try await Self.unpacked(month, from: storage)
        // Where nothing can be written it is read from memory, as long as somebody needs it.
        let store = (try? file(memory, month)) ?? memory
        keep(store, month)
        // It was to go while it was fetched: whoever has asked reads it to the end, and nobody finds it again.
        if state.withLock({ $0.unwanted.contains(month.object) }) { forget(month.object) }
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
        "\(directory)/\(name(of: object))"
    }

    /// Of which archive a file is shows in front.
    private func name(of object: String) -> String {
        "\(mark).\(Hex.text(Digest.sha256(Array("\(storage.address.place)/\(object)".utf8)))).sqlite"
    }

    private var mark: String { String(Hex.text(Digest.sha256(Array(storage.address.place.utf8))).prefix(16)) }

    /// Removes what was fetched of an object, or is being fetched, as it is to go.
    public func forget(_ object: String) {
        let store = state.withLock { state in
            if state.fetches[object] != nil { state.unwanted.insert(object) }
            return state.open.removeValue(forKey: object)?.store
        }
        state.withLock { state in state.recent.removeAll { $0 === store } }
        unsafe unlink(path(of: object))
    }

    public func discard(_ path: String) -> Bool {
        guard path.hasPrefix("\(directory)/") else { return false }
        state.withLock { state in
            state.open = state.open.filter { $0.value.store?.path != path }
            state.recent.removeAll { $0.path == path }
        }
        return unsafe unlink(path) == 0
    }

    /// Removes what is of no month that is out: of devices that others have deleted, and what writers that were killed
    /// have left; at most twice an hour.
    ///
    /// `objects` are those of all months that are out; they are asked for where something is here.
    public func sweep(at now: Timestamp, _ objects: () throws -> Set<String>) throws {
        let isDue = state.withLock { state in
            if let swept = state.swept, swept <= now, now < swept.advanced(by: Self.sweepPause) { return false }
            state.swept = now
            return true
        }
        guard isDue else { return }
        let files = files()
        let open = state.withLock { Set($0.open.keys).union($0.fetches.keys) }
        guard !files.isEmpty || !open.isEmpty else { return }
        let known = try objects()
        for object in open.subtracting(known) { forget(object) }
        let names = Set(known.map { name(of: $0) })
        for file in files where !names.contains(file.name) {
            let age = file.read.duration(to: now)
            let isStale =
                if file.name.contains(".draft") {
                    age > Self.draftAge
                } else if file.name.hasPrefix("\(mark).") || file.name.utf8.count == Self.formerLength {
                    true
                } else {
                    age > Self.strangeAge
                }
            if isStale { unsafe unlink("\(directory)/\(file.name)") }
        }
    }

    /// Of names that did not tell of which archive they are.
    private static let formerLength = 64 + ".sqlite".utf8.count

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
        let found = files().filter { $0.name.hasSuffix(".sqlite") }.sorted { $0.read < $1.read }
        var size = found.reduce(0) { $0 + $1.size }
        for file in found where size > limit && "\(directory)/\(file.name)" != kept {
            if unsafe unlink("\(directory)/\(file.name)") == 0 { size -= file.size }
        }
    }

    private struct File {
        let name: String
        let size: Int
        /// When it was last read.
        let read: Timestamp
    }

    private func files() -> [File] {
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
        let files = try? FileManager.default.contentsOfDirectory(
            at: URL(fileURLWithPath: directory), includingPropertiesForKeys: keys)
        return (files ?? []).compactMap { url in
            guard let values = try? url.resourceValues(forKeys: Set(keys)), let size = values.fileSize,
                let read = values.contentModificationDate
            else { return nil }
            return File(
                name: url.lastPathComponent, size: size, read: Timestamp(seconds: read.timeIntervalSince1970))
        }
    }
}
