/// How often two connected devices meet, and when they give each other up.
public struct ConnectionParameters: Hashable, Sendable {
    /// Between connection events, in units of 1.25 ms.
    public var interval: UInt16
    /// Connection events that the peripheral may sleep through.
    public var latency: UInt16
    /// The supervision timeout, in units of 10 ms.
    public var timeout: UInt16

    var intervalMicroseconds: Int64 { Int64(interval) * 1250 }
    /// The supervision timeout in microseconds.
    var timeoutMicroseconds: Int64 { Int64(timeout) * 10_000 }
}

/// The longest data packet of a link, the same in both directions.
public struct DataLength: Hashable, Sendable {
    /// Payload in bytes, 27 to 251.
    public var octets: UInt16
    /// Time on the air in microseconds, 328 to 2120.
    public var microseconds: UInt16

    public init(octets: UInt16, microseconds: UInt16) { (self.octets, self.microseconds) = (octets, microseconds) }

    /// What a link begins with.
    public static let initial = DataLength(octets: 27, microseconds: 328)
    /// What the specification allows without coding.
    public static let maximum = DataLength(octets: 251, microseconds: 2120)
}

/// Who made a link layer, and which.
public struct LinkVersion: Hashable, Sendable {
    /// The version of the Core Specification: 9 is 5.0, 10 is 5.1.
    public var version: UInt8
    /// The company identifier of the Bluetooth SIG.
    public var company: UInt16
    /// Of the company's choice.
    public var subversion: UInt16

    public init(version: UInt8, company: UInt16, subversion: UInt16) {
        (self.version, self.company, self.subversion) = (version, company, subversion)
    }

    /// Ours: 5.0, and the company identifier for tests.
    public static let virtual = LinkVersion(version: 9, company: 0xFFFF, subversion: 1)
}
