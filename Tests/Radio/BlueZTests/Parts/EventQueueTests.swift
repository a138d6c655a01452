import Bluetooth
import Testing

@testable import BlueZ

struct EventQueueTests {
    private static let adapter = BluetoothAddress(bits: 1)

    private static func heard(_ tag: UInt64, _ rssi: Int?, name: String? = nil) -> RadioEvent {
        .heard(
            Sighting(
                tag: BluetoothAddress(bits: tag),
                adapter: adapter,
                advertisement: Advertisement(name: name),
                rssi: rssi
            )
        )
    }

    private static func read(_ queue: EventQueue) async -> [Sighting] {
        queue.finish()
        var sightings: [Sighting] = []
        for await case .heard(let sighting) in queue.stream { sightings.append(sighting) }
        return sightings
    }

    @Test func `every strength is kept, and what brings none coalesces`() async {
        let queue = EventQueue(limit: 10)
        queue.push(Self.heard(1, -50))
        queue.push(Self.heard(1, nil, name: "old"))
        queue.push(Self.heard(2, nil, name: "other"))
        queue.push(Self.heard(1, -51))
        queue.push(Self.heard(1, nil, name: "new"))
        let sightings = await Self.read(queue)
        #expect(sightings.map(\.rssi) == [-50, nil, nil, -51])
        #expect(sightings.compactMap(\.advertisement.name) == ["new", "other"])
        #expect(queue.dropped == 0)
    }

    @Test func `beyond the limit the oldest are lost and counted`() async {
        let queue = EventQueue(limit: 3)
        for rssi in -60 ..< -50 { queue.push(Self.heard(1, rssi)) }
        #expect(await Self.read(queue).map(\.rssi) == [-53, -52, -51])
        #expect(queue.dropped == 7)
    }

    @Test func `a reader that waits gets events as they come`() async {
        let queue = EventQueue(limit: 3)
        let reader = Task {
            var count = 0
            for await _ in queue.stream { count += 1 }
            return count
        }
        for _ in 0..<3 {
            queue.push(Self.heard(1, -50))
            await Task.yield()
        }
        queue.finish()
        #expect(await reader.value == 3)
    }
}
