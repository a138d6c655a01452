import Cryptography
public import Tracking

/// What an owner's phone shares with a tag in Apple's Find My network when it is paired.
///
/// Alexander Heinrich, Milan Stute, Tim Kornhuber and Matthias Hollick, "Who Can Find My Devices?", PoPETs 2021, section
/// 6.1; FindMy.py, `findmy/accessory.py` and `findmy/util/crypto.py`. Kept is the public half of the master key only: it
/// recognises the tag, and decrypts no location.
public struct FindMyKey: Hashable, Sendable {
    /// x and y of the master key's point on P-224, 28 bytes each.
    public let masterPoint: [UInt8]
    /// SKN, 32 bytes: from it follow the keys that are advertised near the owner.
    public let primarySecret: [UInt8]
    /// SKS, 32 bytes: from it follow the keys that are advertised away from the owner.
    public let secondarySecret: [UInt8]
    public let pairedAt: Timestamp
    /// The primary counter that was observed last, if the file tells.
    public let alignment: KeyAlignment?

    /// How long a primary key is used: 15 minutes at least.
    public static let primaryPeriod: Duration = .seconds(900)
    /// How long a secondary key is used: until the next 4 o'clock in the morning.
    public static let secondaryPeriod: Duration = .seconds(86_400)
    /// Primary keys of one secondary key.
    static let primariesPerSecondary = 96

    /// A key of its parts; nil where one has the wrong length, or the point is not on the curve.
    public init?(
        masterPoint: [UInt8],
        primarySecret: [UInt8],
        secondarySecret: [UInt8],
        pairedAt: Timestamp,
        alignment: KeyAlignment? = nil
    ) {
        guard primarySecret.count == 32, secondarySecret.count == 32, (alignment?.counter ?? 0) >= 0,
            P224.diversified(masterPoint, by: [UInt8](repeating: 0, count: 72)) != nil
        else { return nil }
        (self.masterPoint, self.primarySecret, self.secondarySecret) = (masterPoint, primarySecret, secondarySecret)
        (self.pairedAt, self.alignment) = (pairedAt, alignment)
    }

    /// The same from the private master key of 28 bytes.
    public init?(
        masterKey: [UInt8],
        primarySecret: [UInt8],
        secondarySecret: [UInt8],
        pairedAt: Timestamp,
        alignment: KeyAlignment? = nil
    ) {
        guard let point = P224.point(ofSecret: masterKey) else { return nil }
        self.init(
            masterPoint: point,
            primarySecret: primarySecret,
            secondarySecret: secondarySecret,
            pairedAt: pairedAt,
            alignment: alignment
        )
    }

    /// The advertised key, 28 bytes, of a secret that a chain has come to.
    func advertised(by secret: [UInt8]) -> [UInt8]? {
        let factors = KeyDerivation.x963SHA256(secret, info: Array("diversify".utf8), count: 72)
        return P224.diversified(masterPoint, by: factors)
    }
}

/// What a tag with a key of Apple's Find My network advertises, counter by counter: quickest in ascending order.
public struct FindMyAdvertiser: Sendable {
    public let key: FindMyKey
    private var primaries: SecretChain
    private var secondaries: SecretChain

    public init(_ key: FindMyKey) {
        self.key = key
        (primaries, secondaries) = (SecretChain(key.primarySecret), SecretChain(key.secondarySecret))
    }

    /// The key of 28 bytes that is advertised near the owner at a counter.
    public mutating func primary(at counter: Int) -> [UInt8]? { key.advertised(by: primaries.secret(at: counter)) }

    /// The key that is advertised away from the owner at a counter of its own.
    public mutating func secondary(at counter: Int) -> [UInt8]? { key.advertised(by: secondaries.secret(at: counter)) }
}

/// The secrets that follow from one another, each used for one period.
struct SecretChain: Sendable {
    /// Every so many are remembered.
    private static let stride = 96
    private var marks: [[UInt8]]
    /// The one computed last, as the next is asked for most often.
    private var last: (counter: Int, secret: [UInt8])

    init(_ first: [UInt8]) { (marks, last) = ([first], (0, first)) }

    mutating func secret(at counter: Int) -> [UInt8] {
        let counter = max(0, counter)
        let mark = min(counter / Self.stride, marks.count - 1)
        var (at, secret) = (mark * Self.stride, marks[mark])
        if last.counter <= counter, last.counter > at { (at, secret) = last }
        while at < counter {
            secret = KeyDerivation.x963SHA256(secret, info: Array("update".utf8), count: 32)
            at += 1
            if at == marks.count * Self.stride { marks.append(secret) }
        }
        last = (at, secret)
        return secret
    }
}
