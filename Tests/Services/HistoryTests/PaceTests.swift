import Messages
import Store
import StoreSupport
import Testing
import Tracking

@testable import History

/// A flood of fixes is stored before it is talked about, and everybody is told in time all the same.
@Suite(.onBothEngines) struct PaceTests {
    private let topics = Topics()

    private func core() throws -> HistoryCore {
        var core = try HistoryCore(
            store: Store.forTest(), configuration: HistoryConfiguration(homeAssistant: true, version: "1")
        )
        let fence = try #require(core.connected(at: Timestamp(seconds: 0)).first { $0.topic == topics.fence })
        _ = try core.ingest([fence], at: Timestamp(seconds: 0))
        return core
    }

    private func fixes(
        of trackers: Range<Int>, _ sequence: UInt32, at seconds: Double, north: Double = 0
    ) throws -> [Message] {
        let origin = try Coordinate(latitude: 46, longitude: 14)
        return try trackers.map { number in
            let device = DeviceID(owner: try Name("sam"), device: try Name("t\(number)"))
            let fix = Fix(
                coordinate: origin.offset(north: north, east: 0), time: Timestamp(seconds: seconds), accuracy: 0)
            let location = LocationMessage(
                fix: fix, battery: 80, mark: FixMark(boot: 1, sequence: sequence), mode: .cellular
            )
            return Message(topic: topics.location(device), payload: location.encoded())
        }
    }

    private func phone(at seconds: Double) throws -> Message {
        let device = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        let place = try Coordinate(latitude: 46, longitude: 14)
        let location = LocationMessage(fix: Fix(coordinate: place, time: Timestamp(seconds: seconds), accuracy: 0))
        return Message(topic: topics.location(device), payload: location.encoded())
    }

    /// How many messages of each kind there are.
    private func count(_ messages: [Message]) -> (stored: Int, states: Int, discovery: Int) {
        (
            messages.count { $0.topic.hasSuffix("/stored") }, messages.count { $0.topic.hasSuffix("/state") },
            messages.count { $0.topic.hasPrefix("homeassistant/") }
        )
    }

    @Test func `a batch of three hundred new items is told at once`() throws {
        var core = try core()
        let told = try core.ingest(fixes(of: 0..<300, 1, at: 1), at: Timestamp(seconds: 1))
        #expect(count(told) == (300, 300, 300))
    }

    @Test func `of a thousand the rest is told within the second`() throws {
        var core = try core()
        let atOnce = try core.ingest(fixes(of: 0..<1000, 1, at: 1), at: Timestamp(seconds: 1))
        #expect(count(atOnce) == (300, 300, 300))
        let later = try core.tick(at: Timestamp(seconds: 1.9))
        #expect(count(later) == (700, 700, 700))
        #expect(Set((atOnce + later).map(\.topic)).count == 3000)
        #expect(try count(core.tick(at: Timestamp(seconds: 3))) == (0, 0, 0))
    }

    @Test func `in a flood a level that changes is told at once, and the rest within the limits`() throws {
        var core = try core()
        _ = try core.ingest([phone(at: 0)], at: Timestamp(seconds: 0))
        // A thousand trackers, six times within a second.
        var atOnce: [Message] = []
        for round in 0..<6 {
            let time = 1 + Double(round) / 10
            atOnce += try core.ingest(fixes(of: 0..<1000, UInt32(round + 1), at: time), at: Timestamp(seconds: time))
        }
        #expect(count(atOnce) == (300, 300, 300))
        let away = try core.ingest(fixes(of: 998..<1000, 7, at: 1.8, north: 200), at: Timestamp(seconds: 1.8))
        let states = away.filter { $0.topic.hasSuffix("/state") }
        #expect(states.map(\.topic) == ["tagalong/sam/t998/state", "tagalong/sam/t999/state"])
        #expect(try states.map { try StateMessage(decoding: $0.payload).level } == [.critical, .critical])
        #expect(away.count { $0.topic.hasPrefix("tagalong/alerts/") } == 2)
        // The turn of the second after a flood is short, and the next one is as long as it need be.
        let first = try core.tick(at: Timestamp(seconds: 2.1))
        #expect(count(first) == (300, 300, 300))
        let second = try core.tick(at: Timestamp(seconds: 3.1))
        #expect(count(second) == (400, 398, 400))
        for kind in ["stored", "state"] {
            let told = (atOnce + away + first + second).filter { $0.topic.hasSuffix("/\(kind)") }.map(\.topic)
            #expect(Set(told).count == 1000)
        }
        // Of those who were told at once, more has been stored since.
        #expect(try count(core.tick(at: Timestamp(seconds: 4.1))) == (300, 0, 0))
    }

