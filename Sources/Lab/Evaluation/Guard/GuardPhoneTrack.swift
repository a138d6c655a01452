import Simulation
import Tracking

/// When a phone reports, and what.
struct GuardPhoneTrack: Sendable {
    let phone: GuardPhone
    private var random: SplitMix
    private var last: (minute: Int, place: Coordinate)?
    private var silentUntil = 0

    init(_ phone: GuardPhone, seed: UInt64) {
        (self.phone, random) = (phone, SplitMix(seed: seed, stream: "guard phone"))
    }

    /// The report of a minute; nil for none.
    mutating func report(_ segment: GuardSegment, at minute: Int, epoch: Timestamp) -> Position? {
        let place = segment.position(at: minute)
        if phone == .saver, random.happens(2.0 / 1440) { silentUntil = minute + 60 }
        guard minute >= silentUntil, isDue(place, at: minute) else { return nil }
        last = (minute, place)
        return Self.measured(
            segment, at: minute, epoch: epoch, claims: random.happens(0.3) ? 0.5 : 1, normals: random.normals()
        )
    }

    private func isDue(_ place: Coordinate, at minute: Int) -> Bool {
        guard let last else { return true }
        let passed = minute - last.minute, moved = last.place.distance(to: place)
        return switch phone {
        case .significantIOS: moved > 500 && passed >= 5
        case .moveIOS: moved > 100 || passed >= 5
        case .significantAndroid: moved > 500 && passed >= 15 || passed >= 30
        case .moveAndroid: moved > 30 || passed >= 30
        case .quiet: passed >= 30
        case .saver: moved > 100 || passed >= 15
        }
    }

    /// A position with its error, and the accuracy that is claimed of it.
    static func measured(
        _ segment: GuardSegment, at minute: Int, epoch: Timestamp, claims: Double, normals: SIMD2<Double>
    ) -> Position {
        let accuracy: Double =
            switch segment.kind {
            case .stay(.park), .walk, .car, .stop: 8
            case .platform, .train, .longTrain: 30
            case .stay: 25
            }
        let spread = accuracy / 1.5
        let place = segment.position(at: minute).offset(north: normals.x * spread, east: normals.y * spread)
        return Position(
            coordinate: place, accuracy: accuracy * claims, time: epoch.advanced(by: .seconds(minute * 60))
        )
    }
}
