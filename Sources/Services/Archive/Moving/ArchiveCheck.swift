public import Store
import Tracking

/// A comparison of what a store remembers with what is in the object storage.
public struct ArchiveCheck: Sendable {
    private let store: Store
    private let storage: ObjectStorage

    public init(_ store: Store, _ storage: ObjectStorage) { (self.store, self.storage) = (store, storage) }

    /// Something that is not as it should be.
    public struct Finding: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable {
            /// A month's object is not there.
            case missing
            /// It is another one than was written.
            case differs
            /// A device's index is not there, or tells of other months.
            case index
            /// An object of which the store knows nothing.
            case unknown
            /// An object that is still to go.
            case waiting
        }

        public let kind: Kind
        public let object: String
        public let sentence: String
        /// Whether fixes are lost, or may be.
        public var isBad: Bool { kind == .missing || kind == .differs }
    }

    /// Compares, by names and sizes; with `isFull` reads each object, too.
    ///
    /// - Throws: ``ArchiveError``, or `StoreError`.
    public func findings(
        isFull: Bool, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws -> [Finding] {
        let (months, removals) = try (store.monthsOut(), store.removals())
        let found = Dictionary(try await storage.list().map { ($0.name, $0.size) }) { $1 }
        var findings: [Finding] = []
        for (number, month) in months.enumerated() {
            progress(number, months.count)
            if let finding = try await finding(month, size: found[month.object], isFull) { findings.append(finding) }
        }
        let devices = Dictionary(grouping: months, by: \.device)
        let waiting = Set(removals.map(\.object))
        for (device, months) in devices.sorted(by: { $0.key < $1.key }) {
            let (index, text) = (ArchiveNames.index(of: device), DeviceIndex.text(device, months))
            guard !waiting.contains(index) else { continue }
            let read = found[index] == nil ? nil : try await storage.get(index, limit: 16 << 20)
            if read != text {
                findings.append(Finding(kind: .index, object: index, sentence: "the index tells of other months"))
            }
        }
        let known = Set(months.map(\.object)).union(devices.keys.map(ArchiveNames.index))
        for name in found.keys.sorted() where !known.contains(name) {
            let isWaiting = waiting.contains(name)
            findings.append(
                Finding(
                    kind: isWaiting ? .waiting : .unknown, object: name,
                    sentence: isWaiting ? "it is to be removed" : "this database knows nothing of it"))
        }
        return findings
    }

    private func finding(_ month: MonthOut, size: Int?, _ isFull: Bool) async throws -> Finding? {
        let what = "\(month.fixes) positions of \(month.device) of \(month.month)"
        guard let size else { return Finding(kind: .missing, object: month.object, sentence: "it is missing: \(what)") }
        guard size == month.bytes else {
            let sentence = "it has \(size) bytes in place of \(month.bytes): \(what)"
            return Finding(kind: .differs, object: month.object, sentence: sentence)
        }
        guard isFull else { return nil }
        do {
            let bytes = try await MonthCache.bytes(of: month, in: storage)
            var fixes = 0
            try MonthObject.read(bytes, month.object, of: month.device, month.month) { _ in fixes += 1 }
            guard fixes != month.fixes else { return nil }
            return Finding(kind: .differs, object: month.object, sentence: "it has \(fixes) positions: \(what)")
        } catch let error as ArchiveError {
            switch error {
            case .missing: return Finding(kind: .missing, object: month.object, sentence: "it is missing: \(what)")
            case .differs, .damaged: return Finding(kind: .differs, object: month.object, sentence: "\(error): \(what)")
            case .away, .refused, .unknown, .unlisted, .elsewhere, .notCopied: throw error
            }
        }
    }
}
