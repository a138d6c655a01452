public import Settings
public import Tracking

/// Who moves where, which trackers there are, what happens and what must come of it: a whole scenario file, checked.
public struct Scenario: Sendable {
    /// The file it was read from.
    public let file: String
    public let name: String
    public let about: String?
    /// Every random draw comes from it.
    public var seed: UInt64
    public let start: Timestamp
    public let duration: Duration
    /// How often the world is sampled.
    public let step: Duration
    /// Nil for none: exact positions, links without latency and loss.
    public let noise: Noise?
    /// How the copies of a fleet differ; empty for not at all.
    public let variations: [Variation]
    /// What weakens Bluetooth on its way.
    public let walls: [Wall]
    /// What people and things ride in.
    public let vehicles: [Vehicle]
    /// At least one, each with an id of its own.
    public internal(set) var owners: [Owner]
    /// Which of them share their things.
    public let households: Households
    public let gateways: [Gateway]
    /// At least one, each with an id of its own, in the file's order.
    public var trackers: [Tracker]
    /// In the order in which they happen; those of one moment in the file's order.
    public let events: [Event]
    /// In the file's order.
    public var expectations: [Expectation]
}

extension Scenario {
    /// How many steps it has; the first is the start itself.
    public var steps: Int { Int(duration.milliseconds / max(1, step.milliseconds)) + 1 }

    /// The walls of a room, or of a house.
    public struct Wall: Hashable, Sendable {
        /// Two for one straight wall; more for a room, whose last corner is joined to its first.
        public let corners: [Coordinate]
        /// What is left in each of them of a signal, in dB.
        public let attenuation: Double
    }

    /// A bus, a train or a car: owners, trackers and gateways aboard are where it is.
    public struct Vehicle: Hashable, Sendable {
        public let id: Name
        public let movement: Track
        public let place: Place
    }

    /// Somebody with a phone.
    public struct Owner: Hashable, Sendable {
        public let id: Name
        /// For one who begins aboard a vehicle, where that begins.
        public let movement: Track
        /// The vehicle in which the owner begins; nil for none.
        public let vehicle: Name?
        /// Between the position messages of the phone.
        public internal(set) var reportEvery: Duration
        /// The moments at which the phone tells where it is, instead, in order; nil for a steady rhythm.
        public let reportsAt: [Duration]?
        public let place: Place
    }

    /// A receiver of what trackers say over Bluetooth.
    public struct Gateway: Hashable, Sendable {
        public enum Position: Hashable, Sendable {
            case carried(by: Name)
            case fixed(Coordinate)
            /// In a vehicle.
            case aboard(Name)
        }

        public let id: Name
        public let position: Position
        public let place: Place
    }

    /// A tracker tied to an item.
    public struct Tracker: Hashable, Sendable {
        public enum Movement: Hashable, Sendable {
            /// Carried by an owner.
            case with(Name)
            case track(Track)
            /// In a vehicle.
            case aboard(Name)
        }

        /// How a tracker begins.
        public enum State: String, Hashable, Sendable, CaseIterable {
            /// Registered to its owner and on.
            case active
            /// Registered and switched off.
            case off
            /// Not registered yet.
            case factoryNew = "factory-new"
        }

        public let id: Name
        public let owner: Name
        public let item: ItemName
        /// The name of its profile.
        public internal(set) var deviceName: Name
        public internal(set) var device: DeviceProfile
        public let movement: Movement
        /// Whole seconds; nil for the device's own intervals.
        public internal(set) var reportEvery: Duration?
        public var state: State
        /// How its owner has it watched over; nil for the service's own rules.
        public let rules: Rules?
        public let place: Place

        /// What it is, when it is a tag of another make; nil for a tracker of ours.
        public var kind: TagKind? { TagKind(profile: deviceName) }
    }
}
