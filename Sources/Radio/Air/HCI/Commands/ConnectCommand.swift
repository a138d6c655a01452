extension HCI {
    /// Commands about making connections.
    public enum ConnectCommand: Hashable, Sendable {
        case create(ConnectionRequest)
        case cancel
    }

    /// Whom to connect to, and how.
    public struct ConnectionRequest: Hashable, Sendable {
        /// How to listen for it with each PHY of the primary channels.
        public var slices: [LinkPHY: ScanSlice]
        /// Nil for anybody on the accept list.
        public var peer: LinkAddress?
        public var ownAddress: OwnAddress
        /// For a connection with each PHY.
        public var parameters: [LinkPHY: ConnectionParameters]
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
            slices: [.basic: HCI.ScanSlice(interval: interval, window: window)],
            peer: usesList ? nil : peer,
            ownAddress: try reader.ownAddress(),
            parameters: [.basic: try reader.connectionParameters()]
        )
    }

    private static func extended(_ reader: inout HCI.Reader) throws(HCI.Status) -> HCI.ConnectionRequest {
        let usesList = try reader.flag()
        let own = try reader.ownAddress()
        let peer = try reader.linkAddress()
        let mask = try reader.number(UInt8.self)
        guard mask & ~7 == 0 else { throw .unsupportedFeature }
        // With LE 2M alone nothing could be heard.
        guard mask & ~LinkPHY.double.mask != 0 else { throw .invalidParameters }
        var request = HCI.ConnectionRequest(slices: [:], peer: usesList ? nil : peer, ownAddress: own, parameters: [:])
        for phy in LinkPHY.allCases where mask & phy.mask != 0 {
            if phy == .double {
                _ = try reader.bytes(4)
            } else {
                let interval = try reader.number(in: UInt16(4)...UInt16.max)
                request.slices[phy] = HCI.ScanSlice(interval: interval, window: try reader.number(in: 4...interval))
            }
            request.parameters[phy] = try reader.connectionParameters()
        }
        return request
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
