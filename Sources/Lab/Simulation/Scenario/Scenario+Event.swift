public import Settings
public import Tracking

extension Scenario {
    /// Something that happens.
    public struct Event: Hashable, Sendable {
        /// Since the start.
        public let at: Duration
        public let action: Action
        /// What expectations call it by; nil for nothing.
        public let label: Name?
        public let place: Place
    }

    public enum Action: Hashable, Sendable {
        case tracker(Name, TrackerAction)
        case owner(Name, OwnerAction)
        case world(WorldAction)
    }

    /// What happens to one tracker.
    public enum TrackerAction: Hashable, Sendable {
        /// It stays where it is.
        case drop
        /// It goes with an owner from now on.
        case pickUp(by: Name)
        /// It goes its own way from now on; the track begins at the event.
        case follow(Track)
        /// It rides in a vehicle from now on.
        case board(Name)
        /// It leaves its vehicle, and stays there or goes its own way, which begins at the event.
        case alight(Track?)
        case powerOff
        case powerOn
        /// Somebody presses its button.
        case press
        /// Its owner asks it to ring.
        case ring
        /// Its owner asks for its position.
        case locate
        /// The charge is, from one moment to the next, that many per cent.
        case battery(Double)
        /// Its clock goes wrong by that much: ahead, or behind when negative.
        case skewClock(Duration)
        case gnssLost
        case gnssBack
        case coverageLost
        case coverageBack
        /// It comes into other surroundings, which only matters with noise.
        case surroundings(Surroundings)
        case reboot
    }

    /// What happens to one owner, or to the owner's phone.
    public enum OwnerAction: Hashable, Sendable {
        case phoneOff
        case phoneOn
        /// The phone sees no satellites; with noise it is left with the position of its network.
        case gnssLost
        case gnssBack
        /// The phone keeps its positions until there is a network again.
        case coverageLost
        case coverageBack
        /// The phone tells its position so often from now on.
        case reportEvery(Duration)
        /// The owner rides in a vehicle from now on, with all that goes with the owner.
        case board(Name)
        /// The owner leaves the vehicle, and stays there or goes a way of the owner's own, which begins at the event.
        case alight(Track?)
    }

    /// What happens to everyone.
    public enum WorldAction: Hashable, Sendable {
        case brokerDown
        case brokerUp
        /// One gateway, or all of them.
        case gatewayDown(Name?)
        case gatewayUp(Name?)
        /// Everybody comes into other surroundings, which only matters with noise.
        case surroundings(Surroundings)
        /// The bus treats messages so from now on.
        case messages(MessageFaults)
    }

    /// What a bus does to messages that it should hand on once and in order.
    public struct MessageFaults: Hashable, Sendable {
        /// The share that is lost, 0 to 1.
        public var drop: Double
        /// The share that arrives twice, 0 to 1.
        public var duplicate: Double
        /// Each message is late by a random time up to this.
        public var reorder: Duration

        public init(drop: Double = 0, duplicate: Double = 0, reorder: Duration = .zero) {
            self.drop = drop
            self.duplicate = duplicate
            self.reorder = reorder
        }
    }
}
