public import Tracking

/// Where everybody is at a moment of a traffic simulation.
public struct FCDStep: Hashable, Sendable {
    /// Seconds since the simulation's own start.
    public let time: Double
    public internal(set) var vehicles: [FCDVehicle]

    public init(time: Double, vehicles: [FCDVehicle]) { (self.time, self.vehicles) = (time, vehicles) }
}

/// A vehicle, or a person on foot, at a moment of a traffic simulation.
public struct FCDVehicle: Hashable, Sendable {
    /// Its name in the file; of a person with `person/` before it.
    public let id: String
    public let coordinate: Coordinate
    /// Metres in a second; nil where the file does not say.
    public let speed: Double?
    /// Degrees clockwise from north, from 0 to below 360; nil where the file does not say.
    public let course: Double?

    public init(id: String, coordinate: Coordinate, speed: Double? = nil, course: Double? = nil) {
        (self.id, self.coordinate, self.speed, self.course) = (id, coordinate, speed, course)
    }
}
