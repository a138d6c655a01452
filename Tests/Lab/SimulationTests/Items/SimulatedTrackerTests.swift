import Firmware
import Messages
import Simulation
import TestSupport
import Testing
import Tracking

/// The tracker of a simulated item says what a real one says, and nothing in anybody else's name.
@Suite struct SimulatedTrackerTests {
    private let topics = Topics()
    private let start = Timestamp(milliseconds: 1_777_000_000_000)
    private let device: DeviceID

    init() throws { device = DeviceID(owner: try Name("sam"), device: try Name("kite")) }

    private func item(
        _ kind: Roaming.Kind = .walks, desired: DesiredState = DesiredState(version: 5, reportEvery: 10)
    ) throws -> SimulatedItem {
        let centre = try Coordinate(latitude: 46.05, longitude: 14.5)
        let roaming = Roaming(kind, around: centre, radius: 300, seed: 7, start: start)
        return SimulatedItem(device: device, name: try ItemName("Kite"), roaming: roaming, desired: desired)
    }

    /// Lets time pass second by second, and answers with what was said.
    private func run(
        _ tracker: inout SimulatedTracker, from first: Int, to last: Int, storing: Bool = true
    ) throws -> [Message] {
        var said: [Message] = []
        for second in first..<last {
            let now = tracker.step(at: start.advanced(by: .seconds(second)))
            said += now
            guard storing, let fix = try now.last(where: { $0.topic == topics.location(device) }).map(location),
                let mark = fix.mark
            else { continue }
            said += tracker.receive(Message(topic: topics.stored(device), payload: StoredMessage(mark: mark).encoded()))
        }
        return said
    }

    private func location(_ message: Message) throws -> LocationMessage {
        try LocationMessage(decoding: message.payload)
    }

    private func locations(_ messages: [Message]) throws -> [LocationMessage] {
        try messages.filter { $0.topic == topics.location(device) }.map(location)
    }

    private func reported(_ messages: [Message]) throws -> [ReportedState] {
        try messages.filter { $0.topic == topics.reported(device) }.map { try ReportedState(decoding: $0.payload) }
    }

