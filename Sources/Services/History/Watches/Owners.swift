import Alerts
import Ranging
import Tracking

/// Where owners have been, how fast their lives run, and whose households they share.
struct Owners: Sendable {
    private let households: Households
    private var states: [Name: State] = [:]

    init(households: Households) { self.households = households }

    private struct State: Sendable {
        /// In the time of that life.
        var track = PositionTrack()
        /// How fast that life runs: a rehearsed one may be played faster.
        var scale = TimeScale.real

        mutating func moved(to fix: Fix) -> PositionTrack {
            track.insert(scale.virtual(fix))
            return track
        }
    }

    /// An owner's way, in the time of that life.
    func track(of owner: Name) -> PositionTrack { states[owner]?.track ?? PositionTrack() }

    func scale(of owner: Name) -> TimeScale { states[owner]?.scale ?? .real }

    func speed(of owner: Name) -> Double { states[owner]?.scale.speed ?? 1 }

    /// Where an owner was last; nil for nowhere.
    func position(of owner: Name) -> (coordinate: Coordinate, sigma: Double, time: Timestamp)? {
        guard let state = states[owner], let time = state.track.lastTime, let last = state.track.position(at: time)
        else { return nil }
        return (last.coordinate, last.sigma, state.scale.stamp(time))
    }

    /// Takes in a position of an owner's phone, and answers with the way up to there.
    @discardableResult
    mutating func moved(_ owner: Name, to fix: Fix) -> PositionTrack {
        states[owner, default: State()].moved(to: fix)
    }

    /// Begins a life that runs at another speed.
    mutating func rescale(_ owner: Name, to scale: TimeScale) { states[owner] = State(scale: scale) }

    mutating func remove(_ owner: Name) { states[owner] = nil }

    /// The others of an owner's household.
    func names(with owner: Name) -> [Name] { households.isEmpty ? [] : households.members(with: owner) }

    /// The others of an owner's household, in the time of that owner's life.
    func members(with owner: Name) -> [Member] { names(with: owner).compactMap { member($0, with: owner) } }

    /// A member as seen from another; nil while the two lives run at different speeds.
    func member(_ name: Name, with owner: Name) -> Member? {
        // What is in the pocket of somebody without a phone is heard there all the same.
        guard let state = states[name], state.track.count > 0 else { return Member(name, track: PositionTrack()) }
        let scale = scale(of: owner)
        guard state.scale.speed == scale.speed else { return nil }
        if state.scale == scale || scale.speed == 1 { return Member(name, track: state.track) }
        return Member(name, track: state.track.shifted { scale.virtual(state.scale.stamp($0)) })
    }
}
