import Glibc
import Simulation

/// A way as people go it: straight pieces, bends, halts and starts, drawn from a seed; a position for each second.
struct SituationWay: Sendable {
    /// Metres to the north and east of the start.
    let places: [SIMD2<Double>]
    /// The seconds of the way in which phones and trackers hear nothing and nobody; nil for none.
    let silence: Range<Int>?

    private struct Manner {
        /// m/s, and the standard deviation of its logarithm.
        var speed: Double, spread: Double
        /// m/s².
        var acceleration: Double
        /// Mean seconds between two bends, and the standard deviation of a bend in radians.
        var bendEvery: Double, bend: Double
        /// Mean seconds between two halts, and of a halt; 0 for none.
        var haltEvery: Double, haltFor: Double

        init(_ travel: Situation.Travel) {
            (speed, spread, acceleration, bendEvery, bend, haltEvery, haltFor) =
                switch travel {
                case .walk: (1.4, 0.1, 1, 45, 1.0, 240, 25)
                case .stroll: (0.4, 0.15, 1, 60, 1.0, 0, 0)
                case .bicycle: (5, 0.2, 0.7, 50, 0.9, 150, 20)
                case .bus: (9, 0.25, 1.0, 60, 0.9, 60, 18)
                case .car: (13, 0.3, 1.5, 70, 0.9, 90, 25)
                case .train: (35, 0.15, 0.5, 120, 0.15, 200, 45)
                case .boat: (4, 0.2, 0.2, 90, 0.6, 0, 0)
                case .lift: (1.2, 0.1, 1, 30, 1.2, 90, 60)
                case .metro: (16, 0.15, 1.0, 60, 0.3, 90, 25)
                case .plane: (7, 0.2, 0.5, 60, 0.9, 90, 30)
                }
        }
    }

    /// A way that was recorded, with somebody who hears and is heard all the time.
    init(_ recording: SituationRecording) {
        places = recording.places
        silence = nil
    }

    init(_ travel: Situation.Travel, seconds: Int, _ draws: inout SplitMix) {
        let manner = Manner(travel)
        let silence = Self.silence(travel, seconds: seconds, &draws)
        var place = SIMD2<Double>()
        var speed = 0.0
        var heading = 2 * Double.pi * draws.unit()
        var places = [place]
        var cruise = manner.speed * draws.factor(spread: manner.spread)
        var nextBend = draws.exponential(mean: manner.bendEvery)
        var nextHalt = manner.haltEvery > 0 ? draws.exponential(mean: manner.haltEvery) : .infinity
        var goesOn = 0.0
        for second in 1..<max(2, seconds) {
            let now = Double(second)
            if now >= nextHalt {
                goesOn = now + draws.exponential(mean: manner.haltFor)
                nextHalt = goesOn + draws.exponential(mean: manner.haltEvery)
            }
            if now >= nextBend {
                heading += manner.bend * draws.normal()
                cruise = manner.speed * draws.factor(spread: manner.spread)
                nextBend = now + draws.exponential(mean: manner.bendEvery)
            }
            if travel == .plane, silence?.contains(second) ?? false {
                speed = min(Self.flight, speed + Self.takeOff)
            } else {
                let wanted = now < goesOn ? 0 : cruise
                speed += max(-1.5 * manner.acceleration, min(manner.acceleration, wanted - speed))
            }
            place += SIMD2(cos(heading), sin(heading)) * speed
            places.append(place)
        }
        (self.places, self.silence) = (places, silence)
    }

    /// m/s in the air.
    private static let flight = 220.0
    /// m/s² while taking off.
    private static let takeOff = 2.5

    private static func silence(_ travel: Situation.Travel, seconds: Int, _ draws: inout SplitMix) -> Range<Int>? {
        switch travel {
        case .metro:
            let from = Int(180 + 220 * draws.unit()), length = Int(240 + 240 * draws.unit())
            return from < seconds ? from..<min(seconds, from + length) : nil
        case .plane:
            // Before it is the way over the apron.
            let from = Int(120 + 180 * draws.unit())
            return from < seconds ? from..<seconds : nil
        default: return nil
        }
    }
}