    @Test func `it says that it is there, what it is, and where, on topics of its own only`() throws {
        var tracker = SimulatedTracker(try item(), start: start, topics: topics)
        #expect(!tracker.session.persistent && tracker.session.will?.topic == topics.availability(device))
        var said = tracker.step(at: start)
        said += tracker.connect()
        said += try run(&tracker, from: 1, to: 61)
        let own: Set = [topics.location(device), topics.reported(device), topics.availability(device)]
        #expect(Set(said.map(\.topic)) == own)
        #expect(said.first { $0.topic == topics.availability(device) }?.payload == Availability.online.encoded())
        let state = try #require(try reported(said).first)
        #expect(state.version == 5 && state.power == .on && state.isRegistered && state.battery == 100)
        let fixes = try locations(said)
        #expect((6...8).contains(fixes.count))
        for fix in fixes { #expect(fix.fix.coordinate == (try item().roaming.position(at: fix.fix.time))) }
        #expect(tracker.waiting == 0)
    }

    @Test(arguments: [true, false], [ModePolicy.auto, .bluetooth])
    func `one whose item was deleted before it was switched on again says goodbye, and nothing else`(
        _ isConnectedFirst: Bool, _ mode: ModePolicy
    ) throws {
        var deleted = try item()
        deleted.desired.mode = mode
        deleted.isDeleted = true
        var tracker = SimulatedTracker(deleted, start: start, topics: topics)
        var said = isConnectedFirst ? tracker.connect() : tracker.step(at: start)
        said += isConnectedFirst ? tracker.step(at: start) : tracker.connect()
        said += try run(&tracker, from: 1, to: 61)
        #expect(said.map(\.topic) == [topics.reported(device)])
        let goodbye = try #require(try reported(said).first)
        #expect(!goodbye.isRegistered && goodbye.version > 5)
        #expect(tracker.hasLeft && tracker.farewell.isEmpty)
    }

    @Test func `it rings, is located, switched off and on, and told how often to report`() throws {
        var tracker = SimulatedTracker(try item(), start: start, topics: topics)
        _ = tracker.step(at: start)
        _ = tracker.connect()
        _ = try run(&tracker, from: 1, to: 5)
        let ring = Message(topic: topics.command(device), payload: Command(id: "a", verb: .ring).encoded())
        let rang = tracker.receive(ring)
        #expect(try rang.map { try CommandResult(decoding: $0.payload).id } == ["a"] && tracker.isRinging)
        let locate = Message(topic: topics.command(device), payload: Command(id: "b", verb: .locate).encoded())
        let located = tracker.receive(locate) + tracker.step(at: start.advanced(by: .seconds(5)))
        #expect(located.contains { $0.topic == topics.result(device) })
        let asked = try #require(try locations(located).last?.mark)
        _ = tracker.receive(Message(topic: topics.stored(device), payload: StoredMessage(mark: asked).encoded()))
        let off = DesiredState(version: 6, power: .off, item: try ItemName("Big kite"))
        let answer = tracker.receive(Message(topic: topics.desired(device), payload: off.encoded(), retained: true))
        #expect(try reported(answer).last?.power == .off)
        #expect(tracker.memory.desired.power == .off && tracker.memory.name.text == "Big kite")
        #expect(try locations(try run(&tracker, from: 7, to: 60)).isEmpty)
        // What it remembers it is after a restart.
        var again = SimulatedTracker(tracker.memory, start: start.advanced(by: .seconds(60)), topics: topics)
        _ = again.step(at: start.advanced(by: .seconds(60)))
        #expect(try reported(again.connect()).last?.power == .off)
        let on = DesiredState(version: 7, power: .on, reportEvery: 5)
        _ = again.receive(Message(topic: topics.desired(device), payload: on.encoded(), retained: true))
        #expect(try locations(try run(&again, from: 61, to: 91)).count >= 6)
    }

    @Test func `it goes on after a restart where the seed says, with a boot of its own`() throws {
        var first = SimulatedTracker(try item(), start: start, topics: topics)
        _ = first.step(at: start)
        _ = first.connect()
        let before = try locations(try run(&first, from: 1, to: 120))
        let later = start.advanced(by: .seconds(120))
        var second = SimulatedTracker(first.memory, start: later, topics: topics)
        _ = second.step(at: later)
        _ = second.connect()
        let after = try locations(try run(&second, from: 121, to: 150))
        let (one, other) = (try #require(before.last), try #require(after.first))
        let seconds = other.fix.time.seconds - one.fix.time.seconds
        #expect(one.fix.coordinate.distance(to: other.fix.coordinate) <= 1.32 * seconds)
        #expect((one.mark?.boot ?? 0) < (other.mark?.boot ?? 0))
    }

    @Test func `while the broker is away it keeps its positions, and tells them all`() throws {
        var tracker = SimulatedTracker(try item(), start: start, topics: topics)
        _ = tracker.step(at: start)
        _ = tracker.connect()
        _ = try run(&tracker, from: 1, to: 30)
        tracker.disconnect()
        #expect(try run(&tracker, from: 30, to: 630).isEmpty)
        #expect(tracker.waiting >= 60)
        var said = tracker.connect()
        said += try run(&tracker, from: 630, to: 640)
        #expect(try locations(said).count >= 60 && tracker.waiting == 0)
    }

    @Test func `in Bluetooth mode, where no gateway hears it, it is heard all the same`() throws {
        var tracker = SimulatedTracker(try item(), start: start, topics: topics)
        _ = tracker.step(at: start)
        _ = tracker.connect()
        _ = try run(&tracker, from: 1, to: 5)
        let wish = DesiredState(version: 6, reportEvery: 10, mode: .bluetooth)
        _ = tracker.receive(Message(topic: topics.desired(device), payload: wish.encoded(), retained: true))
        let said = try run(&tracker, from: 5, to: 65)
        #expect(try reported(said).last?.activeMode == .bluetooth && (try locations(said).count) >= 5)
        tracker.disconnect()
        #expect(try run(&tracker, from: 65, to: 70).isEmpty)
        #expect(tracker.connect().contains { $0.payload == Availability.online.encoded() })
        let back = DesiredState(version: 7, reportEvery: 10, mode: .auto)
        _ = tracker.receive(Message(topic: topics.desired(device), payload: back.encoded(), retained: true))
        #expect(try locations(try run(&tracker, from: 70, to: 100)).count >= 2)
        let cellular = DesiredState(version: 8, reportEvery: 10, mode: .cellular)
        _ = tracker.receive(Message(topic: topics.desired(device), payload: cellular.encoded(), retained: true))
        #expect(try reported(try run(&tracker, from: 100, to: 130)).last?.activeMode == .cellular)
    }

    @Test func `when its item is deleted it says goodbye, and nothing after that`() throws {
        var tracker = SimulatedTracker(try item(), start: start, topics: topics)
        _ = tracker.step(at: start)
        _ = tracker.connect()
        _ = try run(&tracker, from: 1, to: 5)
        #expect(!tracker.hasLeft && tracker.farewell.map(\.payload) == [Availability.offline.encoded()])
        let end = DesiredState(version: 6, power: .off, isRegistered: false)
        let said = tracker.receive(Message(topic: topics.desired(device), payload: end.encoded(), retained: true))
        #expect(try reported(said).last?.isRegistered == false && tracker.hasLeft && tracker.farewell.isEmpty)
        #expect(try run(&tracker, from: 5, to: 30).isEmpty)
    }

    @Test func `what it cannot read it passes over, and a clock that is set back does not move it`() throws {
        var tracker = SimulatedTracker(try item(), start: start, topics: topics)
        _ = tracker.step(at: start.advanced(by: .seconds(9)))
        _ = tracker.connect()
        for topic in [topics.desired(device), topics.command(device), topics.stored(device), "other"] {
            #expect(tracker.receive(Message(topic: topic, payload: Array("{}x".utf8))).isEmpty)
        }
        #expect(tracker.step(at: start).isEmpty)
        #expect(tracker.step(at: Timestamp(milliseconds: 0)).isEmpty)
        #expect(!tracker.step(at: start.advanced(by: .seconds(30))).isEmpty)
    }

    @Test func `its battery falls, and is charged before it is empty`() throws {
        let item = try item()
        let charges = stride(from: 0, through: 12 * 24, by: 1).map { hour in
            item.battery(at: start.advanced(by: .seconds(hour * 3600)))
        }
        #expect(charges.first == 100)
        #expect(charges.allSatisfy { (20...100).contains($0) })
        #expect(zip(charges, charges.dropFirst()).count { $0 < $1 } == 2)
        var tracker = SimulatedTracker(item, start: start.advanced(by: .seconds(2 * 86_400)), topics: topics)
        var said = tracker.step(at: start.advanced(by: .seconds(2 * 86_400)))
        said += tracker.connect()
        said += tracker.step(at: start.advanced(by: .seconds(2 * 86_400 + 1)))
        #expect(try reported(said).last?.battery == 68)
    }
}
