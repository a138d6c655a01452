import Foundation
import Messages
import Store
import StoreSupport
import Testing
import Tracking

@testable import History

@Suite(.onBothEngines) struct HistoryRetentionTests {
    private let device: DeviceID
    private let store: Store
    private let now = Timestamp(seconds: 1_800_000_000)

    init() throws {
        device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        store = try .forTest()
    }

    private func location(daysAgo: Double, sequence: UInt32) throws -> Message {
        let time = now.advanced(by: .seconds(-Int64(daysAgo * 86_400)))
        let coordinate = try Coordinate(latitude: 46.05, longitude: 14.5)
        let location = LocationMessage(
            fix: Fix(coordinate: coordinate, time: time, accuracy: 5),
            mark: FixMark(boot: 1, sequence: sequence),
            mode: .cellular
        )
        return Message(topic: Topics().location(device), payload: location.encoded())
    }

    private func core(_ retention: Retention = .forever) throws -> HistoryCore {
        try HistoryCore(store: store, configuration: HistoryConfiguration(retention: retention))
    }

    /// Sweeps to the end and says in how many steps.
    private func sweep(_ core: inout HistoryCore, at time: Timestamp) throws -> Int {
        var steps = 1
        while try core.sweep(at: time), steps < 10_000 { steps += 1 }
        return steps
    }

    private func sequences() throws -> [UInt32] {
        try store.latest(of: device, limit: 10_000).compactMap(\.mark?.sequence).reversed()
    }

    @Test func `without a limit nothing is ever removed`() throws {
        var core = try core()
        _ = try core.ingest([location(daysAgo: 5000, sequence: 1), location(daysAgo: 0, sequence: 2)], at: now)
        #expect(try sweep(&core, at: now) == 1)
        #expect(try sequences() == [1, 2])
    }

