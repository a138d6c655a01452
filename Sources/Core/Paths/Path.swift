public import Tracking

/// A point of a recorded or drawn path.
public struct PathPoint: Hashable, Sendable {
    public var coordinate: Coordinate
    /// Metres above the ellipsoid or the sea, as the recording counts.
    public var altitude: Double?
    /// When the recording was there; nil when it does not say.
    public var time: Timestamp?

    public init(coordinate: Coordinate, altitude: Double? = nil, time: Timestamp? = nil) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.time = time
    }
}

/// The points of a path in the order in which they are passed; at least one, and no time before an earlier point's.
public struct Path: Hashable, Sendable {
    public let points: [PathPoint]

    /// For ``PathBuilder``, which has checked the points.
    init(checked points: [PathPoint]) { self.points = points }
}

/// What is wrong in the file of a path, and where: one sentence.
public struct PathError: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counts from 1; nil when the file as a whole is meant.
    public let line: Int?
    /// The sentence without the place.
    public let message: String

    public init(file: String, line: Int? = nil, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    public var description: String {
        guard let line else { return "\(file): \(message)" }
        return "\(file):\(line): \(message)"
    }
}
