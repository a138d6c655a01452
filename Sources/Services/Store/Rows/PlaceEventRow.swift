public import Tracking

/// A phone came to a place or left it, or defined one.
public struct PlaceEventRow: Hashable, Sendable {
    public enum Event: String, Hashable, Sendable {
        case enter, leave, waypoint
    }

    public var device: DeviceID
    public var time: Timestamp
    public var event: Event
    /// What the phone calls the place.
    public var place: String
    public var coordinate: Coordinate?
    /// The message as it came.
    public var payload: [UInt8]

    public init(
        device: DeviceID, time: Timestamp, event: Event, place: String, coordinate: Coordinate? = nil, payload: [UInt8]
    ) {
        self.device = device
        self.time = time
        self.event = event
        self.place = place
        self.coordinate = coordinate
        self.payload = payload
    }
}
