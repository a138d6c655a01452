import Messages
import Simulation
import Tracking

/// What a run with many trackers comes to at some moments, as JSON lines: where each is said to be, how far, and what was
/// raised since.
///
/// The copies of a fleet, which live apart on one parallel of latitude, are laid over each other: their differences are what
/// there is to see.
public struct FleetFrames: Sendable {
    private let trackers: Int
    private let fleet: Int
    private let base: Coordinate
    private let every: Int64
    private let end: Int64
    private var due: Int64 = 0
    /// How many alerts of each tracker have been told.
    private var told: [Int]

    /// So many moments are enough for a picture that moves.
    private static let most: Int64 = 240

    /// Frames of a run that has not begun.
    public init(of rehearsal: Rehearsal, fleet: Int) {
        trackers = rehearsal.scenario.trackers.count
        self.fleet = max(1, fleet)
        base = rehearsal.firstPhone
        let step = rehearsal.scenario.step.milliseconds
        end = rehearsal.scenario.duration.milliseconds
        every = max(step, (end / Self.most / step) * step)
        told = Array(repeating: 0, count: rehearsal.trackerCount)
    }

    /// The line before all others: who there is, and from where places are counted, in millionths of a degree.
    public func head(of rehearsal: Rehearsal) -> [UInt8] {
        let names = rehearsal.records.map { "\"\($0.id)\"" }.joined(separator: ",")
        let facts = "\"fleet\":\(fleet),\"every_s\":\(TraceWriter.seconds(every)),\"end_s\":\(TraceWriter.seconds(end))"
        let place = "\"lat\":\(base.latitude),\"lon\":\(base.longitude)"
        return Array("{\"at_s\":0,\(facts),\(place),\"trackers\":[\(names)]}\n".utf8)
    }

    /// The line of this moment; empty when none is due.
    public mutating func frame(of rehearsal: Rehearsal) -> [UInt8] {
        let elapsed = rehearsal.elapsed
        guard elapsed >= due || elapsed == end else { return [] }
        due = elapsed - elapsed % every + every
        var places: [String] = []
        var alerts: [String] = []
        places.reserveCapacity(told.count)
        for (index, record) in rehearsal.records.enumerated() {
            places.append(place(of: record, index, rehearsal.trueDistance(ofTracker: index)))
            let events = record.alerts[told[index]...].map(\.message.event.rawValue)
            alerts += events.map { "[\(index),\"\($0)\"]" }
            told[index] = record.alerts.count
        }
        let lists = "\"places\":[\(places.joined(separator: ","))],\"alerts\":[\(alerts.joined(separator: ","))]"
        return Array("{\"at_s\":\(TraceWriter.seconds(elapsed)),\(lists)}\n".utf8)
    }

    /// Three numbers: to the north and to the east of the base, and what the last has of bits: two for the level that is
    /// told, two for the one that would be true, and one where no position was told yet.
    private func place(of record: TrackerRecord, _ index: Int, _ distance: Double) -> String {
        let level: Int =
            switch record.levels.last?.level {
            case nil, .unknown: 0
            case .near: 1
            case .warning: 2
            case .critical: 3
            }
        // The limits without their margins: docs/alerts.md.
        let truth = distance > 10 ? 2 : distance > 5 ? 1 : 0
        guard let position = record.toldPosition else { return "0,0,\(level + truth * 4 + 16)" }
        let turn = 360 * Double(index / max(1, trackers)) / Double(fleet)
        var east = (position.longitude - base.longitude - turn).truncatingRemainder(dividingBy: 360)
        if east > 180 { east -= 360 }
        if east <= -180 { east += 360 }
        let north = position.latitude - base.latitude
        return "\(Int((north * 1e6).rounded())),\(Int((east * 1e6).rounded())),\(level + truth * 4)"
    }
}
