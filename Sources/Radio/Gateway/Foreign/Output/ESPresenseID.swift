import Bluetooth
import Tracking

/// By what ESPresense calls a tag.
///
/// ESPresense `src/BleFingerprint.cpp` and `.h`: of several names the one with the highest type stands. Those that many
/// tags have in common (`ad:`, `sd:`, `md:`, `apple:`) are left out: the address stands in their place.
struct ESPresenseID: Hashable, Sendable {
    var text: String
    /// `ID_TYPE_…`: how good a name it is.
    var type: Int

    init(_ tag: TagSighting) {
        let mac = tag.address.plain
        var best = ESPresenseID(mac, tag.lastingKind == .staticRandom ? 5 : 55)
        for candidate in Self.candidates(tag, mac) where candidate.type > best.type { best = candidate }
        self = best
    }

    private init(_ text: String, _ type: Int) { (self.text, self.type) = (text, type) }

    private static func candidates(_ tag: TagSighting, _ mac: String) -> [ESPresenseID] {
        var candidates: [ESPresenseID] = []
        switch tag.identity {
        case .iBeacon(let uuid, let major, let minor):
            candidates.append(ESPresenseID("iBeacon:\(uuid)-\(major)-\(minor)", 180))
        case .eddystone(let id): candidates.append(ESPresenseID(eddystone(id), 170))
        // An alias of its own, as its address rotates, and ESPresense's name for such a tag would be the key.
        case .keyed: candidates.append(ESPresenseID(tag.identity.text, 250))
        case .address, .tracker, .altBeacon: break
        }
        let name = tag.advertisement.name.map { ForeignText.words(of: $0, separator: "-") }
        if let name, !name.isEmpty { candidates.append(ESPresenseID("name:\(name)", 35)) }
        candidates += services.filter { tag.advertisement.services.contains($0.service) }.map {
            ESPresenseID("\($0.word):\(mac)", $0.type)
        }
        candidates += makers.filter { tag.advertisement.manufacturerData[$0.company] != nil }.map {
            ESPresenseID("\($0.word):\(mac)", $0.type)
        }
        return candidates
    }

    /// Services that a model advertises.
    private static let services: [(service: BluetoothUUID, word: String, type: Int)] = [
        (BluetoothUUID(0xFFE0), "itag", 125), (BluetoothUUID(0x1803), "nut", 128),
        (BluetoothUUID(0x0F3E), "trackr", 130),
        (BluetoothUUID(0xFEED), "tile", 135),
    ]

    private static let makers: [(company: UInt16, word: String, type: Int)] = [
        (0x05A7, "sonos", 105), (0x0087, "garmin", 107), (0x0157, "mifit", 115), (0x4D4B, "iTrack", 127),
    ]

    /// The firmware writes the fifth byte of the namespace twice, and set-ups have such ids.
    private static func eddystone(_ id: [UInt8]) -> String {
        "eddy:" + ForeignText.hex(id.prefix(5) + id[4..<10]) + "-" + ForeignText.hex(id.dropFirst(10))
    }

    /// What stays the same of a tag by such a name; nil for one that is no id of a beacon.
    static func identity(_ text: String) -> TagIdentity? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        let parts = rest.split(separator: "-", omittingEmptySubsequences: false)
        switch text[..<colon] {
        case "iBeacon":
            guard parts.count > 2, let minor = UInt16(parts[parts.count - 1]),
                let major = UInt16(parts[parts.count - 2])
            else { return nil }
            // Earlier firmware wrote the UUID without its dashes.
            guard let bytes = ForeignText.bytes(hex: parts.dropLast(2).joined()), bytes.count == 16 else { return nil }
            return BluetoothUUID(littleEndian: bytes.reversed()).map { .iBeacon($0, major: major, minor: minor) }
        case "eddy":
            guard parts.count == 2, var bytes = ForeignText.bytes(hex: parts[0]),
                let instance = ForeignText.bytes(hex: parts[1]), instance.count == 6
            else { return nil }
            if bytes.count == 11, bytes[4] == bytes[5] { bytes.remove(at: 5) }
            return bytes.count == 10 ? .eddystone(bytes + instance) : nil
        default: return nil
        }
    }
}
