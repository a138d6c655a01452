import Bluetooth
import Glibc
import JSON
import Messages
import Tracking

/// What an instance of room-assistant with its Bluetooth Low Energy and MQTT integrations would publish.
///
/// room-assistant 2.20: `docs/integrations/mqtt.md`; ids by `docs/integrations/bluetooth-low-energy.md`; topics by
/// `src/integrations/mqtt/mqtt.service.ts` and `src/util/id.ts`. It knows only itself of a cluster.
struct RoomAssistantOutput: Sendable {
    private let instance: String
    /// The instance as it stands in topics.
    private let topic: String
    private var sensors: [BluetoothAddress: Sensor] = [:]

    private struct Sensor {
        var id: String
        var name: String
        var measurement: JSONValue
        var distance: Double
        var heard: Timestamp
        var sent: Timestamp?
    }

    /// How often a tag is told of, in milliseconds (`updateFrequency`).
    static let every: Int64 = 5000
    /// After so many milliseconds it is not at home (`timeout`).
    static let timeout: Int64 = 60_000
    private static let mostTags = 4000

    init(instance: String) {
        self.instance = instance
        let id = Self.makeID(instance)
        topic = id.isEmpty ? "gateway" : id
    }

    /// Takes in a report of a tag, in dBm; a message when it is time.
    mutating func heard(_ tag: TagSighting, rssi: Int, at now: Timestamp) -> Message? {
        guard sensors[tag.address] != nil || sensors.count < Self.mostTags else { return nil }
        let power = Self.measuredPower(tag)
        let strength = tag.strength ?? Double(rssi)
        let id = Self.id(of: tag)
        var sensor = Sensor(
            id: Self.makeID("ble \(id)"),
            name: tag.advertisement.name ?? id,
            measurement: ["rssi": .number(strength.rounded(decimals: 2)), "measuredPower": .number(power)],
            distance: Self.distance(strength, power),
            heard: now,
            sent: sensors[tag.address]?.sent
        )
        defer { sensors[tag.address] = sensor }
        if let sent = sensor.sent, now.milliseconds - sent.milliseconds < Self.every { return nil }
        sensor.sent = now
        return message(sensor, isHome: true, at: now)
    }

    /// Lets time pass: what has been silent for long is not at home.
    mutating func tick(at now: Timestamp) -> [Message] {
        let gone = sensors.filter { now.milliseconds - $0.value.heard.milliseconds >= Self.timeout }
        for address in gone.keys { sensors[address] = nil }
        return gone.sorted { $0.key < $1.key }.filter { $0.value.sent != nil }.map {
            message($0.value, isHome: false, at: now)
        }
    }

    private func message(_ sensor: Sensor, isHome: Bool, at now: Timestamp) -> Message {
        let time = JSONValue.text("\(now)")
        let heard = JSONValue.text("\(sensor.heard)")
        let distance = JSONValue.number(sensor.distance)
        let body: JSONValue = [
            "entity": [
                "attributes": isHome ? ["distance": distance, "lastUpdatedAt": time] : ["lastUpdatedAt": time],
                "id": .text(sensor.id),
                "name": .text("\(sensor.name) Room Presence"),
                "distributed": true,
                "stateLocked": true,
                "distances": .object(
                    JSONMembers([
                        (instance, ["lastUpdatedAt": heard, "distance": distance, "outOfRange": false] as JSONValue)
                    ])
                ),
                "timeout": .whole(Self.timeout / 1000),
                "measuredValues": .object(JSONMembers([(instance, sensor.measurement)])),
                "state": .text(isHome ? instance : "not_home"),
            ],
            "hasAuthority": true,
        ]
        let path = "room-assistant/entity/\(topic)/bluetooth-low-energy-presence-sensor/\(sensor.id)"
        return Message(topic: path, payload: body.encoded(), quality: .atMostOnce)
    }

    /// Digits of the address, or UUID, major and minor of an iBeacon.
    private static func id(of tag: TagSighting) -> String {
        guard case .iBeacon(let uuid, let major, let minor) = tag.identity else { return tag.address.plain }
        return "\("\(uuid)".filter { $0 != "-" })-\(major)-\(minor)"
    }

    private static func measuredPower(_ tag: TagSighting) -> Double { tag.pathLoss.powerAtOneMetre.rounded() }

    /// Metres, to a decimal: `src/integrations/bluetooth-low-energy/tag.ts`, whose curve is that of Radius Networks.
    static func distance(_ rssi: Double, _ power: Double) -> Double {
        guard power < 0, rssi < 0 else { return 0 }
        let ratio = rssi / power
        return (ratio < 1 ? pow(ratio, 10) : 0.89976 * pow(ratio, 7.7095) + 0.111).rounded(decimals: 1)
    }

    /// Small letters, digits and dashes; what else the original keeps of other scripts is a dash here.
    static func makeID(_ text: String) -> String {
        ForeignText.words(of: text.replacing("_", with: "-"), separator: "-")
    }
}
