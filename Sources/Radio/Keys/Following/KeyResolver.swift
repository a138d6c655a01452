public import Bluetooth
public import Tracking

/// Tells of an advertisement which of some keyed tags has sent it, if any: by a look into tables of what each may send
/// around now.
///
/// A value without a clock: ``advance(to:budget:)`` derives what becomes due, ``resolve(_:from:at:)`` looks it up. Private
/// addresses are computed for, one block of AES for each key.
public struct KeyResolver: Sendable {
    private var followers: [KeyFollower] = []
    private var byAddress: [UInt64: [AddressSign]] = [:]
    private var byIdentifier: [UInt64: [IdentifierSign]] = [:]
    private var places: [Place: [UInt64]] = [:]
    /// Goes up whenever there is something else to be recognised than before.
    public private(set) var version = 0

    /// Whose search is the first to get what cannot be divided.
    private var turn = 0

    /// How many counters of all keys together are searched in one step, so that no step takes long.
    public static let standardBudget = 30

    private struct Place: Hashable, Sendable {
        var follower: Int
        var series: KeySeries
        var counter: Int
    }

    private struct AddressSign: Sendable {
        var place: Place
        /// 28 bytes.
        var key: [UInt8]
    }

    private struct IdentifierSign: Sendable {
        var place: Place
        var ephemeral: FindHubKey.Ephemeral
    }

    /// A resolver of no keys.
    public init() {}

    /// A resolver of some keys, which knows what each may send now; with where each was heard last, if it is known.
    public init(_ keys: [(key: TagKey, alignment: KeyAlignment?)], at now: Timestamp) {
        followers = keys.map { KeyFollower($0.key, alignment: $0.alignment, at: now) }
        advance(to: now)
    }

    /// Whether there is any key.
    public var isEmpty: Bool { followers.isEmpty }

    /// Where tags were heard last, by their identities; for those whose counters are known.
    public var alignments: [TagIdentity: KeyAlignment] {
        var alignments: [TagIdentity: KeyAlignment] = [:]
        for follower in followers { alignments[follower.identity] = follower.alignment }
        return alignments
    }

    /// Lets time pass; at most so many counters of what is only searched for are derived, of all keys together.
    public mutating func advance(to now: Timestamp, budget: Int = standardBudget) {
        let budgets = shares(of: budget)
        for index in followers.indices {
            let change = followers[index].advance(to: now, budgets: budgets[index] ?? [:])
            for (series, counter) in change.dropped {
                drop(Place(follower: index, series: series, counter: counter))
            }
            for (series, counter, sign) in change.added {
                add(sign, at: Place(follower: index, series: series, counter: counter))
            }
            if !change.added.isEmpty || !change.dropped.isEmpty { version += 1 }
        }
    }

    /// How much of a budget each search gets: all the same, and what is left over goes to each in turn.
    private mutating func shares(of budget: Int) -> [Int: [KeySeries: Int]] {
        let searches = followers.indices.flatMap { index in followers[index].searches.map { (index, $0) } }
        guard !searches.isEmpty else { return [:] }
        let (each, rest) = max(0, budget).quotientAndRemainder(dividingBy: searches.count)
        var shares: [Int: [KeySeries: Int]] = [:]
        for (place, (index, series)) in searches.enumerated() {
            let isFirst = (place + searches.count - turn % searches.count) % searches.count < rest
            shares[index, default: [:]][series] = each + (isFirst ? 1 : 0)
        }
        turn = (turn + rest) % searches.count
        return shares
    }

    private mutating func add(_ sign: KeyFollower.Sign, at place: Place) {
        switch sign {
        case .key(let key):
            let bits = Self.bits(key.prefix(6)) & Self.addressMask
            byAddress[bits, default: []].append(AddressSign(place: place, key: key))
            places[place, default: []].append(bits)
        case .ephemerals(let ephemerals):
            for ephemeral in ephemerals {
                let bits = Self.bits(ephemeral.identifier.prefix(8))
                byIdentifier[bits, default: []].append(IdentifierSign(place: place, ephemeral: ephemeral))
                places[place, default: []].append(bits)
            }
        }
    }

    private mutating func drop(_ place: Place) {
        for bits in places.removeValue(forKey: place) ?? [] {
            if place.series == .ephemeral {
                byIdentifier[bits]?.removeAll { $0.place == place }
                if byIdentifier[bits]?.isEmpty == true { byIdentifier[bits] = nil }
            } else {
                byAddress[bits]?.removeAll { $0.place == place }
                if byAddress[bits]?.isEmpty == true { byAddress[bits] = nil }
            }
        }
    }

