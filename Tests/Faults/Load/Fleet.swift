import Messages
import TestSupport
import Tracking

/// Who sends: owners who stand still with their phones, and ten trackers of each.
///
/// Three of the ten go 15 m away and come back while the load lasts, which is four alerts each; the others stay near.
struct Fleet: Sendable {
    let phones: [DeviceID]
    let trackers: [DeviceID]
    /// How often each tracker sends.
    let steps: Int
    /// Milliseconds between two steps.
    let pace: Int
    /// The moment of the first step.
    let start: Timestamp
    /// Small differences between the trackers' places, in metres.
    private let offsets: [Double]

    static let boot: UInt32 = 1
    private static let home = (latitude: 46.0569, longitude: 14.5058)

    /// So many trackers, each of which sends as often as makes the rate in positions a second.
    ///
    /// - Throws: What a name that is none throws.
    init(rate: Int, count: Int, seconds: Int, seed: UInt64, start: Timestamp) throws {
        phones = try (0..<count / 10).map { DeviceID(owner: try Name("owner-\($0)"), device: try Name("phone")) }
        trackers = try (0..<count).map {
            DeviceID(owner: try Name("owner-\($0 % (count / 10))"), device: try Name("tracker-\($0 / (count / 10))"))
        }
        pace = max(1, 1000 * count / rate)
        steps = seconds * 1000 / pace
        self.start = start
        var generator = SeededGenerator(seed: seed)
        offsets = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }
    }

    /// Those that go away.
    var roamers: ArraySlice<DeviceID> { trackers.prefix(trackers.count * 3 / 10) }

    /// What the trackers send in a step, in order.
    func messages(of step: Int) throws -> [Message] {
        try trackers.indices.map { try message(of: $0, step: step) }
    }

    /// What the phones send in a step: a position each second, or each step where that is longer.
    func phoneMessages(of step: Int) throws -> [Message] {
        guard step.isMultiple(of: stepsOfPhone) else { return [] }
        return try phones.map { try Self.location($0, metres: 0, at: time(of: step), sequence: nil) }
    }

    private var stepsOfPhone: Int { max(1, 1000 / pace) }

    /// How many positions of a phone there are in all.
    var phoneFixes: Int { (steps + stepsOfPhone - 1) / stepsOfPhone }

    func message(of index: Int, step: Int) throws -> Message {
        var metres = offsets[index]
        if index < roamers.count {
            let place = Double(step) / Double(steps - 1)
            metres = 15 * (1 - abs(2 * place - 1))
        }
        return try Self.location(trackers[index], metres: metres, at: time(of: step), sequence: UInt32(step + 1))
    }

    private func time(of step: Int) -> Timestamp {
        start.advanced(by: .milliseconds(step * pace))
    }

    /// An exact position so many metres north of home; a phone's without a mark.
    static func location(
        _ device: DeviceID,
        metres: Double,
        at time: Timestamp,
        sequence: UInt32?
    ) throws -> Message {
        let coordinate = try Coordinate(latitude: home.latitude + metres / 111_170, longitude: home.longitude)
        let location = LocationMessage(
            fix: Fix(coordinate: coordinate, time: time, accuracy: 0),
            createdAt: Timestamp(milliseconds: time.wholeSeconds * 1000),
            battery: 87,
            trackerInitials: "tr",
            trigger: "p",
            mark: sequence.map { FixMark(boot: boot, sequence: $0) },
            mode: sequence == nil ? nil : .cellular,
            source: sequence == nil ? nil : .gnss
        )
        return Message(topic: Topics().location(device), payload: location.encoded(), retained: true)
    }
}
