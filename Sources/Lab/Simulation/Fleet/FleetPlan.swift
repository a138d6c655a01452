public import Messages
public import Tracking

/// A fleet as it is asked for: who is in it, who shares a connection, and when each of them speaks.
public struct FleetPlan: Sendable {
    /// How many trackers there are.
    public let trackers: Int
    /// How many connections they share, 1 to ``trackers``.
    public let connections: Int
    /// What all owners' names begin with.
    public let name: Name
    /// Seconds between two reports, 1 to 86,400.
    public let interval: Int
    public let pace: FleetPace
    public let seed: UInt64
    /// Where trackers go about that have no path.
    public let origin: Coordinate
    /// Most messages of a connection that the broker has not acknowledged.
    public let room: Int
    /// Most positions that a tracker keeps while it cannot send.
    public let ring: Int
    public let topics: Topics

    /// Trackers of an owner: what a depot or a family of things comes to; our choice.
    public static let trackersOfOwner = 100

    /// A plan; numbers out of range count as the nearest in it, and the name is cut so that owners' names fit.
    public init(
        trackers: Int,
        connections: Int,
        name: Name,
        interval: Int,
        ramp: Duration,
        seed: UInt64,
        origin: Coordinate,
        room: Int,
        ring: Int,
        topics: Topics
    ) {
        self.trackers = max(1, trackers)
        self.connections = min(max(1, connections), self.trackers)
        self.name = name
        self.interval = min(86_400, max(1, interval))
        pace = FleetPace(interval: Int64(self.interval) * 1000, ramp: ramp.milliseconds, count: self.trackers)
        self.seed = seed
        self.origin = origin
        self.room = max(8, room)
        self.ring = max(2, ring)
        self.topics = topics
    }

    /// The longest name of a fleet, in characters: behind it stands the number of the owner.
    public static let longestName = 50

    /// The owner of a number.
    public func owner(_ number: Int) -> Name { Self.joined("\(name)-\(number)", else: name) }

    public var owners: Int { (trackers + Self.trackersOfOwner - 1) / Self.trackersOfOwner }

    /// The tracker of a number.
    public func device(_ tracker: Int) -> DeviceID {
        DeviceID(owner: owner(tracker / Self.trackersOfOwner), device: Self.joined("t\(tracker)", else: name))
    }

    /// The number of a tracker by its name; nil for another one.
    public func tracker(_ device: DeviceID) -> Int? {
        guard device.device.text.first == "t", let number = Int(device.device.text.dropFirst()),
            (0..<trackers).contains(number), self.device(number) == device
        else { return nil }
        return number
    }

    /// The trackers that share a connection.
    public func trackers(of connection: Int) -> Range<Int> {
        first(of: connection)..<first(of: connection + 1)
    }

    private func first(of connection: Int) -> Int {
        // Without the product of two large numbers.
        let (share, rest) = trackers.quotientAndRemainder(dividingBy: connections)
        return connection * share + min(connection, rest)
    }

    /// The connection of a tracker.
    public func connection(of tracker: Int) -> Int {
        let (share, rest) = trackers.quotientAndRemainder(dividingBy: connections)
        let large = rest * (share + 1)
        return tracker < large ? tracker / (share + 1) : rest + (tracker - large) / share
    }

    private static func joined(_ text: String, else name: Name) -> Name { (try? Name(text)) ?? name }
}

extension FleetPlan {
    /// Whether each tracker has a connection to itself.
    public var isApart: Bool { connections == trackers }

    /// How a connection introduces itself.
    ///
    /// A tracker by itself does as each of our trackers, with a will; one connection of many has none, as there is but
    /// one in MQTT. Nothing is kept by the broker for who is away.
    public func session(of connection: Int) -> BusSession {
        let range = trackers(of: connection)
        let first = device(range.lowerBound)
        return BusSession(
            clientID: isApart ? "tagalong-\(first.owner)-\(first.device)" : "tagalong-\(name)-connection-\(connection)",
            subscriptions: filters(range).map { .init($0) },
            will: isApart ? availability(.offline, of: range.lowerBound) : nil,
            persistent: false
        )
    }

    func availability(_ availability: Availability, of tracker: Int) -> Message {
        Message(topic: topics.availability(device(tracker)), payload: availability.encoded(), retained: true)
    }

    /// Where the trackers are told something: one filter for all of an owner whose trackers are all here.
    private func filters(_ range: Range<Int>) -> [String] {
        var filters: [String] = []
        var tracker = range.lowerBound
        while tracker < range.upperBound {
            let owner = tracker / Self.trackersOfOwner
            let end = min(trackers, (owner + 1) * Self.trackersOfOwner)
            if tracker == owner * Self.trackersOfOwner, end <= range.upperBound, !isApart {
                let name = self.owner(owner)
                filters += ["desired", "command", "stored"].map { "\(topics.own)/\(name)/+/\($0)" }
                filters.append("\(topics.positions)/\(name.ownTracks)/+/cmd")
                tracker = end
            } else {
                let id = device(tracker)
                filters += [topics.desired(id), topics.command(id), topics.stored(id), topics.ownTracksCommand(id)]
                tracker += 1
            }
        }
        return filters
    }

    /// What of a tracker the broker keeps.
    func kept(of tracker: Int) -> [String] {
        let id = device(tracker)
        return [topics.location(id), topics.desired(id), topics.reported(id), topics.availability(id)]
    }
}

extension FleetPlan {
    /// How a subscriber introduces itself that wants to see the positions of the whole fleet.
    public var observer: BusSession {
        BusSession(
            clientID: "tagalong-\(name)-verify",
            subscriptions: (0..<owners).map { .init(topics.locations(of: owner($0))) },
            persistent: false
        )
    }
}
