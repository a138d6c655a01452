import Alerts
import Firmware
import Ranging
import Tracking

/// A tracker that gets a fix each second, and answers of the store to what it sends.
struct FirmwareLoad {
    private let place: Coordinate

    init(at place: Coordinate) { self.place = place }

    func eventsPerSecond(_ count: Int) throws -> Double {
        var firmware = Firmware(
            parameters: FirmwareParameters(),
            owner: try Name("sam"),
            desired: DesiredState(version: 1)
        )
        var actions: [FirmwareAction] = []
        var now = Timestamp(milliseconds: 1_777_626_000_000)
        firmware.handle(.start, at: now, &actions)
        firmware.handle(.link(.bluetooth, up: true), at: now, &actions)
        let reference = Reference(coordinate: place, accuracy: 5, time: now)
        firmware.handle(.received(.reference(reference)), at: now, &actions)
        let seconds = Stopwatch.processorSeconds {
            for _ in 0..<count {
                now = now.advanced(by: .seconds(1))
                actions.removeAll(keepingCapacity: true)
                firmware.handle(.fix(Fix(coordinate: place, time: now, accuracy: 5)), at: now, &actions)
                for case .send(.fix(let fix, _), _) in actions {
                    firmware.handle(.received(.stored(fix.mark)), at: now, &actions)
                }
            }
        }
        guard firmware.ring.isEmpty else { throw WrongCount("fixes not stored", expected: 0, found: 1) }
        return Double(count) / seconds
    }
}

/// An item that goes off and comes back.
struct AlertLoad {
    private static let distances: [Double] = [1, 2, 4, 6, 8, 12, 20, 12, 8, 6, 4, 2]

    func observationsPerSecond(_ count: Int) throws -> Double {
        var engine = AlertEngine()
        let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        var changes = 0
        let seconds = Stopwatch.processorSeconds {
            for index in 0..<count {
                // Most observations change nothing, as in life.
                let distance = Self.distances[index / 100 % Self.distances.count]
                let time = Timestamp(milliseconds: Int64(index) * 1000)
                let separation = Posterior.literal(Separation(distance: distance, sigma: 0.5))
                let change = engine.observe(separation, at: time, thresholds: .standard, of: device, now: time)
                if change != nil { changes += 1 }
            }
        }
        // Raised, escalated, eased and cleared in each round of the distances.
        let rounds = count / (100 * Self.distances.count)
        guard changes >= rounds * 3 else { throw WrongCount("alerts", expected: rounds * 4, found: changes) }
        return Double(count) / seconds
    }
}
