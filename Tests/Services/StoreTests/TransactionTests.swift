import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct TransactionTests {
    let place: TestPlace
    let store: Store
    let device: DeviceID

    init() throws {
        place = try TestPlace()
        store = try Store(path: place.path, mode: .readWrite(create: true), durability: .off)
        device = try .sample()
    }

    @Test func `a batch that fails leaves no trace, in memory neither`() throws {
        let fix = try StoredFix.sample(device, sequence: 1)
        #expect(throws: Interruption.self) {
            try store.write { transaction in
                _ = try transaction.insert(fix)
                transaction.count(.late)
                throw Interruption()
            }
        }
        #expect(try store.devices() == [])
        #expect(try store.counters() == [:])
        #expect(try store.insert([fix]) == [true])
    }

    @Test func `a reader in another place sees each commit and nothing before it`() throws {
        let reader = try Store(path: place.path, mode: .readOnly)
        for number in 1...3 as ClosedRange<UInt32> {
            let fix = try StoredFix.sample(device, at: Double(number), sequence: number)
            try store.write { transaction in
                _ = try transaction.insert(fix)
                #expect(try reader.fixCount(of: device) == Int(number) - 1)
            }
            #expect(try reader.latest(of: device, limit: 1) == [fix])
            #expect(try store.latest(of: device, limit: 1) == [fix])
        }
        let error = #expect(throws: StoreError.self) { try reader.insert([]) }
        #expect(error?.reason == .readOnly)
    }

    @Test func `an empty batch is no harm`() throws {
        #expect(try store.insert([]) == [])
    }
}

@Suite struct FullDiskTests {
    @Test func `a full disk leaves the store as it was, and the next batch works`() throws {
        let place = try TestPlace()
        let store = try Store(path: place.path, mode: .readWrite(create: true), durability: .off)
        let device = try DeviceID.sample()
        let first = try (1...500).map { try StoredFix.sample(device, at: Double($0), sequence: UInt32($0)) }
        try store.insert(first)
        let limit = try #require(Int(try store.pragma("page_count") ?? "")) + 2
        _ = try store.pragma("max_page_count = \(limit)")
        let second = try (501...5000).map { try StoredFix.sample(device, at: Double($0), sequence: UInt32($0)) }
        let error = #expect(throws: StoreError.self) { try store.insert(second) }
        #expect(error == StoreError(path: store.path, .full))
        #expect(error?.description.contains("disk is full") == true)
        #expect(try store.allFixes(of: device) == first)
        #expect(try store.received(of: device, boot: 1).ranges == [1...500])
        _ = try store.pragma("max_page_count = 1000000")
        #expect(try store.insert(second).allSatisfy { $0 })
        #expect(try store.allFixes(of: device) == first + second)
        #expect(try store.counters() == [.stored: 5000])
    }
}
