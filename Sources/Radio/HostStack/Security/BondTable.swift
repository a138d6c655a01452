/// The bonds of a tag, of which it has room for a few.
public struct BondTable: Hashable, Sendable {
    public let capacity: Int
    /// Whether a new bond takes the place of the oldest one when the table is full; otherwise it is refused.
    public let evictsOldest: Bool
    /// Oldest first; a central that pairs again is the newest.
    public private(set) var bonds: [Bond]

    /// The bonds from before, without what is over the capacity, which is at least 0.
    public init(_ bonds: [Bond] = [], capacity: Int = 4, evictsOldest: Bool = false) {
        self.capacity = max(capacity, 0)
        self.evictsOldest = evictsOldest
        self.bonds = Array(bonds.prefix(self.capacity))
    }

    /// The bond with whoever uses an address now; nil for a stranger.
    public func bond(of address: DeviceAddress) -> Bond? { bonds.first { $0.belongs(to: address) } }

    /// Whether a bond with whoever uses this address has a place.
    public func hasRoom(for address: DeviceAddress) -> Bool {
        bonds.count < capacity || evictsOldest && capacity > 0 || bond(of: address) != nil
    }

    /// Keeps a bond instead of an older one with the same central; tells whether there was a place.
    public mutating func insert(_ bond: Bond, from address: DeviceAddress) -> Bool {
        if let index = bonds.firstIndex(where: { $0.belongs(to: bond.peer) || $0.belongs(to: address) }) {
            bonds.remove(at: index)
        } else if bonds.count >= capacity {
            guard evictsOldest, capacity > 0 else { return false }
            bonds.removeFirst()
        }
        bonds.append(bond)
        return true
    }

    /// Forgets a central.
    public mutating func remove(_ address: DeviceAddress) { bonds.removeAll { $0.belongs(to: address) } }

    public mutating func removeAll() { bonds = [] }

    mutating func setClient(_ client: ClientState, of peer: DeviceAddress) {
        guard let index = bonds.firstIndex(where: { $0.peer == peer }) else { return }
        bonds[index].client = client
    }
}
