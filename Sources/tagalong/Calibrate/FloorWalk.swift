import Logging
import Messages
import Tracking

/// Walks somebody with a tag through the rooms of a home, and publishes how strongly the gateways heard it in each.
struct FloorWalk {
    let tracker: DeviceID
    /// The rooms in the order of the walk; with none, each is asked for.
    let rooms: [ItemName]
    let seconds: Int
    let trusts: Bool
    let isLive: Bool
    let answers: any LineSource
    let topics: Topics
    let say: @Sendable (String) -> Void
    let now: @Sendable () -> Timestamp

    /// A room with fewer reports says nothing.
    static let fewest = 5

    /// - Throws: ``CommandFailure`` when less than two rooms could be measured, or the broker is not there.
    func run(on choice: BrokerChoice, logger: Logger) async throws -> RoomSurvey {
        let topic = topics.proximity(tracker)
        return try await Errand.run(on: choice, topics: topics, subscribing: [topic], logger: logger) { errand in
            var isConnected = false
            for await event in errand.events where event == .connected {
                isConnected = true
                break
            }
            // The session tells why it has ended.
            guard isConnected else { throw BusClosed() }
            let ear = RoomEar(topic: topic)
            let listening = Task {
                for await event in errand.events {
                    if case .received(let message) = event { await ear.hear(message) }
                }
            }
            defer { listening.cancel() }
            let survey = RoomSurvey(time: now(), tracker: tracker, rooms: try await walk(ear))
            guard survey.rooms.count >= 2 else {
                throw CommandFailure(.failure, "two rooms are needed to tell them apart; nothing has changed")
            }
            try await errand.deliver(Message(topic: topics.roomSurvey, payload: survey.encoded(), retained: true))
            return survey
        }
    }

    private func walk(_ ear: RoomEar) async throws -> [RoomSurvey.Room] {
        var found: [RoomSurvey.Room] = []
        var asked = rooms.makeIterator()
        while let room = rooms.isEmpty ? await askForRoom() : asked.next() {
            if !rooms.isEmpty, !trusts {
                say("Take the tag to \(room.text.printable), and press Return: ")
                guard await answers.next() != nil else { break }
            }
            let levels = try await listen(ear)
            let count = levels.reduce(0) { $0 + $1.samples }
            guard count >= Self.fewest else {
                say("\(room.text.printable): \(count) reports are too few; left out. Does a gateway hear the tag?\n")
                continue
            }
            say("\(room.text.printable): \(Self.text(levels))\n")
            found.removeAll { $0.room == room }
            found.append(RoomSurvey.Room(room: room, gateways: levels))
        }
        return found
    }

    /// The next room's name; nil when there is no other.
    private func askForRoom() async -> ItemName? {
        while true {
            say("Go to a room with the tag, and type its name; Return alone ends: ")
            guard let line = await answers.next(), !line.allSatisfy(\.isWhitespace) else { return nil }
            do { return try ItemName(line) } catch { say("\(error)\n") }
        }
    }

    private func listen(_ ear: RoomEar) async throws -> [RoomSurvey.Level] {
        await ear.begin()
        for left in stride(from: seconds - 1, through: 0, by: -1) {
            try await Task.sleep(for: .seconds(1))
            if isLive { say("\r\(left) s left: \(await ear.samples) reports   ") }
        }
        if isLive { say("\n") }
        return await ear.end()
    }

    private static func text(_ levels: [RoomSurvey.Level]) -> String {
        levels.map { "\($0.gateway) \($0.excess) dB (\($0.samples))" }.joined(separator: ", ")
    }
}
