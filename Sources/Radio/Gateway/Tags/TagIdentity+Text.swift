public import Bluetooth
public import Tracking

extension TagIdentity {
    /// The identity as it is written: an address, `ibeacon:UUID/MAJOR/MINOR`, `eddystone:` and 32 hexadecimal digits,
    /// `altbeacon:` and 40, or `tagalong:`, `findmy:`, `fmdn:` or `irk:` and 16.
    public var text: String {
        switch self {
        case .address(let address): "\(address)"
        case .iBeacon(let uuid, let major, let minor): "ibeacon:\(uuid)/\(major)/\(minor)"
        case .eddystone(let id): "eddystone:" + id.hexadecimal
        case .altBeacon(let id): "altbeacon:" + id.hexadecimal
        case .tracker(let number): "tagalong:" + number.hexadecimal
        case .keyed(let network, let id): network.rawValue + ":" + id.hexadecimal
        }
    }

    /// An identity as it is written; nil for anything else.
    public init?(_ text: String) {
        if let address = BluetoothAddress(text) {
            self = .address(address)
            return
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        switch text[..<colon] {
        case "ibeacon":
            let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, let uuid = BluetoothUUID(parts[0]), let major = UInt16(parts[1]),
                let minor = UInt16(parts[2])
            else { return nil }
            self = .iBeacon(uuid, major: major, minor: minor)
        case "eddystone":
            guard let bytes = [UInt8](hexadecimal: rest), bytes.count == 16 else { return nil }
            self = .eddystone(bytes)
        case "altbeacon":
            guard let bytes = [UInt8](hexadecimal: rest), bytes.count == 20 else { return nil }
            self = .altBeacon(bytes)
        case "tagalong":
            guard let number = TrackerNumber(rest) else { return nil }
            self = .tracker(number.bytes)
        case let word:
            guard let network = KeyNetwork(rawValue: String(word)), let id = [UInt8](hexadecimal: rest), id.count == 8
            else { return nil }
            self = .keyed(network, id)
        }
    }

    /// One of our own trackers.
    public init(_ number: TrackerNumber) { self = .tracker(number.bytes) }

    /// The number of one of our own trackers; nil for another tag.
    public var trackerNumber: TrackerNumber? {
        if case .tracker(let bytes) = self { TrackerNumber(bytes: bytes) } else { nil }
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
