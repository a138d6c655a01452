public import Tracking

/// Which fixes of a device are wanted.
public struct FixSearch: Hashable, Sendable {
    /// The first moment, included; nil for the beginning.
    public var from: Timestamp?
    /// The last moment, included; nil for the end.
    public var to: Timestamp?
    /// Where; nil for anywhere.
    public var region: Region?
    /// Of what is left, so many of the newest; nil for all.
    public var newest: Int?

    public init(from: Timestamp? = nil, to: Timestamp? = nil, region: Region? = nil, newest: Int? = nil) {
        self.from = from
        self.to = to
        self.region = region
        self.newest = newest
    }

    /// The times, when there are any.
    var times: ClosedRange<Int64>? {
        let first = from?.milliseconds ?? .min
        let last = to?.milliseconds ?? .max
        return first <= last ? first...last : nil
    }
}

/// Decides on packed fixes, most of them by whole numbers alone.
struct FixFilter {
    private let times: ClosedRange<Int64>
    private let region: Region?
    private let latitudes: ClosedRange<Int32>
    private let west: Int32
    private let east: Int32

    init(times: ClosedRange<Int64>, region: Region?) {
        (self.times, self.region) = (times, region)
        let bounds = region?.bounds ?? .globe
        // One unit more on each side, because positions were rounded to units.
        let south = Self.units(bounds.south) - 1
        let north = Self.units(bounds.north) + 1
        latitudes = min(south, north)...max(south, north)
        west = Self.units(bounds.west) - 1
        east = Self.units(bounds.east) + 1
    }

    private static func units(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }

    func takes(_ record: FixRecord) -> Bool {
        let key = record.key
        guard times.contains(key.time) else { return false }
        guard let region else { return true }
        guard latitudes.contains(key.latitude) else { return false }
        let isBetween =
            west <= east
            ? key.longitude >= west && key.longitude <= east : key.longitude >= west || key.longitude <= east
        guard isBetween, let position = try? Coordinate(latitudeE7: key.latitude, longitudeE7: key.longitude) else {
            return false
        }
        return region.contains(position)
    }
}
