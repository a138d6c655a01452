import Bluetooth
import JSON
import Messages
import Tracking

/// What Theengs gateway would publish with `publish_all` and `publish_advdata`: what was advertised, as it came.
///
/// Theengs gateway of 2024-03, `TheengsGateway/ble_gateway.py` (`detection_callback`, `publish_json`); an iBeacon's keys as Theengs
/// decoder's `src/devices/iBeacon_json.h` names them; `mac_type` and `txpower` as in `docs/use/use.md`.
struct TheengsOutput: Sendable {
    private let gateway: Name
    /// The level below `home`.
    private let level: String
    private var sent: [BluetoothAddress: Timestamp] = [:]

    /// The gateway's level where nobody names a room.
    static let usualLevel = "TheengsGateway"
    /// How often a tag is told of, in milliseconds; the original scans for five seconds, and rests for five.
    static let every: Int64 = 5000
    private static let mostTags = 4000

    init(gateway: Name, room: String?) {
        self.gateway = gateway
        let named = room.map { ForeignText.words(of: $0, separator: "_") }
        level = named.flatMap { $0.isEmpty ? nil : $0 } ?? Self.usualLevel
    }

    /// Whether the gateway is there; retained.
    func state(_ availability: Availability) -> Message {
        Message(topic: "home/\(level)/LWT", payload: availability.encoded(), retained: true)
    }

    /// Takes in a report of a tag, in dBm; messages when it is time, one for each service with data.
    mutating func heard(_ tag: TagSighting, rssi: Int, at now: Timestamp) -> [Message] {
        if let last = sent[tag.address] {
            guard now.milliseconds - last.milliseconds >= Self.every else { return [] }
        } else if sent.count >= Self.mostTags {
            return []
        }
        let advertisement = tag.advertisement
        guard !advertisement.manufacturerData.isEmpty || !advertisement.serviceData.isEmpty || advertisement.name != nil
        else { return [] }
        sent[tag.address] = now
        let common = common(tag, rssi: rssi)
        guard !advertisement.serviceData.isEmpty else { return [message(tag, common)] }
        return advertisement.serviceData.sorted { $0.key < $1.key }.map { service, data in
            let digits = "\(service)".dropFirst(4).prefix(4)
            let more: JSONMembers = [
                "servicedatauuid": .text(String(digits)), "servicedata": .text(ForeignText.hex(data)),
            ]
            return message(tag, common + more)
        }
    }

    private func common(_ tag: TagSighting, rssi: Int) -> JSONMembers {
        let advertisement = tag.advertisement
        // Of several makers' data the original tells one.
        let made = advertisement.manufacturerData.min { $0.key < $1.key }
        let type: Int64? =
            switch tag.lastingKind {
            case .registered: 0
            case .staticRandom: 1
            case .resolvable, .nonResolvable, nil: nil
            }
        let beacon = made.flatMap { $0.key == IBeaconFrame.company ? IBeaconFrame($0.value) : nil }
        let common: JSONMembers = [
            "manufacturerdata": made.map { company, data in
                .text(ForeignText.hex([UInt8(company & 0xFF), UInt8(company >> 8)] + data))
            },
            "name": advertisement.name.map { .text($0) },
            "id": .text("\(tag.address)"),
            "mac_type": type.map { .whole($0) },
            "rssi": .whole(Int64(rssi)),
            "txpower": (beacon?.power ?? advertisement.txPower).map { .whole(Int64($0)) },
            ForeignMark.key: .text(gateway.text),
        ]
        return common + (beacon.map(Self.decoded) ?? [:])
    }

    private static func decoded(_ beacon: IBeaconFrame) -> JSONMembers {
        [
            "brand": "GENERIC", "model": "iBeacon", "model_id": "IBEACON", "type": "BCON", "mfid": "4c00",
            "uuid": .text("\(beacon.uuid)".filter { $0 != "-" }),
            "major": .whole(Int64(beacon.major)),
            "minor": .whole(Int64(beacon.minor)),
        ]
    }

    private func message(_ tag: TagSighting, _ members: JSONMembers) -> Message {
        Message(
            topic: "home/\(level)/BTtoMQTT/\(tag.address.plain.uppercased())",
            payload: JSONValue.object(members).encoded(),
            quality: .atMostOnce
        )
    }

    /// Lets time pass: forgets what may be told of at once anyway.
    mutating func tick(at now: Timestamp) {
        sent = sent.filter { now.milliseconds - $0.value.milliseconds < Self.every }
    }
}
