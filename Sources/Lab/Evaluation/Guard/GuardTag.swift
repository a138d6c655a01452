import Guard
import Simulation
import Tracking

/// A tag of somebody in a simulated day.
struct GuardTag: Hashable, Sendable {
    var network: TagNetwork
    var kind: String
    /// Seconds from one rotation to the next; 0 for none.
    var period: Int
    /// Seconds by which it rotates later than others.
    var phase: Int
    /// In dBm.
    var strength: Double
    var isFollower = false

    /// One as they are met.
    ///
    /// Who has which is our assumption; nobody publishes the shares.
    static func any(_ random: inout SplitMix) -> GuardTag {
        let share = random.unit()
        let strength = -60 - 32 * random.unit()
        let phase = Int(random.unit() * 86_400)
        switch share {
        case ..<0.33: return .findMy("airtag", strength, &random)
        case ..<0.55: return .findMy("accessory", strength, &random)
        case ..<0.75: return GuardTag(network: .findHub, kind: "", period: 86_400, phase: phase, strength: strength)
        case ..<0.83: return GuardTag(network: .smartTag, kind: "", period: 86_400, phase: phase, strength: strength)
        // A SmartTag in its first day away from its owner.
        case ..<0.90: return GuardTag(network: .smartTag, kind: "", period: 900, phase: phase, strength: strength)
        default: return .tile(&random)
        }
    }

    /// One of Apple's network: away from its owner it rotates at 4 o'clock in the morning, as measured on an AirTag.
    ///
    /// A. Catley, "Apple AirTag reverse engineering", <https://adamcatley.com/AirTag>.
    static func findMy(_ kind: String, _ strength: Double, _ random: inout SplitMix) -> GuardTag {
        let phase = 86_400 - 3 * 3600 + random.whole(-60...60)
        return GuardTag(network: .findMy, kind: kind, period: 86_400, phase: phase, strength: strength)
    }

    static func tile(_ random: inout SplitMix) -> GuardTag {
        GuardTag(network: .tile, kind: "", period: 0, phase: 0, strength: -60 - 32 * random.unit())
    }

    /// What it is known by at a time in seconds.
    func identity(_ number: Int, at time: Int) -> String {
        period == 0 ? "\(number)" : "\(number)-\((time + phase) / period)"
    }

    /// A SmartTag counts quarters of an hour.
    func counter(at time: Int) -> UInt32? {
        network == .smartTag && period == 900 ? UInt32(clamping: (time + phase) / 900) : nil
    }
}

/// A tag within reach for some minutes, the last one not included.
struct GuardVisit: Hashable, Sendable {
    var tag: Int
    var start: Int
    var end: Int
    /// How likely it is heard in a minute.
    var heard: Double
}

extension SplitMix {
    /// How many of what happens at random happen, from their mean (Knuth, "Seminumerical algorithms", 3.4.1).
    mutating func poisson(_ mean: Double) -> Int {
        var left = mean
        var count = -1
        repeat {
            left -= exponential(mean: 1)
            count += 1
        } while left > 0
        return count
    }

    mutating func happens(_ chance: Double) -> Bool { unit() < chance }

    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Double(range.upperBound - range.lowerBound + 1))
    }
}