    @Test(arguments: [Retention.forever, try? Retention(days: 9, fixes: nil)])
    func `what reminders told goes after a year, whatever holds for positions`(_ retention: Retention?) throws {
        var core = try core(try #require(retention))
        _ = try core.ingest([location(daysAgo: 0, sequence: 1)], at: now)
        let owners = [device.owner, try Name("lee")]
        // More of one than go in a step.
        let days = (0..<500).map { _ in 366.0 } + [365.1, 364.9, 0]
        try store.write { transaction in
            for owner in owners {
                for (number, day) in days.enumerated() {
                    try transaction.insert(
                        ReminderEventRow(
                            id: "\(owner)-\(number)", owner: owner, reminder: device.device,
                            time: now.advanced(by: .seconds(-Int64(day * 86_400))), event: "fired",
                            payload: [UInt8(number % 256)], isSent: true))
                }
            }
        }
        #expect(try sweep(&core, at: now) > 6)
        for owner in owners {
            #expect(try store.reminderEvents(of: [owner], limit: 999).map(\.id) == ["\(owner)-502", "\(owner)-501"])
        }
        // Not before an hour has passed is anything looked for again.
        let later = now.advanced(by: .seconds(86_400))
        #expect(try sweep(&core, at: now.advanced(by: .seconds(60))) == 1)
        _ = try sweep(&core, at: later)
        #expect(try store.reminderEvents(of: nil, limit: 999).map(\.id).sorted() == owners.map { "\($0)-502" }.sorted())
    }

    @Test func `months that are out go as whole ones, by age and by count`() throws {
        var core = try core()
        _ = try core.ingest((1...100).map { try location(daysAgo: Double(200 - $0), sequence: UInt32($0)) }, at: now)
        _ = try core.ingest((101...200).map { try location(daysAgo: Double(200 - $0), sequence: UInt32($0)) }, at: now)
        for month in try store.monthsToMove(of: device, endedBefore: now) {
            let stamp = try store.scanStored(device, month) { _ in }
            let moved = MonthOut(
                device: device, month: month, generation: 1, object: "\(month)", fixes: stamp.fixes, first: month.start,
                last: Timestamp(milliseconds: month.end.milliseconds - 1), bytes: 1,
                digest: String(repeating: "0", count: 64), storage: "s3://test", moved: now)
            try store.write { try $0.note([moved.object], of: device, at: now) }
            #expect(try store.write { try $0.move(moved, stamp) })
        }
        let months = try store.monthsOut(of: device)
        #expect(months.count > 3)
        // To the last millisecond of the first month.
        let age = Double(now.milliseconds - months[0].last.milliseconds) / 86_400_000
        try core.setRetention(Retention(days: age, fixes: nil), of: device, at: now)
        _ = try sweep(&core, at: now)
        #expect(try store.monthsOut(of: device) == months)
        _ = try sweep(&core, at: now.advanced(by: .seconds(3601)))
        #expect(try store.monthsOut(of: device) == Array(months.dropFirst()))
        #expect(try Set(store.removals().map(\.object)) == ["\(months[0].month)", ArchiveNames.index(of: device)])
        let here = try store.fixCount(of: device) - months.dropFirst().reduce(0) { $0 + $1.fixes }
        try core.setRetention(Retention(days: nil, fixes: here), of: device, at: now)
        _ = try sweep(&core, at: now)
        #expect(try store.monthsOut(of: device) == [])
        #expect(try store.latest(of: device, limit: 1000).count == here)
    }

    @Test func `what is told of a device is stronger than what holds for all, and lasts`() throws {
        var core = try core(Retention(days: 10, fixes: nil))
        try core.setRetention(Retention(days: 100, fixes: nil), of: device, at: now)
        let messages = try [50.0, 20, 5, 0].enumerated().map { index, days in
            try location(daysAgo: days, sequence: UInt32(index + 1))
        }
        _ = try core.ingest(messages, at: now)
        _ = try sweep(&core, at: now)
        #expect(try sequences() == [1, 2, 3, 4])
        core = try self.core(Retention(days: 10, fixes: nil))
        #expect(core.retention(of: device).isOwn)
        try core.setRetention(nil, of: device, at: now)
        _ = try sweep(&core, at: now)
        #expect(try sequences() == [3, 4])
        #expect(try store.counters()[.expired] == 2)
    }

    @Test func `fixes beyond the number go, and those too old as well`() throws {
        var core = try core(Retention(days: 100, fixes: 3))
        let messages = try (1...9).map { try location(daysAgo: Double(30 - $0), sequence: UInt32($0)) }
        _ = try core.ingest(messages, at: now)
        _ = try sweep(&core, at: now)
        #expect(try sequences() == [7, 8, 9])
        let later = now.advanced(by: .seconds(78 * 86_400))
        _ = try sweep(&core, at: later)
        #expect(try sequences() == [8, 9])
    }

    @Test func `what waits for a broker that is away does not outlive what retention deleted`() throws {
        let phone = DeviceID(owner: device.owner, device: try Name("phone"))
        var core = try core(Retention(days: 10, fixes: nil))
        func post(_ daysAgo: Int64) throws {
            let time = now.advanced(by: .seconds(-daysAgo * 86_400))
            let fix = #"{"_type":"location","lat":46.05,"lon":14.5,"tst":\#(time.wholeSeconds),"m":1}"#
            _ = try core.post([Array(fix.utf8)], from: phone, at: time)
        }
        try post(20)
        try post(1)
        #expect(try store.pendingOutbox().count == 2)
        _ = try sweep(&core, at: now)
        #expect(try store.fixCount(of: phone) == 1)
        #expect(try store.pendingOutbox().count == 1)
        // Nor is it told when the broker comes back.
        let fence = core.connected(at: now)
        let published = try core.ingest(fence.filter { $0.topic == Topics().fence }, at: now)
        #expect(published.count { $0.topic == Topics().location(phone) } == 1)
    }

    @Test func `a sweep comes once an hour, at once after a change, and the newest fix stays`() throws {
        var core = try core(Retention(days: 1, fixes: nil))
        _ = try core.ingest([location(daysAgo: 0.5, sequence: 1), location(daysAgo: 0, sequence: 2)], at: now)
        #expect(try sweep(&core, at: now) > 1)
        let later = now.advanced(by: .seconds(3599))
        #expect(try !core.sweep(at: later))
        let muchLater = now.advanced(by: .seconds(10 * 86_400))
        #expect(try sweep(&core, at: muchLater) > 1)
        #expect(try sequences() == [2])
        try core.setRetention(Retention(days: 50, fixes: nil), of: device, at: muchLater)
        #expect(try core.sweep(at: muchLater))
    }

    @Test func `a fix too old on arrival is acknowledged and not kept`() throws {
        var core = try core(Retention(days: 10, fixes: nil))
        let messages = try core.ingest(
            [location(daysAgo: 20, sequence: 1), location(daysAgo: 0, sequence: 2)],
            at: now
        )
        #expect(try sequences() == [2])
        let stored = try messages.filter { $0.topic == Topics().stored(device) }
            .map { try StoredMessage(decoding: $0.payload).mark }
        #expect(stored == [FixMark(boot: 1, sequence: 2)])
        #expect(try store.counters()[.outdated] == 1)
    }

    @Test func `a sweep of much goes in small steps, between which batches are stored`() throws {
        let path = "\(FileManager.default.temporaryDirectory.path)/sweep-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try Store(path: path, mode: .readWrite(create: true))
        let count = 200_000
        try store.write { transaction in
            for number in 1...count {
                let fix = Fix(
                    coordinate: try Coordinate(latitude: 46 + Double(number % 997) / 1e4, longitude: 14.5),
                    time: now.advanced(by: .seconds(Int64(number - count) * 10))
                )
                let mark = FixMark(boot: 1, sequence: UInt32(number))
                _ = try transaction.insert(StoredFix(device: device, fix: fix, mark: mark, received: now))
            }
        }
        let retention = try Retention(days: 1, fixes: nil)
        var core = try HistoryCore(store: store, configuration: HistoryConfiguration(retention: retention))
        var (steps, longest, isBusy) = (0, Duration.zero, true)
        while isBusy {
            let clock = ContinuousClock()
            longest = max(longest, try clock.measure { isBusy = try core.sweep(at: now) })
            steps += 1
            if steps.isMultiple(of: 5) {
                let sequence = UInt32(count + steps)
                _ = try core.ingest([location(daysAgo: 0, sequence: sequence)], at: now)
            }
        }
        print("sweep of \(count) fixes: \(steps) steps, the longest \(longest)")
        #expect(steps > count / 64 / 128)
        #expect(try store.fixCount(of: device) == 8641 + steps / 5)
        #expect(try store.counters()[.expired] == count - 8641)
        #expect(try store.findings().isEmpty)
    }
}
