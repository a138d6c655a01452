import Alerts
import Foundation
import History
import Messages
public import Simulation
import Tracking

/// Writes JSON lines: where everybody truly is after each step, how likely the system then holds each distance, and every
/// message as it was published.
public struct TraceWriter: Sendable {
    private let write: @Sendable ([UInt8]) throws -> Void
    /// What was last written of what the system holds likely.
    private var beliefs: [DeviceID: [Posterior.Bin]] = [:]

    /// A trace whose lines, each with its line feed, go to a function.
    public init(_ write: @escaping @Sendable ([UInt8]) throws -> Void) { self.write = write }

    /// Adds lines that another has written.
    func add(_ lines: [UInt8]) throws { if !lines.isEmpty { try write(lines) } }

    /// Says which run, counted from 1, begins, where a trace has several.
    public func mark(run number: Int, of scenario: Scenario) throws {
        let name = String(decoding: try JSONEncoder().encode(scenario.name), as: UTF8.self)
        try write(Array("{\"at_s\":0,\"run\":\(number),\"scenario\":\(name),\"seed\":\(scenario.seed)}\n".utf8))
    }

    func message(_ message: Message, at elapsed: Int64) throws {
        // Where it carries a value, its bytes are written each time that they are asked for.
        let payload = message.payload
        let isJSON = payload.first == UInt8(ascii: "{") && payload.last == UInt8(ascii: "}")
        var line = Array("{\"at_s\":\(Self.seconds(elapsed)),\"topic\":\"\(message.topic)\"".utf8)
        line += Array(",\"qos\":\(message.quality.rawValue),\"retain\":\(message.retained),\"payload\":".utf8)
        // Everything that is published here is JSON or a plain word.
        if !isJSON { line.append(UInt8(ascii: "\"")) }
        line += payload
        if !isJSON { line.append(UInt8(ascii: "\"")) }
        line += Array("}\n".utf8)
        try write(line)
    }

    func truth(of world: World) throws {
        let time = Self.seconds(world.elapsed)
        for index in 0..<world.ownerCount {
            let (id, position) = world.phone(ofOwner: index)
            try write(Array("{\"at_s\":\(time),\"owner\":\"\(id.owner)\",\(Self.place(position))}\n".utf8))
        }
        for index in 0..<world.vehicleCount {
            let (id, position) = world.vehicle(index)
            try write(Array("{\"at_s\":\(time),\"vehicle\":\"\(id)\",\(Self.place(position))}\n".utf8))
        }
        for index in 0..<world.trackerCount {
            let truth = world.truth(ofTracker: index)
            let place = Self.place(truth.position)
            let state = "\"distance_m\":\(truth.distance),\"mode\":\"\(truth.mode)\",\"battery\":\(truth.battery)"
            try write(Array("{\"at_s\":\(time),\"tracker\":\"\(truth.id)\",\(place),\(state)}\n".utf8))
        }
    }

    private static func place(_ position: Coordinate) -> String {
        "\"lat\":\(position.latitude),\"lon\":\(position.longitude)"
    }

    /// Writes how likely the system holds each distance of each tracker, where that has changed since the last time.
    mutating func beliefs(of history: HistoryCore, in world: World) throws {
        for index in 0..<world.trackerCount {
            let id = world.id(ofTracker: index)
            guard let bins = history.posterior(of: id)?.bins, bins != beliefs[id] else { continue }
            beliefs[id] = bins
            let parts = bins.map { bin in
                let low = Self.rounded(bin.range.lowerBound, 100)
                let high = Self.rounded(bin.range.upperBound, 100)
                return "[\(low),\(high),\(Self.rounded(bin.probability, 1000))]"
            }
            let line = "\"belief\":\"\(id)\",\"bins\":[\(parts.joined(separator: ","))]"
            try write(Array("{\"at_s\":\(Self.seconds(world.elapsed)),\(line)}\n".utf8))
        }
    }

    private static func rounded(_ value: Double, _ unit: Double) -> Double { (value * unit).rounded() / unit }

    static func seconds(_ milliseconds: Int64) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }
}
