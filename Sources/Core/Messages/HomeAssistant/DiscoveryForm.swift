internal import JSON
import Tracking

/// A discovery payload with blanks where its device and what it is called belong.
struct DiscoveryForm: Sendable {
    /// What stands between the devices, and in each of these what stands between the names.
    private let pieces: [[[UInt8]]]

    /// What stands for any device; an owner and a device that nobody has.
    private static let anyDevice: DeviceID? = {
        guard let owner = try? Name("any-owner-6f1c0b9e4d7a25836f1c0b9e4d7a2583"),
            let device = try? Name("any-device-82b7e1c5903da6f482b7e1c5903da6f4")
        else { return nil }
        return DeviceID(owner: owner, device: device)
    }()
    /// What stands for any name of an item.
    private static let anyItem = "any item 3ac59e0d71f8b2463ac59e0d71f8b246"

    /// A message without its device and its name; nil for one that says what no other does: a photo is one item's.
    static func kind(of message: DiscoveryMessage) -> DiscoveryMessage? {
        guard message.photo == nil, let device = anyDevice else { return nil }
        var kind = message
        (kind.device, kind.item) = (device, anyItem)
        // The page of an item is told by its device.
        if let link = message.link {
            let end = "/\(message.device)"
            guard link.hasSuffix(end) else { return nil }
            kind.link = link.dropLast(end.count) + "/\(device)"
        }
        return kind
    }

    /// The form of a kind.
    init(_ kind: DiscoveryMessage, _ topics: Topics) {
        let payload = String(decoding: kind.message(topics).payload, as: UTF8.self)
        pieces = payload.split(separator: "\(kind.device)", omittingEmptySubsequences: false).map { piece in
            piece.split(separator: kind.item, omittingEmptySubsequences: false).map { Array($0.utf8) }
        }
    }

    /// The payload of a message of this kind.
    func filled(with message: DiscoveryMessage) -> [UInt8] {
        let device = Array("\(message.device)".utf8)
        var item: [UInt8] = []
        item.appendJSON(message.item)
        // It stands in quotes already.
        let name = item.dropFirst().dropLast()
        var payload: [UInt8] = []
        payload.reserveCapacity(
            pieces.reduce(name.count) { count, parts in
                parts.reduce(count + device.count) { $0 + $1.count }
            })
        for (index, parts) in pieces.enumerated() {
            if index > 0 { payload += device }
            for (index, part) in parts.enumerated() {
                if index > 0 { payload += name }
                payload += part
            }
        }
        return payload
    }
}
