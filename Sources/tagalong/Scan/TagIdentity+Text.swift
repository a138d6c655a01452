import Bluetooth
import Messages

extension TagIdentity {
    /// As `scan` shows it and `pair` takes it.
    var text: String {
        switch self {
        case .address(let address): "\(address)"
        case .iBeacon(let uuid, let major, let minor): "ibeacon:\(uuid)/\(major)/\(minor)"
        case .eddystone(let id): "eddystone:\(Self.hex(id))"
        case .tracker(let number): "tracker:\(Self.hex(number))"
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
