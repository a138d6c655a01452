public import Bluetooth

extension HCI {
    /// What the controller tells the host in an LE Meta event.
    public enum LEEvent: Hashable, Sendable {
        case connectionComplete(ConnectionComplete)
        /// The same with the private addresses of both sides, for hosts that ask for it.
        case enhancedConnectionComplete(ConnectionComplete)
        case advertisingReport(AdvertisingReport)
        case extendedAdvertisingReport(AdvertisingReport)
        case connectionUpdated(Status, handle: UInt16, ConnectionParameters)
        case remoteFeatures(Status, handle: UInt16, UInt64)
        /// The central wants encryption, and names the key.
        case keyRequest(handle: UInt16, random: UInt64, diversifier: UInt16)
        case dataLengthChanged(handle: UInt16, DataLength)
        case phyUpdated(Status, handle: UInt16, LinkPHYs)
        case scanTimeout
        /// A set has ended by a connection, its duration or the number of its events, of which `events` were sent.
        case advertisingSetTerminated(Status, set: UInt8, handle: UInt16, events: UInt8)
    }

    /// A connection has come about, or has not.
    public struct ConnectionComplete: Hashable, Sendable {
        public var status: Status
        public var handle: UInt16 = 0
        /// Whether the peer is the central, which has connected to an advertisement of this host.
        public var isPeripheral = false
        public var peer = LinkAddress(BluetoothAddress(bits: 0), isRandom: false)
        /// Whether the peer was known by a resolved private address, and `peer` is its identity.
        public var isResolved = false
        /// The private address that the identity stood behind; 0 without one.
        public var peerPrivateAddress = BluetoothAddress(bits: 0)
        public var parameters = ConnectionParameters(interval: 0, latency: 0, timeout: 0)
    }

    /// An advertisement that was heard.
    public struct AdvertisingReport: Hashable, Sendable {
        public var kind: AdvertisingKind
        public var isScanResponse: Bool
        public var address: LinkAddress
        public var isResolved = false
        public var data: [UInt8]
        /// In dBm; 127 means unknown.
        public var rssi: Int8
        /// What it is besides, if it is an extended advertisement.
        public var extended: ExtendedAdvertising?
        /// Whom an extended advertisement is for.
        public var target: LinkAddress?
        /// Whether the data are all.
        public var status = DataStatus.complete

        /// Bits 5 and 6 of an extended report's event type.
        public enum DataStatus: UInt16, Hashable, Sendable {
            case complete
            /// The rest is in the reports that follow.
            case moreToCome
            /// There is more, which was not received.
            case truncated
        }

        /// How many bytes of data an extended report has room for: volume 4, part E, section 7.7.65.13.
        static let room = 229
    }
}

extension HCI.LEEvent {
    /// The subevent code.
    public var subevent: UInt8 {
        switch self {
        case .connectionComplete: 0x01
        case .advertisingReport: 0x02
        case .connectionUpdated: 0x03
        case .remoteFeatures: 0x04
        case .keyRequest: 0x05
        case .dataLengthChanged: 0x07
        case .enhancedConnectionComplete: 0x0A
        case .phyUpdated: 0x0C
        case .extendedAdvertisingReport: 0x0D
        case .scanTimeout: 0x11
        case .advertisingSetTerminated: 0x12
        }
    }

    var parameters: [UInt8] {
        var writer = HCI.Writer()
        switch self {
        case .connectionComplete(let connection): writer.put(connection, isEnhanced: false)
        case .enhancedConnectionComplete(let connection): writer.put(connection, isEnhanced: true)
        case .advertisingReport(let report): writer.put(report)
        case .extendedAdvertisingReport(let report): writer.put(extended: report)
        case .connectionUpdated(let status, let handle, let parameters):
            writer.put(status, on: handle)
            writer.put(parameters)
        case .remoteFeatures(let status, let handle, let features):
            writer.put(status, on: handle)
            writer.put(features)
        case .keyRequest(let handle, let random, let diversifier):
            writer.put(handle)
            writer.put(random)
            writer.put(diversifier)
        case .dataLengthChanged(let handle, let length):
            writer.put(handle)
            writer.put(length)
        case .phyUpdated(let status, let handle, let phys):
            writer.put(status, on: handle)
            writer.put([phys.toTag.rawValue, phys.toController.rawValue])
        case .scanTimeout: break
        case .advertisingSetTerminated(let status, let set, let handle, let events):
            writer.put(status)
            writer.put(set)
            writer.put(handle)
            writer.put(events)
        }
        return writer.bytes
    }
}

extension HCI.Writer {
    fileprivate mutating func put(_ parameters: ConnectionParameters) {
        put(parameters.interval)
        put(parameters.latency)
        put(parameters.timeout)
    }

    mutating func put(_ length: DataLength) {
        put(length.octets)
        put(length.microseconds)
        put(length.octets)
        put(length.microseconds)
    }

    fileprivate mutating func put(_ connection: HCI.ConnectionComplete, isEnhanced: Bool) {
        put(connection.status, on: connection.handle)
        // The role: central 0, peripheral 1.
        put(UInt8(connection.isPeripheral ? 1 : 0))
        put(UInt8((connection.peer.isRandom ? 1 : 0) + (isEnhanced && connection.isResolved ? 2 : 0)))
        put(connection.peer.address)
        if isEnhanced {
            put(BluetoothAddress(bits: 0))
            put(connection.peerPrivateAddress)
        }
        put(connection.parameters)
        // The accuracy of the central's clock, which means something at the peripheral only: 500 ppm.
        put(UInt8(0))
    }

    fileprivate mutating func put(_ report: HCI.AdvertisingReport) {
        put([1, report.isScanResponse ? 4 : report.kind.legacyCode, report.addressCode])
        put(report.address.address)
        put(UInt8(clamping: report.data.count))
        put(report.data)
        put(report.rssi)
    }

    fileprivate mutating func put(extended report: HCI.AdvertisingReport) {
        put(UInt8(1))
        put(report.properties)
        put(report.addressCode)
        put(report.address.address)
        if let extended = report.extended {
            put([extended.primary.rawValue, extended.secondary.rawValue, extended.identifier])
            put(extended.txPower ?? 0x7F)
        } else {
            // Primary PHY 1M, no secondary one, no set, and a power that legacy advertisements do not tell.
            put([1, 0, 0xFF, 0x7F])
        }
        put(report.rssi)
        // Not periodic.
        put(UInt16(0))
        put(UInt8(report.target?.isRandom == true ? 1 : 0))
        put(report.target?.address ?? BluetoothAddress(bits: 0))
        put(UInt8(clamping: report.data.count))
        put(report.data)
    }
}

extension HCI.AdvertisingReport {
    fileprivate var addressCode: UInt8 { (address.isRandom ? 1 : 0) + (isResolved ? 2 : 0) }

    /// The event type of an extended report.
    fileprivate var properties: UInt16 {
        let response: UInt16 = isScanResponse ? 0b1000 : 0
        guard extended != nil else { return kind.properties | response }
        var properties = response | status.rawValue << 5
        if kind.isConnectable { properties |= 0b1 }
        if kind == .scannable { properties |= 0b10 }
        if target != nil { properties |= 0b100 }
        return properties
    }

    /// The reports in which it is told, as many as its data need.
    func divided() -> [Self] {
        guard extended != nil, data.count > Self.room else { return [self] }
        return stride(from: 0, to: data.count, by: Self.room).map { start in
            var piece = self
            piece.data = Array(data.dropFirst(start).prefix(Self.room))
            if start + Self.room < data.count { piece.status = .moreToCome }
            return piece
        }
    }
}
