import Messages
import Simulation
import Tracking

/// Writes JSON lines: where everybody truly is after each step, and every message as it was published.
public struct TraceWriter: Sendable {
    private let write: @Sendable ([UInt8]) throws -> Void

    /// A trace whose lines, each with its line feed, go to a function.
    public init(_ write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.write = write
    }

    func message(_ message: Message, at elapsed: Int64) throws {
        let isJSON = message.payload.first == UInt8(ascii: "{") && message.payload.last == UInt8(ascii: "}")
        var line = Array("{\"at_s\":\(Self.seconds(elapsed)),\"topic\":\"\(message.topic)\"".utf8)
        line += Array(",\"qos\":\(message.quality.rawValue),\"retain\":\(message.retained),\"payload\":".utf8)
        // Everything that is published here is JSON or a plain word.
        if !isJSON { line.append(UInt8(ascii: "\"")) }
        line += message.payload
        if !isJSON { line.append(UInt8(ascii: "\"")) }
        line += Array("}\n".utf8)
        try write(line)
    }

    func truth(of world: World) throws {
        let time = Self.seconds(world.elapsed)
        for index in 0..<world.ownerCount {
            let (id, position) = world.phone(ofOwner: index)
            let place = "\"lat\":\(position.latitude),\"lon\":\(position.longitude)"
            try write(Array("{\"at_s\":\(time),\"owner\":\"\(id.owner)\",\(place)}\n".utf8))
        }
        for index in 0..<world.trackerCount {
            let truth = world.truth(ofTracker: index)
            let place = "\"lat\":\(truth.position.latitude),\"lon\":\(truth.position.longitude)"
            let state = "\"distance_m\":\(truth.distance),\"mode\":\"\(truth.mode)\",\"battery\":\(truth.battery)"
            try write(Array("{\"at_s\":\(time),\"tracker\":\"\(truth.id)\",\(place),\(state)}\n".utf8))
        }
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }
}
