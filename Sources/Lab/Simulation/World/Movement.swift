import Tracking

/// How something gets about: by itself along a track, in somebody's pocket, in a vehicle, or not at all.
struct Movement: Sendable {
    private enum Kind: Sendable {
        case still
        /// Along the cursor's track, which began at that many milliseconds.
        case track(since: Int64)
        /// With the owner of that index.
        case with(Int)
        /// In the vehicle of that index.
        case aboard(Int)
        /// As a function of the time, from a moment on.
        case roaming(Roaming, from: Timestamp)
    }

    private var kind: Kind
    private var cursor: TrackCursor?
    /// Degrees to the east: a fleet's copies lie apart, on the same latitudes, so that every distance is the same.
    private let turn: Double
    private(set) var position: Coordinate

    init(track: Track, turn: Double) {
        kind = track.knots.count == 1 ? .still : .track(since: 0)
        cursor = TrackCursor(track)
        self.turn = turn
        position = track.knots[0].coordinate.turned(by: turn)
    }

    /// With an owner, who is somewhere now.
    init(with owner: Int, at position: Coordinate, turn: Double) {
        kind = .with(owner)
        self.turn = turn
        self.position = position
    }

    /// In a vehicle, which is somewhere now.
    init(aboard vehicle: Int, at position: Coordinate, turn: Double) {
        kind = .aboard(vehicle)
        self.turn = turn
        self.position = position
    }

    /// As a simulated item moves, in a world that begins at a moment.
    init(roaming: Roaming, from start: Timestamp) {
        kind = .roaming(roaming, from: start)
        turn = 0
        position = roaming.position(at: start)
    }

    /// The vehicle that it rides in by itself; nil for none.
    var vehicle: Int? { if case .aboard(let vehicle) = kind { vehicle } else { nil } }

    /// The owner that it goes with; nil for none.
    var carrier: Int? { if case .with(let owner) = kind { owner } else { nil } }

    /// Moves on to a moment; whoever or whatever carries it has moved already, and is here.
    mutating func advance(to milliseconds: Int64, carriedTo carrier: Coordinate? = nil) {
        switch kind {
        case .still: break
        case .with, .aboard: position = carrier ?? position
        case .track(let since):
            guard let next = cursor?.position(atMilliseconds: milliseconds - since) else { break }
            position = next.turned(by: turn)
        case .roaming(let roaming, let start):
            position = roaming.position(at: Timestamp(milliseconds: start.milliseconds + milliseconds))
        }
    }

    /// Where it is, or was, at a moment, as far as it gets about by itself; nil for what is carried.
    func place(at milliseconds: Int64) -> Coordinate? {
        if carrier != nil || vehicle != nil { return nil }
        var other = self
        other.advance(to: milliseconds)
        return other.position
    }

    /// How fast it goes after the moment to which it was moved on, and until when; nil where there is no telling.
    func leg(at milliseconds: Int64) -> Leg? {
        switch kind {
        case .still: return Leg(speed: 0, until: .infinity)
        case .with, .aboard, .roaming: return nil
        case .track(let since):
            guard var leg = cursor?.leg(atMilliseconds: milliseconds - since) else { return nil }
            leg.until += Double(since)
            return leg
        }
    }

    /// Puts it where it is at this moment.
    mutating func bring(to place: Coordinate) { position = place }

    mutating func stop() { kind = .still }
    mutating func follow(owner: Int) { kind = .with(owner) }
    mutating func board(_ vehicle: Int) { kind = .aboard(vehicle) }

    mutating func follow(_ track: Track, at milliseconds: Int64) {
        kind = .track(since: milliseconds)
        cursor = TrackCursor(track)
    }
}

extension Coordinate {
    /// So many degrees farther to the east.
    func turned(by degrees: Double) -> Coordinate {
        if degrees == 0 { return self }
        var longitude = longitude + degrees
        if longitude > 180 { longitude -= 360 }
        return (try? Coordinate(latitude: latitude, longitude: longitude)) ?? self
    }
}
