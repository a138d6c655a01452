public import Bluetooth

/// Encrypts 16 bytes with a key of 16 by AES-128, both first byte first as FIPS 197 counts them.
public typealias BlockCipher = @Sendable (_ key: [UInt8], _ plaintext: [UInt8]) -> [UInt8]

/// What a virtual controller is like.
public struct ControllerConfiguration: Sendable {
    /// Which commands it announces and understands.
    public enum Generation: Hashable, Sendable {
        /// Scanning and advertising as in Bluetooth 4.0 to 4.2.
        case legacy
        /// Extended scanning and advertising, data length, PHY commands and PHYs besides.
        case extended
    }

    /// Its public address.
    public var address: BluetoothAddress
    public var generation: Generation
    /// Whether it announces BR/EDR beside LE, as the chips of laptops do; nobody else is on that air.
    public var isDualMode = false
    /// The PHYs beside LE 1M; one of the legacy generation has none.
    public var phys: Set<LinkPHY> = [.double, .coded]
    /// For encryption on behalf of the host and for the resolving list; without it the controller has neither.
    public var cipher: BlockCipher?
    /// ACL packets from the host that it holds.
    public var bufferCount: UInt8 = 8
    /// Connections at the same time.
    public var connectionLimit = 20
    /// Entries of the accept list and of the resolving list.
    public var listSize: UInt8 = 64
    /// Advertisers that its filter of duplicates remembers; 0 reports everything, as chips with little memory nearly do.
    public var duplicateMemory = 0
    /// After how many microseconds the filter forgets an advertiser; nil for as long as the scan goes on.
    public var duplicateSpan: Int64?

    /// A controller with the usual limits, its public address, and AES-128 where there is one.
    public init(address: BluetoothAddress, generation: Generation = .legacy, cipher: BlockCipher? = nil) {
        (self.address, self.generation, self.cipher) = (address, generation, cipher)
    }
}

extension ControllerConfiguration {
    /// The bytes of the longest ACL packet from the host.
    static let bufferLength: UInt16 = 251
    /// Advertising sets of the extended generation.
    static let setCount: UInt8 = 4

    /// The PHYs that a host may ask for.
    var usablePHYs: Set<LinkPHY> { generation == .extended ? phys.union([.basic]) : [.basic] }

    /// The LE feature bits: encryption, extended reject, peripheral features, data length, privacy, 2M PHY, coded PHY,
    /// extended advertising.
    var features: UInt64 {
        var features: UInt64 = 0b1101
        if generation == .extended { features |= 1 << 5 | 1 << 12 }
        if usablePHYs.contains(.double) { features |= 1 << 8 }
        if usablePHYs.contains(.coded) { features |= 1 << 11 }
        if cipher != nil { features |= 1 << 6 }
        return features
    }

    /// What its link layer tells of itself.
    var capabilities: LinkCapabilities {
        var capabilities = LinkCapabilities()
        capabilities.features = features
        if generation == .legacy { capabilities.dataLength = .initial }
        return capabilities
    }

    /// The commands it understands.
    func supports(_ opcode: HCI.Opcode) -> Bool { commands[opcode] != nil }

    /// The 64 octets in which the supported commands are marked.
    var commandBits: [UInt8] {
        var bits = [UInt8](repeating: 0, count: 64)
        for (octet, bit) in commands.values { bits[octet] |= 1 << bit }
        return bits
    }

    private var commands: [HCI.Opcode: (octet: Int, bit: Int)] {
        var commands = CommandBits.common
        if generation == .extended { commands.merge(CommandBits.extended) { first, _ in first } }
        if isDualMode { commands.merge(CommandBits.classic) { first, _ in first } }
        if cipher != nil { commands.merge(CommandBits.cipher) { first, _ in first } }
        return commands
    }
}
