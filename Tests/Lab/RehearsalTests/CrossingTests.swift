import Foundation
import Messages
import Rehearsal
import Simulation
import TestSupport
import Testing
import Tracking

/// Without noise, modes and levels change at the very step at which the true distance crosses a threshold.
///
/// The distance that counts is taken from the trace's true positions by another way than the product's: the straight
/// line through space. Nothing else is asked of the product than when it said what.
@Suite struct CrossingTests {
    /// Where a walk begins: the middle latitudes, far north, far south, and both sides of the antimeridian.
    static let places: [(latitude: Double, longitude: Double)] = [
        (46.0569, 14.5058), (70.0, 25.7), (-54.8, -68.3), (0.0005, 0.0005), (-16.8, 179.9995), (65.6, -179.9995),
    ]

    @Test(arguments: places, [1, 2, 3, 4] as [UInt64])
    func `modes and alerts change at the step of the crossing`(
        place: (latitude: Double, longitude: Double),
        seed: UInt64
    ) throws {
        var walk = RandomWalk(place, seed: seed)
        let run = try ScenarioRun(Scenario.written(walk.scenario()), traced: true, wanted: TruthTrace.isTruth)
        let distances = try TruthTrace(run.trace).distances
        let record = run.records[0]
        try #require(distances.count == RandomWalk.seconds + 1)
        #expect(record.alerts.map { Change($0.at, $0.message.level.rawValue) } == Self.levels(distances))
        #expect(record.modes.map { Change($0.at, $0.mode.rawValue) } == Self.modes(distances))
        // The walks must have been worth it: every threshold crossed both ways, more than once.
        for threshold in [5.0, 10, 30] {
            #expect(Self.crossings(of: threshold, distances).up > 3)
            #expect(Self.crossings(of: threshold, distances).down > 3)
        }
        for (alert, distance) in record.alerts.map({ ($0, distances[Int($0.at / 1000)]) }) {
            #expect(abs(alert.message.distance - distance) < 0.001)
            #expect(alert.message.confidence == 1)
        }
    }

    /// What is new from a step on.
    struct Change: Equatable, CustomStringConvertible {
        var milliseconds: Int64
        var what: String

        init(_ milliseconds: Int64, _ what: String) {
            (self.milliseconds, self.what) = (milliseconds, what)
        }

        var description: String { "\(what) at \(milliseconds) ms" }
    }

    /// Beyond 10 m critical, beyond 5 m warning, else none.
    private static func levels(_ distances: [Double]) -> [Change] {
        changes(distances, from: "none") { distance, _ in
            distance > 10 ? "critical" : distance > 5 ? "warning" : "none"
        }
    }

    /// Beyond 30 m cellular, under it Bluetooth.
    private static func modes(_ distances: [Double]) -> [Change] {
        changes(distances, from: nil) { distance, last in
            distance > 30 ? "cellular" : distance < 30 ? "bluetooth" : last ?? "bluetooth"
        }
    }

    private static func changes(
        _ distances: [Double],
        from start: String?,
        _ rule: (Double, String?) -> String
    ) -> [Change] {
        var (last, changes) = (start, [Change]())
        for (step, distance) in distances.enumerated() {
            let next = rule(distance, last)
            if next != last { changes.append(Change(Int64(step) * 1000, next)) }
            last = next
        }
        return changes
    }

    private static func crossings(of threshold: Double, _ distances: [Double]) -> (up: Int, down: Int) {
        let pairs = zip(distances, distances.dropFirst())
        return (
            pairs.count { $0 <= threshold && $1 > threshold }, pairs.count { $0 > threshold && $1 <= threshold }
        )
    }
}

/// The distance between one owner and one tracker at each step of a trace.
private struct TruthTrace {
    var distances: [Double] = []

    private struct Line: Decodable {
        var owner: String?
        var tracker: String?
        var lat: Double?
        var lon: Double?
    }

    private static let topic = Array(",\"topic\":".utf8)

    /// Whether a line tells of the world: messages are no truth, and are most of a trace.
    @Sendable static func isTruth(_ line: [UInt8]) -> Bool {
        guard let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return false }
        return !line[comma...].starts(with: topic)
    }

    init(_ bytes: [UInt8]) throws {
        var owner: Coordinate?
        for text in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = try JSONDecoder().decode(Line.self, from: Data(text))
            guard let latitude = line.lat, let longitude = line.lon else { continue }
            let position = try Coordinate(latitude: latitude, longitude: longitude)
            if line.owner != nil { owner = position }
            if line.tracker != nil, let owner { distances.append(Chord.length(owner, position)) }
        }
    }
}
