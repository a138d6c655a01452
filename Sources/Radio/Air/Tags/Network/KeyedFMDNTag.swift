public import Bluetooth
public import Cryptography
public import Keys
public import Tracking

/// A tag in Google's Find Hub network with an owner's key, which makes it sound.
///
/// Find Hub Network Accessory Specification 1.3: identifiers by the key and the time since the pairing, the hashed flags,
/// and Beacon Actions as far as ringing goes. A challenge is good until something is written.
public struct KeyedFMDNTag: TagPart {
    private let key: FindHubKey
    private let curve: EphemeralCurve
    private let clock: PacedClock
    private let start: Timestamp
    private var counter: Int
    private var sound: (end: Timestamp, challenge: [UInt8])?
    private var writes: UInt64 = 0
    private var battery = 100

    /// What requests are refused with: "GATT error codes".
    public static let unauthenticated = AttributeError(code: 0x80)
    public static let invalidValue = AttributeError(code: 0x81)

    /// A tag that shows the right time now; a quick clock, for tests, makes its rotations come so many times as often.
    ///
    /// The identifiers of secp256r1 have 32 bytes, which need an extended advertisement.
    public init(_ key: FindHubKey, pace: Double = 1, curve: EphemeralCurve = .secp160r1, at now: Timestamp) {
        (self.key, self.curve) = (key, curve)
        clock = PacedClock(start: now, pace: pace)
        start = key.pairedAt ?? now
        counter = Self.counter(start, now)
    }

    private static func counter(_ start: Timestamp, _ now: Timestamp) -> Int {
        max(0, Int(start.duration(to: now).milliseconds / FindHubKey.period.milliseconds))
    }

    private static var name: AttributeName {
        let characteristic = FindHubRing.characteristic
        return AttributeName(
            service: characteristic.service ?? BluetoothUUID(0xFE2C), characteristic: characteristic.uuid)
    }

    public var services: [LocalService] {
        let actions = LocalCharacteristic(uuid: Self.name.characteristic, properties: [.read, .write, .notify])
        return [LocalService(uuid: Self.name.service, characteristics: [actions])]
    }

    public var advertisesExtended: Bool { curve == .secp256r1 }

    public var nextWakeUp: Timestamp? {
        let next = clock.moment(at: start.advanced(by: FindHubKey.period * (counter + 1)))
        return min(next, sound?.end ?? next)
    }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        guard let ephemeral = key.ephemeral(at: counter, on: curve) else { return nil }
        let level: UInt8 = battery <= 5 ? 3 : battery <= 20 ? 2 : 1
        let flags = level << 1 ^ ephemeral.mask
        return Advertisement(serviceData: [FMDNFrame.service: [0x40] + ephemeral.identifier + [flags]])
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        switch event {
        case .battery(let percent):
            battery = percent
            return [.advertisementChanged]
        case .pressed: return silence(.stoppedByButton)
        case .tick:
            let ended = sound.map { $0.end <= now } == true ? silence(.timedOut) : []
            let due = Self.counter(start, clock.time(at: now))
            guard counter != due else { return ended }
            counter = due
            return ended + [.rotateAddress, .advertisementChanged]
        case .link, .subscribed, .owned, .owner: return []
        }
    }

    // MARK: Beacon Actions

    private var challenge: [UInt8] {
        var stream = KeyStream(number: UInt64(key.identityKey[0]), turn: writes)
        return [0x01] + stream.bytes(8)
    }

    public func read(
        _ attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [UInt8] { challenge }

    public mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [TagEffect] {
        let challenge = self.challenge
        writes += 1
        guard value.count == 14, value[0] == FindHubRing.dataID, value[1] == 12 else { throw Self.invalidValue }
        let data = Array(value[10...])
        guard Array(value[2..<10]) == code(challenge + value[..<2] + data) else { throw Self.unauthenticated }
        guard data[0] != 0 else { return silence(.stopped, challenge).map(Self.answer) }
        let tenths = Int64(data[1]) << 8 | Int64(data[2])
        guard (1...6000).contains(tenths) else { throw Self.invalidValue }
        sound = (now.advanced(by: .milliseconds(tenths * 100)), challenge)
        return [.sound(true), Self.answer(say(.started, challenge, rest: Array(data[1...2])))]
    }

    /// Who has asked is told, and no other central.
    private static func answer(_ effect: TagEffect) -> TagEffect {
        if case .notify(let update) = effect { .answer(update) } else { effect }
    }

    private mutating func silence(_ state: FindHubRing.State, _ challenge: [UInt8]? = nil) -> [TagEffect] {
        guard let challenge = challenge ?? sound?.challenge else { return [] }
        let wasSounding = sound != nil
        sound = nil
        return (wasSounding ? [.sound(false)] : []) + [say(state, challenge, rest: [0, 0])]
    }

    private func say(_ state: FindHubRing.State, _ challenge: [UInt8], rest: [UInt8]) -> TagEffect {
        let data = [state.rawValue, state == .started ? 0xFF : 0] + rest
        let head = [FindHubRing.dataID, UInt8(8 + data.count)]
        let value = head + code(challenge + head + data + [0x01]) + data
        return .notify(AttributeUpdate(Self.name, value: value))
    }

    private func code(_ bytes: [UInt8]) -> [UInt8] {
        Array(Digest.hmacSHA256(bytes, key: key.ringKey).prefix(8))
    }
}
