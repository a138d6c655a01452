import Alerts
import Messages
import Store
import StoreSupport
import Testing
import Tracking

@testable import History

@Suite(.onBothEngines) struct HistoryImportTests {
    private let keys: DeviceID
    private let phone: DeviceID
    private let now = Timestamp(seconds: 1_777_626_000)

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        phone = DeviceID(owner: try Name("sam"), device: try Name("phone"))
    }

    private func fix(_ metres: Double, _ seconds: Int) throws -> Fix {
        let start = try Coordinate(latitude: 46.05, longitude: 14.5)
        return Fix(
            coordinate: start.offset(north: metres, east: 0).rounded,
            time: now.advanced(by: .seconds(seconds)),
            accuracy: 0
        )
    }

    private func location(_ device: DeviceID, _ metres: Double, _ seconds: Int, sequence: UInt32?) throws -> Message {
        let location = LocationMessage(
            fix: try fix(metres, seconds),
            mark: sequence.map { FixMark(boot: 1, sequence: $0) },
            mode: sequence.map { _ in .cellular }
        )
        return Message(topic: Topics().location(device), payload: location.encoded())
    }

    /// A service that has seen keys and phone together.
    private func core() throws -> HistoryCore {
        var core = try HistoryCore(store: .forTest(), configuration: HistoryConfiguration())
        let messages = [
            try location(phone, 0, -2, sequence: nil), try location(keys, 0, -1, sequence: 1),
            try location(phone, 0, 0, sequence: nil),
        ]
        _ = try core.ingest(messages, at: now)
        return core
    }

    private func take(
        _ fix: Fix,
        of device: DeviceID,
        _ core: inout HistoryCore,
        after seconds: Int
    ) throws -> [Message] {
        let time = now.advanced(by: .seconds(seconds))
        return try core.takeRecorded(of: device, at: time) { transaction, _ in
            let stored = StoredFix(device: device, fix: fix, battery: 44, received: time)
            return try transaction.insertRecorded(stored, at: time)
        }.messages
    }

    /// The alerts that were raised, told or not.
    private func alerts(_ core: HistoryCore) throws -> [AlertRow] { try core.store.alerts(of: keys) }

    @Test func `an imported newer fix far away becomes the last one, and raises nothing`() throws {
        var core = try core()
        _ = try take(fix(500, 5), of: keys, &core, after: 10)
        // Neither does time, nor an owner who is seen elsewhere afterwards.
        _ = try core.tick(at: now.advanced(by: .seconds(11)))
        _ = try core.ingest([location(phone, 0, 12, sequence: nil)], at: now.advanced(by: .seconds(12)))
        _ = try core.tick(at: now.advanced(by: .seconds(13)))
        #expect(try alerts(core).isEmpty)
        let state = try #require(core.trackers.first)
        let imported = try fix(500, 5)
        #expect(state.watch.lastFix == imported)
        #expect(state.watch.engine.level != .critical)
        #expect(state.battery == 44)
        // What arrives afterwards is judged as ever.
        for second in 20...24 {
            let messages = [
                try location(phone, 0, second, sequence: nil),
                try location(keys, 500, second, sequence: UInt32(second - 18)),
            ]
            _ = try core.ingest(messages, at: now.advanced(by: .seconds(second)))
        }
        #expect(core.trackers[0].watch.engine.level == .critical)
        #expect(try !alerts(core).isEmpty)
        #expect(core.trackers[0].watch.lastFix?.time == now.advanced(by: .seconds(24)))
    }

    @Test func `an older fix changes nothing but the history`() throws {
        var core = try core()
        _ = try take(fix(500, -3600), of: keys, &core, after: 10)
        #expect(try alerts(core).isEmpty)
        let expected = try fix(0, -1)
        #expect(core.trackers.first?.watch.lastFix == expected)
        #expect(try core.store.fixCount(of: keys) == 2)
    }

    @Test func `an owner's imported way judges no tracker anew`() throws {
        var core = try core()
        _ = try take(fix(800, 30), of: phone, &core, after: 40)
        #expect(try alerts(core).isEmpty)
    }

    @Test func `a failed import leaves memory and store as they were`() throws {
        struct Refusal: Error {}
        let far = try fix(500, 5)
        var core = try core()
        let last = core.trackers.first?.watch.lastFix
        do {
            _ = try core.takeRecorded(of: keys, at: now) { transaction, _ in
                let stored = StoredFix(device: keys, fix: far, received: now)
                _ = try transaction.insertRecorded(stored, at: now)
                throw Refusal()
            }
            Issue.record("it was not refused")
        } catch is Refusal {}
        #expect(core.trackers.first?.watch.lastFix == last)
        #expect(try core.store.fixCount(of: keys) == 1)
    }
}
