import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// In which room things are, from the gateways' words to the item's state and Home Assistant.
@Suite(.onBothEngines) struct HistoryRoomTests {
    private func status(_ gateway: String, room: String?, _ state: Availability = .online) throws -> Message {
        let status = GatewayStatus(
            state: state, adapters: [GatewayStatus.Adapter(name: "hci0", health: "scanning")],
            room: try room.map { try ItemName($0) }
        )
        return Message(topic: "tagalong/gateway/\(gateway)/status", payload: status.encoded(), retained: true)
    }

    /// What the gateways hear of the keys in each of so many seconds; what comes of it.
    private func hear(
        _ bench: inout HistoryBench, _ seconds: Range<Int>, kitchen: Int, hall: Int
    ) throws -> [StateMessage] {
        var told: [Message] = []
        for second in seconds {
            let time = Timestamp(seconds: Double(second))
            for (gateway, rssi) in [("kitchen-pi", kitchen), ("hall-pi", hall)] {
                let proximity = ProximityMessage(
                    time: time, gateway: try Name(gateway), rssi: rssi, distance: nil, sigma: nil, samples: 1,
                    expected: 1
                )
                let message = Message(topic: bench.topics.proximity(bench.keys), payload: proximity.encoded())
                told += try bench.core.ingest([message], at: time)
            }
        }
        return bench.states(told)
    }

    @Test func `a thing that goes from room to room says so once, and is in none when nobody hears it`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest(
            try [status("kitchen-pi", room: "Kitchen"), status("hall-pi", room: "Hall")], at: Timestamp(seconds: 0)
        )
        let first = try hear(&bench, 1..<20, kitchen: -55, hall: -75)
        #expect(first.last?.room == "Kitchen")
        #expect(try #require(first.last?.roomConfidence) > 0.8)
        let second = try hear(&bench, 20..<40, kitchen: -75, hall: -55)
        #expect(Set((first + second).compactMap(\.room)) == ["Kitchen", "Hall"])
        #expect(zip(second, second.dropFirst()).filter { $0.room != $1.room }.count <= 1)
        #expect(second.last?.room == "Hall")
        let quiet = bench.states(try bench.core.tick(at: Timestamp(seconds: 101)))
        #expect(quiet.count == 1 && quiet.last?.room == nil && quiet.last?.roomConfidence == nil)
    }

    @Test func `gateways without rooms tell of none, and the room is kept over a restart`() throws {
        var bench = try HistoryBench()
        _ = try bench.core.ingest(
            try [status("kitchen-pi", room: nil), status("hall-pi", room: nil)], at: Timestamp(seconds: 0)
        )
        #expect(try hear(&bench, 1..<20, kitchen: -55, hall: -75).allSatisfy { $0.room == nil })
        _ = try bench.core.ingest(try [status("kitchen-pi", room: "Kitchen")], at: Timestamp(seconds: 20))
        #expect(try hear(&bench, 21..<40, kitchen: -55, hall: -75).last?.room == "Kitchen")

        var next = try HistoryBench(store: bench.store)
        _ = try next.core.ingest(try [status("kitchen-pi", room: "Kitchen")], at: Timestamp(seconds: 41))
        let after = try hear(&next, 42..<60, kitchen: -55, hall: -75)
        #expect(after.allSatisfy { $0.room == "Kitchen" })
    }

    @Test func `a survey names rooms without a gateway until it is taken back`() throws {
        var bench = try HistoryBench()
        let (kitchen, hall) = (try Name("kitchen-pi"), try Name("hall-pi"))
        func room(_ name: String, _ near: Double, _ far: Double) throws -> RoomSurvey.Room {
            RoomSurvey.Room(
                room: try ItemName(name),
                gateways: [
                    RoomSurvey.Level(gateway: kitchen, excess: near, samples: 30),
                    RoomSurvey.Level(gateway: hall, excess: far, samples: 30),
                ]
            )
        }
        let survey = RoomSurvey(
            time: Timestamp(seconds: 0),
            tracker: bench.keys,
            rooms: [try room("Kitchen", 0, -20), try room("Bathroom", -14, -14)]
        )
        let kept = Message(topic: "tagalong/history/rooms", payload: survey.encoded(), retained: true)
        _ = try bench.core.ingest([kept], at: Timestamp(seconds: 0))
        #expect(try hear(&bench, 1..<20, kitchen: -72, hall: -74).last?.room == "Bathroom")
        _ = try bench.core.ingest([Message(topic: kept.topic, payload: [], retained: true)], at: Timestamp(seconds: 20))
        #expect(
            try hear(&bench, 100..<120, kitchen: -72, hall: -74).allSatisfy { $0.room == nil || $0.room == "Bathroom" })
        let later = try bench.core.tick(at: Timestamp(seconds: 300))
        #expect(bench.states(later).allSatisfy { $0.room == nil })
    }
}
