import Messages
import Testing
import Tracking

@testable import tagalong

/// What is noted of a walk through the rooms of a home.
struct RoomEarTests {
    private func proximity(_ gateway: String, _ rssi: Int?, samples: Int, power: Double? = nil) throws -> [UInt8] {
        ProximityMessage(
            time: Timestamp(seconds: 1),
            gateway: try Name(gateway),
            rssi: rssi,
            distance: nil,
            sigma: nil,
            samples: samples,
            expected: nil,
            signal: power.map { .init(powerAtOneMetre: $0, exponent: 2, biasSigma: 4) }
        )
        .encoded()
    }

    @Test func `each gateway's reports in a room are averaged, and those between rooms are not`() async throws {
        let topic = "tagalong/sam/keys/proximity"
        let ear = RoomEar(topic: topic)
        await ear.hear(Message(topic: topic, payload: try proximity("hall", -30, samples: 9)))
        await ear.begin()
        await ear.hear(Message(topic: topic, payload: try proximity("kitchen", -60, samples: 3, power: -50)))
        await ear.hear(Message(topic: topic, payload: try proximity("kitchen", -64, samples: 1, power: -50)))
        await ear.hear(Message(topic: topic, payload: try proximity("hall", -79, samples: 2)))
        await ear.hear(Message(topic: topic, payload: try proximity("hall", nil, samples: 0)))
        await ear.hear(Message(topic: "tagalong/sam/bag/proximity", payload: try proximity("hall", -30, samples: 9)))
        await ear.hear(Message(topic: topic, payload: Array("nonsense".utf8)))
        await ear.hear(Message(topic: topic, payload: try proximity("hall", -30, samples: 9), retained: true))
        #expect(await ear.samples == 6)
        let levels = await ear.end()
        #expect(
            levels == [
                RoomSurvey.Level(gateway: try Name("hall"), excess: -20, samples: 2),
                RoomSurvey.Level(gateway: try Name("kitchen"), excess: -11, samples: 4),
            ]
        )
        await ear.begin()
        #expect(await ear.end().isEmpty)
    }
}
