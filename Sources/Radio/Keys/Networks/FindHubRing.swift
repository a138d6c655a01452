public import Bluetooth
import Cryptography

/// How the owner of a Find Hub tag makes it sound: a challenge is read, and answered with the ring key.
///
/// Find Hub Network Accessory Specification 1.3, "Authentication" (tables 1, 4 and 6) and "Ring operation".
public struct FindHubRing: Hashable, Sendable {
    private let key: [UInt8]

    /// Beacon Actions of the Fast Pair service.
    public static let characteristic = TagCharacteristic(
        service: BluetoothUUID(0xFE2C),
        uuid: BluetoothUUID("FE2C1238-8366-4814-8EB0-01DE32100BEA") ?? BluetoothUUID(0)
    )

    /// The data id of ring requests, and of what a tag notifies of its ringing.
    public static let dataID: UInt8 = 0x05
    /// The bytes of a challenge: the protocol's version, and a number that is good once.
    public static let challengeSize = 9

    /// For how long a tag is asked to sound: a minute; at most ten are allowed.
    public static let lasts: Duration = .seconds(60)

    /// How a tag's ringing has changed, as it notifies.
    public enum State: UInt8, Hashable, Sendable {
        case started = 0
        /// What was to ring is out of the tag's own reach, or cannot.
        case failed = 1
        case timedOut = 2
        case stoppedByButton = 3
        case stopped = 4
    }

    /// By a ring key of 8 bytes.
    public init(key: [UInt8]) { self.key = key }

    /// What is written to make the tag sound, or fall silent, after a challenge was read; nil for what is no challenge.
    public func request(rings: Bool, challenge: [UInt8]) -> [UInt8]? {
        guard challenge.count == Self.challengeSize else { return nil }
        let tenths = UInt16(Self.lasts.components.seconds * 10)
        // All components, in tenths of a second, at the usual volume.
        let data: [UInt8] = [rings ? 0xFF : 0x00, UInt8(tenths >> 8), UInt8(tenths & 0xFF), 0x00]
        let head = [Self.dataID, UInt8(8 + data.count)]
        return head + code(challenge + head + data) + data
    }

    /// What a notification tells, if it is one of the tag that answers this challenge; nil for anything else.
    public func state(in notification: [UInt8], challenge: [UInt8]) -> State? {
        guard notification.count >= 11, notification[0] == Self.dataID else { return nil }
        let (head, data) = (notification[..<2], notification[10...])
        guard code(challenge + head + data + [0x01]) == Array(notification[2..<10]) else { return nil }
        return State(rawValue: notification[10])
    }

    /// The first 8 bytes of HMAC-SHA256.
    private func code(_ bytes: [UInt8]) -> [UInt8] { Array(Digest.hmacSHA256(bytes, key: key).prefix(8)) }
}
