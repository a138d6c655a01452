import Tracking

/// AirGuard's decision whether a tracker follows, written anew from its source at commit 3482843.
///
/// `RiskLevelEvaluator` has the minutes and numbers of locations of the three levels, `TrackingDetectorWorker` the rule,
/// `BackgroundBluetoothScanner` what a location is (150 m from all others) and that a beacon is kept once in 15 minutes
/// at one location; `Tile` asks for one location more. <https://github.com/seemoo-lab/AirGuard>
enum AirGuardLevel: String, Hashable, Sendable, CaseIterable {
    case low, medium, high

    /// Minutes for which a device must have been seen.
    var minutes: Int {
        switch self {
        case .low: 120
        case .medium: 60
        case .high: 30
        }
    }

    /// At how many places.
    var locations: Int {
        switch self {
        case .low: 4
        case .medium: 3
        case .high: 2
        }
    }
}

/// What AirGuard stores, which is the same at all levels, and the notices of each level.
struct AirGuardApp: Sendable {
    private struct Beacon: Sendable {
        var minute: Int
        var location: Int
    }

    private var beacons: [String: [Beacon]] = [:]
    private var locations: [(place: Coordinate, accuracy: Double)] = []
    private var noticed: [AirGuardLevel: Set<String>] = [:]

    private static let newLocation = 150.0
    private static let relevant = 24 * 60

    /// The location of a place: the nearest that is known, or a new one.
    mutating func location(of position: Position) -> Int {
        let accuracy = position.accuracy ?? .infinity
        let distances = locations.map { $0.place.distance(to: position.coordinate) }
        if let near = distances.indices.min(by: { distances[$0] < distances[$1] }), distances[near] <= Self.newLocation
        {
            if accuracy < locations[near].accuracy { locations[near] = (position.coordinate, accuracy) }
            return near
        }
        locations.append((position.coordinate, accuracy))
        return locations.count - 1
    }

    /// Stores a device that a scan found.
    mutating func found(_ device: String, at minute: Int, location: Int) {
        let recent = beacons[device]?.last.map { minute - $0.minute < 15 && $0.location == location } ?? false
        if !recent { beacons[device, default: []].append(Beacon(minute: minute, location: location)) }
    }

    /// Whether a device that the scan found is told of now for the first time, at a level.
    mutating func notifies(_ device: String, isTile: Bool, at minute: Int, level: AirGuardLevel) -> Bool {
        guard noticed[level]?.contains(device) != true else { return false }
        let since = minute - Self.relevant
        let events = (beacons[device] ?? []).filter { $0.minute >= since }
        guard let first = events.first, minute - first.minute >= level.minutes,
            Set(events.map(\.location)).count >= level.locations + (isTile ? 1 : 0)
        else { return false }
        noticed[level, default: []].insert(device)
        return true
    }
}
