import Alerts
import Ranging
import Store
import Tracking

extension HistoryCore {
    /// The others of an owner's household, in the time of that owner's life.
    func members(with owner: Name) -> [Member] {
        if configuration.households.isEmpty { return [] }
        return configuration.households.members(with: owner).compactMap { member($0, with: owner) }
    }

    /// A member as seen from another; nil while the two lives run at different speeds.
    private func member(_ name: Name, with owner: Name) -> Member? {
        // What is in the pocket of somebody without a phone is heard there all the same.
        guard let state = owners[name], state.track.count > 0 else { return Member(name, track: PositionTrack()) }
        let scale = owners[owner]?.scale ?? .real
        guard state.scale.speed == scale.speed else { return nil }
        if state.scale == scale || scale.speed == 1 { return Member(name, track: state.track) }
        return Member(name, track: state.track.shifted { scale.virtual(state.scale.stamp($0)) })
    }

    /// Somebody's phone has told where its owner is: what belongs to the others of the household may be there too.
    mutating func memberMoved(_ name: Name, at now: Timestamp, _ transaction: inout StoreTransaction) throws {
        if configuration.households.isEmpty { return }
        for owner in configuration.households.members(with: name) {
            guard let member = member(name, with: owner) else { continue }
            for index in owners[owner]?.trackers ?? [] {
                let before = trackers[index].watch.with
                let change = trackers[index].watch.memberMoved(member, now: now)
                if change != nil || trackers[index].watch.with != before { touch(index) }
                if let change { try alert(change, of: index, at: now, &transaction) }
            }
        }
    }
}
