import Bluetooth
import Keys
import Messages
import Tracking

/// All tags in reach, by address; a fixed number of them at most.
struct TagSightings: Sendable {
    private(set) var byAddress: [BluetoothAddress: TagSighting] = [:]
    private let library: ProfileLibrary
    /// Whose tags are known by key.
    var resolver = KeyResolver()
    /// With which of the resolver's versions all tags were looked at.
    var resolvedVersion = 0
    /// How many were not taken in for want of room.
    private(set) var overflow = 0

    static let most = 4000
    /// What has not been heard for so many milliseconds is not in reach.
    static let memory: Int64 = 60_000
    /// The sensors of a registered tag are told of once in so many milliseconds.
    static let senseEvery: Int64 = 60_000
    /// A tag that is not registered is told of once in so many milliseconds.
    static let tellEvery: Int64 = 10_000

    init(library: ProfileLibrary) { self.library = library }

    /// Takes in what an adapter noticed, and answers with the tag; nil when there is no room.
    ///
    /// A tag is recognised anew only when it says something else than before.
    mutating func record(_ sighting: Sighting, in registry: TagRegistry, at now: Timestamp) -> TagSighting? {
        if let slot = byAddress.index(forKey: sighting.tag) {
            byAddress.values[slot].adapter = sighting.adapter
            byAddress.values[slot].isBonded = sighting.isBonded
            byAddress.values[slot].addressKind = sighting.addressKind ?? byAddress.values[slot].addressKind
            byAddress.values[slot].time = now
            byAddress.values[slot].hear(sighting.rssi)
            if byAddress.values[slot].merge(sighting.advertisement, by: sighting.adapter) {
                recognise(slot, registry, at: now)
            }
            return byAddress.values[slot]
        }
        guard byAddress.count < Self.most else {
            overflow += 1
            return nil
        }
        var tag = TagSighting(sighting, at: now)
        tag.hear(sighting.rssi)
        byAddress[sighting.tag] = tag
        guard let slot = byAddress.index(forKey: sighting.tag) else { return nil }
        recognise(slot, registry, at: now)
        return byAddress.values[slot]
    }

    mutating func recognise(
        _ slot: Dictionary<BluetoothAddress, TagSighting>.Index, _ registry: TagRegistry, at now: Timestamp
    ) {
        let tag = byAddress.values[slot]
        var recognition = library.recognise(tag.advertisement, from: tag.address)
        if let match = resolver.resolve(tag.advertisement, from: tag.address, at: now) {
            // What only the owner can read goes before what everybody hears.
            if let battery = match.battery { recognition?.battery = battery }
            if let isProtecting = match.isProtecting { recognition?.isSeparated = isProtecting }
            byAddress.values[slot].identity = match.identity
        } else if tag.identity.isKeyed {
            byAddress.values[slot].identity = .address(tag.address)
        }
        byAddress.values[slot].recognition = recognition
        // A beacon tells its identity and its telemetry in turns: what was told once holds.
        if let identity = recognition?.identity { byAddress.values[slot].identity = identity }
        if let telemetry = recognition?.telemetry { byAddress.values[slot].telemetry.merge(telemetry) }
        name(slot, registry)
    }

    private mutating func name(_ slot: Dictionary<BluetoothAddress, TagSighting>.Index, _ registry: TagRegistry) {
        let tag = byAddress.values[slot]
        let entry = registry[tag.identity] ?? registry[.address(tag.address)]
        byAddress.values[slot].device = entry?.device
    }

    /// Looks up again which tags are registered.
    mutating func name(after registry: TagRegistry) {
        for slot in byAddress.indices { name(slot, registry) }
    }

    /// Whether a tag is to be told of now as not registered; notes that it is.
    mutating func isWorthTelling(_ address: BluetoothAddress, at now: Timestamp) -> Bool {
        guard let tag = byAddress[address], tag.device == nil, tag.recognition?.isTag == true,
            tag.told.map({ now.milliseconds - $0.milliseconds >= Self.tellEvery }) ?? true
        else { return false }
        byAddress[address]?.told = now
        return true
    }

    /// What a tag's sensors have told, when it is to be passed on now; notes that it is.
    mutating func readings(toTellOf address: BluetoothAddress, at now: Timestamp) -> SensorReadings? {
        guard let tag = byAddress[address], tag.recognition?.telemetry != nil,
            tag.sensed.map({ now.milliseconds - $0.milliseconds >= Self.senseEvery }) ?? true
        else { return nil }
        byAddress[address]?.sensed = now
        return SensorReadings(tag.telemetry)
    }

    /// An adapter has forgotten a tag; it is in reach for as long as another has not.
    mutating func remove(_ address: BluetoothAddress, by adapter: BluetoothAddress) {
        if byAddress[address]?.leave(adapter) != true { remove(address) }
    }

    mutating func remove(_ address: BluetoothAddress) { byAddress[address] = nil }

    mutating func age(at now: Timestamp) {
        byAddress = byAddress.filter { now.milliseconds - $0.value.time.milliseconds <= Self.memory }
    }
}
