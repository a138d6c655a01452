import Bluetooth
import JSON
import Tracking

/// What a scan hears, as lines that somebody can send in for a profile of a new tag: docs/devices.md.
///
/// No line has an address: each is a number, in the order in which they were heard first, and its first byte, which tells
/// the kind of a random address and some makers' firmware. Data in which an address stands has zeros there. Names and the
/// rest of the data are as they were sent.
struct ScanRecording: Sendable {
    private let start: Timestamp
    private let library: ProfileLibrary
    private var numbers: [BluetoothAddress: Int] = [:]

    init(library: ProfileLibrary, from start: Timestamp) { (self.library, self.start) = (library, start) }

    /// The first line: what the file is, and when it begins.
    var heading: JSONValue {
        .object(["recording": .text("tagalong scan"), "version": .integer(1), "started": .time(start)])
    }

    /// The line of a sighting.
    mutating func line(_ sighting: Sighting, at time: Timestamp) -> JSONValue {
        let number = numbers[sighting.tag] ?? numbers.count + 1
        numbers[sighting.tag] = number
        let advertisement = sighting.advertisement
        let secret = Self.bytes(sighting.tag)
        let seconds = Double(start.duration(to: time).milliseconds) / 1000
        return .object([
            "seconds": .number(seconds),
            "tag": .integer(number),
            "address": .text("\(sighting.tag)".prefix(2) + ":…"),
            "address_type": sighting.addressKind.map { .text($0.word) },
            "bonded": sighting.isBonded ? .flag(true) : nil,
            "rssi": sighting.rssi.map { .integer($0) },
            "tx_power_dbm": advertisement.txPower.map { .integer($0) },
            "name": advertisement.name.map(JSONValue.text),
            "services": Self.list(advertisement.services.sorted().map(\.digits)),
            "service_data": Self.data(advertisement.serviceData.map { ($0.key.digits, $0.value) }, without: secret),
            "manufacturer_data": Self.data(
                advertisement.manufacturerData.map { (BluetoothUUID($0.key).digits, $0.value) }, without: secret
            ),
            "profile": (library.recognise(advertisement, from: sighting.tag)?.profile.name.text).map(JSONValue.text),
        ])
    }

    private static func list(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? nil : .list(texts.map(JSONValue.text))
    }

    private static func data(_ values: [(String, [UInt8])], without secret: [UInt8]) -> JSONValue? {
        guard !values.isEmpty else { return nil }
        let ordered = values.sorted { $0.0 < $1.0 }
        return .object(JSONMembers(ordered.map { ($0.0, .text(hexadecimal(hiding(secret, in: $0.1)))) }))
    }

    /// The highest byte first.
    private static func bytes(_ address: BluetoothAddress) -> [UInt8] {
        (0..<6).reversed().map { UInt8(truncatingIfNeeded: address.bits >> (8 * $0)) }
    }

    /// Data with zeros where an address stands in it, in either order of its bytes.
    private static func hiding(_ secret: [UInt8], in data: [UInt8]) -> [UInt8] {
        var data = data
        for order in [secret, secret.reversed()] where data.count >= order.count {
            for place in 0...(data.count - order.count) where Array(data[place..<(place + order.count)]) == order {
                for index in place..<(place + order.count) { data[index] = 0 }
            }
        }
        return data
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

extension AddressKind {
    fileprivate var word: String {
        switch self {
        case .registered: "public"
        case .staticRandom: "static"
        case .resolvable: "resolvable"
        case .nonResolvable: "non-resolvable"
        }
    }
}

extension BluetoothUUID {
    /// As a profile has it: 4 digits where they are enough.
    fileprivate var digits: String {
        guard let short else { return description.uppercased() }
        let text = String(short, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - text.count) + text
    }
}
