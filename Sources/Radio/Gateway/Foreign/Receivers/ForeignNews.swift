import Bluetooth
import JSON
import Messages
import Tracking

/// What a message of another program's node says; made of a topic and a payload, and of nothing else.
struct ForeignNews: Hashable, Sendable {
    var format: ForeignFormat
    /// The node as it stands in the topic.
    var node: String
    var word: Word
    /// A frame of a finder network that the node passes on, of which only the owner's key tells whose it is.
    var sealed: Advertisement?

    enum Word: Hashable, Sendable {
        /// It hears a tag, which may be called so, so strongly in dBm.
        case heard([TagIdentity], rssi: Int)
        /// It is there.
        case alive
        /// It says of itself that it is there, or gone; perhaps long ago.
        case state(Availability)
        /// A gateway of ours has published it.
        case ours
        /// What was expected instead.
        case unreadable(String)
    }

    init(_ format: ForeignFormat, _ node: String, _ word: Word) {
        (self.format, self.node, self.word) = (format, node, word)
    }

    /// Reads a message on one of the topics of these formats; nil for any other topic.
    init?(_ message: Message, formats: Set<ForeignFormat>) {
        let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard levels.count > 2, let format = ForeignFormat.received.first(where: { $0.base == levels[0] }),
            formats.contains(format)
        else { return nil }
        self.format = format
        switch (format, levels.count, levels[1]) {
        case (.espresense, 4, "devices"):
            (node, word) = (levels[3], Self.device(Self.body(message), Self.espresense(id: levels[2])))
        case (.espresense, 4, "rooms") where levels[3] == "status": (node, word) = (levels[2], Self.state(message))
        case (.espresense, 4, "rooms") where levels[3] == "telemetry":
            (node, word) = (levels[2], Self.device(Self.body(message)) { _ in .alive })
        case (.theengs, 4, _) where levels[2] == "BTtoMQTT":
            let body = Self.body(message)
            (node, word, sealed) = (levels[1], Self.device(body, Self.theengs), body.flatMap(Self.sealed))
        case (.theengs, 3, _) where levels[2] == "LWT": (node, word) = (levels[1], Self.state(message))
        default: return nil
        }
        guard !node.isEmpty, node.utf8.count <= Self.longestNode else { return nil }
    }

    /// The address of the tag that it hears, where it tells one.
    var address: BluetoothAddress? {
        guard case .heard(let names, _) = word else { return nil }
        return names.lazy.compactMap { if case .address(let address) = $0 { address } else { nil } }.first
    }

    /// The tag that it hears may be called so, too.
    mutating func name(_ identity: TagIdentity) {
        if case .heard(let names, let rssi) = word { word = .heard([identity] + names, rssi: rssi) }
    }

    private static let longestNode = 200
    private static let largestPayload = 8192
    private static let limits = JSONValue.Limits(values: 500, text: 4096, key: 200)

    private static func state(_ message: Message) -> Word {
        guard let state = try? Availability(decoding: message.payload) else { return .unreadable("online or offline") }
        return .state(state)
    }

    /// What the node says, if it is an object of no more bytes than any of them writes.
    private static func body(_ message: Message) -> JSONValue? {
        guard message.payload.count <= largestPayload, let body = try? JSONValue(message.payload, limits: limits),
            case .object = body
        else { return nil }
        return body
    }

    private static func device(_ body: JSONValue?, _ read: (JSONValue) -> Word) -> Word {
        guard let body else { return .unreadable("a JSON object of at most \(largestPayload) bytes") }
        return body[ForeignMark.key] == nil ? read(body) : .ours
    }

    private static func rssi(_ body: JSONValue) -> Int? {
        guard let number = body["rssi"]?.number, (-127...20).contains(number), number != 0 else { return nil }
        return Int(number.rounded())
    }

    /// ESPresense `src/BleFingerprint.cpp`, `fill`: `mac` has the address, `id` the name of a beacon, else the topic has.
    private static func espresense(id: String) -> (JSONValue) -> Word {
        { body in
            guard let rssi = rssi(body) else { return .alive }
            let address = (body["mac"]?.text).flatMap { BluetoothAddress(plain: $0) }
            let beacon = ESPresenseID.identity(body["id"]?.text ?? id)
            return .heard([beacon, address.map { .address($0) }].compactMap(\.self), rssi: rssi)
        }
    }

    /// Theengs gateway `TheengsGateway/ble_gateway.py`; OpenMQTTGateway writes the same.
    private static func theengs(_ body: JSONValue) -> Word {
        guard let rssi = rssi(body) else { return .alive }
        var names = [advertised(body), decoded(body)].compactMap(\.self)
        if let address = body["id"]?.text.flatMap({ BluetoothAddress($0) }) { names.append(.address(address)) }
        return .heard(names, rssi: rssi)
    }

    /// The beacon that was advertised, where the node passes on what came: the company's number with its lowest byte first,
    /// and the service with or without `0x`.
    private static func advertised(_ body: JSONValue) -> TagIdentity? {
        if let data = bytes(body["manufacturerdata"]), data.starts(with: Self.apple),
            let beacon = IBeaconFrame(Array(data.dropFirst(2)))
        {
            return .iBeacon(beacon.uuid, major: beacon.major, minor: beacon.minor)
        }
        guard let data = service(EddystoneFrame.service, of: body), case .uid(let id, _)? = EddystoneFrame(data) else {
            return nil
        }
        return .eddystone(id)
    }

    private static func service(_ wanted: BluetoothUUID, of body: JSONValue) -> [UInt8]? {
        let service = body["servicedatauuid"]?.text.map { $0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...] }
        return service.flatMap { BluetoothUUID($0) } == wanted ? bytes(body["servicedata"]) : nil
    }

    /// A frame of Find My (type 12 of Apple's) or of Find Hub, as it came.
    private static func sealed(_ body: JSONValue) -> Advertisement? {
        if let data = bytes(body["manufacturerdata"]), data.starts(with: Self.apple + [0x12]) {
            return Advertisement(manufacturerData: [IBeaconFrame.company: Array(data.dropFirst(2))])
        }
        guard let data = service(FMDNFrame.service, of: body), FMDNFrame(data) != nil else { return nil }
        return Advertisement(serviceData: [FMDNFrame.service: data])
    }

    private static let apple = [UInt8(IBeaconFrame.company & 0xFF), UInt8(IBeaconFrame.company >> 8)]

    private static func bytes(_ value: JSONValue?) -> [UInt8]? { value?.text.flatMap { ForeignText.bytes(hex: $0) } }

    /// An iBeacon that the node has decoded.
    private static func decoded(_ body: JSONValue) -> TagIdentity? {
        guard let digits = body["uuid"]?.text, let bytes = ForeignText.bytes(hex: digits.filter { $0 != "-" }),
            bytes.count == 16, let uuid = BluetoothUUID(littleEndian: bytes.reversed()),
            let major = body["major"]?.number.flatMap({ UInt16(exactly: $0) }),
            let minor = body["minor"]?.number.flatMap({ UInt16(exactly: $0) })
        else { return nil }
        return .iBeacon(uuid, major: major, minor: minor)
    }
}
