import Bluetooth
import SystemBus

/// Which centrals are connected and what they are told, as a value.
///
/// bluetoothd does not say who subscribes, and does not say it again when a bonded central, whose subscriptions it has
/// kept, comes back. Requests may arrive before the word that their central has connected.
struct CentralLinks {
    enum Action: Hashable {
        case link(isUp: Bool)
        case subscribed(AttributeName, Bool)
    }

    private(set) var present: Set<ObjectPath> = []
    private var isUp = false
    /// What bluetoothd notifies, and for whom; empty while that is not known.
    private var notifying: [AttributeName: Set<ObjectPath>] = [:]
    /// What the tag thinks is subscribed.
    private var told: Set<AttributeName> = []

    /// Whether anybody hears a value of this characteristic.
    func isSubscribed(_ name: AttributeName) -> Bool { isUp && told.contains(name) }

    /// A central has connected, or shows by a request that it has.
    mutating func arrived(_ central: ObjectPath) -> [Action] {
        guard present.insert(central).inserted else { return [] }
        var actions = raise()
        for name in notifying.keys where notifying[name]?.isEmpty == true { notifying[name] = [central] }
        let kept = notifying.filter { $0.value.contains(central) }.keys.filter { told.insert($0).inserted }
        actions += kept.map { .subscribed($0, true) }
        return actions
    }

    mutating func left(_ central: ObjectPath) -> [Action] {
        guard present.remove(central) != nil else { return [] }
        guard present.isEmpty else {
            let silent = told.filter { notifying[$0, default: []].isDisjoint(with: present) }
            told.subtract(silent)
            return silent.map { .subscribed($0, false) }
        }
        isUp = false
        told = []
        return [.link(isUp: false)]
    }

    mutating func started(_ name: AttributeName) -> [Action] {
        let actions = raise()
        notifying[name, default: []].formUnion(present)
        return told.insert(name).inserted ? actions + [.subscribed(name, true)] : actions
    }

    mutating func stopped(_ name: AttributeName) -> [Action] {
        notifying[name] = nil
        return told.remove(name) == nil ? [] : [.subscribed(name, false)]
    }

    /// bluetoothd has ended, or the tag is taken from it: what it knew is gone.
    mutating func reset() -> [Action] {
        defer { self = CentralLinks() }
        return isUp ? [.link(isUp: false)] : []
    }

    private mutating func raise() -> [Action] {
        guard !isUp else { return [] }
        isUp = true
        told = []
        return [.link(isUp: true)]
    }
}
