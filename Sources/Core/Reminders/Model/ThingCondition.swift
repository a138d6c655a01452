public import Tracking

/// How it stands with one of the owner's things.
public struct ThingCondition: Hashable, Sendable {
    /// One of the owner's items.
    public let thing: Name
    public let state: State

    public enum State: Hashable, Sendable {
        /// It is with its owner, as far as is known: nearer than its warning threshold.
        case withOwner
        /// It is not.
        case away
        /// It has an alert: it was left behind.
        case leftBehind
        /// It is at a place.
        case at(PlaceTarget)
        /// Its battery has less than so many per cent, 1 to 100.
        case battery(below: Int)
    }

    /// Why there is no such condition.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case battery
        case place

        public var description: String {
            switch self {
            case .battery: "a battery below 1 to 100 % is expected"
            case .place: "a thing is at a place, not at the nearest of a kind"
            }
        }
    }

    /// - Throws: ``Invalid``.
    public init(_ thing: Name, _ state: State) throws(Invalid) {
        switch state {
        case .battery(let below): if !(1...100).contains(below) { throw .battery }
        case .at(.nearest): throw .place
        default: break
        }
        (self.thing, self.state) = (thing, state)
    }
}
