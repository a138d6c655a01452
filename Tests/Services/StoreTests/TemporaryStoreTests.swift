import Foundation
import Testing
import Tracking

@testable import Store

/// Stores that nobody keeps, and that write only when somebody reads.
@Suite struct TemporaryStoreTests {
    /// What a store has to say of two devices.
    private struct Contents: Equatable {
        var fixes: [[StoredFix]]
        var counters: [Counter: Int]
        var documents: [DeviceID: [DocumentKind: DocumentRow]]
        var states: [DeviceID: [UInt8]]
        var devices: [DeviceRow]

        init(_ store: Store, _ devices: [DeviceID]) throws {
            fixes = try devices.map { try store.latest(of: $0, limit: 10_000) }
            counters = try store.counters()
            documents = try store.documents()
            states = try store.alertStates()
            self.devices = try store.devices()
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `it says what any other store says, whenever it is asked`(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        let fixes = try IngestPropertyTests.fixes(&generator)
        let devices = Array(Set(fixes.map(\.device))).sorted { $0.description < $1.description }
        let stores = [try Store.temporary(), try Store.inMemory()]
        var rest = (fixes + fixes.prefix(100))[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Int.random(in: 1...90, using: &generator))
            rest = rest.dropFirst(batch.count)
            let device = devices[Int.random(in: 0..<devices.count, using: &generator)]
            let kind = [DocumentKind.state, .rules, .desired][Int.random(in: 0..<3, using: &generator)]
            let bytes = [UInt8](repeating: 0x61, count: Int.random(in: 1...5, using: &generator))
            let act = Int.random(in: 0..<8, using: &generator)
            for store in stores {
                try store.write { transaction in
                    for fix in batch { _ = try transaction.insert(fix) }
                    let now = Timestamp(seconds: 1000)
                    try transaction.saveDocument(DocumentRow(device: device, kind: kind, payload: bytes, updated: now))
                    try transaction.saveAlertState(bytes, of: device, at: now)
                    transaction.count(.late)
                    switch act {
                    case 0: try transaction.removeDocument(kind, of: device)
                    case 1: _ = try transaction.delete(device)
                    case 2: _ = try transaction.expire(device, before: Timestamp(seconds: 40), blocks: 3)
                    case 3: try transaction.takeOffItem(device, at: now)
                    case 4:
                        _ = try transaction.mark(
                            batch[batch.startIndex].fix, batch[batch.startIndex].mark, of: device,
                            isImplausible: true)
                    default: break
                    }
                }
            }
            guard Bool.random(using: &generator) else { continue }
            #expect(try Contents(stores[0], devices) == Contents(stores[1], devices))
        }
        #expect(try Contents(stores[0], devices) == Contents(stores[1], devices))
    }

    @Test func `each has a database of its own, which leaves nothing behind`() throws {
        let before = try Self.files()
        let (first, second) = (try Store.temporary(), try Store.temporary())
        try first.insert([.sample(.sample("a"), at: 1)])
        #expect(try first.fixCount(of: .sample("a")) == 1)
        #expect(try second.fixCount(of: .sample("a")) == 0)
        #expect(try Self.files().subtracting(before).isEmpty)
    }

    /// What SQLite calls its temporary files, where it makes them.
    private static func files() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
        return Set(names.filter { $0.hasPrefix("etilqs_") })
    }
}
