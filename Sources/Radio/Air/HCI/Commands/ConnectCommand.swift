extension HCI {
    /// Commands about making connections.
    public enum ConnectCommand: Hashable, Sendable {
        case create(ConnectionRequest)
        case cancel
    }

    /// Whom to connect to, and how.
    public struct ConnectionRequest: Hashable, Sendable {
        /// The slice of time for each channel, and how much of it to listen, both in units of 0.625 ms.
        public var interval: UInt16, window: UInt16
        /// Nil for anybody on the accept list.
        public var peer: LinkAddress?
        public var ownAddress: OwnAddress
        public var parameters: ConnectionParameters
    }
}

extension HCI.ConnectCommand {
    static func read(_ opcode: HCI.Opcode, _ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.Command? {
        switch opcode {
        case .leCreateConnection: return .connect(.create(try legacy(&reader)))
        case .leExtendedCreateConnection: return .connect(.create(try extended(&reader)))
        case .leCancelConnection: return .connect(.cancel)
        default: return nil
        }
    }

    private static func legacy(_ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.ConnectionRequest {
        let interval = try reader.number(in: UInt16(4)...0x4000)
        let window = try reader.number(in: 4...interval)
        let usesList = try reader.flag()
        let peer = try reader.linkAddress()
        return HCI.ConnectionRequest(
            interval: interval,
            window: window,
            peer: usesList ? nil : peer,
            ownAddress: try reader.ownAddress(),
            parameters: try reader.connectionParameters()
        )
    }

    private static func extended(_ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.ConnectionRequest {
        let usesList = try reader.flag()
        let own = try reader.ownAddress()
        let peer = try reader.linkAddress()
        let phys = try reader.number(in: UInt8(1)...7)
        guard phys & 1 == 1 else { throw .unsupportedFeature }
        let interval = try reader.number(in: UInt16(4)...0x4000)
        let window = try reader.number(in: 4...interval)
        let parameters = try reader.connectionParameters()
        // The same again for other PHYs, which are not used.
        _ = try reader.bytes(16 * (phys.nonzeroBitCount - 1))
        return HCI.ConnectionRequest(
            interval: interval, window: window, peer: usesList ? nil : peer, ownAddress: own, parameters: parameters
        )
    }
}

extension HCI.Reader {
    /// Shortest and longest interval, latency, timeout, and two lengths of events that say nothing here.
    mutating func connectionParameters() throws(HCI.Status) -> ConnectionParameters {
        let shortest = try number(in: UInt16(6)...3200)
        let interval = try number(in: shortest...3200)
        let latency = try number(in: UInt16(0)...499)
        let timeout = try number(in: UInt16(10)...3200)
        _ = try bytes(4)
        let parameters = ConnectionParameters(interval: interval, latency: latency, timeout: timeout)
        guard parameters.timeoutMicroseconds > parameters.intervalMicroseconds * Int64(1 + latency) * 2 else {
            throw .invalidParameters
        }
        return parameters
    }
}