    /// The lower 46 bits of an address, which a key tells; the upper two mark a random static one.
    private static let addressMask: UInt64 = 0x3FFF_FFFF_FFFF

    private static func bits(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

extension KeyResolver {
    /// Which keyed tag has sent an advertisement from an address; nil when it is none of them.
    ///
    /// A tag that is recognised is followed from there.
    public mutating func resolve(
        _ advertisement: Advertisement, from address: BluetoothAddress, at now: Timestamp
    ) -> KeyMatch? {
        guard !followers.isEmpty else { return nil }
        if let apple = advertisement.manufacturerData[IBeaconFrame.company],
            let found = findMy(apple, from: address)
        {
            return hear(found, at: now)
        }
        if let data = advertisement.serviceData[FMDNFrame.service], let (place, match) = findHub(data) {
            _ = hear(place, at: now)
            return match
        }
        return resolving(address)
    }

    /// Which keyed tag has an address, of which nothing else is known; nil when it is none of them.
    ///
    /// An address of Find My is 46 bits of the key, and stands for it; Find Hub's tell nothing. A tag that is recognised
    /// is followed from there.
    public mutating func resolve(_ address: BluetoothAddress, at now: Timestamp) -> KeyMatch? {
        guard address.bits >> 46 == 0b11 else { return resolving(address) }
        guard let signs = byAddress[address.bits & Self.addressMask], let first = signs.first,
            signs.allSatisfy({ $0.place.follower == first.place.follower })
        else { return nil }
        return hear(first.place, at: now)
    }

    private func resolving(_ address: BluetoothAddress) -> KeyMatch? {
        guard address.bits >> 46 == 0b01 else { return nil }
        for follower in followers {
            if case .resolving(let key) = follower.key, key.resolves(address) {
                return KeyMatch(identity: follower.identity)
            }
        }
        return nil
    }

    private mutating func hear(_ place: Place, at now: Timestamp) -> KeyMatch {
        followers[place.follower].hear(place.series, place.counter, at: now)
        return KeyMatch(identity: followers[place.follower].identity)
    }

    /// Find My Network Accessory Specification, section 5: type, length, status; away from the owner the key's bytes 6
    /// to 27, and in both states the upper two bits of its byte 0, which the address has no room for.
    private func findMy(_ data: [UInt8], from address: BluetoothAddress) -> Place? {
        guard address.bits >> 46 == 0b11, data.count >= 4, data[0] == 0x12, Int(data[1]) == data.count - 2,
            let signs = byAddress[address.bits & Self.addressMask]
        else { return nil }
        switch data[1] {
        case 0x02: return signs.first { $0.key[0] >> 6 == data[3] & 3 }?.place
        case 0x19:
            return signs.first { $0.key[6...] == data[3..<25] && $0.key[0] >> 6 == data[25] & 3 }?.place
        default: return nil
        }
    }

    /// Find Hub Network Accessory Specification 1.3, tables 15 and 16 and "Hashed flags".
    private func findHub(_ data: [UInt8]) -> (Place, KeyMatch)? {
        guard let frame = FMDNFrame(data), let signs = byIdentifier[Self.bits(frame.ephemeral.prefix(8))],
            let sign = signs.first(where: { $0.ephemeral.identifier == frame.ephemeral })
        else { return nil }
        var match = KeyMatch(identity: followers[sign.place.follower].identity)
        if data.count == frame.ephemeral.count + 2, let flags = data.last.map({ $0 ^ sign.ephemeral.mask }) {
            match.battery = [1: 100, 2: 20, 3: 5][flags >> 1 & 3]
            match.isProtecting = flags & 1 == 1
        }
        return (sign.place, match)
    }
}

/// A keyed tag that was recognised, with what only its owner can read of it.
public struct KeyMatch: Hashable, Sendable {
    public var identity: TagIdentity
    /// Per cent: normal is 100, low 20, critically low 5; nil where the tag does not tell.
    public var battery: Int?
    /// Whether a Find Hub tag is in unwanted tracking protection mode; nil where it does not tell.
    public var isProtecting: Bool?

    public init(identity: TagIdentity, battery: Int? = nil, isProtecting: Bool? = nil) {
        (self.identity, self.battery, self.isProtecting) = (identity, battery, isProtecting)
    }
}