    @Test func `Home Assistant is told nothing more while many messages wait for the broker`() throws {
        var core = try core()
        core.waiting = 1000
        #expect(try count(core.ingest(fixes(of: 0..<10, 1, at: 1), at: Timestamp(seconds: 1))) == (10, 10, 0))
        #expect(try count(core.tick(at: Timestamp(seconds: 2))) == (0, 0, 0))
        core.waiting = 999
        #expect(try count(core.tick(at: Timestamp(seconds: 3))) == (0, 0, 1))
        core.waiting = 0
        #expect(try count(core.tick(at: Timestamp(seconds: 4))) == (0, 0, 9))
    }

    @Test func `of very many items Home Assistant is told by turns when it starts`() throws {
        var core = try core()
        _ = try core.ingest(fixes(of: 0..<1500, 1, at: 1), at: Timestamp(seconds: 1))
        core.waiting = 0
        _ = try core.tick(at: Timestamp(seconds: 2))
        core.waiting = 0
        _ = try core.tick(at: Timestamp(seconds: 3))
        let start = Message(topic: topics.homeAssistantStatus, payload: Array("online".utf8))
        let atOnce = try core.ingest([start], at: Timestamp(seconds: 10))
        core.waiting = 0
        let later = try core.tick(at: Timestamp(seconds: 11))
        #expect((count(atOnce).discovery, count(later).discovery) == (1000, 500))
        #expect(Set((atOnce + later).map(\.topic).filter { $0.hasPrefix("homeassistant/") }).count == 1500)
        #expect(try count(core.tick(at: Timestamp(seconds: 12))).discovery == 0)
    }

    @Test(arguments: [true, false])
    func `a broker that has forgotten its sessions is told all states anew`(isResumed: Bool) throws {
        var core = try core()
        let told = try core.ingest(fixes(of: 0..<5, 1, at: 1), at: Timestamp(seconds: 1))
        let connected = core.connected(at: Timestamp(seconds: 100), resumed: isResumed)
        _ = try core.ingest(connected.filter { $0.topic == topics.fence }, at: Timestamp(seconds: 100))
        let anew = try core.tick(at: Timestamp(seconds: 101)).filter { $0.topic.hasSuffix("/state") }
        let states = told.map(\.topic).filter { $0.hasSuffix("/state") }
        #expect(anew.map(\.topic) == (isResumed ? [] : states))
        #expect(try count(core.tick(at: Timestamp(seconds: 110))).states == 0)
    }
}

/// How long anybody waits for word in a flood that does not end; no store has a part in it.
struct PaceWaitTests {
    /// Each item has news in every second; the seconds between two words about it, when a word is owed after three.
    private func longestWait(_ word: Pace.Word, items: Int, seconds: Int) -> Int {
        var pace = Pace()
        var told = Array(repeating: 0, count: items)
        var longest = 0
        func tell(_ index: Int, at second: Int) {
            longest = max(longest, second - 1 - told[index])
            told[index] = second
        }
        for second in 1...seconds {
            let now = Timestamp(seconds: Double(second))
            pace.note(items, at: now)
            // The broker takes all of it.
            pace.waiting = 0
            for index in 0..<items where second - told[index] >= 3 && pace.take(word) { tell(index, at: second) }
            let end = Timestamp(seconds: Double(second) + 0.9)
            pace.note(0, at: end)
            pace.waiting = 0
            for index in pace.turn(word, of: items, { second - told[$0] >= 3 }) where pace.take(word) {
                tell(index, at: second)
            }
        }
        // Some still wait at the end.
        return max(longest, seconds - (told.min() ?? 0))
    }

    @Test(arguments: [1000, 6000, 20_000, 100_000])
    func `nobody waits longer than allowed in a flood that does not end`(items: Int) {
        #expect(longestWait(.stored, items: items, seconds: 40) <= 3 + 10)
        #expect(longestWait(.state, items: items, seconds: 80) <= 3 + 30)
        #expect(longestWait(.discovery, items: items, seconds: 80) <= 3 + 30)
    }
}
