/// What a controller's packets go through to its host and back.
protocol AdapterPort {
    /// Readable when there is something to be read.
    var descriptor: Int32 { get }
    /// Packets that the host sent before the port was there.
    var early: [[UInt8]] { get }

    /// Whether the host has still to take what it was handed.
    var hasUnsent: Bool { get }

    /// The next packet of the host; nil when there is none at the moment.
    func read() -> [UInt8]?

    /// Hands a packet to the host; false when it does not take it.
    func write(_ packet: [UInt8]) -> Bool
}

extension AdapterPort {
    var early: [[UInt8]] { [] }
    var hasUnsent: Bool { false }
}

extension VHCIDevice: AdapterPort {}
