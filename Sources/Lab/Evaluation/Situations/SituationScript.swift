import Glibc
import Settings
public import Simulation
import Tracking

/// A situation with a seed, as a scenario file that anybody can play again.
public struct SituationScript: Sendable {
    public let situation: Situation
    public let seed: UInt64

    public init(_ situation: Situation, seed: UInt64) { (self.situation, self.seed) = (situation, seed) }

    private static let name = "situation.yaml"

    /// The scenario.
    ///
    /// - Throws: ``SettingsError`` when the text is wrong, which would be a fault of this type.
    public func scenario() throws -> Scenario {
        try Scenario.parse(SettingsFile(name: Self.name, text: text()), devices: DeviceLibrary())
    }

    /// The scenario's text.
    ///
    /// - Throws: `Coordinate.Invalid` for a start off the globe, which would be a fault of this type.
    public func text() throws -> String {
        var draws = SplitMix(seed: seed, stream: "situation/\(situation)")
        let begin = try Coordinate(latitude: draws.unit() * 100 - 50, longitude: draws.unit() * 360 - 180)
        let (way, silence) = way(&draws)
        let owner = ownerPlaces(way)
        var lines = [
            "name: \(situation), seed \(seed)",
            "seed: \(seed)",
            "start: 2026-05-01T09:00:00Z",
            "duration: \(Situation.length)s",
            "noise: \(situation.surroundings?.rawValue ?? "none")",
            "owners:",
            "  - id: sam",
            "    reports-at: [\(reports(owner, without: silence, &draws).map { "\($0)s" }.joined(separator: ", "))]",
            "    points:",
        ]
        lines += points(owner, from: begin)
        switch situation.ears {
        case .pocket: lines.append("gateways: [{id: pocket, carried-by: sam}]")
        case .home: lines.append("gateways: [{id: home, position: [\(begin.latitude), \(begin.longitude)]}]")
        case .none: lines.append("gateways: []")
        }
        let every = situation.trackerEvery.map { ", report-every: \($0)s" } ?? ""
        lines += ["trackers:", "  - {id: keys, owner: sam, item: Keys, with: sam\(every)}"]
        let events = events(way, from: begin) + self.events(of: silence)
        if !events.isEmpty { lines += ["events:"] + events }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The way, and the seconds of the situation in which those on it hear nothing.
    private func way(_ draws: inout SplitMix) -> ([SIMD2<Double>], silence: Range<Int>?) {
        if let recording = situation.recording { return (SituationWay(recording).places, nil) }
        if situation.happening == .fetched {
            let half = SituationWay(situation.travel, seconds: 300, &draws).places
            return (half + [SIMD2<Double>](repeating: half[half.count - 1], count: 120) + half.reversed(), nil)
        }
        let way = SituationWay(situation.travel, seconds: Situation.ride, &draws)
        let silence = way.silence.map { $0.lowerBound + Situation.departure..<$0.upperBound + Situation.departure }
        return (way.places, silence)
    }

    /// Where the owner is at each second, in metres from the start.
    private func ownerPlaces(_ way: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let rest = [SIMD2<Double>](repeating: SIMD2(), count: Situation.departure)
        let whole = situation.happening == .taken ? rest : rest + way
        let missing = max(0, Situation.length + 1 - whole.count)
        return whole + [SIMD2<Double>](repeating: whole[whole.count - 1], count: missing)
    }

    private func events(_ way: [SIMD2<Double>], from begin: Coordinate) -> [String] {
        let departure = Situation.departure
        switch situation.happening {
        case .kept: return []
        case .left: return [Self.event(departure, "drop")]
        case .leftSilent: return [Self.event(departure, "drop")] + Self.silenced(at: departure)
        case .silent: return Self.silenced(at: 600)
        case .taken:
            return ["  - at: \(departure)s", "    tracker: keys", "    do: follow", "    points:"]
                + points(way, from: begin)
        case .fetched: return [Self.event(departure, "drop"), Self.event(departure + way.count, "pick-up")]
        }
    }

    /// What happens to an item that is on the way where nothing is heard.
    private func events(of silence: Range<Int>?) -> [String] {
        guard let silence, situation.happening == .kept || situation.happening == .taken else { return [] }
        let back = ["gnss-back", "coverage-back"].map { Self.event(silence.upperBound, $0) }
        return Self.silenced(at: silence.lowerBound) + (silence.upperBound < Situation.length ? back : [])
    }

    private static func silenced(at second: Int) -> [String] {
        ["gnss-lost", "coverage-lost"].map { event(second, $0) }
    }

    private static func event(_ second: Int, _ what: String) -> String {
        "  - {at: \(second)s, tracker: keys, do: \(what)}"
    }

    /// The seconds at which the phone tells where it is.
    private func reports(_ places: [SIMD2<Double>], without silence: Range<Int>?, _ draws: inout SplitMix) -> [Int] {
        let silence = situation.happening == .taken ? nil : silence
        let phase = Int(draws.unit() * Double(min(60, situation.phone.usualInterval)))
        var times = [Int]()
        var last = -1_000_000
        for second in phase...Situation.length {
            let passed = second - last
            let way = times.last.map { Self.length(places[second] - places[$0]) } ?? .infinity
            let isDue =
                switch situation.phone {
                case .every(let interval): passed >= interval
                case .significant: way.isInfinite || passed >= 900 || (way >= 500 && passed >= 300)
                case .move: passed >= 300 || way >= 100
                case .saver: passed >= (second < 750 ? 60 : 3600)
                case .dying: passed >= 60 && second < 750
                }
            guard isDue, !(silence?.contains(second) ?? false) else { continue }
            times.append(second)
            last = second
        }
        return times
    }

    private func points(_ places: [SIMD2<Double>], from begin: Coordinate) -> [String] {
        places.indices.compactMap { second in
            // What stands still needs no more points.
            let isAlike =
                second > 0 && second + 1 < places.count && places[second - 1] == places[second]
                && places[second] == places[second + 1]
            return isAlike ? nil : "      - {at: \(second)s, \(Self.point(begin, places[second]))}"
        }
    }

    private static func point(_ begin: Coordinate, _ metres: SIMD2<Double>) -> String {
        let place = begin.offset(north: metres.x, east: metres.y)
        return "lat: \(place.latitude), lon: \(place.longitude)"
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { hypot(vector.x, vector.y) }
}
