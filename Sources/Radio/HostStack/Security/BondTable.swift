/// The bonds of a tag, of which it has room for a few.
public struct BondTable: Hashable, Sendable {
    public let capacity: Int
    public private(set) var bonds: [Bond]

    /// The bonds from before, without what is over the capacity, which is at least 0.
    public init(_ bonds: [Bond] = [], capacity: Int = 4) {
        self.capacity = max(capacity, 0)
        self.bonds = Array(bonds.prefix(self.capacity))
    }

    /// The bond with whoever uses an address now; nil for a stranger.
    public func bond(of address: DeviceAddress) -> Bond? { bonds.first { $0.belongs(to: address) } }

    /// Whether a bond with whoever uses this address has a place.
    public func hasRoom(for address: DeviceAddress) -> Bool { bonds.count < capacity || bond(of: address) != nil }

    /// Keeps a bond instead of an older one with the same central; tells whether there was a place.
    public mutating func insert(_ bond: Bond, from address: DeviceAddress) -> Bool {
        if let index = bonds.firstIndex(where: { $0.belongs(to: bond.peer) || $0.belongs(to: address) }) {
            bonds[index] = bond
            return true
        }
        guard bonds.count < capacity else { return false }
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
