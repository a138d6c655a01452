import Messages
import Simulation
import Tracking

/// Trackers on the move and their owners' phones: the messages of a fleet without the fleet.
///
/// Each tracker walks at random near its owner, so that every fix is judged and none raises an alert.
struct Convoy {
    /// Ten trackers an owner.
    let owners: [DeviceID]
    let trackers: [DeviceID]
    private var places: [(latitude: Int, longitude: Int, altitude: Int)]
    private var made = 0
    private var draws = SplitMix(seed: 42, stream: "convoy")
    private let start: Timestamp
    private let topics = Topics()

    /// The boot of which all fixes are.
    static let boot: UInt32 = 1

    /// So many trackers, whose last fix is to be of this moment.
    init(_ count: Int, fixesEach: Int, until end: Timestamp) throws {
        owners = try (0..<max(1, count / 10)).map {
            DeviceID(owner: try Name("owner-\($0)"), device: try Name("phone"))
        }
        let owners = owners
        trackers = try (0..<count).map {
            DeviceID(owner: owners[$0 % owners.count].owner, device: try Name("tracker-\($0)"))
        }
        places = Array(repeating: (460_569_000, 145_058_000, 3000), count: count)
        // Not so long ago that the first would count as late.
        interval = Int64(min(1000, 600_000 / max(1, fixesEach)))
        start = Timestamp(milliseconds: end.milliseconds - interval * Int64(fixesEach))
    }

    /// Milliseconds between two fixes of a tracker.
    private let interval: Int64

    /// The phones' positions.
    func phones() throws -> [Message] {
        let place = try Coordinate(latitude: 46.0569, longitude: 14.5058)
        return owners.map { phone in
            let fix = Fix(coordinate: place, time: start, accuracy: 12)
            return Message(topic: topics.location(phone), payload: LocationMessage(fix: fix).encoded(), retained: true)
        }
    }

    /// The next fixes, one of each tracker in turn.
    mutating func next(_ count: Int) throws -> [Message] {
        try (0..<count).map { _ in try next() }
    }

    mutating func next() throws -> Message {
        let (index, turn) = (made % trackers.count, made / trackers.count)
        made += 1
        step(index)
        let time = Timestamp(milliseconds: start.milliseconds + Int64(turn) * interval)
        let fix = TrackerFix(
            fix: try fix(places[index], at: time),
            mark: FixMark(boot: Self.boot, sequence: UInt32(turn + 1)),
            mode: .cellular,
            source: .gnss,
            trigger: .periodic,
            battery: max(1, 100 - turn / 50)
        )
        let initials = trackers[index].device.initials
        let message = LocationMessage(fix, createdAt: time, gateway: nil, initials: initials)
        return Message(topic: topics.location(trackers[index]), payload: message.encoded(), retained: true)
    }

    /// A step of up to a metre, within a few metres of the owner.
    private mutating func step(_ index: Int) {
        var place = places[index]
        place.latitude = min(460_569_150, max(460_568_850, place.latitude + Int.random(in: -90...90, using: &draws)))
        place.longitude = min(
            145_058_200,
            max(145_057_800, place.longitude + Int.random(in: -120...120, using: &draws))
        )
        place.altitude += Int.random(in: -5...5, using: &draws)
        places[index] = place
    }

    private mutating func fix(
        _ place: (latitude: Int, longitude: Int, altitude: Int),
        at time: Timestamp
    ) throws -> Fix {
        Fix(
            coordinate: try Coordinate(
                latitude: Double(place.latitude) / 1e7,
                longitude: Double(place.longitude) / 1e7
            ),
            time: time,
            accuracy: Double(Int.random(in: 3...9, using: &draws)),
            altitude: Double(place.altitude) / 10,
            verticalAccuracy: Double(Int.random(in: 5...15, using: &draws)),
            speed: Double(Int.random(in: 0...6, using: &draws)),
            course: Double(Int.random(in: 0...359, using: &draws))
        )
    }
}
