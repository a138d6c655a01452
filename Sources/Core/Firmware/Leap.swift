import Glibc
import Tracking

/// The doubt that a position has earned by leaping farther than its own doubt and a steady pace explain.
///
/// Between houses a receiver takes an echo for the satellite and is some tens of metres off, without knowing it, until
/// it is back. So the unexplained part of a leap counts as doubt, and is forgotten as the new place proves to last.
struct Leap: Hashable, Sendable {
    private var last: Position?
    /// How fast it goes for sure, in m/s.
    private(set) var pace = 0.0
    /// The standard deviation that the leaps add, in metres; 0 for exact positions, which are believed.
    private(set) var doubt = 0.0

    /// The time constant, in seconds, with which a leap is forgotten: half of the quicker correlation time of GNSS
    /// errors, a minute.
    ///
    /// Our choice.
    private static let forgottenIn = 30.0

    /// Takes the next position in; one that is not newer changes nothing.
    mutating func record(_ position: Position) {
        guard let last else { return self.last = position }
        let seconds = position.time.seconds - last.time.seconds
        guard seconds > 0 else {
            if seconds == 0 { self.last = position }
            return
        }
        let way = last.coordinate.distance(to: position.coordinate)
        let blur = last.sigma + position.sigma
        let explained = max(Doubt.walkingPace, pace) * seconds + blur
        let leap = position.sigma > 0 ? max(0, way - explained) : 0
        doubt = position.sigma > 0 ? max(leap, doubt * exp(-seconds / Self.forgottenIn)) : 0
        pace = max(0, way - 2 * blur) / seconds
        self.last = position
    }
}
