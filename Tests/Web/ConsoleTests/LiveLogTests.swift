import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite struct LiveLogTests {
    private static let everything = LiveFilter.everything

    private func event(_ kind: LiveKind, _ tracker: Int, _ text: String = "{}") throws -> LiveEvent {
        let device = DeviceID(owner: try Name("sam"), device: try Name("t\(tracker)"))
        return LiveEvent(kind: kind, subject: .device(device), content: .document(Array(text.utf8)))
    }

    private func read(_ log: LiveLog, after position: UInt64 = 0, snapshot: UInt64 = 0) -> [UInt64] {
        var cursor = LiveCursor(filter: Self.everything, position: position, snapshot: snapshot)
        return log.next(&cursor, limit: .max).map(\.number)
    }

    @Test func `a newer state takes the place of an older one, and alerts stay`() throws {
        var log = LiveLog(memory: 10)
        for kind in [LiveKind.state, .alert, .state, .alert, .reported] { log.append(try event(kind, 1)) }
        #expect(read(log) == [2, 3, 4, 5])
        #expect(read(log, after: 3) == [4, 5])
    }

    @Test func `a newcomer is told what is kept, and nothing that has passed`() throws {
        var log = LiveLog(memory: 10)
        for kind in [LiveKind.state, .alert, .result, .rules] { log.append(try event(kind, 1)) }
        let snapshot = log.head
        log.append(try event(.alert, 1))
        #expect(read(log, snapshot: snapshot) == [1, 4, 5])
    }

    @Test func `what was taken back is told to those who had it, and to nobody else`() throws {
        var log = LiveLog(memory: 10)
        let state = try event(.state, 1)
        log.append(state)
        log.append(LiveEvent(kind: .state, subject: state.subject, content: .gone))
        #expect(read(log, after: 1) == [2])
        #expect(read(log, snapshot: log.head) == [])
    }

    @Test func `a reader who has missed forgotten alerts is known`() throws {
        var log = LiveLog(memory: 4)
        for _ in 1...20 { log.append(try event(.alert, 1)) }
        #expect(log.remembers(log.head))
        #expect(!log.remembers(1))
        #expect(!log.remembers(log.head + 1))
        #expect(log.forgotten > 0)
    }

    @Test func `the log stays as long as what there is to know`() throws {
        var log = LiveLog(memory: 4)
        for number in 1...10_000 { log.append(try event(.state, number % 50)) }
        #expect(read(log).count == 50)
        #expect(log.length < 200)
    }

    @Test func `where something may have been missed, all begin again with what is kept`() throws {
        let hub = LiveHub(log: 1)
        hub.append([try event(.state, 1), try event(.alert, 1)])
        var (cursor, _) = hub.begin(.everything, after: nil)
        #expect(hub.read(&cursor, limit: 10)?.events.count == 1)
        hub.beginAnew()
        #expect(hub.read(&cursor, limit: 10) == nil)
        #expect(!hub.begin(.everything, after: LiveIdentifier(log: 1, number: 2)).isResumed)
        (cursor, _) = hub.begin(.everything, after: nil)
        #expect(hub.read(&cursor, limit: 10)?.events.map(\.event.kind) == [.state])
        // From then on it goes on as ever.
        hub.append([try event(.state, 2)])
        #expect(hub.read(&cursor, limit: 10)?.events.count == 1)
    }

    @Test(arguments: UInt64(1)...30)
    func `whoever breaks off and goes on has in the end what was said, and nothing twice`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let hub = LiveHub(log: 1, memory: 1000)
        var (newest, alerts): ([String: UInt64], [UInt64]) = ([:], [])
        var (seen, numbers): ([String: UInt64], [UInt64]) = ([:], [])
        var (cursor, _) = hub.begin(.everything, after: nil)
        for number in UInt64(1)...400 {
            let kind = LiveKind.allCases.randomElement(using: &generator) ?? .state
            let tracker = Int.random(in: 0..<5, using: &generator)
            hub.append([try event(kind, tracker, "{}")])
            if kind.isKept { newest["\(kind) \(tracker)"] = number } else { alerts.append(number) }
            guard Int.random(in: 0..<8, using: &generator) == 0 else { continue }
            let limit = Int.random(in: 1...20, using: &generator)
            for (number, event) in hub.read(&cursor, limit: limit)?.events ?? [] {
                numbers.append(number)
                if event.kind.isKept { seen["\(event.kind) \(Self.number(event))"] = number }
            }
            let last = LiveIdentifier(log: 1, number: numbers.last ?? 0)
            // Breaks off, and goes on with the last that it had.
            if Bool.random(using: &generator), last.number > 0 { cursor = hub.begin(.everything, after: last).cursor }
        }
        for (number, event) in hub.read(&cursor, limit: .max)?.events ?? [] {
            numbers.append(number)
            if event.kind.isKept { seen["\(event.kind) \(Self.number(event))"] = number }
        }
        #expect(seen == newest)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers == numbers.sorted())
        #expect(Set(alerts).isSubset(of: numbers))
    }

    private static func number(_ event: LiveEvent) -> Int {
        guard case .device(let device) = event.subject else { return -1 }
        return Int(device.device.text.dropFirst()) ?? -1
    }

    @Test func `a fix that was read takes no place of one that came later`() throws {
        let hub = LiveHub()
        let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        func fix(_ device: DeviceID, received: Int64) throws -> StoredFix {
            let time = Timestamp(milliseconds: received)
            let coordinate = try Coordinate(latitude: 46, longitude: 14)
            return StoredFix(device: device, fix: Fix(coordinate: coordinate, time: time), received: time)
        }
        func known() -> Int64? {
            var found: StoredFix?
            hub.change { found = $0.fix(of: device) }
            return found?.received.milliseconds
        }
        #expect(known() == nil)
        for (received, last) in [(5, 5), (4, 5), (5, 5), (7, 7)] as [(Int64, Int64)] {
            hub.appendNewest([try fix(device, received: received)])
            #expect(known() == last)
        }
    }
}
